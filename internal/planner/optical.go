package planner

import (
	"cmp"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// A fibre is one cord of an optical component: straight between two optical
// ports, or 1:2 from a split optical port to the halves' far ends. An 800GbE
// link over twin-port plugs has two.
type fibre struct {
	hub   int // socket of the first end; of a 1:2 cord the split one
	port  int8
	split bool
	legs  [2]fibreLeg
	n     int  // legs in use
	nth   int8 // 2 for the second fibre of one link
}

// A fibreLeg is the far end of a fibre and the link it carries.
type fibreLeg struct {
	socket int
	port   int8
	sub    int8 // which half of the hub's port, 0: straight
	link   int32
}

// fibres lays the cords of a component into fibreBuf, in order of their first
// end. It is false where no cord can: a link joins two split children, or its
// ends use different numbers of optical ports.
func (s *selector) fibres(ks []socket) bool {
	s.fibreBuf = s.fibreBuf[:0]
	for i := range ks {
		for _, e := range ks[i].ends {
			at, far := s.farEnd(ks, e)
			switch {
			case far == nil || e.sub > 0 && far.sub > 0 || (e.port == 0) != (far.port == 0):
				return false
			case e.sub > 2 || far.sub > 2:
				return false // quarters: no cord splits four ways
			case far.sub > 0:
				continue // laid from the split end
			case e.sub > 0:
				s.layHalf(i, e, at, far)
				continue
			case at < i || at == i && far.index <= e.index:
				continue // laid from the other end
			case e.port == 0:
				for port := int8(1); port <= 2; port++ {
					s.fibreBuf = append(s.fibreBuf, fibre{hub: i, port: port, n: 1, nth: port, legs: [2]fibreLeg{{at, port, 0, e.link}}})
				}
			default:
				s.fibreBuf = append(s.fibreBuf, fibre{hub: i, port: e.port, n: 1, nth: 1, legs: [2]fibreLeg{{at, far.port, 0, e.link}}})
			}
		}
	}
	return true
}

// layHalf adds the half of a split optical port to its 1:2 cord.
func (s *selector) layHalf(hub int, e plugEnd, at int, far *plugEnd) {
	for i := range s.fibreBuf {
		f := &s.fibreBuf[i]
		if f.split && f.hub == hub && f.port == e.port {
			f.legs[f.n] = fibreLeg{at, far.port, e.sub, e.link}
			f.n++
			return
		}
	}
	s.fibreBuf = append(s.fibreBuf, fibre{hub: hub, port: e.port, split: true, n: 1, nth: 1, legs: [2]fibreLeg{{at, far.port, e.sub, e.link}}})
}

// An opticalMenu is the choices of modules for the cages of a component,
// whatever its lengths, best first.
type opticalMenu struct {
	forms   []formVariant
	choices []*opticalChoice
}

type formVariant struct {
	form    *catalog.FormFactor
	variant *catalog.Speed
}

func compareForm(a, b formVariant) int {
	return cmp.Or(strings.Compare(a.form.Name, b.form.Name), cmp.Compare(a.variant.Order, b.variant.Order))
}

// An opticalChoice is one module for each cage form and variant of a component.
type opticalChoice struct {
	menu    *opticalMenu
	modules []*catalog.Product // beside menu.forms
	family  *catalog.Optics
	reach   int64 // whole mm, on the best grade the settings allow
}

// module is the module a socket takes.
func (c *opticalChoice) module(k *socket) *catalog.Product {
	for i, f := range c.menu.forms {
		if f.form == k.group.Form && f.variant == k.variant {
			return c.modules[i]
		}
	}
	return nil
}

// grade is the best fibre grade the planner may use for a mode.
func (s *selector) grade(m catalog.Mode) string {
	if m == catalog.Multimode {
		return s.set.Multimode
	}
	return "os2"
}

// opticalMenu works out, once for each set of cages, which modules can serve
// them.
func (s *selector) opticalMenu(ks []socket, halved bool) *opticalMenu {
	forms := s.formBuf[:0]
	for i := range ks {
		f := formVariant{ks[i].group.Form, ks[i].variant}
		if !slices.Contains(forms, f) {
			forms = append(forms, f)
		}
	}
	slices.SortFunc(forms, compareForm)
	s.formBuf = forms
	key := s.keyBuf[:0]
	for _, f := range forms {
		key = append(append(append(key, f.form.Name...), 0), f.variant.Name...)
		key = append(key, 0)
	}
	if halved {
		key = append(key, '/')
	}
	s.keyBuf = key
	if m, ok := s.optics[string(key)]; ok {
		return m
	}
	m := s.newOpticalMenu(slices.Clone(forms), halved, s.allowed)
	s.optics[string(key)] = m
	return m
}

// newOpticalMenu lists every choice of allowed modules, sorted.
func (s *selector) newOpticalMenu(forms []formVariant, halved bool, allowed func(*catalog.Product) bool) *opticalMenu {
	m := &opticalMenu{forms: forms}
	modules := make([][]*catalog.Product, len(forms))
	for i, f := range forms {
		for _, p := range s.w.cat.Transceivers(f.form, f.variant) {
			if allowed(p) {
				modules[i] = append(modules[i], p)
			}
		}
	}
	for _, family := range s.w.cat.Optics {
		s.combine(m, family, modules, nil, halved)
	}
	slices.SortStableFunc(m.choices, s.compareChoice)
	return m
}

// combine adds every combination of modules of one family, one for each form;
// a form that stands twice (with two variants) takes one module for both.
func (s *selector) combine(m *opticalMenu, family *catalog.Optics, modules [][]*catalog.Product, taken []*catalog.Product, halved bool) {
	i := len(taken)
	if i == len(modules) {
		c := &opticalChoice{menu: m, modules: slices.Clone(taken), family: family}
		reach := family.SplitterReach
		if !halved {
			reach = 1 << 62
		}
		for _, p := range taken {
			reach = min(reach, p.FibreReach.On(s.grade(family.Mode)))
		}
		if c.reach = reach.FloorMM(); c.reach > 0 {
			m.choices = append(m.choices, c)
		}
		return
	}
	for _, p := range modules[i] {
		if p.Optics != family || i > 0 && m.forms[i].form == m.forms[i-1].form && p != taken[i-1] {
			continue
		}
		s.combine(m, family, modules, append(taken[:i:i], p), halved)
	}
}

// compareChoice is the order of planning-rules, 3, Optical: multimode first, no
// retired module, smallest reach, smallest sum of the modules' own reach, most
// the site prefers, fewest of unknown lifecycle, fewest watts, then the numbers.
func (s *selector) compareChoice(a, b *opticalChoice) int {
	mode := func(c *opticalChoice) int {
		if c.family.Mode == catalog.Multimode {
			return 0
		}
		return 1
	}
	sum := func(c *opticalChoice, f func(*catalog.Product) int64) int64 {
		total := int64(0)
		for _, p := range c.modules {
			v := f(p)
			if v < 0 {
				return -1
			}
			total += v
		}
		return total
	}
	unknown := func(p *catalog.Product) int64 {
		if p.Lifecycle == catalog.UnknownLifecycle {
			return 1
		}
		return 0
	}
	reach := func(p *catalog.Product) int64 { return p.Reach.FloorMM() }
	return cmp.Or(
		cmp.Compare(mode(a), mode(b)),
		cmp.Compare(min(1, sum(a, retired)), min(1, sum(b, retired))),
		cmp.Compare(a.reach, b.reach),
		cmp.Compare(sum(a, reach), sum(b, reach)),
		cmp.Compare(sum(a, s.w.unloved), sum(b, s.w.unloved)),
		cmp.Compare(sum(a, unknown), sum(b, unknown)),
		compareKnown(sum(a, s.watts), sum(b, s.watts)),
		slices.Compare(sortedSKUs(a), sortedSKUs(b)))
}

func sortedSKUs(c *opticalChoice) []string {
	out := make([]string, len(c.modules))
	for i, p := range c.modules {
		out[i] = p.SKU
	}
	slices.Sort(out)
	return out
}

// tryOptical takes the first choice of modules that reaches and for which every
// optical port finds a cord.
func (s *selector) tryOptical(ks []socket, a *attempt) {
	if s.joined || ks[0].group.Form.Family == "rj45" {
		return
	}
	for _, c := range s.opticalMenu(ks, s.halved()).choices {
		s.moduleBuf = s.moduleBuf[:0]
		for i := range ks {
			s.moduleBuf = append(s.moduleBuf, c.module(&ks[i]))
		}
		s.cordBuf = s.cordBuf[:0]
		ok, limit := true, c.reach
		for i := range s.fibreBuf {
			f := &s.fibreBuf[i]
			menu := s.cordsFor(s.cordKey(f))
			part, found := shortest(menu.parts, s.fibreRequired(f))
			s.cordBuf = append(s.cordBuf, part)
			ok, limit = ok && found, min(limit, menu.longest)
		}
		a.limit, a.ever = max(a.limit, limit), max(a.ever, limit)
		if !ok || c.reach < a.required {
			continue
		}
		a.ok, a.limit, a.modules, a.cords = true, limit, s.moduleBuf, s.cordBuf
		for i := range s.fibreBuf {
			a.excess = a.excess || s.excessive(a.cords[i].Length.FloorMM(), s.fibreLeast(&s.fibreBuf[i]))
		}
		return
	}
}

// halved reports whether some optical port of the component is split.
func (s *selector) halved() bool {
	for i := range s.fibreBuf {
		if s.fibreBuf[i].split {
			return true
		}
	}
	return false
}

// cordKey is what decides the cord of a fibre between the modules in moduleBuf.
func (s *selector) cordKey(f *fibre) cordKey {
	key := cordKey{legs: 1, modules: [3]*catalog.Product{s.moduleBuf[f.hub], s.moduleBuf[f.legs[0].socket]}}
	if f.split {
		key.legs = 2
		if f.n == 2 {
			key.modules[2] = s.moduleBuf[f.legs[1].socket]
		}
	}
	return key
}

// fibreRequired is what the longest link of a cord requires.
func (s *selector) fibreRequired(f *fibre) int64 {
	most := int64(0)
	for i := range f.n {
		most = max(most, s.w.required(f.legs[i].link, plan.Optical))
	}
	return most
}

// fibreLeast is what the shortest link of a cord requires.
func (s *selector) fibreLeast(f *fibre) int64 {
	least := int64(1 << 62)
	for i := range f.n {
		least = min(least, s.w.required(f.legs[i].link, plan.Optical))
	}
	return least
}

// A cordKey is what decides which cords fit: the modules at their ends and the
// number of legs.
type cordKey struct {
	modules [3]*catalog.Product // hub, leg, second leg or nil
	legs    int
}

// cords is the cords that fit a key, best first at any one length.
type cords struct {
	parts   []catalog.Part
	longest int64 // whole mm
}

func (s *selector) cordsFor(key cordKey) *cords {
	if c, ok := s.cordMenu[key]; ok {
		return c
	}
	c := &cords{}
	if s.set.PatchPanels == 0 {
		for _, p := range s.w.cat.Products {
			part := catalog.Part{Product: p, Length: p.Length}
			if p.Medium == catalog.FibreCord && p.Legs == key.legs && s.allowed(p) && s.judgeCord(key, part, false).code == "" {
				c.parts = append(c.parts, part)
			}
		}
	}
	for _, spec := range s.w.cat.Specifications {
		if spec.Medium != catalog.FibreCord || spec.Legs != key.legs || !spec.Automatic() {
			continue
		}
		for _, length := range spec.Lengths {
			if part := (catalog.Part{Spec: spec, Length: length}); s.judgeCord(key, part, false).code == "" {
				c.parts = append(c.parts, part)
			}
		}
	}
	slices.SortStableFunc(c.parts, s.comparePart)
	for _, p := range c.parts {
		c.longest = max(c.longest, p.Length.FloorMM())
	}
	s.cordMenu[key] = c
	return c
}
