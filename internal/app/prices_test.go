package app_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/pricelist"
)

// workbook is an XLSX file of one sheet.
func workbook(t *testing.T, rows [][]any) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, row := range rows {
		if err := f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func importList(t *testing.T, p *app.Plans, req app.ImportRequest) *app.ImportReport {
	t.Helper()
	r, err := p.ImportPrices(t.Context(), ann, req)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// counts are the numbers of a report: rows, new, changed, same, repeated,
// unknown, bad.
func counts(r *app.ImportReport) [7]int {
	return [7]int{r.Rows, r.New, r.Changed, r.Same, r.Repeated, len(r.Unknown), len(r.Bad)}
}

// A list of 5,000 rows of which 37 have unknown numbers and 4 bad prices: all
// others are stored, all of these named with their place, and the list again
// changes nothing.
func TestALongListIsImportedButForWhatIsNamed(t *testing.T) {
	t.Parallel()
	p, _, _ := newSite(t)
	products := p.App().Catalog().Products
	rows := [][]any{{"Mfr Part No", "Distributor", "List price", "Curr.", "Lead time (weeks)", "On hand", "Remarks"}}
	bad := map[int]any{100: "call", 200: -5, 300: "12.345", 400: "n/a"} // by row of the sheet
	var unknown []int
	for n := range 5000 {
		row, product := n+2, products[n%len(products)]
		number := product.SKU
		if n%3 == 1 && len(product.AltSKUs) > 0 {
			number = product.AltSKUs[0]
		}
		if n%135 == 7 && len(unknown) < 37 {
			number = fmt.Sprintf("XQ-%04d", n)
			unknown = append(unknown, row)
		}
		price := any(float64(n) + 0.25)
		if x, is := bad[row]; is {
			price = x
		}
		rows = append(rows, []any{number, fmt.Sprintf("Supplier %d", n/len(products)), price, "USD", n % 30, n % 7, "as of today"})
	}
	req := app.ImportRequest{Name: "list.xlsx", Data: workbook(t, rows)}
	preview := req
	preview.Preview = true
	before := p.App().CatalogRevision()
	if r := importList(t, p, preview); counts(r) != [7]int{5000, 4959, 0, 0, 0, 37, 4} || p.App().CatalogRevision() != before {
		t.Errorf("preview: %v, want 5000 rows, 4959 new, 37 unknown, 4 bad, and nothing stored", counts(r))
	}
	r := importList(t, p, req)
	if counts(r) != [7]int{5000, 4959, 0, 0, 0, 37, 4} || r.Remembered {
		t.Errorf("import: %v, want 5000 rows, 4959 new, 37 unknown, 4 bad: %v", counts(r), r.Bad)
	}
	var got []int
	for _, u := range r.Unknown {
		if u.SKU != fmt.Sprintf("XQ-%04d", u.Row-2) || u.Sheet != "Sheet1" {
			t.Errorf("unknown part %+v, want XQ-%04d of Sheet1", u, u.Row-2)
		}
		got = append(got, u.Row)
	}
	if !slices.Equal(got, unknown) {
		t.Errorf("unknown parts in rows %v, want %v", got, unknown)
	}
	for i, row := range []int{100, 200, 300, 400} {
		if b := r.Bad[i]; b.Row != row || b.Cell != fmt.Sprintf("C%d", row) || b.Sheet != "Sheet1" || b.Value != fmt.Sprint(bad[row]) || b.Message == "" {
			t.Errorf("bad price %d: %+v, want sheet, row and cell C%d with %v", i, b, row, bad[row])
		}
	}
	stored, err := p.Prices(t.Context(), ann)
	if err != nil || len(stored) != 4959 {
		t.Errorf("%d prices stored (%v), want 4959", len(stored), err)
	}
	revision := r.Revision
	again := importList(t, p, req)
	if counts(again) != [7]int{5000, 0, 0, 4959, 0, 37, 4} || !again.Remembered || again.Revision != revision {
		t.Errorf("the list again: %v, remembered %v, catalog %s; want nothing changed in catalog %s", counts(again), again.Remembered, again.Revision, revision)
	}
	if _, overlay, err := p.Overlay(t.Context(), ann, app.OverlayQuery{}); err != nil || overlay != 1 {
		t.Errorf("the overlay is at revision %d (%v), want 1: one change, and none by the list again", overlay, err)
	}
}

const aList = `part number;unit price;currency;supplier
MCP7Y00-N003;1.234,50;EUR;Acme
MCP1600-E001E30;10,00;EUR;Acme
`

func TestListsAreHeldAgainstThemselvesAndWhatIsStored(t *testing.T) {
	t.Parallel()
	p, _, _ := newSite(t)
	list := func(rows ...string) app.ImportRequest {
		return app.ImportRequest{Name: "list.csv", Data: []byte("sku,unit_price,currency,supplier,valid_from,valid_to\n" + strings.Join(rows, "\n") + "\n")}
	}
	tests := []struct {
		name string
		rows []string
		want [7]int
		says string // of the first bad row
	}{
		{"new", []string{"MCP7Y00-N003,10.00,USD,Acme,,2026-12-31"}, [7]int{1, 1}, ""},
		{"the same under its other number, with more digits of the price", []string{"980-9I92N-00N003,10,USD,Acme,,2026-12-31"}, [7]int{1, 0, 0, 1}, ""},
		{"another price", []string{"MCP7Y00-N003,11.00,USD,Acme,,2026-12-31"}, [7]int{1, 0, 1}, ""},
		{"twice the same", []string{"MCP7Y00-N002,5.00,USD,,,", "mcp7y00n002,5.00,USD,,,"}, [7]int{2, 1, 0, 0, 1}, ""},
		{"two prices for one thing", []string{"MCP7Y00-N001,5.00,USD,,,", "MCP7Y00-N001,6.00,USD,,,", "MCP7Y00-N002,5.00,USD,,,"}, [7]int{3, 0, 0, 1, 0, 0, 2}, "row 3 has another price"},
		{"another supplier and another currency beside it", []string{"MCP7Y00-N003,10.00,USD,Bolt,,", "MCP7Y00-N003,9.00,EUR,Acme,,"}, [7]int{2, 2}, ""},
		{"begins before the stored one ends", []string{"MCP7Y00-N003,10.00,USD,Acme,2026-12-31,"}, [7]int{1, 0, 0, 0, 0, 0, 1}, "until 2026-12-31"},
		{"begins the day after", []string{"MCP7Y00-N003,12.00,USD,Acme,2027-01-01,"}, [7]int{1, 1}, ""},
		{"two that overlap in the list", []string{"MCP7Y00-N01A,1.00,USD,,2027-01-01,2027-06-30", "MCP7Y00-N01A,2.00,USD,,2027-06-30,"}, [7]int{2, 0, 0, 0, 0, 0, 2}, "that of row 3"},
		{"ends before it begins", []string{"MCP7Y00-N01A,1.00,USD,,2027-01-02,2027-01-01"}, [7]int{1, 0, 0, 0, 0, 0, 1}, "before"},
		{"an unknown part near another", []string{"MCP7Y00-N0O3,1.00,USD,,,"}, [7]int{1, 0, 0, 0, 0, 1, 0}, ""},
		{"a currency that is none", []string{"MCP7Y00-N01A,1.00,XQZ,,,"}, [7]int{1, 0, 0, 0, 0, 0, 1}, "XQZ"},
	}
	for _, tt := range tests {
		r := importList(t, p, list(tt.rows...))
		if counts(r) != tt.want {
			t.Errorf("%s: %v, want %v (rows, new, changed, same, repeated, unknown, bad): %v", tt.name, counts(r), tt.want, r.Bad)
		}
		if tt.says != "" && len(r.Bad) > 0 && !strings.Contains(r.Bad[0].Message+r.Bad[0].Value, tt.says) {
			t.Errorf("%s: says %q, want %q in it", tt.name, r.Bad[0].Message, tt.says)
		}
		if len(r.Unknown) > 0 && r.Unknown[0].Nearest != "MCP7Y00-N003" {
			t.Errorf("%s: nearest of %s is %q, want MCP7Y00-N003", tt.name, r.Unknown[0].SKU, r.Unknown[0].Nearest)
		}
	}
}

func TestHowColumnsAreReadIsRemembered(t *testing.T) {
	t.Parallel()
	p, _, _ := newSite(t)
	text := "Ref;Net now;Where\nMCP7Y00-N003;10.00;Hall 2\n"
	req := app.ImportRequest{Name: "list.csv", Data: []byte(text), Currency: "EUR", Preview: true}
	r := importList(t, p, req)
	if r.New != 0 || len(r.Bad) != 1 || !strings.Contains(r.Bad[0].Message, `"Net now"`) || len(r.Columns) != 3 {
		t.Errorf("preview of headers nobody knows: %+v, want them named and no row read", r)
	}
	req.Preview = false
	_, err := p.ImportPrices(t.Context(), ann, req)
	invalid(t, "import of headers nobody knows", err, "map")
	req.Mapping = map[string]string{"ref": "sku", "Net now": "price", "Nowhere": "stock"}
	_, err = p.ImportPrices(t.Context(), ann, req)
	invalid(t, "a field that is none and a header that is none", err, "map")
	req.Mapping = map[string]string{"ref": "sku", "NET NOW": "unit_price"}
	if r = importList(t, p, req); r.New != 1 || r.Remembered {
		t.Errorf("with a mapping: %+v, want one new row", r)
	}
	req.Mapping = nil
	if r = importList(t, p, req); r.Same != 1 || !r.Remembered || r.Columns[1].Field != pricelist.UnitPrice || r.Columns[2].Field != pricelist.Ignored {
		t.Errorf("the same headers again: %+v, want them read as before", r)
	}
	req.Mapping = map[string]string{"Where": "supplier"}
	if r = importList(t, p, req); r.New != 1 {
		t.Errorf("with one column read otherwise: %+v, want a row of supplier Hall 2", r)
	}
	rows, _, err := p.Overlay(t.Context(), ann, app.OverlayQuery{Kind: app.OverlayMapping})
	if err != nil || len(rows) != 1 || rows[0].Version != 2 {
		t.Errorf("mappings %+v (%v), want the one, changed once", rows, err)
	}
}

// What is exported is imported as the same.
func TestAnExportedListIsTheSameList(t *testing.T) {
	t.Parallel()
	p, _, _ := newSite(t)
	importList(t, p, app.ImportRequest{Name: "list.csv", Data: []byte(aList)})
	put(t, p, "", 0, app.PriceBody{SKU: "MCP7Y00-N003", Supplier: "=Bolt", UnitPrice: "7", Surcharge: "0.5", Currency: "USD", ValidFrom: "2026-01-01"})
	rows, err := p.Prices(t.Context(), ann)
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d prices (%v), want 3", len(rows), err)
	}
	for _, as := range []pricelist.FileType{pricelist.CSV, pricelist.XLSX} {
		var file bytes.Buffer
		if err := pricelist.Write(&file, slices.Values(rows), as, csvtext.Options{}); err != nil {
			t.Fatal(err)
		}
		if r := importList(t, p, app.ImportRequest{Name: "prices." + string(as), Data: file.Bytes()}); counts(r) != [7]int{3, 0, 0, 3} {
			t.Errorf("%s: %v, want three rows that are the same: %v", as, counts(r), r.Bad)
		}
	}
}

func TestListsThatCannotBeReadAreRefused(t *testing.T) {
	t.Parallel()
	p, _, _ := newSite(t)
	for name, req := range map[string]app.ImportRequest{
		"nothing":                {Name: "list.csv"},
		"no table":               {Name: "list.xlsx", Data: []byte("PK\x03\x04 and no more")},
		"a supplier with a bar":  {Name: "list.csv", Data: []byte(aList), Supplier: "A|B"},
		"a name that is no line": {Name: "a\nb", Data: []byte(aList)},
		"too many rows":          {Name: "list.csv", Data: []byte(aList + strings.Repeat("MCP7Y00-N003;1,00;EUR;Acme\n", app.MaxPriceRows))},
	} {
		_, err := p.ImportPrices(t.Context(), ann, req)
		path := map[string]string{"a supplier with a bar": "supplier", "a name that is no line": "name"}[name]
		if path == "" {
			path = "file"
		}
		invalid(t, name, err, path)
	}
}
