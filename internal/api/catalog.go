package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

func (a *API) registerCatalog(h huma.API) {
	tags := []string{"catalog"}
	add(a, h, huma.Operation{
		OperationID: "list-products", Method: http.MethodGet, Path: "/catalog/products", Tags: tags,
		Summary: "List products", Responses: answers(nil, http.StatusBadRequest),
	}, a.products)
	add(a, h, huma.Operation{
		OperationID: "product", Method: http.MethodGet, Path: "/catalog/products/{sku}", Tags: tags,
		Summary:     "Show a product",
		Description: "All that is known of a part number, in any spelling, with its sources, the device types it fits, the next longer, and what does the same in other media.",
		Responses:   answers(nil, http.StatusBadRequest, http.StatusNotFound),
	}, a.product)
	add(a, h, huma.Operation{
		OperationID: "reach-matrix", Method: http.MethodGet, Path: "/catalog/reach-matrix", Tags: tags,
		Summary:   "Longest length by generation, medium and shape",
		Responses: answers(nil, http.StatusBadRequest),
	}, a.reachMatrix)
	add(a, h, huma.Operation{
		OperationID: "list-speeds", Method: http.MethodGet, Path: "/catalog/speeds", Tags: tags,
		Summary: "List speeds", Responses: answers(nil, http.StatusBadRequest),
	}, a.speeds)
}

// parseLength reads a length of a query; empty is 0.
func parseLength(location, text string) (units.Length, error) {
	if text == "" {
		return 0, nil
	}
	l, err := units.ParseLength(text)
	if err == nil && l <= 0 {
		err = fmt.Errorf("length %q is not above 0; write one such as 3m", clip(text, maxEcho))
	}
	if err != nil {
		return 0, at(location, text, err)
	}
	return l, nil
}

// asked makes a 400 of a question with a word that names nothing: the question
// is wrong, not its address.
func asked(err error) error {
	if errors.Is(err, app.ErrNotFound) {
		return problem(http.StatusBadRequest, "%v", err)
	}
	return err
}

type productsInput struct {
	Q          string `query:"q" maxLength:"200" doc:"The beginning of a number in any spelling, or words of the description"`
	Medium     string `query:"medium" enum:"dac,acc,aec,aoc,transceiver,fibre,twisted-pair"`
	Generation string `query:"generation" enum:"edr,hdr,ndr,xdr,eth-1g,eth-10g,eth-25g,eth-50g,eth-100g,eth-200g" doc:"InfiniBand generation, or Ethernet by lane rate"`
	Form       string `query:"form" maxLength:"40" doc:"A cage that takes a plug of it, or the plug" example:"osfp-flat-1"`
	Min        string `query:"min" maxLength:"40" doc:"At least this long" example:"2m"`
	Max        string `query:"max" maxLength:"40" doc:"At most this long" example:"5m"`
	Currency   string `query:"currency" maxLength:"8" doc:"Of the prices; absent: that of the price list where it has but one" example:"USD"`
	Paging
}

type productsOutput struct {
	Body struct {
		Revisioned
		Products []CatalogProduct `json:"products"`
		Total    int              `json:"total" doc:"How many there are on all pages"`
		Next     *string          `json:"next" doc:"Cursor of the next page; null: there is none"`
	}
}

func (a *API) products(ctx context.Context, in *productsInput) (*productsOutput, error) {
	shortest, err := parseLength("query.min", in.Min)
	if err != nil {
		return nil, err
	}
	longest, err := parseLength("query.max", in.Max)
	if err != nil {
		return nil, err
	}
	now := a.plans.Current(ctx)
	all, err := now.Products(app.ProductQuery{
		Text: in.Q, Medium: catalog.Medium(in.Medium), Generation: in.Generation, Form: in.Form, Min: shortest, Max: longest,
	})
	if err != nil {
		return nil, asked(err)
	}
	page, next, err := pageOf(all, in.Paging)
	if err != nil {
		return nil, err
	}
	out := &productsOutput{}
	out.Body.Revisioned = revisioned(now)
	currency := currencyOf(now.Catalog(), in.Currency)
	out.Body.Products, out.Body.Total, out.Body.Next = make([]CatalogProduct, len(page)), len(all), next
	for i, p := range page {
		out.Body.Products[i] = productOf(now.Catalog(), p, currency)
	}
	return out, nil
}

type productInput struct {
	SKU      string `path:"sku" maxLength:"100" doc:"Part number in any spelling" example:"MCP7Y00-N003"`
	Currency string `query:"currency" maxLength:"8" doc:"Of the prices; absent: that of the price list where it has but one" example:"USD"`
}

type productOutput struct{ Body ProductPage }

func (a *API) product(ctx context.Context, in *productInput) (*productOutput, error) {
	now := a.plans.Current(ctx)
	page, err := now.Product(in.SKU)
	if err != nil {
		return nil, err
	}
	return &productOutput{productPageOf(now, page, in.Currency)}, nil
}

type reachMatrixOutput struct {
	Body struct {
		Revisioned
		Cells []ReachCell `json:"cells"`
	}
}

func (a *API) reachMatrix(ctx context.Context, _ *struct{}) (*reachMatrixOutput, error) {
	now, out := a.plans.Current(ctx), &reachMatrixOutput{}
	cells := now.ReachMatrix()
	out.Body.Revisioned = revisioned(now)
	out.Body.Cells = make([]ReachCell, len(cells))
	for i := range cells {
		out.Body.Cells[i] = cellOf(&cells[i])
	}
	return out, nil
}

type speedsOutput struct {
	Body struct {
		Revisioned
		Speeds []Speed `json:"speeds"`
	}
}

func (a *API) speeds(ctx context.Context, _ *struct{}) (*speedsOutput, error) {
	now, out := a.plans.Current(ctx), &speedsOutput{}
	all := now.Catalog().Speeds
	out.Body.Revisioned = revisioned(now)
	out.Body.Speeds = make([]Speed, len(all))
	for i, s := range all {
		out.Body.Speeds[i] = speedOf(s)
	}
	return out, nil
}
