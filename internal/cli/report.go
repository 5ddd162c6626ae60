package cli

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/ordercsv"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// How much of each list the report shows before it says "and n more".
const (
	shownFindings = 5
	shownRows     = 12
	shownSubjects = 3
)

// result prints what came of a plan: the verdict, the findings by cause, the
// cables, the order, and what was not checked. file is the name shown with
// lines.
func (p *page) result(file string, r *planner.Result) {
	p.verdict(r)
	p.line(p.styled(dim, printable(r.Name+" ("+file+")")+", catalog "+r.CatalogRevision))
	p.findings(file, r)
	p.cables(r)
	p.order(r)
	p.shortages(r.Shortages)
	p.unchecked(r.Unchecked)
}

// verdict is the first line: what is wrong, in numbers, then how much there is.
func (p *page) verdict(r *planner.Result) {
	s := r.Summary
	mark, style := "✓ ok", green
	if !r.OK {
		mark, style = "✗ not ok", red
	}
	parts := []string{count(s.Errors, "error")}
	if n := s.LinksByStatus[planner.StatusUnknown]; n > 0 {
		parts = append(parts, count(n, "unknown link"))
	}
	parts = append(parts, count(s.Warnings, "warning"), count(s.Links, "link"), count(s.Cables, "cable"))
	if s.Existing > 0 {
		parts = append(parts, fmt.Sprintf("%d existing", s.Existing))
	}
	if s.LongestRun > 0 {
		parts = append(parts, "longest run "+units.MM(s.LongestRun.CeilMM()).Metres())
	}
	p.line(p.styled(bold, p.styled(style, mark)), " · ", strings.Join(parts, " · "))
}

var severityStyle = map[plan.Severity]string{plan.Error: red, plan.Warning: yellow, plan.Info: blue}

var severityMark = map[plan.Severity]string{plan.Error: "✗ error", plan.Warning: "! warning", plan.Info: "i info"}

// findings prints the findings of each code together. They come sorted by
// severity and code; those that are only counted are counted here too.
func (p *page) findings(file string, r *planner.Result) {
	causes := app.FindingGroups(r.Findings)
	for len(causes) > 0 {
		code := causes[0].Code
		n := slices.IndexFunc(causes, func(c app.FindingGroup) bool { return c.Code != code })
		if n < 0 {
			n = len(causes)
		}
		p.group(file, r.Findings, causes[:n], r.Unlisted[code])
		causes = causes[n:]
	}
}

// group prints the causes of one code, of which so many findings are not listed.
func (p *page) group(file string, all []plan.Finding, causes []app.FindingGroup, unlisted int) {
	first, total := causes[0], unlisted
	for _, c := range causes {
		total += len(c.Findings)
	}
	times := ""
	if total > 1 {
		times = fmt.Sprintf(", %d times", total)
	}
	p.line()
	p.line(p.styled(severityStyle[first.Severity], severityMark[first.Severity]), " ", p.styled(bold, string(first.Code)), times)
	sameFix := !slices.ContainsFunc(causes, func(c app.FindingGroup) bool { return c.Fix != first.Fix })
	for _, c := range causes[:min(len(causes), shownFindings)] {
		said := make([]plan.Finding, len(c.Findings))
		for i, at := range c.Findings {
			said[i] = all[at]
		}
		p.cause(file, said)
		if !sameFix && c.Fix != "" {
			p.wrapped("    fix: ", "         ", printable(c.Fix))
		}
	}
	more := unlisted
	for _, c := range causes[min(len(causes), shownFindings):] {
		more += len(c.Findings)
	}
	if more > 0 {
		p.line(fmt.Sprintf("  and %d more", more))
	}
	if sameFix && first.Fix != "" {
		p.wrapped("  fix: ", "       ", printable(first.Fix))
	}
}

// cause prints what is said, of whom, and where that is written. A message
// that does not name its subject is led by it, or followed by all of them.
func (p *page) cause(file string, said []plan.Finding) {
	f := said[0]
	if len(said) == 1 {
		text := f.Message
		if f.Subject != "" && !strings.Contains(text, f.Subject) {
			text = f.Subject + ": " + text
		}
		p.wrapped("  ", "    ", printable(text)+p.styled(dim, bracketed(place(file, f), sources(f))))
		return
	}
	where := place(file, f)
	for _, other := range said[1:] {
		if place(file, other) != where {
			where = ""
		}
	}
	p.wrapped("  ", "    ", printable(f.Message)+p.styled(dim, bracketed(where, sources(f))))
	var subjects []string
	for _, f := range said {
		s := printable(f.Subject)
		if at := place(file, f); where == "" && at != "" {
			s += " (" + at + ")"
		}
		subjects = append(subjects, s)
	}
	p.wrapped("    ", "    ", some(subjects))
}

// place is where in the document a finding points.
func place(file string, f plan.Finding) string {
	if f.Line > 0 {
		return fmt.Sprintf("%s:%d:%d", file, f.Line, f.Column)
	}
	return f.Path
}

func sources(f plan.Finding) string {
	if f.Source == "" {
		return ""
	}
	return "source " + strings.ReplaceAll(f.Source, ";", ", ")
}

// bracketed is the parts that say something, in brackets after a space.
func bracketed(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	if len(parts) == 0 {
		return ""
	}
	return " [" + strings.Join(parts, "; ") + "]"
}

// cables prints how many cables of each medium and length there are.
func (p *page) cables(r *planner.Result) {
	if len(r.Cables) == 0 {
		return
	}
	type kind struct {
		medium plan.Medium
		length units.Length
	}
	counts := map[kind]int{}
	for i := range r.Cables {
		counts[kind{r.Cables[i].Medium, r.Cables[i].Length}]++
	}
	kinds := make([]kind, 0, len(counts))
	for k := range counts {
		kinds = append(kinds, k)
	}
	slices.SortFunc(kinds, func(a, b kind) int {
		if a.medium != b.medium {
			return slices.Index(plan.Media, a.medium) - slices.Index(plan.Media, b.medium)
		}
		return int(a.length/units.Millimetre - b.length/units.Millimetre)
	})
	t := table{header: []string{"cables", "", "lengths"}, right: []bool{false, true, false}}
	for _, m := range plan.Media {
		var lengths []string
		for _, k := range kinds {
			if k.medium == m {
				lengths = append(lengths, fmt.Sprintf("%d × %s", counts[k], k.length.Metres()))
			}
		}
		if len(lengths) > 0 {
			t.add(string(m), fmt.Sprint(r.Summary.CablesByMedium[m]), strings.Join(lengths, ", "))
		}
	}
	if n := r.Summary.Modules; n > 0 {
		t.add("transceivers", fmt.Sprint(n), "")
	}
	p.line()
	t.print(p)
	atLeast := ""
	if r.Summary.PowerAtLeast {
		atLeast = "at least "
	}
	p.line("power of cables and transceivers: ", atLeast, r.Summary.Power.String())
}

// order prints what to buy, the rows that need a decision first.
func (p *page) order(r *planner.Result) {
	rows := slices.Collect(ordercsv.Rows(r, !r.OK))
	rows = slices.DeleteFunc(rows, func(row ordercsv.Row) bool { return row.Order.Known && row.Order.N == 0 }) // existing or in stock
	if len(rows) == 0 {
		return
	}
	decide := 0
	for _, row := range rows {
		if row.Attention != "" {
			decide++
		}
	}
	title := "order: " + count(len(rows), "row")
	if decide > 0 {
		title += fmt.Sprintf(", %d to decide on (first)", decide)
	}
	if !r.OK {
		title += "; the plan is not ok, so the order is not complete"
	}
	p.line()
	p.line(title)
	t := table{header: []string{"order", "spares", "part", "what it is"}, right: []bool{true, true, false, false}}
	for _, row := range rows[:min(len(rows), shownRows)] {
		t.add(orderLine(row)...)
	}
	t.print(p)
	if more := len(rows) - shownRows; more > 0 {
		p.line("and ", count(more, "more row"), "; all of them: server export PLAN --as order.csv")
	}
	if c := r.Summary.Cost; c != nil {
		p.line("cost: ", atLeast(c, r.Missing), c.Amount.String(), " ", r.Currency)
	}
}

// atLeast says why a cost is not the whole, empty where it is.
func atLeast(c *planner.Cost, missing []planner.MissingPart) string {
	var why []string
	if c.Unpriced > 0 {
		why = append(why, count(c.Unpriced, "product")+" without a price")
	}
	links := 0
	for _, m := range missing {
		links += m.Links
	}
	if links > 0 {
		why = append(why, count(links, "link")+" without a cable")
	}
	if len(why) == 0 {
		return ""
	}
	return "at least (" + strings.Join(why, ", ") + ") "
}

// shortages prints the parts at hand that do not suffice.
func (p *page) shortages(all []planner.Shortage) {
	if len(all) == 0 {
		return
	}
	p.line()
	p.line("stock does not suffice for ", count(len(all), "part"), ":")
	t := table{header: []string{"part", "needed", "at hand", "to buy", "lead time"}, right: []bool{false, true, true, true, false}}
	for _, s := range all[:min(len(all), shownRows)] {
		lead := "not known"
		if s.LeadTimeDays >= 0 {
			lead = count(s.LeadTimeDays, "day")
		}
		t.add(printable(s.ID), fmt.Sprint(s.Needed), fmt.Sprint(s.AtHand), fmt.Sprint(s.Short), lead)
	}
	t.print(p)
	if more := len(all) - shownRows; more > 0 {
		p.line("and ", count(more, "more part"), "; all of them: server check PLAN --format json")
	}
}

// orderLine is one row of the order: how many to buy, how many of them are
// spares, the part, and what it is, led by what has to be decided.
func orderLine(row ordercsv.Row) []string {
	quantity := row.Order
	if !quantity.Known { // links without a part
		quantity = row.Quantity
	}
	what := printable(row.Description)
	if row.Attention != "" {
		what = row.Attention + ": " + what
	}
	return []string{quantity.String(), row.Spares.String(), printable(row.Product), what}
}

// unchecked prints the checks that were not made, those of one kind and reason
// together.
func (p *page) unchecked(all []planner.Unchecked) {
	type why struct{ check, why string }
	subjects := map[why][]string{}
	var order []why
	for _, u := range all {
		k := why{u.Check, u.Why}
		if subjects[k] == nil {
			order = append(order, k)
		}
		subjects[k] = append(subjects[k], u.Subject)
	}
	if len(order) == 0 {
		return
	}
	p.line()
	p.line("not checked, which is not the same as ok:")
	for _, k := range order {
		p.wrapped("  ", "    ", printable(k.check+": "+k.why+" ("+some(subjects[k])+")"))
	}
}

// some lists the first few of names and how many more there are.
func some(names []string) string {
	if len(names) <= shownSubjects+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:shownSubjects], ", "), len(names)-shownSubjects)
}

// count is "1 link" or "2 links".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
