// Package ordercsv is the order that goes to procurement: a row for each thing
// to buy, with both part numbers, spares, stock and prices. Rows that need a
// decision come first and say which. It promises to read back what it wrote; it
// refuses to write the order of a plan that is not ok, unless asked for an
// incomplete one, which then says what is missing.
package ordercsv

import (
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/planner"
)

var header = []string{
	"attention", "product", "sku", "alt_skus", "description", "medium", "length_mm", "quantity", "spares", "from_stock",
	"order_quantity", "unit_price", "extended_price", "currency", "lead_time_days", "lifecycle", "evidence", "source",
}

// A Row is one line of an order. Product is a SKU, an id "spec:…", or the slug
// of a switch's type; a group of links without a cable has none, and no
// numbers but its quantity.
type Row struct {
	Attention                string // decisions to take, joined by "; "
	Product, SKU             string
	AltSKUs                  []string
	Description, Medium      string
	LengthMM                 csvtext.Int
	Quantity, Spares         csvtext.Int
	FromStock, Order         csvtext.Int
	UnitPrice, ExtendedPrice csvtext.Decimal
	Currency                 string
	LeadTimeDays             csvtext.Int // empty: not known
	Lifecycle, Evidence      string
	Source                   []string // keys of sources
}

// Options say how an order is written.
type Options struct {
	csvtext.Options
	Incomplete bool   // write it though the plan is not ok, and list what is missing
	By         string // fabric, rack or group: a part for each delivery, see Deliveries; empty: one order

	Before     *planner.Result // an order to compare with: a column says what changed since; nil: none
	BeforeName string          // of Before: "revision 3"
}

// A Refused error says that the plan is not ok and so has no order.
type Refused struct {
	Errors  int // findings
	Unknown int // links with an unknown run
}

func (e *Refused) Error() string {
	var has []string
	if e.Errors > 0 {
		has = append(has, count(e.Errors, "error"))
	}
	if e.Unknown > 0 {
		has = append(has, count(e.Unknown, "link")+" of unknown run")
	}
	why := "is not ok"
	if len(has) > 0 {
		why = "has " + strings.Join(has, " and ")
	}
	return fmt.Sprintf("order refused: the plan %s; mend the plan, or ask for an incomplete order", why)
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// incompleteSuffix marks the file of an order that lacks something.
const incompleteSuffix = "-INCOMPLETE"

// IncompleteName is the file name of an incomplete order: -INCOMPLETE before
// the extension, unless it stands there already.
func IncompleteName(name string) string {
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	if strings.HasSuffix(stem, incompleteSuffix) {
		return name
	}
	return stem + incompleteSuffix + ext
}

// Rows are the rows of a result's order: with incomplete first the groups of
// links without a cable, then the rows that need a decision, then the others,
// each in the order of the bill of materials.
func Rows(r *planner.Result, incomplete bool) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		if incomplete {
			for i := range r.Missing {
				if !yield(missing(&r.Missing[i])) {
					return
				}
			}
		}
		for _, decide := range []bool{true, false} {
			for i := range r.BOM {
				if b := &r.BOM[i]; len(b.Attention) > 0 == decide && !yield(rowOf(b)) {
					return
				}
			}
		}
	}
}

func missing(m *planner.MissingPart) Row {
	return Row{
		Attention: "no part: " + count(m.Links, "link"), Description: m.Description, Medium: string(m.Medium),
		Quantity: csvtext.Some(int64(m.Links)),
	}
}

func rowOf(b *planner.BOMRow) Row {
	row := Row{
		Attention: strings.Join(b.Attention, "; "),
		SKU:       b.Part.SKU(), AltSKUs: b.Part.AltSKUs(), Description: b.Description, Medium: string(b.Part.Medium()),
		Quantity: csvtext.Some(int64(b.Quantity)), Spares: csvtext.Some(int64(b.Spares)),
		FromStock: csvtext.Some(int64(b.FromStock)), Order: csvtext.Some(int64(b.Order)),
		Currency: b.Currency, Lifecycle: string(b.Lifecycle), Evidence: string(b.Evidence), Source: b.Sources,
	}
	switch {
	case !b.Part.Nil():
		row.Product = b.Part.ID()
	case b.DeviceType != nil:
		row.Product = b.DeviceType.Slug
	}
	if l := b.Part.Ordered(); l > 0 {
		row.LengthMM = csvtext.Some(l.FloorMM())
	}
	if b.UnitPrice != nil {
		row.UnitPrice = csvtext.Decimal(b.UnitPrice.String())
	}
	if b.ExtendedPrice != nil {
		row.ExtendedPrice = csvtext.Decimal(b.ExtendedPrice.String())
	}
	if b.LeadTimeDays >= 0 {
		row.LeadTimeDays = csvtext.Some(int64(b.LeadTimeDays))
	}
	return row
}

// Refuse says that the plan is not ok and so has no order, unless the options
// ask for an incomplete one. The error is a *Refused.
func (o Options) Refuse(r *planner.Result) error {
	if r.OK || o.Incomplete {
		return nil
	}
	return &Refused{Errors: r.Summary.Errors, Unknown: r.Summary.LinksByStatus[planner.StatusUnknown]}
}

// Encode writes order.csv. The error is a *Refused when the plan is not ok and
// the options do not ask for an incomplete order; nothing is written then.
func Encode(w io.Writer, r *planner.Result, o Options) error {
	if err := o.Refuse(r); err != nil {
		return err
	}
	rows, err := Table(r, o)
	if err != nil {
		return err
	}
	return WriteTable(w, rows, o)
}

// Write writes a table of the given rows.
func Write(w io.Writer, rows iter.Seq[Row], o csvtext.Options) error {
	return csvtext.Write(w, header, rows, o, writeRow)
}

func writeRow(w *csvtext.Writer, row *Row) {
	w.Text(row.Attention)
	w.Text(row.Product)
	w.Text(row.SKU)
	w.List(row.AltSKUs)
	w.Text(row.Description)
	w.Text(row.Medium)
	w.Int(row.LengthMM)
	w.Int(row.Quantity)
	w.Int(row.Spares)
	w.Int(row.FromStock)
	w.Int(row.Order)
	w.Decimal(row.UnitPrice)
	w.Decimal(row.ExtendedPrice)
	w.Text(row.Currency)
	w.Int(row.LeadTimeDays)
	w.Text(row.Lifecycle)
	w.Text(row.Evidence)
	w.List(row.Source)
}

// Decode reads what Encode wrote, in any delimiter. Errors name the line.
func Decode(r io.Reader, o csvtext.Options) ([]Row, error) {
	return csvtext.Read(r, header, o, readRow)
}

func readRow(r *csvtext.Reader) Row {
	return Row{
		Attention:     r.Text(),
		Product:       r.Text(),
		SKU:           r.Text(),
		AltSKUs:       r.List(),
		Description:   r.Text(),
		Medium:        r.Text(),
		LengthMM:      r.Int(),
		Quantity:      r.Int(),
		Spares:        r.Int(),
		FromStock:     r.Int(),
		Order:         r.Int(),
		UnitPrice:     r.Decimal(),
		ExtendedPrice: r.Decimal(),
		Currency:      r.Text(),
		LeadTimeDays:  r.Int(),
		Lifecycle:     r.Text(),
		Evidence:      r.Text(),
		Source:        r.List(),
	}
}
