package app

import (
	"slices"
	"strings"

	"lengthwise/internal/planner"
)

// A CableQuery selects and sorts cables; what is empty or 0 does neither.
type CableQuery struct {
	Medium  string // of settings.media
	Product string // a SKU in any spelling, or an id "spec:…"
	Rack    string // of any end; may be a range
	Device  string // of any end; may be a range
	Text    string // words that all stand in the ends, label, product or id, in any case
	MinMM   int64  // the length that is ordered, in whole millimetres
	MaxMM   int64
	Sort    string // one of CableSorts; empty: end
	Desc    bool
	Limit   int // 1 to MaxPage; 0: DefaultPage
	After   string
}

// CableSorts are the words cables are sorted by.
var CableSorts = []string{"end", "medium", "length", "required", "product", "rack"}

// A CablePage is part of the cables that match.
type CablePage struct {
	Cables     []int32 // indexes into Result.Cables
	Total      int
	Next, Prev string
}

// Cables looks through the cables. The error is *Invalid.
func (c *Checked) Cables(q CableQuery) (CablePage, error) {
	x, bad, all := c.index(), &faults{}, c.Result.Cables
	word(bad, "medium", q.Medium, linkMedia()[:len(linkMedia())-1]...)
	word(bad, "sort", q.Sort, CableSorts...)
	bounds(bad, q.MinMM, q.MaxMM)
	bad.text("text", q.Text, MaxSearch)
	bad.text("product", q.Product, MaxSearch)
	devices, racks := x.these(choose(bad, "device", q.Device)), x.inRacks(choose(bad, "rack", q.Rack))
	words := textWords(x, q.Text)
	product := numberOf(q.Product)
	l := listing{limit: bad.limit(q.Limit, MaxPage), after: q.After, name: func(i int32) string { return all[i].ID }}
	l.match = func(i int32) bool {
		cable, ends := &all[i], x.endsOf(i)
		return (q.Medium == "" || string(cable.Medium) == q.Medium) &&
			(product == "" || numberOf(cable.Part.ID()) == product) &&
			(q.MinMM == 0 && q.MaxMM == 0 || within(cable.Length.FloorMM(), q.MinMM, q.MaxMM)) &&
			(devices == nil || slices.ContainsFunc(ends, func(d int32) bool { return d >= 0 && devices[d] })) &&
			(racks == nil || slices.ContainsFunc(ends, func(d int32) bool { return d >= 0 && racks[d] })) &&
			!slices.ContainsFunc(words, func(w textWord) bool { return !cableHolds(cable, ends, &w) })
	}
	if err := bad.err(); err != nil {
		return CablePage{}, err
	}
	l.sorted(x, "cables", orWord(q.Sort, "end"), q.Desc, len(all), x.cableKey)
	page := l.page(bad)
	return CablePage{Cables: page.rows, Total: page.total, Next: page.next, Prev: page.prev}, bad.err()
}

// numberOf is a part number in a spelling that can be compared.
func numberOf(sku string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(sku))
}

// cableHolds reports whether a word stands in one of a cable's texts.
func cableHolds(c *planner.Cable, ends []int32, w *textWord) bool {
	if holds(c.Label, w.word) || holds(c.Part.ID(), w.word) || holds(c.ID, w.word) {
		return true
	}
	for i := range c.Ends {
		e := &c.Ends[i]
		if w.at(e.Device, ends[i], e.Cage) || slices.ContainsFunc(e.Ports, func(port string) bool { return w.at(e.Device, ends[i], port) }) {
			return true
		}
	}
	return false
}

func (x *index) cableKey(by string) func(i int32) int64 {
	all := x.result.Cables
	switch by {
	case "medium":
		return func(i int32) int64 { return mediumRank(all[i].Medium) }
	case "length":
		return known(func(i int32) (int64, bool) { return int64(all[i].Length), all[i].Length > 0 })
	case "required":
		return func(i int32) int64 { return all[i].Required }
	case "product":
		return ranks(len(all), func(i int32) string { return all[i].Part.ID() })
	case "rack":
		return func(i int32) int64 {
			ends := x.endsOf(i)
			return last(x.rackOf(ends[0]))<<32 | last(x.rackOf(ends[1]))
		}
	}
	return func(i int32) int64 { return int64(i) }
}

// A ModuleQuery selects and sorts modules; what is empty does neither.
type ModuleQuery struct {
	Product string // a SKU in any spelling
	Rack    string // may be a range
	Device  string // may be a range
	Text    string // words that all stand in "device:cage" or the product, in any case
	Sort    string // one of ModuleSorts; empty: cage
	Desc    bool
	Limit   int // 1 to MaxPage; 0: DefaultPage
	After   string
}

// ModuleSorts are the words modules are sorted by.
var ModuleSorts = []string{"cage", "product", "rack"}

// A ModulePage is part of the modules that match.
type ModulePage struct {
	Modules    []int32 // indexes into Result.Modules
	Total      int
	Next, Prev string
}

// Modules looks through the transceivers. The error is *Invalid.
func (c *Checked) Modules(q ModuleQuery) (ModulePage, error) {
	x, bad, all := c.index(), &faults{}, c.Result.Modules
	word(bad, "sort", q.Sort, ModuleSorts...)
	bad.text("text", q.Text, MaxSearch)
	bad.text("product", q.Product, MaxSearch)
	devices, racks := x.these(choose(bad, "device", q.Device)), x.inRacks(choose(bad, "rack", q.Rack))
	words := textWords(x, q.Text)
	product := numberOf(q.Product)
	l := listing{limit: bad.limit(q.Limit, MaxPage), after: q.After, name: func(i int32) string { return all[i].ID }}
	l.match = func(i int32) bool {
		m := &all[i]
		return (product == "" || numberOf(m.Product.SKU) == product) &&
			(devices == nil || x.modules[i] >= 0 && devices[x.modules[i]]) &&
			(racks == nil || x.modules[i] >= 0 && racks[x.modules[i]]) &&
			!slices.ContainsFunc(words, func(w textWord) bool { return !w.at(m.Device, x.modules[i], m.Cage) && !holds(m.Product.SKU, w.word) })
	}
	if err := bad.err(); err != nil {
		return ModulePage{}, err
	}
	l.sorted(x, "modules", orWord(q.Sort, "cage"), q.Desc, len(all), x.moduleKey)
	page := l.page(bad)
	return ModulePage{Modules: page.rows, Total: page.total, Next: page.next, Prev: page.prev}, bad.err()
}

func (x *index) moduleKey(by string) func(i int32) int64 {
	all := x.result.Modules
	switch by {
	case "product":
		return ranks(len(all), func(i int32) string { return all[i].Product.SKU })
	case "rack":
		return func(i int32) int64 { return last(x.rackOf(x.modules[i])) }
	}
	return func(i int32) int64 { return int64(i) }
}
