package app

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// linkPairs are the links of two results, put together by their ends.
type linkPairs struct {
	was, is *planner.Result
	before  []int32 // of each link of is, the link of was with the same ends; -1: none
	gone    []int32 // links of was that is does not have
}

// endsKey are the two ends of a link, whichever is written first.
type endsKey struct{ device1, port1, device2, port2 string }

func endsOf(l *planner.Link) endsKey {
	a, b := l.A.Device.Name, l.B.Device.Name
	if a > b || a == b && l.A.Port > l.B.Port {
		return endsKey{b, l.B.Port, a, l.A.Port}
	}
	return endsKey{a, l.A.Port, b, l.B.Port}
}

func pairLinks(was, is *planner.Result) *linkPairs {
	p := &linkPairs{was: was, is: is, before: make([]int32, len(is.Links))}
	at := make(map[endsKey]int32, len(was.Links))
	for i := range was.Links {
		at[endsOf(&was.Links[i])] = int32(i)
	}
	kept := make([]bool, len(was.Links))
	for i := range is.Links {
		p.before[i] = -1
		if w, ok := at[endsOf(&is.Links[i])]; ok && !kept[w] {
			p.before[i], kept[w] = w, true
		}
	}
	for i, k := range kept {
		if !k {
			p.gone = append(p.gone, int32(i))
		}
	}
	return p
}

// media counts the cables that are of another medium than what their links had.
func (p *linkPairs) media() []MediumChange {
	type pieces struct{ was, is int }
	counts := map[[2]plan.Medium]pieces{}
	seen, gone := make([]bool, len(p.is.Cables)), make([]bool, len(p.was.Cables))
	for i := range p.is.Links {
		if p.before[i] < 0 {
			continue
		}
		l, w := &p.is.Links[i], &p.was.Links[p.before[i]]
		if l.Medium == w.Medium {
			continue
		}
		change := [2]plan.Medium{w.Medium, l.Medium}
		n := counts[change]
		n.was += fresh(gone, w.Cables)
		if l.Medium == "" {
			n.is++
		} else {
			n.is += fresh(seen, l.Cables)
		}
		counts[change] = n
	}
	var out []MediumChange
	for change, n := range counts {
		m := MediumChange{From: change[0], To: change[1], Cables: n.is, Was: n.was}
		m.say()
		out = append(out, m)
	}
	byMedium(out)
	return out
}

// fresh counts the cables that are not marked yet, and marks them.
func fresh(marked []bool, cables [2]int32) int {
	n := 0
	for _, c := range cables {
		if c >= 0 && !marked[c] {
			marked[c] = true
			n++
		}
	}
	return n
}

// A likeness is what changes of links have in common that are told together.
type likeness struct {
	kind ChangeKind
	what string
}

// linkGroup are the links of one likeness.
type linkGroup struct {
	likeness
	links []*planner.Link
}

// changes says which links came, went, or are written otherwise. Like ones are
// told together.
func (p *linkPairs) changes(was, is *plan.Document) Changes {
	var groups []*linkGroup
	at := map[likeness]*linkGroup{}
	add := func(k likeness, l *planner.Link) {
		g := at[k]
		if g == nil {
			g = &linkGroup{likeness: k}
			at[k] = g
			groups = append(groups, g)
		}
		g.links = append(g.links, l)
	}
	entries := entryTexts{was: was, is: is, said: map[[2]string]string{}}
	for i := range p.is.Links {
		l := &p.is.Links[i]
		if p.before[i] < 0 {
			add(likeness{Added, ""}, l)
			continue
		}
		if what := entries.differ(&p.was.Links[p.before[i]], l); what != "" {
			add(likeness{Altered, what}, l)
		}
	}
	for _, i := range p.gone {
		add(likeness{Removed, ""}, &p.was.Links[i])
	}
	var out Changes
	for _, g := range groups {
		out.add(g.change())
	}
	return out
}

// change tells what became of the links of a group.
func (g *linkGroup) change() Change {
	c := Change{Kind: g.kind, Count: len(g.links)}
	what := ""
	if g.what != "" {
		what = ": " + g.what
	}
	if len(g.links) == 1 {
		l := g.links[0]
		c.Subject = l.A.String() + " - " + l.B.String()
		c.Text = fmt.Sprintf("link %s %s%s", c.Subject, g.kind, what)
		return c
	}
	var a, b []string
	for _, l := range g.links {
		a, b = append(a, l.A.Device.Name), append(b, l.B.Device.Name)
	}
	c.Subject = someNames(a) + " - " + someNames(b)
	c.Text = fmt.Sprintf("%d links between %s and %s %s%s", len(g.links), someNames(a), someNames(b), g.kind, what)
	return c
}

// shownRanges is how many ranges of names a sentence lists.
const shownRanges = 3

// someNames are names in as few ranges as they take, the first of them.
func someNames(names []string) string {
	names = slices.Clone(names)
	slices.SortFunc(names, units.CompareNatural)
	ranges := plan.CompressNames(slices.Compact(names))
	if more := len(ranges) - shownRanges; more > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(ranges[:shownRanges], ", "), more)
	}
	return strings.Join(ranges, ", ")
}

// entryTexts says how the entries of links differ, each pair of entries once.
type entryTexts struct {
	was, is *plan.Document
	said    map[[2]string]string
}

// differ says what is written otherwise of a link, empty where nothing is.
func (t *entryTexts) differ(was, is *planner.Link) string {
	var out []string
	if was.Speed != is.Speed {
		out = append(out, becomes("speed", was.Speed, is.Speed))
	}
	if was.Group != is.Group {
		out = append(out, becomes("group", was.Group, is.Group))
	}
	if was.Existing != is.Existing {
		out = append(out, becomes("existing", strconv.FormatBool(was.Existing), strconv.FormatBool(is.Existing)))
	}
	if said := t.entries(was.Path, is.Path); said != "" {
		out = append(out, said)
	}
	return strings.Join(out, ", ")
}

// entries says how two entries differ in what they pin.
func (t *entryTexts) entries(was, is string) string {
	k := [2]string{was, is}
	if said, ok := t.said[k]; ok {
		return said
	}
	w, i := linkEntry(t.was, was), linkEntry(t.is, is)
	said := ""
	if w != nil && i != nil && (w.Cable != i.Cable || lengthText(w.Run) != lengthText(i.Run)) {
		said = differences(pinFacts(w), pinFacts(i))
	}
	t.said[k] = said
	return said
}

func linkEntry(doc *plan.Document, path string) *plan.Link {
	i, ok := entryIndex("links", path)
	if !ok || i >= len(doc.Links) {
		return nil
	}
	return &doc.Links[i]
}

func pinFacts(l *plan.Link) []fact {
	var out []fact
	add := func(name, value string) {
		if value != "" {
			out = append(out, fact{name, value})
		}
	}
	add("run", lengthText(l.Run))
	add("cable.medium", string(l.Cable.Medium))
	if l.Cable.Length > 0 {
		add("cable.length", l.Cable.Length.Text())
	}
	add("cable.sku", l.Cable.SKU)
	add("cable.module_a", l.Cable.ModuleA)
	add("cable.module_b", l.Cable.ModuleB)
	return out
}

func lengthText(l *units.Length) string {
	if l == nil {
		return ""
	}
	return l.Text()
}
