package planner

import (
	"fmt"

	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// A shelf is the space of one rack in half units: what stands in each quarter
// of each, seen from the front: left and right at the front, left and right at
// the rear.
type shelf struct {
	rack  *rack
	cells [][4]int32 // device + 1; 0: free
}

// A body is what a device takes of a rack.
type body struct {
	u, height units.RackUnits
	rear      bool // its front looks out of the rear face
	half      bool
	left      bool         // of a half-width body: the side it takes, seen from the front of the rack
	depth     units.Length // 0: not known, all of it
}

// bodyOf is the body of a device at its place.
func (w *work) bodyOf(device int32) body {
	d := &w.devices[device]
	b := body{u: w.places[device].u, height: w.places[device].height, depth: d.Type.Depth}
	b.rear = w.facing(d) == "rear"
	if d.Type.Width == "half" {
		// left is meant as one looks at the device's own front
		b.half, b.left = true, !b.rear
		if w.entryOf(d).Slot == "right" {
			b.left = !b.left
		}
	}
	return b
}

// facing is the rack face the front of a device looks out of, or would once it
// is placed.
func (w *work) facing(d *Device) string {
	if d.Face != "" {
		return d.Face
	}
	return faceOf(w.entryOf(d), d.Type)
}

// newShelf is the empty space of a rack; cells may be reused.
func newShelf(k *rack, cells [][4]int32) shelf {
	n := int(units.U(k.units))
	if cap(cells) < n {
		cells = make([][4]int32, n)
	}
	cells = cells[:n]
	clear(cells)
	return shelf{rack: k, cells: cells}
}

// span is the cells a body covers, cut to the rack.
func (s *shelf) span(b body) (from, to int) {
	from = int(b.u - units.U(1))
	to = from + int(b.height)
	return min(max(from, 0), len(s.cells)), min(max(to, 0), len(s.cells))
}

// quarters are the two (or one) quarters at a face that a body covers.
func (b body) quarters() (first, last int) {
	switch {
	case !b.half:
		first, last = 0, 1
	case !b.left:
		first, last = 1, 1
	}
	if b.rear {
		return first + 2, last + 2
	}
	return first, last
}

// taken is the device that keeps a body from its place, and the cell where; -1
// where it fits. Bodies at opposite faces fit while depth is left.
func (s *shelf) taken(w *work, b body) (device int32, cell int) {
	first, last := b.quarters()
	from, to := s.span(b)
	for i := from; i < to; i++ {
		for q := first; q <= last; q++ {
			if at := s.cells[i][q]; at != 0 {
				return at - 1, i
			}
			if at := s.cells[i][q^2]; at != 0 {
				o := w.devices[at-1].Type.Depth
				if o == 0 || b.depth == 0 || o+b.depth > s.rack.depth {
					return at - 1, i
				}
			}
		}
	}
	return -1, 0
}

// put marks what a body takes; what is taken stays with whom it is.
func (s *shelf) put(device int32, b body) {
	first, last := b.quarters()
	from, to := s.span(b)
	for i := from; i < to; i++ {
		for q := first; q <= last; q++ {
			if s.cells[i][q] == 0 {
				s.cells[i][q] = device + 1
			}
		}
	}
}

// gap is the lowest (or highest) position of so many free units, front and
// rear; 0 where there is none.
func (s *shelf) gap(height units.RackUnits, highest bool) units.RackUnits {
	free := 0
	for i := range s.cells {
		cell := i
		if highest {
			cell = len(s.cells) - 1 - i
		}
		if s.cells[cell] != [4]int32{} {
			free = 0
			continue
		}
		if free++; free == int(height) {
			if !highest {
				cell -= int(height) - 1
			}
			return units.U(1) + units.RackUnits(cell)
		}
	}
	return 0
}

// inRacks gives the devices of each rack, in natural order of name: those of
// rack r are list[first[r]:first[r+1]].
func (w *work) inRacks() (list, first []int32) {
	first = make([]int32, len(w.racks)+1)
	count := 0
	for i := range w.places {
		if r := w.places[i].rack; r >= 0 {
			first[r+1]++
			count++
		}
	}
	for r := range w.racks {
		first[r+1] += first[r]
	}
	list = make([]int32, count)
	next := append([]int32(nil), first...)
	for i := range w.places {
		if r := w.places[i].rack; r >= 0 {
			list[next[r]] = int32(i)
			next[r]++
		}
	}
	return list, first
}

// packWord is top, bottom or empty: how a device's entry packs it.
func (w *work) packWord(device int32) string {
	if p := &w.places[device]; p.u != 0 || p.height == 0 {
		return ""
	}
	return w.entryOf(&w.devices[device]).U.Pack
}

// fillRacks reports devices that do not fit where they are written, and packs
// those written u: bottom, then those written u: top.
func (w *work) fillRacks() {
	list, first := w.inRacks()
	var cells [][4]int32
	for r := range w.racks {
		devices := list[first[r]:first[r+1]]
		if len(devices) == 0 {
			continue
		}
		s := newShelf(&w.racks[r], cells)
		cells = s.cells
		packed := false
		for _, d := range devices {
			switch {
			case w.places[d].u != 0:
				w.settle(&s, d)
			case w.packWord(d) != "":
				packed = true
			}
		}
		for _, word := range []string{"bottom", "top"} {
			for _, d := range devices {
				if packed && w.packWord(d) == word {
					w.pack(&s, d, word)
				}
			}
		}
	}
}

// settle puts a device where it is written and reports what keeps it from there.
func (w *work) settle(s *shelf, device int32) {
	b := w.bodyOf(device)
	d := &w.devices[device]
	if b.u < units.U(1) || int(b.u-units.U(1))+int(b.height) > len(s.cells) {
		fix := "place it in a taller rack"
		if highest := units.U(1) + units.RackUnits(len(s.cells)) - b.height; highest >= units.U(1) {
			fix = fmt.Sprintf("place it between U1 and U%s", highest)
		}
		w.report.find(plan.Finding{Code: "unit-out-of-range", Path: d.Path, Subject: d.Name, Fix: fix,
			Message: fmt.Sprintf("%s is %sU high at U%s; rack %s has U1 to U%d", d.Name, b.height, b.u, s.rack.name, s.rack.units)})
	}
	if other, cell := s.taken(w, b); other >= 0 {
		w.reportTaken(s, device, other, cell)
	}
	s.put(device, b)
}

// reportTaken says which device stands where another one is written.
func (w *work) reportTaken(s *shelf, device, other int32, cell int) {
	d, o := &w.devices[device], &w.devices[other]
	a, b := w.bodyOf(device), w.bodyOf(other)
	at := units.U(1) + units.RackUnits(cell)
	f := plan.Finding{Code: "unit-overlap", Path: d.Path, Subject: d.Name, Fix: "give one of them another u or rack"}
	switch {
	case a.rear == b.rear && a.half && b.half:
		f.Code = "slot-overlap"
		f.Message = fmt.Sprintf("rack %s U%s %s: the slot of %s is taken by %s", s.rack.name, at, d.Face, d.Name, o.Name)
		f.Fix = "give one of them the other slot (left or right) or another u"
	case a.rear == b.rear:
		f.Message = fmt.Sprintf("rack %s U%s %s: the place of %s is taken by %s", s.rack.name, at, d.Face, d.Name, o.Name)
	case a.depth == 0 || b.depth == 0:
		deep := d
		if a.depth != 0 {
			deep = o
		}
		f.Message = fmt.Sprintf("rack %s U%s: %s and %s look out of opposite faces, and the depth of %s is not known, so it takes all of the unit",
			s.rack.name, at, d.Name, o.Name, deep.Type.Slug)
	default:
		f.Message = fmt.Sprintf("rack %s U%s: %s (%s deep) and %s (%s deep) look out of opposite faces of a rack %s deep",
			s.rack.name, at, d.Name, a.depth, o.Name, b.depth, s.rack.depth)
	}
	w.report.find(f)
}

// pack puts a device into the lowest or highest gap.
func (w *work) pack(s *shelf, device int32, word string) {
	d, p := &w.devices[device], &w.places[device]
	u := s.gap(p.height, word == "top")
	if u == 0 {
		w.report.find(plan.Finding{Code: "unit-out-of-range", Path: d.Path, Subject: d.Name,
			Message: fmt.Sprintf("rack %s has no gap of %sU left, free front and rear, for %s", s.rack.name, p.height, d.Name),
			Fix:     "add a rack to the entry, or take something out of this one"})
		return
	}
	w.stand(device, u)
	s.put(device, w.bodyOf(device))
}

// stand moves a device to another unit of its rack.
func (w *work) stand(device int32, u units.RackUnits) {
	p := w.movedPlace(device, w.places[device].rack, u)
	w.places[device], w.devices[device].U = p, p.u
}

// movedPlace is the place a device would have at a unit of a rack, facing as it
// does.
func (w *work) movedPlace(device, rack int32, u units.RackUnits) place {
	d := &w.devices[device]
	e := w.entryOf(d)
	p := w.placeAt(d.Type, w.facing(d), e, rack, u)
	p.guess = guessOf(d.Type)
	return p
}

// freeUnits lists the positions a device could take in a rack, facing as it
// does, lowest first. Devices of whole units are offered whole positions.
func (w *work) freeUnits(rack int32, device int32) []units.RackUnits {
	d := &w.devices[device]
	if d.Type == nil || !d.Type.Rackable || d.Type.Height == 0 {
		return nil
	}
	s := newShelf(&w.racks[rack], nil)
	for i := range w.places {
		if w.places[i].rack == rack && w.places[i].u != 0 && int32(i) != device {
			s.put(int32(i), w.bodyOf(int32(i)))
		}
	}
	b := w.bodyOf(device)
	b.height = d.Type.Height
	step := units.U(1)
	if b.height%2 != 0 {
		step = 1
	}
	var free []units.RackUnits
	for b.u = units.U(1); int(b.u-units.U(1))+int(b.height) <= len(s.cells); b.u += step {
		if other, _ := s.taken(w, b); other < 0 {
			free = append(free, b.u)
		}
	}
	return free
}
