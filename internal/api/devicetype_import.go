package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/formats/netboxtype"
)

func (a *API) registerTypeImport(h huma.API) {
	const path = "/catalog/device-types/import"
	add(a, h, huma.Operation{
		OperationID: "import-device-type", Method: http.MethodPost, Path: path, Tags: []string{"catalog"},
		Summary:     "Turn a NetBox device type into one of a plan",
		Description: "The body is a file of the NetBox device-type library. The answer is the type as an entry of device_types, and what became of every field of the file: taken over, guessed, or left out. Nothing is stored.",
		Responses: answers(nil, http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
			http.StatusServiceUnavailable),
	}, a.importType)
	carries(h, path, http.MethodPost, &huma.RequestBody{
		Required:    true,
		Description: "YAML, at most 1 MiB",
		Content: map[string]*huma.MediaType{"application/yaml": {
			Schema: text(), Example: "manufacturer: Example\nmodel: EX-40\nslug: example-ex-40\nu_height: 1\ninterfaces:\n  - {name: p1, type: infiniband-hdr}\n",
		}},
	})
}

type importTypeInput struct {
	File string `query:"file" maxLength:"300" doc:"What messages call the file" example:"qm8700.yml"`
}

// An ImportNote says what became of one field of an imported file.
type ImportNote struct {
	Field  string `json:"field"`
	Line   *int   `json:"line" doc:"In the file; null: the file does not have the field"`
	Value  string `json:"value" doc:"What the file says"`
	Became string `json:"became" doc:"Empty: left out, or not known"`
	Why    string `json:"why"`
}

type importTypeOutput struct {
	Body struct {
		DeviceType DeviceType   `json:"device_type"`
		YAML       string       `json:"yaml" doc:"An entry of device_types, what was guessed as comments"`
		Mapped     []ImportNote `json:"mapped" doc:"Taken over as the file says"`
		Guessed    []ImportNote `json:"guessed" doc:"Not in the file, or not as clear: to be checked"`
		Ignored    []ImportNote `json:"ignored" doc:"Left out"`
	}
}

func (a *API) importType(ctx context.Context, in *importTypeInput) (*importTypeOutput, error) {
	r := callOf(ctx).request
	if _, err := mediaOf(r.Header.Get("Content-Type")); err != nil {
		return nil, err
	}
	data, err := readAll(r, netboxtype.MaxBytes)
	if err != nil {
		return nil, err
	}
	name := in.File
	if name == "" {
		name = "device-type.yaml"
	}
	made, err := a.plans.Current(ctx).ImportDeviceType(name, data)
	if err != nil {
		return nil, err
	}
	out := &importTypeOutput{}
	out.Body.DeviceType, out.Body.YAML = typeOf(made.Type), string(made.Text)
	out.Body.Mapped, out.Body.Guessed, out.Body.Ignored = notesOf(made.Report.Mapped), notesOf(made.Report.Guessed), notesOf(made.Report.Ignored)
	return out, nil
}

func notesOf(notes []netboxtype.Note) []ImportNote {
	out := make([]ImportNote, len(notes))
	for i, n := range notes {
		out[i] = ImportNote{Field: n.Field, Value: n.Value, Became: n.Became, Why: n.Why}
		if n.Line > 0 {
			out[i].Line = &n.Line
		}
	}
	return out
}
