package api

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/formats/resultjson"
)

// version is that of the API, not of the program: it changes when a client may
// have to.
const version = "1.0.0"

const about = `Lengthwise plans the cables of GPU clusters: a document with racks, devices and links goes in; checked links, findings, cables and an order come out.

A plan is YAML or JSON (docs/plan-format.md). What was wrong with a request is a problem document (RFC 9457) with every fault at once.
A document that cannot be read is 400; everything wrong with one that can be read is a finding of its result.

Every change of a stored plan says by If-Match which revision it is a change of: 428 without, 412 where somebody else saved first.
Lists take limit and the cursor of the page before. Bodies may be gzip or zstd, both ways. 503 comes with Retry-After.`

// config is huma's configuration: JSON only, no $schema, nothing from elsewhere;
// document and viewer are served by us.
func config() huma.Config {
	c := huma.DefaultConfig("Lengthwise", version)
	c.Info.Description = about
	c.Servers = []*huma.Server{{URL: Prefix}}
	c.CreateHooks = nil
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "", "", ""
	c.RejectUnknownQueryParameters = true
	c.Tags = []*huma.Tag{
		{Name: "check", Description: "Plan a document without storing it"},
		{Name: "catalog", Description: "What can be bought and how far it reaches"},
		{Name: "plans", Description: "Stored plans and their revisions"},
		{Name: "results", Description: "What comes of a stored plan"},
		{Name: "templates", Description: "Complete plans to start from"},
	}
	c.Components.Schemas.RegisterTypeAlias(reflect.TypeFor[resultjson.Number](), reflect.TypeFor[float64]())
	return c
}

// A spec is the OpenAPI document as it is served.
type spec struct{ json, yaml []byte }

// describe makes the document, once.
func describe(o *huma.OpenAPI) *spec {
	nullable(o)
	result := o.Components.Schemas.Map()["Result"] // include leaves parts out
	result.Required = slices.DeleteFunc(result.Required, func(field string) bool { return slices.Contains(resultjson.Parts, field) })
	text, err := json.Marshal(o)
	if err != nil {
		panic("api: openapi document: " + err.Error()) // it is made of our own types
	}
	yaml, err := o.YAML()
	if err != nil {
		panic("api: openapi document: " + err.Error())
	}
	return &spec{json: text, yaml: yaml}
}

func (s *spec) serve(mediaType string, text []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", mediaType)
		w.Header().Set("Cache-Control", "no-cache")
		_, _ = w.Write(text) // the client may have hung up
	}
}

// nullable says of the fields that point to a number or an object that they may
// be null: huma says so of pointers to plain values only.
func nullable(o *huma.OpenAPI) {
	number := reflect.TypeFor[resultjson.Number]()
	for name, s := range o.Components.Schemas.Map() {
		for _, f := range reflect.VisibleFields(o.Components.Schemas.TypeFromRef(schemas + name)) {
			field, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			property := s.Properties[field]
			switch {
			case property == nil || f.Type.Kind() != reflect.Pointer:
			case f.Type.Elem() == number:
				property.Nullable = true
			case property.Ref != "":
				s.Properties[field] = &huma.Schema{OneOf: []*huma.Schema{property, {Type: "null"}}}
			}
		}
	}
}

// schemas is where the document keeps the shapes of wire types.
const schemas = "#/components/schemas/"

// answers are the ways an operation ends: the good one given, and a problem for
// each status.
func answers(good map[string]*huma.Response, statuses ...int) map[string]*huma.Response {
	out := map[string]*huma.Response{}
	for status, r := range good {
		out[status] = r
	}
	for _, status := range statuses {
		key := strconv.Itoa(status)
		r := &huma.Response{Description: http.StatusText(status), Content: map[string]*huma.MediaType{
			problemType: {Schema: &huma.Schema{Ref: schemas + "Problem"}},
		}}
		if status == http.StatusServiceUnavailable {
			r.Headers = map[string]*huma.Param{"Retry-After": {Description: "Seconds to wait", Schema: &huma.Schema{Type: "string"}}}
		}
		out[key] = r
	}
	return out
}

// content is a good answer in some media types, each with its schema.
func content(description string, types map[string]*huma.Schema) *huma.Response {
	r := &huma.Response{Description: description, Content: map[string]*huma.MediaType{}}
	for name, s := range types {
		r.Content[name] = &huma.MediaType{Schema: s}
	}
	return r
}

func text() *huma.Schema { return &huma.Schema{Type: "string"} }

func object() *huma.Schema { return &huma.Schema{Type: "object", AdditionalProperties: true} }

// schemaOf is the schema of a wire type, by reference.
func schemaOf[T any](h huma.API) *huma.Schema {
	return h.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, "")
}

// carries says what body an operation takes; it is read by us, not by huma,
// which would read it twice and check it against a schema.
func carries(h huma.API, path, method string, body *huma.RequestBody) {
	item := h.OpenAPI().Paths[path]
	switch method {
	case http.MethodPost:
		item.Post.RequestBody = body
	case http.MethodPut:
		item.Put.RequestBody = body
	case http.MethodPatch:
		item.Patch.RequestBody = body
	}
}

// planBody is a plan as a request carries it.
func planBody() *huma.RequestBody {
	return &huma.RequestBody{
		Required:    true,
		Description: "A plan, at most 64 MiB unpacked; other content types are looked into",
		Content: map[string]*huma.MediaType{
			"application/yaml": {Schema: text(), Example: "version: 1\nname: Two racks\nracks:\n  - {name: \"A[01-02]\"}\n"},
			"application/json": {Schema: object(), Example: map[string]any{"version": 1, "name": "Two racks", "racks": []any{map[string]any{"name": "A[01-02]"}}}},
		},
	}
}
