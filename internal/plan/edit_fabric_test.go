package plan_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

const fabricPlan = `
version: 1
name: a pod
racks: [{name: R1}]
devices:
  - {name: "h-[1-4]", type: server-1u-qsfp112, rack: R1, u: [1, 2, 3, 4]}
  - {name: "leaf-[1-2]", type: qm9700, rack: R1, u: [38, 40], face: rear}
  - {name: "spine-[1-2]", type: qm9700, rack: R1, u: [42, 44], face: rear}
links: [{a: "leaf-1:IB1/20/1", b: "leaf-2:IB1/20/1"}]
fabrics: [{name: f, topology: leaf-spine, speed: ndr, hosts: "h-[1-4]", leaves: "leaf-[1-2]", spines: "spine-[1-2]"}]
`

// A fabricDoc is a document with fabrics, planned.
type fabricDoc struct {
	cat *catalog.Catalog
	doc *plan.Document
	res *planner.Result
}

func planFabric(t *testing.T, cat *catalog.Catalog, doc *plan.Document) *fabricDoc {
	t.Helper()
	res, err := planner.Plan(doc, cat, planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &fabricDoc{cat, doc, res}
}

func readFabric(t *testing.T) *fabricDoc {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	doc, _, err := planfile.Decode([]byte(fabricPlan), planfile.YAML, cat)
	if err != nil {
		t.Fatal(err)
	}
	return planFabric(t, cat, doc)
}

// pairs are the links, end by end.
func (d *fabricDoc) pairs() map[string]string {
	m := map[string]string{}
	for i := range d.res.Links {
		l := &d.res.Links[i]
		m[l.A.String()], m[l.B.String()] = l.B.String(), l.A.String()
	}
	return m
}

func (d *fabricDoc) context() plan.EditContext {
	pairs := d.pairs()
	return plan.EditContext{Generated: func(end string) (string, string, bool) {
		for i := range d.res.Links {
			if l := &d.res.Links[i]; strings.HasPrefix(l.Path, "fabrics[") && (l.A.String() == end || l.B.String() == end) {
				return l.Fabric, pairs[end], true
			}
		}
		return "", "", false
	}}
}

// TestSwapLinksOfFabrics swaps, and plans again: the two links have changed
// places, every other is where it was.
func TestSwapLinksOfFabrics(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		swaps   [][2]string
		written []plan.Link // besides the one there is
		moved   map[string]string
	}{
		{"two hosts", [][2]string{{"leaf-1:IB1/1/1", "leaf-1:IB1/2/2"}},
			[]plan.Link{{A: "h-1:ib1", B: "leaf-1:IB1/2/2", Speed: "ndr"}, {A: "h-2:ib2", B: "leaf-1:IB1/1/1", Speed: "ndr"}},
			map[string]string{"h-1:ib1": "leaf-1:IB1/2/2", "h-2:ib2": "leaf-1:IB1/1/1"}},
		{"with a free port", [][2]string{{"leaf-1:IB1/30/1", "leaf-1:IB1/1/1"}},
			[]plan.Link{{A: "h-1:ib1", B: "leaf-1:IB1/30/1", Speed: "ndr"}},
			map[string]string{"h-1:ib1": "leaf-1:IB1/30/1"}},
		{"with an explicit link", [][2]string{{"leaf-1:IB1/1/1", "leaf-1:IB1/20/1"}},
			[]plan.Link{{A: "h-1:ib1", B: "leaf-1:IB1/20/1", Speed: "ndr"}},
			map[string]string{"h-1:ib1": "leaf-1:IB1/20/1", "leaf-2:IB1/20/1": "leaf-1:IB1/1/1"}},
		{"twice, one after the other", [][2]string{{"leaf-1:IB1/1/1", "leaf-1:IB1/30/1"}, {"leaf-1:IB1/30/1", "leaf-1:IB1/31/1"}, {"leaf-1:IB1/1/1", "leaf-1:IB1/2/1"}},
			[]plan.Link{{A: "h-1:ib1", B: "leaf-1:IB1/31/1", Speed: "ndr"}, {A: "h-2:ib1", B: "leaf-1:IB1/1/1", Speed: "ndr"}},
			map[string]string{"h-1:ib1": "leaf-1:IB1/31/1", "h-2:ib1": "leaf-1:IB1/1/1"}},
		{"ports of a host", [][2]string{{"h-3:ib1", "h-3:ib2"}},
			[]plan.Link{{A: "h-3:ib2", B: "leaf-2:IB1/1/1", Speed: "ndr"}, {A: "h-3:ib1", B: "leaf-2:IB1/1/2", Speed: "ndr"}},
			map[string]string{"h-3:ib2": "leaf-2:IB1/1/1", "h-3:ib1": "leaf-2:IB1/1/2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := readFabric(t)
			var edits []plan.Edit
			for _, s := range tt.swaps {
				edits = append(edits, plan.Edit{Kind: "swap", A: s[0], B: s[1]})
			}
			doc, err := plan.Apply(d.doc, edits, d.context())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(doc.Links[1:], tt.written); diff != "" {
				t.Error("explicit links, got - want +:\n" + diff)
			}
			want := d.pairs()
			for end := range tt.moved {
				delete(want, want[end])
			}
			for end, other := range tt.moved {
				want[end], want[other] = other, end
			}
			after := planFabric(t, d.cat, doc)
			if diff := cmp.Diff(after.pairs(), want); diff != "" {
				t.Error("links, got - want +:\n" + diff)
			}
			for i := range after.res.Links {
				if l := &after.res.Links[i]; l.Fabric != "f" && l.A.Device.Name[0] == 'h' {
					t.Errorf("link %s is no longer one of the fabric", l.A)
				}
			}
		})
	}
}

func TestSwapLinksOfFabricsRefused(t *testing.T) {
	t.Parallel()
	d := readFabric(t)
	for _, tt := range []struct{ name, a, b, want string }{
		{"an uplink", "leaf-1:IB1/1/1", "leaf-1:IB1/3/1", `edit 1, swap leaf-1:IB1/1/1 and leaf-1:IB1/3/1: fabric f writes the link at "leaf-1:IB1/3/1" between two switches, and such a link keeps its ports; swap links of hosts, or write the links of these switches under links`},
		{"a spine's port", "spine-1:IB1/1/1", "spine-1:IB1/9/1", `edit 1, swap spine-1:IB1/1/1 and spine-1:IB1/9/1: fabric f writes the link at "spine-1:IB1/1/1" between two switches, and such a link keeps its ports; swap links of hosts, or write the links of these switches under links`},
		{"two free ports", "leaf-1:IB1/30/1", "leaf-1:IB1/31/1", `edit 1, swap leaf-1:IB1/30/1 and leaf-1:IB1/31/1: no entry of links and no fabric writes a link at "leaf-1:IB1/30/1" or "leaf-1:IB1/31/1"`},
	} {
		_, err := plan.Apply(d.doc, []plan.Edit{{Kind: "swap", A: tt.a, B: tt.b}}, d.context())
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v\nwant %s", tt.name, err, tt.want)
		}
	}
}
