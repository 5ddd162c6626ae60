package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/resultjson"
)

func (a *API) registerRows(h huma.API) {
	part := func(name, summary, description string) huma.Operation {
		return huma.Operation{
			OperationID: name, Method: http.MethodGet, Path: "/plans/{id}/" + name, Tags: []string{"results"},
			Summary: summary, Description: description, Responses: answers(nil, reads...),
		}
	}
	add(a, h, part("links", "List links", "Filtered and sorted; errors first unless said."), a.links)
	add(a, h, part("cables", "List cables", ""), a.cables)
	add(a, h, part("modules", "List transceivers", ""), a.modules)
	add(a, h, part("findings", "List findings", "Errors first; at most 10,000 of one code are listed, summary counts all."), a.findings)
	add(a, h, part("causes", "List findings by cause", "Findings that say the same of different subjects, together."), a.causes)
	add(a, h, part("bom", "List the bill of materials", ""), a.bom)
	add(a, h, part("racks", "List what racks hold", ""), a.racks)
	add(a, h, part("trays", "List what trays hold", ""), a.trays)
	add(a, h, part("fabrics", "List fabrics", ""), a.fabrics)
	add(a, h, part("unchecked", "List checks that were not made", "Unchecked is not ok."), a.unchecked)
}

// A Window is which rows of a list are answered.
type Window struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" default:"50" doc:"Rows in the answer"`
	Cursor string `query:"cursor" maxLength:"2000" doc:"Where another page ended: its next or prev"`
}

// Rows is a page of a part of a result.
type Rows struct {
	Revision int     `json:"revision" doc:"The rows are of it"`
	Total    int     `json:"total" doc:"Rows that match, on all pages"`
	Next     *string `json:"next" doc:"Cursor of the next page; null: there is none"`
	Prev     *string `json:"prev" doc:"Cursor of the page before; null: there is none"`
}

func rowsOf(r app.Revision, total int, next, prev string) Rows {
	return Rows{Revision: r.Number, Total: total, Next: known(next), Prev: known(prev)}
}

type linksInput struct {
	Of
	Window
	LinkFilter
	Sort string `query:"sort" enum:"status,a,b,rack,speed,fabric,group,run,required,limit,headroom,length,spare,medium"`
	Desc bool   `query:"desc" doc:"From the end"`
}

type linksOutput struct {
	Body struct {
		Rows
		Links []resultjson.Link `json:"links"`
	}
}

func (a *API) links(ctx context.Context, in *linksInput) (*linksOutput, error) {
	checked, r, err := a.planned(ctx, in.Of)
	if err != nil {
		return nil, err
	}
	q := in.query()
	q.Sort, q.Desc, q.Limit, q.After = in.Sort, in.Desc, in.Limit, in.Cursor
	page, err := checked.Links(q)
	if err != nil {
		return nil, err
	}
	out := &linksOutput{}
	out.Body.Rows, out.Body.Links = rowsOf(r, page.Total, page.Next, page.Prev), resultjson.Links(checked.Result, page.Links)
	return out, nil
}

type cablesInput struct {
	Of
	Window
	Medium  string `query:"medium" enum:"dac,acc,aec,aoc,optical,twisted-pair"`
	Product string `query:"product" maxLength:"100" doc:"A SKU in any spelling, or an id spec:…"`
	Rack    string `query:"rack" maxLength:"300" doc:"Of any end; may be a range"`
	Device  string `query:"device" maxLength:"300" doc:"Of any end; may be a range"`
	Q       string `query:"q" maxLength:"200" doc:"Words that all stand in ends, label, product or id"`
	MinMM   int64  `query:"min_mm" minimum:"0" maximum:"100000000" doc:"Ordered at least this long"`
	MaxMM   int64  `query:"max_mm" minimum:"0" maximum:"100000000" doc:"Ordered at most this long"`
	Sort    string `query:"sort" enum:"end,medium,length,required,product,rack"`
	Desc    bool   `query:"desc" doc:"From the end"`
}

type cablesOutput struct {
	Body struct {
		Rows
		Cables []resultjson.Cable `json:"cables"`
	}
}

func (a *API) cables(ctx context.Context, in *cablesInput) (*cablesOutput, error) {
	checked, r, err := a.planned(ctx, in.Of)
	if err != nil {
		return nil, err
	}
	page, err := checked.Cables(app.CableQuery{
		Medium: in.Medium, Product: in.Product, Rack: in.Rack, Device: in.Device, Text: in.Q, MinMM: in.MinMM, MaxMM: in.MaxMM,
		Sort: in.Sort, Desc: in.Desc, Limit: in.Limit, After: in.Cursor,
	})
	if err != nil {
		return nil, err
	}
	out := &cablesOutput{}
	out.Body.Rows, out.Body.Cables = rowsOf(r, page.Total, page.Next, page.Prev), resultjson.Cables(checked.Result, page.Cables)
	return out, nil
}

type modulesInput struct {
	Of
	Window
	Product string `query:"product" maxLength:"100" doc:"A SKU in any spelling"`
	Rack    string `query:"rack" maxLength:"300" doc:"May be a range"`
	Device  string `query:"device" maxLength:"300" doc:"May be a range"`
	Q       string `query:"q" maxLength:"200" doc:"Words that all stand in device:cage or the product"`
	Sort    string `query:"sort" enum:"cage,product,rack"`
	Desc    bool   `query:"desc" doc:"From the end"`
}

type modulesOutput struct {
	Body struct {
		Rows
		Modules []resultjson.Module `json:"modules"`
	}
}

func (a *API) modules(ctx context.Context, in *modulesInput) (*modulesOutput, error) {
	checked, r, err := a.planned(ctx, in.Of)
	if err != nil {
		return nil, err
	}
	page, err := checked.Modules(app.ModuleQuery{
		Product: in.Product, Rack: in.Rack, Device: in.Device, Text: in.Q, Sort: in.Sort, Desc: in.Desc, Limit: in.Limit, After: in.Cursor,
	})
	if err != nil {
		return nil, err
	}
	out := &modulesOutput{}
	out.Body.Rows, out.Body.Modules = rowsOf(r, page.Total, page.Next, page.Prev), resultjson.Modules(checked.Result, page.Modules)
	return out, nil
}

type findingsInput struct {
	Of
	Window
	Severity string `query:"severity" enum:"error,warning,info"`
	Code     string `query:"code" maxLength:"64" doc:"As in docs/findings.md" example:"beyond-reach"`
	Q        string `query:"q" maxLength:"200" doc:"Words that all stand in subject, message or path"`
}

type findingsOutput struct {
	Body struct {
		Rows
		Findings []resultjson.Finding `json:"findings"`
	}
}

func (a *API) findings(ctx context.Context, in *findingsInput) (*findingsOutput, error) {
	checked, r, err := a.planned(ctx, in.Of)
	if err != nil {
		return nil, err
	}
	page, err := checked.Findings(app.FindingQuery{Severity: in.Severity, Code: in.Code, Text: in.Q, Limit: in.Limit, After: in.Cursor})
	if err != nil {
		return nil, err
	}
	out := &findingsOutput{}
	out.Body.Rows, out.Body.Findings = rowsOf(r, page.Total, page.Next, page.Prev), resultjson.Findings(checked.Result, page.Findings)
	return out, nil
}

type bomInput struct {
	Of
	Window
	Medium    string `query:"medium" enum:"dac,acc,aec,aoc,transceiver,fibre,twisted-pair"`
	Q         string `query:"q" maxLength:"200" doc:"Words that all stand in a part number, the id or the description"`
	Attention bool   `query:"attention" doc:"Only rows that need a decision"`
}

type bomOutput struct {
	Body struct {
		Rows
		BOM []resultjson.BOMRow `json:"bom"`
	}
}

func (a *API) bom(ctx context.Context, in *bomInput) (*bomOutput, error) {
	checked, r, err := a.planned(ctx, in.Of)
	if err != nil {
		return nil, err
	}
	page, err := checked.BOM(app.BOMQuery{Medium: in.Medium, Text: in.Q, Attention: in.Attention, Limit: in.Limit, After: in.Cursor})
	if err != nil {
		return nil, err
	}
	out := &bomOutput{}
	out.Body.Rows, out.Body.BOM = rowsOf(r, page.Total, page.Next, page.Prev), resultjson.BOM(checked.Result, page.Rows)
	return out, nil
}
