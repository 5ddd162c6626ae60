package pricelist_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/formats/pricelist"
	"lengthwise/internal/units"
)

// rowsOf draws rows as a site holds them.
func rowsOf() *rapid.Generator[[]pricelist.Row] {
	day := rapid.Custom(func(t *rapid.T) string {
		if !rapid.Bool().Draw(t, "known") {
			return ""
		}
		return fmt.Sprintf("20%02d-%02d-%02d", rapid.IntRange(20, 40).Draw(t, "year"), rapid.IntRange(1, 12).Draw(t, "month"), rapid.IntRange(1, 28).Draw(t, "day"))
	})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) pricelist.Row {
		r := pricelist.Row{
			SKU:  rapid.OneOf(rapid.StringMatching(`[A-Z0-9][A-Z0-9-]{2,12}X`), rapid.Just("spec:mpo12-apc-om4-split2:10m"), rapid.StringMatching(`0[0-9]{3,8}`)).Draw(t, "sku"),
			Unit: units.Money(rapid.Int64Range(0, int64(pricelist.MaxPrice)).Draw(t, "unit")), Surcharge: units.Money(rapid.Int64Range(0, 100_000).Draw(t, "surcharge")),
			Currency: rapid.SampledFrom([]string{"USD", "EUR", "JPY"}).Draw(t, "currency"), LeadTimeDays: rapid.IntRange(-1, 400).Draw(t, "days"),
			Stock: rapid.IntRange(-1, 100_000).Draw(t, "stock"), Supplier: rapid.StringMatching(`([A-Za-z=+@'-][A-Za-z ,;"żé]{0,20}[a-z])?`).Draw(t, "supplier"),
			ValidFrom: day.Draw(t, "from"), ValidTo: day.Draw(t, "to"),
		}
		if r.ValidTo < r.ValidFrom {
			r.ValidTo = ""
		}
		return r
	}), 1, 8)
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := rowsOf().Draw(t, "rows")
		as := rapid.SampledFrom([]pricelist.FileType{pricelist.CSV, pricelist.XLSX}).Draw(t, "file type")
		o := csvtext.Options{Delimiter: rapid.SampledFrom([]byte{',', ';', '\t'}).Draw(t, "delimiter"), Excel: rapid.Bool().Draw(t, "excel")}
		var b bytes.Buffer
		if err := pricelist.Write(&b, slices.Values(want), as, o); err != nil {
			t.Fatal(err)
		}
		x, err := pricelist.Read("list", b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		got, bad := x.Rows(x.Guess(nil), pricelist.Defaults{})
		for i := range got {
			got[i].Line, got[i].Sheet = 0, ""
		}
		if diff := cmp.Diff(want, got); diff != "" || bad != nil {
			t.Errorf("as %s: problems %v, rows (-want +got):\n%s", as, bad, diff)
		}
	})
	if err := pricelist.Write(&bytes.Buffer{}, slices.Values([]pricelist.Row{}), "ods", csvtext.Options{}); err == nil || !strings.Contains(err.Error(), `"ods"`) {
		t.Errorf("got %v", err)
	}
}

// Every row of a list is read or named, and no input is too much.
func FuzzRows(f *testing.F) {
	for _, seed := range []string{
		"sku,price\nA,1.00\n", "mpn;preis (EUR);bestand\nA;1.234,50;>100\nB;x;\n", "sku\tprice\tcurrency\n1E5\t-1\tXXX\n", "sku,price,lead time\nA,$1,6 weeks\n,,\nB\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := pricelist.Read("list", data)
		if err != nil {
			return
		}
		m := x.Guess(nil)
		rows, bad := x.Rows(m, pricelist.Defaults{Currency: "USD"})
		if len(m.Problems) > 0 {
			return
		}
		told := map[int]bool{}
		for _, r := range rows {
			told[r.Line] = true
			if r.SKU == "" || r.Currency == "" || r.Unit < 0 || r.Unit > pricelist.MaxPrice || r.Surcharge < 0 || r.Stock < -1 || r.LeadTimeDays < -1 {
				t.Fatalf("row %+v", r)
			}
		}
		for _, p := range bad {
			if told[p.Row] && p.Sheet == x.Sheet && slices.ContainsFunc(rows, func(r pricelist.Row) bool { return r.Line == p.Row }) {
				t.Fatalf("row %d is read and has a problem: %s", p.Row, p)
			}
			told[p.Row] = true
		}
		for _, row := range x.Table.Rows {
			if !told[int(row[0].Row)] {
				t.Fatalf("row %d is neither read nor named: %v", row[0].Row, row)
			}
		}
	})
}

func BenchmarkRows(b *testing.B) {
	rows := make([]pricelist.Row, 5000)
	for i := range rows {
		rows[i] = pricelist.Row{SKU: fmt.Sprintf("EX-%04d", i), Unit: units.Money(i * 7), Currency: "USD", LeadTimeDays: 42, Stock: i, Supplier: "Example", ValidFrom: "2026-11-30"}
	}
	for _, as := range []pricelist.FileType{pricelist.CSV, pricelist.XLSX} {
		var file bytes.Buffer
		if err := pricelist.Write(&file, slices.Values(rows), as, csvtext.Options{}); err != nil {
			b.Fatal(err)
		}
		b.Run(string(as), func(b *testing.B) {
			for b.Loop() {
				x, err := pricelist.Read("list", file.Bytes())
				if err != nil {
					b.Fatal(err)
				}
				if got, bad := x.Rows(x.Guess(nil), pricelist.Defaults{}); len(got) != len(rows) || bad != nil {
					b.Fatal(len(got), bad)
				}
			}
		})
	}
}
