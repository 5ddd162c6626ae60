package planner_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// compareText plans a document and compares its generations.
func compareText(t testing.TB, cat *catalog.Catalog, text string) (*planner.Generations, *planner.Result) {
	t.Helper()
	doc, _, err := planfile.Decode([]byte(text), planfile.YAML, cat)
	if err != nil {
		t.Fatal(err)
	}
	res := mustPlan(t, doc, cat)
	return planner.CompareGenerations(res, doc, cat), res
}

// lineOf is one generation in a line: links by medium, nothing, parts.
func lineOf(g *planner.Generations, at int) string {
	one := &g.List[at]
	var all []string
	for i, m := range g.Media {
		if one.ByMedium[i] > 0 {
			all = append(all, fmt.Sprintf("%d %s", one.ByMedium[i], m))
		}
	}
	if one.Nothing > 0 {
		all = append(all, fmt.Sprintf("%d nothing from %s", one.Nothing, one.Shortest.Metres()))
	}
	for i := range one.Parts {
		p := &one.Parts[i]
		all = append(all, fmt.Sprintf("%s x%d/%d", p.Part.ID(), p.Links, p.Per))
	}
	return one.Name + ": " + strings.Join(all, ", ")
}

// One rack, eight hosts and a leaf, each link pinned to 5 m of passive copper:
// pins are not asked. The shortest run is two exits and 2U, 0.6889 m, and requires
// 0.6889 x 1.05 + 0.3 m, more than 1 m; the longest requires 1.164 m. HDR has passive copper only
// in retired parts; NDR has a splitter of 1.5 m, XDR no passive copper at all.
func TestTheHabitOfEDR(t *testing.T) {
	t.Parallel()
	const rack = `
version: 1
name: EDR habit
racks: [{name: R1, units: 42}]
devices:
  - {name: "host-[1-4]", type: server-1u-1x-qsfp28, rack: R1, u: [16, 17, 18, 19]}
  - {name: leaf-1, type: sb7800, rack: R1, u: 21, face: rear}
  - {name: "host-[5-8]", type: server-1u-1x-qsfp28, rack: R1, u: [23, 24, 25, 26]}
links:
  - {a: "host-[1-8]:ib1", b: "leaf-1:IB1/[1-8]", speed: edr, cable: {medium: dac, length: 5m}}
`
	tests := []struct {
		name, settings string
		want           [4]string
	}{
		{"as the defaults are", "", [4]string{
			"edr: 8 dac, MCP1600-E01AE30 x8/1",
			"hdr: 8 aoc, MFS1S00-H003V x8/1",
			"ndr: 8 dac, MCP7Y00-N01A x8/2",
			"xdr: 8 acc, 980-9IAO5-00X01A x8/2",
		}},
		{"retired parts allowed", "settings: {allow_retired: true}\n", [4]string{
			"edr: 8 dac, MCP1600-E01AE30 x8/1",
			"hdr: 8 dac, MCP1650-H01AE30 x8/1",
			"ndr: 8 dac, MCP7Y00-N01A x8/2",
			"xdr: 8 acc, 980-9IAO5-00X01A x8/2",
		}},
		{"passive copper and nothing else", "settings: {media: [dac]}\n", [4]string{
			"edr: 8 dac, MCP1600-E01AE30 x8/1",
			"hdr: 8 nothing from 0.6889 m",
			"ndr: 8 dac, MCP7Y00-N01A x8/2",
			"xdr: 8 nothing from 0.6889 m",
		}},
		{"two metres more at each end", "settings: {slack: {per_end: 2m}}\n", [4]string{
			"edr: 8 dac, MCP1600-E005E26 x8/1",
			"hdr: 8 aoc, MFS1S00-H005V x8/1",
			"ndr: 8 optical, MMA4Z00-NS x8/2, MMA4Z00-NS400 x8/1, MFP7E10-N005 x8/1",
			"xdr: 8 optical, 980-9IAH1-00XM00 x8/2, 980-9IAT0-00XM00 x8/1, MFP7E30-N005 x8/1",
		}},
	}
	cat := load(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			g, _ := compareText(t, cat, rack+tt.settings)
			for i, want := range tt.want {
				if got := lineOf(g, i); got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
			}
		})
	}
}

// The longest copper between the usual cages, and why there is none.
func TestLongestCopperOfEachGeneration(t *testing.T) {
	t.Parallel()
	cat := load(t)
	g, _ := compareText(t, cat, "version: 1\nname: empty\nracks: [{name: R1}]\n")
	want := []struct{ host, switches string }{
		{"dac 5000 [MCP1600-E005E26]", "dac 5000 [MCP1600-E005E26]"},
		{"none", "none"},
		{"dac 3000 [MCP7Y00-N003]", "acc 5000 [980-9I602-00N005]"},
		{"acc 2000 [980-9IAO5-00X002]", "none"},
	}
	copper := func(p *planner.CagePair) string {
		r := p.LongestCopper()
		if r == nil {
			return "none"
		}
		if len(r.Sources) == 0 {
			t.Errorf("%s of %s to %s has no source", r.Medium, p.A.Name, p.B.Name)
		}
		return fmt.Sprintf("%s %d %v", r.Medium, r.Limit, r.Parts)
	}
	for i := range g.List {
		one := &g.List[i]
		if got := copper(&one.Pairs[0]); got != want[i].host {
			t.Errorf("%s to a host: got %s, want %s", one.Name, got, want[i].host)
		}
		if got := copper(&one.Pairs[1]); got != want[i].switches {
			t.Errorf("%s between switches: got %s, want %s", one.Name, got, want[i].switches)
		}
	}
	hdr, xdr := g.List[1].Pairs[0].Reaches[0], g.List[3].Pairs[0].Reaches[0]
	if hdr.Why != "is retired" || hdr.Ever != 2000 || !slices.Contains(hdr.Sources, "nv-mcp1650h") || !slices.Contains(hdr.Parts, "MCP1650-H002E26") {
		t.Errorf("passive copper at HDR: got %+v, want 2 m of MCP1650-H002E26, which is retired, with nv-mcp1650h", hdr)
	}
	if xdr.Why != "passive copper does not exist" || !slices.Contains(xdr.Sources, "nv-200g-list") {
		t.Errorf("passive copper at XDR: got %+v, want that it does not exist, with nv-200g-list", xdr)
	}
}

// What is not judged is counted, each link once.
func TestLinksThatAreNotJudgedAreCounted(t *testing.T) {
	t.Parallel()
	g, _ := compareText(t, load(t), `
version: 1
name: mixed
racks: [{name: R1}]
devices:
  - {name: "host-[1-2]", type: hgx-8gpu-osfp, rack: R1, u: [1, 9]}
  - {name: leaf-1, type: qm9700, rack: R1, u: 40, face: rear}
  - {name: eth-1, type: sn2201, rack: R1, u: 42, face: rear}
  - {name: new-1, type: hgx-8gpu-osfp}
links:
  - {a: "host-[1-2]:ib[1-2]", b: "leaf-1:IB1/[1-2]/[1-2]", speed: ndr}
  - {a: "host-[1-2]:bmc", b: "eth-1:swp[1-2]", speed: 1gbe}
  - {a: "new-1:ib1", b: "leaf-1:IB1/9/1", speed: ndr}
  - {a: "new-1:ib2", b: "leaf-1:IB1/9/2", speed: ndr, run: 200m}
  - {a: "host-1:ib8", b: "ghost-1:p1"}
`)
	if g.Links != 9 || g.Judged != 5 || g.Ethernet != 2 || g.UnknownRun != 1 || g.NoSpeed != 1 {
		t.Errorf("got %d links: %d judged, %d Ethernet, %d of unknown run, %d of no speed; want 9: 5, 2, 1, 1", g.Links, g.Judged, g.Ethernet, g.UnknownRun, g.NoSpeed)
	}
	for i := range g.List {
		if one := &g.List[i]; one.Name == "ndr" && (one.Nothing != 1 || one.Shortest != 200*units.Metre || one.Example != "new-1:ib2 - leaf-1:IB1/9/2" || !one.PowerAtLeast) {
			t.Errorf("ndr: got nothing for %d links from %s, %s, power at least %t; want 1 from 200 m, true", one.Nothing, one.Shortest, one.Example, one.PowerAtLeast)
		}
	}
}

// A splitter at 100.01 serves two links: three of them take 150.015, half up.
func TestMoneyOfGenerationsIsExact(t *testing.T) {
	t.Parallel()
	row := func(id string, unit, surcharge units.Money, currency string) catalog.PriceRow {
		return catalog.PriceRow{ID: id, Price: catalog.Price{Unit: unit, Surcharge: surcharge, Currency: currency, LeadTimeDays: -1}, Stock: -1}
	}
	cat, err := catalog.LoadWith(catalog.Overlay{Prices: []catalog.PriceRow{
		row("MCP7Y00-N001", 10_000, 1, "USD"), row("MCP1600-E001E30", 999, 0, "USD"), row("MFS1S00-H003V", 5000, 0, "EUR"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	g, _ := compareText(t, cat, `
version: 1
name: three
racks: [{name: R1}]
devices:
  - {name: "host-[1-3]", type: server-1u-1x-osfp, rack: R1, u: [1, 2, 3]}
  - {name: leaf-1, type: qm9700, rack: R1, u: 4, face: rear}
links: [{a: "host-[1-3]:ib1", b: "leaf-1:IB1/[1-3]/1", speed: ndr, run: 0.9m}]
`)
	want := []planner.Cost{{Amount: 2997}, {AtLeast: true, Unpriced: 1}, {Amount: 15_002}, {AtLeast: true, Unpriced: 1}}
	for i, c := range want {
		if got := g.List[i].Cost; got == nil || *got != c {
			t.Errorf("%s costs %+v, want %+v", g.List[i].Name, got, c)
		}
	}
	if got := g.List[2].Power; got != 450 { // 3 ends of 100 mW, half of it for each of 3 links
		t.Errorf("ndr takes %s, want 0.45 W", got)
	}
}

// usual are device types with the usual cages of each generation.
var usual = [4]struct{ host, leaf, port, speed string }{
	{"server-1u-1x-qsfp28", "sb7800", "IB1/1", "edr"},
	{"server-1u-1x-qsfp56", "qm8700", "IB1/1", "hdr"},
	{"server-1u-1x-osfp", "qm9700", "IB1/1/1", "ndr"},
	{"server-1u-1x-osfp224", "q3400-ra", "sw1p1", "xdr"},
}

// The comparison gives a single link what the planner gives it: at random runs
// and settings, to a host and between switches, at all generations.
func TestGenerationsChooseAsThePlannerDoes(t *testing.T) {
	t.Parallel()
	cat := load(t)
	g := rand.New(rand.NewPCG(5, 9))
	far := 100 * units.Metre
	media := [4]int{}
	for n := range 600 {
		doc := &plan.Document{Version: 1, Name: "one link"}
		(&generator{Rand: g, cat: cat, doc: doc}).settings()
		doc.Settings.Choose, doc.Settings.Excess, doc.Settings.Stock, doc.Settings.UseStock = "", &far, nil, nil
		run := units.MM(pick(&generator{Rand: g}, edges) - int64(g.IntN(900)) + 450)
		at := g.IntN(4)
		a, other := usual[at].leaf, usual[at].host
		port := "ib1"
		if g.IntN(2) == 0 {
			other, port = usual[at].leaf, usual[at].port
		}
		doc.Devices = []plan.Device{{Name: "a", Type: a}, {Name: "b", Type: other}}
		doc.Links = []plan.Link{{A: "a:" + usual[at].port, B: "b:" + port, Speed: usual[at].speed, Run: &run}}
		res := mustPlan(t, doc, cat)
		one := planner.CompareGenerations(res, doc, cat).List[at]

		want, got := []string{}, []string{}
		for i := range res.Cables {
			want = append(want, string(res.Cables[i].Medium)+" "+res.Cables[i].Part.ID())
		}
		for i := range res.Modules {
			want = append(want, "optical "+res.Modules[i].Product.SKU)
		}
		for _, p := range one.Parts {
			for range p.Links {
				got = append(got, string(p.Medium)+" "+p.Part.ID())
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("link %d, %s of %s between %s and %s: got %v, the planner takes %v\n%s", n, usual[at].speed, run, a, other, got, want, planText(doc))
		}
		media[min(len(want), 3)]++
	}
	if media[0] == 0 || media[1] == 0 || media[3] == 0 {
		t.Errorf("of the links %d had nothing, %d an assembly, %d optics; want some of each", media[0], media[1], media[3])
	}
}

// Every judged link stands somewhere, at every generation, whatever the plan.
func TestGenerationsCountEveryLinkOnce(t *testing.T) {
	t.Parallel()
	cat := load(t)
	judged := 0
	for seed := range uint64(400) {
		doc := randomPlan(seed, cat)
		res := mustPlan(t, doc, cat)
		g := planner.CompareGenerations(res, doc, cat)
		if g.Links != g.Judged+g.Ethernet+g.UnknownRun+g.NoSpeed || g.Links != len(res.Links) {
			t.Fatalf("%d links: %d judged, %d Ethernet, %d unknown, %d without speed\n%s", len(res.Links), g.Judged, g.Ethernet, g.UnknownRun, g.NoSpeed, planText(doc))
		}
		judged += g.Judged
		for i := range g.List {
			one := &g.List[i]
			sum, pairs := one.Nothing, one.Pairs[0].Links+one.Pairs[1].Links
			for _, n := range one.ByMedium {
				sum += n
			}
			if sum != g.Judged || pairs != g.Judged || (one.Nothing > 0) != (one.Example != "") {
				t.Fatalf("%s: media and nothing make %d, pairs of cages %d, of %d judged; nothing does %d, for example link %q\n%s",
					one.Name, sum, pairs, g.Judged, one.Nothing, one.Example, planText(doc))
			}
			for p := range one.Parts {
				if len(one.Parts[p].Sources) == 0 {
					t.Errorf("%s names %s without a source", one.Name, one.Parts[p].Part.ID())
				}
			}
		}
	}
	if judged == 0 {
		t.Error("no random plan has a link to judge")
	}
}

// BenchmarkGenerations compares the generations of a planned document.
func BenchmarkGenerations(b *testing.B) {
	cat := load(b)
	sizes(b, func(b *testing.B, links int) {
		doc := leafSpine(links)
		res := mustPlan(b, doc, cat)
		b.ReportAllocs()
		for b.Loop() {
			planner.CompareGenerations(res, doc, cat)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(res.Links)), "ns/link")
	})
}
