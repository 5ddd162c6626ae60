package drawing

import (
	"fmt"
	"strings"

	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// Bounds of a floor plan: with more racks than these, racks that stand in a row
// are drawn as one box a row, and what is more still is left out and said.
const (
	MaxFloorRacks = 2_000
	MaxFloorBoxes = 4_000
)

// A FloorPlan is the hall from above, to scale, north up.
type FloorPlan struct {
	Title, Desc string
	W, H        Px
	TrayWidth   Px
	Rows        []Text // their names
	Racks       []FloorRack
	Trays       []FloorTray
	Route       []FloorLeg // of the link that is lit; nil: none
	Scale       FloorScale
	Legend      []FloorKey
	Said        string // what was put together or left out; empty: nothing
}

// A FloorRack is a rack, or all racks of a row together.
type FloorRack struct {
	Full  string // "rack A05, row A: 27.4 of 30.0 kW, front to the south"
	Href  string
	Racks int
	Step  int // of the colour, 0 to 4: see FloorSteps; 5: above the limit
	Box   Box
	Front Box // its cold side; W 0: several racks
	Name  Text
	Value Text
	End   bool // of the lit route
}

// A FloorTray is a stretch of a tray that is as full all along.
type FloorTray struct {
	Full           string
	Step           int // 0: no cables, 1 to 4, 5: above the limit, -1: not known
	X1, Y1, X2, Y2 Px
	Value          Text // at the fullest stretch of a tray; empty: elsewhere
	Plate          Box
}

// A FloorLeg is a level part of a route.
type FloorLeg struct {
	Full   string
	Points [][2]Px
	Label  Text
	Plate  Box
}

// A FloorScale is the scale bar and the arrow to the north.
type FloorScale struct {
	Bar   Box
	Words Text
	North Text
}

// A FloorKey explains one colour of racks or trays.
type FloorKey struct {
	Tray bool
	Step int
	Box  Box
	At   Text
}

// What colours of racks stand for.
const (
	ByPower = "power"
	ByUnits = "units"
)

// FloorOptions say what a floor plan shows.
type FloorOptions struct {
	By       string                   // power | units
	Fill     int                      // limit of trays in percent
	Link     *planner.Link            // whose route is lit; nil: none
	RackHref func(name string) string // nil: no links
	RowHref  func(row string) string  // of rows drawn as one box
}

// The drawing's places.
const (
	floorWidth  Px           = 12_000 // at most
	floorHeight Px           = 11_000
	floorMargin Px           = 800
	leastFloor  Px           = 7_400                  // what the legend takes
	finest      units.Length = 400 * units.Micrometre // of a tenth of a pixel: 1 px is at least 4 mm
)

// A floorSketch is a floor plan while it is drawn.
type floorSketch struct {
	*FloorPlan
	hall         *Hall
	options      FloorOptions
	west, north  units.Length
	per          units.Length // of a tenth of a pixel
	placed, left int
	lastPlate    Box
	nameless     int // racks whose names do not fit
}

// NewFloor draws the floor of a hall.
func NewFloor(h *Hall, o FloorOptions) *FloorPlan {
	k := &floorSketch{FloorPlan: &FloorPlan{W: leastFloor}, hall: h, options: o}
	k.Title = "Floor of " + h.res.Name
	if !k.measure() {
		k.H = 600
		k.Said = "No rack has a row or coordinates, so there is no floor to draw."
		k.Desc = k.Said
		return k.FloorPlan
	}
	k.drawTrays()
	k.drawRacks()
	k.drawRoute()
	k.foot()
	k.Desc = fmt.Sprintf("%s to scale, north up; %s. The tables hold what is drawn.", counted(k.placed, "rack", "racks"), counted(trayCount(h.res), "tray", "trays"))
	if k.Said != "" {
		k.Desc += " " + k.Said
	}
	return k.FloorPlan
}

func trayCount(res *planner.Result) int {
	n := 0
	for i := range res.Trays {
		if i == 0 || res.Trays[i].Name != res.Trays[i-1].Name {
			n++
		}
	}
	return n
}

// measure finds what is to be drawn and its scale; false: nothing stands
// anywhere.
func (k *floorSketch) measure() bool {
	var west, south, east, north units.Length
	take := func(x1, y1, x2, y2 units.Length) {
		if k.placed == 0 {
			west, south, east, north = x1, y1, x2, y2
		}
		west, south, east, north = min(west, x1), min(south, y1), max(east, x2), max(north, y2)
	}
	for i := range k.hall.res.Racks {
		if f := &k.hall.res.Racks[i].Floor; f.Placed {
			take(f.X, f.Y, f.X+f.DX, f.Y+f.DY)
			k.placed++
		}
	}
	if k.placed == 0 {
		return false
	}
	for i := range k.hall.res.Trays {
		t := &k.hall.res.Trays[i]
		take(min(t.FromX, t.ToX), min(t.FromY, t.ToY), max(t.FromX, t.ToX), max(t.FromY, t.ToY))
	}
	across, up := east-west, north-south
	k.per = max(finest, across/units.Length(floorWidth-2*floorMargin)+1, up/units.Length(floorHeight-2*floorMargin)+1)
	k.west, k.north = west, north
	k.TrayWidth = max(20, min(70, Px(300*units.Millimetre/k.per)))
	k.W = max(leastFloor, Px(across/k.per)+2*floorMargin)
	k.H = Px(up/k.per) + 2*floorMargin
	return true
}

func (k *floorSketch) x(at units.Length) Px { return floorMargin + Px((at-k.west)/k.per) }
func (k *floorSketch) y(at units.Length) Px { return floorMargin + Px((k.north-at)/k.per) }

func (k *floorSketch) box(f *planner.Footprint) Box {
	x, y := k.x(f.X), k.y(f.Y+f.DY)
	return Box{X: x, Y: y, W: max(1, k.x(f.X+f.DX)-x), H: max(1, k.y(f.Y)-y)}
}

// drawRacks draws each rack, or the rows where there are too many.
func (k *floorSketch) drawRacks() {
	together := k.placed > MaxFloorRacks
	for i := range k.hall.rows {
		r := &k.hall.rows[i]
		places := k.hall.places[r.first:r.last]
		if together && r.name != "" && len(places) > 1 {
			k.rowBox(r, places)
			k.rowName(r.name, places)
			continue
		}
		for j := range places {
			k.rack(&places[j])
		}
		if r.name != "" {
			k.rowName(r.name, places)
		}
	}
	var said []string
	if together {
		said = append(said, fmt.Sprintf("There are %s racks, so each row is drawn as one box.", number(k.placed)))
	}
	if k.left > 0 {
		said = append(said, fmt.Sprintf("%s more are not drawn; the table of racks has them.", number(k.left)))
	}
	if k.nameless > 0 {
		said = append(said, fmt.Sprintf("Names that do not fit on %s are left out.", counted(k.nameless, "rack", "racks")))
	}
	if n := len(k.hall.res.Racks) - k.placed; n > 0 {
		said = append(said, counted(n, "rack stands", "racks stand")+" nowhere: without a row and without coordinates.")
	}
	k.Said = strings.Join(said, " ")
}

// useOf is what the colour of racks stands for.
func (k *floorSketch) useOf(u *planner.RackUse) planner.Use {
	if k.options.By == ByUnits {
		return u.Units
	}
	return u.Power
}

func (k *floorSketch) rack(p *Place) {
	f := &p.Use.Floor
	if !f.Placed {
		return
	}
	if len(k.Racks) >= MaxFloorBoxes {
		k.left++
		return
	}
	use := k.useOf(p.Use)
	r := FloorRack{Racks: 1, Step: FloorStep(use.Used, use.Limit, 100), Box: k.box(f)}
	value := k.valueOf(use)
	r.Full = "rack " + p.Name + ", " + value + ", front to the " + f.Faces
	if p.Row != "" {
		r.Full = "rack " + p.Name + " of row " + p.Row + ", " + value + ", front to the " + f.Faces
	}
	if k.options.RackHref != nil {
		r.Href = k.options.RackHref(p.Name)
	}
	r.Front = frontOf(r.Box, f.Faces)
	if l := k.options.Link; l != nil {
		r.End = l.A.Device.Rack == p.Name || l.B.Device.Rack == p.Name
	}
	if r.Name, r.Value = inside(r.Box, p.Name, short(value)); r.Name.Words == "" {
		k.nameless++
	}
	k.Racks = append(k.Racks, r)
}

// inside are a name and a value in a box: along its longer side.
func inside(b Box, name, value string) (Text, Text) {
	upright := b.H > b.W
	room, across := b.W, b.H
	if upright {
		room, across = b.H, b.W
	}
	if across < 90 {
		return Text{}, Text{}
	}
	largest := min(130, across*45/100)
	words, size := fit(name, room-40, largest, 60)
	if words != name { // a part of it would name another rack
		words = ""
	}
	t := Text{X: b.X + b.W/2, Y: b.Y + b.H/2, Size: size, Anchor: "middle", Upright: upright, Words: words}
	var v Text
	two := across >= 250
	if two {
		v = t
		v.Words, v.Size = fit(value, room-40, min(110, largest), 60)
	}
	shift := func(t *Text, by Px) {
		if upright {
			t.X += by
		} else {
			t.Y += by
		}
	}
	middle := size * 36 / 100
	if two {
		shift(&t, middle-across/5)
		shift(&v, middle+across/5)
	} else {
		shift(&t, middle)
	}
	return t, v
}

// frontOf is the strip of a rack that is its cold side.
func frontOf(b Box, faces string) Box {
	thick := max(8, min(30, min(b.W, b.H)/6))
	switch faces {
	case "north":
		return Box{X: b.X, Y: b.Y, W: b.W, H: thick}
	case "east":
		return Box{X: b.X + b.W - thick, Y: b.Y, W: thick, H: b.H}
	case "west":
		return Box{X: b.X, Y: b.Y, W: thick, H: b.H}
	}
	return Box{X: b.X, Y: b.Y + b.H - thick, W: b.W, H: thick}
}

// valueOf is a figure in words: "27.4 of 30.0 kW".
func (k *floorSketch) valueOf(u planner.Use) string {
	text, unit := kilo, " kW"
	if k.options.By == ByUnits {
		text, unit = func(v int64) string { return units.RackUnits(v).String() }, " U"
	}
	if u.Limit < 0 {
		return text(u.Used) + unit
	}
	return text(u.Used) + " of " + text(u.Limit) + unit
}

// short is what of a value fits a rack: what is used.
func short(value string) string {
	used, _, _ := strings.Cut(value, " of ")
	return used
}

// kilo is watts in kW with one digit, rounded up: needs round up.
func kilo(watts int64) string {
	tenths := (watts + 99) / 100
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}

// FloorStep is the colour of a share of a limit: 0 nothing, 1 to 4 the quarters
// of the limit, 5 above it; -1: there is no limit. Limit counts so many percent
// of what.
func FloorStep(used, what int64, percent int) int {
	if what <= 0 {
		return -1
	}
	whole := what / 100 * int64(percent)
	if percent == 100 {
		whole = what
	}
	switch {
	case used <= 0:
		return 0
	case used > whole:
		return 5
	}
	return int(min(4, 1+(used-1)*4/max(1, whole)))
}
