// Package svg prints a drawing as SVG. It decides nothing about the drawing:
// boxes, words and states are worked out in package drawing.
//
// It promises the same bytes for the same drawing, that no mark is told from
// another by colour alone, and that every device is a group with a title, and a
// link where the drawing gives one. In a page the SVG carries classes only, no
// style and no script, so that a strict content security policy holds and the
// page's own colours, dark mode and print rules reach it: the rules are CSS. A
// standalone file brings those rules and its colours along.
package svg

import (
	"bytes"
	_ "embed"
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"lengthwise/internal/drawing"
)

// MaxBytes bounds what one drawing prints: its devices and marks are bounded in
// package drawing, and the largest that keeps those bounds is below this.
const MaxBytes = 48 << 20

// MediaType is that of SVG.
const MediaType = "image/svg+xml"

// CSS are the rules of a drawing in a page. They take their colours from the
// custom properties of the page.
//
//go:embed elevation.css
var CSS string

// Options say how a drawing is printed.
type Options struct {
	Standalone bool // a file of its own, with its style and an XML declaration
	Movable    bool // devices say where they stand, for a script that moves them
}

// Encode writes a drawing.
func Encode(w io.Writer, e *drawing.Elevation, o Options) error {
	_, err := w.Write(Bytes(e, o))
	return err
}

// Bytes is a drawing as SVG.
func Bytes(e *drawing.Elevation, o Options) []byte {
	p := &printer{movable: o.Movable}
	if o.Standalone {
		p.raw(`<?xml version="1.0" encoding="UTF-8"?>`, "\n")
	}
	p.raw(`<svg xmlns="http://www.w3.org/2000/svg" class="el" role="group" data-testid="elevation"`)
	p.px("width", e.W).px("height", e.H)
	p.raw(` viewBox="0 0 `).num(e.W).raw(" ").num(e.H).raw(`" aria-label="`).text(e.Title).raw("\">\n")
	p.raw("<title>").text(e.Title).raw("</title>\n<desc>").text(e.Desc).raw("</desc>\n")
	if o.Standalone {
		p.raw("<style>\n", standalone(CSS), "</style>\n")
		p.raw(`<rect class="el-paper"`).px("width", e.W).px("height", e.H).raw("/>\n")
	}
	for _, t := range e.Captions {
		p.words("el-caption", t)
	}
	for i := range e.Racks {
		p.rack(&e.Racks[i])
	}
	p.words("el-caption", e.OmittedAt)
	p.legend(e.Legend)
	p.raw("</svg>\n")
	return p.b
}

// A printer appends to a buffer.
type printer struct {
	b       []byte
	movable bool
}

func (p *printer) raw(parts ...string) *printer {
	for _, s := range parts {
		p.b = append(p.b, s...)
	}
	return p
}

func (p *printer) num(n drawing.Px) *printer {
	p.b = n.Append(p.b)
	return p
}

// px prints an attribute with a number.
func (p *printer) px(name string, n drawing.Px) *printer {
	return p.raw(" ", name, `="`).num(n).raw(`"`)
}

// text prints words escaped for text and attributes; what XML cannot hold
// becomes U+FFFD.
func (p *printer) text(s string) *printer {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' || strings.ContainsRune(`"'&<>`, r) }) {
		return p.raw(s)
	}
	var out bytes.Buffer
	if err := xml.EscapeText(&out, []byte(s)); err != nil {
		panic("svg: a buffer did not take text: " + err.Error())
	}
	p.b = append(p.b, out.Bytes()...)
	return p
}

// words prints a line of text; nothing where there are no words.
func (p *printer) words(class string, t drawing.Text) {
	if t.Words == "" {
		return
	}
	p.raw(`<text class="`, class, `"`).px("x", t.X).px("y", t.Y).px("font-size", t.Size)
	if t.Anchor != "start" {
		p.raw(` text-anchor="`, t.Anchor, `"`)
	}
	if t.Upright {
		p.raw(` transform="rotate(-90 `).num(t.X).raw(" ").num(t.Y).raw(`)"`)
	}
	p.raw(">").text(t.Words).raw("</text>\n")
}

func (p *printer) rect(class string, b drawing.Box) {
	p.raw(`<rect class="`, class, `"`).px("x", b.X).px("y", b.Y).px("width", b.W).px("height", b.H).raw("/>\n")
}

// open begins a link where there is one, else a group, and close ends it. Pairs
// are names and values of further attributes.
func (p *printer) open(class, href, label, testid string, current bool, pairs ...string) {
	if href != "" {
		p.raw(`<a class="`, class, `" href="`).text(href).raw(`"`)
	} else {
		p.raw(`<g class="`, class, `" role="group"`)
	}
	if label != "" {
		p.raw(` aria-label="`).text(label).raw(`"`)
	}
	if current {
		p.raw(` aria-current="true"`)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		p.raw(" ", pairs[i], `="`).text(pairs[i+1]).raw(`"`)
	}
	p.raw(` data-testid="`).text(testid).raw("\">\n")
	if label != "" {
		p.raw("<title>").text(label).raw("</title>\n")
	}
}

func (p *printer) close(href string) {
	if href != "" {
		p.raw("</a>\n")
		return
	}
	p.raw("</g>\n")
}

func (p *printer) rack(r *drawing.Rack) {
	label := "rack " + r.Name
	if r.Words != "" {
		label += ", " + r.Words
	}
	p.open("el-rack", "", label, "rack-"+r.Name, false)
	p.open("el-head", r.Href, label, "rack-head-"+r.Name, false)
	if r.Mark.W > 0 {
		p.status(r.Status, r.Mark)
	}
	p.words("el-name", r.Head)
	p.close(r.Href)
	for i := range r.Faces {
		p.face(r, &r.Faces[i])
	}
	for _, s := range r.Sums {
		if s.Over {
			p.status(drawing.Warning, s.Mark) // as the findings rack-power and rack-weight
		}
		p.words("el-sum", s.At)
	}
	p.raw("</g>\n")
}

func (p *printer) face(r *drawing.Rack, f *drawing.Face) {
	side := "front"
	if f.Rear {
		side = "rear"
	}
	var where []string
	if p.movable {
		where = []string{"data-rack", r.Name, "data-face", side, "data-units", strconv.Itoa(r.Units)}
	}
	p.open("el-face", "", f.Title, "face-"+r.Name+"-"+side, false, where...)
	p.words("el-side", f.Head)
	p.rect("el-frame", f.Frame)
	p.rect("el-panel", f.Panel)
	p.raw(`<path class="el-unit" d="`)
	for y := f.Panel.Y + drawing.UnitHeight; y < f.Panel.Y+f.Panel.H; y += drawing.UnitHeight {
		p.raw("M").num(f.Panel.X).raw(" ").num(y).raw("h").num(f.Panel.W)
	}
	p.raw("\"/>\n")
	for _, column := range f.Figures {
		p.figures(column)
	}
	p.slots(f.Slots)
	for i := range f.Devices {
		p.device(side, &f.Devices[i])
	}
	p.raw("</g>\n")
}

// figures prints a column of unit figures: many, so what they share is said
// once.
func (p *printer) figures(column []drawing.Text) {
	if len(column) == 0 {
		return
	}
	p.raw(`<g class="el-figures" aria-hidden="true"`).px("font-size", column[0].Size).raw(` text-anchor="`, column[0].Anchor, "\">\n")
	for _, t := range column {
		p.raw("<text").px("x", t.X).px("y", t.Y).raw(">").text(t.Words).raw("</text>\n")
	}
	p.raw("</g>\n")
}

func (p *printer) device(side string, d *drawing.Device) {
	class := "el-device el-" + look(d.Kind) + " is-" + d.Status.String()
	if d.Behind {
		class += " is-behind"
	}
	if d.Chosen {
		class += " is-chosen"
	}
	if d.Peer {
		class += " is-peer"
	}
	var where []string
	if p.movable {
		where = []string{"data-device", d.Name}
		if d.U > 0 {
			where = append(where, "data-u", d.U.String(), "data-height", d.Height.String())
		}
		if d.Deep {
			where = append(where, "data-deep", "1")
		}
		if d.Behind {
			where = append(where, "data-behind", "1")
		}
	}
	p.open(class, d.Href, d.Label, "device-"+d.Name+"-"+side, d.Chosen, where...)
	p.rect("el-box", d.Box)
	p.rect("el-band", d.Band)
	if look(d.Kind) == "patch" {
		p.dots(d.Band)
	}
	p.icon(d.Kind, d.Icon)
	for i, t := range d.Texts {
		p.words([...]string{"el-label", "el-model"}[min(i, 1)], t)
	}
	p.cages(d.Cages)
	if d.Bar.W > 0 {
		p.rect("el-bar", d.Bar)
		p.rect("el-fill", drawing.Box{X: d.Bar.X, Y: d.Bar.Y, W: d.Fill, H: d.Bar.H})
	}
	p.air(d.Air, d.AirAt)
	if d.Mark.W > 0 {
		p.status(d.Status, d.Mark)
	}
	if d.Status >= drawing.Warning || d.Chosen || d.Peer {
		in := drawing.Px(8)
		p.rect("el-outline", drawing.Box{X: d.Box.X + in, Y: d.Box.Y + in, W: d.Box.W - 2*in, H: d.Box.H - 2*in})
	}
	p.close(d.Href)
}

// look is the class of a kind of device.
func look(kind string) string {
	switch kind {
	case "ib-switch", "eth-switch":
		return "switch"
	case "patch-panel":
		return "patch"
	case "pdu":
		return "power"
	case "":
		return "strange"
	}
	return "compute"
}
