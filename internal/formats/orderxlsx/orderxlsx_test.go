package orderxlsx_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/formats/ordercsv"
	"lengthwise/internal/formats/orderxlsx"
	"lengthwise/internal/formats/table"
	"lengthwise/internal/planner"
)

// known are the headers of an order.
func known(header string) bool { return slices.Contains(ordercsv.Options{By: "rack"}.Header(), header) }

// read reads a table as its headers and texts, prices with two decimals.
func read(t *testing.T, name string, data []byte) [][]string {
	t.Helper()
	x, err := table.Read(name, data, known)
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for _, row := range append([][]table.Cell{x.Headers}, x.Rows...) {
		var texts []string
		for i := range x.Headers {
			c := x.Cell(row, i)
			text := c.Text
			if h := x.Headers[i].Text; c.Kind == table.Number && strings.HasSuffix(h, "_price") {
				whole, decimals, _ := strings.Cut(text, ".")
				text = whole + "." + (decimals + "00")[:2]
			}
			texts = append(texts, text)
		}
		out = append(out, texts)
	}
	return out
}

// hostile is a result whose texts break careless tables.
func hostile(r *planner.Result) *planner.Result {
	for i, text := range formatstest.Hostile {
		if strings.ContainsAny(text, "\x00\r") || strings.TrimSpace(text) == "" {
			continue // what XML cannot hold, and what both readers take for blank
		}
		b := r.BOM[i%len(r.BOM)]
		b.Description = text
		r.BOM = append(r.BOM, b)
	}
	return r
}

func TestOrderIsTheSameAsOrderCSV(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		result  *planner.Result
		options ordercsv.Options
	}{
		{"priced", formatstest.Priced(), ordercsv.Options{}},
		{"incomplete", formatstest.Result(), ordercsv.Options{Incomplete: true}},
		{"divided by rack", formatstest.Result(), ordercsv.Options{Incomplete: true, By: "rack"}},
		{"texts that break careless tables", hostile(formatstest.Result()), ordercsv.Options{Incomplete: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var asCSV, asXLSX bytes.Buffer
			if err := ordercsv.Encode(&asCSV, tt.result, tt.options); err != nil {
				t.Fatal(err)
			}
			if err := orderxlsx.Encode(&asXLSX, tt.result, tt.options); err != nil {
				t.Fatal(err)
			}
			want, got := read(t, "order.csv", asCSV.Bytes()), read(t, "order.xlsx", asXLSX.Bytes())
			if len(want) < 2 {
				t.Fatal("the order has no rows")
			}
			if len(got) != len(want) {
				t.Fatalf("got %d rows, want %d", len(got), len(want))
			}
			for i := range want {
				if !slices.Equal(got[i], want[i]) {
					t.Errorf("row %d:\n got %q\nwant %q", i, got[i], want[i])
				}
			}
		})
	}
}

// What a spreadsheet shows: the line above the table, a header that stays, a
// filter over every row, prices with two decimals, texts that are texts.
func TestWorkbookIsLaidOut(t *testing.T) {
	t.Parallel()
	r := formatstest.Priced()
	r.BOM[0].Attention = []string{"retired", "to specification"}
	r.BOM[0].Description = "=1+1"
	var b bytes.Buffer
	if err := orderxlsx.Encode(&b, r, ordercsv.Options{}); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cell := func(ref string) string {
		text, err := f.GetCellValue("Order", ref)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if got, want := cell("A1"), "attention: retired (1 row); to specification (1 row)"; got != want {
		t.Errorf("above the table: got %q, want %q", got, want)
	}
	if got := cell("A2"); got != "attention" {
		t.Errorf("header: got %q", got)
	}
	if panes, err := f.GetPanes("Order"); err != nil || !panes.Freeze || panes.YSplit != 2 {
		t.Errorf("panes: got %+v, %v, want two rows frozen", panes, err)
	}
	if tables, err := f.GetTables("Order"); err != nil || len(tables) != 1 || !strings.HasPrefix(tables[0].Range, "A2:R") {
		t.Errorf("tables: got %+v, %v, want one over all columns", tables, err)
	}
	if width, err := f.GetColWidth("Order", "E"); err != nil || width < 40 {
		t.Errorf("the description is %v wide, %v", width, err)
	}
	price := cell("L3")
	if kind, err := f.GetCellType("Order", "L3"); err != nil || kind == excelize.CellTypeInlineString || !strings.Contains(price, ".") {
		t.Errorf("the price shows as %q of kind %v, %v; want a number with two decimals", price, kind, err)
	}
	if kind, err := f.GetCellType("Order", "E3"); err != nil || kind != excelize.CellTypeInlineString || cell("E3") != "=1+1" {
		t.Errorf("the description shows as %q of kind %v, %v; want the text =1+1", cell("E3"), kind, err)
	}
	if formula, err := f.GetCellFormula("Order", "E3"); err != nil || formula != "" {
		t.Errorf("the description runs %q, %v", formula, err)
	}
}

func TestOrderOfAPlanThatIsNotOKIsRefused(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	err := orderxlsx.Encode(&b, formatstest.Result(), ordercsv.Options{})
	var refused *ordercsv.Refused
	if !errors.As(err, &refused) || b.Len() != 0 {
		t.Errorf("got %v and %d bytes, want a refusal and none", err, b.Len())
	}
	if err := orderxlsx.Encode(&b, formatstest.Priced(), ordercsv.Options{By: "colour"}); err == nil || !strings.Contains(err.Error(), "colour") {
		t.Errorf("by colour: got %v, want an error that names it", err)
	}
}

func TestTextLongerThanACellIsAnError(t *testing.T) {
	t.Parallel()
	r := formatstest.Priced()
	r.BOM[0].Description = strings.Repeat("x", 32_768)
	err := orderxlsx.Encode(&bytes.Buffer{}, r, ordercsv.Options{})
	if err == nil || !strings.Contains(err.Error(), "32768 characters") {
		t.Errorf("got %v, want an error with the length: texts are never cut", err)
	}
}
