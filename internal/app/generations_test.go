package app_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"lengthwise/internal/app"
	"lengthwise/internal/planner"
)

func checkFile(t *testing.T, a *app.App, name string) *app.Checked {
	t.Helper()
	text, err := os.ReadFile("../../examples/" + name)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := a.Check(t.Context(), app.CheckRequest{Source: app.Source{Name: name, Text: text}})
	if err != nil {
		t.Fatal(err)
	}
	return checked
}

// The unit of 32 DGX H100 worked out by hand. Middles of the hosts stand at
// 177.8, 533.4, 889 and 1244.6 mm, so their cables rise 2255.8, 1900.2, 1544.6
// and 1189 mm to the tray at 2433.6 mm; leaves (U42, 43, 46, 47) lie 588.925,
// 544.475, 411.125 and 366.675 mm below it, spines (U44, 45) 500.025 and 455.575
// mm. Exits and tray entries take 1200 mm. A network rack has hosts one rack
// away (600 mm), two, three and four twice each but for the nearest and the
// farthest, which is five away.
//
//   - 128 links inside a network rack: 600 mm and a difference of 44.45 (32
//     links), 88.9 or 133.35 mm (96), so 977, 1024 or 1071 mm are required.
//   - 128 links between the network racks: 1800 mm and both ways down, 2622.25
//     to 2888.95 mm; 3054 to 3334 mm are required.
//   - 256 host links: 1200 mm, up, along and down. At most 4000 mm are required
//     of 4 of them, at most 5000 mm of 48 more (a run of 4476.19 mm; rise and
//     fall 2676.19 mm at 600 mm, 14 a rack; 2076.19 mm at 1200 mm, 12 a rack),
//     at most 7000 mm of 180 more, at most 10 m of the last 24. The shortest
//     above 5 m is 1200 + 1544.6 + 1200 + 544.475 = 4489.075 mm.
//
// The plan takes no evidence of resellers, which leaves HDR without copper even
// retired, and cords from 7 m on at NDR. Of the straight cables and the twin-port
// transceivers of NDR and XDR a link takes half.
func TestGenerationsOfTheUnitByHand(t *testing.T) {
	t.Parallel()
	g := checkFile(t, newApp(t), "h100-unit/plan.yaml").Generations()
	want := []string{
		"edr: dac 308, nothing 204 from 4489.075 mm; 61.6 W at least",
		"  MCP1600-E001E30 32/1, MCP1600-E01AE30 96/1, MCP1600-E004E26 132/1, MCP1600-E005E26 48/1",
		"hdr: aoc 512; 6144 W",
		"  MFS1S00-H003V 128/1, MFS1S00-H005V 180/1, MFS1S00-H010V 204/1",
		"ndr: dac 128, acc 128, optical 256; 4684.8 W", // 12.8 + 192 + 256 x (8.5 + 9)
		"  MCP4Y10-N001 32/2, 980-9IA0Q-00N01A 96/2, 980-9I602-00N005 128/2, MMA4Z00-NS 256/2, MMA4Z00-NS400 256/1, MFP7E10-N007 232/1, MFP7E10-N010 24/1",
		"xdr: optical 512; 12864 W at least", // 768 x 16.75; the host's transceiver states none
		"  980-9IAH1-00XM00 768/2, 980-9IAT0-00XM00 256/1, MFP7E30-N003 128/1, MFP7E30-N005 180/1, MFP7E30-N007 180/1, MFP7E30-N010 24/1",
	}
	if got := strings.Join(table(g), "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	if g.Links != 512 || g.Judged != 512 {
		t.Errorf("%d of %d links are judged, want 512 of 512", g.Judged, g.Links)
	}
	for i := range g.List {
		if one := &g.List[i]; one.Pairs[0].Links != 256 || one.Pairs[1].Links != 256 {
			t.Errorf("%s: %d links to hosts and %d between switches, want 256 each", one.Name, one.Pairs[0].Links, one.Pairs[1].Links)
		}
	}
}

// table is the generations in two lines each.
func table(g *planner.Generations) []string {
	var out []string
	for i := range g.List {
		one := &g.List[i]
		var all []string
		for n, m := range g.Media {
			if one.ByMedium[n] > 0 {
				all = append(all, fmt.Sprintf("%s %d", m, one.ByMedium[n]))
			}
		}
		if one.Nothing > 0 {
			all = append(all, fmt.Sprintf("nothing %d from %s", one.Nothing, one.Shortest))
		}
		line := one.Name + ": " + strings.Join(all, ", ") + "; " + one.Power.String()
		if one.PowerAtLeast {
			line += " at least"
		}
		var parts []string
		for _, p := range one.Parts {
			parts = append(parts, fmt.Sprintf("%s %d/%d", p.Part.ID(), p.Links, p.Per))
		}
		out = append(out, line, "  "+strings.Join(parts, ", "))
	}
	return out
}

// The four racks of the EDR habit are one rack at four generations: whichever is
// looked at, all four come out as each plan left to the planner does.
func TestGenerationsOfTheHabitAgree(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	want := "edr: dac 8; 1.6 W\n  MCP1600-E01AE30 8/1\nhdr: aoc 8; 96 W\n  MFS1S00-H003V 8/1\n" +
		"ndr: dac 8; 1.2 W\n  MCP7Y00-N01A 8/2\nxdr: acc 8; 0 W at least\n  980-9IAO5-00X01A 8/2"
	for _, name := range []string{"plan", "hdr", "ndr", "xdr"} {
		if got := strings.Join(table(checkFile(t, a, "edr-habit/"+name+".yaml").Generations()), "\n"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}
