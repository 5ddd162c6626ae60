package csvtext_test

import (
	"bytes"
	"encoding/csv"
	"io"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/formats/csvtext"
)

// FuzzRead: nothing panics, and what is read is written and read back the same.
// Where encoding/csv reads the file too, it reads the same cells.
func FuzzRead(f *testing.F) {
	f.Add([]byte("one,two,three\r\na,\"b,c\",'=d\r\n"))
	f.Add([]byte("\ufeffone;two;three\r\n\"a\r\nb\";'';\r\n"))
	f.Add([]byte("one\ttwo\tthree\n\"\"\"\"\t\\.\t x\n"))
	f.Add([]byte("one,two,three\r\n\"a"))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := read(text, header, csvtext.Options{Raw: true})
		if err != nil {
			return
		}
		again, err := read(write(t, header, got, csvtext.Options{}), header, csvtext.Options{})
		if err != nil || !slices.EqualFunc(got, again, slices.Equal[cells]) {
			t.Fatalf("%q, written and read again: %q, %v", got, again, err)
		}
		std := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
		std.Comma = rune(delimiterOf(text))
		want, err := std.ReadAll()
		if err != nil {
			t.Fatalf("encoding/csv does not read %q: %v", text, err)
		}
		for i, row := range got {
			for j := range row {
				if plain := strings.ReplaceAll(row[j], "\r\n", "\n"); want[i+1][j] != plain {
					t.Fatalf("row %d, cell %d: got %q, encoding/csv reads %q", i, j, plain, want[i+1][j])
				}
			}
		}
	})
}

func delimiterOf(text []byte) byte {
	if i := bytes.IndexAny(text, ",;\t"); i >= 0 {
		return text[i]
	}
	return ','
}

var benchRow = cells{
	"c-0123456789ab", "A01-40:IB1/1/A01-01:ib1", "dac", "MCP7Y00-N003", "3000", "2625", "A01", "40", "leaf-01", "IB1/1/1", "A01", "1", "hgx-001", "ib1", "",
}

// Beside BenchmarkStandardLibrary: the same 15 text cells a row.
func BenchmarkWrite(b *testing.B) {
	b.ReportAllocs()
	rows := func(yield func(cells) bool) {
		for range b.N {
			yield(benchRow)
		}
	}
	csvtext.Write(io.Discard, header, rows, csvtext.Options{}, func(w *csvtext.Writer, row *cells) {
		for _, c := range *row {
			w.Text(c)
		}
	})
}

func BenchmarkStandardLibrary(b *testing.B) {
	b.ReportAllocs()
	w := csv.NewWriter(io.Discard)
	w.UseCRLF = true
	for range b.N {
		w.Write(benchRow)
	}
	w.Flush()
}
