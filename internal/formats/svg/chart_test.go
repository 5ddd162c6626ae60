package svg_test

import (
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/formats/svg"
	"lengthwise/internal/planner"
)

// chart draws the generations of a plan of links of many lengths: every medium,
// and a link nothing does.
func chart(t testing.TB, settings string) *drawing.Chart {
	t.Helper()
	cat, err := catalog.LoadWith(catalog.Overlay{Prices: []catalog.PriceRow{
		{ID: "MCP7Y00-N003", Price: catalog.Price{Unit: 10_001, Currency: "USD", LeadTimeDays: -1}, Stock: -1},
	}})
	if err != nil {
		t.Fatal(err)
	}
	doc, _, err := planfile.Decode([]byte(`
version: 1
name: Links of many lengths
racks: [{name: R1}]
devices:
  - {name: "hgx-[1-4]", type: hgx-8gpu-osfp, rack: R1, u: [1, 9, 17, 25]}
  - {name: "leaf-[1-2]", type: qm9700, rack: R1, u: [40, 42], face: rear}
  - {name: eth-1, type: sn2201, rack: R1, u: 44, face: rear}
links:
  - {a: "hgx-[1-2]:ib[1-8]", b: "leaf-1:IB1/[1-8]/[1-2]", speed: ndr}
  - {a: "hgx-3:ib[1-8]", b: "leaf-1:IB1/[9-12]/[1-2]", speed: ndr, run: 2.9m}
  - {a: "hgx-4:ib[1-4]", b: "leaf-1:IB1/[13-14]/[1-2]", speed: ndr, run: 41m}
  - {a: "hgx-4:ib5", b: "leaf-1:IB1/15/1", speed: ndr, run: 600m}
  - {a: "leaf-1:IB1/[21-24]/[1-2]", b: "leaf-2:IB1/[21-24]/[1-2]", speed: ndr, run: 4.8m}
  - {a: "hgx-[1-2]:bmc", b: "eth-1:swp[1-2]", speed: 1gbe}
`+settings), planfile.YAML, cat)
	if err != nil {
		t.Fatal(err)
	}
	res, err := planner.Plan(doc, cat, planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return drawing.NewChart(planner.CompareGenerations(res, doc, cat))
}

// Look at the file after a change, in light and dark: a browser opens it.
func TestGoldenChart(t *testing.T) {
	t.Parallel()
	formatstest.Golden(t, "chart.svg", svg.ChartBytes(chart(t, ""), svg.Options{Standalone: true}))
}

// Who cannot see the chart hears all of its numbers.
func TestAChartSaysItsNumbers(t *testing.T) {
	t.Parallel()
	c := chart(t, "")
	for i := range c.Bars {
		for _, line := range c.Bars[i].Lines {
			if words := strings.ReplaceAll(line.Words, " · ", ", "); !strings.Contains(c.Desc, words) || words == "" {
				t.Errorf("the description lacks %q of %s: %s", words, c.Bars[i].Name.Words, c.Desc)
			}
		}
	}
	for _, want := range []string{"2 Ethernet links", planner.GenerationsNote[1:]} {
		if !strings.Contains(c.Desc, want) {
			t.Errorf("the description lacks %q: %s", want, c.Desc)
		}
	}
}

// Segments fill their bar without gaps and every one can be seen; what is
// written on them fits.
func TestSegmentsFillTheirBar(t *testing.T) {
	t.Parallel()
	for _, settings := range []string{"", "settings: {media: [acc, aoc]}\n", "settings: {media: [twisted-pair]}\n", "settings: {allow_retired: true, media: [optical, dac]}\n"} {
		c := chart(t, settings)
		for _, b := range c.Bars {
			x := b.Frame.X
			for _, s := range b.Segments {
				if s.Box.X != x || s.Box.W < 20 {
					t.Errorf("%q, %s: %s begins at %s and is %s wide, want %s and at least 2", settings, b.Name.Words, s.Fill, s.Box.X, s.Box.W, x)
				}
				if s.Label.Words != "" && (s.Plate.X < s.Box.X || s.Plate.X+s.Plate.W > s.Box.X+s.Box.W) {
					t.Errorf("%q, %s: %q does not fit on its segment", settings, b.Name.Words, s.Label.Words)
				}
				x += s.Box.W
			}
			if x != b.Frame.X+b.Frame.W {
				t.Errorf("%q, %s: segments end at %s, the bar at %s", settings, b.Name.Words, x, b.Frame.X+b.Frame.W)
			}
		}
	}
}

// A strict content policy holds for a chart in a page.
func TestAChartInAPageHasClassesOnly(t *testing.T) {
	t.Parallel()
	page := string(svg.ChartBytes(chart(t, ""), svg.Options{}))
	for _, bad := range []string{"<style", "style=", "#", "<script", " onclick", "url(", "<?xml"} {
		if strings.Contains(page, bad) {
			t.Errorf("a chart in a page has %q", bad)
		}
	}
	for _, want := range []string{`role="img"`, "<title>", "<desc>", `class="ch-seg is-dac"`, `class="ch-seg is-nothing"`} {
		if !strings.Contains(page, want) {
			t.Errorf("a chart in a page has no %s", want)
		}
	}
}
