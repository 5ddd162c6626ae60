package fabric_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/fabric"
	"lengthwise/internal/plan"
)

// small is two leaves with four hosts of two ports each, and two spines.
func small(t *testing.T) (*hall, plan.Fabric) {
	t.Helper()
	return newHall(t, "h-[1-4] server-1u-qsfp112", "leaf-[1-2] qm9700", "spine-[1-2] qm9700"),
		plan.Fabric{Name: "f", Topology: "leaf-spine", Speed: "ndr", Hosts: "h-[1-4]", Leaves: "leaf-[1-2]", Spines: "spine-[1-2]"}
}

// Host j with p ports takes leaf ports j·p+1 to j·p+p; uplinks begin at the
// first free cage after them; uplink k to spine s takes leaf uplink port s·m + k
// and spine port l·m + k.
func TestPortAssignment(t *testing.T) {
	t.Parallel()
	h, f := small(t)
	s, findings := h.generate(t, f)
	noFindings(t, findings)
	want := []string{
		"h-1:ib1 leaf-1:IB1/1/1", "h-1:ib2 leaf-1:IB1/1/2", "h-2:ib1 leaf-1:IB1/2/1", "h-2:ib2 leaf-1:IB1/2/2",
		"h-3:ib1 leaf-2:IB1/1/1", "h-3:ib2 leaf-2:IB1/1/2", "h-4:ib1 leaf-2:IB1/2/1", "h-4:ib2 leaf-2:IB1/2/2",
		"leaf-1:IB1/3/1 spine-1:IB1/1/1", "leaf-1:IB1/3/2 spine-1:IB1/1/2", "leaf-1:IB1/4/1 spine-2:IB1/1/1", "leaf-1:IB1/4/2 spine-2:IB1/1/2",
		"leaf-2:IB1/3/1 spine-1:IB1/2/1", "leaf-2:IB1/3/2 spine-1:IB1/2/2", "leaf-2:IB1/4/1 spine-2:IB1/2/1", "leaf-2:IB1/4/2 spine-2:IB1/2/2",
	}
	if diff := cmp.Diff(h.lines(s), want); diff != "" {
		t.Error("links, got - want +:\n" + diff)
	}
	if s.Routing != "adaptive" || s.Speed.Name != "ndr" || s.Uplink.Name != "ndr" || s.Pods != 1 || s.PerLeaf != 4 || s.Uplinks != 4 {
		t.Errorf("shape: got %+v", s)
	}
}

// TestNumbersOfAFabric changes one field at a time and looks at a few links.
func TestNumbersOfAFabric(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		devices []string
		f       plan.Fabric
		tiers   [3]int
		some    []string // links there must be
	}{
		{"a single switch", []string{"h-[1-3] server-1u-qsfp112", "s qm9700"},
			plan.Fabric{Topology: "single-switch", Hosts: "h-[1-3]", Leaves: "s"},
			[3]int{6, 0, 0}, []string{"h-3:ib2 s:IB1/3/2"}},
		{"an odd number of hosts leaves the rest of its cage free", []string{"h-[1-3] server-1u-1x-osfp", "l qm9700", "sp-[1-3] qm9700"},
			plan.Fabric{Topology: "leaf-spine", Hosts: "h-[1-3]", Leaves: "l", Spines: "sp-[1-3]"},
			[3]int{3, 3, 0}, []string{"h-3:ib1 l:IB1/2/1", "l:IB1/3/1 sp-1:IB1/1/1", "l:IB1/4/1 sp-3:IB1/1/1"}},
		{"three to two needs fewer uplinks", []string{"h-[1-12] server-1u-1x-osfp", "l qm9700", "sp-[1-2] qm9700"},
			plan.Fabric{Topology: "leaf-spine", Hosts: "h-[1-12]", Leaves: "l", Spines: "sp-[1-2]", Oversubscription: "1.5"},
			[3]int{12, 8, 0}, []string{"l:IB1/10/2 sp-2:IB1/2/2"}},
		{"links of a pair outright", []string{"h-[1-12] server-1u-1x-osfp", "l qm9700", "sp-[1-2] qm9700"},
			plan.Fabric{Topology: "leaf-spine", Hosts: "h-[1-12]", Leaves: "l", Spines: "sp-[1-2]", LinksPerPair: ptr(3)},
			[3]int{12, 6, 0}, []string{"l:IB1/8/2 sp-2:IB1/1/1"}},
		{"faster uplinks are fewer, and take the role uplink first", []string{"h-[1-4] server-1u-qsfp56", "l sn3420", "sp sn4600c"},
			plan.Fabric{Topology: "leaf-spine", Speed: "25gbe", Hosts: "h-[1-4]", HostPorts: []string{"eth[1-2]"}, Leaves: "l", Spines: "sp", UplinkSpeed: "100gbe"},
			[3]int{8, 2, 0}, []string{"h-4:eth2 l:swp8", "l:swp49 sp:swp1", "l:swp50 sp:swp2"}},
		{"both ports of a host on a pair of leaves", []string{"h-[1-4] server-1u-qsfp112", "l-[1-4] qm9700"},
			plan.Fabric{Topology: "leaf-spine", Homing: "dual", HostsPerLeaf: ptr(2), Hosts: "h-[1-4]", Leaves: "l-[1-4]"},
			[3]int{8, 0, 0}, []string{"h-1:ib1 l-1:IB1/1/1", "h-1:ib2 l-2:IB1/1/1", "h-2:ib1 l-1:IB1/1/2", "h-4:ib1 l-3:IB1/1/2", "h-4:ib2 l-4:IB1/1/2"}},
		{"split ports take two hosts each, uplinks whole ports", []string{"h-[1-4] server-1u-1x-osfp", "l sn5600", "sp sn5600"},
			plan.Fabric{Topology: "leaf-spine", Speed: "400gbe", UplinkSpeed: "800gbe", Split: ptr(2), Hosts: "h-[1-4]", Leaves: "l", Spines: "sp"},
			[3]int{4, 2, 0}, []string{"h-1:ib1 l:swp1s0", "h-2:ib1 l:swp1s1", "h-4:ib1 l:swp2s1", "l:swp3 sp:swp1", "l:swp4 sp:swp2"}},
		{"whole ports where nothing is split", []string{"h-[1-4] server-1u-1x-osfp", "l sn5600"},
			plan.Fabric{Topology: "leaf-spine", Speed: "400gbe", Hosts: "h-[1-4]", Leaves: "l"},
			[3]int{4, 0, 0}, []string{"h-4:ib1 l:swp4"}},
		{"rails in the order of the GPUs", []string{"d-[1-2] dgx-h100", "l-[1-8] qm9700", "sp-[1-2] qm9700"},
			plan.Fabric{Topology: "rail-optimized", Hosts: "d-[1-2]", Leaves: "l-[1-8]", Spines: "sp-[1-2]"},
			[3]int{16, 16, 0}, []string{"d-1:OSFP4P2 l-1:IB1/1/1", "d-1:OSFP1P1 l-8:IB1/1/1", "d-2:OSFP3P2 l-2:IB1/1/2", "l-8:IB1/2/2 sp-2:IB1/4/2"}},
		{"two units, the second not full", []string{"d-[1-3] dgx-h100", "l-[1-16] qm9700"},
			plan.Fabric{Topology: "rail-optimized", Hosts: "d-[1-3]", HostsPerUnit: ptr(2), Leaves: "l-[1-16]"},
			[3]int{24, 0, 0}, []string{"d-2:OSFP4P2 l-1:IB1/1/2", "d-3:OSFP4P2 l-9:IB1/1/1"}},
		{"pods and cores", []string{"h-[1-8] server-1u-1x-osfp", "l-[1-4] qm9700", "sp-[1-4] qm9700", "c-[1-4] qm9700"},
			plan.Fabric{Topology: "leaf-spine", Hosts: "h-[1-8]", Leaves: "l-[1-4]", Spines: "sp-[1-4]", Cores: "c-[1-4]", Pods: ptr(2)},
			[3]int{8, 8, 8}, []string{"l-1:IB1/2/1 sp-1:IB1/1/1", "l-2:IB1/2/2 sp-2:IB1/1/2", "l-4:IB1/2/1 sp-3:IB1/1/2",
				"sp-1:IB1/2/1 c-1:IB1/1/1", "sp-1:IB1/2/2 c-2:IB1/1/1", "sp-2:IB1/2/1 c-3:IB1/1/1", "sp-3:IB1/2/1 c-1:IB1/1/2", "sp-4:IB1/2/2 c-4:IB1/1/2"}},
		{"hosts of two types keep their rails", []string{"h-[1-2] hgx-8gpu-osfp", "d dgx-h100", "l-[1-8] qm9700"},
			plan.Fabric{Topology: "rail-optimized", Hosts: "d", HostPorts: []string{"OSFP4P2", "OSFP3P2"}, Leaves: "l-[1-2]"},
			[3]int{2, 0, 0}, []string{"d:OSFP4P2 l-1:IB1/1/1", "d:OSFP3P2 l-2:IB1/1/1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := newHall(t, tt.devices...)
			if tt.f.Speed == "" {
				tt.f.Speed = "ndr"
			}
			s, findings := h.generate(t, tt.f)
			for _, f := range findings {
				if plan.Severities[f.Code] == plan.Error {
					t.Errorf("got %v, want no error", told([]plan.Finding{f}))
				}
			}
			if got := tiers(s); got != tt.tiers {
				t.Errorf("links by tier: got %v, want %v", got, tt.tiers)
			}
			lines := h.lines(s)
			for _, want := range tt.some {
				if !slices.Contains(lines, want) {
					t.Errorf("no link %s among\n%s", want, strings.Join(lines, "\n"))
				}
			}
		})
	}
}

// Hosts of two types in one fabric: each in its own rail order, one beside the
// other on every leaf.
func TestHostsOfTwoTypes(t *testing.T) {
	t.Parallel()
	h := newHall(t, "d dgx-h100", "x hgx-8gpu-osfp", "l-[1-8] qm9700")
	s, findings := h.generate(t, plan.Fabric{Name: "f", Topology: "rail-optimized", Speed: "ndr", Hosts: "d", Leaves: "l-[1-8]"})
	if len(s.Unordered) != 0 {
		t.Errorf("the rail order of dgx-h100 is known, got %v", told(findings))
	}
	h = newHall(t, "m-1 dgx-h100", "m-2 hgx-8gpu-osfp", "m-3 server-1u-qsfp112", "l-[1-8] qm9700")
	s, findings = h.generate(t, plan.Fabric{Name: "f", Topology: "rail-optimized", Speed: "ndr", Hosts: "m-[1-3]", Leaves: "l-[1-8]"})
	if len(findings) != 1 || findings[0].Code != "no-uplinks" {
		t.Errorf("got %v, want no-uplinks only", told(findings))
	}
	var slugs []string
	for _, typ := range s.Unordered {
		slugs = append(slugs, typ.Slug)
	}
	if diff := cmp.Diff(slugs, []string{"hgx-8gpu-osfp", "server-1u-qsfp112"}); diff != "" {
		t.Error("types without a known rail order, got - want +:\n" + diff)
	}
	lines := h.lines(s)
	for _, want := range []string{"m-1:OSFP4P2 l-1:IB1/1/1", "m-2:ib1 l-1:IB1/1/2", "m-3:ib1 l-1:IB1/2/1", "m-3:ib2 l-2:IB1/2/1", "m-2:ib8 l-8:IB1/1/2"} {
		if !slices.Contains(lines, want) {
			t.Errorf("no link %s among\n%s", want, strings.Join(lines, "\n"))
		}
	}
	if len(lines) != 18 {
		t.Errorf("got %d links, want 8 + 8 + 2", len(lines))
	}
}

// A plane is a fabric over other host ports, on switches of its own.
func TestPlanes(t *testing.T) {
	t.Parallel()
	h := newHall(t, "h-[1-4] hgx-8gpu-osfp", "a-[1-4] qm9700", "b-[1-4] qm9700")
	for i, plane := range []string{"a", "b"} {
		s, findings := h.generate(t, plan.Fabric{Name: plane, Topology: "rail-optimized", Speed: "ndr", Hosts: "h-[1-4]",
			HostPorts: []string{fmt.Sprintf("ib[%d-%d]", 4*i+1, 4*i+4)}, Leaves: plane + "-[1-4]"})
		if len(s.Links) != 16 || len(findings) != 1 || len(s.Unordered) != 0 {
			t.Errorf("plane %s: got %d links and %v, want 16 links and no-uplinks", plane, len(s.Links), told(findings))
		}
	}
}

// 31 of 32 hosts: no other link changes, whether the host is not in the plan or
// not named.
func TestAMissingHostChangesNoOtherLink(t *testing.T) {
	t.Parallel()
	h, f := superpod(t, 1, 4, 0)
	s, _ := h.generate(t, f)
	all := h.lines(s)

	h, _ = superpod(t, 1, 4, 0)
	delete(h.ByName, "dgx-0017")
	s, findings := h.generate(t, f)
	if len(findings) != 1 || findings[0].Code != "unknown-device" || findings[0].Subject != "dgx-0017" {
		t.Errorf("got %v, want one unknown-device", told(findings))
	}
	want := slices.DeleteFunc(slices.Clone(all), func(l string) bool { return strings.HasPrefix(l, "dgx-0017:") })
	if diff := cmp.Diff(h.lines(s), want); diff != "" {
		t.Error("one host is not in the plan, got - want +:\n" + diff)
	}

	h, f = superpod(t, 1, 4, 0)
	f.Hosts = "dgx-[0001-0031]"
	s, findings = h.generate(t, f)
	noFindings(t, findings)
	want = slices.DeleteFunc(slices.Clone(all), func(l string) bool { return strings.HasPrefix(l, "dgx-0032:") })
	if diff := cmp.Diff(h.lines(s), want); diff != "" {
		t.Error("31 hosts are named, got - want +:\n" + diff)
	}
}

// A leaf that is not in the plan yet leaves the others as they are.
func TestAMissingLeafChangesNoOtherLink(t *testing.T) {
	t.Parallel()
	h, f := superpod(t, 1, 4, 0)
	s, _ := h.generate(t, f)
	want := slices.DeleteFunc(h.lines(s), func(l string) bool { return strings.Contains(l, "leaf-003:") })
	h, _ = superpod(t, 1, 4, 0)
	delete(h.ByName, "leaf-003")
	s, _ = h.generate(t, f)
	if diff := cmp.Diff(h.lines(s), want); diff != "" {
		t.Error("got - want +:\n" + diff)
	}
	if len(s.Leaves) != 7 || !slices.Equal(s.LeafRail, []int{0, 1, 3, 4, 5, 6, 7}) || s.Missing != 0 {
		t.Errorf("got %d leaves of the rails %v, %d links without a port", len(s.Leaves), s.LeafRail, s.Missing)
	}
}

// TestOrderOfLinks: hosts first, then tier by tier, each as written.
func TestOrderOfLinks(t *testing.T) {
	t.Parallel()
	h, f := fullTree(t, 4)
	s, _ := h.generate(t, f)
	for i, l := range s.Links[1:] {
		before := s.Links[i]
		if l.Tier < before.Tier || l.Tier == before.Tier && l.A.Device < before.A.Device {
			t.Fatalf("link %s stands after %s", h.lines(s)[i+1], h.lines(s)[i])
		}
	}
	if s.Links[0].Tier != fabric.HostTier || s.Links[len(s.Links)-1].Tier != fabric.CoreTier {
		t.Errorf("got tiers %d to %d", s.Links[0].Tier, s.Links[len(s.Links)-1].Tier)
	}
}
