package table_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"lengthwise/internal/formats/table"
)

// known are the headers that the tables of these tests have.
func known(header string) bool {
	return slices.Contains([]string{"sku", "price", "stock", "note", "price unit", "price fee"}, strings.ToLower(strings.TrimSpace(header)))
}

func read(t *testing.T, data string) *table.Table {
	t.Helper()
	x, err := table.Read("list.csv", []byte(data), known)
	if err != nil {
		t.Fatalf("read %q: %v", data, err)
	}
	return x
}

// show is a table as text: header row, headers, then each row with its number.
func show(x *table.Table) string {
	var b strings.Builder
	line := func(row []table.Cell) {
		for i, c := range row {
			if i > 0 {
				b.WriteString("|")
			}
			b.WriteString(c.Text)
			if c.Kind > table.Text {
				b.WriteString("<" + c.Kind.String() + ">")
			}
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "%d: ", x.HeaderRow)
	line(x.Headers)
	for _, row := range x.Rows {
		fmt.Fprintf(&b, "%d: ", row[0].Row)
		line(row)
	}
	return b.String()
}

func utf16Of(text string, order binary.AppendByteOrder) string {
	var b []byte
	for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
		b = order.AppendUint16(b, u)
	}
	return string(b)
}

func TestEveryDialectGivesTheSameTable(t *testing.T) {
	t.Parallel()
	const want = "1: sku|price|note\n2: 0012|1,5|a;b\n3: X-1||\"żółć\"\n"
	text := func(d string) string {
		return strings.Join([]string{"sku", "price", "note"}, d) + "\n" + `0012` + d + `"1,5"` + d + `"a;b"` + "\n" + `X-1` + d + d + `"""żółć"""` + "\n"
	}
	for name, data := range map[string]string{
		"commas":                        text(","),
		"semicolons":                    text(";"),
		"tabs":                          text("\t"),
		"pipes":                         text("|"),
		"a byte-order mark":             "\ufeff" + text(";"),
		"UTF-16, little end first":      utf16Of(text(";"), binary.LittleEndian),
		"UTF-16, big end first":         utf16Of(text("\t"), binary.BigEndian),
		"a line that names the sign":    "sep=;\r\n" + text(";"),
		"the same in quotes":            "\"sep=|\"\n" + text("|"),
		"line ends of Windows":          strings.ReplaceAll(text(","), "\n", "\r\n"),
		"line ends of an old Macintosh": strings.ReplaceAll(text(","), "\n", "\r"),
		"no line end at the end":        strings.TrimSuffix(text(","), "\n"),
		"trailing blank columns":        strings.ReplaceAll(text(";"), "\n", ";; ;\n"),
		"the header again":              text(";") + "sku;price;note\n",
		"guards":                        strings.ReplaceAll(strings.ReplaceAll(text(","), "X-1", "'X-1"), "0012", "'0012"),
	} {
		if got := show(read(t, data)); got != want {
			t.Errorf("%s:\n got %q\nwant %q", name, got, want)
		}
	}
}

// A decimal comma must not be taken for the sign between cells.
func TestDelimiterIsTheOneThatShowsHeaders(t *testing.T) {
	t.Parallel()
	x := read(t, "price list of Example, Inc., Main Street 1, 12345 Town\nsku;price\nA;1,50\nB;2,50\nC;3,50\n")
	if got, want := show(x), "2: sku|price\n3: A|1,50\n4: B|2,50\n5: C|3,50\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRowsAreCountedAsASpreadsheetDoes(t *testing.T) {
	t.Parallel()
	x := read(t, "title\n\nsku,note\nA,\"two\nlines\"\n\nB,x\n,,\nC,\"a\r\nb\r\nc\"\nD,y\n")
	var rows []string
	for _, row := range x.Rows {
		rows = append(rows, fmt.Sprintf("%s at %s", row[0].Text, row[1].Ref()))
	}
	if got, want := strings.Join(rows, ", "), "A at B4, B at B6, C at B8, D at B9"; got != want || x.HeaderRow != 3 {
		t.Errorf("got %s under row %d, want %s under row 3", got, x.HeaderRow, want)
	}
}

func TestOneGuardIsTakenOff(t *testing.T) {
	t.Parallel()
	x := read(t, "sku,note\n'=1+1,''quoted\n")
	if got := x.Rows[0][0].Text + " " + x.Rows[0][1].Text; got != "=1+1 'quoted" {
		t.Errorf("got %s", got)
	}
}

func TestColumnsAreNamedByLetters(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "", 1: "A", 26: "Z", 27: "AA", 52: "AZ", 53: "BA", 702: "ZZ", 703: "AAA"} {
		if got := table.Letters(n); got != want {
			t.Errorf("column %d: got %q, want %q", n, got, want)
		}
	}
}

func TestWhatCannotBeReadIsSaid(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ data, want string }{
		"nothing":                      {"", "list.csv is empty"},
		"a blank file":                 {"\n\n ", "list.csv is empty"},
		"only blanks":                  {strings.Repeat(" \n", 10), "list.csv has no cell that is not blank"},
		"an old workbook":              {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1more", "list.csv is an old workbook (.xls) or one with a password; save it as .xlsx"},
		"a PDF":                        {"%PDF-1.7 and more", "list.csv is a PDF; save the table"},
		"another encoding":             {"sku,note\nA,x\nB,Gr\xfc\xdfe\n", "list.csv: row 3: byte 0xfc is not UTF-8; save the file as CSV UTF-8"},
		"zero bytes":                   {"sku,note\nA,\x00\n", "list.csv: row 2: the file holds a zero byte"},
		"UTF-16 that ends early":       {"\xff\xfes\x00k", "list.csv: the file is UTF-16 and ends within a character"},
		"half a pair of UTF-16":        {"\xff\xfea\x00\n\x00\x00\xd8b\x00", "list.csv: row 2: half a character of UTF-16"},
		"a quote within a cell":        {"sku,note\nA,x\nB,5\" disk\n", `list.csv: row 3: a quote (") stands in a cell that does not begin with one`},
		"a quote that is never closed": {"sku,note\nA,\"x\nB,y\n", `list.csv: row 2: a cell in quotes is not closed`},
		"too many columns":             {"sku" + strings.Repeat(",x", 200) + "\n", "list.csv: row 1, cell GS1: the table has more than 200 columns"},
		"a long cell":                  {"sku\n" + strings.Repeat("x", 32<<10+1), "list.csv: row 2, cell A2: the text is longer than 32768 bytes"},
	} {
		_, err := table.Read("list.csv", []byte(tt.data), known)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", name, err, tt.want)
		}
	}
}

const maxRows = 1_000_000

func TestRowsAreBounded(t *testing.T) {
	t.Parallel()
	data := "sku\n" + strings.Repeat("\n", maxRows-2) + "A\n"
	if x := read(t, data); x.Rows[0][0].Row != maxRows {
		t.Errorf("got row %d, want the last that is read, %d", x.Rows[0][0].Row, maxRows)
	}
	if _, err := table.Read("list.csv", []byte(data+"B\n"), known); err == nil || !strings.Contains(err.Error(), "row 1000001, cell A1000001: the table has more than 1000000 rows") {
		t.Errorf("got %v", err)
	}
	if _, err := table.Read("list.csv", make([]byte, table.MaxBytes+1), known); err == nil || !strings.Contains(err.Error(), "64 MiB") {
		t.Errorf("got %v", err)
	}
}
