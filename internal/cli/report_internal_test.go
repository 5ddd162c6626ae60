package cli

import (
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// TestReportCountsWhatIsNotListed: of very many findings the first are listed
// and all are counted.
func TestReportCountsWhatIsNotListed(t *testing.T) {
	t.Parallel()
	f := plan.Finding{Code: "too-short", Severity: plan.Error, Count: 1, Message: "2 m is pinned", Subject: "a:p1 - b:p1"}
	g := f
	g.Subject = "a:p2 - b:p2"
	got := printed(&planner.Result{Findings: []plan.Finding{f, g}, Unlisted: map[plan.Code]int{"too-short": 40}})
	for _, want := range []string{"error too-short, 42 times", "and 40 more"} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant %q in it", got, want)
		}
	}
}

// TestReportTellsShortages: what is at hand and does not suffice.
func TestReportTellsShortages(t *testing.T) {
	t.Parallel()
	got := printed(&planner.Result{Shortages: []planner.Shortage{
		{ID: "EX-1", Needed: 20, AtHand: 12, Short: 8, LeadTimeDays: 42}, {ID: "EX-2", Needed: 3, AtHand: 1, Short: 2, LeadTimeDays: -1}, {ID: "EX-3", Needed: 3, AtHand: 1, Short: 2}}})
	for _, want := range []string{"stock does not suffice for 3 parts:", "EX-1      20       12       8  42 days", "EX-2       3        1       2  not known", "EX-3       3        1       2  0 days"} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant %q in it", got, want)
		}
	}
}

// TestReportSaysWhyACostIsAtLeast: what is missing, each reason by itself.
func TestReportSaysWhyACostIsAtLeast(t *testing.T) {
	t.Parallel()
	missing := []planner.MissingPart{{Links: 3}, {Links: 1}}
	tests := []struct {
		cost    planner.Cost
		missing []planner.MissingPart
		want    string
	}{
		{planner.Cost{Amount: 12_345}, nil, "cost: 123.45 USD"},
		{planner.Cost{Amount: 12_345, AtLeast: true, Unpriced: 1}, nil, "cost: at least (1 product without a price) 123.45 USD"},
		{planner.Cost{Amount: 12_345, AtLeast: true}, missing, "cost: at least (4 links without a cable) 123.45 USD"},
		{planner.Cost{AtLeast: true, Unpriced: 2}, missing, "cost: at least (2 products without a price, 4 links without a cable) 0.00 USD"},
	}
	for _, tt := range tests {
		p := &catalog.Product{SKU: "EX-1", Medium: catalog.DAC, Length: units.Metre}
		r := &planner.Result{Currency: "USD", Missing: tt.missing, BOM: []planner.BOMRow{{Part: catalog.Part{Product: p, Length: p.Length}, Quantity: 1, Order: 1}}}
		r.Summary.Cost = &tt.cost
		if got := printed(r); !strings.Contains(got, tt.want+"\n") {
			t.Errorf("got\n%s\nwant the line %q", got, tt.want)
		}
	}
}

// printed is the report of a result, without styles, 100 columns wide.
func printed(r *planner.Result) string {
	p := &page{width: 100}
	p.result("plan.yaml", r)
	return p.b.String()
}
