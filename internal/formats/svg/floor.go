package svg

import (
	_ "embed"
	"io"
	"strconv"

	"lengthwise/internal/drawing"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// FloorCSS are the rules of a floor plan in a page, as CSS are those of
// elevations.
//
//go:embed floor.css
var FloorCSS string

// FloorBytes is a floor plan as SVG: the grid, racks, trays over them, a lit
// route on top. In a page racks and trays say what they are called and where
// they are, in whole millimetres, for a script that moves them.
func FloorBytes(d *drawing.FloorPlan, o Options) []byte {
	p := &printer{b: make([]byte, 0, 8<<10+700*len(d.Racks)+400*len(d.Trays))}
	if o.Standalone {
		p.raw(`<?xml version="1.0" encoding="UTF-8"?>`, "\n")
	}
	class := "fl"
	if d.Wide {
		class = "fl fl-wide"
	}
	p.raw(`<svg xmlns="http://www.w3.org/2000/svg" class="`, class, `" role="group" data-testid="floor"`)
	p.px("width", d.W).px("height", d.H)
	p.raw(` viewBox="0 0 `).num(d.W).raw(" ").num(d.H).raw(`"`)
	if !o.Standalone && d.Map.Per > 0 {
		p.raw(` data-west="`, mm(d.Map.West), `" data-north="`, mm(d.Map.North), `" data-um="`, strconv.FormatInt(int64(10*d.Map.Per/units.Micrometre), 10), `"`)
	}
	p.raw(` aria-label="`).text(d.Title).raw("\">\n")
	p.raw("<title>").text(d.Title).raw("</title>\n<desc>").text(d.Desc).raw("</desc>\n")
	if o.Standalone {
		p.raw("<style>\n", standalone(FloorCSS), "</style>\n")
		p.raw(`<rect class="fl-paper"`).px("width", d.W).px("height", d.H).raw("/>\n")
	}
	p.floorLines("fl-grid", d.Grid)
	for _, t := range d.Edge {
		p.words("fl-small", t)
	}
	for i := range d.Aisles {
		p.floorAisle(&d.Aisles[i])
	}
	for i := range d.Racks {
		p.floorRack(&d.Racks[i], o)
	}
	for _, t := range d.Rows {
		p.words("fl-row", t)
	}
	for i := range d.Trays {
		p.floorTray(&d.Trays[i], d.TrayWidth, o)
	}
	for i := range d.Runs {
		p.floorLeg("fl-run", "run", &d.Runs[i])
	}
	for i := range d.Route {
		p.floorLeg("fl-route", "leg", &d.Route[i])
	}
	for i := range d.Plates {
		p.floorPlate(&d.Plates[i])
	}
	p.floorFoot(d)
	p.raw("</svg>\n")
	return p.b
}

// mm is a length in millimetres, to the nearest whole one.
func mm(l units.Length) string {
	n := (l.Abs() + units.Millimetre/2) / units.Millimetre
	if l < 0 {
		n = -n
	}
	return strconv.FormatInt(int64(n), 10)
}

// shadeOf is the class of a step.
func shadeOf(step int) string {
	switch {
	case step < 0:
		return "is-none"
	case step > 4:
		return "is-over"
	}
	return "is-" + strconv.Itoa(step)
}

// floorLines prints lines as one path.
func (p *printer) floorLines(class string, lines []drawing.FloorLine) {
	if len(lines) == 0 {
		return
	}
	p.raw(`<path class="`, class, `" d="`)
	for _, l := range lines {
		p.raw("M").num(l.X1).raw(" ").num(l.Y1).raw("L").num(l.X2).raw(" ").num(l.Y2)
	}
	p.raw("\"/>\n")
}

func (p *printer) floorRack(r *drawing.FloorRack, o Options) {
	class := "fl-rack"
	if r.End {
		class += " fl-end"
	}
	if r.Chosen {
		class += " fl-chosen"
	}
	p.begin(class, r.Href, r.Full, "floor-rack", r.End || r.Chosen)
	if !o.Standalone && r.Rack != "" {
		f := &r.Place
		p.raw(` data-rack="`).text(r.Rack).raw(`" data-row="`).text(r.Row).raw(`" data-faces="`, f.Faces)
		p.raw(`" data-at="`, mm(f.X), " ", mm(f.Y), " ", mm(f.DX), " ", mm(f.DY), `"`)
	}
	p.raw(">\n<title>").text(r.Full).raw("</title>\n")
	p.rect("fl-box", r.Box)
	p.rect("fl-shade "+shadeOf(r.Step), r.Box)
	if r.Front.W > 0 {
		p.rect("fl-front", r.Front)
	}
	p.floorLines("fl-tick", r.Ticks)
	if r.Mark.W > 0 {
		p.status(r.Status, r.Mark)
	}
	p.words("fl-name", r.Name)
	p.words("fl-small", r.Value)
	p.close(r.Href)
}

// begin is open without the end of the tag and its title, so that attributes
// can be added.
func (p *printer) begin(class, href, label, testid string, current bool) {
	if href != "" {
		p.raw(`<a class="`, class, `" href="`).text(href).raw(`"`)
	} else {
		p.raw(`<g class="`, class, `" role="group"`)
	}
	p.raw(` aria-label="`).text(label).raw(`"`)
	if current {
		p.raw(` aria-current="true"`)
	}
	p.raw(` data-testid="`, testid, `"`)
}

func (p *printer) floorTray(t *drawing.FloorTray, wide drawing.Px, o Options) {
	class := "fl-stretch"
	if t.Chosen {
		class += " fl-chosen"
	}
	href := t.Href
	if !t.First { // one link a tray
		href = ""
	}
	if href != "" {
		p.begin(class, href, t.Full, "floor-tray", t.Chosen)
	} else {
		p.raw(`<g class="`, class, `"`)
	}
	if !o.Standalone && t.Name != "" {
		p.raw(` data-tray="`).text(t.Name).raw(`"`)
	}
	p.raw("><title>").text(t.Full).raw("</title>")
	for i, class := range []string{"fl-tray", "fl-in", "fl-fill " + shadeOf(t.Step)} {
		width := wide
		if i > 0 {
			width = wide * 7 / 10
		}
		p.raw(`<path class="`, class, `" d="M`).num(t.X1).raw(" ").num(t.Y1).raw("L").num(t.X2).raw(" ").num(t.Y2).raw(`"`)
		p.px("stroke-width", width).raw("/>")
	}
	p.close(href)
}

func (p *printer) floorLeg(class, testid string, l *drawing.FloorLeg) {
	p.raw(`<g class="fl-leg" data-testid="`, testid, `"><title>`).text(l.Full).raw(`</title><path class="`, class, `" d="`)
	for i, at := range l.Points {
		step := "L"
		if i == 0 {
			step = "M"
		}
		p.raw(step).num(at[0]).raw(" ").num(at[1])
	}
	p.raw("\"/></g>\n")
}

func (p *printer) floorPlate(l *drawing.FloorPlate) {
	if l.At.Words == "" {
		return
	}
	class, words := "fl-plate", "fl-small"
	if l.Lit {
		class, words = "fl-routeplate", "fl-label"
	}
	if l.Other {
		class = "fl-runplate"
	}
	p.rect(class, l.Box)
	p.words(words, l.At)
}

// floorAisle prints an arrow of air.
func (p *printer) floorAisle(a *drawing.FloorAisle) {
	class := "fl-air"
	if a.Hot {
		class = "fl-air is-hot"
	}
	const barb = 35
	dx, dy := sign(a.X2-a.X1)*barb, sign(a.Y2-a.Y1)*barb
	p.raw(`<path class="`, class, `" d="M`).num(a.X1).raw(" ").num(a.Y1).raw("L").num(a.X2).raw(" ").num(a.Y2)
	p.raw("M").num(a.X2 - dx - dy).raw(" ").num(a.Y2 - dy - dx).raw("L").num(a.X2).raw(" ").num(a.Y2)
	p.raw("L").num(a.X2 - dx + dy).raw(" ").num(a.Y2 - dy + dx).raw("\"/>\n")
	p.words("fl-small", a.Words)
}

func sign(n drawing.Px) drawing.Px {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

func (p *printer) floorFoot(d *drawing.FloorPlan) {
	if d.Scale.Bar.W == 0 {
		return
	}
	p.rect("fl-bar", d.Scale.Bar)
	p.words("fl-label", d.Scale.Words)
	p.words("fl-head", d.Scale.North)
	for i := range d.Legend {
		k := &d.Legend[i]
		switch {
		case k.Box.W == 0:
			p.words("fl-head", k.At)
			continue
		case k.Tray:
			y := k.Box.Y + k.Box.H/2
			p.floorTray(&drawing.FloorTray{Full: "a tray", Step: k.Step, X1: k.Box.X, X2: k.Box.X + k.Box.W, Y1: y, Y2: y}, 70, Options{})
		default:
			p.rect("fl-box", k.Box)
			p.rect("fl-shade "+shadeOf(k.Step), k.Box)
			p.floorLines("fl-tick", k.Ticks)
		}
		if k.Mark.W > 0 {
			p.status(k.Status, k.Mark)
		}
		p.words("fl-small", k.At)
	}
}

// EncodeFloor writes a file with the floor plan of a hall. The result must be
// that of the document.
func EncodeFloor(w io.Writer, doc *plan.Document, res *planner.Result) error {
	floor := drawing.NewFloor(drawing.NewHall(doc, res), drawing.FloorOptions{By: drawing.ByPower, Fill: doc.Settings.Effective().TrayFill})
	_, err := w.Write(FloorBytes(floor, Options{Standalone: true}))
	return err
}
