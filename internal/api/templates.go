package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/template"
)

func (a *API) registerTemplates(h huma.API) {
	tags := []string{"templates"}
	add(a, h, huma.Operation{
		OperationID: "list-templates", Method: http.MethodGet, Path: "/templates", Tags: tags,
		Summary:   "List plans to start from, with what each asks",
		Responses: answers(nil, http.StatusBadRequest),
	}, a.templates)
	add(a, h, huma.Operation{
		OperationID: "template", Method: http.MethodGet, Path: "/templates/{name}", Tags: tags,
		Summary: "Read a template with its defaults", Description: "The name of a variant has a slash, written %2F.",
		Responses: answers(map[string]*huma.Response{
			"200": content("The document", map[string]*huma.Schema{string(planfile.YAML): text()}),
		}, http.StatusBadRequest, http.StatusNotFound),
	}, a.template)
	const use, preview = "/templates/{name}", "/templates/{name}/preview"
	add(a, h, huma.Operation{
		OperationID: "use-template", Method: http.MethodPost, Path: use, Tags: tags, DefaultStatus: http.StatusCreated,
		Summary:     "Make a plan from a template",
		Description: "Parameters that are not given have their defaults. An example takes none, only a name.",
		Responses: answers(nil, http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
			http.StatusServiceUnavailable),
	}, a.useTemplate)
	carries(h, use, http.MethodPost, templateBody())
	add(a, h, huma.Operation{
		OperationID: "preview-template", Method: http.MethodPost, Path: preview, Tags: tags, DefaultStatus: http.StatusOK,
		Summary:     "Say what a template would make",
		Description: "Plans it, within the limit of planning, and stores nothing: counts, the floor, and what the planner says, grouped by cause.",
		Responses: answers(nil, http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
			http.StatusServiceUnavailable),
	}, a.previewTemplate)
	carries(h, preview, http.MethodPost, templateBody())
}

// A Template is a plan to start from.
type Template struct {
	Name        string          `json:"name"`
	Title       string          `json:"title" doc:"What its plans are called unless named"`
	Description string          `json:"description"`
	Params      []TemplateParam `json:"params" doc:"What it asks; none: an example, as it stands"`
}

// A TemplateParam is one thing a template asks.
type TemplateParam struct {
	Name    string   `json:"name"`
	Label   string   `json:"label"`
	Help    string   `json:"help"`
	Kind    string   `json:"kind" enum:"int,choice,text"`
	Default string   `json:"default"`
	Least   *int     `json:"least" doc:"int: the least"`
	Most    *int     `json:"most" doc:"int: the greatest; text: how many characters"`
	Choices []string `json:"choices" doc:"choice: the values there are"`
}

type templatesOutput struct {
	Body struct {
		Templates []Template `json:"templates"`
	}
}

func (a *API) templates(ctx context.Context, _ *struct{}) (*templatesOutput, error) {
	out := &templatesOutput{}
	out.Body.Templates = []Template{}
	for _, t := range a.plans.Current(ctx).Templates() {
		x := Template{Name: t.Name, Title: t.Title, Description: t.Description, Params: []TemplateParam{}}
		for _, p := range t.Params {
			x.Params = append(x.Params, paramOf(p))
		}
		out.Body.Templates = append(out.Body.Templates, x)
	}
	return out, nil
}

func paramOf(p template.Param) TemplateParam {
	out := TemplateParam{Name: p.Name, Label: p.Label, Help: p.Help, Kind: string(p.Kind), Default: p.Default, Choices: append([]string{}, p.Choices...)}
	switch p.Kind {
	case template.Int:
		out.Least, out.Most = &p.Least, &p.Most
	case template.Text:
		out.Most = &p.Most
	}
	return out
}

// Named is the address of a template.
type Named struct {
	Name string `path:"name" maxLength:"64" example:"h100-unit"`
}

func (a *API) template(ctx context.Context, in *Named) (*streamed, error) {
	t, err := a.plans.Current(ctx).Template(in.Name)
	if err != nil {
		return nil, err
	}
	return a.stream(http.StatusOK, string(planfile.YAML), nil, func(w io.Writer) error {
		_, err := w.Write(t.Text)
		return err
	}), nil
}

type useInput struct {
	Named
	Saying
	Once
	Tags string `query:"tags" maxLength:"2000" doc:"Tags, with commas"`
}

func (a *API) useTemplate(ctx context.Context, in *useInput) (*planOutput, error) {
	values, err := templateValues(ctx)
	if err != nil {
		return nil, err
	}
	src, err := a.plans.Current(ctx).FromTemplate(in.Name, values)
	if err != nil {
		return nil, parameters(err)
	}
	return created(once(a.plans.Create(ctx, who(ctx), app.CreateRequest{
		Source: src, Message: in.Message, Tags: splitTags(in.Tags), IdempotencyKey: in.IdempotencyKey,
	})))
}

type previewInput struct{ Named }

// A TemplatePreview is what a template would make.
type TemplatePreview struct {
	OK             bool            `json:"ok" doc:"No finding is an error and no link is unknown"`
	Errors         int             `json:"errors"`
	Warnings       int             `json:"warnings"`
	Hosts          int             `json:"hosts"`
	Switches       int             `json:"switches"`
	Devices        int             `json:"devices"`
	Racks          int             `json:"racks"`
	Links          int             `json:"links"`
	Cables         int             `json:"cables"`
	Modules        int             `json:"modules"`
	CablesByMedium map[string]int  `json:"cables_by_medium"`
	LongestRunMM   int64           `json:"longest_run_mm"`
	Floor          []TemplateRow   `json:"floor" doc:"Rows of racks in their order"`
	Causes         []TemplateCause `json:"causes" doc:"What the planner says, grouped by cause, errors first"`
}

// A TemplateRow is one row of racks.
type TemplateRow struct {
	Row      string `json:"row" doc:"Empty: racks without a row"`
	Racks    int    `json:"racks"`
	Hosts    int    `json:"hosts"`
	Switches int    `json:"switches"`
}

// A TemplateCause is what is said the same of one or more links or devices.
type TemplateCause struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Fix      string `json:"fix"`
	Count    int    `json:"count"`
}

type previewOutput struct{ Body TemplatePreview }

func (a *API) previewTemplate(ctx context.Context, in *previewInput) (*previewOutput, error) {
	values, err := templateValues(ctx)
	if err != nil {
		return nil, err
	}
	p, err := a.plans.Current(ctx).PreviewTemplate(ctx, in.Name, values)
	if err != nil {
		return nil, parameters(err)
	}
	s := app.SummaryOf(p.Checked.Result)
	out := &previewOutput{TemplatePreview{
		OK: s.OK, Errors: s.Errors, Warnings: s.Warnings, Hosts: p.Hosts, Switches: p.Switches, Devices: s.Devices, Racks: s.Racks, Links: s.Links,
		Cables: s.Cables, Modules: s.Modules, CablesByMedium: s.CablesByMedium, LongestRunMM: s.LongestRunMM,
		Floor: []TemplateRow{}, Causes: []TemplateCause{},
	}}
	for _, r := range p.Floor {
		out.Body.Floor = append(out.Body.Floor, TemplateRow{r.Name, r.Racks, r.Hosts, r.Switches})
	}
	for _, g := range p.Checked.FindingGroups() {
		out.Body.Causes = append(out.Body.Causes, TemplateCause{string(g.Code), string(g.Severity), g.Message, g.Fix, g.Count})
	}
	return out, nil
}

// parameters puts the problems of a template's parameters where they stand in
// the request.
func parameters(err error) error {
	var invalid *app.Invalid
	if !errors.As(err, &invalid) {
		return err
	}
	list := slices.Clone(invalid.Problems.List)
	for i := range list {
		if list[i].Path != "" {
			list[i].Path = "body.params." + list[i].Path
		}
	}
	return &app.Invalid{Problems: &plan.Problems{List: list, Dropped: invalid.Problems.Dropped}}
}

// templateValues reads the body of a request that uses a template. It is read
// by us: numbers keep their text, an unknown field is refused, and there may be
// none.
func templateValues(ctx context.Context) (map[string]string, error) {
	body, err := readAll(callOf(ctx).request, maxWords)
	if err != nil {
		return nil, err
	}
	var given struct {
		Params map[string]any `json:"params"`
		Name   string         `json:"name"`
	}
	if len(bytes.TrimSpace(body)) > 0 {
		dec := json.NewDecoder(bytes.NewReader(body))
		dec.DisallowUnknownFields()
		dec.UseNumber()
		err := dec.Decode(&given)
		if err == nil {
			if _, more := dec.Token(); !errors.Is(more, io.EOF) {
				err = errors.New("more text follows the object")
			}
		}
		if err != nil {
			return nil, at("body", string(body[:min(len(body), 4*maxEcho)]),
				fmt.Errorf("parameters cannot be read: %w; send {\"params\": {\"units\": 4}, \"name\": \"Hall 2\"}", err))
		}
	}
	values := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(given.Params)) {
		switch v := given.Params[name].(type) {
		case string:
			values[name] = v
		case json.Number:
			values[name] = v.String()
		default:
			return nil, at("body.params."+clip(name, maxEcho), "", fmt.Errorf("parameter %q is no text or number; write one", clip(name, maxEcho)))
		}
	}
	if given.Name != "" {
		values["name"] = given.Name
	}
	return values, nil
}

// templateBody says what a request that uses a template carries.
func templateBody() *huma.RequestBody {
	value := &huma.Schema{OneOf: []*huma.Schema{{Type: "string"}, {Type: "number"}}}
	return &huma.RequestBody{Required: false, Description: "Parameters as GET /templates lists them; none: the defaults", Content: map[string]*huma.MediaType{mediaJSON: {
		Schema: &huma.Schema{Type: "object", AdditionalProperties: false, Properties: map[string]*huma.Schema{
			"params": {Type: "object", AdditionalProperties: value},
			"name":   {Type: "string", Description: "What the plan is called; the same as the parameter name"},
		}},
		Example: map[string]any{"params": map[string]any{"units": 4, "network": "middle"}, "name": "Hall 2"},
	}}}
}
