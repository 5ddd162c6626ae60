package netboxtype

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// ports turns runs of like interfaces into port groups.
func (m *mapper) ports() {
	all := m.usable()
	for i := 0; i < len(all); {
		g, used := m.group(all[i:])
		if g != nil {
			m.t.Groups = append(m.t.Groups, *g)
		}
		i += used
	}
	m.t.Protocols = protocols(m.t.Groups, m.cat)
	if len(m.t.Groups) == 0 {
		m.guessed(unsaid("ports"), "", "the file lists no interface a cable of the catalog goes into")
		return
	}
	m.guessed(unsaid("speeds"), "", "an interface type names one rate; add the slower ones and splits the ports run at")
}

// usable are the interfaces that have a cage in the catalog; the others are
// listed, those of one kind together.
func (m *mapper) usable() []netInterface {
	var all []netInterface
	var kinds []string
	without := map[string][]netInterface{}
	for _, x := range m.file.interfaces {
		_, known := slugs[x.kind]
		why := x.kind
		switch {
		case known && nameFault(x.name) == "":
			all = append(all, x)
			if slugs[x.kind].cage == "rj45" && !x.mgmtOnly {
				m.twistedPair++
			}
			continue
		case known:
			why = "name"
		}
		if without[why] == nil {
			kinds = append(kinds, why)
		}
		without[why] = append(without[why], x)
	}
	for _, kind := range kinds {
		list := without[kind]
		n := span(list)
		switch {
		case kind == "name":
			m.ignored(n, "the name %s; add the ports by hand", nameFault(list[0].name))
		case noPort[kind]:
			m.ignored(n, "type %s is no port a cable goes into", kind)
		default:
			m.ignored(n, "type %s has no cage or no speed in the catalog; add the ports by hand", clip(kind))
		}
	}
	return all
}

// nameFault says why a name cannot be that of a port of a plan.
func nameFault(name string) string {
	switch {
	case strings.ContainsAny(name, ":[]"):
		return "has one of : [ ], which separate names in a plan"
	case strings.ContainsAny(name, "{}"):
		return "has a brace"
	case len([]rune(name)) > 64:
		return "is longer than 64 characters"
	case strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) }):
		return "has a character that does not print"
	}
	return ""
}

// span is a value that stands for several interfaces.
func span(list []netInterface) *value {
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = x.name
	}
	v := &value{path: "interfaces", line: list[0].line, text: strings.Join(names, ", ")}
	if !slices.ContainsFunc(names, func(n string) bool { return nameFault(n) != "" }) {
		v.text = strings.Join(plan.CompressNames(names), ", ")
	}
	return v
}

// group makes a port group of the run of interfaces that the first begins, and
// says how many it used.
func (m *mapper) group(list []netInterface) (*catalog.PortGroup, int) {
	like := 1
	for like < len(list) && list[like].kind == list[0].kind && list[like].mgmtOnly == list[0].mgmtOnly {
		like++
	}
	list = list[:like]
	c := m.choose(list[0], false)
	if slugs[list[0].kind].cage == "" {
		if r, ok := pairs(list); ok {
			c = m.choose(list[0], true)
			if c.perCage == 2 {
				return m.add(c, r, list[:2*r.cages]), 2 * r.cages
			}
			c = m.choose(list[0], false)
		}
	}
	if form := m.cat.Form(c.cage); form == nil || form.Ports > 1 {
		m.ignored(span(list[:1]), "no cage of the catalog fits type %s here", list[0].kind)
		return nil, 1
	}
	if c.speed == "" || m.cat.Speed(c.speed) == nil {
		m.ignored(span(list[:1]), "type %s has no speed in the catalog", list[0].kind)
		return nil, 1
	}
	if slugs[list[0].kind].gbps > 0 && m.t.IsSwitch() && strings.HasSuffix(c.cage, "-flat-1") {
		return m.unpaired(list)
	}
	r := singles(list)
	return m.add(c, r, list[:r.cages]), r.cages
}

// unpaired lists InfiniBand OSFP ports of a switch whose names are not pairs:
// their cages hold two.
func (m *mapper) unpaired(list []netInterface) (*catalog.PortGroup, int) {
	n := 1
	for n < len(list) {
		if _, ok := pairs(list[n:]); ok {
			break
		}
		n++
	}
	m.ignored(span(list[:n]), "an OSFP cage of an InfiniBand switch holds two ports, and the file has no second one whose name goes with it; add the cage by hand")
	return nil, n
}

// add makes the group and says what became of its interfaces.
func (m *mapper) add(c choice, r run, list []netInterface) *catalog.PortGroup {
	g := &catalog.PortGroup{
		Role: c.role, Form: &catalog.FormFactor{Name: c.cage}, CageCount: r.cages, CageFirst: r.first,
		Speeds: []*catalog.Speed{{Name: c.speed}}, PortPattern: r.name, CagePattern: r.cage,
	}
	if c.perCage > 1 {
		g.PortsPerCage = c.perCage
	}
	if g.CageFirst == 1 {
		g.CageFirst = 0 // what a type counts from anyway
	}
	became := fmt.Sprintf("%d x %s, %s, %s: %s", r.cages, c.cage, c.role, c.speed, r.name)
	n := span(list)
	if c.doubt == "" {
		m.mapped(n, became, "type %s", list[0].kind)
		return g
	}
	m.guessed(n, became, "type %s: %s", list[0].kind, c.doubt)
	return g
}

// A run is interfaces whose names follow one pattern.
type run struct {
	first, cages int
	name, cage   string // patterns; cage is empty where it is as name
}

// singles is the longest run of names that count up at one place, at least the
// first name alone.
func singles(list []netInterface) run {
	first := parts(list[0].name)
	best := run{first: 1, cages: 1, name: list[0].name}
	for at, p := range first {
		if !p.number {
			continue
		}
		n := 1
		for n < len(list) && sameBut(first, parts(list[n].name), map[int]int{at: p.n + n}) {
			n++
		}
		if n > best.cages {
			best = run{cages: n}
			best.first, best.name = pattern(first, map[int]string{at: "cage"}, p.n)
		}
	}
	return best
}

// pairs is the longest run of names that go two by two: a cage that counts up
// and a port that is 1, 2 or 0, 1 within it. Names that only count up on a
// device of two ports a cage are no pairs.
func pairs(list []netInterface) (run, bool) {
	first := parts(list[0].name)
	if len(list) < 2 {
		return run{}, false
	}
	second := parts(list[1].name)
	for port := len(first) - 1; port > 0; port-- {
		if !first[port].number || first[port].n > 1 || !sameBut(first, second, map[int]int{port: first[port].n + 1}) {
			continue
		}
		if len(list) > 2 && sameBut(first, parts(list[2].name), map[int]int{port: first[port].n + 2}) {
			continue // it goes on: a count of cages
		}
		for cage := port - 1; cage >= 0; cage-- {
			if !first[cage].number {
				continue
			}
			n := 1
			for 2*n+1 < len(list) &&
				sameBut(first, parts(list[2*n].name), map[int]int{cage: first[cage].n + n}) &&
				sameBut(first, parts(list[2*n+1].name), map[int]int{cage: first[cage].n + n, port: first[port].n + 1}) {
				n++
			}
			r := run{cages: n}
			mark := map[int]string{1: "port", 0: "port0"}[first[port].n]
			r.first, r.name = pattern(first, map[int]string{cage: "cage", port: mark}, first[cage].n)
			_, r.cage = pattern(first[:cage+1], map[int]string{cage: "cage"}, first[cage].n)
			return r, true
		}
	}
	return run{}, false
}

// A part is a number of a name, or the text between two.
type part struct {
	text   string
	number bool
	n      int
}

// parts takes a name apart. A number that is padded with zeros or very long is
// text: no pattern counts it.
func parts(name string) []part {
	var out []part
	for rest := name; rest != ""; {
		digit := rest[0] >= '0' && rest[0] <= '9'
		end := strings.IndexFunc(rest, func(r rune) bool { return (r >= '0' && r <= '9') != digit })
		if end < 0 {
			end = len(rest)
		}
		p := part{text: rest[:end]}
		if digit && (len(p.text) == 1 || p.text[0] != '0') && len(p.text) <= 5 {
			p.number = true
			p.n, _ = strconv.Atoi(p.text)
		}
		out, rest = append(out, p), rest[end:]
	}
	return out
}

// sameBut reports whether two names agree but at the places given, where the
// second has the numbers given.
func sameBut(a, b []part, at map[int]int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		want, varies := at[i]
		switch {
		case varies && (!b[i].number || b[i].n != want):
			return false
		case !varies && a[i].text != b[i].text:
			return false
		}
	}
	return true
}

// pattern is a name with placeholders, and the number of the first cage. Cages
// count from 1, so names that count from 0 are one less.
func pattern(name []part, marks map[int]string, firstCage int) (int, string) {
	var b strings.Builder
	for i, p := range name {
		mark := marks[i]
		if mark == "cage" && firstCage == 0 {
			mark = "cage0"
		}
		if mark == "" {
			b.WriteString(p.text)
			continue
		}
		b.WriteString("{" + mark + "}")
	}
	return max(1, firstCage), b.String()
}
