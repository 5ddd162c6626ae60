package drawing

import (
	"fmt"
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
		k.trayPlate(&stretches[len(stretches)-1], fullest)
	}
}

// trayPlate writes how full and how heavy a tray is beside its end, where no
// rack is.
func (k *floorSketch) trayPlate(last, fullest *planner.TrayUse) {
	words := strings.TrimPrefix(TrayFill(fullest), "at least ") + " · " + strings.TrimPrefix(TrayWeight(fullest), "at least ")
	_, end, ok := k.clip(planner.Point{X: last.FromX, Y: last.FromY}, planner.Point{X: last.ToX, Y: last.ToY})
	if !ok {
		end = planner.Point{X: min(last.ToX, k.window.east), Y: min(last.ToY, k.window.north)}
	}
	x, y := k.x(end.X), k.y(end.Y)
	if last.FromY == last.ToY {
		x += widthOf(words, plateSize)/2 + 100
	} else {
		y -= 140
	}
	k.putPlate(x, y, words, FloorPlate{})
}

// plateSize is the font of plates.
const plateSize Px = 100

// putPlate puts words about a point, inside the drawing and clear of the plates
// there are; without room they are left out: titles and tables say them too.
func (k *floorSketch) putPlate(x, y Px, words string, p FloorPlate) {
	w := widthOf(words, plateSize) + 60
	x = max(w/2, min(x, k.W-w/2))
	y = max(80, y)
	p.At = Text{X: x, Y: baseline(y, plateSize), Size: plateSize, Anchor: "middle", Words: words}
	p.Box = Box{X: x - w/2, Y: y - 75, W: w, H: 150}
	for i := range k.Plates {
		if o := &k.Plates[i].Box; p.Box.X < o.X+o.W && o.X < p.Box.X+p.Box.W && p.Box.Y < o.Y+o.H && o.Y < p.Box.Y+p.Box.H {
			if k.Plates[i].Lit || !p.Lit {
				return
			}
			k.Plates[i].At.Words = "" // what is lit comes first
		}
	}
	k.Plates = append(k.Plates, p)
}
