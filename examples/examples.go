// Package examples holds complete plans to learn from and to start with, built
// into the program. Each folder is one story: plan.yaml, a README.md that tells
// it, and the results that are expected of it.
package examples

import (
	"bytes"
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed *
var files embed.FS

// An Example is one plan. Description is the first line of its README.
type Example struct {
	Name        string
	Description string
	Text        []byte // YAML
}

// All lists the examples by name.
func All() []Example {
	plans, err := fs.Glob(files, "*/plan.yaml")
	if err != nil {
		panic("examples: " + err.Error()) // the pattern is constant and well-formed
	}
	var all []Example
	for _, name := range plans { // Glob sorts within a folder
		text, err := files.ReadFile(name)
		if err != nil {
			panic("examples: " + err.Error()) // embedded files can be read
		}
		dir := path.Dir(name)
		all = append(all, Example{Name: dir, Description: firstLine(path.Join(dir, "README.md"), dir), Text: text})
	}
	return all
}

// firstLine is the first line of a README without the mark of a heading and
// the example's own name; empty where there is no README.
func firstLine(name, example string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		return ""
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	s := strings.TrimSpace(strings.TrimLeft(string(line), "#"))
	return strings.TrimSpace(strings.TrimPrefix(s, example+":"))
}
