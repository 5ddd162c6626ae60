package table

import (
	"slices"
	"strings"
)

// headerWithin is how many rows of a sheet the header is looked for in.
const headerWithin = 50

// A guess is one way to read a sheet: which row holds the headers, alone or
// together with the row above it.
type guess struct {
	at      int    // index into rows, of the last row of the header
	headers []Cell // nil: the sheet is blank
	score   int
}

// choose picks the sheet and the header row.
func choose(sheets []sheet, known func(string) bool) *Table {
	t := &Table{}
	best, bestSheet := guess{score: -1}, -1
	for i, s := range sheets {
		g := guessHeader(&s, known)
		info := SheetInfo{Name: s.name, Hidden: s.hidden}
		if g.headers != nil {
			info.HeaderRow = int(g.headers[0].Row)
			for _, h := range g.headers {
				info.Headers = append(info.Headers, h.Text)
			}
		}
		t.Sheets = append(t.Sheets, info)
		switch {
		case g.headers == nil:
		case bestSheet < 0,
			g.score > best.score && (!s.hidden || sheets[bestSheet].hidden || best.score <= 0),
			sheets[bestSheet].hidden && !s.hidden && g.score > 0:
			best, bestSheet = g, i
		}
	}
	if bestSheet < 0 {
		return t
	}
	s := sheets[bestSheet]
	t.Sheet, t.HeaderRow, t.Headers = s.name, int(best.headers[0].Row), best.headers
	t.Rows = below(s.rows, best)
	return t
}

// guessHeader is the row of a sheet with most of the headers looked for; the
// first row where there is none.
func guessHeader(s *sheet, known func(string) bool) guess {
	best := guess{score: -1}
	for i := range min(len(s.rows), headerWithin) {
		alone := headerRow(s.rows[i])
		if n := knownIn(alone, known); n > best.score {
			best = guess{i, alone, n}
		}
		if i == 0 || s.rows[i-1][0].Row+1 != s.rows[i][0].Row {
			continue
		}
		both := s.joined(s.rows[i-1], s.rows[i])
		if n := knownIn(both, known); n > best.score {
			best = guess{i, both, n}
		}
	}
	return best
}

// knownIn counts the different headers of a row that are looked for.
func knownIn(row []Cell, known func(string) bool) int {
	seen := map[string]bool{}
	for _, c := range row {
		if c.Kind == Text && !seen[c.Text] && known(c.Text) {
			seen[c.Text] = true
		}
	}
	return len(seen)
}

// headerRow is a row as headers: a cell for every column.
func headerRow(row []Cell) []Cell {
	out := slices.Clone(row)
	for i := range out {
		out[i].Row, out[i].Column = row[0].Row, int32(i+1)
	}
	return out
}

// joined is the header of two rows, "price unit": a text merged over several
// columns holds for each of them.
func (s *sheet) joined(upper, lower []Cell) []Cell {
	above := headerRow(upper)
	for _, m := range s.merged {
		if m.row1 != upper[0].Row || int(m.column1) > len(above) {
			continue
		}
		text := above[m.column1-1].Text
		for c := m.column1; c <= min(m.column2, maxColumns); c++ {
			for len(above) < int(c) {
				above = append(above, Cell{Row: upper[0].Row, Column: int32(len(above) + 1)})
			}
			above[c-1].Text, above[c-1].Kind = text, Text
		}
	}
	out := make([]Cell, max(len(above), len(lower)))
	for i := range out {
		var a, b string
		if i < len(above) {
			a = strings.TrimSpace(above[i].Text)
		}
		if i < len(lower) {
			b = strings.TrimSpace(lower[i].Text)
		}
		if a == b { // merged over both rows
			b = ""
		}
		out[i] = Cell{Text: strings.TrimSpace(a + " " + b), Row: lower[0].Row, Column: int32(i + 1)}
		if out[i].Text != "" {
			out[i].Kind = Text
		}
	}
	return out
}

// below are the rows under a header, without those that repeat it.
func below(rows [][]Cell, g guess) [][]Cell {
	header := rows[g.at]
	same := func(row []Cell) bool {
		return slices.EqualFunc(row, header, func(a, b Cell) bool {
			return strings.EqualFold(strings.TrimSpace(a.Text), strings.TrimSpace(b.Text))
		})
	}
	var out [][]Cell
	for _, row := range rows[g.at+1:] {
		if !same(row) {
			out = append(out, row)
		}
	}
	return out
}
