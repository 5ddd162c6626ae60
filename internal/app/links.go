package app

import (
	"math"
	"slices"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// A LinkQuery selects and sorts links; what is empty or 0 does neither.
type LinkQuery struct {
	Status string `json:"status,omitempty"`  // ok | error | warning | unknown
	Medium string `json:"medium,omitempty"`  // of settings.media, or none
	Rack   string `json:"rack,omitempty"`    // of either end; may be a range
	ToRack string `json:"to_rack,omitempty"` // of the other end than Rack, or of either where that is empty; may be a range
	Device string `json:"device,omitempty"`  // of either end; may be a range
	A      string `json:"a,omitempty"`       // words that all stand in "device:port" of end a, in any case
	B      string `json:"b,omitempty"`       // the same of end b
	ARack  string `json:"a_rack,omitempty"`  // of end a; may be a range
	BRack  string `json:"b_rack,omitempty"`  // of end b; may be a range
	Speed  string `json:"speed,omitempty"`   // the rate
	Fabric string `json:"fabric,omitempty"`  // its name, or none
	Group  string `json:"group,omitempty"`   // its name, or none
	Label  string `json:"label,omitempty"`   // words that all stand in the label of the link or its cable, in any case
	Color  string `json:"color,omitempty"`
	Part   string `json:"part,omitempty"`   // words that all stand in one part number or id it is made with, or its former names, in any case
	Code   string `json:"code,omitempty"`   // of a finding that names the link, its port, cage, device, racks or part
	Text   string `json:"q,omitempty"`      // words that all stand in the ends "device:port", label, group, fabric or id, in any case
	MinMM  int64  `json:"min_mm,omitempty"` // the run in whole millimetres, rounded up; links of unknown run match neither bound
	MaxMM  int64  `json:"max_mm,omitempty"`
	Length int64  `json:"length_mm,omitempty"` // of the cable as ordered, whole millimetres; 0: any
	Is     string `json:"is,omitempty"`        // one of LinkIs
	Sort   string `json:"sort,omitempty"`      // one of LinkSorts; empty: status
	Desc   bool   `json:"desc,omitempty"`
	Limit  int    `json:"-"` // 1 to MaxPage; 0: DefaultPage
	After  string `json:"-"`
}

// LinkSorts are the words links are sorted by. Status puts errors first. Rows
// that are alike, or have no figure, keep the order of the result.
var LinkSorts = []string{"status", "a", "b", "rack", "speed", "fabric", "group", "run", "required", "limit", "headroom", "length", "spare", "medium"}

// LinkIs are the words for what a link is beside its status: its cable is there
// already; something of it is pinned; its run was measured.
var LinkIs = []string{"existing", "new", "pinned", "unpinned", "measured"}

// A LinkPage is part of the links that match.
type LinkPage struct {
	Links      []int32 // indexes into Result.Links
	Total      int     // links that match
	Next, Prev string  // cursors, for After; empty: there is no such page
}

// none stands for no medium in a query.
const none = "none"

// Links looks through the links. The error is *Invalid and says which words
// there are.
func (c *Checked) Links(q LinkQuery) (LinkPage, error) {
	bad := &faults{}
	l := c.linkListing(q, bad)
	l.limit, l.after = bad.limit(q.Limit, MaxPage), q.After
	if err := bad.err(); err != nil {
		return LinkPage{}, err
	}
	page := l.page(bad)
	return LinkPage{Links: page.rows, Total: page.total, Next: page.next, Prev: page.prev}, bad.err()
}

// AllLinks are all links that match, sorted, whatever the page. They must not be
// changed. The error is *Invalid.
func (c *Checked) AllLinks(q LinkQuery) ([]int32, error) {
	bad := &faults{}
	l := c.linkListing(q, bad)
	if err := bad.err(); err != nil {
		return nil, err
	}
	rows, _ := l.matching(-1)
	return rows, nil
}

// linkListing is the listing of a query, but for its page.
func (c *Checked) linkListing(q LinkQuery, bad *faults) listing {
	x := c.index()
	l := listing{name: func(i int32) string { return c.Result.Links[i].ID }}
	var f linkFilter
	f.prepare(x, q, bad)
	if len(bad.list) > 0 {
		return l
	}
	if !f.empty() {
		l.match = f.match
	}
	l.sorted(x, "links", orWord(q.Sort, "status"), q.Desc, len(c.Result.Links), x.linkKey)
	return l
}

func linkMedia() []string {
	words := make([]string, 0, len(plan.Media)+1)
	for _, m := range plan.Media {
		words = append(words, string(m))
	}
	return append(words, none)
}

// codes are all codes of findings, sorted.
func codes() []plan.Code {
	all := make([]plan.Code, 0, len(plan.Severities))
	for code := range plan.Severities {
		all = append(all, code)
	}
	slices.Sort(all)
	return all
}

func orWord(word, otherwise string) string {
	if word == "" {
		return otherwise
	}
	return word
}

// bounds checks a span of millimetres; 0 is no bound.
func bounds(bad *faults, low, high int64) {
	if low < 0 {
		bad.add("min_mm", "min_mm is %d; write 0 or more", low)
	}
	if high < 0 {
		bad.add("max_mm", "max_mm is %d; write 0 or more", high)
	}
	if high > 0 && low > high {
		bad.add("min_mm", "min_mm %d is above max_mm %d; change them round", low, high)
	}
}

// within reports whether a length lies in a span; 0 is no bound.
func within(mm, low, high int64) bool { return mm >= low && (high == 0 || mm <= high) }

// linkKey gives what links are sorted by.
func (x *index) linkKey(by string) func(i int32) int64 {
	links := x.result.Links
	at := func(i int32) *planner.Link { return &links[i] }
	switch by {
	case "a":
		port := ranks(len(links), func(i int32) string { return links[i].A.Port })
		return func(i int32) int64 { return last(x.a[i])<<32 | port(i) }
	case "b":
		port := ranks(len(links), func(i int32) string { return links[i].B.Port })
		return func(i int32) int64 { return last(x.b[i])<<32 | port(i) }
	case "rack":
		return func(i int32) int64 { return last(x.rackOf(x.a[i]))<<32 | last(x.rackOf(x.b[i])) }
	case "speed":
		return ranks(len(links), func(i int32) string { return links[i].Speed })
	case "fabric":
		return ranks(len(links), func(i int32) string { return links[i].Fabric })
	case "group":
		return ranks(len(links), func(i int32) string { return links[i].Group })
	case "run":
		return known(func(i int32) (int64, bool) { return int64(at(i).Run), at(i).RunKnown })
	case "required":
		return known(func(i int32) (int64, bool) { return at(i).Required, at(i).RunKnown })
	case "limit":
		return known(func(i int32) (int64, bool) { return at(i).Limit, at(i).Limit >= 0 })
	case "headroom":
		return known(func(i int32) (int64, bool) { return at(i).Limit - at(i).Required, at(i).Limit >= 0 && at(i).RunKnown })
	case "length":
		return known(func(i int32) (int64, bool) {
			if c := at(i).Cables[0]; c >= 0 {
				return int64(x.result.Cables[c].Length), true
			}
			return 0, false
		})
	case "spare":
		return known(func(i int32) (int64, bool) { return at(i).Spare, at(i).HasCable })
	case "medium":
		return func(i int32) int64 { return mediumRank(at(i).Medium) }
	}
	return func(i int32) int64 { return statusRank(at(i).Status) }
}

// last is an index as a key; what has none comes last.
func last(i int32) int64 {
	if i < 0 {
		return math.MaxInt32
	}
	return int64(i)
}

// known is a figure as a key; what is not known comes last.
func known(figure func(i int32) (int64, bool)) func(i int32) int64 {
	return func(i int32) int64 {
		if v, ok := figure(i); ok {
			return v
		}
		return noKey
	}
}

func mediumRank(m plan.Medium) int64 {
	if i := slices.Index(plan.Media, m); i >= 0 {
		return int64(i)
	}
	return int64(len(plan.Media))
}

func statusRank(s planner.Status) int64 {
	return int64(slices.Index([]planner.Status{planner.StatusError, planner.StatusUnknown, planner.StatusWarning, planner.StatusOK}, s))
}
