package planner

import (
	"cmp"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// billOfMaterials counts what is to be ordered: assemblies, modules, cords and,
// in a section of their own, the switches of the plan.
func (w *work) billOfMaterials(book *partBook) []BOMRow {
	order := make([]*partEntry, len(book.parts))
	for i := range book.parts {
		order[i] = &book.parts[i]
	}
	slices.SortFunc(order, func(a, b *partEntry) int { return compareBOM(a.part, b.part) })
	rows := make([]BOMRow, 0, len(order))
	stock := w.stockAtHand()
	for _, e := range order {
		row := w.bomRow(e.part, e.ordered, stock[e.part.ID()], &e.figures)
		rows = append(rows, row)
		w.productFinding(&row, e.links, &e.figures)
	}
	return append(rows, w.switchRows()...)
}

// compareBOM orders parts by section, medium, length and id.
func compareBOM(a, b catalog.Part) int {
	return cmp.Or(cmp.Compare(section(a), section(b)),
		cmp.Compare(slices.Index(catalog.Media, a.Medium()), slices.Index(catalog.Media, b.Medium())),
		cmp.Compare(a.Length, b.Length), strings.Compare(a.ID(), b.ID()))
}

// section is 0 for assemblies, 1 for modules, 2 for cords.
func section(p catalog.Part) int {
	switch p.Medium() {
	case catalog.Transceiver:
		return 1
	case catalog.FibreCord, catalog.TwistedPair:
		return 2
	}
	return 0
}

func (w *work) bomRow(p catalog.Part, quantity, stock int, f *figures) BOMRow {
	r := BOMRow{Part: p, Quantity: quantity, Power: f.power, PowerKnown: f.powerKnown, Estimate: f.estimate}
	r.Spares = w.set.Spares[p.Medium()].Of(quantity)
	if p.Product != nil && p.Product.Lifecycle == catalog.Retired && !w.set.AllowRetired && quantity > 0 && quantity <= stock {
		r.Spares = min(r.Spares, stock-quantity) // used because it is at hand; none may be bought
	}
	r.FromStock = min(quantity+r.Spares, stock)
	r.Order = quantity + r.Spares - r.FromStock
	if p.Spec != nil {
		r.Description, r.Lifecycle, r.Evidence = p.Spec.Description, catalog.Active, catalog.Transcribed
		r.Description += ", " + p.Length.Metres()
		r.Sources, r.Locator = p.Spec.Sources, p.Spec.Locator
		r.Attention = []string{"to specification"}
	} else {
		q := p.Product
		r.Description, r.Lifecycle, r.Evidence = q.Description, q.Lifecycle, q.Evidence
		if q.Length > 0 {
			r.Description += ", " + q.Length.Metres()
		}
		r.Sources, r.Locator = q.Sources, q.Locator
		if q.Evidence.Rank() > catalog.Transcribed.Rank() {
			r.Attention = append(r.Attention, "verify part number")
		}
		if q.Lifecycle == catalog.Retired {
			r.Attention = append(r.Attention, "retired")
		}
		if w.forbids(q) {
			r.Attention = append(r.Attention, "forbidden")
		}
	}
	if r.Order == 0 && r.FromStock == 0 {
		r.Attention = nil // nothing is ordered, so there is nothing to decide
	}
	if w.set.PatchPanels > 0 && p.Medium() == catalog.FibreCord {
		r.Description += "; cords and trunk to be split by hand"
	}
	w.price(&r)
	return r
}

// shortages lists the parts at hand that do not suffice for what the plan takes
// of them, spares included.
func (w *work) shortages(rows []BOMRow) []Shortage {
	stock := w.stockAtHand()
	var out []Shortage
	for i := range rows {
		r := &rows[i]
		if r.Part.Nil() {
			continue
		}
		needed, at := r.Quantity+r.Spares, stock[r.Part.ID()]
		if at > 0 && needed > at {
			out = append(out, Shortage{ID: r.Part.ID(), Needed: needed, AtHand: at, Short: needed - at, LeadTimeDays: r.LeadTimeDays})
		}
	}
	slices.SortFunc(out, func(a, b Shortage) int { return units.CompareNatural(a.ID, b.ID) })
	return out
}

// stockAtHand is how many pieces of each part are at hand, by id.
func (w *work) stockAtHand() map[string]int {
	out := map[string]int{}
	if w.set.UseStock {
		for _, id := range w.cat.Stocked() {
			out[id] = w.cat.StockOf(id)
		}
	}
	for _, s := range w.set.Stock {
		if part, ok := w.cat.Part(s.SKU); ok {
			out[part.ID()] += s.Quantity
		}
	}
	return out
}

// setAirflow gives every switch that is sold in two airflow versions the one to
// order: power-to-connector (P2C) where its ports look out of the hot side,
// else connector-to-power (C2P). The hot side is the one most devices of the
// rack blow to, the rear where none or as many say otherwise.
func (w *work) setAirflow() {
	list, first := w.inRacks()
	for r := range w.racks {
		toRear := 0
		for _, i := range list[first[r]:first[r+1]] {
			if direction, known := blows(&w.devices[i]); known {
				toRear += direction
			}
		}
		for _, i := range list[first[r]:first[r+1]] {
			d := &w.devices[i]
			if d.Type.Airflow != "reversible" {
				continue
			}
			d.airflow = "C2P"
			if w.places[i].rear == (toRear >= 0) {
				d.airflow = "P2C"
			}
		}
	}
	for i := range w.devices {
		if d := &w.devices[i]; d.Type != nil && d.Type.Airflow == "reversible" && d.airflow == "" {
			d.airflow = "airflow version open: not placed"
		}
	}
}

// switchRows counts the switches of the plan by type and, for those sold in
// two airflow versions, by the one their place wants.
func (w *work) switchRows() []BOMRow {
	type version struct {
		t       *catalog.DeviceType
		airflow string
	}
	count := map[version]int{}
	var order []version
	for i := range w.devices {
		d := &w.devices[i]
		if d.Type == nil || !d.Type.IsSwitch() || d.External {
			continue
		}
		v := version{t: d.Type, airflow: d.airflow}
		if count[v]++; count[v] == 1 {
			order = append(order, v)
		}
	}
	slices.SortFunc(order, func(a, b version) int {
		return cmp.Or(strings.Compare(a.t.Slug, b.t.Slug), strings.Compare(a.airflow, b.airflow))
	})
	rows := make([]BOMRow, 0, len(order))
	for _, v := range order {
		r := BOMRow{DeviceType: v.t, Airflow: v.airflow, Quantity: count[v], Order: count[v], LeadTimeDays: -1, Lifecycle: v.t.Lifecycle, Evidence: v.t.Evidence,
			Sources: v.t.Sources, Locator: v.t.Locator, Power: v.t.PowerMax, PowerKnown: v.t.PowerMax > 0, Attention: []string{"verify part number"}}
		r.Description = v.t.Model
		switch v.airflow {
		case "P2C":
			r.Description += ", power-to-connector airflow (P2C)"
		case "C2P":
			r.Description += ", connector-to-power airflow (C2P)"
		case "":
		default:
			r.Description += ", " + v.airflow
		}
		if v.t.Lifecycle == catalog.Retired {
			r.Attention = append(r.Attention, "retired")
		}
		rows = append(rows, r)
	}
	return rows
}
