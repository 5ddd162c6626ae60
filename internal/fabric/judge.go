package fabric

import (
	"fmt"
	"strings"
)

// A Ratio is what hosts or lower switches can send into switches against what
// these can pass up, both in Gb/s.
type Ratio struct{ Down, Up int64 }

// Over reports whether more can come in than go up.
func (r Ratio) Over() bool { return r.Down > r.Up }

// Compare is positive where r is oversubscribed more than q. Where nothing goes
// up, nothing is worse.
func (r Ratio) Compare(q Ratio) int {
	left, right := r.Down*q.Up, q.Down*r.Up
	switch {
	case left > right:
		return 1
	case left < right:
		return -1
	case r.Up == 0 && q.Up > 0 && r.Down > 0:
		return 1
	case q.Up == 0 && r.Up > 0 && q.Down > 0:
		return -1
	}
	return 0
}

// Text is the ratio against one, with three decimals at most, rounded up: "1.5".
// Where nothing goes up there is no such number: it is empty.
func (r Ratio) Text() string {
	if r.Up == 0 {
		return ""
	}
	whole, rest := r.Down/r.Up, r.Down%r.Up
	thousandths := (rest*1000 + r.Up - 1) / r.Up
	whole, thousandths = whole+thousandths/1000, thousandths%1000
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d.%03d", whole, thousandths), "0"), ".")
}

// A SwitchRatio is the ratio of one switch.
type SwitchRatio struct {
	Device int32 // index into Plant.Devices
	Tier   Tier  // of its links up
	Ratio
}

// A TierRatio is the ratio of all switches below a tier of links, and of the
// worst of them.
type TierRatio struct {
	Tier  Tier // SpineTier: of the leaves; CoreTier: of the spines
	All   Ratio
	Worst SwitchRatio
}

// A Pair is a leaf and a spine of its pod, and the links between them.
type Pair struct {
	Leaf, Spine int32 // indexes into Plant.Devices
	Links       int
}

// MaxUneven is how many uneven pairs are listed; the rest are counted.
const MaxUneven = 1000

// A Judgement says how good a shape is. It speaks of the fabric's own links;
// explicit links beside it are left out.
type Judgement struct {
	Links [Tiers]int

	Tiers []TierRatio   // of tiers that go up, lowest first; empty: nothing goes up
	Over  []SwitchRatio // switches above 1:1, leaves first, in the fabric's order

	// Bisection is the least over the tiers of what goes up against what the
	// hosts send, never above 1:1; 0 where hosts on different leaves do not meet.
	Bisection Part

	// The ways between a host port on one leaf and one on another, parallel
	// links counted apart; of a fabric of one leaf, 1.
	LeastPaths, MostPaths int64

	LeastPair, MostPair int    // links of a leaf and a spine of its pod
	Uneven              []Pair // the pairs that have not as many as most pairs have, at most MaxUneven
	UnevenPairs         int
}

// Judge judges a shape. The only error is ErrStopped: stop, which may be nil and
// is polled now and then, ended it.
func Judge(g *Graph, stop func() bool) (Judgement, error) {
	var j Judgement
	j.Links = [Tiers]int{len(g.hosts), len(g.up.link), len(g.core.link)}
	j.judgeRatios(g)
	j.judgeBisection(g)
	j.judgePairs(g)
	var err error
	j.LeastPaths, j.MostPaths, err = g.paths(stop)
	return j, err
}

// Worst is the worst ratio of any switch, false where nothing goes up.
func (j *Judgement) Worst() (SwitchRatio, bool) {
	if len(j.Tiers) == 0 {
		return SwitchRatio{}, false
	}
	worst := j.Tiers[0].Worst
	for _, t := range j.Tiers[1:] {
		if t.Worst.Compare(worst.Ratio) > 0 {
			worst = t.Worst
		}
	}
	return worst, true
}

func (j *Judgement) judgeRatios(g *Graph) {
	s := g.shape
	host, uplink := int64(s.Speed.Gbps), int64(s.Uplink.Gbps)
	if len(g.up.link) > 0 {
		j.addTier(SpineTier, s.Leaves, func(leaf int32) Ratio {
			return Ratio{int64(len(g.hostsOf(leaf))) * host, int64(g.up.ups(leaf)) * uplink}
		})
	}
	if len(g.core.link) > 0 {
		j.addTier(CoreTier, s.Spines, func(spine int32) Ratio {
			return Ratio{int64(g.up.downs(spine)) * uplink, int64(g.core.ups(spine)) * uplink}
		})
	}
}

func (j *Judgement) addTier(tier Tier, switches []int32, of func(int32) Ratio) {
	t := TierRatio{Tier: tier}
	for i, device := range switches {
		r := of(int32(i))
		t.All.Down += r.Down
		t.All.Up += r.Up
		one := SwitchRatio{device, tier, r}
		if i == 0 || r.Compare(t.Worst.Ratio) > 0 {
			t.Worst = one
		}
		if r.Over() {
			j.Over = append(j.Over, one)
		}
	}
	j.Tiers = append(j.Tiers, t)
}

func (j *Judgement) judgeBisection(g *Graph) {
	hosts := int64(len(g.hosts)) * int64(g.shape.Speed.Gbps)
	least := hosts
	for _, t := range j.Tiers {
		least = min(least, t.All.Up)
	}
	if g.Groups(nil) > 1 {
		least = 0
	}
	if hosts == 0 {
		least, hosts = 0, 1
	}
	j.Bisection = Part{int(least), int(hosts)}
}

// judgePairs counts the links of each leaf with each spine of its pod. It never
// holds all pairs: there may be far more of them than links.
func (j *Judgement) judgePairs(g *Graph) {
	pairs := []int{0} // by how many links they have
	total := 0
	for leaf := range int32(len(g.shape.Leaves)) {
		first, last := g.spinesOf(leaf)
		above := g.spinesAbove(leaf)
		for _, s := range above {
			for int(s.ways) >= len(pairs) {
				pairs = append(pairs, 0)
			}
			pairs[s.ways]++
		}
		pairs[0] += int(last-first) - len(above)
		total += int(last - first)
	}
	if total == 0 {
		return
	}
	usual, least := 0, -1
	for links, n := range pairs {
		if n == 0 {
			continue
		}
		if least < 0 {
			least = links
		}
		if j.MostPair = links; n >= pairs[usual] {
			usual = links
		}
	}
	j.LeastPair, j.UnevenPairs = least, total-pairs[usual]
	j.listUneven(g, int64(usual))
}

// spinesAbove are the spines a leaf is joined to, and the links to each.
func (g *Graph) spinesAbove(leaf int32) []count {
	return tally(g.up.upper[g.up.first[leaf]:g.up.first[leaf+1]])
}

// listUneven lists the pairs that have not as many links as is usual, leaf by
// leaf, as many as are listed. Where none is usual, those with links are few.
func (j *Judgement) listUneven(g *Graph, usual int64) {
	s := g.shape
	for leaf := range int32(len(s.Leaves)) {
		above := g.spinesAbove(leaf)
		if usual != 0 {
			above = g.withBare(leaf, above)
		}
		for _, c := range above {
			if len(j.Uneven) == min(j.UnevenPairs, MaxUneven) {
				return
			}
			if c.ways != usual {
				j.Uneven = append(j.Uneven, Pair{s.Leaves[leaf], s.Spines[c.place], int(c.ways)})
			}
		}
	}
}

// withBare are the spines of a leaf's pod, those that it has no link to as well.
func (g *Graph) withBare(leaf int32, above []count) []count {
	first, last := g.spinesOf(leaf)
	all := make([]count, 0, last-first)
	for spine := first; spine < last; spine++ {
		links := int64(0)
		if len(above) > 0 && above[0].place == spine {
			links, above = above[0].ways, above[1:]
		}
		all = append(all, count{spine, links})
	}
	return all
}
