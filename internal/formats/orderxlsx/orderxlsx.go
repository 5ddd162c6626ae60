// Package orderxlsx is the order as a workbook: the rows and columns of
// order.csv, with what needs a decision said above them. Texts are texts, so no
// part number becomes a date and nothing is run; prices are numbers with two
// decimals. It promises the values of order.csv, cell for cell, and refuses what
// order.csv refuses, and a text longer than a cell of a workbook holds.
package orderxlsx

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/ordercsv"
	"lengthwise/internal/formats/table"
	"lengthwise/internal/planner"
)

// MediaType is that of XLSX workbooks.
const MediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// widths are those of columns that are not as wide as most.
var widths = map[string]int{
	"delivery": 16, "attention": 26, "product": 26, "sku": 20, "alt_skus": 24, "description": 60, "source": 30, "extended_price": 15,
	"order_quantity": 15, "lead_time_days": 15,
}

// defaultWidth is enough for the headers of the others.
const defaultWidth = 12

// Encode writes an order. The error is a *ordercsv.Refused when the plan is not
// ok and the options do not ask for an incomplete one. Options of CSV mean
// nothing here.
func Encode(w io.Writer, r *planner.Result, o ordercsv.Options) error {
	if err := o.Refuse(r); err != nil {
		return err
	}
	rows, err := ordercsv.Table(r, o)
	if err != nil {
		return err
	}
	return table.WriteXLSX(w, layout(o, rows), cells(o, rows))
}

func layout(o ordercsv.Options, rows []ordercsv.DeliveryRow) table.Layout {
	l := table.Layout{Sheet: "Order", Notes: attention(rows)}
	if note := o.Note(); note != "" {
		l.Notes = append(l.Notes, note)
	}
	for _, name := range o.Header() {
		width := widths[name]
		if width == 0 {
			width = defaultWidth
		}
		l.Columns = append(l.Columns, table.Column{Name: name, Width: width})
	}
	return l
}

// attention is the line above the table: what needs a decision, and in how many
// rows. None: no line.
func attention(rows []ordercsv.DeliveryRow) []string {
	var decisions []string
	in := map[string]int{}
	for _, row := range rows {
		if row.Attention == "" {
			continue
		}
		for d := range strings.SplitSeq(row.Attention, "; ") {
			if in[d]++; in[d] == 1 {
				decisions = append(decisions, d)
			}
		}
	}
	if decisions == nil {
		return nil
	}
	for i, d := range decisions {
		rows := "1 row"
		if in[d] > 1 {
			rows = fmt.Sprintf("%d rows", in[d])
		}
		decisions[i] = fmt.Sprintf("%s (%s)", d, rows)
	}
	return []string{"attention: " + strings.Join(decisions, "; ")}
}

func cells(o ordercsv.Options, rows []ordercsv.DeliveryRow) iter.Seq[[]table.Value] {
	return func(yield func([]table.Value) bool) {
		for i := range rows {
			all := cellsOf(&rows[i].Row)
			if o.By != "" {
				all = slices.Insert(all, 0, table.String(rows[i].Delivery))
			}
			if o.Before != nil {
				all = append(all, table.Count(rows[i].Change.String()))
			}
			if !yield(all) {
				return
			}
		}
	}
}

// cellsOf are the cells of a row in the order of the header.
func cellsOf(row *ordercsv.Row) []table.Value {
	count := func(i csvtext.Int) table.Value { return table.Count(i.String()) }
	list := func(items []string) table.Value { return table.String(csvtext.JoinList(items)) }
	return []table.Value{
		table.String(row.Attention), table.String(row.Product), table.String(row.SKU), list(row.AltSKUs), table.String(row.Description),
		table.String(row.Medium), count(row.LengthMM), count(row.Quantity), count(row.Spares), count(row.FromStock), count(row.Order),
		table.Money(string(row.UnitPrice)), table.Money(string(row.ExtendedPrice)), table.String(row.Currency), count(row.LeadTimeDays),
		table.String(row.Lifecycle), table.String(row.Evidence), list(row.Source),
	}
}
