package planner_test

import (
	"math/rand/v2"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// priced is the catalog with prices for most numbers and specifications, of one
// or two suppliers, and with what a site prefers and forbids.
func priced(t testing.TB, seed uint64, cat *catalog.Catalog) *catalog.Catalog {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	o := catalog.Overlay{Status: map[string]catalog.SiteStatus{}}
	price := func(id string, least, most int) {
		if r.IntN(100) < 15 {
			return
		}
		if seed%5 == 0 {
			most = 1 // so that costs are equal now and then
		}
		for i := range 1 + r.IntN(2) {
			row := catalog.PriceRow{ID: id, Stock: r.IntN(5) - 1, Price: catalog.Price{Unit: units.Money(least + r.IntN(most)), Currency: "USD",
				LeadTimeDays: r.IntN(50) - 1, Supplier: []string{"one", "two"}[i]}}
			if r.IntN(100) < 20 {
				row.Surcharge = units.Money(r.IntN(5000))
			}
			if r.IntN(100) < 4 {
				row.Currency = "EUR"
			}
			o.Prices = append(o.Prices, row)
		}
	}
	for _, p := range cat.Products {
		price(p.SKU, 100, 200_000)
		switch n := r.IntN(100); {
		case n < 8:
			o.Status[p.SKU] = catalog.Forbidden
		case n < 25:
			o.Status[p.SKU] = catalog.Preferred
		}
	}
	for _, s := range cat.Specifications {
		for _, n := range s.Lengths {
			price(s.ID(n), 100, 20_000)
		}
	}
	out, err := catalog.LoadWith(o)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// spoil makes a random plan worse in the ways people do: pins that cannot be
// met, ports used twice, names that do not exist, links written twice, devices
// without a rack, overrides that find nothing or say something else.
func spoil(seed uint64, cat *catalog.Catalog, doc *plan.Document) {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 4)), cat: cat, doc: doc}
	for i := range doc.Links {
		w := &doc.Links[i]
		if g.chance(40) {
			w.Cable = g.pins()
		}
		if g.chance(5) {
			w.Speed = pick(g, cat.Speeds).Name
		}
		if g.chance(5) {
			w.B = doc.Links[g.IntN(len(doc.Links))].B
		}
		if g.chance(3) {
			w.A = pick(g, []string{"nobody:p1", w.A + "x", doc.Devices[0].Name + ":swp1s3", doc.Devices[0].Name + ":ib1"})
		}
		if g.chance(5) {
			w.ID = "same"
		}
		if g.chance(5) {
			w.Label, w.Group, w.Color = "label, \"quoted\"", "group", "red"
		}
	}
	for range g.IntN(4) {
		o := plan.Override{At: pick(g, []string{"nobody:p1", doc.Devices[0].Name + ":bmc"}), Cable: g.pins()}
		if len(doc.Links) > 0 && g.chance(90) {
			o.At = pick(g, []string{pick(g, doc.Links).A, pick(g, doc.Links).B})
		}
		if g.chance(30) {
			run := units.MM(g.Int64N(40_000))
			o.Run = &run
		}
		if g.chance(20) {
			existing := g.chance(50)
			o.Existing = &existing
		}
		doc.Overrides = append(doc.Overrides, o)
	}
	if len(doc.Links) > 0 && g.chance(10) {
		w := pick(g, doc.Links)
		w.A, w.B = w.B, w.A
		doc.Links = append(doc.Links, w)
	}
	for i := range doc.Devices {
		d := &doc.Devices[i]
		switch g.IntN(25) {
		case 0:
			d.Rack = "nowhere"
		case 1:
			d.Type = pick(g, []string{"mcx75310aas-neat", "no-such-type", "patch-panel-mpo-1u", "pdu-2u"})
		case 2:
			d.External, d.Rack, d.U = true, "", plan.Positions{}
		case 3:
			d.U = plan.Positions{Pack: pick(g, []string{"top", "bottom"})}
		case 4:
			d.U.At = []units.RackUnits{units.U(45)}
		}
	}
	if g.chance(20) {
		for _, p := range []string{pick(g, cat.Products).SKU, pick(g, cat.Products).SKU} {
			doc.Settings.Stock = append(doc.Settings.Stock, plan.Stock{SKU: p, Quantity: 1 + g.IntN(4)})
		}
	}
	if g.chance(15) {
		panels := g.IntN(4)
		doc.Settings.PatchPanels, doc.Settings.Connectors = &panels, pick(g, []string{"low-loss", "standard"})
	}
}

// pins is any mixture of pins, most of which no part answers.
func (g *generator) pins() plan.Cable {
	var c plan.Cable
	if g.chance(50) {
		c.Medium = pick(g, plan.Media)
	}
	if g.chance(40) {
		c.Length = units.MM(pick(g, edges))
	}
	if g.chance(40) {
		c.SKU = pick(g, g.cat.Products).SKU
	}
	if g.chance(20) {
		c.ModuleA = pick(g, g.cat.Products).SKU
	}
	if g.chance(20) {
		c.ModuleB = pick(g, g.cat.Products).SKU
	}
	if g.chance(3) {
		c.SKU = "NO-SUCH-PART"
	}
	return c
}
