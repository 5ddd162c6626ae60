package svg_test

import (
	"fmt"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/formats/svg"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// planned plans a text.
func planned(t testing.TB, text string) (*plan.Document, *planner.Result) {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	doc, _, err := planfile.Decode([]byte(text), planfile.YAML, cat)
	if err != nil {
		t.Fatal(err)
	}
	res, err := planner.Plan(doc, cat, planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return doc, res
}

// tree is a fat tree of k = 4 in two rows.
const tree = `
version: 1
name: Tree
site: {rows: [{name: A, y: 0m}, {name: B, y: 3m, faces: north}]}
racks: [{name: "A[1-4]", row: A}, {name: "B[1-2]", row: B}]
devices:
  - {name: "h[01-16]", type: hgx-8gpu-osfp, rack: "A[1-4]", u: [1, 9, 17, 25]}
  - {name: "edge[1-8]", type: qm9700, rack: "B[1-2]", u: [1, 3, 5, 7], face: rear}
  - {name: "agg[1-8]", type: qm9700, rack: "B[1-2]", u: [10, 12, 14, 16], face: rear}
  - {name: "core[1-4]", type: qm9700, rack: "B[1-2]", u: [20, 22], face: rear}
fabrics:
  - {name: tree, topology: fat-tree, k: 4, speed: ndr, hosts: "h[01-16]", host_ports: ib1, edges: "edge[1-8]", aggregations: "agg[1-8]", cores: "core[1-4]"}
`

// Lines hold every link of the fabric, once.
func TestAFabricsLinesHoldAllItsLinks(t *testing.T) {
	t.Parallel()
	_, res := planned(t, tree)
	use := &res.Fabrics[0]
	if len(use.Shape.Links) != 48 {
		t.Fatalf("a fat tree of k = 4 has %d links, want 48", len(use.Shape.Links))
	}
	d := drawing.NewFabric(res, use, drawing.FabricOptions{})
	sum := 0
	for _, l := range d.Lines {
		sum += l.Links
		from, to := d.Boxes[l.From].Box, d.Boxes[l.To].Box
		if to.Y+to.H >= from.Y {
			t.Errorf("%s stands not above %s", d.Boxes[l.To].Full, d.Boxes[l.From].Full)
		}
	}
	if sum != 48 {
		t.Errorf("the lines hold %d links, want 48", sum)
	}
	members := 0
	for i := range d.Boxes {
		b := &d.Boxes[i]
		members += b.Members
		if b.Box.X < 0 || b.Box.X+b.Box.W > d.W || b.Box.Y+b.Box.H > d.H {
			t.Errorf("%s lies outside the drawing", b.Full)
		}
	}
	if members != 16+20 {
		t.Errorf("the boxes hold %d devices, want 36", members)
	}
}

// However many racks there are, a floor plan stays bounded and says what it put
// together.
func TestAFloorOfManyRacksIsBounded(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("version: 1\nname: Many\nsite:\n  rows:\n")
	for row := range 200 {
		fmt.Fprintf(&b, "    - {name: R%03d, y: %d.5m}\n", row, 3*row)
	}
	b.WriteString("racks:\n")
	for row := range 200 {
		fmt.Fprintf(&b, "  - {name: \"R%03d-[001-100]\", row: R%03d}\n", row, row)
	}
	doc, res := planned(t, b.String())
	floor := drawing.NewFloor(drawing.NewHall(doc, res), drawing.FloorOptions{By: drawing.ByPower, Fill: 40})
	if !strings.Contains(floor.Said, "20,000 racks, so each row is drawn as one box") || len(floor.Racks) != 200 {
		t.Errorf("20,000 racks are %d boxes, and it says %q", len(floor.Racks), floor.Said)
	}
	if n := len(svg.FloorBytes(floor, svg.Options{})); n > 1<<20 {
		t.Errorf("the drawing takes %d bytes, want at most a mebibyte", n)
	}
}

// Racks are drawn to scale and in the place they have.
func TestAFloorIsToScale(t *testing.T) {
	t.Parallel()
	doc, res := planned(t, tree)
	floor := drawing.NewFloor(drawing.NewHall(doc, res), drawing.FloorOptions{By: drawing.ByUnits, Fill: 40})
	if len(floor.Racks) != 6 {
		t.Fatalf("%d racks are drawn, want 6", len(floor.Racks))
	}
	for i := range floor.Racks {
		r := &floor.Racks[i]
		if off := r.Box.H - 2*r.Box.W; off < -3 || off > 3 {
			t.Errorf("%s is %s wide and %s deep on the drawing, want 600 to 1200 mm", r.Full, r.Box.W, r.Box.H)
		}
	}
	south, north := floor.Racks[0], floor.Racks[4]
	if north.Box.Y >= south.Box.Y {
		t.Error("row B, which is north of row A, is not drawn above it")
	}
	if south.Front.Y <= south.Box.Y || north.Front.Y != north.Box.Y {
		t.Error("the fronts are not where the rows face")
	}
}

func TestStepsOfAShare(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		used, what int64
		percent    int
		want       int
	}{
		{0, 0, 100, -1}, {0, 100, 100, 0}, {1, 100, 100, 1}, {25, 100, 100, 1}, {26, 100, 100, 2}, {100, 100, 100, 4}, {101, 100, 100, 5},
		{40_000, 100_000, 40, 4}, {40_001, 100_000, 40, 5}, {10_000, 100_000, 40, 1},
	} {
		if got := drawing.FloorStep(tt.used, tt.what, tt.percent); got != tt.want {
			t.Errorf("%d of %d %% of %d: step %d, want %d", tt.used, tt.percent, tt.what, got, tt.want)
		}
	}
}

// A strict content policy holds for both drawings in a page.
func TestFabricsAndFloorsHaveClassesOnly(t *testing.T) {
	t.Parallel()
	doc, res := planned(t, tree)
	for name, page := range map[string]string{
		"fabric": string(svg.FabricBytes(drawing.NewFabric(res, &res.Fabrics[0], drawing.FabricOptions{}), svg.Options{})),
		"floor":  string(svg.FloorBytes(drawing.NewFloor(drawing.NewHall(doc, res), drawing.FloorOptions{Fill: 40, Link: &res.Links[0]}), svg.Options{})),
	} {
		for _, bad := range []string{"<style", "style=", "#", "<script", " onclick", "url(", "<?xml"} {
			if strings.Contains(page, bad) {
				t.Errorf("a %s in a page has %q", name, bad)
			}
		}
		for _, want := range []string{"<title>", "<desc>"} {
			if !strings.Contains(page, want) {
				t.Errorf("a %s in a page has no %s", name, want)
			}
		}
	}
}
