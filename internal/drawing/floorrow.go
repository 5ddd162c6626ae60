package drawing

import (
	"fmt"

	"lengthwise/internal/planner"
)

// rowBox draws all racks of a row as one box.
func (k *floorSketch) rowBox(r *hallRow, places []Place) {
	if len(k.Racks) >= MaxFloorBoxes {
		k.left += len(places)
		return
	}
	var use planner.Use
	var b Box
	n := 0
	for i := range places {
		f := &places[i].Use.Floor
		if !f.Placed {
			continue
		}
		one := k.box(f)
		if n == 0 {
			b, use.Limit = one, 0
		}
		east, south := max(b.X+b.W, one.X+one.W), max(b.Y+b.H, one.Y+one.H)
		b.X, b.Y = min(b.X, one.X), min(b.Y, one.Y)
		b.W, b.H = east-b.X, south-b.Y
		u := k.useOf(places[i].Use)
		use.Used += u.Used
		if u.Limit < 0 || use.Limit < 0 {
			use.Limit = -1
		} else {
			use.Limit += u.Limit
		}
		n++
	}
	value := k.valueOf(use)
	row := FloorRack{Racks: n, Step: FloorStep(use.Used, use.Limit, 100), Box: b}
	row.Full = fmt.Sprintf("row %s: %s, %s", r.name, counted(n, "rack", "racks"), value)
	if k.options.RowHref != nil {
		row.Href = k.options.RowHref(r.name)
	}
	row.Name, row.Value = inside(b, "row "+r.name+", "+counted(n, "rack", "racks"), short(value))
	k.Racks = append(k.Racks, row)
}

func (p Px) abs() Px { return max(p, -p) }

// rowName writes the name of a row beside its first rack, where it does not lie
// upon that of another.
func (k *floorSketch) rowName(name string, places []Place) {
	for i := range places {
		f := &places[i].Use.Floor
		if !f.Placed {
			continue
		}
		b := k.box(f)
		t := Text{X: b.X - 80, Y: baseline(b.Y+b.H/2, 130), Anchor: "end"}
		room := min(b.X-40, floorMargin-60)
		if f.Faces == "east" || f.Faces == "west" {
			t = Text{X: b.X + b.W/2, Y: b.Y + b.H + 170, Anchor: "middle"}
			room = max(b.W, 600)
		}
		t.Words, t.Size = fit("row "+name, room, 130, 70)
		if n := len(k.Rows); n == 0 || (k.Rows[n-1].Y-t.Y).abs() >= 150 || (k.Rows[n-1].X-t.X).abs() >= 700 {
			k.Rows = append(k.Rows, t)
		}
		return
	}
}
