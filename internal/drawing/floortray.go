package drawing

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/planner"
)

// TrayFill is how full a stretch of a tray is: "38 %", "at least 38 %", or how
// many cables lie in a tray without width and depth.
func TrayFill(t *planner.TrayUse) string {
	if t.Capacity <= 0 {
		return counted(t.Cables, "cable", "cables")
	}
	words := fmt.Sprintf("%d %%", (t.Area*100+t.Capacity-1)/t.Capacity)
	if !t.AreaKnown {
		words = "at least " + words
	}
	return words
}

// TrayWeight is what the cables of a stretch weigh: "12.4 kg/m", rounded up, or
// "at least 12.4 kg/m".
func TrayWeight(t *planner.TrayUse) string {
	words := kilo((t.Weight+999)/1000) + " kg/m" // grams to tenths of a kilogram
	if !t.WeightKnown {
		words = "at least " + words
	}
	return words
}

// Fuller reports whether a stretch is fuller than another of its tray.
func Fuller(a, b *planner.TrayUse) bool {
	return a.Area > b.Area || a.Area == b.Area && a.Cables > b.Cables
}

// Fullest are the stretches of each tray, one after the other, and the fullest
// of them.
func Fullest(all []planner.TrayUse, visit func(stretches []planner.TrayUse, fullest *planner.TrayUse)) {
	for first := 0; first < len(all); {
		last, most := first, first
		for ; last < len(all) && all[last].Name == all[first].Name; last++ {
			if Fuller(&all[last], &all[most]) {
				most = last
			}
		}
		visit(all[first:last], &all[most])
		first = last
	}
}

// drawTrays draws the stretches of trays in view; neighbours of one colour are
// one.
func (k *floorSketch) drawTrays() {
	Fullest(k.hall.res.Trays, k.tray)
}

func (k *floorSketch) tray(stretches []planner.TrayUse, fullest *planner.TrayUse) {
	begin := len(k.Trays)
	for i := range stretches {
		t := &stretches[i]
		from, to, ok := k.clip(planner.Point{X: t.FromX, Y: t.FromY}, planner.Point{X: t.ToX, Y: t.ToY})
		if !ok {
			continue
		}
		step := FloorStep(t.Area, t.Capacity, k.options.Fill)
		x, y := k.x(to.X), k.y(to.Y)
		if n := len(k.Trays); n > begin && k.Trays[n-1].Step == step {
			k.Trays[n-1].X2, k.Trays[n-1].Y2 = x, y
			continue
		}
		k.Trays = append(k.Trays, FloorTray{Name: t.Name, Step: step, X1: k.x(from.X), Y1: k.y(from.Y), X2: x, Y2: y, First: len(k.Trays) == begin})
	}
	if begin == len(k.Trays) {
		return
	}
	for i := begin; i < len(k.Trays); i++ {
		t := &k.Trays[i]
		t.Full = fmt.Sprintf("tray %s, at its fullest %s with %s, %s", fullest.Name, TrayFill(fullest), counted(fullest.Cables, "cable", "cables"), TrayWeight(fullest))
		t.Chosen = fullest.Name == k.options.Tray
		if k.options.TrayHref != nil {
			t.Href = k.options.TrayHref(fullest.Name)
		}
	}
	if fullest.Cables > 0 {
		first, last := &k.Trays[begin], &k.Trays[len(k.Trays)-1]
		words := strings.TrimPrefix(TrayFill(fullest), "at least ") + " · " + strings.TrimPrefix(TrayWeight(fullest), "at least ")
		k.fullest = append(k.fullest, trayEnd{words, first.X1, first.Y1, last.X2, last.Y2})
	}
}

// A trayEnd is a tray that gets a plate: its line in view.
type trayEnd struct {
	words          string
	x1, y1, x2, y2 Px
}

// maxTrayPlates bounds the trays that are written beside the drawing.
const maxTrayPlates = 250

// writeTrays writes how full and how heavy each tray is: behind its end, else
// before its beginning, else somewhere along it, where no rack is.
func (k *floorSketch) writeTrays() {
	for _, t := range k.fullest[:min(len(k.fullest), maxTrayPlates)] {
		half := widthOf(t.words, plateSize)/2 + 100
		places := [][2]Px{{t.x2 + half, t.y2}, {t.x1 - half, t.y1}}
		if t.x1 == t.x2 {
			places = nil
		}
		for _, part := range []Px{8, 4, 12, 6, 10, 2, 14, 1, 15} {
			places = append(places, [2]Px{t.x1 + (t.x2-t.x1)*part/16, t.y1 + (t.y2-t.y1)*part/16})
		}
		for _, at := range places {
			if p, ok := k.plateAt(at[0], at[1], t.words, FloorPlate{}); ok && k.clear(p.Box) {
				k.Plates = append(k.Plates, p)
				break
			}
		}
	}
}

// clear reports whether no rack is drawn there.
func (k *floorSketch) clear(b Box) bool {
	for i := range k.Racks {
		if b.meets(k.Racks[i].Box) {
			return false
		}
	}
	return true
}

// clearEdges takes out letters and numbers of the grid that a plate lies upon.
func (k *floorSketch) clearEdges() {
	k.Edge = slices.DeleteFunc(k.Edge, func(t Text) bool {
		label := Box{X: t.X - 70, Y: t.Y - 90, W: 140, H: 100}
		return slices.ContainsFunc(k.Plates, func(p FloorPlate) bool { return p.Box.meets(label) })
	})
}

func (b Box) meets(o Box) bool {
	return b.X < o.X+o.W && o.X < b.X+b.W && b.Y < o.Y+o.H && o.Y < b.Y+b.H
}

// plateSize is the font of plates.
const plateSize Px = 100

// putPlate puts words of what is lit about a point.
func (k *floorSketch) putPlate(x, y Px, words string, p FloorPlate) {
	if p, ok := k.plateAt(x, y, words, p); ok {
		k.Plates = append(k.Plates, p)
	}
}

// plateAt is words about a point, inside the drawing; false: another plate is
// there, and these are left out: titles and tables say them too.
func (k *floorSketch) plateAt(x, y Px, words string, p FloorPlate) (FloorPlate, bool) {
	w := widthOf(words, plateSize) + 60
	x = max(w/2, min(x, k.W-w/2))
	y = max(80, y)
	p.At = Text{X: x, Y: baseline(y, plateSize), Size: plateSize, Anchor: "middle", Words: words}
	p.Box = Box{X: x - w/2, Y: y - 75, W: w, H: 150}
	return p, !slices.ContainsFunc(k.Plates, func(o FloorPlate) bool { return o.Box.meets(p.Box) })
}
