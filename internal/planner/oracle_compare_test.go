package planner_test

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// disagreements plans the document both ways and lists where the answers
// differ, in sentences; none: they agree.
func disagreements(doc *plan.Document, cat *catalog.Catalog, res *planner.Result) []string {
	d := &difference{doc: doc, res: res, rules: rulesOf(doc, cat), byDoc: map[int]*planner.Link{}}
	for i := range res.Links {
		var n int
		if _, err := fmt.Sscanf(res.Links[i].Path, "links[%d]", &n); err == nil {
			d.byDoc[n] = &res.Links[i]
		}
	}
	var links []*oLink
	for i := range doc.Links {
		l, err := resolve(doc, cat, i)
		if err != nil {
			return []string{"the oracle cannot read the plan: " + err.Error()}
		}
		got := d.byDoc[i]
		if got == nil {
			return []string{fmt.Sprintf("links[%d] is not in the result", i)}
		}
		if !l.known && got.RunKnown && !got.RunAtLeast {
			l.run, l.known = got.Run, true // geometry is somebody else's check
		}
		links = append(links, l)
	}
	// "With mixed-cage all links of that cage are errors": the others are
	// planned without them.
	var wantMixed []string
	for _, c := range components(links) {
		wantMixed = append(wantMixed, c.mixed()...)
	}
	whole := slices.DeleteFunc(slices.Clone(links), func(l *oLink) bool {
		bad := slices.Contains(wantMixed, l.a.cage()) || slices.Contains(wantMixed, l.b.cage())
		if bad {
			d.mixed(l)
		}
		return bad
	})
	var wantCables, wantModules, wantHalf, mayHalf []string
	for _, l := range links {
		if !slices.Contains(whole, l) {
			mayHalf = append(mayHalf, l.a.cage(), l.b.cage())
		}
	}
	for _, c := range components(whole) {
		a := d.rules.answer(cat, c)
		wantHalf, mayHalf = append(wantHalf, a.half...), append(mayHalf, a.halfMay...)
		d.component(a)
		if a.choice == nil {
			mayHalf = append(mayHalf, c.cages...)
			continue
		}
		wantCables = append(wantCables, cablesText(a.choice)...)
		wantModules = append(wantModules, modulesText(a)...)
	}
	d.same("cables", gotCables(res), wantCables)
	d.same("modules", gotModules(res), wantModules)
	d.same("mixed-cage", d.subjects("mixed-cage"), wantMixed)
	d.same("half-used-cage", without(d.subjects("half-used-cage"), mayHalf), without(wantHalf, mayHalf))
	d.linkFindings(links)
	d.productFindings()
	return d.out
}

// A difference collects what differs.
type difference struct {
	doc   *plan.Document
	res   *planner.Result
	rules oRules
	byDoc map[int]*planner.Link
	out   []string
	noWay []int // links the oracle leaves without a cable, as errors
	far   []int // split-by-distance
}

func (d *difference) say(format string, args ...any) {
	d.out = append(d.out, fmt.Sprintf(format, args...))
}

func (d *difference) same(what string, got, want []string) {
	slices.Sort(got)
	slices.Sort(want)
	for _, x := range got {
		if !slices.Contains(want, x) {
			d.say("%s: got  %s", what, x)
		}
	}
	for _, x := range want {
		if !slices.Contains(got, x) {
			d.say("%s: want %s", what, x)
		}
	}
	if len(got) != len(want) && slices.Equal(slices.Compact(slices.Clone(got)), slices.Compact(slices.Clone(want))) {
		d.say("%s: got %d of them, want %d", what, len(got), len(want))
	}
}

func without(list, drop []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(drop, s) })
}

// component compares the links of one component.
func (d *difference) component(a oAnswer) {
	for _, l := range a.links {
		got := d.byDoc[l.index]
		name := fmt.Sprintf("links[%d] %s - %s", l.index, l.a, l.b)
		if got.A.String() != l.a.String() || got.B.String() != l.b.String() {
			if got.A.String() != l.b.String() || got.B.String() != l.a.String() {
				d.say("%s: got the ends %s and %s", name, got.A, got.B)
			}
		}
		switch {
		case a.unknown:
			d.noCable(name, got)
			if got.Status != planner.StatusUnknown {
				d.say("%s: got status %s, want unknown", name, got.Status)
			}
		case a.choice == nil:
			d.noCable(name, got)
			d.noWay = append(d.noWay, l.index)
			if got.Status != planner.StatusError {
				d.say("%s: got status %s, want error", name, got.Status)
			}
			if a.limit >= 0 {
				d.figures(name, got, a, l)
			} else if got.Limit > 0 {
				d.say("%s: got the limit %d mm, want none", name, got.Limit)
			}
		default:
			if !got.HasCable || got.Medium != a.choice.medium {
				d.say("%s: got the medium %q, want %q", name, got.Medium, a.choice.medium)
			}
			d.figures(name, got, a, l)
			if spare := shortest(a.choice, l) - d.rules.required(l, a.medium); got.Spare != spare {
				d.say("%s: got %d mm to spare, want %d", name, got.Spare, spare)
			}
		}
	}
	for _, l := range a.far {
		d.far = append(d.far, l.index)
	}
}

// mixed is a link of a mixed cage: an error without a cable.
func (d *difference) mixed(l *oLink) {
	got := d.byDoc[l.index]
	name := fmt.Sprintf("links[%d] %s - %s", l.index, l.a, l.b)
	d.noCable(name, got)
	if got.Status != planner.StatusError {
		d.say("%s: got status %s, want error: its cage is mixed", name, got.Status)
	}
}

func (d *difference) noCable(name string, got *planner.Link) {
	if got.HasCable || got.Medium != "" && got.Cables[0] >= 0 {
		d.say("%s: got a cable (%s), want none", name, got.Medium)
	}
}

// figures compares required, limit and headroom.
func (d *difference) figures(name string, got *planner.Link, a oAnswer, l *oLink) {
	required := d.rules.required(l, a.medium)
	if got.Required != required {
		d.say("%s: got required %d mm, want %d (%s)", name, got.Required, required, a.medium)
	}
	if got.Limit != a.limit || got.Headroom != a.limit-required {
		d.say("%s: got limit %d mm and headroom %d, want %d and %d (%s)", name, got.Limit, got.Headroom, a.limit, a.limit-required, a.medium)
	}
}

// shortest is the shortest cable the link is on, whole mm.
func shortest(c *oChoice, l *oLink) int64 {
	n := unknownFigure
	for _, cable := range c.cables {
		if slices.Contains(cable.links, l) {
			n = min(n, cable.part.Length.FloorMM())
		}
	}
	return n
}

// linkFindings compares the findings that speak of links, by the path of the
// link's entry.
func (d *difference) linkFindings(links []*oLink) {
	d.same("no-cable", d.paths("no-cable"), paths(d.noWay))
	d.same("split-by-distance", d.paths("split-by-distance"), paths(d.far))
	var lost, long, low, known []int
	for _, l := range links {
		got := d.byDoc[l.index]
		if !l.known {
			lost = append(lost, l.index)
		}
		if !got.HasCable {
			continue
		}
		if units.MM(got.Headroom) < d.rules.headroom {
			low = append(low, l.index)
		}
		cable := d.res.Cables[got.Cables[0]]
		if units.MM(got.Spare) > d.rules.excess && 2*units.MM(got.Spare) > cable.Length {
			long = append(long, l.index)
		}
		if d.limited(l, got) {
			known = append(known, l.index)
		}
	}
	d.same("unknown-run", d.paths("unknown-run"), paths(lost))
	d.same("excess-length", d.paths("excess-length"), paths(long))
	d.same("low-headroom", d.paths("low-headroom"), paths(low))
	d.same("known-limitation", d.paths("known-limitation"), paths(known))
}

// limited is known-limitation: HDR over AOC or optics beyond 30 m between an
// NDR and an HDR cage, and 400 GbE of anything but a switch facing MMS1V00-WM.
func (d *difference) limited(l *oLink, got *planner.Link) bool {
	top := func(e oEnd, speeds ...string) bool { return slices.Contains(speeds, e.topSpeed()) }
	mixed := top(l.a, "ndr", "ndr200") && top(l.b, "hdr", "hdr100") || top(l.b, "ndr", "ndr200") && top(l.a, "hdr", "hdr100")
	if l.rate == "hdr" && (got.Medium == plan.AOC || got.Medium == plan.Optical) && mixed && got.Required > 30_000 {
		return true
	}
	facing := func(e, far oEnd) bool {
		for _, m := range d.res.Modules {
			if m.ID == far.cage() && m.Product.SKU == "MMS1V00-WM" {
				return !e.isSwitch() && e.lists("400gbe")
			}
		}
		return false
	}
	return facing(l.a, l.b) || facing(l.b, l.a)
}

func paths(list []int) []string {
	var out []string
	for _, i := range list {
		out = append(out, fmt.Sprintf("links[%d]", i))
	}
	return out
}

// paths lists the entries of links that findings of the code name.
func (d *difference) paths(code plan.Code) []string {
	var out []string
	for _, f := range d.res.Findings {
		if f.Code == code {
			entry, _, _ := strings.Cut(f.Path, "]")
			out = append(out, entry+"]")
		}
	}
	return out
}

func (d *difference) subjects(code plan.Code) []string {
	var out []string
	for _, f := range d.res.Findings {
		if f.Code == code {
			out = append(out, f.Subject)
		}
	}
	return out
}

// cablesText is one line for each cable of a choice.
func cablesText(c *oChoice) []string {
	var out []string
	for _, cable := range c.cables {
		ends := slices.Clone(cable.cages)
		if cable.hub != "" {
			ends = slices.DeleteFunc(ends, func(s string) bool { return s == cable.hub })
		}
		slices.SortFunc(ends, units.CompareNatural)
		existing := false
		var links []int
		for _, l := range cable.links {
			existing = existing || l.existing
			links = append(links, l.index)
		}
		slices.Sort(links)
		out = append(out, cableText(cable.legs, cable.part.ID(), cable.hub, ends, links, cable.unused, existing))
	}
	return out
}

func cableText(legs int, part, hub string, ends []string, links []int, unused int, existing bool) string {
	return fmt.Sprintf("1:%d %s hub %q to %q, links %v, %d legs unused, existing %t", legs, part, hub, ends, links, unused, existing)
}

func gotCables(res *planner.Result) []string {
	var out []string
	for _, c := range res.Cables {
		var hub string
		var ends []string
		for _, e := range c.Ends {
			cage := e.Device.Name + ":" + e.Cage
			if c.Shape != "1:1" && e.Leg == 0 {
				hub = cage
				continue
			}
			ends = append(ends, cage)
		}
		slices.SortFunc(ends, units.CompareNatural)
		var links []int
		for _, l := range c.Links {
			var n int
			fmt.Sscanf(res.Links[l].Path, "links[%d]", &n)
			links = append(links, n)
		}
		slices.Sort(links)
		legs := 0
		fmt.Sscanf(c.Shape, "1:%d", &legs)
		out = append(out, cableText(legs, c.Part.ID(), hub, ends, links, c.UnusedLegs, c.Existing))
	}
	return out
}

func modulesText(a oAnswer) []string {
	var out []string
	for cage, p := range a.choice.modules {
		existing := false
		for _, l := range a.at(cage) {
			existing = existing || l.existing
		}
		out = append(out, fmt.Sprintf("%s = %s, existing %t", cage, p.SKU, existing))
	}
	return out
}

func gotModules(res *planner.Result) []string {
	var out []string
	for _, m := range res.Modules {
		out = append(out, fmt.Sprintf("%s = %s, existing %t", m.ID, m.Product.SKU, m.Existing))
	}
	return out
}
