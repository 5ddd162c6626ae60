package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/formats"
	"lengthwise/internal/plan"
)

// The bounds of a problem document: what was sent is echoed so far and no
// farther, and one request is told so many of its faults.
const (
	maxEcho    = 64    // characters of a value
	maxMessage = 1_000 // characters of a text
	maxFaults  = 1_000 // faults listed, as planfile.Decode lists them
)

// statusClientGone is what the log says of a request whose client hung up
// before the answer; nobody receives it.
const statusClientGone = 499

// problemType is the media type of RFC 9457.
const problemType = "application/problem+json"

// A Problem says why a request was not done (RFC 9457). Title is of the status,
// Detail of this request; Errors lists every fault at once.
type Problem struct {
	Title  string  `json:"title" doc:"What the status means"`
	Status int     `json:"status" doc:"The HTTP status again"`
	Detail string  `json:"detail" doc:"What is wrong with this request, and the way out"`
	Errors []Fault `json:"errors,omitempty" doc:"Every fault that was found"`
	More   int     `json:"more,omitempty" doc:"How many faults there are beyond those listed"`
}

// A Fault is one thing wrong with a request.
type Fault struct {
	Message  string `json:"message" doc:"The value, the limit, the way out"`
	Location string `json:"location,omitempty" doc:"query.limit, path.id, body.name; in a plan its path: racks[2].name"`
	Line     int    `json:"line,omitempty" doc:"Line of the plan, from 1"`
	Column   int    `json:"column,omitempty" doc:"Column of the plan, from 1"`
	Value    string `json:"value,omitempty" doc:"What was sent, at most 64 characters of it"`
}

// Error is the detail.
func (p *Problem) Error() string { return p.Detail }

// GetStatus is for huma, which writes the answer.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType is for huma: a problem has a media type of its own.
func (p *Problem) ContentType(string) string { return problemType }

// problem makes a Problem of a status and a text.
func problem(status int, format string, args ...any) *Problem {
	title := http.StatusText(status)
	if status == statusClientGone {
		title = "Client Closed Request"
	}
	return &Problem{Status: status, Title: title, Detail: clip(fmt.Sprintf(format, args...), maxMessage)}
}

// at is a 400 for one value of a request.
func at(location, value string, err error) *Problem {
	p := problem(http.StatusBadRequest, "%s", err)
	p.Errors = []Fault{{Message: p.Detail, Location: location, Value: clip(value, maxEcho)}}
	return p
}

// clip cuts a text to so many characters.
func clip(s string, limit int) string {
	n := 0
	for i := range s {
		if n == limit {
			return s[:i] + "…"
		}
		n++
	}
	return strings.ToValidUTF8(s, "\ufffd")
}

// retrySeconds is how long a client is asked to wait after a 503.
const retrySeconds = "5"

// writeProblem turns an error of a use case into the answer: it is the one place
// where errors become statuses. What nobody foresaw is a 500, logged here.
func (a *API) writeProblem(ctx context.Context, err error) error {
	p := a.problemOf(ctx, err)
	if p.Status == http.StatusServiceUnavailable {
		return huma.ErrorWithHeaders(p, http.Header{"Retry-After": {retrySeconds}})
	}
	return p
}

func (a *API) problemOf(ctx context.Context, err error) *Problem {
	var (
		given    *Problem
		invalid  *app.Invalid
		problems *plan.Problems
		refused  *formats.Refused
	)
	switch {
	case errors.As(err, &given):
		return given
	case errors.As(err, &invalid):
		return unreadable(http.StatusBadRequest, invalid.Problems)
	case errors.As(err, &problems):
		return unreadable(http.StatusBadRequest, problems)
	case errors.As(err, &refused):
		return problem(http.StatusConflict, "%v", err)
	case errors.Is(err, app.ErrNotFound):
		return problem(http.StatusNotFound, "%v", err)
	case errors.Is(err, app.ErrFull):
		return problem(http.StatusConflict, "%v", err)
	case errors.Is(err, app.ErrConflict):
		return problem(http.StatusPreconditionFailed, "%v", err)
	case errors.Is(err, app.ErrTooLong), errors.Is(err, app.ErrBusy):
		return problem(http.StatusServiceUnavailable, "%v", err)
	case errors.Is(err, app.ErrUnavailable):
		a.log.WarnContext(ctx, "store unavailable", "error", err)
		return problem(http.StatusServiceUnavailable, "the database cannot be reached; try again in %s seconds", retrySeconds)
	case errors.Is(context.Cause(ctx), context.Canceled), errors.Is(err, context.Canceled):
		return problem(statusClientGone, "the client hung up before the answer")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return problem(http.StatusServiceUnavailable, "the request took longer than its limit and was stopped; try again, or make the plan smaller")
	}
	a.log.ErrorContext(ctx, "request not done", "error", err)
	return problem(http.StatusInternalServerError, "something went wrong here that is not the request's fault; it was logged")
}

// unreadable lists everything wrong with a document.
func unreadable(status int, list *plan.Problems) *Problem {
	n := len(list.List) + list.Dropped
	what := "the request cannot be done"
	if list.File != "" {
		what = clip(list.File, maxEcho) + " cannot be read"
	}
	p := problem(status, "%s: %d problems", what, n)
	if n == 1 {
		p.Detail = clip(what+": "+list.List[0].String(), maxMessage)
	}
	for _, x := range list.List[:min(len(list.List), maxFaults)] {
		p.Errors = append(p.Errors, Fault{Message: clip(x.Message, maxMessage), Location: clip(x.Path, maxMessage), Line: x.Line, Column: x.Column})
	}
	p.More = n - len(p.Errors)
	return p
}

// fromHuma makes a Problem of what huma found wrong. A body or parameter that
// does not validate is 400 here: 422 is a plan with errors. Huma echoes what was
// sent in full, so values are clipped.
func fromHuma(ctx huma.Context, status int, message string, errs ...error) huma.StatusError {
	p := problem(status, "%s", message)
	if status == http.StatusUnprocessableEntity {
		p = problem(http.StatusBadRequest, "the request is not as documented; see errors")
	}
	for _, err := range errs {
		var given *Problem
		var detail huma.ErrorDetailer
		switch {
		case errors.As(err, &given):
			if given.Status == http.StatusServiceUnavailable && ctx != nil {
				ctx.SetHeader("Retry-After", retrySeconds)
			}
			return given
		case len(p.Errors) == maxFaults:
			p.More++
		case errors.As(err, &detail):
			p.Errors = append(p.Errors, faultOf(detail.ErrorDetail()))
		case unread(err):
			return problem(http.StatusBadRequest, "the body ended before it was whole: %v", err)
		case err != nil:
			p.Errors = append(p.Errors, Fault{Message: clip(err.Error(), maxMessage)})
		}
	}
	if status == http.StatusInternalServerError && message == "cannot read request body" {
		return problem(http.StatusBadRequest, "the body cannot be read: it is not as its headers say")
	}
	return p
}

// unread reports whether an error is that of a body cut short.
func unread(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, http.ErrBodyReadAfterClose)
}

func faultOf(d *huma.ErrorDetail) Fault {
	f := Fault{Message: clip(d.Message, maxMessage), Location: clip(d.Location, maxMessage)}
	switch v := d.Value.(type) {
	case nil:
	case string:
		f.Value = clip(v, maxEcho)
	case bool, float64, int64, uint64:
		f.Value = clip(fmt.Sprint(v), maxEcho)
	}
	return f
}

// huma keeps how errors look, and whether a list may be null, in variables of
// its own, to be set by who uses it; that is done once, before the first API is
// made.
var ours = sync.OnceFunc(func() {
	huma.NewErrorWithContext = fromHuma
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return fromHuma(nil, status, message, errs...)
	}
	huma.DefaultArrayNullable = false
})
