package api

import (
	"context"
	"io"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/csvtext"
)

// Diff is what changed from one revision of a plan to another.
type Diff = app.Diff

func (a *API) registerDiff(h huma.API) {
	add(a, h, huma.Operation{
		OperationID: "diff", Method: http.MethodGet, Path: "/plans/{id}/diff", Tags: []string{"results"},
		Summary:     "Compare two revisions",
		Description: "What changed in the plan and in what comes of it. Accept text/csv for all of it as one table, every link that is made otherwise included.",
		Responses: answers(map[string]*huma.Response{"200": content("What changed", map[string]*huma.Schema{
			mediaJSON: schemaOf[Diff](h), mediaCSV: text(),
		})}, append([]int{http.StatusNotAcceptable}, reads...)...),
	}, a.diff)
	add(a, h, huma.Operation{
		OperationID: "diff-links", Method: http.MethodGet, Path: "/plans/{id}/diff/links", Tags: []string{"results"},
		Summary:     "List links that are made otherwise in another revision",
		Description: "Those whose status, medium, length or product differs, and those that came or went; those that became worse first. what=run lists those whose run differs.",
		Responses:   answers(nil, reads...),
	}, a.diffLinks)
}

// Sides are the revisions that are compared.
type Sides struct {
	Stored
	From int `query:"from" required:"true" minimum:"1" maximum:"2147483646"`
	To   int `query:"to" minimum:"1" maximum:"2147483646" doc:"Absent: the newest"`
}

type diffInput struct{ Sides }

func (a *API) diff(ctx context.Context, in *diffInput) (*streamed, error) {
	media, err := negotiate(callOf(ctx).accept, mediaJSON, mediaCSV)
	if err != nil {
		return nil, err
	}
	c, err := a.plans.Compare(ctx, who(ctx), in.ID, in.From, in.To)
	if err != nil {
		return nil, err
	}
	return a.stream(http.StatusOK, withCharset(media), http.Header{"Vary": {"Accept"}}, func(w io.Writer) error {
		if media == mediaCSV {
			return c.WriteCSV(w, csvtext.Options{})
		}
		return writeJSON(w, c.Diff())
	}), nil
}

// ChangedLinks selects links that are made otherwise.
type ChangedLinks struct {
	What   string `query:"what" enum:"status,medium,length,product,added,removed,run" doc:"Only links that differ in it"`
	Device string `query:"device" maxLength:"64" doc:"Of either end"`
	Q      string `query:"q" maxLength:"200" doc:"Words that all stand in an end, its rack, or a product"`
}

// A LinksDiff is a page of links that are made otherwise.
type LinksDiff struct {
	Total  int            `json:"total" doc:"Rows that match, on all pages"`
	Counts []AspectCount  `json:"counts" doc:"How many links differ in what, whatever is asked for"`
	Next   *string        `json:"next" doc:"Cursor of the next page; null: there is none"`
	Prev   *string        `json:"prev" doc:"Cursor of the page before; null: there is none"`
	Links  []app.LinkDiff `json:"links"`
}

// An AspectCount is how many links differ in an aspect.
type AspectCount struct {
	What  string `json:"what"`
	Count int    `json:"count"`
}

type diffLinksInput struct {
	Sides
	ChangedLinks
	Window
}

type diffLinksOutput struct{ Body LinksDiff }

func (a *API) diffLinks(ctx context.Context, in *diffLinksInput) (*diffLinksOutput, error) {
	c, err := a.plans.Compare(ctx, who(ctx), in.ID, in.From, in.To)
	if err != nil {
		return nil, err
	}
	rows, err := linksDiff(&c, in.ChangedLinks, in.Window)
	if err != nil {
		return nil, err
	}
	return &diffLinksOutput{rows}, nil
}

func linksDiff(c *app.Comparison, q ChangedLinks, w Window) (LinksDiff, error) {
	page, err := c.ChangedLinks(app.ChangedLinkQuery{What: q.What, Text: q.Q, Device: q.Device, Limit: w.Limit, After: w.Cursor})
	if err != nil {
		return LinksDiff{}, err
	}
	out := LinksDiff{Total: page.Total, Next: known(page.Next), Prev: known(page.Prev), Links: make([]app.LinkDiff, len(page.Rows)), Counts: []AspectCount{}}
	for i := range page.Rows {
		out.Links[i] = page.Rows[i].Diff()
	}
	for _, what := range app.LinkAspects {
		out.Counts = append(out.Counts, AspectCount{string(what), page.Counts[what]})
	}
	return out, nil
}

// revisionHeaderOf says which revision an answer is about.
func revisionHeaderOf(number int) http.Header {
	return http.Header{revisionHeader: {strconv.Itoa(number)}}
}
