// Package examples holds complete plans to learn from and to start with, built
// into the program. Each folder is one story: plan.yaml, variants of it beside
// it, a README.md that tells it, and the results that are expected.
package examples

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
)

//go:embed */*.yaml
var files embed.FS

// An Example is one plan. Name is that of its folder; a variant's is
// "folder/variant".
type Example struct {
	Name string
	Text []byte // YAML
}

// All lists the examples by name, so that a plan stands before its variants.
func All() []Example {
	names, err := fs.Glob(files, "*/*.yaml")
	if err != nil {
		panic("examples: " + err.Error()) // the pattern is constant and well-formed
	}
	var all []Example
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic("examples: " + err.Error()) // embedded files can be read
		}
		all = append(all, Example{strings.TrimSuffix(strings.TrimSuffix(name, ".yaml"), "/plan"), text})
	}
	slices.SortFunc(all, func(a, b Example) int { return strings.Compare(a.Name, b.Name) })
	return all
}
