package planner

import (
	"slices"

	"lengthwise/internal/units"
)

// A Footprint is the floor a rack covers, in plan coordinates.
type Footprint struct {
	X, Y   units.Length // south-west corner
	DX, DY units.Length // size, east and north
	Faces  string       // south | north | east | west: where its front looks
	Placed bool         // false: it has no row and no coordinates
}

func (k *rack) floor() Footprint {
	return Footprint{X: k.x, Y: k.y, DX: k.dx, DY: k.dy, Faces: k.faces, Placed: k.placed}
}

// A Point is a place on the plan.
type Point struct{ X, Y units.Length }

// Track is where each of the route's Segments runs on the plan: beside them, the
// points each goes through. A vertical part stays at one point. A part that
// crosses an aisle or a rack runs first along x, then along y; its length is the
// same either way.
func (x *Route) Track() [][]Point {
	if !x.Known {
		return nil
	}
	a, b := x.foot(0), x.foot(1)
	switch x.kind {
	case routeDirect:
		return [][]Point{{a}, {a}}
	case routeRack:
		if x.ends[0].rear != x.ends[1].rear {
			return [][]Point{{a}, {a}, {a, b}, {b}}
		}
		return [][]Point{{a}, {a}, {b}}
	case routeSide:
		return x.sideTrack(a, b)
	case routeTray:
		return x.trayTrack(a, b)
	}
	return nil
}

// foot is the middle of the rack face an end looks out of.
func (x *Route) foot(end int) Point {
	px, py := x.hall.racks[x.ends[end].rack].face(x.ends[end].rear)
	return Point{px, py}
}

// sideTrack goes along the row, then through the rack where the ends look out of
// different faces.
func (x *Route) sideTrack(a, b Point) [][]Point {
	if x.ends[0].rear == x.ends[1].rear {
		return [][]Point{{a}, {a}, {a, b}, {b}}
	}
	turn := Point{b.X, a.Y}
	if !x.hall.racks[x.ends[0].rack].runsEast() {
		turn = Point{a.X, b.Y}
	}
	return [][]Point{{a}, {a}, {a, turn}, {turn, b}, {b}}
}

// trayTrack goes from face to tray, along the trays, and to the other face.
func (x *Route) trayTrack(a, b Point) [][]Point {
	h, steps := x.hall, x.steps()
	at := func(s *wayStep, along units.Length) Point {
		px, py := h.trays[s.tray].point(along)
		return Point{px, py}
	}
	first := at(&steps[0], steps[0].from)
	out := [][]Point{{a}, {a}, corner(a, first), {first}}
	last := first
	for i := range steps {
		s := &steps[i]
		from := at(s, s.from)
		if i > 0 && h.trays[s.tray].height != h.trays[steps[i-1].tray].height {
			out = append(out, []Point{from})
		}
		last = at(s, s.to)
		out = append(out, []Point{from, last})
	}
	return append(out, []Point{last}, corner(last, b), []Point{b}, []Point{b})
}

// corner are the points from one place to another along the axes.
func corner(a, b Point) []Point {
	if a.X == b.X || a.Y == b.Y {
		return []Point{a, b}
	}
	return []Point{a, {b.X, a.Y}, b}
}

// steps are the steps of the way from end a to end b.
func (x *Route) steps() []wayStep {
	if !x.flipped {
		return x.way.steps
	}
	steps := make([]wayStep, len(x.way.steps))
	for i, s := range x.way.steps {
		steps[len(steps)-1-i] = wayStep{tray: s.tray, from: s.to, to: s.from}
	}
	return steps
}

// Over reports whether the route lies in a tray of that name.
func (x *Route) Over(tray string) bool {
	if !x.Known || x.kind != routeTray {
		return false
	}
	return slices.ContainsFunc(x.way.steps, func(s wayStep) bool { return x.hall.trays[s.tray].name == tray })
}
