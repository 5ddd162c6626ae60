package fabric_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"lengthwise/internal/fabric"
	"lengthwise/internal/plan"
)

// superpod is the compute fabric of so many units of 32 hosts and 8 leaves; with
// pods of four units where there are cores.
func superpod(t testing.TB, units, spines, cores int) (*hall, plan.Fabric) {
	t.Helper()
	h := newHall(t, fmt.Sprintf("dgx-[0001-%04d] dgx-h100", 32*units), fmt.Sprintf("leaf-[001-%03d] qm9700", 8*units), fmt.Sprintf("spine-[001-%03d] qm9700", spines))
	f := plan.Fabric{Name: "compute", Topology: "rail-optimized", Speed: "ndr", HostsPerUnit: ptr(32),
		Hosts: fmt.Sprintf("dgx-[0001-%04d]", 32*units), Leaves: fmt.Sprintf("leaf-[001-%03d]", 8*units), Spines: fmt.Sprintf("spine-[001-%03d]", spines)}
	if cores > 0 {
		f.Cores, f.Pods = fmt.Sprintf("core-[001-%03d]", cores), ptr(units/4)
		h.add(t, f.Cores, h.Catalog.Type("qm9700"))
	}
	return h, f
}

// TestSuperPODTable is table 3 of NVIDIA's reference architecture of the DGX
// B200 SuperPOD (chapter "DGX SuperPOD Architecture"), and 3 units with the 16
// spines published designs list. The hosts here are DGX H100, whose rail order
// is known; the shape is the same.
func TestSuperPODTable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		units, leaf, spine, core          int
		hostLeaf, leafSpine, spineCore, m int
	}{
		{2, 16, 8, 0, 512, 512, 0, 4},
		{3, 24, 16, 0, 768, 768, 0, 2},
		{4, 32, 16, 0, 1024, 1024, 0, 2},
		{8, 64, 32, 0, 2048, 2048, 0, 1},
		{16, 128, 128, 64, 4096, 4096, 4096, 1},
		{32, 256, 256, 128, 8192, 8192, 8192, 1},
		{64, 512, 512, 256, 16384, 16384, 16384, 1},
	} {
		t.Run(fmt.Sprintf("%d units", tt.units), func(t *testing.T) {
			t.Parallel()
			h, f := superpod(t, tt.units, tt.spine, tt.core)
			s, findings := h.generate(t, f)
			noFindings(t, findings)
			if got, want := tiers(s), [...]int{tt.hostLeaf, tt.leafSpine, tt.spineCore}; got != want {
				t.Errorf("links by tier: got %v, want %v", got, want)
			}
			if len(s.Hosts) != 32*tt.units || len(s.Leaves) != tt.leaf || len(s.Spines) != tt.spine || len(s.Cores) != tt.core {
				t.Errorf("got %d hosts, %d leaves, %d spines and %d cores", len(s.Hosts), len(s.Leaves), len(s.Spines), len(s.Cores))
			}
			if s.PerLeaf != 32 || s.Uplinks != 32 || s.Rails != 8 {
				t.Errorf("got %d host links and %d uplinks a leaf, %d rails; want 32, 32, 8", s.PerLeaf, s.Uplinks, s.Rails)
			}
			pairs := map[[2]int32]int{}
			for _, l := range s.Links {
				if l.Tier == fabric.SpineTier {
					pairs[[2]int32{l.A.Device, l.B.Device}]++
				}
			}
			for pair, n := range pairs {
				if n != tt.m {
					t.Fatalf("%s and %s: got %d links, want %d", h.Devices[pair[0]].Name, h.Devices[pair[1]].Name, n, tt.m)
				}
			}
		})
	}
}

// fullTree is a full fat tree of switches with k ports and hosts with one.
func fullTree(t testing.TB, k int) (*hall, plan.Fabric) {
	t.Helper()
	h := newHall(t)
	f := plan.Fabric{Name: "tree", Topology: "fat-tree", Speed: "1gbe", K: &k, HostPorts: []string{"bmc"},
		Hosts: fmt.Sprintf("host-[1-%d]", k*k*k/4), Edges: fmt.Sprintf("edge-[1-%d]", k*k/2), Aggregations: fmt.Sprintf("agg-[1-%d]", k*k/2), Cores: fmt.Sprintf("core-[1-%d]", k*k/4)}
	typ := switchOf(t, k)
	h.add(t, f.Hosts, h.Catalog.Type("server-1u-1x-osfp"))
	for _, names := range []string{f.Edges, f.Aggregations, f.Cores} {
		h.add(t, names, typ)
	}
	return h, f
}

// TestFatTreeTable: hosts k³/4; edges and aggregations k²/2 each; cores (k/2)²;
// k³/4 links at each of three tiers (al-Fares, Loukissas, Vahdat 2008).
func TestFatTreeTable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ k, hosts, edge, core, switches, between int }{
		{4, 16, 8, 4, 20, 32},
		{8, 128, 32, 16, 80, 256},
		{16, 1_024, 128, 64, 320, 2_048},
		{36, 11_664, 648, 324, 1_620, 23_328},
		{40, 16_000, 800, 400, 2_000, 32_000},
		{48, 27_648, 1_152, 576, 2_880, 55_296},
	} {
		t.Run(fmt.Sprintf("k = %d", tt.k), func(t *testing.T) {
			t.Parallel()
			h, f := fullTree(t, tt.k)
			s, findings := h.generate(t, f)
			noFindings(t, findings)
			if got, want := tiers(s), [...]int{tt.hosts, tt.hosts, tt.hosts}; got != want {
				t.Errorf("links by tier: got %v, want %v", got, want)
			}
			if n := len(s.Leaves) + len(s.Spines) + len(s.Cores); n != tt.switches || len(s.Leaves) != tt.edge || len(s.Cores) != tt.core {
				t.Errorf("got %d switches, %d edges, %d cores; want %d, %d, %d", n, len(s.Leaves), len(s.Cores), tt.switches, tt.edge, tt.core)
			}
			if got := len(s.Links) - tt.hosts; got != tt.between {
				t.Errorf("links between switches: got %d, want %d", got, tt.between)
			}
			for _, d := range append(append(s.Leaves, s.Spines...), s.Cores...) {
				for p := range h.Devices[d].Type.Ports {
					if len(h.uses[[2]int32{d, int32(p)}]) != 1 {
						t.Fatalf("port %d of %s has %d links, want 1", p, h.Devices[d].Name, len(h.uses[[2]int32{d, int32(p)}]))
					}
				}
			}
		})
	}
}

// TestFatTreeBeyondTheBound counts the largest trees without writing them.
func TestFatTreeBeyondTheBound(t *testing.T) {
	t.Parallel()
	for k, links := range map[int]string{64: "196608", 144: "2239488"} { // 3 k³/4
		h, f := fullTree(t, k)
		s, findings, err := fabric.Generate(&h.Plant, &f, "fabrics[3]", 100_000)
		var problems *plan.Problems
		if !errors.As(err, &problems) || s != nil || findings != nil {
			t.Fatalf("k = %d: got the error %v, want *plan.Problems", k, err)
		}
		if p := problems.List[0]; p.Path != "fabrics[3]" || !strings.Contains(p.Message, "has "+links+" links") {
			t.Errorf("k = %d: got %s: %s, want %s links at fabrics[3]", k, p.Path, p.Message, links)
		}
	}
}

// TestTwoLevelMaxima: switches of k ports join k²/2 hosts in two levels, k leaves
// and k/2 spines, with k²/2 links at each.
func TestTwoLevelMaxima(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		k                  int
		speed, host, swtch string
		links              int
	}{
		{36, "edr", "server-1u-1x-qsfp28", "sb7800", 648},
		{40, "hdr", "server-1u-1x-qsfp56", "qm8700", 800},
		{64, "ndr", "server-1u-1x-osfp", "qm9700", 2_048},
		{144, "xdr", "server-1u-1x-osfp224", "q3400-ra", 10_368},
	} {
		t.Run(tt.swtch, func(t *testing.T) {
			t.Parallel()
			f := plan.Fabric{Name: "f", Topology: "leaf-spine", Speed: tt.speed, Hosts: fmt.Sprintf("h-[1-%d]", tt.links),
				Leaves: fmt.Sprintf("leaf-[1-%d]", tt.k), Spines: fmt.Sprintf("spine-[1-%d]", tt.k/2)}
			h := newHall(t, f.Hosts+" "+tt.host, f.Leaves+" "+tt.swtch, f.Spines+" "+tt.swtch)
			s, findings := h.generate(t, f)
			noFindings(t, findings)
			if got, want := tiers(s), [...]int{tt.links, tt.links, 0}; got != want {
				t.Errorf("links by tier: got %v, want %v", got, want)
			}
		})
	}
}
