package fabric

import "lengthwise/internal/catalog"

// Outlets are the ports of a type that a level may use, in the order it does.
type outlets struct {
	down []catalog.PortName // for links from below
	up   []catalog.PortName // for links to above, from the first free cage on
	all  []catalog.PortName // for links to above, in file order
	kept []bool             // of each port: kept for links from below
	n    int                // children each of down is taken as; 1: whole ports
	room int                // ports that links from below take up, to the end of their last cage
}

// outletsOf works the outlets of a type out, once for a level, and reports a
// type that does not carry the level's speeds.
func (g *generator) outletsOf(l *level, t *catalog.DeviceType) *outlets {
	if o := l.types[t]; o != nil {
		return o
	}
	o := &outlets{kept: make([]bool, len(t.Ports)), n: 1}
	if l.types == nil {
		l.types = map[*catalog.DeviceType]*outlets{}
	}
	l.types[t] = o
	o.down = downPorts(t, l, "fabric")
	if l != &g.leaves {
		// A spine may have its fast ports under the role uplink.
		o.down = append(o.down, downPorts(t, l, "uplink")...)
	}
	last, caged := int32(-1), make([]bool, len(t.Cages))
	for _, n := range o.down[:min(l.down, len(o.down))] {
		o.kept[n.Port], caged[t.Ports[n.Port].Cage] = true, true
		last = max(last, n.Port)
		if n.Child > 0 {
			o.n = l.split
		}
	}
	if l.up > 0 {
		o.upPorts(t, l.above, caged, last)
	}
	for i := range t.Ports {
		if caged[t.Ports[i].Cage] {
			o.room++
		}
	}
	devices := 0
	for _, d := range l.at {
		if d >= 0 && g.typeOf(d) == t {
			devices++
		}
	}
	if l.down > 0 && len(o.down) == 0 {
		g.unfit(l, t, l.below, devices, "fabric")
	}
	if l.up > 0 && len(o.all) == 0 && (len(o.down) > 0 || l.below != l.above) {
		g.unfit(l, t, l.above, devices, "uplink")
	}
	return o
}

// downPorts are the ports of a role that carry the rate from below, or the
// children of those that split as wanted.
func downPorts(t *catalog.DeviceType, l *level, role string) []catalog.PortName {
	var list []catalog.PortName
	for i := range t.Ports {
		group := t.Ports[i].Group
		if group.Role != role || !l.below.runs(group) {
			continue
		}
		if l.split == 1 || !l.below.children(group, l.split) {
			list = append(list, catalog.PortName{Port: int32(i)})
			continue
		}
		for child := range l.split {
			list = append(list, catalog.PortName{Port: int32(i), Child: int32(child + 1)})
		}
	}
	return list
}

// upPorts lists the ports for links to above: those of role uplink, then those
// in the cages after the links from below, then in cages before them.
func (o *outlets) upPorts(t *catalog.DeviceType, r rate, caged []bool, last int32) {
	var after, before []catalog.PortName
	for _, role := range []string{"uplink", "fabric"} {
		for i := range t.Ports {
			group := t.Ports[i].Group
			if group.Role != role || !r.runs(group) {
				continue
			}
			n := catalog.PortName{Port: int32(i)}
			o.all = append(o.all, n)
			switch {
			case caged[t.Ports[i].Cage]:
			case role == "uplink":
				o.up = append(o.up, n)
			case n.Port > last:
				after = append(after, n)
			default:
				before = append(before, n)
			}
		}
	}
	o.up = append(append(o.up, after...), before...)
}

// see looks at one use of the port that is asked about.
func (g *generator) see(child int32, far End) {
	if child != g.wanted.Child && child != 0 && g.wanted.Child != 0 {
		return // another child of the port
	}
	if !g.taken {
		g.taken, g.far = true, far
	}
}

// use reports whether explicit links or earlier fabrics use a port, one of its
// children, or the port a child belongs to; far is where it leads.
func (g *generator) use(device int32, n catalog.PortName) (far End, taken bool) {
	g.wanted, g.taken = n, false
	g.plant.Uses(device, n.Port, g.visit)
	return g.far, g.taken
}

// A place is the ports of one device, for links from below or to above.
type place struct {
	device int32
	up     bool
}

// A cursor is how far the search for free ports has come.
type cursor struct {
	kept bool // only kept ports are left
	at   int
}

// firstFree is the first port of a device that nothing uses; ports kept for
// links from below come last.
func (g *generator) firstFree(l *level, p place) (catalog.PortName, bool) {
	o := l.types[g.typeOf(p.device)]
	list := o.down
	if p.up {
		list = o.all
	}
	c := g.next[p]
	defer func() { g.next[p] = c }()
	for {
		for ; c.at < len(list); c.at++ {
			n := list[c.at]
			if o.kept[n.Port] != c.kept || g.inUse(p.device, n) {
				continue
			}
			if _, taken := g.use(p.device, n); !taken {
				return n, true
			}
		}
		if c.kept {
			return catalog.PortName{}, false
		}
		c = cursor{kept: true}
	}
}

// inUse reports whether this fabric uses a port, a child of it or its parent.
func (g *generator) inUse(device int32, n catalog.PortName) bool {
	mask := g.used[device][n.Port]
	if n.Child == 0 {
		return mask != 0
	}
	return mask&(1|1<<n.Child) != 0
}

func (g *generator) mark(device int32, n catalog.PortName) {
	if mask := g.used[device]; mask != nil {
		mask[n.Port] |= 1 << n.Child
	}
}
