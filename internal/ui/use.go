package ui

import (
	"strconv"

	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// racks are what each rack holds, those over a limit first to be seen.
func (o *opened) racks() (rows []templates.RackRow, note string) {
	all := o.result.Racks
	for i := range all[:min(len(all), shownRacks)] {
		rows = append(rows, o.rackRow(&all[i]))
	}
	if n := len(all) - shownRacks; n > 0 {
		note = "and " + counted(n, "more rack")
	}
	return rows, note
}

// rackRow is what a rack holds of its limits.
func (o *opened) rackRow(x *planner.RackUse) templates.RackRow {
	return templates.RackRow{
		Name: x.Name, URL: o.to("racks", "rack", x.Name),
		Units:  useCell(x.Units, func(v int64) string { return units.RackUnits(v).String() }),
		Power:  useCell(x.Power, thousandth),
		Weight: useCell(x.Weight, func(v int64) string { return units.Mass(v).Kilograms() }),
		Ports:  useCell(x.Ports, func(v int64) string { return strconv.FormatInt(v, 10) }),
	}
}

// thousandth is watts in kW with one digit, rounded up: needs round up.
func thousandth(watts int64) string {
	tenths := (watts + 99) / 100
	return strconv.FormatInt(tenths/10, 10) + "." + strconv.FormatInt(tenths%10, 10)
}

// useCell is a figure against its limit.
func useCell(u planner.Use, text func(int64) string) templates.UseCell {
	c := templates.UseCell{Text: grouped(text(u.Used))}
	if u.Limit >= 0 {
		c.Text += " of " + grouped(text(u.Limit))
		c.Over = u.Used > u.Limit
		if u.Limit > 0 {
			c.Bar, c.Used, c.Limit = true, strconv.FormatInt(u.Used, 10), strconv.FormatInt(u.Limit, 10)
		}
	}
	if u.Unknown > 0 {
		c.Unknown = "and " + number(u.Unknown) + " without a figure"
	}
	return c
}
