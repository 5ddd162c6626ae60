package planner

import (
	"cmp"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// A class is what decides which assemblies fit a component in all but length:
// two components of one class have the same menus.
type class struct {
	medium  plan.Medium
	legs    int                    // 1 straight, 2 or 4 splitter
	hub     *catalog.FormFactor    // of a straight cable: either end
	leg     [2]*catalog.FormFactor // forms of the legs; the second nil where all are alike
	variant *catalog.Speed
}

// A menu is the parts of one medium that fit a class in all but length.
type menu struct {
	parts   []catalog.Part // allowed by the settings, best first at any one length
	every   []catalog.Part // all that fit, whatever the settings, in catalog order
	longest int64          // of parts, whole mm; 0: there is none
	ever    int64          // longest automatic part, retired included; 0: there is none
}

// allowed reports whether the settings and the site let the planner choose a
// product by itself.
func (s *selector) allowed(p *catalog.Product) bool {
	return !s.w.forbids(p) && p.Automatic && p.Evidence.Rank() <= s.set.Evidence.Rank() &&
		(p.Lifecycle != catalog.Retired || s.set.AllowRetired) && p.Lifecycle != catalog.Planned
}

// menu works out, once for each class, what fits.
func (s *selector) menu(c class) *menu {
	if m, ok := s.menus[c]; ok {
		return m
	}
	m := &menu{}
	if c.medium == plan.TwistedPair {
		s.twistedPair(c, m)
	} else {
		for _, p := range s.w.cat.Assemblies(catalog.Medium(c.medium)) {
			if p.Legs == c.legs && p.Carries(c.variant) && c.fits(p) {
				m.every = append(m.every, catalog.Part{Product: p, Length: p.Length})
				if p.Automatic {
					m.ever = max(m.ever, p.Length.FloorMM())
				}
				if s.allowed(p) {
					m.parts = append(m.parts, catalog.Part{Product: p, Length: p.Length})
				}
			}
		}
	}
	slices.SortStableFunc(m.parts, s.comparePart)
	for _, p := range m.parts {
		m.longest = max(m.longest, p.Length.FloorMM())
	}
	s.menus[c] = m
	return m
}

// fits reports whether the plugs of an assembly go into the cages of the class.
func (c *class) fits(p *catalog.Product) bool {
	if c.legs == 1 {
		return c.hub.Accept(p.EndA.Name) && c.leg[0].Accept(p.EndB.Name) || c.hub.Accept(p.EndB.Name) && c.leg[0].Accept(p.EndA.Name)
	}
	for _, f := range c.leg {
		if f != nil && !f.Accept(p.EndB.Name) {
			return false
		}
	}
	return c.hub.Accept(p.EndA.Name)
}

func (s *selector) twistedPair(c class, m *menu) {
	if c.legs != 1 || c.hub.Family != "rj45" || c.leg[0].Family != "rj45" {
		return
	}
	for _, p := range s.w.cat.Assemblies(catalog.TwistedPair) {
		if p.Carries(c.variant) && c.fits(p) {
			m.every = append(m.every, catalog.Part{Product: p, Length: p.Length})
			if s.allowed(p) && p.Length <= p.Reach {
				m.parts = append(m.parts, catalog.Part{Product: p, Length: p.Length})
				m.ever = max(m.ever, p.Length.FloorMM())
			}
		}
	}
	for _, spec := range s.w.cat.Specifications {
		if spec.Medium != catalog.TwistedPair || !slices.Contains(spec.Speeds, c.variant) {
			continue
		}
		for _, length := range spec.Lengths {
			if length > spec.Reach {
				continue
			}
			part := catalog.Part{Spec: spec, Length: length}
			m.every = append(m.every, part)
			if spec.Category == s.set.TwistedPair {
				m.parts = append(m.parts, part)
				m.ever = max(m.ever, length.FloorMM())
			}
		}
	}
}

// comparePart orders parts that fit: numbered before specification, active and
// unknown before retired, then the shortest, then what the site prefers, the
// cheapest landed, evidence, watts and number. What is not known comes last.
func (s *selector) comparePart(a, b catalog.Part) int {
	if a.Product == nil || b.Product == nil {
		if a.Product != nil {
			return -1
		}
		if b.Product != nil {
			return 1
		}
		return cmp.Or(cmp.Compare(a.Length, b.Length), cmp.Compare(a.Spec.Key, b.Spec.Key))
	}
	p, q := a.Product, b.Product
	return cmp.Or(
		cmp.Compare(retired(p), retired(q)),
		cmp.Compare(p.Length, q.Length),
		cmp.Compare(s.w.unloved(p), s.w.unloved(q)),
		compareKnown(s.landed(p.SKU), s.landed(q.SKU)),
		cmp.Compare(p.Evidence.Rank(), q.Evidence.Rank()),
		compareKnown(s.watts(p), s.watts(q)),
		cmp.Compare(p.SKU, q.SKU))
}

func retired(p *catalog.Product) int64 {
	if p.Lifecycle == catalog.Retired {
		return 1
	}
	return 0
}

// forbids reports whether the site forbids a product.
func (w *work) forbids(p *catalog.Product) bool {
	return !w.lifted && w.cat.StatusOf(p.SKU) == catalog.Forbidden
}

// unloved is 0 for what the site prefers and 1 for the rest.
func (w *work) unloved(p *catalog.Product) int64 {
	if w.cat.StatusOf(p.SKU) == catalog.Preferred {
		return 0
	}
	return 1
}

// compareKnown orders figures of which -1 is not known and comes last.
func compareKnown(a, b int64) int {
	if a < 0 || b < 0 {
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}

// landed is unit price plus surcharge in hundredths, -1 where there is no price
// in the plan's currency.
func (s *selector) landed(id string) int64 {
	p, ok := s.w.cat.PriceOf(id, s.set.Currency)
	if !ok {
		return -1
	}
	return int64(p.Unit + p.Surcharge)
}

// watts is the power of one piece with all its ends in milliwatts, -1 where
// some of it is not known.
func (s *selector) watts(p *catalog.Product) int64 {
	mw, known, _ := s.w.productPower(p)
	if !known {
		return -1
	}
	return int64(mw)
}

// shortest is the first part of a list, sorted by comparePart, that is at least
// so long. Numbered parts that are sold come first, so a retired or specified
// one is only met where none of them is long enough.
func shortest(parts []catalog.Part, required int64) (catalog.Part, bool) {
	for _, p := range parts {
		if p.Length >= lengthOf(required) {
			return p, true
		}
	}
	return catalog.Part{}, false
}

// classFor is the class of a component for a straight cable (hub -1) or a
// splitter; false where no one class describes it (legs of three forms, or
// ends that run different variants).
func (s *selector) classFor(ks []socket, m plan.Medium, hub int) (class, bool) {
	c := class{medium: m, variant: ks[0].variant}
	for i := range ks {
		if ks[i].variant != c.variant {
			return c, false
		}
	}
	if hub < 0 {
		c.legs, c.hub, c.leg[0] = 1, ks[0].group.Form, ks[1].group.Form
		return c, true
	}
	c.legs, c.hub = ks[hub].places(), ks[hub].group.Form
	for i := range ks {
		f := ks[i].group.Form
		switch {
		case i == hub || f == c.leg[0] || f == c.leg[1]:
		case c.leg[0] == nil:
			c.leg[0] = f
		case c.leg[1] == nil:
			c.leg[1] = f
		default:
			return c, false
		}
	}
	return c, true
}
