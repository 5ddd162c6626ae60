package planner

import (
	"fmt"

	"lengthwise/internal/units"
)

// Segments are the named parts of the route from end a to end b, in order.
// Their exact lengths add up to Run, their whole millimetres to Run rounded up.
// There are none where the run is not known.
func (x *Route) Segments() []Segment {
	if !x.Known {
		return nil
	}
	h := x.hall
	p := segmentList{}
	a, b := &x.ends[0], &x.ends[1]
	switch x.kind {
	case routeDirect:
		p.add("exit", h.exit)
		p.add(x.riseName(), x.rise())
	case routeRack:
		p.add("exit, end a", h.exit)
		p.add(x.riseName(), x.rise())
		if a.rear != b.rear {
			p.add("depth of rack "+h.racks[a.rack].name, x.through())
		}
		p.add("exit, end b", h.exit)
	case routeSide:
		p.add("exit, end a", h.exit)
		p.add(x.riseName(), x.rise())
		p.add(fmt.Sprintf("side pass, rack %s to %s", h.racks[a.rack].name, h.racks[b.rack].name), x.sideways())
		if a.rear != b.rear {
			deeper := &h.racks[a.rack]
			if h.racks[b.rack].depth > deeper.depth {
				deeper = &h.racks[b.rack]
			}
			p.add("depth of rack "+deeper.name, x.through())
		}
		p.add("exit, end b", h.exit)
	case routeTray:
		x.traySegments(&p)
	}
	return p.list
}

// traySegments lists a route over trays.
func (x *Route) traySegments(p *segmentList) {
	h, y := x.hall, x.way
	reach, steps := y.reach, x.steps()
	if x.flipped {
		reach = [2]units.Length{y.reach[1], y.reach[0]}
	}
	a, b := &x.ends[0], &x.ends[1]
	first, last := &h.trays[steps[0].tray], &h.trays[steps[len(steps)-1].tray]
	p.add("exit, end a", h.exit)
	p.add(climbName(h.racks[a.rack].name, a.middle, first.height), a.climb(first.height))
	p.add(fmt.Sprintf("rack %s to tray %s", h.racks[a.rack].name, first.name), reach[0])
	p.add("tray entry, end a", h.trayEntry)
	for i, s := range steps {
		t := &h.trays[s.tray]
		if i > 0 {
			before := &h.trays[steps[i-1].tray]
			if up := t.height - before.height; up != 0 {
				p.add(fmt.Sprintf("%s from tray %s to tray %s", upOrDown(up), before.name, t.name), up.Abs())
			}
		}
		p.add("tray "+t.name, (s.to - s.from).Abs())
	}
	p.add("tray entry, end b", h.trayEntry)
	p.add(fmt.Sprintf("tray %s to rack %s", last.name, h.racks[b.rack].name), reach[1])
	p.add(climbName(h.racks[b.rack].name, last.height, b.middle), b.climb(last.height))
	p.add("exit, end b", h.exit)
}

// riseName names the vertical part between two ends in one rack or bay.
func (x *Route) riseName() string {
	return climbName(x.hall.racks[x.ends[0].rack].name, x.ends[0].middle, x.ends[1].middle)
}

// climbName names a vertical part inside a rack, from one height to another.
func climbName(rack string, from, to units.Length) string {
	if from == unknownHeight || to == unknownHeight {
		return "rack " + rack + ", height not known"
	}
	return upOrDown(to-from) + " in rack " + rack
}

func upOrDown(rise units.Length) string {
	if rise < 0 {
		return "down"
	}
	return "up"
}

// A segmentList gives each segment the whole millimetres that make all of them
// add up to the run rounded up: segment i has ceil(sum 1..i) - ceil(sum 1..i-1).
type segmentList struct {
	list []Segment
	sum  units.Length
}

func (p *segmentList) add(name string, l units.Length) {
	before := p.sum.CeilMM()
	p.sum += l
	p.list = append(p.list, Segment{Name: name, MM: p.sum.CeilMM() - before, Length: l})
}
