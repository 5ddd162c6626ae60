package drawing

import (
	"fmt"
	"strings"

	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// rack draws one rack into a line whose tallest rack has most units: all stand
// on one baseline. X and y are its upper left corner.
func (d *drafter) rack(at int32, x, y Px, most int, strip Px) Rack {
	p := &d.hall.places[at]
	all := d.of(at)
	r := Rack{Place: *p, Rows: p.table(all, d.options)}
	if d.options.RackHref != nil {
		r.Href = d.options.RackHref(p.Name)
	}
	width := faceWidth(strip)
	rears := d.options.Faces.rears()
	y += Px(most-p.Units) * UnitHeight
	r.Box = Box{x, y, Px(len(rears))*(width+faceGap) - faceGap, headRoom + faceRoom + 2*endBar + Px(p.Units)*UnitHeight + sumLines*lineRoom}
	d.judge(&r, all)
	head := y + 190
	nameX := x + gutter + strip
	if r.Status >= Warning {
		r.Mark = Box{nameX, head - 130, 130, 130}
		nameX += 170
	}
	words, size := fit(p.Name, r.Box.X+r.Box.W-nameX, 160, 90)
	r.Head = Text{X: nameX, Y: head, Size: size, Anchor: "start", Words: words}
	for i, rear := range rears {
		r.Faces = append(r.Faces, d.face(p, all, rear, x+Px(i)*(width+faceGap), y+headRoom, strip))
	}
	d.sums(&r, all, x+gutter+strip, y+headRoom+faceRoom+2*endBar+Px(p.Units)*UnitHeight)
	return r
}

// judge works out the status of the rack: the worst of its devices and of the
// findings about itself.
func (d *drafter) judge(r *Rack, all []*facts) {
	var n [Error + 1]int
	for _, f := range all {
		n[f.status]++
		r.Status = max(r.Status, f.status)
	}
	var parts []string
	for i := range d.hall.res.Findings {
		fd := &d.hall.res.Findings[i]
		if s := severity(fd.Severity); s != None && fd.Subject == r.Name && strings.HasPrefix(fd.Path, "racks[") {
			r.Notes = append(r.Notes, Note{s, fd.Message})
			r.Status = max(r.Status, s)
		}
	}
	if len(r.Notes) > 0 {
		parts = append(parts, counted(len(r.Notes), "problem", "problems")+" of the rack")
	}
	if words := troubles(n); words != "" {
		parts = append(parts, words)
	}
	r.Words = strings.Join(parts, ", ")
}

// figureSize is the font of the unit figures.
const figureSize Px = 90

// face draws one face of a rack.
func (d *drafter) face(p *Place, all []*facts, rear bool, x, y Px, strip Px) Face {
	f := Face{Rear: rear}
	word := "front"
	if rear {
		word = "rear"
	}
	f.Frame = Box{x + gutter + strip, y + faceRoom, PanelWidth + 2*postWidth, Px(p.Units)*UnitHeight + 2*endBar}
	f.Panel = Box{f.Frame.X + postWidth, f.Frame.Y + endBar, PanelWidth, Px(p.Units) * UnitHeight}
	f.Head = Text{X: f.Frame.X + f.Frame.W/2, Y: y + 120, Size: 110, Anchor: "middle", Words: word}
	for i, at := range []Px{f.Frame.X - strip - 50, f.Frame.X + f.Frame.W + strip + 50} {
		anchor := [...]string{"end", "start"}[i]
		for u := 1; u <= p.Units; u++ {
			y := baseline(f.Panel.Y+f.Panel.H-Px(u)*UnitHeight+UnitHeight/2, figureSize)
			f.Figures[i] = append(f.Figures[i], Text{X: at, Y: y, Size: figureSize, Anchor: anchor, Words: fmt.Sprint(p.Marked(u))})
		}
	}
	devices := 0
	for _, s := range p.arrange(all, rear) {
		if s.lane >= maxLanes {
			continue
		}
		f.Devices = append(f.Devices, d.device(p, &s, f.Panel, rear))
		devices++
	}
	f.Devices = append(f.Devices, d.besides(p, all, &f, rear, strip)...)
	free := units.RackUnits(0)
	taken := make([]bool, 2*p.Units)
	for _, a := range all {
		if !a.beside() && a.dev.U != 0 {
			for i, to := p.cells(a); i < to; i++ {
				taken[i] = true
			}
		}
	}
	for _, g := range p.freeSpans(taken) {
		free += g.height
	}
	f.Slots = d.slots(p, &f, taken)
	f.Title = fmt.Sprintf("%s of rack %s: %s, %s U free", word, p.Name, counted(devices, "device", "devices"), free)
	return f
}

// besides draws what takes no units, at the sides of a face: where its heights
// are not written, over the whole rack.
func (d *drafter) besides(p *Place, all []*facts, face *Face, rear bool, strip Px) []Device {
	var sides [2][]span // left and right of this face
	for _, f := range all {
		if !f.beside() {
			continue
		}
		s := span{f: f, from: 0, to: int(face.Frame.H), left: true, lanes: 1}
		if f.from != nil && f.to != nil {
			s.from, s.to = p.pixels(*f.from, face.Frame.H), p.pixels(*f.to, face.Frame.H)
			if s.from > s.to {
				s.from, s.to = s.to, s.from
			}
			s.to = max(s.to, min(s.from+100, int(face.Frame.H)))
			s.from = min(s.from, s.to-100)
		}
		side := 0
		if (f.side == "right") == rear { // sides are seen from the rear
			side = 1
		}
		sides[side] = append(sides[side], s)
	}
	var out []Device
	for side, spans := range sides {
		share(spans, int(face.Frame.H))
		x := face.Frame.X - strip
		if side == 1 {
			x = face.Frame.X + face.Frame.W
		}
		for _, s := range spans {
			if s.lane >= maxLanes {
				continue
			}
			w := (strip - 40) / Px(s.lanes)
			out = append(out, d.upright(p, &s, Box{x + 20 + Px(s.lane)*w, face.Frame.Y + face.Frame.H - Px(s.to), w, Px(s.to - s.from)}, rear))
		}
	}
	return out
}

// pixels is a height above the floor in tenths of a pixel above the lower end
// of the frame, cut to the frame.
func (p *Place) pixels(height units.Length, frame Px) int {
	scaled := int64(endBar) + int64(height-p.Base)*int64(UnitHeight)/int64(units.U(1).Height())
	return int(min(max(scaled, 0), int64(frame)))
}

// sums writes what the rack holds under it.
func (d *drafter) sums(r *Rack, all []*facts, x, y Px) {
	use := r.Use
	whole := func(n int64) string { return fmt.Sprint(n) }
	for i, s := range []struct {
		what string
		use  planner.Use
		unit string
		text func(int64) string
	}{
		{"", use.Units, "U used", func(n int64) string { return units.RackUnits(n).String() }},
		{"power ", use.Power, "kW", thousandths},
		{"weight ", use.Weight, "kg", func(n int64) string { return units.Mass(n).Kilograms() }},
		{"ports ", use.Ports, "in use", whole},
	} {
		line := y + 150 + Px(i)*lineRoom
		words := s.what + useText(s.use, s.unit, s.text)
		sum := Sum{Over: s.use.Limit >= 0 && s.use.Used > s.use.Limit}
		left := x
		if sum.Over {
			words += ", over the limit"
			sum.Mark = Box{left, line - 95, 100, 100}
			left += 140
		}
		text, size := fit(words, r.Box.X+r.Box.W-left, 110, 70)
		sum.At = Text{X: left, Y: line, Size: size, Anchor: "start", Words: text}
		r.Sums = append(r.Sums, sum)
	}
	var missing []string
	for _, f := range all {
		if !r.drawn(f) {
			missing = append(missing, f.dev.Name)
		}
	}
	if len(missing) > 0 {
		words, size := fit("not drawn: "+shorten(strings.Join(missing, ", "), 200), r.Box.X+r.Box.W-x, 110, 70)
		r.Sums = append(r.Sums, Sum{At: Text{X: x, Y: y + 150 + Px(len(r.Sums))*lineRoom, Size: size, Anchor: "start", Words: words}})
	}
}

// drawn reports whether a device has a place on the drawing.
func (p *Place) drawn(f *facts) bool {
	if f.beside() {
		return true
	}
	from, to := p.cells(f)
	return f.dev.U != 0 && from < to
}

// useText is a figure against its limit: "at least 3.44 of 45 kW, 4 unknown".
func useText(u planner.Use, unit string, text func(int64) string) string {
	words := text(u.Used)
	if u.Unknown > 0 {
		words = "at least " + words
	}
	if u.Limit >= 0 {
		words += " of " + text(u.Limit)
	}
	words += " " + unit
	if u.Unknown > 0 {
		words += fmt.Sprintf(", %d not known", u.Unknown)
	}
	if u.Limit < 0 {
		words += ", no limit"
	}
	return words
}

// thousandths is a number of thousandths, exact: 1720 is "1.72".
func thousandths(n int64) string {
	s := fmt.Sprintf("%d.%03d", n/1000, n%1000)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}
