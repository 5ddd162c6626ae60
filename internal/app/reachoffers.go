package app

import (
	"cmp"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// offers is what one medium does at the variants of a rate.
func (k *reacher) offers(speeds []*catalog.Speed, m plan.Medium, from, to *end) []Offer {
	if m == plan.Optical {
		out := k.optical(speeds, from, to)
		if len(out) == 0 && from != nil && to != nil {
			out = k.nothing(speeds[0], m, from, to)
		}
		return out
	}
	var out []Offer
	for _, s := range speeds {
		switch m {
		case plan.TwistedPair:
			out = append(out, k.twistedPair(s, from, to)...)
		default:
			out = append(out, k.assemblies(s, m, from, to)...)
		}
	}
	if len(out) == 0 {
		return k.nothing(speeds[0], m, from, to)
	}
	return out
}

// nothing says that a medium does not exist where a limit says so, or that
// nothing is made of it between two ends that were named.
func (k *reacher) nothing(s *catalog.Speed, m plan.Medium, from, to *end) []Offer {
	o := Offer{Speed: s, Medium: m, joint: joint{Shape: "1:1"}, Does: None, Asked: k.length(m)}
	limit := k.cat.MediaLimit(s.Generation, catalog.Medium(m), "1:1", "")
	switch {
	case s.Modulation == "base-t":
		return nil // twisted pair alone carries it
	case from == nil || to == nil:
		if limit == nil || from != nil || to != nil {
			return nil
		}
	case m == plan.TwistedPair:
		return nil // asked of everything that is no jack, it would be an answer to nothing
	case limit == nil || limit.Limit > 0:
		o.Note = "nothing of it joins the two"
		for _, e := range []*end{from, to} {
			for _, x := range e.mouths {
				if x.does(s) {
					o.Sources = union(slices.Clone(o.Sources), x.form.Sources)
				}
			}
		}
		return []Offer{o}
	}
	o.Note, o.Sources = limit.Note, limit.Sources
	return []Offer{o}
}

// assemblies are the offers of copper or AOC at one speed.
func (k *reacher) assemblies(s *catalog.Speed, m plan.Medium, from, to *end) []Offer {
	var out []Offer
	at := map[joint]int{}
	for _, p := range k.cat.Assemblies(catalog.Medium(m)) {
		if !p.Carries(s) || !joins(p, s, from, to) {
			continue
		}
		j := joint{p.Shape, p.EndA, p.EndB}
		i, ok := at[j]
		if !ok {
			i = len(out)
			at[j] = i
			out = append(out, Offer{Speed: s, Medium: m, joint: j})
		}
		out[i].Ways = append(out[i].Ways, k.way(p.Length, catalog.Part{Product: p, Length: p.Length}))
	}
	slices.SortStableFunc(out, func(x, y Offer) int { return strings.Compare(x.Shape, y.Shape) })
	for i := range out {
		o := &out[i]
		o.decide(k.length(m))
		if limit := k.cat.MediaLimit(s.Generation, catalog.Medium(m), o.Shape, o.A.Shell); limit != nil {
			o.Note, o.Sources = limit.Note, union(o.Sources, limit.Sources)
		}
	}
	return out
}

// twistedPair is the offer of cords between two jacks; none where an end has no
// jack.
func (k *reacher) twistedPair(s *catalog.Speed, from, to *end) []Offer {
	jack := func(e *end) bool {
		return e == nil || slices.ContainsFunc(e.mouths, func(m mouth) bool { return m.form.Family == "rj45" && m.does(s) })
	}
	if !jack(from) || !jack(to) {
		return nil
	}
	o := Offer{Speed: s, Medium: plan.TwistedPair, joint: joint{Shape: "1:1"}}
	for _, p := range k.cat.Assemblies(catalog.TwistedPair) {
		if p.Carries(s) && p.Length <= p.Reach {
			o.Ways = append(o.Ways, k.way(p.Length, catalog.Part{Product: p, Length: p.Length}))
		}
	}
	for _, row := range k.cat.SpecCords(catalog.TwistedPair, "1:1") {
		for _, l := range row.Lengths {
			if slices.Contains(row.Speeds, s) && l <= row.Reach {
				o.Ways = append(o.Ways, k.way(l, catalog.Part{Spec: row, Length: l}))
			}
		}
	}
	if len(o.Ways) == 0 {
		return nil
	}
	o.decide(k.length(plan.TwistedPair))
	return []Offer{o}
}

// optical offers each family of optics that has a transceiver for both ends, on
// the best fibre the settings allow.
func (k *reacher) optical(speeds []*catalog.Speed, from, to *end) []Offer {
	var out []Offer
	if from != nil && to != nil {
		out = k.opticalBetween(speeds, from, to)
	}
	for _, s := range speeds {
		for _, family := range k.cat.Optics {
			if slices.ContainsFunc(out, func(o Offer) bool { return o.Optics == family }) && from != nil && to != nil {
				continue
			}
			grade := "os2"
			if family.Mode == catalog.Multimode {
				grade = k.set.Multimode
			}
			one, other := k.modules(family, s, grade, from), k.modules(family, s, grade, to)
			if len(one) == 0 || len(other) == 0 || from != nil && to != nil && published(one) && published(other) {
				continue // between two ends only what nobody publishes a reach of is left
			}
			o := Offer{Speed: s, Medium: plan.Optical, joint: joint{Shape: "1:1"}, Optics: family, Grade: grade}
			near, far := o, o
			near.Ways, far.Ways = one, other
			near.decide(k.length(plan.Optical))
			far.decide(k.length(plan.Optical))
			out = append(out, both(near, far))
		}
	}
	return out
}

// published reports whether a reach of some way is published.
func published(all []Way) bool {
	return slices.ContainsFunc(all, func(w Way) bool { return w.Span > 0 })
}

// opticalBetween offers pairs of transceivers with their cords between two ends.
// Each end runs the variant of the rate its own ports list.
func (k *reacher) opticalBetween(speeds []*catalog.Speed, from, to *end) []Offer {
	var out []Offer
	type pair struct {
		a, b  planner.OpticalEnd
		split bool
	}
	seen := map[pair]bool{}
	for _, x := range from.mouths {
		for _, y := range to.mouths {
			for _, sx := range speeds {
				for _, sy := range speeds {
					p := pair{planner.OpticalEnd{Cage: x.form, Speed: sx}, planner.OpticalEnd{Cage: y.form, Speed: sy}, x.child != y.child && !x.whole() && !y.whole()}
					if !x.does(sx) || !y.does(sy) || x.child && y.child || x.form.Family == "rj45" || y.form.Family == "rj45" || seen[p] {
						continue
					}
					seen[p] = true
					for _, w := range planner.OpticalWays(k.cat, k.settings, p.a, p.b, p.split) {
						out = k.addOptical(out, sx, p.split, w)
					}
				}
			}
		}
	}
	for i := range out {
		out[i].decide(k.length(plan.Optical))
		out[i].Sources = union(out[i].Sources, out[i].Optics.Sources)
	}
	slices.SortStableFunc(out, func(x, y Offer) int {
		return cmp.Or(cmp.Compare(slices.Index(speeds, x.Speed), slices.Index(speeds, y.Speed)), cmp.Compare(slices.Index(k.cat.Optics, x.Optics), slices.Index(k.cat.Optics, y.Optics)))
	})
	return out
}

// addOptical adds a way to the offer of its family.
func (k *reacher) addOptical(out []Offer, s *catalog.Speed, split bool, w planner.OpticalWay) []Offer {
	shape := "1:1"
	if split {
		shape = "1:2"
	}
	i := slices.IndexFunc(out, func(o Offer) bool { return o.Optics == w.Optics && o.Speed == s && o.Shape == shape })
	if i < 0 {
		i = len(out)
		out = append(out, Offer{Speed: s, Medium: plan.Optical, joint: joint{Shape: shape}, Optics: w.Optics, Grade: w.Grade})
	}
	parts := []catalog.Part{{Product: w.A}, {Product: w.B}}
	span, cord := w.Reach, catalog.Part{}
	longest := units.Length(0)
	for _, c := range w.Cords {
		longest = max(longest, c.Length)
		if cord.Nil() && c.Length >= k.length(plan.Optical) {
			cord = c
		}
	}
	if len(w.Cords) > 0 {
		span = min(span, longest)
		if cord.Nil() {
			cord = w.Cords[slices.IndexFunc(w.Cords, func(c catalog.Part) bool { return c.Length == longest })]
		}
		parts = append(parts, cord)
	}
	way := k.way(span, parts...)
	if len(w.Cords) == 0 {
		way.Does, way.Why = max(way.Does, Pinned), "no cord may be chosen for it"
	}
	out[i].Ways = append(out[i].Ways, way)
	return out
}

// modules are the transceivers of a family that carry a speed and go into an
// end, by what they reach on a grade of fibre.
func (k *reacher) modules(family *catalog.Optics, s *catalog.Speed, grade string, at *end) []Way {
	var out []Way
	for _, p := range k.cat.Assemblies(catalog.Transceiver) {
		fits := at == nil || slices.ContainsFunc(at.mouths, func(m mouth) bool { return m.does(s) && m.takes(p.EndA) })
		if p.Optics == family && p.Carries(s) && fits {
			out = append(out, k.way(p.FibreReach.On(grade), catalog.Part{Product: p}))
		}
	}
	return out
}

// both is what two ends do together: the worse verdict, the shorter limit, the
// parts of either.
func both(from, to Offer) Offer {
	out := from
	out.Does = max(from.Does, to.Does)
	out.Limit, out.At = min(from.Limit, to.Limit), min(from.At, to.At)
	out.Parts, out.Sources = union(slices.Clone(from.Parts), to.Parts), union(slices.Clone(from.Sources), to.Sources)
	out.Ways = slices.Clone(from.Ways)
	for _, w := range to.Ways {
		if !slices.ContainsFunc(out.Ways, func(x Way) bool { return slices.Equal(x.Parts, w.Parts) }) {
			out.Ways = append(out.Ways, w)
		}
	}
	return out
}
