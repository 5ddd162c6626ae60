package fabric

import (
	"fmt"

	"lengthwise/internal/plan"
)

// arrange works out the numbers of the shape: who hangs on what, and how many
// links each pair has.
func (g *generator) arrange() {
	g.leaves.below, g.leaves.above = g.speed, g.uplink
	g.spines.below, g.spines.above = g.uplink, g.uplink
	g.cores.below = g.uplink
	for _, l := range []*level{&g.leaves, &g.spines, &g.cores} {
		l.split = 1
	}
	if g.f.Split != nil {
		g.leaves.split = *g.f.Split
	}
	g.onLeaf = g.wide
	var even bool
	switch g.f.Topology {
	case "single-switch":
		g.arrangeSingle()
		return
	case "fat-tree":
		even = g.arrangeTree()
	case "rail-optimized":
		even = g.arrangeRails()
	default:
		even = g.arrangeLeaves()
	}
	if even {
		g.arrangeUplinks()
	}
}

func (g *generator) arrangeSingle() {
	g.perUnit = max(1, len(g.hosts.at))
	g.leaves.down = g.perUnit * g.wide
	if n := len(g.leaves.at); n > 1 {
		g.find("count-mismatch", "leaves", g.f.Leaves, n, "name one switch, or choose the topology leaf-spine",
			"%d switches are named; a single-switch fabric has one, so %s counts", n, g.firstName(g.f.Leaves))
		g.leaves.at = g.leaves.at[:1]
	}
}

func (g *generator) firstName(text string) string {
	names, err := plan.ExpandNames(text, plan.MaxNames)
	if err != nil {
		return text
	}
	return names[0]
}

// arrangeLeaves lays out a leaf-spine; false: its leaves do not fill the pods.
func (g *generator) arrangeLeaves() bool {
	units, leaves := len(g.leaves.at), len(g.leaves.at)
	if g.dual = g.f.Homing == "dual"; g.dual {
		units, g.onLeaf = leaves/2, (g.wide+1)/2
		if leaves%2 != 0 {
			g.find("count-mismatch", "leaves", g.f.Leaves, leaves, "name one leaf more, or one fewer",
				"%s cannot be taken in pairs; homing dual puts every host on a pair of leaves", plural(leaves, "leaf"))
		}
	}
	what := "leaf"
	if g.dual {
		what = "pair of leaves"
	}
	g.fillUnits("hosts_per_leaf", g.f.HostsPerLeaf, units, what)
	g.leaves.down = g.perUnit * g.onLeaf
	return g.readPods(leaves, 1, "leaf")
}

// arrangeRails lays out a rail-optimized fabric: unit s has a leaf for each rail.
func (g *generator) arrangeRails() bool {
	g.rails, g.onLeaf = g.wide, 1
	leaves := len(g.leaves.at)
	if g.rails == 0 {
		return false // why is said already
	}
	units := leaves / g.rails
	g.fillUnits("hosts_per_unit", g.f.HostsPerUnit, units, "unit")
	g.leaves.down = g.perUnit
	if leaves%g.rails == 0 {
		return g.readPods(units, g.rails, "unit")
	}
	fix := fmt.Sprintf("name %s", plural((units+1)*g.rails, "leaf"))
	if units > 0 {
		fix += fmt.Sprintf(", or %d", units*g.rails)
	}
	g.find("count-mismatch", "leaves", g.f.Leaves, leaves, fix,
		"%s not make whole units: every unit has a leaf for each of %s", do(leaves, "leaf"), plural(g.rails, "rail"))
	g.podLeaves, g.podSpines = leaves, len(g.spines.at)
	return g.f.Pods == nil || *g.f.Pods <= 1
}

// fillUnits takes the hosts that share a unit (a leaf, a pair of leaves) from the
// field, or divides them evenly, and reports hosts for which no unit is left.
func (g *generator) fillUnits(field string, written *int, units int, what string) {
	hosts := len(g.hosts.at)
	even := max(1, (hosts+max(1, units)-1)/max(1, units))
	g.perUnit = even
	if written != nil {
		g.perUnit = max(1, *written)
	}
	if room := g.perUnit * units; written != nil && hosts > room && units > 0 {
		g.find("count-mismatch", "hosts", g.f.Hosts, hosts-room, fmt.Sprintf("set %s to %d, name more leaves, or name fewer hosts", field, even),
			"%s for %s: %s of %s each; %s left over", plural(hosts, "host"), plural(room, "place"), unitCount(units, what), plural(g.perUnit, "host"), are(hosts-room, "host"))
	}
}

// unitCount is "1 unit", "3 pairs of leaves".
func unitCount(n int, what string) string {
	if n != 1 && what == "pair of leaves" {
		return fmt.Sprintf("%d pairs of leaves", n)
	}
	return plural(n, what)
}

// readPods divides units of so many leaves, and the spines, into pods; false:
// they do not divide.
func (g *generator) readPods(units, leaves int, what string) bool {
	if g.f.Pods != nil {
		g.pods = max(1, *g.f.Pods)
	}
	ok := true
	if units%g.pods != 0 || units == 0 {
		if units > 0 {
			g.find("count-mismatch", "pods", g.f.Leaves, units*leaves, "name leaves that fill the pods, or another number of pods",
				"%s not divide into %s", do(units, what), plural(g.pods, "pod"))
		}
		ok = false
	}
	if spines := len(g.spines.at); spines%g.pods != 0 {
		g.find("count-mismatch", "pods", g.f.Spines, spines, fmt.Sprintf("name %d spines, or another number of pods", spines-spines%g.pods+g.pods),
			"%s not divide into %s", do(spines, "spine"), plural(g.pods, "pod"))
		ok = false
	}
	g.podLeaves, g.podSpines = units/g.pods*leaves, len(g.spines.at)/g.pods
	return ok
}

// arrangeTree lays out an al-Fares fat tree of switches with k ports; false:
// there is no k.
func (g *generator) arrangeTree() bool {
	if g.f.K == nil || *g.f.K < 2 || *g.f.K%2 != 0 {
		return false // the document is refused for it
	}
	k, half := *g.f.K, *g.f.K/2
	for _, x := range []struct {
		l    *level
		text string
		want int
	}{{&g.leaves, g.f.Edges, k * half}, {&g.spines, g.f.Aggregations, k * half}, {&g.cores, g.f.Cores, half * half}} {
		if n := len(x.l.at); n != x.want {
			g.find("count-mismatch", x.l.field, x.text, n, fmt.Sprintf("name %d, or set k to that of your switches", x.want),
				"a fat tree of k = %d has %s, and %s named", k, plural(x.want, x.l.one), are(n, ""))
			x.l.at = x.l.at[:min(n, x.want)]
		}
	}
	g.perUnit, g.leaves.down = half, half
	if g.wide > 1 {
		g.perUnit = half / g.wide
	}
	switch hosts, room := len(g.hosts.at), g.perUnit*k*half; {
	case g.perUnit == 0 && hosts > 0:
		g.find("count-mismatch", "hosts", g.f.Hosts, hosts, fmt.Sprintf("name host_ports of at most %s, or a larger k", plural(half, "port")),
			"an edge of a fat tree of k = %d has %s for hosts, and a host has %d", k, plural(half, "port"), g.wide)
	case hosts > room:
		g.find("count-mismatch", "hosts", g.f.Hosts, hosts-room, fmt.Sprintf("name at most %d hosts, or a larger k", room),
			"a fat tree of k = %d has room for %s, %d are named; %s left over", k, plural(room, "host"), hosts, are(hosts-room, "host"))
	}
	g.pods, g.podLeaves, g.podSpines = k, half, half
	return true
}

// arrangeUplinks works out the links of each pair of switches, tier by tier.
func (g *generator) arrangeUplinks() {
	name := g.f.Name
	if len(g.spines.at) == 0 {
		g.find("no-uplinks", "", name, max(1, len(g.leaves.at)), "name spines, if hosts of different leaves are to reach each other",
			"fabric %s has no spines, so its leaves are not joined", name)
		return
	}
	if len(g.leaves.at) == 0 {
		return
	}
	if g.podSpines == 1 {
		g.find("single-spine", g.spines.field, g.firstName(g.spineText()), len(g.leaves.at), "name a second "+g.spines.one,
			"all %s hang on one %s; when it fails, fabric %s falls apart", g.ofPod(many(g.leaves.one)), g.spines.one, name)
	}
	if !g.arrangePairs() {
		return
	}
	if len(g.cores.at) == 0 {
		if g.pods > 1 {
			g.find("no-uplinks", "", name, g.pods, "name cores, if hosts of different pods are to reach each other",
				"fabric %s has no cores, so its %d pods are not joined", name, g.pods)
		}
		return
	}
	g.arrangeCores()
}

func (g *generator) spineText() string {
	if g.f.Topology == "fat-tree" {
		return g.f.Aggregations
	}
	return g.f.Spines
}

// ofPod is "8 leaves", or "8 leaves of a pod" where there are several.
func (g *generator) ofPod(what string) string {
	if g.pods > 1 {
		return what + " of a pod"
	}
	return what
}

// arrangePairs sets the links of a leaf-spine pair; false: they do not come out
// even, and only those that do are written.
func (g *generator) arrangePairs() bool {
	even := true
	if g.f.LinksPerPair != nil {
		g.pair = *g.f.LinksPerPair
	} else {
		need := g.uplinksFor(g.leaves.down)
		g.pair = need / g.podSpines
		if even = need%g.podSpines == 0 || need > plan.MaxLinks; !even {
			below, above := neighbours(need, g.podSpines)
			hint := or(below, above, g.spines.one)
			if g.pods > 1 {
				hint += " a pod"
			}
			g.find("uneven-uplinks", g.spines.field, g.f.Name, len(g.leaves.at), "name "+hint+", or write links_per_pair",
				"%s spread evenly over %s: %s would; %s",
				doNot(need, "uplink", g.leaves.one), g.ofPod(plural(g.podSpines, g.spines.one)), hint, written(g.pair))
		}
	}
	g.leaves.up = g.pair * g.podSpines
	g.spines.down = g.pair * g.podLeaves
	return even
}

// do is "1 leaf does", "3 leaves do".
func do(n int, what string) string {
	if n == 1 {
		return plural(n, what) + " does"
	}
	return plural(n, what) + " do"
}

// doNot is "1 uplink of each leaf does not".
func doNot(n int, what, owner string) string {
	verb := "do not"
	if n == 1 {
		verb = "does not"
	}
	return fmt.Sprintf("%s of each %s %s", plural(n, what), owner, verb)
}

func written(each int) string {
	if each == 0 {
		return "none is written"
	}
	return fmt.Sprintf("%d to each are written", each)
}

// arrangeCores sets the group of cores a spine reaches, and the links of each
// pair: as many uplinks as the spine has links to its leaves.
func (g *generator) arrangeCores() {
	cores, up := len(g.cores.at), g.spines.down
	if up == 0 || up > plan.MaxLinks {
		return // no links to the spines, or more than a plan may have
	}
	if g.f.Topology == "fat-tree" {
		half := *g.f.K / 2
		cores = half * half
	}
	g.group = cores / g.podSpines
	if g.group > 0 {
		g.corePair = up / g.group
	}
	g.spines.up, g.cores.down = g.corePair*g.group, g.corePair*g.pods
	if g.group > 0 && cores%g.podSpines == 0 && up%g.group == 0 {
		return
	}
	// Groups that work divide the uplinks; take those nearest to what is written.
	at := cores / g.podSpines
	below, above := neighbours(up, at)
	if cores%g.podSpines != 0 && at > 0 && up%at == 0 {
		below = at
	}
	hint := or(below*g.podSpines, above*g.podSpines, g.cores.one)
	g.find("uneven-uplinks", g.cores.field, g.f.Name, len(g.spines.at), "name "+hint,
		"%s spread evenly over %s in %s: %s would; %s", doNot(up, "uplink", g.spines.one), plural(cores, "core"),
		plural(g.podSpines, "group"), hint, written(g.corePair))
}

// neighbours are the divisors of n nearest to at, below and above it; 0: none.
func neighbours(n, at int) (below, above int) {
	for d := min(at-1, n); d > 0; d-- {
		if n%d == 0 {
			below = d
			break
		}
	}
	for d := at + 1; d <= n; d++ {
		if n%d == 0 {
			return below, d
		}
	}
	return below, 0
}

// or is "8 or 16 spines", "32 spines" where only one of them is above 0.
func or(a, b int, what string) string {
	if a == 0 || b == 0 {
		return plural(a+b, what)
	}
	return fmt.Sprintf("%d or %s", a, plural(b, what))
}
