package plan_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// read decodes a document written without its head.
func read(t *testing.T, body string) *plan.Document {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	doc, _, err := planfile.Decode([]byte("version: 1\nname: Test\n"+body), planfile.YAML, cat)
	if err != nil {
		t.Fatalf("document %s: %v", body, err)
	}
	return doc
}

// write encodes a document without its head, quotes and empty lines, which are
// the codec's own affair.
func write(t *testing.T, doc *plan.Document) string {
	t.Helper()
	var b strings.Builder
	if err := planfile.Encode(&b, doc, planfile.YAML); err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(b.String(), "name: Test\n")
	return plain(body)
}

func plain(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(text, `"`, ""), "\n\n", "\n"))
}

// context is a planner's knowledge made up for tests: where packed devices
// stand, and links between ports in any of two spellings (x1 and x/1).
func context(t *testing.T, placed map[string]string, peers ...string) plan.EditContext {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	ctx := plan.EditContext{
		Fields: planfile.Editor{Catalog: cat},
		Port:   func(end string) string { return strings.ReplaceAll(end, "/", "") },
	}
	if placed != nil {
		ctx.Placed = func(device string) (string, units.RackUnits, bool) {
			rack, u, ok := strings.Cut(placed[device], "/")
			at, _ := units.ParseRackUnits(u)
			return rack, at, ok
		}
	}
	ctx.Peer = func(end string) (string, bool) {
		for i, p := range peers {
			if p == end {
				return peers[i^1], true
			}
		}
		return "", false
	}
	return ctx
}

const fourHosts = `
devices:
  - {name: "n[1-8]", type: host, rack: "A[1-4]", u: [1, 9]}
`

const packed = `
devices:
  - {name: "n[1-4]", type: host, rack: "A[1-4]", u: 1}
  - {name: "leaf-[1-6]", type: leaf, rack: "A[1-4]", u: top, face: rear}
`

var packedAt = map[string]string{"leaf-1": "A1/48", "leaf-2": "A1/47", "leaf-3": "A2/48", "leaf-4": "A2/47", "leaf-5": "A3/48", "leaf-6": "A3/47"}

const pairs = `
links:
  - {a: "n[1-4]:p1", b: "leaf-1:x[1-4]", speed: ndr, id: "L[1-4]", label: "one:[1-4]"}
  - {a: "n[1-4]:p2", b: "leaf-2:x[1-4]"}
`

func TestApply(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		edits      []plan.Edit
		want       string
	}{
		{"set a setting", "", []plan.Edit{{Kind: "set", Path: "settings.allow_retired", Value: true}}, `
settings:
  allow_retired: true`},
		{"take a setting out", "settings: {direct: true, exit: 1m}", []plan.Edit{{Kind: "set", Path: "settings.direct"}}, `
settings:
  exit: 1000mm`},
		{"add a tray and take it out again", "", []plan.Edit{
			{Kind: "add", Path: "site.trays", Value: map[string]any{"name": "T", "from": []any{"0m", "0m"}, "to": []any{"6m", "0m"}, "height": "3m"}},
			{Kind: "add", Path: "site.trays", Value: map[string]any{"name": "U", "from": []any{"0m", "1m"}, "to": []any{"6m", "1m"}, "height": "3m"}},
			{Kind: "remove", Path: "site.trays[0]"},
		}, `
site:
  trays:
    - {name: U, from: [0mm, 1000mm], to: [6000mm, 1000mm], height: 3000mm}`},

		{"move one device of a range", fourHosts, []plan.Edit{{Kind: "move", Device: "n3", Rack: "B1", U: "12.5"}}, `
devices:
  - {name: "n[1-2]", type: host, rack: A1, u: [1, 9]}
  - {name: n4, type: host, rack: A2, u: 9}
  - {name: "n[5-8]", type: host, rack: "A[3-4]", u: [1, 9]}
  - {name: n3, type: host, rack: B1, u: 12.5}`},
		{"a device that moves within its rack keeps the rack", fourHosts, []plan.Edit{{Kind: "move", Device: "n1", U: "20"}}, `
devices:
  - {name: n2, type: host, rack: A1, u: 9}
  - {name: "n[3-8]", type: host, rack: "A[2-4]", u: [1, 9]}
  - {name: n1, type: host, rack: A1, u: 20}`},
		{"a device that changes racks keeps its unit", fourHosts, []plan.Edit{{Kind: "move", Device: "n8", Rack: "B1"}}, `
devices:
  - {name: "n[1-6]", type: host, rack: "A[1-3]", u: [1, 9]}
  - {name: n7, type: host, rack: A4, u: 1}
  - {name: n8, type: host, rack: B1, u: 9}`},
		{"turn one device round", fourHosts, []plan.Edit{{Kind: "move", Device: "n2", Face: "rear", Slot: "right", Side: "left"}}, `
devices:
  - {name: n1, type: host, rack: A1, u: 1}
  - {name: "n[3-8]", type: host, rack: "A[2-4]", u: [1, 9]}
  - {name: n2, type: host, rack: A1, u: 9, face: rear, slot: right, side: left}`},
		{"a device alone changes in place", "devices:\n  - {name: a, type: t}\n  - {name: b, type: t}\n",
			[]plan.Edit{{Kind: "move", Device: "a", Rack: "A1", U: "3"}}, `
devices:
  - {name: a, type: t, rack: A1, u: 3}
  - {name: b, type: t}`},
		{"an external device comes in", "devices:\n  - {name: a, type: t, external: true}\n",
			[]plan.Edit{{Kind: "move", Device: "a", Rack: "A1", U: "3"}}, `
devices:
  - {name: a, type: t, rack: A1, u: 3}`},
		{"one device of a range without racks", "devices:\n  - {name: \"n[1-3]\", type: t}\n",
			[]plan.Edit{{Kind: "move", Device: "n2", Rack: "A1", U: "3"}}, `
devices:
  - {name: "n[1,3]", type: t}
  - {name: n2, type: t, rack: A1, u: 3}`},
		{"devices without units keep their racks", "devices:\n  - {name: \"pdu-[1-6]\", type: pdu, rack: \"A[1-3]\", side: left}\n",
			[]plan.Edit{{Kind: "move", Device: "pdu-3", Side: "right"}}, `
devices:
  - {name: "pdu-[1-2]", type: pdu, rack: A1, side: left}
  - {name: pdu-4, type: pdu, rack: A2, side: left}
  - {name: "pdu-[5-6]", type: pdu, rack: A3, side: left}
  - {name: pdu-3, type: pdu, rack: A2, side: right}`},
		{"packed neighbours of a device that leaves are written out", packed,
			[]plan.Edit{{Kind: "move", Device: "n3", Rack: "B1", U: "1"}}, `
devices:
  - {name: "n[1-2,4]", type: host, rack: "A[1-2,4]", u: 1}
  - {name: n3, type: host, rack: B1, u: 1}
  - {name: "leaf-[1-4]", type: leaf, rack: "A[1-2]", u: top, face: rear}
  - {name: "leaf-[5-6]", type: leaf, rack: A3, u: [48, 47], face: rear}`},
		{"packed devices of both racks are written out", packed,
			[]plan.Edit{{Kind: "move", Device: "leaf-3", Rack: "A3", U: "30"}}, `
devices:
  - {name: "n[1-4]", type: host, rack: "A[1-4]", u: 1}
  - {name: "leaf-[1-2]", type: leaf, rack: A1, u: top, face: rear}
  - {name: leaf-4, type: leaf, rack: A2, u: 47, face: rear}
  - {name: "leaf-[5-6]", type: leaf, rack: A3, u: [48, 47], face: rear}
  - {name: leaf-3, type: leaf, rack: A3, u: 30, face: rear}`},
		{"turning a packed device round leaves all packed", packed,
			[]plan.Edit{{Kind: "move", Device: "leaf-3", Face: "front"}}, `
devices:
  - {name: "n[1-4]", type: host, rack: "A[1-4]", u: 1}
  - {name: "leaf-[1-2]", type: leaf, rack: A1, u: top, face: rear}
  - {name: leaf-4, type: leaf, rack: A2, u: top, face: rear}
  - {name: "leaf-[5-6]", type: leaf, rack: A3, u: top, face: rear}
  - {name: leaf-3, type: leaf, rack: A2, u: top, face: front}`},
		{"one device of a range by name", fourHosts, []plan.Edit{{Kind: "set", Path: "devices[n7].type", Value: "other"}}, `
devices:
  - {name: "n[1-6]", type: host, rack: "A[1-3]", u: [1, 9]}
  - {name: n8, type: host, rack: A4, u: 9}
  - {name: n7, type: other, rack: A4, u: 1}`},
		{"one device of a range is removed by name", fourHosts, []plan.Edit{{Kind: "remove", Path: "devices[n4]"}}, `
devices:
  - {name: "n[1-2]", type: host, rack: A1, u: [1, 9]}
  - {name: n3, type: host, rack: A2, u: 1}
  - {name: "n[5-8]", type: host, rack: "A[3-4]", u: [1, 9]}`},
		{"a name of digits stands in quotes", "devices:\n  - {name: \"[7-9]\", type: t}\n",
			[]plan.Edit{{Kind: "remove", Path: `devices["8"]`}}, `
devices:
  - {name: "[7,9]", type: t}`},
		{"adding a device by position writes its packed neighbours out", packed,
			[]plan.Edit{{Kind: "add", Path: "devices", Value: map[string]any{"name": "m", "type": "host", "rack": "A1", "u": 48}}}, `
devices:
  - {name: "n[1-4]", type: host, rack: "A[1-4]", u: 1}
  - {name: "leaf-[1-2]", type: leaf, rack: A1, u: [48, 47], face: rear}
  - {name: "leaf-[3-6]", type: leaf, rack: "A[2-3]", u: top, face: rear}
  - {name: m, type: host, rack: A1, u: 48}`},
		{"removing an entry by position does too", packed, []plan.Edit{{Kind: "remove", Path: "devices[0]"}}, `
devices:
  - {name: "leaf-[1-6]", type: leaf, rack: "A[1-3]", u: [48, 47], face: rear}`},
		{"and so does changing one", packed, []plan.Edit{{Kind: "set", Path: "devices[0].type", Value: "tall"}}, `
devices:
  - {name: "n[1-4]", type: tall, rack: "A[1-4]", u: 1}
  - {name: "leaf-[1-6]", type: leaf, rack: "A[1-3]", u: [48, 47], face: rear}`},

		{"one rack of a range by name", "racks:\n  - {name: \"A[01-08]\", row: A, position: 3}\n",
			[]plan.Edit{{Kind: "set", Path: "racks[A03].depth", Value: "1m"}}, `
racks:
  - {name: "A[01-02]", row: A, position: 3}
  - {name: "A[04-08]", row: A, position: 6}
  - {name: A03, row: A, position: 5, depth: 1000mm}`},
		{"one rack of a range without a written position", "racks:\n  - {name: \"A[1-3]\", row: A}\n",
			[]plan.Edit{{Kind: "remove", Path: "racks[A1]"}}, `
racks:
  - {name: "A[2-3]", row: A, position: 2}`},

		{"swap two links of one range", pairs, []plan.Edit{{Kind: "swap", A: "leaf-1:x2", B: "leaf-1:x4"}}, `
links:
  - {a: "n[1,3]:p1", b: "leaf-1:x[1,3]", speed: ndr, id: "L[1,3]", label: "one:[1,3]"}
  - {a: n2:p1, b: leaf-1:x4, speed: ndr, id: L2, label: one:2}
  - {a: n4:p1, b: leaf-1:x2, speed: ndr, id: L4, label: one:4}
  - {a: "n[1-4]:p2", b: "leaf-2:x[1-4]"}`},
		{"swap links of two entries, an end in another spelling", `
links:
  - {a: "n[1-2]:p1", b: "leaf-1:x[1-2]"}
  - {a: "leaf-1:x[3-4]", b: "n[3-4]:p1"}`, []plan.Edit{{Kind: "swap", A: "leaf-1:x/4", B: "leaf-1:x1"}}, `
links:
  - {a: n2:p1, b: leaf-1:x2}
  - {a: n1:p1, b: leaf-1:x/4}
  - {a: leaf-1:x3, b: n3:p1}
  - {a: leaf-1:x1, b: n4:p1}`},
		{"swap with a free port takes the override along", pairs + `
overrides:
  - {at: "leaf-1:x[1-2]", run: 2m, label: "l[1-2]"}
  - {at: "leaf-2:x1", group: g}`, []plan.Edit{{Kind: "swap", A: "leaf-1:x2", B: "leaf-1:x9"}}, `
links:
  - {a: "n[1,3-4]:p1", b: "leaf-1:x[1,3-4]", speed: ndr, id: "L[1,3-4]", label: "one:[1,3-4]"}
  - {a: n2:p1, b: leaf-1:x9, speed: ndr, id: L2, label: one:2}
  - {a: "n[1-4]:p2", b: "leaf-2:x[1-4]"}
overrides:
  - {at: leaf-1:x1, run: 2000mm, label: l1}
  - {at: leaf-1:x9, run: 2000mm, label: l2}
  - {at: leaf-2:x1, group: g}`},
		{"an override of both ports stays", pairs + `
overrides:
  - {at: "leaf-1:x[1-2]", run: 2m}`, []plan.Edit{{Kind: "swap", A: "leaf-1:x2", B: "leaf-1:x1"}}, `
links:
  - {a: "n[3-4]:p1", b: "leaf-1:x[3-4]", speed: ndr, id: "L[3-4]", label: "one:[3-4]"}
  - {a: n2:p1, b: leaf-1:x1, speed: ndr, id: L2, label: one:2}
  - {a: n1:p1, b: leaf-1:x2, speed: ndr, id: L1, label: one:1}
  - {a: "n[1-4]:p2", b: "leaf-2:x[1-4]"}
overrides:
  - {at: "leaf-1:x[1-2]", run: 2000mm}`},
		{"one link of a range by an end", pairs, []plan.Edit{{Kind: "set", Path: "links[n2:p2].cable", Value: map[string]any{"medium": "aoc"}}}, `
links:
  - {a: "n[1-4]:p1", b: "leaf-1:x[1-4]", speed: ndr, id: "L[1-4]", label: "one:[1-4]"}
  - {a: "n[1,3-4]:p2", b: "leaf-2:x[1,3-4]"}
  - {a: n2:p2, b: leaf-2:x2, cable: {medium: aoc}}`},
		{"one link of a range is removed", pairs, []plan.Edit{{Kind: "remove", Path: "links[leaf-2:x1]"}}, `
links:
  - {a: "n[1-4]:p1", b: "leaf-1:x[1-4]", speed: ndr, id: "L[1-4]", label: "one:[1-4]"}
  - {a: "n[2-4]:p2", b: "leaf-2:x[2-4]"}`},

		{"override links anew, ends as ranges", "", []plan.Edit{{Kind: "override", At: []string{"n1:p1", "n2:p1", "n3:p1"},
			Set: map[string]any{"run": "2m", "cable": map[string]any{"medium": "dac"}, "existing": true}}}, `
overrides:
  - {at: "n[1-3]:p1", run: 2000mm, cable: {medium: dac}, existing: true}`},
		{"override some links of a range", `
overrides:
  - {at: "n[1-4]:p1", run: 2m, color: red}`, []plan.Edit{{Kind: "override", At: []string{"n2:p1"}, Set: map[string]any{"run": "3m"}}}, `
overrides:
  - {at: "n[1,3-4]:p1", run: 2000mm, color: red}
  - {at: n2:p1, run: 3000mm, color: red}`},
		{"what is equal again becomes one entry, in the place of the first", `
overrides:
  - {at: n1:p1, run: 2m}
  - {at: n2:p1, run: 3m}
  - {at: n9:p1, group: g}`, []plan.Edit{{Kind: "override", At: []string{"n[1-2]:p1"}, Set: map[string]any{"run": "4m"}}}, `
overrides:
  - {at: "n[1-2]:p1", run: 4000mm}
  - {at: n9:p1, group: g}`},
		{"null takes a field out, an override that says nothing goes", `
overrides:
  - {at: "n[1-2]:p1", run: 2m, cable: {medium: dac}}
  - {at: n3:p1, cable: {length: 2m}}`, []plan.Edit{{Kind: "override", At: []string{"n1:p1", "n3:p1"}, Set: map[string]any{"cable": nil}}}, `
overrides:
  - {at: n2:p1, run: 2000mm, cable: {medium: dac}}
  - {at: n1:p1, run: 2000mm}`},
		{"an override at the other end is found, its modules turned round", `
overrides:
  - {at: "leaf-1:x1", cable: {module_a: EX-LEAF}}`, []plan.Edit{{Kind: "override", At: []string{"n1:p1"}, Set: map[string]any{"color": "red"}}}, `
overrides:
  - {at: n1:p1, cable: {module_b: EX-LEAF}, color: red}`},
		{"two overrides of one link become one", `
overrides:
  - {at: "leaf-1:x/1", run: 2m, existing: true}
  - {at: "n1:p1", group: g, run: 3m}`, []plan.Edit{{Kind: "override", At: []string{"n1:p1", "leaf-1:x1"}, Set: map[string]any{"run": "4m"}}}, `
overrides:
  - {at: n1:p1, run: 4000mm, existing: true, group: g}`},
		{"labels are given in order", `
overrides:
  - {at: "n[1-3]:p1", label: "old-[1-3]"}`, []plan.Edit{{Kind: "override", At: []string{"n[2-3]:p1"}, Set: map[string]any{"label": "new:[8-9]"}}}, `
overrides:
  - {at: n1:p1, label: old-1}
  - {at: "n[2-3]:p1", label: "new:[8-9]"}`},
		{"a label is taken out", `
overrides:
  - {at: "n[1-2]:p1", label: "old-[1-2]", run: 1m}`, []plan.Edit{{Kind: "override", At: []string{"n1:p1"}, Set: map[string]any{"label": nil}}}, `
overrides:
  - {at: n2:p1, run: 1000mm, label: old-2}
  - {at: n1:p1, run: 1000mm}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			doc := read(t, tt.body)
			before := planfile.Hash(doc)
			got, err := plan.Apply(doc, tt.edits, context(t, packedAt, "n1:p1", "leaf-1:x1"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(write(t, got), plain(tt.want)); diff != "" {
				t.Errorf("document, got - want +:\n%s", diff)
			}
			if planfile.Hash(doc) != before {
				t.Error("the document given was changed")
			}
		})
	}
}
