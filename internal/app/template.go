package app

import (
	"fmt"
	"strings"

	"lengthwise/examples"
	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
)

// A Template is a complete plan to start from.
type Template struct {
	Name        string
	Description string // as its document says, one line
	Text        []byte // YAML
}

// Templates lists the plans to start from, by name.
func (a *App) Templates() []Template {
	var out []Template
	for _, e := range examples.All() {
		t := Template{Name: e.Name, Text: e.Text}
		if doc, _, err := planfile.Decode(e.Text, planfile.YAML, a.catalog); err == nil {
			t.Description = doc.Description
		}
		out = append(out, t)
	}
	return out
}

// Template is the plan of that name. The error wraps ErrNotFound and says what
// there is.
func (a *App) Template(name string) (Template, error) {
	all := a.Templates()
	names := make([]string, len(all))
	for i, t := range all {
		if t.Name == name {
			return t, nil
		}
		names[i] = t.Name
	}
	if near := catalog.Closest(name, names); near != "" {
		return Template{}, fmt.Errorf("template %q: %w; did you mean %s?", name, ErrNotFound, near)
	}
	return Template{}, fmt.Errorf("template %q: %w; there are %s", name, ErrNotFound, strings.Join(names, ", "))
}
