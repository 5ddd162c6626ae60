package planner

import (
	"cmp"
	"slices"
)

// A netTree holds the best ways from one node of a trayNet, found so far
// (Dijkstra). It grows as far as it is asked for.
type netTree struct {
	nodes  []treeNode // beside the net's nodes
	visits []trayVisit
	queue  netQueue
}

type treeNode struct {
	wayCost       // segments without the first tray
	before  int32 // the node before, -1 at the source
	visit   int32 // the trays up to here, -1: not reached
	done    bool
}

// A trayVisit is a tray and the visits before it: a list of trays that shares
// its beginning with others.
type trayVisit struct {
	before int32 // -1 at the first
	tray   int32
	depth  int32
}

// A netEntry is a node waiting to be done, at the cost it was reached for.
type netEntry struct {
	wayCost
	node int32
}

func (n *trayNet) plant(source int32) *netTree {
	t := &netTree{nodes: make([]treeNode, len(n.nodes))}
	for i := range t.nodes {
		t.nodes[i].visit, t.nodes[i].before = -1, -1
	}
	t.nodes[source].visit = 0
	t.visits = []trayVisit{{before: -1, tray: n.nodes[source].tray}}
	t.queue.push(netEntry{node: source})
	return t
}

// stopEvery is how many nodes are done between two looks at stop.
const stopEvery = 4096

// grow finds the best way to a node; it is false where there is none, and once
// the run is stopped.
func (n *trayNet) grow(t *netTree, node int32) bool {
	for count := 1; !t.nodes[node].done && len(t.queue) > 0; count++ {
		if n.stopped = n.stopped || count%stopEvery == 0 && n.stop(); n.stopped {
			return false
		}
		e := t.queue.pop()
		if t.nodes[e.node].done {
			continue
		}
		t.nodes[e.node].done = true
		here := n.nodes[e.node]
		if b := e.node - 1; b >= n.first[here.tray] {
			n.reach(t, e.node, b, wayCost{e.length + here.at - n.nodes[b].at, e.segments})
		}
		if b := e.node + 1; b < n.first[here.tray+1] {
			n.reach(t, e.node, b, wayCost{e.length + n.nodes[b].at - here.at, e.segments})
		}
		for _, b := range n.joins[n.from[e.node]:n.from[e.node+1]] {
			c := wayCost{e.length, e.segments + 1}
			if up := n.trays[n.nodes[b].tray].height - n.trays[here.tray].height; up != 0 {
				c.length += up.Abs()
				c.segments++
			}
			n.reach(t, e.node, b, c)
		}
	}
	return t.nodes[node].done
}

// reach notes a way to a node over the node before it, if it is the best so
// far: shorter, or of fewer segments, or over trays that come first by name.
func (n *trayNet) reach(t *netTree, from, to int32, c wayCost) {
	x := &t.nodes[to]
	if x.done {
		return
	}
	visit, tray := t.nodes[from].visit, n.nodes[to].tray
	joined := n.nodes[from].tray != tray
	next := trayVisit{before: visit, tray: tray, depth: t.visits[visit].depth + 1}
	if !joined {
		next = t.visits[visit]
	}
	known := x.visit >= 0
	if known {
		d := c.compare(x.wayCost)
		if d > 0 || d == 0 && t.compareVisits(next, t.visits[x.visit]) >= 0 {
			return
		}
		if d == 0 { // it is in the queue at this cost already
			x.before, x.visit = from, t.visitOf(visit, next, joined)
			return
		}
	}
	x.wayCost, x.before, x.visit = c, from, t.visitOf(visit, next, joined)
	t.queue.push(netEntry{c, to})
}

// visitOf is the number of the visit that follows another one.
func (t *netTree) visitOf(before int32, next trayVisit, joined bool) int32 {
	if !joined {
		return before
	}
	t.visits = append(t.visits, next)
	return int32(len(t.visits) - 1)
}

// compareVisits orders lists of trays from their beginning.
func (t *netTree) compareVisits(a, b trayVisit) int {
	longer := cmp.Compare(a.depth, b.depth)
	for a.depth > b.depth {
		a = t.visits[a.before]
	}
	for b.depth > a.depth {
		b = t.visits[b.before]
	}
	first := 0 // how they differ where they differ first
	for {
		if d := cmp.Compare(a.tray, b.tray); d != 0 {
			first = d
		}
		if a.before == b.before { // the same beginning, or none
			return cmp.Or(first, longer)
		}
		a, b = t.visits[a.before], t.visits[b.before]
	}
}

// trail is the way from the tree's source to a node that is done.
func (n *trayNet) trail(t *netTree, node int32) []wayStep {
	var steps []wayStep
	last := n.nodes[node]
	step := wayStep{tray: last.tray, from: last.at, to: last.at}
	for b := t.nodes[node].before; b >= 0; b = t.nodes[b].before {
		x := n.nodes[b]
		if x.tray != step.tray {
			steps = append(steps, step)
			step = wayStep{tray: x.tray, from: x.at, to: x.at}
			continue
		}
		step.from = x.at
	}
	steps = append(steps, step)
	slices.Reverse(steps)
	return steps
}

// netQueue is a binary heap of entries by cost, then node.
type netQueue []netEntry

func (q netQueue) less(i, j int) bool {
	a, b := &q[i], &q[j]
	if a.length != b.length {
		return a.length < b.length
	}
	if a.segments != b.segments {
		return a.segments < b.segments
	}
	return a.node < b.node
}

func (q *netQueue) push(e netEntry) {
	*q = append(*q, e)
	h := *q
	for i := len(h) - 1; i > 0 && h.less(i, (i-1)/2); i = (i - 1) / 2 {
		h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
	}
}

func (q *netQueue) pop() netEntry {
	h := *q
	top, end := h[0], len(h)-1
	h[0] = h[end]
	h = h[:end]
	*q = h
	for i := 0; ; {
		child := 2*i + 1
		if child+1 < end && h.less(child+1, child) {
			child++
		}
		if child >= end || !h.less(child, i) {
			return top
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}
