package planner

import (
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// pickMedium answers a pinned medium or length with parts the settings allow.
func (s *selector) pickMedium(ks []socket, media []plan.Medium, m pin) pick {
	var best pick
	for _, medium := range media {
		var p pick
		if medium == plan.Optical {
			p = s.pickOptics(ks)
		} else {
			p = s.pickFromMenu(ks, medium, m.Length)
		}
		if p.verdict.code == "" {
			return p
		}
		if best.limitOf == "" || p.ever > best.ever {
			best = p
		}
	}
	best.medium, best.part = "", catalog.Part{}
	return best
}

// pickTwistedPair judges a pinned twisted-pair specification.
func (s *selector) pickTwistedPair(ks []socket, m pin) pick {
	spec := m.part.Spec
	p := pick{medium: plan.TwistedPair, limitOf: plan.TwistedPair}
	p.hub, p.legs, p.part, p.required = -1, 1, m.part, s.longest(ks, plan.TwistedPair)
	ok, _ := s.straight(ks)
	p.loose = !ok
	if c, fits := s.classFor(ks, plan.TwistedPair, -1); ok && fits {
		menu := s.menu(c)
		p.limit, p.ever = menu.longest, menu.ever
	}
	if p.limit == 0 {
		p.limit = m.part.Length.FloorMM()
	}
	p.ever = max(p.ever, m.part.Length.FloorMM())
	for i := range ks {
		if k := &ks[i]; k.group.Form.Family != "rj45" {
			p.verdict = faultOf(m.part, "wrong-connector", "%s ends in rj45, cage %s takes %s", m.part.ID(), s.cageName(k), strings.Join(k.group.Form.Accepts, ", "))
			return p
		}
	}
	switch {
	case !ok:
		p.verdict = faultOf(m.part, "wrong-shape", "%s is a straight cord; %s", m.part.ID(), s.shapeOf(ks))
	case !slices.Contains(spec.Speeds, ks[0].variant) || ks[0].variant != ks[1].variant:
		p.verdict = faultOf(m.part, "wrong-speed", "%s carries %s, the link runs %s", m.part.ID(), speedNames(spec.Speeds), variantNames(ks))
	case m.Length != 0 && m.Length != m.part.Length:
		p.verdict = fault("contradicting-links", "cable pins length %s, but %s is %s", m.Length.Metres(), m.part.ID(), m.part.Length.Metres())
	default:
		p.verdict = s.judgeLength(p.required, m.part.Length, p.ever, ks, plan.TwistedPair, -1)
	}
	p.ok = p.verdict.code == ""
	return p
}

// pickFromMenu answers with one copper, AOC or twisted-pair part: of exactly
// the pinned length where one is pinned.
func (s *selector) pickFromMenu(ks []socket, medium plan.Medium, length units.Length) pick {
	p := pick{medium: medium, limitOf: medium}
	p.hub, p.required = -1, s.longest(ks, medium)
	var classes []class
	var hubs []int
	add := func(hub int) {
		if c, ok := s.classFor(ks, medium, hub); ok {
			classes, hubs = append(classes, c), append(hubs, hub)
		}
	}
	fits := false
	if ok, _ := s.straight(ks); ok {
		fits = true
		add(-1)
	}
	if medium != plan.TwistedPair {
		for _, h := range s.hubs(ks) {
			fits = true
			add(h)
		}
	}
	if !fits {
		p.verdict = fault("wrong-shape", "no %s serves this: %s", mediumName(medium), s.shapeOf(ks))
		return p
	}
	if len(classes) == 0 {
		p.verdict = fault("wrong-speed", "no %s joins ports that run %s", mediumName(medium), variantNames(ks))
		return p
	}
	hub := hubs[0]
	for i, c := range classes {
		menu := s.menu(c)
		p.limit = max(p.limit, menu.longest)
		if menu.ever > p.ever {
			p.ever, hub = menu.ever, hubs[i]
		}
		for _, part := range menu.parts {
			if part.Length >= lengthOf(p.required) && (length == 0 || part.Length == length) {
				p.part, p.hub, p.legs, p.ok = part, hubs[i], c.legs, true
				p.excess = s.excessive(part.Length.FloorMM(), p.required)
				return p
			}
		}
	}
	p.hub = hub
	if p.limit == 0 {
		p.limit = p.ever
	}
	switch {
	case length != 0:
		p.verdict = s.judgeLength(p.required, length, p.ever, ks, medium, hub)
	case p.required > p.ever:
		p.verdict = s.beyond(ks, medium, hub, p.ever, "the required "+metres(p.required))
	}
	if p.verdict.code == "" {
		p.verdict = s.unanswered(classes, medium, length, p.required)
		if p.verdict.source == "" {
			p.verdict.source = cageSource(ks)
		}
	}
	return p
}

// unanswered says why no allowed part answers a pin: the nearest lengths, or
// what shuts the fitting parts out.
func (s *selector) unanswered(classes []class, medium plan.Medium, length units.Length, required int64) verdict {
	what := mediumName(medium)
	if length != 0 {
		what = length.Metres() + " " + what
	}
	var list missList
	var named catalog.Part
	var near []units.Length
	for _, c := range classes {
		menu := s.menu(c)
		for _, part := range menu.every {
			if part.Length < lengthOf(required) {
				continue
			}
			if length != 0 && part.Length != length {
				continue
			}
			list.fit(part, s.whyNot(part))
			if named.Nil() || farness(part) < farness(named) {
				named = part
			}
		}
		for _, part := range menu.parts {
			if part.Length >= lengthOf(required) {
				near = append(near, part.Length)
				if named.Nil() {
					named = part
				}
			}
		}
	}
	for _, c := range classes {
		if named.Nil() {
			named = longestOf(s.menu(c))
		}
	}
	v := faultOf(named, "no-cable", "no %s that the settings allow", what)
	switch shut := list.all(); {
	case len(shut) > 0:
		v.message += "; " + strings.Join(first(shut), ", ")
	case len(near) > 0:
		v.message += "; the nearest are " + nearestLengths(near, length)
	}
	return v
}

func variantNames(ks []socket) string {
	var names []string
	for i := range ks {
		if n := ks[i].variant.Name; !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return strings.Join(names, " and ")
}

// nearestLengths names the lengths on both sides of a wanted one: "2 m and 2.5 m".
func nearestLengths(have []units.Length, want units.Length) string {
	slices.Sort(have)
	at, _ := slices.BinarySearch(have, want)
	var names []string
	if at > 0 {
		names = append(names, have[at-1].Metres())
	}
	if at < len(have) {
		names = append(names, have[at].Metres())
	}
	return strings.Join(slices.Compact(names), " and ")
}
