package ui

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/web/templates"
)

// How much of each list the overview shows before it says how many more.
const (
	shownCauses   = 6
	shownGroups   = 30
	shownRacks    = 40
	shownSubjects = 8
)

// overview says whether a plan works, then what it is made of.
func (u *UI) overview(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	moved, err := u.moved(r, o)
	if err != nil {
		return err
	}
	groups := o.checked.FindingGroups()
	at := u.glances.of(o)
	p := templates.OverviewPage{
		Cables: o.lengths(at.lengths), Counts: o.counts(), Unchecked: unchecked(o.result.Unchecked), Downloads: u.downloads(o),
		RacksURL: o.to("racks"), Moved: moved, Start: o.missing(),
	}
	p.Mark, p.Sentence = o.sentence(groups)
	groups = slices.DeleteFunc(slices.Clone(groups), func(g app.FindingGroup) bool { return g.Severity == plan.Info })
	p.Causes = u.fixable(o, groups[:min(len(groups), shownCauses)], u.fixer(r, o))
	if n := len(groups) - shownCauses; n > 0 {
		p.More, p.MoreURL = "and "+counted(n, "more cause"), o.to("findings")
	}
	if n := o.result.Summary.Modules; n > 0 {
		p.Modules, p.ModuleAt = number(n), o.to("modules")
	}
	p.Groups, p.GroupNote = o.groups(at.groups)
	p.Racks, p.RackNote = o.racks()
	p.Generations = u.generations(o)
	if o.revision.Number > 1 {
		p.Compare, p.Changes = o.compareURL(), o.to("changes")
	}
	f, h := u.planFrame(r, o, "", "Overview")
	return write(r.Context(), w, http.StatusOK, templates.Overview(f, h, p))
}

// moved says what the last change of the catalog did to the newest revision;
// nil: nothing.
func (u *UI) moved(r *http.Request, o *opened) (*templates.MovedPart, error) {
	if o.older {
		return nil, nil
	}
	if o.plan.Summary.CatalogRevision != o.result.CatalogRevision { // it was planned again as it was opened
		found, err := u.plans.Find(r.Context(), caller(r), o.plan.ID)
		if err != nil {
			return nil, err
		}
		o.plan = found
	}
	last := o.plan.LastReplan
	if last == nil {
		return nil, nil
	}
	p := &templates.MovedPart{Said: fmt.Sprintf("The catalog changed since this revision was planned: planned again %s with catalog %s, before with %s.", moment(last.At), last.To, last.From)}
	for _, x := range app.WhatMoved(last.Before, last.After) {
		p.What = append(p.What, sentence(x))
	}
	if len(p.What) == 0 {
		return nil, nil
	}
	return p, nil
}

// sentence is the verdict in one sentence: what would not work and why, in the
// words of the first cause.
func (o *opened) sentence(groups []app.FindingGroup) (templates.Mark, string) {
	s := o.result.Summary
	failed, unknown := s.LinksByStatus[planner.StatusError], s.LinksByStatus[planner.StatusUnknown]
	why := ""
	if len(groups) > 0 {
		why = groups[0].Message
		if more := causesOf(groups, groups[0].Severity) - 1; more > 0 {
			why += "; and " + counted(more, "more cause")
		}
	}
	switch {
	case failed > 0:
		return "error", fmt.Sprintf("This does not work: %s of %s %s. %s.", number(failed), counted(s.Links, "link"), fails(failed), sentenceStart(why))
	case s.Errors > 0:
		return "error", fmt.Sprintf("This does not work: %s. %s.", counted(s.Errors, "error"), sentenceStart(why))
	case unknown > 0:
		return "unknown", fmt.Sprintf("Whether this works is not known: %s of %s cannot be judged. %s.", number(unknown), counted(s.Links, "link"), sentenceStart(why))
	case s.Links == 0:
		return "info", "There are no links yet, so nothing to cable."
	case s.Warnings > 0:
		return "warning", fmt.Sprintf("This works: all %s have a cable that reaches. To look at: %s.", counted(s.Links, "link"), why)
	}
	return "ok", fmt.Sprintf("This works: all %s have a cable that reaches, and nothing that was checked speaks against it.", counted(s.Links, "link"))
}

func fails(n int) string {
	if n == 1 {
		return "fails"
	}
	return "fail"
}

// causesOf counts the causes of a severity.
func causesOf(groups []app.FindingGroup, s plan.Severity) int {
	n := 0
	for i := range groups {
		if groups[i].Severity == s {
			n++
		}
	}
	return n
}

func sentenceStart(text string) string { return strings.TrimSuffix(sentence(text), ".") }

// lengths are the cables by medium and length.
func (o *opened) lengths(counts []lengthCount) []templates.LengthRow {
	decimals := columnOf()
	rows := map[plan.Medium]int{}
	for _, c := range counts {
		decimals = max(decimals, columnOf(c.length))
		rows[c.medium]++
	}
	var out []templates.LengthRow
	for i, c := range counts {
		medium, length := string(c.medium), c.length.Metres()
		row := templates.LengthRow{
			Medium: mediumWord[medium], Length: decimals.of(c.length), Number: number(c.cables),
			URL: o.to("cables", "medium", medium, "min", length, "max", length),
		}
		if c.length == 0 {
			row.Length, row.URL = "–", o.to("cables", "medium", medium)
		}
		if i == 0 || counts[i-1].medium != c.medium {
			row.First, row.Rows, row.Total = true, rows[c.medium], number(o.result.Summary.CablesByMedium[c.medium])
		}
		out = append(out, row)
	}
	return out
}

// counts are the numbers of the plan that are not 0.
func (o *opened) counts() []templates.Count {
	s := o.result.Summary
	var out []templates.Count
	add := func(name string, n int, url string) {
		if n > 0 {
			out = append(out, templates.Count{Name: name, Number: number(n), URL: url})
		}
	}
	add("Racks", s.Racks, o.to("racks"))
	add("Devices", s.Devices, "")
	add("Links", s.Links, o.to("links"))
	for _, st := range []planner.Status{planner.StatusError, planner.StatusUnknown, planner.StatusWarning, planner.StatusOK} {
		add("Links: "+statusWord[st], s.LinksByStatus[st], o.to("links", "status", string(st)))
	}
	for _, g := range []string{"edr", "hdr", "ndr", "xdr", "ethernet"} {
		add("Links: "+classWord(g), s.LinksByGeneration[g], "")
	}
	add("Cables", s.Cables, o.to("cables"))
	add("Transceivers", s.Modules, o.to("modules"))
	add("Existing cables and transceivers", s.Existing, "")
	power := grouped(s.Power.Watts())
	if s.PowerAtLeast {
		power = "at least " + power
	}
	out = append(out, templates.Count{Name: "Cables and transceivers take, W", Number: power, URL: o.to("order"), Help: "watts"})
	if s.LongestRun > 0 {
		out = append(out, templates.Count{Name: "Longest run, m", Number: metres(s.LongestRun.CeilMM()), URL: o.to("links", "sort", "run", "desc", "1"), Help: "run", Metres: true})
	}
	if s.Cost != nil {
		out = append(out, templates.Count{Name: "Cost, " + o.result.Currency, Number: costWords(s.Cost), URL: o.to("order"), Help: "cost"})
		add("Parts without a price", s.Cost.Unpriced, o.to("order"))
	}
	return out
}

// costNotKnown is what a cost is called while nothing has a price.
const costNotKnown = "not known"

func costWords(c *planner.Cost) string {
	if c.Amount == 0 && c.AtLeast {
		return costNotKnown
	}
	text := grouped(c.Amount.String())
	if c.AtLeast {
		text = "at least " + text
	}
	return text
}

// groups are the groups of links, the first of them.
func (o *opened) groups(all []groupCount) (rows []templates.GroupRow, note string) {
	for _, g := range all[:min(len(all), shownGroups)] {
		row := templates.GroupRow{
			Name: g.name, URL: o.to("links", "group", g.name), Links: number(g.links), Longest: metres(g.longest), Headroom: "–",
			Mark: templates.Mark(g.status), Word: statusWord[g.status],
		}
		if g.limited {
			row.Headroom = metres(g.headroom)
		}
		var media []string
		for _, m := range plan.Media {
			if n := g.media[m]; n > 0 {
				media = append(media, number(n)+" "+mediumWord[string(m)])
			}
		}
		if n := g.media[""]; n > 0 {
			media = append(media, number(n)+" without a cable")
		}
		row.Media = strings.Join(media, ", ")
		rows = append(rows, row)
	}
	if n := len(all) - shownGroups; n > 0 {
		note = "(" + counted(n, "group") + " more)"
	}
	return rows, note
}

// severity orders statuses, the worst first.
var severity = []planner.Status{planner.StatusError, planner.StatusUnknown, planner.StatusWarning, planner.StatusOK}

func worse(a, b planner.Status) bool { return slices.Index(severity, a) < slices.Index(severity, b) }

// unchecked are the checks that were not made, those of one kind and reason
// together.
func unchecked(all []planner.Unchecked) []templates.UncheckedRow {
	type why struct{ check, why string }
	at := map[why]int{}
	var order []why
	var subjects [][]string
	for _, x := range all {
		k := why{x.Check, x.Why}
		i, ok := at[k]
		if !ok {
			i = len(order)
			at[k] = i
			order, subjects = append(order, k), append(subjects, nil)
		}
		subjects[i] = append(subjects[i], x.Subject)
	}
	var out []templates.UncheckedRow
	for i, k := range order {
		out = append(out, templates.UncheckedRow{Check: k.check, Why: k.why, Subjects: some(subjects[i])})
	}
	return out
}

// some lists the first few of names and how many more there are.
func some(names []string) string {
	if len(names) <= shownSubjects+1 {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:shownSubjects], ", ") + " and " + number(len(names)-shownSubjects) + " more"
}
