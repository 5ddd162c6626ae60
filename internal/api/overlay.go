package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
)

// maxBody is how many bytes the body of an overlay row may have, unpacked.
const maxBody = 512 << 10

func (a *API) registerOverlay(h huma.API) {
	tags := []string{"catalog"}
	const row = "/catalog/overlay/{kind}/{key}"
	add(a, h, huma.Operation{
		OperationID: "list-overlay", Method: http.MethodGet, Path: "/catalog/overlay", Tags: tags,
		Summary:     "List what the site added to the catalog",
		Description: "Products of other makers and their sources, device types, site status, prices, and how the columns of price lists are read; by kind and key.",
		Responses:   answers(nil, http.StatusBadRequest, http.StatusServiceUnavailable),
	}, a.listOverlay)
	add(a, h, huma.Operation{
		OperationID: "list-overlay-history", Method: http.MethodGet, Path: "/catalog/overlay-history", Tags: tags,
		Summary: "List changes of what the site added", Description: "Newest first, of every row.",
		Responses: answers(nil, http.StatusBadRequest, http.StatusServiceUnavailable),
	}, a.overlayHistory)
	add(a, h, huma.Operation{
		OperationID: "overlay-row", Method: http.MethodGet, Path: row, Tags: tags,
		Summary:   "Show a row of the overlay",
		Responses: answers(nil, http.StatusBadRequest, http.StatusNotFound, http.StatusServiceUnavailable),
	}, a.overlayRow)
	add(a, h, huma.Operation{
		OperationID: "put-overlay-row", Method: http.MethodPut, Path: row, Tags: tags,
		Summary: "Put a row of the overlay",
		Description: "The catalog is tried with it first: what the catalog refuses is 400 with every fault. If-Match names the version it is a change of, If-None-Match: * says that there is none. " +
			"A body that is there already changes nothing. The key is the part number, the source's key, the device type's slug, or part|supplier|currency|first day of a price.",
		Responses: answers(nil, changes...),
	}, a.putOverlay)
	carries(h, row, http.MethodPut, overlayBody(h))
	add(a, h, huma.Operation{
		OperationID: "remove-overlay-row", Method: http.MethodDelete, Path: row, Tags: tags, DefaultStatus: http.StatusOK,
		Summary: "Take a row out of the overlay", Description: "Its history stays, and it can be put again. What other rows need is refused.",
		Responses: answers(nil, http.StatusBadRequest, http.StatusNotFound, http.StatusPreconditionFailed, http.StatusPreconditionRequired, http.StatusServiceUnavailable),
	}, a.removeOverlay)
	add(a, h, huma.Operation{
		OperationID: "overlay-row-history", Method: http.MethodGet, Path: row + "/history", Tags: tags,
		Summary:   "List changes of a row of the overlay",
		Responses: answers(nil, http.StatusBadRequest, http.StatusServiceUnavailable),
	}, a.rowHistory)
}

// An OverlayRow is one thing the site added to the catalog.
type OverlayRow struct {
	Kind    app.OverlayKind `json:"kind"`
	Key     string          `json:"key"`
	Version int             `json:"version" doc:"Its ETag"`
	Body    json.RawMessage `json:"body" doc:"As put"`
	Author  string          `json:"author" doc:"Of the last change"`
	Message string          `json:"message" doc:"Of the last change"`
	Changed time.Time       `json:"changed"`
}

func overlayRowOf(r app.OverlayRow) OverlayRow {
	return OverlayRow{r.Kind, r.Key, r.Version, r.Body, r.Author, r.Message, r.Changed.UTC()}
}

type overlayInput struct {
	Kind string `query:"kind" enum:"product,source,device-type,status,price,mapping"`
	Q    string `query:"q" maxLength:"200" doc:"Words that all stand in the key or the body"`
	Paging
}

type overlayOutput struct {
	Body struct {
		CatalogRevision string       `json:"catalog_revision"`
		OverlayRevision int64        `json:"overlay_revision" doc:"Rises with every change"`
		Rows            []OverlayRow `json:"rows"`
		Total           int          `json:"total" doc:"How many there are on all pages"`
		Next            *string      `json:"next" doc:"Cursor of the next page; null: there is none"`
	}
}

func (a *API) listOverlay(ctx context.Context, in *overlayInput) (*overlayOutput, error) {
	rows, revision, err := a.plans.Overlay(ctx, who(ctx), app.OverlayQuery{Kind: app.OverlayKind(in.Kind), Text: in.Q})
	if err != nil {
		return nil, err
	}
	page, next, err := pageOf(rows, in.Paging)
	if err != nil {
		return nil, err
	}
	out := &overlayOutput{}
	out.Body.CatalogRevision, out.Body.OverlayRevision = a.plans.App().CatalogRevision(), revision
	out.Body.Rows, out.Body.Total, out.Body.Next = make([]OverlayRow, len(page)), len(rows), next
	for i, r := range page {
		out.Body.Rows[i] = overlayRowOf(r)
	}
	return out, nil
}

// OverlayKey is the address of a row.
type OverlayKey struct {
	Kind string `path:"kind" enum:"product,source,device-type,status,price,mapping"`
	Key  string `path:"key" maxLength:"300" example:"MCP7Y00-N003"`
}

type overlayRowInput struct{ OverlayKey }

// An overlayRowOutput is a row, with the tag for its next change.
type overlayRowOutput struct {
	ETag string `header:"ETag" doc:"The version: \"7\""`
	Body OverlayRow
}

func taggedRow(r app.OverlayRow, err error) (*overlayRowOutput, error) {
	if err != nil {
		return nil, err
	}
	return &overlayRowOutput{ETag: etag(r.Version), Body: overlayRowOf(r)}, nil
}

func (a *API) overlayRow(ctx context.Context, in *overlayRowInput) (*overlayRowOutput, error) {
	return taggedRow(a.plans.OverlayRow(ctx, who(ctx), app.OverlayKind(in.Kind), in.Key))
}

type putInput struct {
	OverlayKey
	Matched
	IfNoneMatch string `header:"If-None-Match" maxLength:"64" doc:"*: there is no such row yet"`
	Saying
}

func (a *API) putOverlay(ctx context.Context, in *putInput) (*overlayRowOutput, error) {
	base := 0
	if in.IfNoneMatch != "*" || in.IfMatch != "" {
		var err error
		if base, err = in.base(); err != nil {
			return nil, err
		}
	}
	text, err := readAll(callOf(ctx).request, maxBody)
	if err != nil {
		return nil, err
	}
	body, err := app.ReadOverlayBody(app.OverlayKind(in.Kind), text)
	if err != nil {
		return nil, at("body", string(text[:min(len(text), 4*maxEcho)]), err)
	}
	return taggedRow(a.plans.PutOverlay(ctx, who(ctx), app.PutRequest{Key: in.Key, Base: base, Body: body, Message: in.Message}))
}

type removeInput struct {
	OverlayKey
	Matched
	Saying
}

func (a *API) removeOverlay(ctx context.Context, in *removeInput) (*overlayRowOutput, error) {
	base, err := in.base()
	if err != nil {
		return nil, err
	}
	return taggedRow(a.plans.RemoveOverlay(ctx, who(ctx), app.OverlayKind(in.Kind), in.Key, base, in.Message))
}

// overlayBody says what a row may say: one of the bodies, by kind.
func overlayBody(h huma.API) *huma.RequestBody {
	return &huma.RequestBody{
		Required:    true,
		Description: "By kind. Cells are those of docs/catalog.md; amounts are decimals of at most two digits; days are 2026-11-30.",
		Content: map[string]*huma.MediaType{mediaJSON: {Schema: &huma.Schema{OneOf: []*huma.Schema{
			schemaOf[app.ProductBody](h), schemaOf[app.SourceBody](h), schemaOf[app.DeviceTypeBody](h), schemaOf[app.StatusBody](h), schemaOf[app.PriceBody](h),
		}}, Example: app.StatusBody{Status: catalog.Preferred, Note: "in stock in the next building"}}},
	}
}

// An OverlayEvent is one change of one row.
type OverlayEvent struct {
	ID       int64           `json:"id"`
	Revision int64           `json:"overlay_revision" doc:"Which the change made; changes made together share it"`
	Kind     app.OverlayKind `json:"kind"`
	Key      string          `json:"key"`
	Version  int             `json:"version"`
	Before   json.RawMessage `json:"before" doc:"Null: there was no row"`
	After    json.RawMessage `json:"after" doc:"Null: the row was taken out"`
	Author   string          `json:"author"`
	Message  string          `json:"message"`
	At       time.Time       `json:"at"`
}

// HistoryPaging pages through changes.
type HistoryPaging struct {
	Limit  int   `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"Changes in the answer"`
	Before int64 `query:"before" minimum:"0" doc:"Only those with an id below; 0: from the newest"`
}

type historyOutput struct {
	Body struct {
		Changes []OverlayEvent `json:"changes" doc:"Newest first"`
	}
}

type overlayHistoryInput struct{ HistoryPaging }

func (a *API) overlayHistory(ctx context.Context, in *overlayHistoryInput) (*historyOutput, error) {
	return a.history(ctx, OverlayKey{}, in.HistoryPaging)
}

type rowHistoryInput struct {
	OverlayKey
	HistoryPaging
}

func (a *API) rowHistory(ctx context.Context, in *rowHistoryInput) (*historyOutput, error) {
	return a.history(ctx, in.OverlayKey, in.HistoryPaging)
}

func (a *API) history(ctx context.Context, of OverlayKey, p HistoryPaging) (*historyOutput, error) {
	events, err := a.plans.OverlayHistory(ctx, who(ctx), app.OverlayKind(of.Kind), of.Key, p.Before, p.Limit)
	if err != nil {
		return nil, err
	}
	out := &historyOutput{}
	out.Body.Changes = make([]OverlayEvent, len(events))
	for i, e := range events {
		out.Body.Changes[i] = OverlayEvent{e.ID, e.Revision, e.Kind, e.Key, e.Version, e.Before, e.After, e.Author, e.Message, e.At.UTC()}
	}
	return out, nil
}
