package app

import (
	"cmp"
	"slices"

	"lengthwise/internal/drawing"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// A PairQuery selects what is to be pulled; what is empty selects nothing.
type PairQuery struct {
	Rack  string // of either end; may be a range
	Row   string // of the rack of either end
	Group string // of the link
}

// A RackPair is what is pulled between two racks, A before B in natural order.
// A rack is empty where an end stands in none.
type RackPair struct {
	A, B  string
	Pulls []Pull // by the unit of end A, its device and port
}

// A Pull is a cable between two of its ends: a splitter has one for each leg.
type Pull struct {
	Cable int32 // index into Result.Cables
	A, B  int8  // places in its Ends; A stands in the pair's A
}

// RackPairs are the cables that are not there already, by the racks they join,
// in natural order of the racks. The error is *Invalid.
func (c *Checked) RackPairs(q PairQuery) ([]RackPair, error) {
	bad := &faults{}
	racks := choose(bad, "rack", q.Rack)
	bad.text("row", q.Row, MaxSearch)
	bad.text("group", q.Group, MaxSearch)
	inRow := map[string]bool{}
	if q.Row != "" {
		for _, p := range drawing.NewHall(c.Document, c.Result).Places() {
			if p.Row == q.Row {
				inRow[p.Name] = true
			}
		}
		if len(inRow) == 0 {
			bad.add("row", "row %q has no rack; name one of the rows of the plan", clip(q.Row))
		}
	}
	if err := bad.err(); err != nil {
		return nil, err
	}
	asked := func(rack string) bool { return (racks == nil || racks.has(rack)) && (q.Row == "" || inRow[rack]) }
	type key struct{ a, b string }
	at := map[key]int{}
	var out []RackPair
	for i := range c.Result.Cables {
		x := &c.Result.Cables[i]
		if x.Existing {
			continue
		}
		for far := 1; far < len(x.Ends); far++ {
			if q.Group != "" && c.Result.Links[linkOf(x, far)].Group != q.Group {
				continue
			}
			p := Pull{Cable: int32(i), B: int8(far)}
			if pullsBack(x, far) {
				p.A, p.B = p.B, p.A
			}
			k := key{x.Ends[p.A].Device.Rack, x.Ends[p.B].Device.Rack}
			if !asked(k.a) && !asked(k.b) {
				continue
			}
			n, ok := at[k]
			if !ok {
				n = len(out)
				at[k] = n
				out = append(out, RackPair{A: k.a, B: k.b})
			}
			out[n].Pulls = append(out[n].Pulls, p)
		}
	}
	slices.SortFunc(out, func(p, q RackPair) int { return cmp.Or(compareRack(p.A, q.A), compareRack(p.B, q.B)) })
	for i := range out {
		slices.SortStableFunc(out[i].Pulls, func(p, q Pull) int { return comparePulls(c.Result, p, q) })
	}
	return out, nil
}

// linkOf is a link a cable carries to one of its ends.
func linkOf(c *planner.Cable, far int) int32 {
	if l := c.Ends[far].Link; l >= 0 {
		return l
	}
	return c.Links[0]
}

// pullsBack reports whether the pair of a cable's first end and another is
// named from the other: its rack comes first, or it is lower in the same rack.
func pullsBack(c *planner.Cable, far int) bool {
	a, b := c.Ends[0].Device, c.Ends[far].Device
	if d := compareRack(a.Rack, b.Rack); d != 0 {
		return d > 0
	}
	return a.U > b.U
}

// compareRack is the natural order of racks; what stands in none comes last.
func compareRack(a, b string) int {
	switch {
	case a == b:
		return 0
	case a == "":
		return 1
	case b == "":
		return -1
	}
	return units.CompareNatural(a, b)
}

func comparePulls(r *planner.Result, p, q Pull) int {
	x, y := &r.Cables[p.Cable], &r.Cables[q.Cable]
	a, b := &x.Ends[p.A], &y.Ends[q.A]
	return cmp.Or(cmp.Compare(a.Device.U, b.Device.U), units.CompareNatural(a.Device.Name, b.Device.Name), units.CompareNatural(a.Cage, b.Cage),
		cmp.Compare(p.Cable, q.Cable), cmp.Compare(p.B, q.B), cmp.Compare(p.A, q.A))
}
