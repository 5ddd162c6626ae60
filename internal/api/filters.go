package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
)

func (a *API) registerFilters(h huma.API) {
	tags := []string{"filters"}
	changes := []int{http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusServiceUnavailable}
	add(a, h, huma.Operation{
		OperationID: "list-filters", Method: http.MethodGet, Path: "/plans/{id}/filters", Tags: tags,
		Summary: "List saved filters", Description: "Filters of links kept for the plan, and those for all plans, by name.",
		Responses: answers(nil, reads...),
	}, a.listFilters)
	add(a, h, huma.Operation{
		OperationID: "keep-filter", Method: http.MethodPost, Path: "/plans/{id}/filters", Tags: tags, DefaultStatus: http.StatusCreated,
		Summary: "Keep a filter", Description: "Under a name that no other filter of the plan, or for all plans, has.",
		Responses: answers(nil, changes...),
	}, a.keepFilter)
	add(a, h, huma.Operation{
		OperationID: "rename-filter", Method: http.MethodPut, Path: "/plans/{id}/filters/{filter}/name", Tags: tags,
		Summary: "Rename a filter", Responses: answers(nil, changes...),
	}, a.renameFilter)
	add(a, h, huma.Operation{
		OperationID: "remove-filter", Method: http.MethodDelete, Path: "/plans/{id}/filters/{filter}", Tags: tags, DefaultStatus: http.StatusOK,
		Summary: "Take a filter away", Description: "Answers the filters that are left.", Responses: answers(nil, reads...),
	}, a.removeFilter)
}

// A Filter is a filter of links kept under a name.
type Filter struct {
	ID       string         `json:"id"`
	Name     string         `json:"name"`
	AllPlans bool           `json:"all_plans" doc:"False: for this plan"`
	View     app.FilterView `json:"view"`
	Author   string         `json:"author" doc:"Who changed it last"`
	Changed  time.Time      `json:"changed"`
}

func filterOf(f app.Filter) Filter {
	return Filter{ID: f.ID, Name: f.Name, AllPlans: f.PlanID == "", View: f.View, Author: f.Author, Changed: f.Changed.UTC()}
}

type filtersOutput struct {
	Body struct {
		Filters []Filter `json:"filters"`
	}
}

type filterOutput struct{ Body Filter }

func (a *API) listFilters(ctx context.Context, in *struct{ Stored }) (*filtersOutput, error) {
	list, err := a.plans.Filters(ctx, who(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	out := &filtersOutput{}
	out.Body.Filters = make([]Filter, len(list))
	for i, f := range list {
		out.Body.Filters[i] = filterOf(f)
	}
	return out, nil
}

type keepFilterInput struct {
	Stored
	Body struct {
		Name     string         `json:"name" maxLength:"64"`
		AllPlans bool           `json:"all_plans,omitempty" doc:"For all plans, not for this one"`
		View     app.FilterView `json:"view"`
	}
}

func (a *API) keepFilter(ctx context.Context, in *keepFilterInput) (*filterOutput, error) {
	f, err := a.plans.KeepFilter(ctx, who(ctx), in.ID, app.NewFilter{Name: in.Body.Name, AllPlans: in.Body.AllPlans, View: in.Body.View})
	if err != nil {
		return nil, err
	}
	return &filterOutput{filterOf(f)}, nil
}

// Kept is the address of a filter.
type Kept struct {
	Stored
	Filter string `path:"filter" maxLength:"64" doc:"Its id"`
}

type renameFilterInput struct {
	Kept
	Body struct {
		Name string `json:"name" maxLength:"64"`
	}
}

func (a *API) renameFilter(ctx context.Context, in *renameFilterInput) (*filterOutput, error) {
	f, err := a.plans.RenameFilter(ctx, who(ctx), in.ID, in.Filter, in.Body.Name)
	if err != nil {
		return nil, err
	}
	return &filterOutput{filterOf(f)}, nil
}

func (a *API) removeFilter(ctx context.Context, in *struct{ Kept }) (*filtersOutput, error) {
	if err := a.plans.RemoveFilter(ctx, who(ctx), in.ID, in.Filter); err != nil {
		return nil, err
	}
	return a.listFilters(ctx, &struct{ Stored }{in.Stored})
}
