package planfile_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

const roomText = `# The room as built; ask Ada before you change it.
version: 1
name: Room   # short for machine room

settings:
  # House rules.
  exit: 0.3m          # measured
  media: [dac, optical]

racks:
  - {name: "A[1-4]", row: A, position: 1}   # bayed

devices:
  # Hosts, two to a rack.
  - {name: "n[1-8]", type: h, rack: "A[1-4]", u: [1, 9]}   # rented

  # The leaf.
  - name: leaf-1    # new
    type: qm9700
    rack: A1
    u: 40

links:
  # Rail one.
  - {a: "n[1-4]:p1",   b: "leaf-1:x[1-4]", speed: ndr}   # first wave
  # Rail two.
  - {a: "n[5-8]:p1",   b: "leaf-1:x[5-8]"}

# The end.
`

func TestApplyText(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		edits []plan.Edit
		want  []string // what is written in place of what, in turn
	}{
		{"a setting that is there", []plan.Edit{{Kind: "set", Path: "settings.exit", Value: "0.5m"}},
			[]string{"exit: 0.3m", "exit: 500mm"}},
		{"a setting that is not", []plan.Edit{{Kind: "set", Path: "settings.direct", Value: true}},
			[]string{"# measured\n", "# measured\n  direct: true\n"}},
		{"a setting before all others", []plan.Edit{{Kind: "set", Path: "settings.media"}, {Kind: "set", Path: "settings.choose", Value: "cheapest"}},
			[]string{"  # House rules.\n", "  choose: cheapest\n  # House rules.\n", "  media: [dac, optical]\n", ""}},
		{"a setting of several fields", []plan.Edit{{Kind: "set", Path: "settings.slack", Value: map[string]any{"percent": 5, "per_end": "1in"}}},
			[]string{"optical]\n", "optical]\n  slack: {percent: 5, per_end: 25.4mm}\n"}},
		{"an entry of a short list", []plan.Edit{{Kind: "add", Path: "settings.media", Value: "aoc"}},
			[]string{"[dac, optical]", "[dac, optical, aoc]"}},
		{"the first entry of a short list goes", []plan.Edit{{Kind: "remove", Path: "settings.media[0]"}},
			[]string{"[dac, optical]", "[optical]"}},
		{"all settings go, their comments stay", []plan.Edit{{Kind: "set", Path: "settings"}},
			[]string{"  exit: 0.3m          # measured\n  media: [dac, optical]\n", ""}},
		{"rename", []plan.Edit{{Kind: "set", Path: "name", Value: "Room: two"}},
			[]string{"name: Room ", `name: "Room: two" `}},
		{"a description", []plan.Edit{{Kind: "set", Path: "description", Value: "One room"}},
			[]string{"machine room\n", "machine room\ndescription: One room\n"}},
		{"a section that is not there", []plan.Edit{{Kind: "add", Path: "site.rows", Value: map[string]any{"name": "A", "y": "0m"}}},
			[]string{"optical]\n", "optical]\n\nsite:\n  rows:\n    - {name: A, y: 0mm}\n"}},
		{"a section goes", []plan.Edit{{Kind: "set", Path: "racks"}},
			[]string{"racks:\n  - {name: \"A[1-4]\", row: A, position: 1}   # bayed\n\n", ""}},
		{"move one device of a range", []plan.Edit{{Kind: "move", Device: "n3", Rack: "A4", U: "20"}},
			[]string{`{name: "n[1-8]", type: h, rack: "A[1-4]", u: [1, 9]}   # rented` + "\n", `{name: "n[1-2]", type: h, rack: A1, u: [1, 9]}   # rented
  - {name: n4, type: h, rack: A2, u: 9}
  - {name: "n[5-8]", type: h, rack: "A[3-4]", u: [1, 9]}
  - {name: n3, type: h, rack: A4, u: 20}
`}},
		{"move a device with a field on each line", []plan.Edit{{Kind: "move", Device: "leaf-1", U: "41", Face: "rear"}},
			[]string{"    u: 40\n", "    u: 41\n    face: rear\n"}},
		{"turn a device whose range follows", []plan.Edit{{Kind: "move", Device: "n1", Face: "rear"}},
			[]string{`{name: "n[1-8]", type: h, rack: "A[1-4]", u: [1, 9]}   # rented` + "\n", `{name: n2, type: h, rack: A1, u: 9}   # rented
  - {name: "n[3-8]", type: h, rack: "A[2-4]", u: [1, 9]}
  - {name: n1, type: h, rack: A1, u: 1, face: rear}
`}},
		{"an override on a port", []plan.Edit{{Kind: "override", At: []string{"leaf-1:x1"}, Set: map[string]any{"run": "2m"}}},
			[]string{"x[5-8]\"}\n", "x[5-8]\"}\n\noverrides:\n  - {at: \"leaf-1:x1\", run: 2000mm}\n"}},
		{"a link entry goes with its comment", []plan.Edit{{Kind: "remove", Path: "links[0]"}},
			[]string{"  - {a: \"n[1-4]:p1\",   b: \"leaf-1:x[1-4]\", speed: ndr}   # first wave\n", ""}},
		{"the last entry goes", []plan.Edit{{Kind: "remove", Path: "racks[0]"}},
			[]string{"racks:\n  - {name: \"A[1-4]\", row: A, position: 1}   # bayed\n\n", ""}},
		{"all entries go, their comments stay", []plan.Edit{{Kind: "remove", Path: "links[1]"}, {Kind: "remove", Path: "links[0]"}},
			[]string{"  - {a: \"n[1-4]:p1\",   b: \"leaf-1:x[1-4]\", speed: ndr}   # first wave\n", "", "  - {a: \"n[5-8]:p1\",   b: \"leaf-1:x[5-8]\"}\n", ""}},
		{"swap", []plan.Edit{{Kind: "swap", A: "leaf-1:x2", B: "leaf-1:x6"}}, []string{
			`{a: "n[1-4]:p1",   b: "leaf-1:x[1-4]", speed: ndr}   # first wave` + "\n", `{a: "n[1,3-4]:p1",   b: "leaf-1:x[1,3-4]", speed: ndr}   # first wave
  - {a: "n2:p1", b: "leaf-1:x6", speed: ndr}
`, `{a: "n[5-8]:p1",   b: "leaf-1:x[5-8]"}` + "\n", `{a: "n[5,7-8]:p1",   b: "leaf-1:x[5,7-8]"}
  - {a: "n6:p1", b: "leaf-1:x2"}
`}},
		{"a pin in a link of a range", []plan.Edit{{Kind: "set", Path: "links[1].cable.medium", Value: "aoc"}},
			[]string{`x[5-8]"}`, `x[5-8]", cable: {medium: aoc}}`}},
		{"a new device", []plan.Edit{{Kind: "add", Path: "devices", Value: map[string]any{"name": "leaf-2", "type": "qm9700"}}},
			[]string{"    u: 40\n", "    u: 40\n  - name: leaf-2\n    type: qm9700\n"}},
		{"nothing", []plan.Edit{{Kind: "set", Path: "settings.exit", Value: "300mm"}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want := roomText
			for i := 0; i < len(tt.want); i += 2 {
				if !strings.Contains(want, tt.want[i]) {
					t.Fatalf("the room has no %q", tt.want[i])
				}
				want = strings.Replace(want, tt.want[i], tt.want[i+1], 1)
			}
			for _, ends := range []string{"\n", "\r\n"} {
				text := strings.ReplaceAll(roomText, "\n", ends)
				got, err := planfile.ApplyText([]byte(text), planfile.YAML, tt.edits, plan.EditContext{}, load(t))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(strings.ReplaceAll(want, "\n", ends), string(got)); diff != "" {
					t.Errorf("text with line ends %q (-want +got):\n%s", ends, diff)
				}
			}
		})
	}
}

// Forms people write that the program never does.
func TestApplyTextKeepsForms(t *testing.T) {
	t.Parallel()
	const head = "version: 1\nname: F\n"
	remove := func(path string) []plan.Edit { return []plan.Edit{{Kind: "remove", Path: path}} }
	set := func(path string, v any) []plan.Edit { return []plan.Edit{{Kind: "set", Path: path, Value: v}} }
	add := func(path string, v any) []plan.Edit { return []plan.Edit{{Kind: "add", Path: path, Value: v}} }
	rack := func(name string) map[string]any { return map[string]any{"name": name} }
	tests := []struct {
		name, text string
		edits      []plan.Edit
		want       string
	}{
		{"dashes at the margin", head + "racks:\n- name: A\n- name: B # b\n", remove("racks[0]"), head + "racks:\n- name: B # b\n"},
		{"dashes at the margin, one more", head + "racks:\n- name: A\n- name: B # b\n", add("racks", rack("C")), head + "racks:\n- name: A\n- name: B # b\n- name: C\n"},
		{"no line end at the end", head + "racks:\n  - {name: A}", add("racks", rack("B")), head + "racks:\n  - {name: A}\n  - {name: B}"},
		{"a wide indentation", head + "racks:\n    -   name: A\n        units: 42\n", set("racks[0].row", "R"), head + "racks:\n    -   name: A\n        row: R\n        units: 42\n"},
		{"an entry below its dash", head + "racks:\n  -\n    # why\n    name: A\n    units: 42\n", set("racks[0].units", 40), head + "racks:\n  -\n    # why\n    name: A\n    units: 40\n"},
		{"a list in brackets over lines", head + "racks: [\n  # one\n  {name: A}, # a\n  # two\n  {name: B}, # b\n  {name: C} # c\n]\n", remove("racks[1]"),
			head + "racks: [\n  # one\n  {name: A}, # a\n  # two\n  {name: C} # c\n]\n"},
		{"the last of them", head + "racks: [\n  {name: A}, # a\n  # two\n  {name: B} # b\n]\n", remove("racks[1]"),
			head + "racks: [\n  {name: A} # a\n  # two\n]\n"},
		{"one more of them", head + "racks: [\n  {name: A}, # a\n  {name: B} # b\n]\n", add("racks", rack("C")),
			head + "racks: [\n  {name: A}, # a\n  {name: B}, # b\n  {name: C}\n]\n"},
		{"fields in braces over lines", head + "racks:\n  - {name: A, # a\n     units: 42, # u\n     row: R}\n", set("racks[0].units", nil),
			head + "racks:\n  - {name: A, # a\n     row: R}\n"},
		{"an empty list", head + "racks: []  # none yet\n", add("racks", rack("A")), head + "racks:  # none yet\n  - {name: A}\n"},
		{"a list of nothing", head + "racks:  # none yet\n", add("racks", rack("A")), head + "racks:  # none yet\n  - {name: A}\n"},
		{"a block of text above a new section", head + "description: |\n  One\n\n  # two\n\n# end\n", add("racks", rack("A")),
			head + "description: |\n  One\n\n  # two\nracks:\n  - {name: A}\n\n# end\n"},
		{"a block of text that changes", head + "description: >-\n  One\n  two\n# next\nracks: []\n", set("description", "Three"),
			head + "description: Three\n# next\nracks: []\n"},
		{"text that goes on over lines", head + "description: One\n  two\n  three  # 3\nracks: []\n", set("settings.direct", true),
			head + "description: One\n  two\n  three  # 3\nsettings:\n  direct: true\nracks: []\n"},
		{"quotes", head + "racks:\n  - {name: 'it''s', row: \"a \\\"b\\\" c\", units: 42}\n", set("racks[0].units", 40),
			head + "racks:\n  - {name: 'it''s', row: \"a \\\"b\\\" c\", units: 40}\n"},
		{"letters of more than a byte", head + "racks:\n  - {name: Ä机, row: \"ö\", units: 42} # ü\n", set("racks[0].units", 40),
			head + "racks:\n  - {name: Ä机, row: \"ö\", units: 40} # ü\n"},
		{"a field written though it means nothing", head + "devices:\n  - {name: a, type: t, external: false}\n", set("devices[0].external", true),
			head + "devices:\n  - {name: a, type: t, external: true}\n"},
		{"a start and an end of the document", "---\n" + head + "...\n", add("racks", rack("A")), "---\n" + head + "racks:\n  - {name: A}\n...\n"},
		{"the whole in braces", "{version: 1, name: F, racks: [{name: A}]}\n", add("racks", rack("B")), "{version: 1, name: F, racks: [{name: A}, {name: B}]}\n"},
		{"a byte-order mark", "\ufeff" + head, add("racks", rack("A")), "\ufeff" + head + "racks:\n  - {name: A}\n"},
		{"fields in another order", "racks:\n  - units: 42\n    # the name\n    name: A\nname: F\nversion: 1\n", set("racks[0].row", "R"),
			"racks:\n  - units: 42\n    # the name\n    name: A\n    row: R\nname: F\nversion: 1\n"},
		{"the field behind the dash goes", "racks:\n  - units: 42\n    name: A\nname: F\nversion: 1\n", set("racks[0].units", nil),
			"racks:\n  - name: A\nname: F\nversion: 1\n"},
		{"a word that becomes a list", head + "devices:\n  - name: a\n    type: t\n    rack: R\n    u: 3  # low\n", set("devices[0].u", []any{1, 9}),
			head + "devices:\n  - name: a\n    type: t\n    rack: R\n    u: [1, 9]  # low\n"},
		{"a list on lines that becomes a word", head + "devices:\n  - name: \"a[1-2]\"\n    type: t\n    rack: R\n    u:\n      - 1\n      - 9 # high\n    face: rear\n", set("devices[0].u", "top"),
			head + "devices:\n  - name: \"a[1-2]\"\n    type: t\n    rack: R\n    u: top # high\n    face: rear\n"},
		{"a device type", head + "device_types:\n  - slug: s  # mine\n    kind: pdu\n    ports:\n      - {cage: rj45, speeds: [1gbe], name: p}  # one\n", set("device_types[0].power_w", 20),
			head + "device_types:\n  - slug: s  # mine\n    kind: pdu\n    power_w: 20\n    ports:\n      - {cage: rj45, speeds: [1gbe], name: p}  # one\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := planfile.ApplyText([]byte(tt.text), planfile.YAML, tt.edits, plan.EditContext{}, load(t))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
		})
	}
}

func TestApplyTextJSON(t *testing.T) {
	t.Parallel()
	move := []plan.Edit{{Kind: "move", Device: "b", Slot: "left", Face: "rear"}}
	add := []plan.Edit{{Kind: "add", Path: "racks", Value: map[string]any{"name": "B", "units": 42}}}
	first := []plan.Edit{{Kind: "override", At: []string{"a:p"}, Set: map[string]any{"run": "2m"}}}
	remove := []plan.Edit{{Kind: "remove", Path: "devices[0]"}}
	const (
		compact = `{"version":1,"name":"J","racks":[{"name":"A"}],"devices":[{"name":"a","type":"t"},{"type":"t","name":"b"}]}`
		spaced  = `{"version": 1, "name": "J", "racks": [{"name": "A"}], "devices": [{"name": "a", "type": "t"}, {"type": "t", "name": "b"}]}` + "\n"
		rows    = "{\n  \"version\": 1,\n  \"name\": \"J\",\n  \"racks\": [\n    {\"name\": \"A\"}\n  ],\n  \"devices\": [\n    {\"name\": \"a\", \"type\": \"t\"},\n    {\"type\": \"t\", \"name\": \"b\"}\n  ]\n}\n"
		tabs    = "{\n\t\"version\": 1,\n\t\"name\": \"J\",\n\t\"racks\": [\n\t\t{\n\t\t\t\"name\": \"A\"\n\t\t}\n\t],\n\t\"devices\": [\n\t\t{\n\t\t\t\"name\": \"a\",\n\t\t\t\"type\": \"t\"\n\t\t},\n\t\t{\n\t\t\t\"type\": \"t\",\n\t\t\t\"name\": \"b\"\n\t\t}\n\t]\n}"
	)
	tests := []struct {
		name, text string
		edits      []plan.Edit
		old, new   string
	}{
		{"move, compact", compact, move, `"type":"t","name":"b"`, `"type":"t","face":"rear","slot":"left","name":"b"`},
		{"move, spaced", spaced, move, `"type": "t", "name": "b"`, `"type": "t", "face": "rear", "slot": "left", "name": "b"`},
		{"move, a row each", rows, move, `"type": "t", "name": "b"`, `"type": "t", "face": "rear", "slot": "left", "name": "b"`},
		{"move, spread", tabs, move, "\"type\": \"t\",\n\t\t\t\"name\": \"b\"", "\"type\": \"t\",\n\t\t\t\"face\": \"rear\",\n\t\t\t\"slot\": \"left\",\n\t\t\t\"name\": \"b\""},
		{"add, compact", compact, add, `{"name":"A"}`, `{"name":"A"},{"name":"B","units":42}`},
		{"add, spaced", spaced, add, `{"name": "A"}`, `{"name": "A"}, {"name": "B", "units": 42}`},
		{"add, a row each", rows, add, `{"name": "A"}`, "{\"name\": \"A\"},\n    {\"name\": \"B\", \"units\": 42}"},
		{"add, spread", tabs, add, "\t\t}\n\t],", "\t\t},\n\t\t{\n\t\t\t\"name\": \"B\",\n\t\t\t\"units\": 42\n\t\t}\n\t],"},
		{"a first override, compact", compact, first, `"b"}]}`, `"b"}],"overrides":[{"at":"a:p","run":"2000mm"}]}`},
		{"a first override, a row each", rows, first, "  ]\n}", "  ],\n  \"overrides\": [\n    {\"at\": \"a:p\", \"run\": \"2000mm\"}\n  ]\n}"},
		{"a first override, spread", tabs, first, "\t]\n}", "\t],\n\t\"overrides\": [\n\t\t{\n\t\t\t\"at\": \"a:p\",\n\t\t\t\"run\": \"2000mm\"\n\t\t}\n\t]\n}"},
		{"remove, compact", compact, remove, `{"name":"a","type":"t"},`, ""},
		{"remove, spaced", spaced, remove, `{"name": "a", "type": "t"}, `, ""},
		{"remove, a row each", rows, remove, "    {\"name\": \"a\", \"type\": \"t\"},\n", ""},
		{"remove, spread", tabs, remove, "\t\t{\n\t\t\t\"name\": \"a\",\n\t\t\t\"type\": \"t\"\n\t\t},\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := planfile.ApplyText([]byte(tt.text), planfile.JSON, tt.edits, plan.EditContext{}, load(t))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Replace(tt.text, tt.old, tt.new, 1), string(got)); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
		})
	}
}
