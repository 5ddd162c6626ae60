package fabric

import "slices"

// A Graph is a shape's links sorted by the switches they join. It must not be
// changed and is safe for concurrent use.
type Graph struct {
	shape *Shape

	hosts []hostLink // leaf by leaf, on each in the order of Shape.Links
	leaf  []int32    // of each leaf: where its host links begin; one more at the end
	up    layer      // leaf to spine
	core  layer      // spine to core
	end   [][2]int32 // of each link: places of its ends among the hosts, leaves, spines or cores

	leafPod, spinePod []int32 // pod of each leaf and spine
	podFirst          []int32 // of each pod: its first spine; one more at the end
}

// A hostLink is a link of a host to its leaf.
type hostLink struct {
	host, leaf int32 // places in Shape.Hosts and Shape.Leaves
	rail       int32 // which ring its flows belong to: its rail, else its place among the host's links
	index      int32 // its number as a destination: leaf by leaf, within its rail where there are rails
	link       int32 // place in Shape.Links
}

// A layer is the links between two levels of switches. Those of a lower switch
// stand together, ordered by the upper one: link k is its uplink k.
type layer struct {
	first []int32 // of each lower switch: where its links begin; one more at the end
	upper []int32 // of each link: place of its upper switch
	link  []int32 // beside upper: place in Shape.Links
	// The same from above: those of an upper switch, ordered by the lower one.
	downFirst []int32
	down      []int32 // numbers of links, as upper counts them
	lower     []int32 // of each link: place of its lower switch
}

// NewGraph sorts the links of a shape. A link whose end is none of the fabric's
// devices is left out.
func NewGraph(s *Shape) *Graph {
	g := &Graph{shape: s, end: make([][2]int32, len(s.Links)), leafPod: s.LeafPod, spinePod: s.SpinePod}
	if s.LeafPod == nil || s.SpinePod == nil {
		g.leafPod, g.spinePod = make([]int32, len(s.Leaves)), make([]int32, len(s.Spines))
	}
	for pod := range int32(max(1, s.Pods) + 1) {
		first, _ := slices.BinarySearch(g.spinePod, pod)
		g.podFirst = append(g.podFirst, int32(first))
	}
	places := [4]map[int32]int32{placesOf(s.Hosts), placesOf(s.Leaves), placesOf(s.Spines), placesOf(s.Cores)}
	var byTier [Tiers][]int32
	for i := range s.Links {
		l := &s.Links[i]
		lower, ok := places[l.Tier][l.A.Device]
		upper, also := places[l.Tier+1][l.B.Device]
		if !ok || !also {
			g.end[i] = [2]int32{-1, -1}
			continue
		}
		g.end[i] = [2]int32{lower, upper}
		byTier[l.Tier] = append(byTier[l.Tier], int32(i))
	}
	g.sortHosts(byTier[HostTier])
	g.up = g.newLayer(byTier[SpineTier], len(s.Leaves), len(s.Spines))
	g.core = g.newLayer(byTier[CoreTier], len(s.Spines), len(s.Cores))
	return g
}

func placesOf(devices []int32) map[int32]int32 {
	at := make(map[int32]int32, len(devices))
	for i, d := range devices {
		at[d] = int32(i)
	}
	return at
}

// sortHosts files the host links by leaf and numbers them.
func (g *Graph) sortHosts(links []int32) {
	s := g.shape
	order, first := byEnd(links, len(s.Leaves), func(l int32) int32 { return g.end[l][1] })
	g.leaf, g.hosts = first, make([]hostLink, len(links))
	seen := make([]int32, len(s.Hosts)) // links of each host so far
	ring := make([]int32, len(s.Links))
	for _, l := range links { // as the fabric writes them: port by port of a host
		ring[l] = seen[g.end[l][0]]
		seen[g.end[l][0]]++
	}
	rails := 1
	for _, r := range s.LeafRail {
		rails = max(rails, r+1)
	}
	counts := make([]int32, rails) // destinations of each rail so far
	for i, l := range order {
		h := hostLink{host: g.end[l][0], leaf: g.end[l][1], link: l, rail: ring[l]}
		group := g.group(h.leaf)
		if s.LeafRail != nil {
			h.rail = group
		}
		h.index = counts[group]
		counts[group]++
		g.hosts[i] = h
	}
}

func (g *Graph) newLayer(links []int32, lowers, uppers int) layer {
	var l layer
	sorted, _ := byEnd(links, uppers, func(x int32) int32 { return g.end[x][1] })
	l.link, l.first = byEnd(sorted, lowers, func(x int32) int32 { return g.end[x][0] })
	l.upper, l.lower = make([]int32, len(links)), make([]int32, len(links))
	numbers := make([]int32, len(links))
	for i, x := range l.link {
		l.lower[i], l.upper[i] = g.end[x][0], g.end[x][1]
		numbers[i] = int32(i)
	}
	l.down, l.downFirst = byEnd(numbers, uppers, func(i int32) int32 { return l.upper[i] })
	return l
}

// byEnd sorts links by one of their ends, keeping their order otherwise, and
// says where those of each end begin.
func byEnd(links []int32, ends int, of func(int32) int32) (sorted, first []int32) {
	first = make([]int32, ends+1)
	for _, l := range links {
		first[of(l)+1]++
	}
	for e := range ends {
		first[e+1] += first[e]
	}
	next := slices.Clone(first)
	sorted = make([]int32, len(links))
	for _, l := range links {
		sorted[next[of(l)]] = l
		next[of(l)]++
	}
	return sorted, first
}

// hostsOf are the host links of a leaf.
func (g *Graph) hostsOf(leaf int32) []hostLink { return g.hosts[g.leaf[leaf]:g.leaf[leaf+1]] }

// ups is how many links a lower switch has up.
func (l *layer) ups(lower int32) int { return int(l.first[lower+1] - l.first[lower]) }

// downs is how many links an upper switch has down.
func (l *layer) downs(upper int32) int { return int(l.downFirst[upper+1] - l.downFirst[upper]) }

// between are the links of one pair, by number; they stand side by side.
func (l *layer) between(lower, upper int32) (first, last int32) {
	from, to := l.first[lower], l.first[lower+1]
	at, _ := slices.BinarySearch(l.upper[from:to], upper)
	first = from + int32(at)
	for last = first; last < to && l.upper[last] == upper; last++ {
	}
	return first, last
}

// spinesOf are the places of the spines in a leaf's pod: from first up to last.
func (g *Graph) spinesOf(leaf int32) (first, last int32) {
	pod := g.leafPod[leaf]
	return g.podFirst[pod], g.podFirst[pod+1]
}

// Groups is into how many groups the hosts fall that still have a link, when
// some links, by their place in Shape.Links, are lost. Nil: none is lost.
func (g *Graph) Groups(lost []int32) int {
	s := g.shape
	gone := make([]bool, len(s.Links))
	for _, l := range lost {
		gone[l] = true
	}
	base := [4]int32{0, int32(len(s.Hosts))}
	base[2] = base[1] + int32(len(s.Leaves))
	base[3] = base[2] + int32(len(s.Spines))
	joined := make([]int32, base[3]+int32(len(s.Cores)))
	for i := range joined {
		joined[i] = int32(i)
	}
	root := func(x int32) int32 {
		for joined[x] != x {
			joined[x] = joined[joined[x]]
			x = joined[x]
		}
		return x
	}
	linked := make([]bool, len(s.Hosts))
	for i := range s.Links {
		if gone[i] || g.end[i][0] < 0 {
			continue
		}
		tier := s.Links[i].Tier
		joined[root(base[tier]+g.end[i][0])] = root(base[tier+1] + g.end[i][1])
		if tier == HostTier {
			linked[g.end[i][0]] = true
		}
	}
	groups := map[int32]bool{}
	for h, ok := range linked {
		if ok {
			groups[root(int32(h))] = true
		}
	}
	return len(groups)
}
