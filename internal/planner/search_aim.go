package planner

import (
	"cmp"
	"fmt"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// An aim is what is counted.
type aim int

const (
	aimCopper aim = iota // links on copper
	aimCost              // the cost of the order
	aimWatts             // links on copper, then watts: where costs are not known
)

// chooseAim settles what is counted: costs can only be compared where every
// part has a price.
func (s *search) chooseAim() {
	if s.goal != GoalCost {
		s.aim = aimCopper
		return
	}
	c := s.first.standing.Cost
	if c != nil && !c.AtLeast {
		s.aim = aimCost
		return
	}
	s.aim = aimWatts
	instead := "links on copper were counted instead of cost, then watts: "
	if s.first.standing.PowerAtLeast {
		s.aim, instead = aimCopper, "links on copper were counted instead of cost (the watts of some parts are not known either): "
	}
	switch {
	case c == nil:
		s.instead = instead + "no price list is loaded"
	case c.Unpriced > 0:
		s.instead = instead + fmt.Sprintf("%d %s of the order have no price in %s, and a sum without them cannot be compared",
			c.Unpriced, plural(c.Unpriced, "part"), s.first.result.Currency)
	default:
		s.instead = instead + "some links have no part, and a sum without them cannot be compared"
	}
}

// A tally sums up links, or is the difference of two such sums.
type tally struct {
	copper, errors, unknown int
	price                   units.Money // of what is ordered, without spares
	unpriced                int
	power                   units.Power
	cable                   units.Length
	parts                   map[catalog.Part]int // pieces ordered, without spares; nil: not counted
}

// worth is what links are worth as they would be, against as they are.
func (s *search) worth(after, before tally) tally {
	t := tally{copper: after.copper - before.copper, errors: after.errors - before.errors, unknown: after.unknown - before.unknown,
		price: after.price - before.price, unpriced: after.unpriced - before.unpriced, power: after.power - before.power, cable: after.cable - before.cable}
	if s.aim == aimCost {
		t.price = s.orderChange(after.parts, before.parts)
	}
	return t
}

// orderChange is by how much the order costs more with some parts in place of
// others: spares and what is at hand make it another sum than that of prices.
func (s *search) orderChange(after, before map[catalog.Part]int) units.Money {
	var sum units.Money
	change := func(p catalog.Part, by int) {
		if by == 0 {
			return
		}
		n := s.now.ordered[p]
		sum += s.now.costOf(p, n+by) - s.now.costOf(p, n)
	}
	for p, n := range after {
		change(p, n-before[p])
	}
	for p, n := range before {
		if after[p] == 0 {
			change(p, -n)
		}
	}
	return sum
}

// costOf is what so many pieces of a part cost with their spares.
func (st *state) costOf(p catalog.Part, n int) units.Money {
	w := st.work
	price, ok := w.cat.PriceOf(p.ID(), w.set.Currency)
	if !ok || n == 0 {
		return 0
	}
	n += w.set.Spares[p.Medium()].Of(n)
	return (price.Unit + price.Surcharge) * units.Money(max(0, n-st.stock[p.ID()]))
}

// tally sums up some links of a work, and the cables and modules they run over.
func (w *work) tally(links []int32) tally {
	t := tally{}
	if w.cat.Priced() {
		t.parts = map[catalog.Part]int{}
	}
	part := func(p catalog.Part, existing bool) {
		if p.Product != nil {
			power, _, _ := w.productPower(p.Product)
			t.power += power
		}
		if existing {
			return
		}
		if t.parts == nil {
			return
		}
		t.parts[p]++
		if price, ok := w.cat.PriceOf(p.ID(), w.set.Currency); ok {
			t.price += price.Unit + price.Surcharge
		} else {
			t.unpriced++
		}
	}
	for _, id := range links {
		l := &w.out[id]
		switch {
		case onCopper(l):
			t.copper++
		case l.Status == StatusUnknown:
			t.unknown++
		case l.Status == StatusError || !l.HasCable:
			t.errors++
		}
		if !l.HasCable {
			continue
		}
		for _, c := range l.Cables {
			if c < 0 || w.cables[c].Links[0] != id {
				continue // none, or counted with its first link
			}
			k := &w.cables[c]
			part(k.Part, k.Existing)
			t.cable += k.Length
			for _, e := range k.Ends {
				if e.Module >= 0 && w.modules[e.Module].Cables[0] == c {
					m := &w.modules[e.Module]
					part(catalog.Part{Product: m.Product}, m.Existing)
				}
			}
		}
	}
	return t
}

// gain orders differences by how good they are for an aim: above 0 where a is
// better than b.
func (a aim) gain(x, y tally) int {
	order := [...]int{cmp.Compare(x.copper, y.copper), cmp.Compare(y.price, x.price), cmp.Compare(y.power, x.power)}
	switch a {
	case aimCost:
		return cmp.Or(order[1], order[0], order[2], cmp.Compare(y.cable, x.cable))
	case aimWatts:
		return cmp.Or(order[0], order[2], cmp.Compare(y.cable, x.cable))
	}
	return cmp.Or(order[0], order[1], order[2], cmp.Compare(y.cable, x.cable))
}

// promising reports whether a difference is one for the better.
func (a aim) promising(t tally) bool {
	if t.errors > 0 || t.unknown > 0 {
		return false
	}
	switch a {
	case aimCost:
		return t.price < 0 && t.unpriced <= 0
	case aimWatts:
		return t.copper > 0 || t.copper == 0 && t.power < 0
	}
	return t.copper > 0
}

// compare orders standings: above 0 where x is better than y by what the aim
// counts. What only breaks ties between moves is left out.
func (a aim) compare(x, y *Standing) int {
	switch a {
	case aimCost:
		switch known, other := x.Cost != nil && !x.Cost.AtLeast, y.Cost != nil && !y.Cost.AtLeast; {
		case !known || !other:
			return cmp.Compare(b2i(known), b2i(other))
		}
		return cmp.Compare(y.Cost.Amount, x.Cost.Amount)
	case aimWatts:
		if x.PowerAtLeast || y.PowerAtLeast {
			return cmp.Compare(x.Copper, y.Copper) // lower bounds have no difference
		}
		return cmp.Or(cmp.Compare(x.Copper, y.Copper), cmp.Compare(y.Power, x.Power))
	}
	return cmp.Compare(x.Copper, y.Copper)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// moveEdit is the edit that brings a device to a place.
func (w *work) moveEdit(device int32, to place) plan.Edit {
	return plan.Edit{Kind: plan.MoveDevice, Device: w.devices[device].Name, Rack: w.racks[to.rack].name, U: to.u.String()}
}
