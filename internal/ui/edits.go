package ui

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/web/templates"
)

// A proposal is what a form asks to be changed in a plan.
type proposal struct {
	Edits   []plan.Edit
	Message string   // of the revision; empty: what the edits are
	Back    string   // address of this server where the browser goes on; another: the plan
	Base    int      // the revision the form was made of
	Notes   []string // what of what was asked is not among the edits, sentences
}

// maxEditsForm is the size of a form with edits: MaxEdits of a hundred ends each
// are within it.
const maxEditsForm = 16 << 20

// doSave is the value of the field "do" of a form that changes a plan at once.
// With any other the form asks what it would change.
const doSave = "save"

func (u *UI) editRoutes(r chi.Router) {
	r.Get("/edits", func(w http.ResponseWriter, r *http.Request) { to(planURL(chi.URLParam(r, "id")))(w, r) })
	r.Post("/edits", u.page(u.postEdits))
}

// postEdits takes edits as JSON, as the preview and fixes hold them.
func (u *UI) postEdits(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxEditsForm); err != nil {
		return err
	}
	base, err := whole("base", r.PostForm.Get("base"), maxRevision)
	if err != nil {
		return err
	}
	var edits []plan.Edit
	if err := json.Unmarshal([]byte(r.PostForm.Get("edits")), &edits); err != nil {
		return badRequest("the edits of the form cannot be read: %s; load the page again", clip(err.Error()))
	}
	return u.propose(w, r, proposal{Edits: edits, Message: r.PostForm.Get("message"), Back: r.PostForm.Get("back"), Base: base})
}

// propose makes the edits a form asks for, where its field "do" is "save", and
// otherwise shows what they would change. The form has been parsed. What came
// second is not lost: it is shown beside what came first.
func (u *UI) propose(w http.ResponseWriter, r *http.Request, p proposal) error {
	id := chi.URLParam(r, "id")
	if p.Back = local(p.Back); p.Back == "/" {
		p.Back = planURL(id)
	}
	found, err := u.plans.Find(r.Context(), caller(r), id)
	if err != nil {
		return err
	}
	if found.Revision != p.Base {
		return u.cameSecond(w, r, &p)
	}
	if r.PostForm.Get("do") == doSave {
		saved, err := u.plans.Edit(r.Context(), caller(r), id, p.Base, p.Edits, p.Message)
		switch {
		case errors.Is(err, app.ErrConflict):
			return u.cameSecond(w, r, &p)
		case err == nil:
			return redirect(w, r, done(p.Back, saved.Revision))
		}
		return u.cannot(w, r, &p, err)
	}
	c, err := u.plans.Preview(r.Context(), caller(r), id, p.Base, p.Edits)
	if err != nil {
		return u.cannot(w, r, &p, err)
	}
	v, err := u.editView(r, &p)
	if err != nil {
		return err
	}
	o, err := u.open(r)
	if err != nil {
		return err
	}
	v.Same, v.Sides, v.Changes, v.Loads = c.Same, sides(c), changeLists(c), loadRows(c.Loads)
	v.Mark, v.Verdict = previewed(&c)
	v.New, v.Gone, v.Products = u.causesOf(o, c.FindingsNew, nil), u.causesOf(o, c.FindingsGone, nil), u.productDeltas(&c)
	return u.showEdits(w, r, http.StatusOK, "What this changes", v)
}

// cannot answers edits that cannot be made: with all that is wrong, and the way
// back to the form.
func (u *UI) cannot(w http.ResponseWriter, r *http.Request, p *proposal, err error) error {
	invalid := (*app.Invalid)(nil)
	if !errors.As(err, &invalid) {
		return err
	}
	v, viewErr := u.editView(r, p)
	if viewErr != nil {
		return viewErr
	}
	v.Refused, v.Mark, v.Verdict = true, "error", "This cannot be done; nothing was changed."
	v.Problems = places(invalid.Problems)
	return u.showEdits(w, r, http.StatusBadRequest, "This cannot be done", v)
}

// cameSecond answers edits of a revision that is no longer the newest: with
// what was changed meanwhile, and what was asked for, to be made on that.
func (u *UI) cameSecond(w http.ResponseWriter, r *http.Request, p *proposal) error {
	v, err := u.editView(r, p)
	if err != nil {
		return err
	}
	o, err := u.open(r)
	if err != nil {
		return err
	}
	if v.Theirs, err = u.theirsSince(r, o, p.Base); err != nil {
		return err
	}
	v.Base, v.Mark, v.Verdict = o.plan.Revision, "warning", cameBefore(o, p.Base)
	return u.showEdits(w, r, http.StatusConflict, "Changed meanwhile", v)
}

// editView is what every answer to a proposal holds: the edits in words and in
// a form that can be sent again.
func (u *UI) editView(r *http.Request, p *proposal) (templates.EditView, error) {
	text, err := json.Marshal(p.Edits)
	if err != nil {
		return templates.EditView{}, badRequest("the edits cannot be written: %s", clip(err.Error()))
	}
	v := templates.EditView{
		Action: planURL(chi.URLParam(r, "id")) + "/edits", Base: p.Base, Edits: string(text), Message: p.Message, Saying: app.EditsIn(p.Edits), Back: p.Back, Notes: p.Notes,
	}
	for i := range p.Edits[:min(len(p.Edits), shownEdits)] {
		v.Asked = append(v.Asked, sentence(app.EditsIn(p.Edits[i:i+1])))
	}
	if n := len(p.Edits) - len(v.Asked); n > 0 {
		v.More = "and " + number(n) + " more"
	}
	return v, nil
}

// shownEdits is how many edits an answer lists.
const shownEdits = 20

func (u *UI) showEdits(w http.ResponseWriter, r *http.Request, status int, title string, v templates.EditView) error {
	v.Title = title
	if partial(r) {
		return write(r.Context(), w, status, templates.EditPreview(v))
	}
	o, err := u.open(r)
	if err != nil {
		return err
	}
	f, h := u.planFrame(r, o, "edits", title, templates.Crumb{Text: title})
	return write(r.Context(), w, status, templates.EditPage(f, h, v))
}

// previewed is what edits would change in one sentence.
func previewed(c *app.Comparison) (templates.Mark, string) {
	if c.Same {
		return "info", "This changes nothing."
	}
	was, is := &c.From.Summary, &c.To.Summary
	var what []string
	add := func(n int, noun string) {
		if n != 0 {
			what = append(what, delta(n)+" "+plural(max(n, -n), noun))
		}
	}
	add(is.Errors-was.Errors, "error")
	add(is.Warnings-was.Warnings, "warning")
	for _, m := range c.Media {
		what = append(what, m.Text)
	}
	if cost := costDelta(c); cost != "" {
		what = append(what, "cost "+cost)
	}
	if d := is.Power - was.Power; d != 0 {
		what = append(what, signed(grouped(d.Watts()), int64(d))+" W")
	}
	said := "."
	if len(what) > 0 {
		said = ": " + strings.Join(what, ", ") + "."
	}
	switch {
	case c.From.OK && !c.To.OK:
		return "error", "The plan would no longer be OK" + said
	case !c.From.OK && c.To.OK:
		return "ok", "The plan would become OK" + said
	case !c.To.OK:
		return "error", "The plan is not OK before and after" + said
	}
	return "ok", "The plan stays OK" + said
}

// costDelta is by how much the cost changes, with its currency; empty where it
// does not or is not known on both sides.
func costDelta(c *app.Comparison) string {
	was, is := &c.From.Summary, &c.To.Summary
	if was.Cost == nil || is.Cost == nil || c.From.Currency != c.To.Currency || was.Cost.Amount == is.Cost.Amount {
		return ""
	}
	d := is.Cost.Amount - was.Cost.Amount
	text := signed(grouped(d.String()), int64(d)) + " " + c.To.Currency
	if was.Cost.AtLeast || is.Cost.AtLeast {
		text += " of what is priced"
	}
	return text
}

// doneKey is the part of an address that says which revision a change saved.
const doneKey = "done"

// done is an address that tells of a saved revision and offers to undo it.
func done(back string, revision int) string {
	at, err := url.Parse(back)
	if err != nil {
		return back
	}
	q := at.Query()
	q.Set(doneKey, strconv.Itoa(revision))
	at.RawQuery = q.Encode()
	return at.String()
}

// savedNow is what a page says of the revision a change has just saved; nil: the
// page was not asked for by a change, or another came since.
func savedNow(r *http.Request, o *opened) *templates.Saved {
	n, err := strconv.Atoi(r.URL.Query().Get(doneKey))
	if err != nil || n != o.plan.Revision || o.older || n < 2 {
		return nil
	}
	back := *r.URL
	q := back.Query()
	q.Del(doneKey)
	back.RawQuery = q.Encode()
	return &templates.Saved{
		Revision: n, Message: o.revision.Message, Action: o.url + "/restore", Back: back.RequestURI(),
		Compare: fmt.Sprintf("%s/compare?from=%d&to=%d", o.url, n-1, n),
	}
}
