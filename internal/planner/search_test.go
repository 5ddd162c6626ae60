package planner_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// pricedCatalog gives every product a price made up for tests: by medium, and
// by the metre.
func pricedCatalog(t testing.TB) *catalog.Catalog {
	t.Helper()
	base := map[catalog.Medium]units.Money{catalog.DAC: 100_00, catalog.ACC: 300_00, catalog.AEC: 400_00, catalog.AOC: 600_00,
		catalog.Transceiver: 700_00, catalog.FibreCord: 80_00, catalog.TwistedPair: 5_00}
	var o catalog.Overlay
	for _, p := range load(t).Products {
		price := base[p.Medium] + units.Money(p.Length/units.Metre)*10_00
		o.Prices = append(o.Prices, catalog.PriceRow{ID: p.SKU, Price: catalog.Price{Unit: price, Currency: "USD", LeadTimeDays: -1}, Stock: -1})
	}
	for _, x := range load(t).Specifications {
		for _, length := range x.Lengths {
			price := base[x.Medium] + units.Money(length/units.Metre)*10_00
			o.Prices = append(o.Prices, catalog.PriceRow{ID: x.ID(length), Price: catalog.Price{Unit: price, Currency: "USD", LeadTimeDays: -1}, Stock: -1})
		}
	}
	cat, err := catalog.LoadWith(o)
	if err != nil {
		t.Fatal(err)
	}
	return cat
}

func example(t testing.TB, name string, cat *catalog.Catalog) *plan.Document {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "examples", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, string(text), cat)
}

func decode(t testing.TB, text string, cat *catalog.Catalog) *plan.Document {
	t.Helper()
	doc, _, err := planfile.Decode([]byte(text), planfile.YAML, cat)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func search(t testing.TB, doc *plan.Document, cat *catalog.Catalog, goal planner.Goal, opt planner.SearchOptions) *planner.Layout {
	t.Helper()
	l, err := planner.Search(doc, cat, goal, opt)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// applied is a document after edits, and what comes of it.
func applied(t testing.TB, doc *plan.Document, cat *catalog.Catalog, edits []plan.Edit) (*plan.Document, *planner.Result) {
	t.Helper()
	before := mustPlan(t, doc, cat)
	at := map[string]*planner.Device{}
	for i := range before.Devices {
		at[before.Devices[i].Name] = &before.Devices[i]
	}
	after, err := plan.Apply(doc, edits, plan.EditContext{Placed: func(name string) (string, units.RackUnits, bool) {
		d := at[name]
		return d.Rack, d.U, d.Rack != "" && d.U > 0
	}})
	if err != nil {
		t.Fatal(err)
	}
	return after, mustPlan(t, after, cat)
}

// standing sums a result up as a layout does.
func standing(r *planner.Result) planner.Standing {
	s := planner.Standing{Errors: r.Summary.Errors, Warnings: r.Summary.Warnings, Unknown: r.Summary.LinksByStatus[planner.StatusUnknown],
		Power: r.Summary.Power, PowerAtLeast: r.Summary.PowerAtLeast, LongestRun: r.Summary.LongestRun}
	for _, l := range r.Links {
		switch {
		case l.Medium == plan.TwistedPair:
			continue
		case l.HasCable && l.Status != planner.StatusError && (l.Medium == plan.DAC || l.Medium == plan.ACC || l.Medium == plan.AEC):
			s.Copper++
		}
		s.Links++
	}
	for _, c := range r.Cables {
		s.Cable += c.Length
	}
	if r.Summary.Cost == nil {
		return s
	}
	s.Cost = &planner.Cost{AtLeast: len(r.Missing) > 0}
	for _, b := range r.BOM {
		switch {
		case b.DeviceType != nil:
		case b.ExtendedPrice != nil:
			s.Cost.Amount += *b.ExtendedPrice
		case b.Order > 0:
			s.Cost.AtLeast = true
			s.Cost.Unpriced++
		}
	}
	return s
}

// checkLayout holds a layout to its promises: every move, applied after those
// before it, gives exactly what it says; nothing that was within a limit is
// beyond it; every move brings something; all other devices stay.
func checkLayout(t testing.TB, doc *plan.Document, cat *catalog.Catalog, l *planner.Layout) {
	t.Helper()
	first := mustPlan(t, doc, cat)
	if diff := cmp.Diff(standing(first), l.Before); diff != "" {
		t.Errorf("before (-planned +promised):\n%s", diff)
	}
	was := l.Before
	var edits []plan.Edit
	for i, m := range l.Moves {
		edits = append(edits, m.Edits...)
		_, r := applied(t, doc, cat, edits)
		if diff := cmp.Diff(standing(r), m.After); diff != "" {
			t.Errorf("after move %d, %s (-planned +promised):\n%s", i+1, m.Text, diff)
		}
		if m.After.Errors > l.Before.Errors || m.After.Unknown > l.Before.Unknown {
			t.Errorf("after move %d, %s: %d errors and %d unknown links, before there were %d and %d", i+1, m.Text, m.After.Errors, m.After.Unknown, l.Before.Errors, l.Before.Unknown)
		}
		checkLimits(t, first, r)
		if better := m.After.Copper > was.Copper || l.Goal == planner.GoalCost && (cheaper(&m.After, &was) || m.After.Power < was.Power); !better {
			t.Errorf("move %d, %s, brings nothing: %+v after %+v", i+1, m.Text, m.After, was)
		}
		was = m.After
	}
	if diff := cmp.Diff(was, l.After); diff != "" {
		t.Errorf("after all moves (-last move +promised):\n%s", diff)
	}
	last := first
	if len(edits) > 0 {
		_, last = applied(t, doc, cat, edits)
	}
	moved := map[string]bool{}
	for _, m := range l.Moves {
		for _, s := range m.Steps {
			moved[s.Device] = true
		}
	}
	for i, d := range first.Devices {
		e := &last.Devices[i]
		if same := d.Rack == e.Rack && d.U == e.U && d.Face == e.Face; same == moved[d.Name] {
			t.Errorf("%s stood at %s U%s and stands at %s U%s; moved: %v", d.Name, d.Rack, d.U, e.Rack, e.U, moved[d.Name])
		}
	}
}

func cheaper(a, b *planner.Standing) bool {
	return a.Cost != nil && b.Cost != nil && a.Cost.Amount < b.Cost.Amount
}

// checkLimits makes sure that no rack is above a limit it was within.
func checkLimits(t testing.TB, before, after *planner.Result) {
	t.Helper()
	for i := range after.Racks {
		a, b := &after.Racks[i], &before.Racks[i]
		for _, x := range []struct {
			what      string
			now, then planner.Use
		}{{"units", a.Units, b.Units}, {"watts", a.Power, b.Power}, {"grams", a.Weight, b.Weight}} {
			if x.now.Limit >= 0 && x.now.Used > x.now.Limit && x.now.Used > x.then.Used {
				t.Errorf("rack %s holds %d %s of %d, before %d", a.Name, x.now.Used, x.what, x.now.Limit, x.then.Used)
			}
		}
	}
	count := func(r *planner.Result) map[plan.Code]int {
		n := map[plan.Code]int{}
		for _, f := range r.Findings {
			n[f.Code]++
		}
		return n
	}
	was, is := count(before), count(after)
	for _, code := range []plan.Code{"unit-overlap", "unit-out-of-range", "slot-overlap", "rack-power", "rack-weight", "rack-depth", "airflow", "tray-overfull"} {
		if is[code] > was[code] {
			t.Errorf("%d findings %s, before %d", is[code], code, was[code])
		}
	}
}

func TestSearchKeepsItsPromises(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"hgx-rows/plan.yaml", "xdr-rack/plan.yaml", "mixed-generations/plan.yaml", "edr-habit/ndr.yaml"} {
		for _, goal := range planner.Goals {
			for what, cat := range map[string]*catalog.Catalog{"unpriced": load(t), "priced": pricedCatalog(t)} {
				t.Run(fmt.Sprint(name, " ", goal, " ", what), func(t *testing.T) {
					t.Parallel()
					doc := example(t, name, cat)
					opt := planner.SearchOptions{Steps: 60_000}
					l := search(t, doc, cat, goal, opt)
					checkLayout(t, doc, cat, l)
					if diff := cmp.Diff(l, search(t, doc, cat, goal, opt)); diff != "" {
						t.Errorf("the same search again finds something else (-first +second):\n%s", diff)
					}
				})
			}
		}
	}
}

// The four leaves of hgx-rows stand in the middle of their racks, which keeps
// splitters short and sends half the uplinks of the far row over light.
func TestSearchBringsHGXRowsOnCopper(t *testing.T) {
	t.Parallel()
	cat := load(t)
	l := search(t, example(t, "hgx-rows/plan.yaml", cat), cat, planner.GoalCopper, planner.SearchOptions{})
	if l.Before.Copper != 192 || l.After.Copper != 256 || l.After.Links != 256 {
		t.Errorf("links on copper: %d before, %d of %d after; want 192 and 256 of 256", l.Before.Copper, l.After.Copper, l.After.Links)
	}
	if n := len(l.Moves); n == 0 || n > planner.DefaultMoves {
		t.Errorf("%d moves; want 1 to %d", n, planner.DefaultMoves)
	}
}

// twoLeaves has a leaf at the far end of a row from its hosts.
const twoLeaves = `
version: 1
name: two leaves
settings: {evidence: reseller}
site: {rows: [{name: A, y: 0m, side_pass: 1}]}
racks:
  - {name: A1, row: A, position: 1, units: 12%s}
  - {name: A2, row: A, position: 2, units: 12}
  - {name: A3, row: A, position: 6, units: 12}
devices:
  - {name: "host-[1-4]", type: server-1u-1x-osfp, rack: A1, u: [1, 2, 3, 4]}
  - {name: "host-[5-8]", type: server-1u-1x-osfp, rack: A2, u: [1, 2, 3, 4]}
  - {name: leaf-1, type: qm9700, rack: A3, u: 2, face: rear}
  - {name: leaf-2, type: qm9700, rack: A3, u: 6, face: rear}
links:
  - {a: "host-[1-4]:ib1", b: "leaf-1:IB1/[1-2]/[1-2]", speed: ndr%s}
  - {a: "host-[5-8]:ib1", b: "leaf-2:IB1/[1-2]/[1-2]", speed: ndr}
`

func TestSearchRespects(t *testing.T) {
	t.Parallel()
	cat := load(t)
	tests := []struct {
		name  string
		rack  string // of A1
		link  string // of leaf-1
		opt   planner.SearchOptions
		after int    // links on copper
		kept  string // why leaf-1 stays; empty: it may move
		never string // rack nothing moves to
	}{
		{name: "a leaf moves to its hosts", after: 8},
		{name: "no more switches than asked", opt: planner.SearchOptions{Moves: 1}, after: 4},
		{name: "a switch that was asked to stay", opt: planner.SearchOptions{Keep: []string{"leaf-[1,3]"}}, after: 4, kept: "asked to stay"},
		{name: "cables that are there", link: ", existing: true", after: 4, kept: "cables that are there already"},
		{name: "measured runs", link: ", run: 5m", after: 4, kept: "measured runs, which would no longer be true"},
		{name: "a rack without watts to spare", rack: ", power_kw: 0.5", after: 8, never: "A1"},
		{name: "a rack without kilograms to spare", rack: ", max_weight_kg: 5", after: 8, never: "A1"},
		{name: "a rack that is not deep enough", rack: ", depth: 700mm", after: 8, never: "A1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			doc := decode(t, fmt.Sprintf(twoLeaves, test.rack, test.link), cat)
			l := search(t, doc, cat, planner.GoalCopper, test.opt)
			checkLayout(t, doc, cat, l)
			if l.After.Copper != test.after {
				t.Errorf("%d links on copper, want %d; moves: %v", l.After.Copper, test.after, moves(l))
			}
			if test.kept != "" && (len(l.Kept) != 1 || l.Kept[0].Why != test.kept || l.Kept[0].Devices[0] != "leaf-1") {
				t.Errorf("kept %+v, want leaf-1 because %q", l.Kept, test.kept)
			}
			for _, m := range l.Moves {
				for _, s := range m.Steps {
					if s.Rack == test.never {
						t.Errorf("%s: nothing may move to %s", m.Text, test.never)
					}
				}
			}
		})
	}
}

func moves(l *planner.Layout) (out []string) {
	for _, m := range l.Moves {
		out = append(out, m.Text)
	}
	return out
}

func TestSearchSaysWhyNot(t *testing.T) {
	t.Parallel()
	const head = "version: 1\nname: p\nracks: [{name: R1}]\n"
	const host = "devices:\n  - {name: \"h-[1-2]\", type: server-1u-1x-osfp, rack: R1, u: [1, 2]}\n"
	const leaf = "  - {name: leaf, type: qm9700, rack: R1, u: 3, face: rear}\n"
	tests := []struct{ name, text, want string }{
		{"no links", head + host, "the plan has no links"},
		{"no switches", head + host + "links: [{a: \"h-1:ib1\", b: \"h-2:ib1\"}]\n", "the plan has no switches"},
		{"all on copper", head + host + leaf + "links: [{a: \"h-[1-2]:ib1\", b: \"leaf:IB1/1/[1-2]\", speed: ndr}]\n", "every link is on copper already"},
		{"a switch without a rack", head + host + "  - {name: leaf, type: qm9700}\nlinks: [{a: \"h-[1-2]:ib1\", b: \"leaf:IB1/1/[1-2]\", speed: ndr}]\n", "no switch may be moved"},
	}
	cat := load(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			l := search(t, decode(t, test.text, cat), cat, planner.GoalCopper, planner.SearchOptions{})
			if l.Nothing != test.want || len(l.Moves) != 0 {
				t.Errorf("got %q and %d moves, want %q", l.Nothing, len(l.Moves), test.want)
			}
		})
	}
}

func TestSearchCountsWhatItCan(t *testing.T) {
	t.Parallel()
	doc := decode(t, fmt.Sprintf(twoLeaves, "", ""), load(t))
	if l := search(t, doc, load(t), planner.GoalCost, planner.SearchOptions{}); !strings.HasSuffix(l.Instead, "no price list is loaded") {
		t.Errorf("without prices: %q", l.Instead)
	}
	cat := pricedCatalog(t)
	l := search(t, doc, cat, planner.GoalCost, planner.SearchOptions{})
	if l.Instead != "" || l.After.Cost == nil || l.After.Cost.Amount >= l.Before.Cost.Amount {
		t.Errorf("with prices: %q, cost %+v after %+v", l.Instead, l.After.Cost, l.Before.Cost)
	}
	checkLayout(t, doc, cat, l)
	other, err := catalog.LoadWith(catalog.Overlay{Prices: []catalog.PriceRow{{ID: "MCP7Y00-N001", Price: catalog.Price{Unit: 1, Currency: "USD", LeadTimeDays: -1}, Stock: -1}}})
	if err != nil {
		t.Fatal(err)
	}
	if l := search(t, doc, other, planner.GoalCost, planner.SearchOptions{}); !strings.Contains(l.Instead, "have no price in USD") {
		t.Errorf("with one price: %q", l.Instead)
	}
}

func TestSearchStopsAndIsBounded(t *testing.T) {
	t.Parallel()
	cat := load(t)
	doc := example(t, "hgx-rows/plan.yaml", cat)
	polls := 0
	_, err := planner.Search(doc, cat, planner.GoalCopper, planner.SearchOptions{Stop: func() bool { polls++; return polls > 40 }})
	if !errors.Is(err, planner.ErrStopped) {
		t.Errorf("got error %v, want %v", err, planner.ErrStopped)
	}
	const bound = 5_000
	last := planner.Progress{}
	l := search(t, doc, cat, planner.GoalCopper, planner.SearchOptions{Steps: bound, Progress: func(p planner.Progress) {
		if p.Done < last.Done || p.Done > p.Total || p.Total != bound {
			t.Errorf("progress went from %+v to %+v", last, p)
		}
		last = p
	}})
	if l.Complete || last.Done == 0 {
		t.Errorf("a search of %d steps: complete %v, last progress %+v", bound, l.Complete, last)
	}
	checkLayout(t, doc, cat, l)
}
