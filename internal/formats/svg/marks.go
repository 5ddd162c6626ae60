package svg

import "lengthwise/internal/drawing"

// at prints a point of a box, in hundredths of its sides.
func (p *printer) at(b drawing.Box, x, y drawing.Px) *printer {
	return p.num(b.X + b.W*x/100).raw(" ").num(b.Y + b.H*y/100)
}

// trace appends a line through points of a box, in hundredths of its sides.
func (p *printer) trace(b drawing.Box, points ...drawing.Px) *printer {
	for i := 0; i < len(points); i += 2 {
		p.raw([...]string{"M", "L"}[min(i, 1)]).at(b, points[i], points[i+1])
	}
	return p
}

func (p *printer) path(class string, b drawing.Box, closed bool, points ...drawing.Px) {
	p.raw(`<path class="`, class, `" d="`).trace(b, points...)
	if closed {
		p.raw("z")
	}
	p.raw("\"/>\n")
}

// status prints the mark of a status: octagon with cross, open diamond, solid
// triangle, tick.
func (p *printer) status(s drawing.Status, b drawing.Box) {
	switch s {
	case drawing.Error:
		p.path("el-solid is-error", b, true, 30, 0, 70, 0, 100, 30, 100, 70, 70, 100, 30, 100, 0, 70, 0, 30)
		p.raw(`<path class="el-cross" d="`).trace(b, 30, 30, 70, 70).trace(b, 70, 30, 30, 70).raw("\"/>\n")
	case drawing.Unknown:
		p.path("el-open is-unknown", b, true, 50, 5, 95, 50, 50, 95, 5, 50)
	case drawing.Warning:
		p.path("el-solid is-warning", b, true, 50, 4, 100, 94, 0, 94)
	case drawing.OK:
		p.path("el-open is-ok", b, false, 12, 55, 40, 82, 90, 20)
	}
}

// air prints the way of air as drawings do: a circle with a cross is an arrow
// seen from behind, one with a dot an arrow that comes.
func (p *printer) air(a drawing.Air, b drawing.Box) {
	if b.W == 0 || a == drawing.AirUnknown {
		return
	}
	p.raw(`<circle class="el-air"`).px("cx", b.X+b.W/2).px("cy", b.Y+b.H/2).px("r", b.W*45/100).raw("/>\n")
	switch a {
	case drawing.AirIn:
		p.raw(`<path class="el-air" d="`).trace(b, 19, 19, 81, 81).trace(b, 81, 19, 19, 81).raw("\"/>\n")
	case drawing.AirOut:
		p.raw(`<circle class="el-airdot"`).px("cx", b.X+b.W/2).px("cy", b.Y+b.H/2).px("r", b.W*16/100).raw("/>\n")
	case drawing.AirEither:
		p.raw(`<path class="el-air" d="`).trace(b, 22, 50, 78, 50).trace(b, 38, 34, 22, 50, 38, 66).trace(b, 62, 34, 78, 50, 62, 66).raw("\"/>\n")
	}
}

// icon prints a small picture of a kind of device.
func (p *printer) icon(kind string, b drawing.Box) {
	if b.W == 0 {
		return
	}
	p.raw(`<path class="el-icon" d="`)
	switch kind {
	case "ib-switch", "eth-switch": // arrows both ways
		p.trace(b, 5, 32, 95, 32).trace(b, 75, 12, 95, 32, 75, 52).trace(b, 95, 70, 5, 70).trace(b, 25, 50, 5, 70, 25, 90)
	case "gpu-server": // a chip with its pins
		p.trace(b, 22, 22, 78, 22, 78, 78, 22, 78, 22, 22).trace(b, 40, 22, 40, 5).trace(b, 60, 22, 60, 5).
			trace(b, 40, 78, 40, 95).trace(b, 60, 78, 60, 95).trace(b, 22, 40, 5, 40).trace(b, 22, 60, 5, 60).
			trace(b, 78, 40, 95, 40).trace(b, 78, 60, 95, 60)
	case "patch-panel": // a frame with jacks
		p.trace(b, 5, 25, 95, 25, 95, 75, 5, 75, 5, 25).trace(b, 28, 42, 28, 58).trace(b, 50, 42, 50, 58).trace(b, 72, 42, 72, 58)
	case "pdu": // a bolt
		p.trace(b, 60, 5, 25, 55, 50, 55, 40, 95, 75, 42, 50, 42, 60, 5)
	case "": // a question
		p.trace(b, 30, 28, 38, 12, 62, 12, 70, 28, 62, 44, 50, 52, 50, 66).trace(b, 50, 84, 50, 92)
	default: // two drawers
		p.trace(b, 8, 14, 92, 14, 92, 86, 8, 86, 8, 14).trace(b, 8, 50, 92, 50).trace(b, 22, 32, 34, 32).trace(b, 22, 68, 34, 68)
	}
	p.raw("\"/>\n")
}

// dots mark the band of a panel.
func (p *printer) dots(b drawing.Box) {
	p.raw(`<path class="el-dot" d="`)
	for y := b.Y + 40; y < b.Y+b.H-20; y += 60 {
		p.raw("M").num(b.X + b.W/2).raw(" ").num(y).raw("h0")
	}
	p.raw("\"/>\n")
}

// cages prints the cages of a device, one path for each state: free is hollow,
// partly used half filled, used filled, warning a triangle, unknown a diamond,
// error a cross.
func (p *printer) cages(marks []drawing.Mark) {
	for _, s := range drawing.States {
		begun := false
		for i := range marks {
			if marks[i].State != s {
				continue
			}
			if !begun {
				p.raw(`<path class="el-cage at-`, s.String(), `" d="`)
				begun = true
			}
			p.cage(s, marks[i].Box)
		}
		if begun {
			p.raw("\"/>\n")
		}
	}
}

func (p *printer) cage(s drawing.State, b drawing.Box) {
	square := func(x, y, w, h drawing.Px) {
		p.raw("M").num(x).raw(" ").num(y).raw("h").num(w).raw("v").num(h).raw("h").num(-w).raw("z")
	}
	switch s {
	case drawing.Free:
		square(b.X, b.Y, b.W, b.H)
	case drawing.Partly: // the frame, and its lower half once more
		square(b.X, b.Y, b.W, b.H)
		p.raw("M").num(b.X).raw(" ").num(b.Y + b.H/4).raw("h").num(b.W)
		p.raw("M").num(b.X).raw(" ").num(b.Y + b.H/2).raw("h").num(b.W)
		p.raw("M").num(b.X).raw(" ").num(b.Y + b.H*3/4).raw("h").num(b.W)
	case drawing.Used:
		square(b.X, b.Y, b.W, b.H)
	case drawing.UsedWarned:
		p.trace(b, 50, -5, 110, 105, -10, 105).raw("z")
	case drawing.UsedUnknown:
		p.trace(b, 50, -10, 110, 50, 50, 110, -10, 50).raw("z")
	case drawing.UsedError:
		p.trace(b, 0, 0, 100, 100).trace(b, 100, 0, 0, 100)
	}
}

func (p *printer) legend(keys []drawing.Key) {
	if len(keys) == 0 {
		return
	}
	p.raw("<g class=\"el-legend\" data-testid=\"elevation-legend\">\n")
	for _, k := range keys {
		switch {
		case k.Cage:
			b := drawing.Box{X: k.Mark.X + 15, Y: k.Mark.Y + 20, W: 80, H: 80}
			p.cages([]drawing.Mark{{State: k.State, Box: b}})
		case k.Air != drawing.AirUnknown:
			p.air(k.Air, k.Mark)
		case k.Status != drawing.None:
			p.status(k.Status, k.Mark)
		}
		p.words("el-sum", k.At)
	}
	p.raw("</g>\n")
}
