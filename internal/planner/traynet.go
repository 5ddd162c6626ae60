package planner

import (
	"cmp"
	"slices"

	"lengthwise/internal/units"
)

// A wayCost is how far it is along trays between two drop points, and in how
// many segments: one for each tray, one for each height difference between
// two. Less of the first counts, then less of the second.
type wayCost struct {
	length   units.Length
	segments int32
}

func (a wayCost) compare(b wayCost) int {
	return cmp.Or(cmp.Compare(a.length, b.length), cmp.Compare(a.segments, b.segments))
}

// A wayStep is a stretch along one tray.
type wayStep struct {
	tray     int32
	from, to units.Length // positions along the tray, in the way's direction
}

// compareSteps orders ways by the trays they take; trays are numbered in
// natural order of name.
func compareSteps(a, b []wayStep) int {
	return slices.CompareFunc(a, b, func(x, y wayStep) int { return cmp.Compare(x.tray, y.tray) })
}

// A trayFinder finds the shortest way along trays between two drop points;
// of equally long ones that with fewer segments, then the one whose trays come
// first in natural order of name.
type trayFinder interface {
	cost(a, b drop) (wayCost, bool)
	steps(a, b drop) []wayStep
}

// A trayNet is the network of written trays. A node is a tray at a point where
// another one joins it.
type trayNet struct {
	trays []tray
	nodes []netNode // by tray, then along it
	first []int32   // nodes of tray t: nodes[first[t]:first[t+1]]
	joins []int32   // nodes of other trays at the same plan point
	from  []int32   // joins of node n: joins[from[n]:from[n+1]]

	trees map[int32]*netTree
	aged  []int32 // sources of trees, oldest first
	keep  int     // nodes of all trees that are kept

	stop    func() bool
	stopped bool // it said so
}

type netNode struct {
	tray int32
	at   units.Length
}

// keptNodes bounds the nodes of all trees that are kept, about 64 bytes each; a few
// trees are kept however large they are.
const (
	keptNodes = 2 << 20
	keptTrees = 8
)

type netJoin struct{ a, b netNode }

func newTrayNet(trays []tray, stop func() bool) *trayNet {
	n := &trayNet{trays: trays, trees: map[int32]*netTree{}, keep: keptNodes, stop: stop}
	joins := findJoins(trays)
	for _, j := range joins {
		n.nodes = append(n.nodes, j.a, j.b)
	}
	byPlace := func(a, b netNode) int { return cmp.Or(cmp.Compare(a.tray, b.tray), cmp.Compare(a.at, b.at)) }
	slices.SortFunc(n.nodes, byPlace)
	n.nodes = slices.Compact(n.nodes)
	n.first = make([]int32, len(trays)+1)
	for _, x := range n.nodes {
		n.first[x.tray+1]++
	}
	for t := range trays {
		n.first[t+1] += n.first[t]
	}
	pairs := make([][2]int32, 0, 2*len(joins))
	for _, j := range joins {
		a, _ := slices.BinarySearchFunc(n.nodes, j.a, byPlace)
		b, _ := slices.BinarySearchFunc(n.nodes, j.b, byPlace)
		pairs = append(pairs, [2]int32{int32(a), int32(b)}, [2]int32{int32(b), int32(a)})
	}
	slices.SortFunc(pairs, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	pairs = slices.Compact(pairs)
	n.from = make([]int32, len(n.nodes)+1)
	n.joins = make([]int32, len(pairs))
	for i, p := range pairs {
		n.from[p[0]+1]++
		n.joins[i] = p[1]
	}
	for i := range n.nodes {
		n.from[i+1] += n.from[i]
	}
	return n
}

// findJoins gives every pair of trays whose plan lines touch or cross, and
// where. Trays on one line are joined at both ends of what they share: in
// between, whoever reaches one of them reaches the other at the same point.
func findJoins(trays []tray) []netJoin {
	x := newTrayIndex(trays, 0)
	var joins []netJoin
	for _, e := range x.east {
		t := &trays[e]
		x.near(x.north, t.lo, t.hi, func(o int32) {
			if u := &trays[o]; u.lo <= t.line && t.line <= u.hi {
				joins = append(joins, netJoin{netNode{e, u.line}, netNode{o, t.line}})
			}
		})
	}
	for _, side := range [][]int32{x.east, x.north} {
		byStart := slices.Clone(side)
		slices.SortFunc(byStart, func(a, b int32) int {
			return cmp.Or(cmp.Compare(trays[a].line, trays[b].line), cmp.Compare(trays[a].lo, trays[b].lo), cmp.Compare(a, b))
		})
		for i, a := range byStart {
			t := &trays[a]
			for _, b := range byStart[i+1:] {
				u := &trays[b]
				if u.line != t.line || u.lo > t.hi {
					break
				}
				joins = append(joins, netJoin{netNode{a, u.lo}, netNode{b, u.lo}})
				if end := min(t.hi, u.hi); end != u.lo {
					joins = append(joins, netJoin{netNode{a, end}, netNode{b, end}})
				}
			}
		}
	}
	return joins
}

// tree gives the ways from a node; recent ones are kept.
func (n *trayNet) tree(source int32) *netTree {
	if t := n.trees[source]; t != nil {
		return t
	}
	if len(n.trees) >= keptTrees && (len(n.trees)+1)*len(n.nodes) > n.keep {
		delete(n.trees, n.aged[0])
		n.aged = n.aged[1:]
	}
	t := n.plant(source)
	n.trees[source] = t
	n.aged = append(n.aged, source)
	return t
}

// anchors are the nodes next to a drop point on its tray, at most two.
func (n *trayNet) anchors(d drop) []int32 {
	lo, hi := n.first[d.tray], n.first[d.tray+1]
	i, exact := slices.BinarySearchFunc(n.nodes[lo:hi], d.at, func(x netNode, at units.Length) int {
		return cmp.Compare(x.at, at)
	})
	at := lo + int32(i)
	switch {
	case exact, at == lo && at < hi:
		return []int32{at}
	case lo == hi:
		return nil
	case at == hi:
		return []int32{at - 1}
	}
	return []int32{at - 1, at}
}

// best calls visit for every shortest way with the fewest segments.
func (n *trayNet) best(a, b drop, visit func(t *netTree, end int32)) (wayCost, bool) {
	var least wayCost
	found := false
	starts, ends := n.anchors(a), n.anchors(b)
	for pass := range 2 {
		if pass == 1 && visit == nil {
			break
		}
		for _, s := range starts {
			t := n.tree(s)
			for _, e := range ends {
				if !n.grow(t, e) {
					continue
				}
				c := wayCost{(a.at - n.nodes[s].at).Abs() + t.nodes[e].length + (b.at - n.nodes[e].at).Abs(), 1 + t.nodes[e].segments}
				if pass == 0 && (!found || c.compare(least) < 0) {
					least, found = c, true
				}
				if pass == 1 && c == least {
					visit(t, e)
				}
			}
		}
	}
	return least, found
}

func (n *trayNet) cost(a, b drop) (wayCost, bool) {
	if a.tray == b.tray {
		return wayCost{(a.at - b.at).Abs(), 1}, true
	}
	return n.best(a, b, nil)
}

func (n *trayNet) steps(a, b drop) []wayStep {
	if a.tray == b.tray {
		return []wayStep{{a.tray, a.at, b.at}}
	}
	var steps []wayStep
	n.best(a, b, func(t *netTree, end int32) {
		s := n.trail(t, end)
		if steps == nil || compareSteps(s, steps) < 0 {
			steps = s
		}
	})
	steps[0].from = a.at
	steps[len(steps)-1].to = b.at
	return steps
}
