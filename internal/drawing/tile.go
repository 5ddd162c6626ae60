package drawing

import "strconv"

// tileTop is the room above and below the rack of a tile.
const tileTop Px = 60

// Tiles draw racks that stand side by side one by one, each as a drawing of the
// same size: side by side they are the line, on one baseline, and a page can
// leave the exact room for those it has not drawn yet.
type Tiles struct {
	W, H Px // of each

	hall  *Hall
	o     Options
	at    []int32        // places, left to right
	where map[string]int // index into at, by name
	most  int            // units of the tallest
	strip Px
}

// Tiles prepares racks, left to right; names no rack has are left out. Of the
// options Wrap, Legend and Title do not count.
func (h *Hall) Tiles(racks []string, o Options) *Tiles {
	t := &Tiles{hall: h, o: o, where: map[string]int{}}
	for _, name := range racks {
		if at := h.Find(name); at >= 0 {
			t.where[name] = len(t.at)
			t.at = append(t.at, int32(at))
			t.most = max(t.most, h.places[at].Units)
		}
	}
	for _, at := range t.at {
		if h.anyBeside(at) {
			t.strip = sideStrip
			break
		}
	}
	faces := Px(len(o.Faces.rears()))
	t.W = faces*(faceWidth(t.strip)+faceGap) - faceGap + rackGap
	t.H = 2*tileTop + headRoom + faceRoom + 2*endBar + Px(t.most)*UnitHeight + sumLines*lineRoom
	return t
}

// anyBeside reports whether something in a rack takes no units.
func (h *Hall) anyBeside(at int32) bool {
	for _, i := range h.devices[at] {
		if t := h.res.Devices[i].Type; t != nil && t.Rackable && t.Height == 0 {
			return true
		}
	}
	return false
}

// faceWidth is the width of one face with its figures.
func faceWidth(strip Px) Px { return 2*gutter + 2*strip + 2*postWidth + PanelWidth }

// drafter looks at the devices of some of the racks.
func (t *Tiles) drafter(places []int32) *drafter {
	d := &drafter{hall: t.hall, options: &t.o, marks: MaxMarks}
	for _, at := range places {
		devices := t.hall.devices[at]
		d.shown = append(d.shown, devices[:min(len(devices), MaxDevices)]...)
	}
	d.facts = t.hall.lookAt(d.shown, t.o.Chosen)
	return d
}

// rackAt draws the n-th rack as far right as x.
func (t *Tiles) rackAt(d *drafter, n int, x Px) Rack {
	return d.rack(t.at[n], x+rackGap/2, tileTop, t.most, t.strip)
}

// Draw gives the tiles of some of the racks in the order asked for: of those
// the Tiles have, and as many as the bounds of a drawing allow, the first in
// any case.
func (t *Tiles) Draw(racks []string) []*Elevation {
	var places []int32
	var shown []int
	devices := 0
	for _, name := range racks {
		n, ok := t.where[name]
		if !ok {
			continue
		}
		if devices += len(t.hall.devices[t.at[n]]); len(shown) == MaxRacks || len(shown) > 0 && devices > MaxDevices {
			break
		}
		shown, places = append(shown, n), append(places, t.at[n])
	}
	d := t.drafter(places)
	out := make([]*Elevation, 0, len(shown))
	for _, n := range shown {
		rack := t.rackAt(d, n, 0)
		e := &Elevation{Title: "Rack " + rack.Name, W: t.W, H: t.H, Racks: []Rack{rack}}
		e.Desc = describe(e, t.o.Faces)
		out = append(out, e)
	}
	return out
}

// Legend is a drawing of nothing but what the marks mean.
func Legend() *Elevation {
	e := &Elevation{Title: "What the marks mean", Desc: "Statuses of devices, states of cages, ways of air.", W: 2*margin + 7400, H: margin}
	e.legend()
	return e
}

// A Slot is a unit of a rack that is free front and rear.
type Slot struct {
	Label string // "U12 of rack A05 is free: place a device here"
	Href  string
	Box   Box
}

// slots are the free units of a face as links; taken are half units.
func (d *drafter) slots(p *Place, f *Face, taken []bool) []Slot {
	if d.options.SlotHref == nil {
		return nil
	}
	var out []Slot
	for u := 1; u <= p.Units; u++ {
		if taken[2*u-2] || taken[2*u-1] {
			continue
		}
		label := "U" + strconv.Itoa(u) + " of rack " + p.Name + " is free: place a device here"
		out = append(out, Slot{label, d.options.SlotHref(p.Name, u, f.Rear), Box{f.Panel.X, f.Panel.Y + f.Panel.H - Px(u)*UnitHeight, f.Panel.W, UnitHeight}})
	}
	return out
}
