package ui

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/formats"
	"lengthwise/internal/plan"
	"lengthwise/web/templates"
)

// A failure is an error that knows its status.
type failure struct {
	status int
	what   string
}

func (f *failure) Error() string { return f.what }

// badRequest says what of a request is wrong and the way out.
func badRequest(format string, args ...any) error {
	return &failure{status: http.StatusBadRequest, what: fmt.Sprintf(format, args...)}
}

// retryAfter is what a page that needs the database asks clients to wait, in
// seconds: it is back within that where it was only restarted.
const retryAfter = "5"

// statusGone is what logs show where the client went away; nobody reads it.
const statusGone = 499

// writeError answers with a page, or the part htmx asked for, that says what is
// wrong. It alone turns errors into statuses.
func (u *UI) writeError(w http.ResponseWriter, r *http.Request, err error) {
	p := explain(err)
	switch {
	case p.Status == statusGone:
		w.WriteHeader(statusGone)
		return
	case p.Status == http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", retryAfter)
	}
	if p.Status >= http.StatusInternalServerError {
		u.log.ErrorContext(r.Context(), "page failed", "method", r.Method, "path", r.URL.Path, "status", p.Status, "error", err)
	}
	view := templates.ErrorView(u.frame(r, "", p.Title, templates.Crumb{Text: "Plans", URL: "/"}, templates.Crumb{Text: p.Title}), p)
	if partial(r) {
		view = templates.ErrorBox(p)
	}
	if err := write(context.WithoutCancel(r.Context()), w, p.Status, view); err != nil {
		u.log.ErrorContext(r.Context(), "error page failed", "error", err)
		http.Error(w, p.What, p.Status)
	}
}

// explain is the page of an error.
func explain(err error) templates.ErrorPage {
	home := func(status int, title, what string) templates.ErrorPage {
		return templates.ErrorPage{Status: status, Title: title, What: sentence(what), Way: "Go on with", URL: "/", Link: "the list of plans."}
	}
	var (
		invalid *app.Invalid
		refused *formats.Refused
		known   *failure
		tooBig  *http.MaxBytesError
	)
	switch {
	case errors.As(err, &known):
		return home(known.status, titleOf(known.status), known.what)
	case errors.As(err, &invalid):
		p := home(http.StatusBadRequest, "This cannot be read", summaryOf(invalid.Problems))
		p.Lines = places(invalid.Problems)
		return p
	case errors.As(err, &refused):
		return home(http.StatusConflict, "The order is refused", refused.Error())
	case errors.As(err, &tooBig):
		return home(http.StatusRequestEntityTooLarge, "Too much at once",
			fmt.Sprintf("the request is above the limit of %d bytes; write ranges or fabrics instead of single links", tooBig.Limit))
	case errors.Is(err, app.ErrNotFound):
		return home(http.StatusNotFound, "Not found", err.Error())
	case errors.Is(err, app.ErrFull):
		return home(http.StatusConflict, "One at a time", err.Error())
	case errors.Is(err, app.ErrConflict):
		return home(http.StatusConflict, "Changed meanwhile", err.Error())
	case errors.Is(err, app.ErrUnavailable):
		p := home(http.StatusServiceUnavailable, "The database is away", app.ErrUnavailable.Error())
		p.Way, p.URL = "What was saved is safe. Load the page again in a few seconds.", ""
		return p
	case errors.Is(err, app.ErrBusy):
		return home(http.StatusServiceUnavailable, "Busy", app.ErrBusy.Error())
	case errors.Is(err, app.ErrTooLong):
		return home(http.StatusServiceUnavailable, "This takes too long", err.Error()) // planning or simulating: it says which
	case errors.Is(err, context.DeadlineExceeded):
		return home(http.StatusServiceUnavailable, "This takes too long", "the request took longer than its limit; ask for less at once")
	case errors.Is(err, context.Canceled):
		return templates.ErrorPage{Status: statusGone}
	}
	return home(http.StatusInternalServerError, "Our mistake", "something went wrong in the program, not in your plan; nothing was changed; the log has the reason")
}

func titleOf(status int) string {
	switch status {
	case http.StatusBadRequest:
		return "This cannot be done"
	case http.StatusNotFound:
		return "Not found"
	case http.StatusForbidden:
		return "Refused"
	case http.StatusMisdirectedRequest:
		return "Not this server"
	case http.StatusServiceUnavailable:
		return "Busy"
	}
	return http.StatusText(status)
}

func summaryOf(p *plan.Problems) string {
	n := len(p.List) + p.Dropped
	if n == 1 {
		return "one thing cannot be read"
	}
	return number(n) + " things cannot be read"
}

// places are the problems of a document as a page shows them.
func places(p *plan.Problems) []templates.Place {
	var out []templates.Place
	for _, x := range p.List {
		out = append(out, templates.Place{Mark: "error", Line: x.Line, At: x.Path, Message: x.Message})
	}
	if p.Dropped > 0 {
		out = append(out, templates.Place{Mark: "error", Message: "and " + number(p.Dropped) + " more"})
	}
	return out
}

// sentence is an error's or a finding's text as a sentence. A name it begins
// with keeps its spelling.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") {
		text += "."
	}
	first, _, _ := strings.Cut(text, " ")
	if strings.ContainsFunc(strings.TrimRight(first, ",:;."), func(r rune) bool { return r < 'a' || r > 'z' }) {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
