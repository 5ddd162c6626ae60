package app

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// A PlanSummary is the verdict of a revision at a glance, stored beside it.
// Summaries that an older program stored lack cost, power and parts.
type PlanSummary struct {
	OK              bool           `json:"ok"`
	Errors          int            `json:"errors"`
	Warnings        int            `json:"warnings"`
	Racks           int            `json:"racks"`
	Devices         int            `json:"devices"`
	Links           int            `json:"links"`
	Cables          int            `json:"cables"`
	Modules         int            `json:"modules"`
	LongestRunMM    int64          `json:"longest_run_mm"`
	CablesByMedium  map[string]int `json:"cables_by_medium"`
	LinksByStatus   map[string]int `json:"links_by_status"`
	Cost            string         `json:"cost,omitempty" doc:"With spares, a decimal; absent while no price list is loaded"`
	CostAtLeast     bool           `json:"cost_at_least,omitempty" doc:"Some part has no price, or some link no part"`
	Currency        string         `json:"currency,omitempty" doc:"Of the cost"`
	PowerMW         int64          `json:"power_mw,omitempty" doc:"Of cables and transceivers, all ends, in milliwatts"`
	PowerAtLeast    bool           `json:"power_at_least,omitempty"`
	Parts           map[string]int `json:"parts,omitempty" doc:"Pieces placed by part number or id spec:…, spares not counted"`
	CatalogRevision string         `json:"catalog_revision"`
}

// JSON is the summary as it is stored.
func (s PlanSummary) JSON() ([]byte, error) { return json.Marshal(s) }

// SummaryOf is the summary of a result.
func SummaryOf(r *planner.Result) PlanSummary {
	s := PlanSummary{OK: r.OK, Errors: r.Summary.Errors, Warnings: r.Summary.Warnings, Racks: r.Summary.Racks, Devices: r.Summary.Devices,
		Links: r.Summary.Links, Cables: r.Summary.Cables, Modules: r.Summary.Modules, LongestRunMM: r.Summary.LongestRun.CeilMM(),
		CablesByMedium: map[string]int{}, LinksByStatus: map[string]int{}, CatalogRevision: r.CatalogRevision,
		PowerMW: int64(r.Summary.Power), PowerAtLeast: r.Summary.PowerAtLeast}
	for m, n := range r.Summary.CablesByMedium {
		s.CablesByMedium[string(m)] = n
	}
	for st, n := range r.Summary.LinksByStatus {
		s.LinksByStatus[string(st)] = n
	}
	if c := r.Summary.Cost; c != nil {
		s.Cost, s.CostAtLeast, s.Currency = c.Amount.String(), c.AtLeast, r.Currency
	}
	for i := range r.BOM {
		if b := &r.BOM[i]; !b.Part.Nil() && b.Quantity > 0 {
			if s.Parts == nil {
				s.Parts = map[string]int{}
			}
			s.Parts[b.Part.ID()] += b.Quantity
		}
	}
	return s
}

// WhatMoved says in sentences how the verdict of one document differs between
// two catalogs; none where it does not. What an older summary does not hold is
// not compared.
func WhatMoved(before, after PlanSummary) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if before.OK != after.OK {
		say("the plan %s", map[bool]string{true: "is ok now", false: "is no longer ok"}[after.OK])
	}
	out = append(out, counted(before.Errors, after.Errors, "error")...)
	out = append(out, counted(before.Warnings, after.Warnings, "warning")...)
	parts, known := "", before.Parts != nil || before.Cables == 0
	if known {
		if parts = swapped(before.Parts, after.Parts); parts != "" {
			out = append(out, parts)
		}
	}
	if text := costMoved(before, after); text != "" {
		if known && parts == "" && before.priced() && after.priced() {
			text = "prices changed: " + text
		}
		out = append(out, text)
	}
	if before.PowerMW != after.PowerMW && before.PowerMW > 0 {
		say("power moved from %s to %s", units.Power(before.PowerMW), units.Power(after.PowerMW))
	}
	return out
}

// counted is "2 new errors" or "1 error fewer".
func counted(before, after int, noun string) []string {
	switch n := after - before; {
	case n == 1:
		return []string{"1 new " + noun}
	case n > 1:
		return []string{fmt.Sprintf("%d new %ss", n, noun)}
	case n < 0:
		return []string{plural(-n, noun) + " fewer"}
	}
	return nil
}

// maxSwapped is how many parts on either side a sentence names.
const maxSwapped = 5

// swapped is "4 x A became 4 x B"; empty where the same parts are placed.
func swapped(before, after map[string]int) string {
	var less, more []string
	seen := map[string]bool{}
	for _, all := range []map[string]int{before, after} {
		for id := range all {
			seen[id] = true
		}
	}
	ids := make([]string, 0, len(seen))
	for id := range seen {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, units.CompareNatural)
	lost, won := 0, 0
	for _, id := range ids {
		switch n := after[id] - before[id]; {
		case n < 0:
			less, lost = append(less, fmt.Sprintf("%d x %s", -n, id)), lost-n
		case n > 0:
			more, won = append(more, fmt.Sprintf("%d x %s", n, id)), won+n
		}
	}
	switch {
	case less == nil && more == nil:
		return ""
	case more == nil:
		return joined(less) + " dropped out"
	case less == nil:
		return joined(more) + " came in"
	case len(less) == 1 && len(more) == 1 && lost == won:
		_, id, _ := strings.Cut(more[0], " x ")
		return less[0] + " became " + id
	}
	return joined(less) + " became " + joined(more)
}

// joined joins parts: "4 x A, 2 x B and 3 more".
func joined(parts []string) string {
	if n := len(parts) - maxSwapped; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(parts[:maxSwapped], ", "), n)
	}
	if last := len(parts) - 1; last > 0 {
		return strings.Join(parts[:last], ", ") + " and " + parts[last]
	}
	return parts[0]
}

// costMoved is "cost moved +3.1 % (12,000.00 to 12,372.00 USD)"; empty where it
// did not.
func costMoved(before, after PlanSummary) string {
	from, to := costOf(before), costOf(after)
	switch was, is := before.priced(), after.priced(); {
	case !was && !is:
		return ""
	case !was:
		return "the cost is known now: " + to
	case !is:
		return "the cost is no longer known; it was " + from
	case from == to:
		return ""
	case before.Currency != after.Currency || before.CostAtLeast != after.CostAtLeast:
		return "cost moved from " + from + " to " + to
	}
	return fmt.Sprintf("cost moved%s (%s to %s)", percent(cents(before.Cost), cents(after.Cost)), strings.TrimSuffix(from, " "+before.Currency), to)
}

// priced reports whether anything of the plan has a price: "at least nothing" is
// no cost.
func (s PlanSummary) priced() bool { return s.Cost != "" && (s.Cost != "0.00" || !s.CostAtLeast) }

// costOf is a cost as it is read aloud: "at least 12,000.00 USD".
func costOf(s PlanSummary) string {
	text := withCommas(s.Cost) + " " + s.Currency
	if s.CostAtLeast {
		text = "at least " + text
	}
	return text
}

// percent is " +3.1 %", rounded half away from nothing; empty where there was
// nothing to be a part of.
func percent(before, after int64) string {
	const most = 1 << 50 // times 2,000 it would not fit; nobody's cables cost that
	if before <= 0 || before > most || after > most {
		return ""
	}
	diff, sign := after-before, "+"
	if diff < 0 {
		diff, sign = -diff, "-"
	}
	tenths := (diff*2000 + before) / (2 * before)
	return fmt.Sprintf(" %s%d.%d %%", sign, tenths/10, tenths%10)
}

// cents is an amount of units.Money as it prints, in hundredths.
func cents(amount string) int64 {
	n, _ := strconv.ParseInt(strings.Replace(amount, ".", "", 1), 10, 64) // we wrote it
	return n
}

// withCommas is an amount with its thousands apart.
func withCommas(amount string) string {
	whole, rest, _ := strings.Cut(amount, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return whole + "." + rest
}
