package app_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// said is an answer in lines: speed, medium, verdict, limit, the way it is about
// and what that draws.
func said(a *app.ReachAnswer) []string {
	word := map[app.Verdict]string{app.Sold: "yes", app.Retired: "retired", app.Pinned: "pinned", app.Forbidden: "forbidden", app.None: "no"}
	var out []string
	for i := range a.Offers {
		o := &a.Offers[i]
		line := fmt.Sprintf("%s %s %s", o.Speed.Name, o.Medium, word[o.Does])
		if o.Limit > 0 {
			line += " to " + o.Limit.Metres()
		}
		if best := o.Best(); best != nil {
			line += ": " + best.IDs() + ", " + best.Power.Watts() + " W"
			if best.PowerAtLeast {
				line += " at least"
			}
			if best.PowerEstimate {
				line += " estimated"
			}
		}
		out = append(out, line)
	}
	return out
}

// Two ends as people name them, and everything that is true of them, worked out
// by hand from the rows of the catalog.
func TestReachBetweenTwoEnds(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	tests := []struct {
		name string
		q    app.ReachQuery
		want []string
		note string
	}{
		{"a Quantum-2 leaf to an HGX host, 3 m", app.ReachQuery{Speed: "ndr", Length: 3 * units.Metre, From: "qm9700:IB1/1/1", To: "hgx-8gpu-osfp:ib1"}, []string{
			"ndr dac yes to 3 m: MCP7Y00-N003, 0.3 W",
			"ndr acc no",
			"ndr aec no",
			"ndr aoc no",
			"ndr optical yes to 50 m: MMA4Z00-NS + MMA4Z00-NS400 + MFP7E10-N003, 26 W",
			"ndr optical yes to 100 m: MMS4X00-NS + MMS4X00-NS400 + MFP7E30-N003, 26 W",
		}, ""},
		{"a millimetre more", app.ReachQuery{Speed: "ndr", Length: 3*units.Metre + units.Millimetre, Medium: plan.DAC, From: "hgx-8gpu-osfp", To: "qm9700"}, []string{
			"ndr dac no to 3 m",
		}, ""},
		{"a DGX to a finned cage: the one copper part has to be pinned", app.ReachQuery{Speed: "ndr", Length: 2 * units.Metre, From: "dgx-h100:OSFP1P1", To: "qm9700:IB1/1/1"}, []string{
			"ndr dac no",
			"ndr acc pinned: 980-9I601-00N003, 3 W",
			"ndr aec no",
			"ndr aoc no",
			"ndr optical yes to 50 m: 980-9I51A-00NS00 + MMA4Z00-NS + MFP7E10-N003, 34 W",
			"ndr optical yes to 500 m: MMS4X00-NS-FLT + MMS4X00-NS + MFP7E30-N003, 34 W",
		}, ""},
		{"a Quantum switch to a QSFP112 ConnectX-7 runs HDR over 2 m only in retired copper", app.ReachQuery{Speed: "hdr", Length: 2 * units.Metre, From: "qm8700:IB1/1", To: "mcx715105as-weat"}, []string{
			"hdr dac retired: MCP1650-H002E26, 0.2 W",
			"hdr acc no",
			"hdr aec no",
			"hdr aoc yes to 100 m: MFS1S00-H003V, 12 W estimated",
			"hdr optical yes to 2000 m: MMS1W50-HM + MMS1W50-HM + spec:lc-upc-os2:2m, 0 W at least",
			"hdr optical no",
		}, "together they run HDR 200 Gb/s"},
		{"and loses bandwidth over more than 30 m of optical cable", app.ReachQuery{Speed: "hdr", Length: 31 * units.Metre, Medium: plan.AOC, From: "qm8700:IB1/1", To: "mcx715105as-weat"}, []string{
			"hdr aoc yes to 100 m: MFS1S00-H050V, 12 W estimated",
		}, "issue 3261861"},
		{"EDR copper of 5 m", app.ReachQuery{Speed: "edr", Length: 5 * units.Metre, Medium: plan.DAC, From: "sb7800", To: "server-1u-1x-qsfp28"}, []string{
			"edr dac yes to 5 m: MCP1600-E005E26, 0.2 W estimated",
		}, ""},
		{"XDR: active copper, or optics of which one end states no watts", app.ReachQuery{Speed: "xdr", Length: 2 * units.Metre, From: "q3400-ra", To: "server-1u-1x-osfp224"}, []string{
			"xdr dac no",
			"xdr acc yes to 2 m: 980-9IAO5-00X002, 0 W at least",
			"xdr aec no",
			"xdr aoc no",
			"xdr optical yes to 500 m: 980-9IAH1-00XM00 + 980-9IAT0-00XM00 + MFP7E30-N003, 33.5 W at least",
		}, ""},
		{"NDR to HDR: only the bridging AOC, 1:2 with its hub in the newer switch", app.ReachQuery{Length: 4 * units.Metre, From: "qm8700:IB1/1", To: "qm9700:IB1/1/1"}, []string{
			"hdr dac no",
			"hdr acc no",
			"hdr aec no",
			"hdr aoc yes to 30 m: 980-9I11Z-00H005, 12 W at least estimated",
			"hdr optical no",
		}, "qm8700:IB1/1 does HDR 200 Gb/s, qm9700:IB1/1/1 does NDR 400 Gb/s"},
		{"XDR to NDR is not supported", app.ReachQuery{From: "q3400-ra:sw1p1", To: "hgx-8gpu-osfp:ib1"}, nil, "lanes of 200 Gb/s do not slow down"},
		{"two cages say nothing of their ports", app.ReachQuery{Length: 5 * units.Metre, Medium: plan.ACC, From: "osfp-finned-2", To: "osfp-finned-2"}, []string{
			"ndr acc yes to 5 m: 980-9I602-00N005, 3 W",
		}, ""},
		{"a child of a split port is the hub of 1:4, and its optics take a 1:2 cord", app.ReachQuery{Speed: "ndr200", Length: 2 * units.Metre, From: "qm9700:IB1/1/1/1", To: "mcx755106as-heat"}, []string{
			"ndr200 dac pinned: MCP7Y40-N002, 0.5 W",
			"ndr200 acc pinned: MCA7J75-N005, 2.9 W",
			"ndr200 aec no",
			"ndr200 aoc no",
			"ndr200 optical yes to 50 m: MMA4Z00-NS + MMA1Z00-NS400 + spec:mpo12-apc-om4-split2:2m, 26 W",
			"ndr200 optical yes to 50 m: MMS4X00-NS + MMS1X00-NS400 + spec:mpo12-apc-os2-split2:2m, 17 W at least",
		}, ""},
		{"jacks take cords of twisted pair and nothing else", app.ReachQuery{Speed: "1gbe", Length: 16 * units.Metre, From: "sn2201:swp1", To: "dgx-h100:bmc"}, []string{
			"1gbe twisted-pair yes to 100 m: spec:cat6a:20m, 0 W",
		}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			answer, err := a.Reach(tt.q)
			if err != nil {
				t.Fatal(err)
			}
			if got := said(answer); !slices.Equal(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
			for _, o := range answer.Offers {
				if len(o.Sources) == 0 {
					t.Errorf("%s at %s names no source", o.Medium, o.Speed.Name)
				}
			}
			noted := func(n app.ReachNote) bool { return strings.Contains(n.Text, tt.note) && len(n.Sources) > 0 }
			if tt.note != "" && !slices.ContainsFunc(answer.Notes, noted) {
				t.Errorf("the notes are %+v, want one that says %q with its source", answer.Notes, tt.note)
			}
		})
	}
}

// Without a length everything that fits is listed, the shortest first.
func TestEverythingBetweenTwoPortsIsListed(t *testing.T) {
	t.Parallel()
	answer, err := newApp(t).Reach(app.ReachQuery{From: "qm9700:IB1/1/1", To: "hgx-8gpu-osfp:ib1", Medium: plan.DAC})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range answer.Offers {
		for j := range answer.Offers[i].Ways {
			got = append(got, answer.Offers[i].Ways[j].IDs())
		}
	}
	want := []string{"MCP7Y00-N001", "MCP7Y00-N01A", "MCP7Y00-N002", "MCP7Y00-N02A", "MCP7Y00-N003"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if speeds := fmt.Sprint(speedsOf(answer)); speeds != "[ndr ndr200]" {
		t.Errorf("the speeds are %s, want [ndr ndr200]: the fastest first", speeds)
	}
}

func speedsOf(a *app.ReachAnswer) []string {
	var out []string
	for _, s := range a.Speeds {
		out = append(out, s.Name)
	}
	return out
}

// The price of a way is that of all its parts, in the currency asked; what the
// site forbids is said to be.
func TestManagementPortsDoNotHideThatTheOthersDoNotJoin(t *testing.T) {
	t.Parallel()
	for to, want := range map[string]bool{"qm9700": true, "q3400-ra": false, "connectx-8-c8180": false} {
		answer, err := newApp(t).Reach(app.ReachQuery{From: "q3400-ra", To: to})
		if err != nil {
			t.Fatal(err)
		}
		said := slices.ContainsFunc(answer.Notes, func(n app.ReachNote) bool { return strings.Contains(n.Text, "is not supported") })
		if said != want {
			t.Errorf("between q3400-ra and %s that slower lanes do not join is said: %t, want %t: %v", to, said, want, answer.Notes)
		}
	}
}

func TestWhatIsTooShortForTheLengthAskedSaysSo(t *testing.T) {
	t.Parallel()
	answer, err := newApp(t).Reach(app.ReachQuery{From: "qm9700:IB1/1/1", To: "qm9700:IB1/2/1", Speed: "ndr", Length: units.MM(1600)})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range answer.Offers {
		for j := range answer.Offers[i].Ways {
			if w := &answer.Offers[i].Ways[j]; answer.Offers[i].Medium != plan.Optical {
				got = append(got, w.IDs()+": "+w.WhyNot())
			}
		}
	}
	want := []string{
		"MCP4Y10-N00A: 1.1 m too short", "MCP4Y10-N001: 0.6 m too short", "980-9IA0Q-00N01A: 0.1 m too short", "MCP4Y10-N002: ",
		"MCA4J80-N003: ", "980-9I601-00N004: 980-9I601-00N004 is never chosen without a pin", "980-9I602-00N005: ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("copper for 1.6 m (-want +got):\n%s", diff)
	}
}

func TestOnlySpeedsAtWhichSomethingDoesAreNamed(t *testing.T) {
	t.Parallel()
	answer, err := newApp(t).Reach(app.ReachQuery{From: "qm9700:IB1/1/1", To: "qm9700:IB1/2/1", Length: units.MM(4000)})
	if err != nil {
		t.Fatal(err)
	}
	want := []app.Doing{
		{Rates: []string{"ndr"}, Media: []plan.Medium{plan.ACC, plan.Optical}},
		{Rates: []string{"ndr200"}, Media: []plan.Medium{plan.Optical}},
	}
	if diff := cmp.Diff(want, answer.Doing()); diff != "" {
		t.Errorf("4 m between two ports that also list HDR, of which nothing is made (-want +got):\n%s", diff)
	}
}

func TestReachPricesAndStatus(t *testing.T) {
	t.Parallel()
	row := func(id string, unit, surcharge units.Money, currency string) catalog.PriceRow {
		return catalog.PriceRow{ID: id, Price: catalog.Price{Unit: unit, Surcharge: surcharge, Currency: currency, LeadTimeDays: -1}, Stock: -1}
	}
	cat, err := catalog.LoadWith(catalog.Overlay{
		Prices: []catalog.PriceRow{row("MCP7Y00-N003", 10_000, 250, "USD"), row("MCP7Y00-N003", 9_000, 0, "EUR"), row("MMA4Z00-NS", 80_000, 0, "USD"), row("MMA4Z00-NS400", 50_000, 0, "USD")},
		Status: map[string]catalog.SiteStatus{"MMS4X00-NS400": catalog.Forbidden},
	})
	if err != nil {
		t.Fatal(err)
	}
	a := app.New(cat, "test")
	for _, tt := range []struct {
		currency string
		want     string // of copper, of multimode optics, of single-mode optics
	}{
		{"USD", "102.50 | 1300.00 at least | none forbidden"},
		{"eur", "90.00 | none | none forbidden"},
		{"CHF", "none | none | none forbidden"},
		{"", "90.00 | none | none forbidden"}, // the first of the list's
	} {
		answer, err := a.Reach(app.ReachQuery{Speed: "ndr", Length: 3 * units.Metre, From: "qm9700", To: "hgx-8gpu-osfp:ib1", Currency: tt.currency})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range answer.Offers {
			best := answer.Offers[i].Best()
			if best == nil {
				continue
			}
			text := "none"
			if best.Priced {
				if text = best.Price.String(); best.PriceAtLeast {
					text += " at least"
				}
			}
			if answer.Offers[i].Does == app.Forbidden {
				text += " forbidden"
			}
			got = append(got, text)
		}
		if text := strings.Join(got, " | "); text != tt.want {
			t.Errorf("in %q: got %s, want %s", tt.currency, text, tt.want)
		}
	}
}

func TestWordsThatNameNoEndAreAnsweredWithTheNearest(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	for _, tt := range []struct {
		q    app.ReachQuery
		want string
	}{
		{app.ReachQuery{From: "qm970", To: "hgx-8gpu-osfp"}, "did you mean qm9700?"},
		{app.ReachQuery{From: "qm9700:IB1/1/3", To: "hgx-8gpu-osfp"}, "did you mean IB1/1/1?"},
		{app.ReachQuery{From: "osfp-fined-2", To: "hgx-8gpu-osfp"}, "did you mean osfp-finned-2?"},
		{app.ReachQuery{Speed: "xdr", From: "qm9700", To: "hgx-8gpu-osfp"}, "it does ndr, ndr200, hdr, 1gbe"},
	} {
		if _, err := a.Reach(tt.q); !errors.Is(err, app.ErrNotFound) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want not found with %q", tt.q, err, tt.want)
		}
	}
	var invalid *app.Invalid
	if _, err := a.Reach(app.ReachQuery{From: "qm9700"}); !errors.As(err, &invalid) || !strings.Contains(err.Error(), "name both ends") {
		t.Errorf("one end and no speed: %v, want invalid with the way out", err)
	}
}
