package api

import (
	"context"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/findingscsv"
	"lengthwise/internal/formats/resultjson"
	"lengthwise/internal/formats/sarif"
)

// The media types a check or a result can be had in, best first.
const (
	mediaJSON = "application/json"
	mediaCSV  = "text/csv"
)

var resultMedia = []string{mediaJSON, mediaCSV, sarif.MediaType}

type checkInput struct {
	FailOn  string `query:"fail_on" enum:"never,error,warning" default:"never" doc:"Answer 422, with the same body, when a finding is this bad or a link is unknown"`
	Include string `query:"include" maxLength:"200" doc:"Parts of the result, with commas: findings, links, cables, modules, bom, racks, trays, fabrics, unchecked; absent: all" example:"findings,bom"`
	File    string `query:"file" maxLength:"300" doc:"What findings call the plan; SARIF names it so" example:"plans/hall-2.yaml"`
}

func (a *API) registerCheck(h huma.API) {
	const path = "/check"
	result := map[string]*huma.Schema{mediaJSON: schemaOf[resultjson.Result](h), mediaCSV: text(), sarif.MediaType: object()}
	add(a, h, huma.Operation{
		OperationID: "check", Method: http.MethodPost, Path: path, Tags: []string{"check"},
		Summary:     "Check a plan",
		Description: "Plans a document and answers everything that comes of it, without storing anything. Accept text/csv for the findings as a table, application/sarif+json for annotations of a code review.",
		Responses: answers(map[string]*huma.Response{
			"200": content("What comes of the plan", result),
			"422": content("The same, of a plan that fails by fail_on", result),
		}, http.StatusBadRequest, http.StatusNotAcceptable, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusServiceUnavailable),
	}, a.check)
	carries(h, path, http.MethodPost, planBody())
}

func (a *API) check(ctx context.Context, in *checkInput) (*streamed, error) {
	media, err := negotiate(callOf(ctx).accept, resultMedia...)
	if err != nil {
		return nil, err
	}
	include, err := resultjson.ParseInclude(in.Include)
	if err != nil {
		return nil, at("query.include", in.Include, err)
	}
	src, err := source(ctx, in.File)
	if err != nil {
		return nil, err
	}
	checked, err := a.plans.Check(ctx, who(ctx), app.CheckRequest{Source: src})
	if err != nil {
		return nil, err
	}
	status := http.StatusOK
	if checked.Fails(app.FailOn(in.FailOn)) {
		status = http.StatusUnprocessableEntity
	}
	return a.stream(status, withCharset(media), nil, writeResult(checked, media, src.Name, include)), nil
}

// writeResult writes a result in one of resultMedia.
func writeResult(c *app.Checked, media, name string, include []string) func(io.Writer) error {
	return func(w io.Writer) error {
		switch media {
		case mediaCSV:
			return findingscsv.Encode(w, c.Result, csvtext.Options{})
		case sarif.MediaType:
			return sarif.Encode(w, c.Result, sarif.Options{Version: c.Version, Artifact: name})
		}
		return resultjson.Encode(w, c.Result, resultjson.Options{Version: c.Version, Include: include})
	}
}

func withCharset(media string) string {
	if media == mediaCSV {
		return media + "; charset=utf-8"
	}
	return media
}
