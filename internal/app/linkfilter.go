package app

import (
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// A linkFilter is a LinkQuery made ready to be asked of each link.
type linkFilter struct {
	x        *index
	q        LinkQuery
	device   *chosen
	devices  []bool // the chosen, by device
	racks    *standing
	toRacks  *standing    // of the other end
	endRacks [2]*standing // of end a and b
	coded    []bool       // by link
	pinned   []bool       // by link
	words    []textWord
	ends     [2][]textWord
	label    []string
	part     []string
	parts    map[catalog.Part]bool // judged so far
}

// check says what of a query no result could answer.
func (q *LinkQuery) check(bad *faults) {
	word(bad, "status", planner.Status(q.Status), planner.Statuses...)
	word(bad, "medium", q.Medium, linkMedia()...)
	word(bad, "code", plan.Code(q.Code), append(codes(), none)...)
	word(bad, "is", q.Is, LinkIs...)
	word(bad, "sort", q.Sort, LinkSorts...)
	bounds(bad, q.MinMM, q.MaxMM)
	if q.Length < 0 {
		bad.add("length_mm", "length_mm is %d; write 0 or more", q.Length)
	}
	for _, t := range [][2]string{{"device", q.Device}, {"rack", q.Rack}, {"to_rack", q.ToRack}, {"a_rack", q.ARack}, {"b_rack", q.BRack}} {
		choose(bad, t[0], t[1])
	}
	for _, t := range [][2]string{{"text", q.Text}, {"a", q.A}, {"b", q.B}, {"label", q.Label}, {"part", q.Part}, {"speed", q.Speed},
		{"color", q.Color}, {"fabric", q.Fabric}, {"group", q.Group}} {
		bad.text(t[0], t[1], MaxSearch)
	}
}

func (f *linkFilter) prepare(x *index, q LinkQuery, bad *faults) {
	f.x, f.q = x, q
	if q.check(bad); len(bad.list) > 0 {
		return
	}
	f.device = choose(bad, "device", q.Device)
	f.devices = x.these(f.device)
	f.racks, f.toRacks = x.standing(bad, "rack", q.Rack), x.standing(bad, "to_rack", q.ToRack)
	f.endRacks = [2]*standing{x.standing(bad, "a_rack", q.ARack), x.standing(bad, "b_rack", q.BRack)}
	f.words, f.ends = textWords(x, q.Text), [2][]textWord{textWords(x, q.A), textWords(x, q.B)}
	f.label, f.part = strings.Fields(strings.ToLower(q.Label)), strings.Fields(strings.ToLower(q.Part))
	f.parts = map[catalog.Part]bool{}
	switch q.Code {
	case "":
	case none:
		f.coded = x.uncoded()
	default:
		f.coded = x.coded(plan.Code(q.Code))
	}
	if q.Is == "pinned" || q.Is == "unpinned" {
		f.pinned = x.pinned()
	}
}

func (f *linkFilter) empty() bool { return f.q.asked() == LinkQuery{} }

func (f *linkFilter) match(i int32) bool {
	l, q := &f.x.result.Links[i], &f.q
	switch {
	case q.Status != "" && string(l.Status) != q.Status,
		q.Medium != "" && string(l.Medium) != q.Medium && !(q.Medium == none && l.Medium == ""),
		q.Fabric != "" && l.Fabric != q.Fabric && !(q.Fabric == none && l.Fabric == ""),
		q.Group != "" && l.Group != q.Group && !(q.Group == none && l.Group == ""),
		q.Speed != "" && l.Speed != q.Speed,
		q.Color != "" && l.Color != q.Color,
		f.coded != nil && !f.coded[i],
		(q.MinMM > 0 || q.MaxMM > 0) && !(l.RunKnown && within(l.Run.CeilMM(), q.MinMM, q.MaxMM)),
		q.Length > 0 && !f.long(l),
		q.Is != "" && !f.is(i, l),
		f.devices != nil && !f.chosen(l.A.Device, f.x.a[i]) && !f.chosen(l.B.Device, f.x.b[i]),
		!f.stands(f.x.a[i], f.x.b[i]):
		return false
	}
	return f.says(i, l)
}

// long reports whether the cable of a link is ordered in the length asked for.
func (f *linkFilter) long(l *planner.Link) bool {
	c := l.Cables[0]
	return c >= 0 && f.x.result.Cables[c].Length.FloorMM() == f.q.Length
}

func (f *linkFilter) is(i int32, l *planner.Link) bool {
	switch f.q.Is {
	case "existing":
		return l.Existing
	case "new":
		return !l.Existing
	case "pinned":
		return f.pinned[i]
	case "unpinned":
		return !f.pinned[i]
	}
	return l.RunKnown && l.Route == nil // measured
}

// A standing is the devices in some racks, or in none.
type standing struct {
	in   []bool // by device
	none bool   // devices that are not in the plan are meant too
}

// standing reads the name or range of racks; the word none, where no rack is
// called so, means devices without a place. nil: nothing is asked for.
func (x *index) standing(bad *faults, field, text string) *standing {
	if text == none && !slices.Contains(x.racks, none) {
		s := &standing{in: make([]bool, len(x.rack)), none: true}
		for d, r := range x.rack {
			s.in[d] = r < 0
		}
		return s
	}
	if racks := x.inRacks(choose(bad, field, text)); racks != nil {
		return &standing{in: racks}
	}
	return nil
}

// has reports whether a device, -1 where it is not in the plan, is meant.
func (s *standing) has(device int32) bool {
	return s == nil || device < 0 && s.none || device >= 0 && s.in[device]
}

// stands reports whether the ends of a link stand in the racks asked for.
func (f *linkFilter) stands(a, b int32) bool {
	if !f.endRacks[0].has(a) || !f.endRacks[1].has(b) {
		return false
	}
	return f.racks.has(a) && f.toRacks.has(b) || f.racks.has(b) && f.toRacks.has(a)
}

// says reports whether the texts of a link hold the words asked for.
func (f *linkFilter) says(i int32, l *planner.Link) bool {
	a := func(w *textWord) bool { return w.at(l.A.Device, f.x.a[i], l.A.Port) }
	b := func(w *textWord) bool { return w.at(l.B.Device, f.x.b[i], l.B.Port) }
	for k := range f.words {
		w := &f.words[k]
		if !a(w) && !b(w) && !holds(l.Group, w.word) && !holds(l.Fabric, w.word) && !holds(l.Label, w.word) && !holds(l.ID, w.word) {
			return false
		}
	}
	for k := range f.ends[0] {
		if !a(&f.ends[0][k]) {
			return false
		}
	}
	for k := range f.ends[1] {
		if !b(&f.ends[1][k]) {
			return false
		}
	}
	return f.labelled(l) && f.madeWith(l)
}

func (f *linkFilter) labelled(l *planner.Link) bool {
	if len(f.label) == 0 {
		return true
	}
	text := l.Label
	if c := l.Cables[0]; c >= 0 && text == "" {
		text = f.x.result.Cables[c].Label
	}
	return !slices.ContainsFunc(f.label, func(w string) bool { return !holds(text, w) })
}

// madeWith reports whether one part of a link holds the words asked for.
func (f *linkFilter) madeWith(l *planner.Link) bool {
	if len(f.part) == 0 {
		return true
	}
	for _, c := range l.Cables {
		if c < 0 {
			continue
		}
		cable := &f.x.result.Cables[c]
		if f.partHolds(cable.Part) {
			return true
		}
		for k := range cable.Ends {
			if m := cable.Ends[k].Module; m >= 0 && f.partHolds(catalog.Part{Product: f.x.result.Modules[m].Product}) {
				return true
			}
		}
	}
	return false
}

func (f *linkFilter) partHolds(p catalog.Part) bool {
	if p.Nil() {
		return false
	}
	has, ok := f.parts[p]
	if !ok {
		names := append(slices.Clone(p.AltSKUs()), p.ID())
		has = slices.ContainsFunc(names, func(name string) bool {
			return !slices.ContainsFunc(f.part, func(w string) bool { return !holds(name, w) })
		})
		f.parts[p] = has
	}
	return has
}

// chosen reports whether a device, which need not be in the plan, was asked for.
func (f *linkFilter) chosen(d *planner.Device, number int32) bool {
	if number < 0 {
		return f.device.has(d.Name)
	}
	return f.devices[number]
}
