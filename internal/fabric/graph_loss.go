package fabric

// A Part is so many of so many.
type Part struct{ Some, Of int }

// Compare is negative where p is the smaller share, 0 where both are equal.
// Nothing of nothing is no share.
func (p Part) Compare(q Part) int { return p.Some*max(1, q.Of) - q.Some*max(1, p.Of) }

// A Loss is what a fabric misses when some of its links are gone.
type Loss struct {
	Hosts   int        // that have no link of this fabric left
	Links   [Tiers]int // gone of each tier
	Uplinks Part       // gone of the tier of uplinks that loses the greatest share
	Hardest Part       // gone of the uplinks of the switch that loses the greatest share and did not fail itself
}

// Compare is positive where l is worse: more hosts, then more host links, then
// a greater share of uplinks, of one switch and of all.
func (l Loss) Compare(m Loss) int {
	switch {
	case l.Hosts != m.Hosts:
		return l.Hosts - m.Hosts
	case l.Links[HostTier] != m.Links[HostTier]:
		return l.Links[HostTier] - m.Links[HostTier]
	case l.Hardest.Compare(m.Hardest) != 0:
		return l.Hardest.Compare(m.Hardest)
	}
	return l.Uplinks.Compare(m.Uplinks)
}

// Losses works out what failures take away, one after the other. It is not safe
// for concurrent use.
type Losses struct {
	graph *Graph
	has   [Tiers][]int32 // links up of each host, leaf and spine
	lost  [Tiers][]int32 // of them, in the failure at hand
}

// NewLosses prepares for many failures of one fabric.
func NewLosses(g *Graph) *Losses {
	l := &Losses{graph: g}
	for tier, n := range []int{len(g.shape.Hosts), len(g.shape.Leaves), len(g.shape.Spines)} {
		l.has[tier], l.lost[tier] = make([]int32, n), make([]int32, n)
	}
	for i := range g.shape.Links {
		if at := g.end[i][0]; at >= 0 {
			l.has[g.shape.Links[i].Tier][at]++
		}
	}
	return l
}

// Of is the loss of some links, by their place in Shape.Links, when a device
// fails; -1: none, only the links do.
func (l *Losses) Of(links []int32, failed int32) Loss {
	s := l.graph.shape
	var out Loss
	for _, i := range links {
		at, link := l.graph.end[i][0], &s.Links[i]
		if at < 0 {
			continue
		}
		tier := link.Tier
		out.Links[tier]++
		l.lost[tier][at]++
		gone := Part{int(l.lost[tier][at]), int(l.has[tier][at])}
		switch {
		case tier == HostTier && gone.Some == gone.Of:
			out.Hosts++
		case tier != HostTier && link.A.Device != failed && gone.Compare(out.Hardest) > 0:
			out.Hardest = gone
		}
	}
	for _, i := range links {
		if at := l.graph.end[i][0]; at >= 0 {
			l.lost[s.Links[i].Tier][at] = 0
		}
	}
	for tier, all := range []int{SpineTier: len(l.graph.up.link), CoreTier: len(l.graph.core.link)} {
		if gone := (Part{out.Links[tier], all}); tier != int(HostTier) && gone.Compare(out.Uplinks) > 0 {
			out.Uplinks = gone
		}
	}
	return out
}
