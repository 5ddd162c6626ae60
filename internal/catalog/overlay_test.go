package catalog_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// ownSource and ownCable are rows a site may write.
func ownSource() catalog.Row {
	return catalog.Row{"key": "ex-sheet", "title": "EX datasheet", "publisher": "Example Cables", "address": "https://example.com/ex",
		"date_read": "2026-11-30", "kind": "maker"}
}

func ownCable(changes ...string) catalog.Row {
	r := catalog.Row{"sku": "EX-DAC-2", "maker": "Example Cables", "family": "EX-DAC", "medium": "dac", "description": "NDR passive copper",
		"protocols": "ib", "speeds": "ndr", "end_a": "osfp-finned-2", "end_b": "osfp-finned-2", "shape": "1:1", "length_mm": "2000",
		"power_a_mw": "100", "power_b_mw": "100", "lifecycle": "active", "evidence": "maker", "auto_select": "yes",
		"source": "ex-sheet", "locator": "page 1"}
	for i := 0; i < len(changes); i += 2 {
		r[changes[i]] = changes[i+1]
	}
	return r
}

func ownType() *catalog.DeviceType {
	return &catalog.DeviceType{Slug: "ex-host", Model: "EX host", Maker: "Example", Kind: "gpu-server", Height: units.U(8), PortSide: "rear",
		Protocols: []catalog.Protocol{catalog.InfiniBand},
		Groups: []catalog.PortGroup{{CageCount: 8, Form: &catalog.FormFactor{Name: "osfp-flat-1"}, Speeds: []*catalog.Speed{{Name: "ndr"}},
			PortPattern: "ib{cage}", Aliases: []string{"mlx5_{cage0}"}, Adapter: "each", PCIeGen: 5, PCIeLanes: 16}}}
}

func ownPrice(id string, unit units.Money) catalog.PriceRow {
	return catalog.PriceRow{ID: id, Price: catalog.Price{Unit: unit, Currency: "USD", LeadTimeDays: -1}, Stock: -1}
}

func mustLoadWith(t testing.TB, o catalog.Overlay) *catalog.Catalog {
	t.Helper()
	c, err := catalog.LoadWith(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// problems are what is wrong with an overlay, as "table key column: message".
func problemsOf(t testing.TB, o catalog.Overlay) []string {
	t.Helper()
	_, err := catalog.LoadWith(o)
	var list *catalog.Problems
	if !errors.As(err, &list) {
		t.Fatalf("got %v, want problems", err)
	}
	var out []string
	for _, p := range list.List {
		if p.File != "" || p.Line != 0 || p.Table == "" {
			t.Errorf("problem %+v does not name a row of the overlay alone", p)
		}
		out = append(out, p.Table+" "+p.Key+" "+p.Column+": "+p.Message)
	}
	return out
}

func TestOverlayAddsToTheCatalog(t *testing.T) {
	t.Parallel()
	base := load(t)
	c := mustLoadWith(t, catalog.Overlay{
		Sources: []catalog.Row{ownSource()}, Products: []catalog.Row{ownCable()}, Types: []*catalog.DeviceType{ownType()},
		Status: map[string]catalog.SiteStatus{"ex-dac-2": catalog.Preferred, "MCP4Y10N002": catalog.Forbidden, "MCP4Y10-N001": catalog.Allowed},
		Prices: []catalog.PriceRow{ownPrice("exdac2", 12_345)},
	})
	if p := c.Product("EX-DAC-2"); p == nil || !p.Own || !p.Automatic || p.Length != 2*units.Metre || p.Sources[0] != "ex-sheet" || c.Source("ex-sheet") == nil {
		t.Errorf("EX-DAC-2 reads as %+v", p)
	}
	if c.Product("MCP4Y10-N002").Own || base.Product("EX-DAC-2") != nil || len(c.Products) != len(base.Products)+1 {
		t.Error("the built-in rows changed")
	}
	if ty := c.Type("ex-host"); ty == nil || !ty.Local || len(ty.Ports) != 8 || ty.Groups[0].Form != c.Form("osfp-flat-1") || base.Type("ex-host") != nil {
		t.Errorf("ex-host reads as %+v", ty)
	}
	for sku, want := range map[string]catalog.SiteStatus{"EX-DAC-2": catalog.Preferred, "MCP4Y10-N002": catalog.Forbidden, "MCP4Y10-N001": catalog.Allowed, "nobody": catalog.Allowed} {
		if got := c.StatusOf(sku); got != want {
			t.Errorf("%s is %s, want %s", sku, got, want)
		}
	}
	if p, ok := c.PriceOf("EX-DAC-2", "USD"); !ok || p.Unit != 12_345 || !c.Priced() || base.Priced() {
		t.Errorf("EX-DAC-2 costs %+v", p)
	}
	if c.Revision == base.Revision || len(c.Revision) != 12 {
		t.Errorf("revision %s is that of the built-in catalog, or badly formed", c.Revision)
	}
}

func TestPriceOf(t *testing.T) {
	t.Parallel()
	row := func(id string, unit, surcharge units.Money, currency string, days int, supplier string, stock int) catalog.PriceRow {
		return catalog.PriceRow{ID: id, Price: catalog.Price{Unit: unit, Surcharge: surcharge, Currency: currency, LeadTimeDays: days, Supplier: supplier}, Stock: stock}
	}
	c := mustLoadWith(t, catalog.Overlay{Prices: []catalog.PriceRow{
		row("MCP4Y10-N001", 100, 30, "USD", 10, "low unit, dear to land", 7),
		row("MCP4Y10-N001", 120, 5, "USD", -1, "c", 3),
		row("MCP4Y10-N001", 125, 0, "USD", 20, "b", -1),
		row("MCP4Y10-N001", 125, 0, "USD", 20, "a", 0),
		row("MCP4Y10-N001", 90, 0, "EUR", 0, "a", 4),
		row("spec:mpo12-apc-om4:10m", 1500, 0, "EUR", 0, "", -1),
		row("MCP4Y10-N002", 100, 0, "USD", -1, "", 0),
	}})
	if p, ok := c.PriceOf("MCP4Y10-N001", "USD"); !ok || p.Supplier != "a" {
		t.Errorf("got %+v, want supplier a: the lowest landed, the shortest lead time known, the first name", p)
	}
	if p, ok := c.PriceOf("MCP4Y10-N001", "EUR"); !ok || p.Unit != 90 || p.LeadTimeDays != 0 {
		t.Errorf("got %+v, want 0.90 EUR in no days", p)
	}
	if _, ok := c.PriceOf("spec:mpo12-apc-om4:10m", "EUR"); !ok {
		t.Error("a part made to specification has no price")
	}
	if _, ok := c.PriceOf("MCP4Y10-N002", "EUR"); ok {
		t.Error("a price in another currency counts")
	}
	if got := c.Currencies(); !slices.Equal(got, []string{"EUR", "USD"}) {
		t.Errorf("currencies %v, want EUR and USD", got)
	}
	for id, want := range map[string]int{"MCP4Y10-N001": 7, "MCP4Y10-N002": 0, "spec:mpo12-apc-om4:10m": -1, "MCP7Y00-N003": -1} {
		if got := c.StockOf(id); got != want {
			t.Errorf("stock of %s is %d, want %d", id, got, want)
		}
	}
	if got := c.Stocked(); !slices.Equal(got, []string{"MCP4Y10-N001"}) {
		t.Errorf("at hand %v, want MCP4Y10-N001", got)
	}
}

func TestOverlayProblems(t *testing.T) {
	t.Parallel()
	products := func(rows ...catalog.Row) catalog.Overlay {
		return catalog.Overlay{Sources: []catalog.Row{ownSource()}, Products: rows}
	}
	tests := []struct {
		name string
		o    catalog.Overlay
		want []string // beginnings
	}{
		{"a built-in number in another spelling", products(ownCable("sku", "mcp4y10 n002")),
			[]string{`products mcp4y10 n002 sku: number "mcp4y10 n002" is also that of MCP4Y10-N002, a built-in row`}},
		{"a built-in number as another number", products(ownCable("alt_skus", "MCP4Y10-N002")), []string{"products EX-DAC-2 alt_skus: number "}},
		{"the built-in number itself", products(ownCable("sku", "MCP4Y10-N002")), []string{"products MCP4Y10-N002 sku: has the same sku as a built-in row"}},
		{"numbers that are none", products(ownCable("sku", "--"), ownCable("sku", "SPEC:cat6a:1m"), ownCable("alt_skus", strings.Repeat("9", 65))),
			[]string{"products -- sku: number ", "products EX-DAC-2 alt_skus: number ", "products SPEC:cat6a:1m sku: number "}},
		{"one number twice", products(ownCable(), ownCable("sku", "exdac2")), []string{`products exdac2 sku: number "exdac2" is also that of EX-DAC-2, another row of yours`}},
		{"an unknown column", products(ownCable("lengthmm", "1")), []string{`products EX-DAC-2 lengthmm: unknown column "lengthmm"; did you mean "length_mm"?`}},
		{"a word for a length", products(ownCable("length_mm", "2m")), []string{"products EX-DAC-2 length_mm: length_mm \"2m\" is not a positive whole number"}},
		{"an unknown source", products(ownCable("source", "ex-shet")), []string{`products EX-DAC-2 source: source names "ex-shet", which is not in sources; did you mean "ex-sheet"?`}},
		{"no source", products(ownCable("source", "")), []string{"products EX-DAC-2 source: source is empty"}},
		{"longer than any", products(ownCable("length_mm", "6000")), []string{"products EX-DAC-2 length_mm: length 6 m is above what any dac has, 5 m"}},
		{"automatic and only planned", products(ownCable("lifecycle", "planned")), []string{"products EX-DAC-2 auto_select: is chosen automatically although only planned"}},
		{"bytes that are no text", products(ownCable("note", "\xff")), []string{"products EX-DAC-2 note: note is not UTF-8"}},
		{"two mistakes in two rows", products(ownCable("shape", "1:3"), ownCable("sku", "EX-2", "speeds", "ndrr")),
			[]string{`products EX-2 speeds: speeds names "ndrr"`, "products EX-DAC-2 shape: shape is \"1:3\""}},
		{"a source without an address", catalog.Overlay{Sources: []catalog.Row{{"key": "x", "title": "X", "publisher": "X", "date_read": "2026-11-30", "kind": "maker"}}},
			[]string{"sources x address: has no address"}},
		{"a built-in source", catalog.Overlay{Sources: []catalog.Row{{"key": "foa", "title": "X", "publisher": "X", "address": "https://example.com", "date_read": "2026-11-30", "kind": "maker"}}},
			[]string{"sources foa key: has the same key as a built-in row"}},
		{"a built-in slug", catalog.Overlay{Types: []*catalog.DeviceType{{Slug: "qm9700"}}}, []string{`device-types qm9700 slug: "qm9700" is the slug of a built-in type, `}},
		{"a type with a mistake", catalog.Overlay{Types: []*catalog.DeviceType{{Slug: "x", Groups: []catalog.PortGroup{{Form: &catalog.FormFactor{Name: "osfp-flat-2"}, PortPattern: "p{cage}", Speeds: []*catalog.Speed{{Name: "ndrx"}}}}}}},
			[]string{"device-types x ports[0].speeds: " + "ports[0].speeds: unknown speed", "device-types x ports[0].cage_name: "}},
		{"unknown numbers", catalog.Overlay{Status: map[string]catalog.SiteStatus{"MCP4Y10-N02": catalog.Preferred}, Prices: []catalog.PriceRow{ownPrice("MCP4Y10-N01", 1)}},
			[]string{`status MCP4Y10-N02 sku: "MCP4Y10-N02" is not in the catalog; did you mean "MCP4Y10-N002"?`, `prices MCP4Y10-N01 sku: "MCP4Y10-N01" is not in the catalog; did you mean "MCP4Y10-N001"?`}},
		{"an unknown status", catalog.Overlay{Status: map[string]catalog.SiteStatus{"MCP4Y10-N001": "liked"}}, []string{`status MCP4Y10-N001 status: status is "liked"; it may be preferred, allowed, forbidden`}},
		{"two statuses", catalog.Overlay{Status: map[string]catalog.SiteStatus{"MCP4Y10-N001": catalog.Preferred, "mcp4y10n001": catalog.Forbidden}}, []string{"status mcp4y10n001 status: MCP4Y10-N001 is forbidden here and preferred as"}},
		{"a status for a specification", catalog.Overlay{Status: map[string]catalog.SiteStatus{"spec:cat6a:10m": catalog.Forbidden}}, []string{"status spec:cat6a:10m sku: "}},
		{"bad prices", catalog.Overlay{Prices: []catalog.PriceRow{
			{ID: "MCP4Y10-N001", Price: catalog.Price{Unit: -1, Surcharge: 1_000_000_001, Currency: "usd", LeadTimeDays: -2, Supplier: " x", ValidFrom: "1.1.2026", ValidTo: "2026-01-01"}, Stock: -2}}},
			[]string{"prices MCP4Y10-N001 unit_price: unit_price -0.01 is not between 0 and 10000000.00", "prices MCP4Y10-N001 surcharge: ", "prices MCP4Y10-N001 currency: ",
				"prices MCP4Y10-N001 lead_time_days: ", "prices MCP4Y10-N001 stock: ", "prices MCP4Y10-N001 valid_from: ", "prices MCP4Y10-N001 supplier: "}},
		{"a period that ends before it begins", catalog.Overlay{Prices: []catalog.PriceRow{{ID: "MCP4Y10-N001", Price: catalog.Price{Currency: "USD", ValidFrom: "2026-02-01", ValidTo: "2026-01-31"}}}},
			[]string{"prices MCP4Y10-N001 valid_to: valid_to 2026-01-31 is before valid_from 2026-02-01"}},
		{"two prices of one supplier on one day", catalog.Overlay{Prices: []catalog.PriceRow{ownPrice("MCP4Y10-N001", 1), ownPrice("mcp4y10n001", 2)}},
			[]string{"prices mcp4y10n001 supplier: has two prices of supplier"}},
		{"a price of a row that is refused is no second problem", catalog.Overlay{Products: []catalog.Row{ownCable()}, Prices: []catalog.PriceRow{ownPrice("EX-DAC-2", 1)}},
			[]string{`products EX-DAC-2 source: source names "ex-sheet"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := problemsOf(t, tt.o)
			if len(got) != len(tt.want) {
				t.Fatalf("got\n%s\nwant %d problems, which begin\n%s", strings.Join(got, "\n"), len(tt.want), strings.Join(tt.want, "\n"))
			}
			for i := range got {
				if !strings.HasPrefix(got[i], tt.want[i]) {
					t.Errorf("got\n%s\nwant it to begin\n%s", got[i], tt.want[i])
				}
			}
		})
	}
}
