// Package table reads the tables people send: CSV in any of its dialects, and
// sheets of XLSX workbooks. It finds the sheet and the header row and gives the
// cells under their headers, with the text exactly as the file holds it.
//
// It promises that no cell is dropped, that numbers never pass through a binary
// float, that leading zeros stay, and that a cell is named as a spreadsheet
// names it (row 14, cell C14). It refuses a file that is damaged or above its
// bounds as a whole, with the place: half a table is worse than none.
package table

import (
	"fmt"
	"strings"
)

// The bounds of one file.
const (
	maxRows    = 1_000_000
	maxColumns = 200
	maxCell    = 32 << 10  // bytes of one cell's text
	MaxBytes   = 64 << 20  // of a file as it is sent
	maxUnzip   = 512 << 20 // bytes of all parts of a workbook, unpacked
	maxCells   = 5_000_000 // of all sheets, blank ones between others included
	maxSheets  = 200
	maxMerged  = 100_000 // ranges of merged cells of a sheet
)

// A Kind is what a cell holds.
type Kind uint8

// The kinds of cells. CSV knows text only. A Formula is one whose result is not
// in the file; an error value of a spreadsheet ("#N/A") is text.
const (
	Empty Kind = iota
	Text
	Number
	Date
	Bool
	Formula
)

// String is the kind in a word.
func (k Kind) String() string {
	return [...]string{"empty", "text", "number", "date", "bool", "formula"}[k]
}

// A Cell is one cell as the file has it. A number's text is the decimal the file
// stores, a date's is "2026-11-30", a truth value's TRUE or FALSE, a formula's
// begins with "=". White space around a text is kept.
type Cell struct {
	Text   string
	Row    int32 // from 1, as a spreadsheet counts: blank lines count, a line "sep=" does not
	Column int32 // from 1
	Kind   Kind
	mark   uint16 // of a number: 1 + index of what its format shows beside it; 0: nothing
}

// Ref names the cell as spreadsheets do: "C14".
func (c Cell) Ref() string { return Letters(int(c.Column)) + fmt.Sprint(c.Row) }

// Letters is the name of a column counted from 1: A to Z, AA and on.
func Letters(column int) string {
	if column < 1 {
		return ""
	}
	return Letters((column-1)/26) + string(rune('A'+(column-1)%26))
}

// A SheetInfo is one sheet of a workbook and what was taken for its header.
type SheetInfo struct {
	Name      string
	Hidden    bool
	HeaderRow int      // 0: the sheet is blank
	Headers   []string // of its columns in order
}

// A Table is the sheet and header row that fit best what the reader looks for.
// Rows holds only what is below the header: blank rows and rows that repeat the
// header are left out, and no row is wider than its last cell that is not blank.
type Table struct {
	Name      string      // of the file
	Sheets    []SheetInfo // of a workbook, in its order; nil for CSV
	Sheet     string      // the one chosen; empty for CSV
	HeaderRow int         // the last one where a header spans two
	Headers   []Cell      // a header cell for each column, blank ones included
	Rows      [][]Cell

	marks []string
}

// Mark is what the format of a number shows beside it, such as the sign of a
// currency; empty where that is nothing.
func (t *Table) Mark(c Cell) string {
	if c.mark == 0 {
		return ""
	}
	return t.marks[c.mark-1]
}

// Cell is the cell of a row in a column counted from 0, blank where the row ends
// before.
func (t *Table) Cell(row []Cell, column int) Cell {
	if column < len(row) {
		return row[column]
	}
	at := Cell{Column: int32(column + 1)}
	if len(row) > 0 {
		at.Row = row[0].Row
	}
	return at
}

// Read reads a CSV file or an XLSX workbook, told apart by its bytes; name is
// what messages call it. known tells whether a header, as written, is one the
// caller looks for: the sheet and the row with most of these are chosen, the
// first of equals, hidden sheets last. data is not kept.
func Read(name string, data []byte, known func(header string) bool) (*Table, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("%s is above the limit of %d bytes (64 MiB); send it in parts", name, MaxBytes)
	}
	kind, err := sniff(data)
	if err != nil {
		return nil, fmt.Errorf("%s %w", name, err)
	}
	var sheets []sheet
	var marks []string
	if kind == isWorkbook {
		sheets, marks, err = readWorkbook(data)
	} else {
		sheets, err = readCSV(data, known)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	t := choose(sheets, known)
	t.Name, t.marks = name, marks
	if kind != isWorkbook {
		t.Sheets = nil
	}
	if t.Headers == nil {
		return nil, fmt.Errorf("%s has no cell that is not blank", name)
	}
	return t, nil
}

type fileKind int

const (
	isText fileKind = iota
	isWorkbook
)

// sniff tells the kind of a file by its first bytes, and refuses those whose
// content is not read, with the way out.
func sniff(data []byte) (fileKind, error) {
	head := string(data[:min(len(data), 8)])
	switch {
	case strings.TrimSpace(head) == "" && len(data) <= 8:
		return 0, fmt.Errorf("is empty")
	case strings.HasPrefix(head, "PK\x03\x04"), strings.HasPrefix(head, "PK\x05\x06"):
		return isWorkbook, nil
	case strings.HasPrefix(head, "\xd0\xcf\x11\xe0"):
		return 0, fmt.Errorf("is an old workbook (.xls) or one with a password; save it as .xlsx without a password, or as CSV UTF-8")
	case strings.HasPrefix(head, "%PDF"):
		return 0, fmt.Errorf("is a PDF; save the table it came from as .xlsx or as CSV UTF-8")
	}
	return isText, nil
}

// A sheet is the cells of one sheet: rows that hold something, rising.
type sheet struct {
	name   string
	hidden bool
	rows   [][]Cell
	merged []merged
}

// A merged range of cells shows the text of its first cell. From 1, ends
// included.
type merged struct{ row1, column1, row2, column2 int32 }

// place names a cell in a message.
func place(c Cell) string { return fmt.Sprintf("row %d, cell %s", c.Row, c.Ref()) }

// check holds one cell that is not blank against the bounds.
func check(c Cell) error {
	switch {
	case c.Row > maxRows:
		return fmt.Errorf("%s: the table has more than %d rows; send it in parts", place(c), maxRows)
	case c.Column > maxColumns:
		return fmt.Errorf("%s: the table has more than %d columns; take out those nobody needs", place(c), maxColumns)
	case len(c.Text) > maxCell:
		return fmt.Errorf("%s: the text is longer than %d bytes", place(c), maxCell)
	}
	return nil
}

// blank reports whether a text shows nothing.
func blank(text string) bool { return strings.TrimSpace(text) == "" }

// trimRow cuts what is blank at the end of a row.
func trimRow(row []Cell) []Cell {
	for len(row) > 0 && blank(row[len(row)-1].Text) {
		row = row[:len(row)-1]
	}
	return row
}
