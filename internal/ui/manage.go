package ui

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/planfile"
	"lengthwise/web/templates"
)

// newPlan offers what a plan can start from.
func (u *UI) newPlan(w http.ResponseWriter, r *http.Request) error {
	return write(r.Context(), w, http.StatusOK, u.newPage(r, templates.NewPage{}))
}

// create makes a plan of an example, a file or a text. What cannot be read
// stays in the form with every problem beside it.
func (u *UI) create(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxTextForm); err != nil {
		return err
	}
	defer u.forget(r)
	source, err := u.sourceOf(r)
	if err != nil {
		return err
	}
	made, err := u.plans.Create(r.Context(), caller(r), app.CreateRequest{Source: source})
	if invalid := (*app.Invalid)(nil); errors.As(err, &invalid) {
		p := templates.NewPage{Problems: places(invalid.Problems), Said: source.Name + ": " + summaryOf(invalid.Problems)}
		if len(source.Text) <= maxEditor {
			p.Text = string(source.Text)
		}
		return write(r.Context(), w, http.StatusBadRequest, u.newPage(r, p))
	}
	if err != nil {
		return err
	}
	return redirect(w, r, planURL(made.ID))
}

// forget removes the temporary files of a form. The server removes only those
// of a request that nothing before the handler has wrapped.
func (u *UI) forget(r *http.Request) {
	if r.MultipartForm == nil {
		return
	}
	if err := r.MultipartForm.RemoveAll(); err != nil {
		u.log.WarnContext(r.Context(), "temporary files of a form stay behind", "error", err)
	}
}

// sourceOf is the document of a form that makes a plan.
func (u *UI) sourceOf(r *http.Request) (app.Source, error) {
	if name := r.PostForm.Get("template"); name != "" {
		t, err := u.plans.App().Template(name)
		return app.Source{Name: t.Name + ".yaml", Text: t.Text}, err
	}
	file, header, err := r.FormFile("file")
	if err == nil {
		defer func() { _ = file.Close() }() // it was only read
		return uploaded(file, header)
	}
	text := unixLines(r.PostForm.Get("text"))
	if strings.TrimSpace(text) == "" {
		return app.Source{}, badRequest("the form has no document; choose an example or a file, or paste a text")
	}
	return app.Source{Name: "your text", Text: []byte(text)}, nil
}

func uploaded(file io.Reader, header *multipart.FileHeader) (app.Source, error) {
	text, err := planfile.Read(file)
	if err != nil {
		return app.Source{}, badRequest("file %q: %s", clip(header.Filename), err)
	}
	if len(text) == 0 {
		return app.Source{}, badRequest("file %q is empty; choose a plan document", clip(header.Filename))
	}
	return app.Source{Name: clip(header.Filename), Text: text}, nil
}

// unixLines undoes what browsers do to the line ends of a text area.
func unixLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

func (u *UI) newPage(r *http.Request, p templates.NewPage) templ.Component {
	p.Templates, p.Examples = u.starters()
	p.Limit = "at most 64 MiB"
	return templates.New(u.frame(r, "plans", "New plan", templates.Crumb{Text: "Plans", URL: "/"}, templates.Crumb{Text: "New plan"}), p)
}

// starters are the plans to start from: those that ask for numbers first, and
// those that are plans as they stand.
func (u *UI) starters() (asking, examples []templates.Starter) {
	for _, t := range u.plans.App().Templates() {
		x := templates.Starter{Name: t.Name, URL: templateURL(t.Name), Description: t.Description}
		if len(t.Params) > 0 {
			asking = append(asking, x)
		} else {
			examples = append(examples, x)
		}
	}
	return asking, examples
}

// manage is where a plan is renamed, copied, tagged and deleted.
func (u *UI) manage(w http.ResponseWriter, r *http.Request) error {
	found, err := u.plans.Find(r.Context(), caller(r), chi.URLParam(r, "id"))
	if err != nil {
		return err
	}
	p := templates.ManagePage{
		Plan: planRow(found), Tags: strings.Join(found.Tags, ", "), Copy: found.Name + " (copy)",
		Losing: fmt.Sprintf("Takes %s with %s and %s out of the list. Nothing is lost: it can be brought back from the deleted plans.",
			counted(found.Revision, "revision"), counted(found.Summary.Links, "link"), counted(found.Summary.Cables, "cable")),
	}
	f := u.frame(r, "plans", "Manage "+found.Name, templates.Crumb{Text: "Plans", URL: "/"},
		templates.Crumb{Text: found.Name, URL: planURL(found.ID)}, templates.Crumb{Text: "Manage"})
	return write(r.Context(), w, http.StatusOK, templates.Manage(f, p))
}

// A change is one use case that changes a plan and answers with it.
type change func(r *http.Request, id string, base int) (app.Plan, error)

// changed reads the form of a change, makes it, and goes on to a page.
func (u *UI) changed(w http.ResponseWriter, r *http.Request, to func(app.Plan) string, do change) error {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return err
	}
	base, err := whole("base", r.PostForm.Get("base"), maxRevision)
	if err != nil {
		return err
	}
	plan, err := do(r, chi.URLParam(r, "id"), base)
	if err != nil {
		return err
	}
	return redirect(w, r, to(plan))
}

func toPlan(p app.Plan) string { return planURL(p.ID) }
func toHome(app.Plan) string   { return "/" }

func (u *UI) copy(w http.ResponseWriter, r *http.Request) error {
	return u.changed(w, r, toPlan, func(r *http.Request, id string, _ int) (app.Plan, error) {
		return u.plans.Copy(r.Context(), caller(r), id, r.PostForm.Get("name"))
	})
}

func (u *UI) remove(w http.ResponseWriter, r *http.Request) error {
	return u.changed(w, r, toHome, func(r *http.Request, id string, _ int) (app.Plan, error) {
		return u.plans.Delete(r.Context(), caller(r), id)
	})
}

func (u *UI) bringBack(w http.ResponseWriter, r *http.Request) error {
	return u.changed(w, r, toPlan, func(r *http.Request, id string, _ int) (app.Plan, error) {
		return u.plans.Undelete(r.Context(), caller(r), id)
	})
}
