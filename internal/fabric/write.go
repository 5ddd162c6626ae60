package fabric

import (
	"fmt"
	"strconv"

	"lengthwise/internal/catalog"
)

// A port that is still to be found: another link has the one the rules name.
const displaced = -1

// write writes the links tier by tier, then finds ports for those whose own are
// used by explicit links or earlier fabrics.
func (g *generator) write() {
	g.shape.Links = make([]Link, 0, g.expected())
	g.writeHosts()
	g.writeUplinks()
	g.writeCores()
	g.settle()
	for _, l := range []*level{&g.leaves, &g.spines, &g.cores} {
		g.tellShort(l)
	}
}

// expected is how many links the fabric has where nothing is in the way.
func (g *generator) expected() int {
	n := 0
	for _, d := range g.hosts.at {
		if d >= 0 {
			n += len(g.hostPorts[g.typeOf(d)])
		}
	}
	return n + len(g.leaves.at)*g.leaves.up + len(g.spines.at)*g.spines.up
}

// seat is the leaf of a host's port, both counted from 0, and which of the
// leaf's ports it takes.
func (g *generator) seat(host, port int) (leaf, at int) {
	unit, nth := host/g.perUnit, host%g.perUnit
	switch {
	case g.rails > 0:
		return unit*g.rails + port, nth
	case g.dual:
		return 2*unit + port%2, nth*g.onLeaf + port/2
	}
	return unit, nth*g.onLeaf + port
}

func (g *generator) writeHosts() {
	if g.perUnit == 0 {
		return
	}
	for j, host := range g.hosts.at {
		if host < 0 {
			continue
		}
		for r, n := range g.hostPorts[g.typeOf(host)] {
			leaf, at := g.seat(j, r)
			if n.Port < 0 || leaf >= len(g.leaves.at) || g.leaves.at[leaf] < 0 {
				continue
			}
			g.writeHost(End{host, n}, g.leaves.at[leaf], at)
		}
	}
}

// writeHost links a host's port to its leaf, unless it is linked already.
func (g *generator) writeHost(host End, leaf int32, at int) {
	if far, taken := g.use(host.Device, host.Port); taken {
		if far.Device == leaf {
			g.shape.Links = append(g.shape.Links, Link{A: host, B: far, Tier: HostTier, Explicit: true})
			return
		}
		g.shape.Crossed = append(g.shape.Crossed, host)
		g.find("rail-crossed", "", g.end(host)+" - "+g.end(far), 1,
			"move that link to "+g.name(leaf)+", or leave the port out of the fabric's host_ports",
			"%s is linked to %s already; fabric %s has its place on %s and writes no link for it", g.end(host), g.end(far), g.f.Name, g.name(leaf))
		return
	}
	o := g.outletsOf(&g.leaves, g.typeOf(leaf))
	if n, ok := g.take(&g.leaves, leaf, o.down, at); ok {
		g.shape.Links = append(g.shape.Links, Link{A: host, B: End{leaf, n}, Tier: HostTier})
	}
}

// take is the port at a place of the list; displaced where it is used already.
// ok is false where the list has no such place: the link finds no port.
func (g *generator) take(l *level, device int32, list []catalog.PortName, at int) (n catalog.PortName, ok bool) {
	if at >= len(list) {
		g.lose(l, device)
		return n, false
	}
	if _, taken := g.use(device, list[at]); taken {
		return catalog.PortName{Port: displaced}, true
	}
	return list[at], true
}

func (g *generator) lose(l *level, device int32) {
	if l.short == nil {
		l.short = map[int32]int{}
	}
	l.short[device]++
	g.shape.Missing++
}

// writeUplinks links every leaf to the spines of its pod: uplink k to spine s
// takes leaf uplink port s·m + k and spine port l·m + k.
func (g *generator) writeUplinks() {
	if g.pair == 0 {
		return
	}
	for i, leaf := range g.leaves.at {
		if leaf < 0 {
			continue
		}
		pod, l := i/g.podLeaves, i%g.podLeaves
		for s := range g.podSpines {
			g.writePair(SpineTier, &g.leaves, leaf, s*g.pair, &g.spines, pod*g.podSpines+s, l*g.pair, g.pair)
		}
	}
}

// writeCores links every spine to its group of cores, with spine for leaf, core
// for spine and the pod's number for l.
func (g *generator) writeCores() {
	if g.corePair == 0 {
		return
	}
	for i, spine := range g.spines.at {
		if spine < 0 {
			continue
		}
		pod, s := i/g.podSpines, i%g.podSpines
		for c := range g.group {
			g.writePair(CoreTier, &g.spines, spine, c*g.corePair, &g.cores, s*g.group+c, pod*g.corePair, g.corePair)
		}
	}
}

// writePair writes the m parallel links between a lower switch, from its uplink
// port a on, and the upper switch of the given number, from its port b on.
func (g *generator) writePair(t Tier, low *level, lower int32, a int, high *level, number, b, m int) {
	if number >= len(high.at) || high.at[number] < 0 {
		return
	}
	upper := high.at[number]
	up, down := g.outletsOf(low, g.typeOf(lower)), g.outletsOf(high, g.typeOf(upper))
	for k := range m {
		x, ok := g.take(low, lower, up.up, a+k)
		if !ok {
			continue
		}
		if y, ok := g.take(high, upper, down.down, b+k); ok {
			g.shape.Links = append(g.shape.Links, Link{A: End{lower, x}, B: End{upper, y}, Tier: t})
		}
	}
}

// levels are the parts that the two ends of a tier's links play.
func (g *generator) levels(t Tier) (low, high *level) {
	switch t {
	case HostTier:
		return &g.hosts, &g.leaves
	case SpineTier:
		return &g.leaves, &g.spines
	}
	return &g.spines, &g.cores
}

// settle gives displaced links the first free ports, in the order of the links,
// and takes out those for which there is none.
func (g *generator) settle() {
	links := g.shape.Links
	g.used = map[int32][]uint8{}
	for i := range links {
		for _, e := range []End{links[i].A, links[i].B} {
			if e.Port.Port == displaced && g.used[e.Device] == nil {
				g.used[e.Device] = make([]uint8, len(g.typeOf(e.Device).Ports))
			}
		}
	}
	if len(g.used) == 0 {
		return
	}
	g.next = map[place]cursor{}
	for i := range links {
		for _, e := range []End{links[i].A, links[i].B} {
			if e.Port.Port != displaced && !links[i].Explicit {
				g.mark(e.Device, e.Port)
			}
		}
	}
	kept := links[:0]
	for _, l := range links {
		if g.settleLink(&l) {
			kept = append(kept, l)
		}
	}
	g.shape.Links = kept
}

func (g *generator) settleLink(l *Link) bool {
	low, high := g.levels(l.Tier)
	a, b := l.A.Port, l.B.Port
	if a.Port == displaced {
		n, ok := g.firstFree(low, place{l.A.Device, true})
		if !ok {
			g.lose(low, l.A.Device)
			return false
		}
		l.A.Port = n
	}
	if b.Port == displaced {
		n, ok := g.firstFree(high, place{l.B.Device, false})
		if !ok {
			g.lose(high, l.B.Device)
			return false
		}
		l.B.Port = n
	}
	if a != l.A.Port {
		g.mark(l.A.Device, l.A.Port)
	}
	if b != l.B.Port {
		g.mark(l.B.Device, l.B.Port)
	}
	return true
}

// tellShort reports the switches of a level on which links found no port, those
// of one type with as many free ports in one finding.
func (g *generator) tellShort(l *level) {
	if len(l.short) == 0 {
		return
	}
	type class struct {
		t    *catalog.DeviceType
		free int
	}
	first, devices, links := map[class]int32{}, map[class]int{}, map[class]int{}
	var order []class
	for _, d := range l.at {
		if d < 0 || l.short[d] == 0 {
			continue
		}
		t := g.typeOf(d)
		o := l.types[t]
		if len(o.down) == 0 || l.up > 0 && len(o.all) == 0 {
			continue // said already: the type does not carry the speed
		}
		c := class{t, g.freePorts(d, o)}
		if devices[c]++; devices[c] == 1 {
			order = append(order, c)
			first[c] = d
		}
		links[c] += l.short[d]
	}
	for _, c := range order {
		o := l.types[c.t]
		below := (l.down + o.n - 1) / o.n
		need, whose := below+l.up, "its ports"
		if devices[c] > 1 {
			whose = "the ports of each"
		}
		if l.up > 0 {
			need = max(o.room, below) + l.up
			whose += fmt.Sprintf(" (%d below and %s, which begin in a cage of their own)", below, plural(l.up, "uplink"))
		}
		g.find("not-enough-ports", l.field, g.name(first[c]), devices[c],
			"name more switches or switches with more ports, put fewer hosts on each leaf, or allow more oversubscription",
			"%s (%s): fabric %s needs %d of %s, and %s free; %s not written", more(g.name(first[c]), devices[c]), c.t.Slug, g.f.Name, need, whose,
			are(c.free, ""), are(links[c], "link"))
	}
}

// are is "1 link is", "3 links are", or "3 are" of nothing.
func are(n int, what string) string {
	text := strconv.Itoa(n)
	if what != "" {
		text = plural(n, what)
	}
	if n == 1 {
		return text + " is"
	}
	return text + " are"
}

// freePorts counts the ports of a device that the fabric could use and nothing
// before it does.
func (g *generator) freePorts(device int32, o *outlets) int {
	n, seen := 0, make([]bool, len(o.kept))
	for _, list := range [][]catalog.PortName{o.down, o.all} {
		for _, p := range list {
			if seen[p.Port] {
				continue
			}
			seen[p.Port] = true
			if _, taken := g.use(device, catalog.PortName{Port: p.Port}); !taken {
				n++
			}
		}
	}
	return n
}
