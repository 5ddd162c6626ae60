package drawing

import (
	"cmp"
	"fmt"
	"slices"

	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// RackRuns are the links between two racks, or inside one.
type RackRuns struct {
	A, B    string // racks; empty: the device stands in none
	Links   int
	Known   int           // links of which the run is known
	Least   units.Length  // of those
	Most    units.Length  // of those
	AtLeast bool          // a part of some run is not known
	Status  Status        // the worst
	Longest *planner.Link // of known run; else any
}

// RunsAt are the links of a rack by the rack at their other end, which is B:
// longest run first.
func (h *Hall) RunsAt(rack string) []RackRuns {
	return h.runs(func(l *planner.Link) (a, b string, ok bool) {
		a, b = l.A.Device.Rack, l.B.Device.Rack
		if b == rack {
			a, b = b, a
		}
		return a, b, a == rack
	})
}

// RunsOver are the links that lie in a tray by the racks at their ends: longest
// run first.
func (h *Hall) RunsOver(tray string) []RackRuns {
	return h.runs(func(l *planner.Link) (a, b string, ok bool) {
		a, b = l.A.Device.Rack, l.B.Device.Rack
		if units.CompareNatural(b, a) < 0 {
			a, b = b, a
		}
		return a, b, l.Route != nil && l.Route.Over(tray)
	})
}

func (h *Hall) runs(between func(l *planner.Link) (a, b string, ok bool)) []RackRuns {
	at := map[[2]string]int{}
	var all []RackRuns
	for i := range h.res.Links {
		l := &h.res.Links[i]
		a, b, ok := between(l)
		if !ok {
			continue
		}
		n, ok := at[[2]string{a, b}]
		if !ok {
			n = len(all)
			at[[2]string{a, b}] = n
			all = append(all, RackRuns{A: a, B: b, Longest: l})
		}
		all[n].count(l)
	}
	slices.SortStableFunc(all, func(a, b RackRuns) int {
		return cmp.Or(cmp.Compare(b.Most, a.Most), units.CompareNatural(a.A, b.A), units.CompareNatural(a.B, b.B))
	})
	return all
}

func (r *RackRuns) count(l *planner.Link) {
	r.Links++
	r.Status = max(r.Status, statusOf(l.Status))
	if !l.RunKnown {
		return
	}
	if r.Known++; r.Known == 1 {
		r.Least, r.Most, r.Longest = l.Run, l.Run, l
	}
	r.Least = min(r.Least, l.Run)
	if l.Run > r.Most {
		r.Most, r.Longest = l.Run, l
	}
	r.AtLeast = r.AtLeast || l.RunAtLeast
}

// maxDrawnRuns bounds the runs of a rack that are drawn.
const maxDrawnRuns = 120

// drawRuns draws the longest run to each rack the chosen one is linked to, with
// its length at that rack.
func (k *floorSketch) drawRuns() {
	if k.options.Rack == "" || k.options.Link != nil {
		return
	}
	for i := range k.options.Runs[:min(len(k.options.Runs), maxDrawnRuns)] {
		r := &k.options.Runs[i]
		if r.Longest.Route == nil || r.Known == 0 {
			continue
		}
		full := fmt.Sprintf("run from rack %s to rack %s, %s", r.A, r.B, metres(r.Most.CeilMM()))
		k.Runs = append(k.Runs, k.legs(r.Longest.Route, func(int) string { return full })...)
		if at := k.hall.Find(r.B); at >= 0 && r.B != r.A {
			if f := &k.hall.places[at].Use.Floor; f.Placed && k.window.overlaps(extentOf(f)) {
				b := k.box(f)
				k.putPlate(b.X+b.W/2, b.Y+b.H-90, decimetres(r.Most.CeilMM())+" m", FloorPlate{Lit: true, Other: true})
			}
		}
	}
	if n := len(k.options.Runs) - maxDrawnRuns; n > 0 {
		k.say(fmt.Sprintf("Runs to %s more are not drawn.", counted(n, "rack", "racks")))
	}
}

// say adds a sentence to what is left out.
func (k *floorSketch) say(words string) {
	if k.Said != "" {
		k.Said += " "
	}
	k.Said += words
}

// legs are the level parts of a route in view.
func (k *floorSketch) legs(r *planner.Route, full func(segment int) string) []FloorLeg {
	var out []FloorLeg
	for i, points := range r.Track() {
		leg := FloorLeg{}
		for j := 1; j < len(points); j++ {
			a, b, ok := k.clip(points[j-1], points[j])
			if !ok || a == b {
				continue
			}
			if leg.Points == nil {
				leg.Points = append(leg.Points, [2]Px{k.x(a.X), k.y(a.Y)})
			}
			leg.Points = append(leg.Points, [2]Px{k.x(b.X), k.y(b.Y)})
		}
		if leg.Points != nil {
			leg.Full = full(i)
			out = append(out, leg)
		}
	}
	return out
}

// drawRoute lights the level parts of a link's route with their lengths.
func (k *floorSketch) drawRoute() {
	l := k.options.Link
	if l == nil || l.Route == nil {
		return
	}
	segments := l.Route.Segments()
	var at []int
	k.Route = k.legs(l.Route, func(i int) string {
		at = append(at, i)
		return fmt.Sprintf("part %d, %s, %s", i+1, segments[i].Name, metres(segments[i].MM))
	})
	for n, i := range at {
		p := k.Route[n].Points
		m := (len(p) - 1) / 2
		a, b := p[m], p[m+1]
		if dx, dy := int64(b[0]-a[0]), int64(b[1]-a[1]); segments[i].MM > 0 && dx*dx+dy*dy >= 300*300 {
			k.putPlate((a[0]+b[0])/2, (a[1]+b[1])/2, fmt.Sprintf("%d: %s", i+1, metres(segments[i].MM)), FloorPlate{Lit: true})
		}
	}
}
