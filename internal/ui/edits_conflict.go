package ui

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/web/templates"
)

// theirsSince is what came since a form was made of the revision base.
func (u *UI) theirsSince(r *http.Request, o *opened, base int) (*templates.Theirs, error) {
	c, err := u.plans.Compare(r.Context(), caller(r), o.plan.ID, base, o.plan.Revision)
	if err != nil {
		return nil, err
	}
	return &templates.Theirs{
		Base: base, Newest: o.plan.Revision, Who: o.plan.Author, Message: sentence(o.plan.Message), When: moment(o.plan.Changed),
		Changes: changeLists(c), Same: c.Same, Compare: fmt.Sprintf("%s/compare?from=%d&to=%d", o.url, base, o.plan.Revision),
	}, nil
}

// cameBefore says that somebody was faster.
func cameBefore(o *opened, base int) string {
	return fmt.Sprintf("Not saved yet: %s saved revision %d while you worked on revision %d.", o.plan.Author, o.plan.Revision, base)
}

// conflict is what a text that came second is shown with: what they changed,
// and, where the two texts do not touch, both in one.
func (u *UI) conflict(r *http.Request, o *opened, d *draft, theirs string) (*templates.Conflict, error) {
	since, err := u.theirsSince(r, o, d.base)
	if err != nil {
		return nil, err
	}
	c := &templates.Conflict{
		Newest: o.plan.Revision, Who: fmt.Sprintf("by %s at %s: %s", o.plan.Author, moment(o.plan.Changed), o.plan.Message), Theirs: theirs,
		Compare: since.Compare, Changes: since.Changes, MineURL: o.url + "/document/mine",
	}
	merged, ok, err := u.plans.Merge(r.Context(), caller(r), o.plan.ID, d.base, []byte(d.text))
	if err != nil || !ok {
		return c, err
	}
	would, err := u.plans.CompareText(r.Context(), caller(r), o.plan.ID, o.plan.Revision, app.Source{Name: "both texts", Text: merged, Media: o.revision.MediaType})
	if invalid := (*app.Invalid)(nil); errors.As(err, &invalid) {
		return c, nil // each reads alone and both together do not
	}
	if err != nil {
		return nil, err
	}
	c.Merged, c.Both = string(merged), changeLists(would)
	c.Mark, c.Verdict = previewed(&would)
	return c, nil
}

// myDocument gives a text back as a file, so that it can be kept whatever
// becomes of the save.
func (u *UI) myDocument(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxTextForm); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", `attachment; filename="my-plan.yaml"`)
	_, _ = w.Write([]byte(unixLines(r.PostForm.Get("text")))) // the client is gone; nobody is left to tell
	return nil
}

// restore brings the text of a revision back as a new one. One that comes
// second is shown with what came first.
func (u *UI) restore(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return err
	}
	base, err := whole("base", r.PostForm.Get("base"), maxRevision)
	if err != nil {
		return err
	}
	number, err := whole("number", r.PostForm.Get("number"), maxRevision)
	if err != nil {
		return err
	}
	if number == 0 {
		return badRequest("the form names no revision; choose one of the history")
	}
	id := chi.URLParam(r, "id")
	back := local(r.PostForm.Get("back"))
	if back == "/" {
		back = planURL(id) + "/history"
	}
	saved, err := u.plans.RestoreRevision(r.Context(), caller(r), id, base, number)
	if !errors.Is(err, app.ErrConflict) {
		if err != nil {
			return err
		}
		return redirect(w, r, done(back, saved.Revision))
	}
	o, err := u.open(r)
	if err != nil {
		return err
	}
	p := templates.RestoreConflict{Verdict: cameBefore(o, base), Asked: "Restore revision " + strconv.Itoa(number) + ".", Action: o.url + "/restore", Number: number, Base: o.plan.Revision, Back: back}
	if base > 0 {
		if p.Theirs, err = u.theirsSince(r, o, base); err != nil {
			return err
		}
	}
	return u.showConflict(w, r, o, p)
}

func (u *UI) showConflict(w http.ResponseWriter, r *http.Request, o *opened, p templates.RestoreConflict) error {
	f, h := u.planFrame(r, o, "edits", "Changed meanwhile", templates.Crumb{Text: "Changed meanwhile"})
	return write(r.Context(), w, http.StatusConflict, templates.Conflicted(f, h, p))
}

// rename is an edit of the name, so that it can be undone and nothing is lost
// where it comes second.
func (u *UI) rename(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return err
	}
	base, err := whole("base", r.PostForm.Get("base"), maxRevision)
	if err != nil {
		return err
	}
	name := strings.TrimSpace(r.PostForm.Get("name"))
	r.PostForm.Set("do", doSave)
	return u.propose(w, r, proposal{Edits: []plan.Edit{{Kind: plan.SetField, Path: "name", Value: name}}, Message: "renamed to " + clip(name), Base: base})
}

// tag sets the tags of a plan. Where somebody else set others since the form
// was made, both are shown.
func (u *UI) tag(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return err
	}
	id := chi.URLParam(r, "id")
	mine := tagsIn(r.PostForm.Get("tags"))
	if r.PostForm.Has("was") {
		found, err := u.plans.Find(r.Context(), caller(r), id)
		if err != nil {
			return err
		}
		was := tagsIn(r.PostForm.Get("was"))
		if !slices.Equal(was, tagsIn(strings.Join(found.Tags, ","))) && !slices.Equal(mine, tagsIn(strings.Join(found.Tags, ","))) {
			return u.tagConflict(w, r, was, mine)
		}
	}
	if _, err := u.plans.Tag(r.Context(), caller(r), id, mine); err != nil {
		return err
	}
	return redirect(w, r, planURL(id)+"/manage")
}

// tagConflict offers the tags of both: theirs, and what this form adds to or
// takes out of those it began with.
func (u *UI) tagConflict(w http.ResponseWriter, r *http.Request, was, mine []string) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	var both []string
	for _, t := range slices.Concat(o.plan.Tags, mine) {
		gone := slices.Contains(was, t) && (!slices.Contains(mine, t) || !slices.Contains(o.plan.Tags, t))
		if !gone {
			both = append(both, t)
		}
	}
	now := strings.Join(o.plan.Tags, ", ")
	return u.showConflict(w, r, o, templates.RestoreConflict{
		Verdict: "Not saved yet: the tags were changed while you worked on them. They are now: " + orNone(now) + ".", Asked: "Tags: " + orNone(strings.Join(mine, ", ")) + ".",
		Both: strings.Join(tagsIn(strings.Join(both, ",")), ", "), MineAll: strings.Join(mine, ", "), Was: now, Action: o.url + "/tags", Base: o.plan.Revision, Back: o.url + "/manage",
	})
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// tagsIn are the tags of a form, sorted, each once.
func tagsIn(text string) []string {
	var out []string
	for t := range strings.SplitSeq(text, ",") {
		if t = strings.TrimSpace(t); t != "" {
			out = append(out, t)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
