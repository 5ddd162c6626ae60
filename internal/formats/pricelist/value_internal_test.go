package pricelist

import (
	"fmt"
	"strings"
	"testing"

	"lengthwise/internal/formats/table"
)

// answered is a value or a part of the error that was wanted.
func answered(t *testing.T, what string, got any, err error, want string) {
	t.Helper()
	text := fmt.Sprint(got)
	if err != nil {
		text = err.Error()
	}
	if text != want && (err == nil || !strings.Contains(text, want)) {
		t.Errorf("%s: got %s, want %s", what, text, want)
	}
}

func TestPartNumbers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		kind table.Kind
		want string
	}{
		{" MCP7Y00-N001 ", table.Text, "MCP7Y00-N001"},
		{"0012", table.Text, "0012"},
		{"980", table.Number, "980"},
		{"1.23E+05", table.Text, "that a spreadsheet turned into a number; format the column as text"},
		{"9,8E+12", table.Text, "that a spreadsheet turned into a number"},
		{"1.23E+5", table.Number, "that a spreadsheet turned into a number"},
		{"12.5", table.Number, "is a number with decimals or a sign"},
		{"1234567890123456", table.Number, "is a number of more than 15 digits, of which a spreadsheet keeps 15"},
		{"2026-03-01", table.Date, "is a date where a part number belongs"},
		{"01-Mar", table.Text, "is a date where a part number belongs"},
		{"Mar-26", table.Text, "is a date where a part number belongs"},
		{"3/1/2026", table.Text, "is a date where a part number belongs"},
		{"2026-03-01 00:00:00", table.Text, "is a date where a part number belongs"},
		{"MAR-2400-X", table.Text, "MAR-2400-X"},
		{"TRUE", table.Bool, "is a truth value"},
		{"#REF!", table.Text, "is an error of the spreadsheet"},
		{"=A2", table.Formula, "is a formula whose result"},
		{strings.Repeat("x", 65), table.Text, "is longer than 64 characters"},
		{"A\u200bB", table.Text, "does not print"},
		{"", table.Empty, ""},
	} {
		got, err := sku(table.Cell{Text: tt.text, Kind: tt.kind})
		answered(t, fmt.Sprintf("%s %q", tt.kind, tt.text), got, err, tt.want)
	}
}

func TestLeadTimes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		unit Field
		want string
	}{
		{"42", LeadTimeDays, "42"},
		{"6", LeadTimeWeeks, "42"},
		{"0", LeadTimeDays, "0"},
		{"6 weeks", LeadTime, "42"},
		{"6 weeks", LeadTimeDays, "42"},
		{"10 Tage", LeadTimeWeeks, "10"},
		{"6-8 wks", LeadTime, "56"},
		{"6 – 8 weeks", LeadTime, "56"},
		{"2 bis 3 Wochen", LeadTime, "21"},
		{"1W", LeadTime, "7"},
		{"42", LeadTime, "has no unit, and the header says none"},
		{"3 months", LeadTime, `has the unit "months"`},
		{"1.5 weeks", LeadTime, "is no lead time"},
		{"-3", LeadTimeDays, "is no lead time"},
		{"in stock", LeadTimeDays, "is no lead time"},
		{"600", LeadTimeWeeks, "is above the limit of 3650 days"},
		{"", LeadTimeDays, "-1"},
		{"TBD", LeadTime, "-1"},
		{"-", LeadTimeWeeks, "-1"},
	} {
		got, err := leadTime(table.Cell{Text: tt.text, Kind: table.Text}, tt.unit)
		answered(t, fmt.Sprintf("%q under %s", tt.text, tt.unit), got, err, tt.want)
	}
	_, err := leadTime(table.Cell{Text: "2026-11-30", Kind: table.Date}, LeadTimeDays)
	answered(t, "a date", nil, err, "is no lead time")
}

func TestStocks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "0", "12": "12", "1,200": "1200", "1.200": "1200", "1 200": "1200", "1 000": "1000", "12.0": "12", "100+": "100", ">100": "100", "5 pcs": "5",
		"7 Stück": "7", "1,000.00": "1000", "2,000,000": "2000000", "1000,000": "1000",
		"": "-1", "n/a": "-1", "-3": "is no number of pieces", "some": "is no number of pieces", "1.5": "is no number of pieces",
		"yes": "is no number of pieces", "1,23": "is no number of pieces", "1,000.000": "is no number of pieces",
		"2000000000": "is above the limit", "99999999999999999999": "is above the limit",
		"1,000": "can be read as 1000 pieces or as 1,", "12.000+": "can be read as 12000 pieces or as 12,",
	} {
		got, err := stock(table.Cell{Text: text, Kind: table.Text}, "")
		answered(t, fmt.Sprintf("%q", text), got, err, want)
	}
	for text, want := range map[string]string{"1000": "1000", "1.000": "1", "1.0": "1", "1.234": "is no number of pieces", "1.5": "is no number of pieces"} {
		got, err := stock(table.Cell{Text: text, Kind: table.Number}, ".")
		answered(t, fmt.Sprintf("the number %q", text), got, err, want)
	}
	for _, c := range []struct{ column, text, want string }{
		{"2,500", "1,000", "1000"}, {"2,500,000", "1,000+", "1000"}, {"1,000.00", "1,000", "1000"},
		{"2.500", "1,000", "can be read as 1000 pieces or as 1,"}, {"3,000", "1,000", "can be read as"}, {"1500", "1,000", "can be read as"},
	} {
		got, err := stock(table.Cell{Text: c.text, Kind: table.Text}, partsThousands([]table.Cell{{Text: c.column, Kind: table.Text}}))
		answered(t, fmt.Sprintf("%q below %q", c.text, c.column), got, err, c.want)
	}
}

func TestDays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-11-30": "2026-11-30", "2026-11-30 08:15": "2026-11-30", "30.11.2026": "2026-11-30", "1.2.2026": "2026-02-01", "30 Nov 2026": "2026-11-30",
		"30-november-2026": "2026-11-30", "3. März 2026": "2026-03-03", "11/30/2026": "2026-11-30", "30/11/2026": "2026-11-30", "5/5/2026": "2026-05-05",
		"": "", "-": "",
		"4/5/2026":   "can be read as 2026-04-05 or as 2026-05-04",
		"31.11.2026": "is no day of the calendar", "2026-13-01": "is no day of the calendar", "13/13/2026": "is no day of the calendar",
		"30.11.26": "is no date; write it as 2026-11-30", "soon": "is no date", "30 Foo 2026": "is no date", "Q1 2026": "is no date",
	} {
		got, err := day(table.Cell{Text: text, Kind: table.Text})
		answered(t, fmt.Sprintf("%q", text), got, err, want)
	}
	got, err := day(table.Cell{Text: "46356", Kind: table.Number})
	answered(t, "a number", got, err, "is no date")
}
