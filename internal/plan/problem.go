package plan

import (
	"fmt"
	"strings"
)

// A Problem makes a document unreadable: it has no result.
type Problem struct {
	Path    string // "devices[3].rack"
	Line    int    // 1-based, 0 where not known
	Column  int
	Message string // the value, the limit, the way out
}

// Problems are all the reasons a document could not be read, in document
// order. It is an error.
type Problems struct {
	File    string // as given by the caller, may be empty
	List    []Problem
	Dropped int // how many more there were than listed
}

// String is one line: "plan.yaml:12:5: devices[3].rack: …".
func (p Problem) String() string {
	var b strings.Builder
	if p.Line > 0 {
		fmt.Fprintf(&b, "%d:%d: ", p.Line, p.Column)
	}
	if p.Path != "" {
		b.WriteString(p.Path + ": ")
	}
	b.WriteString(p.Message)
	return b.String()
}

// Error is every problem, a line each.
func (p *Problems) Error() string {
	var b strings.Builder
	for i, x := range p.List {
		if i > 0 {
			b.WriteByte('\n')
		}
		if p.File != "" {
			b.WriteString(p.File + ":")
			if x.Line == 0 {
				b.WriteByte(' ')
			}
		}
		b.WriteString(x.String())
	}
	if p.Dropped > 0 {
		fmt.Fprintf(&b, "\nand %d more problems", p.Dropped)
	}
	return b.String()
}
