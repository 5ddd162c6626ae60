// Package bomcsv is the bill of materials for engineers: a row for each
// product, specification length and switch type, with the columns of the wire's
// bom[] in their order. Lengths are whole millimetres, power is watts of one
// piece with all its ends. It promises to read back what it wrote.
package bomcsv

import (
	"io"
	"iter"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/planner"
)

var header = []string{
	"sku", "spec", "device_type", "alt_skus", "description", "maker", "medium", "length_mm",
	"quantity", "spares", "from_stock", "order_quantity", "unit_price", "extended_price", "currency",
	"power_w", "lifecycle", "evidence", "source", "estimate",
}

// A Row is one thing to have: exactly one of SKU, Spec and DeviceType is set.
// Prices are empty while no price is known, Power where no figure is.
type Row struct {
	SKU, Spec, DeviceType    string
	AltSKUs                  []string
	Description, Maker       string
	Medium                   string
	LengthMM                 csvtext.Int
	Quantity, Spares         csvtext.Int
	FromStock, Order         csvtext.Int
	UnitPrice, ExtendedPrice csvtext.Decimal
	Currency                 string
	Power                    csvtext.Decimal
	Lifecycle, Evidence      string
	Source, Estimate         []string
}

// Rows are the rows of a result's bill of materials, in its order.
func Rows(r *planner.Result) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for i := range r.BOM {
			if !yield(rowOf(&r.BOM[i])) {
				return
			}
		}
	}
}

func rowOf(b *planner.BOMRow) Row {
	row := Row{
		SKU: b.Part.SKU(), Spec: b.Part.SpecID(), AltSKUs: b.Part.AltSKUs(), Description: b.Description,
		Maker: b.Part.Maker(), Medium: string(b.Part.Medium()),
		Quantity: csvtext.Some(int64(b.Quantity)), Spares: csvtext.Some(int64(b.Spares)),
		FromStock: csvtext.Some(int64(b.FromStock)), Order: csvtext.Some(int64(b.Order)),
		Currency: b.Currency, Lifecycle: string(b.Lifecycle), Evidence: string(b.Evidence),
		Source: b.Sources, Estimate: b.Estimate,
	}
	if b.DeviceType != nil {
		row.DeviceType, row.Maker = b.DeviceType.Slug, b.DeviceType.Maker
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
	if b.PowerKnown {
		row.Power = csvtext.Decimal(b.Power.Watts())
	}
	return row
}

// Encode writes bom.csv.
func Encode(w io.Writer, r *planner.Result, o csvtext.Options) error {
	return Write(w, Rows(r), o)
}

// Write writes a table of the given rows.
func Write(w io.Writer, rows iter.Seq[Row], o csvtext.Options) error {
	return csvtext.Write(w, header, rows, o, func(w *csvtext.Writer, row *Row) {
		w.Text(row.SKU)
		w.Text(row.Spec)
		w.Text(row.DeviceType)
		w.List(row.AltSKUs)
		w.Text(row.Description)
		w.Text(row.Maker)
		w.Text(row.Medium)
		w.Int(row.LengthMM)
		w.Int(row.Quantity)
		w.Int(row.Spares)
		w.Int(row.FromStock)
		w.Int(row.Order)
		w.Decimal(row.UnitPrice)
		w.Decimal(row.ExtendedPrice)
		w.Text(row.Currency)
		w.Decimal(row.Power)
		w.Text(row.Lifecycle)
		w.Text(row.Evidence)
		w.List(row.Source)
		w.List(row.Estimate)
	})
}

// Decode reads what Encode wrote, in any delimiter. Errors name the line.
func Decode(r io.Reader, o csvtext.Options) ([]Row, error) {
	return csvtext.Read(r, header, o, func(r *csvtext.Reader) Row {
		return Row{
			SKU:           r.Text(),
			Spec:          r.Text(),
			DeviceType:    r.Text(),
			AltSKUs:       r.List(),
			Description:   r.Text(),
			Maker:         r.Text(),
			Medium:        r.Text(),
			LengthMM:      r.Int(),
			Quantity:      r.Int(),
			Spares:        r.Int(),
			FromStock:     r.Int(),
			Order:         r.Int(),
			UnitPrice:     r.Decimal(),
			ExtendedPrice: r.Decimal(),
			Currency:      r.Text(),
			Power:         r.Decimal(),
			Lifecycle:     r.Text(),
			Evidence:      r.Text(),
			Source:        r.List(),
			Estimate:      r.List(),
		}
	})
}
