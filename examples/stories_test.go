package examples_test

import (
	"strings"
	"testing"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// TestEDRHabit: a pinned 5 m DAC is fine at EDR and an error from HDR on, which
// names the limit, its source and what would work.
func TestEDRHabit(t *testing.T) {
	t.Parallel()
	s := read(t, "edr-habit")
	edr := check(t, "edr-habit")
	same(t, "ok at EDR", edr.Result.OK, true)
	same(t, "warnings at EDR", edr.Result.Summary.Warnings, 0)
	same(t, "order at EDR", quantities(edr.Result), "8 x MCP1600-E005E26")
	least, most := required(edr.Result.Links)
	s.says("The longest way in this rack is %s m, so the cable that is needed would be %s m long", metres(edr.Result.Summary.LongestRun.CeilMM()), metres(most))
	s.says("The spare length is %s m at most", metres(5000-least))
	tight := change(t, edr, set("settings.excess", "3m"))
	same(t, "excess-length with excess: 3m", count(tight, "excess-length") > 0, true)
	same(t, "EDR left to the planner", quantities(change(t, edr, set("links[0].cable", nil))), "8 x MCP1600-E01AE30")

	for _, tt := range []struct {
		variant string
		limit   int64
		says    string // of the message: where the medium ends
		instead string
	}{
		{"hdr", 2000, "2 m where passive copper ends", "8 x MFS1S00-H003V"},
		{"ndr", 3000, "3 m where passive copper ends", "4 x MCP7Y00-N01A"},
		{"xdr", 0, "passive copper does not exist", "4 x 980-9IAO5-00X01A"},
	} {
		c := check(t, "edr-habit/"+tt.variant)
		same(t, tt.variant+": errors", c.Result.Summary.Errors, 8)
		same(t, tt.variant+": order", quantities(c.Result), "")
		for _, l := range c.Result.Links {
			same(t, tt.variant+": limit of "+l.A.String()+" in mm", l.Limit, tt.limit)
		}
		for _, f := range c.Result.Findings {
			if f.Severity != plan.Error {
				continue
			}
			same(t, tt.variant+": code", f.Code, plan.Code("beyond-reach"))
			if !strings.Contains(f.Message, tt.says) {
				t.Errorf("%s: message %q does not say %q", tt.variant, f.Message, tt.says)
			}
			for key := range strings.SplitSeq(f.Source, ";") {
				if load(t).Source(key) == nil {
					t.Errorf("%s: source %q of the limit is not one of the catalog's", tt.variant, f.Source)
				}
			}
			_, part, _ := strings.Cut(tt.instead, " x ")
			if !strings.Contains(f.Fix, part) {
				t.Errorf("%s: fix %q does not name %s", tt.variant, f.Fix, part)
			}
			same(t, tt.variant+": what the fix makes of the plan", quantities(change(t, c, f.Edits...)), tt.instead)
		}
	}
	hdr := check(t, "edr-habit/hdr")
	same(t, "HDR with retired parts", quantities(change(t, hdr, set("links[0].cable", nil), set("settings.allow_retired", true))), "8 x MCP1650-H01AE30")
}

func count(res *planner.Result, code plan.Code) (n int) {
	for _, f := range res.Findings {
		if f.Code == code {
			n += f.Count
		}
	}
	return n
}

func TestHGXRows(t *testing.T) {
	t.Parallel()
	s, c := read(t, "hgx-rows"), check(t, "hgx-rows")
	sum := c.Result.Summary
	same(t, "ok", c.Result.OK, true)
	same(t, "warnings", sum.Warnings, 0)
	same(t, "order", quantities(c.Result), "32 x MCP7Y00-N01A, 32 x MCP4Y10-N002, 32 x MCP7Y00-N002, 64 x MMA4Z00-NS, 64 x MFP7E10-N007")
	s.says("%d cables for %d links, longest run %s m", sum.Cables, sum.Links, metres(sum.LongestRun.CeilMM()))

	hosts, uplinks := links(c.Result, "hosts"), links(c.Result, "uplinks")
	s.says("%d host links, %d uplinks", len(hosts), len(uplinks))
	used := map[string]int{}
	for _, l := range c.Result.Links {
		used[l.A.Device.Name]++
		used[l.B.Device.Name]++
	}
	for _, name := range []string{"leaf-1", "leaf-2", "leaf-3", "leaf-4", "spine-1", "spine-2"} {
		same(t, "ports in use on "+name, used[name], 64)
	}
	var farthest units.Length
	for _, l := range hosts {
		same(t, "medium of "+l.A.String(), l.Medium, plan.DAC)
		farthest = max(farthest, l.Run)
	}
	s.says("The farthest server is then %s m of run away", metres(farthest.CeilMM()))
	for _, l := range uplinks {
		if strings.HasPrefix(l.A.Device.Rack, "B") {
			same(t, "medium of "+l.A.String(), l.Medium, plan.Optical)
			continue
		}
		same(t, "medium of "+l.A.String(), l.Medium, plan.DAC)
		s.says("%s m required, 2 m ordered, %d mm to spare", metres(l.Required), l.Spare)
	}

	top := change(t, c, plan.Edit{Kind: "move", Device: "leaf-1", Rack: "A1", U: "40"})
	lowest := top.Links[0]
	same(t, "the link looked at", lowest.A.String(), "hgx-01:ib1")
	same(t, "cable to a leaf at U40", top.Cables[lowest.Cables[0]].Part.ID(), "MCP7Y00-N02A")
	s.says("With the leaf at U40 the lowest server would require %s m: a 2.5 m splitter, with %d mm to spare", metres(lowest.Required), lowest.Spare)

	panels := change(t, c, set("site.rows[0].side_pass", 0))
	for _, l := range links(panels, "uplinks") {
		same(t, "with panels, medium of "+l.A.String(), l.Medium, plan.Optical)
	}
}

// TestH100Unit: the split of the 512 links, and what it would be if all were
// optical.
func TestH100Unit(t *testing.T) {
	t.Parallel()
	s, c := read(t, "h100-unit"), check(t, "h100-unit")
	res, sum := c.Result, c.Result.Summary
	same(t, "ok", res.OK, true)
	same(t, "warnings", sum.Warnings, 0)
	same(t, "links", sum.Links, 512)
	same(t, "order", quantities(res), "16 x MCP4Y10-N001, 48 x 980-9IA0Q-00N01A, 64 x 980-9I602-00N005, "+
		"128 x 980-9I51A-00NS00, 128 x MMA4Z00-NS, 232 x MFP7E10-N007, 24 x MFP7E10-N010")
	for _, b := range res.BOM {
		if strings.Contains(b.Description, "SR4") {
			same(t, "ordered of "+b.Description, b.Order, 135)
		}
	}
	s.says("%d cables and %d modules, 4,556.8 W", sum.Cables, sum.Modules)
	same(t, "power of cables and modules", sum.Power.String(), "4556.8 W")
	s.says("longest host run is %s m", metres(sum.LongestRun.CeilMM()))

	rails := 0
	for r, port := range []string{"OSFP4P2", "OSFP3P2", "OSFP3P1", "OSFP4P1", "OSFP1P2", "OSFP2P2", "OSFP2P1", "OSFP1P1"} {
		leaf := "leaf-" + string(rune('1'+r))
		for _, l := range links(res, "rail") {
			if l.A.Port == port {
				same(t, "leaf of "+l.A.String(), l.B.Device.Name, leaf)
				same(t, "medium of "+l.A.String(), l.Medium, plan.Optical)
				rails++
			}
		}
	}
	same(t, "host links", rails, 256)
	var near, far []planner.Link
	for _, l := range links(res, "spines") {
		if l.A.Device.Rack == l.B.Device.Rack {
			same(t, "medium of "+l.A.String(), l.Medium, plan.DAC)
			near = append(near, l)
		} else {
			same(t, "medium of "+l.A.String(), l.Medium, plan.ACC)
			far = append(far, l)
		}
	}
	same(t, "leaf-spine links within a rack", len(near), 128)
	same(t, "leaf-spine links between the racks", len(far), 128)
	_, most := required(near)
	s.says("Within a network rack %s m is the most that is required", metres(most))
	least, most := required(far)
	s.says("%s to %s m, past passive copper", metres(least), metres(most))
	for _, r := range res.Racks {
		if r.Name == "A01" {
			same(t, "watts of a compute rack", r.Power.Used, 40_800)
			same(t, "grams of a compute rack", r.Weight.Used, 521_800)
		}
	}

	optical := change(t, c, set("settings.media", []any{"optical"}))
	modules := map[string]int{}
	for _, m := range optical.Modules {
		modules[m.Product.SKU]++
	}
	s.says("would take %d modules (%d flat, %d finned) and %d cords, and 8,704 W", len(optical.Modules), modules["980-9I51A-00NS00"], modules["MMA4Z00-NS"], len(optical.Cables))
	same(t, "modules with every link optical", len(optical.Modules), 512)
	same(t, "flat modules with every link optical", modules["980-9I51A-00NS00"], 128)
	same(t, "finned modules with every link optical", modules["MMA4Z00-NS"], 384)
	same(t, "cords with every link optical", optical.Summary.CablesByMedium[plan.Optical], 512)
	same(t, "power with every link optical", optical.Summary.Power.String(), "8704 W")

	bayed := change(t, c, set("site.rows[0].side_pass", 1)).Summary.CablesByMedium
	same(t, "passive cables of bayed racks", bayed[plan.DAC], 128)
	same(t, "active cables of bayed racks", bayed[plan.ACC], 0)
	h200 := change(t, c, set("devices[0].type", "dgx-h200"))
	same(t, "order for H200", quantities(h200), quantities(res))
}

// TestH100UnitByHand works the 512 lengths out again from the drawing of the
// row, in micrometres and without the planner: half a rack unit is 22,225.
func TestH100UnitByHand(t *testing.T) {
	t.Parallel()
	const exit, entry, pitch, tray = 300_000, 300_000, 600_000, 2_433_600
	position := map[string]int64{"N1": 5, "N2": 6}
	for i := range int64(4) {
		position["A0"+string(rune('1'+i))] = 1 + i
		position["A0"+string(rune('5'+i))] = 7 + i
	}
	// Rack units count in halves, and the lowest position is 2.
	middle := func(d *planner.Device) int64 { return (int64(d.U) - 2 + int64(d.Type.Height)/2) * 22_225 }
	for _, l := range check(t, "h100-unit").Result.Links {
		a, b := middle(l.A.Device), middle(l.B.Device)
		from, to := position[l.A.Device.Rack], position[l.B.Device.Rack]
		run := 2*exit + 2*entry + tray - a + tray - b + pitch*max(from-to, to-from)
		if from == to {
			run = 2*exit + max(a-b, b-a)
		}
		same(t, "run of "+l.A.String()+" to "+l.B.String()+" in micrometres", int64(l.Run)/1000, run)
		needed := (run*105/100 + 300_000 + 999) / 1000 // 5 percent and 150 mm an end, whole millimetres rounded up
		same(t, "required of "+l.A.String()+" to "+l.B.String()+" in mm", l.Required, needed)
	}
}

func TestMixedGenerations(t *testing.T) {
	t.Parallel()
	s, c := read(t, "mixed-generations"), check(t, "mixed-generations")
	res, sum := c.Result, c.Result.Summary
	same(t, "ok", res.OK, true)
	s.says("%d links, %d cables (%d of them existing), %d modules", sum.Links, sum.Cables, sum.Existing, sum.Modules)
	same(t, "order", quantities(res), "4 x MCP7Y00-N01A, 4 x MCP7Y00-N002, 0 x MCP1600-E003E26, 4 x 980-9IAO5-00X01A, "+
		"4 x 980-9I41X-00H003, 18 x MFS1S00-H003V, 0 x MFA1A00-E005, 6 x MMA1Z00-NS400, 2 x MMA4Z00-NS, "+
		"2 x spec:mpo12-apc-om4-split2:2m, 2 x MFP7E10-N007")
	for _, f := range res.Findings {
		if f.Severity == plan.Warning {
			same(t, "subject of warning "+string(f.Code), f.Subject, "MFA1A00-E005")
			s.says("`%s`", f.Code)
		}
	}
	same(t, "warnings", sum.Warnings, 2)
	for _, b := range links(res, "bridge") {
		same(t, "speed of "+b.A.String(), b.Speed, "hdr")
		same(t, "bridge of "+b.A.String(), res.Cables[b.Cables[0]].Part.Product.Family, "MFA7U10")
	}
	same(t, "bridging links", len(links(res, "bridge")), 8)
	_, most := required(links(res, "hdr"))
	s.says("so %d links of %s m and less take", len(links(res, "hdr")), metres(most))
	s.says("(%s m)", metres(sum.LongestRun.CeilMM()))

	var splits []string
	for _, u := range res.Unchecked {
		if u.Check == "switch-split" {
			splits = append(splits, u.Subject+": "+u.Why)
		}
	}
	same(t, "switch splits", strings.Join(splits, "; "), "ndr-leaf: split IB1/9/1 and IB1/9/2 in the switch")
	s.says("on `ndr-leaf`, ports IB1/9/1 and IB1/9/2 are each split")

	again := change(t, c, set("links[1].cable", nil), set("links[1].existing", nil))
	for _, l := range again.Links {
		if strings.HasPrefix(l.A.Device.Name, "router") && l.Speed == "edr" {
			same(t, "what replaces the cable of "+l.A.String(), again.Cables[l.Cables[0]].Part.ID(), "MCP1600-E002E30")
		}
	}
}

func TestXDRRack(t *testing.T) {
	t.Parallel()
	s, c := read(t, "xdr-rack"), check(t, "xdr-rack")
	res, sum := c.Result, c.Result.Summary
	same(t, "ok", res.OK, true)
	same(t, "warnings", sum.Warnings, 0)
	same(t, "passive copper", sum.CablesByMedium[plan.DAC], 0)
	same(t, "order", quantities(res), "8 x 980-9IAO5-00X01A, 8 x 980-9IAH1-00XM00, 16 x 980-9IAT0-00XM00, 8 x MFP7E30-N005, 8 x MFP7E30-N007")
	s.says("%d links, %d cables, %d modules", sum.Links, sum.Cables, sum.Modules)
	for _, l := range links(res, "same-rack") {
		same(t, "medium of "+l.A.String(), l.Medium, plan.ACC)
		same(t, "limit of "+l.A.String()+" in mm", l.Limit, 2000)
		s.says("%s m required", metres(l.Required))
	}
	next := links(res, "next-rack")
	shortest := next[0].Run
	for _, l := range next {
		same(t, "medium of "+l.A.String(), l.Medium, plan.Optical)
		shortest = min(shortest, l.Run)
	}
	least, most := required(next)
	s.says("single-mode optics, %s and %s m required", metres(least), metres(most))
	s.says("over the tray %s m of run at least", metres(shortest.CeilMM()))
	same(t, "power is a least value", sum.PowerAtLeast, true)
	s.says("the %s of the result are a least value", sum.Power)

	bayed := change(t, c, set("site.rows[0].side_pass", 1))
	same(t, "cables of bayed racks", len(bayed.Cables), 16)
	same(t, "modules of bayed racks", len(bayed.Modules), 0)
	l := links(bayed, "next-rack")[0]
	s.says("the way is %s m, %s m are required, and a 2 m active splitter does it with %d mm to spare", metres(l.Run.CeilMM()), metres(l.Required), l.Spare)
}
