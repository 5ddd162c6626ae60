package fabric

import "math/rand/v2"

// A way is the links a flow takes above the leaves, at most four: up to a spine,
// up to a core, and down again. Links upward are counted as the layers do,
// leaf-spine before spine-core, downward ones behind all of these. -1: none.
type way [4]int32

// A trial works out one trial after another.
type trial struct {
	*net
	stop   func() bool
	random *rand.Rand // of the trial at hand
	order  []int32
	load   []int32 // by link: balls on it
	ways   []way   // of each ball
	polled int
	lost   int
}

func (n *net) newTrial(stop func() bool) *trial {
	return &trial{net: n, stop: stop, order: make([]int32, len(n.order)),
		load: make([]int32, 2*(len(n.graph.up.link)+len(n.graph.core.link)))}
}

// run works one trial out; false: it was stopped.
func (t *trial) run(random *rand.Rand, out *outcome) bool {
	t.random = random
	copy(t.order, t.net.order)
	if t.question.Collective == RingShuffled {
		random.Shuffle(len(t.order), func(i, k int) { t.order[i], t.order[k] = t.order[k], t.order[i] })
	}
	if t.question.Routing == Adaptive {
		return t.spread(out)
	}
	clear(t.load)
	t.ways, t.lost = t.ways[:0], 0
	if !t.eachFlow(func(from, to *hostLink) {
		out.leaving++
		for range t.question.QueuePairs {
			t.send(from, to)
		}
	}) {
		return false
	}
	out.lost = t.lost / t.question.QueuePairs
	t.measure(out)
	return true
}

// eachFlow calls f with every flow that leaves its leaf; false: it was stopped.
func (t *trial) eachFlow(f func(from, to *hostLink)) bool {
	flow := func(from, to int32) bool {
		a, b := &t.graph.hosts[from], &t.graph.hosts[to]
		if a.leaf != b.leaf {
			f(a, b)
		}
		t.polled++
		return t.polled%4096 != 0 || t.stop == nil || !t.stop()
	}
	ring := make([]int32, 0, len(t.order))
	for r, links := range t.rings {
		if t.members[r] < 2 {
			continue
		}
		ring = ring[:0]
		for _, h := range t.order {
			if links[h] >= 0 {
				ring = append(ring, links[h])
			}
		}
		for i, from := range ring {
			if t.question.Collective != AllToAll {
				if !flow(from, ring[(i+1)%len(ring)]) {
					return false
				}
				continue
			}
			for k, to := range ring {
				if k != i && !flow(from, to) {
					return false
				}
			}
		}
	}
	return true
}

// choose is one of n: at random, or by the destination.
func (t *trial) choose(n int32, by int32) int32 {
	if n == 1 {
		return 0
	}
	if t.question.Routing == Static {
		return by % n
	}
	return t.random.Int32N(n)
}

// send finds the way of one ball. Static takes the ways of D-mod-k: at the leaf
// by the destination, at the spine by the destination over the leaf's uplinks,
// so that both choices do not run alike, and down again by the same numbers.
func (t *trial) send(from, to *hostLink) {
	g := t.graph
	w := way{-1, -1, -1, -1}
	first, last := g.up.first[from.leaf], g.up.first[from.leaf+1]
	direct := g.leafPod[from.leaf] == g.leafPod[to.leaf]
	table := t.spineTo
	if !t.whole {
		direct = t.anyLeads(table, g.up.upper[first:last], to.leaf)
	}
	if !direct {
		table = t.spineVia
	}
	link := t.pick(table, g.up.upper[first:last], to.leaf, to.index)
	if link < 0 {
		t.lost++
		return
	}
	w[0] = first + link
	spine, links := g.up.upper[w[0]], int32(len(g.up.link)+len(g.core.link))
	if !direct {
		wide := max(1, last-first)
		up, down, below := t.overCore(spine, to, to.index/wide)
		w[1], w[2], spine = int32(len(g.up.link))+up, links+int32(len(g.up.link))+down, below
	}
	low, high := g.up.between(to.leaf, spine)
	w[3] = links + low + t.choose(high-low, to.index)
	for _, l := range w {
		if l >= 0 {
			t.load[l]++
		}
	}
	t.ways = append(t.ways, w)
}

// overCore is the way from a spine over a core to a spine of the other pod.
func (t *trial) overCore(spine int32, to *hostLink, by int32) (up, down, below int32) {
	g := t.graph
	first, last := g.core.first[spine], g.core.first[spine+1]
	up = first + t.pick(t.coreTo, g.core.upper[first:last], to.leaf, by)
	core := g.core.upper[up]
	// What the core has down to the pod stands together: pods follow each other.
	downs := g.core.down[g.core.downFirst[core]:g.core.downFirst[core+1]]
	if t.whole {
		pods := g.shape.Pods
		pod := int(g.leafPod[to.leaf])
		low, high := pod*len(downs)/pods, (pod+1)*len(downs)/pods
		down = downs[int32(low)+t.choose(int32(high-low), by)]
		return up, down, g.core.lower[down]
	}
	var fit []int32
	for _, d := range downs {
		if t.leads(t.spineTo, g.core.lower[d], to.leaf) {
			fit = append(fit, d)
		}
	}
	down = fit[t.choose(int32(len(fit)), by)]
	return up, down, g.core.lower[down]
}

// anyLeads reports whether one of some switches leads to a leaf.
func (t *trial) anyLeads(table []bool, switches []int32, leaf int32) bool {
	for _, s := range switches {
		if t.leads(table, s, leaf) {
			return true
		}
	}
	return false
}

// pick is one of the links to some switches that lead to a leaf; -1: none does.
func (t *trial) pick(table []bool, switches []int32, leaf, by int32) int32 {
	if t.whole {
		if len(switches) == 0 {
			return -1
		}
		return t.choose(int32(len(switches)), by)
	}
	fit := int32(0)
	for _, s := range switches {
		if t.leads(table, s, leaf) {
			fit++
		}
	}
	if fit == 0 {
		return -1
	}
	nth := t.choose(fit, by)
	for i, s := range switches {
		if !t.leads(table, s, leaf) {
			continue
		}
		if nth == 0 {
			return int32(i)
		}
		nth--
	}
	return -1
}

// measure works out what every ball gets.
func (t *trial) measure(out *outcome) {
	worst := int32(0)
	var by []int // balls by how many are on the fullest link of their way
	for _, w := range t.ways {
		top := int32(0)
		for _, l := range w {
			if l >= 0 {
				top = max(top, t.load[l])
			}
		}
		for int(top) >= len(by) {
			by = append(by, 0)
		}
		by[top]++
		worst = max(worst, top)
	}
	total := 0.0
	for balls, n := range by {
		total += float64(float64(n) * t.rate(float64(balls)/float64(t.share)))
	}
	out.mean, out.slowest = 1, 1
	if len(t.ways) > 0 {
		out.mean = total / float64(len(t.ways))
		out.slowest = t.rate(float64(worst) / float64(t.share))
	}
	out.fullest = float64(worst) / float64(t.share)
	for _, balls := range t.load[:len(t.graph.up.link)] {
		out.carries((int(balls) + t.share - 1) / t.share)
	}
}

// rate is what a flow gets where so many flows' worth are on its fullest link.
func (n *net) rate(worth float64) float64 {
	have := float64(n.graph.shape.Uplink.Gbps) / float64(n.graph.shape.Speed.Gbps)
	if have >= worth {
		return 1
	}
	return have / worth
}

// carries counts an uplink with up to so many flows' worth on it.
func (o *outcome) carries(worth int) {
	for worth >= len(o.load) {
		o.load = append(o.load, 0)
	}
	o.load[worth]++
}

// spread works out a trial of adaptive routing: what a leaf sends is even on all
// its uplinks, what a pod sends on all links of its spines, and so down again.
func (t *trial) spread(out *outcome) bool {
	g, s := t.graph, t.graph.shape
	up, down := make([]int, len(s.Leaves)), make([]int, len(s.Leaves))
	podUp, podDown := make([]int, s.Pods), make([]int, s.Pods)
	podLinks := make([]int, s.Pods)
	for _, lower := range g.core.lower {
		podLinks[g.spinePod[lower]]++
	}
	pod := func(leaf int32) int32 { return g.leafPod[leaf] }
	lost := func(a, b *hostLink) bool {
		return g.up.ups(a.leaf) == 0 || g.up.ups(b.leaf) == 0 ||
			pod(a.leaf) != pod(b.leaf) && (podLinks[pod(a.leaf)] == 0 || podLinks[pod(b.leaf)] == 0)
	}
	if !t.eachFlow(func(a, b *hostLink) {
		out.leaving++
		if lost(a, b) {
			out.lost++
			return
		}
		up[a.leaf]++
		down[b.leaf]++
		if p, q := pod(a.leaf), pod(b.leaf); p != q {
			podUp[p]++
			podDown[q]++
		}
	}) {
		return false
	}
	worth := func(flows, links int) float64 { return float64(flows) / float64(max(1, links)) / float64(t.share) }
	total, n := 0.0, 0
	out.mean, out.slowest = 1, 1
	if !t.eachFlow(func(a, b *hostLink) {
		if lost(a, b) {
			return
		}
		top := max(worth(up[a.leaf], g.up.ups(a.leaf)), worth(down[b.leaf], g.up.ups(b.leaf)))
		if p, q := pod(a.leaf), pod(b.leaf); p != q {
			top = max(top, worth(podUp[p], podLinks[p]), worth(podDown[q], podLinks[q]))
		}
		n++
		total += t.rate(top)
		out.slowest, out.fullest = min(out.slowest, t.rate(top)), max(out.fullest, top)
	}) {
		return false
	}
	if n > 0 {
		out.mean = total / float64(n)
	}
	for leaf, flows := range up {
		links := g.up.ups(int32(leaf))
		for range links {
			out.carries((flows + links*t.share - 1) / (links * t.share))
		}
	}
	return true
}
