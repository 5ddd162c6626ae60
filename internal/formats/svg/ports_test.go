package svg_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/formats/svg"
)

func cagesOf(t testing.TB, slug string) *drawing.Panel {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	return drawing.Ports(cat.Type(slug), func(group int) string { return fmt.Sprint("#group-", group+1) })
}

// The cages of a switch, of a switch with uplinks, and of a host with five roles.
func TestGoldenPorts(t *testing.T) {
	t.Parallel()
	for _, slug := range []string{"qm9700", "sn3420", "dgx-h100"} {
		t.Run(slug, func(t *testing.T) {
			t.Parallel()
			formatstest.Golden(t, "ports-"+slug+".svg", svg.PortBytes(cagesOf(t, slug)))
		})
	}
}

// A drawing of cages has classes only, a title for each cage, and links that
// stay on the page.
func TestPortsKeepTheContentPolicy(t *testing.T) {
	t.Parallel()
	page := string(svg.PortBytes(cagesOf(t, "dgx-h100")))
	for _, bad := range []string{"<style", "style=", "<script", " on", "url(", "xlink", "<?xml", "<image"} {
		if strings.Contains(page, bad) {
			t.Errorf("a drawing of cages has %q", bad)
		}
	}
	if got, want := strings.Count(page, `href="#group-`), 10; got != want {
		t.Errorf("%d cages are links, want %d", got, want)
	}
	if got := strings.Count(page, "<title>"); got != 10+5+1 {
		t.Errorf("%d titles, want one for each of 10 cages, 5 blocks and the drawing", got)
	}
}

// Names are words, whatever they hold.
func TestNamesOfCagesCannotBreakTheFile(t *testing.T) {
	t.Parallel()
	for _, name := range formatstest.Hostile {
		text := drawing.Text{Size: 100, Anchor: "start", Words: name}
		got := svg.PortBytes(&drawing.Panel{Title: name, Desc: name, Head: text, Omitted: name, OmittedAt: text, Blocks: []drawing.Block{{
			Words: name, Label: text, Pattern: drawing.Hatched, Cages: []drawing.PanelCage{{Label: name, Href: name, Name: text}},
		}}})
		d := xml.NewDecoder(bytes.NewReader(got))
		for {
			tok, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("name %q: %v", name, err)
			}
			if el, ok := tok.(xml.StartElement); ok && el.Name.Local == "script" {
				t.Errorf("name %q became an element", name)
			}
		}
	}
}
