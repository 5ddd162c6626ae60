package ui

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/planner"
	"lengthwise/web/templates"
)

// maxRevision is above any number a revision has.
const maxRevision = 1 << 30

// An opened plan is one revision of a plan with what came of it: what every
// page of a plan begins with.
type opened struct {
	plan     app.Plan
	revision app.Revision
	checked  *app.Checked
	result   *planner.Result
	url      string // of the plan
	older    bool   // the revision is not the newest
}

// open reads the plan and the revision a request names: ?rev=3, or the newest.
func (u *UI) open(r *http.Request) (*opened, error) {
	number, err := whole("rev", r.URL.Query().Get("rev"), maxRevision)
	if err != nil {
		return nil, err
	}
	id := chi.URLParam(r, "id")
	found, err := u.plans.Find(r.Context(), caller(r), id)
	if err != nil {
		return nil, err
	}
	if number == 0 {
		number = found.Revision
	}
	checked, revision, err := u.plans.Result(r.Context(), caller(r), id, number)
	if err != nil {
		return nil, err
	}
	return &opened{
		plan: found, revision: revision, checked: checked, result: checked.Result, url: planURL(id), older: number != found.Revision,
	}, nil
}

func planURL(id string) string { return "/plans/" + url.PathEscape(id) }

// to is the address of a view of the plan at the opened revision: pairs are
// keys and values of the query, empty values are left out.
func (o *opened) to(view string, pairs ...string) string {
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	if o.older {
		q.Set("rev", strconv.Itoa(o.revision.Number))
	}
	at := o.url
	if view != "" {
		at += "/" + view
	}
	if len(q) > 0 {
		at += "?" + q.Encode()
	}
	return at
}

// planFrame is the frame and the head of a page of a plan. Tab is the last
// element of the tab's address, view what the page shows.
func (u *UI) planFrame(r *http.Request, o *opened, tab, view string, beyond ...templates.Crumb) (templates.Frame, templates.PlanHead) {
	crumbs := []templates.Crumb{{Text: "Plans", URL: "/"}, {Text: o.revision.Name, URL: o.to("")}}
	if tab == "" && len(beyond) == 0 {
		crumbs[1].URL = ""
	} else if len(beyond) == 0 {
		crumbs = append(crumbs, templates.Crumb{Text: view})
	}
	crumbs = append(crumbs, beyond...)
	f := u.frame(r, "plans", view+" · "+o.revision.Name, crumbs...)

	h := templates.PlanHead{
		ID: o.plan.ID, Name: o.revision.Name, View: view, OK: o.result.OK, Tags: o.plan.Tags, URL: o.url, PrintURL: o.to("print"),
		Revision: o.revision.Number, Newest: o.plan.Revision, Older: o.older,
		Saved: "saved " + moment(o.revision.At) + " by " + o.revision.Author + ": " + o.revision.Message, Facts: o.facts(), Done: savedNow(r, o),
	}
	h.Mark, h.Word = verdictOf(o.result.OK, o.result.Summary.Warnings)
	if !o.plan.Deleted.IsZero() {
		h.Deleted = moment(o.plan.Deleted)
	}
	s := o.result.Summary
	for _, t := range []struct {
		text, view string
		count      int
	}{
		{"Overview", "", 0}, {"Racks", "racks", s.Racks}, {"Floor", "floor", 0}, {"Fabrics", "fabrics", len(o.result.Fabrics)}, {"Links", "links", s.Links}, {"Cables", "cables", s.Cables},
		{"Order", "order", len(o.result.BOM)}, {"Findings", "findings", s.Errors + s.Warnings}, {"Document", "document", 0}, {"What if", "what-if", 0}, {"History", "history", 0},
	} {
		x := templates.Tab{Text: t.text, URL: o.to(t.view), Current: t.view == tab}
		if t.count > 0 {
			x.Count = number(t.count)
		}
		h.Tabs = append(h.Tabs, x)
	}
	return f, h
}

// verdictOf is the mark and the word of a plan.
func verdictOf(ok bool, warnings int) (templates.Mark, string) {
	switch {
	case !ok:
		return "error", "Not OK"
	case warnings > 0:
		return "warning", "OK with warnings"
	}
	return "ok", "OK"
}

// facts are the numbers of the verdict line, each with the rows behind it.
func (o *opened) facts() []templates.Fact {
	s := o.result.Summary
	out := []templates.Fact{finding(s.Errors, "error", o.to("findings", "severity", "error"))}
	if n := s.LinksByStatus[planner.StatusUnknown]; n > 0 {
		out = append(out, templates.Fact{Mark: "unknown", Number: number(n), Words: "unknown " + plural(n, "link"), URL: o.to("links", "status", "unknown")})
	}
	out = append(out, finding(s.Warnings, "warning", o.to("findings", "severity", "warning")))
	out = append(out,
		templates.Fact{Number: number(s.Links), Words: plural(s.Links, "link"), URL: o.to("links")},
		templates.Fact{Number: number(s.Cables), Words: plural(s.Cables, "cable"), URL: o.to("cables")})
	if s.Existing > 0 {
		out = append(out, templates.Fact{Number: number(s.Existing), Words: "existing"})
	}
	if s.LongestRun > 0 {
		out = append(out, templates.Fact{Number: metres(s.LongestRun.CeilMM()), Words: "m longest run", URL: o.to("links", "sort", "run", "desc", "1"), Metres: true})
	}
	words := "W in cables and transceivers"
	if s.PowerAtLeast {
		words += " at least"
	}
	return append(out, templates.Fact{Number: grouped(s.Power.Watts()), Words: words, URL: o.to("order")})
}

// finding is a count of findings; none has no mark and leads nowhere.
func finding(n int, severity, url string) templates.Fact {
	if n == 0 {
		return templates.Fact{Number: "0", Words: severity + "s"}
	}
	return templates.Fact{Mark: templates.Mark(severity), Number: number(n), Words: plural(n, severity), URL: url}
}
