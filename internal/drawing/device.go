package drawing

import "lengthwise/internal/catalog"

// Room inside the box of a device.
const (
	inset     Px = 6  // between neighbours
	bandWidth Px = 60 // shows the kind
	padding   Px = 40
	tall      Px = 400 // from here a device has two lines of words
	low       Px = 160 // below this words and cages stand side by side
	pitchMost Px = 110 // from cage to cage
	pitchMin  Px = 34
)

// started is a device with what does not depend on its form.
func (d *drafter) started(p *Place, s *span, rear bool) Device {
	f := s.f
	out := Device{Name: f.dev.Name, Label: p.label(f), Href: d.options.device(f.dev.Name), Status: f.status, Chosen: f.chosen, Peer: f.peer,
		Behind: f.rear() != rear && (f.beside() || f.shallow(p.Depth))}
	if !f.beside() {
		out.U, out.Height, out.Deep = f.dev.U, f.height(), !f.shallow(p.Depth)
	}
	if f.stands() {
		out.Kind = f.dev.Type.Kind
	}
	return out
}

// device draws a device on a panel.
func (d *drafter) device(p *Place, s *span, panel Box, rear bool) Device {
	out := d.started(p, s, rear)
	x, w := panel.X, panel.W
	switch {
	case s.lanes > 1:
		w = panel.W / Px(s.lanes)
		x += w * Px(s.lane)
	case !s.left:
		x, w = x+w/2, w/2
	case !s.right:
		w /= 2
	}
	half := UnitHeight / 2
	out.Box = Box{x + inset, panel.Y + panel.H - Px(s.to)*half + inset, w - 2*inset, Px(s.to-s.from)*half - 2*inset}
	out.Band = Box{out.Box.X, out.Box.Y, bandWidth, out.Box.H}
	words := Box{out.Box.X + bandWidth + padding, out.Box.Y, out.Box.W - bandWidth - 2*padding, out.Box.H}
	if s.f.portsAt(rear) && len(s.f.dev.Type.Cages) > 0 && words.W > 200 {
		cages := words
		switch {
		case out.Box.H < low:
			cages.X, cages.W = words.X+words.W/2, words.W/2
			cages.Y, cages.H = words.Y+10, words.H-20
			words.W = words.W/2 - 20
		case out.Box.H < tall:
			cages.H = out.Box.H * 38 / 100
		default:
			cages.H = min(out.Box.H*30/100, 330)
		}
		if out.Box.H >= low {
			cages.Y = out.Box.Y + out.Box.H - cages.H - 12
			words.H -= cages.H + 12
		}
		d.cages(&out, s.f, cages)
	}
	write(&out, s.f, words, rear)
	return out
}

// write puts marks and words into their part of a device. Where the name would
// be cut, first the icon and then the way of air make room for it.
func write(out *Device, f *facts, room Box, rear bool) {
	middle := room.Y + room.H/2
	size := min(max(room.H*70/100, 60), 120)
	two := room.H >= tall*60/100
	largest, smallest := min(room.H*80/100, 120), Px(70)
	if largest < 100 {
		smallest = 60
	}
	largest = max(largest-largest%5, smallest)
	icon, air := room.H >= 100, f.air(rear)
	need := widthOf(out.Name, smallest) + size + 40 // with the mark of the status
	if air != AirUnknown && need+size+40 > room.W {
		air = AirUnknown
	}
	if air != AirUnknown {
		need += size + 40
	}
	icon = icon && need+size+50 <= room.W
	left, right := room.X, room.X+room.W
	if icon {
		out.Icon = Box{left, middle - size/2, size, size}
		left += size + 50
	}
	if out.Status != None && room.W > 300 {
		out.Mark = Box{right - size, middle - size/2, size, size}
		right -= size + 40
	}
	if air != AirUnknown {
		out.Air, out.AirAt = air, Box{right - size, middle - size/2, size, size}
		right -= size + 40
	}
	name, nameSize := fit(out.Name, right-left, largest, smallest)
	y := middle
	if two {
		y -= 70
	}
	out.Texts = []Text{{X: left, Y: baseline(y, nameSize), Size: nameSize, Anchor: "start", Words: name}}
	model := f.model()
	switch {
	case two:
		words, small := fit(model, right-left, 95, 70)
		out.Texts = append(out.Texts, Text{X: left, Y: baseline(middle+80, small), Size: small, Anchor: "start", Words: words})
	case name == out.Name && room.H >= 100:
		after := left + widthOf(name, nameSize) + 80
		if words, small := fit(model, right-after, nameSize-10, 70); words == model {
			out.Texts = append(out.Texts, Text{X: after, Y: out.Texts[0].Y, Size: small, Anchor: "start", Words: words})
		}
	}
}

// upright draws what stands beside the units: its name runs up.
func (d *drafter) upright(p *Place, s *span, box Box, rear bool) Device {
	out := d.started(p, s, rear)
	out.Box = box
	out.Band = Box{box.X, box.Y + box.H - min(bandWidth, box.H), box.W, min(bandWidth, box.H)}
	bottom, top := box.Y+box.H-out.Band.H-padding, box.Y+padding
	if out.Status != None && box.H > 400 {
		size := min(box.W-30, 120)
		out.Mark = Box{box.X + (box.W-size)/2, top, size, size}
		top += size + 40
	}
	name, size := fit(out.Name, bottom-top, min(110, max(box.W*70/100, 60)), 60)
	out.Texts = []Text{{X: baseline(box.X+box.W/2, size), Y: bottom, Size: size, Anchor: "start", Upright: true, Words: name}}
	return out
}

// cages draws the cages of a device in the largest size that fits, group by
// group, each filled downwards and then to the right as panels are numbered; a
// bar where they are too many.
func (d *drafter) cages(out *Device, f *facts, room Box) {
	t := f.dev.Type
	used := 0
	states := make([]State, len(t.Cages))
	for i := range t.Cages {
		if states[i] = f.cage(&t.Cages[i]); states[i] != Free {
			used++
		}
	}
	groups := runs(t.Cages)
	for pitch := min(pitchMost, room.H/10*10); pitch >= pitchMin && len(states) <= d.marks; pitch-- {
		down := max(int(room.H/pitch), 1)
		down = min(down, rowsFor(len(states)))
		columns := Px(0)
		for _, n := range groups {
			columns += Px((n+down-1)/down)*pitch + pitch*6/10
		}
		if columns-pitch*6/10 > room.W {
			continue
		}
		d.marks -= len(states)
		place(out, states, groups, room, pitch, down)
		return
	}
	high := min(room.H, 60)
	out.Bar = Box{room.X, room.Y + (room.H-high)/2, room.W, high}
	out.Fill = Px(int64(room.W) * int64(used) / int64(len(states)))
}

// rowsFor is how many rows so many cages stand in at most: panels have one or
// two, large ones more.
func rowsFor(cages int) int {
	switch {
	case cages <= 12:
		return 1
	case cages <= 72:
		return 2
	}
	return 8
}

// runs are the lengths of the runs of cages of one port group.
func runs(cages []catalog.Cage) []int {
	var out []int
	for i := range cages {
		if i > 0 && cages[i].Group == cages[i-1].Group {
			out[len(out)-1]++
			continue
		}
		out = append(out, 1)
	}
	return out
}

func place(out *Device, states []State, groups []int, room Box, pitch Px, down int) {
	side := pitch * 75 / 100
	x, next := room.X, 0
	top := room.Y + (room.H-Px(down)*pitch)/2
	out.Cages = make([]Mark, 0, len(states))
	for _, n := range groups {
		for i := range n {
			at := Box{x + Px(i/down)*pitch, top + Px(i%down)*pitch + (pitch-side)/2, side, side}
			out.Cages = append(out.Cages, Mark{states[next], at})
			next++
		}
		x += Px((n+down-1)/down)*pitch + pitch*6/10
	}
}
