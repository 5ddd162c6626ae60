package app

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
)

// An end is what one end of a reach question may be plugged into: cages, or
// plugs where a plug was named. nil: anything.
type end []*catalog.FormFactor

// takes reports whether a plug goes into the end.
func (e end) takes(plug *catalog.FormFactor) bool {
	return e == nil || slices.ContainsFunc(e, func(f *catalog.FormFactor) bool { return plugs(f, plug) })
}

// joins reports whether an assembly lies between two ends, either way round.
func joins(from, to end, a, b *catalog.FormFactor) bool {
	return from.takes(a) && to.takes(b) || from.takes(b) && to.takes(a)
}

// end reads an end: "type:port", a device type, or a form factor. Cages that do
// none of the speeds are left out; the error wraps ErrNotFound where none is
// left.
func (a *App) end(text string, speeds []*catalog.Speed) (end, error) {
	if text == "" {
		return nil, nil
	}
	slug, port, named := strings.Cut(text, ":")
	t := a.catalog.Type(slug)
	switch {
	case t == nil && named:
		return nil, missing("device type", slug, slugsOf(a.catalog.Types))
	case t == nil:
		if f := a.catalog.Form(text); f != nil {
			return end{f}, nil
		}
		names := slugsOf(a.catalog.Types)
		for _, f := range a.catalog.Forms {
			names = append(names, f.Name)
		}
		return nil, missing("device type or form factor", text, names)
	}
	groups := make([]*catalog.PortGroup, 0, len(t.Groups))
	for i := range t.Groups {
		groups = append(groups, &t.Groups[i])
	}
	if named {
		found, ok := t.Find(port)
		if !ok {
			names := make([]string, len(t.Ports))
			for i, p := range t.Ports {
				names[i] = p.Name
			}
			return nil, missing("port of "+slug, port, names)
		}
		groups = []*catalog.PortGroup{t.Ports[found.Port].Group}
	}
	var out end
	for _, g := range groups {
		if slices.ContainsFunc(speeds, g.Lists) && !slices.Contains(out, g.Form) {
			out = append(out, g.Form)
		}
	}
	if out == nil {
		return nil, fmt.Errorf("%s at %s: %w; it does %s", text, speeds[0].Rate, ErrNotFound, strings.Join(ratesOf(groups), ", "))
	}
	return out, nil
}

func slugsOf(types []*catalog.DeviceType) []string {
	out := make([]string, len(types))
	for i, t := range types {
		out[i] = t.Slug
	}
	return out
}

// ratesOf are the rates ports list, each once.
func ratesOf(groups []*catalog.PortGroup) []string {
	var out []string
	for _, g := range groups {
		for _, s := range g.Speeds {
			if !slices.Contains(out, s.Rate) {
				out = append(out, s.Rate)
			}
		}
	}
	return out
}

// both is what two ends do together: the worse verdict, the shorter limit, the
// parts of either.
func both(from, to Offer) Offer {
	out := from
	out.Does = max(from.Does, to.Does)
	out.Limit, out.At = min(from.Limit, to.Limit), min(from.At, to.At)
	out.Parts, out.Sources = union(slices.Clone(from.Parts), to.Parts), union(slices.Clone(from.Sources), to.Sources)
	return out
}

// modules are the transceivers of a family that carry a speed and go into an
// end, by what they reach on a grade of fibre.
func (a *App) modules(family *catalog.Optics, s *catalog.Speed, grade string, at end) []piece {
	var out []piece
	for _, p := range a.catalog.Assemblies(catalog.Transceiver) {
		if p.Optics == family && p.Carries(s) && at.takes(p.EndA) {
			out = append(out, piece{p.SKU, p.FibreReach.On(grade), verdictOf(p), p.Sources})
		}
	}
	return out
}

// cords are the specification cords of twisted pair that carry a speed, by
// length; none where an end has no such jack.
func (a *App) cords(s *catalog.Speed, from, to end) []piece {
	jack := func(e end) bool {
		return e == nil || slices.ContainsFunc(e, func(f *catalog.FormFactor) bool { return f.Family == "rj45" })
	}
	if !jack(from) || !jack(to) {
		return nil
	}
	var out []piece
	for _, row := range a.catalog.SpecCords(catalog.TwistedPair, "1:1") {
		if !slices.Contains(row.Speeds, s) {
			continue
		}
		for _, l := range row.Lengths {
			out = append(out, piece{row.ID(l), l, Sold, row.Sources})
		}
	}
	return out
}
