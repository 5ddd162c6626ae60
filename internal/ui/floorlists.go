package ui

import (
	"cmp"
	"fmt"
	"strconv"

	"lengthwise/internal/drawing"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// How much the tables of the floor list at once.
const (
	shownFloorRacks = 200
	shownFloorTrays = 200
	shownFloorRows  = 200
)

// A floorRowPlace is a row with its defaults filled in (plan format, Defaults).
type floorRowPlace struct {
	plan.Row
	x, y, pitch units.Length
	faces, runs string
}

func effectiveRow(r *plan.Row) floorRowPlace {
	e := floorRowPlace{Row: *r, pitch: 600 * units.Millimetre, faces: cmp.Or(r.Faces, "south")}
	if r.X != nil {
		e.x = *r.X
	}
	if r.Y != nil {
		e.y = *r.Y
	}
	if r.Pitch != nil {
		e.pitch = *r.Pitch
	}
	e.runs = "east"
	if e.faces == "east" || e.faces == "west" {
		e.runs = "north"
	}
	e.runs = cmp.Or(r.Runs, e.runs)
	return e
}

// tables are the racks, trays and rows of the floor.
func (v *floorView) tables() []templates.FloorTable {
	if len(v.o.result.Racks) == 0 && len(v.o.checked.Document.Site.Rows) == 0 && len(v.o.result.Trays) == 0 {
		return nil
	}
	return []templates.FloorTable{v.rackTable(), v.trayTable(), v.rowTable()}
}

// rackTable lists the racks with their places and what they hold: of the row
// that is looked at, else all.
func (v *floorView) rackTable() templates.FloorTable {
	t := templates.FloorTable{ID: "racks", Title: "Racks"}
	g := templates.Grid{ID: "floor-racks", Caption: "South-west corner of each rack, its size, and what it holds of its limit",
		Heads: heads("Rack", "Row", "#Position", "Square", "#East, m", "#North, m", "#Size, m", "Front to the", "#U", "#kW")}
	var places []*drawing.Place
	for i := range v.hall.Places() {
		if k := &v.hall.Places()[i]; v.look != drawing.LookRow || k.Row == v.row {
			places = append(places, k)
		}
	}
	if v.look == drawing.LookRow {
		t.Title = "Racks of row " + v.row
	}
	from, _ := whole("from", v.asked.Get("from"), len(places)) // out of range: from the first
	from -= from % shownFloorRacks
	if from >= len(places) {
		from = 0
	}
	last := min(from+shownFloorRacks, len(places))
	grid, rackURL, rowURL := v.hall.Grid(), v.picker("rack"), v.picker("row")
	for _, k := range places[from:last] {
		g.Rows = append(g.Rows, v.rackRow(k, grid, rackURL, rowURL))
	}
	if len(places) > shownFloorRacks {
		t.Note = fmt.Sprintf("Racks %s to %s of %s, row by row.", number(from+1), number(last), number(len(places)))
		if from > 0 {
			t.Pages = append(t.Pages, templates.Tab{Text: "Previous", URL: v.with("from", strconv.Itoa(max(0, from-shownFloorRacks))) + "#racks"})
		}
		if last < len(places) {
			t.Pages = append(t.Pages, templates.Tab{Text: "Next", URL: v.with("from", strconv.Itoa(last)) + "#racks"})
		}
	}
	t.Grid = g
	return t
}

func (v *floorView) rackRow(k *drawing.Place, grid drawing.Grid, rackURL, rowURL func(string) string) templates.GridRow {
	row := v.o.rackRow(k.Use)
	cells := words(k.Name, "–", "–", "–", "–", "–", "–", "–", row.Units.Text, row.Power.Text)
	cells[0].URL = rackURL(k.Name)
	if k.Row != "" {
		cells[1] = templates.GridCell{Text: k.Row, URL: rowURL(k.Row)}
		cells[2].Text = strconv.Itoa(k.Position)
	}
	if f := &k.Use.Floor; f.Placed {
		cells[3].Text = grid.Square(f.X, f.Y)
		cells[4].Text, cells[5].Text = millimetres(f.X), millimetres(f.Y)
		cells[6].Text, cells[7].Text = millimetres(f.DX)+" × "+millimetres(f.DY), f.Faces
	}
	cells[9].Note = row.Power.Unknown
	if row.Units.Over {
		cells[8].Mark = "error"
	}
	if row.Power.Over {
		cells[9].Mark = "error"
	}
	return templates.GridRow{Cells: cells, Strong: k.Name == v.rack}
}

// trayTable lists the trays, each by its fullest stretch.
func (v *floorView) trayTable() templates.FloorTable {
	g := templates.Grid{ID: "floor-trays", Caption: fmt.Sprintf("Trays by their fullest stretch; the limit is %d %% of the cross-section", v.fill()),
		Heads: heads("Tray", "#From east, m", "#north, m", "#To east, m", "#north, m", "#Height, m", "#Cables", "#Filled", "#kg per metre", "#Limit, kg per metre")}
	trays := 0
	drawing.Fullest(v.o.result.Trays, func(all []planner.TrayUse, most *planner.TrayUse) {
		if trays++; trays <= shownFloorTrays {
			g.Rows = append(g.Rows, v.trayRow(&all[0], &all[len(all)-1], most))
		}
	})
	g.More = more(trays, shownFloorTrays, "tray")
	t := templates.FloorTable{ID: "trays", Title: "Trays", Grid: g}
	switch {
	case trays == 0:
		t.Note = "There are no trays."
	case len(v.o.checked.Document.Site.Trays) == 0:
		t.Note = "The plan writes no trays, so these are the default ones: over each row and across both ends."
	}
	return t
}

func (v *floorView) trayRow(from, to, most *planner.TrayUse) templates.GridRow {
	row := templates.GridRow{Strong: from.Name == v.tray, Cells: words(from.Name, millimetres(from.FromX), millimetres(from.FromY),
		millimetres(to.ToX), millimetres(to.ToY), millimetres(from.Height), number(most.Cables), "", "", "–")}
	row.Cells[0].URL = v.pick("tray", from.Name)
	row.Cells[7], row.Cells[8] = v.filled(most), weighs(most)
	if most.MaxWeight > 0 {
		row.Cells[9].Text = kilograms(most.MaxWeight)
	}
	return row
}

// filled is how full a stretch is, marked where that is above the limit.
func (v *floorView) filled(t *planner.TrayUse) templates.GridCell {
	c := templates.GridCell{Text: drawing.TrayFill(t)}
	if t.Capacity == 0 {
		c.Text = "no width and depth"
	}
	if drawing.FloorStep(t.Area, t.Capacity, v.fill()) > 4 {
		c.Mark = "warning"
	}
	return c
}

// weighs is what a metre of a stretch weighs, marked where that is above its
// limit.
func weighs(t *planner.TrayUse) templates.GridCell {
	c := templates.GridCell{Text: kilograms(t.Weight)}
	if !t.WeightKnown {
		c.Text = "at least " + c.Text
	}
	if t.MaxWeight > 0 && t.Weight > t.MaxWeight {
		c.Mark = "warning"
	}
	return c
}

// kilograms is milligrams in kilograms to the gram, rounded up.
func kilograms(mg int64) string { return metres((mg + 999) / 1000) }

// rowTable lists the rows.
func (v *floorView) rowTable() templates.FloorTable {
	g := templates.Grid{ID: "floor-rows", Caption: "Rows by the corner their first rack stands at",
		Heads: heads("Row", "#East, m", "#North, m", "#Pitch, m", "Front to the", "Positions run", "#Side pass", "#Racks")}
	racks := map[string]int{}
	for i := range v.hall.Places() {
		racks[v.hall.Places()[i].Row]++
	}
	rows := v.o.checked.Document.Site.Rows
	for i := range rows[:min(len(rows), shownFloorRows)] {
		r := effectiveRow(&rows[i])
		pass := 0
		if r.SidePass != nil {
			pass = *r.SidePass
		}
		cells := words(r.Name, millimetres(r.x), millimetres(r.y), millimetres(r.pitch), r.faces, r.runs, strconv.Itoa(pass), number(racks[r.Name]))
		cells[0].URL = v.pick("row", r.Name)
		g.Rows = append(g.Rows, templates.GridRow{Cells: cells, Strong: r.Name == v.row})
	}
	g.More = more(len(rows), shownFloorRows, "row")
	t := templates.FloorTable{ID: "rows", Title: "Rows", Grid: g}
	if len(rows) == 0 {
		t.Note = "There are no rows; racks stand by their coordinates."
	}
	return t
}
