package fabric

// A Load is a leaf whose host links may all send to other leaves at once.
type Load struct {
	Leaf           int32 // index into Plant.Devices
	Flows, Uplinks int   // its host links, its links up
	To             Destinations
}

// Loads are the leaves that have host links and uplinks, in the fabric's order,
// while there are hosts on other leaves. Those of the same rail are meant, where
// another leaf has it, else all.
func (g *Graph) Loads() []Load {
	rails := map[int32]int{} // destinations of each rail
	for _, h := range g.hosts {
		rails[g.group(h.leaf)]++
	}
	var out []Load
	for i, device := range g.shape.Leaves {
		hosts := g.hostsOf(int32(i))
		all := rails[g.group(int32(i))]
		if len(hosts) == 0 || g.up.ups(int32(i)) == 0 || len(hosts) == len(g.hosts) {
			continue
		}
		first := int(hosts[0].index)
		if all == len(hosts) { // the only leaf of its rail
			first, all = int(g.leaf[i]), len(g.hosts)
		}
		out = append(out, Load{device, len(hosts), g.up.ups(int32(i)), Destinations{All: all, OwnFirst: first, OwnLast: first + len(hosts)}})
	}
	return out
}

// group is which numbering of destinations the hosts of a leaf belong to: that of
// its rail, else the only one.
func (g *Graph) group(leaf int32) int32 {
	if g.shape.LeafRail == nil {
		return 0
	}
	return int32(g.shape.LeafRail[leaf])
}
