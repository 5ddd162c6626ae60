package planner

import (
	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// emit writes the choice for a component into the batch and its links.
func (s *selector) emit(ks []socket, links []int32, p pick) {
	s.halfUsed(ks)
	if p.medium == "" && p.part.Nil() {
		s.emitNothing(ks, links, p)
		return
	}
	existing := false
	for _, id := range links {
		existing = existing || s.w.out[id].Existing
		out := &s.w.out[id]
		out.Medium = p.medium
		s.measure(id, p)
	}
	switch {
	case p.medium == plan.Optical && p.part.Nil():
		s.emitOptical(ks, p)
	case p.loose:
		for _, id := range links {
			s.emitLoose(ks, id, p)
		}
	default:
		s.emitAssembly(ks, links, p, existing)
	}
	if p.verdict.code != "" {
		p.verdict.source = sourceOr(p.verdict, ks, p.verdict.source)
		s.emitVerdict(links, p)
		return
	}
	for _, id := range links {
		s.w.out[id].Reason = s.reason(ks, id, p)
		s.checkLink(id)
	}
	s.splitByDistance(ks, links, p)
}

// measure gives a link the required length and the limit of a medium.
func (s *selector) measure(id int32, p pick) {
	out := &s.w.out[id]
	m := p.limitOf
	if m == "" {
		m = s.set.Media[0]
	}
	out.Required = s.w.required(id, m)
	out.Limit = p.limit
	out.Headroom = p.limit - out.Required
}

// newCable adds a cable to the batch and gives it to its links.
func (s *selector) newCable(c Cable, key uint64) int32 {
	id := int32(s.batch.cables.len())
	*s.batch.cables.add() = c
	s.batch.keys = append(s.batch.keys, key)
	return id
}

// carry notes that a link runs over a cable, by its number in the batch; gather
// renumbers.
func (s *selector) carry(link, cable int32, length int64) {
	out := &s.w.out[link]
	if !out.HasCable {
		out.HasCable, out.Cables = true, [2]int32{cable, -1}
	} else {
		out.Cables[1] = cable
	}
	out.Spare = length - out.Required
}

// emitAssembly writes one DAC, ACC, AEC, AOC or twisted-pair cable.
func (s *selector) emitAssembly(ks []socket, links []int32, p pick, existing bool) {
	c := Cable{Shape: "1:1", Medium: p.medium, Part: p.part, Length: p.part.Length, Existing: existing,
		Links: s.batch.links.copy(links), Required: p.required, Ends: s.batch.ends.take(len(ks))}
	first := 0
	if p.hub >= 0 {
		first = p.hub
		c.Shape, c.UnusedLegs = shapes[p.legs], p.legs-(len(ks)-1)
	}
	c.Ends = append(c.Ends, s.cableEnd(&ks[first], ks[first].ends, 0))
	if p.hub < 0 {
		c.Ends = append(c.Ends, s.cableEnd(&ks[1], ks[1].ends, 1))
	} else {
		hub := &ks[p.hub]
		for _, e := range hub.ends {
			at := s.other(e)
			end := s.cableEnd(&ks[at], ks[at].ends, hub.leg(e))
			end.Link = e.link
			c.Ends = append(c.Ends, end)
		}
	}
	id := s.newCable(c, s.w.orderKey(ks[first].device, ks[first].cage, 0))
	for _, l := range links {
		s.carry(l, id, c.Length.FloorMM())
	}
}

var shapes = [5]string{1: "1:1", 2: "1:2", 4: "1:4"}

// leg numbers the leg of a splitter on a hub's link end, from 1.
func (k *socket) leg(e plugEnd) int {
	switch {
	case wholePlug(k.group):
		return max(1, int(e.child))
	case k.group.Form.Ports == 2:
		return (int(e.index)-1)*max(1, k.split) + max(1, int(e.child))
	}
	return max(1, int(e.child))
}

// cableEnd is the plug of a cable in a socket, with the ports of the given ends.
func (s *selector) cableEnd(k *socket, ends []plugEnd, leg int) CableEnd {
	d := &s.w.devices[k.device]
	out := CableEnd{Device: d, Cage: d.Type.Cages[k.cage].Name, Leg: leg, Module: -1, Link: -1, Ports: s.batch.ports.take(max(1, len(ends)))}
	for _, e := range ends {
		out.Ports = append(out.Ports, s.portName(e))
	}
	return out
}

func (s *selector) portName(e plugEnd) string {
	return s.w.out[e.link].end(int(e.side)).Port
}

// emitLoose writes a pinned part that does not fit the shape: one for a link.
func (s *selector) emitLoose(ks []socket, link int32, p pick) {
	l := &s.w.out[link]
	c := Cable{Shape: shapes[max(1, p.legs)], Medium: p.medium, Part: p.part, Length: p.part.Length, Existing: l.Existing,
		Links: []int32{link}, Required: l.Required}
	c.UnusedLegs = max(0, p.legs-1)
	var keys [2]uint64
	for side := range 2 {
		at := s.socketAt(s.w.links[link].ends[side].device, int32(s.w.portType(s.w.links[link].ends[side]).Cage))
		for i, e := range ks[at].ends {
			if e.link == link && int(e.side) == side {
				c.Ends = append(c.Ends, s.cableEnd(&ks[at], ks[at].ends[i:i+1], 0))
				keys[side] = s.w.orderKey(ks[at].device, ks[at].cage, i)
			}
		}
	}
	if keys[1] < keys[0] {
		c.Ends[0], c.Ends[1] = c.Ends[1], c.Ends[0]
	}
	c.Ends[1].Leg = 1
	if p.legs > 1 {
		c.Ends[1].Link = link
	}
	s.carry(link, s.newCable(c, min(keys[0], keys[1])), c.Length.FloorMM())
}

// emitOptical writes the modules and cords of a component.
func (s *selector) emitOptical(ks []socket, p pick) {
	base := int32(s.batch.modules.len())
	at := s.atBuf[:0] // beside ks: index of its module, -1: none
	for i := range ks {
		at = append(at, -1)
		if i >= len(p.modules) || p.modules[i] == nil {
			continue
		}
		d := &s.w.devices[ks[i].device]
		cage := d.Type.Cages[ks[i].cage].Name
		m := s.batch.modules.add()
		m.Device, m.Cage, m.Product = d, cage, p.modules[i]
		for _, e := range ks[i].ends {
			m.Existing = m.Existing || s.w.out[e.link].Existing
		}
		at[i] = base
		base++
		s.batch.moduleKeys = append(s.batch.moduleKeys, s.w.orderKey(ks[i].device, ks[i].cage, 0))
	}
	s.atBuf = at
	for i := range s.fibreBuf {
		f, part := &s.fibreBuf[i], p.cords[i]
		switch {
		case part.Nil():
		case cordOf(part).legs >= f.n:
			s.emitCord(ks, f, part, at)
		default: // a pinned straight cord on a split port: one for each half
			for leg := range f.n {
				half := *f
				half.n, half.legs[0] = 1, f.legs[leg]
				s.emitCord(ks, &half, part, at)
			}
		}
	}
	s.checkModules(ks, p)
}

// emitCord writes one fibre cord.
func (s *selector) emitCord(ks []socket, f *fibre, part catalog.Part, modules []int32) {
	c := Cable{Shape: "1:1", Medium: plan.Optical, Part: part, Length: part.Length, Required: s.fibreRequired(f), second: f.nth == 2}
	legs := cordOf(part).legs // a pinned cord may have other legs than the port wants
	if c.Shape = shapes[legs]; legs > 1 {
		c.UnusedLegs = legs - f.n
	}
	id := int32(s.batch.cables.len())
	end := func(socket int, leg int, link int32, port int8) CableEnd {
		k := &ks[socket]
		out := s.cableEnd(k, nil, leg)
		for i := range k.ends {
			if e := k.ends[i]; e.link == link && (e.port == port || e.port == 0) {
				out.Ports = append(out.Ports, s.portName(e))
			}
		}
		if wholePlug(k.group) {
			out.optical = port
		}
		if out.Module = modules[socket]; out.Module >= 0 {
			m := s.batch.modules.at(int(out.Module))
			if m.Cables == nil {
				m.Cables = s.batch.links.take(2)
			}
			if n := len(m.Cables); n == 0 || m.Cables[n-1] != id { // both legs may end in one cage
				m.Cables = append(m.Cables, id)
			}
		}
		return out
	}
	hub := end(f.hub, 0, f.legs[0].link, f.port)
	for n := 1; n < f.n; n++ {
		for _, e := range ks[f.hub].ends {
			if e.link == f.legs[n].link {
				hub.Ports = append(hub.Ports, s.portName(e))
			}
		}
	}
	c.Ends, c.Links = append(s.batch.ends.take(1+f.n), hub), s.batch.links.take(f.n)
	for _, leg := range f.legs[:f.n] {
		e := end(leg.socket, max(1, int(leg.sub)), leg.link, leg.port)
		if legs > 1 {
			e.Link = leg.link
		}
		c.Ends = append(c.Ends, e)
		c.Links = append(c.Links, leg.link)
		c.Existing = c.Existing || s.w.out[leg.link].Existing
	}
	s.newCable(c, s.w.orderKey(ks[f.hub].device, ks[f.hub].cage, int(f.port)*8+int(f.nth)))
	for _, l := range c.Links {
		s.carry(l, id, c.Length.FloorMM())
	}
}
