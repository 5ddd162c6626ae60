package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/units"
)

// A Problem is one thing wrong with the data files, or with a site's overlay:
// one has a File, the other a Table and Key.
type Problem struct {
	File    string // "products.csv"
	Line    int    // 1-based; 0 where the whole file is meant
	Table   string // of an overlay: products, sources, device-types, status or prices
	Key     string // of an overlay's row: number, key or slug as written
	Column  string // the column or field meant; empty: the row as a whole
	Message string // the value, the rule, the way out
}

// String is one line: "products.csv:14: …", or "products EX-1: …".
func (p Problem) String() string {
	if p.Table != "" {
		return strings.TrimSpace(p.Table+" "+p.Key) + ": " + p.Message
	}
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// Problems are all the reasons a catalog could not be loaded, by file and line.
// It is an error.
type Problems struct {
	List []Problem
}

// Error is every problem, a line each.
func (p *Problems) Error() string {
	lines := make([]string, len(p.List))
	for i, x := range p.List {
		lines[i] = x.String()
	}
	return strings.Join(lines, "\n")
}

// sort orders the problems by file, in the order of the schema, then by line;
// those of an overlay by table and key. Problems of one row stay in the order
// they were found.
func (p *Problems) sort() {
	rank := make(map[string]int, len(schema))
	for i, t := range schema {
		rank[t.file] = i
	}
	rank[notesFile] = len(schema)
	slices.SortStableFunc(p.List, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(rank[a.File], rank[b.File]), cmp.Compare(a.Line, b.Line),
			cmp.Compare(slices.Index(overlayTables, a.Table), slices.Index(overlayTables, b.Table)), units.CompareNatural(a.Key, b.Key))
	})
}

// quote shows a value in a message, shortened where it is very long.
func quote(value string) string {
	const most = 80
	if r := []rune(value); len(r) > most {
		value = string(r[:most]) + "…"
	}
	return fmt.Sprintf("%q", value)
}
