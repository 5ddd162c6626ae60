package api

import (
	"context"
	"io"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/generationscsv"
	"lengthwise/internal/formats/generationsjson"
	"lengthwise/internal/formats/svg"
	"lengthwise/internal/planner"
)

// generationMedia are what a comparison can be had in, best first.
var generationMedia = []string{mediaJSON, mediaCSV, svg.MediaType}

func (a *API) registerGenerations(h huma.API) {
	add(a, h, huma.Operation{
		OperationID: "generations", Method: http.MethodGet, Path: "/plans/{id}/generations", Tags: []string{"results"},
		Summary: "A plan's InfiniBand links at EDR, HDR, NDR and XDR",
		Description: "Placement, routes and links stay; each link is judged alone by what it requires against what each generation offers between its usual cages: " +
			"as single links; a real redesign regroups cages. Accept text/csv for a row for each generation, image/svg+xml (or chart=svg) for a chart.",
		Responses: answers(map[string]*huma.Response{"200": revised(content("The generations side by side", map[string]*huma.Schema{
			mediaJSON: schemaOf[generationsjson.Generations](h), mediaCSV: text(), svg.MediaType: text(),
		}))}, append([]int{http.StatusNotAcceptable}, reads...)...),
	}, a.generations)
}

type generationsInput struct {
	Of
	Chart string `query:"chart" enum:"svg" doc:"Answer the chart, whatever is accepted"`
}

func (a *API) generations(ctx context.Context, in *generationsInput) (*streamed, error) {
	media := svg.MediaType
	if in.Chart == "" {
		var err error
		if media, err = negotiate(callOf(ctx).accept, generationMedia...); err != nil {
			return nil, err
		}
	}
	g, r, err := a.plans.Generations(ctx, who(ctx), in.ID, in.Revision)
	if err != nil {
		return nil, err
	}
	return a.stream(http.StatusOK, withCharset(media), http.Header{revisionHeader: {strconv.Itoa(r.Number)}}, writeGenerations(g, media, a.app.Version())), nil
}

// writeGenerations writes a comparison in one of generationMedia.
func writeGenerations(g *planner.Generations, media, version string) func(io.Writer) error {
	return func(w io.Writer) error {
		switch media {
		case mediaCSV:
			return generationscsv.Encode(w, g, csvtext.Options{})
		case svg.MediaType:
			return svg.EncodeChart(w, drawing.NewChart(g), svg.Options{Standalone: true})
		}
		return generationsjson.Encode(w, g, version)
	}
}
