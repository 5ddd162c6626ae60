package ui

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/web/templates"
)

// revisionsPerPage is how many revisions one page lists.
const revisionsPerPage = 50

// history lists the revisions of a plan.
func (u *UI) history(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	before, err := whole("before", r.URL.Query().Get("before"), maxRevision)
	if err != nil {
		return err
	}
	list, err := u.plans.Revisions(r.Context(), caller(r), o.plan.ID, before, revisionsPerPage)
	if err != nil {
		return err
	}
	p := templates.HistoryPage{Compare: o.url + "/compare", Restore: o.url + "/restore", Newest: o.plan.Revision, Deleted: !o.plan.Deleted.IsZero()}
	for i, x := range list {
		row := templates.RevisionRow{
			Number: x.Number, URL: o.url + "?rev=" + strconv.Itoa(x.Number), When: moment(x.At), Author: x.Author, Message: x.Message,
			Errors: number(x.Summary.Errors), Warnings: number(x.Summary.Warnings), Links: number(x.Summary.Links), Cables: number(x.Summary.Cables),
			To: i == 0, From: i == 1 || len(list) == 1, Newest: x.Number == o.plan.Revision,
		}
		row.Mark, row.Word = verdictOf(x.Summary.OK, x.Summary.Warnings)
		p.Rows = append(p.Rows, row)
	}
	if n := len(list); n == revisionsPerPage && list[n-1].Number > 1 {
		p.Older = o.url + "/history?before=" + strconv.Itoa(list[n-1].Number)
	}
	f, h := u.planFrame(r, o, "history", "History")
	return write(r.Context(), w, http.StatusOK, templates.History(f, h, p))
}

// compare says what changed from one revision to another: by default from the
// one before the newest to the newest.
func (u *UI) compare(w http.ResponseWriter, r *http.Request) error {
	id := chi.URLParam(r, "id")
	from, err := whole("from", r.URL.Query().Get("from"), maxRevision)
	if err != nil {
		return err
	}
	to, err := whole("to", r.URL.Query().Get("to"), maxRevision)
	if err != nil {
		return err
	}
	o, err := u.open(r)
	if err != nil {
		return err
	}
	if to == 0 {
		to = o.plan.Revision
	}
	if from == 0 {
		from = max(1, to-1)
	}
	c, err := u.plans.Compare(r.Context(), caller(r), id, from, to)
	if err != nil {
		return err
	}
	p := templates.ComparePage{
		From: from, To: to, Same: c.Same, Sides: sides(c), History: o.url + "/history", Action: o.url + "/compare",
		Swap: fmt.Sprintf("%s/compare?from=%d&to=%d", o.url, to, from), Select: revisionOptions(o.plan.Revision, from), SelectTo: revisionOptions(o.plan.Revision, to),
		New: u.causesOf(o, c.FindingsNew, nil), Gone: u.causesOf(o, c.FindingsGone, nil), Changes: changeLists(c),
	}
	p.Mark, p.Verdict = comparedIn(c, from, to)
	p.Nothing = len(p.Changes) == 0
	p.Products = u.productDeltas(&c)
	f, h := u.planFrame(r, o, "history", "Compare", templates.Crumb{Text: "History", URL: o.url + "/history"},
		templates.Crumb{Text: fmt.Sprintf("Revision %d to %d", from, to)})
	return write(r.Context(), w, http.StatusOK, templates.Compare(f, h, p))
}

func (u *UI) productDeltas(c *app.Comparison) []templates.ProductDelta {
	var out []templates.ProductDelta
	for _, x := range c.Products {
		out = append(out, templates.ProductDelta{
			Part: partOf(x.Product, u.plans.App()), Description: x.Description, Was: number(x.From), Is: number(x.To), Delta: delta(x.To - x.From),
		})
	}
	return out
}

// partOf is a product of an order, which may be a switch.
func partOf(id string, a *app.App) templates.PartLink {
	if a.Type(id) != nil {
		return templates.PartLink{Text: id, URL: typeURL(id)}
	}
	return partLink(id)
}

// maxRevisionOptions is how many revisions a select offers, the newest.
const maxRevisionOptions = 200

func revisionOptions(newest, chosen int) []templates.Option {
	var out []templates.Option
	least := max(1, newest-maxRevisionOptions+1)
	for n := newest; n >= least; n-- {
		out = append(out, templates.Option{Value: strconv.Itoa(n), Text: strconv.Itoa(n), Chosen: n == chosen})
	}
	if chosen < least {
		out = append(out, templates.Option{Value: strconv.Itoa(chosen), Text: strconv.Itoa(chosen), Chosen: true})
	}
	return out
}

// comparedIn is the comparison in one sentence.
func comparedIn(c app.Comparison, from, to int) (templates.Mark, string) {
	if c.Same {
		return "info", fmt.Sprintf("Revisions %d and %d are the same plan.", from, to)
	}
	var what []string
	if n := len(c.FindingsNew); n > 0 {
		what = append(what, counted(n, "cause")+" of findings came")
	}
	if n := len(c.FindingsGone); n > 0 {
		what = append(what, counted(n, "cause")+" went")
	}
	changes := c.Settings.Total + c.Racks.Total + c.Devices.Total + c.Links.Total
	what = append(what, counted(changes, "change")+" in the plan")
	if n := len(c.Products); n > 0 {
		what = append(what, counted(n, "product")+" ordered otherwise")
	}
	said := strings.Join(what, ", ") + "."
	switch {
	case c.From.OK && !c.To.OK:
		return "error", fmt.Sprintf("Revision %d was OK, revision %d is not: %s", from, to, said)
	case !c.From.OK && c.To.OK:
		return "ok", fmt.Sprintf("Revision %d was not OK, revision %d is: %s", from, to, said)
	case !c.To.OK:
		return "error", fmt.Sprintf("Neither revision %d nor %d is OK: %s", from, to, said)
	}
	return "ok", fmt.Sprintf("Both revisions %d and %d are OK: %s", from, to, said)
}

// sides are the figures of both revisions.
func sides(c app.Comparison) []templates.CompareRow {
	was, is := c.From.Summary, c.To.Summary
	first := templates.CompareRow{Name: "Verdict"}
	first.WasMark, first.Was = verdictOf(c.From.OK, was.Warnings)
	first.IsMark, first.Is = verdictOf(c.To.OK, is.Warnings)
	out := []templates.CompareRow{first}
	add := func(name string, a, b int) {
		if a != 0 || b != 0 || name == "Errors" || name == "Warnings" {
			out = append(out, templates.CompareRow{Name: name, Was: number(a), Is: number(b), Delta: delta(b - a)})
		}
	}
	add("Errors", was.Errors, is.Errors)
	add("Unknown links", was.LinksByStatus[planner.StatusUnknown], is.LinksByStatus[planner.StatusUnknown])
	add("Warnings", was.Warnings, is.Warnings)
	add("Racks", was.Racks, is.Racks)
	add("Devices", was.Devices, is.Devices)
	add("Links", was.Links, is.Links)
	add("Cables", was.Cables, is.Cables)
	for _, m := range plan.Media {
		add("Cables: "+mediumWord[string(m)], was.CablesByMedium[m], is.CablesByMedium[m])
	}
	add("Transceivers", was.Modules, is.Modules)
	out = append(out,
		templates.CompareRow{Name: "Longest run, m", Was: metres(was.LongestRun.CeilMM()), Is: metres(is.LongestRun.CeilMM()), Delta: deltaMetres(is.LongestRun.CeilMM() - was.LongestRun.CeilMM())},
		templates.CompareRow{Name: "Cables and transceivers take, W", Was: grouped(was.Power.Watts()), Is: grouped(is.Power.Watts()), Delta: signed(grouped((is.Power - was.Power).Watts()), int64(is.Power-was.Power))})
	if was.Cost != nil && is.Cost != nil && c.From.Currency == c.To.Currency {
		out = append(out, templates.CompareRow{Name: "Cost, " + c.To.Currency, Was: costIn(was.Cost), Is: costIn(is.Cost),
			Delta: signed(grouped((is.Cost.Amount - was.Cost.Amount).String()), int64(is.Cost.Amount-was.Cost.Amount))})
	}
	return out
}

// costIn is a cost without its currency.
func costIn(c *planner.Cost) string {
	if c.AtLeast {
		return "at least " + grouped(c.Amount.String())
	}
	return grouped(c.Amount.String())
}

// delta is a change with its sign, empty where there is none.
func delta(n int) string { return signed(number(n), int64(n)) }

func deltaMetres(mm int64) string { return signed(metres(mm), mm) }

func signed(text string, n int64) string {
	switch {
	case n == 0:
		return ""
	case n > 0:
		return "+" + text
	}
	return text
}

// shownChanges is how many changes of one kind a page lists.
const shownChanges = 100

func changeLists(c app.Comparison) []templates.ChangeList {
	var out []templates.ChangeList
	add := func(title string, changes app.Changes) {
		if changes.Total == 0 {
			return
		}
		l := templates.ChangeList{Title: title}
		for _, x := range changes.List[:min(len(changes.List), shownChanges)] {
			l.Rows = append(l.Rows, templates.ChangeRow{Kind: string(x.Kind), Text: x.Text})
		}
		if n := changes.Total - len(l.Rows); n > 0 {
			l.More = "and " + number(n) + " more"
		}
		out = append(out, l)
	}
	add("Settings", c.Settings)
	add("Racks", c.Racks)
	add("Devices", c.Devices)
	add("Links", c.Links)
	if len(c.Media) > 0 {
		l := templates.ChangeList{Title: "Cables"}
		for _, m := range c.Media {
			l.Rows = append(l.Rows, templates.ChangeRow{Kind: "changed", Text: m.Text})
		}
		out = append(out, l)
	}
	return out
}
