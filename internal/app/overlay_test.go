package app_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/postgres"
)

// A clock says what it is set to.
type clock struct{ at atomic.Int64 }

func (c *clock) set(text string) {
	t, err := time.Parse(time.DateTime, text)
	if err != nil {
		panic(err) // a constant of a test
	}
	c.at.Store(t.UnixMicro())
}

func (c *clock) now() time.Time { return time.UnixMicro(c.at.Load()) }

// site are the use cases of one server over a store that others share.
func site(t testing.TB, store app.Store, c *clock) *app.Plans {
	t.Helper()
	return app.NewPlans(newApp(t), store, app.PlansOptions{Now: c.now})
}

// newSite is a server with a store and a clock of its own, at noon of a Monday.
func newSite(t testing.TB) (*app.Plans, app.Store, *clock) {
	t.Helper()
	c := &clock{}
	c.set("2026-11-30 12:00:00")
	store := postgres.New(pgtest.New(t))
	return site(t, store, c), store, c
}

// theDAC is the part that the plan small takes: 1 m of passive copper at EDR.
const theDAC = "MCP1600-E001E30"

func usd(sku, amount string) app.PriceBody {
	return app.PriceBody{SKU: sku, UnitPrice: amount, Currency: "USD"}
}

func put(t testing.TB, p *app.Plans, key string, base int, body app.OverlayBody) app.OverlayRow {
	t.Helper()
	row, err := p.PutOverlay(t.Context(), ann, app.PutRequest{Key: key, Base: base, Body: body})
	if err != nil {
		t.Fatal(err)
	}
	return row
}

// invalid checks that an error is *Invalid with a problem at each of the paths
// and none elsewhere.
func invalid(t *testing.T, what string, err error, paths ...string) {
	t.Helper()
	var bad *app.Invalid
	if !errors.As(err, &bad) {
		t.Errorf("%s: %v, want *Invalid", what, err)
		return
	}
	var got []string
	for _, x := range bad.Problems.List {
		got = append(got, x.Path)
	}
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Equal(got, paths) {
		t.Errorf("%s: problems at %q, want at %q:\n%v", what, got, paths, err)
	}
}

func theirProduct() app.ProductBody {
	return app.ProductBody{
		Cells: catalog.Row{
			"sku": "ACME-DAC-1", "maker": "Acme", "family": "ACME-DAC", "medium": "dac", "description": "Acme 100G copper, 1 m", "protocols": "ib",
			"speeds": "edr", "end_a": "qsfp28", "end_b": "qsfp28", "shape": "1:1", "length_mm": "1000", "lifecycle": "active",
			"evidence": "maker", "auto_select": "yes", "source": "acme-list", "locator": "page 3",
		},
		Sources: []catalog.Row{{"key": "acme-list", "title": "Acme cables", "publisher": "Acme", "address": "https://acme.example/cables", "date_read": "2026-11-30", "kind": "maker"}},
	}
}

const theirType = `slug: acme-leaf
model: Acme Leaf
kind: ib-switch
units: 1
port_side: front
ports:
  - {role: fabric, cage: qsfp28, cages: 8, first: 1, per_cage: 1, speeds: [edr], name: "p{cage}"}
`

func TestWhatASiteAddsIsInTheCatalogOfEveryServer(t *testing.T) {
	t.Parallel()
	one, store, c := newSite(t)
	other, ctx := site(t, store, c), t.Context()
	before := one.Current(ctx).CatalogRevision()
	if other.App().CatalogRevision() != before {
		t.Fatal("two servers without an overlay have two catalogs")
	}
	row := put(t, one, "", 0, theirProduct())
	if row.Key != "ACME-DAC-1" || row.Version != 1 || row.Author != "ann" {
		t.Errorf("put %+v, want ACME-DAC-1 at version 1 by ann", row)
	}
	put(t, one, "acme-leaf", 0, app.DeviceTypeBody{YAML: theirType})
	put(t, one, "mcp1600e001e30", 0, app.StatusBody{Status: catalog.Forbidden})
	put(t, one, "", 0, usd("acmedac1", "7"))
	now := other.Current(ctx)
	cat := now.Catalog()
	if now.CatalogRevision() == before || now.CatalogRevision() != one.App().CatalogRevision() {
		t.Errorf("the other server plans with catalog %s, the one with %s, before it was %s", now.CatalogRevision(), one.App().CatalogRevision(), before)
	}
	if price, ok := cat.PriceOf("ACME-DAC-1", "USD"); !ok || price.Unit.String() != "7.00" {
		t.Errorf("price of ACME-DAC-1 is %v (%v), want 7.00", price, ok)
	}
	if cat.StatusOf(theDAC) != catalog.Forbidden || cat.Type("acme-leaf") == nil || cat.Source("acme-list") == nil {
		t.Error("status, device type or source is not in the catalog")
	}
	text := strings.ReplaceAll(small, "sb7800", "acme-leaf")
	text = strings.ReplaceAll(text, "IB1/1", "p1")
	checked, err := other.Check(ctx, bob, app.CheckRequest{Source: source("plan.yaml", text)})
	if err != nil || !checked.Result.OK {
		t.Fatalf("a plan with the site's own device type: %v, %+v", err, checked)
	}
	if sku := checked.Result.Cables[0].Part.ID(); sku != "ACME-DAC-1" || checked.Result.Summary.Cost.Amount.String() != "14.00" || checked.Catalog != cat {
		t.Errorf("the link takes %s for %v, want ACME-DAC-1 and a spare for 14.00: the built-in one is forbidden", sku, checked.Result.Summary.Cost)
	}

	rows, revision, err := other.Overlay(ctx, bob, app.OverlayQuery{})
	if err != nil || revision != 4 || len(rows) != 5 || rows[0].Kind != app.OverlayProduct || rows[4].Kind != app.OverlayPrice {
		t.Errorf("overlay at revision %d: %+v (%v), want product, source, type, status, price at 4", revision, rows, err)
	}
	if rows, _, err = other.Overlay(ctx, bob, app.OverlayQuery{Kind: app.OverlayPrice, Text: "acme 7.00"}); err != nil || len(rows) != 1 {
		t.Errorf("prices with acme and 7.00: %+v (%v), want one", rows, err)
	}
	if found, err := other.OverlayRow(ctx, bob, app.OverlayStatus, "MCP1600 e001e30"); err != nil || found.Key != theDAC {
		t.Errorf("the status in another spelling: %+v (%v), want that of %s", found, err, theDAC)
	}
	events, err := other.OverlayHistory(ctx, bob, app.OverlayStatus, "mcp1600e001e30", 0, 0)
	if err != nil || len(events) != 1 || events[0].Before != nil || events[0].Message != "put" {
		t.Errorf("history of the status: %+v (%v), want the one change", events, err)
	}
	if _, err := one.RemoveOverlay(ctx, ann, app.OverlayProduct, "ACME-DAC-1", 1, ""); err == nil || !strings.Contains(err.Error(), "take it out first") {
		t.Errorf("the product taken out while a price names it: %v, want it refused", err)
	}
	for _, r := range []app.OverlayRow{{Kind: app.OverlayPrice, Key: "ACME-DAC-1||USD|"}, {Kind: app.OverlayProduct, Key: "ACME-DAC-1"}, {Kind: app.OverlaySource, Key: "acme-list"},
		{Kind: app.OverlayStatus, Key: theDAC}, {Kind: app.OverlayDeviceType, Key: "acme-leaf"}} {
		if _, err := one.RemoveOverlay(ctx, ann, r.Kind, r.Key, 1, ""); err != nil {
			t.Errorf("take out %s %s: %v", r.Kind, r.Key, err)
		}
	}
	if got := other.Current(ctx).CatalogRevision(); got != before {
		t.Errorf("with all taken out the catalog is %s, want %s again", got, before)
	}
}

func TestTwoTabsOfOneOverlayRow(t *testing.T) {
	t.Parallel()
	one, store, c := newSite(t)
	other := site(t, store, c)
	put(t, one, theDAC, 0, app.StatusBody{Status: catalog.Preferred})
	put(t, one, theDAC, 1, app.StatusBody{Status: catalog.Preferred, Note: "in the store room"})
	_, err := other.PutOverlay(t.Context(), bob, app.PutRequest{Key: theDAC, Base: 1, Body: app.StatusBody{Status: catalog.Forbidden}})
	if !errors.Is(err, app.ErrConflict) || !strings.Contains(err.Error(), "newest is 2 by ann") {
		t.Errorf("the second tab: %v, want a conflict that says who was first", err)
	}
	if _, err := other.RemoveOverlay(t.Context(), bob, app.OverlayStatus, theDAC, 1, ""); !errors.Is(err, app.ErrConflict) {
		t.Errorf("the second tab takes it out: %v, want a conflict", err)
	}
	if row, err := other.OverlayRow(t.Context(), bob, app.OverlayStatus, theDAC); err != nil || row.Version != 2 || !strings.Contains(string(row.Body), "store room") {
		t.Errorf("the row is %+v (%v), want what the first tab wrote", row, err)
	}
	revision := one.App().CatalogRevision()
	if row := put(t, one, theDAC, 2, app.StatusBody{Status: catalog.Preferred, Note: "in the store room"}); row.Version != 2 || one.App().CatalogRevision() != revision {
		t.Errorf("the same once more: version %d, want 2", row.Version)
	}
}

func TestBodiesThatAreRefused(t *testing.T) {
	t.Parallel()
	p, _, _ := newSite(t)
	put(t, p, "", 0, app.PriceBody{SKU: theDAC, UnitPrice: "10", Currency: "USD", ValidFrom: "2026-01-01", ValidTo: "2026-12-31"})
	cells := func(change func(app.ProductBody)) app.ProductBody {
		b := theirProduct()
		change(b)
		return b
	}
	price := func(change func(*app.PriceBody)) app.PriceBody {
		b := usd(theDAC, "10.00")
		b.Supplier = "Acme"
		change(&b)
		return b
	}
	minus := -1
	tests := []struct {
		name  string
		key   string
		body  app.OverlayBody
		paths []string
	}{
		{"a product without a number", "", cells(func(b app.ProductBody) { delete(b.Cells, "sku") }), []string{"cells.sku"}},
		{"a product under another key", "ACME-2", theirProduct(), []string{"cells.sku"}},
		{"cells the catalog does not know or cannot read", "", cells(func(b app.ProductBody) {
			b.Cells["lengths_mm"], b.Cells["length_mm"], b.Cells["medium"] = "1", "half a metre", "string"
		}), []string{"cells.length_mm", "cells.lengths_mm", "cells.medium"}},
		{"a length beyond its reach", "", cells(func(b app.ProductBody) { b.Cells["reach_mm"] = "900" }), []string{"cells.length_mm"}},
		{"a number of the built-in catalog in another spelling", "", cells(func(b app.ProductBody) { b.Cells["sku"] = "mcp1600e001e30" }), []string{"cells.sku"}},
		{"a source nobody has", "", cells(func(b app.ProductBody) { b.Cells["source"] = "hearsay" }), []string{"cells.source"}},
		{"a type that is none", "x", app.DeviceTypeBody{YAML: "slug: x\nkind: toaster\nports: [{cage: qsfp29, speeds: [edr], name: p1}]\ncolour: red\n"},
			[]string{"yaml", "yaml.kind", "yaml.ports[0].cage"}},
		{"a type with a built-in slug", "", app.DeviceTypeBody{YAML: strings.Replace(theirType, "acme-leaf", "sb7800", 1)}, []string{"yaml.slug"}},
		{"YAML that is none", "x", app.DeviceTypeBody{YAML: "["}, []string{"yaml"}},
		{"a status that is none of a part that is none", "MCP1600-E001E31", app.StatusBody{Status: "loved"}, []string{"key", "status"}},
		{"a price without end beside one that ends", "", usd(theDAC, "11.00"), []string{"valid_from"}},
		{"amounts that are none", "", price(func(b *app.PriceBody) { b.UnitPrice, b.Surcharge = "1,000.00", "-1" }), []string{"surcharge", "unit_price"}},
		{"three decimals, and too much", "", price(func(b *app.PriceBody) { b.UnitPrice, b.Surcharge = "1.005", "10000000.01" }), []string{"surcharge", "unit_price"}},
		{"everything else wrong with a price", "", price(func(b *app.PriceBody) {
			b.SKU, b.UnitPrice, b.Currency, b.Supplier, b.LeadTimeDays, b.Stock, b.ValidFrom = "MCP9", "", "euro", "A|B", &minus, &minus, "30.11.2026"
		}), []string{"currency", "lead_time_days", "sku", "stock", "supplier", "unit_price", "valid_from"}},
		{"a price that ends before it begins", "", price(func(b *app.PriceBody) { b.ValidFrom, b.ValidTo = "2026-12-01", "2026-11-30" }), []string{"valid_to"}},
		{"a price under another key", theDAC + "||EUR|", usd(theDAC, "1.00"), []string{"key", "valid_from"}},
		{"a mapping", "x", app.MappingBody{}, []string{"kind"}},
	}
	for _, tt := range tests {
		_, err := p.PutOverlay(t.Context(), ann, app.PutRequest{Key: tt.key, Body: tt.body})
		invalid(t, tt.name, err, tt.paths...)
	}
	if rows, revision, err := p.Overlay(t.Context(), ann, app.OverlayQuery{}); err != nil || len(rows) != 1 || revision != 1 {
		t.Errorf("after all that was refused: %d rows at revision %d (%v), want the one price", len(rows), revision, err)
	}
}

func TestPricesBeginAndEndByTheDay(t *testing.T) {
	t.Parallel()
	p, _, c := newSite(t)
	made := create(t, p, small)
	for _, b := range []app.PriceBody{
		{SKU: theDAC, UnitPrice: "10.00", Currency: "USD", ValidTo: "2026-11-30"},
		{SKU: theDAC, UnitPrice: "12.00", Currency: "USD", ValidFrom: "2026-12-01", ValidTo: "2026-12-01"},
	} {
		put(t, p, "", 0, b)
	}
	revisions := map[string]bool{}
	for _, day := range []struct{ at, want string }{
		{"2026-11-30 23:59:59", "20.00"}, {"2026-12-01 00:00:00", "24.00"}, {"2026-12-01 23:59:59", "24.00"}, {"2026-12-02 00:00:01", ""},
	} {
		c.set(day.at)
		checked, _, err := p.Result(t.Context(), ann, made.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		got := "" // with a spare
		if cost := checked.Result.Summary.Cost; cost != nil {
			got = cost.Amount.String()
		}
		if got != day.want {
			t.Errorf("at %s the cost is %q, want %q", day.at, got, day.want)
		}
		revisions[checked.Result.CatalogRevision] = true
	}
	if len(revisions) != 3 {
		t.Errorf("%d catalog revisions over four moments, want 3: two share a day's prices", len(revisions))
	}
}

func TestARowTheCatalogRefusesTakesNothingElseDown(t *testing.T) {
	t.Parallel()
	p, store, c := newSite(t)
	put(t, p, "", 0, usd(theDAC, "10.00"))
	body, err := json.Marshal(theirProduct().Cells)
	if err != nil {
		t.Fatal(err)
	}
	broken := []app.OverlayChange{ // as another program's release may have left them
		{Kind: app.OverlayProduct, Key: theDAC, Body: json.RawMessage(`{"cells": {"sku": "` + theDAC + `"}}`)},
		{Kind: app.OverlayProduct, Key: "old", Body: body},
		{Kind: app.OverlayStatus, Key: "MCP0", Body: json.RawMessage(`{"status": "preferred", "note": ""}`)},
	}
	if _, moved, err := store.ChangeOverlay(t.Context(), 1, broken, "eve", "", c.now()); err != nil || moved {
		t.Fatal(moved, err)
	}
	for _, p := range []*app.Plans{p, site(t, store, c)} { // a running server, and one that starts
		if _, ok := p.Current(t.Context()).Catalog().PriceOf(theDAC, "USD"); !ok {
			t.Error("the good price is gone with the bad rows")
		}
		trouble := ""
		for _, x := range p.Trouble() {
			trouble += x.String() + "\n"
		}
		for _, word := range []string{theDAC, "old", "MCP0"} {
			if !strings.Contains(trouble, word) {
				t.Errorf("the trouble does not name %s:\n%s", word, trouble)
			}
		}
	}
	put(t, p, "", 1, usd(theDAC, "11.00"))
	for _, x := range broken {
		if _, err := p.RemoveOverlay(t.Context(), ann, x.Kind, x.Key, 1, ""); err != nil {
			t.Errorf("take out %s %s: %v", x.Kind, x.Key, err)
		}
	}
	if left := p.Trouble(); len(left) > 0 {
		t.Errorf("with the bad rows out: %v, want no trouble", left)
	}
}
