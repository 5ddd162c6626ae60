package fabric

import (
	"fmt"
	"math/big"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// A rate is what a fabric's links run at.
type rate struct {
	name string         // as written
	any  *catalog.Speed // one variant; nil: there is no such speed
	only *catalog.Speed // the variant a suffixed name demands; nil: any of the rate
}

func (r rate) rate() string { return r.any.Rate }

// runs reports whether a port of the group can run a variant.
func (r rate) runs(g *catalog.PortGroup) bool { return r.children(g, 1) }

// children reports whether a port of the group runs the rate as n children; 1:
// whole.
func (r rate) children(g *catalog.PortGroup, n int) bool {
	for _, s := range g.Speeds {
		if s.Rate == r.rate() && (r.only == nil || s == r.only) && (n == 1 || g.Children(s) == n) {
			return true
		}
	}
	return false
}

// readSpeeds finds the fabric's two rates; false: one does not exist.
func (g *generator) readSpeeds() bool {
	ok := g.readSpeed(&g.speed, "speed", g.f.Speed)
	g.uplink = g.speed
	if g.f.UplinkSpeed != "" {
		ok = g.readSpeed(&g.uplink, "uplink_speed", g.f.UplinkSpeed) && ok
	}
	return ok
}

func (g *generator) readSpeed(r *rate, field, name string) bool {
	c := g.plant.Catalog
	r.name, r.any = name, c.Speed(name)
	if r.any == nil {
		if variants := c.Rate(name); len(variants) > 0 {
			r.any = variants[0]
			return true
		}
		g.find("speed-unsupported", field, g.f.Name, 1, "write a speed of the catalog, such as ndr or 400gbe", "speed %q is not known", name)
		return false
	}
	if r.any.Name != r.any.Rate {
		r.only = r.any
	}
	return true
}

// uplinksFor is how many uplinks carry so many host links: ceil(links x host
// speed / (oversubscription x uplink speed)), exactly. What no plan could hold is
// maxUplinks.
func (g *generator) uplinksFor(links int) int {
	ratio := new(big.Rat).SetInt64(1)
	if text := g.f.Oversubscription; text != "" {
		if _, ok := ratio.SetString(text); !ok || ratio.Sign() <= 0 {
			ratio.SetInt64(1)
		}
	}
	need := new(big.Rat).SetFrac64(int64(links)*int64(g.speed.any.Gbps), int64(g.uplink.any.Gbps))
	need.Quo(need, ratio)
	up := new(big.Int).Add(need.Num(), new(big.Int).Sub(need.Denom(), big.NewInt(1)))
	up.Quo(up, need.Denom())
	if !up.IsInt64() {
		return maxUplinks
	}
	return int(min(up.Int64(), maxUplinks))
}

const maxUplinks = 1 << 30

// readDevices finds the devices of every part.
func (g *generator) readDevices() {
	f := g.f
	g.hosts = level{field: "hosts", one: "host"}
	g.leaves = level{field: "leaves", one: "leaf"}
	g.spines = level{field: "spines", one: "spine"}
	g.cores = level{field: "cores", one: "core"}
	texts := []string{f.Hosts, f.Leaves, f.Spines, f.Cores}
	if f.Topology == "fat-tree" {
		g.leaves.field, g.leaves.one = "edges", "edge"
		g.spines.field, g.spines.one = "aggregations", "aggregation"
		texts[1], texts[2] = f.Edges, f.Aggregations
	}
	if f.Topology == "single-switch" {
		texts[2], texts[3] = "", ""
	}
	part := make([]uint8, len(g.plant.Devices)) // which level a device is in, from 1
	levels := []*level{&g.hosts, &g.leaves, &g.spines, &g.cores}
	for i, l := range levels {
		if texts[i] == "" {
			continue
		}
		names, err := plan.ExpandNames(texts[i], plan.MaxNames)
		if err != nil {
			g.find("unknown-device", l.field, texts[i], 1, "", "%s", err)
			continue
		}
		g.readLevel(levels, l, names, part)
	}
}

// fewNames is up to how many devices and unknown names a near name is looked for.
const fewNames = 2000

func (g *generator) readLevel(levels []*level, l *level, names []string, part []uint8) {
	self := uint8(0)
	for i := range levels {
		if levels[i] == l {
			self = uint8(i + 1)
		}
	}
	l.at = make([]int32, len(names))
	untyped, first, unknown := 0, "", 0
	for i, name := range names {
		d, ok := g.plant.ByName[name]
		l.at[i] = -1
		switch {
		case !ok:
			unknown++
			g.unknownDevice(l, name, unknown)
		case g.typeOf(d) == nil:
			if untyped++; untyped == 1 {
				first = name
			}
		case part[d] != 0:
			g.find("duplicate-name", l.field, name, 1, "name the device in one place of the fabric",
				"fabric %s names %s under %s and under %s; the first counts", g.f.Name, name, levels[part[d]-1].field, l.field)
		default:
			l.at[i], part[d] = d, self
		}
	}
	if untyped > 0 {
		g.find("unknown-type", l.field, first, untyped, "give the device a type of the library, or define it under device_types",
			"the type of %s is not known, so fabric %s writes no link to it", more(first, untyped), g.f.Name)
	}
}

func (g *generator) unknownDevice(l *level, name string, nth int) {
	hint := ""
	if nth <= 10 && len(g.plant.Devices) <= fewNames {
		names := make([]string, len(g.plant.Devices))
		for i := range g.plant.Devices {
			names[i] = g.name(int32(i))
		}
		if near := catalog.Closest(name, names); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
	}
	g.find("unknown-device", l.field, name, 1, "add the device under devices, or correct its name", "device %q is not in the plan%s", name, hint)
}

// more is "leaf-01", or "leaf-01 and 7 more".
func more(first string, n int) string {
	if n == 1 {
		return first
	}
	return fmt.Sprintf("%s and %d more", first, n-1)
}

// readHostPorts finds the ports of every type of host that the fabric links.
func (g *generator) readHostPorts() {
	g.hostPorts = map[*catalog.DeviceType][]catalog.PortName{}
	count := map[*catalog.DeviceType]int{}
	var types []*catalog.DeviceType
	for _, d := range g.hosts.at {
		if d < 0 {
			continue
		}
		t := g.typeOf(d)
		if count[t]++; count[t] == 1 {
			types = append(types, t)
		}
	}
	for _, t := range types {
		ports := g.writtenPorts(t, count[t])
		if g.f.HostPorts == nil {
			ports = g.defaultPorts(t, count[t])
		}
		g.hostPorts[t] = ports
		g.wide = max(g.wide, len(ports))
	}
	if len(types) == 0 {
		for _, text := range g.f.HostPorts {
			n, _ := plan.CountNames(text)
			g.wide += n
		}
	}
}

// defaultPorts are all fabric ports that carry the speed, in GPU order where it
// is known.
func (g *generator) defaultPorts(t *catalog.DeviceType, hosts int) []catalog.PortName {
	var ports []catalog.PortName
	ordered := false
	for _, r := range t.Rails {
		n, ok := t.Find(r.Port)
		if r.Number < 0 || !ok {
			continue
		}
		ordered = true
		if g.speed.runs(t.Ports[n.Port].Group) {
			ports = append(ports, n)
		}
	}
	if !ordered {
		for i := range t.Ports {
			if p := &t.Ports[i]; p.Group.Role == "fabric" && g.speed.runs(p.Group) {
				ports = append(ports, catalog.PortName{Port: int32(i)})
			}
		}
	}
	if len(ports) == 0 {
		g.unfit(&g.hosts, t, g.speed, hosts, "fabric")
	}
	if !ordered && len(ports) > 1 && (g.f.Topology == "rail-optimized" || t.Kind == "gpu-server") {
		g.shape.Unordered = append(g.shape.Unordered, t)
	}
	return ports
}

// writtenPorts are the ports of host_ports, in their order. A port that the type
// lacks or that does not carry the speed keeps its rail and gets no link.
func (g *generator) writtenPorts(t *catalog.DeviceType, hosts int) []catalog.PortName {
	var ports []catalog.PortName
	seen := map[catalog.PortName]bool{}
	for i, text := range g.f.HostPorts {
		field := fmt.Sprintf("host_ports[%d]", i)
		names, err := plan.ExpandNames(text, plan.MaxNames)
		if err != nil {
			g.find("unknown-port", field, text, 1, "", "%s", err)
			continue
		}
		var lacking, slow []string
		for _, name := range names {
			n, ok := t.Find(name)
			switch {
			case !ok:
				lacking = append(lacking, name)
			case seen[n]:
				g.find("duplicate-name", field, t.Slug+":"+name, hosts, "name every port once", "host_ports of fabric %s names port %s of %s twice", g.f.Name, t.Name(n), t.Slug)
			case !g.speed.runs(t.Ports[n.Port].Group):
				slow = append(slow, name)
			default:
				seen[n] = true
				ports = append(ports, n)
				continue
			}
			ports = append(ports, catalog.PortName{Port: -1})
		}
		if len(lacking) > 0 {
			g.find("unknown-port", field, t.Slug+":"+lacking[0], len(lacking)*hosts, "name ports that every type of host has, or give each type a fabric of its own",
				"%s does not have port %s (it has %s)", t.Slug, more(fmt.Sprintf("%q", lacking[0]), len(lacking)), portList(t))
		}
		if len(slow) > 0 {
			g.find("speed-unsupported", field, t.Slug+":"+slow[0], len(slow)*hosts, "name ports that carry the speed, or choose another speed",
				"port %s of %s does not carry %s (it lists %s)", more(slow[0], len(slow)), t.Slug, g.speed.name, g.listed(t, slow[0]))
		}
	}
	return ports
}

func (g *generator) listed(t *catalog.DeviceType, port string) string {
	n, _ := t.Find(port)
	var names []string
	for _, s := range t.Ports[n.Port].Group.Speeds {
		names = append(names, s.Name)
	}
	if names == nil {
		return "no speed"
	}
	return strings.Join(names, ", ")
}

// portList names the ports of a type, group by group: "ib1 to ib8, st1 to st2".
func portList(t *catalog.DeviceType) string {
	var groups []string
	for i := 0; i < len(t.Ports); {
		j := i
		for j+1 < len(t.Ports) && t.Ports[j+1].Group == t.Ports[i].Group {
			j++
		}
		text := t.Ports[i].Name
		if j > i {
			text += " to " + t.Ports[j].Name
		}
		groups = append(groups, text)
		i = j + 1
	}
	if groups == nil {
		return "no ports"
	}
	return strings.Join(groups, ", ")
}

// unfit reports a type of which no port carries a rate.
func (g *generator) unfit(l *level, t *catalog.DeviceType, r rate, devices int, roles string) {
	var fastest *catalog.Speed
	same := false
	for i := range t.Groups {
		for _, s := range t.Groups[i].Speeds {
			if role := t.Groups[i].Role; role != "fabric" && role != roles {
				continue
			}
			same = same || s.Protocol == r.any.Protocol
			if fastest == nil || s.Gbps > fastest.Gbps {
				fastest = s
			}
		}
	}
	first := ""
	for _, d := range l.at {
		if d >= 0 && g.typeOf(d) == t {
			first = g.name(d)
			break
		}
	}
	switch who := fmt.Sprintf("%s (%s)", more(first, devices), t.Slug); {
	case fastest == nil:
		g.find("speed-unsupported", l.field, t.Slug, devices, "choose another type of "+l.one, "%s: no port is for a fabric, so none carries %s", who, r.name)
	case !same:
		g.find("protocol-mismatch", l.field, t.Slug, devices, "choose a type of "+l.one+" that speaks it, or a speed of its protocol",
			"%s: no port for a fabric speaks %s, which %s is", who, protocolName(r.any.Protocol), r.name)
	default:
		g.find("speed-unsupported", l.field, t.Slug, devices, "choose a speed its ports list, or another type of "+l.one,
			"%s: no port for a fabric carries %s; the fastest they list is %s", who, r.name, fastest.Name)
	}
}

func protocolName(p catalog.Protocol) string {
	if p == catalog.InfiniBand {
		return "InfiniBand"
	}
	return "Ethernet"
}
