package fabric

import "slices"

// findUnused reports the fields that are written and that the topology does not
// use. A field with its default says nothing and is let pass.
func (g *generator) findUnused() {
	f := g.f
	above := func(n *int, most int) bool { return n != nil && *n > most }
	tree, rails, leaves, single := "fat-tree", "rail-optimized", "leaf-spine", "single-switch"
	for _, x := range []struct {
		field   string
		written bool
		of      []string // topologies that use it
	}{
		{"hosts_per_unit", f.HostsPerUnit != nil, []string{rails}},
		{"hosts_per_leaf", f.HostsPerLeaf != nil, []string{leaves}},
		{"leaves", f.Leaves != "", []string{single, leaves, rails}},
		{"spines", f.Spines != "", []string{leaves, rails}},
		{"cores", f.Cores != "", []string{leaves, rails, tree}},
		{"k", f.K != nil, []string{tree}},
		{"edges", f.Edges != "", []string{tree}},
		{"aggregations", f.Aggregations != "", []string{tree}},
		{"pods", above(f.Pods, 1), []string{leaves, rails}},
		{"homing", f.Homing == "dual", []string{leaves}},
		{"uplink_speed", f.UplinkSpeed != "", []string{leaves, rails, tree}},
		{"oversubscription", f.Oversubscription != "" && f.Oversubscription != "1", []string{leaves, rails, tree}},
		{"links_per_pair", f.LinksPerPair != nil, []string{leaves, rails, tree}},
	} {
		if !x.written || slices.Contains(x.of, f.Topology) {
			continue
		}
		g.find("unused-field", x.field, f.Name, 1, "take "+x.field+" out, or choose a topology that uses it: "+list(x.of),
			"fabric %s has %s, which the topology %s does not use", f.Name, x.field, f.Topology)
	}
}

// list is "leaf-spine, rail-optimized or fat-tree".
func list(words []string) string {
	text := words[0]
	for i, w := range words[1:] {
		if i == len(words)-2 {
			text += " or " + w
		} else {
			text += ", " + w
		}
	}
	return text
}
