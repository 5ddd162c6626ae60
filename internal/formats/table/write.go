package table

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"
)

// A Layout is how a sheet is written: notes above the table, a line each, then
// the header, which stays in sight and filters.
type Layout struct {
	Sheet   string
	Notes   []string
	Columns []Column
}

// A Column is a header and its width in characters.
type Column struct {
	Name  string
	Width int
}

// A Value is a cell to be written; the zero Value is a blank one.
type Value struct {
	text string
	kind valueKind
}

type valueKind uint8

const (
	nothing valueKind = iota
	aString
	aCount
	anAmount
)

// String is a text, never taken for a number, a date or a formula.
func String(text string) Value { return Value{text, aString} }

// Count is a whole number; empty is a blank cell.
func Count(digits string) Value { return Value{digits, aCount} }

// Money is an amount in decimal, shown with two digits: "1234.50"; empty is a
// blank cell.
func Money(decimal string) Value { return Value{decimal, anAmount} }

// maxXLSXCell is how many UTF-16 units a cell of a workbook may hold.
const maxXLSXCell = excelize.TotalCellChars

// WriteXLSX writes a workbook of one sheet; rows are streamed. A text a cell
// cannot hold is an error: it is never cut.
func WriteXLSX(w io.Writer, l Layout, rows iter.Seq[[]Value]) (err error) {
	f := excelize.NewFile()
	defer func() {
		if closing := f.Close(); err == nil {
			err = closing
		}
	}()
	if err := f.SetSheetName("Sheet1", l.Sheet); err != nil {
		return fmt.Errorf("name the sheet %s: %w", l.Sheet, err)
	}
	out, err := newSheetWriter(f, l)
	if err != nil {
		return fmt.Errorf("write sheet %s: %w", l.Sheet, err)
	}
	for row := range rows {
		if err := out.write(row, 0); err != nil {
			return fmt.Errorf("write sheet %s: %w", l.Sheet, err)
		}
	}
	if err := out.finish(l); err != nil {
		return fmt.Errorf("write sheet %s: %w", l.Sheet, err)
	}
	return f.Write(w)
}

// A sheetWriter writes the rows of a sheet one after another.
type sheetWriter struct {
	stream        *excelize.StreamWriter
	amount, title int // styles
	at            int // row written last
	cells         []any
}

func newSheetWriter(f *excelize.File, l Layout) (*sheetWriter, error) {
	out := &sheetWriter{}
	var err error
	if out.amount, err = f.NewStyle(&excelize.Style{NumFmt: 2}); err != nil { // "0.00"
		return nil, err
	}
	if out.title, err = f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}}); err != nil {
		return nil, err
	}
	if out.stream, err = f.NewStreamWriter(l.Sheet); err != nil {
		return nil, err
	}
	for i, c := range l.Columns {
		if err := out.stream.SetColWidth(i+1, i+1, float64(c.Width)); err != nil {
			return nil, err
		}
	}
	top := len(l.Notes) + 1 // row of the header
	if err := out.stream.SetPanes(&excelize.Panes{Freeze: true, YSplit: top, TopLeftCell: fmt.Sprintf("A%d", top+1), ActivePane: "bottomLeft"}); err != nil {
		return nil, err
	}
	for _, note := range l.Notes {
		if err := out.write([]Value{String(note)}, out.title); err != nil {
			return nil, err
		}
	}
	names := make([]Value, len(l.Columns))
	for i, c := range l.Columns {
		names[i] = String(c.Name)
	}
	return out, out.write(names, out.title)
}

// write writes the next row, its texts in a style.
func (s *sheetWriter) write(row []Value, style int) error {
	if s.at++; s.at > excelize.TotalRows {
		return fmt.Errorf("a sheet holds %d rows, and the table has more; write it as CSV", excelize.TotalRows)
	}
	s.cells = s.cells[:0]
	for i, v := range row {
		cell, err := s.value(v, style)
		if err != nil {
			return fmt.Errorf("cell %s%d: %w", Letters(i+1), s.at, err)
		}
		s.cells = append(s.cells, cell)
	}
	return s.stream.SetRow(fmt.Sprintf("A%d", s.at), s.cells)
}

func (s *sheetWriter) value(v Value, style int) (any, error) {
	switch {
	case v.text == "":
		return nil, nil
	case v.kind == aString:
		if n := len(utf16.Encode([]rune(v.text))); n > maxXLSXCell {
			return nil, fmt.Errorf("the text has %d characters, a cell of a workbook holds %d; write the table as CSV", n, maxXLSXCell)
		}
		return excelize.Cell{StyleID: style, Value: v.text}, nil
	case v.kind == aCount:
		n, err := strconv.ParseInt(v.text, 10, 64)
		return n, err
	}
	return s.money(v.text)
}

// money is an amount as the number a workbook keeps. A workbook keeps 15 digits;
// an amount of more is written as text rather than rounded.
func (s *sheetWriter) money(decimal string) (any, error) {
	f, err := strconv.ParseFloat(decimal, 64)
	if err != nil {
		return nil, err
	}
	digits := strings.Trim(strings.ReplaceAll(decimal, ".", ""), "-0")
	if len(digits) > 15 {
		return decimal, nil
	}
	return excelize.Cell{StyleID: s.amount, Value: f}, nil
}

// finish makes the rows a table, which is what filters them, and ends the sheet.
func (s *sheetWriter) finish(l Layout) error {
	if top := len(l.Notes) + 1; s.at > top {
		err := s.stream.AddTable(&excelize.Table{
			Range: fmt.Sprintf("A%d:%s%d", top, Letters(len(l.Columns)), s.at), Name: "rows", StyleName: "TableStyleLight1",
		})
		if err != nil {
			return err
		}
	}
	return s.stream.Flush()
}
