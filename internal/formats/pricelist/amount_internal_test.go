package pricelist

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/formats/table"
	"lengthwise/internal/units"
)

func TestPricesAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	text := func(s string) table.Cell { return table.Cell{Text: s, Kind: table.Text} }
	number := func(s string) table.Cell { return table.Cell{Text: s, Kind: table.Number} }
	for _, tt := range []struct {
		cell table.Cell
		want string // the amount, with the currencies its mark may mean; or a part of the error
	}{
		{text("1,234.50"), "1234.50"},
		{text("1.234,50"), "1234.50"},
		{text("1234.5"), "1234.50"},
		{text("$ 1,234.50"), "1234.50 USD"},
		{text("1 234,50 EUR"), "1234.50 EUR"},
		{text("1\u00a0234,50\u00a0€"), "1234.50 EUR"},
		{text("1\u202f234.50 usd"), "1234.50 USD"},
		{text("USD1234"), "1234.00 USD"},
		{text("1'234.50"), "1234.50"},
		{text("1’234.50 CHF"), "1234.50 CHF"},
		{text("1,234,567"), "1234567.00"},
		{text("1.234.567,5"), "1234567.50"},
		{text("1.234.567"), "1234567.00"},
		{text("0"), "0.00"},
		{text("007"), "7.00"},
		{text(".5"), "0.50"},
		{text("5."), "5.00"},
		{text("12,-"), "12.00"},
		{text("€ 12,-"), "12.00 EUR"},
		{text("12.500"), "can be read as 12500.00 or as 12.500"},
		{text("1,234"), "can be read as 1234.00 or as 1.234"},
		{text("$1,234"), "can be read as 1234.00 or as 1.234"},
		{text("1234,567"), "has more than two decimals"},
		{text("0,123"), "has more than two decimals"},
		{text("0,120"), "0.12"},
		{text("1 234,500"), "1234.50"},
		{text("12.345,678"), "has more than two decimals"},
		{text("1.23456"), "has more than two decimals"},
		{text("10000000"), "10000000.00"},
		{text("10000000.01"), "is above the limit of 10000000.00"},
		{text("99999999999999999999"), "is above the limit"},
		{text("-5"), "is below zero"},
		{text("\u22125,00 EUR"), "is below zero"},
		{text("$-5"), "is below zero"},
		{text("(5.00)"), "is below zero"},
		{text("5.00-"), "is below zero"},
		{text("call"), "is no amount"},
		{text("n/a"), "is no amount"},
		{text("#N/A"), "is an error of the spreadsheet"},
		{text("=B2*1.1"), "is a formula whose result is not in the file"},
		{text("12%"), "is a percentage"},
		{text("12 bananas"), `"bananas" is neither a currency code`},
		{text("from 12"), `"from" is neither a currency code`},
		{text("USD 12 EUR"), "is no amount"},
		{text("1,2,3"), "is no amount"},
		{text("1.234.5"), "is no amount"},
		{text("12,34.56"), "is no amount"},
		{text("1.234,567.89"), "is no amount"},
		{text("1 2"), "is no amount"},
		{text("12/5"), "is no amount"},
		{text("1.23E+05"), "is no amount"},
		{text("30-Nov"), "is a date where a price belongs"},
		{text("3 Nov 2026"), "is no amount"},
		{number("1234.5"), "1234.50"},
		{number("19.989999999999998"), "19.99"},
		{number("4.0999999999999996"), "4.10"},
		{number("110.00000000000001"), "110.00"},
		{number("999999.99999999999"), "1000000.00"},
		{number("1049.9949999999999"), "has more than two decimals"},
		{number("1.234"), "has more than two decimals"},
		{number("1.5E+3"), "1500.00"},
		{number("5E-2"), "0.05"},
		{number("5E-3"), "has more than two decimals"},
		{number("1E+300"), "is above the limit"},
		{number("1E+99999"), "is no amount"},
		{number("-1"), "is below zero"},
		{number("-0"), "0.00"},
		{table.Cell{Text: "2026-11-30", Kind: table.Date}, "is a date where a price belongs"},
		{table.Cell{Text: "TRUE", Kind: table.Bool}, "is a truth value"},
		{table.Cell{Text: "=A1", Kind: table.Formula}, "is a formula whose result is not in the file"},
	} {
		m, may, err := price(tt.cell, "", unclear, false)
		got := m.String()
		if may != nil {
			got += " " + may[0]
		}
		if err != nil {
			got = err.Error()
		}
		if got != tt.want && (err == nil || !strings.Contains(got, tt.want)) {
			t.Errorf("%s %q: got %s, want %s", tt.cell.Kind, tt.cell.Text, got, tt.want)
		}
	}
}

// The other cells of a column decide what one cell leaves open.
func TestColumnDecidesWhatACellLeavesOpen(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ others, cell, want string }{
		{"9.99;12.00", "1,234", "1234.00"},
		{"9,99;12,00", "1,234", "has more than two decimals"},
		{"9,99;12,00", "1.234", "1234.00"},
		{"9.99;12.00", "1.500", "1.50"},
		{"1.234.567", "1.234", "1234.00"},
		{"12;13;n/a", "1,234", "no other cell of the column says which"},
		{"9.99;9,99", "1,234", "both with a point and with a comma"},
		{"9.99;9,99", "1,23", "1.23"},
	} {
		var cells []table.Cell
		for s := range strings.SplitSeq(tt.others, ";") {
			cells = append(cells, table.Cell{Text: s, Kind: table.Text})
		}
		p, contradict := writtenWith(cells)
		m, _, err := price(table.Cell{Text: tt.cell, Kind: table.Text}, "", p, contradict)
		got := m.String()
		if err != nil {
			got = err.Error()
		}
		if got != tt.want && (err == nil || !strings.Contains(got, tt.want)) {
			t.Errorf("%s beside %s: got %s, want %s", tt.cell, tt.others, got, tt.want)
		}
	}
}

// An amount comes back whatever way it is written in, and as a workbook stores
// it.
func TestAmountsComeBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cents := rapid.Int64Range(0, int64(MaxPrice)).Draw(t, "cents")
		group := rapid.SampledFrom([]string{"", ",", ".", " ", "'", "\u00a0"}).Draw(t, "thousands")
		sign := rapid.SampledFrom([]string{".", ","}).Draw(t, "decimal sign")
		if group == sign {
			group = ""
		}
		whole := fmt.Sprint(cents / 100)
		for at := len(whole) - 3; at > 0 && group != ""; at -= 3 {
			whole = whole[:at] + group + whole[at:]
		}
		written := whole + sign + fmt.Sprintf("%02d", cents%100)
		m, _, err := price(table.Cell{Text: written, Kind: table.Text}, "", unclear, false)
		if err != nil || m != units.Money(cents) {
			t.Errorf("%s: got %s, %v", written, m, err)
		}
		for _, stored := range []string{fmt.Sprintf("%.17g", float64(cents)/100), fmt.Sprint(float64(cents) / 100)} {
			m, _, err := price(table.Cell{Text: stored, Kind: table.Number}, "", unclear, false)
			if err != nil || m != units.Money(cents) {
				t.Errorf("%s as a workbook stores it: got %s, %v, want %s", stored, m, err, units.Money(cents))
			}
		}
	})
}
