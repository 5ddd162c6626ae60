package planner_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/planner/plantest"
	"lengthwise/internal/units"

	"pgregory.net/rapid"
)

// drawPlan is one of the random plans; rapid shrinks towards small seeds.
func drawPlan(t *rapid.T, cat *catalog.Catalog) *plan.Document {
	return randomPlan(rapid.Uint64Range(1, 1_000_000).Draw(t, "seed"), cat)
}

// planned plans a document and holds it to every law.
func planned(t *rapid.T, doc *plan.Document, cat *catalog.Catalog) *planner.Result {
	res, err := planner.Plan(doc, cat, planner.Options{})
	if err != nil {
		t.Fatalf("plan: %v\n%s", err, planText(doc))
	}
	for _, law := range plantest.Broken(doc, cat, res) {
		t.Errorf("the result breaks a law: %s\n%s", law, planText(doc))
	}
	return res
}

// text is everything a result says except where in the document it stands.
func text(res *planner.Result) string {
	var findings []string
	for _, f := range res.Findings {
		findings = append(findings, fmt.Sprintf("%s %s %q %d %s | %s | %s\n", f.Severity, f.Code, f.Subject, f.Count, f.Message, f.Fix, f.Source))
	}
	slices.Sort(findings)
	return facts(res) + strings.Join(findings, "")
}

// facts is what is planned, without the words of findings.
func facts(res *planner.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "ok %t %+v %+v %+v %+v\n", res.OK, res.Summary, res.Unchecked, res.Racks, res.Missing)
	var links []string
	for i := range res.Links {
		var b strings.Builder
		l := &res.Links[i]
		ends := []string{l.A.String(), l.B.String()}
		slices.Sort(ends) // a link keeps its ends as written
		fmt.Fprintf(&b, "%s %s %s %s %v %d %d %d %d %s %s %v", l.ID, ends, l.Speed, l.Status, l.Run, l.Required, l.Limit,
			l.Headroom, l.Spare, l.Medium, l.Reason, l.Estimate)
		for _, c := range l.Cables {
			if l.HasCable && c >= 0 {
				b.WriteString(" " + res.Cables[c].ID)
			}
		}
		links = append(links, b.String()+"\n")
	}
	slices.Sort(links) // links stand in the order of the document
	b.WriteString(strings.Join(links, ""))
	for _, c := range res.Cables {
		fmt.Fprintf(&b, "%s %s %s %s %s %v", c.ID, c.Label, c.Shape, c.Medium, c.Part.ID(), c.UnusedLegs)
		for _, e := range c.Ends {
			fmt.Fprintf(&b, " %s:%s%v leg %d", e.Device.Name, e.Cage, e.Ports, e.Leg)
		}
		b.WriteString("\n")
	}
	for _, m := range res.Modules {
		fmt.Fprintf(&b, "%s %s %t %d\n", m.ID, m.Product.SKU, m.Existing, len(m.Cables))
	}
	for _, r := range res.BOM {
		fmt.Fprintf(&b, "%s %d %d %d %v %v\n", r.Description, r.Quantity, r.Spares, r.Order, r.Attention, r.Estimate)
	}
	return b.String()
}

func sameText(t *rapid.T, what string, doc *plan.Document, got, want string) {
	if got == want {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Fatalf("%s changes the result:\n got  %s\n want %s\nof the plan\n%s", what, g[i], w[i], planText(doc))
		}
	}
	t.Fatalf("%s changes the result from %d lines to %d, of the plan\n%s", what, len(w), len(g), planText(doc))
}

func TestPlanningTwiceGivesTheSame(t *testing.T) {
	t.Parallel()
	cat := load(t)
	rapid.Check(t, func(t *rapid.T) {
		doc := drawPlan(t, cat)
		first, second := planned(t, doc, cat), planned(t, doc, cat)
		sameText(t, "planning again", doc, text(second), text(first))
		for i := range first.Findings {
			if first.Findings[i].Path != second.Findings[i].Path {
				t.Fatalf("finding %d speaks of %q, then of %q", i, first.Findings[i].Path, second.Findings[i].Path)
			}
		}
	})
}

func TestOrderInTheDocumentChangesNothing(t *testing.T) {
	t.Parallel()
	cat := load(t)
	rapid.Check(t, func(t *rapid.T) {
		doc := drawPlan(t, cat)
		want := text(planned(t, doc, cat))
		other := *doc
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 2))
		other.Racks, other.Devices, other.Links = mixed(r, doc.Racks), mixed(r, doc.Devices), mixed(r, doc.Links)
		sameText(t, "another order", &other, text(planned(t, &other, cat)), want)
	})
}

func mixed[T any](r *rand.Rand, list []T) []T {
	out := slices.Clone(list)
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func TestWhichEndIsADoesNotMatter(t *testing.T) {
	t.Parallel()
	cat := load(t)
	rapid.Check(t, func(t *rapid.T) {
		doc := drawPlan(t, cat)
		want := facts(planned(t, doc, cat))
		other := *doc
		other.Links = slices.Clone(doc.Links)
		for i := range other.Links {
			if rapid.Bool().Draw(t, "turn") {
				other.Links[i].A, other.Links[i].B = other.Links[i].B, other.Links[i].A
			}
		}
		sameText(t, "turning links round", &other, facts(planned(t, &other, cat)), want)
	})
}

func TestMoreSlackNeverAsksForLess(t *testing.T) {
	t.Parallel()
	cat := load(t)
	rapid.Check(t, func(t *rapid.T) {
		doc := drawPlan(t, cat)
		percent := rapid.IntRange(0, 5000).Draw(t, "percent")
		end := units.Length(rapid.Int64Range(0, 2_000_000_000).Draw(t, "end"))
		more := rapid.IntRange(0, 5000).Draw(t, "more percent")
		further := units.Length(rapid.Int64Range(0, 2_000_000_000).Draw(t, "further"))
		doc.Settings.Slack = &plan.Slack{Percent: &percent, PerEnd: &end}
		small := planned(t, doc, cat)
		percent2, end2 := percent+more, end+further
		doc.Settings.Slack = &plan.Slack{Percent: &percent2, PerEnd: &end2}
		large := planned(t, doc, cat)
		for i := range small.Links {
			s, l := &small.Links[i], &large.Links[i]
			if l.Required < s.Required {
				t.Fatalf("link %s - %s requires %d mm with more slack, %d with less\n%s", l.A, l.B, l.Required, s.Required, planText(doc))
			}
			if l.HasCable && !s.HasCable {
				t.Fatalf("link %s - %s has a cable with more slack and none with less\n%s", l.A, l.B, planText(doc))
			}
		}
	})
}

func TestLongerRunsNeverFindACable(t *testing.T) {
	t.Parallel()
	cat := load(t)
	rapid.Check(t, func(t *rapid.T) {
		doc := drawPlan(t, cat)
		near := planned(t, doc, cat)
		further := units.MM(rapid.Int64Range(1, 20_000).Draw(t, "further"))
		other := *doc
		other.Links = slices.Clone(doc.Links)
		for i := range other.Links {
			if other.Links[i].Run != nil {
				run := *other.Links[i].Run + further
				other.Links[i].Run = &run
			}
		}
		far := planned(t, &other, cat)
		for i := range near.Links {
			if n, f := &near.Links[i], &far.Links[i]; f.HasCable && !n.HasCable {
				t.Fatalf("link %s - %s has no cable at %v and one at %v\n%s", n.A, n.B, n.Run, f.Run, planText(doc))
			}
		}
	})
}

func TestAllowingMoreNeverLosesACable(t *testing.T) {
	t.Parallel()
	cat := load(t)
	rapid.Check(t, func(t *rapid.T) {
		doc := drawPlan(t, cat)
		narrow := planned(t, doc, cat)
		yes := true
		wide := *doc
		wide.Settings.AllowRetired = &yes
		wide.Settings.Evidence = catalog.Unverified
		wide.Settings.Multimode = "om5"
		for _, m := range plan.Media {
			if wide.Settings.Media != nil && !slices.Contains(wide.Settings.Media, m) {
				wide.Settings.Media = append(slices.Clone(wide.Settings.Media), m)
			}
		}
		more := planned(t, &wide, cat)
		for i := range narrow.Links {
			if n, m := &narrow.Links[i], &more.Links[i]; n.HasCable && !m.HasCable {
				t.Fatalf("link %s - %s loses its %s when more is allowed\n%s", n.A, n.B, n.Medium, planText(doc))
			}
		}
	})
}

// TestRangesMeanWhatTheyWriteOut plans a pod written in ranges and the same pod
// with every link written out.
func TestRangesMeanWhatTheyWriteOut(t *testing.T) {
	t.Parallel()
	cat := load(t)
	doc := leafSpine(1000)
	ranged := mustPlan(t, doc, cat)
	plantest.Check(t, doc, cat, ranged)
	written := *doc
	written.Links = nil
	for i := range ranged.Links {
		l := &ranged.Links[i]
		written.Links = append(written.Links, plan.Link{A: l.A.String(), B: l.B.String(), Speed: l.Speed})
	}
	out := mustPlan(t, &written, cat)
	plantest.Check(t, &written, cat, out)
	if got, want := text(out), text(ranged); got != want {
		t.Errorf("writing the links out changes the result")
	}
	if len(ranged.Links) != 1024 || !ranged.OK {
		t.Errorf("got %d links, ok %t; want 1024 and true", len(ranged.Links), ranged.OK)
	}
}
