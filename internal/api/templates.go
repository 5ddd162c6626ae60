package api

import (
	"context"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/planfile"
)

func (a *API) registerTemplates(h huma.API) {
	tags := []string{"templates"}
	add(a, h, huma.Operation{
		OperationID: "list-templates", Method: http.MethodGet, Path: "/templates", Tags: tags,
		Summary: "List plans to start from", Responses: answers(nil, http.StatusBadRequest),
	}, a.templates)
	add(a, h, huma.Operation{
		OperationID: "template", Method: http.MethodGet, Path: "/templates/{name}", Tags: tags,
		Summary: "Read a template", Description: "The name of a variant has a slash, written %2F.",
		Responses: answers(map[string]*huma.Response{
			"200": content("The document", map[string]*huma.Schema{string(planfile.YAML): text()}),
		}, http.StatusBadRequest, http.StatusNotFound),
	}, a.template)
	add(a, h, huma.Operation{
		OperationID: "use-template", Method: http.MethodPost, Path: "/templates/{name}", Tags: tags, DefaultStatus: http.StatusCreated,
		Summary: "Make a plan from a template",
		Responses: answers(nil, http.StatusBadRequest, http.StatusNotFound, http.StatusConflict,
			http.StatusServiceUnavailable),
	}, a.useTemplate)
}

// A Template is a complete plan to start from.
type Template struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

type templatesOutput struct {
	Body struct {
		Templates []Template `json:"templates"`
	}
}

func (a *API) templates(context.Context, *struct{}) (*templatesOutput, error) {
	out := &templatesOutput{}
	out.Body.Templates = []Template{}
	for _, t := range a.app.Templates() {
		out.Body.Templates = append(out.Body.Templates, Template{t.Name, t.Description})
	}
	return out, nil
}

// Named is the address of a template.
type Named struct {
	Name string `path:"name" maxLength:"64" example:"h100-unit"`
}

func (a *API) template(_ context.Context, in *Named) (*streamed, error) {
	t, err := a.app.Template(in.Name)
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
	t, err := a.app.Template(in.Name)
	if err != nil {
		return nil, err
	}
	return created(once(a.plans.Create(ctx, who(ctx), app.CreateRequest{
		Source:  app.Source{Name: "plan.yaml", Text: t.Text, Media: planfile.YAML},
		Message: in.Message, Tags: splitTags(in.Tags), IdempotencyKey: in.IdempotencyKey,
	})))
}
