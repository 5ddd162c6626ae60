package api

import (
	"context"

	"lengthwise/internal/app"
	"lengthwise/internal/planner"
)

// A Diff says what changed from one revision of a plan to another.
type Diff struct {
	From         Compared        `json:"from"`
	To           Compared        `json:"to"`
	Same         bool            `json:"same" doc:"The documents are equal, whatever their texts"`
	Settings     Changes         `json:"settings"`
	Racks        Changes         `json:"racks"`
	Devices      Changes         `json:"devices"`
	Links        Changes         `json:"links" doc:"Links and overrides"`
	Media        []MediumChange  `json:"media" doc:"Links that are made otherwise now"`
	Products     []ProductChange `json:"products" doc:"What is ordered otherwise now"`
	FindingsGone []Cause         `json:"findings_gone"`
	FindingsNew  []Cause         `json:"findings_new"`
}

// Compared is one side of a comparison, planned with the catalog of today.
type Compared struct {
	Number  int             `json:"number"`
	Author  string          `json:"author"`
	Message string          `json:"message"`
	Summary app.PlanSummary `json:"summary"`
}

// Changes are the changes of a kind, at most 1,000 of them.
type Changes struct {
	Total   int      `json:"total"`
	Changes []Change `json:"changes"`
}

// A Change is one thing that is otherwise now.
type Change struct {
	Kind    string `json:"kind" enum:"added,removed,moved,changed"`
	Subject string `json:"subject"`
	Count   int    `json:"count" doc:"Racks, devices or links it speaks for"`
	Text    string `json:"text" doc:"leaf-03 moved from U40 to U31 of A02"`
}

// A MediumChange is a number of cables of one medium that take the place of
// another.
type MediumChange struct {
	From   string `json:"from" doc:"Empty: no cable"`
	To     string `json:"to" doc:"Empty: no cable"`
	Cables int    `json:"cables"`
	Text   string `json:"text"`
}

// A ProductChange is a product whose order is otherwise now.
type ProductChange struct {
	Product     string `json:"product"`
	Description string `json:"description"`
	From        int    `json:"from" doc:"To order, spares included"`
	To          int    `json:"to"`
}

type diffInput struct {
	Stored
	From int `query:"from" required:"true" minimum:"1" maximum:"2147483646"`
	To   int `query:"to" minimum:"1" maximum:"2147483646" doc:"Absent: the newest"`
}

type diffOutput struct{ Body Diff }

func (a *API) diff(ctx context.Context, in *diffInput) (*diffOutput, error) {
	c, err := a.plans.Compare(ctx, who(ctx), in.ID, in.From, in.To)
	if err != nil {
		return nil, err
	}
	out := &diffOutput{Diff{
		From: comparedOf(c.From), To: comparedOf(c.To), Same: c.Same,
		Settings: changesOf(c.Settings), Racks: changesOf(c.Racks), Devices: changesOf(c.Devices), Links: changesOf(c.Links),
		Media: make([]MediumChange, len(c.Media)), Products: make([]ProductChange, len(c.Products)),
		FindingsGone: causesOf(c.FindingsGone), FindingsNew: causesOf(c.FindingsNew),
	}}
	for i, m := range c.Media {
		out.Body.Media[i] = MediumChange{string(m.From), string(m.To), m.Cables, m.Text}
	}
	for i, p := range c.Products {
		out.Body.Products[i] = ProductChange(p)
	}
	return out, nil
}

func comparedOf(c app.Compared) Compared {
	r := c.Revision
	return Compared{r.Number, r.Author, r.Message, app.SummaryOf(&planner.Result{OK: c.OK, Summary: c.Summary, CatalogRevision: r.Summary.CatalogRevision})}
}

func changesOf(c app.Changes) Changes {
	out := Changes{Total: c.Total, Changes: make([]Change, len(c.List))}
	for i, x := range c.List {
		out.Changes[i] = Change{string(x.Kind), x.Subject, x.Count, x.Text}
	}
	return out
}

// maxCauses is how many causes a comparison lists.
const maxCauses = 1_000

func causesOf(groups []app.FindingGroup) []Cause {
	out := make([]Cause, min(len(groups), maxCauses))
	for i := range out {
		out[i] = causeOf(groups[i])
	}
	return out
}
