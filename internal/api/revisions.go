package api

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/planfile"
)

func (a *API) registerRevisions(h huma.API) {
	tags := []string{"plans"}
	add(a, h, huma.Operation{
		OperationID: "list-revisions", Method: http.MethodGet, Path: "/plans/{id}/revisions", Tags: tags,
		Summary: "List a plan's revisions", Description: "Newest first, without their texts.",
		Responses: answers(nil, http.StatusBadRequest, http.StatusNotFound, http.StatusServiceUnavailable),
	}, a.listRevisions)
	add(a, h, huma.Operation{
		OperationID: "revision", Method: http.MethodGet, Path: "/plans/{id}/revisions/{number}", Tags: tags,
		Summary: "Read the document of a revision",
		Responses: answers(map[string]*huma.Response{
			"200": tagged(content("The document", map[string]*huma.Schema{string(planfile.YAML): text(), string(planfile.JSON): object()})),
			"304": {Description: "If-None-Match names the revision"},
		}, http.StatusBadRequest, http.StatusNotFound, http.StatusNotAcceptable, http.StatusServiceUnavailable),
	}, a.readRevision)
	add(a, h, huma.Operation{
		OperationID: "restore", Method: http.MethodPost, Path: "/plans/{id}/restore", Tags: tags,
		Summary:     "Restore a revision, or a deleted plan",
		Description: "With a revision: its text becomes a new revision. Without a body: brings a deleted plan back.",
		Responses:   answers(nil, changes...),
	}, a.restore)
}

// A Revision is one save of a plan.
type Revision struct {
	Number    int             `json:"number"`
	Name      string          `json:"name" doc:"Of the plan, then"`
	Author    string          `json:"author"`
	Message   string          `json:"message"`
	At        time.Time       `json:"at"`
	MediaType string          `json:"media_type"`
	Summary   app.PlanSummary `json:"summary"`

	Change *app.RevisionChange `json:"change" doc:"Against the revision before; null: of the first, or not worked out yet"`
}

func revisionOf(r app.Revision) Revision {
	return Revision{r.Number, r.Name, r.Author, r.Message, r.At.UTC(), string(r.MediaType), r.Summary, r.Change}
}

type revisionsInput struct {
	Stored
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"Rows in the answer"`
	Cursor string `query:"cursor" maxLength:"100" doc:"Where the page before ended: its next"`
	Author string `query:"author" maxLength:"200" doc:"A part of their name, in any case"`
	Q      string `query:"q" maxLength:"200" doc:"Words that all stand in author, message or what is known to have changed"`
}

type revisionsOutput struct {
	Body struct {
		Revisions []Revision `json:"revisions"`
		Next      *string    `json:"next" doc:"Cursor of the next page; null: there is none"`
	}
}

func (a *API) listRevisions(ctx context.Context, in *revisionsInput) (*revisionsOutput, error) {
	before, err := readCursor(in.Cursor)
	if err != nil {
		return nil, at("query.cursor", in.Cursor, err)
	}
	page, err := a.plans.History(ctx, who(ctx), in.ID, app.HistoryQuery{Author: in.Author, Text: in.Q, Before: before, Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	list := page.Revisions
	out := &revisionsOutput{}
	out.Body.Revisions = make([]Revision, len(list))
	for i, r := range list {
		out.Body.Revisions[i] = revisionOf(r)
	}
	if page.Next > 0 {
		next := writeCursor(page.Next)
		out.Body.Next = &next
	}
	return out, nil
}

type revisionInput struct {
	Stored
	Number      int    `path:"number" minimum:"1" maximum:"2147483646"`
	IfNoneMatch string `header:"If-None-Match" maxLength:"200" doc:"Answer 304 where this is the revision"`
}

func (a *API) readRevision(ctx context.Context, in *revisionInput) (*streamed, error) {
	return a.document(ctx, in.ID, in.Number, in.IfNoneMatch)
}

// document answers the text of a revision as it was stored, or in the form the
// client asks for. Number 0 is the newest.
func (a *API) document(ctx context.Context, id string, number int, ifNoneMatch string) (*streamed, error) {
	accept := callOf(ctx).accept
	r, err := a.plans.Text(ctx, who(ctx), id, number, "")
	if err != nil {
		return nil, err
	}
	other := planfile.YAML
	if r.MediaType == planfile.YAML {
		other = planfile.JSON
	}
	want, err := negotiate(accept, string(r.MediaType), string(other))
	if err != nil {
		return nil, err
	}
	header := http.Header{"Etag": {etag(r.Number)}, "Vary": {"Accept"}, "Last-Modified": {r.At.UTC().Format(http.TimeFormat)}, "Cache-Control": {"no-cache"}}
	if unchanged(ifNoneMatch, etag(r.Number)) && want == string(r.MediaType) {
		return a.stream(http.StatusNotModified, want, header, func(io.Writer) error { return nil }), nil
	}
	if want != string(r.MediaType) {
		if r, err = a.plans.Text(ctx, who(ctx), id, r.Number, other); err != nil {
			return nil, err
		}
	}
	header.Set("Content-Length", strconv.Itoa(len(r.Text)))
	return a.stream(http.StatusOK, want, header, func(w io.Writer) error {
		_, err := w.Write(r.Text)
		return err
	}), nil
}

type restoreInput struct {
	Stored
	Matched
	Body *struct {
		Revision int `json:"revision" minimum:"1" maximum:"2147483646" doc:"Whose text becomes the newest"`
	}
}

func (a *API) restore(ctx context.Context, in *restoreInput) (*planOutput, error) {
	if in.Body == nil {
		if err := a.matches(ctx, in.ID, in.Matched); err != nil {
			return nil, err
		}
		return changed(a.plans.Undelete(ctx, who(ctx), in.ID))
	}
	base, err := in.base()
	if err != nil {
		return nil, err
	}
	return changed(a.plans.RestoreRevision(ctx, who(ctx), in.ID, base, in.Body.Revision))
}
