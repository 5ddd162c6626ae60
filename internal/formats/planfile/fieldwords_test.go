package planfile

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// Every field the decoder reads is explained, once, and nothing else is.
func TestEveryFieldIsExplained(t *testing.T) {
	t.Parallel()
	var paths []string
	for _, f := range Fields() {
		paths = append(paths, f.Path)
		if f.Meaning == "" || f.Value == "" {
			t.Errorf("%s: nothing is said of it; add it to the tables of fieldwords", f.Path)
		}
		if f.Required && f.Default != "" {
			t.Errorf("%s is required and has the default %q", f.Path, f.Default)
		}
		if len(f.Words) > 0 && f.Default != "" && !strings.ContainsAny(f.Default, " ") && !slices.Contains(f.Words, f.Default) {
			t.Errorf("%s: the default %q is none of %q", f.Path, f.Default, f.Words)
		}
	}
	for _, table := range [][]fieldWords{planWords, settingWords, placeWords, linkWords, typeWords} {
		for _, w := range table {
			if !slices.ContainsFunc(paths, w.fits) {
				t.Errorf("%s is explained and no field of a document", w.path)
			}
		}
	}
	if n := len(paths); n < 150 {
		t.Errorf("%d fields are found, want at least 150", n)
	}
}

// The paths are those the decoder names in its errors.
func TestFieldsAreTheDecodersOwn(t *testing.T) {
	t.Parallel()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ path, text string }{
		{"racks[].units", "racks: [{name: a, units: many}]"},
		{"site.trays[].max_kg_per_m", "site: {trays: [{name: a, from: [0m, 0m], to: [1m, 0m], height: 2m, max_kg_per_m: x}]}"},
		{"settings.spares.aoc.minimum", "settings: {spares: {aoc: {minimum: x}}}"},
		{"overrides[].cable.module_b", "overrides: [{at: 'a:b', cable: {module_b: []}}]"},
		{"fabrics[].routing", "fabrics: [{name: a, topology: fat-tree, speed: ndr, hosts: h, routing: x}]"},
	} {
		_, _, err := Decode([]byte("version: 1\nname: n\n"+x.text+"\n"), YAML, cat)
		problems := (*plan.Problems)(nil)
		if !errors.As(err, &problems) || !slices.ContainsFunc(problems.List, func(p plan.Problem) bool { return strings.ReplaceAll(p.Path, "[0]", "[]") == x.path }) {
			t.Errorf("%s: got %v, want a problem of the field %s", x.text, err, x.path)
		}
		if !slices.ContainsFunc(Fields(), func(f Field) bool { return f.Path == x.path }) {
			t.Errorf("%s is not among the fields", x.path)
		}
	}
}

// What is said of defaults is what the plan does.
func TestDefaultsAreTrue(t *testing.T) {
	t.Parallel()
	e := plan.DefaultSettings()
	said := func(path string) string {
		return wordsOf(path).fallback
	}
	length := func(path string, want units.Length) {
		if got, err := units.ParseLength(said(path)); err != nil || got != want {
			t.Errorf("%s: the default is said to be %q (%v), want %s", path, said(path), err, want)
		}
	}
	length("settings.slack.per_end", e.Copper.PerEnd)
	length("settings.exit", e.Exit)
	length("settings.tray_entry", e.TrayEntry)
	length("settings.tray_search", e.TraySearch)
	length("settings.headroom", e.Headroom)
	length("settings.excess", e.Excess)
	length("settings.rear_space", e.RearSpace)
	for path, want := range map[string]string{
		"settings.multimode": e.Multimode, "settings.twisted_pair": e.TwistedPair, "settings.evidence": string(e.Evidence),
		"settings.connectors": e.Connectors, "settings.currency": e.Currency,
		"settings.slack.percent":        formatDecimal(int64(e.Copper.Percent), 2),
		"settings.tray_fill_percent":    formatDecimal(int64(e.TrayFill), 0),
		"settings.patch_panels":         formatDecimal(int64(e.PatchPanels), 0),
		"settings.energy.price_per_kwh": formatDecimal(int64(e.EnergyPrice), 4),
		"settings.energy.pue":           formatDecimal(int64(e.PUE), 3),
		"settings.energy.years":         formatDecimal(int64(e.Years), 0),
	} {
		if got := said(path); got != want {
			t.Errorf("%s: the default is said to be %q, want %q", path, got, want)
		}
	}
}
