package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/pricelist"
)

const (
	maxList   = 16 << 20 // bytes of a price list as it is sent, unpacked
	mediaXLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

func (a *API) registerPrices(h huma.API) {
	tags := []string{"catalog"}
	const path = "/catalog/prices"
	add(a, h, huma.Operation{
		OperationID: "list-prices", Method: http.MethodGet, Path: path, Tags: tags,
		Summary: "List stored prices", Description: "Whatever their days, by part, supplier, currency and first day.",
		Responses: answers(nil, http.StatusBadRequest, http.StatusServiceUnavailable),
	}, a.listPrices)
	add(a, h, huma.Operation{
		OperationID: "import-prices", Method: http.MethodPost, Path: path, Tags: tags, DefaultStatus: http.StatusOK,
		Summary: "Import a price list",
		Description: "CSV or XLSX in any order of columns; either part number. Good rows are stored, unknown part numbers and bad rows are named, every one. " +
			"How the columns were read is remembered for lists with the same headers. The same list again changes nothing.",
		Responses: answers(nil, http.StatusBadRequest, http.StatusPreconditionFailed, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusServiceUnavailable),
	}, a.importPrices)
	carries(h, path, http.MethodPost, listBody())
	for _, file := range []struct {
		as    pricelist.FileType
		media string
	}{{pricelist.CSV, mediaCSV}, {pricelist.XLSX, mediaXLSX}} {
		add(a, h, huma.Operation{
			OperationID: "export-prices-" + string(file.as), Method: http.MethodGet, Path: path + "." + string(file.as), Tags: tags,
			Summary: "Export stored prices", Description: "In the shape the import reads.",
			Responses: answers(map[string]*huma.Response{"200": content("The list", map[string]*huma.Schema{file.media: text()})},
				http.StatusBadRequest, http.StatusServiceUnavailable),
		}, a.exportPrices(file.as, file.media))
	}
}

// listBody says what an import takes.
func listBody() *huma.RequestBody {
	file := &huma.Schema{Type: "string", Format: "binary"}
	return &huma.RequestBody{
		Required:    true,
		Description: "The file as it is, at most 16 MiB; what it is shows in its bytes",
		Content:     map[string]*huma.MediaType{mediaCSV: {Schema: file, Example: "part number,price,currency\nMCP7Y00-N003,189.00,USD\n"}, mediaXLSX: {Schema: file}},
	}
}

// A StoredPrice is one row of a price list.
type StoredPrice struct {
	Version int `json:"version" doc:"Of its row in the overlay"`
	app.PriceBody
}

type pricesInput struct {
	Q string `query:"q" maxLength:"200" doc:"Words that all stand in the row"`
	Paging
}

type pricesOutput struct {
	Body struct {
		CatalogRevision string        `json:"catalog_revision"`
		Prices          []StoredPrice `json:"prices"`
		Total           int           `json:"total" doc:"How many there are on all pages"`
		Next            *string       `json:"next" doc:"Cursor of the next page; null: there is none"`
	}
}

func (a *API) listPrices(ctx context.Context, in *pricesInput) (*pricesOutput, error) {
	rows, _, err := a.plans.Overlay(ctx, who(ctx), app.OverlayQuery{Kind: app.OverlayPrice, Text: in.Q})
	if err != nil {
		return nil, err
	}
	page, next, err := pageOf(rows, in.Paging)
	if err != nil {
		return nil, err
	}
	out := &pricesOutput{}
	out.Body.CatalogRevision, out.Body.Total, out.Body.Next = a.plans.App().CatalogRevision(), len(rows), next
	out.Body.Prices = make([]StoredPrice, len(page))
	for i, r := range page {
		body, err := app.ReadOverlayBody(r.Kind, r.Body)
		if err != nil {
			return nil, err
		}
		out.Body.Prices[i] = StoredPrice{r.Version, body.(app.PriceBody)}
	}
	return out, nil
}

type importInput struct {
	Name     string   `query:"name" maxLength:"200" doc:"Of the file, for messages" example:"prices-2026-12.xlsx"`
	Preview  bool     `query:"preview" doc:"Say what would become of it and store nothing"`
	Supplier string   `query:"supplier" maxLength:"100" doc:"Of rows that do not say"`
	Currency string   `query:"currency" maxLength:"8" doc:"Of rows that do not say" example:"USD"`
	Map      []string `query:"map,explode" maxItems:"200" doc:"What a column holds, header:field; a column to leave out is header:ignored" example:"Net EK:unit_price"`
}

type importOutput struct{ Body PriceImport }

// A PriceImport says what became of every row of a price list.
type PriceImport struct {
	CatalogRevision string        `json:"catalog_revision" doc:"After the import"`
	Preview         bool          `json:"preview" doc:"Nothing was stored"`
	Sheet           string        `json:"sheet" doc:"Of the workbook; empty for CSV"`
	Columns         []ListColumn  `json:"columns"`
	Remembered      bool          `json:"remembered" doc:"The columns are read as an earlier list with these headers"`
	Rows            int           `json:"rows" doc:"Below the header"`
	New             int           `json:"new"`
	Changed         int           `json:"changed"`
	Same            int           `json:"same" doc:"Stored before as they are"`
	Repeated        int           `json:"repeated" doc:"The same as an earlier row of the list"`
	Unknown         []UnknownPart `json:"unknown_skus"`
	Bad             []BadCell     `json:"bad"`
}

// A ListColumn is a header and what it was taken for.
type ListColumn struct {
	Column string          `json:"column" example:"C"`
	Header string          `json:"header"`
	Field  pricelist.Field `json:"field" doc:"Empty: not recognised"`
	Given  bool            `json:"given" doc:"By the request or remembered; otherwise guessed"`
}

// An UnknownPart is a row whose part number the catalog does not have.
type UnknownPart struct {
	Sheet   string `json:"sheet"`
	Row     int    `json:"row"`
	SKU     string `json:"sku"`
	Nearest string `json:"nearest" doc:"The number most like it; empty: none is near"`
}

// A BadCell is why a row was not stored.
type BadCell struct {
	Sheet   string `json:"sheet"`
	Row     int    `json:"row"`
	Cell    string `json:"cell" doc:"Empty: the row as a whole"`
	Value   string `json:"value"`
	Problem string `json:"problem"`
}

func (a *API) importPrices(ctx context.Context, in *importInput) (*importOutput, error) {
	mapping := map[string]string{}
	for _, m := range in.Map {
		i := strings.LastIndexByte(m, ':')
		if i < 0 {
			return nil, at("query.map", m, errors.New("write header:field"))
		}
		mapping[m[:i]] = strings.TrimSpace(m[i+1:])
	}
	data, err := readAll(callOf(ctx).request, maxList)
	if err != nil {
		return nil, err
	}
	report, err := a.plans.ImportPrices(ctx, who(ctx), app.ImportRequest{
		Name: in.Name, Data: data, Mapping: mapping, Supplier: in.Supplier, Currency: in.Currency, Preview: in.Preview,
	})
	if err != nil {
		return nil, err
	}
	return &importOutput{importOf(report, in.Preview)}, nil
}

func importOf(r *app.ImportReport, preview bool) PriceImport {
	out := PriceImport{
		CatalogRevision: r.Revision, Preview: preview, Sheet: r.Sheet, Columns: make([]ListColumn, len(r.Columns)), Remembered: r.Remembered,
		Rows: r.Rows, New: r.New, Changed: r.Changed, Same: r.Same, Repeated: r.Repeated,
		Unknown: make([]UnknownPart, len(r.Unknown)), Bad: make([]BadCell, len(r.Bad)),
	}
	for i, c := range r.Columns {
		out.Columns[i] = ListColumn{c.Letters, c.Header, c.Field, c.Remembered}
	}
	for i, u := range r.Unknown {
		out.Unknown[i] = UnknownPart{u.Sheet, u.Row, clip(u.SKU, maxEcho), u.Nearest}
	}
	for i, b := range r.Bad {
		out.Bad[i] = BadCell{b.Sheet, b.Row, b.Cell, clip(b.Value, maxEcho), clip(b.Message, maxMessage)}
	}
	return out
}

type exportPricesInput struct{}

func (a *API) exportPrices(as pricelist.FileType, media string) func(context.Context, *exportPricesInput) (*streamed, error) {
	return func(ctx context.Context, _ *exportPricesInput) (*streamed, error) {
		rows, err := a.plans.Prices(ctx, who(ctx))
		if err != nil {
			return nil, err
		}
		header := http.Header{"Content-Disposition": {`attachment; filename="prices.` + string(as) + `"`}}
		return a.stream(http.StatusOK, withCharset(media), header, func(w io.Writer) error {
			return pricelist.Write(w, slices.Values(rows), as, csvtext.Options{})
		}), nil
	}
}

// A PartPrice is what a part costs at the site today.
type PartPrice struct {
	UnitPrice    string `json:"unit_price" doc:"A decimal"`
	Surcharge    string `json:"surcharge"`
	Landed       string `json:"landed" doc:"Both together"`
	Currency     string `json:"currency"`
	Supplier     string `json:"supplier"`
	LeadTimeDays *int   `json:"lead_time_days" doc:"Null: not known"`
	Stock        *int   `json:"stock" doc:"Pieces at hand; null: not said"`
	ValidTo      string `json:"valid_to" doc:"The last day; empty: open"`
}

// priceOf is the best price of a part in a currency, nil where there is none.
func priceOf(cat *catalog.Catalog, id, currency string) *PartPrice {
	p, ok := cat.PriceOf(id, currency)
	if !ok {
		return nil
	}
	return &PartPrice{
		UnitPrice: p.Unit.String(), Surcharge: p.Surcharge.String(), Landed: (p.Unit + p.Surcharge).String(), Currency: p.Currency, Supplier: p.Supplier,
		LeadTimeDays: said(p.LeadTimeDays), Stock: said(cat.StockOf(id)), ValidTo: p.ValidTo,
	}
}

// said is nil for the -1 of what nobody said.
func said(n int) *int {
	if n < 0 {
		return nil
	}
	return &n
}

// currencyOf is the currency asked for; where none is, that of the price list if
// it has but one.
func currencyOf(cat *catalog.Catalog, asked string) string {
	if all := cat.Currencies(); asked == "" && len(all) == 1 {
		return all[0]
	}
	return strings.ToUpper(asked)
}
