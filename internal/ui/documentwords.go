package ui

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// maxKnown is how many names of one kind the editor is told: a list of more is
// read by nobody, and ranges name the rest.
const maxKnown = 4000

func (u *UI) documentRoutes(r chi.Router) {
	r.Get("/document", u.page(u.document))
	r.Post("/document", u.page(u.saveDocument))
	r.Get("/document/check", func(w http.ResponseWriter, r *http.Request) { to(planURL(chi.URLParam(r, "id"))+"/document")(w, r) })
	r.Post("/document/check", u.page(u.checkDocument))
	r.Get("/document/words", u.page(u.documentWords))
	r.Post("/document/words", u.page(u.draftWords))
}

// A word is something the editor may complete to.
type word struct {
	Text string `json:"text"`
	Of   string `json:"of,omitempty"` // its type, or what it is
}

// editorWords are what the editor completes from: the fields of the format, the
// names of the catalog, the names of the plan.
type editorWords struct {
	Fields  []planfile.Field    `json:"fields,omitempty"`
	Catalog map[string][]word   `json:"catalog,omitempty"` // by planfile.Names
	Rows    []word              `json:"rows"`
	Racks   []word              `json:"racks"`
	Devices []word              `json:"devices"`  // entries as written, then single names
	Types   []word              `json:"types"`    // of the plan itself
	PortsOf map[string][]string `json:"ports_of"` // of the types of the plan's devices, by slug
}

// documentWords is what the editor of a stored document completes from.
func (u *UI) documentWords(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	known := namesOf(o.checked)
	known.Fields, known.Catalog = planfile.Fields(), catalogWords(o.checked.Catalog)
	return writeJSON(w, known)
}

// draftWords are the names of a text that is not saved.
func (u *UI) draftWords(w http.ResponseWriter, r *http.Request) error {
	d, err := u.draftOf(w, r)
	if err != nil {
		return err
	}
	o, err := u.open(r)
	if err != nil {
		return err
	}
	checked, err := u.plans.Check(r.Context(), caller(r), app.CheckRequest{Source: d.source(o.revision.MediaType)})
	if err != nil {
		return err
	}
	return writeJSON(w, namesOf(checked))
}

// namesOf are the names a plan gives.
func namesOf(c *app.Checked) editorWords {
	out := editorWords{Rows: []word{}, Racks: []word{}, Devices: []word{}, Types: []word{}, PortsOf: map[string][]string{}}
	seen := map[string]bool{}
	add := func(to *[]word, kind, text, of string) {
		if key := kind + "\n" + text; text != "" && !seen[key] && len(*to) < maxKnown {
			seen[key] = true
			*to = append(*to, word{text, of})
		}
	}
	for _, row := range c.Document.Site.Rows {
		add(&out.Rows, "row", row.Name, "")
	}
	for _, k := range c.Document.Racks {
		add(&out.Racks, "rack", k.Name, k.Row)
	}
	for _, k := range c.Result.Racks {
		add(&out.Racks, "rack", k.Name, "")
	}
	for _, d := range c.Document.Devices {
		add(&out.Devices, "device", d.Name, d.Type)
	}
	for _, t := range c.Document.DeviceTypes {
		add(&out.Types, "type", t.Slug, t.Model)
	}
	for i := range c.Result.Devices {
		d := &c.Result.Devices[i]
		if d.Type == nil {
			continue
		}
		add(&out.Devices, "device", d.Name, d.Type.Slug)
		if _, ok := out.PortsOf[d.Type.Slug]; ok {
			continue
		}
		ports := []string{}
		for _, p := range d.Type.Ports {
			ports = append(ports, p.Name)
		}
		out.PortsOf[d.Type.Slug] = ports
	}
	return out
}

// catalogWords are the names of a catalog.
func catalogWords(c *catalog.Catalog) map[string][]word {
	out := map[string][]word{}
	add := func(names planfile.Names, text, of string) {
		out[string(names)] = append(out[string(names)], word{text, of})
	}
	for _, t := range c.Types {
		if t.Rackable {
			add(planfile.DeviceTypes, t.Slug, strings.TrimSpace(t.Maker+" "+t.Model))
		}
	}
	for _, p := range c.Products {
		add(planfile.ProductSKUs, p.SKU, p.Description)
	}
	for _, s := range c.Speeds {
		if s.Name == s.Rate || !slices.ContainsFunc(out[string(planfile.SpeedNames)], func(w word) bool { return w.Text == s.Rate }) {
			add(planfile.SpeedNames, s.Rate, "rate")
		}
		add(planfile.SpeedVariants, s.Name, "")
	}
	for _, s := range c.Speeds {
		if s.Name != s.Rate {
			add(planfile.SpeedNames, s.Name, "variant of "+s.Rate)
		}
	}
	for _, f := range c.Forms {
		if f.Cage {
			add(planfile.CageFormFactor, f.Name, f.Label)
		}
	}
	for _, words := range out {
		slices.SortStableFunc(words, func(a, b word) int { return units.CompareNatural(a.Text, b.Text) })
	}
	return out
}

// writeJSON answers what a script of a page asks for.
func writeJSON(w http.ResponseWriter, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-cache")
	_, _ = w.Write(text) // the client is gone; nobody is left to tell
	return nil
}

// fields explains every field of a document.
func (u *UI) fields(w http.ResponseWriter, r *http.Request) error {
	var p templates.FieldsPage
	for _, f := range planfile.Fields() {
		p.Rows = append(p.Rows, templates.FieldRow{
			ID: fieldID(f.Path), Path: f.Path, Meaning: sentence(f.Meaning), Value: f.Value, Words: strings.Join(f.Words, ", "), Default: f.Default, Required: f.Required,
		})
	}
	frame := u.frame(r, "", "Fields of a plan document", templates.Crumb{Text: "Plans", URL: "/"}, templates.Crumb{Text: "Fields of a plan document"})
	return write(r.Context(), w, http.StatusOK, templates.Fields(frame, p))
}

// fieldID is the id a field has on its page.
func fieldID(path string) string { return strings.ReplaceAll(path, "[]", "") }
