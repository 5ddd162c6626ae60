package planner_test

import (
	"cmp"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// An oFibre is one cord of an optical component: one for each optical port of a
// module, split where that port is split.
type oFibre struct {
	links []*oLink
	hub   string // cage whose optical port is split; empty: straight
	cages []string
}

// An oOptics is one choice of modules: one SKU for each cage form factor.
type oOptics struct {
	byForm map[string]*catalog.Product
	list   []*catalog.Product // in the order of the forms
	mode   catalog.Mode
}

// optics is the choice of modules and cords for the component, and the longest
// length (mm) the medium could have had, -1 where no choice fits at any length.
func (r oRules) optics(cat *catalog.Catalog, c *oComponent, as oAssign) (*oChoice, int64) {
	need := r.longest(c.links, plan.Optical)
	limit := int64(-1)
	for _, mode := range []catalog.Mode{catalog.Multimode, catalog.SingleMode} {
		var good []*oOptics
		for _, o := range r.opticsChoices(cat, c, as, mode) {
			fibres, ok := c.fibres(as, o)
			if !ok {
				continue
			}
			split := anySplit(fibres)
			limit = max(limit, r.opticalLimit(cat, o, c, fibres))
			if r.reachOf(o.list, o.list[0].Optics, split) >= units.MM(need) {
				good = append(good, o)
			}
		}
		slices.SortStableFunc(good, func(x, y *oOptics) int { return r.orderOptics(x, y, c, as) })
		for _, o := range good {
			fibres, _ := c.fibres(as, o)
			choice := &oChoice{medium: plan.Optical, modules: map[string]*catalog.Product{}, as: as}
			for _, f := range fibres {
				cord := r.cord(cat, o, c, f, r.longest(f.links, plan.Optical))
				if cord.Nil() {
					choice = nil
					break
				}
				cable := oCable{part: cord, links: f.links, hub: f.hub, legs: 1, cages: f.cages}
				if f.hub != "" {
					cable.legs, cable.unused = 2, 2-len(f.links)
				}
				choice.cables = append(choice.cables, cable)
			}
			if choice == nil {
				continue
			}
			for _, cage := range c.cages {
				choice.modules[cage] = o.byForm[c.at(cage)[0].endIn(cage).form()]
			}
			return choice, r.opticalLimit(cat, o, c, fibres)
		}
	}
	return nil, limit
}

// opticsChoices writes down every choice: one module SKU for each cage form
// factor, automatic, accepted by its cage, carrying that end's speed, all of
// one optics family and of the mode.
func (r oRules) opticsChoices(cat *catalog.Catalog, c *oComponent, as oAssign, mode catalog.Mode) []*oOptics {
	var forms []*catalog.FormFactor
	speeds := map[string][]*catalog.Speed{}
	for _, l := range c.links {
		for _, e := range []oEnd{l.a, l.b} {
			f := e.port.Group.Form
			if !slices.Contains(forms, f) {
				forms = append(forms, f)
			}
			speeds[f.Name] = append(speeds[f.Name], as[e.String()])
		}
	}
	var out []*oOptics
	var walk func(i int, picked []*catalog.Product)
	walk = func(i int, picked []*catalog.Product) {
		if i == len(forms) {
			o := &oOptics{byForm: map[string]*catalog.Product{}, list: slices.Clone(picked), mode: mode}
			for j, f := range forms {
				o.byForm[f.Name] = picked[j]
			}
			out = append(out, o)
			return
		}
		for _, p := range cat.Products {
			if p.Medium != catalog.Transceiver || !r.allows(p) || p.Optics == nil || p.Optics.Mode != mode {
				continue
			}
			if !forms[i].Accept(p.EndA.Name) || i > 0 && picked[0].Optics != p.Optics {
				continue
			}
			carries := true
			for _, s := range speeds[forms[i].Name] {
				carries = carries && p.Carries(s) && slices.Contains(p.Protocols, s.Protocol)
			}
			if carries {
				walk(i+1, append(picked, p))
			}
		}
	}
	walk(0, nil)
	return out
}

// fibres lists the cords a choice needs, or false where no cord can do it.
func (c *oComponent) fibres(as oAssign, o *oOptics) ([]oFibre, bool) {
	var out []oFibre
	splitAt := map[string]int{} // cage and plug port -> index into out
	for _, l := range c.links {
		pa, pb := plugOf(l.a, as[l.a.String()]), plugOf(l.b, as[l.b.String()])
		cages := []string{l.a.cage(), l.b.cage()}
		switch {
		case pa.split > 1 && pb.split > 1:
			return nil, false // no part joins two split children
		case pa.split > 1 || pb.split > 1:
			hub, at := l.a, pa
			if pb.split > 1 {
				hub, at = l.b, pb
			}
			if at.split != 2 || l.other(hub.cage()).cage() == hub.cage() {
				return nil, false
			}
			key := hub.cage() + " " + string(rune('0'+at.ports[0]))
			i, seen := splitAt[key]
			if !seen {
				i = len(out)
				splitAt[key] = i
				out = append(out, oFibre{hub: hub.cage(), cages: []string{hub.cage()}})
			}
			out[i].links = append(out[i].links, l)
			out[i].cages = append(out[i].cages, l.other(hub.cage()).cage())
		default:
			na, nb := len(pa.ports), len(pb.ports)
			if o.byForm[l.a.form()].EndA.Ports == 1 {
				na = 1
			}
			if o.byForm[l.b.form()].EndA.Ports == 1 {
				nb = 1
			}
			if na != nb {
				return nil, false
			}
			for range na {
				out = append(out, oFibre{links: []*oLink{l}, cages: cages})
			}
		}
	}
	return out, true
}

func anySplit(fibres []oFibre) bool {
	return slices.ContainsFunc(fibres, func(f oFibre) bool { return f.hub != "" })
}

// grades are the grades of the mode the plan may use, worst first.
func (r oRules) grades(mode catalog.Mode) []string {
	if mode == catalog.SingleMode {
		return []string{"os2"}
	}
	all := []string{"om3", "om4", "om5"}
	return all[:slices.Index(all, r.multimode)+1]
}

// reachOn is the smallest reach of the modules on the grade, and the family's
// splitter reach when a port is split.
func reachOn(modules []*catalog.Product, family *catalog.Optics, grade string, split bool) units.Length {
	reach := units.MaxLength
	for _, m := range modules {
		reach = min(reach, m.FibreReach.On(grade))
	}
	if split {
		if family.WDM {
			return 0
		}
		reach = min(reach, family.SplitterReach)
	}
	return reach
}

// reachOf is the reach on the best grade the plan may use.
func (r oRules) reachOf(modules []*catalog.Product, family *catalog.Optics, split bool) units.Length {
	var best units.Length
	for _, g := range r.grades(family.Mode) {
		best = max(best, reachOn(modules, family, g, split))
	}
	return best
}

// orderOptics is the written order of sufficient choices.
func (r oRules) orderOptics(x, y *oOptics, c *oComponent, as oAssign) int {
	fx, _ := c.fibres(as, x)
	fy, _ := c.fibres(as, y)
	unloved := func(o *oOptics) (n int) {
		for _, p := range o.list {
			n += r.unloved(p)
		}
		return n
	}
	count := func(o *oOptics, l catalog.Lifecycle) (n int) {
		for _, p := range o.list {
			n += b2i(p.Lifecycle == l)
		}
		return n
	}
	sum := func(o *oOptics) (n units.Length) {
		for _, p := range o.list {
			n += p.Reach
		}
		return n
	}
	power := func(o *oOptics) (n int64) {
		for _, p := range o.list {
			if p.PowerA == 0 {
				return unknownFigure
			}
			n += int64(p.PowerA)
		}
		return n
	}
	skus := func(o *oOptics) []string {
		var s []string
		for _, p := range o.list {
			s = append(s, p.SKU)
		}
		slices.Sort(s)
		return s
	}
	return cmp.Or(
		cmp.Compare(min(1, count(x, catalog.Retired)), min(1, count(y, catalog.Retired))),
		cmp.Compare(r.reachOf(x.list, x.list[0].Optics, anySplit(fx)), r.reachOf(y.list, y.list[0].Optics, anySplit(fy))),
		cmp.Compare(sum(x), sum(y)),
		cmp.Compare(unloved(x), unloved(y)),
		cmp.Compare(count(x, catalog.UnknownLifecycle), count(y, catalog.UnknownLifecycle)),
		cmp.Compare(power(x), power(y)),
		slices.Compare(skus(x), skus(y)))
}

// cord is the best cord for one fibre; specifications only where no product
// with a number passes.
func (r oRules) cord(cat *catalog.Catalog, o *oOptics, c *oComponent, f oFibre, need int64) catalog.Part {
	var pass []*catalog.Product
	for _, p := range cat.Products {
		if r.cordFits(p, o, c, f) && p.Length >= units.MM(need) && r.inReach(c.modulesOf(o, f), p.Fibre.Grade, p.Length, f.hub != "") {
			pass = append(pass, p)
		}
	}
	if len(pass) > 0 {
		slices.SortFunc(pass, r.order)
		return catalog.Part{Product: pass[0], Length: pass[0].Length}
	}
	var best catalog.Part
	for _, s := range cat.Specifications {
		if !r.specFits(s, o, c, f) {
			continue
		}
		for _, n := range s.Lengths {
			if n < units.MM(need) || !r.inReach(c.modulesOf(o, f), s.Fibre.Grade, n, f.hub != "") {
				continue
			}
			p := catalog.Part{Spec: s, Length: n}
			if best.Nil() || n < best.Length || n == best.Length && strings.Compare(p.ID(), best.ID()) < 0 {
				best = p
			}
		}
	}
	return best
}

// inReach applies the reach of the cord's own grade and the modules' minimum.
func (r oRules) inReach(modules []*catalog.Product, grade string, n units.Length, split bool) bool {
	if n > reachOn(modules, modules[0].Optics, grade, split) {
		return false
	}
	for _, m := range modules {
		if n < m.MinReach {
			return false
		}
	}
	return true
}

// opticalLimit is the smaller of the choice's reach and the longest cord, -1
// where some optical port finds no cord of any length.
func (r oRules) opticalLimit(cat *catalog.Catalog, o *oOptics, c *oComponent, fibres []oFibre) int64 {
	limit := r.reachOf(o.list, o.list[0].Optics, anySplit(fibres)).FloorMM()
	for _, f := range fibres {
		longest := int64(-1)
		for _, p := range cat.Products {
			if r.cordFits(p, o, c, f) && r.inReach(c.modulesOf(o, f), p.Fibre.Grade, p.Length, f.hub != "") {
				longest = max(longest, p.Length.FloorMM())
			}
		}
		for _, s := range cat.Specifications {
			if !r.specFits(s, o, c, f) {
				continue
			}
			for _, n := range s.Lengths {
				if r.inReach(c.modulesOf(o, f), s.Fibre.Grade, n, f.hub != "") {
					longest = max(longest, n.FloorMM())
				}
			}
		}
		limit = min(limit, longest)
	}
	return limit
}

// modulesOf are the modules at the ends of a fibre.
func (c *oComponent) modulesOf(o *oOptics, f oFibre) []*catalog.Product {
	var out []*catalog.Product
	for _, cage := range f.cages {
		out = append(out, o.byForm[c.at(cage)[0].endIn(cage).form()])
	}
	return out
}

// cordFits matches a cord with a number by mode, connector, polish and pins;
// an empty cell of a module fits no product.
func (r oRules) cordFits(p *catalog.Product, o *oOptics, c *oComponent, f oFibre) bool {
	if p.Medium != catalog.FibreCord || !r.allows(p) || p.Fibre == nil || p.Fibre.Mode != o.mode {
		return false
	}
	if !slices.Contains(r.grades(o.mode), p.Fibre.Grade) || (p.Legs == 2) != (f.hub != "") || p.Legs > 2 {
		return false
	}
	for _, m := range c.modulesOf(o, f) {
		if m.ConnectorA == "" || m.ConnectorA != p.ConnectorA || m.ConnectorA != p.ConnectorB ||
			m.Polish == "" || m.Polish != p.Polish || !mate(m.Pins, p.Pins) {
			return false
		}
	}
	return true
}

// specFits is the same for a specification row, which must name the family;
// there an empty cell of the module fits.
func (r oRules) specFits(s *catalog.Specification, o *oOptics, c *oComponent, f oFibre) bool {
	if s.Medium != catalog.FibreCord || s.Polarity == "" || s.Fibre == nil || s.Fibre.Mode != o.mode {
		return false
	}
	if !slices.Contains(r.grades(o.mode), s.Fibre.Grade) || (s.Legs == 2) != (f.hub != "") || s.Legs > 2 {
		return false
	}
	for _, m := range c.modulesOf(o, f) {
		if !slices.Contains(s.Optics, m.Optics) {
			return false
		}
		if m.ConnectorA != "" && (m.ConnectorA != s.ConnectorA || m.ConnectorA != s.ConnectorB) ||
			m.Polish != "" && m.Polish != s.Polish || m.Pins != "" && !mate(m.Pins, s.Pins) {
			return false
		}
	}
	return true
}

// mate: cords are female, modules male; LC has no pins.
func mate(module, cord string) bool {
	return module == "male" && cord == "female" || module == "none" && cord == "none"
}
