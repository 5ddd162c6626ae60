package catalog

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of one device type, far above any real device.
const (
	MaxTypeGroups = 64
	MaxTypePorts  = 4096
	MaxTypeNames  = 20_000 // ports, aliases and children together
	maxCageNumber = 99_999
	maxPortName   = 64 // characters
)

// Compile fills in what a device type of a plan leaves open, works out its
// ports, cages and names, and returns every problem in a line that begins with
// the field ("ports[0].cage: …"). A type with problems must not be used.
//
// The type is given as written: Form and Speeds need no more than their Name,
// they are replaced by the catalog's. Left empty, Kind becomes server, a group's
// Role fabric, PortsPerCage what the cage has, CageFirst and CageCount 1, the
// CagePattern of a one-port cage its PortPattern, and the SplitSuffix of a switch
// port that can split that of its kind. Rails need no more than Port: their
// number and GPU are their place in the list. Height 0 is a device without
// units. An own type needs no source. Written gives the type back as it was.
func Compile(t *DeviceType, c *Catalog) []string {
	k := &compiler{t: t, c: c}
	t.Local = true
	t.written = t.facts()
	k.defaults()
	k.compile()
	out := make([]string, len(k.problems))
	for i, p := range k.problems {
		out[i] = p.String()
	}
	return out
}

// A typeProblem is something wrong with a device type: with one of its port
// groups, or with the type as a whole where group is -1.
type typeProblem struct {
	group   int
	field   string
	message string
}

func (p typeProblem) String() string {
	if p.group < 0 {
		return p.field + ": " + p.message
	}
	return fmt.Sprintf("ports[%d].%s: %s", p.group, p.field, p.message)
}

// A compiler works out one device type.
type compiler struct {
	t        *DeviceType
	c        *Catalog
	problems []typeProblem
}

func (k *compiler) bad(group int, field, format string, args ...any) {
	k.problems = append(k.problems, typeProblem{group, field, fmt.Sprintf(format, args...)})
}

// word reports a word that is not in the list.
func (k *compiler) word(group int, field, value string, words []string) {
	if !slices.Contains(words, value) {
		shown := slices.DeleteFunc(slices.Clone(words), isEmpty)
		k.bad(group, field, "%s is not known; write %s%s", quote(value), strings.Join(shown, ", "), didYouMean(value, shown))
	}
}

// defaults fills in what a plan may leave out.
func (k *compiler) defaults() {
	t := k.t
	if t.Kind == "" {
		t.Kind = "server"
	}
	if t.Model == "" {
		t.Model = t.Slug
	}
	if t.Width == "" {
		t.Width = "full"
	}
	if t.Lifecycle == "" {
		t.Lifecycle = UnknownLifecycle
	}
	if t.Evidence == "" {
		t.Evidence = Unverified
	}
	t.Rackable = !isCard(t.Kind)
	for i := range t.Groups {
		g := &t.Groups[i]
		k.resolve(i, g)
		g.Number = i + 1
		if g.Role == "" {
			g.Role = "fabric"
		}
		if g.CageFirst == 0 {
			g.CageFirst = 1
		}
		if g.CageCount == 0 {
			g.CageCount = 1
		}
		if g.PortsPerCage == 0 {
			g.PortsPerCage = 1
			if g.Form != nil {
				g.PortsPerCage = max(1, g.Form.Ports)
			}
		}
		if g.CagePattern == "" && g.PortsPerCage == 1 {
			g.CagePattern = g.PortPattern
		}
		if g.SplitSuffix == "" && g.Form != nil && g.PortsPerCage > 0 && t.IsSwitch() && k.mostChildren(g) > 0 {
			g.SplitSuffix = splitSuffixes[t.Kind]
		}
	}
	for i := range t.Rails {
		t.Rails[i].Number, t.Rails[i].GPU = i, i
	}
}

// splitSuffixes is what a child adds to its port's name, by kind of switch.
var splitSuffixes = map[string]string{"ib-switch": "/{i}", "eth-switch": "s{i0}"}

// resolve replaces the form and the speeds of a group by the catalog's; what
// the catalog does not have becomes nil and a problem.
func (k *compiler) resolve(i int, g *PortGroup) {
	if g.Form != nil {
		name := g.Form.Name
		if g.Form = k.c.Form(name); g.Form == nil {
			k.bad(i, "cage", "unknown cage %s%s", quote(name), didYouMean(name, k.c.cageNames()))
		}
	} else {
		k.bad(i, "cage", "is missing; write one of %s", strings.Join(k.c.cageNames(), ", "))
	}
	known := g.Speeds[:0:0]
	for _, s := range g.Speeds {
		name := ""
		if s != nil {
			name = s.Name
		}
		if found := k.c.Speed(name); found != nil {
			known = append(known, found)
			continue
		}
		k.bad(i, "speeds", "unknown speed %s%s", quote(name), didYouMean(name, k.c.speedNames()))
	}
	g.Speeds = known
}

// mostChildren is the most children a port of the group splits into at any of
// its speeds, 0 where it cannot split.
func (k *compiler) mostChildren(g *PortGroup) int {
	most := 0
	for _, s := range g.Speeds {
		most = max(most, splitsInto(g.PortLanes(), s.Lanes))
	}
	return most
}

func isCard(kind string) bool { return kind == "nic" || kind == "dpu" }

// compile checks a type whose defaults are filled in and works out ports,
// cages and names.
func (k *compiler) compile() {
	k.checkType()
	sound := make([]bool, len(k.t.Groups))
	for i := range k.t.Groups {
		before := len(k.problems)
		k.checkGroup(i, &k.t.Groups[i])
		sound[i] = len(k.problems) == before && k.t.Groups[i].Form != nil
	}
	k.checkCards()
	k.namePorts(sound)
	k.checkRails()
}

func (k *compiler) checkType() {
	t := k.t
	if !isSlug(t.Slug) || len(t.Slug) > maxPortName {
		k.bad(-1, "slug", "%s is not small letters and digits with single dashes between them, at most %d", quote(t.Slug), maxPortName)
	}
	k.word(-1, "kind", t.Kind, kindWords)
	k.word(-1, "width", t.Width, widthWords)
	k.word(-1, "airflow", t.Airflow, airflowWords)
	k.word(-1, "port_side", t.PortSide, sideWords)
	for _, p := range t.Protocols {
		k.word(-1, "protocols", string(p), []string{string(InfiniBand), string(Ethernet)})
	}
	switch {
	case isCard(t.Kind) && t.Height != 0:
		k.bad(-1, "units", "a %s is a part of a device and takes no rack units", t.Kind)
	case t.Height < 0:
		k.bad(-1, "units", "%s is below zero", t.Height)
	case !isCard(t.Kind) && !t.Local && t.Height == 0:
		k.bad(-1, "units", "a device of a rack has rack units")
	}
	for _, f := range []struct {
		field string
		value int64
	}{{"depth", int64(t.Depth)}, {"weight_kg", int64(t.Weight)}, {"power_w", int64(t.PowerMax)}, {"typical_w", int64(t.PowerTypical)}} {
		if f.value < 0 {
			k.bad(-1, f.field, "is below zero")
		}
	}
	if t.PowerMax > 0 && t.PowerTypical > t.PowerMax {
		k.bad(-1, "typical_w", "typical power %s is above the maximum %s", t.PowerTypical, t.PowerMax)
	}
	switch {
	case len(t.Groups) == 0 && !t.Local:
		k.bad(-1, "ports", "the type has no ports; list at least one") // a manifold or shelf of a plan may have none
	case len(t.Groups) > MaxTypeGroups:
		k.bad(-1, "ports", "%d groups of ports are above the limit of %d", len(t.Groups), MaxTypeGroups)
	}
}

func (k *compiler) checkGroup(i int, g *PortGroup) {
	k.word(i, "role", g.Role, roleWords)
	for _, f := range []struct {
		field       string
		value, most int
	}{{"first", g.CageFirst, maxCageNumber}, {"cages", g.CageCount, MaxTypePorts}, {"per_cage", g.PortsPerCage, MaxTypePorts}} {
		if f.value < 1 || f.value > f.most {
			k.bad(i, f.field, "%d is not between 1 and %d", f.value, f.most)
		}
	}
	k.checkAdapter(i, g)
	if g.CagePower > 0 && !k.t.IsSwitch() {
		k.bad(i, "cage_power", "is kept for switches")
	}
	if g.Form == nil || g.PortsPerCage < 1 {
		return
	}
	if !g.Form.Cage {
		k.bad(i, "cage", "%s is a plug and no cage", g.Form.Name)
		return
	}
	if g.Form.Ports > 0 && g.PortsPerCage != g.Form.Ports {
		k.bad(i, "per_cage", "is %d, a cage of form %s has %d", g.PortsPerCage, g.Form.Name, g.Form.Ports)
		return
	}
	k.checkSpeeds(i, g)
	k.checkSuffix(i, g)
}

func (k *compiler) checkSpeeds(i int, g *PortGroup) {
	if len(g.Speeds) == 0 && k.t.Kind != "patch-panel" && !slices.ContainsFunc(k.problems, func(p typeProblem) bool { return p.group == i && p.field == "speeds" }) {
		k.bad(i, "speeds", "is empty; list what the ports run at, fastest first")
	}
	for n, s := range g.Speeds {
		if slices.Index(g.Speeds, s) < n {
			k.bad(i, "speeds", "%s is listed twice", s.Name)
		}
		switch {
		case g.Form.Lanes == 0:
			k.bad(i, "speeds", "a cage of form %s has no known lanes and so no speeds", g.Form.Name)
		case s.Lanes*g.PortsPerCage > g.Form.Lanes:
			k.bad(i, "speeds", "%s takes %d lanes, a port here has %d", s.Name, s.Lanes, g.PortLanes())
		}
		if g.Form.MaxLaneGbps > 0 && s.LaneGbps > g.Form.MaxLaneGbps {
			k.bad(i, "speeds", "%s is too fast for %s, whose lanes end at %d Gb/s", s.Name, g.Form.Name, g.Form.MaxLaneGbps)
		}
		if s.Gbps > g.Speeds[0].Gbps {
			k.bad(i, "speeds", "%s is faster than %s, which stands first; list the fastest first", s.Name, g.Speeds[0].Name)
		}
		wanted := g.Role == "fabric" || g.Role == "storage"
		if wanted && (!k.t.Local || len(k.t.Protocols) > 0) && !slices.Contains(k.t.Protocols, s.Protocol) {
			k.bad(i, "speeds", "%s is not one of the device's protocols", s.Name)
		}
	}
}

// checkSuffix: only ports of switches split, and there every port with a speed
// to split to has a suffix.
func (k *compiler) checkSuffix(i int, g *PortGroup) {
	can := k.t.IsSwitch() && k.mostChildren(g) > 0
	switch {
	case g.SplitSuffix != "" && !k.t.IsSwitch():
		k.bad(i, "split_suffix", "only ports of switches split, and the kind is %s", k.t.Kind)
	case g.SplitSuffix != "" && !can:
		k.bad(i, "split_suffix", "no speed listed takes a half or a quarter of the port's %d lanes, so it does not split", g.PortLanes())
	case g.SplitSuffix == "" && can:
		k.bad(i, "split_suffix", "the port splits, so its children need a suffix, %s", splitSuffixes[k.t.Kind])
	case g.SplitSuffix != "" && !k.t.Local && g.SplitSuffix != splitSuffixes[k.t.Kind]:
		k.bad(i, "split_suffix", "%s is not that of this kind of switch, %s", g.SplitSuffix, splitSuffixes[k.t.Kind])
	}
}

func (k *compiler) checkAdapter(i int, g *PortGroup) {
	switch {
	case g.Adapter == "":
		if g.PCIeGen > 0 || g.PCIeLanes > 0 {
			k.bad(i, "pcie", "is the host link of which adapter? write adapter: each, or a card number")
		} else if isCard(k.t.Kind) {
			k.bad(i, "adapter", "a %s is one adapter: write each where it has one port, else 1", k.t.Kind)
		}
		return
	case cardCell.fault(g.Adapter) != "":
		k.bad(i, "adapter", "%s is not %s", quote(g.Adapter), cardCell.fault(g.Adapter))
	case !slices.Contains([]string{"gpu-server", "server", "nic", "dpu"}, k.t.Kind) || g.Form != nil && g.Form.Name == "rj45":
		k.bad(i, "adapter", "kind %s and RJ45 ports have no adapter; leave it out", k.t.Kind)
	}
	switch {
	case (g.PCIeGen > 0) != (g.PCIeLanes > 0):
		k.bad(i, "pcie", "generation and lanes go together")
	case g.PCIeGen > 0 && (g.PCIeGen < 3 || g.PCIeGen > 6):
		k.bad(i, "pcie", "generation %d is not between 3 and 6", g.PCIeGen)
	case g.PCIeLanes != 0 && !slices.Contains([]int{1, 2, 4, 8, 16, 32}, g.PCIeLanes):
		k.bad(i, "pcie", "%d lanes are not 1, 2, 4, 8, 16 or 32", g.PCIeLanes)
	}
}

// checkCards: the groups of one card share its one host link.
func (k *compiler) checkCards() {
	seen := map[string][]int{}
	for i, g := range k.t.Groups {
		if g.Adapter == "" || g.Adapter == "each" {
			continue
		}
		seen[g.Adapter] = append(seen[g.Adapter], i)
		if first := k.t.Groups[seen[g.Adapter][0]]; first.PCIeGen != g.PCIeGen || first.PCIeLanes != g.PCIeLanes {
			k.bad(i, "pcie", "adapter %s has two host links; its groups must agree", g.Adapter)
		}
	}
	for i, g := range k.t.Groups {
		if of := seen[g.Adapter]; len(of) == 1 && of[0] == i && g.CageCount*g.PortsPerCage == 1 {
			k.bad(i, "adapter", "card %s has one port; write each", g.Adapter)
		}
	}
}

// checkRails: each port once, all ports of role fabric, by their printed names.
func (k *compiler) checkRails() {
	t := k.t
	if len(t.Rails) == 0 || len(k.problems) > 0 {
		return
	}
	ranked, fabric := 0, 0
	seen := map[string]bool{}
	for _, p := range t.Ports {
		if p.Group.Role == "fabric" {
			fabric++
		}
	}
	for i, r := range t.Rails {
		field := fmt.Sprintf("rails[%d]", i)
		at, ok := t.names[r.Port]
		switch {
		case !ok:
			k.bad(-1, field, "the type has no port %s%s", quote(r.Port), didYouMean(r.Port, t.portNames()))
		case t.Ports[at.Port].Name != r.Port:
			k.bad(-1, field, "%s is not the printed name; write %s", quote(r.Port), quote(t.Ports[at.Port].Name))
		case r.Number >= 0 && t.Ports[at.Port].Group.Role != "fabric":
			k.bad(-1, field, "port %s has role %s; a rail is a port of role fabric", r.Port, t.Ports[at.Port].Group.Role)
		case seen[r.Port]:
			k.bad(-1, field, "port %s is listed twice", r.Port)
		}
		seen[r.Port] = true
		if r.Number >= 0 {
			ranked++
		}
	}
	if ranked > 0 && ranked != fabric {
		k.bad(-1, "rails", "%d rails for %d ports of role fabric; list every one of them, GPU 0 first", ranked, fabric)
	}
}

func (t *DeviceType) portNames() []string {
	out := make([]string, len(t.Ports))
	for i, p := range t.Ports {
		out[i] = p.Name
	}
	return out
}

// nameFault says what is wrong with a name of a port or a cage.
func nameFault(name string) string {
	switch {
	case name == "" || name != strings.TrimSpace(name):
		return "is empty or has white space around it"
	case utf8.RuneCountInString(name) > maxPortName:
		return fmt.Sprintf("is longer than %d characters", maxPortName)
	case strings.ContainsAny(name, ":[]") || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "has a character a name may not have (: [ ] or one that does not print)"
	}
	return ""
}
