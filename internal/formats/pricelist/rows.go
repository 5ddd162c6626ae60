package pricelist

import (
	"fmt"
	"strings"

	"lengthwise/internal/formats/table"
	"lengthwise/internal/units"
)

// Rows reads the list by a mapping: the rows that can be read, and every problem
// with the others, in the order of the list. A row with any problem is not among
// the rows. Sheets that look like price lists too and were not chosen are
// problems as well.
func (t *Table) Rows(m Mapping, d Defaults) ([]Row, []Problem) {
	if len(m.Problems) > 0 {
		return nil, m.Problems
	}
	r := rowReader{table: t, defaults: d, column: map[Field]*Column{}}
	for i, c := range m.Columns {
		if c.Field != "" && c.Field != Ignored {
			r.column[c.Field] = &m.Columns[i]
		}
	}
	r.otherSheets()
	r.price.learn(t, r.column[UnitPrice])
	r.surcharge.learn(t, r.column[Surcharge])
	r.thousands = partsThousands(t.cells(r.column[Stock]))
	var rows []Row
	for _, cells := range t.Table.Rows {
		before := len(r.problems)
		if row := r.read(cells); len(r.problems) == before {
			rows = append(rows, row)
		}
	}
	return rows, r.problems
}

// A rowReader reads rows and gathers what is wrong with them.
type rowReader struct {
	table            *Table
	defaults         Defaults
	column           map[Field]*Column
	price, surcharge amounts
	thousands        string // signs that part thousands in the stock column
	problems         []Problem
}

// amounts are how a column writes its decimals.
type amounts struct {
	point      point
	contradict bool
}

func (a *amounts) learn(t *Table, c *Column) { a.point, a.contradict = writtenWith(t.cells(c)) }

// cells are those of a column, none where the list has no such column.
func (t *Table) cells(c *Column) []table.Cell {
	if c == nil {
		return nil
	}
	cells := make([]table.Cell, 0, len(t.Table.Rows))
	for _, row := range t.Table.Rows {
		if c.at < len(row) {
			cells = append(cells, row[c.at])
		}
	}
	return cells
}

// otherSheets names the sheets that hold prices too.
func (r *rowReader) otherSheets() {
	for _, s := range r.table.Sheets {
		has := map[Field]bool{}
		for _, h := range s.Headers {
			f, _ := fieldOf(h)
			has[f] = true
		}
		if s.Name != r.table.Sheet && has[UnitPrice] && (has[SKU] || has[AltSKU]) {
			r.problems = append(r.problems, Problem{Sheet: s.Name, Row: s.HeaderRow,
				Message: fmt.Sprintf("this sheet looks like a price list too and was not read, only sheet %s was; send it as a file of its own", r.table.Sheet)})
		}
	}
}

// cell is the cell of a field in a row; not ok where the list has no such column.
func (r *rowReader) cell(cells []table.Cell, f Field) (table.Cell, bool) {
	c := r.column[f]
	if c == nil {
		return table.Cell{}, false
	}
	return r.table.Cell(cells, c.at), true
}

// bad notes a problem with a cell; the message goes on after the cell's value.
func (r *rowReader) bad(c table.Cell, err error) {
	if err == nil {
		return
	}
	r.problems = append(r.problems, Problem{Sheet: r.table.Sheet, Row: int(c.Row), Cell: c.Ref(), Value: c.Text,
		Message: fmt.Sprintf("%q %v", clip(c.Text), err)})
}

// missing notes that a cell should hold something.
func (r *rowReader) missing(c table.Cell, format string, args ...any) {
	r.problems = append(r.problems, Problem{Sheet: r.table.Sheet, Row: int(c.Row), Cell: c.Ref(), Message: fmt.Sprintf(format, args...)})
}

// value reads the cell of a field where the list has one.
func value[V any](r *rowReader, cells []table.Cell, f Field, unknown V, read func(table.Cell) (V, error)) V {
	c, ok := r.cell(cells, f)
	if !ok {
		return unknown
	}
	v, err := read(c)
	r.bad(c, err)
	return v
}

func (r *rowReader) read(cells []table.Cell) Row {
	row := Row{Line: int(cells[0].Row), Sheet: r.table.Sheet}
	r.readSKU(&row, cells)
	r.readPrice(&row, cells)
	row.LeadTimeDays = -1
	for _, unit := range []Field{LeadTimeDays, LeadTimeWeeks, LeadTime} {
		if _, ok := r.cell(cells, unit); ok {
			row.LeadTimeDays = value(r, cells, unit, -1, func(c table.Cell) (int, error) { return leadTime(c, unit) })
		}
	}
	row.Stock = value(r, cells, Stock, -1, func(c table.Cell) (int, error) { return stock(c, r.thousands) })
	row.Supplier = value(r, cells, Supplier, "", func(c table.Cell) (string, error) {
		text := strings.TrimSpace(c.Text)
		return text, printable(text, maxSupplier)
	})
	if row.Supplier == "" {
		row.Supplier = r.defaults.Supplier
	}
	row.ValidFrom = value(r, cells, ValidFrom, "", day)
	row.ValidTo = value(r, cells, ValidTo, "", day)
	if c, _ := r.cell(cells, ValidTo); row.ValidTo != "" && row.ValidTo < row.ValidFrom {
		r.bad(c, fmt.Errorf("is before %s, from when the price is valid", row.ValidFrom))
	}
	return row
}

// readSKU reads the part number, or the other one where that is all there is.
func (r *rowReader) readSKU(row *Row, cells []table.Cell) {
	row.SKU = value(r, cells, SKU, "", sku)
	row.AltSKU = value(r, cells, AltSKU, "", sku)
	if row.SKU == "" {
		row.SKU, row.AltSKU = row.AltSKU, ""
	}
	c, ok := r.cell(cells, SKU)
	if !ok {
		c, _ = r.cell(cells, AltSKU)
	}
	if row.SKU == "" && strings.TrimSpace(c.Text) == "" {
		r.missing(c, "the row has no part number")
	}
}

// readPrice reads price and surcharge, and the currency they agree on.
func (r *rowReader) readPrice(row *Row, cells []table.Cell) {
	before := len(r.problems)
	k := claims{r: r}
	k.column(cells)
	row.Unit = r.amount(&k, cells, UnitPrice, r.price)
	row.Surcharge = r.amount(&k, cells, Surcharge, r.surcharge)
	if len(r.problems) == before {
		c, _ := r.cell(cells, UnitPrice)
		row.Currency = k.settle(c)
	}
}

// amount reads one of the two amounts, zero where a surcharge is blank.
func (r *rowReader) amount(k *claims, cells []table.Cell, f Field, how amounts) units.Money {
	c, ok := r.cell(cells, f)
	if !ok {
		return 0
	}
	if strings.TrimSpace(c.Text) == "" {
		if f == UnitPrice {
			r.missing(c, "the row has no price")
		}
		return 0
	}
	m, may, err := price(c, r.table.Mark(c), how.point, how.contradict)
	if err != nil {
		r.bad(c, err)
		return 0
	}
	k.add(c, mayMean(r.column[f].Currency))
	k.add(c, may)
	return m
}
