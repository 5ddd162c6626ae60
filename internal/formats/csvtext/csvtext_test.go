package csvtext_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/formats/csvtext"
)

// cells is a row of plain text cells.
type cells []string

func write(t interface{ Fatal(...any) }, header []string, rows []cells, o csvtext.Options) []byte {
	var b bytes.Buffer
	err := csvtext.Write(&b, header, slices.Values(rows), o, func(w *csvtext.Writer, row *cells) {
		for _, c := range *row {
			w.Text(c)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(text []byte, header []string, o csvtext.Options) ([]cells, error) {
	return csvtext.Read(bytes.NewReader(text), header, o, func(r *csvtext.Reader) cells {
		var row cells
		for range header {
			row = append(row, r.Text())
		}
		return row
	})
}

var header = []string{"one", "two", "three"}

// texts are what people and attackers put into names and notes.
func texts() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{
			"", " ", "'", "''", "=1+1", `=HYPERLINK("https://example.com","x")`, "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "a\r\nb", "a\rb",
			`say "hi"`, `"`, `""`, "a,b", "a;b", ";", `\.`, " lead", "\u00a0x", "\u2028", "\ufeffx", "łódź", "nul\x00",
		}),
		rapid.StringOf(rapid.SampledFrom([]rune("ab1=-+@'\"\\.,; \t\r\n\u00a0"))),
		rapid.String(),
	)
}

func rowsOf(text *rapid.Generator[string]) *rapid.Generator[[]cells] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) cells {
		return cells(rapid.SliceOfN(text, len(header), len(header)).Draw(t, "row"))
	}), 0, 6)
}

func options() *rapid.Generator[csvtext.Options] {
	return rapid.Custom(func(t *rapid.T) csvtext.Options {
		return csvtext.Options{
			Delimiter: rapid.SampledFrom([]byte{0, ',', ';', '\t'}).Draw(t, "delimiter"),
			Excel:     rapid.Bool().Draw(t, "excel"),
			Raw:       rapid.Bool().Draw(t, "raw"),
		}
	})
}

func TestWhatWasWrittenIsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rows, o := rowsOf(texts()).Draw(t, "rows"), options().Draw(t, "options")
		text := write(t, header, rows, o)
		got, err := read(text, header, csvtext.Options{Raw: o.Raw})
		if err != nil {
			t.Fatalf("read %q: %v", text, err)
		}
		if !slices.EqualFunc(got, rows, slices.Equal[cells]) {
			t.Fatalf("read back %q, want %q, from %q", got, rows, text)
		}
	})
}

// Cells without line ends come out as encoding/csv writes them with CRLF; a
// line end inside a cell stays as it is, where encoding/csv would change it.
func TestBytesAreThoseOfTheStandardLibrary(t *testing.T) {
	t.Parallel()
	noLineEnds := strings.NewReplacer("\r", "", "\n", "")
	rapid.Check(t, func(t *rapid.T) {
		o := options().Draw(t, "options")
		o.Raw, o.Excel = true, false
		var rows []cells
		for _, row := range rowsOf(texts()).Draw(t, "rows") {
			for i := range row {
				row[i] = noLineEnds.Replace(row[i])
			}
			rows = append(rows, row)
		}
		var want bytes.Buffer
		w := csv.NewWriter(&want)
		w.UseCRLF = true
		if o.Delimiter != 0 {
			w.Comma = rune(o.Delimiter)
		}
		w.Write(header)
		for _, row := range rows {
			w.Write(row)
		}
		w.Flush()
		if got := write(t, header, rows, o); !bytes.Equal(got, want.Bytes()) {
			t.Fatalf("got %q, encoding/csv writes %q", got, want.Bytes())
		}
	})
}

// With line ends inside cells the bytes are those of encoding/csv without
// UseCRLF, each row's own end apart.
func TestLineEndsInCellsStayAsTheyAre(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		row := cells(rapid.SliceOfN(texts(), 3, 3).Draw(t, "row"))
		var want bytes.Buffer
		w := csv.NewWriter(&want)
		w.Write(row)
		w.Flush()
		got := write(t, header, []cells{row}, csvtext.Options{Raw: true})
		got = bytes.TrimPrefix(got, []byte("one,two,three\r\n"))
		if !bytes.Equal(bytes.TrimSuffix(got, []byte("\r\n")), bytes.TrimSuffix(want.Bytes(), []byte("\n"))) {
			t.Fatalf("got %q, encoding/csv writes %q", got, want.Bytes())
		}
	})
}

func TestGuard(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, cell, want, raw string }{
		{"a formula is disarmed", "=1+1", "'=1+1", "=1+1"},
		{"a plus is", "+1", "'+1", "+1"},
		{"a minus is, in a text cell", "-1", "'-1", "-1"},
		{"an at sign is", "@SUM(A1)", "'@SUM(A1)", "@SUM(A1)"},
		{"an apostrophe gets a second one", "'x", "''x", "'x"},
		{"a tab is", "\tx", "'\tx", "\"\tx\""},
		{"a carriage return is, inside quotes", "\rx", "\"'\rx\"", "\"\rx\""},
		{"guard and quotes stand together", `=HYPERLINK("a")`, `"'=HYPERLINK(""a"")"`, `"=HYPERLINK(""a"")"`},
		{"a sign further in is left alone", "a=1", "a=1", "a=1"},
		{"a space before it is left alone", " =1", `" =1"`, `" =1"`},
		{"an empty cell stays empty", "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, raw := range []bool{false, true} {
				want := tt.want
				if raw {
					want = tt.raw
				}
				got := string(write(t, []string{"x", "y"}, []cells{{tt.cell, "z"}}, csvtext.Options{Raw: raw}))
				if got != "x,y\r\n"+want+",z\r\n" {
					t.Errorf("%q with raw %v: got %q, want the cell %q", tt.cell, raw, got, want)
				}
			}
		})
	}
}

// A mixed row has a cell of each kind.
type mixed struct {
	list    []string
	n       csvtext.Int
	d       csvtext.Decimal
	halves  int
	trailer string
}

var mixedHeader = []string{"list", "n", "d", "halves", "trailer"}

func putMixed(w *csvtext.Writer, m *mixed) {
	w.List(m.list)
	w.Int(m.n)
	w.Decimal(m.d)
	w.Halves(m.halves)
	w.Text(m.trailer)
}

func takeMixed(r *csvtext.Reader) mixed {
	return mixed{list: r.List(), n: r.Int(), d: r.Decimal(), halves: r.Halves(), trailer: r.Text()}
}

func TestCellsOfEachKindAreReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := mixed{halves: rapid.IntRange(0, 4000).Draw(t, "halves"), trailer: texts().Draw(t, "trailer")}
		m.list = rapid.SliceOfN(texts(), 0, 4).Draw(t, "list")
		if rapid.Bool().Draw(t, "known") {
			m.n = csvtext.Some(rapid.Int64().Draw(t, "n"))
			m.d = csvtext.Decimal(rapid.StringMatching(`-?[0-9]{1,9}(\.[0-9]{1,4})?`).Draw(t, "d"))
		}
		o := options().Draw(t, "options")
		var b bytes.Buffer
		if err := csvtext.Write(&b, mixedHeader, slices.Values([]mixed{m}), o, putMixed); err != nil {
			t.Fatal(err)
		}
		got, err := csvtext.Read(&b, mixedHeader, o, takeMixed)
		if err != nil {
			t.Fatal(err)
		}
		g := got[0]
		if !slices.Equal(g.list, m.list) || g.n != m.n || g.d != m.d || g.halves != m.halves || g.trailer != m.trailer {
			t.Fatalf("read back %+v, want %+v", g, m)
		}
	})
}

func TestCellsOfEachKind(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	rows := []mixed{
		{[]string{"swp1", "swp2"}, csvtext.Some(-370), "-12.50", 25, "-370"},
		{nil, csvtext.Int{}, "", 0, ""},
		{[]string{"a;b", `"c`, ""}, csvtext.Some(0), "0", 80, "x"},
		{[]string{""}, csvtext.Some(0), "0", 1, "x"},
		{[]string{"=1", "b"}, csvtext.Some(0), "0", 2, "x"},
	}
	if err := csvtext.Write(&b, mixedHeader, slices.Values(rows), csvtext.Options{Excel: true, Delimiter: ';'}, putMixed); err != nil {
		t.Fatal(err)
	}
	want := "\ufefflist;n;d;halves;trailer\r\n" +
		"\"swp1;swp2\";-370;-12.50;12.5;'-370\r\n" + // a number is never guarded
		";;;;\r\n" +
		"\"\"\"a;b\"\";\"\"\"\"\"\"c\"\";\";0;0;40;x\r\n" +
		"\"\"\"\"\"\";0;0;0.5;x\r\n" +
		"\"'=1;b\";0;0;1;x\r\n"
	if b.String() != want {
		t.Errorf("got\n%q\nwant\n%q", b.String(), want)
	}
}

func TestReadSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	const head = "list,n,d,halves,trailer\r\n"
	tests := []struct{ name, text, want string }{
		{"nothing at all", "", "the file is empty; its first line must be list,n,d,halves,trailer"},
		{"another column", "list,n,d,u,trailer\n", `line 1: column 4 is "u", not "halves"; the header must be list,n,d,halves,trailer`},
		{"a column too few", "list,n,d,halves\n", "line 1: the header has 4 columns, not 5; it must be list,n,d,halves,trailer"},
		{"a cell too many", head + ",1,2,3,x,\r\n", "line 2: the row has 6 cells, the header 5 columns"},
		{"not a whole number", head + ",1.5,2,3,x\r\n", `line 2, column n: "1.5" is not a whole number`},
		{"a comma in a number", head + ",1,\"2,5\",3,x\r\n", `line 2, column d: "2,5" is not a number; write digits and a point`},
		{"a number that is only a point", head + ",1,.,3,x\r\n", `line 2, column d: "." is not a number; write digits and a point`},
		{"a quarter", head + ",1,2,3.25,x\r\n", `line 2, column halves: "3.25" is not a number in steps of a half`},
		{"a negative position", head + ",1,2,-1,x\r\n", `line 2, column halves: "-1" is not a number in steps of a half`},
		{"the second row, after a cell of two lines", head + ",1,2,3,\"x\r\ny\"\r\n\r\n,n,2,3,x\r\n", `line 5, column n: "n" is not a whole number`},
		{"a quote never closed", head + ",1,2,3,\"x\r\n", "line 2: a quote is opened and never closed"},
		{"a quote inside a cell", head + ",1,2,3,x\"y\r\n", "line 2: a quote stands inside a cell without quotes; put the cell in quotes and the quote twice"},
		{"text after a quote", head + ",1,2,3,\"x\"y\r\n", "line 2: text follows a closing quote; write a quote inside quotes twice"},
		{"an old line end", head + ",1,2,3,x\ry\r\n", "line 2: a carriage return stands alone; rows end with CR LF or LF"},
		{"a list with an open quote", head + "\"\"\"a;b\",1,2,3,x\r\n", `line 2, column list: list "\"a;b" has a quote that is not closed`},
		{"a list with text after a quote", head + "\"\"\"a\"\"b\",1,2,3,x\r\n", `line 2, column list: list "\"a\"b" has text after a closing quote; write ; between its parts`},
		{"another encoding", head + ",1,2,3,M\xfcnchen\r\n", "line 2: the row is not UTF-8; save the file as CSV UTF-8"},
		{"an endless cell", head + strings.Repeat("x", csvtext.MaxCell+1), "line 2: a cell is longer than 1048576 bytes"},
		{"an endless quoted cell", head + `"` + strings.Repeat("x", csvtext.MaxCell+1), "line 2: a cell is longer than 1048576 bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := csvtext.Read(strings.NewReader(tt.text), mixedHeader, csvtext.Options{}, takeMixed)
			if err == nil || err.Error() != tt.want {
				t.Errorf("got error %v, want %s", err, tt.want)
			}
		})
	}
}

func TestReadTakesWhatSpreadsheetsSave(t *testing.T) {
	t.Parallel()
	want := []cells{{"a", "b,c", "=d"}, {"", "", ""}}
	for _, text := range []string{
		"one,two,three\r\na,\"b,c\",'=d\r\n,,\r\n",
		"one,two,three\na,\"b,c\",'=d\n,,",
		"\ufeffone;two;three\r\na;b,c;'=d\r\n;;\r\n\r\n",
		"one\ttwo\tthree\r\na\tb,c\t=d\r\n\t\t\r\n",
		"\"one\",\"two\",\"three\"\r\n\"a\",\"b,c\",\"=d\"\r\n\"\",\"\",\"\"\r\n",
	} {
		got, err := read([]byte(text), header, csvtext.Options{})
		if err != nil || !slices.EqualFunc(got, want, slices.Equal[cells]) {
			t.Errorf("read %q = %q, %v; want %q", text, got, err, want)
		}
	}
}

type failing struct{ after int }

var errFull = errors.New("disk full")

func (f *failing) Write(p []byte) (int, error) {
	if f.after--; f.after < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteStopsWhenNothingMoreFits(t *testing.T) {
	t.Parallel()
	given := 0
	endless := func(yield func(cells) bool) {
		for yield(cells{"a", "b", "c"}) {
			given++
		}
	}
	err := csvtext.Write(&failing{after: 1}, header, endless, csvtext.Options{}, func(w *csvtext.Writer, row *cells) {
		for _, c := range *row {
			w.Text(c)
		}
	})
	if !errors.Is(err, errFull) || given == 0 {
		t.Errorf("got %v after %d rows, want %v", err, given, errFull)
	}
}

func TestReadHandsOnWhatTheFileSays(t *testing.T) {
	t.Parallel()
	broken := io.MultiReader(strings.NewReader("one,two,three\r\na,b"), readErr{})
	_, err := csvtext.Read(broken, header, csvtext.Options{}, func(r *csvtext.Reader) string { return r.Text() })
	if !errors.Is(err, errFull) {
		t.Errorf("got %v, want %v", err, errFull)
	}
}

type readErr struct{}

func (readErr) Read([]byte) (int, error) { return 0, errFull }

func TestDelimiters(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]byte{"": ',', ",": ',', ";": ';', "tab": '\t', `\t`: '\t', "\t": '\t'} {
		if got, err := csvtext.ParseDelimiter(text); got != want || err != nil {
			t.Errorf("ParseDelimiter(%q) = %q, %v; want %q", text, got, err, want)
		}
	}
	if _, err := csvtext.ParseDelimiter("|"); err == nil || err.Error() != `delimiter "|" is not one of , ; tab` {
		t.Errorf("ParseDelimiter of a bar: %v", err)
	}
	err := csvtext.Write(io.Discard, header, slices.Values([]cells{}), csvtext.Options{Delimiter: 'x'}, func(*csvtext.Writer, *cells) {})
	if err == nil {
		t.Error("a table delimited by x is written, want an error")
	}
}
