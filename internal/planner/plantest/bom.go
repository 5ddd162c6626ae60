package plantest

import (
	"cmp"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// bom: a row for each product, its quantity the cables and modules placed less
// the existing ones, spares by the rule, order = quantity + spares - stock.
func (c *checker) bom() {
	placed := map[string]int{}
	for i := range c.res.Cables {
		if x := &c.res.Cables[i]; !x.Existing && !x.Part.Nil() {
			placed[x.Part.ID()]++
		}
	}
	for i := range c.res.Modules {
		if m := &c.res.Modules[i]; !m.Existing && m.Product != nil {
			placed[m.Product.SKU]++
		}
	}
	switches := map[string]int{}
	for _, d := range c.res.Devices {
		if d.Type != nil && d.Type.IsSwitch() && !d.External {
			switches[d.Type.Slug]++
		}
	}
	seen, stock := map[string]bool{}, map[string]int{}
	for _, s := range c.doc.Settings.Stock {
		if p, ok := c.cat.Part(s.SKU); ok {
			stock[p.ID()] += s.Quantity
		}
	}
	if use := c.doc.Settings.UseStock; use != nil && *use {
		for _, id := range c.cat.Stocked() {
			stock[id] += c.cat.StockOf(id)
		}
	}
	for i := range c.res.BOM {
		r := &c.res.BOM[i]
		id, want, spares := "", 0, 0
		switch {
		case r.DeviceType != nil:
			// One row for each airflow version of a type.
			id = "type " + r.DeviceType.Slug + " " + r.Airflow
			want = r.Quantity
			if switches[r.DeviceType.Slug] -= r.Quantity; switches[r.DeviceType.Slug] == 0 {
				delete(switches, r.DeviceType.Slug)
			}
		case r.Part.Nil():
			c.broken("bom row %d is neither part nor switch", i)
			continue
		default:
			id = r.Part.ID()
			want = placed[id]
			delete(placed, id)
			spares = spareRule(c.doc, medium(r.Part)).Of(want)
			if p := r.Part.Product; p != nil && p.Lifecycle == catalog.Retired && !c.doc.Settings.Effective().AllowRetired && want > 0 && want <= stock[id] {
				spares = min(spares, stock[id]-want) // none may be bought
			}
		}
		if seen[id] {
			c.broken("bom has two rows for %s", id)
		}
		seen[id] = true
		if r.Quantity != want {
			c.broken("bom orders %d of %s, the plan places %d", r.Quantity, id, want)
		}
		if r.Spares != spares {
			c.broken("bom has %d spares for %d of %s, the rule makes it %d", r.Spares, r.Quantity, id, spares)
		}
		if r.FromStock < 0 || r.Order < 0 || r.Order != r.Quantity+r.Spares-r.FromStock {
			c.broken("bom row %s: %d and %d spares less %d from stock make an order of %d", id, r.Quantity, r.Spares, r.FromStock, r.Order)
		}
		if r.FromStock != min(stock[id], r.Quantity+r.Spares) {
			c.broken("bom takes %d of %s from stock, which holds %d of the %d wanted", r.FromStock, id, stock[id], r.Quantity+r.Spares)
		}
		short := slices.IndexFunc(c.res.Shortages, func(s planner.Shortage) bool { return s.ID == id })
		if (short >= 0) != (stock[id] > 0 && r.Quantity+r.Spares > stock[id]) {
			c.broken("%d of %s are wanted and %d at hand, a shortage is listed: %t", r.Quantity+r.Spares, id, stock[id], short >= 0)
		}
		if short >= 0 {
			want := planner.Shortage{ID: id, Needed: r.Quantity + r.Spares, AtHand: stock[id], Short: r.Order, LeadTimeDays: r.LeadTimeDays}
			if got := c.res.Shortages[short]; got != want {
				c.broken("shortage is %+v, want %+v", got, want)
			}
		}
		if r.UnitPrice != nil && (r.ExtendedPrice == nil || *r.ExtendedPrice != *r.UnitPrice*units.Money(r.Order)) {
			c.broken("bom row %s: %d at %v do not cost %v", id, r.Order, r.UnitPrice, r.ExtendedPrice)
		}
		if r.Description == "" || len(r.Sources) == 0 && (r.DeviceType == nil || !r.DeviceType.Local) {
			c.broken("bom row %s has no description or no source", id)
		}
		if i > 0 && compareRows(&c.res.BOM[i-1], r) >= 0 {
			c.broken("bom row %s stands in the wrong place", id)
		}
	}
	for id, n := range placed {
		c.broken("bom has no row for %s, the plan places %d", id, n)
	}
	for slug, n := range switches {
		c.broken("bom is %d switches of type %s short of the plan", n, slug)
	}
	c.power()
	c.cost()
}

// cost: the sum of the extended prices, or nothing without a price list.
func (c *checker) cost() {
	got := c.res.Summary.Cost
	if (got == nil) == c.cat.Priced() {
		c.broken("summary has the cost %v, a price list is loaded: %t", got, c.cat.Priced())
	}
	if got == nil {
		return
	}
	var sum units.Money
	for i := range c.res.BOM {
		if p := c.res.BOM[i].ExtendedPrice; p != nil {
			sum += *p
		}
	}
	if got.Amount != sum || got.AtLeast != (got.Unpriced > 0 || len(c.res.Missing) > 0) {
		c.broken("summary costs %v (%d unpriced, at least: %t), the rows cost %v", got.Amount, got.Unpriced, got.AtLeast, sum)
	}
}

// power: the summary's watts are those of the rows; existing parts have none.
func (c *checker) power() {
	var sum units.Power
	unknown := false
	for i := range c.res.BOM {
		r := &c.res.BOM[i]
		if r.DeviceType != nil {
			continue
		}
		sum += r.Power * units.Power(r.Quantity)
		unknown = unknown || !r.PowerKnown && r.Quantity > 0
	}
	for i := range c.res.Cables {
		if c.res.Cables[i].Existing {
			return
		}
	}
	for i := range c.res.Modules {
		if c.res.Modules[i].Existing {
			return
		}
	}
	if c.res.Summary.Power != sum || c.res.Summary.PowerAtLeast != unknown {
		c.broken("summary says %v (at least: %t), the rows make it %v (%t)", c.res.Summary.Power, c.res.Summary.PowerAtLeast, sum, unknown)
	}
}

func medium(p catalog.Part) catalog.Medium {
	if p.Product != nil {
		return p.Product.Medium
	}
	return p.Spec.Medium
}

// compareRows is the row order: section, medium, length, SKU or id.
func compareRows(a, b *planner.BOMRow) int {
	section := func(r *planner.BOMRow) int {
		if r.DeviceType != nil {
			return len(catalog.Media)
		}
		return slices.Index(catalog.Media, medium(r.Part))
	}
	name := func(r *planner.BOMRow) string {
		if r.DeviceType != nil {
			return r.DeviceType.Slug + " " + r.Airflow
		}
		return r.Part.ID()
	}
	return cmp.Or(
		cmp.Compare(section(a), section(b)),
		cmp.Compare(a.Part.Length, b.Part.Length),
		cmp.Compare(name(a), name(b)))
}

// spareRule is the rule of settings.spares for a medium, defaults filled in.
func spareRule(doc *plan.Document, m catalog.Medium) plan.SpareRule {
	rule := plan.SpareRule{Percent: 500, Minimum: 1}
	apply := func(s *plan.Spares) {
		if s == nil {
			return
		}
		if s.Percent != nil {
			rule.Percent = *s.Percent
		}
		if s.Minimum != nil {
			rule.Minimum = *s.Minimum
		}
	}
	apply(doc.Settings.Spares)
	if doc.Settings.Spares != nil {
		apply(doc.Settings.Spares.ByMedium[m])
	}
	return rule
}
