package fabric

import (
	"encoding/binary"
	"slices"
)

// A count says how many links or ways lead to a place.
type count struct {
	place int32
	ways  int64
}

// A kind is leaves that reach the spines over equally many links each: what
// holds of one holds of all.
type kind struct {
	leaves int     // with hosts
	spines []count // links to each spine, by place
	cores  []count // ways to each core, by place
}

// paths are the least and most equally short ways between host ports on
// different leaves.
func (g *Graph) paths(stop func() bool) (least, most int64, err error) {
	kinds := g.kinds()
	if len(kinds) == 1 && kinds[0].leaves == 1 {
		return 1, 1, nil
	}
	first := true
	for i := range kinds {
		if stop != nil && stop() {
			return 0, 0, ErrStopped
		}
		for k := range kinds[:i+1] {
			if i == k && kinds[i].leaves < 2 {
				continue
			}
			ways := product(kinds[i].spines, kinds[k].spines)
			if ways == 0 {
				ways = product(kinds[i].cores, kinds[k].cores)
			}
			if first {
				least, first = ways, false
			}
			least, most = min(least, ways), max(most, ways)
		}
	}
	return least, most, nil
}

// kinds sorts the leaves that have hosts.
func (g *Graph) kinds() []kind {
	var kinds []kind
	known := map[string]int{}
	var key []byte
	for leaf := range g.shape.Leaves {
		if len(g.hostsOf(int32(leaf))) == 0 {
			continue
		}
		spines := tally(g.up.upper[g.up.first[leaf]:g.up.first[leaf+1]])
		key = key[:0]
		for _, s := range spines {
			key = binary.AppendVarint(binary.AppendVarint(key, int64(s.place)), s.ways)
		}
		if at, ok := known[string(key)]; ok {
			kinds[at].leaves++
			continue
		}
		known[string(key)] = len(kinds)
		kinds = append(kinds, kind{leaves: 1, spines: spines, cores: g.coreWays(spines)})
	}
	return kinds
}

// tally counts what stands side by side.
func tally(places []int32) []count {
	var out []count
	for _, p := range places {
		if n := len(out); n > 0 && out[n-1].place == p {
			out[n-1].ways++
			continue
		}
		out = append(out, count{p, 1})
	}
	return out
}

// coreWays counts the ways up to each core.
func (g *Graph) coreWays(spines []count) []count {
	ways := map[int32]int64{}
	for _, s := range spines {
		for _, core := range g.core.upper[g.core.first[s.place]:g.core.first[s.place+1]] {
			ways[core] += s.ways
		}
	}
	out := make([]count, 0, len(ways))
	for core, n := range ways {
		out = append(out, count{core, n})
	}
	slices.SortFunc(out, func(a, b count) int { return int(a.place - b.place) })
	return out
}

// product is the number of ways up to any common place and down again.
func product(a, b []count) int64 {
	sum := int64(0)
	for i, k := 0, 0; i < len(a) && k < len(b); {
		switch {
		case a[i].place < b[k].place:
			i++
		case a[i].place > b[k].place:
			k++
		default:
			sum += a[i].ways * b[k].ways
			i, k = i+1, k+1
		}
	}
	return sum
}
