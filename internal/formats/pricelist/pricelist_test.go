package pricelist_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"lengthwise/internal/formats/pricelist"
	"lengthwise/internal/units"
)

func read(t testing.TB, data string) *pricelist.Table {
	t.Helper()
	x, err := pricelist.Read("list.csv", []byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func texts(problems []pricelist.Problem) []string {
	out := make([]string, len(problems))
	for i, p := range problems {
		out[i] = p.String()
	}
	return out
}

func TestAListOfAnotherCountry(t *testing.T) {
	t.Parallel()
	x := read(t, "\ufeffArtikelnummer;Bezeichnung;Stückpreis (EUR);Fracht;Bestand;Lieferzeit (Wochen);Lieferant;Gültig ab;Gültig bis;;\r\n"+
		"'0012-A;Kabel;\"1.234,50\";3,5;1.200;6;\"'=Example\";1.2.2026;30.11.2026;;\r\n"+
		"\r\n"+
		"0013-B;Kabel;99,00 €;;;;;;;;\r\n")
	m := x.Guess(nil)
	if m.Problems != nil {
		t.Fatal(m.Problems)
	}
	got, bad := x.Rows(m, pricelist.Defaults{Supplier: "Preset"})
	if bad != nil {
		t.Fatal(bad)
	}
	want := []pricelist.Row{
		{Line: 2, SKU: "0012-A", Unit: 123450, Surcharge: 350, Currency: "EUR", LeadTimeDays: 42, Stock: 1200, Supplier: "=Example",
			ValidFrom: "2026-02-01", ValidTo: "2026-11-30"},
		{Line: 4, SKU: "0013-B", Unit: 9900, Currency: "EUR", LeadTimeDays: -1, Stock: -1, Supplier: "Preset"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestColumnsAreShownWithTheirField(t *testing.T) {
	t.Parallel()
	x := read(t, "Mfr. Part No.,List Price [USD],Colour,Qty Available,Lead-time (weeks),Legacy OPN\nA,1.00,red,1,1,B\n")
	var got []string
	for _, c := range x.Guess(nil).Columns {
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s=%s %s", c.Letters, c.Header, c.Field, c.Currency)))
	}
	want := []string{
		"A Mfr. Part No.=sku", "B List Price [USD]=unit_price USD", "C Colour=", "D Qty Available=stock", "E Lead-time (weeks)=lead_time_weeks", "F Legacy OPN=alt_sku",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	rows, bad := x.Rows(x.Guess(nil), pricelist.Defaults{})
	if bad != nil || rows[0].SKU != "A" || rows[0].AltSKU != "B" || rows[0].LeadTimeDays != 7 || rows[0].Currency != "USD" {
		t.Errorf("got %+v, %v", rows, bad)
	}
}

func TestWhatIsRememberedOverrides(t *testing.T) {
	t.Parallel()
	x := read(t, "SKU,MPN,Foo,price\nX,A,6,1.00\n")
	remembered := map[string]string{"sku": "ignored", "foo": "lead_time_weeks"}
	m := x.Guess(remembered)
	rows, bad := x.Rows(m, pricelist.Defaults{Currency: "USD"})
	if bad != nil || len(rows) != 1 || rows[0].SKU != "A" || rows[0].LeadTimeDays != 42 {
		t.Errorf("got %+v, %v", rows, bad)
	}
	if again := x.Guess(m.Fields()); !slices.EqualFunc(again.Columns, m.Columns, func(a, b pricelist.Column) bool {
		return a.Letters == b.Letters && (a.Field == b.Field || a.Field == pricelist.Ignored && b.Field == "")
	}) {
		t.Errorf("what was remembered is guessed as %+v, was %+v", again.Columns, m.Columns)
	}
	if other := read(t, " sku ;mpn;FOO;Price\nX;A;6;1\n").Guess(nil); other.Key() != m.Key() {
		t.Errorf("the same headers in other case have the key %q, not %q", other.Key(), m.Key())
	}
}

func TestMappingsThatCannotBe(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		header     string
		remembered map[string]string
		want       []string
	}{
		"two columns of one field": {"SKU,MPN,price", nil,
			[]string{`row 1: columns A "SKU" and B "MPN" are both taken for sku; map one of them to ignored`}},
		"two prices": {"SKU,list price,net price", nil,
			[]string{`row 1: columns B "list price" and C "net price" are both taken for unit_price; map one of them to ignored`}},
		"lead time in two units": {"SKU,price,lead time,lead time weeks", nil,
			[]string{`row 1: columns C "lead time" and D "lead time weeks" are both taken for lead_time; map one of them to ignored`}},
		"the same header twice": {"price,SKU,price", nil,
			[]string{`row 1: columns A "price" and C "price" are both taken for unit_price; map one of them to ignored`}},
		"nothing recognised": {"foo,bar", nil,
			[]string{`row 1: no column of part numbers (sku) and none of prices (unit_price) was recognised; the headers are A "foo", B "bar"; map the column to its field, or name it so`}},
		"no price": {"SKU,stock", nil,
			[]string{`row 1: no column of prices (unit_price) was recognised; the headers are A "SKU", B "stock"; map the column to its field, or name it so`}},
		"a field that is none": {"SKU,price,x", map[string]string{"x": "colour"},
			[]string{`row 1: column C "x" is mapped to "colour", which is no field; the fields are sku, alt_sku, unit_price, surcharge, currency, ` +
				`lead_time_days, lead_time_weeks, lead_time, stock, supplier, valid_from, valid_to, ignored`}},
	} {
		x := read(t, tt.header+"\nA,B,C,D\n")
		m := x.Guess(tt.remembered)
		rows, bad := x.Rows(m, pricelist.Defaults{Currency: "USD"})
		if rows != nil || !slices.Equal(texts(bad), tt.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, texts(bad), tt.want)
		}
	}
}

func TestEveryFaultIsNamedWithItsCell(t *testing.T) {
	t.Parallel()
	x := read(t, "sku,price,currency,fee,stock,lead time,valid from,valid to,vendor\n"+
		"A,call,USD,,,,,,\n"+
		"1.23E+05,-1,XXX,3%,many,42,soon,,\n"+
		"B,1.00,dem,,,,,,\n"+
		",1.00,USD,,,,,,\n"+
		"C,,USD,,,,,,\n"+
		"D,1.00,USD,,,,2026-02-01,2026-01-01,\n"+
		"E,1.00 EUR,USD,,,,,,\n"+
		"F,1.00,,,,,,,\n"+
		"G,$1.00,,$0.10,,,,,\n"+
		"H,$1.00,,0.10 EUR,,,,,\n"+
		"I,1.00,USD,,,,,,"+strings.Repeat("x", 201)+"\n"+
		"J,1.00,usd,,,,,,fine\n")
	rows, bad := x.Rows(x.Guess(nil), pricelist.Defaults{})
	want := []string{
		`row 2, cell B2: "call" is no amount; write it in digits, such as 1234.50`,
		`row 3, cell A3: "1.23E+05" is a part number that a spreadsheet turned into a number; format the column as text and enter the number again`,
		`row 3, cell C3: "XXX" is no currency code of ISO 4217 in use; write one such as USD or EUR`,
		`row 3, cell B3: "-1" is below zero; write the price of one piece, zero or above`,
		`row 3, cell D3: "3%" is a percentage and no amount; write the amount for one piece`,
		`row 3, cell F3: "42" has no unit, and the header says none; write 42 days or 6 weeks, or name the column lead_time_days`,
		`row 3, cell E3: "many" is no number of pieces; write a whole number, zero or above`,
		`row 3, cell G3: "soon" is no date; write it as 2026-11-30`,
		`row 4, cell C4: "dem" is no currency code of ISO 4217 in use; write one such as USD or EUR`,
		`row 5, cell A5: the row has no part number`,
		`row 6, cell B6: the row has no price`,
		`row 7, cell H7: "2026-01-01" is before 2026-02-01, from when the price is valid`,
		`row 8, cell B8: "1.00 EUR" is in EUR, and the row is in USD; keep one`,
		`row 9, cell B9: the price has no currency; add a column currency, or say which holds for the whole list`,
		`row 10, cell B10: "$1.00" may be in USD, CAD, AUD, NZD, SGD, HKD, TWD, MXN, BRL, CLP, COP, ARS; add a column currency, or say which holds for the whole list`,
		`row 11, cell D11: "0.10 EUR" is in EUR, and the row is in USD or CAD or AUD or NZD or SGD or HKD or TWD or MXN or BRL or CLP or COP or ARS; keep one`,
		`row 12, cell I12: "` + strings.Repeat("x", 40) + `…" is longer than 200 characters`,
	}
	if got := texts(bad); !slices.Equal(got, want) {
		t.Errorf("problems:\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
	if len(rows) != 1 || rows[0].SKU != "J" || rows[0].Currency != "USD" || rows[0].Supplier != "fine" {
		t.Errorf("rows: got %+v, want J alone", rows)
	}
	rows, bad = read(t, "sku,price\nA,$1.00\nB,£1\nC,2\n").Rows(read(t, "sku,price\nA,$1.00\n").Guess(nil), pricelist.Defaults{Currency: "CAD"})
	if len(rows) != 2 || rows[0].Currency != "CAD" || len(bad) != 1 || !strings.Contains(bad[0].Message, "may be in GBP") {
		t.Errorf("with a default: got %+v, %v", rows, bad)
	}
}

// Prices are never guessed from other columns: what is left open by all cells of
// a column is refused, every one.
func TestAmbiguousPricesAreRefused(t *testing.T) {
	t.Parallel()
	x := read(t, "sku;price\nA;1,234\nB;2,345\n")
	rows, bad := x.Rows(x.Guess(nil), pricelist.Defaults{Currency: "EUR"})
	if rows != nil || len(bad) != 2 || !strings.Contains(bad[0].Message, "can be read as 1234.00 or as 1.234") {
		t.Errorf("got %+v, %v", rows, bad)
	}
}

func TestSheetsThatAreNotReadAreNamed(t *testing.T) {
	t.Parallel()
	f := excelize.NewFile()
	defer f.Close()
	for _, name := range []string{"Cables", "Optics", "Notes"} {
		if _, err := f.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		header := map[string][]any{"Notes": {"price", "of everything"}}[name]
		if header == nil {
			header = []any{"SKU", "Price"}
		}
		for i, row := range [][]any{header, {"A", 1.5}} {
			if err := f.SetSheetRow(name, fmt.Sprintf("A%d", i+1), &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	x, err := pricelist.Read("list.xlsx", b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	rows, bad := x.Rows(x.Guess(nil), pricelist.Defaults{Currency: "USD"})
	want := []string{"sheet Optics, row 1: this sheet looks like a price list too and was not read, only sheet Cables was; send it as a file of its own"}
	if len(rows) != 1 || rows[0].Sheet != "Cables" || !slices.Equal(texts(bad), want) {
		t.Errorf("got %+v, %q, want one row of Cables and %q", rows, texts(bad), want)
	}
}

// A price is in the currency its cell shows, whatever the list is said to be in.
func TestCurrencyThatACellShowsCounts(t *testing.T) {
	t.Parallel()
	f := excelize.NewFile()
	defer f.Close()
	for i, code := range []string{`0.00`, `[$€-407]#,##0.00`, `"$"0.00`, `"£"0.00`, `0.0%`} {
		style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &code})
		if err != nil {
			t.Fatal(err)
		}
		row, ref := []any{fmt.Sprintf("A%d", i+1), 12.5}, fmt.Sprintf("B%d", i+2)
		if err := errors.Join(f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+2), &row), f.SetCellStyle("Sheet1", ref, ref, style)); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.SetSheetRow("Sheet1", "A1", &[]any{"sku", "price"}); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	x, err := pricelist.Read("list.xlsx", b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	rows, bad := x.Rows(x.Guess(nil), pricelist.Defaults{Currency: "USD"})
	var got []string
	for _, r := range rows {
		got = append(got, r.SKU+" "+r.Currency)
	}
	if want := []string{"A1 USD", "A2 EUR", "A3 USD"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(bad) != 2 || !strings.Contains(bad[0].Message, "may be in GBP") || !strings.Contains(bad[1].Message, "is a percentage") {
		t.Errorf("got %q, want the pound and the percentage refused", texts(bad))
	}
}

// 5,000 rows as a workbook, 4 of them bad: 4,996 are read and the 4 are named
// with sheet, row, cell and value.
func TestALargeWorkbook(t *testing.T) {
	t.Parallel()
	f := excelize.NewFile()
	defer f.Close()
	w, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	bad := map[int]any{100: "call", 2000: -3.5, 3000: "#N/A", 4999: "1,2345"}
	for i := range 5001 {
		row := []any{"Part Number", "Description", "Net Price", "Currency", "Qty Available"}
		if i > 0 {
			row = []any{fmt.Sprintf("EX-%04d", i), "a cable", float64(i) + 0.1, "USD", i % 7}
			if x, ok := bad[i]; ok {
				row[2] = x
			}
		}
		if err := w.SetRow(fmt.Sprintf("A%d", i+1), row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	x, err := pricelist.Read("prices.xlsx", b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	rows, problems := x.Rows(x.Guess(nil), pricelist.Defaults{Supplier: "Example"})
	if len(rows) != 4996 {
		t.Errorf("got %d rows, want 4996", len(rows))
	}
	sum := units.Money(0)
	for _, r := range rows {
		sum += r.Unit
	}
	if want := units.Money(5000*5001/2*100 + 5000*10 - (100+2000+3000+4999)*100 - 4*10); sum != want {
		t.Errorf("the prices add up to %s, want %s", sum, want)
	}
	want := []string{
		`sheet Sheet1, row 101, cell C101: "call" is no amount; write it in digits, such as 1234.50`,
		`sheet Sheet1, row 2001, cell C2001: "-3.5" is below zero; write the price of one piece, zero or above`,
		`sheet Sheet1, row 3001, cell C3001: "#N/A" is an error of the spreadsheet; mend the formula behind it`,
		`sheet Sheet1, row 5000, cell C5000: "1,2345" has more than two decimals; round it to the cent`,
	}
	if !slices.Equal(texts(problems), want) {
		t.Errorf("got %q, want %q", texts(problems), want)
	}
}
