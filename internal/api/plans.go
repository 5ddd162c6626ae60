package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/planfile"
)

// changes are the statuses a change of a plan can end with.
var changes = []int{
	http.StatusBadRequest, http.StatusNotFound, http.StatusPreconditionFailed, http.StatusRequestEntityTooLarge,
	http.StatusUnsupportedMediaType, http.StatusPreconditionRequired, http.StatusServiceUnavailable,
}

func (a *API) registerPlans(h huma.API) {
	tags := []string{"plans"}
	add(a, h, huma.Operation{
		OperationID: "list-plans", Method: http.MethodGet, Path: "/plans", Tags: tags,
		Summary: "List plans", Description: "Newest change first, with the verdict of each.",
		Responses: answers(nil, http.StatusBadRequest, http.StatusServiceUnavailable),
	}, a.listPlans)
	add(a, h, huma.Operation{
		OperationID: "create-plan", Method: http.MethodPost, Path: "/plans", Tags: tags, DefaultStatus: http.StatusCreated,
		Summary:     "Store a plan",
		Description: "The body is the document. One that can be read is stored with its errors; one that cannot is 400 and is not. The same request made again with the same Idempotency-Key is answered with the plan the first made; another request with that key is 409.",
		Responses:   answers(nil, http.StatusBadRequest, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusServiceUnavailable),
	}, a.createPlan)
	carries(h, "/plans", http.MethodPost, planBody())
	add(a, h, huma.Operation{
		OperationID: "plan", Method: http.MethodGet, Path: "/plans/{id}", Tags: tags,
		Summary:     "Read a plan's document",
		Description: "The text of the newest revision as it was stored, or in the other form where Accept asks for that.",
		Responses: answers(map[string]*huma.Response{
			"200": tagged(content("The document", map[string]*huma.Schema{string(planfile.YAML): text(), string(planfile.JSON): object()})),
			"304": {Description: "If-None-Match names the newest revision"},
		}, http.StatusBadRequest, http.StatusNotFound, http.StatusNotAcceptable, http.StatusServiceUnavailable),
	}, a.readPlan)
	add(a, h, huma.Operation{
		OperationID: "plan-summary", Method: http.MethodGet, Path: "/plans/{id}/summary", Tags: tags,
		Summary: "Show a plan's verdict", Description: "The plan as lists show it: name, tags, revision, verdict. Deleted ones too.",
		Responses: answers(nil, http.StatusBadRequest, http.StatusNotFound, http.StatusServiceUnavailable),
	}, a.planSummary)
	add(a, h, huma.Operation{
		OperationID: "save-plan", Method: http.MethodPut, Path: "/plans/{id}", Tags: tags,
		Summary: "Save a plan", Description: "The body is the document; it becomes a new revision.",
		Responses: answers(nil, changes...),
	}, a.savePlan)
	carries(h, "/plans/{id}", http.MethodPut, planBody())
	add(a, h, huma.Operation{
		OperationID: "edit-plan", Method: http.MethodPatch, Path: "/plans/{id}", Tags: tags,
		Summary:     "Edit a plan",
		Description: "Makes edits (docs/plan-format.md) and saves a new revision; what they do not touch keeps its text and comments. An edit of name renames the plan.",
		Responses:   answers(nil, changes...),
	}, a.editPlan)
	carries(h, "/plans/{id}", http.MethodPatch, editsBody())
	add(a, h, huma.Operation{
		OperationID: "delete-plan", Method: http.MethodDelete, Path: "/plans/{id}", Tags: tags, DefaultStatus: http.StatusOK,
		Summary: "Delete a plan", Description: "It can be brought back with restore.",
		Responses: answers(nil, http.StatusBadRequest, http.StatusNotFound, http.StatusPreconditionFailed, http.StatusPreconditionRequired, http.StatusServiceUnavailable),
	}, a.deletePlan)
	add(a, h, huma.Operation{
		OperationID: "copy-plan", Method: http.MethodPost, Path: "/plans/{id}/copy", Tags: tags, DefaultStatus: http.StatusCreated,
		Summary: "Copy a plan", Description: "A new plan with the newest revision's text and the tags. Without a name: the old name and (copy).",
		Responses: answers(nil, http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusServiceUnavailable),
	}, a.copyPlan)
	add(a, h, huma.Operation{
		OperationID: "tag-plan", Method: http.MethodPut, Path: "/plans/{id}/tags", Tags: tags,
		Summary: "Replace a plan's tags", Responses: answers(nil, changes...),
	}, a.tagPlan)
}

// tagged says that an answer has an ETag.
func tagged(r *huma.Response) *huma.Response {
	r.Headers = map[string]*huma.Param{"ETag": {Description: "The revision: \"7\"", Schema: text()}}
	return r
}

// A Plan is a stored plan as lists show it.
type Plan struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Tags     []string        `json:"tags"`
	Revision int             `json:"revision" doc:"The newest, from 1"`
	Author   string          `json:"author" doc:"Of the newest revision"`
	Message  string          `json:"message" doc:"Of the newest revision"`
	Created  time.Time       `json:"created"`
	Changed  time.Time       `json:"changed"`
	Deleted  *time.Time      `json:"deleted" doc:"Null: not deleted"`
	Summary  app.PlanSummary `json:"summary" doc:"With the catalog of its catalog_revision, which may be newer than the revision"`
	Change   *CatalogChange  `json:"catalog_change" doc:"How the summary moved when the catalog changed last; null: it did not since the newest revision was saved"`
}

// A CatalogChange is a plan's verdict moved by another catalog.
type CatalogChange struct {
	At        time.Time `json:"at"`
	From      string    `json:"from" doc:"Revision of the catalog before"`
	To        string    `json:"to"`
	Sentences []string  `json:"sentences" doc:"What moved: prices changed: cost moved +3.1 % (12,000.00 to 12,372.00 USD)"`
}

func planOf(p app.Plan) Plan {
	out := Plan{
		ID: p.ID, Name: p.Name, Tags: listed(p.Tags), Revision: p.Revision, Author: p.Author, Message: p.Message,
		Created: p.Created.UTC(), Changed: p.Changed.UTC(), Summary: p.Summary,
	}
	if !p.Deleted.IsZero() {
		deleted := p.Deleted.UTC()
		out.Deleted = &deleted
	}
	if r := p.LastReplan; r != nil {
		if moved := app.WhatMoved(r.Before, r.After); len(moved) > 0 {
			out.Change = &CatalogChange{r.At.UTC(), r.From, r.To, moved}
		}
	}
	return out
}

// A planOutput is a plan after a change, with the tag for the next.
type planOutput struct {
	ETag     string `header:"ETag" doc:"The revision: \"7\""`
	Location string `header:"Location" doc:"Of a new plan: where it is"`
	Body     Plan
}

func changed(p app.Plan, err error) (*planOutput, error) {
	if err != nil {
		return nil, err
	}
	return &planOutput{ETag: etag(p.Revision), Body: planOf(p)}, nil
}

func created(p app.Plan, err error) (*planOutput, error) {
	out, err := changed(p, err)
	if err == nil {
		out.Location = Prefix + "/plans/" + p.ID
	}
	return out, err
}

type listInput struct {
	Q       string `query:"q" maxLength:"200" doc:"Words of the name or a tag"`
	Tag     string `query:"tag" maxLength:"64"`
	Deleted bool   `query:"deleted" doc:"Only deleted ones"`
	Limit   int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"Rows in the answer"`
	Cursor  string `query:"cursor" maxLength:"200" doc:"Where the page before ended: its next"`
}

type listOutput struct {
	Body struct {
		Plans []Plan  `json:"plans"`
		Next  *string `json:"next" doc:"Cursor of the next page; null: there is none"`
	}
}

func (a *API) listPlans(ctx context.Context, in *listInput) (*listOutput, error) {
	after, err := app.ParsePlanCursor(in.Cursor)
	if err != nil {
		return nil, at("query.cursor", in.Cursor, errCursor)
	}
	plans, more, err := a.plans.List(ctx, who(ctx), app.PlanQuery{Search: in.Q, Tag: in.Tag, Deleted: in.Deleted, Limit: in.Limit, After: after})
	if err != nil {
		return nil, err
	}
	out := &listOutput{}
	out.Body.Plans = make([]Plan, len(plans))
	for i, p := range plans {
		out.Body.Plans[i] = planOf(p)
	}
	if more && len(plans) > 0 {
		last := plans[len(plans)-1]
		next := app.PlanCursor{Changed: last.Changed, ID: last.ID}.Token()
		out.Body.Next = &next
	}
	return out, nil
}

// Saying is what somebody says of a change.
type Saying struct {
	Message string `query:"message" maxLength:"500" doc:"What the history says of it"`
}

// Once makes a request that is made twice done once.
type Once struct {
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"200" doc:"A request made again with it within a day is not done twice"`
}

type createInput struct {
	Saying
	Once
	Tags string `query:"tags" maxLength:"2000" doc:"Tags, with commas" example:"hall-2,review"`
}

func (a *API) createPlan(ctx context.Context, in *createInput) (*planOutput, error) {
	src, err := source(ctx, "")
	if err != nil {
		return nil, err
	}
	return created(once(a.plans.Create(ctx, who(ctx), app.CreateRequest{
		Source: src, Message: in.Message, Tags: splitTags(in.Tags), IdempotencyKey: in.IdempotencyKey,
	})))
}

// once says 409 of a key that was used for another request; the conflicts of
// other changes are 412.
func once(p app.Plan, err error) (app.Plan, error) {
	if errors.Is(err, app.ErrConflict) {
		err = problem(http.StatusConflict, "the Idempotency-Key was used for another request; send a new one: %v", err)
	}
	return p, err
}

func splitTags(text string) []string {
	var tags []string
	for t := range strings.SplitSeq(text, ",") {
		if t = strings.TrimSpace(t); t != "" {
			tags = append(tags, t)
		}
	}
	return tags
}

// Stored is the address of a plan.
type Stored struct {
	ID string `path:"id" maxLength:"64" doc:"Of the plan"`
}

type readInput struct {
	Stored
	IfNoneMatch string `header:"If-None-Match" maxLength:"200" doc:"Answer 304 where this is the newest revision"`
}

func (a *API) readPlan(ctx context.Context, in *readInput) (*streamed, error) {
	return a.document(ctx, in.ID, 0, in.IfNoneMatch)
}

type summaryInput struct{ Stored }

func (a *API) planSummary(ctx context.Context, in *summaryInput) (*planOutput, error) {
	return changed(a.plans.Find(ctx, who(ctx), in.ID))
}

type saveInput struct {
	Stored
	Matched
	Saying
}

func (a *API) savePlan(ctx context.Context, in *saveInput) (*planOutput, error) {
	base, err := in.base()
	if err != nil {
		return nil, err
	}
	src, err := source(ctx, "")
	if err != nil {
		return nil, err
	}
	return changed(a.plans.Save(ctx, who(ctx), in.ID, base, app.SaveRequest{Source: src, Message: in.Message}))
}

type deleteInput struct {
	Stored
	Matched
}

func (a *API) deletePlan(ctx context.Context, in *deleteInput) (*planOutput, error) {
	if err := a.matches(ctx, in.ID, in.Matched); err != nil {
		return nil, err
	}
	return changed(a.plans.Delete(ctx, who(ctx), in.ID))
}

// matches checks the revision of a change that makes no revision of its own.
func (a *API) matches(ctx context.Context, id string, m Matched) error {
	if _, err := m.base(); err != nil {
		return err
	}
	found, err := a.plans.Find(ctx, who(ctx), id)
	if err != nil {
		return err
	}
	return m.stands(found)
}

type copyInput struct {
	Stored
	Body *struct {
		Name string `json:"name,omitempty" maxLength:"200" doc:"Of the copy"`
	}
}

func (a *API) copyPlan(ctx context.Context, in *copyInput) (*planOutput, error) {
	name := ""
	if in.Body != nil {
		name = in.Body.Name
	}
	return created(a.plans.Copy(ctx, who(ctx), in.ID, name))
}

type tagInput struct {
	Stored
	Matched
	Body struct {
		Tags []string `json:"tags" maxItems:"32" doc:"All of them; each at most 64 characters"`
	}
}

func (a *API) tagPlan(ctx context.Context, in *tagInput) (*planOutput, error) {
	if err := a.matches(ctx, in.ID, in.Matched); err != nil {
		return nil, err
	}
	return changed(a.plans.Tag(ctx, who(ctx), in.ID, in.Body.Tags))
}
