package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/plan"
)

func (a *API) registerWhatIf(h huma.API) {
	add(a, h, huma.Operation{
		OperationID: "what-if", Method: http.MethodPost, Path: "/plans/{id}/what-if", Tags: []string{"results"}, DefaultStatus: http.StatusOK,
		Summary: "What would come of a plan if it were changed",
		Description: "Makes edits, or sets settings, in a copy of the revision, plans it, and compares; nothing is stored. With against the other side is the plan so changed instead of the revision. " +
			"The answer holds the comparison and a page of the links that are made otherwise; accept text/csv for all of it as one table.",
		Responses: answers(map[string]*huma.Response{"200": revised(content("The comparison", map[string]*huma.Schema{
			mediaJSON: schemaOf[WhatIf](h), mediaCSV: text(),
		}))}, append([]int{http.StatusNotAcceptable, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType}, reads...)...),
	}, a.whatIf)
	carries(h, "/plans/{id}/what-if", http.MethodPost, whatIfBody())
}

// A WhatIf is what would change and a page of the links that would.
type WhatIf struct {
	Revision int       `json:"revision" doc:"What it is asked of"`
	Diff     Diff      `json:"diff" doc:"number of a side is 0 where it is not stored"`
	Links    LinksDiff `json:"links"`
}

type whatIfInput struct {
	Of
	ChangedLinks
	Window
}

// A question is the body of what-if. It is read by us: the values of edits are
// any JSON, numbers keep their text, and an unknown field is refused.
type question struct {
	Edits    []plan.Edit     `json:"edits"`
	Settings json.RawMessage `json:"settings"`
	Against  *question       `json:"against"`
}

func (a *API) whatIf(ctx context.Context, in *whatIfInput) (*streamed, error) {
	media, err := negotiate(callOf(ctx).accept, mediaJSON, mediaCSV)
	if err != nil {
		return nil, err
	}
	text, err := readAll(callOf(ctx).request, maxEdits)
	if err != nil {
		return nil, err
	}
	edits, against, err := parseQuestion(text)
	if err != nil {
		return nil, err
	}
	_, r, err := a.planned(ctx, in.Of)
	if err != nil {
		return nil, err
	}
	c, err := a.plans.WhatIf(ctx, who(ctx), in.ID, r.Number, edits, against)
	if err != nil {
		return nil, err
	}
	rows, err := linksDiff(&c, in.ChangedLinks, in.Window)
	if err != nil {
		return nil, err
	}
	header := revisionHeaderOf(r.Number)
	header.Set("Vary", "Accept")
	return a.stream(http.StatusOK, withCharset(media), header, func(w io.Writer) error {
		if media == mediaCSV {
			return c.WriteCSV(w, csvtext.Options{})
		}
		return writeJSON(w, WhatIf{Revision: r.Number, Diff: c.Diff(), Links: rows})
	}), nil
}

// parseQuestion reads what is asked and what it is to be compared with.
func parseQuestion(text []byte) (edits, against []plan.Edit, err error) {
	var q question
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	err = dec.Decode(&q)
	if err == nil {
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("more text follows the object")
		}
	}
	if err == nil && q.Against != nil && q.Against.Against != nil {
		err = errors.New("against holds another against; two things can be compared")
	}
	if err == nil {
		edits, err = q.made()
	}
	if err == nil && len(edits) == 0 {
		err = errors.New("it has no edits and no settings")
	}
	if err == nil && q.Against != nil {
		against, err = q.Against.made()
	}
	if err != nil {
		return nil, nil, at("body", string(text[:min(len(text), 4*maxEcho)]),
			fmt.Errorf("the question cannot be read: %w; send {\"settings\": {\"exit\": \"500mm\"}} or {\"edits\": [{\"edit\": \"move\", \"device\": \"leaf-03\", \"u\": 31}]}", err))
	}
	return edits, against, nil
}

// made are the edits of a side, those of settings first.
func (q *question) made() ([]plan.Edit, error) {
	var out []plan.Edit
	if len(q.Settings) > 0 && string(q.Settings) != "null" {
		settings, err := app.ParseSettings(q.Settings)
		if err != nil {
			return nil, err
		}
		out = app.SettingEdits(settings)
	}
	return append(out, q.Edits...), nil
}

// whatIfBody says what what-if takes.
func whatIfBody() *huma.RequestBody {
	side := func() map[string]*huma.Schema {
		return map[string]*huma.Schema{
			"edits": editsBody().Content[mediaJSON].Schema.Properties["edits"],
			"settings": {Type: "object", AdditionalProperties: true,
				Description: "Fields of the plan's settings and their values; null takes one out. What is not named stays."},
		}
	}
	whole := side()
	whole["against"] = &huma.Schema{Type: "object", AdditionalProperties: false, Properties: side(), Description: "What to compare with; absent: the revision as it is"}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{mediaJSON: {Schema: &huma.Schema{
		Type: "object", AdditionalProperties: false, Properties: whole,
	}}}}
}

// writeJSON writes a value as answers are written.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
