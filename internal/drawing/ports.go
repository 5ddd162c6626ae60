package drawing

import (
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/catalog"
)

// MaxCages is how many cages of a type are drawn; the rest are counted in
// Panel.Omitted.
const MaxCages = 2_000

// A Pattern tells the roles of cages apart where colour cannot.
type Pattern int8

// The patterns, each for one role.
const (
	Hollow  Pattern = iota // out-of-band
	Solid                  // fabric
	Hatched                // uplink
	Dotted                 // storage
	Lined                  // management
)

// patterns are those of the roles; any other is hollow.
var patterns = map[string]Pattern{"fabric": Solid, "uplink": Hatched, "storage": Dotted, "mgmt": Lined}

// A Panel is a drawing of the cages of a device type: all of them in the order
// of the catalog, like cages of one role side by side. It is not to scale, and
// which row of the real panel a cage sits in is not known: Desc says so.
type Panel struct {
	Title, Desc string
	W, H        Px
	Frame       Box
	Head        Text // which face the ports look out of
	Blocks      []Block
	Omitted     string // how many cages were left out; empty: none
	OmittedAt   Text
}

// A Block is a run of cages of one role and form.
type Block struct {
	Words   string // "fabric: 32 osfp-finned-2, IB1/1 to IB1/32": what a reader hears
	Label   Text
	Pattern Pattern
	Swatch  Box // shows the pattern beside the label
	Cages   []PanelCage
}

// A PanelCage is one cage. Ports are the parts of its lower edge that show the
// pattern, one for each port.
type PanelCage struct {
	Label string // "IB1/1, osfp-finned-2, fabric, ports IB1/1/1 and IB1/1/2": what a reader hears
	Href  string // empty: no link
	Box   Box
	Name  Text // where the block's names differ in their figures alone, the figures
	Ports []Box
}

// Sizes of a panel of cages, in tenths of a pixel.
const (
	panelRoom   Px = 11300 // inner width of a line of blocks
	blockRoom   Px = 7900  // width of a block: 18 columns of the narrowest cages
	cageHeight  Px = 340
	cageLeast   Px = 400 // of a cage's width
	cageMost    Px = 1500
	cageGap     Px = 36
	portHeight  Px = 90
	blockGap    Px = 240
	labelHeight Px = 230
	nameSize    Px = 115
	labelSize   Px = 120
)

// Ports draws the cages of a device type; href gives the address of what tells
// more about the cages of a port group, by its place in t.Groups. A nil href
// makes no links.
func Ports(t *catalog.DeviceType, href func(group int) string) *Panel {
	p := &Panel{Desc: "Cages in the order of the catalog, like cages side by side; not to scale. The patterns stand for roles."}
	cages := t.Cages[:min(len(t.Cages), MaxCages)]
	var said []string
	y := margin
	p.Head = Text{X: margin, Y: y + 120, Size: labelSize, Anchor: "start", Words: faceWords(t.PortSide)}
	y += 250
	x, line := margin+blockInset, Px(0)
	for from := 0; from < len(cages); {
		to := from + 1
		for to < len(cages) && cages[to].Group.Role == cages[from].Group.Role && cages[to].Group.Form == cages[from].Group.Form {
			to++
		}
		b, w, h := block(t, cages[from:to], href)
		if x > margin+blockInset && x+w > margin+blockInset+panelRoom {
			x, y, line = margin+blockInset, y+line+blockGap, 0
		}
		b.move(x, y)
		p.W = max(p.W, x+w)
		x, line = x+w+blockGap*2, max(line, h)
		p.Blocks = append(p.Blocks, b)
		said = append(said, b.Words)
		from = to
	}
	p.Title = "Cages of " + t.Slug + ": " + strings.Join(said, "; ")
	if len(said) == 0 {
		p.Title = "Cages of " + t.Slug + ": none"
	}
	p.W = max(p.W, margin+blockInset+widthOf(p.Head.Words, labelSize)) + blockInset
	p.Frame = Box{margin, margin + 170, p.W - margin, y + line + blockInset - margin - 170}
	p.H = p.Frame.Y + p.Frame.H + margin
	p.W += margin
	if n := len(t.Cages) - len(cages); n > 0 {
		p.Omitted = counted(n, "more cage is", "more cages are") + " not drawn; the table has them"
		p.OmittedAt = Text{X: margin, Y: p.H + 60, Size: labelSize, Anchor: "start", Words: p.Omitted}
		p.H += 120
	}
	return p
}

// blockInset is between the frame and what is in it.
const blockInset Px = 130

// faceWords say which way the ports look.
func faceWords(side string) string {
	if side == "" {
		return "which face the ports look out of is not known"
	}
	return side + ": the face the ports look out of"
}

// roleWords are the roles in words.
var roleWords = map[string]string{"mgmt": "management", "oob": "out-of-band"}

func roleWord(role string) string {
	if w := roleWords[role]; w != "" {
		return w
	}
	return role
}

// block places cages of one role and form about the origin: in two rows where
// the type is a switch, filled downwards and then to the right as panels are
// numbered, and in as many lines of them as the width asks for.
func block(t *catalog.DeviceType, cages []catalog.Cage, href func(int) string) (b Block, w, h Px) {
	first, role := cages[0], roleWord(cages[0].Group.Role)
	b = Block{Pattern: patterns[first.Group.Role], Swatch: Box{0, 30, 160, 110}}
	what := strconv.Itoa(len(cages)) + " × " + first.Group.Form.Name
	b.Words = role + ": " + what + ", " + first.Name
	if len(cages) > 1 {
		b.Words += " to " + cages[len(cages)-1].Name
	}
	names := shortNames(cages)
	wide := cageLeast
	for _, n := range names {
		wide = min(max(wide, widthOf(n, nameSize)+80), cageMost)
	}
	down := 1
	if t.IsSwitch() && len(cages) > 1 {
		down = 2
	}
	columns := (len(cages) + down - 1) / down
	most := max(int((blockRoom+cageGap)/(wide+cageGap)), 1)
	lines := (columns + most - 1) / most
	columns = (columns + lines - 1) / lines // the lines of one length
	for i := range cages {
		line, at := i/(columns*down), i%(columns*down)
		box := Box{Px(at/down) * (wide + cageGap), labelHeight + Px(line)*(Px(down)*(cageHeight+cageGap)+cageGap*2) + Px(at%down)*(cageHeight+cageGap), wide, cageHeight}
		c := panelCage(t, &cages[i], box, names[i])
		if href != nil {
			c.Href = href(slices.IndexFunc(t.Groups, func(g catalog.PortGroup) bool { return g.Number == cages[i].Group.Number }))
		}
		b.Cages = append(b.Cages, c)
		w, h = max(w, box.X+box.W), max(h, box.Y+box.H)
	}
	label, size := fit(role+" · "+what, blockRoom-240, labelSize, labelSize)
	b.Label = Text{X: 240, Y: 130, Size: size, Anchor: "start", Words: label}
	return b, max(w, 240+widthOf(label, size)), h
}

func panelCage(t *catalog.DeviceType, c *catalog.Cage, box Box, name string) PanelCage {
	out := PanelCage{Label: c.Name + ", " + c.Group.Form.Name + ", " + roleWord(c.Group.Role), Box: box}
	var ports []string
	for _, i := range c.Ports {
		ports = append(ports, t.Ports[i].Name)
	}
	if len(ports) > 1 || len(ports) == 1 && ports[0] != c.Name {
		word := "port"
		if len(ports) > 1 {
			word = "ports"
		}
		out.Label += ", " + word + " " + strings.Join(ports, " and ")
	}
	words, size := fit(name, box.W-40, nameSize, 80)
	out.Name = Text{X: box.X + box.W/2, Y: box.Y + 165, Size: size, Anchor: "middle", Words: words}
	n := Px(max(len(c.Ports), 1))
	room := box.W - 80
	for i := range n {
		out.Ports = append(out.Ports, Box{box.X + 40 + room*i/n, box.Y + box.H - portHeight - 40, room/n - 40*min(n-1, 1), portHeight})
	}
	return out
}

// shortNames are the names of a block's cages; where they are many and differ
// in their last figures alone, those.
func shortNames(cages []catalog.Cage) []string {
	out := make([]string, len(cages))
	for i := range cages {
		out[i] = cages[i].Name
	}
	stem := strings.TrimRight(out[0], "0123456789")
	for _, n := range out {
		if len(out) < 4 || strings.TrimRight(n, "0123456789") != stem || len(n) == len(stem) {
			return out
		}
	}
	short := make([]string, len(out))
	for i, n := range out {
		short[i] = n[len(stem):]
	}
	return short
}

// move puts a block laid out about the origin into its place.
func (b *Block) move(x, y Px) {
	shift := func(box *Box) { box.X, box.Y = box.X+x, box.Y+y }
	word := func(t *Text) { t.X, t.Y = t.X+x, t.Y+y }
	shift(&b.Swatch)
	word(&b.Label)
	for i := range b.Cages {
		c := &b.Cages[i]
		shift(&c.Box)
		word(&c.Name)
		for j := range c.Ports {
			shift(&c.Ports[j])
		}
	}
}
