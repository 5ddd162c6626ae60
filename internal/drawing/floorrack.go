package drawing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/planner"
)

// findEnds notes the racks at the ends of what is lit or chosen.
func (k *floorSketch) findEnds() {
	if l := k.options.Link; l != nil {
		k.ends[l.A.Device.Rack], k.ends[l.B.Device.Rack] = true, true
	}
	for i := range k.options.Runs {
		k.ends[k.options.Runs[i].A], k.ends[k.options.Runs[i].B] = true, true
	}
	delete(k.ends, "")
}

// drawRacks draws each rack in view, or the rows where there are too many.
func (k *floorSketch) drawRacks() {
	together := k.shown > MaxFloorRacks
	for i := range k.hall.rows {
		r := &k.hall.rows[i]
		places := k.inView(k.hall.places[r.first:r.last])
		if len(places) == 0 {
			continue
		}
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
	slices.SortStableFunc(k.Racks, func(a, b FloorRack) int { return cmp.Compare(a.over(), b.over()) })
	var said []string
	if together {
		said = append(said, fmt.Sprintf("There are %s racks, so each row is drawn as one box; look at a row to see its racks.", number(k.shown)))
	}
	if k.left > 0 {
		said = append(said, fmt.Sprintf("%s more are not drawn; the table of racks has them.", number(k.left)))
	}
	if n := k.placed - k.shown; n > 0 {
		said = append(said, "Out of view: "+racksInWords(n)+" of the hall.")
	}
	if k.nameless > 0 {
		said = append(said, fmt.Sprintf("Names that do not fit on %s are left out; look at a row to read them.", racksInWords(k.nameless)))
	}
	if n := len(k.hall.res.Racks) - k.placed; n > 0 {
		said = append(said, counted(n, "rack stands", "racks stand")+" nowhere: without a row and without coordinates.")
	}
	k.Said = strings.Join(said, " ")
}

// racksInWords is "1 rack" or "20,000 racks".
func racksInWords(n int) string {
	if n == 1 {
		return "1 rack"
	}
	return number(n) + " racks"
}

// over orders racks: what is marked is drawn over its neighbours' edges.
func (r *FloorRack) over() int {
	switch {
	case r.Chosen:
		return 2
	case r.End:
		return 1
	}
	return 0
}

// inView are the places of racks that are in view.
func (k *floorSketch) inView(places []Place) []Place {
	var in []Place
	for i := range places {
		if f := &places[i].Use.Floor; f.Placed && k.window.overlaps(extentOf(f)) {
			in = append(in, places[i])
		}
	}
	return in
}

func (k *floorSketch) rack(p *Place) {
	if len(k.Racks) >= MaxFloorBoxes {
		k.left++
		return
	}
	f := &p.Use.Floor
	step, short, value := k.colour.of([]Place{*p})
	r := FloorRack{Rack: p.Name, Row: p.Row, Racks: 1, Step: step, Place: *f, Box: k.box(f), End: k.ends[p.Name], Chosen: k.options.Rack == p.Name}
	r.Full = "rack " + p.Name + ", " + value + ", front to the " + f.Faces
	if p.Row != "" {
		r.Full = "rack " + p.Name + " of row " + p.Row + ", " + value + ", front to the " + f.Faces
	}
	if k.options.RackHref != nil {
		r.Href = k.options.RackHref(p.Name)
	}
	r.Front = frontOf(r.Box, f.Faces)
	k.mark(&r, []Place{*p})
	if r.Name, r.Value = inside(r.Box, r.Mark, p.Name, short, k.colour.unit()); r.Name.Words == "" {
		k.nameless++
	}
	if r.Value.Words == "" && r.Mark.W == 0 {
		r.Ticks = ticks(r.Box, step)
	}
	k.Racks = append(k.Racks, r)
}

// mark gives a rack coloured by status its mark, and one that is above its
// limit the mark of an error.
func (k *floorSketch) mark(r *FloorRack, places []Place) {
	if c, ok := k.colour.(*statusColour); ok {
		r.Status = c.worstOf(places)
	} else if r.Step > 4 {
		r.Status = Error
	}
	b := r.Box
	if size := min(130, b.W-30, b.H-30); r.Status != None && size >= 40 {
		r.Mark = Box{X: b.X + b.W - size - 12, Y: b.Y + 34, W: size, H: size}
		if b.H < b.W {
			r.Mark.Y = b.Y + 12
		}
	}
}

// inside are a name and a value in a box: one above the other where the name
// fits across, else along its longer side. A mark has the upper end.
func inside(b, mark Box, name, value, unit string) (Text, Text) {
	if mark.W > 0 && b.H > 2*mark.H+120 {
		cut := mark.Y + mark.H - b.Y
		b.Y, b.H = b.Y+cut, b.H-cut
	}
	if b.H >= 210 && widthOf(name, 80) <= b.W-16 {
		n, size := fit(name, b.W-16, 130, 80)
		t := Text{X: b.X + b.W/2, Y: b.Y + b.H/2 - 20, Size: size, Anchor: "middle", Words: n}
		v := Text{X: t.X, Y: t.Y + 120, Anchor: "middle"}
		if value != "–" && widthOf(value+unit, 90) <= b.W-16 {
			value += unit
		}
		if v.Words, v.Size = fit(value, b.W-16, 110, 70); v.Words != value {
			v.Words = ""
		}
		return t, v
	}
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
	two := across >= 210
	if two {
		v = t
		if value != "–" && widthOf(value+unit, min(90, largest)) <= room-40 {
			value += unit
		}
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

// ticks are short lines across a box, as many as a step; none where there is no
// room to tell them apart.
func ticks(b Box, step int) []FloorLine {
	if step < 1 || step > 5 || min(b.W, b.H) < 24 || max(b.W, b.H) < 24*(Px(step)+1) {
		return nil
	}
	var out []FloorLine
	for i := range Px(step) {
		if b.H >= b.W {
			y := b.Y + b.H - 24*(i+1)
			out = append(out, FloorLine{b.X + b.W/4, y, b.X + b.W*3/4, y})
		} else {
			x := b.X + 24*(i+1)
			out = append(out, FloorLine{x, b.Y + b.H/4, x, b.Y + b.H*3/4})
		}
	}
	return out
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

// rowBox draws all racks of a row as one box.
func (k *floorSketch) rowBox(r *hallRow, places []Place) {
	if len(k.Racks) >= MaxFloorBoxes {
		k.left += len(places)
		return
	}
	all := extentOf(&places[0].Use.Floor)
	end := false
	for i := range places {
		all.take(extentOf(&places[i].Use.Floor))
		end = end || k.ends[places[i].Name]
	}
	whole := planner.Footprint{X: all.west, Y: all.south, DX: all.east - all.west, DY: all.north - all.south, Faces: r.faces, Placed: true}
	step, short, value := k.colour.of(places)
	row := FloorRack{Row: r.name, Racks: len(places), Step: step, Place: whole, Box: k.box(&whole), End: end}
	row.Full = fmt.Sprintf("row %s: %s, %s", r.name, counted(len(places), "rack", "racks"), value)
	if k.options.RowHref != nil {
		row.Href = k.options.RowHref(r.name)
	}
	k.mark(&row, places)
	row.Name, row.Value = inside(row.Box, Box{}, "row "+r.name+", "+counted(len(places), "rack", "racks"), short, k.colour.unit())
	if row.Value.Words == "" && row.Mark.W == 0 {
		row.Ticks = ticks(row.Box, step)
	}
	k.Racks = append(k.Racks, row)
}
