package drawing

import (
	"fmt"

	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// Bounds of a floor plan: with more racks in view than these, racks that stand
// in a row are drawn as one box a row, and what is more still is left out and
// said.
const (
	MaxFloorRacks = 2_000
	MaxFloorBoxes = 4_000
)

// A FloorPlan is the hall from above, or a part of it, to scale, north up.
type FloorPlan struct {
	Title, Desc string
	W, H        Px
	Wide        bool // wider than a page: to be pushed to and fro
	Map         FloorMap
	TrayWidth   Px
	Grid        []FloorLine
	Edge        []Text // letters and numbers of the grid
	Rows        []Text // their names
	Racks       []FloorRack
	Trays       []FloorTray
	Aisles      []FloorAisle
	Runs        []FloorLeg // of the rack that is chosen
	Route       []FloorLeg // of the link that is lit; nil: none
	Plates      []FloorPlate
	Scale       FloorScale
	Legend      []FloorKey
	Said        string // what was put together or left out; empty: nothing
}

// A FloorMap turns places of the drawing into places of the hall.
type FloorMap struct {
	West, North units.Length // of the drawing's upper left corner
	Per         units.Length // of a tenth of a pixel, whole micrometres
}

// A FloorLine is a line of the grid.
type FloorLine struct{ X1, Y1, X2, Y2 Px }

// A FloorRack is a rack, or all racks of a row together.
type FloorRack struct {
	Rack   string // empty: a row
	Row    string // empty: it stands in none
	Full   string // "rack A05 of row A, 27.4 of 30.0 kW, front to the south"
	Href   string
	Racks  int
	Step   int    // of the colour, 0 to 4: see FloorStep; 5: above the limit; -1: not known
	Status Status // where the colour is that of the worst status
	Place  planner.Footprint
	Box    Box
	Front  Box // its cold side; W 0: several racks
	Name   Text
	Value  Text
	Mark   Box         // of Status, or of what is above its limit; W 0: none
	Ticks  []FloorLine // as many as its step, where there is no room for the value
	End    bool        // of the lit route, or of a run of the rack or tray that is chosen
	Chosen bool
}

// A FloorTray is a stretch of a tray that is as full all along.
type FloorTray struct {
	Name           string
	Full           string
	Href           string
	First          bool // of the stretches of its tray
	Chosen         bool
	Step           int // 0: no cables, 1 to 4, 5: above the limit, -1: not known
	X1, Y1, X2, Y2 Px
}

// A FloorPlate is words on a plate that keeps lines from them.
type FloorPlate struct {
	At    Text
	Box   Box
	Lit   bool // of a route or run
	Other bool // a run's length, at its far rack
}

// A FloorLeg is a level part of a route.
type FloorLeg struct {
	Full   string
	Points [][2]Px
}

// A FloorAisle is an arrow of air: into a front, or out of a rear.
type FloorAisle struct {
	Hot    bool
	X1, Y1 Px // its tail
	X2, Y2 Px // its head
	Words  Text
}

// A FloorScale is the scale bar and the arrow to the north.
type FloorScale struct {
	Bar   Box
	Words Text
	North Text
}

// A FloorKey explains one colour of racks or trays.
type FloorKey struct {
	Tray   bool
	Step   int
	Status Status // of racks coloured by status
	Mark   Box    // of Status; W 0: none
	Box    Box
	Ticks  []FloorLine
	At     Text
}

// What part of a hall a floor plan shows.
const (
	LookFit  = "fit"
	LookRow  = "row"
	LookRack = "rack"
)

// FloorOptions say what a floor plan shows.
type FloorOptions struct {
	By       string        // one of FloorColours
	Fill     int           // limit of trays in percent
	Look     string        // fit | row | rack; empty: fit
	Link     *planner.Link // whose route is lit; nil: none
	Rack     string        // the rack that is chosen, whose runs are drawn
	Row      string        // the row to look at
	Tray     string        // the tray that is chosen
	Runs     []RackRuns    // of what is chosen: RunsAt or RunsOver
	RackHref func(name string) string
	RowHref  func(row string) string // of rows drawn as one box
	TrayHref func(tray string) string
}

// The drawing's places.
const (
	floorWidth  Px           = 9_000 // at most
	floorHeight Px           = 8_200
	floorMargin Px           = 900 // left, right and below
	floorTop    Px           = 330
	leastFloor  Px           = 7_400                  // what the legend takes
	finest      units.Length = 400 * units.Micrometre // of a tenth of a pixel: 1 px is at least 4 mm
	widestRow   Px           = 40_000                 // a row that is looked at
	rowScale    units.Length = 2 * units.Millimetre   // of a tenth of a pixel, so that names in a row can be read
	floorApron               = 1200 * units.Millimetre
	nearby                   = 3 * units.Metre // around a rack that is looked at
)

// A floorSketch is a floor plan while it is drawn.
type floorSketch struct {
	*FloorPlan
	hall          *Hall
	options       FloorOptions
	colour        floorColour
	window        extent // what is in view
	per           units.Length
	placed, shown int // racks of the hall, in view
	left          int
	nameless      int // racks whose names do not fit
	ends          map[string]bool
	fullest       []trayEnd // of the trays in view with cables
}

// An extent is a rectangle of the hall.
type extent struct{ west, south, east, north units.Length }

func (e *extent) take(o extent) {
	e.west, e.south, e.east, e.north = min(e.west, o.west), min(e.south, o.south), max(e.east, o.east), max(e.north, o.north)
}

func (e extent) grown(by units.Length) extent {
	return extent{e.west - by, e.south - by, e.east + by, e.north + by}
}

func (e extent) meets(o extent) bool {
	return e.west <= o.east && o.west <= e.east && e.south <= o.north && o.south <= e.north
}

// overlaps is meets without edges that only touch.
func (e extent) overlaps(o extent) bool {
	return e.west < o.east && o.west < e.east && e.south < o.north && o.south < e.north
}

func extentOf(f *planner.Footprint) extent { return extent{f.X, f.Y, f.X + f.DX, f.Y + f.DY} }

// NewFloor draws the floor of a hall.
func NewFloor(h *Hall, o FloorOptions) *FloorPlan {
	k := &floorSketch{FloorPlan: &FloorPlan{W: leastFloor}, hall: h, options: o, ends: map[string]bool{}}
	k.Title = "Floor of " + h.res.Name
	if !k.measure() {
		k.H = 600
		k.Said = "No rack has a row or coordinates, so there is no floor to draw."
		k.Desc = k.Said
		return k.FloorPlan
	}
	k.colour = newFloorColour(h, o.By)
	k.findEnds()
	k.drawGrid()
	k.drawTrays()
	k.drawRacks()
	k.drawAisles()
	k.drawRuns()
	k.drawRoute()
	k.writeTrays()
	k.clearEdges()
	k.foot()
	k.Desc = fmt.Sprintf("%s to scale, north up; %s. The tables hold what is drawn.", counted(k.shown, "rack", "racks"), counted(trayCount(h.res), "tray", "trays"))
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

// extent is what the racks and trays of the hall cover; ok is false where
// nothing stands anywhere.
func (h *Hall) extent() (all extent, racks int) {
	for i := range h.res.Racks {
		f := &h.res.Racks[i].Floor
		if !f.Placed {
			continue
		}
		if racks == 0 {
			all = extentOf(f)
		}
		all.take(extentOf(f))
		racks++
	}
	if racks == 0 {
		return all, 0
	}
	for i := range h.res.Trays {
		all.take(stretch(&h.res.Trays[i]))
	}
	return all, racks
}

// stretch is the line of a stretch of a tray.
func stretch(t *planner.TrayUse) extent {
	return extent{min(t.FromX, t.ToX), min(t.FromY, t.ToY), max(t.FromX, t.ToX), max(t.FromY, t.ToY)}
}

// measure finds what is to be drawn and its scale; false: nothing stands
// anywhere.
func (k *floorSketch) measure() bool {
	all, racks := k.hall.extent()
	if racks == 0 {
		return false
	}
	k.placed, k.window = racks, all.grown(floorApron)
	switch k.options.Look {
	case LookRow:
		if row, ok := k.hall.rowExtent(k.options.Row); ok {
			k.window = row.grown(floorApron)
		}
	case LookRack:
		if at := k.hall.Find(k.options.Rack); at >= 0 && k.hall.places[at].Use.Floor.Placed {
			k.window = extentOf(&k.hall.places[at].Use.Floor).grown(nearby)
		}
	}
	for i := range k.hall.places {
		if f := &k.hall.places[i].Use.Floor; f.Placed && k.window.overlaps(extentOf(f)) {
			k.shown++
		}
	}
	across, up := k.window.east-k.window.west, k.window.north-k.window.south
	k.per = max(finest, across/units.Length(floorWidth-2*floorMargin)+1, up/units.Length(floorHeight-floorTop-floorMargin)+1)
	if k.options.Look == LookRow { // a long row is wider than the page
		k.per = max(finest, min(k.per, rowScale), across/units.Length(widestRow)+1)
	}
	k.per = (k.per + units.Micrometre - 1) / units.Micrometre * units.Micrometre
	k.Map = FloorMap{West: k.window.west - units.Length(floorMargin)*k.per, North: k.window.north + units.Length(floorTop)*k.per, Per: k.per}
	k.TrayWidth = max(20, min(70, Px(300*units.Millimetre/k.per)))
	k.W = max(leastFloor, Px(across/k.per)+2*floorMargin)
	k.Wide = k.W > floorWidth
	k.H = Px(up/k.per) + floorTop + floorMargin
	return true
}

// rowExtent is what the racks of a row cover.
func (h *Hall) rowExtent(name string) (all extent, ok bool) {
	for i := range h.rows {
		if r := &h.rows[i]; r.name == name && name != "" {
			for j := range h.places[r.first:r.last] {
				if f := &h.places[int(r.first)+j].Use.Floor; f.Placed {
					if !ok {
						all, ok = extentOf(f), true
					}
					all.take(extentOf(f))
				}
			}
		}
	}
	return all, ok
}

func (k *floorSketch) x(at units.Length) Px { return floorMargin + Px((at-k.window.west)/k.per) }
func (k *floorSketch) y(at units.Length) Px { return floorTop + Px((k.window.north-at)/k.per) }

// box is where a rack is drawn: the part of it that is in view.
func (k *floorSketch) box(f *planner.Footprint) Box {
	w, e := max(f.X, k.window.west), min(f.X+f.DX, k.window.east)
	s, n := max(f.Y, k.window.south), min(f.Y+f.DY, k.window.north)
	x, y := k.x(w), k.y(n)
	return Box{X: x, Y: y, W: max(1, k.x(e)-x), H: max(1, k.y(s)-y)}
}

// clip is the part of a line in view; the line is parallel to an axis. False:
// it is out of view.
func (k *floorSketch) clip(a, b planner.Point) (planner.Point, planner.Point, bool) {
	w := &k.window
	if !w.meets(extent{min(a.X, b.X), min(a.Y, b.Y), max(a.X, b.X), max(a.Y, b.Y)}) {
		return a, b, false
	}
	into := func(p planner.Point) planner.Point {
		return planner.Point{X: min(max(p.X, w.west), w.east), Y: min(max(p.Y, w.south), w.north)}
	}
	return into(a), into(b), true
}
