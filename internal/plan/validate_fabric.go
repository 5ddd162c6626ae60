package plan

import (
	"fmt"
	"strings"
)

const (
	maxFabric = 100_000 // counts of a fabric
	maxRatio  = 20      // characters of an oversubscription
)

func (c *checker) fabrics(fabrics []Fabric) {
	for i := range fabrics {
		if c.full() {
			return
		}
		f, at := &fabrics[i], spot{"fabrics", i}
		c.single(at, "name", f.Name, true)
		c.required(at, "topology", f.Topology)
		check(c, at, "topology", f.Topology, "single-switch", "leaf-spine", "rail-optimized", "fat-tree")
		c.required(at, "speed", f.Speed)
		tree := f.Topology == "fat-tree"
		c.names(at, "hosts", f.Hosts, true)
		c.names(at, "leaves", f.Leaves, !tree)
		c.names(at, "spines", f.Spines, false)
		c.names(at, "cores", f.Cores, tree)
		c.names(at, "edges", f.Edges, tree)
		c.names(at, "aggregations", f.Aggregations, tree)
		if f.HostPorts != nil && len(f.HostPorts) == 0 {
			c.fail(at, "host_ports", "list is empty; name the ports of a host in rail order, or take the field out")
		}
		for j, text := range f.HostPorts {
			c.names(at, fmt.Sprintf("host_ports[%d]", j), text, true)
		}
		switch {
		case tree && f.K == nil:
			c.fail(at, "k", "required field is missing; a fat-tree is built from switches of k ports")
		case tree && *f.K%2 != 0:
			c.fail(at, "k", "k is %d; a fat-tree switch has as many ports up as down, so write an even number such as %d", *f.K, *f.K+1)
		}
		c.number(at, "k", f.K, 2, maxFabric)
		c.number(at, "hosts_per_unit", f.HostsPerUnit, 1, maxFabric)
		c.number(at, "hosts_per_leaf", f.HostsPerLeaf, 1, maxFabric)
		c.number(at, "pods", f.Pods, 1, maxFabric)
		c.number(at, "links_per_pair", f.LinksPerPair, 1, maxFabric)
		check(c, at, "homing", f.Homing, "single", "dual")
		check(c, at, "routing", f.Routing, "ecmp", "static", "adaptive")
		if f.Split != nil && *f.Split != 1 && *f.Split != 2 && *f.Split != 4 {
			c.fail(at, "split", "split is %d; write 1, 2 or 4", *f.Split)
		}
		if f.Cores != "" && f.Pods == nil && !tree {
			c.fail(at, "pods", "required field is missing beside cores")
		}
		if f.Cores != "" && f.Spines == "" && !tree && f.Topology != "single-switch" {
			c.fail(at, "spines", "required field is missing beside cores, which join spines")
		}
		if f.Oversubscription != "" && !isRatio(f.Oversubscription) {
			c.fail(at, "oversubscription", "ratio %s is no decimal number above 0; write for example 1, 1.5 or 3", quote(f.Oversubscription))
		}
	}
}

// isRatio reports whether the text is a decimal number above 0.
func isRatio(s string) bool {
	positive := false
	if strings.Count(s, ".") > 1 || len(s) > maxRatio {
		return false
	}
	for i := range len(s) {
		switch {
		case s[i] >= '1' && s[i] <= '9':
			positive = true
		case s[i] != '0' && s[i] != '.':
			return false
		}
	}
	return positive
}
