package svg

import "lengthwise/internal/drawing"

// Overlay is what lies over tiles in a page.
func Overlay(o *drawing.Overlay) []byte {
	p := &printer{}
	p.raw(`<svg xmlns="http://www.w3.org/2000/svg" class="el el-over" role="group" data-testid="overlay"`)
	p.px("width", o.W).px("height", o.H)
	p.raw(` viewBox="0 0 `).num(o.W).raw(" ").num(o.H).raw(`" aria-label="`).text(o.Title).raw("\">\n")
	p.raw("<title>").text(o.Title).raw("</title>\n")
	for _, s := range o.Strands {
		p.strand(&s)
	}
	for _, b := range o.Peers {
		p.rect("el-peer", b)
	}
	for _, b := range o.Chosen {
		p.rect("el-chosen", b)
	}
	for _, x := range o.Exits {
		if x.Href != "" {
			p.raw(`<a class="el-exit" href="`).text(x.Href).raw("\">\n")
		}
		p.words("el-exitword", x.At)
		if x.Href != "" {
			p.raw("</a>\n")
		}
	}
	p.raw("</svg>\n")
	return p.b
}

// strand prints a cable: under it a wider line in the colour of the paper, so
// that it stands out over boxes and words, and at its end a dot, or an arrow
// where it leaves the drawing.
func (p *printer) strand(s *drawing.Strand) {
	for _, class := range []string{"el-halo", "el-strand is-" + s.Status.String()} {
		p.raw(`<path class="`, class, `" d="`)
		for i, at := range s.Way {
			p.raw([...]string{"M", "L"}[min(i, 1)]).num(at.X).raw(" ").num(at.Y)
		}
		p.raw("\"/>\n")
	}
	if s.Out {
		p.raw(`<path class="el-tip" d="M`).num(s.End.X).raw(" ").num(s.End.Y).raw("l-3 5h6z\"/>\n")
		return
	}
	p.raw(`<circle class="el-tip"`).px("cx", s.End.X).px("cy", s.End.Y).raw(" r=\"2\"/>\n")
}

// slots print the free units of a face as links. They are no tab stops: the
// table leads to the same places.
func (p *printer) slots(all []drawing.Slot) {
	for i := range all {
		s := &all[i]
		p.raw(`<a class="el-slot" tabindex="-1" href="`).text(s.Href).raw(`" aria-label="`).text(s.Label).raw("\">\n<title>").text(s.Label).raw("</title>\n")
		p.rect("el-slotbox", s.Box)
		plus := drawing.Box{X: s.Box.X + s.Box.W/2 - 60, Y: s.Box.Y + s.Box.H/2 - 60, W: 120, H: 120}
		p.raw(`<path class="el-plus" d="`).trace(plus, 50, 0, 50, 100).trace(plus, 0, 50, 100, 50).raw("\"/>\n</a>\n")
	}
}
