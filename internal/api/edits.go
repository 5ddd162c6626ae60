package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
)

type editInput struct {
	Stored
	Matched
	Saying
}

// edits is the body of PATCH. It is read by us: the values of edits are any
// JSON, numbers keep their text, and an unknown field is refused.
type edits struct {
	Edits []plan.Edit `json:"edits"`
}

func (a *API) editPlan(ctx context.Context, in *editInput) (*planOutput, error) {
	base, err := in.base()
	if err != nil {
		return nil, err
	}
	text, err := readAll(callOf(ctx).request, maxEdits)
	if err != nil {
		return nil, err
	}
	body, err := parseEdits(text)
	if err != nil {
		return nil, err
	}
	return changed(a.plans.Edit(ctx, who(ctx), in.ID, base, body.Edits, in.Message))
}

func parseEdits(text []byte) (edits, error) {
	var body edits
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	err := dec.Decode(&body)
	if err == nil {
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("more text follows the object")
		}
	}
	if err != nil {
		return edits{}, at("body", string(text[:min(len(text), 4*maxEcho)]), fmt.Errorf("edits cannot be read: %w; send {\"edits\": [{\"edit\": \"move\", \"device\": \"leaf-03\", \"u\": 31}]}", err))
	}
	return body, nil
}

// editsBody says what PATCH takes.
func editsBody() *huma.RequestBody {
	word := func(doc string) *huma.Schema { return &huma.Schema{Type: "string", Description: doc} }
	edit := &huma.Schema{
		Type: "object", Required: []string{"edit"}, AdditionalProperties: false,
		Properties: map[string]*huma.Schema{
			"edit":   {Type: "string", Enum: []any{plan.SetField, plan.AddEntry, plan.TakeOut, plan.MoveDevice, plan.OverrideLink, plan.SwapLinks}},
			"path":   word("set, add, remove: fields and positions or names, as in findings"),
			"value":  {Description: "set, add: any JSON; null takes the field out"},
			"device": word("move: its name"),
			"rack":   word("move"),
			"u":      {Description: "move: a number, top or bottom", OneOf: []*huma.Schema{{Type: "string"}, {Type: "number"}}},
			"face":   word("move"),
			"slot":   word("move"),
			"side":   word("move"),
			"at":     {Type: "array", Items: text(), Description: "override: ends device:port"},
			"set":    {Type: "object", AdditionalProperties: true, Description: "override: fields and their values; null takes one out"},
			"a":      word("swap: a port"),
			"b":      word("swap: another port of the same switch"),
		},
	}
	limit := app.MaxEdits
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{mediaJSON: {Schema: &huma.Schema{
		Type: "object", Required: []string{"edits"}, AdditionalProperties: false,
		Properties: map[string]*huma.Schema{"edits": {Type: "array", Items: edit, MaxItems: &limit}},
	}}}}
}
