package svg_test

import (
	"os"
	"path/filepath"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/formats/svg"
	"lengthwise/internal/planner"
)

// hall plans testdata/name.yaml.
func hall(t testing.TB, name string) *drawing.Hall {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return hallOf(t, text)
}

func hallOf(t testing.TB, text []byte) *drawing.Hall {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	doc, _, err := planfile.Decode(text, planfile.YAML, cat)
	if err != nil {
		t.Fatal(err)
	}
	res, err := planner.Plan(doc, cat, planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return drawing.NewHall(doc, res)
}

// Each scene is a plan and how it is drawn. Look at the files after a change,
// in light and dark: a browser opens them.
func TestGoldenDrawings(t *testing.T) {
	t.Parallel()
	href := func(name string) string { return "?device=" + name }
	tests := []struct {
		name    string
		options drawing.Options
	}{
		{"dgx-leaf", drawing.Options{Legend: true}},
		{"dgx-leaf-chosen", drawing.Options{Chosen: "leaf-1", DeviceHref: href}},
		{"half-width", drawing.Options{Legend: true}},
		{"back-to-back", drawing.Options{}},
		{"zero-u", drawing.Options{}},
		{"top-down", drawing.Options{}},
		{"strange", drawing.Options{Legend: true}},
		{"row-60", drawing.Options{Faces: drawing.Fronts}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			plan := tt.name
			if plan == "dgx-leaf-chosen" {
				plan = "dgx-leaf"
			}
			h := hall(t, plan)
			e := h.Elevation(h.Lines(tt.options.Faces), tt.options)
			formatstest.Golden(t, tt.name+".svg", svg.Bytes(e, svg.Options{Standalone: true}))
		})
	}
}
