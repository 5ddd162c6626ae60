package planner_test

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// The oracle works out grouping and selection a second time, slowly and in the
// order of the design's sentences: every assignment of variants, every product,
// every choice of modules is written down and looked at. It shares no code with
// the planner. It takes plans whose links are written one by one, and it takes
// runs as given.

// An oRules is the settings with the defaults of plan-format.md filled in.
type oRules struct {
	media       []plan.Medium
	cheapest    bool
	multimode   string
	twistedPair string
	retired     bool
	evidence    catalog.Evidence
	copper      oSlack
	optical     oSlack
	headroom    units.Length
	excess      units.Length
	patchPanels int
	currency    string
	energyPrice int64 // ten-thousandths per kWh
	pue         int64 // thousandths
	years       int64
	price       func(id, currency string) (catalog.Price, bool)
	status      func(sku string) catalog.SiteStatus
	defaults    []*catalog.ClassDefault
}

// An oSlack is run x (1 + percent) + 2 x per end; percent in hundredths.
type oSlack struct {
	percent int64
	perEnd  units.Length
}

func rulesOf(doc *plan.Document, cat *catalog.Catalog) oRules {
	s := doc.Settings
	r := oRules{
		media:       []plan.Medium{plan.DAC, plan.ACC, plan.AEC, plan.AOC, plan.Optical, plan.TwistedPair},
		cheapest:    s.Choose == "cheapest",
		multimode:   "om4",
		twistedPair: "cat6a",
		evidence:    catalog.Reseller,
		copper:      oSlack{500, 150 * units.Millimetre},
		optical:     oSlack{500, 150 * units.Millimetre},
		excess:      5 * units.Metre,
		currency:    "USD",
		energyPrice: 1200, pue: 1300, years: 4,
		price: cat.PriceOf, status: cat.StatusOf, defaults: cat.ClassDefaults,
	}
	if s.Media != nil {
		r.media = s.Media
	}
	if s.Multimode != "" {
		r.multimode = s.Multimode
	}
	if s.TwistedPair != "" {
		r.twistedPair = s.TwistedPair
	}
	if s.AllowRetired != nil {
		r.retired = *s.AllowRetired
	}
	if s.Evidence != "" {
		r.evidence = s.Evidence
	}
	if s.Headroom != nil {
		r.headroom = *s.Headroom
	}
	if s.Excess != nil {
		r.excess = *s.Excess
	}
	if s.PatchPanels != nil {
		r.patchPanels = *s.PatchPanels
	}
	if s.Currency != "" {
		r.currency = s.Currency
	}
	if e := s.Energy; e != nil {
		setInt(&r.energyPrice, e.PricePerKWh)
		setInt(&r.pue, e.PUE)
		setInt(&r.years, e.Years)
	}
	if s.Slack != nil {
		over(&r.copper, s.Slack)
		over(&r.optical, s.Slack)
		over(&r.copper, s.Slack.Copper)
		over(&r.optical, s.Slack.Optical)
	}
	return r
}

func setInt(to *int64, from *int) {
	if from != nil {
		*to = int64(*from)
	}
}

func over(to *oSlack, s *plan.Slack) {
	if s == nil {
		return
	}
	setInt(&to.percent, s.Percent)
	if s.PerEnd != nil {
		to.perEnd = *s.PerEnd
	}
}

// required is what a cable of the medium must have for the link, whole mm.
func (r oRules) required(l *oLink, m plan.Medium) int64 {
	if l.measured {
		return l.run.CeilMM()
	}
	s := r.copper
	if m == plan.AOC || m == plan.Optical {
		s = r.optical
	}
	const whole = 10_000
	n := int64(l.run)*(whole+s.percent) + 2*int64(s.perEnd)*whole
	d := int64(units.Millimetre) * whole
	return (n + d - 1) / d
}

// An oEnd is one written end, found in its type.
type oEnd struct {
	device string
	typ    *catalog.DeviceType
	port   *catalog.Port
	child  int
	name   string // as results print it
}

func (e oEnd) String() string      { return e.device + ":" + e.name }
func (e oEnd) cage() string        { return e.device + ":" + e.typ.Cages[e.port.Cage].Name }
func (e oEnd) whole() string       { return e.device + ":" + e.port.Name }
func (e oEnd) form() string        { return e.port.Group.Form.Name }
func (e oEnd) twin() bool          { return e.port.Group.PortsPerCage == 2 }
func (e oEnd) lanes() int          { return e.port.Group.Form.Lanes / e.port.Group.PortsPerCage }
func (e oEnd) isSwitch() bool      { return e.typ.Kind == "ib-switch" || e.typ.Kind == "eth-switch" }
func (e oEnd) topSpeed() string    { return e.port.Group.Speeds[0].Name }
func (e oEnd) lists(s string) bool { return slices.ContainsFunc(e.port.Group.Speeds, named(s)) }
func named(s string) func(*catalog.Speed) bool {
	return func(x *catalog.Speed) bool { return x.Name == s }
}

// children is n of "a port splits into n = lanes of the port / lanes of the
// speed, n = 2 or 4", or 0.
func (e oEnd) children(s *catalog.Speed) int {
	if !e.isSwitch() || e.port.Group.SplitSuffix == "" || e.lanes()%s.Lanes != 0 {
		return 0
	}
	if n := e.lanes() / s.Lanes; n == 2 || n == 4 {
		return n
	}
	return 0
}

// carries reports whether the end, as written, exists at the variant.
func (e oEnd) carries(s *catalog.Speed) bool {
	if !e.lists(s.Name) {
		return false
	}
	if e.child == 0 {
		return s.Lanes <= e.lanes()
	}
	return e.child <= e.children(s)
}

// An oLink is one link; a is the end whose device:port comes first.
type oLink struct {
	index    int // in the document
	a, b     oEnd
	rate     string
	options  [][2]*catalog.Speed // variants of a and b, in the order they are tried
	run      units.Length
	measured bool
	known    bool
	existing bool
}

func (l *oLink) other(device string) oEnd {
	if l.a.cage() == device {
		return l.b
	}
	return l.a
}

// endIn is the end of the link that sits in the cage.
func (l *oLink) endIn(cage string) oEnd {
	if l.a.cage() == cage {
		return l.a
	}
	return l.b
}

// resolve finds the ends and the variants of one link of the document. The
// generator writes only ports that exist and speeds both ends list.
func resolve(doc *plan.Document, cat *catalog.Catalog, i int) (*oLink, error) {
	w := doc.Links[i]
	a, err := resolveEnd(doc, cat, w.A)
	if err != nil {
		return nil, err
	}
	b, err := resolveEnd(doc, cat, w.B)
	if err != nil {
		return nil, err
	}
	if units.CompareNatural(a.String(), b.String()) > 0 {
		a, b = b, a
	}
	l := &oLink{index: i, a: a, b: b, existing: w.Existing != nil && *w.Existing}
	if w.Run != nil {
		l.run, l.measured, l.known = *w.Run, true, true
	}
	l.rate = w.Speed
	if l.rate == "" {
		l.rate = fastest(a, b)
	}
	l.options = variants(a, b, l.rate)
	if len(l.options) == 0 {
		return nil, fmt.Errorf("links[%d]: %s and %s have no common %s", i, a, b, l.rate)
	}
	l.rate = l.options[0][0].Rate
	return l, nil
}

func resolveEnd(doc *plan.Document, cat *catalog.Catalog, text string) (oEnd, error) {
	device, name, _ := strings.Cut(text, ":")
	for _, d := range doc.Devices {
		if d.Name != device {
			continue
		}
		for _, t := range cat.Types {
			if t.Slug != d.Type {
				continue
			}
			n, ok := t.Find(name)
			if !ok {
				return oEnd{}, fmt.Errorf("%s has no port %s", d.Type, name)
			}
			return oEnd{device, t, &t.Ports[n.Port], int(n.Child), t.Name(n)}, nil
		}
	}
	return oEnd{}, fmt.Errorf("no device %s", device)
}

// fastest is "the fastest rate both ports list, InfiniBand before Ethernet when
// equally fast"; of two equally fast InfiniBand rates the first of a's cell.
func fastest(a, b oEnd) string {
	var best *catalog.Speed
	for _, va := range a.port.Group.Speeds {
		for _, vb := range b.port.Group.Speeds {
			if va.Rate != vb.Rate || !a.carries(va) || !b.carries(vb) {
				continue
			}
			if best == nil || va.Gbps > best.Gbps ||
				va.Gbps == best.Gbps && va.Protocol == catalog.InfiniBand && best.Protocol == catalog.Ethernet {
				best = va
			}
		}
	}
	if best == nil {
		return ""
	}
	return best.Rate
}

// variants are "variants both ends list, then pairs of different ones; within
// each the order of the speeds cell of the end whose device:port comes first".
func variants(a, b oEnd, rate string) [][2]*catalog.Speed {
	match := func(s *catalog.Speed) bool {
		if strings.Contains(rate, "-") {
			return s.Name == rate
		}
		return s.Rate == rate
	}
	var same, different [][2]*catalog.Speed
	for _, va := range a.port.Group.Speeds {
		for _, vb := range b.port.Group.Speeds {
			if !match(va) || !match(vb) || !a.carries(va) || !b.carries(vb) {
				continue
			}
			if va == vb {
				same = append(same, [2]*catalog.Speed{va, vb})
			} else {
				different = append(different, [2]*catalog.Speed{va, vb})
			}
		}
	}
	return append(same, different...)
}

// An oComponent is cages joined by links.
type oComponent struct {
	links []*oLink
	cages []string // natural order
}

func (c *oComponent) at(cage string) []*oLink {
	var out []*oLink
	for _, l := range c.links {
		if l.a.cage() == cage || l.b.cage() == cage {
			out = append(out, l)
		}
	}
	return out
}

// components joins cages by links until nothing changes.
func components(links []*oLink) []*oComponent {
	group := map[string]int{}
	for i, l := range links {
		group[l.a.cage()], group[l.b.cage()] = 2*i, 2*i+1
	}
	for changed := true; changed; {
		changed = false
		for _, l := range links {
			x, y := group[l.a.cage()], group[l.b.cage()]
			if x != y {
				low := min(x, y)
				group[l.a.cage()], group[l.b.cage()] = low, low
				changed = true
			}
		}
	}
	var out []*oComponent
	seen := map[int]*oComponent{}
	for _, l := range links {
		g := group[l.a.cage()]
		c := seen[g]
		if c == nil {
			c = &oComponent{}
			seen[g] = c
			out = append(out, c)
		}
		c.links = append(c.links, l)
		for _, cage := range []string{l.a.cage(), l.b.cage()} {
			if !slices.Contains(c.cages, cage) {
				c.cages = append(c.cages, cage)
			}
		}
	}
	for _, c := range out {
		slices.SortFunc(c.cages, units.CompareNatural)
		slices.SortFunc(c.links, func(x, y *oLink) int {
			if d := units.CompareNatural(x.a.String(), y.a.String()); d != 0 {
				return d
			}
			return units.CompareNatural(x.b.String(), y.b.String())
		})
	}
	return out
}

// mixed lists the cages that break "all links of a component have one speed"
// or "both ports of a twin-port cage are both straight or both split".
func (c *oComponent) mixed() []string {
	var out []string
	for _, cage := range c.cages {
		at := c.at(cage)
		first := at[0]
		for _, l := range at[1:] {
			e, f := first.endIn(cage), l.endIn(cage)
			if l.rate != first.rate || e.twin() && (e.child > 0) != (f.child > 0) {
				out = append(out, cage)
				break
			}
		}
	}
	return out
}
