package planner_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lengthwise/examples"
	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// explained is why a link of a result is as it is.
func explained(doc *plan.Document, cat *catalog.Catalog, r *planner.Result, link int) planner.Why {
	return planner.Explain(doc, cat, r, link, func(d *planner.Device) []int32 {
		var at []int32
		for i := range r.Links {
			if r.Links[i].A.Device == d || r.Links[i].B.Device == d {
				at = append(at, int32(i))
			}
		}
		return at
	})
}

// firstStanding is the first medium and part that is not rejected.
func firstStanding(w *planner.Why) (plan.Medium, *planner.WhyPart, planner.Verdict) {
	for i := range w.Media {
		m := &w.Media[i]
		if m.Verdict == planner.Rejected {
			continue
		}
		for k := range m.Parts {
			if m.Parts[k].Verdict != planner.Rejected {
				return m.Medium, &m.Parts[k], m.Parts[k].Verdict
			}
		}
		return m.Medium, nil, m.Verdict
	}
	return "", nil, planner.Rejected
}

// disagrees says how an explanation differs from the choice of the result; empty:
// it does not.
func disagrees(r *planner.Result, link int, w *planner.Why) string {
	l := &r.Links[link]
	medium, part, verdict := firstStanding(w)
	if len(w.Media) == 0 {
		if l.HasCable {
			return "nothing is explained of a link with a cable: " + w.Note
		}
		return ""
	}
	if medium != l.Medium && (l.Medium != "" || !pinnedOnly(w)) {
		return fmt.Sprintf("the first medium not rejected is %q, the link has %q", medium, l.Medium)
	}
	if !l.HasCable {
		return ""
	}
	if part == nil || verdict != planner.Chosen {
		return fmt.Sprintf("the first part not rejected of %s is %v, %s", medium, part, verdict)
	}
	for _, c := range l.Cables {
		if c < 0 {
			continue
		}
		cable := &r.Cables[c]
		if !cable.Part.Nil() && !slices.Contains(part.Parts, cable.Part) {
			return fmt.Sprintf("the link is made with %s, chosen are %v", cable.Part.ID(), ids(part))
		}
		for k := range cable.Ends {
			if m := cable.Ends[k].Module; m >= 0 && !slices.Contains(part.Modules, r.Modules[m].Product) {
				return fmt.Sprintf("the link has the transceiver %s, chosen are %v", r.Modules[m].Product.SKU, ids(part))
			}
		}
	}
	return ""
}

// pinnedOnly reports whether what is chosen is a pin that nothing answers.
func pinnedOnly(w *planner.Why) bool { return w.Pinned != "" }

func ids(p *planner.WhyPart) []string {
	var out []string
	for _, m := range p.Modules {
		out = append(out, m.SKU)
	}
	for _, x := range p.Parts {
		if !x.Nil() {
			out = append(out, x.ID())
		}
	}
	return out
}

func TestTheChoiceIsTheFirstThatIsNotRejected(t *testing.T) {
	t.Parallel()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range examples.All() {
		t.Run(x.Name, func(t *testing.T) {
			t.Parallel()
			doc, _, err := planfile.Decode(x.Text, planfile.YAML, cat)
			if err != nil {
				t.Fatal(err)
			}
			r, err := planner.Plan(doc, cat, planner.Options{NoFixes: true})
			if err != nil {
				t.Fatal(err)
			}
			step := 1 + len(r.Links)/150
			for i := 0; i < len(r.Links); i += step {
				w := explained(doc, cat, r, i)
				if wrong := disagrees(r, i, &w); wrong != "" {
					t.Errorf("link %s: %s", r.Links[i].A, wrong)
				}
			}
		})
	}
}

func TestTheChoiceIsTheFirstThatIsNotRejectedInRandomPlans(t *testing.T) {
	t.Parallel()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	cables := 0
	for seed := range uint64(600) {
		doc := randomPlan(seed, cat)
		r, err := planner.Plan(doc, cat, planner.Options{NoFixes: true})
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Links {
			w := explained(doc, cat, r, i)
			if wrong := disagrees(r, i, &w); wrong != "" {
				t.Fatalf("plan %d, link %s, %s: %s", seed, &r.Links[i].A, r.Links[i].Reason, wrong)
			}
			if r.Links[i].HasCable {
				cables++
			}
			for _, m := range w.Media {
				reasoned(t, &m)
			}
		}
	}
	if cables < 200 {
		t.Errorf("only %d links of random plans have a cable", cables)
	}
}

// reasoned: everything tried has a reason, and a part that is too short says by
// how much.
func reasoned(t *testing.T, m *planner.WhyMedium) {
	t.Helper()
	if m.Reason == "" || m.Verdict == "" {
		t.Errorf("%s has the verdict %q and the reason %q", m.Medium, m.Verdict, m.Reason)
	}
	for k := range m.Parts {
		p := &m.Parts[k]
		if p.Reason == "" || p.Verdict == "" || strings.Contains(p.Reason, "reaches 0 m only") {
			t.Errorf("%s of %s has the verdict %q and the reason %q", ids(p), m.Medium, p.Verdict, p.Reason)
		}
	}
}
