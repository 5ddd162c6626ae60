package ui

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/svg"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

func (u *UI) floorRoutes(r chi.Router) {
	r.Get("/floor", u.page(u.floor))
	for name, h := range map[string]handler{
		"rack": u.floorRack, "rack/add": u.floorAddRack, "rack/remove": u.floorRemoveRack,
		"row": u.floorRow, "row/add": u.floorAddRow, "row/remove": u.floorRemoveRow,
		"tray": u.floorTray, "tray/add": u.floorAddTray, "tray/remove": u.floorRemoveTray, "trays/write": u.floorWriteTrays,
	} {
		r.Post("/floor/"+name, u.page(h))
		r.Get("/floor/"+name, func(w http.ResponseWriter, r *http.Request) { to(planURL(chi.URLParam(r, "id"))+"/floor")(w, r) })
	}
}

// A floorView is a request for the floor: ?by= what colours stand for, ?look=
// what part is shown, ?rack=, ?tray=, ?row= or ?link= what is selected, ?add=
// what is added.
type floorView struct {
	view
	hall                           *drawing.Hall
	by, look, rack, row, tray, add string
	link                           *planner.Link
	runs                           []drawing.RackRuns
	placed                         int
}

func (u *UI) floor(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	v, err := newFloorView(o, r)
	if err != nil {
		return err
	}
	p := v.page()
	f, h := u.planFrame(r, o, "floor", "Floor")
	return u.show(w, r, templates.Floor(f, h, p), templates.FloorPart(p))
}

func newFloorView(o *opened, r *http.Request) (*floorView, error) {
	asked := r.URL.Query()
	asked.Del(doneKey) // the next address tells of nothing saved
	v := &floorView{
		view: view{o: o, name: "floor", asked: asked}, hall: drawing.NewHall(o.checked.Document, o.result), by: asked.Get("by"), look: asked.Get("look"),
		rack: asked.Get("rack"), row: asked.Get("row"), tray: asked.Get("tray"), add: asked.Get("add"),
	}
	if v.by == "" {
		v.by = drawing.ByPower
	}
	if !slices.Contains(drawing.FloorColours, v.by) {
		return nil, badRequest("by %q is not known; racks are coloured by %s", clip(v.by), strings.Join(drawing.FloorColours, ", "))
	}
	if v.add != "" && !slices.Contains([]string{"rack", "row", "tray"}, v.add) {
		return nil, badRequest("add %q is not known; add a rack, a row or a tray", clip(v.add))
	}
	for i := range o.result.Racks {
		if o.result.Racks[i].Floor.Placed {
			v.placed++
		}
	}
	return v, v.choose(asked.Get("link"))
}

// choose finds what is selected.
func (v *floorView) choose(link string) error {
	missing := func(what, name string) error {
		return fmt.Errorf("%s %q in revision %d: %w; the tables of the floor have those there are", what, clip(name), v.o.revision.Number, app.ErrNotFound)
	}
	var err error
	if v.link, err = v.o.litLink(link); err != nil {
		return err
	}
	switch at := v.hall.Find(v.rack); {
	case v.rack != "" && at < 0:
		return missing("rack", v.rack)
	case v.rack != "" && v.row == "":
		v.row = v.hall.Places()[at].Row
	}
	if v.row != "" && v.rowAt(v.row) < 0 {
		return missing("row", v.row)
	}
	if v.tray != "" && v.trayUse(v.tray) == nil {
		return missing("tray", v.tray)
	}
	switch v.look {
	case drawing.LookFit:
	case "":
		v.look = drawing.LookFit
	case drawing.LookRow, drawing.LookRack:
		if v.look == drawing.LookRow && v.row == "" || v.look == drawing.LookRack && v.rack == "" { // none is selected
			v.look = drawing.LookFit
		}
	default:
		return badRequest("look %q is not known; look at fit, row or rack", clip(v.look))
	}
	switch {
	case v.rack != "":
		v.runs = v.hall.RunsAt(v.rack)
	case v.tray != "":
		v.runs = v.hall.RunsOver(v.tray)
	}
	return nil
}

// rowAt is the place of a row in the document, -1 where none has the name.
func (v *floorView) rowAt(name string) int {
	return slices.IndexFunc(v.o.checked.Document.Site.Rows, func(r plan.Row) bool { return r.Name == name })
}

// trayUse is the first stretch of a tray; nil: there is no such tray.
func (v *floorView) trayUse(name string) *planner.TrayUse {
	at := slices.IndexFunc(v.o.result.Trays, func(t planner.TrayUse) bool { return t.Name == name })
	if at < 0 {
		return nil
	}
	return &v.o.result.Trays[at]
}

// pick is the address that selects one thing and nothing else.
func (v *floorView) pick(pairs ...string) string {
	return v.with(append([]string{"rack", "", "tray", "", "link", "", "add", "", "row", "", "from", ""}, pairs...)...)
}

// picker is pick for many of one kind: what they share is put together once.
func (v *floorView) picker(key string) func(name string) string {
	begin := v.pick()
	if strings.Contains(begin, "?") {
		begin += "&" + key + "="
	} else {
		begin += "?" + key + "="
	}
	return func(name string) string { return begin + url.QueryEscape(name) }
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

// page is the page below its head.
func (v *floorView) page() templates.FloorPage {
	o := v.o
	p := templates.FloorPage{
		URL: o.url + "/floor", Base: strconv.Itoa(o.revision.Number), Here: v.with(), Written: len(o.checked.Document.Site.Trays) > 0,
	}
	switch {
	case o.older:
		p.Older = "This is an older revision; restore it to change its floor."
	case !o.plan.Deleted.IsZero():
		p.Older = "The plan is deleted; bring it back to change its floor."
	}
	for _, x := range []struct{ word, text string }{{"rack", "Add racks"}, {"row", "Add a row"}, {"tray", "Add a tray"}} {
		p.Add = append(p.Add, templates.Tab{Text: x.text, URL: v.pick("add", x.word), Current: v.add == x.word})
	}
	p.Form = v.addForm()
	if v.placed == 0 {
		p.Empty = "No rack of the plan has a row or coordinates, so there is no floor to draw. Begin with a row and the racks in it."
		if p.Form == nil && p.Older == "" {
			form := v.addRowForm()
			p.Form = &form
		}
	} else {
		v.draw(&p)
	}
	p.Chosen = v.chosen()
	if v.link != nil && (v.link.Route == nil || !v.link.Route.Known) {
		p.Missing = noRoute(v.link)
	}
	if p.Older != "" {
		p.Form, p.Add = nil, nil
		if p.Chosen != nil {
			p.Chosen.Forms = nil
		}
	}
	p.Tables = v.tables()
	return p
}

// draw draws what is looked at, and says how else one can look.
func (v *floorView) draw(p *templates.FloorPage) {
	o := v.o
	floor := drawing.NewFloor(v.hall, drawing.FloorOptions{
		By: v.by, Fill: v.fill(), Look: v.look, Link: v.link, Rack: v.rack, Row: v.row, Tray: v.tray, Runs: v.runs,
		RackHref: v.picker("rack"),
		RowHref:  func(name string) string { return v.pick("row", name, "look", drawing.LookRow) },
		TrayHref: v.picker("tray"),
	})
	p.Drawing, p.Said = string(svg.FloorBytes(floor, svg.Options{})), floor.Said
	p.Download = templates.Download{Name: "floor.svg", URL: o.to("export/floor.svg")}
	p.Facts = v.facts()
	colours := templates.Choices{Name: "Colour by"}
	for _, x := range []struct{ word, text string }{
		{drawing.ByPower, "power"}, {drawing.ByUnits, "free units"}, {drawing.ByRun, "longest run"}, {drawing.ByStatus, "worst status"},
	} {
		colours.All = append(colours.All, templates.Tab{Text: x.text, URL: v.with("by", x.word), Current: x.word == v.by})
	}
	looks := templates.Choices{Name: "Look at", All: []templates.Tab{{Text: "whole floor", URL: v.with("look", ""), Current: v.look == drawing.LookFit}}}
	if v.row != "" {
		looks.All = append(looks.All, templates.Tab{Text: "row " + v.row, URL: v.with("look", drawing.LookRow, "row", v.row), Current: v.look == drawing.LookRow})
	}
	if v.rack != "" {
		looks.All = append(looks.All, templates.Tab{Text: "rack " + v.rack, URL: v.with("look", drawing.LookRack), Current: v.look == drawing.LookRack})
	}
	p.Choices = []templates.Choices{colours, looks}
	p.Hall = v.rowsForScript()
	rows := o.checked.Document.Site.Rows
	if len(rows) > 1 {
		p.Rows = append(p.Rows, templates.Option{Text: "choose"})
		for i := range rows {
			p.Rows = append(p.Rows, templates.Option{Value: rows[i].Name, Text: rows[i].Name, Chosen: rows[i].Name == v.row})
		}
		p.RowForm = []templates.Pair{{Name: "by", Value: v.by}, {Name: "look", Value: drawing.LookRow}}
		if o.older {
			p.RowForm = append(p.RowForm, templates.Pair{Name: "rev", Value: strconv.Itoa(o.revision.Number)})
		}
	}
}

// fill is the limit of trays in percent.
func (v *floorView) fill() int { return v.o.checked.Document.Settings.Effective().TrayFill }

// facts are the floor in numbers, each with what is behind it.
func (v *floorView) facts() []templates.Fact {
	o := v.o
	rows := len(o.checked.Document.Site.Rows)
	out := []templates.Fact{{Number: number(v.placed), Words: fmt.Sprintf("%s in %s", plural(v.placed, "rack"), counted(rows, "row")), URL: "#racks"}}
	overlaps := 0
	for i := range o.result.Findings {
		if o.result.Findings[i].Code == "rack-overlap" {
			overlaps++
		}
	}
	if overlaps > 0 {
		out = append(out, templates.Fact{Mark: "error", Number: number(overlaps), Words: plural(overlaps, "rack") + " in the place of another", URL: o.to("findings", "code", "rack-overlap")})
	}
	if n := len(o.result.Racks) - v.placed; n > 0 {
		out = append(out, templates.Fact{Mark: "warning", Number: number(n), Words: plural(n, "rack") + " without a place", URL: "#racks"})
	}
	var full *planner.TrayUse
	drawing.Fullest(o.result.Trays, func(_ []planner.TrayUse, most *planner.TrayUse) {
		if full == nil || drawing.Fuller(most, full) {
			full = most
		}
	})
	if full != nil && full.Cables > 0 {
		words := "in the fullest tray, " + full.Name
		fact := templates.Fact{Number: drawing.TrayFill(full), Words: words, URL: v.pick("tray", full.Name)}
		if full.Capacity > 0 {
			fact.Number += fmt.Sprintf(" of %d %%", v.fill())
		}
		if drawing.FloorStep(full.Area, full.Capacity, v.fill()) > 4 {
			fact.Mark = "warning"
		}
		out = append(out, fact)
	}
	if l := o.longest(); l != nil {
		out = append(out, templates.Fact{Number: metres(l.Run.CeilMM()), Words: "m longest run", URL: v.pick("link", l.ID)})
	}
	return out
}

// longest is the first link with the longest run of the plan; nil: no run is
// known.
func (o *opened) longest() *planner.Link {
	most := o.result.Summary.LongestRun
	at := slices.IndexFunc(o.result.Links, func(l planner.Link) bool { return l.RunKnown && l.Run == most })
	if most == 0 || at < 0 {
		return nil
	}
	return &o.result.Links[at]
}

// maxScriptRows bounds the rows a script knows of; racks are moved into others
// by the form.
const maxScriptRows = 500

// rowsForScript are the rows as the script that moves racks reads them: whole
// millimetres.
func (v *floorView) rowsForScript() string {
	type row struct {
		Name  string `json:"name"`
		X     int64  `json:"x"`
		Y     int64  `json:"y"`
		Pitch int64  `json:"pitch"`
		Faces string `json:"faces"`
		Runs  string `json:"runs"`
	}
	all := []row{}
	rows := v.o.checked.Document.Site.Rows
	for i := range rows[:min(len(rows), maxScriptRows)] {
		r := effectiveRow(&rows[i])
		all = append(all, row{r.Name, wholeMM(r.x), wholeMM(r.y), wholeMM(r.pitch), r.faces, r.runs})
	}
	text, err := json.Marshal(all)
	if err != nil {
		return "[]" // names and numbers can be written
	}
	return string(text)
}

// wholeMM is a length to the nearest millimetre.
func wholeMM(l units.Length) int64 {
	n := int64((l.Abs() + units.Millimetre/2) / units.Millimetre)
	if l < 0 {
		return -n
	}
	return n
}

// millimetres is a length in metres to the millimetre, rounded to the nearest.
func millimetres(l units.Length) string { return metres(wholeMM(l)) }
