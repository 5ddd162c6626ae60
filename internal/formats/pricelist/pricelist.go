// Package pricelist reads the price and stock lists that suppliers send, in any
// order of columns, and writes them back. A header finds its field through a
// table of synonyms; what was recognised and what was not is shown, so that
// somebody can confirm it.
//
// It promises that a price is read to the cent and never guessed: what can be
// read two ways, is no amount or has more than two decimals is refused with
// sheet, row, cell and value, and so is a part number that a spreadsheet has
// turned into a number or a date. Every row is either read or named. What Write
// wrote is read back exactly.
package pricelist

import (
	"fmt"

	"lengthwise/internal/formats/table"
	"lengthwise/internal/units"
)

// MaxPrice bounds a price and a surcharge: 10,000,000.00.
const MaxPrice units.Money = 10_000_000_00

// A Field is what a column holds.
type Field string

// The fields of a list. A column of AltSKU holds the other number of a product
// that has two; LeadTime says its unit in each cell. Ignored is the field of a
// column that somebody decided not to read.
const (
	SKU           Field = "sku"
	AltSKU        Field = "alt_sku"
	UnitPrice     Field = "unit_price"
	Surcharge     Field = "surcharge"
	Currency      Field = "currency"
	LeadTime      Field = "lead_time"
	LeadTimeDays  Field = "lead_time_days"
	LeadTimeWeeks Field = "lead_time_weeks"
	Stock         Field = "stock"
	Supplier      Field = "supplier"
	ValidFrom     Field = "valid_from"
	ValidTo       Field = "valid_to"
	Ignored       Field = "ignored"
)

// Fields lists what a column may be mapped to, in the order of our own header.
var Fields = []Field{
	SKU, AltSKU, UnitPrice, Surcharge, Currency, LeadTimeDays, LeadTimeWeeks, LeadTime, Stock, Supplier, ValidFrom, ValidTo, Ignored,
}

// A Table is a list as its author laid it out.
type Table struct{ *table.Table }

// Read reads the table of a CSV file or an XLSX workbook; name is what messages
// call it.
func Read(name string, data []byte) (*Table, error) {
	t, err := table.Read(name, data, func(header string) bool {
		f, _ := fieldOf(header)
		return f != ""
	})
	if err != nil {
		return nil, err
	}
	return &Table{t}, nil
}

// A Row is one price. Unit and Surcharge are in Currency. LeadTimeDays and Stock
// are -1 where the list does not say. ValidFrom and ValidTo are 2026-11-30 or
// empty. AltSKU is the product's other number where the list has both.
type Row struct {
	Line               int // the row's number in the sheet or file
	Sheet              string
	SKU, AltSKU        string
	Unit, Surcharge    units.Money
	Currency           string
	LeadTimeDays       int
	Stock              int
	Supplier           string
	ValidFrom, ValidTo string
}

// A Problem is why a row, a column or a sheet was not read. Cell and Value are
// empty where it is no matter of one cell.
type Problem struct {
	Sheet   string
	Row     int
	Cell    string // "C14"
	Value   string // as the file has it
	Message string
}

// String is the problem in one line, with its place.
func (p Problem) String() string {
	place := ""
	if p.Sheet != "" {
		place = "sheet " + p.Sheet + ", "
	}
	if p.Row > 0 {
		place += fmt.Sprintf("row %d, ", p.Row)
	}
	if p.Cell != "" {
		place += "cell " + p.Cell + ", "
	}
	if place == "" {
		return p.Message
	}
	return place[:len(place)-2] + ": " + p.Message
}

// Defaults hold for rows that do not say otherwise.
type Defaults struct{ Supplier, Currency string }
