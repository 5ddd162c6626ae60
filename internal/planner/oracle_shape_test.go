package planner_test

import (
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// An oAssign says which variant each end runs, by device:port.
type oAssign map[string]*catalog.Speed

// assignments writes down every way to give the links of a component variants,
// the order of the first link varying slowest: "all links on one port's
// children use one variant".
func (c *oComponent) assignments() []oAssign {
	var out []oAssign
	var walk func(i int, byPort map[string]*catalog.Speed, picked oAssign)
	walk = func(i int, byPort map[string]*catalog.Speed, picked oAssign) {
		if i == len(c.links) {
			done := oAssign{}
			for k, v := range picked {
				done[k] = v
			}
			out = append(out, done)
			return
		}
		l := c.links[i]
		for _, o := range l.options {
			wasA, wasB := byPort[l.a.whole()], byPort[l.b.whole()]
			if wasA != nil && wasA != o[0] || wasB != nil && wasB != o[1] {
				continue
			}
			byPort[l.a.whole()], byPort[l.b.whole()] = o[0], o[1]
			picked[l.a.String()], picked[l.b.String()] = o[0], o[1]
			walk(i+1, byPort, picked)
			byPort[l.a.whole()], byPort[l.b.whole()] = wasA, wasB
		}
	}
	walk(0, map[string]*catalog.Speed{}, oAssign{})
	return out
}

// An oPlug says how an end sits in the plug of its cage: the ports of the plug
// it takes (1, 2 or both), and into how many children each of them is split
// (1: not split).
type oPlug struct {
	ports []int
	split int
}

// plugOf reads "Split children of an osfp-8 cage count as the two ports of a
// twin-port plug", "a link of 4 lanes or fewer on the unsplit name of an osfp-8
// port takes port 1 of the plug" and catalog-notes 1 ("of four, two go to each").
func plugOf(e oEnd, v *catalog.Speed) oPlug {
	if e.form() == "osfp-8" {
		switch n := e.children(v); {
		case e.child == 0 && v.Lanes > 4:
			return oPlug{[]int{1, 2}, 1}
		case e.child == 0:
			return oPlug{[]int{1}, 1}
		case n == 2:
			return oPlug{[]int{e.child}, 1}
		default:
			return oPlug{[]int{(e.child + 1) / 2}, 2}
		}
	}
	split := 1
	if e.child > 0 {
		split = e.children(v)
	}
	if e.twin() {
		return oPlug{[]int{e.port.Index}, split}
	}
	return oPlug{[]int{1}, split}
}

// twinCage reports whether the cage counts as twin-port for the links in it:
// two ports, or an osfp-8 port that is split or runs over both plug ports.
func twinCage(e oEnd, v *catalog.Speed) bool {
	return e.twin() || e.form() == "osfp-8" && (e.child > 0 || v.Lanes > 4)
}

// legs is how many links the cage can serve as a hub, or 0 where it cannot be
// one: "a one-port cage only when its port is split".
func hubLegs(e oEnd, v *catalog.Speed) int {
	n := 1
	if e.child > 0 {
		n = e.children(v)
	}
	if e.twin() {
		return 2 * n
	}
	if e.child == 0 {
		return 0
	}
	return n
}

// straight reports whether the component fits one straight cable.
func (c *oComponent) straight(as oAssign) bool {
	if len(c.cages) != 2 {
		return false
	}
	for _, l := range c.links {
		va, vb := as[l.a.String()], as[l.b.String()]
		pa, pb := plugOf(l.a, va), plugOf(l.b, vb)
		if pa.split > 1 || pb.split > 1 {
			return false
		}
		if !slices.Equal(pa.ports, pb.ports) {
			return false
		}
	}
	return true
}

// splitter reports whether the component fits a splitter with its hub in the
// cage, and how many legs that splitter has.
func (c *oComponent) splitter(hub string, as oAssign) (int, bool) {
	at := c.at(hub)
	if len(at) != len(c.links) || len(c.cages) != len(c.links)+1 {
		return 0, false // some cage has two links, or a link lies elsewhere
	}
	legs := 0
	for _, l := range at {
		e := l.endIn(hub)
		legs = hubLegs(e, as[e.String()])
		leg := l.other(hub)
		if plugOf(leg, as[leg.String()]).split > 1 {
			return 0, false // no part joins two split children, and a leg takes a whole port
		}
		if len(plugOf(e, as[e.String()]).ports) != 1 {
			return 0, false // both plug ports belong to one link
		}
	}
	return legs, legs == 2 || legs == 4
}

// allows applies evidence, lifecycle and auto_select.
func (r oRules) allows(p *catalog.Product) bool {
	if r.status(p.SKU) == catalog.Forbidden || !p.Automatic || p.Evidence.Rank() > r.evidence.Rank() {
		return false
	}
	switch p.Lifecycle {
	case catalog.Active, catalog.UnknownLifecycle:
		return true
	case catalog.Retired:
		return r.retired
	}
	return false
}

// fits reports whether the assembly answers the component in every respect but
// length; hub is empty for a straight cable.
func (r oRules) fits(p *catalog.Product, m plan.Medium, c *oComponent, hub string, legs int, as oAssign) bool {
	if string(p.Medium) != string(m) || !r.allows(p) || p.Length == 0 || p.EndB == nil {
		return false
	}
	for _, l := range c.links {
		va, vb := as[l.a.String()], as[l.b.String()]
		if va.Lanes != vb.Lanes || va.LaneGbps != vb.LaneGbps {
			return false // copper and AOC need the same lanes and lane rate at both ends
		}
		if !p.Carries(va) || !p.Carries(vb) || !slices.Contains(p.Protocols, va.Protocol) {
			return false
		}
	}
	if hub == "" {
		first := c.links[0]
		fa, fb := first.a.port.Group.Form, first.b.port.Group.Form
		return p.Legs == 1 &&
			(fa.Accept(p.EndA.Name) && fb.Accept(p.EndB.Name) || fa.Accept(p.EndB.Name) && fb.Accept(p.EndA.Name))
	}
	if p.Legs != legs {
		return false
	}
	for _, l := range c.links {
		if !l.endIn(hub).port.Group.Form.Accept(p.EndA.Name) || !l.other(hub).port.Group.Form.Accept(p.EndB.Name) {
			return false
		}
	}
	return true
}
