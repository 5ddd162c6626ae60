package ui

import (
	"fmt"
	"net/http"
	"slices"

	"lengthwise/internal/app"
	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/svg"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// How much the tables of the floor list.
const (
	shownFloorRacks = 200
	shownFloorTrays = 100
)

// floor draws the hall from above: ?by= what colours stand for, ?link= whose
// route is lit.
func (u *UI) floor(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	asked := r.URL.Query()
	v := view{o: o, name: "floor", asked: asked}
	by := asked.Get("by")
	if by == "" {
		by = drawing.ByPower
	}
	if by != drawing.ByPower && by != drawing.ByUnits {
		return badRequest("by %q is not known; racks are coloured by power or units", clip(by))
	}
	var p templates.FloorPage
	lit, err := o.litLink(asked.Get("link"))
	if err != nil {
		return err
	}
	if lit != nil {
		p.Route = o.floorRoute(lit, v.with("link", ""))
		if lit.Route == nil || !lit.Route.Known {
			p.Missing = noRoute(lit)
		}
	}
	if !slices.ContainsFunc(o.result.Racks, func(k planner.RackUse) bool { return k.Floor.Placed }) {
		p.Empty = "No rack of the plan has a row or coordinates, so there is no floor to draw. Write rows under site, or x and y of the racks."
	} else {
		o.drawFloor(&p, v, by, lit)
	}
	f, h := u.planFrame(r, o, "floor", "Floor")
	return write(r.Context(), w, http.StatusOK, templates.Floor(f, h, p))
}

// litLink is the link of an id; nil where none is asked for.
func (o *opened) litLink(id string) (*planner.Link, error) {
	if id == "" {
		return nil, nil
	}
	at := slices.IndexFunc(o.result.Links, func(l planner.Link) bool { return l.ID == id })
	if at < 0 {
		return nil, fmt.Errorf("link %q in revision %d: %w; list the links and search", clip(id), o.revision.Number, app.ErrNotFound)
	}
	return &o.result.Links[at], nil
}

// floorRoute is the way of a link, part by part.
func (o *opened) floorRoute(l *planner.Link, closeURL string) *templates.FloorRoute {
	row := o.linkRow(l, 0)
	p := &templates.FloorRoute{Title: l.A.String() + " to " + l.B.String(), URL: row.URL, Mark: row.Mark, Word: row.Word, CloseURL: closeURL}
	p.Segments = templates.Grid{ID: "floor-segments", Caption: "Parts of the way, from end A to end B; they add up to the run", Heads: heads("Part of the way", "#mm")}
	for _, s := range segments(l) {
		p.Segments.Rows = append(p.Segments.Rows, templates.GridRow{Cells: words(s.Name, grouped(fmt.Sprint(s.MM)))})
	}
	if l.RunKnown {
		run := l.Run.CeilMM()
		p.Said = orMore("Run", l.RunAtLeast) + " " + metres(run) + " m"
		p.Segments.Rows = append(p.Segments.Rows, templates.GridRow{Strong: true, Cells: words(orMore("Run", l.RunAtLeast), grouped(fmt.Sprint(run)))})
		p.Said += ", " + metres(l.Required) + " m needed with slack"
		if l.Limit >= 0 {
			p.Said += ", limit " + metres(l.Limit) + " m"
		}
		p.Said += "."
	}
	return p
}

// drawFloor draws the hall and lists what stands and lies in it.
func (o *opened) drawFloor(p *templates.FloorPage, v view, by string, lit *planner.Link) {
	fill := o.checked.Document.Settings.Effective().TrayFill
	floor := drawing.NewFloor(drawing.NewHall(o.checked.Document, o.result), drawing.FloorOptions{By: by, Fill: fill, Link: lit,
		RackHref: func(name string) string { return o.to("racks", "rack", name) },
		RowHref:  func(name string) string { return o.to("racks", "row", name) },
	})
	p.Drawing, p.Said = string(svg.FloorBytes(floor, svg.Options{})), floor.Said
	p.Download = templates.Download{Name: "floor.svg", URL: o.to("export/floor.svg")}
	choice := templates.Choices{Name: "Colour of racks"}
	for _, x := range []struct{ word, text string }{{drawing.ByPower, "power"}, {drawing.ByUnits, "units"}} {
		choice.All = append(choice.All, templates.Tab{Text: x.text, URL: v.with("by", x.word), Current: x.word == by})
	}
	p.Choices = []templates.Choices{choice}
	p.Racks, p.Trays = o.floorRacks(), o.floorTrays(fill)
}

// floorRacks lists the racks with their places and what they hold.
func (o *opened) floorRacks() templates.Grid {
	all := o.result.Racks
	g := templates.Grid{ID: "floor-racks", Caption: "South-west corner of each rack, its size, and what it holds of its limit",
		Heads: heads("Rack", "#East, m", "#North, m", "#Size, m", "Front to the", "#U", "#kW"), More: more(len(all), shownFloorRacks, "rack")}
	for i := range all[:min(len(all), shownFloorRacks)] {
		k := &all[i]
		row := o.rackRow(k)
		cells := []templates.GridCell{{Text: k.Name, URL: row.URL}, {Text: "–"}, {Text: "–"}, {Text: "–"}, {Text: "–"}, {Text: row.Units.Text}, {Text: row.Power.Text}}
		if f := &k.Floor; f.Placed {
			cells[1].Text, cells[2].Text = millimetres(f.X), millimetres(f.Y)
			cells[3].Text, cells[4].Text = millimetres(f.DX)+" × "+millimetres(f.DY), f.Faces
		}
		if row.Units.Over {
			cells[5].Mark = "error"
		}
		if row.Power.Over {
			cells[6].Mark = "error"
		}
		g.Rows = append(g.Rows, templates.GridRow{Cells: cells})
	}
	return g
}

// millimetres is a length in metres to the millimetre, rounded to the nearest.
func millimetres(l units.Length) string {
	mm := (l.Abs() + units.Millimetre/2) / units.Millimetre
	if l < 0 {
		mm = -mm
	}
	return metres(int64(mm))
}

// floorTrays lists the trays, each by its fullest stretch.
func (o *opened) floorTrays(fill int) templates.Grid {
	g := templates.Grid{ID: "floor-trays", Caption: fmt.Sprintf("Trays by their fullest stretch; the limit is %d %% of the cross-section", fill),
		Heads: heads("Tray", "#From east, m", "#north, m", "#To east, m", "#north, m", "#Height, m", "#Cables", "#Filled", "#kg per metre")}
	all, trays := o.result.Trays, 0
	for first := 0; first < len(all); {
		last, most := first, first
		for ; last < len(all) && all[last].Name == all[first].Name; last++ {
			if all[last].Area > all[most].Area || all[last].Area == all[most].Area && all[last].Cables > all[most].Cables {
				most = last
			}
		}
		if trays++; trays <= shownFloorTrays {
			g.Rows = append(g.Rows, trayRow(&all[first], &all[last-1], &all[most], fill))
		}
		first = last
	}
	g.More = more(trays, shownFloorTrays, "tray")
	if trays == 0 {
		g.More = "There are no trays."
	}
	return g
}

func trayRow(from, to, most *planner.TrayUse, fill int) templates.GridRow {
	filled := templates.GridCell{Text: drawing.TrayFill(most)}
	if most.Capacity == 0 {
		filled.Text = "no width and depth"
	}
	if drawing.FloorStep(most.Area, most.Capacity, fill) > 4 {
		filled.Mark = "warning"
	}
	weight := metres((most.Weight + 999) / 1000) // grams, as thousandths of a kilogram
	if !most.WeightKnown {
		weight = "at least " + weight
	}
	row := templates.GridRow{Cells: words(from.Name, millimetres(from.FromX), millimetres(from.FromY), millimetres(to.ToX), millimetres(to.ToY),
		millimetres(from.Height), number(most.Cables), "", weight)}
	row.Cells[7] = filled
	return row
}
