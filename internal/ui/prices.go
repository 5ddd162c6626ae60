package ui

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/pricelist"
	"lengthwise/web/templates"
)

// pricesPerPage is how many rows of price lists a page shows.
const pricesPerPage = 100

// overlayRoutes are the pages that extend and price the catalog.
func (u *UI) overlayRoutes(r chi.Router) {
	r.Get("/catalog/prices", u.page(u.prices))
	r.Get("/catalog/prices.csv", u.page(u.exportPrices(pricelist.CSV, "text/csv; charset=utf-8")))
	r.Get("/catalog/prices.xlsx", u.page(u.exportPrices(pricelist.XLSX, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))
	r.Get("/catalog/prices/preview", to("/catalog/prices")) // what a form was sent to is asked for again by a reload
	r.Post("/catalog/prices/preview", u.page(u.previewPrices))
	r.Get("/catalog/prices/import", to("/catalog/prices"))
	r.Post("/catalog/prices/import", u.page(u.importPrices))
	r.Get("/catalog/overlay", u.page(u.overlay))
	r.Get("/catalog/overlay/history", u.page(u.allHistory))
	r.Get("/catalog/overlay/device-type/import", to("/catalog/overlay/device-type"))
	r.Post("/catalog/overlay/device-type/import", u.page(u.importType))
	r.Get("/catalog/overlay/{kind}", u.page(u.overlayEdit))
	r.Post("/catalog/overlay/{kind}", u.page(u.overlaySave))
	r.Get("/catalog/overlay/{kind}/history", u.page(u.rowHistory))
	r.Post("/catalog/overlay/{kind}/remove", u.page(u.overlayRemove))
	r.Post("/catalog/overlay/{kind}/restore", u.page(u.overlayRestore))
}

// prices lists the stored rows of price lists and asks for a list to load.
func (u *UI) prices(w http.ResponseWriter, r *http.Request) error {
	p, err := u.pricesPage(r)
	if err != nil {
		return err
	}
	return u.show(w, r, u.pricesView(r, p), templates.PricesList(p))
}

func (u *UI) pricesView(r *http.Request, p templates.PricesPage) templ.Component {
	return templates.Prices(u.frame(r, "catalog", "Prices", catalogCrumb, templates.Crumb{Text: "Prices"}), p)
}

// pricesPage is the page with the rows a request asks for.
func (u *UI) pricesPage(r *http.Request) (templates.PricesPage, error) {
	asked := r.URL.Query()
	p := templates.PricesPage{Text: asked.Get("q"), Upload: templates.UploadForm{Limit: "at most 16 MiB"}}
	from, err := whole("from", asked.Get("from"), maxRevision)
	if err != nil {
		return p, err
	}
	all, _, err := u.plans.Overlay(r.Context(), caller(r), app.OverlayQuery{Kind: app.OverlayPrice})
	if err != nil {
		return p, err
	}
	rows := all
	if p.Text != "" {
		if rows, _, err = u.plans.Overlay(r.Context(), caller(r), app.OverlayQuery{Kind: app.OverlayPrice, Text: p.Text}); err != nil {
			return p, err
		}
	}
	p.Facts, p.Newest = pricesAtAGlance(all)
	p.Empty = "No price list is loaded: orders have no prices. Load one above."
	if len(all) > 0 {
		p.Empty = "No stored price holds these words."
	}
	shown := rows[min(from, len(rows)):min(from+pricesPerPage, len(rows))]
	today := time.Now().UTC().Format(time.DateOnly)
	for _, x := range shown {
		if body, ok := priceOf(x); ok {
			p.Rows = append(p.Rows, storedPrice(x, body, today))
		}
	}
	p.Said = counted(len(rows), "price")
	if len(shown) < len(rows) {
		p.Said = fmt.Sprintf("%s to %s of %s", number(from+1), number(from+len(shown)), counted(len(rows), "price"))
	}
	at := func(from int) string {
		q := url.Values{}
		if p.Text != "" {
			q.Set("q", p.Text)
		}
		if from > 0 {
			q.Set("from", fmt.Sprint(from))
		}
		return "/catalog/prices?" + q.Encode()
	}
	p.Pager.Said = p.Said
	if from > 0 {
		p.Pager.First, p.Pager.Prev = at(0), at(max(0, from-pricesPerPage))
	}
	if from+len(shown) < len(rows) {
		p.Pager.Next = at(from + pricesPerPage)
	}
	return p, nil
}

// priceOf is what a row of a price list says; the catalog leaves out one that
// cannot be read and says so.
func priceOf(x app.OverlayRow) (app.PriceBody, bool) {
	body, err := app.ReadOverlayBody(x.Kind, x.Body)
	if err != nil {
		return app.PriceBody{}, false
	}
	price, ok := body.(app.PriceBody)
	return price, ok
}

// pricesAtAGlance counts what is loaded and says when it changed last.
func pricesAtAGlance(rows []app.OverlayRow) ([]templates.Fact, string) {
	if len(rows) == 0 {
		return []templates.Fact{{Mark: "info", Words: "no price list is loaded"}}, ""
	}
	var suppliers, currencies, parts []string
	last := rows[0]
	for _, x := range rows {
		if x.Changed.After(last.Changed) {
			last = x
		}
		body, ok := priceOf(x)
		if !ok {
			continue
		}
		suppliers, currencies, parts = append(suppliers, orUnnamed(body.Supplier)), append(currencies, body.Currency), append(parts, body.SKU)
	}
	suppliers, currencies, parts = distinct(suppliers), distinct(currencies), distinct(parts)
	facts := []templates.Fact{
		{Number: number(len(rows)), Words: plural(len(rows), "price")},
		{Number: number(len(parts)), Words: plural(len(parts), "part")},
		{Number: number(len(suppliers)), Words: plural(len(suppliers), "supplier") + ": " + some(suppliers)},
		{Words: "in " + some(currencies)},
	}
	return facts, moment(last.Changed) + " by " + last.Author + ": " + last.Message
}

// distinct are the texts sorted, each once.
func distinct(all []string) []string {
	slices.Sort(all)
	return slices.Compact(all)
}

func orUnnamed(supplier string) string {
	if supplier == "" {
		return "not named"
	}
	return supplier
}

func storedPrice(x app.OverlayRow, b app.PriceBody, today string) templates.StoredPriceRow {
	row := templates.StoredPriceRow{
		Part: partLink(b.SKU), Supplier: orUnnamed(b.Supplier), Currency: b.Currency, Unit: grouped(b.UnitPrice), Surcharge: grouped(b.Surcharge),
		LeadTime: "–", Stock: "–", Valid: valid(b.ValidFrom, b.ValidTo), Now: "holds", Changed: moment(x.Changed), Author: x.Author,
		EditURL: overlayURL(x.Kind, "", x.Key), HistoryURL: overlayURL(x.Kind, "/history", x.Key), Name: nameOf(x.Kind, x.Key),
	}
	if b.LeadTimeDays != nil {
		row.LeadTime = number(*b.LeadTimeDays)
	}
	if b.Stock != nil {
		row.Stock = number(*b.Stock)
	}
	switch {
	case b.ValidTo != "" && b.ValidTo < today:
		row.Now = "ended"
	case b.ValidFrom > today:
		row.Now = "not yet"
	}
	return row
}

// valid is how long a price holds.
func valid(from, to string) string {
	switch {
	case from != "" && to != "":
		return from + " to " + to
	case from != "":
		return "from " + from
	case to != "":
		return "to " + to
	}
	return "always"
}

// exportPrices sends all stored prices as a file that can be loaded again.
func (u *UI) exportPrices(as pricelist.FileType, media string) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		rows, err := u.plans.Prices(r.Context(), caller(r))
		if err != nil {
			return err
		}
		h := w.Header()
		h.Set("Content-Type", media)
		h.Set("Content-Disposition", `attachment; filename="prices.`+string(as)+`"`)
		h.Set("Cache-Control", "no-cache")
		if err := pricelist.Write(w, slices.Values(rows), as, csvtext.Options{}); err != nil && r.Context().Err() == nil {
			u.log.ErrorContext(r.Context(), "export of prices broke off", "error", err)
		}
		return nil
	}
}

// readList is the price list of a form: a file, or what a preview carried on.
func readList(r *http.Request) (name string, data []byte, err error) {
	if text := r.PostForm.Get("list"); text != "" {
		data, err = unpack(text)
		return r.PostForm.Get("name"), data, err
	}
	file, header, err := r.FormFile("file")
	if err != nil {
		return "", nil, fmt.Errorf("no file was sent; choose a CSV or XLSX file")
	}
	defer func() { _ = file.Close() }() // it was only read
	data, err = io.ReadAll(file)
	if err != nil {
		return "", nil, fmt.Errorf("file %q cannot be read: %w; send it again", clip(header.Filename), err)
	}
	if len(data) > maxPriceFile {
		return "", nil, fmt.Errorf("file %q is above the limit of 16 MiB; send the list in parts", clip(header.Filename))
	}
	return header.Filename, data, nil
}
