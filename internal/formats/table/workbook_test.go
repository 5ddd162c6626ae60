package table_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"lengthwise/internal/formats/table"
)

// workbook is what excelize writes of the cells given by their names, sheet by
// sheet.
func workbook(t testing.TB, sheets ...func(f *excelize.File, name string)) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, fill := range sheets {
		name := fmt.Sprintf("Sheet%d", i+1)
		if i > 0 {
			if _, err := f.NewSheet(name); err != nil {
				t.Fatal(err)
			}
		}
		fill(f, name)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// rows fills a sheet from A1 on.
func rows(t testing.TB, all ...[]any) func(f *excelize.File, name string) {
	return func(f *excelize.File, name string) {
		t.Helper()
		for i, row := range all {
			if err := f.SetSheetRow(name, fmt.Sprintf("A%d", i+1), &row); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func readXLSX(t testing.TB, data []byte) *table.Table {
	t.Helper()
	x, err := table.Read("list.xlsx", data, known)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestCellsOfAWorkbookKeepTheirKind(t *testing.T) {
	t.Parallel()
	x := readXLSX(t, workbook(t, func(f *excelize.File, name string) {
		rows(t, []any{"sku", "price", "stock", "note"}, []any{"0012", 12.5, true, "  two\nlines "},
			[]any{"X", time.Date(2026, 11, 30, 18, 0, 0, 0, time.UTC), -3, nil}, nil, []any{"", nil, "'=1"})(f, name)
		iso, err := f.NewStyle(&excelize.Style{CustomNumFmt: ptr(`yyyy"-"mm"-"dd`)})
		if err != nil {
			t.Fatal(err)
		}
		euro, err := f.NewStyle(&excelize.Style{CustomNumFmt: ptr(`#,##0.00 "EUR (dmy)";[Red]-0.00\d`)})
		if err != nil {
			t.Fatal(err)
		}
		for ref, style := range map[string]int{"B6": iso, "C6": euro} {
			if err := f.SetCellValue(name, ref, 46000); err != nil {
				t.Fatal(err)
			}
			if err := f.SetCellStyle(name, ref, ref, style); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.SetCellFormula(name, "D6", "B6*2"); err != nil {
			t.Fatal(err)
		}
	}))
	want := "1: sku|price|stock|note\n2: 0012|12.5<number>|TRUE<bool>|  two\nlines \n3: X|2026-11-30<date>|-3<number>\n" +
		"5: ||'=1\n6: |2025-12-09<date>|46000<number>|=B6*2<formula>\n"
	if got := show(x); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(x.Sheets) != 1 || x.Sheet != "Sheet1" {
		t.Errorf("got sheet %q of %v", x.Sheet, x.Sheets)
	}
}

func ptr[T any](v T) *T { return &v }

// What a format shows beside a number is seen, and so is what was merged over
// several rows.
func TestWhatIsSeenIsRead(t *testing.T) {
	t.Parallel()
	formats := map[string]string{
		`[$€-407] #,##0.00`: "€", `#,##0.00\ "EUR"`: "EUR", `"$"#,##0.00;[Red]\-"€"#,##0.00`: "$", `_-* #,##0.00\ [$kr-41D]_-`: "kr", `£#,##0.00`: "£", `0.0%`: "%",
		`#,##0.00`: "", `[Red]0.00`: "", `0.00 "` + strings.Repeat("x", 30) + `"`: "", `0.00 "no end`: "",
	}
	codes := slices.Sorted(maps.Keys(formats))
	x := readXLSX(t, workbook(t, func(f *excelize.File, name string) {
		rows(t, []any{"sku", "price", "stock"}, []any{"A", nil, "few"})(f, name)
		for i, code := range codes {
			style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &code})
			if err != nil {
				t.Fatal(err)
			}
			ref := fmt.Sprintf("B%d", i+2)
			if err := errors.Join(f.SetCellValue(name, ref, 12.5), f.SetCellStyle(name, ref, ref, style)); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(f.MergeCell(name, "A2", "A4"), f.MergeCell(name, "C2", "C3")); err != nil {
			t.Fatal(err)
		}
	}))
	for i, code := range codes {
		if got := x.Mark(x.Rows[i][1]); got != formats[code] {
			t.Errorf("format %s shows %q, want %q", code, got, formats[code])
		}
	}
	var merged []string
	for _, row := range x.Rows[:4] {
		merged = append(merged, row[0].Text+row[0].Ref()+x.Cell(row, 2).Text)
	}
	if got, want := strings.Join(merged, " "), "AA2few AA3few AA4 A5"; got != want {
		t.Errorf("merged cells: got %s, want %s", got, want)
	}
}

func TestSheetAndHeaderAreChosenByTheirHeaders(t *testing.T) {
	t.Parallel()
	hide := func(fill func(*excelize.File, string)) func(*excelize.File, string) {
		return func(f *excelize.File, name string) {
			fill(f, name)
			if err := f.SetSheetVisible(name, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	cover := rows(t, []any{"Example, Inc."}, []any{"note", "confidential"})
	list := rows(t, []any{"list of", "2026"}, nil, []any{"Price", "SKU"}, []any{1, "A"})
	wide := rows(t, []any{"sku", "price", "stock"}, []any{"B", 2, 3})
	for name, tt := range map[string]struct {
		data      []byte
		sheet     string
		headerRow int
	}{
		"the sheet with more of them":           {workbook(t, cover, list), "Sheet2", 3},
		"of equals the first":                   {workbook(t, cover, list, list), "Sheet2", 3},
		"a hidden sheet comes last":             {workbook(t, cover, hide(wide), list), "Sheet3", 3},
		"a hidden sheet where no other has any": {workbook(t, rows(t, []any{"see", "there"}), hide(wide)), "Sheet2", 1},
		"none at all: the first row":            {workbook(t, rows(t), rows(t, nil, []any{"a", "b"})), "Sheet2", 2},
	} {
		x := readXLSX(t, tt.data)
		if x.Sheet != tt.sheet || x.HeaderRow != tt.headerRow {
			t.Errorf("%s: got %s, row %d, want %s, row %d", name, x.Sheet, x.HeaderRow, tt.sheet, tt.headerRow)
		}
	}
	sheets := readXLSX(t, workbook(t, cover, list)).Sheets
	if len(sheets) != 2 || sheets[0].Name != "Sheet1" || !slices.Equal(sheets[1].Headers, []string{"Price", "SKU"}) {
		t.Errorf("sheets: got %+v", sheets)
	}
}

func TestHeaderMayTakeTwoRows(t *testing.T) {
	t.Parallel()
	x := readXLSX(t, workbook(t, func(f *excelize.File, name string) {
		rows(t, []any{"sku", "price", nil, "stock"}, []any{nil, "unit", "fee"}, []any{"A", 1, 2, 3})(f, name)
		for _, r := range [][2]string{{"A1", "A2"}, {"B1", "C1"}, {"D1", "D2"}} {
			if err := f.MergeCell(name, r[0], r[1]); err != nil {
				t.Fatal(err)
			}
		}
	}))
	if got, want := show(x), "2: sku|price unit|price fee|stock\n3: A|1<number>|2<number>|3<number>\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// parts is a workbook made of its XML, for what no program writes willingly.
func parts(t testing.TB, sheet string, change map[string]string) []byte {
	t.Helper()
	const (
		head = `<?xml version="1.0" encoding="UTF-8"?>`
		main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
		rel  = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
		pack = `xmlns="http://schemas.openxmlformats.org/package/2006/relationships"`
	)
	all := map[string]string{
		"_rels/.rels":     head + `<Relationships ` + pack + `><Relationship Id="r1" Type="` + rel + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml": head + `<workbook ` + main + ` xmlns:r="` + rel + `"><sheets><sheet name="L" sheetId="1" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": head + `<Relationships ` + pack + `><Relationship Id="r1" Type="` + rel + `/worksheet" Target="worksheets/sheet1.xml"/>` +
			`<Relationship Id="r2" Type="` + rel + `/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="r3" Type="` + rel + `/styles" Target="styles.xml"/></Relationships>`,
		"xl/sharedStrings.xml":     head + `<sst ` + main + `><si><t>sku</t></si><si><r><t>pri</t></r><r><t>ce</t></r><rPh sb="0" eb="1"><t>!</t></rPh></si></sst>`,
		"xl/styles.xml":            head + `<styleSheet ` + main + `><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
		"xl/worksheets/sheet1.xml": head + `<worksheet ` + main + `><sheetData>` + sheet + `</sheetData></worksheet>`,
	}
	for name, text := range change {
		all[name] = text
	}
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		if all[name] == "" {
			continue
		}
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(all[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const headerXML = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>`

func TestWhatOnlyTheXMLHolds(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ sheet, want string }{
		"a number as it is stored":          {`<row r="2"><c r="A2"><v>19.989999999999998</v></c><c r="B2"><v>1.5E-3</v></c></row>`, "2: 19.989999999999998<number>|1.5E-3<number>\n"},
		"rows and cells without names":      {`<row><c t="inlineStr"><is><t>A</t></is></c><c><v>1</v></c></row>`, "2: A|1<number>\n"},
		"the result of a formula":           {`<row r="2"><c r="A2" t="str"><f>X</f><v>A</v></c><c r="B2"><f>1+1</f><v>2</v></c></row>`, "2: A|2<number>\n"},
		"a formula without its result":      {`<row r="2"><c r="B2"><f>A1*2</f></c></row>`, "2: |=A1*2<formula>\n"},
		"an error of the spreadsheet":       {`<row r="2"><c r="B2" t="e"><v>#N/A</v></c></row>`, "2: |#N/A\n"},
		"escapes of what XML cannot hold":   {`<row r="2"><c r="A2" t="inlineStr"><is><t>a_x000D_b_x005F_x000D_c_xD800_</t></is></c></row>`, "2: a\rb_x000D_c_xD800_\n"},
		"a day, and one of the first weeks": {`<row r="2"><c r="A2" s="1"><v>44196.75</v></c><c r="B2" s="1"><v>59</v></c></row>`, "2: 2020-12-31<date>|1900-02-28<date>\n"},
		"a day that never was, and a time":  {`<row r="2"><c r="A2" s="1"><v>60</v></c><c r="B2" s="1"><v>0.5</v></c></row>`, "2: 60<date>|0.5<date>\n"},
		"a day in the ISO form":             {`<row r="2"><c r="A2" t="d"><v>2026-11-30T00:00:00</v></c></row>`, "2: 2026-11-30<date>\n"},
		"rows left out":                     {`<row r="40"><c r="A40"><v>1</v></c></row>`, "40: 1<number>\n"},
		"a text without end, but white":     {`<row r="2"><c r="A2"><v>1</v></c><c r="KK2" t="inlineStr"><is><t></t></is></c></row>`, "2: 1<number>\n"},
	} {
		x := readXLSX(t, parts(t, headerXML+tt.sheet, nil))
		if got, want := show(x), "1: sku|price\n"+tt.want; got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	book := `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="1"/><sheets><sheet name="L" r:id="r1"/></sheets></workbook>`
	x := readXLSX(t, parts(t, headerXML+`<row r="2"><c r="A2" s="1"><v>0</v></c><c r="B2" s="1"><v>42734</v></c></row>`, map[string]string{"xl/workbook.xml": book}))
	if got, want := show(x), "1: sku|price\n2: 1904-01-01<date>|2020-12-31<date>\n"; got != want {
		t.Errorf("days counted from 1904: got %q, want %q", got, want)
	}
}

func TestDamagedWorkbooksAreRefusedWhole(t *testing.T) {
	t.Parallel()
	const damaged = "list.xlsx: sheet L: the workbook is damaged; open it in a spreadsheet and save it again (xl/worksheets/sheet1.xml: "
	for name, tt := range map[string]struct {
		sheet  string
		change map[string]string
		want   string
	}{
		"the XML ends early":            {"", map[string]string{"xl/worksheets/sheet1.xml": "<worksheet><sheetData>" + headerXML}, damaged + "XML syntax error"},
		"the XML ends within a cell":    {"", map[string]string{"xl/worksheets/sheet1.xml": `<worksheet><sheetData><row r="1"><c r="A1"><v>12`}, damaged + "XML syntax error"},
		"a text that does not exist":    {`<row r="2"><c r="A2" t="s"><v>2</v></c></row>`, nil, damaged + `row 2, cell A2 names text "2" of 2)`},
		"a number that is none":         {`<row r="2"><c r="A2"><v>1.2.3</v></c></row>`, nil, damaged + `row 2, cell A2: "1.2.3" is no number)`},
		"rows out of order":             {`<row r="1"/>`, nil, damaged + `row "1" comes after row 1)`},
		"a cell written twice":          {`<row r="2"><c r="B2"><v>1</v></c><c r="B2"><v>2</v></c></row>`, nil, damaged + `cell "B2" stands in row 2 after column B)`},
		"a cell of another row":         {`<row r="2"><c r="A3"><v>1</v></c></row>`, nil, damaged + `cell "A3" stands in row 2`},
		"an unknown kind of cell":       {`<row r="2"><c r="A2" t="x"><v>1</v></c></row>`, nil, damaged + `row 2, cell A2 is of the unknown kind "x")`},
		"entities":                      {`<row r="2"><c r="A2" t="str"><v>&lol;</v></c></row>`, nil, damaged + "XML syntax error"},
		"a sheet that is missing":       {"", map[string]string{"xl/worksheets/sheet1.xml": ""}, damaged + "the part is missing)"},
		"texts that are missing":        {"", map[string]string{"xl/sharedStrings.xml": ""}, "list.xlsx: the workbook is damaged; open it in a spreadsheet and save it again (xl/sharedstrings.xml: "},
		"an archive and no workbook":    {"", map[string]string{"_rels/.rels": "", "xl/workbook.xml": ""}, "list.xlsx: the file is an archive and no workbook"},
		"an OpenDocument sheet":         {"", map[string]string{"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>"}, "list.xlsx: the file is an OpenDocument sheet (.ods)"},
		"a cell in column 201":          {`<row r="2"><c r="GS2"><v>1</v></c></row>`, nil, "list.xlsx: sheet L: row 2, cell GS2: the table has more than 200 columns"},
		"a row above the limit":         {`<row r="1000001"><c r="A1000001"><v>1</v></c></row>`, nil, "list.xlsx: sheet L: row 1000001, cell A1000001: the table has more than 1000000 rows"},
		"a text above the limit":        {`<row r="2"><c r="A2" t="str"><v>` + strings.Repeat("x", 32<<10+1) + `</v></c></row>`, nil, "list.xlsx: sheet L: row 2, cell A2: the text is longer"},
		"merged cells that are no pair": {`</sheetData><mergeCells><mergeCell ref="A:B"/></mergeCells><sheetData>`, nil, damaged + `merged cells "A:B")`},
	} {
		_, err := table.Read("list.xlsx", parts(t, headerXML+tt.sheet, tt.change), known)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s:\n got %v\nwant %s…", name, err, tt.want)
		}
	}
}

// A workbook says how large its parts are; no more is ever unpacked.
func TestUnpackedSizeIsBounded(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i, size := range []uint64{300 << 20, 300 << 20} {
		if _, err := z.CreateRaw(&zip.FileHeader{Name: fmt.Sprint(i), UncompressedSize64: size}); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Read("list.xlsx", b.Bytes(), known); err == nil || !strings.Contains(err.Error(), "above the limit of 536870912 bytes (512 MiB) unpacked") {
		t.Errorf("got %v", err)
	}
}

// One bit that differs is noticed, or changes nothing.
func TestABitThatDiffersIsNoticed(t *testing.T) {
	t.Parallel()
	whole := parts(t, headerXML+`<row r="2"><c r="A2" t="str"><v>A</v></c><c r="B2"><v>1234.5</v></c></row>`, nil)
	want := show(readXLSX(t, whole))
	for i := range whole {
		spoilt := bytes.Clone(whole)
		spoilt[i] ^= 1 << (i % 8)
		x, err := table.Read("list.xlsx", spoilt, known)
		if err == nil && show(x) != want {
			t.Fatalf("byte %d of %d: got %q without an error, want %q", i, len(whole), show(x), want)
		}
	}
}
