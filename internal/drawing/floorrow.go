package drawing

import "lengthwise/internal/units"

func (p Px) abs() Px { return max(p, -p) }

// rowName writes the name of a row beside its first rack, where it does not lie
// upon that of another.
func (k *floorSketch) rowName(name string, places []Place) {
	f := &places[0].Use.Floor
	b := k.box(f)
	t := Text{X: b.X - 80, Y: baseline(b.Y+b.H/2, 130), Anchor: "end"}
	room := min(b.X-360, 700)
	if f.Faces == "east" || f.Faces == "west" {
		t = Text{X: b.X + b.W/2, Y: b.Y + b.H + 170, Anchor: "middle"}
		room = max(b.W, 600)
	}
	t.Words, t.Size = fit("row "+name, room, 130, 70)
	if n := len(k.Rows); n == 0 || (k.Rows[n-1].Y-t.Y).abs() >= 150 || (k.Rows[n-1].X-t.X).abs() >= 700 {
		k.Rows = append(k.Rows, t)
	}
}

// maxAisles bounds the arrows of air.
const maxAisles = 240

// arrowLength is how far an arrow of air reaches into the aisle.
const arrowLength = 500 * units.Millimetre

// drawAisles draws where air goes: arrows into the fronts of each row, from its
// cold aisle, and out of its rears, into its hot aisle.
func (k *floorSketch) drawAisles() {
	reach := Px(arrowLength / k.per)
	if reach < 60 { // below 6 px an arrow is a blot
		return
	}
	for i := range k.hall.rows {
		r := &k.hall.rows[i]
		places := k.inView(k.hall.places[r.first:r.last])
		if r.name == "" || len(places) == 0 || len(k.Aisles) >= maxAisles {
			continue
		}
		for n, at := range spread(len(places)) {
			b := k.box(&places[at].Use.Floor)
			k.aisle(b, r.faces, reach, false, n == 0)
			k.aisle(b, opposite[r.faces], reach, true, n == 0)
		}
	}
}

// opposite are the ways to look.
var opposite = map[string]string{"south": "north", "north": "south", "east": "west", "west": "east"}

// spread are the racks of a row with arrows: the middle one, and in long rows
// those at a sixth from both ends.
func spread(n int) []int {
	if n < 9 {
		return []int{n / 2}
	}
	return []int{n / 2, n / 6, n - 1 - n/6}
}

// aisle draws an arrow at a side of a rack: towards it, or away where it is hot.
func (k *floorSketch) aisle(b Box, side string, reach Px, hot, named bool) {
	edge := [2]Px{b.X + b.W/2, b.Y + b.H}
	var way [2]Px
	switch side {
	case "north":
		edge[1], way = b.Y, [2]Px{0, -1}
	case "south":
		way = [2]Px{0, 1}
	case "east":
		edge, way = [2]Px{b.X + b.W, b.Y + b.H/2}, [2]Px{1, 0}
	default:
		edge, way = [2]Px{b.X, b.Y + b.H/2}, [2]Px{-1, 0}
	}
	near, far := Px(20), reach
	a := FloorAisle{Hot: hot, X1: edge[0] + way[0]*far, Y1: edge[1] + way[1]*far, X2: edge[0] + way[0]*near, Y2: edge[1] + way[1]*near}
	if hot {
		a.X1, a.Y1, a.X2, a.Y2 = a.X2, a.Y2, a.X1, a.Y1
	}
	if a.X1 < 0 || a.Y1 < 0 || a.X1 > k.W || a.Y1 > k.H || a.X2 < 0 || a.Y2 < 0 || a.X2 > k.W || a.Y2 > k.H {
		return
	}
	if named && reach >= 90 {
		words := "cold aisle"
		if hot {
			words = "hot aisle"
		}
		x, y := (a.X1+a.X2)/2, (a.Y1+a.Y2)/2
		a.Words = Text{X: x + 45, Y: baseline(y, 95), Size: 95, Anchor: "start", Words: words}
	}
	k.Aisles = append(k.Aisles, a)
}
