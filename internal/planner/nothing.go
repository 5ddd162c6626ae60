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

// limitSource is where the copper limits of a component are stated.
func (s *selector) limitSource(ks []socket) string {
	for _, m := range []plan.Medium{plan.DAC, plan.ACC, plan.AEC, plan.AOC} {
		for _, c := range s.classes(ks, m) {
			var longest *catalog.Product
			for _, part := range s.menu(c).every {
				if p := part.Product; p != nil && p.Automatic && (longest == nil || p.Length > longest.Length) {
					longest = p
				}
			}
			if longest != nil {
				return strings.Join(longest.Sources, ";")
			}
		}
	}
	return ""
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

// misses lists what comes nearest to serving a component: parts that fit but
// are shut out, then the longest that is too short, medium by medium.
func (s *selector) misses(ks []socket) []string {
	var shut, short []string
	for _, m := range plan.Media {
		allowed := slices.Contains(s.set.Media, m)
		if m == plan.Optical {
			s.opticalMisses(ks, allowed, &shut, &short)
			continue
		}
		required := s.longest(ks, m)
		for _, c := range s.classes(ks, m) {
			var longest catalog.Part
			found := false
			for _, part := range s.menu(c).every {
				switch {
				case part.Length < lengthOf(required):
					if part.Length > longest.Length && (part.Product == nil || part.Product.Automatic) {
						longest = part
					}
				case !found:
					if why := s.whyNot(part); why != "" {
						shut, found = append(shut, part.ID()+" fits but "+why), true
					} else if !allowed {
						shut, found = append(shut, part.ID()+" fits but the plan does not allow "+mediumName(m)), true
					}
				}
			}
			if !longest.Nil() && !found {
				short = append(short, fmt.Sprintf("%s is %s too short", longest.ID(), metres(required-longest.Length.FloorMM())))
			}
		}
	}
	return append(shut, short...)
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

func (s *selector) opticalMisses(ks []socket, allowed bool, shut, short *[]string) {
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
	open := s.newOpticalMenu(forms, s.halved(), s.allowed).choices
	every := s.newOpticalMenu(forms, s.halved(), func(p *catalog.Product) bool { return p.Automatic }).choices
	switch {
	case len(open) > 0:
		longest := int64(0)
		for _, c := range open {
			longest = max(longest, c.reach)
		}
		if longest < required {
			*short = append(*short, fmt.Sprintf("optics reach %s", metres(longest)))
		} else if !allowed {
			at := slices.IndexFunc(open, func(c *opticalChoice) bool { return c.reach >= required })
			*shut = append(*shut, strings.Join(sortedSKUs(open[at]), " and ")+" would do, but the plan does not allow optics")
		}
	case len(every) > 0:
		for _, m := range every[0].modules {
			if why := s.whyNot(catalog.Part{Product: m}); why != "" {
				*shut = append(*shut, m.SKU+" fits but "+why)
				return
			}
		}
	}
}
