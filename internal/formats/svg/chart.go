package svg

import (
	_ "embed"
	"io"

	"lengthwise/internal/drawing"
	"lengthwise/internal/plan"
)

// ChartCSS are the rules of a chart in a page, as CSS are those of elevations.
//
//go:embed chart.css
var ChartCSS string

// EncodeChart writes a chart.
func EncodeChart(w io.Writer, c *drawing.Chart, o Options) error {
	_, err := w.Write(ChartBytes(c, o))
	return err
}

// ChartBytes is a chart as SVG: one image to who cannot see it, with all its
// numbers in its description.
func ChartBytes(c *drawing.Chart, o Options) []byte {
	p := &printer{}
	if o.Standalone {
		p.raw(`<?xml version="1.0" encoding="UTF-8"?>`, "\n")
	}
	p.raw(`<svg xmlns="http://www.w3.org/2000/svg" class="ch" role="img" data-testid="chart"`)
	p.px("width", c.W).px("height", c.H)
	p.raw(` viewBox="0 0 `).num(c.W).raw(" ").num(c.H).raw(`" aria-label="`).text(c.Title).raw("\">\n")
	p.raw("<title>").text(c.Title).raw("</title>\n<desc>").text(c.Desc).raw("</desc>\n")
	if o.Standalone {
		p.raw("<style>\n", standalone(ChartCSS), "</style>\n")
		p.raw(`<rect class="ch-paper"`).px("width", c.W).px("height", c.H).raw("/>\n")
	}
	p.words("ch-head", c.Head)
	for i := range c.Bars {
		p.bar(&c.Bars[i])
	}
	for _, s := range c.Legend {
		p.fill(s.Fill, s.Box)
		p.words("ch-small", s.At)
	}
	for _, t := range c.Notes {
		p.words("ch-small", t)
	}
	p.raw("</svg>\n")
	return p.b
}

func (p *printer) bar(b *drawing.Bar) {
	p.words("ch-name", b.Name)
	p.words("ch-small", b.Speed)
	p.rect("ch-frame", b.Frame)
	for i := range b.Segments {
		s := &b.Segments[i]
		p.fill(s.Fill, s.Box)
		if s.Label.Words != "" {
			p.rect("ch-plate", s.Plate)
			p.words("ch-label", s.Label)
		}
	}
	for _, t := range b.Lines {
		p.words("ch-small", t)
	}
}

// fill prints a segment: passive copper solid, active copper in strokes, AEC in
// strokes the other way, AOC in upright lines, optics solid with dashes of the
// paper, and what nothing does hollow with crosses.
func (p *printer) fill(f drawing.Fill, b drawing.Box) {
	class := string(f)
	p.rect("ch-seg is-"+class, b)
	if f == drawing.Fill(plan.DAC) || b.W < 60 {
		return
	}
	p.raw(`<path class="ch-in is-`, class, `" d="`)
	const step = drawing.Px(80)
	switch f {
	case drawing.Fill(plan.ACC):
		p.strokes(b, step, false)
	case drawing.Fill(plan.AEC):
		p.strokes(b, step, true)
	case drawing.Fill(plan.AOC):
		for x := b.X + step/2; x < b.X+b.W; x += step {
			p.raw("M").num(x).raw(" ").num(b.Y).raw("v").num(b.H)
		}
	case drawing.Fill(plan.Optical):
		for y := b.Y + step/2; y < b.Y+b.H; y += step {
			p.raw("M").num(b.X).raw(" ").num(y).raw("h").num(b.W)
		}
	case drawing.NothingDoes:
		p.strokes(b, 2*step, false)
		p.strokes(b, 2*step, true)
	}
	p.raw("\"/>\n")
}

// strokes prints slanted lines across a box, cut off at its sides.
func (p *printer) strokes(b drawing.Box, step drawing.Px, falling bool) {
	for x := b.X - b.H + step/2; x < b.X+b.W; x += step {
		// from (x, bottom) to (x + height, top), cut at the sides
		from, to := max(x, b.X), min(x+b.H, b.X+b.W)
		y, rise := b.Y+b.H-(from-x), from-to
		if falling {
			y, rise = b.Y+(from-x), to-from
		}
		if to > from {
			p.raw("M").num(from).raw(" ").num(y).raw("l").num(to - from).raw(" ").num(rise)
		}
	}
}
