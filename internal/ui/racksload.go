package ui

import (
	"strconv"

	"lengthwise/internal/app"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// shownLoads is how many racks a preview lists.
const shownLoads = 20

// loadRows are what racks hold before and after a change, of each rack what is
// not as it was and what is above its limit.
func loadRows(loads []app.RackLoad) []templates.LoadRow {
	var out []templates.LoadRow
	none := planner.Use{Limit: -1}
	for _, x := range loads[:min(len(loads), shownLoads)] {
		first := true
		for _, s := range []struct {
			what, unit string
			of         func(*app.RackHolds) planner.Use
			text       func(int64) string
		}{
			{"Units", "U", func(h *app.RackHolds) planner.Use { return h.Units }, func(n int64) string { return units.RackUnits(n).String() }},
			{"Power at most", "kW", func(h *app.RackHolds) planner.Use { return h.Power }, thousandthsOf},
			{"Weight", "kg", func(h *app.RackHolds) planner.Use { return h.Weight }, func(n int64) string { return units.Mass(n).Kilograms() }},
			{"Depth with free space behind", "mm", func(h *app.RackHolds) planner.Use { return h.Depth }, func(n int64) string { return strconv.FormatInt(n, 10) }},
		} {
			was, is := none, none
			row := templates.LoadRow{Rack: x.Name, What: s.what, First: first, Was: "–", Is: "–"}
			if x.Was != nil {
				was = s.of(x.Was)
				row.Was = loadText(was, s.unit, s.text)
			}
			if x.Is != nil {
				is = s.of(x.Is)
				row.Is = loadText(is, s.unit, s.text)
			}
			row.Over = is.Limit >= 0 && is.Used > is.Limit
			if was == is && !row.Over {
				continue
			}
			out, first = append(out, row), false
		}
	}
	return out
}

// loadText is a sum against its limit: "at least 3.44 of 45 kW".
func loadText(u planner.Use, unit string, text func(int64) string) string {
	words := grouped(text(u.Used))
	if u.Unknown > 0 {
		words = "at least " + words
	}
	if u.Limit >= 0 {
		words += " of " + grouped(text(u.Limit))
	}
	return words + " " + unit
}
