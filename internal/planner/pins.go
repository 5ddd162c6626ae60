package planner

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// pinned reports whether some link of a component has a pin.
func (s *selector) pinned(links []int32) bool {
	for _, id := range links {
		if s.w.links[id].pin != nil {
			return true
		}
	}
	return false
}

// merge is what the pins of a component demand together. The first pin in link
// order that says something about a field counts.
func (s *selector) mergePins(links []int32) pin {
	var m pin
	for _, id := range links {
		p := s.w.links[id].pin
		if p == nil {
			continue
		}
		if m.Medium == "" {
			m.Medium = p.Medium
		}
		if m.Length == 0 {
			m.Length = p.Length
		}
		if m.SKU == "" {
			m.SKU, m.part = p.SKU, p.part
		}
		if m.path == "" {
			m.path = p.path
		}
	}
	return m
}

// contradiction finds two pins of a component that cannot both hold: on links
// that share a cage, or of which one is an assembly that serves all of them.
func (s *selector) contradiction(ks []socket) (a, b int32, field string) {
	for i := range ks {
		for x := range ks[i].ends {
			for y := range x {
				e, f := ks[i].ends[y], ks[i].ends[x]
				p, q := s.w.links[e.link].pin, s.w.links[f.link].pin
				if p == nil || q == nil || p == q && e.side == f.side {
					continue
				}
				if field := differ(p, q, e.side, f.side); field != "" {
					return e.link, f.link, field
				}
			}
		}
	}
	return 0, 0, ""
}

// differ names the first field two pins set differently. Sides are those of the
// cage both share.
func differ(p, q *pin, sideP, sideQ int8) string {
	switch {
	case p.Medium != "" && q.Medium != "" && p.Medium != q.Medium:
		return "medium"
	case p.Length != 0 && q.Length != 0 && p.Length != q.Length:
		return "length"
	case p.SKU != "" && q.SKU != "" && p.part != q.part:
		return "sku"
	case p.modules[sideP] != nil && q.modules[sideQ] != nil && p.modules[sideP] != q.modules[sideQ]:
		return "module"
	}
	return ""
}

// choosePinned finds the parts of a component some of whose links are pinned,
// and judges them.
func (s *selector) choosePinned(ks []socket, links []int32) pick {
	if a, b, field := s.contradiction(ks); field != "" {
		v := fault("contradicting-links", "link %s and link %s share a cage and pin its %s differently", subject(&s.w.out[a]), subject(&s.w.out[b]), field)
		return pick{pinned: true, verdict: v}
	}
	kinds := s.kinds(ks)
	var first pick
	for n, variants := range assignments(kinds) {
		assign(ks, kinds, variants)
		s.structure(ks)
		p := s.pickPinned(ks, links)
		p.pinned = true
		if p.verdict.code == "" {
			return p
		}
		if n == 0 {
			first = p
		}
	}
	if all := assignments(kinds); len(all) > 1 {
		assign(ks, kinds, all[0])
		s.structure(ks)
		first = s.pickPinned(ks, links)
		first.pinned = true
	}
	return first
}

func (s *selector) pickPinned(ks []socket, links []int32) pick {
	m := s.mergePins(links)
	medium := m.Medium
	implied := impliedMedium(m.part)
	if implied == "" && s.pinsModules(links) {
		implied = plan.Optical
	}
	if medium != "" && implied != "" && medium != implied {
		return pick{verdict: fault("contradicting-links", "cable pins medium %s, but what it names is %s", medium, implied)}
	}
	if medium == "" {
		medium = implied
	}
	switch {
	case medium == plan.Optical:
		return s.pickOptics(ks)
	case m.part.Product != nil:
		return s.pickAssembly(ks, medium, m)
	case medium != "":
		return s.pickMedium(ks, []plan.Medium{medium}, m)
	}
	return s.pickMedium(ks, s.set.Media, m)
}

func impliedMedium(p catalog.Part) plan.Medium {
	switch {
	case p.Nil():
		return ""
	case p.Spec != nil && p.Spec.Medium == catalog.TwistedPair:
		return plan.TwistedPair
	case p.Spec != nil || p.Product.Medium == catalog.FibreCord:
		return plan.Optical
	}
	return plan.Medium(p.Product.Medium)
}

func (s *selector) pinsModules(links []int32) bool {
	for _, id := range links {
		if p := s.w.links[id].pin; p != nil && (p.modules[0] != nil || p.modules[1] != nil) {
			return true
		}
	}
	return false
}

// pickAssembly judges a pinned assembly.
func (s *selector) pickAssembly(ks []socket, medium plan.Medium, m pin) pick {
	product := m.part.Product
	p := pick{medium: medium, limitOf: medium}
	p.part, p.required = m.part, s.longest(ks, medium)
	var fits bool
	p.verdict, p.hub, fits = s.judgeAssembly(ks, product)
	p.loose, p.legs = !fits, product.Legs
	own := product.Length.FloorMM()
	if fits {
		if c, ok := s.classFor(ks, medium, p.hub); ok {
			menu := s.menu(c)
			p.limit, p.ever = menu.longest, menu.ever
		}
	}
	if p.ever == 0 {
		p.ever = own
	}
	if p.limit == 0 {
		p.limit = p.ever
	}
	switch {
	case p.verdict.code != "":
	case m.Length != 0 && m.Length != product.Length:
		p.verdict = fault("contradicting-links", "cable pins length %s, but %s is %s", m.Length.Metres(), product.SKU, product.Length.Metres())
	case product.Length == 0:
		p.verdict = fault("no-cable", "no source states the length of %s, so nothing says that it reaches", product.SKU)
	default:
		p.verdict = s.judgeLength(p.required, product.Length, p.ever, ks, medium, p.hub)
	}
	p.ok = p.verdict.code == ""
	return p
}

// judgeLength judges a pinned length against what is required and against the
// limit of the medium.
func (s *selector) judgeLength(required int64, length units.Length, limit int64, ks []socket, medium plan.Medium, hub int) verdict {
	if length < lengthOf(required) {
		v := fault("too-short", "%s is pinned, %s is required: %s too short", length.Metres(), metres(required), metres(required-length.FloorMM()))
		v.miss = required - length.FloorMM()
		return v
	}
	if length > lengthOf(limit) {
		return s.beyond(ks, medium, hub, limit, "the pinned "+length.Metres())
	}
	return verdict{}
}

// beyond is a beyond-reach verdict with the limit and its source.
func (s *selector) beyond(ks []socket, medium plan.Medium, hub int, limit int64, what string) verdict {
	v := ks[0].variant
	ends := formNames(ks)
	out := verdict{code: "beyond-reach", limit: limit}
	shape := "1:1"
	head := ""
	if hub >= 0 {
		shape = fmt.Sprintf("1:%d", ks[hub].places())
		head = ks[hub].group.Form.Shell
	} else {
		head = ks[0].group.Form.Shell
	}
	gen := generation(v)
	row := s.w.cat.MediaLimit(gen, catalog.Medium(medium), shape, head)
	switch {
	case row != nil && row.Limit == 0:
		out.message = fmt.Sprintf("%s cannot be: %s does not exist at %s", what, mediumName(medium), strings.ToUpper(gen))
	case limit == 0:
		out.message = fmt.Sprintf("%s cannot be: no %s at %s joins %s", what, mediumName(medium), v.Label, ends)
	default:
		out.message = fmt.Sprintf("%s is beyond the %s where %s ends at %s between %s", what, metres(limit), mediumName(medium), v.Label, ends)
	}
	if row != nil && row.Limit.FloorMM() == limit {
		out.source = strings.Join(row.Sources, ";")
		if row.Note != "" && row.Limit > 0 {
			out.message += " (" + row.Note + ")"
		}
		return out
	}
	out.source = s.longestSource(ks, medium, hub)
	return out
}

// longestSource is where the longest automatic product of a class is stated.
func (s *selector) longestSource(ks []socket, medium plan.Medium, hub int) string {
	if len(ks) < 2 {
		return ""
	}
	c, ok := s.classFor(ks, medium, hub)
	if !ok {
		return ""
	}
	var best *catalog.Product
	for _, p := range s.menu(c).every {
		if p.Product != nil && p.Product.Automatic && (best == nil || p.Length > best.Length) {
			best = p.Product
		}
	}
	if best == nil {
		return ""
	}
	return strings.Join(best.Sources, ";")
}

func formNames(ks []socket) string {
	var names []string
	for i := range ks {
		if n := ks[i].group.Form.Name; !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if len(names) == 1 {
		names = append(names, names[0])
	}
	return strings.Join(names, " and ")
}

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
	var shut, near []string
	for _, c := range classes {
		menu := s.menu(c)
		for _, part := range menu.every {
			if part.Length < lengthOf(required) {
				continue
			}
			if length != 0 && part.Length != length {
				continue
			}
			shut = append(shut, part.ID()+" fits but "+s.whyNot(part))
		}
		for _, part := range menu.parts {
			if part.Length >= lengthOf(required) {
				near = append(near, part.Length.Metres())
			}
		}
	}
	v := fault("no-cable", "no %s that the settings allow", what)
	switch {
	case len(shut) > 0:
		v.message += "; " + strings.Join(first(shut, 3), ", ")
	case len(near) > 0:
		v.message += "; it comes in " + strings.Join(first(slices.Compact(near), 3), ", ")
	}
	return v
}

func first(list []string, n int) []string {
	if len(list) > n {
		return list[:n]
	}
	return list
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
