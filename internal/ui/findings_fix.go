package ui

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/web/templates"
)

func (u *UI) findingsRoutes(r chi.Router) {
	r.Get("/", u.page(u.overview))
	r.Get("/changes", u.page(u.lastChange))
	u.startRoutes(r)
	r.Get("/findings", u.page(u.findings))
	r.Get("/findings/fix", func(w http.ResponseWriter, r *http.Request) { to(planURL(chi.URLParam(r, "id"))+"/findings")(w, r) })
	r.Post("/findings/fix", u.page(u.fix))
}

// fix proposes the ways out of findings: of one, of a cause, or of a code.
func (u *UI) fix(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return err
	}
	base, err := whole("base", r.PostForm.Get("base"), maxRevision)
	if err != nil {
		return err
	}
	q := app.FixQuery{Code: plan.Code(r.PostForm.Get("code")), Cause: r.PostForm.Get("cause"), Finding: r.PostForm.Get("finding")}
	if q == (app.FixQuery{}) {
		return badRequest("the form names no finding; choose one on the page of findings")
	}
	fixes, err := u.plans.Fixes(r.Context(), caller(r), chi.URLParam(r, "id"), base, q)
	if err != nil {
		return err
	}
	if len(fixes.Edits) == 0 {
		return badRequest("%s: %s", fixes.What, strings.TrimSuffix(strings.Join(append(fixNotes(&fixes), "mend it on the pages of the plan or in its document"), "; "), "."))
	}
	return u.propose(w, r, proposal{
		Edits: fixes.Edits, Message: "fix " + fixes.What, Back: r.PostForm.Get("back"), Base: base, Notes: fixNotes(&fixes),
	})
}

// shownRefused is how many ways out that were left out are named.
const shownRefused = 20

// fixNotes say which ways out are not among the edits, and why.
func fixNotes(f *app.Fixes) []string {
	var out []string
	for _, x := range f.Refused[:min(len(f.Refused), shownRefused)] {
		out = append(out, "Left out, "+clip(x.Subject)+": "+x.Reason+".")
	}
	if n := len(f.Refused) - shownRefused; n > 0 {
		out = append(out, "And "+number(n)+" more left out for reasons like these.")
	}
	if f.Without > 0 {
		out = append(out, counted(f.Without, "finding")+" of them "+have(f.Without)+" no way out that an edit of the plan can express.")
	}
	if f.Left > 0 {
		out = append(out, counted(f.Left, "finding")+" "+are(f.Left)+" left for another time: at most "+number(app.MaxFixes)+" different ways out are made at once.")
	}
	return out
}

func have(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// A fixer writes the forms that carry out the ways out of the newest revision;
// of an older one there is nothing to mend.
type fixer struct {
	o    *opened
	like *app.Likenesses
	back string // where a saved fix comes back to
	seen map[plan.Code]bool
	many map[plan.Code]int // causes of a code that have a fix
}

func (u *UI) fixer(r *http.Request, o *opened) *fixer {
	f := &fixer{o: o, like: o.checked.Likenesses(), back: here(r), seen: map[plan.Code]bool{}, many: map[plan.Code]int{}}
	if o.older || !o.plan.Deleted.IsZero() {
		return f
	}
	groups := o.checked.FindingGroups()
	for i := range groups {
		if f.has(&groups[i]) {
			f.many[groups[i].Code]++
		}
	}
	return f
}

// here is the address of a page without what a change added to it.
func here(r *http.Request) string {
	at := *r.URL
	q := at.Query()
	q.Del(doneKey)
	at.RawQuery = q.Encode()
	return at.RequestURI()
}

// has reports whether a cause has a way out that edits express: its findings
// say the same, so the first speaks for all.
func (f *fixer) has(g *app.FindingGroup) bool {
	return len(f.like.Edits(&f.o.result.Findings[g.Findings[0]])) > 0
}

// of are the forms of a cause: its own, and before the first cause of a code
// that has several, one for all of them.
func (f *fixer) of(g *app.FindingGroup) (own, all *templates.FixForm) {
	if f.many[g.Code] == 0 {
		return nil, nil
	}
	if !f.seen[g.Code] && f.many[g.Code] > 1 {
		all = f.form("code", string(g.Code), "All "+number(f.many[g.Code])+" ways out of "+string(g.Code)+" together")
	}
	f.seen[g.Code] = true
	if f.has(g) {
		own = f.form("cause", g.Key(), causeFix(len(g.Findings)))
	}
	return own, all
}

func causeFix(n int) string {
	if n == 1 {
		return "This way out"
	}
	return "This way out of all " + number(n)
}

// one is the form of a single finding; nil: it has no way out as edits.
func (f *fixer) one(x *plan.Finding) *templates.FixForm {
	if len(f.many) == 0 || len(f.like.Edits(x)) == 0 {
		return nil
	}
	return f.form("finding", app.FindingKey(x), x.Subject)
}

func (f *fixer) form(field, value, what string) *templates.FixForm {
	return &templates.FixForm{Action: f.o.url + "/findings/fix", Base: f.o.revision.Number, Field: field, Value: value, Back: f.back, What: what}
}
