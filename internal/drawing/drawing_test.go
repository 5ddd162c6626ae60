package drawing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/planner"
)

var builtIn = func() *catalog.Catalog {
	cat, err := catalog.Load()
	if err != nil {
		panic(err)
	}
	return cat
}()

// hallOf plans a document. What a test does not care about is left out of it.
func hallOf(t testing.TB, text string) *drawing.Hall {
	t.Helper()
	doc, _, err := planfile.Decode([]byte("version: 1\nname: test\n"+text), planfile.YAML, builtIn)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	res, err := planner.Plan(doc, builtIn, planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return drawing.NewHall(doc, res)
}

// types are local device types the tests place: widths, heights and depths.
const types = `
device_types:
  - {slug: full-1, model: Full, kind: server, units: 1, width: full, depth: 700mm, port_side: rear, airflow: front-to-rear, ports: [{role: fabric, cage: qsfp28, cages: 2, speeds: [100gbe], name: "p{cage}"}]}
  - {slug: half-1, model: Half, kind: eth-switch, units: 1, width: half, depth: 700mm, port_side: front, airflow: rear-to-front, ports: [{role: fabric, cage: qsfp28, cages: 16, speeds: [100gbe], name: "p{cage}"}]}
  - {slug: flat, model: Flat, kind: patch-panel, units: 0.5, width: full, depth: 100mm, port_side: front, ports: [{role: fabric, cage: qsfp28, cages: 4, speeds: [100gbe], name: "p{cage}"}]}
  - {slug: shallow-2, model: Shallow, kind: eth-switch, units: 2, width: full, depth: 300mm, port_side: front, ports: [{role: fabric, cage: rj45, cages: 48, speeds: [1gbe], name: "p{cage}"}]}
  - {slug: guess-1, model: Guess, kind: server, units: 1, width: full, depth: 700mm, ports: [{role: fabric, cage: qsfp28, cages: 2, speeds: [100gbe], name: "p{cage}"}]}
  - {slug: pdu-0, model: Upright, kind: pdu, units: 0, width: full, ports: [{role: mgmt, cage: rj45, cages: 1, speeds: [1gbe], name: eth0}]}
`

// drawOne is a plan's only rack, drawn.
func drawOne(t testing.TB, text string, o drawing.Options) drawing.Rack {
	t.Helper()
	h := hallOf(t, types+text)
	e := h.Elevation(h.Lines(o.Faces), o)
	if len(e.Racks) != 1 {
		t.Fatalf("%d racks are drawn, want one", len(e.Racks))
	}
	return e.Racks[0]
}

// find is a device of a face; nil: it is not drawn there.
func find(f *drawing.Face, name string) *drawing.Device {
	for i := range f.Devices {
		if f.Devices[i].Name == name {
			return &f.Devices[i]
		}
	}
	return nil
}

func TestFiguresAreThoseOnTheRack(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, rack      string
		lowest, highest string
	}{
		{"from the bottom", "", "1", "10"},
		{"from the top", "numbering: top-down", "10", "1"},
		{"from another figure", "first_unit: 0", "0", "9"},
		{"from the top down to another figure", "numbering: top-down, first_unit: 101", "110", "101"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			k := drawOne(t, fmt.Sprintf("racks: [{name: R, units: 10, %s}]\n", tt.rack), drawing.Options{Faces: drawing.Fronts})
			figures := k.Faces[0].Figures[0]
			if got := figures[0].Words; got != tt.lowest || figures[9].Words != tt.highest {
				t.Errorf("U1 is marked %s and U10 %s, want %s and %s", got, figures[9].Words, tt.lowest, tt.highest)
			}
			if figures[0].Y <= figures[9].Y {
				t.Errorf("U1 at %s is not below U10 at %s", figures[0].Y, figures[9].Y)
			}
		})
	}
}

// Boxes are to scale: 22 px a unit, 220 px the panel, half units and halves of
// the width exact but for the line between neighbours.
func TestBoxesAreToScale(t *testing.T) {
	t.Parallel()
	k := drawOne(t, `
racks: [{name: R, units: 12, depth: 1000mm}]
devices:
  - {name: big, type: dgx-h100, rack: R, u: 1}
  - {name: flat-1, type: flat, rack: R, u: 12.5}
  - {name: left, type: half-1, rack: R, u: 10, slot: left}
  - {name: right, type: half-1, rack: R, u: 10, slot: right}
  - {name: turned, type: half-1, rack: R, u: 11, slot: left, face: rear}
`, drawing.Options{})
	front, rear := &k.Faces[0], &k.Faces[1]
	if front.Panel.W != 2200 || front.Panel.H != 12*220 {
		t.Errorf("the panel is %s x %s px, want 220 x 264", front.Panel.W, front.Panel.H)
	}
	const line = 12 // tenths of a pixel between neighbours
	tests := []struct {
		name       string
		face       *drawing.Face
		left       bool // in the left half of the panel
		wide, high drawing.Px
		from       int // half units from the bottom
	}{
		{"big", front, true, 2200, 8 * 220, 0},
		{"flat-1", front, true, 2200, 110, 23},
		{"left", front, true, 1100, 220, 18},
		{"right", front, false, 1100, 220, 18},
		{"left", rear, false, 1100, 220, 18}, // mirrored
		{"right", rear, true, 1100, 220, 18},
		{"turned", rear, true, 1100, 220, 20}, // left as one looks at its own front
		{"turned", front, false, 1100, 220, 20},
	}
	for _, tt := range tests {
		d := find(tt.face, tt.name)
		if d == nil {
			t.Errorf("%s is not drawn at the %s", tt.name, tt.face.Head.Words)
			continue
		}
		bottom := tt.face.Panel.Y + tt.face.Panel.H - drawing.Px(tt.from)*110
		if d.Box.W+line != tt.wide || d.Box.H+line != tt.high || d.Box.Y+d.Box.H+line/2 != bottom {
			t.Errorf("%s at the %s: got box %v, want %s x %s px above %s", tt.name, tt.face.Head.Words, d.Box, tt.wide, tt.high, bottom)
		}
		if got := d.Box.X < tt.face.Panel.X+1000; got != tt.left {
			t.Errorf("%s at the %s is in the left half: %v, want %v", tt.name, tt.face.Head.Words, got, tt.left)
		}
	}
}

func TestFacesShowWhatOneSees(t *testing.T) {
	t.Parallel()
	k := drawOne(t, `
racks: [{name: R, units: 20, depth: 1000mm}]
devices:
  - {name: deep, type: full-1, rack: R, u: 1}
  - {name: lonely, type: shallow-2, rack: R, u: 3}
  - {name: front-2, type: shallow-2, rack: R, u: 6}
  - {name: rear-2, type: shallow-2, rack: R, u: 6, face: rear}
  - {name: front-1, type: flat, rack: R, u: 10}
  - {name: behind-2, type: shallow-2, rack: R, u: 10, face: rear}
  - {name: guess, type: guess-1, rack: R, u: 15}
`, drawing.Options{})
	tests := []struct {
		face, device string
		drawn        bool
		behind       bool
		cages        int
		air          drawing.Air
	}{
		{"front", "deep", true, false, 0, drawing.AirIn},
		{"rear", "deep", true, false, 2, drawing.AirOut},
		{"front", "lonely", true, false, 48, drawing.AirUnknown},
		{"rear", "lonely", true, true, 0, drawing.AirUnknown},
		{"front", "front-2", true, false, 48, drawing.AirUnknown},
		{"front", "rear-2", false, false, 0, drawing.AirUnknown}, // front-2 stands before it
		{"rear", "front-2", false, false, 0, drawing.AirUnknown},
		{"rear", "rear-2", true, false, 48, drawing.AirUnknown},
		{"front", "behind-2", true, true, 0, drawing.AirUnknown}, // front-1 covers a quarter of it
		{"front", "guess", true, false, 2, drawing.AirUnknown},   // port side not known: both faces
		{"rear", "guess", true, false, 2, drawing.AirUnknown},
	}
	for _, tt := range tests {
		f := &k.Faces[0]
		if tt.face == "rear" {
			f = &k.Faces[1]
		}
		d := find(f, tt.device)
		if (d != nil) != tt.drawn {
			t.Errorf("%s at the %s is drawn: %v, want %v", tt.device, tt.face, d != nil, tt.drawn)
			continue
		}
		if d != nil && (d.Behind != tt.behind || len(d.Cages) != tt.cages || d.Air != tt.air) {
			t.Errorf("%s at the %s: behind %v, %d cages, air %d; want %v, %d, %d", tt.device, tt.face, d.Behind, len(d.Cages), d.Air, tt.behind, tt.cages, tt.air)
		}
	}
	if d := find(&k.Faces[0], "behind-2"); d != nil && d.Box.H > 3*110 {
		t.Errorf("behind-2 shows %s px at the front, want the part front-1 leaves", d.Box.H)
	}
}

func TestWhatHasNoPlaceIsSaid(t *testing.T) {
	t.Parallel()
	k := drawOne(t, `
racks: [{name: R, units: 10}]
devices:
  - {name: strange, type: no-such-type, rack: R, u: 1}
  - {name: above, type: full-1, rack: R, u: 40}
  - {name: through, type: dgx-h100, rack: R, u: 8}
  - {name: "filler-[1-9]", type: full-1, rack: R, u: top}
`, drawing.Options{Faces: drawing.Fronts})
	notes := map[string]string{}
	for _, r := range k.Rows {
		notes[r.Device] = strings.Join(r.Notes, "; ")
	}
	if d := find(&k.Faces[0], "strange"); d == nil || d.Status != drawing.Error || d.Kind != "" {
		t.Errorf("a device of unknown type: got %+v, want a box in error", d)
	}
	if d := find(&k.Faces[0], "through"); d == nil || d.Box.Y < k.Faces[0].Panel.Y || d.Status != drawing.Error {
		t.Errorf("a device through the top: got %+v, want it cut at the top and in error", d)
	}
	if find(&k.Faces[0], "above") != nil || !strings.Contains(notes["above"], "outside the rack, so not drawn") {
		t.Errorf("a device above the rack: notes %q, want it said and not drawn", notes["above"])
	}
	if !strings.Contains(notes["filler-9"], "no unit yet, so not drawn") {
		t.Errorf("a device without a gap: notes %q, want it said", notes["filler-9"])
	}
	if last := k.Sums[len(k.Sums)-1].At.Words; !strings.HasPrefix(last, "not drawn: above, filler-") {
		t.Errorf("below the rack: %q, want the names that are not drawn", last)
	}
}

func TestDevicesInEachOthersPlaceStandBesideEachOther(t *testing.T) {
	t.Parallel()
	k := drawOne(t, `
racks: [{name: R, units: 10}]
devices:
  - {name: a, type: dgx-h100, rack: R, u: 1}
  - {name: b, type: full-1, rack: R, u: 3}
  - {name: c, type: full-1, rack: R, u: 5}
`, drawing.Options{Faces: drawing.Fronts})
	a, b, c := find(&k.Faces[0], "a"), find(&k.Faces[0], "b"), find(&k.Faces[0], "c")
	if a == nil || b == nil || c == nil {
		t.Fatal("not all three are drawn")
	}
	if a.Box.X+a.Box.W > b.Box.X || b.Box.X != c.Box.X {
		t.Errorf("boxes %v, %v, %v: want b and c in one lane right of a", a.Box, b.Box, c.Box)
	}
	if b.Status != drawing.Error || k.Status != drawing.Error {
		t.Errorf("b is %s and the rack %s, want both in error", b.Status, k.Status)
	}
}

func TestCagesShowTheWorstOfTheirLinks(t *testing.T) {
	t.Parallel()
	k := drawOne(t, `
racks: [{name: R, units: 48, row: A}]
site: {rows: [{name: A, y: 0m}]}
devices:
  - {name: "dgx-[1-3]", type: dgx-h100, rack: R, u: [1, 9, 17]}
  - {name: leaf, type: qm9700, rack: R, u: 40, face: rear}
  - {name: out, type: hgx-8gpu-osfp}
links:
  - {a: "dgx-1:OSFP4P2", b: "leaf:IB1/1/1", speed: ndr}
  - {a: "dgx-2:OSFP4P2", b: "leaf:IB1/1/2", speed: ndr}
  - {a: "dgx-3:OSFP4P2", b: "leaf:IB1/2/1", speed: ndr}
  - {a: "dgx-1:OSFP1P1", b: "leaf:IB1/3/1", speed: ndr, cable: {length: 1m}}
  - {a: "out:ib1", b: "leaf:IB1/4/1", speed: ndr}
  - {a: "leaf:IB1/6/1", b: "leaf:IB1/7/1", speed: ndr}
`, drawing.Options{Faces: drawing.Rears, Chosen: "dgx-1"})
	leaf := find(&k.Faces[0], "leaf")
	if leaf == nil {
		t.Fatal("leaf is not drawn")
	}
	want := []drawing.State{drawing.Used, drawing.Partly, drawing.UsedError, drawing.UsedUnknown, drawing.Free}
	for i, w := range want {
		if got := leaf.Cages[i].State; got != w {
			t.Errorf("cage IB1/%d is %s, want %s", i+1, got, w)
		}
	}
	if leaf.Status != drawing.Error {
		t.Errorf("leaf is %s, want the worst of its links, error", leaf.Status)
	}
	for name, want := range map[string][2]bool{"dgx-1": {true, false}, "dgx-2": {false, false}, "leaf": {false, true}} {
		d := find(&k.Faces[0], name)
		if got := [2]bool{d.Chosen, d.Peer}; got != want {
			t.Errorf("%s is chosen and linked to the chosen one: %v, want %v", name, got, want)
		}
	}
}

func TestRowsSayWhatTheDrawingShows(t *testing.T) {
	t.Parallel()
	k := drawOne(t, `
racks: [{name: R, units: 12, numbering: top-down}]
devices:
  - {name: big, type: dgx-h100, rack: R, u: 1}
  - {name: half, type: half-1, rack: R, u: 10, slot: right, face: rear}
  - {name: thin, type: flat, rack: R, u: 12.5}
  - {name: side, type: pdu-0, rack: R, side: right, from: 100mm, to: 400mm}
`, drawing.Options{})
	var got []string
	for _, r := range k.Rows {
		got = append(got, strings.Join([]string{r.Units, r.Marked, r.Device, r.Face, r.PortSide, r.Airflow, r.Verdict}, "|"))
	}
	want := []string{
		"12.5|1|thin|front|front||no links",
		"11, 1.5 U high|2–1|||||1.5 U free",
		"10, right half|3|half|rear|rear|front to rear|no links",
		"9|4|||||1 U free",
		"1–8|12–5|big|front|rear|front to rear|no links",
		"0U right||side|rear|||no links",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	label := find(&k.Faces[0], "big").Label
	if want := "big, U1 to 8 (marked 12 to 5), GPU server, no links"; label != want {
		t.Errorf("label %q, want %q", label, want)
	}
}

// Who stands before a row sees position 1 at the left or the right, by the way
// the row faces and runs.
func TestLinesAreAsSeen(t *testing.T) {
	t.Parallel()
	tests := []struct {
		row   string
		faces drawing.Faces
		want  string
	}{
		{"faces: south", drawing.Fronts, "R1 R2: Row A, fronts, seen from the south"},
		{"faces: south", drawing.Rears, "R2 R1: Row A, rears, seen from the north"},
		{"faces: north", drawing.Fronts, "R2 R1: Row A, fronts, seen from the north"},
		{"faces: north", drawing.Rears, "R1 R2: Row A, rears, seen from the south"},
		{"faces: south, runs: west", drawing.Fronts, "R2 R1: Row A, fronts, seen from the south"},
		{"faces: east", drawing.Fronts, "R1 R2: Row A, fronts, seen from the east"},
		{"faces: west", drawing.Fronts, "R2 R1: Row A, fronts, seen from the west"},
		{"faces: west, runs: south", drawing.Fronts, "R1 R2: Row A, fronts, seen from the west"},
		{"faces: north", drawing.Both, "R2 R1: Row A, fronts and rears, in the order of the fronts seen from the north"},
	}
	for _, tt := range tests {
		h := hallOf(t, fmt.Sprintf("site: {rows: [{name: A, y: 0m, %s}]}\nracks: [{name: \"R[1-2]\", row: A}]\n", tt.row))
		l := h.Lines(tt.faces)[0]
		if got := strings.Join(l.Racks, " ") + ": " + l.Caption; got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.row, got, tt.want)
		}
	}
}

func TestDrawingsAreBounded(t *testing.T) {
	t.Parallel()
	h := hallOf(t, "racks: [{name: \"R[1-250]\", units: 1}]\n")
	e := h.Elevation(h.Lines(drawing.Fronts), drawing.Options{Faces: drawing.Fronts, Wrap: 20})
	want := "200 of 250 racks are drawn; a drawing holds 200 racks and 4000 devices: draw the others by row or one by one"
	if len(e.Racks) != drawing.MaxRacks || e.Omitted != want {
		t.Errorf("%d racks and %q, want %d and %q", len(e.Racks), e.Omitted, drawing.MaxRacks, want)
	}
	h = hallOf(t, types+"racks: [{name: \"R[1-50]\", units: 100}]\ndevices: [{name: \"d-[1-5000]\", type: full-1, rack: \"R[1-50]\", u: ["+
		strings.Trim(strings.Join(strings.Fields(fmt.Sprint(numbers(100))), ", "), "[]")+"]}]\n")
	e = h.Elevation(h.Lines(drawing.Fronts), drawing.Options{Faces: drawing.Fronts})
	devices := 0
	for i := range e.Racks {
		devices += len(e.Racks[i].Faces[0].Devices)
	}
	if devices != drawing.MaxDevices || len(e.Racks) != 40 || e.Omitted == "" {
		t.Errorf("%d devices in %d racks, %q; want %d in 40 and the rest said", devices, len(e.Racks), e.Omitted, drawing.MaxDevices)
	}
	if e := h.Elevation(nil, drawing.Options{}); len(e.Racks) != 0 || e.Omitted != "there are no racks to draw" {
		t.Errorf("nothing asked for: %d racks and %q", len(e.Racks), e.Omitted)
	}
}

// numbers are 1 to n.
func numbers(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i + 1
	}
	return out
}
