package plan_test

import (
	"errors"
	"strings"
	"testing"

	"lengthwise/internal/plan"
)

func TestApplyRefuses(t *testing.T) {
	t.Parallel()
	move := func(e plan.Edit) []plan.Edit {
		e.Kind = "move"
		return []plan.Edit{e}
	}
	override := func(at string, set map[string]any) []plan.Edit {
		return []plan.Edit{{Kind: "override", At: strings.Fields(at), Set: set}}
	}
	tests := []struct {
		name, body string
		edits      []plan.Edit
		want       string
	}{
		{"no kind", "", []plan.Edit{{Kind: "shift", Path: "x"}}, `edit 1, shift x: "shift" is not one of set, add, remove, move, override, swap`},
		{"the second edit", "", []plan.Edit{{Kind: "set", Path: "settings.direct", Value: true}, {Kind: "set", Path: "settings.dirct", Value: true}},
			`edit 2, set settings.dirct: settings: unknown field "dirct"; did you mean "direct"?`},
		{"an unknown device", fourHosts, move(plan.Edit{Device: "n9", Rack: "A1"}), `edit 1, move n9: device "n9" is not in the plan`},
		{"a device written twice", fourHosts + "  - {name: n3, type: host}\n", move(plan.Edit{Device: "n3", Rack: "A1"}),
			`edit 1, move n3: device "n3" is written in devices[0] and devices[1]; give one of them another name first`},
		{"two racks", fourHosts, move(plan.Edit{Device: "n1", Rack: "A[1-2]"}), `edit 1, move n1: rack "A[1-2]" is a range; a device moves to one rack`},
		{"a rack that is no name", fourHosts, move(plan.Edit{Device: "n1", Rack: "A:1"}),
			`edit 1, move n1: name "A:1" holds ':', which separates a device from its port`},
		{"a unit that is none", fourHosts, move(plan.Edit{Device: "n1", U: "middle"}),
			`edit 1, move n1: u "middle" is no unit; write a number such as 12 or 12.5, top or bottom`},
		{"a unit below the first", fourHosts, move(plan.Edit{Device: "n1", U: "0.5"}), `devices[2].u: unit 0.5 is not between 1 and 100.5; U1 is the lowest`},
		{"a unit without a rack", "devices:\n  - {name: a, type: t}\n", move(plan.Edit{Device: "a", U: "3"}), `edit 1, move a: device "a" is in no rack; name the rack`},
		{"a face that is none", fourHosts, move(plan.Edit{Device: "n1", Face: "up"}), `devices[2].face: "up" is not one of front, rear`},
		{"more names than slots", "devices:\n  - {name: \"n[1-5]\", type: t, rack: \"A[1-2]\", u: [1, 2]}\n", move(plan.Edit{Device: "n1", U: "3"}),
			`edit 1, move n1: entry "n[1-5]" has 5 devices for 4 slots: 2 racks of 2 u each; add racks or u, or name fewer devices; mend that first`},
		{"an unknown rack by name", "racks:\n  - {name: A1}\n", []plan.Edit{{Kind: "remove", Path: "racks[A2]"}}, `edit 1, remove racks[A2]: rack "A2" is not in the plan`},
		{"a rack written twice", "racks:\n  - {name: A1}\n  - {name: \"A[1-2]\"}\n", []plan.Edit{{Kind: "remove", Path: "racks[A1]"}},
			`edit 1, remove racks[A1]: rack "A1" is written in racks[0] and racks[1]; give one of them another name first`},
		{"a link that is not written", pairs, []plan.Edit{{Kind: "remove", Path: "links[n9:p1]"}}, `edit 1, remove links[n9:p1]: no entry of links writes a link at "n9:p1"`},
		{"a link written twice", pairs + `  - {a: "leaf-1:x/2", b: "n2:p1"}`, []plan.Edit{{Kind: "swap", A: "leaf-1:x2", B: "leaf-1:x3"}},
			`edit 1, swap leaf-1:x2 and leaf-1:x3: "leaf-1:x2" is written in links[0] and links[2]; take one of them out first`},
		{"links that do not pair", `links: [{a: "n[1-2]:p1", b: "leaf-1:x[1-3]"}]`, []plan.Edit{{Kind: "swap", A: "leaf-1:x2", B: "leaf-1:x3"}},
			`edit 1, swap leaf-1:x2 and leaf-1:x3: entry "n[1-2]:p1" - "leaf-1:x[1-3]" pairs 2 with 3; mend that first`},
		{"ports of two devices", pairs, []plan.Edit{{Kind: "swap", A: "leaf-1:x2", B: "leaf-2:x2"}},
			`edit 1, swap leaf-1:x2 and leaf-2:x2: "leaf-1:x2" and "leaf-2:x2" are ports of different devices; links change places on one switch`},
		{"one port twice", pairs, []plan.Edit{{Kind: "swap", A: "leaf-1:x2", B: "leaf-1:x/2"}},
			`edit 1, swap leaf-1:x2 and leaf-1:x/2: "leaf-1:x2" and "leaf-1:x/2" are the same port`},
		{"two ends of one link", `links: [{a: "s:x1", b: "s:x2"}]`, []plan.Edit{{Kind: "swap", A: "s:x1", B: "s:x2"}},
			`edit 1, swap s:x1 and s:x2: "s:x1" and "s:x2" are the ends of one link`},
		{"ports without links", pairs, []plan.Edit{{Kind: "swap", A: "leaf-1:x8", B: "leaf-1:x9"}},
			`edit 1, swap leaf-1:x8 and leaf-1:x9: no entry of links and no fabric writes a link at "leaf-1:x8" or "leaf-1:x9"`},
		{"a range of ports", pairs, []plan.Edit{{Kind: "swap", A: "leaf-1:x[1-2]", B: "leaf-1:x9"}},
			`edit 1, swap leaf-1:x[1-2] and leaf-1:x9: "leaf-1:x[1-2]" is a range; name one port`},
		{"labels of both ports in one range", pairs + "overrides: [{at: \"leaf-1:x[1-2]\", label: \"l[1-2]\"}]", []plan.Edit{{Kind: "swap", A: "leaf-1:x1", B: "leaf-1:x2"}},
			`edit 1, swap leaf-1:x1 and leaf-1:x2: the label range of overrides[0] covers both ports; write single labels first`},
		{"an override of nothing", "", override("", nil), `edit 1, override: at is empty; name the ports whose links are meant`},
		{"an override without a port", "", override("n1", nil), `edit 1, override n1: "n1" names no port; write device:port`},
		{"a field overrides do not have", "", override("n1:p1", map[string]any{"speed": "ndr"}),
			`edit 1, override n1:p1: overrides[0]: unknown field "speed"; the fields here are at, run, cable, existing, label, color, group`},
		{"a value of the wrong kind", "", override("n1:p1", map[string]any{"run": 2.5}),
			`edit 1, override n1:p1: overrides[0].run: length 2.5 has no unit; write mm, cm, m, in or ft`},
		{"at in set", "", override("n1:p1", map[string]any{"at": "n2:p1"}), `edit 1, override n1:p1: at cannot be set; write the ports in the edit's own at`},
		{"one label for two links", "", override("n[1-2]:p1", map[string]any{"label": "x"}), `edit 1, override n[1-2]:p1: "x" holds 1 label for 2 links; write as many`},
		{"a label that is no text", "", override("n1:p1", map[string]any{"label": 7}), `edit 1, override n1:p1: label is not a text`},
		{"overrides that contradict each other", "overrides:\n  - {at: n1:p1, run: 2m}\n  - {at: \"leaf-1:x1\", run: 3m}\n", override("n1:p1", map[string]any{"color": "red"}),
			`edit 1, override n1:p1: overrides[0] and overrides[1] contradict each other on the run of "n1:p1"; set it, or take one out`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			doc := read(t, tt.body)
			_, err := plan.Apply(doc, tt.edits, context(t, packedAt, "n1:p1", "leaf-1:x1"))
			if err == nil {
				t.Fatal("the edit is made, want an error")
			}
			if err.Error() != tt.want {
				t.Errorf("error:\n got %s\nwant %s", err, tt.want)
			}
		})
	}
}

func TestApplyWithoutKnowledge(t *testing.T) {
	t.Parallel()
	doc := read(t, packed)
	_, err := plan.Apply(doc, []plan.Edit{{Kind: "move", Device: "n1", U: "3"}}, plan.EditContext{})
	want := `edit 1, move n1: "leaf-[1-6]" stands in rack "A1" with u: top and would slip; give it a unit first`
	if err == nil || err.Error() != want {
		t.Errorf("move beside packed devices whose places are not known:\n got %v\nwant %s", err, want)
	}
	if _, err := plan.Apply(doc, []plan.Edit{{Kind: "set", Path: "settings.direct", Value: true}}, plan.EditContext{}); err == nil {
		t.Error("a field is set without anything that knows fields")
	}
	doc = read(t, fourHosts)
	got, err := plan.Apply(doc, []plan.Edit{{Kind: "move", Device: "n1", U: "3"}}, plan.EditContext{})
	if err != nil || len(got.Devices) != 3 {
		t.Errorf("move where nothing is packed: got %v, %v, want 3 entries", got, err)
	}
	var problems *plan.Problems
	if _, err := plan.Apply(doc, []plan.Edit{{Kind: "move", Device: "n1", U: "0"}}, plan.EditContext{}); !errors.As(err, &problems) {
		t.Errorf("a unit that may not be: got %v, want problems", err)
	}
}
