package planfile_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

var _ plan.FieldEditor = planfile.Editor{}

// every is the document with every field in it.
func every(t *testing.T) (*plan.Document, *catalog.Catalog) {
	t.Helper()
	text, err := os.ReadFile("testdata/every.yaml")
	if err != nil {
		t.Fatal(err)
	}
	cat := load(t)
	doc, _, err := planfile.Decode(text, planfile.YAML, cat)
	if err != nil {
		t.Fatal(err)
	}
	return doc, cat
}

// changed is the part of the canonical form that differs: "old -> new".
func changed(before, after *plan.Document) string {
	a, b := string(planfile.Canonical(before)), string(planfile.Canonical(after))
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a + " -> " + b
}

// An edit of a field of every kind, its value in JSON, and what it changes in the
// canonical form.
func TestEdits(t *testing.T) {
	t.Parallel()
	doc, cat := every(t)
	before := planfile.Canonical(doc)
	tests := []struct{ name, kind, path, value, want string }{
		{"a text", "set", "description", `"One: two"`, `Two lines,\nkept as they are.\n -> One: two`},
		{"a text is taken out", "set", "description", `null`, `description":"Two lines,\nkept as they are.\n"," -> `},
		{"a flag", "set", "settings.allow_retired", `false`, `tru -> fals`},
		{"a flag is taken out", "set", "settings.allow_retired", `null`, `allow_retired":true," -> `},
		{"a length", "set", "settings.exit", `"0.5m"`, `304.8 -> 500`},
		{"a number", "set", "settings.patch_panels", `0`, `2 -> 0`},
		{"a word", "set", "settings.choose", `"preference"`, `cheapest -> preference`},
		{"a list of words", "set", "settings.media", `["dac"]`, `optical","twisted-pair","aoc","aec","acc"," -> `},
		{"a word is added", "add", "fabrics[0].host_ports", `"x1"`, ` -> ,"x1"`},
		{"a word is removed", "remove", "settings.media[1]", ``, `twisted-pair"," -> `},
		{"a field two levels down", "set", "settings.slack.copper.percent", `0.25`, `3 -> 0.25`},
		{"the rule of one medium", "set", "settings.spares.dac.minimum", `9`, `0 -> 9`},
		{"the rule of one medium is taken out", "set", "settings.spares.aec", `null`, `ec":{"percent":2},"a -> `},
		{"a whole map", "set", "settings.energy", `{"years": 3}`, `price_per_kwh":0.3175,"pue":1.125,"years":5 -> years":3`},
		{"a row is added", "add", "site.rows", `{"name": "2", "y": "3m"}`, ` -> ,{"name":"2","y":"3000mm"}`},
		{"a tray's point", "set", "site.trays[0].to", `["7m", "-1.2m"]`, `6 -> 7`},
		{"a rack's power", "set", "racks[0].power_kw", `20.5`, `17.2 -> 20.`},
		{"a rack is removed", "remove", "racks[1]", ``, `,{"name":"apart","x":"1000mm","y":"2000mm","faces":"west"} -> `},
		{"units of a device", "set", "devices[0].u", `[3, 20]`, `1,12.5 -> 3,20`},
		{"a packed device", "set", "devices[0].u", `"bottom"`, `[1,12.5] -> "bottom"`},
		{"a device stays in no rack", "set", "devices[1].rack", `null`, `rack":"A01"," -> `},
		{"a cable is pinned", "set", "links[1].cable.medium", `"aoc"`, ` -> edium":"aoc","m`},
		{"a pin is taken out", "set", "links[0].cable.length", `null`, `length":"3000mm"," -> `},
		{"all pins are taken out", "set", "links[0].cable", `null`, `cable":{"medium":"dac","length":"3000mm","sku":"MCP7Y00-N003"}," -> `},
		{"an override is added", "add", "overrides", `{"at": "leaf:IB1/2/1", "run": "3m"}`, ` -> ,{"at":"leaf:IB1/2/1","run":"3000mm"}`},
		{"a port group's cages", "set", "device_types[0].ports[1].cages", `4`, `2 -> 4`},
		{"a port group's adapter link", "set", "device_types[0].ports[0].pcie.gen", `6`, `5 -> 6`},
		{"an adapter link is taken out", "set", "device_types[0].ports[0].pcie", `null`, `,"pcie":{"gen":5,"lanes":16} -> `},
		{"the order of rails", "set", "device_types[0].rails", `["ib7", "ib8", "ib6", "ib5", "ib4", "ib3", "ib2", "ib1"]`, `8","ib7 -> 7","ib8`},
		{"a ratio", "set", "fabrics[0].oversubscription", `2`, `1.5 -> 2`},
		{"a list is taken out", "set", "fabrics", `null`, `,"fabrics":[{"name":"rails","topology":"rail-optimized","speed":"ndr","hosts":"gpu-[1-3]","host_ports":["ib[1-8]"],"hosts_per_unit":32,"leaves":"leaf-[1-8]","spines":"spine-[1-4]","cores":"core-[1-2]","pods":2,"homing":"single","uplink_speed":"ndr","oversubscription":1.5,"split":2,"routing":"adaptive"},{"name":"leafy","topology":"leaf-spine","speed":"ndr200","hosts":"h","hosts_per_leaf":16,"leaves":"l","spines":"s","homing":"dual","links_per_pair":4,"routing":"static"},{"name":"fat","topology":"fat-tree","speed":"400gbe","hosts":"h[1-16]","cores":"c[1-4]","k":4,"edges":"e[1-8]","aggregations":"g[1-8]","routing":"ecmp"}] -> `},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			edit := plan.Edit{Kind: tt.kind, Path: tt.path}
			if tt.value != "" {
				decoder := json.NewDecoder(strings.NewReader(tt.value))
				decoder.UseNumber()
				if err := decoder.Decode(&edit.Value); err != nil {
					t.Fatal(err)
				}
			}
			after, err := planfile.Editor{Catalog: cat}.EditField(doc, edit)
			if err != nil {
				t.Fatalf("%s %s: %v", tt.kind, tt.path, err)
			}
			if got := changed(doc, after); got != tt.want {
				t.Errorf("%s %s changed:\n%s\nwant:\n%s", tt.kind, tt.path, got, tt.want)
			}
			if got := planfile.Canonical(doc); string(got) != string(before) {
				t.Errorf("%s %s changed the document it was given:\n%s", tt.kind, tt.path, got)
			}
			roundTrip(t, after, cat)
		})
	}
}

func TestEditsThatCannotBeMade(t *testing.T) {
	t.Parallel()
	doc, cat := every(t)
	tests := []struct {
		edit plan.Edit
		want string
	}{
		{plan.Edit{Kind: "set", Path: "", Value: 1}, "path is empty; write for example settings.exit or devices[3].rack"},
		{plan.Edit{Kind: "set", Path: "settings..exit", Value: 1}, "settings..exit: path \"settings..exit\" is not written as fields and positions; write for example devices[3].rack"},
		{plan.Edit{Kind: "set", Path: "settings.exti", Value: "1m"}, "settings: unknown field \"exti\"; did you mean \"exit\"?"},
		{plan.Edit{Kind: "set", Path: "settings.exit", Value: 300}, "settings.exit: length 300 has no unit; write mm, cm, m, in or ft"},
		{plan.Edit{Kind: "set", Path: "settings.exit.unit", Value: "m"}, "settings.exit: a single value has no field or entry below it"},
		{plan.Edit{Kind: "set", Path: "settings[0]", Value: "m"}, "settings: a map of fields has no entry [0]; write a field such as media"},
		{plan.Edit{Kind: "set", Path: "racks.name", Value: "m"}, "racks: a list has no field \"name\"; write a position such as [0]"},
		{plan.Edit{Kind: "set", Path: "racks[7].row", Value: "m"}, "racks: list has 2 entries; there is none at [7]"},
		{plan.Edit{Kind: "remove", Path: "racks[2]"}, "racks: list has 2 entries; there is none at [2]"},
		{plan.Edit{Kind: "remove", Path: "settings.exit"}, "settings.exit: path leads to a field; remove takes out an entry of a list, set with null a field"},
		{plan.Edit{Kind: "add", Path: "settings", Value: 1}, "settings: a map of fields is no list to add to"},
		{plan.Edit{Kind: "add", Path: "settings.exit", Value: "1m"}, "settings.exit: a single value is no list to add to"},
		{plan.Edit{Kind: "add", Path: "racks", Value: map[string]any{"row": "x"}}, "racks[2].name: required field \"name\" is missing"},
		{plan.Edit{Kind: "set", Path: "name"}, "name: field is required and cannot be taken out"},
		{plan.Edit{Kind: "set", Path: "device_types[0].ports[0].cage", Value: "osfp"}, "device_types[0].ports[0].cage: unknown cage \"osfp\""},
		{plan.Edit{Kind: "move", Path: "racks[0]"}, "racks[0]: edit \"move\" is not one of set, add, remove"},
		{plan.Edit{Kind: "set", Path: "settings.exit", Value: func() {}}, "settings.exit: value cannot be read: json: unsupported type: func()"},
	}
	for _, tt := range tests {
		_, err := planfile.Editor{Catalog: cat}.EditField(doc, tt.edit)
		if err == nil {
			t.Errorf("%s %s: got no error, want %q", tt.edit.Kind, tt.edit.Path, tt.want)
			continue
		}
		if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", tt.edit.Kind, tt.edit.Path, diff)
		}
	}
}

// The edits of the plan package lean on the editor here.
func TestApplyUsesTheEditor(t *testing.T) {
	t.Parallel()
	doc, cat := every(t)
	after, err := plan.Apply(doc, []plan.Edit{{Kind: plan.SetField, Path: "links[0].run", Value: "2m"}, {Kind: plan.TakeOut, Path: "overrides[0]"}},
		plan.EditContext{Fields: planfile.Editor{Catalog: cat}})
	if err != nil {
		t.Fatal(err)
	}
	if len(after.Overrides) != 0 || after.Links[0].Run.String() != "2000 mm" {
		t.Errorf("got run %s and %d overrides, want 2000 mm and none", after.Links[0].Run, len(after.Overrides))
	}
}
