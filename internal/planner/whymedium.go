package planner

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// medium tries one medium again and says what came of it and of its parts.
func (x *explainer) medium(m plan.Medium) WhyMedium {
	a := x.try(x.ks, m)
	a.modules, a.cords = slices.Clone(a.modules), slices.Clone(a.cords)
	out := WhyMedium{Medium: m, Required: a.required, Limit: max(0, a.limit)}
	if m == plan.Optical {
		x.opticalParts(&out)
	} else {
		x.assemblyParts(&out)
	}
	switch {
	case m == x.chosen:
		out.Verdict, out.Reason = Chosen, x.chosenBecause(a)
	case !slices.Contains(x.set.Media, m):
		out.Verdict, out.Reason = Rejected, "the plan does not allow it (settings.media)"
	case !a.ok:
		out.Verdict = Rejected
		out.Reason, out.Source = x.notOK(m, &a)
	case x.chosen == "":
		out.Verdict, out.Reason = WouldDo, "would do"
	case x.before(m) && a.excess:
		out.Verdict, out.Reason = Rejected, fmt.Sprintf("the shortest that reaches is %s, more to spare than the plan accepts (settings.excess %s), and a later medium has a closer one",
			metres(a.shortestLength()), x.set.Excess.Metres())
	case x.before(m):
		out.Verdict, out.Reason = Rejected, "costs more: "+x.costWords(a)+" against "+x.costWords(x.pick.attempt)
	default:
		out.Verdict, out.Reason = WouldDo, "would do, but comes after what was chosen"
		if x.set.Cheapest {
			out.Reason = "would do, and is not cheaper: " + x.costWords(a)
		}
	}
	if out.Verdict == Rejected {
		out.reject(out.Reason)
	}
	out.cut()
	return out
}

// before reports whether a medium is tried before the chosen one.
func (x *explainer) before(m plan.Medium) bool {
	return slices.Index(x.set.Media, m) < slices.Index(x.set.Media, x.chosen)
}

// chosenBecause says why the first medium that is not rejected is it.
func (x *explainer) chosenBecause(a attempt) string {
	if x.set.Cheapest && x.w.cat.Priced() {
		return "the cheapest that works: " + x.costWords(a)
	}
	return "the first allowed medium that works"
}

// costWords is what the parts of an attempt cost, energy over the plan's years
// included.
func (x *explainer) costWords(a attempt) string {
	total, known := x.cost(a)
	if !known {
		return "cost not known"
	}
	return fmt.Sprintf("%d.%02d %s with energy", total/100, total%100, x.set.Currency)
}

// notOK says why no part of a medium serves the links, and where that is stated.
func (x *explainer) notOK(m plan.Medium, a *attempt) (reason, source string) {
	name := mediumName(m)
	if m == plan.Optical {
		switch {
		case x.joined:
			return "no cord joins these ports: " + x.shapeOf(x.ks), cageSource(x.ks)
		case a.limit > 0 && a.required > a.limit:
			return fmt.Sprintf("%s end at %s, %s is required", name, metres(a.limit), metres(a.required)), ""
		}
		return fmt.Sprintf("no transceivers and cords that the settings allow join %s", formNames(x.ks)), cageSource(x.ks)
	}
	classes := x.classes(x.ks, m)
	every := false
	for _, c := range classes {
		every = every || len(x.menu(c).every) > 0
	}
	if longest := x.longestPart(classes); every && !longest.Nil() {
		source = sourcesOf(longest)
	}
	switch {
	case len(classes) == 0:
		return x.shortShape(x.ks), cageSource(x.ks)
	case !every:
		if row := x.w.cat.MediaLimit(generation(x.ks[0].variant), catalog.Medium(m), "", ""); row != nil && row.Limit == 0 {
			return name + " does not exist at " + strings.ToUpper(generation(x.ks[0].variant)), strings.Join(row.Sources, ";")
		}
		return fmt.Sprintf("the catalog has no %s between %s at %s", name, formNames(x.ks), x.ks[0].variant.Label), cageSource(x.ks)
	case a.limit > 0 && a.required > a.limit:
		text := fmt.Sprintf("%s ends at %s, %s is required", name, metres(a.limit), metres(a.required))
		if own := x.own(m); own <= a.limit {
			text += fmt.Sprintf(" by another link of its cages; this one needs %s", metres(own))
		}
		return text, source
	case a.ever > 0 && a.required > a.ever:
		return fmt.Sprintf("%s ends at %s, %s is required", name, metres(a.ever), metres(a.required)), source
	case a.ever > 0:
		return fmt.Sprintf("%s (to %s) is %s", name, metres(a.ever), x.shutOut(x.ks, m)), source
	}
	return "no part of it is chosen without its number", source
}

func (x *explainer) longestPart(classes []class) catalog.Part {
	var best catalog.Part
	for _, c := range classes {
		if p := longestOf(x.menu(c)); best.Nil() || p.Length > best.Length {
			best = p
		}
	}
	return best
}

// own is what the explained link alone requires of a medium.
func (x *explainer) own(m plan.Medium) int64 {
	for _, id := range x.links {
		if x.w.out[id].A.String() == x.of.A.String() && x.w.out[id].B.String() == x.of.B.String() {
			return x.w.required(id, m)
		}
	}
	return x.longest(x.ks, m)
}

// assemblyParts lists the parts of a medium that fit in all but length, as they
// are tried.
func (x *explainer) assemblyParts(out *WhyMedium) {
	var first catalog.Part
	for _, c := range x.classes(x.ks, out.Medium) {
		menu := x.menu(c)
		every := slices.Clone(menu.every)
		slices.SortStableFunc(every, x.comparePart)
		for _, part := range every {
			p := WhyPart{Parts: []catalog.Part{part}, Limit: part.Length.FloorMM(), Verdict: Rejected, Source: sourcesOf(part)}
			switch why := x.whyNot(part); {
			case slices.Contains(menu.parts, part) && part.Length >= lengthOf(out.Required):
				if p.Verdict, p.Reason = Chosen, "the first that is long enough"; !first.Nil() {
					p.Verdict, p.Reason = WouldDo, x.after(part, first)
				} else {
					first = part
				}
			case part.Length == 0:
				p.Reason = "no source states its length"
			case part.Length < lengthOf(out.Required):
				p.Reason = shorter(out.Required - part.Length.FloorMM())
			case why != "":
				p.Reason = why
			default:
				p.Reason = fmt.Sprintf("reaches %s only", part.Product.Reach.Metres())
			}
			out.Parts = append(out.Parts, p)
		}
	}
}

// after says why a part that would do comes after another of its medium.
func (x *explainer) after(part, first catalog.Part) string {
	if d := part.Length.FloorMM() - first.Length.FloorMM(); d > 0 {
		return metres(d) + " longer"
	}
	if part.Product == nil || first.Product == nil {
		return "comes after by its kind"
	}
	switch p, q := part.Product, first.Product; {
	case retired(p) != retired(q):
		return "retired, the chosen one is not"
	case x.w.unloved(p) != x.w.unloved(q):
		return "the site prefers the chosen one"
	case x.landed(p.SKU) != x.landed(q.SKU):
		return "costs more, or its price is not known"
	case p.Evidence.Rank() != q.Evidence.Rank():
		return "rests on weaker evidence"
	case x.watts(p) != x.watts(q):
		return "takes more power, or it is not known"
	}
	return "comes after by its number"
}

// opticalParts lists the sets of transceivers of the cages, as they are tried.
func (x *explainer) opticalParts(out *WhyMedium) {
	if x.joined || x.ks[0].group.Form.Family == "rj45" {
		return
	}
	var forms []formVariant
	for i := range x.ks {
		if f := (formVariant{x.ks[i].group.Form, x.ks[i].variant}); !slices.Contains(forms, f) {
			forms = append(forms, f)
		}
	}
	slices.SortFunc(forms, compareForm)
	found := false
	for _, c := range x.newOpticalMenu(forms, x.halved(), func(*catalog.Product) bool { return true }).choices {
		p := WhyPart{Modules: kindsOf(c.modules), Limit: c.reach, Verdict: Rejected, Source: strings.Join(c.modules[0].Sources, ";")}
		why := ""
		for _, m := range c.modules {
			if text := x.whyNot(catalog.Part{Product: m}); why == "" && text != "" {
				why = m.SKU + " " + text
			}
		}
		switch cords, missing := x.cordsOf(c); {
		case c.reach < out.Required:
			p.Reason = fmt.Sprintf("reaches %s, %s is required", metres(c.reach), metres(out.Required))
		case why != "":
			p.Reason = why
		case missing != "":
			p.Reason = missing
		default:
			p.Parts, p.Verdict, p.Reason = cords, Chosen, "the first that reaches"
			if found {
				p.Verdict, p.Reason = WouldDo, "comes after: "+x.laterChoice(c)
			}
			found = true
		}
		out.Parts = append(out.Parts, p)
	}
}

// laterChoice says what keeps a set of transceivers behind the chosen one.
func (x *explainer) laterChoice(c *opticalChoice) string {
	if c.family.Mode == catalog.SingleMode {
		return "multimode comes before single-mode, then the shorter reach"
	}
	return "the shorter reach comes first"
}

// cordsOf are the cords a choice of modules takes, each kind once; missing says
// what there is no cord for.
func (x *explainer) cordsOf(c *opticalChoice) (cords []catalog.Part, missing string) {
	x.moduleBuf = x.moduleBuf[:0]
	for i := range x.ks {
		x.moduleBuf = append(x.moduleBuf, c.module(&x.ks[i]))
	}
	for i := range x.fibreBuf {
		f := &x.fibreBuf[i]
		menu := x.cordsFor(x.cordKey(f))
		part, ok := shortest(menu.parts, x.fibreRequired(f))
		switch {
		case !ok && menu.longest > 0:
			return nil, fmt.Sprintf("the longest cord for it is %s, %s is required", metres(menu.longest), metres(x.fibreRequired(f)))
		case !ok:
			return nil, "no cord that the settings allow fits it"
		}
		cords = append(cords, part)
	}
	return kindsOfParts(cords), ""
}

// cut leaves out parts behind the first many, but never the choice.
func (m *WhyMedium) cut() {
	if len(m.Parts) <= maxWhyParts {
		return
	}
	keep := m.Parts[:maxWhyParts]
	if at := slices.IndexFunc(m.Parts, func(p WhyPart) bool { return p.Verdict == Chosen }); at >= maxWhyParts {
		keep[maxWhyParts-1] = m.Parts[at]
	}
	m.More, m.Parts = len(m.Parts)-maxWhyParts, keep
}
