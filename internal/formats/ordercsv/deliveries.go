package ordercsv

import (
	"fmt"
	"io"
	"slices"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// A DeliveryRow is a line of an order that may be divided for split deliveries.
// Delivery is the rack, group or fabric, empty for what belongs to none and in
// an order that is not divided, and "spares" for the spares, which are worked
// out on the whole order.
type DeliveryRow struct {
	Delivery string
	Row
	Change csvtext.Int // pieces to order more than before; not known where nothing is compared
	Spare  bool        // of the spares, also where a rack is called so; not in files
}

// sparesDelivery is the delivery of the spares.
const sparesDelivery = "spares"

// Table are the rows the options ask for, in their order: with Incomplete first
// the groups of links without a cable; then, delivery by delivery where the
// order is divided, the rows that need a decision, the others, and with Before
// what is no longer ordered.
func Table(r *planner.Result, o Options) ([]DeliveryRow, error) {
	now, err := partsOf(r, o.By)
	if err != nil {
		return nil, err
	}
	if o.Before != nil {
		before, err := partsOf(o.Before, o.By)
		if err != nil {
			return nil, err
		}
		now = compareParts(now, before)
	}
	var rows []DeliveryRow
	if o.Incomplete {
		for i := range r.Missing {
			rows = append(rows, DeliveryRow{Row: missing(&r.Missing[i])})
		}
	}
	for _, p := range now {
		for _, decide := range []bool{true, false} {
			for _, l := range p.lines {
				if len(l.bom.Attention) > 0 == decide {
					rows = append(rows, DeliveryRow{p.word(), rowOf(l.bom), l.change, p.spares})
				}
			}
		}
	}
	return rows, nil
}

// A part is one delivery of an order, or the whole of it.
type part struct {
	name   string
	spares bool
	lines  []line
}

func (p *part) word() string {
	if p.spares {
		return sparesDelivery
	}
	return p.name
}

// A line is a row of the bill of materials in one delivery, and how many more
// pieces are ordered than before.
type line struct {
	bom    *planner.BOMRow
	change csvtext.Int
}

// partsOf divides an order; by nothing it is one part.
func partsOf(r *planner.Result, by string) ([]part, error) {
	lines := func(rows []planner.BOMRow) []line {
		out := make([]line, len(rows))
		for i := range rows {
			out[i].bom = &rows[i]
		}
		return out
	}
	if by == "" {
		return []part{{lines: lines(r.BOM)}}, nil
	}
	deliveries, err := r.Deliveries(by)
	if err != nil {
		return nil, err
	}
	var out []part
	for _, d := range deliveries {
		out = append(out, part{name: d.Name, spares: d.Spares, lines: lines(d.Rows)})
	}
	return out, nil
}

// sameLine reports whether two rows are of one product.
func sameLine(a, b *planner.BOMRow) bool {
	if a.DeviceType != nil || b.DeviceType != nil {
		return a.DeviceType != nil && b.DeviceType != nil && a.DeviceType.Slug == b.DeviceType.Slug && a.Airflow == b.Airflow
	}
	return a.Part.ID() == b.Part.ID()
}

// compareParts says of each line what changed, and adds what was ordered before
// and is no more.
func compareParts(now, before []part) []part {
	for _, was := range before {
		at := slices.IndexFunc(now, func(p part) bool { return p.name == was.name && p.spares == was.spares })
		if at < 0 {
			at = len(now)
			if n := len(now); !was.spares && n > 0 && now[n-1].spares {
				at-- // spares stay last
			}
			now = slices.Insert(now, at, part{name: was.name, spares: was.spares})
		}
		now[at].compare(was.lines)
	}
	for i := range now {
		for k := range now[i].lines {
			if l := &now[i].lines[k]; !l.change.Known {
				l.change = csvtext.Some(int64(l.bom.Order))
			}
		}
	}
	return now
}

func (p *part) compare(before []line) {
	for _, was := range before {
		at := slices.IndexFunc(p.lines, func(l line) bool { return sameLine(l.bom, was.bom) })
		switch {
		case at >= 0:
			p.lines[at].change = csvtext.Some(int64(p.lines[at].bom.Order - was.bom.Order))
		case was.bom.Order > 0:
			p.lines = append(p.lines, line{gone(was.bom), csvtext.Some(int64(-was.bom.Order))})
		}
	}
}

// gone is a row of which nothing is ordered any more.
func gone(b *planner.BOMRow) *planner.BOMRow {
	row := *b
	row.Quantity, row.Spares, row.FromStock, row.Order, row.Attention = 0, 0, 0, 0, nil
	if row.UnitPrice != nil {
		row.ExtendedPrice = new(units.Money)
	}
	return &row
}

// Header names the columns of what the options ask for: in front the delivery
// of an order that is divided, at the end the change of one that is compared.
func (o Options) Header() []string {
	names := slices.Clone(header)
	if o.By != "" {
		names = slices.Insert(names, 0, "delivery")
	}
	if o.Before != nil {
		names = append(names, "change")
	}
	return names
}

// WriteTable writes the rows of Table.
func WriteTable(w io.Writer, rows []DeliveryRow, o Options) error {
	return csvtext.Write(w, o.Header(), slices.Values(rows), o.Options, func(w *csvtext.Writer, row *DeliveryRow) {
		if o.By != "" {
			w.Text(row.Delivery)
		}
		writeRow(w, &row.Row)
		if o.Before != nil {
			w.Int(row.Change)
		}
	})
}

// DecodeTable reads what WriteTable wrote with the same options, in any
// delimiter. Errors name the line.
func DecodeTable(r io.Reader, o Options) ([]DeliveryRow, error) {
	return csvtext.Read(r, o.Header(), o.Options, func(r *csvtext.Reader) DeliveryRow {
		var row DeliveryRow
		if o.By != "" {
			row.Delivery = r.Text()
		}
		row.Row = readRow(r)
		if o.Before != nil {
			row.Change = r.Int()
		}
		return row
	})
}

// Note says what a workbook has to say of the comparison above its table; empty:
// there is none.
func (o Options) Note() string {
	if o.Before == nil {
		return ""
	}
	return fmt.Sprintf("change: pieces to order more or less than in %s", o.BeforeName)
}
