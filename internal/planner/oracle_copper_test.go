package planner_test

import (
	"cmp"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// An oCable is one cable or cord the oracle places.
type oCable struct {
	part   catalog.Part
	links  []*oLink
	hub    string // cage of leg 0 of a splitter
	legs   int    // 1: straight
	cages  []string
	unused int
}

// An oChoice is what one medium offers a component.
type oChoice struct {
	medium  plan.Medium
	cables  []oCable
	modules map[string]*catalog.Product // by device:cage
	as      oAssign
}

// An oShape is a shape the component fits: hub empty for straight.
type oShape struct {
	hub  string
	legs int
}

// shapes lists them in the order they are tried: straight before splitter; of
// two possible hubs the cage with more ports or split children first, then name
// order.
func (c *oComponent) shapes(as oAssign) []oShape {
	var out []oShape
	if c.straight(as) {
		out = append(out, oShape{"", 1})
	}
	var hubs []oShape
	for _, cage := range c.cages {
		if legs, ok := c.splitter(cage, as); ok {
			hubs = append(hubs, oShape{cage, legs})
		}
	}
	slices.SortStableFunc(hubs, func(x, y oShape) int { return cmp.Compare(y.legs, x.legs) })
	return append(out, hubs...)
}

// longest is the largest required over the component's links, whole mm.
func (r oRules) longest(links []*oLink, m plan.Medium) int64 {
	var n int64
	for _, l := range links {
		n = max(n, r.required(l, m))
	}
	return n
}

// order is the order of products that pass: active and unknown before retired,
// then the shortest, then what the site prefers, then with prices loaded the
// lower landed cost, evidence, watts, SKU; an unknown figure last.
func (r oRules) order(x, y *catalog.Product) int {
	return cmp.Or(
		cmp.Compare(b2i(x.Lifecycle == catalog.Retired), b2i(y.Lifecycle == catalog.Retired)),
		cmp.Compare(x.Length, y.Length),
		cmp.Compare(r.unloved(x), r.unloved(y)),
		cmp.Compare(r.landed(x.SKU), r.landed(y.SKU)),
		cmp.Compare(x.Evidence.Rank(), y.Evidence.Rank()),
		cmp.Compare(watts(x), watts(y)),
		cmp.Compare(x.SKU, y.SKU))
}

func (r oRules) unloved(p *catalog.Product) int { return b2i(r.status(p.SKU) != catalog.Preferred) }

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

const unknownFigure = int64(1) << 60

// landed is unit price + surcharge, unknown last; "only rows in
// settings.currency count".
func (r oRules) landed(sku string) int64 {
	p, ok := r.price(sku, r.currency)
	if !ok {
		return unknownFigure
	}
	return int64(p.Unit + p.Surcharge)
}

// watts is one piece with all its ends, unknown last.
func watts(p *catalog.Product) int64 {
	if p.Medium == catalog.FibreCord {
		return 0
	}
	if p.PowerA == 0 || p.EndB != nil && p.PowerB == 0 {
		return unknownFigure
	}
	return int64(p.PowerA) + int64(p.Legs)*int64(p.PowerB)
}

// assembly is the best DAC, ACC, AEC or AOC for the component, and the longest
// length (mm) it could have had, -1 where no product fits at any length.
func (r oRules) assembly(cat *catalog.Catalog, m plan.Medium, c *oComponent, as oAssign) (*oChoice, int64) {
	need, limit := r.longest(c.links, m), int64(-1)
	var best *oChoice
	for _, s := range c.shapes(as) {
		var pass []*catalog.Product
		for _, p := range cat.Products {
			if !r.fits(p, m, c, s.hub, s.legs, as) || p.Reach > 0 && p.Length > p.Reach {
				continue
			}
			limit = max(limit, p.Length.FloorMM())
			if p.Length >= units.MM(need) {
				pass = append(pass, p)
			}
		}
		if len(pass) == 0 || best != nil {
			continue
		}
		slices.SortFunc(pass, r.order)
		cable := oCable{part: catalog.Part{Product: pass[0], Length: pass[0].Length}, links: c.links, hub: s.hub, legs: s.legs, cages: c.cages}
		if s.hub != "" {
			cable.unused = s.legs - len(c.links)
		}
		best = &oChoice{medium: m, cables: []oCable{cable}, as: as}
	}
	return best, limit
}

// twisted is the shortest sufficient cord of the plan's category; "RJ45 is
// always one straight twisted-pair cord".
func (r oRules) twisted(cat *catalog.Catalog, c *oComponent, as oAssign) (*oChoice, int64) {
	if len(c.links) != 1 {
		return nil, -1
	}
	l := c.links[0]
	if l.a.form() != "rj45" || l.b.form() != "rj45" || as[l.a.String()] != as[l.b.String()] {
		return nil, -1
	}
	need, limit := units.MM(r.required(l, plan.TwistedPair)), int64(-1)
	var best catalog.Part
	for _, s := range cat.Specifications {
		if s.Medium != catalog.TwistedPair || s.Category != r.twistedPair || !slices.Contains(s.Speeds, as[l.a.String()]) {
			continue
		}
		for _, n := range s.Lengths {
			if n > s.Reach {
				continue
			}
			limit = max(limit, n.FloorMM())
			if n >= need && (best.Nil() || n < best.Length) {
				best = catalog.Part{Spec: s, Length: n}
			}
		}
	}
	if best.Nil() {
		return nil, limit
	}
	return &oChoice{medium: plan.TwistedPair, as: as,
		cables: []oCable{{part: best, links: c.links, legs: 1, cages: c.cages}}}, limit
}
