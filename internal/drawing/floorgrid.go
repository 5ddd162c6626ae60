package drawing

import (
	"fmt"
	"strconv"

	"lengthwise/internal/units"
)

// A Grid lays squares over a hall: letters from west to east, numbers from
// south to north, from the plan's origin or from the south-west corner of what
// stands beyond it. It is the same however much of the hall is in view.
type Grid struct {
	Pitch       units.Length
	West, South units.Length // of square A1
}

// gridPitches are the sides a square may have: a floor tile of 600 mm and
// what tiles make up.
var gridPitches = []units.Length{
	600 * units.Millimetre, 1200 * units.Millimetre, 3 * units.Metre, 6 * units.Metre, 12 * units.Metre,
	30 * units.Metre, 60 * units.Metre, 120 * units.Metre, 300 * units.Metre,
}

// mostSquares is how many squares of the grid lie along the longer side of a
// hall, where the largest square is not too small for that.
const mostSquares = 32

// Grid is the grid of the hall.
func (h *Hall) Grid() Grid {
	all, _ := h.extent()
	all = all.grown(floorApron)
	longer := max(all.east-all.west, all.north-all.south)
	g := Grid{Pitch: gridPitches[len(gridPitches)-1]}
	for _, p := range gridPitches {
		if longer/p <= mostSquares {
			g.Pitch = p
			break
		}
	}
	g.West, g.South = floorTo(min(0, all.west), g.Pitch), floorTo(min(0, all.south), g.Pitch)
	return g
}

// floorTo is the multiple of a step at or below a length.
func floorTo(l, step units.Length) units.Length {
	n := l / step
	if l%step < 0 {
		n--
	}
	return n * step
}

// Square is the name of the square a point lies in: "C4".
func (g Grid) Square(x, y units.Length) string {
	return letters(int((floorTo(x-g.West, g.Pitch))/g.Pitch)) + strconv.Itoa(int(floorTo(y-g.South, g.Pitch)/g.Pitch)+1)
}

// letters are those of a column: A to Z, AA and so on, from 0.
func letters(n int) string {
	text := ""
	for n++; n > 0; n = (n - 1) / 26 {
		text = string(rune('A'+(n-1)%26)) + text
	}
	return text
}

// drawGrid draws the lines of the grid and its letters and numbers on all four
// edges.
func (k *floorSketch) drawGrid() {
	g := k.hall.Grid()
	w := &k.window
	left, right, top, bottom := k.x(w.west), k.x(w.east), k.y(w.north), k.y(w.south)
	label := func(x, y Px, words string) {
		k.Edge = append(k.Edge, Text{X: x, Y: baseline(y, 95), Size: 95, Anchor: "middle", Words: words})
	}
	least := Px(160) // between labels
	every := max(1, int((least+Px(g.Pitch/k.per)-1)/max(1, Px(g.Pitch/k.per))))
	for i, at := int((floorTo(w.west-g.West, g.Pitch))/g.Pitch), floorTo(w.west-g.West, g.Pitch)+g.West; at <= w.east; i, at = i+1, at+g.Pitch {
		if at > w.west {
			k.Grid = append(k.Grid, FloorLine{k.x(at), top, k.x(at), bottom})
		}
		if x := k.x(at + g.Pitch/2); x > left && x < right && i%every == 0 {
			label(x, top-130, letters(i))
			label(x, bottom+130, letters(i))
		}
	}
	for i, at := int(floorTo(w.south-g.South, g.Pitch)/g.Pitch), floorTo(w.south-g.South, g.Pitch)+g.South; at <= w.north; i, at = i+1, at+g.Pitch {
		if at > w.south {
			k.Grid = append(k.Grid, FloorLine{left, k.y(at), right, k.y(at)})
		}
		if y := k.y(at + g.Pitch/2); y > top && y < bottom && i%every == 0 {
			label(180, y, strconv.Itoa(i+1))
			label(right+160, y, strconv.Itoa(i+1))
		}
	}
	k.Grid = append(k.Grid, FloorLine{left, top, right, top}, FloorLine{left, bottom, right, bottom}, FloorLine{left, top, left, bottom}, FloorLine{right, top, right, bottom})
}

// foot draws the scale bar, the arrow to the north and the legend below the
// hall.
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
	k.Scale.Words = Text{X: floorMargin + k.Scale.Bar.W + 100, Y: y + 90, Size: 120, Anchor: "start", Words: length.Metres()}
	k.Scale.North = Text{X: k.Scale.Words.X + 700, Y: y + 100, Size: 160, Anchor: "start", Words: "N ↑"}
	y += 290
	note := fmt.Sprintf("Squares of %s. A thick edge is the front of a rack; arrows show air from the cold aisle to the hot aisle.", k.hall.Grid().Pitch.Metres())
	words, size := fit(note, k.W-floorMargin-200, 105, 70)
	k.Legend = append(k.Legend, FloorKey{Step: -2, At: Text{X: floorMargin, Y: y, Size: size, Anchor: "start", Words: words}})
	y += 230
	head, words7 := k.colour.legend()
	if _, ok := k.colour.(*statusColour); ok {
		y = k.statusKeys(head, y)
	} else {
		y = k.keys(head, words7, false, y)
	}
	y = k.keys(fmt.Sprintf("Trays: share of the limit of %d %% of their cross-section; percent of the cross-section and weight stand beside them", k.options.Fill), steps, true, y+120)
	k.H = y + 100
}

// head writes what stands above keys.
func (k *floorSketch) head(words string, y Px) {
	words, size := fit(words, k.W-floorMargin-200, 110, 80)
	k.Legend = append(k.Legend, FloorKey{Step: -2, At: Text{X: floorMargin, Y: y, Size: size, Anchor: "start", Words: words}})
}

// keys are the steps of one legend; it gives the next line. Of racks each shows
// the ticks that stand for it where there is no room for the value.
func (k *floorSketch) keys(head string, words [7]string, tray bool, y Px) Px {
	k.head(head, y)
	x := floorMargin
	y += 190
	for i, text := range words {
		if text == "" {
			continue
		}
		step := i
		if i == 6 {
			step = -1
		}
		if tray {
			x += 40
		}
		key := FloorKey{Tray: tray, Step: step, Box: Box{X: x, Y: y - 110, W: 240, H: 130}, At: Text{X: x + 300, Y: y, Size: 105, Anchor: "start", Words: text}}
		if !tray {
			key.Ticks = ticks(key.Box, step)
		}
		k.Legend = append(k.Legend, key)
		x += 290 + widthOf(text, 105) + 90
	}
	return y + 60
}

// statusKeys are the marks of the statuses.
func (k *floorSketch) statusKeys(head string, y Px) Px {
	k.head(head, y)
	x := floorMargin
	y += 190
	for s, text := range [...]string{"no links", "OK", "warning", "unknown", "error"} {
		key := FloorKey{Status: Status(s), Box: Box{X: x, Y: y - 110, W: 240, H: 130}, At: Text{X: x + 290, Y: y, Size: 105, Anchor: "start", Words: text}}
		if Status(s) != None {
			key.Mark = Box{X: x + 65, Y: y - 100, W: 110, H: 110}
		}
		k.Legend = append(k.Legend, key)
		x += 290 + widthOf(text, 105) + 90
	}
	return y + 60
}
