package ui

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/web/templates"
)

// maxRowForm bounds the form of a row: the YAML of a device type, as a form
// writes it.
const maxRowForm = 1 << 20

// A rowEdit is the form of a row as somebody fills it.
type rowEdit struct {
	kind     app.OverlayKind
	key      string // empty: a new row
	base     int    // the version it is a change of
	opened   int    // the version the form began with
	values   map[string]string
	back     string
	saved    string // when the row was changed last and by whom
	problems []templates.FieldProblem
	wrong    map[string]string // by field
	lines    markedText        // of the YAML
	conflict *templates.RowConflict
	report   *templates.TypeReport
}

// stand makes the edit one of a row that stands.
func (e *rowEdit) stand(row app.OverlayRow) {
	e.key, e.base, e.opened = row.Key, row.Version, row.Version
	e.saved = fmt.Sprintf("Version %d, changed %s by %s: %s.", row.Version, moment(row.Changed), row.Author, row.Message)
	if e.kind == app.OverlayStatus {
		e.values["sku"] = row.Key
	}
}

// readEdit is what a form of a row says.
func readEdit(w http.ResponseWriter, r *http.Request) (*rowEdit, error) {
	kind, err := kindAsked(r)
	if err != nil {
		return nil, err
	}
	if err := parseForm(w, r, maxRowForm); err != nil {
		return nil, err
	}
	e := &rowEdit{kind: kind, key: r.PostForm.Get("key"), values: map[string]string{}, back: r.PostForm.Get("back")}
	if e.base, err = whole("base", r.PostForm.Get("base"), maxRevision); err != nil {
		return nil, err
	}
	if e.opened, err = whole("opened", r.PostForm.Get("opened"), maxRevision); err != nil {
		return nil, err
	}
	for _, f := range fieldsOf(kind) {
		text := strings.TrimSpace(r.PostForm.Get(f.name))
		if f.long {
			text = unixLines(r.PostForm.Get(f.name))
		}
		e.values[f.name] = text
	}
	return e, nil
}

// newKey is the key a new row would have.
func (e *rowEdit) newKey() string {
	switch e.kind {
	case app.OverlayPrice:
		return strings.Join([]string{e.values["sku"], e.values["supplier"], strings.ToUpper(e.values["currency"]), e.values["valid_from"]}, "|")
	case app.OverlaySource:
		return e.values["key"]
	case app.OverlayDeviceType:
		for line := range strings.Lines(e.values["yaml"]) {
			if slug, ok := strings.CutPrefix(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "-")), "slug:"); ok {
				return strings.Trim(strings.TrimSpace(slug), `"'`)
			}
		}
	case app.OverlayProduct, app.OverlayStatus, app.OverlayMapping:
	}
	return e.values["sku"]
}

// done is where to go once the row is saved.
func (e *rowEdit) done(key string) string {
	switch {
	case e.back != "":
		return local(e.back)
	case e.kind == app.OverlayPrice:
		part, _, _ := strings.Cut(key, "|")
		return "/catalog/prices?" + url.Values{"q": {part}}.Encode()
	}
	return "/catalog/overlay#" + string(e.kind)
}

// refused puts problems at their fields. Wrong are texts that are no numbers,
// which say more of their field than the use case can.
func (e *rowEdit) refused(invalid *app.Invalid, wrong map[string]string) {
	e.wrong = map[string]string{}
	e.lines.lines = map[int]int{}
	for _, x := range invalid.Problems.List {
		name := fieldOfPath(e.kind, x.Path)
		row := templates.FieldProblem{Message: sentence(x.Message)}
		if text := wrong[name]; text != "" {
			row.Message = sentence(text)
		} else if name != "" && e.empty(name) {
			row.Message = emptyField
		}
		row.Label, row.URL = e.placeOf(x, name)
		if name != "" && e.wrong[name] == "" {
			e.wrong[name] = row.Message
		}
		e.lines.marks = append(e.lines.marks, "error")
		if _, marked := e.lines.lines[x.Line]; x.Line > 0 && !marked {
			e.lines.lines[x.Line] = len(e.problems)
		}
		e.problems = append(e.problems, row)
	}
	for _, f := range fieldsOf(e.kind) { // what names the row is looked at before the rest
		if e.empty(f.name) && e.wrong[f.name] == "" {
			e.wrong[f.name] = emptyField
			e.problems = append(e.problems, templates.FieldProblem{Label: f.label, URL: "#f-" + f.name, Message: emptyField})
		}
	}
	if n := invalid.Problems.Dropped; n > 0 {
		e.problems = append(e.problems, templates.FieldProblem{Message: "and " + number(n) + " more"})
	}
}

// emptyField is what is wrong with a field that is needed.
const emptyField = "This is needed and empty."

// empty reports whether a field that is needed is empty.
func (e *rowEdit) empty(name string) bool {
	return slices.ContainsFunc(fieldsOf(e.kind), func(f formField) bool { return f.name == name && f.need && e.values[name] == "" })
}

// placeOf is where a problem leads: the field, and of a text the line.
func (e *rowEdit) placeOf(x plan.Problem, name string) (label, at string) {
	if name == "" {
		return x.Path, ""
	}
	at = "#f-" + name
	for _, f := range fieldsOf(e.kind) {
		if f.name == name {
			label = f.label
		}
	}
	if x.Line > 0 {
		return "line " + number(x.Line), "#L" + strconv.Itoa(x.Line)
	}
	if rest := strings.TrimPrefix(x.Path, "yaml."); name == "yaml" && rest != "yaml" {
		label = rest
	}
	return label, at
}

// showEdit answers with the form.
func (u *UI) showEdit(w http.ResponseWriter, r *http.Request, status int, e *rowEdit) error {
	word := kindWord[e.kind]
	p := templates.OverlayForm{
		Title: "New " + word, Action: overlayURL(e.kind, "", ""), Kind: string(e.kind), Key: e.key, Base: strconv.Itoa(e.base), Opened: strconv.Itoa(e.opened),
		Back: e.back, Problems: e.problems, Conflict: e.conflict, Report: e.report, NetBox: e.kind == app.OverlayDeviceType && e.key == "",
		ReadOnly: e.kind == app.OverlayMapping, Saved: e.saved, ListURL: "/catalog/overlay", Save: "Save",
	}
	list := templates.Crumb{Text: "Overlay", URL: "/catalog/overlay"}
	if e.kind == app.OverlayPrice {
		list = templates.Crumb{Text: "Prices", URL: "/catalog/prices"}
		p.ListURL = list.URL
	}
	if e.key != "" {
		p.Title = sentenceStart(word) + " " + clip(nameOf(e.kind, e.key))
		p.HistoryURL = overlayURL(e.kind, "/history", e.key)
		if e.kind == app.OverlayPrice || e.kind == app.OverlayProduct {
			p.CopyURL = overlayURL(e.kind, "", "") + "?" + url.Values{"like": {e.key}}.Encode()
		}
	}
	if e.conflict != nil {
		p.Save = "Save mine on top"
	}
	u.fillFields(r, &p, e)
	f := u.frame(r, "catalog", p.Title, catalogCrumb, list, templates.Crumb{Text: p.Title})
	return write(r.Context(), w, status, templates.OverlayEdit(f, p))
}

// fillFields puts values, choices and problems into the fields of a form.
func (u *UI) fillFields(r *http.Request, p *templates.OverlayForm, e *rowEdit) {
	groups := forms[e.kind]
	if e.kind == app.OverlayMapping {
		groups = []formGroup{{"Header and what it holds", fieldsOf(e.kind, e.values)}}
	}
	var known []string
	for _, g := range groups {
		out := templates.FieldGroup{Legend: g.legend}
		for _, f := range g.fields {
			x := templates.Field{
				Name: f.name, Label: f.label, Help: f.help, Value: e.values[f.name], Need: f.need, Long: f.long, Problem: e.wrong[f.name],
				Fixed: f.fixed && e.key != "" && e.base > 0 || e.kind == app.OverlayMapping,
			}
			for _, w := range f.words {
				x.Options = append(x.Options, templates.Option{Value: w, Text: w, Chosen: w == x.Value})
			}
			if x.Value != "" && len(f.words) > 0 && !slices.Contains(f.words, x.Value) { // as somebody wrote it, until they choose
				x.Options = append(x.Options, templates.Option{Value: x.Value, Text: clip(x.Value), Chosen: true})
			}
			if f.known != "" {
				x.List = "known-" + f.known
				known = append(known, f.known)
			}
			if f.long && len(e.lines.lines) > 0 {
				x.Gutter = e.lines.gutter(x.Value)
			}
			out.Fields = append(out.Fields, x)
		}
		p.Groups = append(p.Groups, out)
	}
	for _, k := range distinct(known) {
		p.Suggest = append(p.Suggest, templates.Suggestions{ID: "known-" + k, Values: u.known(r, k)})
	}
}

// known are the names of the catalog that a field can take.
func (u *UI) known(r *http.Request, what string) []string {
	cat := u.plans.Current(r.Context()).Catalog()
	var out []string
	switch what {
	case "speeds":
		for _, x := range cat.Speeds {
			out = append(out, x.Name)
		}
	case "plugs":
		for _, x := range cat.Forms {
			out = append(out, x.Name)
		}
	case "optics":
		for _, x := range cat.Optics {
			out = append(out, x.Family)
		}
	case "sources":
		for _, x := range cat.Sources {
			out = append(out, x.Key)
		}
	}
	return out
}

// importType reads a file of the device-type library into the form; nothing is
// stored.
func (u *UI) importType(w http.ResponseWriter, r *http.Request) error {
	e := &rowEdit{kind: app.OverlayDeviceType, values: map[string]string{}}
	if err := parseForm(w, r, maxTypeForm); err != nil {
		if tooBig := (*http.MaxBytesError)(nil); errors.As(err, &tooBig) {
			e.problems = []templates.FieldProblem{{Label: "File", URL: "#f-file", Message: "The file is above the limit of 1 MiB. Take out what is no device type."}}
			return u.showEdit(w, r, http.StatusRequestEntityTooLarge, e)
		}
		return err
	}
	defer u.forget(r)
	name, data, err := readList(r)
	if err != nil {
		e.problems = []templates.FieldProblem{{Label: "File", URL: "#f-file", Message: sentence(err.Error())}}
		return u.showEdit(w, r, http.StatusBadRequest, e)
	}
	made, err := u.plans.Current(r.Context()).ImportDeviceType(clip(name), data)
	if invalid := (*app.Invalid)(nil); errors.As(err, &invalid) {
		e.refused(invalid, nil)
		for i, x := range invalid.Problems.List {
			e.problems[i].Label, e.problems[i].URL = strings.TrimSpace(lineOf(x.Line)+" "+x.Path), "#f-file"
		}
		e.wrong, e.lines = nil, markedText{}
		return u.showEdit(w, r, http.StatusBadRequest, e)
	}
	if err != nil {
		return err
	}
	e.values["yaml"], e.report = string(made.Text), typeReport(made)
	return u.showEdit(w, r, http.StatusOK, e)
}

// maxTypeForm bounds the upload of a device type.
const maxTypeForm = 1<<20 + 64<<10

func lineOf(line int) string {
	if line == 0 {
		return ""
	}
	return "line " + number(line)
}

// statusForm sets the status of a product from its page.
func (u *UI) statusForm(r *http.Request, sku string) *templates.StatusForm {
	x := &templates.StatusForm{SKU: sku, Base: "0", Back: partLink(sku).URL}
	status := string(catalog.Allowed)
	if row, err := u.plans.OverlayRow(r.Context(), caller(r), app.OverlayStatus, sku); err == nil {
		v := wordsOfBody(row.Kind, row.Body)
		status, x.Note = v["status"], v["note"]
		x.Key, x.Base, x.HistoryURL = row.Key, strconv.Itoa(row.Version), overlayURL(row.Kind, "/history", row.Key)
	}
	for _, w := range []catalog.SiteStatus{catalog.Preferred, catalog.Allowed, catalog.Forbidden} {
		x.Choices = append(x.Choices, templates.Option{Value: string(w), Text: statusWords[w], Chosen: string(w) == status})
	}
	return x
}
