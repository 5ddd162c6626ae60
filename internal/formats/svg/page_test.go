package svg_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/formats/svg"
)

// styles is the folder of the pages' style sheet.
var styles = filepath.Join("..", "..", "..", "static", "css")

// Pages load one style sheet, which holds the rules of drawings as they stand
// here; UPDATE_GOLDEN=1 writes them there.
func TestPagesHaveTheRulesOfDrawings(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"50-elevation.css": svg.CSS, "50-chart.css": svg.ChartCSS, "50-fabric.css": svg.FabricCSS, "50-floor.css": svg.FloorCSS,
	} {
		path := filepath.Join(styles, name)
		if os.Getenv("UPDATE_GOLDEN") == "1" {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s has other rules than the drawing; UPDATE_GOLDEN=1 copies them", path)
		}
	}
}

// A standalone file has the colours of the pages: each token of a rule leads
// over an intent to a pair of the palette.
func TestStandaloneColoursAreThoseOfThePages(t *testing.T) {
	t.Parallel()
	path := filepath.Join(styles, "10-tokens.css")
	tokens, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(tokens)
	h := hall(t, "top-down")
	file := string(svg.Bytes(h.Elevation(h.Lines(drawing.Both), drawing.Options{}), svg.Options{Standalone: true}))
	light, dark, ok := strings.Cut(file, "@media screen and (prefers-color-scheme: dark)")
	if !ok {
		t.Fatal("a standalone file has no dark colours")
	}
	for _, m := range regexp.MustCompile(`\.([\w.-]+)[^{}\n]*\{[^}\n]*?(fill|stroke): var\((--[\w-]+)\)`).FindAllStringSubmatch(svg.CSS, -1) {
		intent := regexp.MustCompile(regexp.QuoteMeta(m[3]) + `: var\((--[\w-]+)\)`).FindStringSubmatch(text)
		if intent == nil {
			t.Errorf("%s: %s has no token %s", m[1], path, m[3])
			continue
		}
		pair := regexp.MustCompile(regexp.QuoteMeta(intent[1]) + `: light-dark\((#\w+), (#\w+)\)`).FindStringSubmatch(text)
		if pair == nil {
			t.Errorf("%s: %s has no colour %s", m[1], path, intent[1])
			continue
		}
		for i, part := range []string{light, dark} {
			rule := strings.ReplaceAll(m[0], "var("+m[3]+")", pair[i+1])
			if !strings.Contains(part, rule) {
				t.Errorf("the file has no rule %s", rule)
			}
		}
	}
	if strings.Contains(file, "var(--") {
		t.Error("a standalone file asks for a custom property of a page")
	}
}

// A strict content policy holds for a drawing in a page, and its colours are
// the page's.
func TestADrawingInAPageHasClassesOnly(t *testing.T) {
	t.Parallel()
	h := hall(t, "strange")
	href := func(name string) string { return "?device=" + name }
	e := h.Elevation(h.Lines(drawing.Both), drawing.Options{Legend: true, Chosen: "dgx-1", DeviceHref: href, RackHref: href})
	page := string(svg.Bytes(e, svg.Options{}))
	for _, bad := range []string{"<style", "style=", "#", "<script", " on", "url(", "xlink", "<?xml", "<image"} {
		if i := strings.Index(page, bad); i >= 0 {
			t.Errorf("a drawing in a page has %q: %s", bad, page[max(0, i-40):min(len(page), i+40)])
		}
	}
	for _, want := range []string{`<a class="el-device el-compute is-unknown is-chosen" href="?device=dgx-1"`, `aria-current="true"`, "<title>", "<desc>"} {
		if !strings.Contains(page, want) {
			t.Errorf("a drawing in a page has no %s", want)
		}
	}
}

// Names are words, whatever they hold: the file stays well-formed, the words
// come back.
func TestNamesCannotBreakTheFile(t *testing.T) {
	t.Parallel()
	for _, name := range append([]string{"]]>", "<script>alert(1)</script>", `" onload="x`, "&amp;", "a\x00b\x1bc", "\ufffe", "日本語", "\xff\xfe"}, formatstest.Hostile...) {
		text := drawing.Text{Size: 100, Anchor: "start", Words: name}
		e := &drawing.Elevation{Title: name, Desc: name, W: 100, H: 100, Captions: []drawing.Text{text}, Racks: []drawing.Rack{{
			Place: drawing.Place{Name: name}, Href: name, Words: name, Head: text,
			Faces: []drawing.Face{{Title: name, Devices: []drawing.Device{{Name: name, Label: name, Href: name, Kind: name, Texts: []drawing.Text{text}}}}},
		}}}
		got := svg.Bytes(e, svg.Options{Standalone: true})
		titles := 0
		d := xml.NewDecoder(bytes.NewReader(got))
		for {
			tok, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("name %q: %v", name, err)
			}
			el, ok := tok.(xml.StartElement)
			if ok && el.Name.Local == "script" {
				t.Errorf("name %q became an element", name)
			}
			for _, a := range el.Attr {
				if strings.HasPrefix(a.Name.Local, "on") {
					t.Errorf("name %q became the attribute %s", name, a.Name.Local)
				}
			}
			if ok && el.Name.Local == "title" {
				titles++
			}
		}
		if titles == 0 {
			t.Errorf("name %q: no title is left", name)
		}
	}
}

// The largest drawing there can be: as many devices and cages as are drawn, with
// the longest names, both faces, each a link.
func TestTheLargestDrawingIsBounded(t *testing.T) {
	t.Parallel()
	var units []string
	for i := range 100 {
		units = append(units, fmt.Sprint(i+1))
	}
	name := strings.Repeat("W", 58)
	text := fmt.Sprintf(`version: 1
name: Largest
racks: [{name: "%s-[01-41]", units: 100}]
device_types:
  - {slug: many, model: %s, kind: eth-switch, units: 1, width: full,
     ports: [{role: fabric, cage: qsfp28, cages: 50, speeds: [100gbe], name: "p{cage}"}]}
devices: [{name: "%s-[0001-4100]", type: many, rack: "%s-[01-41]", u: [%s]}]
`, name, name, name, name, strings.Join(units, ", "))
	h := hallOf(t, []byte(text))
	href := func(name string) string { return "/plans/" + name + "/racks?device=" + name }
	e := h.Elevation(h.Lines(drawing.Both), drawing.Options{DeviceHref: href, RackHref: href, Legend: true})
	if got := len(svg.Bytes(e, svg.Options{Standalone: true})); got > svg.MaxBytes || got < svg.MaxBytes/8 {
		t.Errorf("the largest drawing has %d bytes, want at most %d and not far less", got, svg.MaxBytes)
	}
}

// A page of racks of a large plan: one rack of a thousand, with all its links
// looked at, and twelve of a row.
func BenchmarkRacksOfALargePlan(b *testing.B) {
	text := `version: 1
name: Large
site: {rows: [{name: A, y: 0m}]}
racks:
  - {name: "H[0001-1600]", row: A}
  - {name: "L[001-320]", row: A, position: 2000}
devices:
  - {name: "dgx-[00001-06400]", type: dgx-h100, rack: "H[0001-1600]", u: [1, 9, 17, 25]}
  - {name: "leaf-[0001-1600]", type: qm9700, rack: "L[001-320]", u: [20, 22, 24, 26, 28], face: rear}
links:
`
	for rail, port := range []string{"OSFP4P2", "OSFP3P2", "OSFP3P1", "OSFP4P1", "OSFP1P2", "OSFP2P2", "OSFP2P1", "OSFP1P1"} {
		text += fmt.Sprintf("  - {a: \"dgx-[00001-06400]:%s\", b: \"leaf-[%04d-%04d]:IB1/[1-16]/[1-2]\", speed: ndr}\n", port, rail*200+1, rail*200+200)
	}
	h := hallOf(b, []byte(text))
	lines := h.Lines(drawing.Fronts)
	b.Run("one rack", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			e := h.Elevation([]drawing.Line{{Racks: []string{"L160"}}}, drawing.Options{Chosen: "leaf-0800"})
			b.SetBytes(int64(len(svg.Bytes(e, svg.Options{}))))
		}
	})
	b.Run("twelve racks", func(b *testing.B) {
		b.ReportAllocs()
		line := lines[0]
		line.Racks = line.Racks[1600:1612]
		for b.Loop() {
			e := h.Elevation([]drawing.Line{line}, drawing.Options{Faces: drawing.Fronts})
			b.SetBytes(int64(len(svg.Bytes(e, svg.Options{}))))
		}
	})
}
