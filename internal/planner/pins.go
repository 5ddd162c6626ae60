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
	kinds := s.kinds(ks)
	all := assignments(kinds)
	if len(all) == 0 {
		return s.noVariant(ks)
	}
	assign(ks, kinds, all[0])
	if a, b, field := s.contradiction(ks); field != "" {
		v := fault("contradicting-links", "link %s and link %s share a cage and pin its %s differently", subject(&s.w.out[a]), subject(&s.w.out[b]), field)
		return pick{pinned: true, verdict: v}
	}
	if p := s.badPin(links); p != nil {
		return pick{pinned: true, verdict: fault("no-cable", "%s names a product that is not in the catalog", p.path)}
	}
	for _, variants := range all {
		assign(ks, kinds, variants)
		s.structure(ks)
		p := s.pickPinned(ks, links)
		p.pinned = true
		if p.verdict.code == "" {
			return p
		}
	}
	assign(ks, kinds, all[0])
	s.structure(ks)
	p := s.pickPinned(ks, links)
	p.pinned = true
	return p
}

// noVariant is the pick for a component whose links demand different variants
// of one rate of ports that can only run one.
func (s *selector) noVariant(ks []socket) pick {
	for i := range ks {
		e := ks[i].ends[0]
		ks[i].variant = s.w.links[e.link].pair.variants[e.side][0]
		ks[i].fit()
	}
	s.structure(ks)
	v := fault("no-cable", "the links of these cages demand different variants of one rate, and their ports run one: %s", s.shapeOf(ks))
	v.source = cageSource(ks)
	return pick{pinned: true, verdict: v}
}

// badPin is the first pin of a component that names an unknown product.
func (s *selector) badPin(links []int32) *pin {
	for _, id := range links {
		if p := s.w.links[id].pin; p != nil && p.bad {
			return p
		}
	}
	return nil
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
	case m.part.Spec != nil:
		return s.pickTwistedPair(ks, m)
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
		p.verdict = faultOf(m.part, "no-cable", "no source states the length of %s, so nothing says that it reaches", product.SKU)
	default:
		p.verdict = s.judgeLength(p.required, product.Length, p.ever, ks, medium, p.hub)
		if p.verdict.code == "too-short" {
			p.verdict.source = sourcesOf(m.part)
		}
	}
	if p.ok = p.verdict.code == ""; p.ok {
		p.limit = max(p.limit, own) // pinned although nothing so long would be chosen: retired, forbidden
	}
	return p
}

// judgeLength judges a pinned length against what is required and against the
// limit of the medium.
func (s *selector) judgeLength(required int64, length units.Length, limit int64, ks []socket, medium plan.Medium, hub int) verdict {
	if length < lengthOf(required) {
		v := fault("too-short", "%s is pinned, %s is required: %s too short", length.Metres(), metres(required), metres(required-length.FloorMM()))
		v.miss, v.source = required-length.FloorMM(), s.longestSource(ks, medium, hub)
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
		if part := s.onlyByPin(ks, medium, hub); !part.Nil() {
			out.message += fmt.Sprintf(" without being pinned by number; %s, %s, can be", part.ID(), part.Length.Metres())
			out.source = strings.Join(part.Product.Sources, ";")
			return out
		}
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

// onlyByPin is the longest product that fits a component and is never chosen
// without its number.
func (s *selector) onlyByPin(ks []socket, medium plan.Medium, hub int) catalog.Part {
	var best catalog.Part
	if c, ok := s.classFor(ks, medium, hub); ok {
		for _, part := range s.menu(c).every {
			if part.Product != nil && part.Length > best.Length {
				best = part
			}
		}
	}
	return best
}

// longestSource is where the longest automatic part of a class is stated.
func (s *selector) longestSource(ks []socket, medium plan.Medium, hub int) string {
	if len(ks) < 2 {
		return ""
	}
	c, ok := s.classFor(ks, medium, hub)
	if !ok {
		return ""
	}
	return sourcesOf(longestOf(s.menu(c)))
}

// longestOf is the longest part of a menu that may be chosen at some settings;
// nil where there is none.
func longestOf(m *menu) catalog.Part {
	var best catalog.Part
	for _, p := range m.every {
		if (p.Product == nil || p.Product.Automatic) && (best.Nil() || p.Length > best.Length) {
			best = p
		}
	}
	return best
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
