package app

import (
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/planner"
)

// An end is what one end of a reach question may be plugged into. nil: anything.
type end struct {
	text   string // as asked
	mouths []mouth
}

// A mouth is a cage with what its ports do, or a plug or cage that was named
// alone.
type mouth struct {
	form  *catalog.FormFactor
	group *catalog.PortGroup // nil: a form factor was named
	port  bool               // one port was named, not a type
	child bool               // it is a child of a split port
}

// does reports whether a port of the mouth runs a speed.
func (m *mouth) does(s *catalog.Speed) bool {
	return m.group == nil || m.group.Lists(s) && (!m.child || m.group.Children(s) > 0)
}

// does reports whether some port of the end runs a speed.
func (e *end) does(s *catalog.Speed) bool {
	return slices.ContainsFunc(e.mouths, func(m mouth) bool { return m.does(s) })
}

// rates are the rates an end's ports list, each once, the fastest of each kind
// of port first; none for a form factor.
func (e *end) rates() []string {
	var out []string
	for _, m := range e.mouths {
		if m.group == nil {
			continue
		}
		for _, s := range m.group.Speeds {
			if m.does(s) && !slices.Contains(out, s.Rate) {
				out = append(out, s.Rate)
			}
		}
	}
	return out
}

// top is the fastest speed of an end's ports, nil for a form factor.
func (e *end) top() *catalog.Speed {
	var best *catalog.Speed
	for _, m := range e.mouths {
		if m.group == nil {
			continue
		}
		for _, s := range m.group.Speeds {
			if m.does(s) && (best == nil || s.Gbps > best.Gbps) {
				best = s
			}
		}
	}
	return best
}

// end reads an end: "type:port", a device type, or a form factor. The error
// wraps ErrNotFound and names the nearest.
func (k *reacher) end(text string) (*end, error) {
	if text == "" {
		return nil, nil
	}
	slug, port, named := strings.Cut(text, ":")
	t := k.deviceType(slug)
	switch {
	case t == nil && named:
		return nil, missing("device type", slug, k.slugs())
	case t == nil:
		if f := k.cat.Form(text); f != nil {
			return &end{text, []mouth{{form: f}}}, nil
		}
		names := k.slugs()
		for _, f := range k.cat.Forms {
			names = append(names, f.Name)
		}
		return nil, missing("device type or form factor", text, names)
	case named:
		return endOfPort(text, t, port)
	}
	e := &end{text: text}
	for i := range t.Groups {
		g := &t.Groups[i]
		e.mouths = append(e.mouths, mouth{form: g.Form, group: g})
	}
	return e, nil
}

// endOfPort is one port of a type.
func endOfPort(text string, t *catalog.DeviceType, port string) (*end, error) {
	found, ok := t.Find(port)
	if !ok {
		names := make([]string, len(t.Ports))
		for i, p := range t.Ports {
			names[i] = p.Name
		}
		return nil, missing("port of "+t.Slug, port, names)
	}
	g := t.Ports[found.Port].Group
	return &end{text, []mouth{{form: g.Form, group: g, port: true, child: found.Child > 0}}}, nil
}

// deviceType finds a type of the plan, else of the catalog.
func (k *reacher) deviceType(slug string) *catalog.DeviceType {
	for _, t := range k.local {
		if t.Slug == slug {
			return t
		}
	}
	return k.cat.Type(slug)
}

func (k *reacher) slugs() []string {
	var out []string
	for _, t := range k.local {
		out = append(out, t.Slug)
	}
	for _, t := range k.cat.Types {
		out = append(out, t.Slug)
	}
	return out
}

// takes reports whether a plug goes into the mouth.
func (m *mouth) takes(plug *catalog.FormFactor) bool { return plugs(m.form, plug) }

// whole reports whether one port takes a twin-port plug as a whole: the osfp-8
// cage.
func (m *mouth) whole() bool {
	return m.form.Family == "osfp" && m.form.Ports == 1 && m.form.Lanes == 8
}

// hubOf reports whether a splitter with so many legs has its hub in the mouth:
// as many as the cage has ports, or their split children.
func (m *mouth) hubOf(legs int, s *catalog.Speed) bool {
	if m.group == nil {
		return true
	}
	ports, children := max(m.form.Ports, 1), m.group.Children(s)
	switch {
	case m.child:
		return legs == ports*children
	case m.port:
		return legs == ports && ports > 1
	}
	return legs == ports && ports > 1 || children > 0 && legs == ports*children
}

// fits reports whether an assembly lies between two ends in the given direction:
// EndA at the first.
func fits(p *catalog.Product, s *catalog.Speed, a, b *end) bool {
	one := func(e *end, plug *catalog.FormFactor, is func(m *mouth) bool) bool {
		if e == nil {
			return true
		}
		return slices.ContainsFunc(e.mouths, func(m mouth) bool { return m.does(s) && m.takes(plug) && is(&m) })
	}
	if p.Legs > 1 {
		return one(a, p.EndA, func(m *mouth) bool { return m.hubOf(p.Legs, s) }) && one(b, p.EndB, func(m *mouth) bool { return !m.child })
	}
	unsplit := func(m *mouth) bool { return !m.child || m.whole() }
	return one(a, p.EndA, unsplit) && one(b, p.EndB, unsplit)
}

// joins reports whether an assembly lies between two ends, either way round.
func joins(p *catalog.Product, s *catalog.Speed, from, to *end) bool {
	return fits(p, s, from, to) || fits(p, s, to, from)
}

// mixed warns of a link of two generations that is known to lose bandwidth over
// long optical cable (docs/planning-rules.md, known-limitation).
func (k *reacher) mixed(a *ReachAnswer, x, y *catalog.Speed) []ReachNote {
	if x == nil || y == nil || k.need[1] <= planner.MixedHDRLimit {
		return nil
	}
	pair := x.Generation == "ndr" && y.Generation == "hdr" || x.Generation == "hdr" && y.Generation == "ndr"
	if !pair || !slices.ContainsFunc(a.Offers, func(o Offer) bool { return o.Speed.Generation == "hdr" && optically(o.Medium) && o.Does < None }) {
		return nil
	}
	return []ReachNote{{
		Text:    "an HDR device and an NDR device over more than " + planner.MixedHDRLimit.Metres() + " of optical cable lose bandwidth (NVIDIA issue 3261861)",
		Sources: []string{planner.MixedHDRSource},
	}}
}
