package planner

import (
	"fmt"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// A Delivery is the part of an order that goes to one rack, group or fabric.
type Delivery struct {
	Name   string // of the rack, group or fabric; empty: what belongs to none
	Spares bool   // the spares, worked out on the whole order, in a part of their own
	Rows   []BOMRow
	Cost   *Cost // of its rows; nil while no price list is loaded
}

// Deliveries lists the words Result.Deliveries divides an order by.
var Deliveries = []string{"fabric", "rack", "group"}

// Deliveries divides the order by rack, group or fabric, names in natural
// order, spares last. A cable counts at the rack of its first end, a module and
// a switch at their own; a cable has the group and fabric of its first link.
// Parts at hand are used in the order of the deliveries. The quantities of all
// deliveries add up to those of the order.
func (r *Result) Deliveries(by string) ([]Delivery, error) {
	if !slices.Contains(Deliveries, by) {
		return nil, fmt.Errorf("order by %q is not known; write fabric, rack or group", by)
	}
	d := divider{r: r, by: by, counts: map[string]map[catalog.Part]int{}, switches: map[string]map[[2]string]int{}}
	d.count()
	names := make([]string, 0, len(d.counts))
	for name := range d.counts {
		names = append(names, name)
	}
	for name := range d.switches {
		if d.counts[name] == nil {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, units.CompareNatural)
	stock := make([]int, len(r.BOM)) // left, beside BOM
	for i := range r.BOM {
		stock[i] = r.BOM[i].FromStock
	}
	var out []Delivery
	for _, name := range names {
		if rows := d.rows(name, stock); len(rows) > 0 {
			out = append(out, Delivery{Name: name, Rows: rows})
		}
	}
	spares := Delivery{Spares: true}
	for i := range r.BOM {
		if n := r.BOM[i].Spares; n > 0 {
			spares.Rows = append(spares.Rows, portion(&r.BOM[i], 0, n, &stock[i]))
		}
	}
	if len(spares.Rows) > 0 {
		out = append(out, spares)
	}
	for i := range out {
		if r.Summary.Cost != nil {
			out[i].Cost = costOf(out[i].Rows, 0)
		}
	}
	return out, nil
}

// A divider counts what each delivery holds.
type divider struct {
	r        *Result
	by       string
	counts   map[string]map[catalog.Part]int
	switches map[string]map[[2]string]int // type and airflow version
}

// name is the delivery of something at a device that carries a link.
func (d *divider) name(at *Device, link int32) string {
	switch d.by {
	case "rack":
		return at.Rack
	case "group":
		return d.r.Links[link].Group
	}
	return d.r.Links[link].Fabric
}

func (d *divider) count() {
	add := func(name string, p catalog.Part) {
		if d.counts[name] == nil {
			d.counts[name] = map[catalog.Part]int{}
		}
		d.counts[name][p]++
	}
	for i := range d.r.Cables {
		if c := &d.r.Cables[i]; !c.Existing {
			add(d.name(c.Ends[0].Device, c.Links[0]), c.Part)
		}
	}
	for i := range d.r.Modules {
		m := &d.r.Modules[i]
		if m.Existing {
			continue
		}
		name := ""
		switch {
		case d.by == "rack":
			name = m.Device.Rack
		case len(m.Cables) > 0:
			name = d.name(m.Device, d.r.Cables[m.Cables[0]].Links[0])
		}
		add(name, catalog.Part{Product: m.Product})
	}
	for i := range d.r.Devices {
		v := &d.r.Devices[i]
		if v.Type == nil || !v.Type.IsSwitch() || v.External {
			continue
		}
		name := ""
		if d.by == "rack" {
			name = v.Rack
		}
		if d.switches[name] == nil {
			d.switches[name] = map[[2]string]int{}
		}
		d.switches[name][[2]string{v.Type.Slug, v.airflow}]++
	}
}

// rows are the rows of one delivery, in the order of the bill of materials.
func (d *divider) rows(name string, stock []int) []BOMRow {
	var rows []BOMRow
	for i := range d.r.BOM {
		b := &d.r.BOM[i]
		n := d.counts[name][b.Part]
		if b.DeviceType != nil {
			n = d.switches[name][[2]string{b.DeviceType.Slug, b.Airflow}]
		}
		if n > 0 {
			rows = append(rows, portion(b, n, 0, &stock[i]))
		}
	}
	return rows
}

// portion is a part of a row: so many pieces and spares, taken from stock as far
// as it goes.
func portion(b *BOMRow, quantity, spares int, stock *int) BOMRow {
	row := *b
	row.Quantity, row.Spares = quantity, spares
	row.FromStock = min(*stock, quantity+spares)
	*stock -= row.FromStock
	row.Order = quantity + spares - row.FromStock
	if b.UnitPrice != nil {
		total := *b.UnitPrice * units.Money(row.Order)
		row.ExtendedPrice = &total
	}
	return row
}
