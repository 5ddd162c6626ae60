package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/resultjson"
)

func (a *API) registerSimulate(h huma.API) {
	add(a, h, huma.Operation{
		OperationID: "simulate", Method: http.MethodPost, Path: "/plans/{id}/simulate", Tags: []string{"results"}, DefaultStatus: http.StatusOK,
		Summary: "Simulate the flows of collectives on a fabric",
		Description: "A seeded model, no measurement: the rings in order and shuffled, and what else is asked for, under ecmp with each number of queue pairs, " +
			"under static and under adaptive routing. What it rests on stands in assumptions. The work, flows times trials, is bounded; what is above is refused (400) and says what would fit.",
		Responses: answers(nil, append([]int{http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType}, reads...)...),
	}, a.simulate)
}

type simulateInput struct {
	Of
	Body struct {
		Fabric      string   `json:"fabric,omitempty" maxLength:"64" doc:"Its name; absent: the only one of the plan"`
		Collectives []string `json:"collectives,omitempty" maxItems:"8" enum:"ring-in-order,ring-shuffled,ring-strided,all-to-all" doc:"Beside the rings in order and shuffled, which are always there"`
		Seed        uint64   `json:"seed,omitempty" maximum:"9007199254740991" default:"1" doc:"The same seed gives the same answer"`
		Trials      int      `json:"trials,omitempty" minimum:"0" maximum:"100000" doc:"Absent or 0: 2,000, or as many as the work allows"`
		QueuePairs  []int    `json:"queue_pairs,omitempty" maxItems:"8" minimum:"1" maximum:"64" doc:"Of each flow, under ecmp; absent: 1, 2, 4, 8, 16"`
	}
}

type simulateOutput struct {
	Revision int `header:"Plan-Revision"`
	Body     resultjson.Simulation
}

func (a *API) simulate(ctx context.Context, in *simulateInput) (*simulateOutput, error) {
	s, r, err := a.plans.Simulate(ctx, who(ctx), in.ID, in.Of.Revision, app.SimulateRequest{
		Fabric: in.Body.Fabric, Collectives: in.Body.Collectives, Seed: in.Body.Seed, Trials: in.Body.Trials, QueuePairs: in.Body.QueuePairs,
	})
	if err != nil {
		return nil, err
	}
	return &simulateOutput{Revision: r.Number, Body: resultjson.SimulationOf(s)}, nil
}
