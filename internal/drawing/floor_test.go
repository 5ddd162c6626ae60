package drawing_test

import (
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// acrossTheAisle is two rows of racks with links between and within them, and a
// rack far from both.
const acrossTheAisle = `
version: 1
name: Across
site: {rows: [{name: A, y: 0m}, {name: B, y: 3m, faces: north}]}
racks:
  - {name: "A[1-10]", row: A, power_kw: 2}
  - {name: "B[1-2]", row: B}
  - {name: apart, x: 30m, y: -9m}
devices:
  - {name: "h[01-10]", type: hgx-8gpu-osfp, rack: "A[1-10]", u: 1}
  - {name: s, type: qm9700, rack: B1, u: 40, face: rear}
  - {name: t, type: qm9700, rack: A1, u: 40, face: rear}
links:
  - {a: "h[01-10]:ib1", b: "s:IB1/[1-10]/1", speed: ndr}
  - {a: "h[01-04]:ib2", b: "t:IB1/[1-4]/1", speed: ndr}
`

func across(t *testing.T) (*drawing.Hall, *planner.Result) {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	doc, _, err := planfile.Decode([]byte(acrossTheAisle), planfile.YAML, cat)
	if err != nil {
		t.Fatal(err)
	}
	res, err := planner.Plan(doc, cat, planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return drawing.NewHall(doc, res), res
}

func TestSquaresOfTheGrid(t *testing.T) {
	t.Parallel()
	g := drawing.Grid{Pitch: 600 * units.Millimetre, West: -600 * units.Millimetre, South: 0}
	for _, tt := range []struct {
		x, y units.Length
		want string
	}{
		{-600 * units.Millimetre, 0, "A1"}, {-1, 0, "A1"}, {0, 0, "B1"}, {0, 599 * units.Millimetre, "B1"}, {0, 600 * units.Millimetre, "B2"},
		{24 * 600 * units.Millimetre, 0, "Z1"}, {25 * 600 * units.Millimetre, 0, "AA1"}, {26*26*600*units.Millimetre + 24*600*units.Millimetre, 0, "ZZ1"},
	} {
		if got := g.Square(tt.x, tt.y); got != tt.want {
			t.Errorf("%s east, %s north lies in %s, want %s", tt.x, tt.y, got, tt.want)
		}
	}
}

// The grid does not follow what is looked at, and every rack lies in it.
func TestTheGridHoldsTheHall(t *testing.T) {
	t.Parallel()
	h, res := across(t)
	g := h.Grid()
	if g.West > 0 || g.South > -9*units.Metre {
		t.Errorf("the grid begins %s east, %s north; a rack stands 9 m south", g.West, g.South)
	}
	for i := range res.Racks {
		f := &res.Racks[i].Floor
		if f.X < g.West || f.Y < g.South {
			t.Errorf("rack %s lies west or south of the grid", res.Racks[i].Name)
		}
	}
}

// Runs hold every link of a rack once, the longest first, and a link lies over
// the trays its route names.
func TestRuns(t *testing.T) {
	t.Parallel()
	h, res := across(t)
	for _, rack := range []string{"A1", "A2", "B1", "apart"} {
		want := 0
		for i := range res.Links {
			if l := &res.Links[i]; l.A.Device.Rack == rack || l.B.Device.Rack == rack {
				want++
			}
		}
		got := 0
		runs := h.RunsAt(rack)
		for i := range runs {
			got += runs[i].Links
			if runs[i].A != rack || runs[i].Least > runs[i].Most || runs[i].Longest.Run != runs[i].Most {
				t.Errorf("runs of rack %s: %+v", rack, runs[i])
			}
		}
		if got != want || !slices.IsSortedFunc(runs, func(a, b drawing.RackRuns) int { return int(b.Most - a.Most) }) {
			t.Errorf("rack %s has runs of %d links, want %d, the longest first", rack, got, want)
		}
	}
	drawing.Fullest(res.Trays, func(all []planner.TrayUse, _ *planner.TrayUse) {
		name, got, want := all[0].Name, 0, 0
		for _, r := range h.RunsOver(name) {
			got += r.Links
		}
		for i := range res.Links {
			if r := res.Links[i].Route; r != nil && slices.ContainsFunc(r.Segments(), func(s planner.Segment) bool { return s.Name == "tray "+name }) {
				want++
			}
		}
		if got != want {
			t.Errorf("%d links lie over tray %s, want the %d whose parts name it", got, name, want)
		}
	})
}

// Whatever is looked at and selected: what is drawn lies inside the drawing, no
// two plates lie upon each other, and each rack says its value or shows ticks.
func TestPartsOfAFloor(t *testing.T) {
	t.Parallel()
	h, res := across(t)
	for _, by := range drawing.FloorColours {
		for _, look := range []string{"", drawing.LookRow, drawing.LookRack} {
			o := drawing.FloorOptions{By: by, Fill: 40, Look: look, Row: "B", Rack: "B1", Runs: h.RunsAt("B1")}
			d := drawing.NewFloor(h, o)
			inside := func(what string, x, y drawing.Px) {
				if x < 0 || y < 0 || x > d.W || y > d.H {
					t.Errorf("by %s, look %q: %s is drawn at %s, %s of %s × %s", by, look, what, x, y, d.W, d.H)
				}
			}
			for i := range d.Racks {
				r := &d.Racks[i]
				inside(r.Full, r.Box.X, r.Box.Y)
				inside(r.Full, r.Box.X+r.Box.W, r.Box.Y+r.Box.H)
				if look == drawing.LookRow && r.Row != "B" {
					t.Errorf("by %s: %s is shown where row B is looked at", by, r.Full)
				}
			}
			for _, l := range d.Trays {
				inside(l.Full, l.X1, l.Y1)
				inside(l.Full, l.X2, l.Y2)
			}
			for _, l := range d.Runs {
				for _, p := range l.Points {
					inside(l.Full, p[0], p[1])
				}
			}
			for i := range d.Plates {
				for j := range i {
					a, b := d.Plates[i].Box, d.Plates[j].Box
					if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
						t.Errorf("by %s, look %q: plates %q and %q lie upon each other", by, look, d.Plates[i].At.Words, d.Plates[j].At.Words)
					}
				}
			}
			if look == "" && !strings.Contains(d.Desc, "13 racks") {
				t.Errorf("by %s the floor is described as %q, want 13 racks", by, d.Desc)
			}
		}
	}
	lit := drawing.NewFloor(h, drawing.FloorOptions{By: drawing.ByPower, Fill: 40, Link: &res.Links[0]})
	if len(lit.Route) == 0 {
		t.Error("no part of the route of a link across the aisle is lit")
	}
}

// A figure that leaves out devices says so.
func TestPowerThatIsNotKnown(t *testing.T) {
	t.Parallel()
	h, _ := across(t)
	d := drawing.NewFloor(h, drawing.FloorOptions{By: drawing.ByPower, Fill: 40})
	at := slices.IndexFunc(d.Racks, func(r drawing.FloorRack) bool { return r.Rack == "A2" })
	if got := d.Racks[at]; !strings.Contains(got.Full, "at least 0.0 of 2.0 kW, 1 device without a figure") {
		t.Errorf("rack A2 holds a server without a figure and says %q", got.Full)
	}
}
