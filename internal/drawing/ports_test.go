package drawing_test

import (
	"fmt"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/drawing"
)

// Every built-in type is drawn: each cage once, inside the frame, over no other,
// with its name and each of its ports.
func TestPortsOfEveryTypeAreDrawn(t *testing.T) {
	t.Parallel()
	for _, typ := range builtIn.Types {
		p := drawing.Ports(typ, func(group int) string { return fmt.Sprint("#group-", group) })
		var boxes []drawing.Box
		var labels []string
		for _, b := range p.Blocks {
			for _, c := range b.Cages {
				boxes = append(boxes, c.Box)
				labels = append(labels, c.Label)
				if c.Box.X < p.Frame.X || c.Box.Y < p.Frame.Y || c.Box.X+c.Box.W > p.Frame.X+p.Frame.W || c.Box.Y+c.Box.H > p.Frame.Y+p.Frame.H {
					t.Errorf("%s: cage %s at %+v is outside the frame %+v", typ.Slug, c.Label, c.Box, p.Frame)
				}
				if c.Box.W < 240 || c.Box.H < 240 {
					t.Errorf("%s: cage %s is %+v, want at least 24 by 24 px to aim at", typ.Slug, c.Label, c.Box)
				}
				if c.Name.Words == "" {
					t.Errorf("%s: cage %s has no name", typ.Slug, c.Label)
				}
			}
		}
		if len(labels) != len(typ.Cages) {
			t.Fatalf("%s: %d cages are drawn, want %d", typ.Slug, len(labels), len(typ.Cages))
		}
		for i := range typ.Cages {
			if !strings.HasPrefix(labels[i], typ.Cages[i].Name+", "+typ.Cages[i].Group.Form.Name) {
				t.Errorf("%s: cage %d is %q, want %s: the order of the catalog", typ.Slug, i, labels[i], typ.Cages[i].Name)
			}
			for j := range i {
				if over(boxes[i], boxes[j]) {
					t.Errorf("%s: cages %q and %q lie over each other", typ.Slug, labels[i], labels[j])
				}
			}
		}
		if p.Frame.X+p.Frame.W > p.W || p.Frame.Y+p.Frame.H > p.H || p.W > 12200 {
			t.Errorf("%s: frame %+v of a drawing of %s by %s px", typ.Slug, p.Frame, p.W, p.H)
		}
	}
}

func over(a, b drawing.Box) bool {
	return a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H
}

// A switch's cages stand in two rows, filled downwards, and name their figures
// alone; roles differ in pattern, not only in words.
func TestPortsOfASwitch(t *testing.T) {
	t.Parallel()
	p := drawing.Ports(builtIn.Type("qm9700"), func(group int) string { return fmt.Sprint("#group-", group+1) })
	if len(p.Blocks) != 2 {
		t.Fatalf("%d blocks, want fabric and management", len(p.Blocks))
	}
	fabric, mgmt := p.Blocks[0], p.Blocks[1]
	first, second, third := fabric.Cages[0], fabric.Cages[1], fabric.Cages[2]
	if first.Box.X != second.Box.X || first.Box.Y >= second.Box.Y || third.Box.Y != first.Box.Y || third.Box.X <= first.Box.X {
		t.Errorf("cages 1, 2, 3 are at %+v, %+v, %+v, want 2 below 1 and 3 beside it", first.Box, second.Box, third.Box)
	}
	if first.Name.Words != "1" || fabric.Cages[31].Name.Words != "32" || mgmt.Cages[0].Name.Words != "mgmt0" {
		t.Errorf("cages are named %q, %q and %q, want 1, 32 and mgmt0", first.Name.Words, fabric.Cages[31].Name.Words, mgmt.Cages[0].Name.Words)
	}
	if want := "IB1/1, osfp-finned-2, fabric, ports IB1/1/1 and IB1/1/2"; first.Label != want || len(first.Ports) != 2 {
		t.Errorf("the first cage is %q with %d ports, want %q with 2", first.Label, len(first.Ports), want)
	}
	if fabric.Pattern == mgmt.Pattern {
		t.Error("fabric and management have one pattern")
	}
	if first.Href != "#group-1" || mgmt.Cages[0].Href != "#group-2" {
		t.Errorf("cages lead to %s and %s, want the rows of their port groups", first.Href, mgmt.Cages[0].Href)
	}
	if !strings.Contains(p.Head.Words, "front") || !strings.Contains(p.Desc, "not to scale") {
		t.Errorf("the drawing says %q and %q, want the face, and that it is not to scale", p.Head.Words, p.Desc)
	}
	if want := "Cages of qm9700: fabric: 32 × osfp-finned-2, IB1/1 to IB1/32; management: 1 × rj45, mgmt0"; p.Title != want {
		t.Errorf("the title is %q, want %q", p.Title, want)
	}
}

// More cages than a drawing holds are counted, and a type without any is a
// drawing all the same.
func TestPortsAreBounded(t *testing.T) {
	t.Parallel()
	typ := catalog.DeviceType{Slug: "wide", Kind: "eth-switch"}
	if p := drawing.Ports(&typ, nil); p.Title != "Cages of wide: none" || !strings.Contains(p.Head.Words, "not known") || p.H <= 0 {
		t.Errorf("a type without cages is drawn as %q, %q", p.Title, p.Head.Words)
	}
	g := &catalog.PortGroup{Role: "fabric", Form: builtIn.Form("qsfp28")}
	typ.Groups = []catalog.PortGroup{*g}
	for i := range drawing.MaxCages + 7 {
		typ.Cages = append(typ.Cages, catalog.Cage{Name: fmt.Sprint("p", i+1), Group: &typ.Groups[0]})
	}
	p := drawing.Ports(&typ, nil)
	if got := len(p.Blocks[0].Cages); got != drawing.MaxCages || p.Omitted != "7 more cages are not drawn; the table has them" {
		t.Errorf("%d cages are drawn and %q said, want %d and the 7 left out", got, p.Omitted, drawing.MaxCages)
	}
	if p.Blocks[0].Cages[0].Href != "" {
		t.Errorf("a cage leads to %q, want no link", p.Blocks[0].Cages[0].Href)
	}
}
