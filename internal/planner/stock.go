package planner

import (
	"cmp"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// A cordSpot names a cord before it exists: the link it carries (of a 1:2 cord
// the first) and which of that link's fibres it is.
type cordSpot struct {
	link int32
	nth  int8
}

// A want is a component or cord that parts at hand could serve.
type want struct {
	required int64          // whole mm, of the longest link
	first    int32          // the first link of the component
	link     int32          // the first link of the component or cord
	nth      int8           // of a cord, 0: a whole component
	choices  []catalog.Part // at hand and fitting, shortest first
}

// assignStock gives the parts at hand to cables, the longest required length
// first, each time the shortest part that will do, before anything is bought.
func (w *work) assignStock() {
	left := map[catalog.Part]int{}
	var parts []catalog.Part
	for id, n := range w.stockAtHand() {
		if part, ok := w.cat.Part(id); ok && n > 0 {
			left[part] += n
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return
	}
	slices.SortFunc(parts, func(a, b catalog.Part) int {
		return cmp.Or(cmp.Compare(a.Length, b.Length), cmp.Compare(a.ID(), b.ID()))
	})
	w.stocked, w.stockedCords = map[int32]catalog.Part{}, map[cordSpot]catalog.Part{}
	s := newSelector(w)
	var whole, cords []want
	for _, c := range w.components {
		links := w.grouped[c.first:c.last]
		if s.pinned(links) || w.anyUnknown(links) || w.anyExisting(links) {
			continue
		}
		ks := s.sockets(links)
		p := s.choose(ks)
		if x := s.wantAssembly(ks, links, parts); len(x.choices) > 0 {
			whole = append(whole, x)
		}
		if p.medium == plan.Optical {
			cords = append(cords, s.wantCords(links[0], parts)...)
		}
	}
	served := give(whole, left, func(x want, p catalog.Part) { w.stocked[x.link] = p })
	cords = slices.DeleteFunc(cords, func(x want) bool { return served[x.first] })
	give(cords, left, func(x want, p catalog.Part) { w.stockedCords[cordSpot{x.link, x.nth}] = p })
}

// give hands parts out, the longest want first; it says the components of
// which something was served.
func give(wants []want, left map[catalog.Part]int, take func(want, catalog.Part)) map[int32]bool {
	slices.SortStableFunc(wants, func(a, b want) int {
		return cmp.Or(cmp.Compare(b.required, a.required), cmp.Compare(a.link, b.link), cmp.Compare(a.nth, b.nth))
	})
	served := map[int32]bool{}
	for _, x := range wants {
		for _, p := range x.choices {
			if left[p] > 0 {
				left[p]--
				served[x.first] = true
				take(x, p)
				break
			}
		}
	}
	return served
}

func (w *work) anyUnknown(links []int32) bool {
	for _, id := range links {
		if out := &w.out[id]; !out.RunKnown || out.RunAtLeast {
			return true
		}
	}
	return false
}

func (w *work) anyExisting(links []int32) bool {
	for _, id := range links {
		if w.out[id].Existing {
			return true
		}
	}
	return false
}

// wantAssembly lists the assemblies at hand that serve a component.
func (s *selector) wantAssembly(ks []socket, links []int32, parts []catalog.Part) want {
	x := want{first: links[0], link: links[0], required: s.longest(ks, plan.DAC)}
	for _, part := range parts {
		if s.stockPick(ks, part).ok {
			x.choices = append(x.choices, part)
		}
	}
	return x
}

// stockPick is the choice of a part at hand for a component; ok is false where
// it does not fit or reach.
func (s *selector) stockPick(ks []socket, part catalog.Part) pick {
	if part.Product == nil || !part.Product.Automatic || s.w.forbids(part.Product) || !slices.Contains(s.set.Media, plan.Medium(part.Product.Medium)) {
		return pick{}
	}
	m := plan.Medium(part.Product.Medium)
	p := pick{medium: m, limitOf: m}
	p.part, p.required, p.hub = part, s.longest(ks, m), -1
	consider := func(hub int) {
		c, ok := s.classFor(ks, m, hub)
		if !ok || p.ok || c.legs != part.Product.Legs {
			return
		}
		menu := s.menu(c)
		p.limit = max(menu.longest, part.Length.FloorMM())
		p.ok = slices.Contains(menu.every, part) && part.Length >= lengthOf(p.required)
		p.hub, p.legs = hub, c.legs
	}
	if ok, _ := s.straight(ks); ok {
		consider(-1)
	}
	for _, h := range s.hubs(ks) {
		consider(h)
	}
	return p
}

// wantCords lists, for each cord just chosen, the cords at hand that would do.
func (s *selector) wantCords(first int32, parts []catalog.Part) []want {
	var out []want
	for i := range s.fibreBuf {
		f := &s.fibreBuf[i]
		x := want{first: first, link: f.legs[0].link, nth: f.nth, required: s.fibreRequired(f)}
		for _, part := range parts {
			fibre := part.Spec != nil && part.Spec.Medium == catalog.FibreCord || part.Product != nil && part.Product.Medium == catalog.FibreCord
			if fibre && (part.Product == nil || !s.w.forbids(part.Product)) && part.Length >= lengthOf(x.required) && s.judgeCord(s.cordKey(f), part, false).code == "" {
				x.choices = append(x.choices, part)
			}
		}
		if len(x.choices) > 0 {
			out = append(out, x)
		}
	}
	return out
}

// takeStock puts a part at hand in place of the choice for a component.
func (s *selector) takeStock(ks []socket, links []int32, p pick) pick {
	if part, ok := s.w.stocked[links[0]]; ok {
		q := s.stockPick(ks, part)
		q.stock = true
		return q
	}
	if p.medium == plan.Optical {
		for i := range s.fibreBuf {
			f := &s.fibreBuf[i]
			if part, ok := s.w.stockedCords[cordSpot{f.legs[0].link, f.nth}]; ok {
				p.cords[i], p.stock = part, true
			}
		}
	}
	return p
}
