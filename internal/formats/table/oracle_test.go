package table_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"lengthwise/internal/formats/table"
)

// What excelize writes and reads is what we read.
func TestCellsAreThoseTheOracleReads(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		grid := rapid.SliceOfN(rapid.SliceOfN(rapid.OneOf(
			rapid.StringMatching(`[ -~äé€\n]{0,12}`).AsAny(), rapid.IntRange(-1e9, 1e9).AsAny(), rapid.Float64Range(-1e6, 1e6).AsAny(),
			rapid.Just(any(nil)), rapid.SampledFrom([]string{"_x000D_", "_x005F_x0041_", "'x", "=1", "0012", "1E5", "<&>\"", " x "}).AsAny(),
		), 1, 6), 1, 6).Draw(rt, "grid")
		grid = append([][]any{{"sku", "price"}}, grid...)
		data := workbook(t, rows(t, grid...))
		f, err := excelize.OpenReader(bytes.NewReader(data))
		if err != nil {
			rt.Fatal(err)
		}
		defer f.Close()
		theirs, err := f.GetRows("Sheet1", excelize.Options{RawCellValue: true})
		if err != nil {
			rt.Fatal(err)
		}
		x := readXLSX(t, data)
		ours := map[string]string{}
		for _, row := range x.Rows {
			for _, c := range row {
				ours[c.Ref()] = c.Text
			}
		}
		for i, row := range theirs[1:] {
			for j, want := range row {
				ref := fmt.Sprintf("%s%d", table.Letters(j+1), i+2)
				if got := ours[ref]; got != want && strings.TrimSpace(want) != "" {
					rt.Errorf("cell %s: got %q, want %q", ref, got, want)
				}
			}
		}
	})
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	layout := table.Layout{Sheet: "List", Notes: []string{"a line", "another"}, Columns: []table.Column{{"sku", 10}, {"price", 10}, {"stock", 10}}}
	rapid.Check(t, func(rt *rapid.T) {
		texts := rapid.SliceOfN(rapid.StringMatching(`[A-Za-z=+@'<&_][ -~äé€\n]{0,20}`), 0, 5).Draw(rt, "texts")
		cents := rapid.Int64Range(0, 999_999_999_999).Draw(rt, "cents")
		amount := fmt.Sprintf("%d.%02d", cents/100, cents%100)
		var b bytes.Buffer
		if err := table.WriteXLSX(&b, layout, func(yield func([]table.Value) bool) {
			for _, text := range texts {
				if !yield([]table.Value{table.String(text), table.Money(amount), table.Count("7")}) {
					return
				}
			}
		}); err != nil {
			rt.Fatal(err)
		}
		x := readXLSX(t, b.Bytes())
		if x.HeaderRow != 3 || len(x.Rows) != len(texts) {
			rt.Fatalf("got header row %d and %d rows, want 3 and %d", x.HeaderRow, len(x.Rows), len(texts))
		}
		shortest := strings.TrimSuffix(strings.TrimRight(amount, "0"), ".")
		if shortest == "" {
			shortest = "0"
		}
		for i, row := range x.Rows {
			if row[0].Text != texts[i] || row[1].Text != shortest || row[2].Text != "7" || row[1].Kind != table.Number {
				rt.Errorf("got %v, want %q, %s, 7", row, texts[i], shortest)
			}
		}
	})
}

func TestAmountsBeyondANumberAreText(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	const amount = "12345678901234.56"
	if err := table.WriteXLSX(&b, table.Layout{Sheet: "L", Columns: []table.Column{{"price", 9}}}, func(yield func([]table.Value) bool) {
		yield([]table.Value{table.Money(amount)})
	}); err != nil {
		t.Fatal(err)
	}
	if c := readXLSX(t, b.Bytes()).Rows[0][0]; c.Text != amount || c.Kind != table.Text {
		t.Errorf("got %s of kind %s, want the text %s", c.Text, c.Kind, amount)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"sku,price\nA,1\n", "sep=;\nsku;price\n'A;\"1,5\"\n", "\xff\xfes\x00", "%PDF-1.7", "sku\tprice\r\rA\t1"} {
		f.Add([]byte(seed))
	}
	f.Add(parts(f, headerXML+`<row r="2"><c r="A2" t="str"><f>X</f><v>A</v></c><c r="B2" s="1"><v>2.5</v></c></row>`, nil))
	f.Add(workbook(f, rows(f, []any{"sku", "price"}, []any{"A", 1.5})))
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := table.Read("list", data, known)
		if err != nil {
			return
		}
		if len(x.Headers) == 0 {
			t.Fatalf("no error and no headers: %+v", x)
		}
		last := int32(x.HeaderRow)
		for _, row := range x.Rows {
			if len(row) == 0 || row[0].Row <= last {
				t.Fatalf("row %+v after row %d", row, last)
			}
			last = row[0].Row
			for i, c := range row {
				if c.Row != last || int(c.Column) != i+1 {
					t.Fatalf("cell %+v stands at %d of row %d", c, i+1, last)
				}
			}
		}
	})
}
