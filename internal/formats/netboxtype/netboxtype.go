// Package netboxtype turns device types of the NetBox device-type library (YAML)
// into device types of a plan.
//
// It promises that every field of the file is accounted for: taken over,
// guessed, or left out, each with what became of it and why. What the file does
// not say, such as where the ports are or how deep the device is, stays unknown.
// It refuses a file that is no device type, is nested or large beyond any real
// one, or uses anchors, aliases or tags, with every problem at its line.
package netboxtype

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// An Import is a device type and how it came about. The type is compiled: its
// ports and names are worked out.
type Import struct {
	Type   *catalog.DeviceType
	Report Report
}

// A Report accounts for every field of the file, each list in its order.
type Report struct {
	Mapped  []Note // taken over as it says
	Guessed []Note // not in the file, or not as clear: to be checked
	Ignored []Note // left out
}

// A Note says what became of one field. Became is empty where it is left out.
type Note struct {
	Field  string // "interfaces", "power-ports[0].maximum_draw"
	Line   int    // in the file; 0: the field is not in it
	Value  string // what the file says; of several interfaces their names as ranges
	Became string
	Why    string
}

// Read reads a device type; name is what messages call the file. The catalog
// knows cages and speeds. An error is always *plan.Problems.
func Read(name string, data []byte, cat *catalog.Catalog) (*Import, error) {
	file, problems := decode(data)
	if len(problems) > 0 {
		slices.SortStableFunc(problems, func(a, b plan.Problem) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		return nil, &plan.Problems{File: name, List: problems}
	}
	m := &mapper{file: file, cat: cat, t: &catalog.DeviceType{}}
	m.facts()
	m.kind()
	m.ports()
	m.power()
	m.rest()
	for _, message := range catalog.Compile(m.t, cat) {
		field, rest, ok := strings.Cut(message, ": ")
		if !ok {
			field, rest = "", message
		}
		problems = append(problems, plan.Problem{Path: field, Message: rest})
	}
	if len(problems) > 0 {
		return nil, &plan.Problems{File: name, List: problems}
	}
	for _, list := range [][]Note{m.report.Mapped, m.report.Guessed, m.report.Ignored} {
		slices.SortStableFunc(list, func(a, b Note) int { return cmp.Or(cmp.Compare(missing(a), missing(b)), cmp.Compare(a.Line, b.Line)) })
	}
	return &Import{Type: m.t, Report: m.report}, nil
}

// missing is 1 for a note about a field the file does not have: those come last.
func missing(n Note) int {
	if n.Line == 0 {
		return 1
	}
	return 0
}

// A mapper fills a device type from a file.
type mapper struct {
	file   *file
	cat    *catalog.Catalog
	t      *catalog.DeviceType
	report Report

	twistedPair int  // ports that are not said to be management
	infiniBand  bool // ports listed as Ethernet are InfiniBand ones
}

func (m *mapper) mapped(f *value, became, why string, args ...any) {
	m.report.Mapped = append(m.report.Mapped, f.note(became, why, args...))
}

func (m *mapper) guessed(f *value, became, why string, args ...any) {
	m.report.Guessed = append(m.report.Guessed, f.note(became, why, args...))
}

func (m *mapper) ignored(f *value, why string, args ...any) {
	m.report.Ignored = append(m.report.Ignored, f.note("", why, args...))
}

func (v *value) note(became, why string, args ...any) Note {
	return Note{Field: v.path, Line: v.line, Value: clip(v.text), Became: became, Why: fmt.Sprintf(why, args...)}
}

// unsaid is a field that the file does not have.
func unsaid(path string) *value { return &value{path: path} }

// clip cuts a text that a message shows.
func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 120 {
		return string(r[:120]) + "…"
	}
	return s
}
