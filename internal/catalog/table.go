package catalog

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lengthwise/internal/units"
)

// A sheet is a data file as read.
type sheet struct {
	*table
	column map[string]int  // name to position
	rows   []*row          // those with the right number of cells
	names  map[string]*row // by the first key column, the first row of a name
	broken bool            // it could not be read as a table, or had no rows
}

// A row is one line of a data file. It is ok until something about it is found
// wrong; shaky means that it names a row that is not ok, so that a judgement
// about it would only repeat the other row's problem.
type row struct {
	sheet *sheet
	line  int // 0: a row of the overlay
	cells []string
	ok    bool
	shaky bool
	own   bool // a row of the overlay
}

// as says where another row stands, to somebody who looks at this one: "line
// 12" in the files, in an overlay who wrote it.
func (r *row) as(other *row) string {
	switch {
	case other.own:
		return "another row of yours"
	case r.own:
		return "a built-in row"
	}
	return fmt.Sprintf("line %d", other.line)
}

// tableName is what the table is called where there are no files: products.
func (t *table) tableName() string { return strings.TrimSuffix(t.file, ".csv") }

// place is what the table is called to somebody who looks at a row.
func (t *table) place(r *row) string {
	if r.own {
		return t.tableName()
	}
	return t.file
}

// get is a cell; a column the schema does not have is a mistake in this package.
func (r *row) get(column string) string {
	i, ok := r.sheet.column[column]
	if !ok {
		panic("catalog: " + r.sheet.file + " has no column " + column)
	}
	return r.cells[i]
}

// list is the values of a list cell; nil where it is empty.
func (r *row) list(column string) []string { return splitList(r.get(column)) }

// int is a whole number, 0 where the cell is empty.
func (r *row) int(column string) int { return toInt(r.get(column)) }

// mm is a length written in whole millimetres, 0 where the cell is empty.
func (r *row) mm(column string) units.Length { return units.MM(int64(r.int(column))) }

// hundredths is a decimal number with at most two decimals, times 100.
func (r *row) hundredths(column string) int {
	whole, frac, _ := strings.Cut(r.get(column), ".")
	return toInt(whole + (frac + "00")[:2])
}

// toInt reads digits that were checked before, as 0 where there are none.
func toInt(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

func splitList(cell string) []string {
	if cell == "" {
		return nil
	}
	return strings.Split(cell, ";")
}

// splitRecord takes one line of RFC 4180 apart. It takes only what a writer
// that quotes where it must would write: a cell is in quotes if and only if it
// holds a comma or a quote.
func splitRecord(line string) ([]string, error) {
	cells := make([]string, 0, 36)
	for {
		quoted := strings.HasPrefix(line, `"`)
		var cell string
		if quoted {
			end := 1
			for {
				q := strings.IndexByte(line[end:], '"')
				if q < 0 {
					return nil, fmt.Errorf("cell %d is quoted and not closed on its line", len(cells)+1)
				}
				if end += q + 1; !strings.HasPrefix(line[end:], `"`) {
					break
				}
				end++
			}
			cell, line = strings.ReplaceAll(line[1:end-1], `""`, `"`), line[end:]
		} else {
			end := strings.IndexByte(line, ',')
			if end < 0 {
				end = len(line)
			}
			cell, line = line[:end], line[end:]
		}
		if strings.ContainsAny(cell, `,"`) != quoted {
			return nil, fmt.Errorf("cell %d is quoted badly; quotes belong around cells that hold a comma or a quote, and nowhere else", len(cells)+1)
		}
		cells = append(cells, cell)
		if line == "" {
			return cells, nil
		}
		if line[0] != ',' {
			return nil, fmt.Errorf("cell %d goes on after its closing quote", len(cells))
		}
		line = line[1:]
	}
}

// readSheet reads a data file into rows and reports what keeps it from being a
// table: encoding, line ends, header, quoting, number of cells.
func (l *loader) readSheet(t *table, raw []byte) *sheet {
	s := &sheet{table: t, column: make(map[string]int, len(t.columns)), names: map[string]*row{}}
	for i, c := range t.columns {
		s.column[c.name] = i
	}
	content := string(raw)
	if !utf8.ValidString(content) {
		l.fail(t.file, 1+strings.Count(content[:invalidAt(content)], "\n"), "is not UTF-8")
		s.broken = true
		return s
	}
	if trimmed, ok := strings.CutPrefix(content, "\ufeff"); ok {
		l.fail(t.file, 1, "starts with a byte order mark; save the file without it")
		content = trimmed
	}
	if i := strings.IndexByte(content, '\r'); i >= 0 {
		l.fail(t.file, 1+strings.Count(content[:i], "\n"), "has a carriage return; end lines with a line feed alone")
		content = strings.ReplaceAll(content, "\r", "")
	}
	if content == "" || !strings.HasSuffix(content, "\n") {
		l.fail(t.file, 1+strings.Count(content, "\n"), "does not end with a line feed")
	}
	lines := strings.Split(strings.TrimSuffix(content, "\n"), "\n")
	if header, err := splitRecord(lines[0]); err != nil || !l.checkHeader(t, header) {
		if err != nil {
			l.fail(t.file, 1, "header: "+err.Error())
		}
		s.broken = true
		return s
	}
	for i, line := range lines[1:] {
		cells, err := splitRecord(line)
		switch {
		case err != nil:
			l.fail(t.file, i+2, err.Error())
			s.broken = true
		case len(cells) != len(t.columns):
			l.fail(t.file, i+2, fmt.Sprintf("has %d cells, the header has %d", len(cells), len(t.columns)))
			s.broken = true
		default:
			s.rows = append(s.rows, &row{sheet: s, line: i + 2, cells: cells, ok: true})
		}
	}
	if len(lines) == 1 {
		l.fail(t.file, 0, "has no rows")
		s.broken = true
	}
	return s
}

func invalidAt(s string) int {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(s)
}

// checkHeader holds the header against the schema and names every difference.
func (l *loader) checkHeader(t *table, header []string) bool {
	want := make([]string, len(t.columns))
	for i, c := range t.columns {
		want[i] = c.name
	}
	if slices.Equal(header, want) {
		return true
	}
	same := true
	for _, h := range header {
		if !slices.Contains(want, h) {
			l.fail(t.file, 1, "unknown column "+quote(h)+didYouMean(h, want))
			same = false
		}
	}
	for _, w := range want {
		if !slices.Contains(header, w) {
			l.fail(t.file, 1, "column "+quote(w)+" is missing")
			same = false
		}
	}
	if same {
		l.fail(t.file, 1, "columns are not in the agreed order "+strings.Join(want, ","))
	}
	return false
}

// forbidden finds paths of somebody's machine, which are no source.
var forbidden = regexp.MustCompile(`(?i)(?:^|[ =:])/(?:tmp|home|root|work)\b`)

// checkCells makes every check that needs one row only, and that of its key.
func (l *loader) checkCells(s *sheet) {
	keys := make(map[string]*row, len(s.rows))
	for _, r := range s.rows {
		for i, c := range s.columns {
			l.checkCell(r, c, r.cells[i])
		}
		var key strings.Builder
		for _, k := range s.key {
			key.WriteString(r.get(k))
			key.WriteByte(0)
		}
		if first, ok := keys[key.String()]; ok {
			l.badCell(r, s.key[0], "has the same %s as %s", strings.Join(s.key, ", "), r.as(first))
			continue
		}
		keys[key.String()] = r
		if name := r.get(s.key[0]); s.names[name] == nil {
			s.names[name] = r
		}
	}
}

func (l *loader) checkCell(r *row, c column, cell string) {
	if cell != strings.TrimSpace(cell) || strings.Contains(cell, "  ") || strings.ContainsFunc(cell, stray) {
		l.badCell(r, c.name, "%s %s has stray white space or a control character", c.name, quote(cell))
	}
	if strings.Contains(cell, "/") && forbidden.MatchString(cell) {
		l.badCell(r, c.name, "%s %s names a path of a machine; say where the fact can be read by others", c.name, quote(cell))
	}
	if c.form != proseCell && strings.Contains(cell, ";") {
		parts := strings.Split(cell, ";")
		slices.Sort(parts)
		if parts[0] == "" || len(slices.Compact(parts)) != strings.Count(cell, ";")+1 ||
			slices.ContainsFunc(parts, func(p string) bool { return p != strings.TrimSpace(p) }) {
			l.badCell(r, c.name, "%s %s is a badly formed list; join values by ; alone, none empty, none twice", c.name, quote(cell))
		}
	}
	if cell == "" {
		if c.need || c.words != nil && !slices.Contains(c.words, "") {
			l.badCell(r, c.name, "%s is empty", c.name)
		}
		return
	}
	if c.words != nil && !slices.Contains(c.words, cell) {
		l.badCell(r, c.name, "%s is %s; it may be %s", c.name, quote(cell), strings.Join(slices.DeleteFunc(slices.Clone(c.words), isEmpty), ", "))
	}
	if want := c.form.fault(cell); want != "" {
		l.badCell(r, c.name, "%s %s is not %s", c.name, quote(cell), want)
	}
}

func isEmpty(s string) bool { return s == "" }

func stray(r rune) bool { return r < ' ' || r == 0x7f || r == 0xa0 }

// fault says how a filled cell should have been written, empty where it is
// right.
func (f form) fault(cell string) string {
	switch f {
	case slugCell:
		if !isSlug(cell) {
			return "small letters and digits with single dashes between them"
		}
	case wholeCell:
		if !isWhole(cell) {
			return "a positive whole number of at most nine digits"
		}
	case countCell:
		if cell != "0" && !isWhole(cell) {
			return "0 or a positive whole number of at most nine digits"
		}
	case wholesCell:
		if slices.ContainsFunc(strings.Split(cell, ";"), func(p string) bool { return !isWhole(p) }) {
			return "a list of positive whole numbers of at most nine digits"
		}
	case tenthsCell:
		if !isDecimal(cell, 1, 1) {
			return "a number with one decimal"
		}
	case hundredthsCell:
		if !isDecimal(cell, 2, 2) {
			return "a number with two decimals"
		}
	case decimalCell:
		if !isDecimal(cell, 0, 2) {
			return "a number with at most two decimals"
		}
	case halvesCell:
		if whole, half := strings.CutSuffix(cell, ".5"); !isDigits(whole) || !half && strings.Contains(cell, ".") {
			return "a number of units in steps of a half"
		}
	case dateCell:
		if len(cell) != 10 || cell[4] != '-' || cell[7] != '-' || !isDigits(cell[:4]+cell[5:7]+cell[8:]) {
			return "a date such as 2026-11-30"
		}
	case cardCell:
		if cell != "each" && !(len(cell) == 1 && cell >= "1" && cell <= "9") {
			return "each or a card number 1 to 9"
		}
	}
	return ""
}

func isSlug(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c == '-' && (i == 0 || s[i-1] == '-' || i == len(s)-1) || c != '-' && !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9') {
			return false
		}
	}
	return s != ""
}

// isDigits also bounds the number, so that it fits whatever it is turned into.
func isDigits(s string) bool {
	return s != "" && len(s) <= 9 && strings.Trim(s, "0123456789") == ""
}

func isWhole(s string) bool { return isDigits(s) && s[0] != '0' }

func isDecimal(s string, least, most int) bool {
	whole, frac, point := strings.Cut(s, ".")
	return isDigits(whole) && (point && isDigits(frac) || !point) && len(frac) >= least && len(frac) <= most
}
