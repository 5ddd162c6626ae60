package api

import (
	"context"
	"fmt"
	"net/http"

	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
)

func (a *API) registerTypes(h huma.API) {
	tags := []string{"catalog"}
	add(a, h, huma.Operation{
		OperationID: "list-device-types", Method: http.MethodGet, Path: "/catalog/device-types", Tags: tags,
		Summary: "List device types", Responses: answers(nil, http.StatusBadRequest),
	}, a.deviceTypes)
	add(a, h, huma.Operation{
		OperationID: "device-type", Method: http.MethodGet, Path: "/catalog/device-types/{slug}", Tags: tags,
		Summary: "Show a device type", Description: "A model of switch, server or panel with every port and its sources.",
		Responses: answers(nil, http.StatusBadRequest, http.StatusNotFound),
	}, a.deviceType)
	a.registerTypeImport(h)
}

// A DeviceType is a model of switch, server or panel, without its ports.
type DeviceType struct {
	Slug     string       `json:"slug"`
	Model    string       `json:"model"`
	Maker    string       `json:"maker"`
	Kind     string       `json:"kind"`
	Rackable bool         `json:"rackable" doc:"False: a part of a device, such as a network card"`
	HeightU  json.Number  `json:"height_u"`
	Width    *string      `json:"width"`
	DepthMM  *int64       `json:"depth_mm"`
	WeightKg *json.Number `json:"weight_kg"`
	PowerW   *json.Number `json:"power_w" doc:"At most"`
	Airflow  *string      `json:"airflow"`
	PortSide *string      `json:"port_side"`
	Ports    int          `json:"ports"`
	Evidence string       `json:"evidence"`
	Local    bool         `json:"local" doc:"The site's own, not built in"`
	Note     string       `json:"note"`
}

func typeOf(t *catalog.DeviceType) DeviceType {
	out := DeviceType{
		Slug: t.Slug, Model: t.Model, Maker: t.Maker, Kind: t.Kind, Rackable: t.Rackable, HeightU: json.Number(t.Height.String()),
		Width: known(t.Width), DepthMM: millimetres(t.Depth), PowerW: watts(t.PowerMax), Airflow: known(t.Airflow), PortSide: known(t.PortSide),
		Ports: len(t.Ports), Evidence: string(t.Evidence), Local: t.Local, Note: t.Note,
	}
	if t.Weight > 0 {
		out.WeightKg = number(t.Weight.Kilograms())
	}
	return out
}

// A Port is one port of a device type.
type Port struct {
	Name     string   `json:"name"`
	Cage     string   `json:"cage"`
	Role     string   `json:"role"`
	Form     string   `json:"form"`
	Speeds   []string `json:"speeds" doc:"Fastest first"`
	Children []string `json:"children" doc:"Names of its children where it can be split"`
}

type typesInput struct {
	Q string `query:"q" maxLength:"200" doc:"Part of a slug or model"`
	Paging
}

type typesOutput struct {
	Body struct {
		Revisioned
		DeviceTypes []DeviceType `json:"device_types"`
		Total       int          `json:"total" doc:"How many there are on all pages"`
		Next        *string      `json:"next" doc:"Cursor of the next page; null: there is none"`
	}
}

func (a *API) deviceTypes(ctx context.Context, in *typesInput) (*typesOutput, error) {
	now := a.plans.Current(ctx)
	all := now.Types(in.Q)
	page, next, err := pageOf(all, in.Paging)
	if err != nil {
		return nil, err
	}
	out := &typesOutput{}
	out.Body.Revisioned = revisioned(now)
	out.Body.DeviceTypes, out.Body.Total, out.Body.Next = make([]DeviceType, len(page)), len(all), next
	for i, t := range page {
		out.Body.DeviceTypes[i] = typeOf(t)
	}
	return out, nil
}

type typeInput struct {
	Slug string `path:"slug" maxLength:"100" example:"qm9700"`
}

type typeOutput struct {
	Body struct {
		Revisioned
		DeviceType DeviceType `json:"device_type"`
		Ports      []Port     `json:"ports"`
		Rails      []string   `json:"rails" doc:"Ports in the order of rails, where that is known"`
		Sources    []Source   `json:"sources"`
		Locator    string     `json:"locator"`
	}
}

func (a *API) deviceType(ctx context.Context, in *typeInput) (*typeOutput, error) {
	now := a.plans.Current(ctx)
	t := now.Type(in.Slug)
	if t == nil {
		hint := "list them with /catalog/device-types"
		if near := now.Catalog().NearestType(in.Slug); near != "" {
			hint = "did you mean " + near + "?"
		}
		return nil, fmt.Errorf("device type %q: %w; %s", clip(in.Slug, maxEcho), app.ErrNotFound, hint)
	}
	out := &typeOutput{}
	out.Body.Revisioned = revisioned(now)
	out.Body.DeviceType, out.Body.Sources, out.Body.Locator = typeOf(t), sourcesOf(now.Sources(t.Sources)), t.Locator
	out.Body.Ports, out.Body.Rails = make([]Port, len(t.Ports)), []string{}
	for i, p := range t.Ports {
		out.Body.Ports[i] = Port{p.Name, t.Cages[p.Cage].Name, p.Group.Role, p.Group.Form.Name, speedNames(p.Group.Speeds), listed(p.Children)}
	}
	for _, r := range t.Rails {
		if r.Number >= 0 {
			out.Body.Rails = append(out.Body.Rails, r.Port)
		}
	}
	return out, nil
}
