package planner

import (
	"fmt"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// A verdict says what is wrong with a pinned part; its code is empty where
// nothing is.
type verdict struct {
	code    plan.Code
	message string
	source  string
	limit   int64 // whole mm, of beyond-reach
	miss    int64 // whole mm: of too-short, what is missing
}

// nearness says how far a pinned part got before it failed: of several choices
// of modules the one it comes nearest to is reported.
func (v verdict) nearness() int {
	switch v.code {
	case "no-cable", "below-minimum":
		return 3
	case "too-short", "beyond-reach":
		return 2
	case "polish-mismatch", "mixed-optics":
		return 1
	}
	return 0
}

func fault(code plan.Code, format string, args ...any) verdict {
	return verdict{code: code, message: fmt.Sprintf(format, args...)}
}

// faultOf is a fault of a part: it rests on the part's sources.
func faultOf(p catalog.Part, code plan.Code, format string, args ...any) verdict {
	v := fault(code, format, args...)
	v.source = sourcesOf(p)
	return v
}

// sourcesOf is the keys of a part's sources, empty where there is no part.
func sourcesOf(p catalog.Part) string {
	if p.Nil() {
		return ""
	}
	return strings.Join(partSources(p).Sources, ";")
}

// judgeCord judges a cord between modules in all but what the run requires. A
// cord that is not pinned must be known to fit; a pinned one only must not be
// known to misfit.
func (s *selector) judgeCord(key cordKey, part catalog.Part, pinned bool) verdict {
	c := cordOf(part)
	if c.fibre == nil {
		return faultOf(part, "wrong-connector", "%s is no fibre cord", part.ID())
	}
	for i, m := range key.modules {
		if m == nil {
			continue
		}
		lenient := pinned || part.Spec != nil && namesFamily(part.Spec, m.Optics)
		connector := c.connectorB
		if i == 0 {
			connector = c.connectorA
		}
		if !matches(connector, m.ConnectorA, lenient) {
			return faultOf(part, "wrong-connector", "%s ends in %s, %s wants %s", part.ID(), connector, m.SKU, m.ConnectorA)
		}
		if !matches(c.pins, mate(m.Pins), lenient) {
			return faultOf(part, "wrong-connector", "the connectors of %s are %s, those of %s too", part.ID(), c.pins, m.SKU)
		}
	}
	if c.legs != key.legs {
		return faultOf(part, "wrong-shape", "%s is a 1:%d cord, the optical port wants 1:%d", part.ID(), c.legs, key.legs)
	}
	for _, m := range key.modules {
		if m == nil {
			continue
		}
		named := part.Spec == nil || namesFamily(part.Spec, m.Optics)
		switch {
		case c.fibre.Mode != m.Optics.Mode:
			return faultOf(part, "wrong-fibre", "%s is %s fibre, %s wants %s", part.ID(), modeName(c.fibre.Mode), m.SKU, modeName(m.Optics.Mode))
		case !matches(c.polish, m.Polish, pinned || part.Spec != nil && named):
			return faultOf(part, "polish-mismatch", "%s is polished %s, %s wants %s; the two never mate", part.ID(), strings.ToUpper(c.polish), m.SKU, strings.ToUpper(m.Polish))
		case !named && !pinned:
			return faultOf(part, "mixed-optics", "%s is not made for %s", part.ID(), m.Optics.Label)
		}
	}
	if !pinned && c.fibre.Mode == catalog.Multimode && gradeRank(c.fibre.Grade) > gradeRank(s.set.Multimode) {
		return faultOf(part, "wrong-fibre", "%s is %s, the plan allows %s", part.ID(), c.fibre.Grade, s.set.Multimode)
	}
	for _, m := range key.modules {
		if m != nil && m.FibreReach.On(c.fibre.Grade) == 0 && c.fibre.Mode == m.Optics.Mode {
			return faultOf(catalog.Part{Product: m}, "no-cable", "no source states how far %s reaches on %s", m.SKU, c.fibre.Grade)
		}
	}
	if reach := cordReach(key, c.fibre.Grade); part.Length.FloorMM() > reach || c.reach > 0 && part.Length > c.reach {
		v := fault("beyond-reach", "%s is %s, the modules reach %s on %s", part.ID(), part.Length.Metres(), metres(reach), c.fibre.Grade)
		if key.legs == 2 {
			v.message += " through a 1:2 cord"
		}
		v.limit, v.source = reach, strings.Join(key.modules[0].Sources, ";")
		return v
	}
	for _, m := range key.modules {
		if m != nil && part.Length < m.MinReach {
			v := fault("below-minimum", "%s is %s, the shortest link of %s is %s", part.ID(), part.Length.Metres(), m.SKU, m.MinReach.Metres())
			v.source = strings.Join(m.Sources, ";")
			return v
		}
	}
	return verdict{}
}

// cordReach is how far modules reach over a cord of a grade, whole mm.
func cordReach(key cordKey, grade string) int64 {
	reach := int64(1 << 62)
	for _, m := range key.modules {
		if m == nil {
			continue
		}
		reach = min(reach, m.FibreReach.On(grade).FloorMM())
		if key.legs == 2 {
			reach = min(reach, m.Optics.SplitterReach.FloorMM())
		}
	}
	return reach
}

// A cord is what matters of a fibre product or specification.
type cord struct {
	legs                   int
	fibre                  *catalog.Fibre
	connectorA, connectorB string
	polish, pins           string
	reach                  units.Length // of a specification row, 0: none
}

func cordOf(p catalog.Part) cord {
	if p.Spec != nil {
		s := p.Spec
		return cord{s.Legs, s.Fibre, s.ConnectorA, s.ConnectorB, s.Polish, s.Pins, s.Reach}
	}
	q := p.Product
	return cord{q.Legs, q.Fibre, q.ConnectorA, q.ConnectorB, q.Polish, q.Pins, 0}
}

// matches compares what a cord has with what a module wants. A module that does
// not say fits where the cord is pinned or names the module's family.
func matches(have, want string, lenient bool) bool {
	if want == "" || have == "" {
		return lenient
	}
	return have == want
}

// mate is what a cord must be to mate with a module's pins.
func mate(pins string) string {
	switch pins {
	case "male":
		return "female"
	case "female":
		return "male"
	}
	return pins
}

func namesFamily(s *catalog.Specification, o *catalog.Optics) bool {
	for _, x := range s.Optics {
		if x == o {
			return true
		}
	}
	return false
}

func gradeRank(grade string) int { return strings.Index("om3om4om5", grade) }

func modeName(m catalog.Mode) string {
	if m == catalog.Multimode {
		return "multimode"
	}
	return "single-mode"
}

// judgeModule judges a pinned transceiver in a socket.
func (s *selector) judgeModule(k *socket, m *catalog.Product) verdict {
	if v := judgeProtocol(m, k.variant); v.code != "" {
		return v
	}
	if !k.group.Form.Accept(m.EndA.Name) {
		return s.wrongPlug(k, m, m.EndA)
	}
	if !m.Carries(k.variant) {
		return faultOf(catalog.Part{Product: m}, "wrong-speed", "%s carries %s, the link runs %s", m.SKU, speedNames(m.Speeds), k.variant.Name)
	}
	return verdict{}
}

func judgeProtocol(p *catalog.Product, v *catalog.Speed) verdict {
	for _, x := range p.Protocols {
		if x == v.Protocol {
			return verdict{}
		}
	}
	return faultOf(catalog.Part{Product: p}, "wrong-protocol", "%s is for %s, the link is %s", p.SKU, protocolName(p.Protocols[0]), protocolName(v.Protocol))
}

func protocolName(p catalog.Protocol) string {
	if p == catalog.InfiniBand {
		return "InfiniBand"
	}
	return "Ethernet"
}

func (s *selector) wrongPlug(k *socket, p *catalog.Product, plug *catalog.FormFactor) verdict {
	d := &s.w.devices[k.device]
	v := fault("wrong-connector", "%s has a plug %s, cage %s of %s takes %s", p.SKU, plug.Name, d.Type.Cages[k.cage].Name, d.Name,
		strings.Join(k.group.Form.Accepts, ", "))
	v.source = strings.Join(k.group.Form.Sources, ";")
	return v
}

func speedNames(list []*catalog.Speed) string {
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = s.Name
	}
	return strings.Join(names, ", ")
}

// judgeAssembly judges a pinned DAC, ACC, AEC, AOC or twisted-pair product, in
// the order of planning-rules, 3, Pinned. It says which socket is the hub (-1:
// straight), and whether the part fits the component's shape at all.
func (s *selector) judgeAssembly(ks []socket, p *catalog.Product) (v verdict, hub int, fits bool) {
	hub = -1
	if v := judgeProtocol(p, ks[0].variant); v.code != "" {
		return v, s.anyHub(ks, p), s.shapeFits(ks, p)
	}
	for i := range ks {
		f := ks[i].group.Form
		if !f.Accept(p.EndA.Name) && !f.Accept(p.EndB.Name) {
			plug := p.EndB
			if i == 0 || p.Legs == 1 {
				plug = p.EndA
			}
			return s.wrongPlug(&ks[i], p, plug), s.anyHub(ks, p), s.shapeFits(ks, p)
		}
	}
	if !s.shapeFits(ks, p) {
		return s.wrongShape(ks, p), -1, false
	}
	plugged := false
	if p.Legs == 1 {
		a, b := ks[0].group.Form, ks[1].group.Form
		plugged = a.Accept(p.EndA.Name) && b.Accept(p.EndB.Name) || a.Accept(p.EndB.Name) && b.Accept(p.EndA.Name)
	} else {
		for _, h := range s.hubs(ks) {
			if !plugged && ks[h].places() == p.Legs && s.plugsFit(ks, h, p) {
				plugged, hub = true, h
			}
		}
	}
	if !plugged {
		hub = s.anyHub(ks, p)
		for i := range ks {
			plug := p.EndB
			if i == hub || p.Legs == 1 && i == 0 {
				plug = p.EndA
			}
			if !ks[i].group.Form.Accept(plug.Name) {
				return s.wrongPlug(&ks[i], p, plug), hub, true
			}
		}
	}
	for i := range ks {
		if !p.Carries(ks[i].variant) {
			return faultOf(catalog.Part{Product: p}, "wrong-speed", "%s carries %s, the link runs %s", p.SKU, speedNames(p.Speeds), ks[i].variant.Name), hub, true
		}
	}
	return verdict{}, hub, true
}

func (s *selector) plugsFit(ks []socket, hub int, p *catalog.Product) bool {
	for i := range ks {
		plug := p.EndB
		if i == hub {
			plug = p.EndA
		}
		if !ks[i].group.Form.Accept(plug.Name) {
			return false
		}
	}
	return true
}

// shapeFits reports whether a component has the shape of an assembly, whatever
// the plugs.
func (s *selector) shapeFits(ks []socket, p *catalog.Product) bool {
	if p.Legs == 1 {
		ok, _ := s.straight(ks)
		return ok
	}
	return s.anyHub(ks, p) >= 0
}

func (s *selector) anyHub(ks []socket, p *catalog.Product) int {
	if p.Legs == 1 {
		return -1
	}
	for _, h := range s.hubs(ks) {
		if ks[h].places() == p.Legs {
			return h
		}
	}
	return -1
}

func (s *selector) wrongShape(ks []socket, p *catalog.Product) verdict {
	what := "a straight cable"
	if p.Legs > 1 {
		what = fmt.Sprintf("a 1:%d splitter", p.Legs)
	}
	return faultOf(catalog.Part{Product: p}, "wrong-shape", "%s is %s; %s", p.SKU, what, s.shapeOf(ks))
}

// bothSplit reports whether some link joins two split children.
func (s *selector) bothSplit(ks []socket) bool {
	for i := range ks {
		for _, e := range ks[i].ends {
			if l := &s.w.links[e.link]; l.ends[0].child > 0 && l.ends[1].child > 0 {
				return true
			}
		}
	}
	return false
}

// shapeOf says in words what cages a component joins.
func (s *selector) shapeOf(ks []socket) string {
	switch {
	case s.bothSplit(ks):
		return "the link joins two split children, and no part does that"
	case s.crossed:
		return "the ports are crossed: port 1 of one twin-port cage is linked to port 2 of the other"
	case len(ks) == 2:
		return fmt.Sprintf("the links join cages %s and %s", s.cageName(&ks[0]), s.cageName(&ks[1]))
	}
	names := make([]string, 0, 4)
	for i := range ks {
		if i == 3 && len(ks) > 4 {
			names = append(names, fmt.Sprintf("%d more", len(ks)-3))
			break
		}
		names = append(names, s.cageName(&ks[i]))
	}
	return "the links of these cages hang together: " + strings.Join(names, ", ")
}

func (s *selector) cageName(k *socket) string {
	d := &s.w.devices[k.device]
	return d.Name + ":" + d.Type.Cages[k.cage].Name
}
