package plantest

import (
	"fmt"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// cables: ids are unique, legs are counted, ends and links agree.
func (c *checker) cables() {
	ids := map[string]bool{}
	for i := range c.res.Cables {
		x := &c.res.Cables[i]
		if ids[x.ID] || x.ID == "" {
			c.broken("cable %d has the id %q, which is taken or empty", i, x.ID)
		}
		ids[x.ID] = true
		if x.Part.Nil() {
			c.broken("cable %s is no part", x.ID)
			continue
		}
		if x.Length != x.Part.Length || x.Length <= 0 && !c.faulty(x) {
			c.broken("cable %s is %v, its part %s is %v", x.ID, x.Length, x.Part.ID(), x.Part.Length)
		}
		if x.Label == "" {
			c.broken("cable %s has no label", x.ID)
		}
		if len(x.Links) == 0 {
			c.broken("cable %s carries no link", x.ID)
		}
		existing, required := false, int64(0)
		for _, n := range x.Links {
			l := &c.res.Links[n]
			existing, required = existing || l.Existing, max(required, l.Required)
			if !l.HasCable || l.Cables[0] != int32(i) && l.Cables[1] != int32(i) {
				c.broken("cable %s carries %s - %s, which does not point to it", x.ID, l.A, l.B)
			}
		}
		if x.Existing != existing {
			c.broken("cable %s: existing is %t, of its links %t", x.ID, x.Existing, existing)
		}
		if x.Required != required {
			c.broken("cable %s requires %d mm, its longest link %d", x.ID, x.Required, required)
		}
		c.ends(x, int32(i))
	}
}

// ends: a straight cable has two, a splitter one hub and a leg for each link.
func (c *checker) ends(x *planner.Cable, index int32) {
	legs := 0
	if _, err := fmt.Sscanf(x.Shape, "1:%d", &legs); err != nil {
		c.broken("cable %s has the shape %q", x.ID, x.Shape)
		return
	}
	if part := partLegs(x.Part); part != legs && !c.faulty(x) {
		c.broken("cable %s has the shape %s, its part %s has %d legs", x.ID, x.Shape, x.Part.ID(), part)
	}
	if legs == 1 {
		if len(x.Ends) != 2 || x.UnusedLegs != 0 || !c.faulty(x) && (x.Ends[0].Leg != 0 || x.Ends[1].Leg != 1) {
			c.broken("straight cable %s has %d ends and %d unused legs", x.ID, len(x.Ends), x.UnusedLegs)
		}
	} else {
		if x.UnusedLegs != legs-len(x.Links) || len(x.Ends) != len(x.Links)+1 {
			c.broken("splitter %s %s carries %d links, has %d ends and %d unused legs", x.Shape, x.ID, len(x.Links), len(x.Ends), x.UnusedLegs)
		}
		var carried []int32
		used := map[int]bool{}
		for k, e := range x.Ends {
			switch {
			case k == 0 && e.Leg != 0, k > 0 && (e.Leg < 1 || e.Leg > legs), used[e.Leg]:
				c.broken("splitter %s has leg %d at its end %d", x.ID, e.Leg, k)
			case k > 0:
				carried = append(carried, e.Link)
			}
			used[e.Leg] = true
		}
		slices.Sort(carried)
		if links := slices.Sorted(slices.Values(x.Links)); !slices.Equal(carried, links) {
			c.broken("splitter %s carries the links %v, its legs %v", x.ID, links, carried)
		}
	}
	for _, e := range x.Ends {
		if e.Device == nil || e.Cage == "" || len(e.Ports) == 0 {
			c.broken("cable %s has an end without device, cage or ports", x.ID)
			continue
		}
		switch {
		case (x.Medium == plan.Optical) != (e.Module >= 0):
			c.broken("%s cable %s has module %d at %s:%s", x.Medium, x.ID, e.Module, e.Device.Name, e.Cage)
		case e.Module >= 0:
			m := &c.res.Modules[e.Module]
			if m.ID != e.Device.Name+":"+e.Cage || !slices.Contains(m.Cables, index) {
				c.broken("cable %s ends in module %s, which does not know it", x.ID, m.ID)
			}
		}
		if e.Device.Type == nil {
			c.broken("cable %s ends at %s, whose type is unknown", x.ID, e.Device.Name)
			continue
		}
		for _, p := range e.Ports {
			n, ok := e.Device.Type.Find(p)
			if !ok || e.Device.Type.Name(n) != p || e.Device.Type.Cages[e.Device.Type.Ports[n.Port].Cage].Name != e.Cage {
				c.broken("cable %s ends at port %q of %s:%s, which is not there", x.ID, p, e.Device.Name, e.Cage)
			}
		}
	}
	if x.Medium != mediumOf(x.Part) && !c.faulty(x) {
		c.broken("cable %s is %s, its part %s is %s", x.ID, x.Medium, x.Part.ID(), mediumOf(x.Part))
	}
}

// faulty reports whether some link of the cable is an error: a pinned part
// stays in the result whatever is wrong with it.
func (c *checker) faulty(x *planner.Cable) bool {
	return slices.ContainsFunc(x.Links, func(n int32) bool { return c.res.Links[n].Status == planner.StatusError })
}

func partLegs(p catalog.Part) int {
	if p.Product != nil {
		return p.Product.Legs
	}
	return p.Spec.Legs
}

func mediumOf(p catalog.Part) plan.Medium {
	var m catalog.Medium
	if p.Product != nil {
		m = p.Product.Medium
	} else {
		m = p.Spec.Medium
	}
	if m == catalog.FibreCord {
		return plan.Optical
	}
	return plan.Medium(m)
}

// lengths: no cable is shorter than what its links require or longer than its
// reach; only a link with an error finding may be worse off.
func (c *checker) lengths() {
	for i := range c.res.Cables {
		x := &c.res.Cables[i]
		if x.Part.Nil() {
			continue
		}
		reach := c.reach(x)
		for _, n := range x.Links {
			l := &c.res.Links[n]
			if l.Status == planner.StatusError {
				continue
			}
			if x.Length < units.MM(l.Required) || x.Length < l.Run {
				c.broken("cable %s is %v, its link %s - %s runs %v and requires %d mm", x.ID, x.Length, l.A, l.B, l.Run, l.Required)
			}
			if x.Length > reach {
				c.broken("cable %s (%s) is %v and reaches %v", x.ID, x.Part.ID(), x.Length, reach)
			}
			if l.Limit >= 0 && l.Required > l.Limit {
				c.broken("link %s - %s requires %d mm and its limit is %d", l.A, l.B, l.Required, l.Limit)
			}
		}
	}
}

// reach is how far the cable carries: the part's own, and for a cord what the
// modules at its ends and a split leave of it.
func (c *checker) reach(x *planner.Cable) units.Length {
	reach := units.MaxLength
	switch p := x.Part; {
	case p.Product != nil && p.Product.Reach > 0:
		reach = p.Product.Reach
	case p.Spec != nil && p.Spec.Reach > 0:
		reach = p.Spec.Reach
	}
	grade := ""
	switch p := x.Part; {
	case p.Product != nil && p.Product.Fibre != nil:
		grade = p.Product.Fibre.Grade
	case p.Spec != nil && p.Spec.Fibre != nil:
		grade = p.Spec.Fibre.Grade
	}
	if grade == "" {
		return reach
	}
	for _, e := range x.Ends {
		if e.Module < 0 {
			continue
		}
		m := c.res.Modules[e.Module].Product
		reach = min(reach, m.FibreReach.On(grade))
		if x.Shape != "1:1" && m.Optics != nil {
			reach = min(reach, m.Optics.SplitterReach)
		}
	}
	return reach
}

// modules: one for each cage, and each knows its cables.
func (c *checker) modules() {
	seen := map[string]bool{}
	for i := range c.res.Modules {
		m := &c.res.Modules[i]
		if m.ID != m.Device.Name+":"+m.Cage || seen[m.ID] {
			c.broken("module %q of %s:%s is there twice or misnamed", m.ID, m.Device.Name, m.Cage)
		}
		seen[m.ID] = true
		if m.Product == nil || m.Product.Medium != catalog.Transceiver {
			c.broken("module %s is no transceiver", m.ID)
		}
		if len(m.Cables) == 0 && !c.pinnedInVain(m) {
			c.broken("module %s serves no cable", m.ID)
		}
		if len(slices.Compact(slices.Clone(m.Cables))) != len(m.Cables) {
			c.broken("module %s lists a cable twice", m.ID)
		}
		existing := false
		for _, n := range m.Cables {
			ends := 0
			x := &c.res.Cables[n]
			for _, e := range x.Ends {
				if e.Module != int32(i) {
					continue
				}
				ends++
				if e.Link >= 0 {
					existing = existing || c.res.Links[e.Link].Existing
					continue
				}
				for _, l := range x.Links {
					existing = existing || c.res.Links[l].Existing
				}
			}
			// Two legs of one splitter may end in the two ports of one module.
			if ends == 0 || ends > 1 && (x.Shape == "1:1" || ends > m.Product.EndA.Ports) {
				c.broken("module %s says it serves cable %s, which ends there %d times", m.ID, x.ID, ends)
			}
		}
		if len(m.Cables) > 0 && m.Existing != existing {
			c.broken("module %s: existing is %t, of its links %t", m.ID, m.Existing, existing)
		}
	}
}

// pinnedInVain reports whether a module may stand without a cable: "a pinned
// SKU stays in the result; a pin nothing answers leaves the link without a
// cable".
func (c *checker) pinnedInVain(m *planner.Module) bool {
	for i := range c.res.Links {
		l := &c.res.Links[i]
		for _, e := range []planner.End{l.A, l.B} {
			if e.Device.Name+":"+cageOf(e) == m.ID && l.Status == planner.StatusError && !l.HasCable {
				return true
			}
		}
	}
	return false
}
