package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/formats"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/formats/resultjson"
	"lengthwise/internal/formats/sarif"
)

// reads are the statuses reading what comes of a plan can end with.
var reads = []int{http.StatusBadRequest, http.StatusNotFound, http.StatusServiceUnavailable}

func (a *API) registerResults(h huma.API) {
	tags := []string{"results"}
	add(a, h, huma.Operation{
		OperationID: "result", Method: http.MethodGet, Path: "/plans/{id}/result", Tags: tags,
		Summary: "What comes of a plan", Description: "The same object as /check answers.",
		Responses: answers(map[string]*huma.Response{"200": revised(content("What comes of the plan", map[string]*huma.Schema{
			mediaJSON: schemaOf[resultjson.Result](h), mediaCSV: text(), sarif.MediaType: object(),
		}))}, append([]int{http.StatusNotAcceptable}, reads...)...),
	}, a.result)
	add(a, h, huma.Operation{
		OperationID: "export", Method: http.MethodGet, Path: "/plans/{id}/export/{format}", Tags: tags,
		Summary:     "Write a plan's result in a format",
		Description: "As a file. The order of a plan that is not ok is refused (409) unless incomplete asks for it.",
		Responses: answers(map[string]*huma.Response{"200": revised(content("The file", a.formatTypes()))},
			append([]int{http.StatusConflict}, reads...)...),
	}, a.export)
	add(a, h, huma.Operation{
		OperationID: "list-formats", Method: http.MethodGet, Path: "/formats", Tags: tags,
		Summary: "List export formats", Responses: answers(nil, http.StatusBadRequest),
	}, a.formats)
}

// revised says that an answer names the revision it is of.
func revised(r *huma.Response) *huma.Response {
	r.Headers = map[string]*huma.Param{revisionHeader: {Description: "The revision answered", Schema: &huma.Schema{Type: "integer"}}}
	return r
}

// revisionHeader names the revision an answer is of. It is no ETag: a result
// changes with the catalog too.
const revisionHeader = "Plan-Revision"

func (a *API) formatTypes() map[string]*huma.Schema {
	out := map[string]*huma.Schema{}
	for _, f := range a.app.Formats() {
		media, _, _ := strings.Cut(f.MediaType, ";")
		if out[media] = text(); strings.HasSuffix(media, "json") {
			out[media] = object()
		}
	}
	return out
}

// Of says which revision an answer is of.
type Of struct {
	Stored
	Revision int `query:"revision" minimum:"1" maximum:"2147483646" doc:"Absent: the newest"`
}

// planned is what comes of the revision asked for.
func (a *API) planned(ctx context.Context, of Of) (*app.Checked, app.Revision, error) {
	return a.plans.Result(ctx, who(ctx), of.ID, of.Revision)
}

type resultInput struct {
	Of
	Include string `query:"include" maxLength:"200" doc:"Parts of the result, with commas; absent: all" example:"findings,bom"`
}

func (a *API) result(ctx context.Context, in *resultInput) (*streamed, error) {
	media, err := negotiate(callOf(ctx).accept, resultMedia...)
	if err != nil {
		return nil, err
	}
	include, err := resultjson.ParseInclude(in.Include)
	if err != nil {
		return nil, at("query.include", in.Include, err)
	}
	checked, r, err := a.planned(ctx, in.Of)
	if err != nil {
		return nil, err
	}
	name := "plan.yaml"
	if r.MediaType == planfile.JSON {
		name = "plan.json"
	}
	return a.stream(http.StatusOK, withCharset(media), http.Header{revisionHeader: {strconv.Itoa(r.Number)}}, writeResult(checked, media, name, include)), nil
}

type exportInput struct {
	Of
	Format     string `path:"format" maxLength:"64" example:"order.csv"`
	Incomplete bool   `query:"incomplete" doc:"order.csv: although the plan is not ok, with a row for each group of links without a cable"`
	Raw        bool   `query:"raw" doc:"CSV: no apostrophe before cells a spreadsheet would run"`
	Excel      bool   `query:"excel" doc:"CSV: begin with the byte-order mark Excel wants"`
	By         string `query:"by" enum:"fabric,rack,group" doc:"order.csv: divided for split deliveries"`
	Since      int    `query:"since" minimum:"1" maximum:"2147483646" doc:"order.csv: a column says what changed since this revision"`
	Fabric     string `query:"fabric" maxLength:"64" doc:"fabric.svg: its name; absent: the only one of the plan"`
	Delimiter  string `query:"delimiter" maxLength:"8" default:"," doc:"CSV: a comma, a semicolon or tab"`
}

func (a *API) export(ctx context.Context, in *exportInput) (*streamed, error) {
	delimiter, err := csvtext.ParseDelimiter(in.Delimiter)
	if err != nil {
		return nil, at("query.delimiter", in.Delimiter, err)
	}
	if err := in.fits(a.app.Formats()); err != nil {
		return nil, err
	}
	e, err := a.plans.Export(ctx, who(ctx), in.ID, in.Revision, app.ExportRequest{
		Format: in.Format, Incomplete: in.Incomplete, By: in.By, Since: in.Since, Fabric: in.Fabric,
		CSV: csvtext.Options{Raw: in.Raw, Excel: in.Excel, Delimiter: delimiter},
	})
	if err != nil {
		return nil, err
	}
	header := http.Header{"Content-Disposition": {`attachment; filename="` + e.Name + `"`}}
	if in.Revision > 0 {
		header.Set(revisionHeader, strconv.Itoa(in.Revision))
	}
	return a.stream(http.StatusOK, e.Format.MediaType, header, e.Write), nil
}

// fits refuses what means nothing to the format: who asks for it expects
// something else of the file.
func (in *exportInput) fits(all []formats.Format) error {
	i := slices.IndexFunc(all, func(f formats.Format) bool { return f.Name == in.Format })
	switch {
	case i < 0:
		return nil // said by Export, with the names there are
	case in.Incomplete && !all[i].NeedsOK:
		return at("query.incomplete", "true", errors.New("incomplete is for orders; "+in.Format+" is written whether the plan is ok or not"))
	case in.By != "" && !all[i].NeedsOK:
		return at("query.by", in.By, errors.New("by is for orders; "+in.Format+" is none"))
	case in.Since != 0 && !all[i].NeedsOK:
		return at("query.since", strconv.Itoa(in.Since), errors.New("since is for orders; "+in.Format+" is none"))
	case in.Fabric != "" && !all[i].OfFabric:
		return at("query.fabric", in.Fabric, errors.New("fabric is for drawings of one; "+in.Format+" is of the whole plan"))
	case (in.Raw || in.Excel || in.Delimiter != ",") && !strings.HasPrefix(all[i].MediaType, mediaCSV):
		return at("query", "", errors.New("raw, excel and delimiter are for CSV; "+in.Format+" is none"))
	}
	return nil
}

// A Format is one way to write a plan or its result.
type Format struct {
	Name      string `json:"name"`
	MediaType string `json:"media_type"`
	For       string `json:"for"`
	NeedsOK   bool   `json:"needs_ok" doc:"Refused while the plan is not ok, unless incomplete asks for it"`
}

type formatsOutput struct {
	Body struct {
		Formats []Format `json:"formats"`
	}
}

func (a *API) formats(context.Context, *struct{}) (*formatsOutput, error) {
	out := &formatsOutput{}
	out.Body.Formats = []Format{}
	for _, f := range a.app.Formats() {
		out.Body.Formats = append(out.Body.Formats, Format{f.Name, f.MediaType, f.For, f.NeedsOK})
	}
	return out, nil
}
