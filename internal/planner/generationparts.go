package planner

import (
	"cmp"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// A ladder is what a generation offers between a pair of cages: of each medium
// what is chosen at any length.
type ladder struct {
	a, b    *catalog.FormFactor
	legs    int
	media   []rungs // in the plan's order of preference
	reaches []PairReach
}

// rungs are the choices of one medium, shortest first: each serves what is
// required up to its length and above that of the one before it.
type rungs struct {
	optical bool // slack.optical counts for it
	steps   []rung
}

type rung struct {
	upTo  int64 // whole mm
	parts []catalog.Part
	links int // that were given it
}

// newLadder asks the rules of selection at every length where their answer can
// change: those of the parts and the reaches of modules.
func (s *selector) newLadder(a, b *catalog.FormFactor, speed *catalog.Speed, media []plan.Medium) ladder {
	l := ladder{a: a, b: b, legs: 1, media: make([]rungs, len(media)), reaches: make([]PairReach, len(media))}
	if a != nil && b != nil && a.Ports > b.Ports {
		l.legs = a.Ports
	}
	for i, m := range media {
		l.media[i].optical = m == plan.AOC || m == plan.Optical
		l.reaches[i] = PairReach{Medium: m}
		if a == nil || b == nil || speed == nil {
			continue
		}
		if m == plan.Optical {
			l.media[i].steps = s.opticalRungs(a, b, speed, &l.reaches[i])
			continue
		}
		c := class{medium: m, legs: l.legs, hub: a, variant: speed}
		c.leg[0] = b
		l.media[i].steps = s.assemblyRungs(s.menu(c), &l.reaches[i])
		if limit := s.w.cat.MediaLimit(speed.Generation, catalog.Medium(m), shapeOfLegs(l.legs), a.Shell); limit != nil {
			l.reaches[i].quote(limit)
		}
	}
	return l
}

func shapeOfLegs(n int) string { return "1:" + itoa(n) }

// assemblyRungs are the choices among assemblies.
func (s *selector) assemblyRungs(m *menu, r *PairReach) []rung {
	var lengths []int64
	for _, p := range m.parts {
		lengths = append(lengths, p.Length.FloorMM())
	}
	steps := rungsAt(lengths, func(mm int64) ([]catalog.Part, bool) {
		part, ok := shortest(m.parts, mm)
		return []catalog.Part{part}, ok
	})
	r.Limit, r.Ever = m.longest, m.ever
	list, longest := m.parts, m.longest
	if r.Limit == 0 {
		list, longest = m.every, m.ever
	}
	for _, p := range list {
		if p.Length.FloorMM() != longest || p.Product != nil && !p.Product.Automatic {
			continue
		}
		if r.Limit == 0 && r.Why == "" {
			r.Why = s.whyNot(p)
		}
		r.cite(p)
	}
	if r.Limit == 0 && r.Ever == 0 && len(m.every) > 0 {
		r.Why = s.whyNot(m.every[0])
	}
	return steps
}

// opticalRungs are the choices of two transceivers and a cord. A link between
// like cages has the same transceiver at both ends.
func (s *selector) opticalRungs(a, b *catalog.FormFactor, speed *catalog.Speed, r *PairReach) []rung {
	forms := []formVariant{{a, speed}}
	if b != a {
		forms = append(forms, formVariant{b, speed})
		slices.SortFunc(forms, compareForm)
	}
	menu := s.newOpticalMenu(forms, false, s.allowed)
	near, far := socket{group: &catalog.PortGroup{Form: a}, variant: speed}, socket{group: &catalog.PortGroup{Form: b}, variant: speed}
	cordsOf := func(c *opticalChoice) *cords {
		return s.cordsFor(cordKey{legs: 1, modules: [3]*catalog.Product{c.module(&near), c.module(&far)}})
	}
	var lengths []int64
	for _, c := range menu.choices {
		lengths = append(lengths, c.reach)
		for _, p := range cordsOf(c).parts {
			lengths = append(lengths, min(c.reach, p.Length.FloorMM()))
		}
	}
	pick := func(mm int64) ([]catalog.Part, bool) {
		for _, c := range menu.choices {
			cord, ok := shortest(cordsOf(c).parts, mm)
			if ok && c.reach >= mm {
				return []catalog.Part{{Product: c.module(&near)}, {Product: c.module(&far)}, cord}, true
			}
		}
		return nil, false
	}
	steps := rungsAt(lengths, pick)
	if n := len(steps); n > 0 {
		r.Limit, r.Ever = steps[n-1].upTo, steps[n-1].upTo
		for _, p := range steps[n-1].parts {
			r.cite(p)
		}
	}
	return steps
}

// rungsAt asks what is chosen at each of the lengths.
func rungsAt(lengths []int64, pick func(mm int64) ([]catalog.Part, bool)) []rung {
	slices.Sort(lengths)
	var steps []rung
	for _, mm := range slices.Compact(lengths) {
		if parts, ok := pick(mm); ok && mm > 0 {
			steps = append(steps, rung{upTo: mm, parts: parts})
		}
	}
	return steps
}

// cite names a part and its sources.
func (r *PairReach) cite(p catalog.Part) {
	if !slices.Contains(r.Parts, p.ID()) {
		r.Parts = append(r.Parts, p.ID())
	}
	for _, key := range partSources(p).Sources {
		if !slices.Contains(r.Sources, key) {
			r.Sources = append(r.Sources, key)
		}
	}
}

// quote adds the source of the limit people quote, and what it says of a medium
// there is nothing of.
func (r *PairReach) quote(limit *catalog.MediaLimit) {
	for _, key := range limit.Sources {
		if !slices.Contains(r.Sources, key) {
			r.Sources = append(r.Sources, key)
		}
	}
	if r.Limit == 0 && r.Why == "" {
		r.Why = limit.Note
	}
}

func partSources(p catalog.Part) catalog.Citation {
	if p.Product != nil {
		return p.Product.Citation
	}
	return p.Spec.Citation
}

func (l *ladder) pair(switches bool) CagePair {
	return CagePair{A: l.a, B: l.b, Switches: switches, Shape: shapeOfLegs(l.legs), Reaches: l.reaches}
}

// take gives a link the first medium that does what it requires of copper and of
// optics, and says which; -1: none does.
func (l *ladder) take(need [2]int64) int {
	for i := range l.media {
		m := &l.media[i]
		mm := need[0]
		if m.optical {
			mm = need[1]
		}
		at, _ := slices.BinarySearchFunc(m.steps, mm, func(r rung, mm int64) int { return cmp.Compare(r.upTo, mm) })
		if at < len(m.steps) {
			m.steps[at].links++
			return i
		}
	}
	return -1
}

// add works out the parts of a generation from what its links were given.
func (one *Generation) add(w *work, g *Generations, ladders [2]ladder) {
	index := map[catalog.Part]int{}
	for i, m := range g.Media {
		from := len(one.Parts)
		clear(index)
		for _, l := range ladders {
			for _, step := range l.media[i].steps {
				for _, p := range step.parts {
					if step.links == 0 {
						continue
					}
					at, ok := index[p]
					if !ok {
						at = len(one.Parts)
						index[p] = at
						one.Parts = append(one.Parts, w.newShare(m, p))
					}
					one.Parts[at].Links += step.links
				}
			}
		}
		slices.SortFunc(one.Parts[from:], func(a, b PartShare) int { return compareBOM(a.Part, b.Part) })
	}
	if g.Priced {
		one.Cost = &Cost{AtLeast: one.Nothing > 0}
	}
	one.PowerAtLeast = one.Nothing > 0
	for i := range one.Parts {
		one.sum(&one.Parts[i])
	}
}

// sum works out a part's share and adds it to the totals.
func (one *Generation) sum(p *PartShare) {
	n, per := int64(p.Links), int64(p.Per)
	p.Power = units.Power((n*int64(p.Power) + per - 1) / per) // needs round up
	one.Power += p.Power
	one.PowerAtLeast = one.PowerAtLeast || !p.PowerKnown
	one.PowerEstimate = one.PowerEstimate || p.PowerEstimate
	switch {
	case one.Cost == nil:
	case p.Price == nil:
		one.Cost.AtLeast = true
		one.Cost.Unpriced++
	default:
		p.Cost = units.Money((2*n*int64(*p.Price) + per) / (2 * per)) // half up
		one.Cost.Amount += p.Cost
	}
}

// newShare is a part no link uses yet, with the power of one piece.
func (w *work) newShare(m plan.Medium, p catalog.Part) PartShare {
	f := w.figuresOf(p)
	out := PartShare{Medium: m, Part: p, Per: 1, Power: f.power, PowerKnown: f.powerKnown, Lifecycle: catalog.Active, Evidence: catalog.Transcribed}
	from := partSources(p)
	out.Sources, out.Locator = from.Sources, from.Locator
	if q := p.Product; q != nil {
		out.Lifecycle, out.Evidence = q.Lifecycle, q.Evidence
		_, _, out.PowerEstimate = w.productPower(q)
		if q.EndA != nil && q.EndA.Ports > 1 {
			out.Per = q.EndA.Ports
		}
	}
	if price, ok := w.cat.PriceOf(p.ID(), w.set.Currency); ok {
		unit := price.Unit + price.Surcharge
		out.Price = &unit
	}
	return out
}
