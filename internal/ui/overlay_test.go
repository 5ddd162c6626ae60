package ui_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"lengthwise/internal/app"
)

// acmeDAC are the fields of a product of another maker, with its source.
var acmeDAC = []string{
	"sku", "ACME-DAC-2M", "maker", "Acme", "family", "ACME-DAC", "medium", "dac", "description", "EDR passive copper", "protocols", "ib", "speeds", "edr",
	"end_a", "qsfp28", "end_b", "qsfp28", "shape", "1:1", "length_mm", "2000", "lifecycle", "active", "evidence", "maker", "auto_select", "yes",
	"source", "acme-dac-sheet", "locator", "page 2",
	"new_source_key", "acme-dac-sheet", "new_source_title", "DAC data sheet", "new_source_publisher", "Acme", "new_source_address", "https://acme.example/dac",
	"new_source_date_read", "2026-11-30", "new_source_kind", "maker",
}

func TestAProductOfAnotherMakerIsAddedWithItsSource(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	form := s.get(t, "/catalog/overlay/product?sku=ACME-DAC-2M").want(http.StatusOK, "New product", "Reach on OM4, mm", "A new source")
	if got, _ := attr(form.all("#f-sku")[0], "value"); got != "ACME-DAC-2M" {
		t.Errorf("the number is %q, want the one of the address", got)
	}
	for _, fault := range faults(form) {
		t.Error(fault)
	}
	wrong := s.post(t, "/catalog/overlay/product", with(acmeDAC, "length_mm", "two", "evidence", "good", "maker", "", "end_b", "qsfp29")...).want(http.StatusBadRequest, "Not saved")
	for _, field := range []string{"length_mm", "evidence", "maker", "end_b"} {
		if len(wrong.all(`[data-testid="error"] a[href="#f-`+field+`"]`)) == 0 || wrong.one("#w-"+field) == "" {
			t.Errorf("%s: nothing leads to it, or nothing stands at it: %s", field, wrong.one(`[data-testid="error"]`))
		}
	}
	if wrong.chosen("#f-evidence") != "good" {
		t.Error("the form forgot what was written")
	}
	none := s.post(t, "/catalog/overlay/product").want(http.StatusBadRequest, "This is needed and empty")
	if n := len(none.all(`[data-testid="error"] a[href^="#f-"]`)); n != 14 {
		t.Errorf("an empty form has %d problems, want one for each of the 14 fields that are needed: %s", n, none.one(`[data-testid="error"]`))
	}
	if to := s.post(t, "/catalog/overlay/product", acmeDAC...).follow(); to != "/catalog/overlay#product" {
		t.Errorf("saved leads to %s", to)
	}
	list := s.get(t, "/catalog/overlay").want(http.StatusOK, "Acme: EDR passive copper", "DAC data sheet, Acme")
	for _, fault := range faults(list) {
		t.Error(fault)
	}
	s.get(t, "/catalog/products/ACME-DAC-2M").want(http.StatusOK, "this site's own", "Edit this product", "acme-dac-sheet")
	edit := s.get(t, "/catalog/overlay/product?key=ACME-DAC-2M").want(http.StatusOK, "Version 1", "Copy as a new row")
	s.post(t, "/catalog/overlay/product", with(edit.fields(`form[action="/catalog/overlay/product"]`), "weight_g", "90")...).follow()
	s.get(t, "/catalog/overlay/history").want(http.StatusOK, "Weight, g: 90", "source", "product")
	s.price(t, "ACME-DAC-2M", "Acme", "USD", "10.00", "", 1)
	s.post(t, "/catalog/overlay/product/remove", "key", "ACME-DAC-2M", "base", "2").want(http.StatusBadRequest, "names the product", "take it out first")
	s.get(t, "/catalog/overlay?kind=product&q=acme").want(http.StatusOK, "1 row")
	s.get(t, "/catalog/overlay?kind=colour").want(http.StatusBadRequest)
	s.get(t, "/catalog/overlay/colour").want(http.StatusNotFound)
	s.get(t, "/catalog/overlay/mapping").want(http.StatusNotFound)
	s.get(t, "/catalog/overlay/product?key=nothing").want(http.StatusNotFound)
}

func TestTheStatusOfAProductIsSetFromItsPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const at, form = "/catalog/products/MCP7Y00-N003", `[data-testid="status-form"]`
	page := s.get(t, at).want(http.StatusOK, "At this site")
	if to := s.post(t, "/catalog/overlay/status", with(page.fields(form), "status", "forbidden", "note", "bad batch")...).follow(); to != at {
		t.Errorf("set leads to %s, want back to the product", to)
	}
	set := s.get(t, at).want(http.StatusOK, "forbidden at this site")
	if got := set.chosen("#f-status"); got != "forbidden" {
		t.Errorf("the form says %s, want forbidden", got)
	}
	s.post(t, "/catalog/overlay/status", with(page.fields(form), "status", "preferred")...).want(http.StatusConflict, "bad batch", "preferred")
	s.post(t, "/catalog/overlay/status", with(set.fields(form), "status", "preferred")...).follow()
	s.get(t, at).want(http.StatusOK, "preferred")
	s.post(t, "/catalog/overlay/status", "sku", "nothing-like-it", "status", "liked").want(http.StatusBadRequest, "not in the catalog", "not one of")
}

const acmeType = `slug: acme-leaf
model: Acme Leaf
maker: Acme
kind: ib-switch
units: 1
ports:
  - {role: fabric, cage: qsfp28, cages: 8, speeds: [edr], name: "IB{cage}"}
`

func TestADeviceTypeIsReadFromTheLibraryCheckedAndSaved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	text, err := os.ReadFile("../formats/netboxtype/testdata/hx-40.yaml")
	if err != nil {
		t.Fatal(err)
	}
	page := s.upload(t, "/catalog/overlay/device-type/import", "hx-40.yaml", string(text)).want(http.StatusOK, "What became of the file", "Guessed: to be checked", "Left out")
	for _, fault := range faults(page) {
		t.Error(fault)
	}
	if rows, _, err := s.plans.Overlay(t.Context(), app.LocalUser, app.OverlayQuery{}); err != nil || len(rows) != 0 {
		t.Errorf("%d rows are stored (%v) by looking at a file, want none", len(rows), err)
	}
	s.post(t, "/catalog/overlay/device-type", page.fields(`form[action="/catalog/overlay/device-type"]`)...).follow()
	rows, _, err := s.plans.Overlay(t.Context(), app.LocalUser, app.OverlayQuery{Kind: app.OverlayDeviceType})
	if err != nil || len(rows) != 1 {
		t.Fatalf("%d device types are stored (%v), want 1", len(rows), err)
	}
	s.get(t, "/catalog/types/"+rows[0].Key).want(http.StatusOK, "this site's own")

	s.post(t, "/catalog/overlay/device-type", "yaml", acmeType).follow()
	bad := s.post(t, "/catalog/overlay/device-type", "yaml", strings.ReplaceAll(acmeType, "units: 1", "units: many\nwings: 2")).want(http.StatusBadRequest, "line 5", "line 6")
	if len(bad.all(`#gutter #L5`)) != 1 || len(bad.all(`[data-testid="error"] a[href="#L5"]`)) != 1 {
		t.Error("the problem does not lead to its line")
	}
	edit := s.get(t, "/catalog/overlay/device-type?key=acme-leaf").want(http.StatusOK, "Version 1")
	s.post(t, "/catalog/overlay/device-type", with(edit.fields(`form[action="/catalog/overlay/device-type"]`), "yaml", strings.ReplaceAll(acmeType, "cages: 8", "cages: 9"))...).follow()
	s.get(t, "/catalog/overlay/device-type/history?key=acme-leaf").want(http.StatusOK, "cages: 9", "cages: 8")
	s.post(t, "/catalog/overlay/device-type", "yaml", acmeType).want(http.StatusConflict, "saved version 2", "cages: 9")
	s.upload(t, "/catalog/overlay/device-type/import", "x.yaml", "model: [").want(http.StatusBadRequest, "Not saved")
	s.upload(t, "/catalog/overlay/device-type/import", "x.yaml", strings.Repeat("x", 2<<20)).want(http.StatusRequestEntityTooLarge, "1 MiB")
}

// With prices loaded the order has them, and its total is the sum of its rows
// to the cent.
func TestAnOrderHasPricesAndItsTotalIsTheSumOfItsRows(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "h100-unit")
	s.get(t, at+"/order").want(http.StatusOK, "No price list is loaded", "Load one")
	rows := s.get(t, at+"/order").all(`[data-testid="order"] tbody tr`)
	list := "sku,unit_price,surcharge,currency,lead_time_days,stock\n"
	for i := range rows {
		part := words(s.get(t, at+"/order").all(`[data-testid="order"] tbody tr th a`)[i])
		if s.plans.App().Type(part) == nil && i != 1 {
			list += fmt.Sprintf("%s,%d.%02d,0.0%d,USD,%d,\n", part, 100+i*7, 3+i, i%10, i+1)
		}
	}
	page := s.upload(t, "/catalog/prices/preview", "list.csv", list)
	s.post(t, "/catalog/prices/import", page.fields(importForm)...).want(http.StatusOK, "Price list loaded")

	page = s.get(t, at+"/order").want(http.StatusOK, "Cost: at least", "USD", "without a price", "Unit prices are landed")
	sum, priced := int64(0), 0
	for _, row := range page.all(`[data-testid="order"] tbody tr`) {
		cells := cellsOf(row)
		unit, total, order := centsOf(t, cells[9]), centsOf(t, cells[10]), centsOf(t, cells[8]+".00")/100
		if unit*order != total {
			t.Errorf("%q: %d x %d is not %d", words(row), order, unit, total)
		}
		if cells[9] != "" {
			priced++
		}
		sum += total
	}
	if got := page.all(`[data-testid="total"] td.num:not(.pieces)`); priced == 0 || centsOf(t, words(got[0])) != sum {
		t.Errorf("the total is %s, the sum of %d priced rows %d cents", words(got[0]), priced, sum)
	}
	s.get(t, at).want(http.StatusOK, "The catalog changed since", "The cost is known now: at least", "Parts without a price")
	s.get(t, "/").want(http.StatusOK, "Cost", "at least")
}

func cellsOf(row *html.Node) []string {
	var out []string
	for c := row.FirstChild; c != nil; c = c.NextSibling {
		if c.Data == "td" || c.Data == "th" {
			out = append(out, words(c))
		}
	}
	return out
}

// centsOf is an amount as pages show it in hundredths; empty is 0.
func centsOf(t *testing.T, text string) int64 {
	t.Helper()
	if text == "" {
		return 0
	}
	var n int64
	if _, err := fmt.Sscan(strings.NewReplacer(",", "", ".", "").Replace(text), &n); err != nil {
		t.Fatalf("amount %q: %v", text, err)
	}
	return n
}
