package planner

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// pickOptics answers a component whose medium is pinned to optical, whose
// modules are pinned, or whose cords are.
func (s *selector) pickOptics(ks []socket) pick {
	p := pick{medium: plan.Optical, limitOf: plan.Optical}
	p.hub, p.required = -1, s.longest(ks, plan.Optical)
	if s.joined {
		p.verdict = fault("wrong-shape", "no fibre serves this: %s", s.shapeOf(ks))
		p.medium = ""
		return p
	}
	pins, v := s.modulePins(ks)
	if v.code != "" {
		p.verdict = v
		return s.keepPinned(pins, p)
	}
	candidates := s.pinnedChoices(ks, pins)
	if len(candidates) == 0 {
		p.verdict = fault("no-cable", "no transceivers that the settings allow join %s at %s", formNames(ks), variantNames(ks))
		p.verdict.source = cageSource(ks)
		return s.keepPinned(pins, p)
	}
	best := -1
	var bestVerdict verdict
	for i := range candidates {
		v := s.tryPinned(candidates[i], &p)
		if v.code == "" {
			p.ok = true
			return p
		}
		if best < 0 || v.nearness() > bestVerdict.nearness() || v.nearness() == bestVerdict.nearness() && v.limit > bestVerdict.limit {
			best, bestVerdict = i, v
		}
	}
	p.verdict = s.tryPinned(candidates[best], &p)
	if !pinsAny(pins) && !s.pinsCord() {
		p.medium, p.modules, p.cords = "", nil, nil
	}
	return p
}

// keepPinned leaves pinned modules in the result although nothing else fits.
func (s *selector) keepPinned(pins []*catalog.Product, p pick) pick {
	if !pinsAny(pins) {
		p.medium = ""
		return p
	}
	p.modules = pins
	s.cordBuf = s.cordBuf[:0]
	for range s.fibreBuf {
		s.cordBuf = append(s.cordBuf, catalog.Part{})
	}
	p.cords = s.cordBuf
	return p
}

func pinsAny(list []*catalog.Product) bool {
	for _, p := range list {
		if p != nil {
			return true
		}
	}
	return false
}

func (s *selector) pinsCord() bool {
	for i := range s.fibreBuf {
		f := &s.fibreBuf[i]
		for _, leg := range f.legs[:f.n] {
			if p := s.w.links[leg.link].pin; p != nil && !p.part.Nil() {
				return true
			}
		}
	}
	return false
}

// modulePins lists the module pinned for each socket, nil where none is, and
// the first thing wrong with them.
func (s *selector) modulePins(ks []socket) ([]*catalog.Product, verdict) {
	pins := make([]*catalog.Product, len(ks))
	var out verdict
	for i := range ks {
		for _, e := range ks[i].ends {
			if p := s.w.links[e.link].pin; p != nil && p.modules[e.side] != nil {
				pins[i] = p.modules[e.side]
			}
		}
		if pins[i] != nil && out.code == "" {
			out = s.judgeModule(&ks[i], pins[i])
		}
	}
	var seen *catalog.Product
	for _, p := range pins {
		if p == nil {
			continue
		}
		if seen != nil && p.Optics != seen.Optics && out.code == "" {
			out = mixedOptics(seen, p)
		}
		seen = p
	}
	return pins, out
}

func mixedOptics(a, b *catalog.Product) verdict {
	v := fault("mixed-optics", "%s is %s, %s is %s; only like optics link", a.SKU, a.Optics.Label, b.SKU, b.Optics.Label)
	v.source = strings.Join(a.Optics.Sources, ";")
	return v
}

// A pinnedChoice is modules for every socket of a component.
type pinnedChoice struct {
	modules []*catalog.Product
	reach   int64
}

// pinnedChoices lists the choices of modules that keep what is pinned, in the
// order of automatic ones.
func (s *selector) pinnedChoices(ks []socket, pins []*catalog.Product) []pinnedChoice {
	var open []formVariant
	var family *catalog.Optics
	for i := range ks {
		if pins[i] != nil {
			family = pins[i].Optics
			continue
		}
		if f := (formVariant{ks[i].group.Form, ks[i].variant}); !slices.Contains(open, f) {
			open = append(open, f)
		}
	}
	slices.SortFunc(open, compareForm)
	var choices []*opticalChoice
	if len(open) == 0 {
		choices = []*opticalChoice{{menu: &opticalMenu{}, family: family, reach: 1 << 62}}
	} else {
		choices = s.newOpticalMenu(open, s.halved(), s.allowed).choices
	}
	var out []pinnedChoice
	for _, c := range choices {
		if family != nil && c.family != family {
			continue
		}
		p := pinnedChoice{reach: c.reach}
		for i := range ks {
			m := pins[i]
			if m == nil {
				m = c.module(&ks[i])
			}
			p.modules = append(p.modules, m)
			p.reach = min(p.reach, m.FibreReach.On(s.grade(m.Optics.Mode)).FloorMM())
		}
		if s.halved() {
			p.reach = min(p.reach, c.family.SplitterReach.FloorMM())
		}
		out = append(out, p)
	}
	return out
}

// tryPinned lays the cords of a choice, those that are pinned among them, and
// gives the first thing wrong.
func (s *selector) tryPinned(c pinnedChoice, p *pick) verdict {
	s.moduleBuf = append(s.moduleBuf[:0], c.modules...)
	s.cordBuf = s.cordBuf[:0]
	var out verdict
	limit := c.reach
	p.excess = false
	for i := range s.fibreBuf {
		f := &s.fibreBuf[i]
		key := s.cordKey(f)
		if f.nth == 2 && key.modules[0].EndA.Ports == 1 {
			s.cordBuf = append(s.cordBuf, catalog.Part{}) // one optical port carries it all
			continue
		}
		menu := s.cordsFor(key)
		part, v := s.cordFor(f, key, menu, c.reach)
		longest := menu.longest
		if longest == 0 && v.code == "" {
			longest = part.Length.FloorMM() // no cord but the pinned one
		}
		limit = min(limit, longest)
		if out.code == "" {
			out = v
		}
		s.cordBuf = append(s.cordBuf, part)
		if !part.Nil() {
			p.excess = p.excess || s.excessive(part.Length.FloorMM(), s.fibreLeast(f))
		}
	}
	p.limit, p.ever, p.modules, p.cords = limit, max(p.ever, limit), s.moduleBuf, s.cordBuf
	return out
}

// cordFor finds the cord of one fibre: the pinned one, one of the pinned length
// or the shortest sufficient.
func (s *selector) cordFor(f *fibre, key cordKey, menu *cords, reach int64) (catalog.Part, verdict) {
	required := s.fibreRequired(f)
	var length catalog.Part
	for _, leg := range f.legs[:f.n] {
		p := s.w.links[leg.link].pin
		if p == nil {
			continue
		}
		if !p.part.Nil() {
			v := s.judgeCord(key, p.part, true)
			if v.code != "" && v.code != "beyond-reach" && v.code != "below-minimum" {
				return p.part, v
			}
			if p.part.Length < lengthOf(required) {
				short := tooShort(p.part.ID(), p.part, required)
				short.source = sourcesOf(p.part)
				return p.part, short
			}
			return p.part, v
		}
		if p.Length != 0 {
			length.Length = p.Length
		}
	}
	if length.Length == 0 {
		part, ok := shortest(menu.parts, required)
		switch {
		case ok:
			return part, verdict{}
		case required > reach:
			v := fault("beyond-reach", "the required %s is beyond the %s these transceivers reach (%s)", metres(required), metres(reach), moduleNames(key))
			v.limit, v.source = reach, strings.Join(key.modules[0].Sources, ";")
			return catalog.Part{}, v
		}
		return catalog.Part{}, faultOf(catalog.Part{Product: key.modules[0]}, "no-cable", "no cord of %s or more joins %s", metres(required), moduleNames(key))
	}
	if length.Length < lengthOf(required) {
		short := tooShort("the pinned "+length.Length.Metres(), length, required)
		short.source = sourcesOf(catalog.Part{Product: key.modules[0]})
		return catalog.Part{}, short
	}
	if length.Length > lengthOf(min(reach, menu.longest)) {
		v := fault("beyond-reach", "the pinned %s is beyond the %s these transceivers and their cords reach (%s)", length.Length.Metres(), metres(min(reach, menu.longest)), moduleNames(key))
		v.limit, v.source = min(reach, menu.longest), strings.Join(key.modules[0].Sources, ";")
		return catalog.Part{}, v
	}
	var near []units.Length
	for _, part := range menu.parts {
		if part.Length == length.Length {
			return part, verdict{}
		}
		if part.Length >= lengthOf(required) {
			near = append(near, part.Length)
		}
	}
	for _, m := range key.modules {
		if m != nil && length.Length < m.MinReach {
			v := fault("below-minimum", "the pinned %s is below the shortest link of %s, %s", length.Length.Metres(), m.SKU, m.MinReach.Metres())
			v.source = strings.Join(m.Sources, ";")
			return catalog.Part{}, v
		}
	}
	v := faultOf(catalog.Part{Product: key.modules[0]}, "no-cable", "no %s cord joins %s", length.Length.Metres(), moduleNames(key))
	if len(near) > 0 {
		v.message += "; the nearest are " + nearestLengths(near, length.Length)
	}
	return catalog.Part{}, v
}

func tooShort(what string, part catalog.Part, required int64) verdict {
	miss := required - part.Length.FloorMM()
	v := fault("too-short", "%s is %s, %s is required: %s too short", what, part.Length.Metres(), metres(required), metres(miss))
	v.miss = miss
	return v
}

func moduleNames(key cordKey) string {
	var names []string
	for _, m := range key.modules {
		if m != nil && !slices.Contains(names, m.SKU) {
			names = append(names, m.SKU)
		}
	}
	return strings.Join(names, " and ")
}

// whyNot says what keeps the planner from choosing a part that fits.
func (s *selector) whyNot(p catalog.Part) string {
	if p.Product == nil {
		return fmt.Sprintf("the plan orders %s", s.set.TwistedPair)
	}
	var why []string
	if p.Product.Lifecycle == catalog.Retired && !s.set.AllowRetired {
		why = append(why, "is retired")
	}
	if p.Product.Lifecycle == catalog.Planned {
		why = append(why, "is only planned")
	}
	if p.Product.Evidence.Rank() > s.set.Evidence.Rank() || weak(p) && !p.Product.Automatic {
		why = append(why, fmt.Sprintf("rests on %s evidence", p.Product.Evidence))
	}
	if !p.Product.Automatic {
		why = append(why, "is never chosen without a pin")
	}
	if s.w.forbids(p.Product) {
		why = append(why, "is forbidden at this site (allow it in the catalog)")
	}
	return strings.Join(why, " and ")
}
