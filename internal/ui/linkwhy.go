package ui

import (
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// verdictMark is the mark of what became of a medium or part.
var verdictMark = map[planner.Verdict]templates.Mark{planner.Chosen: "ok", planner.Rejected: "neutral", planner.WouldDo: "info"}

// verdictWord is its word.
var verdictWord = map[planner.Verdict]string{planner.Chosen: "Chosen", planner.Rejected: "Rejected", planner.WouldDo: "Would do"}

// why is what was tried for a link.
func (o *opened) why(link int32) *templates.WhyView {
	w := o.checked.Why(link)
	v := &templates.WhyView{Rule: "Media are tried in the order of settings.media, the parts of each from the best: the first that is not rejected is taken."}
	if o.checked.Document.Settings.Effective().Cheapest {
		v.Rule = "All allowed media are tried, the parts of each from the best, and the cheapest medium is taken (settings.choose)."
	}
	if w.Links > 1 {
		v.Shares = "Its cages join " + counted(w.Links, "link") + ", for which the choice is made together: the longest decides."
	}
	v.Note = sentence(w.Note)
	for i := range w.Media {
		v.Media = append(v.Media, o.whyMedium(&w.Media[i]))
	}
	return v
}

func (o *opened) whyMedium(m *planner.WhyMedium) templates.WhyMedium {
	out := templates.WhyMedium{
		Name: mediumWord[string(m.Medium)], Mark: verdictMark[m.Verdict], Word: verdictWord[m.Verdict], Reason: sentence(m.Reason),
		Required: "Needed " + metres(m.Required) + " m;", Limit: "limit " + metres(m.Limit) + " m.", Sources: o.sourceRows(m.Source),
	}
	if m.Limit == 0 {
		out.Limit = "nothing of it can be chosen."
	}
	for i := range m.Parts {
		p := &m.Parts[i]
		row := templates.WhyPart{Mark: verdictMark[p.Verdict], Word: verdictWord[p.Verdict], Reason: sentence(p.Reason), Limit: "–", Length: "–", Sources: o.sourceRows(p.Source)}
		for _, x := range p.Modules {
			row.Parts = append(row.Parts, partLink(x.SKU))
		}
		longest := units.Length(0)
		for _, x := range p.Parts {
			if x.Nil() {
				continue
			}
			row.Parts = append(row.Parts, partLink(x.ID()))
			longest = max(longest, x.Length)
		}
		if longest > 0 {
			row.Length = metres(longest.FloorMM())
		}
		if p.Limit > 0 {
			row.Limit = metres(p.Limit)
		}
		out.Parts = append(out.Parts, row)
	}
	if m.More > 0 {
		out.More = "and " + counted(m.More, "part") + " more, which come after"
	}
	return out
}

// sourceRows are the sources of keys joined by semicolons.
func (o *opened) sourceRows(keys string) []templates.SourceRow {
	if keys == "" {
		return nil
	}
	var all []*catalog.Source
	for key := range strings.SplitSeq(keys, ";") {
		if s := o.checked.Catalog.Source(key); s != nil && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return sourceRows(all)
}
