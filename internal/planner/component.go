package planner

import (
	"cmp"
	"fmt"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// A component is a set of cages joined by links: what one choice of parts must
// serve. Its links are those of work.grouped from first to last.
type component struct{ first, last int32 }

// A socket is one cage of a component and what is plugged into it.
type socket struct {
	device, cage int32
	group        *catalog.PortGroup
	variant      *catalog.Speed // what its ports run
	twin         bool           // a twin-port plug goes in: its optical ports are 1 and 2
	split        int            // children of each port: 0 (whole), 2 or 4
	ends         []plugEnd
}

// A plugEnd is one link's end in a socket.
type plugEnd struct {
	link  int32
	side  int8
	child int8 // of its port, 0: the whole port
	index int8 // of its port in the cage, from 1
	port  int8 // optical port of the plug: 1, 2, or 0 for both
	sub   int8 // half or quarter of that optical port, 0: all of it
}

// group finds the components of the links that can be planned. Links of a
// cage whose links do not agree are left out: mixed-cage.
func (w *work) group() {
	w.cageBase = make([]int32, len(w.devices)+1)
	for i := range w.devices {
		n := 0
		if t := w.devices[i].Type; t != nil {
			n = len(t.Cages)
		}
		w.cageBase[i+1] = w.cageBase[i] + int32(n)
	}
	w.checkMixed()
	seen := make([]bool, len(w.links))
	w.grouped = make([]int32, 0, len(w.links))
	for i := range w.links {
		if seen[i] || !w.plannable(int32(i)) {
			continue
		}
		first := len(w.grouped)
		seen[i] = true
		w.grouped = append(w.grouped, int32(i))
		for next := first; next < len(w.grouped); next++ {
			for _, p := range w.links[w.grouped[next]].ends {
				w.onCage(p.device, w.portType(p).Cage, func(other int32, _ int) {
					if !seen[other] && w.plannable(other) {
						seen[other] = true
						w.grouped = append(w.grouped, other)
					}
				})
			}
		}
		slices.Sort(w.grouped[first:])
		w.components = append(w.components, component{int32(first), int32(len(w.grouped))})
	}
}

func (w *work) plannable(link int32) bool { return !w.links[link].broken && !w.links[link].mixed }

// onCage calls f with every link end in a cage.
func (w *work) onCage(device int32, cage int, f func(link int32, side int)) {
	for _, p := range w.devices[device].Type.Cages[cage].Ports {
		w.onPort(device, int32(p), f)
	}
}

// checkMixed finds cages whose links differ in speed, or of which one port is
// split and the other is not.
func (w *work) checkMixed() {
	done := make([]bool, w.cageBase[len(w.devices)])
	for i := range w.links {
		if w.links[i].broken {
			continue
		}
		for _, p := range w.links[i].ends {
			cage := w.portType(p).Cage
			id := w.cageBase[p.device] + int32(cage)
			if !done[id] {
				done[id] = true
				w.checkCage(p.device, cage)
			}
		}
	}
}

func (w *work) checkCage(device int32, cage int) {
	var ends []plugEnd
	w.onCage(device, cage, func(link int32, side int) {
		if l := &w.links[link]; !l.broken {
			p := l.ends[side]
			ends = append(ends, plugEnd{link: link, side: int8(side), child: int8(p.child), index: int8(w.portType(p).Index)})
		}
	})
	if len(ends) < 2 {
		return
	}
	slices.SortFunc(ends, comparePorts)
	first, other := ends[0].link, int32(-1)
	split := ends[0].child > 0
	why := ""
	for _, e := range ends[1:] {
		link, side := e.link, e.side
		l := &w.links[link]
		if other >= 0 {
			break
		}
		switch {
		case l.pair.rate != w.links[first].pair.rate:
			other, why = link, fmt.Sprintf("one runs %s, the other %s; all links of a cage run at one speed", w.links[first].pair.rate, l.pair.rate)
		case (l.ends[side].child > 0) != split:
			other, why = link, "one port is split, the other is not; both ports of a twin-port cage are either whole or split"
		}
	}
	if other < 0 {
		return
	}
	n := 0
	w.onCage(device, cage, func(link int32, _ int) {
		if !w.links[link].broken {
			w.links[link].mixed = true
			w.out[link].Reason = why
			w.blame(link, StatusError)
			n++
		}
	})
	d := &w.devices[device]
	w.report.find(plan.Finding{Code: "mixed-cage", Path: w.out[other].Path, Subject: d.Name + ":" + d.Type.Cages[cage].Name, Count: n,
		Message: fmt.Sprintf("cage %s of %s holds link %s and link %s: %s", d.Type.Cages[cage].Name, d.Name, subject(&w.out[first]), subject(&w.out[other]), why),
		Fix:     "move one of the two links to another cage"})
}

// sockets lists the cages of a component, in natural order of
// device and cage, each with its link ends in port order.
func (s *selector) sockets(links []int32) []socket {
	s.socketBuf = s.socketBuf[:0]
	for _, id := range links {
		for side, p := range s.w.links[id].ends {
			pt := s.w.portType(p)
			at := s.socketAt(p.device, int32(pt.Cage))
			if at < 0 {
				at = len(s.socketBuf)
				if cap(s.socketBuf) > at {
					s.socketBuf = s.socketBuf[:at+1]
					s.socketBuf[at] = socket{ends: s.socketBuf[at].ends[:0]}
				} else {
					s.socketBuf = append(s.socketBuf, socket{})
				}
				k := &s.socketBuf[at]
				k.device, k.cage, k.group = p.device, int32(pt.Cage), pt.Group
				switch {
				case at == fewSockets:
					s.indexSockets()
				case at > fewSockets:
					s.socketMap[[2]int32{k.device, k.cage}] = at
				}
			}
			k := &s.socketBuf[at]
			k.ends = append(k.ends, plugEnd{link: id, side: int8(side), child: int8(p.child), index: int8(pt.Index)})
		}
	}
	slices.SortFunc(s.socketBuf, func(a, b socket) int {
		return cmp.Compare(s.w.orderKey(a.device, a.cage, 0), s.w.orderKey(b.device, b.cage, 0))
	})
	s.indexSockets()
	for i := range s.socketBuf {
		slices.SortFunc(s.socketBuf[i].ends, comparePorts)
	}
	return s.socketBuf
}

// comparePorts orders link ends of one cage by port and child.
func comparePorts(a, b plugEnd) int {
	return (int(a.index)*8 + int(a.child)) - (int(b.index)*8 + int(b.child))
}

// socketAt finds a cage among the sockets so far, -1 if it is not there yet.
func (s *selector) socketAt(device, cage int32) int {
	if len(s.socketBuf) > fewSockets {
		if at, ok := s.socketMap[[2]int32{device, cage}]; ok {
			return at
		}
		return -1
	}
	for i := range s.socketBuf {
		if s.socketBuf[i].device == device && s.socketBuf[i].cage == cage {
			return i
		}
	}
	return -1
}

// fewSockets is up to how many sockets are found by looking at each.
const fewSockets = 16

// indexSockets makes the sockets of a large component quick to find.
func (s *selector) indexSockets() {
	if len(s.socketBuf) <= fewSockets {
		return
	}
	if s.socketMap == nil {
		s.socketMap = map[[2]int32]int{}
	}
	clear(s.socketMap)
	for i := range s.socketBuf {
		s.socketMap[[2]int32{s.socketBuf[i].device, s.socketBuf[i].cage}] = i
	}
}

// fit works out, for the variant a socket runs, which optical ports of its plug
// each link uses.
func (k *socket) fit() {
	k.twin = k.group.Form.Ports == 2 || wholePlug(k.group)
	k.split = 0
	for i := range k.ends {
		e := &k.ends[i]
		n := int8(0)
		if e.child > 0 {
			n = int8(k.group.Children(k.variant))
			k.split = int(n)
		}
		if !wholePlug(k.group) {
			e.port, e.sub = e.index, e.child
			continue
		}
		switch {
		case n == 0 && k.variant.Lanes > 4:
			e.port, e.sub = 0, 0
		case n == 0:
			e.port, e.sub = 1, 0
		case n == 2:
			e.port, e.sub = e.child, 0
		default:
			e.port, e.sub = (e.child+1)/2, (e.child-1)%2+1
		}
	}
}

// wholePlug reports whether one port takes a twin-port plug as a whole: the
// osfp-8 cage.
func wholePlug(g *catalog.PortGroup) bool {
	return g.Form.Family == "osfp" && g.Form.Ports == 1 && g.Form.Lanes == 8
}

// places is how many legs a splitter on this socket has: 0 where it can be no hub.
func (k *socket) places() int {
	switch {
	case wholePlug(k.group):
		return k.split
	case k.group.Form.Ports == 2:
		if k.split > 0 {
			return 2 * k.split
		}
		return 2
	}
	return k.split
}

// halved reports whether some optical port of the socket is split.
func (k *socket) halved() bool {
	for i := range k.ends {
		if k.ends[i].sub > 0 {
			return true
		}
	}
	return false
}

// other is the socket at the far side of a link end.
func (s *selector) other(e plugEnd) int {
	p := s.w.links[e.link].ends[1-e.side]
	return s.socketAt(p.device, int32(s.w.portType(p).Cage))
}

// farEnd is the far end of a link end: its socket and its place in that
// socket's ends.
func (s *selector) farEnd(ks []socket, e plugEnd) (at int, far *plugEnd) {
	at = s.other(e)
	for i := range ks[at].ends {
		if ks[at].ends[i].link == e.link {
			return at, &ks[at].ends[i]
		}
	}
	return at, nil
}

// straight reports whether one 1:1 cable serves the component, and whether
// only crossed ports stand in the way.
func (s *selector) straight(ks []socket) (ok, crossed bool) {
	if len(ks) != 2 || ks[0].halved() || ks[1].halved() || ks[0].twin != ks[1].twin {
		return false, false
	}
	for i := range ks {
		if ks[i].split > 0 && !wholePlug(ks[i].group) {
			return false, false
		}
	}
	for _, e := range ks[0].ends {
		_, far := s.farEnd(ks, e)
		if e.port != far.port {
			return false, e.port != 0 && far.port != 0
		}
	}
	return true, false
}

// hubs lists the sockets that can be the hub of a 1:n splitter for the whole
// component, the one to try first at the front.
func (s *selector) hubs(ks []socket) []int {
	s.hubBuf = s.hubBuf[:0]
	for h := range ks {
		if s.isHub(ks, h) {
			s.hubBuf = append(s.hubBuf, h)
		}
	}
	if len(s.hubBuf) == 2 && weight(&ks[s.hubBuf[1]]) > weight(&ks[s.hubBuf[0]]) {
		s.hubBuf[0], s.hubBuf[1] = s.hubBuf[1], s.hubBuf[0]
	}
	return s.hubBuf
}

// weight orders two possible hubs: the cage with more ports or split children
// is tried first.
func weight(k *socket) int { return max(k.group.PortsPerCage, 1) * max(k.split, 1) }

func (s *selector) isHub(ks []socket, h int) bool {
	hub := &ks[h]
	n := hub.places()
	if n != 2 && n != 4 || len(ks)-1 > n || len(hub.ends) != len(ks)-1 {
		return false
	}
	for i := range ks {
		if i == h {
			continue
		}
		leg := &ks[i]
		if len(leg.ends) != 1 || leg.ends[0].child > 0 || s.other(leg.ends[0]) != h {
			return false
		}
	}
	return true
}
