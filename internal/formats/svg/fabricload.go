package svg

import (
	_ "embed"

	"lengthwise/internal/drawing"
)

// FabricCSS are the rules of fabrics and of their load, as CSS are those of
// elevations.
//
//go:embed fabric.css
var FabricCSS string

// LoadBytes is a chart of load as SVG: one image to who cannot see it, with all
// its numbers in its description.
func LoadBytes(c *drawing.LoadChart, o Options) []byte {
	p := &printer{}
	p.fabricHead(c.Title, c.Desc, "load", "img", c.W, c.H, o)
	for i := range c.Panels {
		panel := &c.Panels[i]
		p.words("fb-name", panel.Head)
		p.words("fb-small", panel.Line)
		for _, b := range panel.Bars {
			p.words("fb-small", b.Name)
			p.rect("fb-frame", b.Frame)
			class := "fb-fill"
			if b.Over {
				class += " is-over"
			}
			p.rect(class, b.Fill)
			p.words("fb-label", b.Value)
		}
	}
	p.raw("</svg>\n")
	return p.b
}

// fabricHead begins a drawing with the rules of fabrics.
func (p *printer) fabricHead(title, desc, testid, role string, w, h drawing.Px, o Options) {
	if o.Standalone {
		p.raw(`<?xml version="1.0" encoding="UTF-8"?>`, "\n")
	}
	p.raw(`<svg xmlns="http://www.w3.org/2000/svg" class="fb" role="`, role, `" data-testid="`, testid, `"`)
	p.px("width", w).px("height", h)
	p.raw(` viewBox="0 0 `).num(w).raw(" ").num(h).raw(`" aria-label="`).text(title).raw("\">\n")
	p.raw("<title>").text(title).raw("</title>\n<desc>").text(desc).raw("</desc>\n")
	if o.Standalone {
		p.raw("<style>\n", standalone(FabricCSS), "</style>\n")
		p.raw(`<rect class="fb-paper"`).px("width", w).px("height", h).raw("/>\n")
	}
}
