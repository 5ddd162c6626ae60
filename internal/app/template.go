package app

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"lengthwise/examples"
	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/template"
)

// A Template is a plan to start from.
type Template struct {
	Name        string
	Title       string           // what its plans are called unless named
	Description string           // one line
	Params      []template.Param // what it asks; nil: an example, as it stands
	Text        []byte           // YAML, with the defaults

	made *template.Template // nil: an example
}

// Templates lists the plans to start from, by name: those that ask for
// parameters first, then the examples. An example of the name of another is
// left out.
func (a *App) Templates() []Template {
	var all []Template
	for _, t := range template.All() {
		x := Template{Name: t.Name, Title: t.Title, Description: t.About, Params: t.Params, made: t}
		if text, err := a.written(t, nil); err == nil {
			x.Text = text
		}
		all = append(all, x)
	}
	for _, e := range a.Examples() {
		if template.Find(e.Name) == nil {
			all = append(all, e)
		}
	}
	return all
}

// Examples lists the examples, by name. They ask nothing.
func (a *App) Examples() []Template {
	var all []Template
	for _, e := range examples.All() {
		t := Template{Name: e.Name, Title: e.Name, Text: e.Text}
		if doc, _, err := planfile.Decode(e.Text, planfile.YAML, a.catalog); err == nil {
			t.Title, t.Description = doc.Name, doc.Description
		}
		all = append(all, t)
	}
	return all
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
		return Template{}, fmt.Errorf("template %q: %w; did you mean %s?", clip(name), ErrNotFound, near)
	}
	return Template{}, fmt.Errorf("template %q: %w; there are %s", clip(name), ErrNotFound, strings.Join(names, ", "))
}

// FromTemplate is the document a template makes of values, by parameter; what
// is not given is the default. An example takes none but name. The error wraps
// ErrNotFound, or is *Invalid with the parameters as paths.
func (a *App) FromTemplate(name string, values map[string]string) (Source, error) {
	t, err := a.Template(name)
	if err != nil {
		return Source{}, err
	}
	src := Source{Name: t.Name + ".yaml", Text: t.Text, Media: planfile.YAML}
	if t.made != nil {
		src.Text, err = a.written(t.made, values)
		return src, err
	}
	return src, a.exampleWith(&src, values)
}

// written is the YAML of a template: what it is, then the document.
func (a *App) written(t *template.Template, values map[string]string) ([]byte, error) {
	made, problems := t.Build(a.catalog, values)
	if len(problems) > 0 {
		return nil, &Invalid{Problems: &plan.Problems{List: problems}}
	}
	var b bytes.Buffer
	for _, line := range made.Comments {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	err := planfile.Encode(&b, made.Document, planfile.YAML)
	return b.Bytes(), err
}

// exampleWith gives an example the name that was asked for, the only thing that
// can be.
func (a *App) exampleWith(src *Source, values map[string]string) error {
	var bad faults
	for name := range values {
		if name != "name" {
			bad.add(name, "template %s has no parameters but name; change the document after it is stored", src.Name)
		}
	}
	if err := bad.err(); err != nil {
		return err
	}
	name := strings.TrimSpace(values["name"])
	if name == "" {
		return nil
	}
	text, err := planfile.ApplyText(src.Text, src.Media, []plan.Edit{{Kind: plan.SetField, Path: "name", Value: name}}, plan.EditContext{}, a.catalog)
	if err != nil {
		return editFault(err)
	}
	src.Text = text
	return nil
}

// A Preview is what a template would make: counts, the floor, and everything
// the planner says of it. Nothing is stored.
type Preview struct {
	Checked         *Checked
	Text            []byte // the document
	Hosts, Switches int    // devices; what is neither is in the summary alone
	Floor           []FloorRow
}

// A FloorRow is one row of racks, or with an empty name those without a row.
type FloorRow struct {
	Name                   string
	Racks, Hosts, Switches int
}

// PreviewTemplate plans what a template makes of values. Errors are those of
// FromTemplate and Check.
func (a *App) PreviewTemplate(ctx context.Context, name string, values map[string]string) (*Preview, error) {
	src, err := a.FromTemplate(name, values)
	if err != nil {
		return nil, err
	}
	checked, err := a.Check(ctx, CheckRequest{Source: src})
	if err != nil {
		return nil, err
	}
	p := &Preview{Checked: checked, Text: src.Text}
	rows := map[string]int{} // of a rack, into Floor
	p.floor(checked.Document, rows)
	for i := range checked.Result.Devices {
		p.count(&checked.Result.Devices[i], rows)
	}
	return p, nil
}

// floor lists the rows with their racks, and which row each rack stands in.
func (p *Preview) floor(doc *plan.Document, rows map[string]int) {
	at := map[string]int{}
	for _, r := range doc.Site.Rows {
		at[r.Name] = len(p.Floor)
		p.Floor = append(p.Floor, FloorRow{Name: r.Name})
	}
	for _, r := range doc.Racks {
		i, ok := at[r.Row]
		if !ok {
			i = len(p.Floor)
			at[r.Row] = i
			p.Floor = append(p.Floor, FloorRow{Name: r.Row})
		}
		names, err := plan.ParseNames(r.Name)
		if err != nil {
			continue // decoding has read it
		}
		p.Floor[i].Racks += names.Len()
		for name := range names.All() {
			rows[name] = i
		}
	}
}

// count counts one device, in all and in its row.
func (p *Preview) count(d *planner.Device, rows map[string]int) {
	if d.Type == nil {
		return
	}
	hosts, switches := 0, 0
	switch {
	case d.Type.IsSwitch():
		switches = 1
	case slices.Contains([]string{"server", "gpu-server"}, d.Type.Kind):
		hosts = 1
	}
	p.Hosts += hosts
	p.Switches += switches
	if i, ok := rows[d.Rack]; ok {
		p.Floor[i].Hosts += hosts
		p.Floor[i].Switches += switches
	}
}
