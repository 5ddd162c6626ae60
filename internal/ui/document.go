package ui

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/web/templates"
)

// Bounds of the editor. A longer text is changed in an editor of the user's own
// and sent as a file: a text area of more is no help to anyone.
const (
	maxEditor   = 1 << 20 // bytes
	maxLines    = 20_000
	shownPlaces = 100 // problems beside the text
)

// document is the text of a revision, to read and to change.
func (u *UI) document(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	revision, err := u.plans.Text(r.Context(), caller(r), o.plan.ID, o.revision.Number, "")
	if err != nil {
		return err
	}
	p := u.documentPage(o, string(revision.Text))
	m := checkedText(o.checked)
	p.Check, p.Lines = m.view, m.gutter(p.Text)
	f, h := u.planFrame(r, o, "document", "Document")
	return write(r.Context(), w, http.StatusOK, templates.Document(f, h, p))
}

// documentPage is the page around a text.
func (u *UI) documentPage(o *opened, text string) templates.DocumentPage {
	p := templates.DocumentPage{
		Text: text, Media: "YAML", Base: o.revision.Number, Editable: !o.older && o.plan.Deleted.IsZero(),
		Action: o.url + "/document", CheckURL: o.url + "/document/check", WordsURL: o.to("document/words"),
		Download: []templates.Download{{Name: "plan.yaml", URL: o.to("export/plan.yaml")}, {Name: "plan.json", URL: o.to("export/plan.json")}},
	}
	if o.revision.MediaType == planfile.JSON {
		p.Media = "JSON"
	}
	if n := strings.Count(text, "\n") + 1; len(text) > maxEditor || n > maxLines {
		p.Text, p.TooLong = "", fmt.Sprintf("The document has %s and %s bytes, which is too long to edit here (at most %s lines and %s bytes). Download it, change it, and send it back as a file.",
			counted(n, "line"), grouped(strconv.Itoa(len(text))), number(maxLines), number(maxEditor))
	}
	return p
}

// A marked text is what is said beside the editor: the problems by cause, and
// which of them stands at a line.
type markedText struct {
	view  templates.CheckView
	lines map[int]int // of a line the first place that speaks of it, an index into all places
	marks []templates.Mark
}

// checkedText says what comes of a text that could be read.
func checkedText(c *app.Checked) markedText {
	s := c.Result.Summary
	m := markedText{lines: map[int]int{}}
	m.view.Mark, m.view.Word = verdictOf(c.Result.OK, s.Warnings)
	m.view.Sentence = strings.Join([]string{counted(s.Errors, "error"), counted(s.Warnings, "warning"), counted(s.Links, "link"), counted(s.Cables, "cable")}, " · ")
	for _, g := range c.FindingGroups() {
		if g.Severity == plan.Info {
			continue
		}
		place := templates.Place{Mark: severityMark(g.Severity), At: string(g.Code), Message: g.Message, Fix: sentence(g.Fix)}
		switch n := len(g.Subjects); {
		case n > 1:
			place.At += ", " + number(n) + " times"
		case g.Subjects[0] != "" && !strings.Contains(g.Message, g.Subjects[0]):
			place.Message = g.Subjects[0] + ": " + g.Message
		}
		for _, i := range g.Findings {
			if line := c.Result.Findings[i].Line; line > 0 {
				place.Line = cmp.Or(place.Line, line)
				m.at(line)
			}
		}
		m.add(place)
	}
	return m.short()
}

// unreadable is the verdict of a text that has no result.
const unreadable = "Cannot be read"

// invalidText says why a text cannot be read.
func invalidText(invalid *app.Invalid) markedText {
	m := markedText{lines: map[int]int{}}
	m.view.Mark, m.view.Word, m.view.Unreadable = "error", unreadable, true
	m.view.Sentence = sentence(summaryOf(invalid.Problems)) + " It cannot be saved like this."
	for _, place := range places(invalid.Problems) {
		m.at(place.Line)
		m.add(place)
	}
	return m.short()
}

// at notes that the place to be added next speaks of a line.
func (m *markedText) at(line int) {
	if _, ok := m.lines[line]; !ok && line > 0 {
		m.lines[line] = len(m.marks)
	}
}

func (m *markedText) add(p templates.Place) {
	m.view.Places, m.marks = append(m.view.Places, p), append(m.marks, p.Mark)
}

// short keeps the places a page can show.
func (m markedText) short() markedText {
	if n := len(m.view.Places) - shownPlaces; n > 0 {
		m.view.Places, m.view.More = m.view.Places[:shownPlaces], "and "+number(n)+" more"
	}
	return m
}

// gutter is the numbers of the lines of a text, those with a problem apart.
func (m *markedText) gutter(text string) []templates.GutterLine {
	var out []templates.GutterLine
	var run strings.Builder
	flush := func() {
		if run.Len() > 0 {
			out = append(out, templates.GutterLine{Text: run.String()})
			run.Reset()
		}
	}
	for n := range strings.Count(text, "\n") + 1 {
		i, bad := m.lines[n+1]
		if !bad {
			run.WriteString(strconv.Itoa(n+1) + "\n")
			continue
		}
		flush()
		l := templates.GutterLine{Line: n + 1, Mark: m.marks[i], URL: "#check"}
		if i < shownPlaces {
			l.URL = "#problem-" + strconv.Itoa(i+1)
		}
		out = append(out, l)
	}
	flush()
	return out
}

// A draft is the form of the editor.
type draft struct {
	text    string
	message string
	base    int
	name    string
}

// draftOf reads the form of the editor, or the file sent instead.
func (u *UI) draftOf(w http.ResponseWriter, r *http.Request) (*draft, error) {
	if err := parseForm(w, r, maxTextForm); err != nil {
		return nil, err
	}
	base, err := whole("base", r.PostForm.Get("base"), maxRevision)
	if err != nil {
		return nil, err
	}
	d := &draft{text: unixLines(r.PostForm.Get("text")), message: r.PostForm.Get("message"), base: base, name: "your text"}
	if r.MultipartForm == nil {
		return d, nil
	}
	defer u.forget(r)
	file, header, err := r.FormFile("file")
	if err != nil {
		return nil, badRequest("the form has no file; choose the changed document")
	}
	defer func() { _ = file.Close() }() // it was only read
	source, err := uploaded(file, header)
	d.text, d.name = string(source.Text), source.Name
	return d, err
}

// source is the document of a draft: in the form the plan has, unless a file says
// otherwise.
func (d *draft) source(stored planfile.MediaType) app.Source {
	s := app.Source{Name: d.name, Text: []byte(d.text)}
	if d.name == "your text" {
		s.Media = stored
	}
	return s
}

// checkDocument says what comes of a text without saving it: to htmx as the
// part beside the editor, otherwise as the page with the text in it.
func (u *UI) checkDocument(w http.ResponseWriter, r *http.Request) error {
	d, err := u.draftOf(w, r)
	if err != nil {
		return err
	}
	o, err := u.open(r)
	if err != nil {
		return err
	}
	m, err := u.checkText(r, d.source(o.revision.MediaType))
	if err != nil {
		return err
	}
	if partial(r) {
		m.view.Partial, m.view.Gutter = true, m.gutter(d.text)
		return write(r.Context(), w, http.StatusOK, templates.Check(m.view))
	}
	return u.showDraft(w, r, http.StatusOK, o, d, m, nil)
}

// checkText says what comes of a text.
func (u *UI) checkText(r *http.Request, s app.Source) (markedText, error) {
	checked, err := u.plans.Check(r.Context(), caller(r), app.CheckRequest{Source: s})
	if invalid := (*app.Invalid)(nil); errors.As(err, &invalid) {
		return invalidText(invalid), nil
	}
	if err != nil {
		return markedText{}, err
	}
	return checkedText(checked), nil
}

// showDraft is the page of the document with a text that is not saved.
func (u *UI) showDraft(w http.ResponseWriter, r *http.Request, status int, o *opened, d *draft, m markedText, c *templates.Conflict) error {
	p := u.documentPage(o, d.text)
	p.Message, p.Check, p.Lines, p.Conflict = d.message, m.view, m.gutter(p.Text), c
	if d.base > 0 {
		p.Base = d.base
	}
	f, h := u.planFrame(r, o, "document", "Document")
	return write(r.Context(), w, status, templates.Document(f, h, p))
}

// saveDocument saves a text as a new revision. What cannot be read stays in the
// form with its problems; a save that comes second shows both texts.
func (u *UI) saveDocument(w http.ResponseWriter, r *http.Request) error {
	d, err := u.draftOf(w, r)
	if err != nil {
		return err
	}
	id := chi.URLParam(r, "id")
	found, err := u.plans.Find(r.Context(), caller(r), id)
	if err != nil {
		return err
	}
	stored, err := u.plans.Text(r.Context(), caller(r), id, found.Revision, "")
	if err != nil {
		return err
	}
	source := d.source(stored.MediaType)
	_, err = u.plans.Save(r.Context(), caller(r), id, d.base, app.SaveRequest{Source: source, Message: d.message})
	invalid := (*app.Invalid)(nil)
	switch {
	case err == nil:
		return redirect(w, r, planURL(id))
	case !errors.Is(err, app.ErrConflict) && !errors.As(err, &invalid):
		return err
	}
	o, openErr := u.open(r)
	if openErr != nil {
		return openErr
	}
	m, checkErr := u.checkText(r, source)
	if checkErr != nil {
		return checkErr
	}
	if invalid != nil {
		if !m.view.Unreadable { // not the text, but what was said of it
			m = invalidText(invalid)
		}
		return u.showDraft(w, r, http.StatusBadRequest, o, d, m, nil)
	}
	theirs := string(stored.Text)
	if len(theirs) > maxEditor {
		theirs = "The text is too long to show here; download it."
	}
	c, conflictErr := u.conflict(r, o, d, theirs)
	if conflictErr != nil {
		return conflictErr
	}
	return u.showDraft(w, r, http.StatusConflict, o, d, m, c)
}
