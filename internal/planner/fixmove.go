package planner

import (
	"fmt"
	"slices"

	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// fixByJoining names the unsplit ports of a link between two split children:
// no part joins those. It is offered where no other child is linked.
func (w *work) fixByJoining(id int32) *fix {
	l := &w.links[id]
	whole := l.ends
	var names [2]string
	for side, p := range l.ends {
		alone := true
		w.onPort(p.device, p.port, func(other int32, _ int) { alone = alone && other == id })
		if !alone {
			return nil
		}
		whole[side].child = 0
		names[side] = w.devices[p.device].Name + ":" + w.devices[p.device].Type.Ports[p.port].Name
	}
	t := trial{links: w.around(nil, []int32{id}), target: id, ends: map[int32][2]port{id: whole}}
	what, ok := w.passes(&t)
	if !ok {
		return nil
	}
	return &fix{text: fmt.Sprintf("link the unsplit ports %s and %s: %s", names[0], names[1], what), first: id}
}

// maxSwaps is how many other ports of a switch a fix tries.
const maxSwaps = 24

// fixBySwap tries to give a link another port of one of its switches, in
// exchange for the link there.
func (w *work) fixBySwap(id int32, base []int32) *fix {
	l := &w.links[id]
	if l.uplink {
		return nil
	}
	for side := range l.ends {
		p := l.ends[side]
		d := &w.devices[p.device]
		if !d.Type.IsSwitch() || p.child > 0 {
			continue
		}
		tries := 0
		for _, q := range w.swapPorts(p) {
			if tries++; tries > maxSwaps {
				break
			}
			t := trial{links: base, target: id, ends: map[int32][2]port{}}
			moved := l.ends
			moved[side].port = q
			t.ends[id] = moved
			taken := false
			w.onPort(p.device, q, func(other int32, at int) {
				ends := w.links[other].ends
				taken = taken || ends[at].child > 0 || w.links[other].uplink
				ends[at].port = p.port
				t.ends[other] = ends
			})
			if taken || len(t.ends) < 2 {
				continue
			}
			if what, ok := w.passes(&t); ok {
				a, b := d.Name+":"+d.Type.Ports[p.port].Name, d.Name+":"+d.Type.Ports[q].Name
				return &fix{text: fmt.Sprintf("swap %s and %s: %s", a, b, what), edits: []plan.Edit{{Kind: "swap", A: a, B: b}}}
			}
		}
	}
	return nil
}

// swapPorts lists the other ports of a port's group, those of its own cage first.
func (w *work) swapPorts(p port) []int32 {
	t := w.devices[p.device].Type
	own := &t.Ports[p.port]
	var same, rest []int32
	for i := range t.Ports {
		switch q := &t.Ports[i]; {
		case q.Group != own.Group || int32(i) == p.port:
		case q.Cage == own.Cage:
			same = append(same, int32(i))
		default:
			rest = append(rest, int32(i))
		}
	}
	return append(same, rest...)
}

// maxUnits and maxRacks bound how many places a fix tries for a device.
const (
	maxUnits = 6
	maxRacks = 6
)

// fixByMove tries another unit of the rack for either end, then a nearer rack.
func (w *work) fixByMove(id int32, _ []int32) *fix {
	l := &w.links[id]
	for _, m := range w.moves { // a move that mends another link may mend this one
		if m.device != l.ends[0].device && m.device != l.ends[1].device {
			continue
		}
		t := trial{links: w.around([]int32{m.device}, []int32{id}), target: id, moved: map[int32]place{m.device: m.to}}
		if what, ok := w.passes(&t); ok {
			return w.moveFix(m.device, m.to, what)
		}
	}
	sides := [2]int{0, 1}
	if w.lacking(l.ends[1].device) > w.lacking(l.ends[0].device) {
		sides = [2]int{1, 0} // the device whose move may mend more
	}
	for pass := range 2 {
		for _, side := range sides {
			d, other := l.ends[side].device, l.ends[1-side].device
			if w.places[d].rack < 0 || w.places[other].rack < 0 || w.devices[d].External {
				continue
			}
			racks := []int32{w.places[d].rack}
			if pass == 1 {
				racks = w.nearerRacks(d, other)
			}
			base := w.around([]int32{d}, []int32{id})
			for _, r := range racks {
				if x := w.tryUnits(id, d, other, r, base); x != nil {
					return x
				}
			}
		}
	}
	return nil
}

// tryUnits tries the free units of a rack that are nearest to the other end.
func (w *work) tryUnits(id, d, other, rack int32, base []int32) *fix {
	free := w.freeUnits(rack, d)
	goal := w.places[other].middle
	if w.places[other].rack != rack {
		goal = w.racks[rack].top()
	}
	slices.SortStableFunc(free, func(a, b units.RackUnits) int {
		x, y := (w.movedPlace(d, rack, a).middle - goal).Abs(), (w.movedPlace(d, rack, b).middle - goal).Abs()
		return int((x - y) / units.Micrometre)
	})
	for i, u := range free {
		if i == maxUnits {
			break
		}
		at := w.movedPlace(d, rack, u)
		if at == w.places[d] {
			continue
		}
		what, ok := w.passes(&trial{links: base, target: id, moved: map[int32]place{d: at}})
		if !ok {
			continue
		}
		if len(w.moves) < maxMoves {
			w.moves = append(w.moves, move{d, at})
		}
		return w.moveFix(d, at, what)
	}
	return nil
}

// A move is a device put somewhere else, that was shown to help.
type move struct {
	device int32
	to     place
}

// maxMoves bounds how many moves found before are tried first.
const maxMoves = 16

func (w *work) moveFix(d int32, to place, what string) *fix {
	name, rack := w.devices[d].Name, w.racks[to.rack].name
	e := plan.Edit{Kind: "move", Device: name, U: to.u.String()}
	if to.rack != w.places[d].rack {
		e.Rack = rack
	}
	return &fix{text: fmt.Sprintf("move %s to U%s of rack %s: %s", name, to.u, rack, what), edits: []plan.Edit{e}}
}

// lacking is how many links of a device have no cable.
func (w *work) lacking(device int32) int {
	n := 0
	for p := range w.portHead[w.portBase[device]:w.portBase[device+1]] {
		w.onPort(device, int32(p), func(link int32, _ int) {
			if !w.out[link].HasCable {
				n++
			}
		})
	}
	return n
}

// nearerRacks lists racks that are nearer to the other end than the device is,
// the nearest first.
func (w *work) nearerRacks(d, other int32) []int32 {
	goal := &w.racks[w.places[other].rack]
	far := func(r *rack) units.Length {
		return (r.x + r.dx/2 - goal.x - goal.dx/2).Abs() + (r.y + r.dy/2 - goal.y - goal.dy/2).Abs()
	}
	now := far(&w.racks[w.places[d].rack])
	var out []int32
	for i := range w.racks {
		if r := &w.racks[i]; r.placed && far(r) < now && int32(i) != w.places[d].rack {
			out = append(out, int32(i))
		}
	}
	slices.SortStableFunc(out, func(a, b int32) int {
		return int((far(&w.racks[a]) - far(&w.racks[b])) / units.Micrometre)
	})
	return out[:min(len(out), maxRacks)]
}
