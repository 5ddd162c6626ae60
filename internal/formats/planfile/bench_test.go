package planfile_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
)

// explicitLinks is a document of n links, one line each, of about 85 bytes.
func explicitLinks(n int) []byte {
	var b bytes.Buffer
	b.WriteString("version: 1\nname: Explicit\n\nracks:\n  - {name: A1, units: 48}\n\nlinks:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - {a: \"dgx-%06d:OSFP%dP%d\", b: \"leaf-%04d:IB1/%d/%d\", speed: ndr, group: wave-%d}\n",
			i/8, i%4+1, i%2+1, i/64, i%32+1, i%2+1, i%7)
	}
	return b.Bytes()
}

func load(tb testing.TB) *catalog.Catalog {
	tb.Helper()
	cat, err := catalog.Load()
	if err != nil {
		tb.Fatalf("load catalog: %v", err)
	}
	return cat
}

func BenchmarkDecode100kLinks(b *testing.B) {
	cat, text := load(b), explicitLinks(100_000)
	doc, _, err := planfile.Decode(text, planfile.YAML, cat)
	if err != nil {
		b.Fatal(err)
	}
	var j bytes.Buffer
	if err := planfile.Encode(&j, doc, planfile.JSON); err != nil {
		b.Fatal(err)
	}
	head, entries, _ := bytes.Cut(text, []byte("links:\n"))
	for _, swap := range [][2]string{{"- {a", "- a"}, {", ", "\n    "}, {"}\n", "\n"}} {
		entries = bytes.ReplaceAll(entries, []byte(swap[0]), []byte(swap[1]))
	}
	block := slices.Concat(head, []byte("links:\n"), entries)
	for _, form := range []struct {
		name string
		mt   planfile.MediaType
		text []byte
	}{{"yaml", planfile.YAML, text}, {"yaml-block", planfile.YAML, block}, {"json", planfile.JSON, j.Bytes()}} {
		b.Run(form.name, func(b *testing.B) {
			b.SetBytes(int64(len(form.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := planfile.Decode(form.text, form.mt, cat); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEncode100kLinks(b *testing.B) {
	doc, _, err := planfile.Decode(explicitLinks(100_000), planfile.YAML, load(b))
	if err != nil {
		b.Fatal(err)
	}
	b.Run("yaml", func(b *testing.B) { benchmarkEncode(b, doc, planfile.YAML) })
	b.Run("json", func(b *testing.B) { benchmarkEncode(b, doc, planfile.JSON) })
	b.Run("hash", func(b *testing.B) {
		for b.Loop() {
			planfile.Hash(doc)
		}
	})
}

func benchmarkEncode(b *testing.B, doc *plan.Document, mt planfile.MediaType) {
	for b.Loop() {
		if err := planfile.Encode(io.Discard, doc, mt); err != nil {
			b.Fatal(err)
		}
	}
}
