package app

import (
	"strconv"
	"strings"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// coded says of each link whether a finding of a code names it: its ends, one
// of its ports, cages or devices, the racks it joins, or a part it is made with.
// Of a subject none of them has, the links of the entry it points to are meant:
// of links, of devices, or of overrides.
func (x *index) coded(code plan.Code) []bool {
	x.lock.Lock()
	defer x.lock.Unlock()
	if links, ok := x.codes[string(code)]; ok {
		return links
	}
	n := newNamed(x)
	for i := range x.result.Findings {
		if f := &x.result.Findings[i]; f.Code == code {
			n.finding(f)
		}
	}
	n.settle()
	x.codes[string(code)] = n.links
	return n.links
}

// named collects the links that findings name.
type named struct {
	x       *index
	links   []bool
	racks   map[[2]string]bool // pairs of racks, the first in natural order first
	parts   map[string]bool
	entries map[string]bool
}

func newNamed(x *index) *named {
	return &named{x: x, links: make([]bool, len(x.result.Links)), racks: map[[2]string]bool{}, parts: map[string]bool{}, entries: map[string]bool{}}
}

func (n *named) finding(f *plan.Finding) {
	a, b, pair := strings.Cut(f.Subject, " - ")
	switch {
	case pair && n.ends(a, b):
	case pair && n.rack(a) && n.rack(b):
		n.racks[[2]string{a, b}] = true
		n.racks[[2]string{b, a}] = true
	case n.port(f.Subject), n.device(f.Subject):
	case n.rack(f.Subject):
		n.racks[[2]string{f.Subject}] = true
	case strings.HasPrefix(f.Path, "links["), strings.HasPrefix(f.Path, "devices["):
		entry, _, _ := strings.Cut(f.Path, "]")
		n.entries[entry+"]"] = true
	case strings.HasPrefix(f.Path, "overrides["):
		n.override(f.Path)
	default:
		n.parts[f.Subject] = true
	}
}

// override marks the links an override speaks of.
func (n *named) override(path string) {
	i, ok := entryIndex("overrides", path)
	if !ok || i >= len(n.x.document.Overrides) {
		return
	}
	ends, err := plan.ParseEnds(n.x.document.Overrides[i].At)
	if err != nil {
		return // of an override that cannot be read there is no finding
	}
	for device, port := range ends.All() {
		n.port(device + ":" + port)
	}
}

// entryIndex is the position in a list that a path into it begins with:
// "links[3].cable" gives 3.
func entryIndex(list, path string) (int, bool) {
	rest, ok := strings.CutPrefix(path, list+"[")
	number, _, closed := strings.Cut(rest, "]")
	i, err := strconv.Atoi(number)
	return i, ok && closed && err == nil && i >= 0
}

// ends marks the link between two ends.
func (n *named) ends(a, b string) bool {
	device, _, _ := strings.Cut(a, ":")
	d := n.x.device(device)
	if d < 0 {
		return false
	}
	found := false
	for _, i := range n.x.linksAt(d) {
		l := &n.x.result.Links[i]
		if isEnd(&l.A, a) && isEnd(&l.B, b) || isEnd(&l.A, b) && isEnd(&l.B, a) {
			n.links[i], found = true, true
		}
	}
	return found
}

// isEnd reports whether text is "device:port" of an end.
func isEnd(e *planner.End, text string) bool {
	name := e.Device.Name
	return len(text) == len(name)+1+len(e.Port) && text[len(name)] == ':' && text[:len(name)] == name && text[len(name)+1:] == e.Port
}

// port marks the links of a port or cage "device:name".
func (n *named) port(subject string) bool {
	device, name, ok := strings.Cut(subject, ":")
	d := n.x.device(device)
	if !ok || d < 0 {
		return false
	}
	t := n.x.result.Devices[d].Type
	for _, i := range n.x.linksAt(d) {
		l := &n.x.result.Links[i]
		for side, e := range []*planner.End{&l.A, &l.B} {
			if [2]int32{n.x.a[i], n.x.b[i]}[side] != d {
				continue
			}
			in := e.Port == name
			if t != nil && !in {
				at, known := t.Find(e.Port)
				in = known && t.Cages[t.Ports[at.Port].Cage].Name == name
			}
			n.links[i] = n.links[i] || in
		}
	}
	return true
}

func (n *named) device(name string) bool {
	d := n.x.device(name)
	if d < 0 {
		return false
	}
	for _, i := range n.x.linksAt(d) {
		n.links[i] = true
	}
	return true
}

func (n *named) rack(name string) bool {
	for _, r := range n.x.racks {
		if r == name {
			return true
		}
	}
	return false
}

// settle marks the links of the racks, parts and entries that were named.
func (n *named) settle() {
	if len(n.racks)+len(n.parts)+len(n.entries) == 0 {
		return
	}
	r := n.x.result
	for i := range r.Links {
		l := &r.Links[i]
		a, b := l.A.Device.Rack, l.B.Device.Rack
		n.links[i] = n.links[i] || n.racks[[2]string{a, b}] || n.racks[[2]string{a}] || n.racks[[2]string{b}] || n.entries[l.Path] ||
			n.entries[l.A.Device.Path] || n.entries[l.B.Device.Path] ||
			len(n.parts) > 0 && n.madeWith(l)
	}
}

// madeWith reports whether one of a link's cables, or of their modules, is one
// of the parts.
func (n *named) madeWith(l *planner.Link) bool {
	r := n.x.result
	for _, c := range l.Cables {
		if c < 0 {
			continue
		}
		if n.parts[r.Cables[c].Part.ID()] {
			return true
		}
		for _, e := range r.Cables[c].Ends {
			if e.Module >= 0 && n.parts[r.Modules[e.Module].Product.SKU] {
				return true
			}
		}
	}
	return false
}
