package app

import (
	"slices"
	"strings"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// A LinkAspect is what may be otherwise about a link on the second side of a
// comparison.
type LinkAspect string

// The aspects of a link, as filters name them. A link whose run alone differs
// is made of the same parts: it is listed only where runs are asked for.
const (
	LinkAdded   LinkAspect = "added"
	LinkRemoved LinkAspect = "removed"
	LinkStatus  LinkAspect = "status"
	LinkMedium  LinkAspect = "medium"
	LinkLength  LinkAspect = "length"
	LinkProduct LinkAspect = "product" // cable or transceivers
	LinkRun     LinkAspect = "run"
)

// LinkAspects lists them as pages do.
var LinkAspects = []LinkAspect{LinkStatus, LinkMedium, LinkLength, LinkProduct, LinkAdded, LinkRemoved, LinkRun}

// A MadeLink is a link as one side of a comparison makes it.
type MadeLink struct {
	*planner.Link
	Length   units.Length // of its cable; 0: none
	Products []string     // SKUs or "spec:…" ids of its cables, then of the transceivers at its ends, each once
}

// A ChangedLink is a link that is otherwise on the second side of a comparison.
type ChangedLink struct {
	Was, Is MadeLink // Link is nil where that side has no such link
	What    []LinkAspect
}

// A ChangedLinkQuery selects changed links; what is empty selects nothing. Those
// whose status became worse come first, then those that are new, gone, or
// better, each in the order of links.
type ChangedLinkQuery struct {
	What   string // a LinkAspect
	Text   string // words that all stand in one of the ends, the rack of one, or a product, in any case
	Device string // of an end
	Limit  int    // 1 to MaxPage; 0: DefaultPage
	After  string
}

// A ChangedLinkPage is part of the links that match.
type ChangedLinkPage struct {
	Rows       []ChangedLink
	Total      int
	Counts     map[LinkAspect]int // of all changed links, whatever is asked for
	Next, Prev string
}

// A linkDelta is a link of either result and what is otherwise about it.
type linkDelta struct {
	was, is int32 // -1: not there
	what    uint8 // bits of aspectBits
	rank    uint8 // worse first
}

const (
	bitAdded uint8 = 1 << iota
	bitRemoved
	bitStatus
	bitMedium
	bitLength
	bitProduct
	bitRun
)

func aspectBit(a LinkAspect) uint8 {
	switch a {
	case LinkAdded:
		return bitAdded
	case LinkRemoved:
		return bitRemoved
	case LinkStatus:
		return bitStatus
	case LinkMedium:
		return bitMedium
	case LinkLength:
		return bitLength
	case LinkProduct:
		return bitProduct
	}
	return bitRun
}

// ChangedLinks looks through the links that are otherwise on the second side.
// The error is *Invalid.
func (c *Comparison) ChangedLinks(q ChangedLinkQuery) (ChangedLinkPage, error) {
	bad := &faults{}
	word(bad, "what", LinkAspect(q.What), LinkAspects...)
	bad.text("text", q.Text, MaxSearch)
	l := listing{limit: bad.limit(q.Limit, MaxPage), after: q.After, sort: "changed links"}
	if err := bad.err(); err != nil {
		return ChangedLinkPage{}, err
	}
	out := ChangedLinkPage{Counts: map[LinkAspect]int{}}
	if c.pairs == nil {
		return out, nil
	}
	deltas := c.deltas
	for i := range deltas {
		for _, a := range LinkAspects {
			if deltas[i].what&aspectBit(a) != 0 {
				out.Counts[a]++
			}
		}
	}
	l.order = make([]int32, len(deltas))
	for i := range l.order {
		l.order[i] = int32(i)
	}
	want := ^bitRun
	if q.What != "" {
		want = aspectBit(LinkAspect(q.What))
	}
	words := strings.Fields(strings.ToLower(q.Text))
	l.match = func(i int32) bool {
		d := deltas[i]
		return d.what&want != 0 && c.pairs.about(d, words, q.Device)
	}
	l.name = func(i int32) string {
		link := c.pairs.either(deltas[i])
		return link.A.String() + " " + link.B.String()
	}
	page := l.page(bad)
	for _, i := range page.rows {
		out.Rows = append(out.Rows, c.pairs.row(deltas[i]))
	}
	out.Total, out.Next, out.Prev = page.total, page.next, page.prev
	return out, bad.err()
}

// deltas are the links that are otherwise, worse first.
func (p *linkPairs) deltas() []linkDelta {
	var out []linkDelta
	for i := range p.is.Links {
		w := p.before[i]
		d := linkDelta{was: w, is: int32(i)}
		if w < 0 {
			d.what, d.rank = bitAdded, 1
		} else {
			d.what = p.aspects(w, int32(i))
			d.rank = statusMove(p.was.Links[w].Status, p.is.Links[i].Status)
		}
		if d.what != 0 {
			out = append(out, d)
		}
	}
	for _, w := range p.gone {
		out = append(out, linkDelta{was: w, is: -1, what: bitRemoved, rank: 2})
	}
	slices.SortStableFunc(out, func(a, b linkDelta) int { return int(a.rank) - int(b.rank) })
	return out
}

// statusMove is the rank of a link that is there on both sides.
func statusMove(was, is planner.Status) uint8 {
	switch a, b := badness(was), badness(is); {
	case b > a:
		return 0
	case b < a:
		return 3
	}
	return 4
}

func badness(s planner.Status) int {
	switch s {
	case planner.StatusError:
		return 3
	case planner.StatusUnknown:
		return 2
	case planner.StatusWarning:
		return 1
	}
	return 0
}

// aspects are what is otherwise about a link both sides have.
func (p *linkPairs) aspects(was, is int32) uint8 {
	a, b := &p.was.Links[was], &p.is.Links[is]
	what := uint8(0)
	if a.Status != b.Status {
		what |= bitStatus
	}
	if a.Medium != b.Medium {
		what |= bitMedium
	}
	if lengthOfLink(p.was, a) != lengthOfLink(p.is, b) {
		what |= bitLength
	}
	if !slices.Equal(linkProducts(p.was, was), linkProducts(p.is, is)) {
		what |= bitProduct
	}
	if a.RunKnown != b.RunKnown || a.RunAtLeast != b.RunAtLeast || a.Run != b.Run || a.Required != b.Required {
		what |= bitRun
	}
	return what
}

// lengthOfLink is the length of a link's cable, 0 where it has none.
func lengthOfLink(r *planner.Result, l *planner.Link) units.Length {
	for _, c := range l.Cables {
		if c >= 0 {
			return r.Cables[c].Length
		}
	}
	return 0
}

// linkProducts are the parts that make a link: those of its cables, then the
// transceivers at its own ends, each once.
func linkProducts(r *planner.Result, link int32) []string {
	var out []string
	add := func(id string) {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	for _, c := range r.Links[link].Cables {
		if c < 0 {
			continue
		}
		cable := &r.Cables[c]
		if !cable.Part.Nil() {
			add(cable.Part.ID())
		}
		for i := range cable.Ends {
			if e := &cable.Ends[i]; e.Module >= 0 && (e.Link < 0 || e.Link == link) && r.Modules[e.Module].Product != nil {
				add(r.Modules[e.Module].Product.SKU)
			}
		}
	}
	return out
}

func (p *linkPairs) either(d linkDelta) *planner.Link {
	if d.is >= 0 {
		return &p.is.Links[d.is]
	}
	return &p.was.Links[d.was]
}

// about reports whether all the words stand in a changed link, and one of its
// ends is of the device.
func (p *linkPairs) about(d linkDelta, words []string, device string) bool {
	l := p.either(d)
	if device != "" && l.A.Device.Name != device && l.B.Device.Name != device {
		return false
	}
	if len(words) == 0 {
		return true
	}
	texts := []string{l.A.String(), l.B.String(), l.A.Device.Rack, l.B.Device.Rack}
	if d.was >= 0 {
		texts = append(texts, linkProducts(p.was, d.was)...)
	}
	if d.is >= 0 {
		texts = append(texts, linkProducts(p.is, d.is)...)
	}
	return !slices.ContainsFunc(words, func(w string) bool {
		return !slices.ContainsFunc(texts, func(t string) bool { return holds(t, w) })
	})
}

func (p *linkPairs) row(d linkDelta) ChangedLink {
	var out ChangedLink
	if d.was >= 0 {
		l := &p.was.Links[d.was]
		out.Was = MadeLink{l, lengthOfLink(p.was, l), linkProducts(p.was, d.was)}
	}
	if d.is >= 0 {
		l := &p.is.Links[d.is]
		out.Is = MadeLink{l, lengthOfLink(p.is, l), linkProducts(p.is, d.is)}
	}
	for _, a := range LinkAspects {
		if d.what&aspectBit(a) != 0 {
			out.What = append(out.What, a)
		}
	}
	return out
}

// Made says how a link is made in a few words: "DAC, 3 m, MCP7Y00-N003", or why
// it is not.
func (m MadeLink) Made() string {
	switch {
	case m.Link == nil:
		return ""
	case m.Medium == plan.Medium(""):
		return "no cable"
	}
	said := []string{mediumName(m.Medium)}
	if m.Length > 0 {
		said = append(said, m.Length.Text())
	}
	if len(m.Products) > 0 {
		said = append(said, strings.Join(m.Products, " + "))
	}
	return strings.Join(said, ", ")
}
