package drawing

import (
	"fmt"
	"slices"
	"strings"
)

// Faces says which faces of each rack are drawn.
type Faces int8

// The faces of a rack.
const (
	Both Faces = iota // front and rear side by side
	Fronts
	Rears
)

// rears are the faces to draw, each as whether it is the rear.
func (f Faces) rears() []bool {
	return [...][]bool{Both: {false, true}, Fronts: {false}, Rears: {true}}[f]
}

// Options say how racks are drawn.
type Options struct {
	Title      string // of the drawing; empty: worked out
	Faces      Faces
	Wrap       int    // racks side by side at most; 0: all of a line
	Chosen     string // device that stands out, with those it is linked to
	Legend     bool
	DeviceHref func(device string) string // nil: devices are no links
	RackHref   func(rack string) string   // nil: racks are no links

	// SlotHref is where a device is placed at a unit that is free front and
	// rear; nil: free units are no links.
	SlotHref func(rack string, unit int, rear bool) string
}

func (o *Options) device(name string) string {
	if o.DeviceHref == nil {
		return ""
	}
	return o.DeviceHref(name)
}

// Room around and between the parts of a drawing.
const (
	margin    Px = 120
	gutter    Px = 260 // for unit figures, at each side of a face
	postWidth Px = 70
	endBar    Px = 70  // upper and lower end of the frame
	sideStrip Px = 200 // for what stands beside the units, at each side
	faceGap   Px = 160
	rackGap   Px = 300
	headRoom  Px = 270 // name of the rack
	faceRoom  Px = 180 // word above a face
	lineRoom  Px = 160 // one line of sums
	sumLines  Px = 5
	capRoom   Px = 320 // caption of a line of racks
	lineGap   Px = 260
)

// Elevation draws lines of racks. Names no rack has are left out.
func (h *Hall) Elevation(lines []Line, o Options) *Elevation {
	e := &Elevation{Title: o.Title}
	d := &drafter{hall: h, options: &o, marks: MaxMarks}
	rows, asked := d.choose(lines)
	d.facts = h.lookAt(d.shown, o.Chosen)
	y := margin
	captions := len(rows) > 1 || len(lines) > 1
	for _, r := range rows {
		if captions && r.caption != "" {
			size := Px(140)
			e.Captions = append(e.Captions, Text{X: margin, Y: y + 170, Size: size, Anchor: "start", Words: r.caption})
			e.W = max(e.W, 2*margin+widthOf(r.caption, size))
			y += capRoom
		}
		x, most := margin, 0
		for _, at := range r.places {
			most = max(most, h.places[at].Units)
		}
		strip := d.strip(r.places)
		for _, at := range r.places {
			rack := d.rack(at, x, y, most, strip)
			x += rack.Box.W + rackGap
			e.Racks = append(e.Racks, rack)
		}
		e.W = max(e.W, x-rackGap+margin)
		y += headRoom + faceRoom + 2*endBar + Px(most)*UnitHeight + sumLines*lineRoom + lineGap
	}
	e.H = y - lineGap + margin
	e.W = max(e.W, 2*margin+2800)
	switch {
	case asked == 0:
		e.Omitted = "there are no racks to draw"
		e.H = 2 * margin
	case asked > len(e.Racks):
		e.Omitted = fmt.Sprintf("%d of %d racks are drawn; a drawing holds %d racks and %d devices: draw the others by row or one by one",
			len(e.Racks), asked, MaxRacks, MaxDevices)
	}
	if e.Omitted != "" {
		words, size := fit(e.Omitted, e.W-2*margin, 120, 70)
		e.OmittedAt = Text{X: margin, Y: e.H, Size: size, Anchor: "start", Words: words}
		e.H += 220
	}
	if o.Legend {
		e.legend()
	}
	if e.Title == "" {
		e.Title = title(rows)
		if len(e.Racks) == 1 {
			e.Title = "Rack " + e.Racks[0].Name
		}
	}
	e.Desc = describe(e, o.Faces)
	return e
}

// A line of racks as it is drawn.
type drawnLine struct {
	caption string
	places  []int32
}

func title(rows []drawnLine) string {
	if len(rows) == 0 {
		return "No racks"
	}
	if rows[0].caption == "" {
		return "Racks"
	}
	return rows[0].caption
}

// describe is the drawing in two sentences.
func describe(e *Elevation, faces Faces) string {
	words := [...]string{Both: "front and rear", Fronts: "front", Rears: "rear"}[faces]
	devices, worst := 0, [Error + 1]int{}
	for i := range e.Racks {
		for _, r := range e.Racks[i].Rows {
			if r.Device != "" {
				devices++
				worst[r.Status]++
			}
		}
	}
	text := fmt.Sprintf("Elevation, %s, to scale, U1 at the bottom: %s, %s", words,
		counted(len(e.Racks), "rack", "racks"), counted(devices, "device", "devices"))
	if words := troubles(worst); words != "" {
		text += "; " + words
	}
	if e.Omitted != "" {
		text += "; " + e.Omitted
	}
	return text + "."
}

// troubles counts what is not ok: "2 devices with errors, 1 with warnings".
func troubles(n [Error + 1]int) string {
	var parts []string
	for _, t := range []struct {
		s     Status
		words string
	}{{Error, "with errors"}, {Unknown, "unknown"}, {Warning, "with warnings"}} {
		switch {
		case n[t.s] == 0:
		case len(parts) == 0:
			parts = append(parts, counted(n[t.s], "device", "devices")+" "+t.words)
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n[t.s], t.words))
		}
	}
	return strings.Join(parts, ", ")
}

// A drafter draws the racks of one elevation.
type drafter struct {
	hall    *Hall
	options *Options
	shown   []int32 // devices of the racks that are drawn
	marks   int     // cages that may still be drawn one by one
	facts   factsOf
}

// choose finds the racks to draw within the bounds, and counts those asked for.
func (d *drafter) choose(lines []Line) (rows []drawnLine, asked int) {
	racks := 0
	full := false
	for _, l := range lines {
		row := drawnLine{caption: l.Caption}
		for _, name := range l.Racks {
			at := d.hall.Find(name)
			if at < 0 {
				continue
			}
			asked++
			devices := d.hall.devices[at]
			if full = full || racks == MaxRacks || racks > 0 && len(d.shown)+len(devices) > MaxDevices; full {
				continue
			}
			racks++
			d.shown = append(d.shown, devices[:min(len(devices), MaxDevices)]...)
			if d.options.Wrap > 0 && len(row.places) == d.options.Wrap {
				rows = append(rows, row)
				row = drawnLine{}
			}
			row.places = append(row.places, int32(at))
		}
		if len(row.places) > 0 {
			rows = append(rows, row)
		}
	}
	return rows, asked
}

// of are the facts of the devices of a place, in natural order of name.
func (d *drafter) of(at int32) []*facts {
	devices := d.hall.devices[at]
	all := make([]*facts, 0, len(devices))
	for _, i := range devices[:min(len(devices), MaxDevices)] {
		all = append(all, d.facts[&d.hall.res.Devices[i]])
	}
	return all
}

// strip is the room a line of racks needs at each side of a face for what
// stands beside the units.
func (d *drafter) strip(places []int32) Px {
	for _, at := range places {
		if slices.ContainsFunc(d.of(at), (*facts).beside) {
			return sideStrip
		}
	}
	return 0
}
