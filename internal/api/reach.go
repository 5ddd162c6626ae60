package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
)

func (a *API) registerReach(h huma.API) {
	add(a, h, huma.Operation{
		OperationID: "reach", Method: http.MethodGet, Path: "/reach", Tags: []string{"catalog"},
		Summary: "Ask what does a length at a speed, or what fits between two ends",
		Description: "Which media and parts do a length at a speed, which do not and why, the limit and its source, watts and price. Without a length: everything there is, the shortest first. " +
			"From and to are a port of a device type (qm9700:IB1/1/1), a device type, or a form factor; with both the speed may be left out: then every speed both do, the fastest first.",
		Responses: answers(nil, http.StatusBadRequest),
	}, a.reach)
	add(a, h, huma.Operation{
		OperationID: "plan-reach", Method: http.MethodGet, Path: "/plans/{id}/reach", Tags: []string{"results"},
		Summary: "Ask what fits between two ends in a plan",
		Description: "Between two ports of the plan's devices (leaf-1:IB1/1/1): their run, what it requires by the plan's slack, and what each medium does for it. " +
			"An end may also be a device, a device type of the plan's own or of the catalog, or a form factor; then length says what is to be done.",
		Responses: answers(map[string]*huma.Response{"200": revised(content("What each medium does", map[string]*huma.Schema{mediaJSON: schemaOf[PlanReach](h)}))}, reads...),
	}, a.planReach)
}

// ReachQuestion is what is asked of the catalog or of a plan.
type ReachQuestion struct {
	Speed    string `query:"speed" maxLength:"40" doc:"A rate (ndr, 400gbe) or one variant of it; may be left out where both ends are named" example:"ndr"`
	Length   string `query:"length" maxLength:"40" doc:"The length to do, with its unit" example:"3m"`
	Medium   string `query:"medium" enum:"dac,acc,aec,aoc,optical,twisted-pair" doc:"Only this medium"`
	From     string `query:"from" maxLength:"200" doc:"Port, device type or form factor of one end" example:"qm9700:IB1/1/1"`
	To       string `query:"to" maxLength:"200" doc:"The same of the other end" example:"hgx-8gpu-osfp:ib1"`
	Currency string `query:"currency" maxLength:"3" pattern:"^[A-Za-z]{3}$" doc:"Of prices; absent: that of the price list" example:"USD"`
}

func (q *ReachQuestion) query() (app.ReachQuery, error) {
	length, err := parseLength("query.length", q.Length)
	return app.ReachQuery{Speed: q.Speed, Length: length, Medium: plan.Medium(q.Medium), From: q.From, To: q.To, Currency: q.Currency}, err
}

// wrong places what a question lacks, and makes a 400 of a word in it that names
// nothing.
func (q *ReachQuestion) wrong(err error) error {
	if invalid := (*app.Invalid)(nil); errors.As(err, &invalid) && len(invalid.Problems.List) == 1 {
		x := invalid.Problems.List[0]
		return at("query."+x.Path, map[string]string{"speed": q.Speed, "length": q.Length, "to": q.To}[x.Path], errors.New(x.Message))
	}
	return asked(err)
}

type reachOutput struct{ Body Reach }

func (a *API) reach(ctx context.Context, in *ReachQuestion) (*reachOutput, error) {
	q, err := in.query()
	if err != nil {
		return nil, err
	}
	now := a.plans.Current(ctx)
	answer, err := now.Reach(q)
	if err != nil {
		return nil, in.wrong(err)
	}
	return &reachOutput{reachOf(now, q, answer)}, nil
}

type planReachInput struct {
	Of
	ReachQuestion
}

type planReachOutput struct {
	Revision string `header:"Plan-Revision"`
	Body     PlanReach
}

func (a *API) planReach(ctx context.Context, in *planReachInput) (*planReachOutput, error) {
	q, err := in.query()
	if err != nil {
		return nil, err
	}
	checked, r, err := a.planned(ctx, in.Of)
	if err != nil {
		return nil, err
	}
	answer, err := checked.Reach(q)
	if err != nil {
		return nil, in.wrong(err)
	}
	return &planReachOutput{Revision: strconv.Itoa(r.Number), Body: planReachOf(checked, q, answer)}, nil
}
