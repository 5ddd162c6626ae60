package svg

import (
	_ "embed"
	"io"
	"strconv"

	"lengthwise/internal/drawing"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// FloorCSS are the rules of a floor plan in a page, as CSS are those of
// elevations.
//
//go:embed floor.css
var FloorCSS string

// FloorBytes is a floor plan as SVG: racks below, trays over them, a lit route
// on top.
func FloorBytes(d *drawing.FloorPlan, o Options) []byte {
	p := &printer{}
	if o.Standalone {
		p.raw(`<?xml version="1.0" encoding="UTF-8"?>`, "\n")
	}
	p.raw(`<svg xmlns="http://www.w3.org/2000/svg" class="fl" role="group" data-testid="floor"`)
	p.px("width", d.W).px("height", d.H)
	p.raw(` viewBox="0 0 `).num(d.W).raw(" ").num(d.H).raw(`" aria-label="`).text(d.Title).raw("\">\n")
	p.raw("<title>").text(d.Title).raw("</title>\n<desc>").text(d.Desc).raw("</desc>\n")
	if o.Standalone {
		p.raw("<style>\n", standalone(FloorCSS), "</style>\n")
		p.raw(`<rect class="fl-paper"`).px("width", d.W).px("height", d.H).raw("/>\n")
	}
	for i := range d.Racks {
		p.floorRack(&d.Racks[i])
	}
	for _, t := range d.Rows {
		p.words("fl-row", t)
	}
	for i := range d.Trays {
		p.floorTray(&d.Trays[i], d.TrayWidth)
	}
	for i := range d.Trays {
		if t := &d.Trays[i]; t.Value.Words != "" {
			p.rect("fl-plate", t.Plate)
			p.words("fl-small", t.Value)
		}
	}
	for i := range d.Route {
		p.floorLeg(&d.Route[i])
	}
	for i := range d.Route {
		if l := &d.Route[i]; l.Label.Words != "" {
			p.rect("fl-routeplate", l.Plate)
			p.words("fl-label", l.Label)
		}
	}
	p.floorFoot(d)
	p.raw("</svg>\n")
	return p.b
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

func (p *printer) floorRack(r *drawing.FloorRack) {
	class := "fl-rack"
	if r.End {
		class += " fl-end"
	}
	p.open(class, r.Href, r.Full, "floor-rack", r.End)
	p.rect("fl-box", r.Box)
	p.rect("fl-shade "+shadeOf(r.Step), r.Box)
	if r.Front.W > 0 {
		p.rect("fl-front", r.Front)
	}
	p.words("fl-name", r.Name)
	p.words("fl-small", r.Value)
	p.close(r.Href)
}

func (p *printer) floorTray(t *drawing.FloorTray, wide drawing.Px) {
	p.raw(`<g class="fl-stretch"><title>`).text(t.Full).raw("</title>")
	for i, class := range []string{"fl-tray", "fl-in", "fl-fill " + shadeOf(t.Step)} {
		width := wide
		if i > 0 {
			width = wide * 7 / 10
		}
		p.raw(`<path class="`, class, `" d="M`).num(t.X1).raw(" ").num(t.Y1).raw("L").num(t.X2).raw(" ").num(t.Y2).raw(`"`)
		p.px("stroke-width", width).raw("/>")
	}
	p.raw("</g>\n")
}

func (p *printer) floorLeg(l *drawing.FloorLeg) {
	p.raw(`<g class="fl-leg" data-testid="leg"><title>`).text(l.Full).raw(`</title><path class="fl-route" d="`)
	for i, at := range l.Points {
		step := "L"
		if i == 0 {
			step = "M"
		}
		p.raw(step).num(at[0]).raw(" ").num(at[1])
	}
	p.raw("\"/></g>\n")
}

func (p *printer) floorFoot(d *drawing.FloorPlan) {
	if d.Scale.Bar.W == 0 {
		return
	}
	p.rect("fl-bar", d.Scale.Bar)
	p.words("fl-label", d.Scale.Words)
	p.words("fl-head", d.Scale.North)
	for _, k := range d.Legend {
		if k.Box.W == 0 {
			p.words("fl-head", k.At)
			continue
		}
		if k.Tray {
			y := k.Box.Y + k.Box.H/2
			p.floorTray(&drawing.FloorTray{Full: "a tray", Step: k.Step, X1: k.Box.X, X2: k.Box.X + k.Box.W, Y1: y, Y2: y}, 70)
		} else {
			p.rect("fl-box", k.Box)
			p.rect("fl-shade "+shadeOf(k.Step), k.Box)
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
