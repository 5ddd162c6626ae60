package fabric_test

import (
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/fabric"
)

// A tree describes a regular shape for tests; the links are numbered as the
// rules of docs/fabrics.md say, with ports that count up on every device.
type tree struct {
	leaves, spines, cores int // of the whole fabric
	pods, perLeaf         int
	pair, corePair        int // links of a pair
	rails                 int // 0: none
	hostGbps, upGbps      int // 0: 400
	hosts                 int // 0: all
}

// fatTree is al-Fares' with k ports a switch.
func fatTree(k int) tree {
	return tree{leaves: k * k / 2, spines: k * k / 2, cores: k * k / 4, pods: k, perLeaf: k / 2, pair: 1, corePair: 1}
}

// shape writes the links: hosts are numbered first, then leaves, spines, cores.
func (t tree) shape() *fabric.Shape {
	gbps := func(n int) *catalog.Speed {
		if n == 0 {
			n = 400
		}
		return &catalog.Speed{Gbps: n}
	}
	s := &fabric.Shape{Speed: gbps(t.hostGbps), Uplink: gbps(t.upGbps), Routing: fabric.ECMP, Pods: max(1, t.pods), PerLeaf: t.perLeaf, Rails: t.rails}
	next := int32(0)
	number := func(n int) (out []int32) {
		for range n {
			out = append(out, next)
			next++
		}
		return out
	}
	hosts := t.hosts
	if hosts == 0 {
		hosts = t.leaves * t.perLeaf / max(1, t.rails)
	}
	s.Hosts, s.Leaves, s.Spines, s.Cores = number(hosts), number(t.leaves), number(t.spines), number(t.cores)
	port := make([]int32, next)
	join := func(tier fabric.Tier, a, b int32) {
		s.Links = append(s.Links, fabric.Link{Tier: tier,
			A: fabric.End{Device: a, Port: catalog.PortName{Port: port[a]}}, B: fabric.End{Device: b, Port: catalog.PortName{Port: port[b]}}})
		port[a]++
		port[b]++
	}
	for h, host := range s.Hosts {
		if t.rails == 0 {
			join(fabric.HostTier, host, s.Leaves[h/t.perLeaf])
			continue
		}
		for r := range t.rails {
			join(fabric.HostTier, host, s.Leaves[h/t.perLeaf*t.rails+r])
		}
	}
	podLeaves, podSpines := t.leaves/s.Pods, t.spines/s.Pods
	for pod := range int32(s.Pods) {
		s.LeafPod = append(s.LeafPod, slices.Repeat([]int32{pod}, podLeaves)...)
		s.SpinePod = append(s.SpinePod, slices.Repeat([]int32{pod}, podSpines)...)
	}
	for l, leaf := range s.Leaves {
		for spine := range podSpines {
			for range t.pair {
				join(fabric.SpineTier, leaf, s.Spines[l/podLeaves*podSpines+spine])
			}
		}
		if t.rails > 0 {
			s.LeafRail = append(s.LeafRail, l%t.rails)
		}
	}
	for i, spine := range s.Spines {
		group := t.cores / max(1, podSpines)
		for c := range group {
			for range t.corePair {
				join(fabric.CoreTier, spine, s.Cores[i%podSpines*group+c])
			}
		}
	}
	return s
}

// without is a shape that lacks the links the test wants gone.
func without(s *fabric.Shape, gone func(l fabric.Link) bool) *fabric.Shape {
	out := *s
	out.Links = nil
	for _, l := range s.Links {
		if !gone(l) {
			out.Links = append(out.Links, l)
		}
	}
	return &out
}
