package planner

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// emitNothing writes a component for which there is no part: every link of it
// is an error that names the nearest misses.
func (s *selector) emitNothing(ks []socket, links []int32, p pick) {
	f := plan.Finding{Code: p.verdict.code, Message: p.verdict.message, Source: p.verdict.source}
	if f.Code == "contradicting-links" {
		f.Fix = "let the pins of links that share a cage say the same, or take one out"
	}
	if f.Code == "" {
		f.Code = "no-cable"
		f.Message = s.nothingFits(ks)
		f.Source = s.limitSource(ks)
	}
	f.Source = sourceOr(p.verdict, ks, f.Source)
	for _, id := range links {
		s.measure(id, p)
		out := &s.w.out[id]
		if p.limitOf == "" {
			out.Limit, out.Headroom = -1, 0
		}
		out.Reason = f.Message
		s.linkFinding(id, f)
	}
	s.splitByDistance(ks, links, p)
}

// limitSource is where the limits of a component are stated: of the first
// medium that has a part for it, else of its cages.
func (s *selector) limitSource(ks []socket) string {
	for _, m := range []plan.Medium{plan.DAC, plan.ACC, plan.AEC, plan.AOC, plan.TwistedPair} {
		for _, c := range s.classes(ks, m) {
			if longest := longestOf(s.menu(c)); !longest.Nil() {
				return sourcesOf(longest)
			}
		}
	}
	return cageSource(ks)
}

// sourceOr is the source of a finding. Where no part is judged, it is what the
// cages are: they are what no part fits.
func sourceOr(v verdict, ks []socket, source string) string {
	if source == "" && (v.code == "beyond-reach" || v.code == "too-short" || strings.HasPrefix(string(v.code), "wrong-")) {
		return cageSource(ks)
	}
	return source
}

// cageSource is where the cages of a component are described.
func cageSource(ks []socket) string {
	var keys []string
	for i := range ks {
		for _, key := range ks[i].group.Form.Sources {
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	return strings.Join(keys, ";")
}

// maxMisses is how many nearest misses or lengths a finding names.
const maxMisses = 3

// first is the head of a list that a finding has room for.
func first(list []string) []string { return list[:min(len(list), maxMisses)] }

// nothingFits says why no allowed medium serves a component, nearest misses
// first.
func (s *selector) nothingFits(ks []socket) string {
	misses := s.misses(ks)
	text := fmt.Sprintf("no cable for %s at %s between %s", metres(s.most(ks)), ks[0].variant.Label, formNames(ks))
	if len(ks) > 2 || s.crossed || s.bothSplit(ks) {
		text += "; " + s.shapeOf(ks)
	}
	if len(misses) > 0 {
		text += ": " + strings.Join(first(misses), ", ")
	}
	return text
}

// most is the longest run of a component as the first allowed medium needs it.
func (s *selector) most(ks []socket) int64 { return s.longest(ks, s.set.Media[0]) }

// A missList is what comes nearest to serving a component.
type missList struct {
	shut  []string // fits, but something shuts it out
	short []string // the longest there is, and too short
	weak  []string // either, on evidence no order should rest on
}

// all lists them, the best founded first.
func (m *missList) all() []string { return slices.Concat(m.shut, m.short, m.weak) }

// weak reports whether what the catalog says of a part is founded worse than
// any part the planner would choose by itself.
func weak(p catalog.Part) bool {
	return p.Product != nil && p.Product.Evidence.Rank() > catalog.Reseller.Rank()
}

// farness is how far a part that fits is from being chosen: 1 where only its
// number asks for it, 2 where its evidence is weak.
func farness(p catalog.Part) int {
	switch {
	case weak(p):
		return 2
	case p.Product != nil && !p.Product.Automatic:
		return 1
	}
	return 0
}

// fit adds a part that fits but is shut out.
func (m *missList) fit(p catalog.Part, why string) {
	text := p.ID() + " fits but " + why
	if weak(p) {
		m.weak = append(m.weak, text)
		return
	}
	m.shut = append(m.shut, text)
}

// tooShort adds a part that would do for a shorter run.
func (m *missList) tooShort(p catalog.Part, required int64) {
	text := fmt.Sprintf("%s is %s too short", p.ID(), metres(required-p.Length.FloorMM()))
	if weak(p) {
		m.weak = append(m.weak, text+fmt.Sprintf(" and rests on %s evidence", p.Product.Evidence))
		return
	}
	m.short = append(m.short, text)
}

// misses lists what comes nearest to serving a component: parts that fit but
// are shut out, then the longest that is too short, medium by medium; last what
// rests on evidence below a reseller's.
func (s *selector) misses(ks []socket) []string {
	var list missList
	for _, m := range plan.Media {
		allowed := slices.Contains(s.set.Media, m)
		if m == plan.Optical {
			s.opticalMisses(ks, allowed, &list)
			continue
		}
		required := s.longest(ks, m)
		for _, c := range s.classes(ks, m) {
			s.assemblyMisses(c, allowed, required, &list)
		}
	}
	return list.all()
}

// assemblyMisses adds the part of a class that fits, is shut out and is nearest
// to being chosen, and where there is none the longest that is too short.
func (s *selector) assemblyMisses(c class, allowed bool, required int64, list *missList) {
	var longest, fits catalog.Part
	why := ""
	for _, part := range s.menu(c).every {
		if part.Length < lengthOf(required) {
			if part.Length > longest.Length && (part.Product == nil || part.Product.Automatic) {
				longest = part
			}
			continue
		}
		text := s.whyNot(part)
		if text == "" && !allowed {
			text = "the plan does not allow " + mediumName(c.medium)
		}
		if text != "" && (fits.Nil() || farness(part) < farness(fits)) {
			fits, why = part, text
		}
	}
	switch {
	case !fits.Nil():
		list.fit(fits, why)
		if weak(fits) && !longest.Nil() {
			list.tooShort(longest, required)
		}
	case !longest.Nil():
		list.tooShort(longest, required)
	}
}

// classes lists the classes of a medium a component's shape fits.
func (s *selector) classes(ks []socket, m plan.Medium) []class {
	var out []class
	if ok, _ := s.straight(ks); ok {
		if c, ok := s.classFor(ks, m, -1); ok {
			out = append(out, c)
		}
	}
	if m == plan.TwistedPair {
		return out
	}
	for _, h := range s.hubs(ks) {
		if c, ok := s.classFor(ks, m, h); ok {
			out = append(out, c)
		}
	}
	return out
}

// opticalMisses adds the transceivers that reach and are shut out, and how far
// those reach that are not.
func (s *selector) opticalMisses(ks []socket, allowed bool, list *missList) {
	if s.joined || ks[0].group.Form.Family == "rj45" {
		return
	}
	required := s.longest(ks, plan.Optical)
	var forms []formVariant
	for i := range ks {
		if f := (formVariant{ks[i].group.Form, ks[i].variant}); !slices.Contains(forms, f) {
			forms = append(forms, f)
		}
	}
	slices.SortFunc(forms, compareForm)
	reaches := func(c *opticalChoice) bool { return c.reach >= required }
	open := s.newOpticalMenu(forms, s.halved(), s.allowed).choices
	if at := slices.IndexFunc(open, reaches); at >= 0 {
		if !allowed {
			list.shut = append(list.shut, strings.Join(sortedSKUs(open[at]), " and ")+" would do, but the plan does not allow optics")
		}
		return
	}
	every := s.newOpticalMenu(forms, s.halved(), func(p *catalog.Product) bool { return p.Automatic }).choices
	if at := slices.IndexFunc(every, reaches); at >= 0 {
		for _, m := range every[at].modules {
			if why := s.whyNot(catalog.Part{Product: m}); why != "" {
				list.fit(catalog.Part{Product: m}, why)
				break
			}
		}
	}
	longest := int64(0)
	for _, c := range open {
		longest = max(longest, c.reach)
	}
	if longest > 0 {
		list.short = append(list.short, fmt.Sprintf("optics reach %s", metres(longest)))
	}
}
