package ui

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/internal/template"
	"lengthwise/web/templates"
)

// How much of a preview is listed before it says how many more.
const (
	shownRows     = 12
	previewCauses = 4
)

// templateURL is the page of a template.
func templateURL(name string) string { return "/new/" + url.PathEscape(name) }

// templateAsked is the template a request names, and the parameters of it that
// stand in the values; others are left alone.
func templateAsked(r *http.Request, now *app.App, given url.Values) (app.Template, map[string]string, error) {
	name, err := url.PathUnescape(chi.URLParam(r, "*"))
	if err != nil {
		return app.Template{}, nil, badRequest("address %q cannot be read", clip(chi.URLParam(r, "*")))
	}
	t, err := now.Template(name)
	if err != nil {
		return app.Template{}, nil, err
	}
	values := map[string]string{}
	for _, p := range paramsOf(t) {
		if v := given.Get(p.Name); v != "" {
			values[p.Name] = v
		}
	}
	return t, values, nil
}

// paramsOf are the parameters of a template; an example takes a name.
func paramsOf(t app.Template) []template.Param {
	if len(t.Params) > 0 {
		return t.Params
	}
	return []template.Param{{Name: "name", Label: "Name of the plan", Help: "What the plan is called in lists.", Kind: template.Text, Default: t.Title, Most: plan.MaxName}}
}

// template asks for the parameters of a template and shows what they make.
func (u *UI) template(w http.ResponseWriter, r *http.Request) error {
	now := u.plans.Current(r.Context())
	t, values, err := templateAsked(r, now, r.URL.Query())
	if err != nil {
		return err
	}
	preview, err := now.PreviewTemplate(r.Context(), t.Name, values)
	if err != nil {
		return u.templateWrong(w, r, t, values, err)
	}
	p := templatePage(t, values)
	p.Preview = previewOf(preview)
	return u.show(w, r, templates.Template(u.templateFrame(r, t), p), templates.TemplatePart(p))
}

// useTemplate stores what the parameters make as a new plan.
func (u *UI) useTemplate(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return err
	}
	now := u.plans.Current(r.Context())
	t, values, err := templateAsked(r, now, r.PostForm)
	if err != nil {
		return err
	}
	src, err := now.FromTemplate(t.Name, values)
	if err != nil {
		return u.templateWrong(w, r, t, values, err)
	}
	made, err := u.plans.Create(r.Context(), caller(r), app.CreateRequest{Source: src, Message: "made by the template " + t.Name})
	if err != nil {
		return err
	}
	return redirect(w, r, planURL(made.ID))
}

// templateWrong answers parameters that make no plan: each problem at its field.
func (u *UI) templateWrong(w http.ResponseWriter, r *http.Request, t app.Template, values map[string]string, err error) error {
	var invalid *app.Invalid
	if !errors.As(err, &invalid) {
		return err
	}
	p := templatePage(t, values)
	p.Preview.Sentence = counted(len(invalid.Problems.List), "parameter") + " to change"
	for _, x := range invalid.Problems.List {
		row := templates.TemplateProblem{Message: sentence(x.Message)}
		for i := range p.Fields {
			if f := &p.Fields[i]; f.Name == x.Path {
				f.Problem, row.Label, row.URL = x.Message, f.Label, "#p-"+f.Name
			}
		}
		p.Preview.Problems = append(p.Preview.Problems, row)
	}
	page := templates.Template(u.templateFrame(r, t), p)
	if partial(r) {
		page = templates.TemplatePart(p)
	}
	return write(r.Context(), w, http.StatusBadRequest, page)
}

func (u *UI) templateFrame(r *http.Request, t app.Template) templates.Frame {
	return u.frame(r, "plans", t.Title+" · New plan", templates.Crumb{Text: "Plans", URL: "/"}, templates.Crumb{Text: "New plan", URL: "/plans/new"},
		templates.Crumb{Text: t.Name})
}

// templatePage is the form with the values in it.
func templatePage(t app.Template, values map[string]string) templates.TemplatePage {
	p := templates.TemplatePage{Name: t.Name, Title: t.Title, About: t.Description, Action: templateURL(t.Name)}
	for _, q := range paramsOf(t) {
		f := templates.TemplateField{Name: q.Name, Label: q.Label, Help: q.Help, Value: values[q.Name]}
		if f.Value == "" {
			f.Value = q.Default
		}
		switch q.Kind {
		case template.Int:
			f.Least, f.Most = strconv.Itoa(q.Least), strconv.Itoa(q.Most)
		case template.Choice:
			for _, c := range q.Choices {
				f.Options = append(f.Options, templates.Option{Value: c, Text: c, Chosen: c == f.Value})
			}
		case template.Text:
			f.MaxLength = strconv.Itoa(q.Most)
		}
		p.Fields = append(p.Fields, f)
	}
	return p
}

// previewOf puts what was planned into words and counts.
func previewOf(x *app.Preview) templates.TemplatePreview {
	o := &opened{checked: x.Checked, result: x.Checked.Result}
	groups := x.Checked.FindingGroups()
	s := o.result.Summary
	p := templates.TemplatePreview{Document: headOf(x.Text)}
	p.Mark, p.Sentence = o.sentence(groups)
	for _, f := range []struct {
		n    int
		noun string
	}{{x.Hosts, "host"}, {x.Switches, "switch"}, {s.Links, "link"}, {s.Cables, "cable"}, {s.Racks, "rack"}} {
		p.Facts = append(p.Facts, templates.Fact{Number: number(f.n), Words: switches(f.n, f.noun)})
	}
	if s.LongestRun > 0 {
		p.Facts = append(p.Facts, templates.Fact{Number: metres(s.LongestRun.CeilMM()), Words: "m longest run"})
	}
	for _, m := range plan.Media {
		if n := s.CablesByMedium[m]; n > 0 {
			p.Media = append(p.Media, templates.TemplateCount{Medium: mediumWord[string(m)], Count: number(n)})
		}
	}
	for i, g := range groups {
		if g.Severity == plan.Info || i >= previewCauses {
			break
		}
		p.Causes = append(p.Causes, templates.Place{Mark: templates.Mark(g.Severity), Message: sentence(g.Message), Fix: sentence(g.Fix)})
	}
	for _, row := range x.Floor[:min(len(x.Floor), shownRows)] {
		name := row.Name
		if name == "" {
			name = "no row"
		}
		p.Floor = append(p.Floor, templates.TemplateRow{Name: name, Racks: number(row.Racks), Hosts: number(row.Hosts), Switches: number(row.Switches)})
	}
	p.FloorSum = counted(len(x.Floor), "row") + ", " + counted(s.Racks, "rack")
	if n := len(x.Floor) - shownRows; n > 0 {
		p.More = fmt.Sprintf("and %s more", counted(n, "row"))
	}
	return p
}

// switches is plural for nouns that end in "ch" too.
func switches(n int, noun string) string {
	if n != 1 && strings.HasSuffix(noun, "ch") {
		return noun + "es"
	}
	return plural(n, noun)
}

// headOf are the comments a document begins with, without their marks.
func headOf(text []byte) string {
	var lines []string
	for line := range strings.Lines(string(text)) {
		said, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "#")
		if !ok {
			break
		}
		lines = append(lines, strings.TrimPrefix(said, " "))
	}
	return strings.Join(lines, "\n")
}
