package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Placeholders of name patterns. {cage} counts from the group's first cage and
// {port} from 1, {n} is the running number (cage - 1) x ports per cage + port;
// {cage0}, {port0} and {n0} are one less. {i} counts the children of a split
// port from 1, {i0} from 0.
var (
	cageMarks  = []string{"cage", "cage0"}
	portMarks  = []string{"cage", "cage0", "port", "port0", "n", "n0"}
	childMarks = []string{"i", "i0"}
)

// position is the values a pattern takes at one port, or at one child of it.
type position struct{ cage, port, perCage, child int }

// A pattern is a name pattern taken apart: text, mark, text, mark, …, text.
type pattern struct {
	texts []string // one more than marks
	marks []string
}

// parsePattern takes a name pattern apart. A placeholder that is not in marks,
// or a brace that belongs to none, is an error.
func parsePattern(s string, marks ...[]string) (pattern, error) {
	var p pattern
	rest := s
	for {
		open := strings.IndexAny(rest, "{}")
		if open < 0 {
			p.texts = append(p.texts, rest)
			return p, nil
		}
		end := strings.IndexByte(rest, '}')
		if rest[open] == '}' || end < 0 {
			return pattern{}, fmt.Errorf("%s has a brace that belongs to no placeholder", quote(s))
		}
		mark := rest[open+1 : end]
		known := slices.Concat(marks...)
		if !slices.Contains(known, mark) {
			return pattern{}, fmt.Errorf("%s has the unknown placeholder {%s}; here may stand {%s}", quote(s), mark, strings.Join(known, "} {"))
		}
		p.texts = append(p.texts, rest[:open])
		p.marks = append(p.marks, mark)
		rest = rest[end+1:]
	}
}

// ofChildren reports whether the pattern names children of a split port.
func (p pattern) ofChildren() bool {
	return slices.ContainsFunc(p.marks, func(m string) bool { return slices.Contains(childMarks, m) })
}

// then is the pattern with another one after it.
func (p pattern) then(q pattern) pattern {
	last := len(p.texts) - 1
	return pattern{
		texts: slices.Concat(p.texts[:last], []string{p.texts[last] + q.texts[0]}, q.texts[1:]),
		marks: slices.Concat(p.marks, q.marks),
	}
}

// fill is the name at a position.
func (p pattern) fill(at position) string {
	var b []byte
	for i, mark := range p.marks {
		b = append(b, p.texts[i]...)
		b = strconv.AppendInt(b, int64(at.value(mark)), 10)
	}
	return string(append(b, p.texts[len(p.marks)]...))
}

func (at position) value(mark string) int {
	switch mark {
	case "cage":
		return at.cage
	case "cage0":
		return at.cage - 1
	case "port":
		return at.port
	case "port0":
		return at.port - 1
	case "n":
		return (at.cage-1)*at.perCage + at.port
	case "n0":
		return (at.cage-1)*at.perCage + at.port - 1
	case "i":
		return at.child
	default: // i0
		return at.child - 1
	}
}
