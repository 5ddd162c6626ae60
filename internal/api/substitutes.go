package api

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/resultjson"
)

func (a *API) registerSubstitutes(h huma.API) {
	add(a, h, huma.Operation{
		OperationID: "substitutes", Method: http.MethodGet, Path: "/plans/{id}/substitutes", Tags: []string{"results"},
		Summary: "What could take the place of a product of the order",
		Description: "The next longer of its medium, every other medium and, where cables are pinned, what the planner would choose; each with the edits that PATCH takes. " +
			"With option that one is planned for the whole order, and the answer says what it comes to.",
		Responses: answers(nil, reads...),
	}, a.substitutes)
}

type substitutesInput struct {
	Of
	Product string `query:"product" required:"true" maxLength:"200" doc:"A SKU in any spelling, or spec:…" example:"MCP7Y00-N002"`
	Option  string `query:"option" maxLength:"40" doc:"Which is planned: longer, a medium, or free" example:"aoc"`
}

// A Substitute is another way to make the links a product makes.
type Substitute struct {
	Option  string            `json:"option"`
	Text    string            `json:"text"`
	Links   int               `json:"links" doc:"It is about"`
	Edits   []resultjson.Edit `json:"edits"`
	Planned *Substituted      `json:"planned,omitempty" doc:"Of the option that was asked for"`
}

// Substituted is what a substitute comes to in the whole order.
type Substituted struct {
	OK         bool          `json:"ok" doc:"Of the plan as it would be"`
	Failing    int           `json:"failing" doc:"Of its links: errors and unknown ones"`
	FailingNow int           `json:"failing_now"`
	Why        string        `json:"why" doc:"Of the first that would fail"`
	Cost       *string       `json:"cost_change" doc:"By how much the order costs more; null while no price list is loaded, a product ordered otherwise has no price, or more links go without a cable"`
	Currency   string        `json:"currency"`
	Power      *string       `json:"power_change_w" doc:"By how much cables and transceivers take more, spares left out; null where a product has no watts"`
	Products   []OrderChange `json:"products" doc:"What would be ordered otherwise"`
}

// An OrderChange is a product that would be ordered otherwise.
type OrderChange struct {
	Product     string `json:"product"`
	Description string `json:"description"`
	From        int    `json:"from" doc:"To order, spares included"`
	To          int    `json:"to"`
}

type substitutesOutput struct {
	Body struct {
		Revision    int          `json:"revision"`
		Substitutes []Substitute `json:"substitutes"`
	}
}

func (a *API) substitutes(ctx context.Context, in *substitutesInput) (*substitutesOutput, error) {
	checked, r, err := a.planned(ctx, in.Of)
	if err != nil {
		return nil, err
	}
	all, err := checked.Substitutes(in.Product)
	if err != nil {
		return nil, err
	}
	if in.Option != "" && !slices.ContainsFunc(all, func(s app.Substitute) bool { return s.Key == in.Option }) {
		return nil, at("query.option", in.Option, errors.New("option is none of this product; ask without it for those there are"))
	}
	out := &substitutesOutput{}
	out.Body.Revision, out.Body.Substitutes = r.Number, make([]Substitute, len(all))
	for i, s := range all {
		row := Substitute{Option: s.Key, Text: s.Text, Links: s.Links, Edits: make([]resultjson.Edit, len(s.Edits))}
		for k, e := range s.Edits {
			row.Edits[k] = resultjson.Edit(e)
		}
		if s.Key == in.Option {
			made, err := a.plans.Substituted(ctx, who(ctx), in.ID, r.Number, s)
			if err != nil {
				return nil, err
			}
			row.Planned = substitutedOf(&made)
		}
		out.Body.Substitutes[i] = row
	}
	return out, nil
}

func substitutedOf(s *app.Substituted) *Substituted {
	out := &Substituted{
		OK: s.OK, Failing: s.Failing, FailingNow: s.Was, Why: s.Why, Currency: s.Currency, Products: make([]OrderChange, len(s.Products)),
	}
	if s.Priced && s.Unpriced == 0 && s.Failing <= s.Was { // links that lose their cable are no saving
		cost := s.Money.String()
		out.Cost = &cost
	}
	if s.Unrated == 0 {
		power := s.Power.Watts()
		out.Power = &power
	}
	for i, p := range s.Products {
		out.Products[i] = OrderChange(p)
	}
	return out
}
