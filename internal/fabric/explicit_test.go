package fabric_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lengthwise/internal/catalog"
	"lengthwise/internal/fabric"
	"lengthwise/internal/plan"
)

// TestExplicitLinksComeFirst writes a fabric over ports that links use already.
func TestExplicitLinksComeFirst(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		links []string          // written before
		moved map[string]string // links of the undisturbed fabric that are others now; "": not written
		codes []plan.Code
	}{
		{"a leaf port: its link takes the first free one, no other moves", []string{"leaf-1:IB1/1/2 x:ib1"},
			map[string]string{"h-1:ib2 leaf-1:IB1/1/2": "h-1:ib2 leaf-1:IB1/5/1"}, nil},
		{"an uplink's port", []string{"leaf-1:IB1/3/1 x:ib1"},
			map[string]string{"leaf-1:IB1/3/1 spine-1:IB1/1/1": "leaf-1:IB1/5/1 spine-1:IB1/1/1"}, nil},
		{"a spine's port", []string{"spine-2:IB1/1/1 x:ib1"},
			map[string]string{"leaf-1:IB1/4/1 spine-2:IB1/1/1": "leaf-1:IB1/4/1 spine-2:IB1/3/1"}, nil},
		{"both ends of one link", []string{"leaf-1:IB1/3/1 x:ib1", "spine-1:IB1/1/1 x:ib2"},
			map[string]string{"leaf-1:IB1/3/1 spine-1:IB1/1/1": "leaf-1:IB1/5/1 spine-1:IB1/3/1"}, nil},
		{"a link between switches stands beside the fabric", []string{"leaf-1:IB1/3/1 spine-1:IB1/1/1"},
			map[string]string{"leaf-1:IB1/3/1 spine-1:IB1/1/1": "leaf-1:IB1/5/1 spine-1:IB1/3/1"}, nil},
		{"a split child takes its port", []string{"leaf-1:IB1/1/1/2 x:ib1"},
			map[string]string{"h-1:ib1 leaf-1:IB1/1/1": "h-1:ib1 leaf-1:IB1/5/1"}, nil},
		{"the link the fabric would write counts as its own", []string{"h-1:ib1 leaf-1:IB1/1/1"},
			map[string]string{"h-1:ib1 leaf-1:IB1/1/1": "h-1:ib1 leaf-1:IB1/1/1 *"}, nil},
		{"so does one to another port of that leaf, and frees its own", []string{"leaf-1:IB1/20/2 h-1:ib1"},
			map[string]string{"h-1:ib1 leaf-1:IB1/1/1": "h-1:ib1 leaf-1:IB1/20/2 *"}, nil},
		{"two that changed places", []string{"h-1:ib1 leaf-1:IB1/2/1", "h-2:ib1 leaf-1:IB1/1/1"},
			map[string]string{"h-1:ib1 leaf-1:IB1/1/1": "h-1:ib1 leaf-1:IB1/2/1 *", "h-2:ib1 leaf-1:IB1/2/1": "h-2:ib1 leaf-1:IB1/1/1 *"}, nil},
		{"one to the port of another: that other moves", []string{"h-1:ib1 leaf-1:IB1/2/1"},
			map[string]string{"h-1:ib1 leaf-1:IB1/1/1": "h-1:ib1 leaf-1:IB1/2/1 *", "h-2:ib1 leaf-1:IB1/2/1": "h-2:ib1 leaf-1:IB1/5/1"}, nil},
		{"a host port that leads to another leaf gets no link", []string{"h-1:ib1 leaf-2:IB1/20/1"},
			map[string]string{"h-1:ib1 leaf-1:IB1/1/1": ""}, []plan.Code{"rail-crossed"}},
		{"nor one that leads to another host", []string{"h-1:ib1 x:ib1"},
			map[string]string{"h-1:ib1 leaf-1:IB1/1/1": ""}, []plan.Code{"rail-crossed"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h, f := small(t)
			s, _ := h.generate(t, f)
			want := h.lines(s)
			for was, is := range tt.moved {
				i := slices.Index(want, was)
				if i < 0 {
					t.Fatalf("the undisturbed fabric has no link %s", was)
				}
				want[i] = is
			}
			want = slices.DeleteFunc(want, func(l string) bool { return l == "" })

			h, f = small(t)
			h.add(t, "x", h.Catalog.Type("hgx-8gpu-osfp"))
			for _, l := range tt.links {
				h.link(t, l)
			}
			s, findings := h.generate(t, f)
			if diff := cmp.Diff(h.lines(s), want); diff != "" {
				t.Error("links, got - want +:\n" + diff)
			}
			var codes []plan.Code
			for _, f := range findings {
				codes = append(codes, f.Code)
			}
			if diff := cmp.Diff(codes, tt.codes); diff != "" {
				t.Errorf("got %v, want %v", told(findings), tt.codes)
			}
			if len(s.Crossed) != len(tt.codes) {
				t.Errorf("got %d crossed host ports, want %d", len(s.Crossed), len(tt.codes))
			}
		})
	}
}

// A crossed host port names both places.
func TestRailCrossedNamesBoth(t *testing.T) {
	t.Parallel()
	h, f := small(t)
	h.link(t, "h-1:ib1 leaf-2:IB1/20/1")
	_, findings := h.generate(t, f)
	want := "rail-crossed fabrics[0] h-1:ib1 - leaf-2:IB1/20/1 1: h-1:ib1 is linked to leaf-2:IB1/20/1 already; fabric f has its place on leaf-1 and writes no link for it; " +
		"move that link to leaf-1, or leave the port out of the fabric's host_ports"
	if diff := cmp.Diff(told(findings), []string{want}); diff != "" {
		t.Error("got - want +:\n" + diff)
	}
}

// A second fabric over the same switches takes the ports that the first left.
func TestASecondFabricOnTheSameSwitches(t *testing.T) {
	t.Parallel()
	h, f := small(t)
	h.generate(t, f)
	h.add(t, "st-[1-2]", h.Catalog.Type("server-1u-1x-osfp"))
	s, findings := h.generate(t, plan.Fabric{Name: "storage", Topology: "leaf-spine", Speed: "ndr", Hosts: "st-[1-2]", Leaves: "leaf-[1-2]", Spines: "spine-1"})
	want := []string{"st-1:ib1 leaf-1:IB1/5/1", "st-2:ib1 leaf-2:IB1/5/1", "leaf-1:IB1/5/2 spine-1:IB1/3/1", "leaf-2:IB1/5/2 spine-1:IB1/3/2"}
	if diff := cmp.Diff(h.lines(s), want); diff != "" {
		t.Error("links, got - want +:\n" + diff)
	}
	if len(findings) != 1 || findings[0].Code != "single-spine" {
		t.Errorf("got %v, want single-spine only", told(findings))
	}
}

// Ports kept for a host that is not there are the last a displaced link takes.
func TestReservedPortsComeLast(t *testing.T) {
	t.Parallel()
	h := newHall(t, "h-[1-31] server-1u-1x-osfp", "x hgx-8gpu-osfp", "leaf qm9700")
	h.link(t, "leaf:IB1/1/1 x:ib1")
	f := plan.Fabric{Name: "f", Topology: "leaf-spine", Speed: "ndr", Hosts: "h-[1-31]", HostsPerLeaf: ptr(32), Leaves: "leaf"}
	s, _ := h.generate(t, f)
	if got := h.lines(s)[0]; got != "h-1:ib1 leaf:IB1/17/1" {
		t.Errorf("the displaced link: got %s, want h-1:ib1 leaf:IB1/17/1", got)
	}
	// With nothing else free, the place of the missing host is better than none.
	h = newHall(t, "h-[1-63] server-1u-1x-osfp", "x hgx-8gpu-osfp", "leaf qm9700")
	h.link(t, "leaf:IB1/1/1 x:ib1")
	f.Hosts, f.HostsPerLeaf = "h-[1-63]", ptr(64)
	s, findings := h.generate(t, f)
	if got := h.lines(s)[0]; got != "h-1:ib1 leaf:IB1/32/2" || len(findings) != 1 {
		t.Errorf("the displaced link: got %s and %v, want h-1:ib1 leaf:IB1/32/2", got, told(findings))
	}
}

// TestFabricLaws draws fabrics and links that stand before them: no port twice
// (the hall checks it), uplinks even and side by side, and the order in which
// the links were written makes no difference.
func TestFabricLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(name string, low, high int) int { return rapid.IntRange(low, high).Draw(rt, name) }
		rails := rapid.Bool().Draw(rt, "rails")
		pods, m := draw("pods", 1, 2), draw("links of a pair", 1, 3)
		leaves, spines := pods*draw("leaves of a pod", 1, 3), pods*draw("spines of a pod", 1, 3)
		hosts := draw("hosts", 1, 12)
		f := plan.Fabric{Name: "f", Topology: "leaf-spine", Speed: "ndr", Pods: &pods, LinksPerPair: &m}
		if rails {
			f.Topology, leaves = "rail-optimized", leaves*2
		} else if rapid.Bool().Draw(rt, "dual") {
			f.Homing, leaves = "dual", leaves*2
		}
		padded := func(what string, n int) string { return fmt.Sprintf("%s-[01-%02d]", what, n) }
		f.Hosts, f.Leaves, f.Spines = padded("h", hosts), padded("l", leaves), padded("s", spines)
		if rapid.Bool().Draw(rt, "with cores") {
			f.Cores = padded("c", spines/pods*draw("cores of a group", 1, 2))
		}
		build := func() *hall {
			h := newHall(t, f.Hosts+" server-1u-qsfp112", f.Leaves+" qm9700", f.Spines+" qm9700", "x-[01-20] server-1u-1x-osfp")
			if f.Cores != "" {
				h.add(t, f.Cores, h.Catalog.Type("qm9700"))
			}
			return h
		}
		var before [][2]fabric.End
		h, taken := build(), map[fabric.End]bool{}
		for i := range draw("links before", 0, 12) {
			device := int32(draw("device", 0, hosts+leaves+spines-1))
			port := int32(draw("port", 0, 1))
			if device >= int32(hosts) {
				port = int32(draw("switch port", 0, 63))
			}
			a := fabric.End{Device: device, Port: catalog.PortName{Port: port}}
			b := h.end(t, fmt.Sprintf("x-%02d:ib1", i+1))
			if device < int32(hosts) && rapid.Bool().Draw(rt, "to a leaf") {
				b = fabric.End{Device: int32(hosts + draw("leaf", 0, leaves-1)), Port: catalog.PortName{Port: int32(draw("leaf port", 0, 63))}}
			}
			if !taken[a] && !taken[b] {
				taken[a], taken[b] = true, true
				before = append(before, [2]fabric.End{a, b})
			}
		}
		var lines [2][]string
		var shape *fabric.Shape
		for i, order := range [][][2]fabric.End{before, rapid.Permutation(before).Draw(rt, "order")} {
			h = build()
			for _, l := range order {
				h.join(l[0], l[1])
			}
			s, findings := h.generate(t, f)
			shape, lines[i] = s, append(h.lines(s), told(findings)...)
		}
		if diff := cmp.Diff(lines[0], lines[1]); diff != "" {
			rt.Fatal("written in another order, got - want +:\n" + diff)
		}
		checkEven(rt, h, shape, m, len(before) == 0)
	})
}

// checkEven: every leaf has as many links to each spine of its pod, and where no
// other link is in the way they run side by side.
func checkEven(t *rapid.T, h *hall, s *fabric.Shape, m int, undisturbed bool) {
	pairs := map[[2]int32][]fabric.Link{}
	for _, l := range s.Links {
		if l.Tier == fabric.SpineTier {
			key := [2]int32{l.A.Device, l.B.Device}
			pairs[key] = append(pairs[key], l)
		}
	}
	if want := len(s.Leaves) * len(s.Spines) / s.Pods; len(pairs) != want {
		t.Fatalf("got %d pairs of leaf and spine, want %d", len(pairs), want)
	}
	for _, links := range pairs {
		if len(links) != m {
			t.Fatalf("%s: got %d links of the pair, want %d", h.name(links[0].A), len(links), m)
		}
		for i := 1; i < m && undisturbed; i++ {
			if l := links[i]; l.A.Port.Port != links[i-1].A.Port.Port+1 || l.B.Port.Port != links[i-1].B.Port.Port+1 {
				t.Fatalf("parallel links %s - %s and %s - %s are not side by side", h.name(links[i-1].A), h.name(links[i-1].B), h.name(l.A), h.name(l.B))
			}
		}
	}
}
