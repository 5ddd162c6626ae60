package templates

import "net/url"

// A PricesPage lists the stored rows of price lists and takes a list to load.
type PricesPage struct {
	Text     string // searched for
	Facts    []Fact
	Newest   string // when and by whom the prices changed last; empty: there are none
	Rows     []StoredPriceRow
	Said     string
	Pager    Pager
	Empty    string
	Upload   UploadForm
	Problems []FieldProblem // of an upload that could not be read; nil: none was sent
}

// A StoredPriceRow is one row of a price list.
type StoredPriceRow struct {
	Part                                PartLink
	Supplier, Currency, Unit, Surcharge string
	LeadTime, Stock, Valid              string
	Now                                 string // whether it holds today
	Changed, Author                     string
	EditURL, HistoryURL, Name           string // Name is what the links are about
}

// An UploadForm asks for a price list.
type UploadForm struct{ Supplier, Currency, Limit string }

// A FieldProblem is what is wrong with a form, and the field to change.
type FieldProblem struct {
	Label, URL string // URL empty: of no field of the form
	Message    string
}

// An ImportPage says what would become of a price list, or what became of it.
type ImportPage struct {
	Name      string
	Stored    bool // it was loaded
	Mark      Mark
	Sentence  string
	Place     string // sheet and row of the header
	Facts     []Fact
	File      string // the list, as the form carries it on
	Supplier  string
	Currency  string
	Columns   []ImportColumn
	Heads     []string // letters of the columns shown
	First     [][]string
	Load      string // words of the button that stores; empty: nothing can be
	Unknown   []UnknownRow
	Bad       []BadRow
	MoreBad   string // of either list, empty: all are shown
	MoreOther string
}

// An ImportColumn is a column of the list and the field it is read as.
type ImportColumn struct {
	Letters, Title, Example string
	Header                  string // in full, as the form sends it back
	Fields                  []Option
	Was, How                string // the field before anybody chose, and how it was found
	Shown                   string // how it is found now, in words
	Field                   string // what it was read as, in words
}

// An UnknownRow is a row whose part number the catalog does not have.
type UnknownRow struct {
	Sheet, Row, SKU string
	Nearest         PartLink // empty: none is near
}

// A BadRow is why a row was not read.
type BadRow struct{ Sheet, Row, Cell, Value, Problem string }

// queryOf is a query of one name and its value.
func queryOf(name, value string) string { return url.Values{name: {value}}.Encode() }
