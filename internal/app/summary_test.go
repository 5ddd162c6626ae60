package app_test

import (
	"slices"
	"testing"

	"lengthwise/internal/app"
)

func TestWhatMoved(t *testing.T) {
	t.Parallel()
	base := app.PlanSummary{OK: true, Cables: 8, Cost: "12000.00", Currency: "USD", PowerMW: 4_000, Parts: map[string]int{"A-1": 4, "A-2": 4}}
	with := func(change func(*app.PlanSummary)) app.PlanSummary {
		s := base
		change(&s)
		return s
	}
	tests := []struct {
		name          string
		before, after app.PlanSummary
		want          []string
	}{
		{"nothing", base, base, nil},
		{"only the catalog's name", base, with(func(s *app.PlanSummary) { s.CatalogRevision = "x" }), nil},
		{"prices", base, with(func(s *app.PlanSummary) { s.Cost = "12372.00" }), []string{"prices changed: cost moved +3.1 % (12,000.00 to 12,372.00 USD)"}},
		{"prices down, half of a tenth", base, with(func(s *app.PlanSummary) { s.Cost = "11994.00" }), []string{"prices changed: cost moved -0.1 % (12,000.00 to 11,994.00 USD)"}},
		{"a part that lost its price", base, with(func(s *app.PlanSummary) { s.Cost, s.CostAtLeast = "9000.00", true }),
			[]string{"prices changed: cost moved from 12,000.00 USD to at least 9,000.00 USD"}},
		{"prices of which some are not known", with(func(s *app.PlanSummary) { s.CostAtLeast = true }), with(func(s *app.PlanSummary) { s.Cost, s.CostAtLeast = "12372.00", true }),
			[]string{"prices changed: cost moved +3.1 % (at least 12,000.00 to at least 12,372.00 USD)"}},
		{"the first price list", with(func(s *app.PlanSummary) { s.Cost, s.Currency = "", "" }), base, []string{"the cost is known now: 12,000.00 USD"}},
		{"a price list that has none of its parts", with(func(s *app.PlanSummary) { s.Cost, s.Currency = "", "" }),
			with(func(s *app.PlanSummary) { s.Cost, s.CostAtLeast = "0.00", true }), nil},
		{"then one that has some", with(func(s *app.PlanSummary) { s.Cost, s.CostAtLeast = "0.00", true }), with(func(s *app.PlanSummary) { s.CostAtLeast = true }),
			[]string{"the cost is known now: at least 12,000.00 USD"}},
		{"no price list any more", base, with(func(s *app.PlanSummary) { s.Cost, s.Currency = "", "" }), []string{"the cost is no longer known; it was 12,000.00 USD"}},
		{"from nothing", with(func(s *app.PlanSummary) { s.Cost = "0.00" }), base, []string{"prices changed: cost moved (0.00 to 12,000.00 USD)"}},
		{"one part for another", base, with(func(s *app.PlanSummary) { s.Parts, s.Cost = map[string]int{"A-3": 4, "A-2": 4}, "12001.00" }),
			[]string{"4 x A-1 became A-3", "cost moved +0.0 % (12,000.00 to 12,001.00 USD)"}},
		{"parts for others", base, with(func(s *app.PlanSummary) { s.Parts = map[string]int{"A-2": 2, "B-10": 1, "B-9": 2} }),
			[]string{"4 x A-1 and 2 x A-2 became 2 x B-9 and 1 x B-10"}},
		{"parts that nothing replaces", base, with(func(s *app.PlanSummary) {
			s.OK, s.Errors, s.Warnings, s.Parts, s.PowerMW = false, 2, 1, map[string]int{"A-2": 4}, 2_500
		}), []string{"the plan is no longer ok", "2 new errors", "1 new warning", "4 x A-1 dropped out", "power moved from 4 W to 2.5 W"}},
		{"better", with(func(s *app.PlanSummary) { s.OK, s.Errors, s.Warnings = false, 3, 2 }), base, []string{"the plan is ok now", "3 errors fewer", "2 warnings fewer"}},
		{"what an older program did not store", with(func(s *app.PlanSummary) { s.Cost, s.Currency, s.PowerMW, s.Parts = "", "", 0, nil }),
			with(func(s *app.PlanSummary) { s.Cost, s.Currency = "", "" }), nil},
	}
	for _, tt := range tests {
		if got := app.WhatMoved(tt.before, tt.after); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q\nwant %q", tt.name, got, tt.want)
		}
	}
}
