package planner_test

import (
	"fmt"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// A smallPlan is small enough to try every placement of its switches.
type smallPlan struct{ name, text string }

// smallPlans makes plans of two or three racks a few units high, with two or
// three switches, in rows near and far.
func smallPlans() []smallPlan {
	var out []smallPlan
	for _, high := range []int{8, 9} {
		for _, gap := range []int{2, 5} {
			for _, hosts := range []string{"server-1u-1x-osfp", "server-1u-1x-qsfp56"} {
				out = append(out, smallHall(high, gap, hosts, 2))
				if high == 8 {
					out = append(out, smallHall(high, gap, hosts, 3))
				}
			}
		}
	}
	return out
}

// smallHall has two leaves at the top of the last rack and hosts in all; the
// third switch is a spine between the leaves.
func smallHall(high, gap int, host string, switches int) smallPlan {
	name := fmt.Sprintf("%dU gap %d %s %d switches", high, gap, host, switches)
	kind, speed, hostPorts, up := "qm9700", "ndr", [2]string{"IB1/[1-2]/[1-2]", "IB1/[3-4]/[1-2]"}, [2]string{"IB1/9/[1-2]", "IB1/10/[1-2]"}
	if host == "server-1u-1x-qsfp56" {
		kind, speed, hostPorts, up = "qm8700", "hdr", [2]string{"IB1/[1-4]", "IB1/[5-8]"}, [2]string{"IB1/[31-32]", "IB1/[33-34]"}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "version: 1\nname: small\nsettings: {allow_retired: true}\nsite: {rows: [{name: A, y: 0m, side_pass: 1}]}\nracks:\n")
	for i, at := range []int{1, 2, 2 + gap} {
		fmt.Fprintf(&b, "  - {name: R%d, row: A, position: %d, units: %d}\n", i+1, at, high)
	}
	fmt.Fprintf(&b, "devices:\n")
	for i, u := range []int{2, 3, 2} {
		fmt.Fprintf(&b, "  - {name: \"h%d-[1-4]\", type: %s, rack: R%d, u: [%d, %d, %d, %d]}\n", i+1, host, i+1, u, u+1, u+2, u+3)
	}
	fmt.Fprintf(&b, "  - {name: \"s-[1-2]\", type: %s, rack: R3, u: [%d, %d], face: rear}\n", kind, high, high-1)
	if switches > 2 {
		fmt.Fprintf(&b, "  - {name: s-3, type: %s, rack: R3, u: %d, face: rear}\n", kind, high-2)
	}
	fmt.Fprintf(&b, "links:\n  - {a: \"h1-[1-4]:ib1\", b: \"s-1:%s\", speed: %s}\n  - {a: \"h2-[1-4]:ib1\", b: \"s-2:%s\", speed: %s}\n", hostPorts[0], speed, hostPorts[0], speed)
	fmt.Fprintf(&b, "  - {a: \"h3-[1-4]:ib1\", b: \"s-%d:%s\", speed: %s}\n", 2, hostPorts[1], speed)
	if switches > 2 {
		fmt.Fprintf(&b, "  - {a: \"s-1:%s\", b: \"s-3:%s\", speed: %s}\n  - {a: \"s-2:%s\", b: \"s-3:%s\", speed: %s}\n", up[0], up[0], speed, up[0], up[1], speed)
	}
	return smallPlan{name, b.String()}
}

// everyPlacement is the best standing of all placements of the switches in free
// units of all racks, by the goal.
func everyPlacement(t testing.TB, doc *plan.Document, cat *catalog.Catalog, goal planner.Goal) (best planner.Standing, tried int) {
	t.Helper()
	first := mustPlan(t, doc, cat)
	best = standing(first)
	taken := map[string]bool{}
	var switches []string
	for _, d := range first.Devices {
		if d.Type.IsSwitch() {
			switches = append(switches, d.Name)
			continue
		}
		taken[d.Rack+" "+d.U.String()] = true
	}
	var free []plan.Edit
	for _, r := range first.Racks {
		for u := 1; u <= int(r.Units.Limit)/2; u++ {
			if !taken[r.Name+" "+units.U(u).String()] {
				free = append(free, plan.Edit{Kind: plan.MoveDevice, Rack: r.Name, U: units.U(u).String()})
			}
		}
	}
	edits := make([]plan.Edit, 0, len(switches))
	used := make([]bool, len(free))
	var place func(n int)
	place = func(n int) {
		if n == len(switches) {
			tried++
			after, err := plan.Apply(doc, edits, plan.EditContext{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := planner.Plan(after, cat, planner.Options{NoFixes: true, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if s := standing(r); s.Errors <= best.Errors && s.Unknown <= best.Unknown && better(goal, &s, &best) {
				best = s
			}
			return
		}
		for i, e := range free {
			if used[i] {
				continue
			}
			used[i] = true
			e.Device = switches[n]
			edits = append(edits, e)
			place(n + 1)
			edits = edits[:n]
			used[i] = false
		}
	}
	place(0)
	return best, tried
}

func better(goal planner.Goal, a, b *planner.Standing) bool {
	if goal == planner.GoalCost {
		return !a.Cost.AtLeast && a.Cost.Amount < b.Cost.Amount
	}
	return a.Copper > b.Copper
}

// The search is held against all placements of small plans. It need not find
// the best, but it must never be far off; on the first plan it must be equal.
func TestSearchAgainstEveryPlacement(t *testing.T) {
	t.Parallel()
	cat := pricedCatalog(t)
	plans := smallPlans()
	if testing.Short() {
		plans = plans[:2]
	}
	for _, goal := range planner.Goals {
		equal, gap, worst, placements := 0, 0.0, "", 0
		for i, p := range plans {
			doc := decode(t, p.text, cat)
			best, tried := everyPlacement(t, doc, cat, goal)
			placements += tried
			l := search(t, doc, cat, goal, planner.SearchOptions{})
			checkLayout(t, doc, cat, l)
			short := float64(best.Copper-l.After.Copper) / float64(best.Links)
			if goal == planner.GoalCost {
				short = float64(l.After.Cost.Amount-best.Cost.Amount) / float64(best.Cost.Amount)
			}
			switch {
			case short < 0:
				t.Errorf("%s, %s: the search found %+v, every placement %+v: one of them breaks a rule", p.name, goal, l.After, best)
			case short == 0:
				equal++
			case i == 0:
				t.Errorf("%s, %s: the search found %+v, the best is %+v", p.name, goal, l.After, best)
			case short > gap:
				gap, worst = short, p.name
			}
		}
		t.Logf("%s: %d plans, %d placements; as good as the best in %d; worst gap %.1f %% %s", goal, len(plans), placements, equal, 100*gap, worst)
		if gap > 0.05 || equal*10 < 9*len(plans) {
			t.Errorf("%s: as good as the best in %d of %d plans, worst gap %.1f %%; want 9 of 10 and at most 5 %%", goal, equal, len(plans), 100*gap)
		}
	}
}

// BenchmarkSearch looks for a better layout of the examples, with made-up prices.
func BenchmarkSearch(b *testing.B) {
	cat := pricedCatalog(b)
	for _, name := range []string{"hgx-rows", "h100-unit", "mixed-generations", "xdr-rack"} {
		doc := example(b, name+"/plan.yaml", cat)
		for _, goal := range planner.Goals {
			b.Run(name+"/"+string(goal), func(b *testing.B) {
				var l *planner.Layout
				for b.Loop() {
					l = search(b, doc, cat, goal, planner.SearchOptions{})
				}
				b.ReportMetric(100*float64(l.Before.Copper)/float64(l.Before.Links), "copper%-before")
				b.ReportMetric(100*float64(l.After.Copper)/float64(l.After.Links), "copper%-after")
				if l.Before.Cost != nil {
					b.ReportMetric(float64(l.Before.Cost.Amount)/100, "USD-before")
					b.ReportMetric(float64(l.After.Cost.Amount)/100, "USD-after")
				}
				b.ReportMetric(float64(len(l.Moves)), "moves")
				b.ReportMetric(float64(l.Steps), "steps")
			})
		}
	}
}
