package drawing

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// A Place is a rack as it stands, its defaults filled in.
type Place struct {
	Name      string
	Row       string // empty: it stands in none
	Position  int    // in its row, from 1
	Units     int
	FirstUnit int
	TopDown   bool // unit figures count from the top
	Depth     units.Length
	Base      units.Length // height of U1 above the floor
	Use       *planner.RackUse
}

// Defaults of a rack (plan format, Defaults).
const (
	defaultUnits     = 48
	defaultDepth     = 1200 * units.Millimetre
	defaultFirstUnit = 1
	defaultFaces     = "south"
)

// Marked is the figure at a unit of the rack, 1 being the lowest.
func (p *Place) Marked(unit int) int {
	if p.TopDown {
		return p.FirstUnit + p.Units - unit
	}
	return p.FirstUnit + unit - 1
}

// asMarked reports whether figures at the rack are those of the plan.
func (p *Place) asMarked() bool { return p.FirstUnit == defaultFirstUnit && !p.TopDown }

// A Hall is a plan with its result, ready to be drawn. It is safe for
// concurrent use.
type Hall struct {
	doc     *plan.Document
	res     *planner.Result
	places  []Place          // row by row, by position; then racks in no row
	byName  map[string]int32 // index into places
	rows    []hallRow        // those that hold racks, in document order; the last may be no row
	devices [][]int32        // of each place, indexes into res.Devices
}

// A hallRow is a run of places.
type hallRow struct {
	name        string
	faces       string // south | north | east | west
	backward    bool   // positions run west or south
	first, last int32  // places[first:last]
}

// NewHall prepares a plan; the result must be that of the document. It takes
// time for each rack and device, not for each link.
func NewHall(doc *plan.Document, res *planner.Result) *Hall {
	h := &Hall{doc: doc, res: res, byName: map[string]int32{}}
	rowAt := map[string]int{}
	for i := range doc.Site.Rows {
		r := &doc.Site.Rows[i]
		if _, twice := rowAt[r.Name]; !twice {
			rowAt[r.Name] = len(h.rows)
			h.rows = append(h.rows, hallRow{name: r.Name, faces: cmp.Or(r.Faces, defaultFaces), backward: r.Runs == "west" || r.Runs == "south"})
		}
	}
	h.placeRacks(rowAt)
	h.devices = make([][]int32, len(h.places))
	for i := range res.Devices {
		if d := &res.Devices[i]; d.Rack != "" {
			if at, ok := h.byName[d.Rack]; ok {
				h.devices[at] = append(h.devices[at], int32(i))
			}
		}
	}
	return h
}

// placeRacks fills places, byName and the runs of rows. Of racks with one name
// the first counts, as in the planner.
func (h *Hall) placeRacks(rowAt map[string]int) {
	uses := make(map[string]*planner.RackUse, len(h.res.Racks))
	for i := range h.res.Racks {
		uses[h.res.Racks[i].Name] = &h.res.Racks[i]
	}
	for i := range h.doc.Racks {
		e := &h.doc.Racks[i]
		slots, err := plan.ExpandRack(e)
		if err != nil { // a document with such a name is not readable
			continue
		}
		p := Place{Units: intOr(e.Units, defaultUnits), FirstUnit: intOr(e.FirstUnit, defaultFirstUnit), TopDown: e.Numbering == "top-down",
			Depth: lengthOr(e.Depth, defaultDepth), Base: lengthOr(e.Base, 0)}
		_, inRow := rowAt[e.Row]
		for n, name := range slots.Names {
			if p.Use = uses[name]; p.Use == nil {
				continue
			}
			uses[name] = nil
			p.Name = name
			if inRow {
				p.Row, p.Position = e.Row, slots.Position(n)
			}
			h.places = append(h.places, p)
		}
	}
	none := len(h.rows) // racks in no row come last
	order := func(p *Place) int {
		if at, ok := rowAt[p.Row]; ok && p.Row != "" {
			return at
		}
		return none
	}
	slices.SortStableFunc(h.places, func(a, b Place) int {
		return cmp.Or(cmp.Compare(order(&a), order(&b)), cmp.Compare(a.Position, b.Position), units.CompareNatural(a.Name, b.Name))
	})
	h.rows = append(h.rows, hallRow{faces: defaultFaces})
	for i := range h.places {
		p := &h.places[i]
		h.byName[p.Name] = int32(i)
		r := &h.rows[order(p)]
		if r.last == 0 {
			r.first = int32(i)
		}
		r.last = int32(i + 1)
	}
	h.rows = slices.DeleteFunc(h.rows, func(r hallRow) bool { return r.last == 0 })
}

// Places are all racks: row by row in the order of the document, by position;
// then those in no row, in natural order of name. They must not be changed.
func (h *Hall) Places() []Place { return h.places }

// Find is where a rack stands among Places; -1: there is none of that name.
func (h *Hall) Find(rack string) int {
	if at, ok := h.byName[rack]; ok {
		return int(at)
	}
	return -1
}

// RackOf is the rack a device stands in; empty: in none, or there is no such
// device.
func (h *Hall) RackOf(device string) string {
	at, ok := h.device(device)
	if !ok {
		return ""
	}
	return h.res.Devices[at].Rack
}

// Device is a device of the plan; nil: there is none of that name.
func (h *Hall) Device(name string) *planner.Device {
	if at, ok := h.device(name); ok {
		return &h.res.Devices[at]
	}
	return nil
}

// device finds a device of the plan by name.
func (h *Hall) device(name string) (at int, ok bool) {
	return slices.BinarySearchFunc(h.res.Devices, name, func(d planner.Device, name string) int { return units.CompareNatural(d.Name, name) })
}

// A Line is racks side by side.
type Line struct {
	Caption string
	Row     string // empty: racks in no row
	Racks   []string
}

// Lines are the rows of the hall as one sees them who stands before the given
// faces: from left to right. The last line holds racks that stand in no row.
func (h *Hall) Lines(faces Faces) []Line {
	lines := make([]Line, 0, len(h.rows))
	for _, r := range h.rows {
		names := make([]string, 0, r.last-r.first)
		for _, p := range h.places[r.first:r.last] {
			names = append(names, p.Name)
		}
		l := Line{Caption: "Racks in no row", Row: r.name, Racks: names}
		if r.name != "" {
			l.Caption = "Row " + r.name + ", " + r.seen(faces)
			if r.mirrored(faces) {
				slices.Reverse(names)
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// seen says how one sees a row: "fronts, seen from the south".
func (r *hallRow) seen(faces Faces) string {
	switch faces {
	case Fronts:
		return "fronts, seen from the " + r.faces
	case Rears:
		return "rears, seen from the " + opposite[r.faces]
	}
	return "fronts and rears, in the order of the fronts seen from the " + r.faces
}

// mirrored reports whether positions run from right to left for who stands
// before the faces. East is right for who looks north.
func (r *hallRow) mirrored(faces Faces) bool {
	left := r.backward
	if r.faces == "north" || r.faces == "west" {
		left = !left
	}
	if faces == Rears {
		left = !left
	}
	return left
}

// entryOf is the document's entry of a device; nil: it has none.
func (h *Hall) entryOf(d *planner.Device) *plan.Device {
	i, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(d.Path, "devices["), "]"))
	if err != nil || i < 0 || i >= len(h.doc.Devices) {
		return nil
	}
	return &h.doc.Devices[i]
}

func lengthOr(l *units.Length, otherwise units.Length) units.Length {
	if l == nil {
		return otherwise
	}
	return *l
}

func intOr(n *int, otherwise int) int {
	if n == nil {
		return otherwise
	}
	return *n
}
