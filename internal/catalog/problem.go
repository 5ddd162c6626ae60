package catalog

import (
	"fmt"
	"slices"
	"strings"
)

// A Problem is one thing wrong with the data files.
type Problem struct {
	File    string // "products.csv"
	Line    int    // 1-based; 0 where the whole file is meant
	Message string // the value, the rule, the way out
}

// String is one line: "products.csv:14: …".
func (p Problem) String() string {
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
// problems of one line stay in the order they were found.
func (p *Problems) sort() {
	rank := make(map[string]int, len(schema))
	for i, t := range schema {
		rank[t.file] = i
	}
	rank[notesFile] = len(schema)
	slices.SortStableFunc(p.List, func(a, b Problem) int {
		if d := rank[a.File] - rank[b.File]; d != 0 {
			return d
		}
		return a.Line - b.Line
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
