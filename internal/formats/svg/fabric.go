package svg

import (
	"fmt"
	"io"
	"strings"

	"lengthwise/internal/drawing"
	"lengthwise/internal/planner"
)

// FabricBytes is a fabric as SVG. Lines lie below boxes; each says in its title
// what it joins.
func FabricBytes(d *drawing.FabricDrawing, o Options) []byte {
	p := &printer{}
	p.fabricHead(d.Title, d.Desc, "fabric-drawing", "group", d.W, d.H, o)
	for _, t := range d.Tiers {
		p.words("fb-tier", t)
	}
	for i := range d.Lines {
		l := &d.Lines[i]
		p.raw(`<g class="fb-line"><title>`).text(d.Boxes[l.From].Full).raw(" to ").text(d.Boxes[l.To].Full).raw(": ")
		if l.Links == 1 {
			p.raw("1 link")
		} else {
			p.raw(fmt.Sprintf("%d links", l.Links))
		}
		p.raw(`</title><path d="M`).num(l.X1).raw(" ").num(l.Y1).raw("L").num(l.X2).raw(" ").num(l.Y2).raw(`"`)
		p.px("stroke-width", l.Width).raw("/></g>\n")
	}
	for _, l := range d.Labels {
		p.rect("fb-plate", l.Plate)
		p.words("fb-label", l.At)
	}
	for i := range d.Boxes {
		b := &d.Boxes[i]
		class, label := "fb-group", b.Full
		if b.Members == 1 {
			class = "fb-switch"
		} else {
			label += fmt.Sprintf(", %d together", b.Members)
		}
		p.open(class, b.Href, label, "box", false)
		p.rect("fb-box", b.Box)
		for j, t := range b.Texts {
			p.words([...]string{"fb-name", "fb-small"}[min(j, 1)], t)
		}
		p.close(b.Href)
	}
	p.raw("</svg>\n")
	return p.b
}

// EncodeFabric writes a file with one fabric of a plan; no name: the only one.
// The error says which there are.
func EncodeFabric(w io.Writer, res *planner.Result, name string) error {
	use, err := FabricOf(res, name)
	if err != nil {
		return err
	}
	_, err = w.Write(FabricBytes(drawing.NewFabric(res, use, drawing.FabricOptions{}), Options{Standalone: true}))
	return err
}

// FabricOf finds the fabric a drawing is asked for; no name: the only one.
func FabricOf(res *planner.Result, name string) (*planner.FabricUse, error) {
	var names []string
	for i := range res.Fabrics {
		f := &res.Fabrics[i]
		if f.Name == name || name == "" && len(res.Fabrics) == 1 {
			if f.Shape == nil {
				return nil, fmt.Errorf("fabric %s cannot be drawn: its speed %q is not known", f.Name, f.Speed)
			}
			return f, nil
		}
		names = append(names, f.Name)
	}
	switch {
	case len(names) == 0:
		return nil, fmt.Errorf("the plan has no fabric to draw; write one under fabrics")
	case name == "":
		return nil, fmt.Errorf("the plan has %d fabrics; name one of %s", len(names), strings.Join(names, ", "))
	}
	return nil, fmt.Errorf("fabric %q is not in the plan; it has %s", name, strings.Join(names, ", "))
}
