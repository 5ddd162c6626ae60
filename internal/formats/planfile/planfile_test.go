package planfile_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

func TestDetect(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       planfile.MediaType
	}{
		{"plan.json", "version: 1", planfile.JSON},
		{"PLAN.JSON", "", planfile.JSON},
		{"plan.yaml", `{"version": 1}`, planfile.YAML},
		{"plan.YML", `{"version": 1}`, planfile.YAML},
		{"", `{"version": 1}`, planfile.JSON},
		{"-", "\ufeff \r\n{\n \"version\": 1}", planfile.JSON},
		{"plan", "{}", planfile.JSON},
		{"plan", "{version: 1}", planfile.YAML},
		{"plan", "version: 1", planfile.YAML},
		{"plan", "[]", planfile.YAML},
		{"", "", planfile.YAML},
	}
	for _, tt := range tests {
		if got := planfile.Detect(tt.name, []byte(tt.text)); got != tt.want {
			t.Errorf("Detect(%q, %q) = %s, want %s", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestPositions(t *testing.T) {
	t.Parallel()
	cat := load(t)
	yaml := "version: 1\nname: x\nracks:\n  - {name: ä, units: 42}\n  - name: B\n    units: 48\n\nsite:\n  trays: [{name: t, from: [0m, 1m], to: [2m, 1m], height: 2m}]\n"
	json := "{\"version\": 1, \"name\": \"x\",\n \"racks\": [{\"name\": \"ä\", \"units\": 42},\n  {\"name\": \"B\",\n   \"units\": 48}]}"
	tests := []struct {
		mt           planfile.MediaType
		text, path   string
		line, column int
	}{
		{planfile.YAML, yaml, "", 1, 1},
		{planfile.YAML, yaml, "name", 2, 7},
		{planfile.YAML, yaml, "racks", 4, 3},
		{planfile.YAML, yaml, "racks[0]", 4, 5},
		{planfile.YAML, yaml, "racks[0].units", 4, 22},
		{planfile.YAML, yaml, "racks[1]", 5, 5},
		{planfile.YAML, yaml, "racks[1].units", 6, 12},
		{planfile.YAML, yaml, "site.trays[0].from[1]", 9, 32},
		{planfile.YAML, yaml, "racks[1].row", 5, 5},   // no such field: the rack
		{planfile.YAML, yaml, "racks[9].row", 4, 3},   // no such rack: the racks
		{planfile.YAML, yaml, "links[3].cable", 1, 1}, // no links: the document
		{planfile.YAML, yaml, "racks[0].units.x", 4, 22},
		{planfile.YAML, yaml, "racks[", 1, 1},
		{planfile.JSON, json, "racks[0]", 2, 12},
		{planfile.JSON, json, "racks[0].units", 2, 35},
		{planfile.JSON, json, "racks[1].units", 4, 13},
	}
	for _, tt := range tests {
		_, positions, err := planfile.Decode([]byte(tt.text), tt.mt, cat)
		if err != nil {
			t.Fatal(err)
		}
		if line, column := positions.Find(tt.path); line != tt.line || column != tt.column {
			t.Errorf("%s: Find(%q) = %d:%d, want %d:%d", tt.mt, tt.path, line, column, tt.line, tt.column)
		}
	}
	_, positions, err := planfile.Decode([]byte("["), planfile.YAML, cat)
	if line, column := positions.Find("name"); err == nil || line != 0 || column != 0 {
		t.Errorf("of a text that is no YAML Find gives %d:%d (error %v), want 0:0", line, column, err)
	}
}

// A byte-order mark, Windows line ends and the order of fields change nothing
// but places.
func TestFormsOfOneDocument(t *testing.T) {
	t.Parallel()
	cat := load(t)
	text, err := os.ReadFile("testdata/full.yaml")
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := planfile.Decode(text, planfile.YAML, cat)
	if err != nil {
		t.Fatal(err)
	}
	canonical := planfile.Canonical(want)
	forms := map[string][]byte{
		"a byte-order mark":             append([]byte("\ufeff"), text...),
		"Windows line ends":             bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")),
		"no line end at the end":        bytes.TrimRight(text, "\n"),
		"name before version":           bytes.Replace(text, []byte("version: 1\nname: Pod A\n"), []byte("name: Pod A\nversion: 1\n"), 1),
		"a document mark":               append([]byte("---\n"), text...),
		"lengths in other units":        bytes.ReplaceAll(text, []byte("600mm"), []byte("0.6m")),
		"its JSON in the place of YAML": canonical,
	}
	for name, form := range forms {
		got, _, err := planfile.Decode(form, planfile.YAML, cat)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if planfile.Hash(got) != planfile.Hash(want) {
			t.Errorf("%s gives another document:\n%s\nwant:\n%s", name, planfile.Canonical(got), canonical)
		}
	}
	other := bytes.Replace(text, []byte("excess: 5m"), []byte("excess: 5.001m"), 1)
	got, _, err := planfile.Decode(other, planfile.YAML, cat)
	if err != nil || planfile.Hash(got) == planfile.Hash(want) {
		t.Errorf("a document with another length has the same hash (error %v)", err)
	}
}

func TestEmptyListsAreNotNothing(t *testing.T) {
	t.Parallel()
	doc, _, err := planfile.Decode([]byte(head+"racks:\ndevices: []\nsite:\n"), planfile.YAML, load(t))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(planfile.Canonical(doc)), `{"version":1,"name":"x","devices":[]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

type brokenWriter struct{}

var errDiskFull = errors.New("disk is full")

func (brokenWriter) Write([]byte) (int, error) { return 0, errDiskFull }

func TestEncodeSaysWhatWentWrong(t *testing.T) {
	t.Parallel()
	doc := &plan.Document{Version: 1, Name: "x"}
	if err := planfile.Encode(brokenWriter{}, doc, planfile.YAML); !errors.Is(err, errDiskFull) {
		t.Errorf("got error %v, want the writer's", err)
	}
	if err := planfile.Encode(&bytes.Buffer{}, doc, "text/csv"); err == nil || !strings.Contains(err.Error(), "text/csv") {
		t.Errorf("got error %v, want one that names text/csv", err)
	}
	if _, _, err := planfile.Decode([]byte("{}"), "text/csv", load(t)); err == nil || !strings.Contains(err.Error(), "text/csv") {
		t.Errorf("got error %v, want one that names text/csv", err)
	}
}
