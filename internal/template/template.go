// Package template makes plans from a few numbers: the hall with its rows,
// racks and devices, and the fabrics between them. A template has parameters
// with defaults, limits and help.
//
// It promises a complete document, the same for the same parameters, that
// plans without errors, with the placeholders it uses named in it. It refuses
// parameters out of their limits, and combinations that do not build, with the
// limit and the nearest that work; all problems at once. It plans nothing: how
// long a run is and which cable fits, the planner works out.
package template

import (
	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// Kind is the kind of value a parameter takes.
type Kind string

// The kinds of parameters.
const (
	Int    Kind = "int"
	Choice Kind = "choice"
	Text   Kind = "text"
)

// A Param is one thing a template asks.
type Param struct {
	Name    string // "rack_kw"
	Label   string // "Power of a rack, kW"
	Help    string // a sentence
	Kind    Kind
	Default string
	Least   int      // Int only
	Most    int      // Int: the greatest; Text: how many characters
	Choices []string // Choice only, in the order to show
}

// A Template makes plans of one kind.
type Template struct {
	Name   string // "b200-superpod"
	Title  string // what its plans are called unless named
	About  string // one line
	Params []Param
	build  func(*builder)
}

// A Plan is what a template makes.
type Plan struct {
	Document *plan.Document
	Comments []string // lines to stand above the document: what it is, what to replace
}

// All lists the templates by name.
func All() []*Template {
	return []*Template{b200SuperPod, b300XDR, fatTree, h100Unit, hgxRows, leafSpine, singleRack, twoNetworks}
}

// Find is the template of that name, nil where there is none.
func Find(name string) *Template {
	for _, t := range All() {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Build makes the plan of these values, by parameter name; what is not given,
// or is empty, is the default. Problems have the parameter's name as their
// path; with any there is no plan.
func (t *Template) Build(cat *catalog.Catalog, values map[string]string) (Plan, []plan.Problem) {
	b := &builder{template: t, catalog: cat, values: map[string]string{}, numbers: map[string]int{}}
	b.read(values)
	if len(b.problems) > 0 {
		return Plan{}, b.problems
	}
	b.doc = &plan.Document{Version: 1, Name: b.values[nameParam]}
	t.build(b)
	if len(b.problems) > 0 {
		return Plan{}, b.problems
	}
	return Plan{Document: b.doc, Comments: b.comments()}, nil
}
