package planner_test

import (
	"cmp"
	"math/big"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// An oAnswer is what the oracle says about one component.
type oAnswer struct {
	*oComponent
	unknown bool
	choice  *oChoice // nil: nothing chosen
	limit   int64    // whole mm; -1: none
	medium  plan.Medium
	half    []string // cages with a half-used-cage finding
	halfMay []string // cages where the text can be read either way
	far     []*oLink // links that carry split-by-distance
}

// answer works one component out.
func (r oRules) answer(cat *catalog.Catalog, c *oComponent) oAnswer {
	out := oAnswer{oComponent: c, limit: -1}
	for _, l := range c.links {
		out.unknown = out.unknown || !l.known
	}
	if out.unknown {
		return out
	}
	copper := int64(-1)
	for _, as := range c.assignments() {
		choice, limits := r.choose(cat, c, as)
		far := int64(-1)
		for _, m := range []plan.Medium{plan.DAC, plan.ACC, plan.AEC} {
			if slices.Contains(r.media, m) {
				far = max(far, limits[m])
			}
		}
		if choice != nil {
			out.choice, out.limit, out.medium, copper = choice, limits[choice.medium], choice.medium, far
			break
		}
		copper = max(copper, far)
		for _, m := range r.media {
			if limits[m] > out.limit {
				out.limit, out.medium = limits[m], m
			}
		}
	}
	r.halfUsed(&out)
	if copper > 0 && len(c.links) > 1 {
		for _, l := range c.links {
			if r.required(l, plan.DAC) > copper {
				out.far = append(out.far, l)
			}
		}
		if len(out.far) == len(c.links) {
			out.far = nil
		}
	}
	return out
}

// choose walks the media under one assignment of variants. The limits are of
// the allowed media.
func (r oRules) choose(cat *catalog.Catalog, c *oComponent, as oAssign) (*oChoice, map[plan.Medium]int64) {
	limits := map[plan.Medium]int64{}
	var works []*oChoice
	for _, m := range r.media {
		var choice *oChoice
		switch m {
		case plan.TwistedPair:
			choice, limits[m] = r.twisted(cat, c, as)
		case plan.Optical:
			choice, limits[m] = r.optics(cat, c, as)
		default:
			choice, limits[m] = r.assembly(cat, m, c, as)
		}
		if choice != nil {
			works = append(works, choice)
		}
	}
	if len(works) == 0 {
		return nil, limits
	}
	if r.cheapest {
		slices.SortStableFunc(works, func(x, y *oChoice) int { return cmp.Compare(r.cost(x), r.cost(y)) })
		return works[0], limits
	}
	for _, w := range works {
		if !r.tooLong(w) {
			return w, limits
		}
	}
	return works[0], limits
}

// tooLong reports whether some link would get excess-length: spare above
// `excess` and above half the ordered length.
func (r oRules) tooLong(w *oChoice) bool {
	for _, cable := range w.cables {
		for _, l := range cable.links {
			spare := cable.part.Length.FloorMM() - r.required(l, w.medium)
			if units.MM(spare) > r.excess && 2*units.MM(spare) > cable.part.Length {
				return true
			}
		}
	}
	return false
}

// cost is landed cost + energy, unknown where any part has no price, or no
// watts: "an unknown figure sorts last, it never beats a known one".
func (r oRules) cost(w *oChoice) int64 {
	var prices, mw int64
	known := true
	add := func(id string, watts int64) {
		known = known && r.landed(id) != unknownFigure && watts != unknownFigure
		if known {
			prices, mw = prices+r.landed(id), mw+watts
		}
	}
	for _, c := range w.cables {
		watts := int64(0)
		if c.part.Product != nil {
			watts = r.watts(c.part.Product)
		}
		add(c.part.ID(), watts)
	}
	for _, m := range w.modules {
		add(m.SKU, r.watts(m))
	}
	if !known {
		return unknownFigure
	}
	// W/1000 x 8,760 h x years x pue x price, in cents, half up.
	cents := big.NewRat(mw, 1_000_000)
	for _, x := range []*big.Rat{big.NewRat(8760, 1), big.NewRat(r.years, 1), big.NewRat(r.pue, 1000), big.NewRat(r.energyPrice, 10_000), big.NewRat(100, 1)} {
		cents.Mul(cents, x)
	}
	cents.Add(cents, big.NewRat(1, 2))
	return prices + new(big.Int).Div(cents.Num(), cents.Denom()).Int64()
}

// watts is one piece with all its ends, class averages where the row is empty.
func (r oRules) watts(p *catalog.Product) int64 {
	if p.Medium == catalog.FibreCord {
		return 0
	}
	end := func(power units.Power, form *catalog.FormFactor) int64 {
		if power > 0 {
			return int64(power)
		}
		best, filled := unknownFigure, -1
		for _, d := range r.defaults {
			if d.Field != "power_mw" || d.Medium != p.Medium || d.FormFamily != "" && d.FormFamily != form.Family || d.AWG != "" && d.AWG != p.AWG {
				continue
			}
			if n := b2i(d.FormFamily != "") + b2i(d.AWG != ""); n > filled {
				best, filled = int64(d.Value)/100, n // hundredths of a milliwatt
			}
		}
		return best
	}
	sum := end(p.PowerA, p.EndA)
	if p.EndB != nil {
		sum += int64(p.Legs) * end(p.PowerB, p.EndB)
	}
	return min(sum, unknownFigure)
}

// halfUsed lists cages with unused legs, and twin-port cages with one link.
func (r oRules) halfUsed(out *oAnswer) {
	add := func(list *[]string, cage string) {
		if !slices.Contains(*list, cage) {
			*list = append(*list, cage)
		}
	}
	if out.choice == nil {
		return
	}
	for _, cage := range out.cages {
		at := out.at(cage)
		e := at[0].endIn(cage)
		v := out.choice.as[e.String()]
		if len(at) == 1 && twinCage(e, v) && len(plugOf(e, v).ports) == 1 {
			add(&out.half, cage)
		}
		// Two children of one port and nothing on the other: half the cage is
		// empty, but the cage has two links.
		used := map[int]bool{}
		for _, l := range at {
			end := l.endIn(cage)
			for _, p := range plugOf(end, out.choice.as[end.String()]).ports {
				used[p] = true
			}
		}
		if len(at) > 1 && twinCage(e, v) && len(used) == 1 {
			add(&out.halfMay, cage)
		}
	}
	for _, cable := range out.choice.cables {
		if cable.hub != "" && cable.unused > 0 {
			add(&out.half, cable.hub)
		}
	}
	slices.SortFunc(out.half, units.CompareNatural)
}
