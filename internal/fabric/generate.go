package fabric

import (
	"fmt"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// Generate writes the links of a fabric: those from hosts first, then tier by
// tier, each in the order of the devices as written. Explicit links that already
// do what the fabric would do count as its links. Findings have path, or a field
// below it, and no severity yet. Whatever is wrong, what can be written is.
//
// The only error is *plan.Problems: the fabric has more than limit links.
func Generate(p *Plant, f *plan.Fabric, path string, limit int) (*Shape, []plan.Finding, error) {
	g := &generator{plant: p, f: f, path: path, pods: 1,
		shape: &Shape{Name: f.Name, Topology: f.Topology, Routing: f.Routing, Pods: 1}}
	g.visit = g.see
	g.findUnused()
	known := g.readSpeeds()
	g.readDevices()
	if known {
		g.readHostPorts()
		g.arrange()
		if err := g.bounded(limit); err != nil {
			return nil, nil, err
		}
		g.write()
	}
	g.describe()
	return g.shape, g.findings, nil
}

// A generator writes one fabric.
type generator struct {
	plant    *Plant
	f        *plan.Fabric
	path     string
	shape    *Shape
	findings []plan.Finding

	speed, uplink rate
	hosts         level
	leaves        level
	spines        level
	cores         level
	hostPorts     map[*catalog.DeviceType][]catalog.PortName // in rail order; Port -1: not to be linked
	wide          int                                        // most ports a host has

	// The numbers of the shape; see arrange.
	perUnit   int  // hosts of a leaf, of a pair of leaves, of a unit
	rails     int  // leaves of a unit; 0: not rail-optimized
	dual      bool // leaves are taken in pairs
	onLeaf    int  // ports a host has on one leaf
	pods      int
	podLeaves int // leaves of a pod; 0: no uplinks
	podSpines int // spines of a pod
	pair      int // links of a leaf-spine pair
	group     int // cores a spine reaches; 0: none
	corePair  int // links of a spine-core pair

	// What see was asked for and found.
	wanted catalog.PortName
	taken  bool
	far    End
	visit  func(child int32, far End)

	used map[int32][]uint8 // ports this fabric uses, of devices with displaced links; a bit for each child
	next map[place]cursor
}

// A level is the devices that play one part.
type level struct {
	field string  // that names them: "leaves", "edges"
	one   string  // what one of them is called
	at    []int32 // indexes into Plant.Devices as written; -1: nothing to link
	below rate    // of the links from below
	above rate
	split int // children each port is taken as for links from below; 1: whole ports
	down  int // ports each keeps for links from below, whether or not all are there
	up    int // ports each uses for links to above
	types map[*catalog.DeviceType]*outlets
	short map[int32]int // links that found no port, by device
}

func (g *generator) find(code plan.Code, field, subject string, count int, fix, format string, args ...any) {
	path := g.path
	if field != "" {
		path += "." + field
	}
	g.findings = append(g.findings, plan.Finding{Code: code, Path: path, Subject: subject, Count: max(1, count), Message: fmt.Sprintf(format, args...), Fix: fix})
}

// bounded reports a fabric of more links than the plan may still hold.
func (g *generator) bounded(limit int) error {
	total := len(g.hosts.at)*g.wide + len(g.leaves.at)*g.podSpines*g.pair + len(g.spines.at)*g.group*g.corePair
	if total <= limit {
		return nil
	}
	return &plan.Problems{List: []plan.Problem{{Path: g.path, Message: fmt.Sprintf(
		"fabric %s has %d links and the other links of the plan leave room for %d; the limit is %d; divide the plan, or take the fabric's host_ports or links_per_pair back",
		g.f.Name, total, limit, plan.MaxLinks)}}}
}

// describe tells the shape what was generated.
func (g *generator) describe() {
	s := g.shape
	s.Speed, s.Uplink = g.speed.any, g.uplink.any
	if s.Routing == "" && s.Speed != nil {
		s.Routing = "adaptive"
		if s.Speed.Protocol == catalog.Ethernet {
			s.Routing = "ecmp"
		}
	}
	s.Hosts, s.Leaves, s.Spines, s.Cores = g.hosts.present(), g.leaves.present(), g.spines.present(), g.cores.present()
	s.Pods, s.PerLeaf, s.Uplinks, s.Rails = max(1, g.pods), g.leaves.down, g.leaves.up, g.rails
	if g.pods > 1 && g.podLeaves > 0 && g.podSpines > 0 {
		s.LeafPod, s.SpinePod = g.leaves.podsOf(g.podLeaves, g.pods), g.spines.podsOf(g.podSpines, g.pods)
	}
	if g.rails == 0 {
		return
	}
	for i, d := range g.leaves.at {
		if d >= 0 {
			s.LeafRail = append(s.LeafRail, i%g.rails)
		}
	}
}

// podsOf lists the pods of the devices there are, where so many make one.
func (l *level) podsOf(each, pods int) []int32 {
	out := make([]int32, 0, len(l.at))
	for i, d := range l.at {
		if d >= 0 {
			out = append(out, int32(min(i/each, pods-1)))
		}
	}
	return out
}

// present lists the devices there are.
func (l *level) present() []int32 {
	out := make([]int32, 0, len(l.at))
	for _, d := range l.at {
		if d >= 0 {
			out = append(out, d)
		}
	}
	return out
}

func (g *generator) name(device int32) string { return g.plant.Devices[device].Name }

func (g *generator) typeOf(device int32) *catalog.DeviceType { return g.plant.Devices[device].Type }

// end is an end as results print it.
func (g *generator) end(e End) string {
	d := &g.plant.Devices[e.Device]
	return d.Name + ":" + d.Type.Name(e.Port)
}

func plural(n int, word string) string {
	if n != 1 {
		word = many(word)
	}
	return fmt.Sprintf("%d %s", n, word)
}

func many(word string) string {
	if word == "leaf" {
		return "leaves"
	}
	return word + "s"
}
