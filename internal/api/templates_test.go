package api_test

import (
	"net/http"
	"strings"
	"testing"

	"lengthwise/internal/api"
)

func TestTemplatesSayWhatTheyAsk(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	var list struct{ Templates []api.Template }
	c.ask(http.MethodGet, "/templates", "").into(t, &list)
	params := map[string][]api.TemplateParam{}
	for _, x := range list.Templates {
		params[x.Name] = x.Params
	}
	units := params["b200-superpod"][1]
	if units.Name != "units" || units.Kind != "int" || units.Default != "4" || units.Least == nil || *units.Least != 1 || units.Most == nil || *units.Most != 64 {
		t.Errorf("the second parameter of b200-superpod is %+v, want units from 1 to 64", units)
	}
	if p, ok := params["xdr-rack"]; !ok || p == nil || len(p) != 0 {
		t.Errorf("an example asks %v, want an empty list", p)
	}
}

func TestATemplateWithParameters(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	var made api.Plan
	a := c.ask(http.MethodPost, "/templates/b200-superpod?tags=pod", `{"params": {"units": 2, "network": "end"}, "name": "Hall 2"}`)
	a.into(t, &made)
	if a.status != 201 || made.Name != "Hall 2" || made.Summary.Links != 1024 || made.Summary.Racks != 36 || !made.Summary.OK {
		t.Errorf("POST: status %d, %+v; want 201 and 1,024 links in 36 racks that are ok", a.status, made)
	}
	a = c.ask(http.MethodPost, "/templates/h100-unit", "")
	a.into(t, &made)
	if a.status != 201 || made.Summary.Links != 512 || made.Summary.Cables != 384 {
		t.Errorf("POST without a body: status %d, %+v; want 512 links and 384 cables", a.status, made.Summary)
	}
	a = c.ask(http.MethodPost, "/templates/xdr-rack", `{"name": "Mine"}`)
	if a.into(t, &made); a.status != 201 || made.Name != "Mine" {
		t.Errorf("an example with a name: status %d, named %q", a.status, made.Name)
	}
}

func TestATemplateIsPreviewed(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	var got api.TemplatePreview
	c.ask(http.MethodPost, "/templates/b200-superpod/preview", `{"params": {"units": "1"}}`).into(t, &got)
	if !got.OK || got.Hosts != 32 || got.Switches != 12 || got.Racks != 18 || got.Links != 512 || got.CablesByMedium["optical"] == 0 || got.LongestRunMM == 0 {
		t.Errorf("preview = %+v, want 32 hosts, 12 switches, 18 racks and 512 links that are ok", got)
	}
	if len(got.Floor) != 2 || got.Floor[0] != (api.TemplateRow{Row: "A", Racks: 9, Hosts: 16, Switches: 6}) {
		t.Errorf("floor = %+v, want two rows, the first with 9 racks, 16 hosts and 6 switches", got.Floor)
	}
	var plans struct {
		Plans []api.Plan
		Next  *string
	}
	if c.ask(http.MethodGet, "/plans", "").into(t, &plans); len(plans.Plans) != 0 {
		t.Errorf("a preview stored %d plans", len(plans.Plans))
	}
}

func TestParametersThatAreWrong(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	tests := []struct {
		name, path, body string
		status           int
		location         string // of the first fault
		message          string
	}{
		{"beyond a limit", "/templates/b200-superpod", `{"params": {"units": 65}}`, 400, "body.params.units", "is not between 1 and 64"},
		{"in a preview", "/templates/b200-superpod/preview", `{"params": {"units": 9}}`, 400, "body.params.units", "8 and 12"},
		{"a fraction", "/templates/b200-superpod", `{"params": {"units": 4.5}}`, 400, "body.params.units", `units "4.5" is no whole number`},
		{"a number nobody can count", "/templates/b200-superpod", `{"params": {"units": 1e400}}`, 400, "body.params.units", "is no whole number"},
		{"no value", "/templates/b200-superpod", `{"params": {"units": null}}`, 400, "body.params.units", "is no text or number"},
		{"a parameter there is not", "/templates/b200-superpod", `{"params": {"unit": 4}}`, 400, "body.params.unit", "did you mean units?"},
		{"parameters of an example", "/templates/xdr-rack", `{"params": {"units": 4}}`, 400, "body.params.units", "no parameters but name"},
		{"a field there is not", "/templates/b200-superpod", `{"parms": {}}`, 400, "body", "unknown field"},
		{"no object", "/templates/b200-superpod", `[]`, 400, "body", "cannot be read"},
		{"too much", "/templates/b200-superpod", `{"name": "` + strings.Repeat("x", 70_000) + `"}`, 413, "", "65536 bytes"},
		{"a name too long", "/templates/b200-superpod", `{"name": "` + strings.Repeat("x", 65) + `"}`, 400, "body.params.name", "the limit is 64"},
		{"a template there is not", "/templates/b200/preview", ``, 404, "", "b200"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := c.ask(http.MethodPost, tt.path, tt.body)
			p := a.problem(t)
			where, said := "", p.Detail
			if len(p.Errors) > 0 {
				where, said = p.Errors[0].Location, p.Errors[0].Message
			}
			if a.status != tt.status || where != tt.location || !strings.Contains(said, tt.message) {
				t.Errorf("POST %s %.80s: status %d at %q: %q; want %d at %q: %q", tt.path, tt.body, a.status, where, said, tt.status, tt.location, tt.message)
			}
		})
	}
}
