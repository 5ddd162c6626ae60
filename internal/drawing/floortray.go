package drawing

import (
	"fmt"
	"strings"

	"lengthwise/internal/planner"
	"lengthwise/internal/units"
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

// drawTrays draws the stretches of trays; neighbours of one colour are one.
func (k *floorSketch) drawTrays() {
	all := k.hall.res.Trays
	for first := 0; first < len(all); {
		last, fullest := first, first
		for ; last < len(all) && all[last].Name == all[first].Name; last++ {
			if all[last].Area > all[fullest].Area || all[last].Area == all[fullest].Area && all[last].Cables > all[fullest].Cables {
				fullest = last
			}
		}
		k.tray(all[first:last], &all[fullest])
		first = last
	}
}

func (k *floorSketch) tray(stretches []planner.TrayUse, fullest *planner.TrayUse) {
	begin := len(k.Trays)
	for i := range stretches {
		t := &stretches[i]
		step := FloorStep(t.Area, t.Capacity, k.options.Fill)
		x, y := k.x(t.ToX), k.y(t.ToY)
		if n := len(k.Trays); n > begin && k.Trays[n-1].Step == step {
			k.Trays[n-1].X2, k.Trays[n-1].Y2 = x, y
			continue
		}
		k.Trays = append(k.Trays, FloorTray{Step: step, X1: k.x(t.FromX), Y1: k.y(t.FromY), X2: x, Y2: y})
	}
	for i := begin; i < len(k.Trays); i++ {
		k.Trays[i].Full = fmt.Sprintf("tray %s, at its fullest %s with %s", fullest.Name, TrayFill(fullest), counted(fullest.Cables, "cable", "cables"))
	}
	if fullest.Cables == 0 || begin == len(k.Trays) {
		return
	}
	words := strings.TrimPrefix(TrayFill(fullest), "at least ")
	last := &stretches[len(stretches)-1]
	x, y := k.x(last.ToX), k.y(last.ToY)
	if last.FromY == last.ToY { // behind its east end, where no rack is
		x += widthOf(words, 100)/2 + 100
	} else {
		y -= 140
	}
	t := &k.Trays[begin]
	value, plate := k.plate(x, y, words)
	if p := k.lastPlate; p.W > 0 && (p.Y-plate.Y).abs() < p.H && plate.X < p.X+p.W && p.X < plate.X+plate.W {
		return // no room beside the tray before
	}
	t.Value, t.Plate, k.lastPlate = value, plate, plate
}

// plate is words about a point with what keeps lines from them, inside the
// drawing.
func (k *floorSketch) plate(x, y Px, words string) (Text, Box) {
	const size = 100
	w := widthOf(words, size) + 60
	x = max(w/2, min(x, k.W-w/2))
	return Text{X: x, Y: baseline(y, size), Size: size, Anchor: "middle", Words: words}, Box{X: x - w/2, Y: y - 75, W: w, H: 150}
}

// drawRoute lights the level parts of a link's route, numbered with their
// lengths.
func (k *floorSketch) drawRoute() {
	l := k.options.Link
	if l == nil || l.Route == nil {
		return
	}
	segments := l.Route.Segments()
	for i, points := range l.Route.Track() {
		if len(points) < 2 || segments[i].MM == 0 {
			continue
		}
		leg := FloorLeg{Full: segments[i].Name + ", " + metres(segments[i].MM)}
		for _, p := range points {
			leg.Points = append(leg.Points, [2]Px{k.x(p.X), k.y(p.Y)})
		}
		at := (len(points) - 1) / 2
		a, b := leg.Points[at], leg.Points[at+1]
		leg.Label, leg.Plate = k.plate((a[0]+b[0])/2, (a[1]+b[1])/2, metres(segments[i].MM))
		if (b[0]-a[0])*(b[0]-a[0])+(b[1]-a[1])*(b[1]-a[1]) < 400*400 {
			leg.Label, leg.Plate = Text{}, Box{} // no room: its title and the table say it
		}
		k.Route = append(k.Route, leg)
	}
}

// foot draws the scale bar, the arrow and the legend below the hall.
func (k *floorSketch) foot() {
	y := k.H - floorMargin/2
	length := units.Metre
	for _, l := range []units.Length{100 * units.Metre, 50 * units.Metre, 20 * units.Metre, 10 * units.Metre, 5 * units.Metre, 2 * units.Metre, units.Metre} {
		if Px(l/k.per) <= k.W/4 {
			length = l
			break
		}
	}
	k.Scale.Bar = Box{X: floorMargin, Y: y, W: Px(length / k.per), H: 60}
	k.Scale.Words = Text{X: floorMargin + k.Scale.Bar.W + 100, Y: y + 90, Size: 120, Anchor: "start", Words: length.Metres() + "; a thick edge is the front of a rack, its cold side"}
	k.Scale.North = Text{X: 250, Y: 330, Size: 220, Anchor: "middle", Words: "N ↑"}
	y += 330
	what := "kW used of what a rack may take"
	if k.options.By == ByUnits {
		what = "units used of a rack"
	}
	y = k.keys("Racks: "+what, false, y)
	y = k.keys(fmt.Sprintf("Trays: share of the limit of %d %% of their cross-section", k.options.Fill), true, y+120)
	k.H = y + 100
}

// keys are the steps of one legend; it gives the next line.
func (k *floorSketch) keys(head string, tray bool, y Px) Px {
	x := floorMargin
	k.Legend = append(k.Legend, FloorKey{Step: -2, At: Text{X: x, Y: y, Size: 110, Anchor: "start", Words: head}})
	y += 190
	for step, words := range []string{"none", "to 25 %", "to 50 %", "to 75 %", "to 100 %", "above", "no limit"} {
		if step == 6 {
			step = -1
		}
		k.Legend = append(k.Legend, FloorKey{Tray: tray, Step: step, Box: Box{X: x, Y: y - 110, W: 240, H: 130},
			At: Text{X: x + 290, Y: y, Size: 105, Anchor: "start", Words: words}})
		x += 290 + widthOf(words, 105) + 90
	}
	return y + 60
}
