package planner_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// themes are device types that have something to say to each other.
var themes = [][]string{
	{"qm9700", "qm9700", "hgx-8gpu-osfp", "dgx-h100", "server-1u-1x-osfp", "server-1u-qsfp112", "hgx-8gpu-qsfp112"},
	{"qm8700", "qm8700", "qm9700", "server-1u-1x-qsfp56", "server-1u-qsfp56", "server-1u-qsfp112", "hgx-8gpu-osfp", "dgx-a100"},
	{"sb7800", "sb7800", "server-1u-1x-qsfp28", "server-1u-qsfp56", "server-1u-qsfp112"},
	{"q3400-ra", "q3400-ra", "dgx-b300", "server-1u-1x-osfp224"},
	{"sn5600", "sn5600", "sn5400", "sn4700", "hgx-8gpu-osfp", "dgx-h100", "server-1u-qsfp112", "server-1u-1x-qsfp56"},
	{"sn4600c", "sn3700", "sn2201", "sn5400", "sn3420", "server-1u-1x-qsfp28", "server-1u-qsfp112", "server-1u-qsfp56"},
	{"sn2201", "hgx-8gpu-osfp", "dgx-h100", "server-1u-1x-osfp", "dgx-b300", "qm9700", "sn5600"},
	{"qm9700", "qm8700", "sb7800", "q3400-ra", "sn5600", "sn5400", "sn4600c", "sn3700", "sn2201", "dgx-h100", "dgx-b300",
		"hgx-8gpu-osfp", "server-1u-1x-osfp", "server-1u-qsfp112", "server-1u-qsfp56", "server-1u-1x-qsfp28"},
}

// edges are runs where an answer changes: lengths parts are sold in, reaches,
// and the minimum of some optics.
var edges = []int64{500, 930, 1000, 1500, 2000, 2250, 2500, 3000, 4000, 5000, 7000, 8000, 10_000, 15_000, 20_000, 25_000, 30_000,
	35_000, 50_000, 55_000, 70_000, 100_000, 150_000, 500_000, 2_000_000, 10_000_000}

// A generator writes one random plan.
type generator struct {
	*rand.Rand
	cat  *catalog.Catalog
	doc  *plan.Document
	used map[string]bool   // ports and children taken
	rate map[string]string // rate of a cage's first link
	kids map[string]string // rate of a port's children
	most int64             // longest run of this plan
	last *units.Length     // run of the link written last, nil: not given
}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func pick[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

// randomPlan is a small plan of real types with every run either given or
// inside three neighbouring racks.
func randomPlan(seed uint64, cat *catalog.Catalog) *plan.Document {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), cat: cat, doc: &plan.Document{Version: 1, Name: "random"},
		used: map[string]bool{}, rate: map[string]string{}, kids: map[string]string{}}
	g.most = pick(g, []int64{2500, 3500, 5000, 12_000, 60_000, 60_000, 200_000, 12_000_000})
	g.settings()
	zero, rows := units.Length(0), 3
	g.doc.Site.Rows = []plan.Row{{Name: "A", Y: &zero}}
	for i := range rows {
		position := i + 1
		g.doc.Racks = append(g.doc.Racks, plan.Rack{Name: fmt.Sprintf("A%d", i+1), Row: "A", Position: &position})
	}
	theme := pick(g, themes)
	for i := range 2 + g.IntN(5) {
		d := plan.Device{Name: fmt.Sprintf("%c%d", 'a'+g.IntN(3), i+1), Type: pick(g, theme)}
		if !g.chance(4) {
			d.Rack = g.doc.Racks[i%rows].Name
			d.U = plan.Positions{At: []units.RackUnits{units.U(1 + 20*(i/rows))}}
		}
		g.doc.Devices = append(g.doc.Devices, d)
	}
	want := 1 + g.IntN(8)
	for tries := 0; tries < 60 && len(g.doc.Links) < want; tries++ {
		switch n := len(g.doc.Links); {
		case n > 0 && g.chance(45):
			g.sibling(g.doc.Links[g.IntN(n)])
		case g.chance(50):
			g.bundle()
		default:
			g.link(g.anyPort(pick(g, g.doc.Devices)), g.anyPort(pick(g, g.doc.Devices)), "")
		}
	}
	return g.doc
}

// settings changes some of them.
func (g *generator) settings() {
	s := &g.doc.Settings
	length := func(mm int64) *units.Length { l := units.MM(mm); return &l }
	yes := true
	if g.chance(50) {
		s.AllowRetired = &yes
	}
	if g.chance(30) {
		s.Media = slices.Clone(plan.Media)
		g.Shuffle(len(s.Media), func(i, j int) { s.Media[i], s.Media[j] = s.Media[j], s.Media[i] })
		s.Media = s.Media[:1+g.IntN(len(s.Media))]
	}
	if g.chance(20) {
		s.Evidence = pick(g, []catalog.Evidence{catalog.Maker, catalog.Transcribed, catalog.Reseller, catalog.Unverified})
	}
	if g.chance(20) {
		s.Multimode = pick(g, []string{"om3", "om4", "om5"})
	}
	if g.chance(20) {
		s.TwistedPair = pick(g, []string{"cat6", "cat6a"})
	}
	if g.chance(15) {
		s.Choose = pick(g, []string{"preference", "cheapest"})
	}
	if g.chance(15) {
		s.Excess = length(pick(g, []int64{0, 500, 1000, 2000, 20_000}))
	}
	if g.chance(15) {
		s.Headroom = length(pick(g, []int64{1, 500, 1000, 5000}))
	}
	if g.chance(25) {
		percent := pick(g, []int{0, 125, 333, 1000, 5000})
		s.Slack = &plan.Slack{Percent: &percent}
		if g.chance(50) {
			s.Slack.Optical = &plan.Slack{PerEnd: length(int64(g.IntN(3000)))}
		}
		if g.chance(50) {
			s.Slack.Copper = &plan.Slack{PerEnd: length(int64(g.IntN(500)))}
		}
	}
	if g.chance(20) {
		percent, least := g.IntN(3000), g.IntN(4)
		s.Spares = &plan.Spares{Percent: &percent, Minimum: &least}
		if g.chance(50) {
			n := g.IntN(5)
			s.Spares.ByMedium = map[catalog.Medium]*plan.Spares{pick(g, catalog.Media): {Minimum: &n}}
		}
	}
}

// bundle links a whole cage of a switch the way a cable would: to the same
// cage of a like switch, or port by port (or child by child) to other devices.
func (g *generator) bundle() {
	d := pick(g, g.doc.Devices)
	hub := g.anyPort(d)
	hub.child, hub.name = 0, hub.port.Name
	if !hub.isSwitch() || hub.form() == "rj45" {
		return
	}
	var ends []oEnd
	split := g.chance(50)
	for i := range hub.typ.Ports {
		if p := &hub.typ.Ports[i]; p.Cage == hub.port.Cage {
			if !split || len(p.Children) == 0 {
				ends = append(ends, oEnd{d.Name, hub.typ, p, 0, p.Name})
				continue
			}
			for k, name := range p.Children {
				ends = append(ends, oEnd{d.Name, hub.typ, p, k + 1, name})
			}
		}
	}
	speed := hub.port.Group.Speeds[0].Rate
	if g.chance(40) {
		speed = pick(g, hub.port.Group.Speeds).Rate
	}
	if g.chance(50) {
		for _, o := range g.doc.Devices {
			if o.Type == d.Type && o.Name != d.Name {
				for _, e := range ends {
					far := e
					far.device = o.Name
					g.link(e, far, speed)
				}
				return
			}
		}
	}
	for _, e := range ends {
		for range 4 { // the first host whose port is free
			far := g.anyPort(pick(g, g.doc.Devices))
			far.child, far.name = 0, far.port.Name
			before := len(g.doc.Links)
			if g.link(e, far, speed); len(g.doc.Links) > before {
				break
			}
		}
	}
}

// anyPort is a port of one of the first cages of a group of the device.
func (g *generator) anyPort(d plan.Device) oEnd {
	t := g.cat.Types[slices.IndexFunc(g.cat.Types, func(t *catalog.DeviceType) bool { return t.Slug == d.Type })]
	var ports []*catalog.Port
	group := t.Groups[0].Number
	if g.chance(30) {
		group = pick(g, t.Groups).Number
	}
	for i := range t.Ports {
		p := &t.Ports[i]
		if first := t.Cages[p.Cage].Group; first.Number == group && p.Cage-firstCage(t, group) < 3 {
			ports = append(ports, p)
		}
	}
	return g.maybeChild(oEnd{d.Name, t, pick(g, ports), 0, ""})
}

// firstCage is the index of the group's first cage.
func firstCage(t *catalog.DeviceType, group int) int {
	return slices.IndexFunc(t.Cages, func(c catalog.Cage) bool { return c.Group.Number == group })
}

// maybeChild turns a whole port into one of its children now and then.
func (g *generator) maybeChild(e oEnd) oEnd {
	e.child, e.name = 0, e.port.Name
	if len(e.port.Children) > 0 && g.chance(50) {
		e.child = 1 + g.IntN(len(e.port.Children))
		e.name = e.port.Children[e.child-1]
	}
	return e
}

// sibling writes a link beside another: same cage at one end, and at the other
// the same cage, its neighbour, or the same type elsewhere.
func (g *generator) sibling(w plan.Link) {
	a, errA := resolveEnd(g.doc, g.cat, w.A)
	b, errB := resolveEnd(g.doc, g.cat, w.B)
	if errA != nil || errB != nil {
		panic("generator wrote an end it cannot read")
	}
	if g.chance(50) {
		a, b = b, a
	}
	beside := func(e oEnd, cage int) oEnd {
		var ports []*catalog.Port
		for i := range e.typ.Ports {
			if p := &e.typ.Ports[i]; p.Cage == cage && p.Group == e.port.Group {
				ports = append(ports, p)
			}
		}
		if len(ports) == 0 {
			return e
		}
		was := e.child
		e.port = pick(g, ports)
		e.child, e.name = 0, e.port.Name
		if was > 0 && len(e.port.Children) > 0 && !g.chance(10) {
			e.child = 1 + g.IntN(len(e.port.Children))
			e.name = e.port.Children[e.child-1]
		}
		return e
	}
	na := beside(a, a.port.Cage)
	nb := b
	switch g.IntN(3) {
	case 0:
		nb = beside(b, b.port.Cage)
	case 1:
		nb = beside(b, b.port.Cage+1)
	case 2:
		for _, i := range g.Perm(len(g.doc.Devices)) {
			d := g.doc.Devices[i]
			if d.Type == b.typ.Slug && d.Name != b.device {
				nb.device = d.Name
				nb = beside(nb, b.port.Cage)
				break
			}
		}
	}
	g.link(na, nb, w.Speed)
}

// link adds one link where both ends are free and have a rate in common.
func (g *generator) link(a, b oEnd, speed string) {
	if a.device == b.device || g.taken(a) || g.taken(b) {
		return
	}
	var rates []string
	for _, s := range a.port.Group.Speeds {
		if len(variants(a, b, s.Rate)) > 0 && !slices.Contains(rates, s.Rate) {
			rates = append(rates, s.Rate)
		}
	}
	if len(rates) == 0 {
		return
	}
	rate := pick(g, rates)
	if slices.Contains(rates, speed) && !g.chance(4) {
		rate = speed
	}
	for _, like := range []string{g.rate[a.cage()], g.rate[b.cage()]} {
		if slices.Contains(rates, like) && !g.chance(8) {
			rate = like
		}
	}
	for _, e := range []oEnd{a, b} {
		if e.child > 0 && g.kids[e.whole()] != "" && g.kids[e.whole()] != rate {
			return
		}
	}
	w := plan.Link{A: a.String(), B: b.String(), Speed: rate}
	if g.chance(10) && fastest(a, b) == rate {
		w.Speed = ""
	}
	if o := variants(a, b, rate); o[0][0] == o[0][1] && g.chance(10) && a.child+b.child == 0 && strings.Contains(o[0][0].Name, "-") {
		w.Speed = o[0][0].Name
	}
	if !g.chance(12) {
		mm := pick(g, edges)
		for mm > g.most {
			mm = pick(g, edges)
		}
		run := units.MM(mm)
		switch g.IntN(5) {
		case 0:
			run += units.Nanometre
		case 1:
			run -= units.Millimetre
		case 2:
			run = units.Length(g.Int64N(g.most)) * units.Millimetre
		}
		w.Run = &run
	}
	if len(g.doc.Links) > 0 && g.chance(50) {
		w.Run = g.last // links of one bundle often go the same way
	}
	g.last = w.Run
	if g.chance(8) {
		yes := true
		w.Existing = &yes
	}
	g.doc.Links = append(g.doc.Links, w)
	for _, e := range []oEnd{a, b} {
		g.used[e.String()] = true
		if g.rate[e.cage()] == "" {
			g.rate[e.cage()] = rate
		}
		if e.child > 0 {
			g.kids[e.whole()] = rate
		}
	}
}

// taken reports whether the port is in use, or its parent or children are.
func (g *generator) taken(e oEnd) bool {
	if g.used[e.String()] || g.used[e.whole()] {
		return true
	}
	if e.child == 0 {
		for _, c := range e.port.Children {
			if g.used[e.device+":"+c] {
				return true
			}
		}
	}
	return false
}
