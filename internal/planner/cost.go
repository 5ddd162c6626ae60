package planner

import (
	"math"
	"math/bits"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// cheaper reports whether one attempt costs less than another: landed price
// plus energy over the plan's years. An attempt with an unpriced part is never
// the cheaper one.
func (s *selector) cheaper(a, b attempt) bool {
	x, xKnown := s.cost(a)
	y, yKnown := s.cost(b)
	return xKnown && (!yKnown || x < y)
}

// cost is what the parts of an attempt cost in hundredths, energy included: of
// all their watts together, rounded once. known is false where a part has no
// price or no watts.
func (s *selector) cost(a attempt) (total int64, known bool) {
	known = true
	var watts int64
	add := func(p catalog.Part) {
		price, w := s.landed(p.ID()), int64(0)
		if p.Product != nil {
			w = s.watts(p.Product)
		}
		if price < 0 || w < 0 {
			known = false
			return
		}
		total, watts = total+price, watts+w
	}
	if a.part.Nil() {
		for _, m := range a.modules {
			add(catalog.Part{Product: m})
		}
		for _, c := range a.cords {
			add(c)
		}
	} else {
		add(a.part)
	}
	energy := energyCost(watts, s.set.Years, s.set.PUE, s.set.EnergyPrice)
	if energy > math.MaxInt64-total {
		return math.MaxInt64, known
	}
	return total + energy, known
}

// energyCost is what milliwatts cost over some years, in hundredths, half up:
// W/1000 x 8,760 h x years x pue x price, of which pue is in thousandths and the
// price of a kWh in ten-thousandths. It is at most the largest int64.
func energyCost(mw int64, years, pue, price int) int64 {
	// mW x h x years x pue/1000 x price/10,000 are millionths of a kWh's price.
	const d = 1_000_000 * 1000 * 10_000 / 100
	hi, lo := bits.Mul64(uint64(mw)*8760*uint64(years), uint64(pue)*uint64(price))
	lo, carry := bits.Add64(lo, d/2, 0)
	if hi += carry; hi >= d {
		return math.MaxInt64
	}
	cents, _ := bits.Div64(hi, lo, d)
	return int64(min(cents, math.MaxInt64))
}

// costOf adds up the rows of an order. Parts that are missing altogether have no
// price either.
func costOf(rows []BOMRow, missing int) *Cost {
	c := &Cost{AtLeast: missing > 0}
	for i := range rows {
		row := &rows[i]
		switch {
		case row.ExtendedPrice != nil:
			c.Amount += *row.ExtendedPrice
		case row.Order > 0:
			c.AtLeast = true
			c.Unpriced++
		}
	}
	return c
}

// price puts what a part costs into its row: the unit price is the landed one,
// with the surcharge, so that an extended price is order x unit price.
func (w *work) price(r *BOMRow) {
	r.LeadTimeDays = -1
	price, ok := w.cat.PriceOf(r.Part.ID(), w.set.Currency)
	if !ok {
		return
	}
	unit := price.Unit + price.Surcharge
	total := unit * units.Money(r.Order)
	r.UnitPrice, r.ExtendedPrice, r.Currency, r.LeadTimeDays = &unit, &total, price.Currency, price.LeadTimeDays
}
