package svg

import "lengthwise/internal/drawing"

// LengthsBytes is a histogram of lengths as SVG for a page: every column is a
// group with a title, and a link where the drawing gives one. Its rules are
// ChartCSS.
func LengthsBytes(h *drawing.Histogram) []byte {
	p := &printer{}
	p.raw(`<svg xmlns="http://www.w3.org/2000/svg" class="ch" role="group" data-testid="lengths"`)
	p.px("width", h.W).px("height", h.H)
	p.raw(` viewBox="0 0 `).num(h.W).raw(" ").num(h.H).raw(`" aria-label="`).text(h.Title).raw("\">\n")
	p.raw("<title>").text(h.Title).raw("</title>\n<desc>").text(h.Desc).raw("</desc>\n")
	p.words("ch-head", h.Head)
	p.rect("ch-frame", h.Base)
	for i := range h.Columns {
		c := &h.Columns[i]
		if c.Href != "" {
			p.raw(`<a class="ch-col" href="`).text(c.Href).raw(`" aria-label="`).text(c.Full).raw(`">`)
		} else {
			p.raw(`<g class="ch-col" role="img" aria-label="`).text(c.Full).raw(`">`)
		}
		p.raw("<title>").text(c.Full).raw("</title>")
		for _, s := range c.Segments {
			p.fill(s.Fill, s.Box)
		}
		p.words("ch-label", c.Total)
		p.words("ch-small", c.Name)
		if c.Href != "" {
			p.raw("</a>\n")
		} else {
			p.raw("</g>\n")
		}
	}
	p.words("ch-small", h.Axis)
	for _, s := range h.Legend {
		p.fill(s.Fill, s.Box)
		p.words("ch-small", s.At)
	}
	p.raw("</svg>\n")
	return p.b
}
