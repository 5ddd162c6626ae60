package fabric

import "slices"

// A net is a fabric made ready for the flows of one question.
type net struct {
	graph    *Graph
	question Question
	order    []int32   // places of the hosts that have a link, in the ring's order
	rings    [][]int32 // by ring, of each host: its link, as Graph.hosts counts; -1: none
	members  []int     // hosts of each ring
	share    int       // flows of full rate a unit of load stands for: queue pairs x hosts a host sends to
	whole    bool      // every leaf is joined to every spine of its pod, and so on: any way up leads down
	spineTo  []bool    // [spine x leaves + leaf]: links lead down
	coreTo   []bool    // [core x leaves + leaf]: two links lead down
	spineVia []bool    // [spine x leaves + leaf]: a core above leads down
}

func newNet(g *Graph, q Question) *net {
	n := &net{graph: g, question: q}
	n.findRings()
	n.share = q.QueuePairs
	if q.Collective == AllToAll {
		n.share *= max(1, len(n.order)-1)
	}
	if n.whole = g.whole(); !n.whole {
		n.findWays()
	}
	return n
}

// findRings sorts the host links by ring, and the hosts by their place in it.
func (n *net) findRings() {
	g := n.graph
	linked := make([]bool, len(g.shape.Hosts))
	for i, h := range g.hosts {
		for int(h.rail) >= len(n.rings) {
			ring := make([]int32, len(g.shape.Hosts))
			for k := range ring {
				ring[k] = -1
			}
			n.rings, n.members = append(n.rings, ring), append(n.members, 0)
		}
		if n.rings[h.rail][h.host] < 0 {
			n.rings[h.rail][h.host] = int32(i)
			n.members[h.rail]++
		}
		linked[h.host] = true
	}
	for h, ok := range linked {
		if ok {
			n.order = append(n.order, int32(h))
		}
	}
	if n.question.Collective == RingStrided {
		n.order = n.strided()
	}
}

// strided orders the hosts from leaf to leaf: the first of each, the second of
// each and so on. A host stands at the leaf of its first link.
func (n *net) strided() []int32 {
	g := n.graph
	stands := make([]bool, len(g.shape.Hosts))
	at := make([][]int32, len(g.shape.Leaves))
	for _, h := range g.hosts {
		if !stands[h.host] {
			stands[h.host] = true
			at[h.leaf] = append(at[h.leaf], h.host)
		}
	}
	out := make([]int32, 0, len(n.order))
	for i := 0; len(out) < len(n.order); i++ {
		for _, hosts := range at {
			if i < len(hosts) {
				out = append(out, hosts[i])
			}
		}
	}
	return out
}

// flows is how many flows a trial has. A ring of one host has none.
func (n *net) flows() int {
	total := 0
	for _, m := range n.members {
		switch {
		case m < 2:
		case n.question.Collective == AllToAll:
			total += m * (m - 1)
		default:
			total += m
		}
	}
	return total
}

// whole reports whether every way up leads down to every leaf: what a fabric
// that lacks nothing has.
func (g *Graph) whole() bool {
	return g.even() && g.cores()
}

// even reports whether all leaves have equally many links to every spine of
// their pod.
func (g *Graph) even() bool {
	usual := int32(-1)
	for leaf := range int32(len(g.shape.Leaves)) {
		from, to := g.spinesOf(leaf)
		for spine := from; spine < to; spine++ {
			first, last := g.up.between(leaf, spine)
			if usual < 0 {
				usual = last - first
			}
			if last-first != usual || usual == 0 {
				return false
			}
		}
	}
	return true
}

// cores reports whether spines of all pods that stand at one place reach the
// same cores over equally many links. With one pod nothing is asked of cores.
func (g *Graph) cores() bool {
	s := g.shape
	if s.Pods <= 1 {
		return true
	}
	if len(s.Spines)%s.Pods != 0 || len(s.Leaves)%s.Pods != 0 || len(g.core.link) == 0 {
		return false
	}
	per := len(s.Spines) / s.Pods
	for pod, first := range g.podFirst {
		if int(first) != pod*per {
			return false
		}
	}
	for spine := range s.Spines {
		like := spine % per
		if !slices.Equal(g.core.upper[g.core.first[spine]:g.core.first[spine+1]], g.core.upper[g.core.first[like]:g.core.first[like+1]]) {
			return false
		}
	}
	return g.core.ups(0) > 0
}

// WaySteps is how many steps it takes to find what leads where in a fabric that
// lacks links, and about how many bytes that is; 0: it lacks none.
func WaySteps(g *Graph) int {
	if g.whole() {
		return 0
	}
	return len(g.shape.Leaves) * (2*len(g.shape.Spines) + len(g.shape.Cores) + 2*len(g.core.link))
}

// findWays notes what leads where, for a fabric that lacks links.
func (n *net) findWays() {
	g, leaves := n.graph, len(n.graph.shape.Leaves)
	n.spineTo = make([]bool, len(g.shape.Spines)*leaves)
	n.coreTo = make([]bool, len(g.shape.Cores)*leaves)
	n.spineVia = make([]bool, len(g.shape.Spines)*leaves)
	for i, spine := range g.up.upper {
		n.spineTo[int(spine)*leaves+int(g.up.lower[i])] = true
	}
	merge := func(to []bool, into int32, from []bool, of int32) {
		for leaf := range leaves {
			if from[int(of)*leaves+leaf] {
				to[int(into)*leaves+leaf] = true
			}
		}
	}
	for i, core := range g.core.upper {
		merge(n.coreTo, core, n.spineTo, g.core.lower[i])
	}
	for i, core := range g.core.upper {
		merge(n.spineVia, g.core.lower[i], n.coreTo, core)
	}
}

// leads reports what a table of findWays holds of a switch and a leaf.
func (n *net) leads(table []bool, from, leaf int32) bool {
	return table[int(from)*len(n.graph.shape.Leaves)+int(leaf)]
}
