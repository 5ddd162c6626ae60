package planner

import (
	"lengthwise/internal/catalog"
)

// cheaper reports whether one attempt costs less than another: landed price
// plus energy over the plan's years. An attempt with an unpriced part is never
// the cheaper one.
func (s *selector) cheaper(a, b attempt) bool {
	x, xKnown := s.cost(a)
	y, yKnown := s.cost(b)
	return xKnown && (!yKnown || x < y)
}

// cost is what the parts of an attempt cost in hundredths, energy included;
// known is false where a part has no price or no watts.
func (s *selector) cost(a attempt) (total int64, known bool) {
	known = true
	add := func(p catalog.Part) {
		price := s.landed(p.ID())
		watts := int64(0)
		if p.Product != nil {
			watts = s.watts(p.Product)
		}
		if price < 0 || watts < 0 {
			known = false
			return
		}
		total += price + s.energy(watts)
	}
	if a.part.Nil() {
		for _, m := range a.modules {
			add(catalog.Part{Product: m})
		}
		for _, c := range a.cords {
			add(c)
		}
		return total, known
	}
	add(a.part)
	return total, known
}

// energy is what milliwatts cost over the plan's years, in hundredths, half up:
// W/1000 x 8,760 h x years x pue x price.
func (s *selector) energy(mw int64) int64 {
	// mW x h x years x (pue/1000) x (price/10000) / 1e6 kWh, in hundredths.
	n := mw * 8760 * int64(s.set.Years) * int64(s.set.PUE) * int64(s.set.EnergyPrice)
	const d = 1_000_000 * 1000 * 10_000 / 100
	return (2*n + d) / (2 * d)
}
