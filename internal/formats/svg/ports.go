package svg

import "lengthwise/internal/drawing"

// PortBytes is the drawing of a type's cages as SVG for a page: classes only,
// no style. Every cage is a group with a title, and a link where the drawing
// gives one.
func PortBytes(d *drawing.Panel) []byte {
	p := &printer{}
	p.raw(`<svg xmlns="http://www.w3.org/2000/svg" class="pd" role="group" data-testid="port-drawing"`)
	p.px("width", d.W).px("height", d.H)
	p.raw(` viewBox="0 0 `).num(d.W).raw(" ").num(d.H).raw(`" aria-label="`).text(d.Title).raw("\">\n")
	p.raw("<title>").text(d.Title).raw("</title>\n<desc>").text(d.Desc).raw("</desc>\n")
	p.words("pd-head", d.Head)
	p.rect("pd-frame", d.Frame)
	for i := range d.Blocks {
		b := &d.Blocks[i]
		p.open("pd-block", "", b.Words, "block-"+b.Words, false)
		p.ports(b.Pattern, []drawing.Box{b.Swatch})
		p.words("pd-label", b.Label)
		for j := range b.Cages {
			c := &b.Cages[j]
			p.open("pd-cage", c.Href, c.Label, "cage", false)
			p.rect("pd-box", c.Box)
			p.words("pd-name", c.Name)
			p.ports(b.Pattern, c.Ports)
			p.close(c.Href)
		}
		p.close("")
	}
	p.words("pd-head", d.OmittedAt)
	p.raw("</svg>\n")
	return p.b
}

// patternClass names the patterns for the style sheet.
var patternClass = [...]string{drawing.Hollow: "hollow", drawing.Solid: "solid", drawing.Hatched: "hatched", drawing.Dotted: "dotted", drawing.Lined: "lined"}

// ports prints the ports of a cage in the pattern of its role: its edge, and
// inside strokes, dots or lines. Solid fills the edge.
func (p *printer) ports(pattern drawing.Pattern, boxes []drawing.Box) {
	p.raw(`<path class="pd-port pd-`, patternClass[pattern], `" d="`)
	for _, b := range boxes {
		p.raw("M").num(b.X).raw(" ").num(b.Y).raw("h").num(b.W).raw("v").num(b.H).raw("h").num(-b.W).raw("z")
	}
	p.raw("\"/>\n")
	if pattern == drawing.Hollow || pattern == drawing.Solid {
		return
	}
	p.raw(`<path class="pd-in pd-in-`, patternClass[pattern], `" d="`)
	for _, b := range boxes {
		p.filling(pattern, b)
	}
	p.raw("\"/>\n")
}

// filling prints what a pattern has inside its edge.
func (p *printer) filling(pattern drawing.Pattern, b drawing.Box) {
	switch pattern {
	case drawing.Hatched:
		for x := b.X; x+b.H <= b.X+b.W; x += 50 {
			p.raw("M").num(x).raw(" ").num(b.Y + b.H).raw("l").num(b.H).raw(" ").num(-b.H)
		}
	case drawing.Dotted:
		for x := b.X + 35; x < b.X+b.W-15; x += 45 {
			p.raw("M").num(x).raw(" ").num(b.Y + b.H/2).raw("h0")
		}
	case drawing.Lined:
		p.raw("M").num(b.X).raw(" ").num(b.Y + b.H/2).raw("h").num(b.W)
	case drawing.Hollow, drawing.Solid:
	}
}
