package planner

import (
	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// A selector chooses the parts of components. It holds what the choices of one
// worker share: menus already worked out, and buffers.
type selector struct {
	w   *work
	set *plan.Effective

	menus    map[class]*menu
	optics   map[string]*opticalMenu
	cordMenu map[cordKey]*cords

	socketBuf []socket
	socketMap map[[2]int32]int
	hubBuf    []int
	fibreBuf  []fibre
	moduleBuf []*catalog.Product
	cordBuf   []catalog.Part
	atBuf     []int32
	formBuf   []formVariant
	keyBuf    []byte
	textBuf   []byte
	texts     map[string]string // reasons given before
	batch     *batch
	kindBuf   []kind
	tried     [6]attempt // by the medium's place in plan.Media
	crossed   bool       // the component in hand would be straight but for crossed ports
	joined    bool       // the component in hand joins two split children
}

func newSelector(w *work) *selector {
	c := w.caches
	if c == nil {
		c = newCaches()
	}
	return &selector{w: w, set: &w.set, menus: c.menus, optics: c.optics, cordMenu: c.cordMenu, texts: map[string]string{}}
}

// An attempt is what came of trying one medium on a component.
type attempt struct {
	tried    bool
	ok       bool
	excess   bool // works, but the shortest part is far too long
	part     catalog.Part
	hub      int // socket of a splitter's hub, -1: straight
	legs     int
	modules  []*catalog.Product // optical: of each socket
	cords    []catalog.Part     // optical: of each fibre in fibreBuf
	limit    int64              // longest the planner could have chosen, whole mm; 0: there is none
	ever     int64              // longest automatic length, retired included
	required int64              // of the longest link
	least    int64              // of the shortest link
}

// A pick is the choice for a component. What it holds in modules and cords is
// the selector's until it chooses again.
type pick struct {
	attempt
	medium  plan.Medium // empty: there is no part
	limitOf plan.Medium // whose limit and required length the links show
	pinned  bool
	stock   bool    // it is, or has cords, at hand
	verdict verdict // of what is pinned; its code is empty where nothing is wrong
	loose   bool    // the pinned part does not fit the component's shape: one for each link
}

func mediumIndex(m plan.Medium) int {
	for i, x := range plan.Media {
		if x == m {
			return i
		}
	}
	return 0
}

// A kind is a group of ports that are split or not: all of them run one variant
// within a component.
type kind struct {
	group    *catalog.PortGroup
	split    bool
	variants []*catalog.Speed
}

// kinds lists the kinds of ports in a component, that of the first end first,
// each with the variants all its ends may run.
func (s *selector) kinds(ks []socket) []kind {
	s.kindBuf = s.kindBuf[:0]
	for i := range ks {
		for _, e := range ks[i].ends {
			split := e.child > 0
			usable := s.w.links[e.link].pair.variants[e.side]
			at := -1
			for j := range s.kindBuf {
				if s.kindBuf[j].group == ks[i].group && s.kindBuf[j].split == split {
					at = j
				}
			}
			if at < 0 {
				s.kindBuf = append(s.kindBuf, kind{ks[i].group, split, usable})
				continue
			}
			if have := s.kindBuf[at].variants; len(have) > 1 || len(usable) > 1 {
				s.kindBuf[at].variants = common(have, usable)
			}
		}
	}
	return s.kindBuf
}

func common(a, b []*catalog.Speed) []*catalog.Speed {
	var out []*catalog.Speed
	for _, x := range a {
		if contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}

func contains(list []*catalog.Speed, s *catalog.Speed) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// assignments lists the variants the kinds may run together, in the order they
// are tried: one variant for all first, then different ones.
func assignments(ks []kind) [][]*catalog.Speed {
	var out [][]*catalog.Speed
	for _, v := range ks[0].variants {
		all := make([]*catalog.Speed, len(ks))
		for i := range ks {
			if contains(ks[i].variants, v) {
				all[i] = v
			}
		}
		if !contains(all, nil) {
			out = append(out, all)
		}
	}
	mixed := [][]*catalog.Speed{nil}
	for i := range ks {
		var next [][]*catalog.Speed
		for _, m := range mixed {
			for _, v := range ks[i].variants {
				if len(next) < maxAssignments {
					next = append(next, append(m[:len(m):len(m)], v))
				}
			}
		}
		mixed = next
	}
	for _, m := range mixed {
		for _, v := range m[1:] {
			if v != m[0] {
				out = append(out, m)
				break
			}
		}
	}
	return out
}

// maxAssignments bounds how many combinations of variants are tried; real ports
// list at most four of one rate.
const maxAssignments = 64

// assign sets the variant each socket runs and fits the plugs to it.
func assign(ks []socket, kinds []kind, variants []*catalog.Speed) {
	for i := range ks {
		split := ks[i].ends[0].child > 0
		for j := range kinds {
			if kinds[j].group == ks[i].group && kinds[j].split == split {
				ks[i].variant = variants[j]
			}
		}
		ks[i].fit()
	}
}

// choose finds the parts of a component whose runs are known.
func (s *selector) choose(ks []socket) pick {
	kinds := s.kinds(ks)
	simple := true
	for i := range kinds {
		simple = simple && len(kinds[i].variants) == 1 && kinds[i].variants[0] == kinds[0].variants[0]
	}
	if simple {
		for i := range ks {
			ks[i].variant = kinds[0].variants[0]
			ks[i].fit()
		}
		return s.chooseMedium(ks)
	}
	all := assignments(kinds)
	if len(all) == 0 {
		return s.noVariant(ks)
	}
	best, limit := 0, int64(-1)
	for n, variants := range all {
		assign(ks, kinds, variants)
		p := s.chooseMedium(ks)
		if p.medium != "" {
			return p
		}
		if p.limit > limit {
			best, limit = n, p.limit
		}
	}
	assign(ks, kinds, all[best])
	return s.chooseMedium(ks)
}

// chooseMedium finds the first medium that works, or the cheapest.
func (s *selector) chooseMedium(ks []socket) pick {
	s.tried = [6]attempt{}
	s.structure(ks)
	best := pick{}
	for _, m := range s.set.Media {
		a := s.try(ks, m)
		s.tried[mediumIndex(m)] = a
		if !a.ok {
			continue
		}
		switch {
		case best.medium == "":
			best = pick{attempt: a, medium: m, limitOf: m}
		case s.set.Cheapest:
			if s.cheaper(a, best.attempt) {
				best = pick{attempt: a, medium: m, limitOf: m}
			}
		case best.excess && !a.excess:
			best = pick{attempt: a, medium: m, limitOf: m}
		}
		if !s.set.Cheapest && !best.excess {
			return best
		}
	}
	if best.medium == "" {
		for _, m := range s.set.Media {
			a := &s.tried[mediumIndex(m)]
			if best.limitOf == "" || a.limit > best.limit {
				best.limitOf, best.limit, best.required = m, a.limit, a.required
			}
		}
	}
	return best
}

// structure works out what holds for the component whatever the medium.
func (s *selector) structure(ks []socket) {
	_, s.crossed = s.straight(ks)
	s.joined = !s.fibres(ks)
}

// try tries one medium on a component.
func (s *selector) try(ks []socket, m plan.Medium) attempt {
	a := attempt{tried: true, hub: -1}
	a.least, a.required = s.span(ks, m)
	if m == plan.Optical {
		s.tryOptical(ks, &a)
	} else {
		s.tryAssembly(ks, m, &a)
	}
	return a
}

// longest is what the longest link of a component requires of a medium.
func (s *selector) longest(ks []socket, m plan.Medium) int64 {
	_, most := s.span(ks, m)
	return most
}

// span is what the shortest and the longest link of a component require of a
// medium.
func (s *selector) span(ks []socket, m plan.Medium) (least, most int64) {
	least = 1 << 62
	for i := range ks {
		for _, e := range ks[i].ends {
			if e.side == 0 {
				need := s.w.required(e.link, m)
				least, most = min(least, need), max(most, need)
			}
		}
	}
	return least, most
}

// tryAssembly tries a straight cable, then a splitter from either end.
func (s *selector) tryAssembly(ks []socket, m plan.Medium, a *attempt) {
	consider := func(hub int) bool {
		c, ok := s.classFor(ks, m, hub)
		if !ok {
			return false
		}
		menu := s.menu(c)
		a.limit, a.ever = max(a.limit, menu.longest), max(a.ever, menu.ever)
		part, ok := shortest(menu.parts, a.required)
		if !ok {
			return false
		}
		a.ok, a.part, a.hub, a.legs = true, part, hub, c.legs
		a.excess = s.excessive(part.Length.FloorMM(), a.least)
		return true
	}
	if ok, _ := s.straight(ks); ok && consider(-1) {
		return
	}
	if m == plan.TwistedPair {
		return
	}
	for _, h := range s.hubs(ks) {
		if consider(h) {
			return
		}
	}
}

// excessive reports whether a length wastes more than the plan accepts: more
// than excess, and more than half of what is ordered.
func (s *selector) excessive(ordered, required int64) bool {
	spare := ordered - required
	return lengthOf(spare) > s.set.Excess && 2*spare > ordered
}
