package table

import (
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
)

// readSheet reads the cells of one worksheet.
func (w *workbook) readSheet(part string) (*sheet, error) {
	r := sheetReader{workbook: w, part: part}
	if err := w.walk(part, r.element); err != nil {
		return nil, err
	}
	r.endRow()
	return &r.sheet, r.spread()
}

// spread gives every row of cells that were merged over several rows the text
// of the first, as it is seen.
func (r *sheetReader) spread() error {
	rows := r.sheet.rows
	for _, m := range r.sheet.merged {
		at := func(number int32) int {
			return sort.Search(len(rows), func(i int) bool { return rows[i][0].Row >= number })
		}
		first := at(m.row1)
		if m.row1 == m.row2 || first == len(rows) || rows[first][0].Row != m.row1 || int(m.column1) > len(rows[first]) {
			continue
		}
		source := rows[first][m.column1-1]
		if source.Kind == Empty {
			continue
		}
		for i := first + 1; i < len(rows) && rows[i][0].Row <= m.row2; i++ {
			if r.cells++; r.cells > maxCells {
				return fmt.Errorf("the workbook has more than %d cells; send it in parts", maxCells)
			}
			number := rows[i][0].Row
			for len(rows[i]) < int(m.column1) {
				rows[i] = append(rows[i], Cell{Row: number, Column: int32(len(rows[i]) + 1)})
			}
			c := &rows[i][m.column1-1]
			c.Text, c.Kind, c.mark = source.Text, source.Kind, source.mark
		}
	}
	return nil
}

// A sheetReader gathers the cells of a sheet, row by row.
type sheetReader struct {
	*workbook
	part   string
	sheet  sheet
	row    []Cell // dense, from column 1
	number int32  // of the row
	column int32  // of the cell before
}

func (r *sheetReader) element(d *xml.Decoder, e xml.StartElement) error {
	switch e.Name.Local {
	case "row":
		r.endRow()
		number := r.number + 1
		if at := attr(e, "r"); at != "" {
			n, err := strconv.ParseInt(at, 10, 32)
			if err != nil || n <= int64(r.number) || n == math.MaxInt32 {
				return damaged(r.part, fmt.Errorf("row %q comes after row %d", clip(at), r.number))
			}
			number = int32(n)
		}
		r.number, r.column = number, 0
	case "c":
		return r.cell(d, e)
	case "mergeCell":
		return r.merge(attr(e, "ref"))
	}
	return nil
}

// endRow keeps the row that ends, unless it is blank.
func (r *sheetReader) endRow() {
	if row := trimRow(r.row); len(row) > 0 {
		r.sheet.rows = append(r.sheet.rows, row)
	}
	r.row = nil
}

// cell reads one cell: its place, style and kind, and its content.
func (r *sheetReader) cell(d *xml.Decoder, e xml.StartElement) error {
	c := Cell{Row: r.number, Column: r.column + 1}
	if ref := attr(e, "r"); ref != "" {
		column, row, ok := parseRef(ref)
		if !ok || row != r.number || column <= r.column {
			return damaged(r.part, fmt.Errorf("cell %q stands in row %d after column %s", clip(ref), r.number, Letters(int(r.column))))
		}
		c.Column = column
	}
	if r.number == 0 {
		return damaged(r.part, errors.New("a cell stands outside any row"))
	}
	r.column = c.Column
	v, err := readContent(d)
	if err != nil {
		return damaged(r.part, err)
	}
	if err := r.fill(&c, attr(e, "t"), attr(e, "s"), v); err != nil {
		return err
	}
	if c.Kind == Empty {
		return nil
	}
	if err := check(c); err != nil {
		return err
	}
	more := int(c.Column) - len(r.row)
	if r.cells += more; r.cells > maxCells {
		return fmt.Errorf("%s: the workbook has more than %d cells; send it in parts", place(c), maxCells)
	}
	for len(r.row) < int(c.Column)-1 {
		r.row = append(r.row, Cell{Row: r.number, Column: int32(len(r.row) + 1)})
	}
	r.row = append(r.row, c)
	return nil
}

// content is what a cell holds, as written.
type content struct {
	value, inline, formula string
	hasValue, hasFormula   bool
}

// readContent reads a cell to its end.
func readContent(d *xml.Decoder) (content, error) {
	var v content
	for {
		token, err := d.Token()
		if err != nil {
			return v, unexpected(err)
		}
		switch x := token.(type) {
		case xml.EndElement:
			return v, nil
		case xml.StartElement:
			switch x.Name.Local {
			case "v":
				v.hasValue = true
				v.value, err = plainText(d)
			case "is":
				v.inline, err = richText(d)
			case "f":
				v.hasFormula = true
				v.formula, err = plainText(d)
			default:
				err = d.Skip()
			}
			if err != nil {
				return v, unexpected(err)
			}
		}
	}
}

// plainText is the text of the element that was just begun.
func plainText(d *xml.Decoder) (string, error) {
	var b strings.Builder
	for {
		token, err := d.Token()
		if err != nil {
			return "", unexpected(err)
		}
		switch x := token.(type) {
		case xml.CharData:
			b.Write(x)
		case xml.EndElement:
			return b.String(), nil
		case xml.StartElement:
			return "", fmt.Errorf("element %s where a text should stand", clip(x.Name.Local))
		}
	}
}

// fill gives a cell its text and kind (ISO/IEC 29500-1, 18.18.11, ST_CellType).
func (r *sheetReader) fill(c *Cell, kind, style string, v content) error {
	if v.hasFormula && v.value == "" && !(kind == "str" && v.hasValue) {
		c.Text, c.Kind = "="+v.formula, Formula
		return nil
	}
	switch kind {
	case "s":
		if v.value == "" {
			return nil
		}
		i, err := strconv.Atoi(strings.TrimSpace(v.value))
		if err != nil || i < 0 || i >= len(r.strings) {
			return damaged(r.part, fmt.Errorf("%s names text %q of %d", place(*c), clip(v.value), len(r.strings)))
		}
		c.Text, c.Kind = r.strings[i], Text
	case "str":
		c.Text, c.Kind = unescape(v.value), Text
	case "e":
		c.Text, c.Kind = v.value, Text
	case "inlineStr":
		c.Text, c.Kind = v.inline, Text
	case "b":
		b, err := strconv.ParseBool(strings.TrimSpace(v.value))
		if err != nil {
			return damaged(r.part, fmt.Errorf("%s: %q is no truth value", place(*c), clip(v.value)))
		}
		c.Text, c.Kind = strings.ToUpper(strconv.FormatBool(b)), Bool
	case "d":
		c.Text, c.Kind = v.value, Date
		if day, _, timed := strings.Cut(v.value, "T"); timed {
			c.Text = day
		}
	case "", "n":
		return r.fillNumber(c, style, v)
	default:
		return damaged(r.part, fmt.Errorf("%s is of the unknown kind %q", place(*c), clip(kind)))
	}
	if c.Text == "" {
		c.Kind = Empty
	}
	return nil
}

// fillNumber is a number, or a date by its style.
func (r *sheetReader) fillNumber(c *Cell, style string, v content) error {
	if c.Text = strings.TrimSpace(v.value); c.Text == "" {
		return nil
	}
	if !isNumber(c.Text) {
		return damaged(r.part, fmt.Errorf("%s: %q is no number", place(*c), clip(c.Text)))
	}
	c.Kind = Number
	if style == "" {
		return nil
	}
	i, err := strconv.Atoi(style)
	if err != nil || i < 0 {
		return damaged(r.part, fmt.Errorf("%s has the style %q", place(*c), clip(style)))
	}
	if i >= len(r.dates) {
		return nil
	}
	if c.mark = r.shown[i]; r.dates[i] {
		c.Text, _ = r.dateText(c.Text)
		c.Kind = Date
	}
	return nil
}

// isNumber reports whether a text is a decimal as workbooks store it: "-12",
// "0.5", "1.5E-3".
func isNumber(s string) bool {
	mantissa, exponent, has := strings.Cut(strings.ToUpper(s), "E")
	digits := strings.TrimLeft(mantissa, "+-")
	if len(mantissa)-len(digits) > 1 || strings.Count(digits, ".") > 1 || strings.Trim(digits, "0123456789.") != "" ||
		strings.Trim(digits, ".") == "" {
		return false
	}
	e := strings.TrimLeft(exponent, "+-")
	return !has || len(exponent)-len(e) <= 1 && e != "" && strings.Trim(e, "0123456789") == ""
}

func (r *sheetReader) merge(ref string) error {
	from, to, _ := strings.Cut(ref, ":")
	if to == "" {
		to = from
	}
	c1, r1, ok1 := parseRef(from)
	c2, r2, ok2 := parseRef(to)
	if !ok1 || !ok2 {
		return damaged(r.part, fmt.Errorf("merged cells %q", clip(ref)))
	}
	if r.sheet.merged = append(r.sheet.merged, merged{r1, c1, r2, c2}); len(r.sheet.merged) > maxMerged {
		return fmt.Errorf("the sheet has more than %d merged cells; send it without", maxMerged)
	}
	return nil
}

// parseRef reads "C14" as column and row.
func parseRef(ref string) (column, row int32, ok bool) {
	letters := strings.TrimRight(ref, "0123456789")
	if len(letters) == 0 || len(letters) > 3 {
		return 0, 0, false
	}
	for _, c := range strings.ToUpper(letters) {
		if c < 'A' || c > 'Z' {
			return 0, 0, false
		}
		column = 26*column + c - 'A' + 1
	}
	n, err := strconv.ParseInt(ref[len(letters):], 10, 32)
	return column, int32(n), err == nil && n > 0
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}

// clip cuts a text that a message shows.
func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}
