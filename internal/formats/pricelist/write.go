package pricelist

import (
	"fmt"
	"io"
	"iter"
	"strconv"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/table"
	"lengthwise/internal/units"
)

// A FileType is what Write writes.
type FileType string

// The file types.
const (
	CSV  FileType = "csv"
	XLSX FileType = "xlsx"
)

var header = []string{
	string(SKU), string(UnitPrice), string(Surcharge), string(Currency), string(LeadTimeDays), string(Stock), string(Supplier), string(ValidFrom), string(ValidTo),
}

// Write writes a list under our own header, which Read reads back exactly. Line,
// Sheet and AltSKU of the rows are not written. o concerns CSV only.
func Write(w io.Writer, rows iter.Seq[Row], as FileType, o csvtext.Options) error {
	switch as {
	case CSV:
		return csvtext.Write(w, header, rows, o, writeCSV)
	case XLSX:
		return table.WriteXLSX(w, workbook, xlsxRows(rows))
	}
	return fmt.Errorf("file type %q is not one of %s, %s", as, CSV, XLSX)
}

func writeCSV(w *csvtext.Writer, row *Row) {
	w.Text(row.SKU)
	w.Decimal(csvtext.Decimal(row.Unit.String()))
	w.Decimal(csvtext.Decimal(row.Surcharge.String()))
	w.Text(row.Currency)
	w.Int(known(row.LeadTimeDays))
	w.Int(known(row.Stock))
	w.Text(row.Supplier)
	w.Text(row.ValidFrom)
	w.Text(row.ValidTo)
}

func known(n int) csvtext.Int {
	if n < 0 {
		return csvtext.Int{}
	}
	return csvtext.Some(int64(n))
}

var workbook = table.Layout{
	Sheet: "Prices",
	Columns: []table.Column{
		{Name: header[0], Width: 24}, {Name: header[1], Width: 14}, {Name: header[2], Width: 12}, {Name: header[3], Width: 10},
		{Name: header[4], Width: 16}, {Name: header[5], Width: 10}, {Name: header[6], Width: 24}, {Name: header[7], Width: 12}, {Name: header[8], Width: 12},
	},
}

func xlsxRows(rows iter.Seq[Row]) iter.Seq[[]table.Value] {
	money := func(m units.Money) table.Value { return table.Money(m.String()) }
	count := func(n int) table.Value {
		if n < 0 {
			return table.Value{}
		}
		return table.Count(strconv.Itoa(n))
	}
	return func(yield func([]table.Value) bool) {
		for row := range rows {
			if !yield([]table.Value{
				table.String(row.SKU), money(row.Unit), money(row.Surcharge), table.String(row.Currency), count(row.LeadTimeDays), count(row.Stock),
				table.String(row.Supplier), table.String(row.ValidFrom), table.String(row.ValidTo),
			}) {
				return
			}
		}
	}
}
