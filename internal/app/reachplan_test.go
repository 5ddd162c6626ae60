package app_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// A hall of two racks, with a type of its own.
const ownTypes = `
version: 1
name: Own types
settings: {media: [dac, acc, optical], slack: {optical: {per_end: 1m}}}
site: {rows: [{name: A, y: 0m}]}
racks: [{name: "A[01-02]", row: A, position: 1}]
device_types:
  - slug: acme-8gpu
    model: Acme 8-GPU
    units: 8
    port_side: rear
    ports: [{role: fabric, cage: osfp-flat-1, cages: 8, speeds: [ndr, ndr200], name: "ib{cage}"}]
devices:
  - {name: "gpu-[1-2]", type: acme-8gpu, rack: "A[01-02]", u: 1}
  - {name: leaf-1, type: qm9700, rack: A01, u: 40, face: rear}
  - {name: new-1, type: acme-8gpu}
links:
  - {a: "gpu-1:ib1", b: "leaf-1:IB1/1/1", speed: ndr}
  - {a: "gpu-2:ib1", b: "leaf-1:IB1/1/2", speed: ndr, run: 2.9m}
`

func checkText(t testing.TB, a *app.App, text string) *app.Checked {
	t.Helper()
	checked, err := a.Check(t.Context(), app.CheckRequest{Source: app.Source{Name: "plan.yaml", Text: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	return checked
}

// Between two ports of a plan the run decides, with the slack of each medium.
func TestReachBetweenPortsOfAPlan(t *testing.T) {
	t.Parallel()
	c := checkText(t, newApp(t), ownTypes)
	tests := []struct {
		name         string
		from, to     string
		run          string // what was found of the run
		copper, opto string
		dac          app.Verdict
	}{
		// 300 + 1577.975 + 300, as in the planning rules; + 5 percent and 2 x 150 mm or 2 m
		{"a link of the plan", "gpu-1:ib1", "leaf-1:IB1/1/1", "2177.975 mm, linked", "2587 mm", "4287 mm", app.Sold},
		{"the same the other way", "leaf-1:IB1/1/1", "gpu-1:ib1", "2177.975 mm, linked", "2587 mm", "4287 mm", app.Sold},
		{"two ports nothing joins", "gpu-1:ib8", "leaf-1:IB1/9/1", "2177.975 mm", "2587 mm", "4287 mm", app.Sold},
		{"a measured run takes no slack", "gpu-2:ib1", "leaf-1:1/2", "2900 mm, linked, measured", "2900 mm", "2900 mm", app.Sold},
		// (300 + 2255.8 + 300) + 600 + (300 + 677.825 + 300)
		{"over the tray to the next rack", "gpu-2:ib2", "leaf-1:IB1/9/1", "4733.625 mm", "5271 mm", "6971 mm", app.None},
		{"a device without a place", "new-1:ib1", "leaf-1:IB1/9/1", "unknown", "0 mm", "0 mm", app.Sold},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := c.Reach(app.ReachQuery{From: tt.from, To: tt.to, Speed: "ndr"})
			if err != nil {
				t.Fatal(err)
			}
			run := "unknown"
			if p.RunKnown {
				run = p.Run.String()
			}
			if p.Link != nil {
				run += ", linked"
			}
			if p.Measured {
				run += ", measured"
			}
			if run != tt.run || p.RequiredCopper.String() != tt.copper || p.RequiredOptical.String() != tt.opto {
				t.Errorf("run %s, required %s of copper and %s of optics; want %s, %s, %s", run, p.RequiredCopper, p.RequiredOptical, tt.run, tt.copper, tt.opto)
			}
			dac := p.Offers[slices.IndexFunc(p.Offers, func(o app.Offer) bool { return o.Medium == plan.DAC })]
			if dac.Does != tt.dac || dac.Asked != p.RequiredCopper {
				t.Errorf("copper is held against %s and the verdict is %d, want %s and %d", dac.Asked, dac.Does, p.RequiredCopper, tt.dac)
			}
		})
	}
}

// Types of the plan's own are ends too, beside those of the catalog.
func TestReachKnowsThePlansOwnTypes(t *testing.T) {
	t.Parallel()
	c := checkText(t, newApp(t), ownTypes)
	for _, q := range []app.ReachQuery{
		{From: "acme-8gpu:ib1", To: "qm9700", Length: 3 * units.Metre}, {From: "gpu-1", To: "qm9700", Length: 3 * units.Metre}, {From: "acme-8gpu", To: "osfp-finned-2", Length: 3 * units.Metre},
	} {
		p, err := c.Reach(q)
		if err != nil || len(p.Offers) == 0 || p.Offers[0].Best() == nil || p.Offers[0].Best().IDs() != "MCP7Y00-N003" || p.Ports {
			t.Errorf("%s to %s: %+v, %v; want 3 m by MCP7Y00-N003", q.From, q.To, p, err)
		}
	}
	p, err := c.Reach(app.ReachQuery{From: "acme-8gpu", To: "qm9700", Speed: "ndr"})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range p.Offers {
		if out := strings.Contains(o.Note, "settings of the plan leave"); out != (o.Medium == plan.AEC || o.Medium == plan.AOC) {
			t.Errorf("%s: the note is %q; the plan's media are dac, acc and optical", o.Medium, o.Note)
		}
	}
}

func TestQuestionsAboutAPlanThatCannotBeAnswered(t *testing.T) {
	t.Parallel()
	c := checkText(t, newApp(t), ownTypes)
	for _, tt := range []struct {
		q     app.ReachQuery
		found bool
		want  string
	}{
		{app.ReachQuery{From: "gpu1:ib1", To: "leaf-1:IB1/1/1"}, true, "did you mean gpu-1?"},
		{app.ReachQuery{From: "gpu-1:ib9", To: "leaf-1:IB1/1/1"}, true, "port of acme-8gpu"},
		{app.ReachQuery{From: "acme-8gp", To: "leaf-1"}, true, "did you mean acme-8gpu?"},
		{app.ReachQuery{From: "gpu-1:ib1", To: "gpu-1:ib2"}, false, "both ends are on one device"},
		{app.ReachQuery{From: "gpu-1:ib1", To: "gpu-2:ib2", Length: units.Metre}, false, "worked out from the run"},
	} {
		_, err := c.Reach(tt.q)
		var invalid *app.Invalid
		if err == nil || !strings.Contains(err.Error(), tt.want) || errors.Is(err, app.ErrNotFound) != tt.found || errors.As(err, &invalid) == tt.found {
			t.Errorf("%s to %s: %v, want %q", tt.q.From, tt.q.To, err, tt.want)
		}
	}
}

// What reach answers for a link is what the planner gives it: the first medium
// that may be chosen and does the length, with the same parts.
func TestReachAgreesWithThePlanner(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	pairs := []struct{ from, a, to, b, speed string }{
		{"sb7800", "IB1/1", "server-1u-1x-qsfp28", "ib1", "edr"}, {"sb7800", "IB1/1", "sb7800", "IB1/2", "edr"},
		{"qm8700", "IB1/1", "server-1u-1x-qsfp56", "ib1", "hdr"}, {"qm8700", "IB1/1", "server-1u-qsfp112", "ib1", "hdr"},
		{"qm8700", "IB1/1/1", "server-1u-1x-qsfp56", "ib1", "hdr100"}, {"qm9700", "IB1/1/1", "qm8700", "IB1/1", "hdr"},
		{"qm9700", "IB1/1/1", "hgx-8gpu-osfp", "ib1", "ndr"}, {"qm9700", "IB1/1/1", "dgx-h100", "OSFP1P1", "ndr"},
		{"qm9700", "IB1/1/1", "qm9700", "IB1/2/1", "ndr"}, {"dgx-h100", "OSFP1P1", "dgx-h100", "OSFP1P1", "ndr"},
		{"qm9700", "IB1/1/1/1", "server-1u-qsfp112", "ib1", "ndr200"}, {"qm9700", "IB1/1/1", "server-1u-qsfp112", "ib1", "ndr200"},
		{"q3400-ra", "sw1p1", "dgx-b300", "OSFP1", "xdr"}, {"q3400-ra", "sw1p1", "q3400-ra", "sw1p1", "xdr"},
		{"sn5600", "swp1s0", "server-1u-qsfp112", "ib1", "400gbe"}, {"sn5600", "swp1", "sn5600", "swp1", "800gbe"},
		{"sn5400", "swp1", "sn5600", "swp1s0", "400gbe"}, {"sn4600c", "swp1", "server-1u-1x-qsfp28", "ib1", "100gbe"},
		{"sn2201", "swp1", "dgx-h100", "bmc", "1gbe"}, {"sn3420", "swp1", "server-1u-qsfp56", "eth1", "25gbe"},
		{"sn3700", "swp1", "sn4600", "swp1", "200gbe"}, {"sn4700", "swp1s0", "server-1u-qsfp56", "ib1", "200gbe"},
	}
	settings := []string{"", "allow_retired: true", "evidence: transcribed", "evidence: maker, allow_retired: true", "media: [optical, aoc, acc, dac, twisted-pair]", "multimode: om3"}
	r := rand.New(rand.NewPCG(3, 4))
	done := map[plan.Medium]int{}
	for n, x := range pairs {
		for range 24 {
			s, mm := settings[r.IntN(len(settings))], []int64{400, 900, 1400, 2000, 2001, 2900, 4800, 9000, 18_000, 29_000, 30_001, 49_000, 51_000, 90_000, 140_000, 400_000, 1_900_000}[r.IntN(17)]
			text := fmt.Sprintf("version: 1\nname: one\nsettings: {excess: 100km, %s}\ndevices: [{name: a, type: %s}, {name: b, type: %s}]\nlinks: [{a: \"a:%s\", b: \"b:%s\", speed: %s, run: %dmm}]\n", s, x.from, x.to, x.a, x.b, x.speed, mm)
			text = strings.ReplaceAll(strings.ReplaceAll(text, ", }", "}"), "100km", "10km")
			c := checkText(t, a, text)
			link := &c.Result.Links[0]
			p, err := c.Reach(app.ReachQuery{From: "a:" + x.a, To: "b:" + x.b, Speed: x.speed})
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			medium, parts := chosen(c, p)
			if medium != link.Medium || !slices.Equal(parts, ordered(c.Result)) {
				t.Errorf("pair %d: reach gives %s %v, the planner %s %v (%s)\n%s", n, medium, parts, link.Medium, ordered(c.Result), link.Reason, text)
			}
			done[medium]++
		}
	}
	for _, m := range append([]plan.Medium{""}, plan.Media...) {
		if m != plan.AEC && done[m] == 0 {
			t.Errorf("no link took %q", m)
		}
	}
}

// chosen is the first medium of the plan's settings that may be chosen and does
// what is required, with its parts; of optics and copper by shape those the
// planner prefers.
func chosen(c *app.Checked, p *app.PlanReach) (plan.Medium, []string) {
	for _, m := range c.Document.Settings.Effective().Media {
		var best *app.Way
		for i := range p.Offers {
			o := &p.Offers[i]
			if o.Medium != m || o.Does != app.Sold || o.Best() == nil {
				continue
			}
			if w := o.Best(); best == nil {
				best = w
			}
		}
		if best == nil {
			continue
		}
		var ids []string
		for _, part := range best.Parts {
			ids = append(ids, part.ID())
		}
		slices.Sort(ids)
		return m, slices.Compact(ids)
	}
	return "", nil
}

// ordered are the parts of a result, each once.
func ordered(r *planner.Result) []string {
	var ids []string
	for i := range r.Cables {
		ids = append(ids, r.Cables[i].Part.ID())
	}
	for i := range r.Modules {
		ids = append(ids, r.Modules[i].Product.SKU)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
