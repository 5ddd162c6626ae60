package formats_test

import (
	"bytes"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats"
	"lengthwise/internal/formats/cablescsv"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/formats/linkscsv"
	"lengthwise/internal/formats/ordercsv"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/formats/resultjson"
	"lengthwise/internal/planner"
)

// A hall with one of each: splitters, links over trays, a measured run, a link
// that was there before, a device without a place, a fabric.
const hallPlan = `
version: 1
name: Two racks
site:
  rows: [{name: A, y: 0m}]
racks:
  - {name: "A[01-02]", row: A, position: 1}
devices:
  - {name: "hgx-[001-004]", type: hgx-8gpu-osfp, rack: "A[01-02]", u: [1, 9]}
  - {name: "leaf-[01-02]", type: qm9700, rack: "A[01-02]", u: 40, face: rear}
  - {name: new-1, type: hgx-8gpu-osfp}
links:
  - {a: "hgx-001:ib[1-8]", b: "leaf-01:IB1/[1-4]/[1-2]", speed: ndr}
  - {a: "hgx-003:ib[1-4]", b: "leaf-01:IB1/[5-6]/[1-2]", speed: ndr}
  - {a: "leaf-01:IB1/31/1", b: "leaf-02:IB1/31/1", speed: ndr, run: 2.6m}
  - {a: "leaf-01:IB1/32/1", b: "leaf-02:IB1/32/1", speed: ndr, existing: true}
  - {a: "new-1:ib1", b: "leaf-02:IB1/1/1", speed: ndr}
fabrics:
  - {name: second, topology: single-switch, speed: ndr, hosts: hgx-002, leaves: leaf-02}
`

func TestAPlannedResultComesThroughWhole(t *testing.T) {
	t.Parallel()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	doc, _, err := planfile.Decode([]byte(hallPlan), planfile.YAML, cat)
	if err != nil {
		t.Fatal(err)
	}
	r, err := planner.Plan(doc, cat, planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := map[string][]byte{}
	for _, f := range formats.All() {
		var b bytes.Buffer
		in := formats.Input{Document: doc, Result: r, Catalog: cat, Artifact: "plan.yaml"}
		if err := f.Encode(&b, in, formats.Options{Incomplete: true}); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		text[f.Name] = b.Bytes()
	}

	formatstest.Golden(t, "fabric.svg", text["fabric.svg"])
	result, err := resultjson.Decode(bytes.NewReader(text["result.json"]))
	if err != nil {
		t.Fatal(err)
	}
	links, err := linkscsv.Decode(bytes.NewReader(text["links.csv"]), csvtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Links) != 23 || len(links) != len(result.Links) {
		t.Fatalf("%d links as JSON and %d as CSV, want 23", len(result.Links), len(links))
	}
	onCable := map[string]int{} // links or pairs of ends of each cable
	for i, l := range result.Links {
		if l.RunMM == nil {
			if len(l.Route) != 0 || l.A.Device != "leaf-02" && l.B.Device != "leaf-02" {
				t.Errorf("link %s has no run and the route %+v", l.ID, l.Route)
			}
			continue
		}
		sum := int64(0)
		for _, s := range l.Route {
			sum += s.LengthMM
		}
		if sum != *l.RunMM || links[i].RunMM != csvtext.Some(*l.RunMM) || links[i].LinkID != l.ID {
			t.Errorf("link %s runs %d mm, its segments make %d, the CSV says %v", l.ID, *l.RunMM, sum, links[i].RunMM)
		}
		for _, c := range l.Cables {
			onCable[c]++
		}
	}

	cables, err := cablescsv.Decode(bytes.NewReader(text["cables.csv"]), csvtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range cables {
		if onCable[row.CableID]--; !row.LengthMM.Known || row.LengthMM.N < row.RequiredMM.N {
			t.Errorf("cable %s of %v mm is too short for %v mm", row.CableID, row.LengthMM, row.RequiredMM)
		}
	}
	for id, n := range onCable {
		if n != 0 {
			t.Errorf("cable %s carries %d links more than the schedule has rows", id, n)
		}
	}

	order, err := ordercsv.Decode(bytes.NewReader(text["order.csv"]), csvtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	placed, ordered := int64(0), int64(0)
	for _, c := range result.Cables {
		if !c.Existing {
			placed++
		}
	}
	for _, m := range result.Modules {
		if !m.Existing {
			placed++
		}
	}
	for _, row := range order {
		if row.Medium != "" && row.Product != "" {
			ordered += row.Quantity.N
		}
	}
	if placed == 0 || ordered != placed {
		t.Errorf("%d parts are placed and %d stand in the order", placed, ordered)
	}
}
