package ui

import (
	"fmt"
	"strconv"
	"strings"

	"lengthwise/internal/drawing"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// How much is listed of what is selected.
const (
	shownRuns      = 200
	shownTrayLinks = 100
)

// chosen is what is selected; nil: nothing is.
func (v *floorView) chosen() *templates.FloorChosen {
	var c *templates.FloorChosen
	switch {
	case v.link != nil:
		c = v.chosenLink()
	case v.rack != "":
		c = v.chosenRack()
	case v.tray != "":
		c = v.chosenTray()
	case v.row != "" && v.add == "":
		c = v.chosenRow()
	default:
		return nil
	}
	c.CloseURL = v.pick("look", "")
	return c
}

// chosenLink is the way of a link, part by part.
func (v *floorView) chosenLink() *templates.FloorChosen {
	l := v.link
	row := v.o.linkRow(l)
	c := &templates.FloorChosen{Kind: "route", Title: "Route of " + l.A.String() + " to " + l.B.String(), Mark: row.Mark, Word: row.Word,
		Links: []templates.Tab{{Text: "All of the link", URL: row.URL}}}
	for _, rack := range []string{l.A.Device.Rack, l.B.Device.Rack} {
		if rack != "" && v.hall.Find(rack) >= 0 && (rack != l.A.Device.Rack || len(c.Links) == 1) {
			c.Links = append(c.Links, templates.Tab{Text: "Rack " + rack, URL: v.pick("rack", rack)})
		}
	}
	if !l.RunKnown {
		return c
	}
	g := templates.Grid{ID: "floor-segments", Caption: "Parts of the way, numbered as in the drawing; they add up to the run", Heads: heads("Part of the way", "#mm")}
	for i, s := range segments(l) {
		g.Rows = append(g.Rows, templates.GridRow{Cells: words(fmt.Sprintf("%d: %s", i+1, s.Name), grouped(fmt.Sprint(s.MM)))})
	}
	run := l.Run.CeilMM()
	g.Rows = append(g.Rows, templates.GridRow{Strong: true, Cells: words(orMore("Run", l.RunAtLeast), grouped(fmt.Sprint(run)))})
	c.Tables = []templates.Grid{g}
	c.Said = orMore("Run", l.RunAtLeast) + " " + metres(run) + " m, " + metres(l.Required) + " m needed with slack"
	if l.Limit >= 0 {
		c.Said += ", limit " + metres(l.Limit) + " m"
	}
	c.Said += "."
	return c
}

// chosenRack is a rack with its runs.
func (v *floorView) chosenRack() *templates.FloorChosen {
	place := &v.hall.Places()[v.hall.Find(v.rack)]
	use := place.Use
	c := &templates.FloorChosen{Kind: "rack", Title: "Rack " + v.rack, Links: []templates.Tab{
		{Text: "Elevation", URL: v.o.to("racks", "rack", v.rack)}, {Text: "Links", URL: v.o.to("links", "rack", v.rack)},
	}}
	row := v.o.rackRow(use)
	var f facts
	if place.Row != "" {
		f.add("Stands in", fmt.Sprintf("row %s, position %d", place.Row, place.Position))
	}
	if p := &use.Floor; p.Placed {
		f.add("Corner", fmt.Sprintf("%s m east, %s m north, square %s", millimetres(p.X), millimetres(p.Y), v.hall.Grid().Square(p.X, p.Y)))
		f.add("Size", fmt.Sprintf("%s × %s m, %d U", millimetres(p.DX), millimetres(p.DY), place.Units))
		f.add("Front to the", p.Faces)
	}
	f.add("Units", row.Units.Text+" U")
	f.add("Power", measured(row.Power, "kW"))
	f.add("Weight", measured(row.Weight, "kg"))
	f.add("Ports", row.Ports.Text)
	c.Facts = f
	links, status := 0, drawing.None
	for i := range v.runs {
		links += v.runs[i].Links
		status = max(status, v.runs[i].Status)
	}
	c.Mark, c.Word = markOf(status), statusText(status)
	c.Notes = v.notes("racks[", v.rack)
	switch {
	case links == 0:
		c.Said = "No link ends in this rack."
	case len(v.runs) == 1 && v.runs[0].B == v.rack:
		c.Said = counted(links, "link") + " inside the rack."
	default:
		c.Said = fmt.Sprintf("%s to %s, the longest run first.", counted(links, "link"), counted(len(v.runs), "rack"))
	}
	if links > 0 {
		c.Tables = []templates.Grid{v.runTable("floor-runs", "Runs of the rack; the drawing shows the longest to each", v.runs, true)}
	}
	c.Forms = v.rackForms(place)
	return c
}

// measured is a figure against its limit, and how many devices have none.
func measured(c templates.UseCell, unit string) string {
	text := c.Text + " " + unit
	if c.Unknown != "" {
		text += " " + c.Unknown
	}
	return text
}

// statusText is what a status of a drawing is called.
func statusText(s drawing.Status) string {
	return map[drawing.Status]string{drawing.OK: "OK", drawing.Warning: "Warning", drawing.Unknown: "Unknown", drawing.Error: "Error"}[s]
}

// runTable lists links by the racks at their ends. From one rack only the far
// one is named.
func (v *floorView) runTable(id, caption string, runs []drawing.RackRuns, one bool) templates.Grid {
	g := templates.Grid{ID: id, Caption: caption, Heads: heads("Racks", "#Links", "#Shortest, m", "#Longest, m", "Worst"), More: more(len(runs), shownRuns, "pair")}
	if one {
		g.Heads[0].Text = "To rack"
	}
	for i := range runs[:min(len(runs), shownRuns)] {
		r := &runs[i]
		name := rackOrNone(r.A) + " to " + rackOrNone(r.B)
		switch {
		case r.A == r.B:
			name = "inside " + rackOrNone(r.A)
		case one:
			name = rackOrNone(r.B)
		}
		cells := words(name, number(r.Links), "–", "not known", statusText(r.Status))
		if one && r.B != "" && r.B != r.A && v.hall.Find(r.B) >= 0 {
			cells[0].URL = v.pick("rack", r.B)
		}
		if r.Known > 0 {
			cells[2].Text, cells[3].Text = metres(r.Least.CeilMM()), metres(r.Most.CeilMM())
			cells[3].URL = v.pick("link", r.Longest.ID)
			if r.AtLeast {
				cells[3].Text = "at least " + cells[3].Text
			}
		}
		if n := r.Links - r.Known; n > 0 && r.Known > 0 {
			cells[1].Note = number(n) + " without a known run"
		}
		if r.Status > drawing.OK {
			cells[4].Mark = markOf(r.Status)
		}
		g.Rows = append(g.Rows, templates.GridRow{Cells: cells})
	}
	return g
}

func rackOrNone(name string) string {
	if name == "" {
		return "no rack"
	}
	return name
}

// notes are the findings about one thing of the document.
func (v *floorView) notes(path, subject string) []templates.Place {
	var out []templates.Place
	for i := range v.o.result.Findings {
		f := &v.o.result.Findings[i]
		if f.Subject == subject && strings.HasPrefix(f.Path, path) && f.Severity != plan.Info {
			out = append(out, templates.Place{Mark: severityMark(f.Severity), Message: sentence(f.Message), Fix: sentence(f.Fix)})
		}
	}
	return out
}

// chosenTray is a tray with what lies in it.
func (v *floorView) chosenTray() *templates.FloorChosen {
	c := &templates.FloorChosen{Kind: "tray", Title: "Tray " + v.tray}
	g := templates.Grid{ID: "floor-stretches", Caption: "Stretches between the points where cables join or leave",
		Heads: heads("From, m", "To, m", "#Cables", "#Filled", "#kg per metre")}
	var most *planner.TrayUse
	drawing.Fullest(v.o.result.Trays, func(all []planner.TrayUse, fullest *planner.TrayUse) {
		if fullest.Name != v.tray {
			return
		}
		most = fullest
		for i := range all[:min(len(all), shownFloorTrays)] {
			t := &all[i]
			cells := words(millimetres(t.FromX)+", "+millimetres(t.FromY), millimetres(t.ToX)+", "+millimetres(t.ToY), number(t.Cables), "", "")
			cells[3], cells[4] = v.filled(t), weighs(t)
			g.Rows = append(g.Rows, templates.GridRow{Cells: cells, Strong: t == fullest})
		}
		g.More = more(len(all), shownFloorTrays, "stretch")
	})
	var f facts
	f.add("Height", millimetres(most.Height)+" m")
	f.add("Filled at most", v.filled(most).Text+fmt.Sprintf(", limit %d %%", v.fill()))
	weight := weighs(most).Text + " kg per metre"
	if most.MaxWeight > 0 {
		weight += ", limit " + kilograms(most.MaxWeight)
	}
	f.add("Weighs at most", weight)
	if most.Estimate {
		f.add("Rests on", "averages of the kind of cable")
	}
	c.Facts = f
	switch {
	case drawing.FloorStep(most.Area, most.Capacity, v.fill()) > 4:
		c.Mark, c.Word = "warning", "Overfull"
	case most.MaxWeight > 0 && most.Weight > most.MaxWeight:
		c.Mark, c.Word = "warning", "Too heavy"
	}
	c.Notes = v.notes("site.trays", v.tray)
	links := 0
	for i := range v.runs {
		links += v.runs[i].Links
	}
	c.Said = fmt.Sprintf("%s over it, %s at its fullest.", counted(links, "link"), counted(most.Cables, "cable"))
	c.Tables = []templates.Grid{g}
	if links > 0 {
		c.Tables = append(c.Tables, v.runTable("floor-tray-runs", "Links over the tray by the racks they join", v.runs, false), v.trayLinks(links))
	}
	c.Forms = v.trayForms()
	return c
}

// trayLinks lists the links over the tray.
func (v *floorView) trayLinks(all int) templates.Grid {
	g := templates.Grid{ID: "floor-tray-links", Caption: "Links over the tray", Heads: heads("End A", "End B", "#Run, m", "Status"), More: more(all, shownTrayLinks, "link")}
	for i := range v.o.result.Links {
		l := &v.o.result.Links[i]
		if l.Route == nil || !l.Route.Over(v.tray) {
			continue
		}
		if len(g.Rows) == shownTrayLinks {
			break
		}
		row := v.o.linkRow(l)
		cells := words(l.A.String(), l.B.String(), row.Run, row.Word)
		cells[0].URL = v.pick("link", l.ID)
		cells[3].Mark = row.Mark
		g.Rows = append(g.Rows, templates.GridRow{Cells: cells})
	}
	return g
}

// chosenRow is a row of racks.
func (v *floorView) chosenRow() *templates.FloorChosen {
	r := effectiveRow(&v.o.checked.Document.Site.Rows[v.rowAt(v.row)])
	c := &templates.FloorChosen{Kind: "row", Title: "Row " + v.row, Links: []templates.Tab{{Text: "Elevations", URL: v.o.to("racks", "row", v.row)}}}
	racks, first, last := 0, 0, 0
	var width units.Length
	for i := range v.hall.Places() {
		if k := &v.hall.Places()[i]; k.Row == v.row {
			if racks++; racks == 1 {
				first = k.Position
			}
			last = max(last, k.Position)
			width = max(width, min(k.Use.Floor.DX, k.Use.Floor.DY))
		}
	}
	c.Said = counted(racks, "rack") + "."
	if racks > 0 {
		c.Said = fmt.Sprintf("%s at positions %d to %d.", counted(racks, "rack"), first, last)
	}
	var f facts
	f.add("Begins", fmt.Sprintf("%s m east, %s m north", millimetres(r.x), millimetres(r.y)))
	f.add("Pitch", millimetres(r.pitch)+" m")
	f.add("Front to the", r.faces)
	f.add("Positions run", r.runs)
	if r.SidePass != nil {
		f.add("Side pass", strconv.Itoa(*r.SidePass))
	}
	c.Facts = f
	c.Notes = v.notes("site.rows", v.row)
	c.Forms = v.rowForms(racks)
	return c
}
