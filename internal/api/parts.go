package api

import (
	"context"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/resultjson"
)

// The parts below have no filters but a text.

type partInput struct {
	Of
	Window
	Q string `query:"q" maxLength:"200" doc:"Words that all stand in the name"`
}

// part is the page of a part of a plan's result.
func (a *API) part(ctx context.Context, in *partInput, look func(*app.Checked, app.PartQuery) (app.PartPage, error)) (*app.Checked, []int32, Rows, error) {
	checked, r, err := a.planned(ctx, in.Of)
	if err != nil {
		return nil, nil, Rows{}, err
	}
	page, err := look(checked, app.PartQuery{Text: in.Q, Limit: in.Limit, After: in.Cursor})
	if err != nil {
		return nil, nil, Rows{}, err
	}
	return checked, page.Rows, rowsOf(r, page.Total, page.Next, page.Prev), nil
}

// each is the rows of the numbers, never nil.
func each[R, T any](numbers []int32, all []R, row func(R) T) []T {
	out := make([]T, len(numbers))
	for k, i := range numbers {
		out[k] = row(all[i])
	}
	return out
}

type racksOutput struct {
	Body struct {
		Rows
		Racks []resultjson.Rack `json:"racks"`
	}
}

func (a *API) racks(ctx context.Context, in *partInput) (*racksOutput, error) {
	checked, numbers, rows, err := a.part(ctx, in, (*app.Checked).Racks)
	if err != nil {
		return nil, err
	}
	out := &racksOutput{}
	out.Body.Rows, out.Body.Racks = rows, each(numbers, checked.Result.Racks, resultjson.RackRow)
	return out, nil
}

type traysOutput struct {
	Body struct {
		Rows
		Trays []resultjson.Tray `json:"trays"`
	}
}

func (a *API) trays(ctx context.Context, in *partInput) (*traysOutput, error) {
	checked, numbers, rows, err := a.part(ctx, in, (*app.Checked).Trays)
	if err != nil {
		return nil, err
	}
	out := &traysOutput{}
	out.Body.Rows, out.Body.Trays = rows, each(numbers, checked.Result.Trays, resultjson.TrayRow)
	return out, nil
}

type fabricsOutput struct {
	Body struct {
		Rows
		Fabrics []resultjson.Fabric `json:"fabrics"`
	}
}

func (a *API) fabrics(ctx context.Context, in *partInput) (*fabricsOutput, error) {
	checked, numbers, rows, err := a.part(ctx, in, (*app.Checked).Fabrics)
	if err != nil {
		return nil, err
	}
	out := &fabricsOutput{}
	out.Body.Rows, out.Body.Fabrics = rows, resultjson.Fabrics(checked.Result, numbers)
	return out, nil
}

type uncheckedOutput struct {
	Body struct {
		Rows
		Unchecked []resultjson.Unchecked `json:"unchecked"`
	}
}

func (a *API) unchecked(ctx context.Context, in *partInput) (*uncheckedOutput, error) {
	checked, numbers, rows, err := a.part(ctx, in, (*app.Checked).Unchecked)
	if err != nil {
		return nil, err
	}
	out := &uncheckedOutput{}
	out.Body.Rows, out.Body.Unchecked = rows, each(numbers, checked.Result.Unchecked, resultjson.UncheckedRow)
	return out, nil
}

// A Cause is findings that say the same of different subjects.
type Cause struct {
	Code     string   `json:"code"`
	Severity string   `json:"severity"`
	Message  string   `json:"message"`
	Fix      string   `json:"fix"`
	Source   string   `json:"source"`
	Count    int      `json:"count" doc:"Links or devices all of it speaks for"`
	Findings int      `json:"findings" doc:"How many findings"`
	Subjects []string `json:"subjects" doc:"Of the first of them, at most 100"`
}

// maxSubjects is how many subjects of a cause are listed.
const maxSubjects = 100

type causesInput struct {
	Of
	Paging
}

type causesOutput struct {
	Body struct {
		Revision int     `json:"revision" doc:"The rows are of it"`
		Total    int     `json:"total" doc:"Rows on all pages"`
		Next     *string `json:"next" doc:"Cursor of the next page; null: there is none"`
		Causes   []Cause `json:"causes"`
	}
}

func (a *API) causes(ctx context.Context, in *causesInput) (*causesOutput, error) {
	checked, r, err := a.planned(ctx, in.Of)
	if err != nil {
		return nil, err
	}
	groups := checked.FindingGroups()
	page, next, err := pageOf(groups, in.Paging)
	if err != nil {
		return nil, err
	}
	out := &causesOutput{}
	out.Body.Revision, out.Body.Total, out.Body.Next = r.Number, len(groups), next
	out.Body.Causes = make([]Cause, len(page))
	for i, g := range page {
		out.Body.Causes[i] = causeOf(g)
	}
	return out, nil
}

func causeOf(g app.FindingGroup) Cause {
	return Cause{
		Code: string(g.Code), Severity: string(g.Severity), Message: g.Message, Fix: g.Fix, Source: g.Source, Count: g.Count,
		Findings: len(g.Findings), Subjects: listed(g.Subjects[:min(len(g.Subjects), maxSubjects)]),
	}
}
