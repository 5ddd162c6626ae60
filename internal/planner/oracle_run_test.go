package planner_test

import (
	"fmt"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/planner/plantest"
)

// TestPlannerAgreesWithTheOracle plans thousands of small random plans twice.
func TestPlannerAgreesWithTheOracle(t *testing.T) {
	t.Parallel()
	cat := load(t)
	count := uint64(4000)
	if testing.Short() {
		count = 500
	}
	failures := 0
	for seed := uint64(1); seed <= count && failures < 5; seed++ {
		doc, with := randomPlan(seed, cat), cat
		if seed%4 == 0 {
			with = priced(t, seed, cat)
			if seed%12 == 0 {
				years, price := int(seed%7), int(seed%3)*5000
				doc.Settings.Energy = &plan.Energy{Years: &years, PricePerKWh: &price}
			}
			if seed%8 == 0 {
				doc.Settings.Choose = "cheapest"
			}
		}
		res, err := planner.Plan(doc, with, planner.Options{NoFixes: true})
		if err != nil {
			t.Fatal(err)
		}
		plantest.Check(t, doc, with, res)
		if len(disagreements(doc, with, res)) == 0 {
			continue
		}
		failures++
		small := shrink(doc, func(d *plan.Document) bool {
			r, err := planner.Plan(d, with, planner.Options{NoFixes: true})
			return err == nil && len(disagreements(d, with, r)) > 0
		})
		res = mustPlan(t, small, with)
		t.Errorf("seed %d: the planner and the oracle disagree:\n  %s\non the plan\n%s", seed,
			strings.Join(disagreements(small, with, res), "\n  "), planText(small))
	}
}

// TestSpoiltPlansKeepTheLaws plans what people get wrong: whatever the plan
// says, there is a result, the laws hold, and it is the same twice.
func TestSpoiltPlansKeepTheLaws(t *testing.T) {
	t.Parallel()
	cat := load(t)
	count, failures := uint64(1500), 0
	if testing.Short() {
		count = 400
	}
	for seed := uint64(1); seed <= count && failures < 5; seed++ {
		doc := randomPlan(seed, cat)
		spoil(seed, cat, doc)
		with := cat
		if seed%3 == 0 {
			with = priced(t, seed, cat)
			use := seed%2 == 0
			doc.Settings.UseStock = &use
		}
		breaks := func(d *plan.Document) []string {
			r, err := planner.Plan(d, with, planner.Options{})
			if err != nil {
				return []string{err.Error()}
			}
			return plantest.Broken(d, with, r)
		}
		if len(breaks(doc)) == 0 {
			continue
		}
		failures++
		small := shrink(doc, func(d *plan.Document) bool { return len(breaks(d)) > 0 })
		t.Errorf("seed %d: the result breaks a law:\n  %s\nof the plan\n%s", seed, strings.Join(breaks(small), "\n  "), planText(small))
	}
}

func load(t testing.TB) *catalog.Catalog {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	return cat
}

func mustPlan(t testing.TB, doc *plan.Document, cat *catalog.Catalog) *planner.Result {
	t.Helper()
	res, err := planner.Plan(doc, cat, planner.Options{})
	if err != nil {
		t.Fatalf("plan: %v\n%s", err, planText(doc))
	}
	return res
}

// shrink takes away what the failure does not need.
func shrink(doc *plan.Document, fails func(*plan.Document) bool) *plan.Document {
	best := *doc
	try := func(next plan.Document) bool {
		if fails(&next) {
			best = next
			return true
		}
		return false
	}
	for changed := true; changed; {
		changed = false
		for i := 0; i < len(best.Links); i++ {
			next := best
			next.Links = cut(best.Links, i)
			if try(next) {
				changed, i = true, i-1
			}
		}
		for i := 0; i < len(best.Devices); i++ {
			next := best
			next.Devices = cut(best.Devices, i)
			if !linked(best, best.Devices[i].Name) && try(next) {
				changed, i = true, i-1
			}
		}
		for i := 0; i < len(best.Overrides); i++ {
			next := best
			next.Overrides = cut(best.Overrides, i)
			if try(next) {
				changed, i = true, i-1
			}
		}
		for _, simpler := range simplerSettings(best.Settings) {
			next := best
			next.Settings = simpler
			changed = try(next) || changed
		}
		for i := range best.Links {
			for _, w := range simplerLinks(best.Links[i]) {
				next := best
				next.Links = append([]plan.Link(nil), best.Links...)
				next.Links[i] = w
				changed = try(next) || changed
			}
		}
	}
	return &best
}

func cut[T any](list []T, i int) []T {
	return append(append([]T(nil), list[:i]...), list[i+1:]...)
}

func linked(doc plan.Document, device string) bool {
	for _, l := range doc.Links {
		if strings.HasPrefix(l.A, device+":") || strings.HasPrefix(l.B, device+":") {
			return true
		}
	}
	return false
}

// simplerSettings are the settings with one field less.
func simplerSettings(s plan.Settings) []plan.Settings {
	var out []plan.Settings
	drop := func(set bool, f func(*plan.Settings)) {
		if set {
			next := s
			f(&next)
			out = append(out, next)
		}
	}
	drop(s.Media != nil, func(s *plan.Settings) { s.Media = nil })
	drop(s.Choose != "", func(s *plan.Settings) { s.Choose = "" })
	drop(s.Multimode != "", func(s *plan.Settings) { s.Multimode = "" })
	drop(s.TwistedPair != "", func(s *plan.Settings) { s.TwistedPair = "" })
	drop(s.AllowRetired != nil, func(s *plan.Settings) { s.AllowRetired = nil })
	drop(s.Evidence != "", func(s *plan.Settings) { s.Evidence = "" })
	drop(s.Slack != nil, func(s *plan.Settings) { s.Slack = nil })
	drop(s.Headroom != nil, func(s *plan.Settings) { s.Headroom = nil })
	drop(s.Excess != nil, func(s *plan.Settings) { s.Excess = nil })
	drop(s.Spares != nil, func(s *plan.Settings) { s.Spares = nil })
	drop(s.Energy != nil, func(s *plan.Settings) { s.Energy = nil })
	drop(s.Stock != nil, func(s *plan.Settings) { s.Stock = nil })
	drop(s.PatchPanels != nil, func(s *plan.Settings) { s.PatchPanels = nil })
	return out
}

func simplerLinks(w plan.Link) []plan.Link {
	var out []plan.Link
	drop := func(set bool, f func(*plan.Link)) {
		if set {
			next := w
			f(&next)
			out = append(out, next)
		}
	}
	drop(w.Existing != nil, func(w *plan.Link) { w.Existing = nil })
	drop(w.ID != "", func(w *plan.Link) { w.ID = "" })
	drop(w.Label != "", func(w *plan.Link) { w.Label, w.Color, w.Group = "", "", "" })
	drop(w.Cable.Medium != "", func(w *plan.Link) { w.Cable.Medium = "" })
	drop(w.Cable.Length != 0, func(w *plan.Link) { w.Cable.Length = 0 })
	drop(w.Cable.SKU != "", func(w *plan.Link) { w.Cable.SKU = "" })
	drop(w.Cable.ModuleA != "", func(w *plan.Link) { w.Cable.ModuleA = "" })
	drop(w.Cable.ModuleB != "", func(w *plan.Link) { w.Cable.ModuleB = "" })
	return out
}

// planText is the plan the way a person would write it.
func planText(doc *plan.Document) string {
	var b strings.Builder
	s := doc.Settings
	field := func(set bool, format string, args ...any) {
		if set {
			fmt.Fprintf(&b, format, args...)
		}
	}
	b.WriteString("settings:\n")
	field(s.Media != nil, "  media: %v\n", s.Media)
	field(s.Choose != "", "  choose: %s\n", s.Choose)
	field(s.Multimode != "", "  multimode: %s\n", s.Multimode)
	field(s.TwistedPair != "", "  twisted_pair: %s\n", s.TwistedPair)
	field(s.AllowRetired != nil, "  allow_retired: true\n")
	field(s.Evidence != "", "  evidence: %s\n", s.Evidence)
	field(s.Headroom != nil, "  headroom: %v\n", s.Headroom)
	field(s.Excess != nil, "  excess: %v\n", s.Excess)
	field(s.Slack != nil, "  slack: %s\n", slackText(s.Slack))
	field(s.Spares != nil, "  spares: %+v\n", s.Spares)
	field(s.Energy != nil, "  energy: %+v\n", s.Energy)
	field(s.Stock != nil, "  stock: %+v\n", s.Stock)
	if s.PatchPanels != nil {
		fmt.Fprintf(&b, "  patch_panels: %d\n  connectors: %s\n", *s.PatchPanels, s.Connectors)
	}
	b.WriteString("devices:\n")
	for _, d := range doc.Devices {
		fmt.Fprintf(&b, "  - {name: %s, type: %s, rack: %q, u: %v}\n", d.Name, d.Type, d.Rack, d.U.At)
	}
	b.WriteString("links:\n")
	for _, l := range doc.Links {
		fmt.Fprintf(&b, "  - {a: %q, b: %q", l.A, l.B)
		field(l.Speed != "", ", speed: %s", l.Speed)
		field(l.Run != nil, ", run: %v", l.Run)
		field(l.Existing != nil, ", existing: true")
		field(l.ID != "", ", id: %s", l.ID)
		field(!l.Cable.IsZero(), ", cable: %+v", l.Cable)
		b.WriteString("}\n")
	}
	for _, o := range doc.Overrides {
		fmt.Fprintf(&b, "override {at: %q, run: %v, existing: %t, cable: %+v}\n", o.At, o.Run, o.Existing != nil && *o.Existing, o.Cable)
	}
	return b.String()
}

func slackText(s *plan.Slack) string {
	if s == nil {
		return "-"
	}
	text := "{"
	if s.Percent != nil {
		text += fmt.Sprintf("percent: %d.%02d ", *s.Percent/100, *s.Percent%100)
	}
	if s.PerEnd != nil {
		text += fmt.Sprintf("per_end: %v ", s.PerEnd)
	}
	if s.Copper != nil {
		text += "copper: " + slackText(s.Copper) + " "
	}
	if s.Optical != nil {
		text += "optical: " + slackText(s.Optical)
	}
	return text + "}"
}
