package ui

import (
	"net/http"
	"net/url"

	"lengthwise/internal/app"
	"lengthwise/web/templates"
)

// plansPerPage is how many plans the home page lists at once.
const plansPerPage = 50

// home lists the plans.
func (u *UI) home(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	after, err := app.ParsePlanCursor(asked.Get("after"))
	if err != nil {
		return err
	}
	q := app.PlanQuery{Search: asked.Get("q"), Tag: asked.Get("tag"), Deleted: asked.Get("deleted") == "1", Limit: plansPerPage, After: after}
	plans, more, err := u.plans.List(r.Context(), caller(r), q)
	if err != nil {
		return err
	}
	p := templates.HomePage{Search: q.Search, Tag: q.Tag, Deleted: q.Deleted, Reach: u.reachForm(u.plans.Current(r.Context()), app.ReachQuery{}, ""), Said: said(len(plans), more, q)}
	for _, x := range plans {
		row := planRow(x)
		p.Plans, p.Priced = append(p.Plans, row), p.Priced || row.Cost != ""
	}
	if more {
		last := plans[len(plans)-1]
		p.Next = homeURL(q, app.PlanCursor{Changed: last.Changed, ID: last.ID})
	}
	if q.Search != "" || q.Tag != "" {
		p.Clear = homeURL(app.PlanQuery{Deleted: q.Deleted}, app.PlanCursor{})
	}
	p.Empty = nothingFound(q)
	if len(plans) == 0 && q.Search+q.Tag == "" && !q.Deleted && q.After.ID == "" {
		p.First = &templates.FirstRun{}
		p.First.Templates, p.First.Examples = u.starters()
	}
	title := "Plans"
	if q.Deleted {
		title = "Deleted plans"
	}
	return u.show(w, r, templates.Home(u.frame(r, "plans", title), p), templates.HomeList(p))
}

func said(n int, more bool, q app.PlanQuery) string {
	switch {
	case more || q.After.ID != "":
		return counted(n, "plan") + " on this page"
	case q.Deleted:
		return counted(n, "deleted plan")
	}
	return counted(n, "plan")
}

func nothingFound(q app.PlanQuery) string {
	switch {
	case q.Search != "" || q.Tag != "":
		return "No plan has that in its name or tags."
	case q.Deleted:
		return "No plan was deleted."
	}
	return "There is no plan yet."
}

func homeURL(q app.PlanQuery, after app.PlanCursor) string {
	v := url.Values{}
	for key, value := range map[string]string{"q": q.Search, "tag": q.Tag, "after": after.Token()} {
		if value != "" {
			v.Set(key, value)
		}
	}
	if q.Deleted {
		v.Set("deleted", "1")
	}
	if len(v) == 0 {
		return "/"
	}
	return "/?" + v.Encode()
}

func planRow(p app.Plan) templates.PlanRow {
	s := p.Summary
	row := templates.PlanRow{
		Name: p.Name, URL: planURL(p.ID), Errors: number(s.Errors), Warnings: number(s.Warnings), Racks: number(s.Racks),
		Links: number(s.Links), Cables: number(s.Cables), Longest: metres(s.LongestRunMM), Tags: p.Tags, Changed: moment(p.Changed),
		Author: p.Author, Revision: p.Revision, Message: p.Message,
	}
	row.Mark, row.Word = verdictOf(s.OK, s.Warnings)
	if s.Cost != "" && (s.Cost != "0.00" || !s.CostAtLeast) { // at least nothing says nothing
		row.Cost = grouped(s.Cost) + " " + s.Currency
		if s.CostAtLeast {
			row.Cost = "at least " + row.Cost
		}
	}
	if s.Errors > 0 {
		row.ErrorsURL = row.URL + "/findings?severity=error"
	}
	if s.Warnings > 0 {
		row.WarningsURL = row.URL + "/findings?severity=warning"
	}
	if !p.Deleted.IsZero() {
		row.Deleted = moment(p.Deleted)
	}
	return row
}
