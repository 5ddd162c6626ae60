package ui

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/web/templates"
)

// causesPerPage is how many causes one page of findings shows.
const causesPerPage = 50

// findings lists what is wrong, by cause or, with ?list=1, one by one.
func (u *UI) findings(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	asked := r.URL.Query()
	q := app.FindingQuery{Severity: asked.Get("severity"), Code: asked.Get("code"), Text: asked.Get("q"), After: asked.Get("after")}
	p := templates.FindingsPage{
		Text: q.Text, OneByOne: asked.Get("list") == "1", Action: o.url + "/findings", Rev: asked.Get("rev"),
		Severities: []templates.Option{{Text: "any", Chosen: q.Severity == ""}}, Codes: o.codes(q.Code), Empty: o.noFindings(q),
	}
	for _, s := range []plan.Severity{plan.Error, plan.Warning, plan.Info} {
		p.Severities = append(p.Severities, templates.Option{Value: string(s), Text: severityWord[s], Chosen: string(s) == q.Severity})
	}
	if n := o.uncounted(); n > 0 {
		p.Dropped = "The verdict counts " + counted(n, "finding") + " more than are listed: at most " + number(planner.MaxFindings) + " of one code are."
	}
	fix := u.fixer(r, o)
	if p.OneByOne {
		err = u.listFindings(&p, o, q, fix)
	} else {
		err = u.groupFindings(&p, o, q, asked.Get("from"), fix)
	}
	if err != nil {
		return err
	}
	f, h := u.planFrame(r, o, "findings", "Findings")
	return u.show(w, r, templates.Findings(f, h, p), templates.FindingsList(p))
}

func (o *opened) noFindings(q app.FindingQuery) string {
	if q.Severity+q.Code+q.Text != "" {
		return "No finding is like that."
	}
	return "Nothing was found to be wrong. What was not checked is listed in the overview."
}

// uncounted is how many errors and warnings are counted but not listed.
func (o *opened) uncounted() int {
	n := o.result.Summary.Errors + o.result.Summary.Warnings
	for i := range o.result.Findings {
		if o.result.Findings[i].Severity != plan.Info {
			n--
		}
	}
	return max(n, 0)
}

// codes are the codes there are findings of.
func (o *opened) codes(chosen string) []templates.Option {
	out := []templates.Option{{Text: "any", Chosen: chosen == ""}}
	var last plan.Code
	for i := range o.result.Findings {
		if code := o.result.Findings[i].Code; code != last { // they come by code
			last = code
			out = append(out, templates.Option{Value: string(code), Text: string(code), Chosen: string(code) == chosen})
		}
	}
	if chosen != "" && !slices.ContainsFunc(out, func(x templates.Option) bool { return x.Chosen }) {
		out = append(out, templates.Option{Value: chosen, Text: clip(chosen), Chosen: true})
	}
	return out
}

// pairs are the filters of a query as an address holds them.
func pairs(q app.FindingQuery) []string {
	return []string{"severity", q.Severity, "code", q.Code, "q", q.Text}
}

func (u *UI) listFindings(p *templates.FindingsPage, o *opened, q app.FindingQuery, fix *fixer) error {
	page, err := o.checked.Findings(q)
	if err != nil {
		return err
	}
	for _, i := range page.Findings {
		row := u.findingRow(o, &o.result.Findings[i])
		row.FixForm = fix.one(&o.result.Findings[i])
		p.Findings = append(p.Findings, row)
	}
	p.SwitchURL = o.to("findings", pairs(q)...)
	at := func(after string) string {
		return o.to("findings", append(pairs(q), "list", "1", "after", after)...)
	}
	p.Pager = pager(len(page.Findings), page.Total, "finding", page.Prev, page.Next, at)
	return nil
}

// pager leads through a list that is paged by cursors.
func pager(n, total int, noun, prev, next string, at func(after string) string) templates.Pager {
	p := templates.Pager{Said: counted(total, noun)}
	if n < total {
		p.Said = number(n) + " of " + counted(total, noun)
	}
	if prev != "" {
		p.First, p.Prev = at(""), at(prev)
	}
	if next != "" {
		p.Next = at(next)
	}
	return p
}

func (u *UI) groupFindings(p *templates.FindingsPage, o *opened, q app.FindingQuery, from string, fix *fixer) error {
	if _, err := o.checked.Findings(app.FindingQuery{Severity: q.Severity, Code: q.Code, Text: q.Text, Limit: 1}); err != nil {
		return err // the words of the filter are checked in one place
	}
	first, err := whole("from", from, planner.MaxFindings*len(plan.Severities))
	if err != nil {
		return err
	}
	words := strings.Fields(strings.ToLower(q.Text))
	var groups []app.FindingGroup
	for _, g := range o.checked.FindingGroups() {
		if (q.Severity == "" || string(g.Severity) == q.Severity) && (q.Code == "" || string(g.Code) == q.Code) && says(&g, words) {
			groups = append(groups, g)
		}
	}
	first = min(first, len(groups))
	shown := groups[first:min(first+causesPerPage, len(groups))]
	p.Causes = u.fixable(o, shown, fix)
	p.SwitchURL = o.to("findings", append(pairs(q), "list", "1")...)
	at := func(from int) string { return o.to("findings", append(pairs(q), "from", strconv.Itoa(from))...) }
	p.Pager = templates.Pager{Said: between(first, len(shown), len(groups), "cause")}
	if first > 0 {
		p.Pager.Prev = at(max(0, first-causesPerPage))
	}
	if first+len(shown) < len(groups) {
		p.Pager.Next = at(first + causesPerPage)
	}
	return nil
}

// says reports whether every word stands in a group's message or a subject.
func says(g *app.FindingGroup, words []string) bool {
	for _, w := range words {
		if !strings.Contains(strings.ToLower(g.Message), w) &&
			!slices.ContainsFunc(g.Subjects, func(s string) bool { return strings.Contains(strings.ToLower(s), w) }) {
			return false
		}
	}
	return true
}

// causes are groups of findings as pages show them.
func (u *UI) causes(o *opened, groups []app.FindingGroup) []templates.Cause {
	return u.causesOf(o, groups, o.result.Findings)
}

// fixable are the same with the forms that carry out their ways out.
func (u *UI) fixable(o *opened, groups []app.FindingGroup, fix *fixer) []templates.Cause {
	out := u.causes(o, groups)
	for i := range out {
		out[i].Own, out[i].All = fix.of(&groups[i])
	}
	return out
}

// causesOf is the same for groups of other findings than the opened result's:
// those have no place in its document.
func (u *UI) causesOf(o *opened, groups []app.FindingGroup, findings []plan.Finding) []templates.Cause {
	out := make([]templates.Cause, 0, len(groups))
	for _, g := range groups {
		c := templates.Cause{
			Mark: severityMark(g.Severity), Word: severityWord[g.Severity], Code: string(g.Code), Message: sentence(g.Message), Fix: sentence(g.Fix),
			Count: times(len(g.Subjects)), Sources: u.sourcesOf(g.Source),
		}
		for k, subject := range g.Subjects[:min(len(g.Subjects), shownSubjects)] {
			place := u.placeOf(o, subject)
			if findings != nil {
				if line := findings[g.Findings[k]].Line; line > 0 {
					place.Line, place.LineURL = strconv.Itoa(line), o.lineURL(line)
				}
			}
			c.Places = append(c.Places, place)
		}
		if findings != nil {
			c.LinksURL = o.to("links", "code", string(g.Code))
			c.AllURL = o.to("findings", "list", "1", "code", string(g.Code))
		}
		if n := len(g.Subjects) - shownSubjects; n > 0 {
			c.More = "and " + number(n) + " more"
		}
		out = append(out, c)
	}
	return out
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return number(n) + " times"
}

// sourcesOf are the sources of keys joined by ";".
func (u *UI) sourcesOf(keys string) []templates.SourceRow {
	if keys == "" {
		return nil
	}
	return sourceRows(u.plans.App().Sources(strings.Split(keys, ";")))
}

// lineURL is where a line of the document is shown.
func (o *opened) lineURL(line int) string {
	return o.to("document", "line", strconv.Itoa(line)) + "#L" + strconv.Itoa(line)
}

func (u *UI) findingRow(o *opened, f *plan.Finding) templates.FindingRow {
	place := u.placeOf(o, f.Subject)
	row := templates.FindingRow{
		Mark: severityMark(f.Severity), Word: severityWord[f.Severity], Code: string(f.Code), Subject: f.Subject, Message: sentence(f.Message),
		Fix: sentence(f.Fix), SubjectURL: place.URL, Draw: place.Draw, DrawURL: place.DrawURL, Path: f.Path, Sources: u.sourcesOf(f.Source),
	}
	if f.Line > 0 {
		row.Line, row.LineURL = strconv.Itoa(f.Line), o.lineURL(f.Line)
	}
	return row
}
