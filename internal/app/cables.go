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
	device, racks := choose(bad, "device", q.Device), x.inRacks(choose(bad, "rack", q.Rack))
	words := strings.Fields(strings.ToLower(q.Text))
	product := numberOf(q.Product)
	l := listing{limit: bad.limit(q.Limit, DefaultPage, MaxPage), after: q.After, name: func(i int32) string { return all[i].ID }}
	l.match = func(i int32) bool {
		cable := &all[i]
		return (q.Medium == "" || string(cable.Medium) == q.Medium) &&
			(product == "" || numberOf(cable.Part.ID()) == product) &&
			(q.MinMM == 0 && q.MaxMM == 0 || within(cable.Length.FloorMM(), q.MinMM, q.MaxMM)) &&
			(device == nil || slices.ContainsFunc(cable.Ends, func(e planner.CableEnd) bool { return device.has(e.Device.Name) })) &&
			(racks == nil || slices.ContainsFunc(cable.Ends, func(e planner.CableEnd) bool { return x.standsIn(e.Device, racks) })) &&
			!slices.ContainsFunc(words, func(w string) bool { return !cableHolds(cable, w) })
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

func cableHolds(c *planner.Cable, word string) bool {
	if holds(c.Label, word) || holds(c.Part.ID(), word) || holds(c.ID, word) {
		return true
	}
	for i := range c.Ends {
		e := &c.Ends[i]
		if holds(e.Device.Name, word) || holds(e.Device.Name+":"+e.Cage, word) {
			return true
		}
		for _, p := range e.Ports {
			if holds(e.Device.Name+":"+p, word) {
				return true
			}
		}
	}
	return false
}

// standsIn reports whether a device stands in one of the racks.
func (x *index) standsIn(d *planner.Device, racks []bool) bool {
	i := x.device(d.Name)
	return i >= 0 && racks[i]
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
		rack := func(c *planner.Cable, end int) int64 {
			if end < len(c.Ends) {
				return last(x.rackOf(x.device(c.Ends[end].Device.Name)))
			}
			return last(-1)
		}
		return func(i int32) int64 { return rack(&all[i], 0)<<32 | rack(&all[i], 1) }
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
	device, racks := choose(bad, "device", q.Device), x.inRacks(choose(bad, "rack", q.Rack))
	words := strings.Fields(strings.ToLower(q.Text))
	product := numberOf(q.Product)
	l := listing{limit: bad.limit(q.Limit, DefaultPage, MaxPage), after: q.After, name: func(i int32) string { return all[i].ID }}
	l.match = func(i int32) bool {
		m := &all[i]
		return (product == "" || numberOf(m.Product.SKU) == product) &&
			(device == nil || device.has(m.Device.Name)) &&
			(racks == nil || x.standsIn(m.Device, racks)) &&
			!slices.ContainsFunc(words, func(w string) bool { return !holds(m.ID, w) && !holds(m.Product.SKU, w) })
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
		return func(i int32) int64 { return last(x.rackOf(x.device(all[i].Device.Name))) }
	}
	return func(i int32) int64 { return int64(i) }
}
