package app_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/formats"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

const tooLong = `version: 1
name: Too long
racks: [{name: R1}]
devices:
  - {name: host-1, type: server-1u-1x-qsfp28, rack: R1, u: 20}
  - {name: leaf-1, type: sb7800, rack: R1, u: 21, face: rear}
links:
  - {a: "host-1:ib1", b: "leaf-1:IB1/1", run: 20m, cable: {medium: dac}}
`

func newApp(t testing.TB) *app.App {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	return app.New(cat, "test")
}

func source(name, text string) app.Source { return app.Source{Name: name, Text: []byte(text)} }

func TestCheckPlacesFindingsInYAMLOnly(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	yaml, err := a.Check(t.Context(), app.CheckRequest{Source: source("plan.yaml", tooLong)})
	if err != nil {
		t.Fatal(err)
	}
	f := yaml.Result.Findings[0]
	if f.Code != "beyond-reach" || f.Line != 8 || f.Column != 5 {
		t.Errorf("first finding = %s at %d:%d, want beyond-reach at 8:5", f.Code, f.Line, f.Column)
	}

	var text bytes.Buffer
	if err := planfile.Encode(&text, yaml.Document, planfile.JSON); err != nil {
		t.Fatal(err)
	}
	json, err := a.Check(t.Context(), app.CheckRequest{Source: source("plan", text.String())})
	if err != nil {
		t.Fatal(err)
	}
	f = json.Result.Findings[0]
	if json.Media != planfile.JSON || f.Code != "beyond-reach" || f.Line != 0 || f.Path == "" {
		t.Errorf("%s: first finding = %s at line %d, path %q; want JSON, beyond-reach, no line and a path", json.Media, f.Code, f.Line, f.Path)
	}
}

func TestCheckRefusesWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	_, err := newApp(t).Check(t.Context(), app.CheckRequest{Source: source("plan.yaml", "version: 2\nracks: [{nam: x}]\n")})
	var invalid *app.Invalid
	if !errors.As(err, &invalid) {
		t.Fatalf("error = %v, want *app.Invalid", err)
	}
	if n := len(invalid.Problems.List); n < 3 {
		t.Errorf("%d problems, want all of them: version, name, unknown field:\n%v", n, err)
	}
	if !strings.HasPrefix(err.Error(), "plan.yaml:1:") {
		t.Errorf("error = %q, want it to begin with file and line", err)
	}
	var problems *plan.Problems
	if !errors.As(err, &problems) {
		t.Error("the error does not unwrap to *plan.Problems")
	}
}

func TestCheckStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := newApp(t).Check(ctx, app.CheckRequest{Source: source("plan.yaml", tooLong)})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want context.Canceled", err)
	}
}

func TestFails(t *testing.T) {
	t.Parallel()
	clean := planner.Summary{LinksByStatus: map[planner.Status]int{}}
	warned, failed, unknown := clean, clean, clean
	warned.Warnings, failed.Errors = 1, 1
	unknown.LinksByStatus = map[planner.Status]int{planner.StatusUnknown: 1}
	tests := []struct {
		name                  string
		summary               planner.Summary
		never, error, warning bool
	}{
		{"nothing wrong", clean, false, false, false},
		{"a warning", warned, false, false, true},
		{"an error", failed, false, true, true},
		{"an unknown link", unknown, false, true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := app.Checked{Result: &planner.Result{Summary: tt.summary}}
			for on, want := range map[app.FailOn]bool{app.FailNever: tt.never, app.FailError: tt.error, app.FailWarning: tt.warning} {
				if got := c.Fails(on); got != want {
					t.Errorf("fails on %s = %v, want %v", on, got, want)
				}
			}
		})
	}
}

func TestExport(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	_, err := a.Export(t.Context(), app.ExportRequest{Source: source("plan.yaml", tooLong), Format: "order.csv"})
	var refused *formats.Refused
	if !errors.As(err, &refused) || refused.Errors != 1 {
		t.Errorf("order of a failing plan: %v, want it refused for 1 error", err)
	}
	_, err = a.Export(t.Context(), app.ExportRequest{Source: source("plan.yaml", tooLong), Format: "order.doc"})
	if !errors.Is(err, app.ErrNotFound) {
		t.Errorf("unknown format: %v, want ErrNotFound", err)
	}
	for _, f := range a.Formats() {
		export, err := a.Export(t.Context(), app.ExportRequest{Source: source("plan.yaml", tooLong), Format: f.Name, Incomplete: true})
		if f.OfFabric {
			if err == nil || !strings.Contains(err.Error(), "has no fabric") {
				t.Errorf("%s of a plan without fabrics: %v, want that said", f.Name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		var out bytes.Buffer
		if err := export.Write(&out); err != nil || out.Len() == 0 {
			t.Errorf("%s: wrote %d bytes, %v", f.Name, out.Len(), err)
		}
		if want := strings.Replace(f.Name, "order.", "order-INCOMPLETE.", 1); export.Name != want {
			t.Errorf("%s: file name %s, want %s", f.Name, export.Name, want)
		}
	}
}

func TestTemplatesSayWhatTheyShow(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	var names []string
	for _, x := range a.Templates() {
		names = append(names, x.Name)
		if x.Description == "" || strings.Contains(x.Description, "\n") {
			t.Errorf("template %s: description %q, want one line", x.Name, x.Description)
		}
		if same, err := a.Template(x.Name); err != nil || !bytes.Equal(same.Text, x.Text) {
			t.Errorf("template %s cannot be found by its name: %v", x.Name, err)
		}
	}
	for _, want := range []string{"edr-habit", "h100-unit", "hgx-rows", "mixed-generations", "xdr-rack"} {
		if !slices.Contains(names, want) {
			t.Errorf("no template %s among %v", want, names)
		}
	}
}

func TestProducts(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	tests := []struct {
		name  string
		query app.ProductQuery
		want  []string
	}{
		{"the beginning of a number, in any spelling", app.ProductQuery{Text: "mcp4y10 n00"}, []string{"MCP4Y10-N00A", "MCP4Y10-N001", "MCP4Y10-N002"}},
		{"the other number", app.ProductQuery{Text: "980-9I92N"}, []string{"MCP7Y00-N003"}},
		{"a form, a medium and a span of lengths",
			app.ProductQuery{Form: "osfp-flat-1", Medium: catalog.DAC, Min: 2 * units.Metre, Max: 2500 * units.Millimetre},
			[]string{"MCP7Y00-N002", "MCP7Y00-N02A", "MCP7Y00-N002-FLT"}},
		{"a generation that has no such medium", app.ProductQuery{Medium: catalog.DAC, Generation: "xdr"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			products, err := a.Products(tt.query)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range products {
				got = append(got, p.SKU)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%+v = %v, want %v", tt.query, got, tt.want)
			}
		})
	}
	if _, err := a.Products(app.ProductQuery{Form: "osfp"}); !errors.Is(err, app.ErrNotFound) {
		t.Errorf("an unknown form: %v, want ErrNotFound", err)
	}
}

func TestProductPage(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	page, err := a.Product("mcp7y00-n002")
	if err != nil {
		t.Fatal(err)
	}
	if page.Longer == nil || page.Longer.SKU != "MCP7Y00-N02A" {
		t.Errorf("next longer of MCP7Y00-N002 = %v, want MCP7Y00-N02A", page.Longer)
	}
	fits := func(types []*catalog.DeviceType, slug string) bool {
		return slices.ContainsFunc(types, func(t *catalog.DeviceType) bool { return t.Slug == slug })
	}
	if !fits(page.FitsA, "qm9700") || fits(page.FitsA, "dgx-h100") || !fits(page.FitsB, "hgx-8gpu-osfp") {
		t.Error("MCP7Y00-N002: its hub fits qm9700 and not dgx-h100, its legs hgx-8gpu-osfp")
	}
	last, err := a.Product("MCP7Y00-N003")
	if err != nil || last.Longer != nil {
		t.Errorf("next longer of MCP7Y00-N003 = %v (%v), want none", last.Longer, err)
	}
	if len(last.Sources) != len(last.Product.Sources) {
		t.Errorf("MCP7Y00-N003 has %d sources, the page %d", len(last.Product.Sources), len(last.Sources))
	}
}
