package fabric_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/plan"
)

// TestFindingsOfAFabric holds every finding against the smallest fabric that has
// it, word for word: the value, the limit and the way out.
func TestFindingsOfAFabric(t *testing.T) {
	t.Parallel()
	wide := []string{"h-[1-32] server-1u-1x-osfp", "leaf qm9700", "spine-[1-40] qm9700"}
	leafSpine := plan.Fabric{Topology: "leaf-spine", Hosts: "h-[1-32]", Leaves: "leaf", Spines: "spine-[1-12]"}
	with := func(f plan.Fabric, change func(*plan.Fabric)) plan.Fabric { change(&f); return f }
	for _, tt := range []struct {
		name    string
		devices []string
		f       plan.Fabric
		links   [3]int
		want    []string
	}{
		{"32 uplinks over 12 spines", wide, leafSpine, [3]int{32, 24, 0}, []string{
			"uneven-uplinks fabrics[0].spines f 1: 32 uplinks of each leaf do not spread evenly over 12 spines: 8 or 16 spines would; 2 to each are written; name 8 or 16 spines, or write links_per_pair"}},
		{"more spines than uplinks", wide, with(leafSpine, func(f *plan.Fabric) { f.Spines = "spine-[1-40]" }), [3]int{32, 0, 0}, []string{
			"uneven-uplinks fabrics[0].spines f 1: 32 uplinks of each leaf do not spread evenly over 40 spines: 32 spines would; none is written; name 32 spines, or write links_per_pair"}},
		{"too few ports", []string{"h-[1-40] server-1u-1x-osfp", "leaf qm9700", "spine-[1-2] qm9700"},
			with(leafSpine, func(f *plan.Fabric) { f.Hosts, f.Spines = "h-[1-40]", "spine-[1-2]" }), [3]int{40, 24, 0}, []string{
				"not-enough-ports fabrics[0].leaves leaf 1: leaf (qm9700): fabric f needs 80 of its ports (40 below and 40 uplinks, which begin in a cage of their own), and 64 are free; " +
					"16 links are not written; name more switches or switches with more ports, put fewer hosts on each leaf, or allow more oversubscription"}},
		{"one spine", wide, with(leafSpine, func(f *plan.Fabric) { f.Spines = "spine-1" }), [3]int{32, 32, 0}, []string{
			"single-spine fabrics[0].spines spine-1 1: all leaves hang on one spine; when it fails, fabric f falls apart; name a second spine"}},
		{"no spines", wide, with(leafSpine, func(f *plan.Fabric) { f.Spines = "" }), [3]int{32, 0, 0}, []string{
			"no-uplinks fabrics[0] f 1: fabric f has no spines, so its leaves are not joined; name spines, if hosts of different leaves are to reach each other"}},
		{"pods without cores", []string{"h-[1-2] server-1u-1x-osfp", "l-[1-2] qm9700", "s-[1-4] qm9700"},
			plan.Fabric{Topology: "leaf-spine", Hosts: "h-[1-2]", Leaves: "l-[1-2]", Spines: "s-[1-4]", Pods: ptr(2), LinksPerPair: ptr(1)}, [3]int{2, 4, 0}, []string{
				"no-uplinks fabrics[0] f 2: fabric f has no cores, so its 2 pods are not joined; name cores, if hosts of different pods are to reach each other"}},
		{"cores that do not come out even", []string{"h-[1-16] server-1u-1x-osfp", "l-[1-4] qm9700", "s-[1-4] qm9700", "c-[1-6] qm9700"},
			plan.Fabric{Topology: "leaf-spine", Hosts: "h-[1-16]", Leaves: "l-[1-4]", Spines: "s-[1-4]", Cores: "c-[1-6]", Pods: ptr(2)}, [3]int{16, 16, 12}, []string{
				"uneven-uplinks fabrics[0].cores f 4: 4 uplinks of each spine do not spread evenly over 6 cores in 2 groups: 4 or 8 cores would; 1 to each are written; name 4 or 8 cores"}},
		{"leaves that do not fill the pods", []string{"h-[1-3] server-1u-1x-osfp", "l-[1-3] qm9700", "s-[1-3] qm9700"},
			plan.Fabric{Topology: "leaf-spine", Hosts: "h-[1-3]", Leaves: "l-[1-3]", Spines: "s-[1-3]", Pods: ptr(2)}, [3]int{3, 0, 0}, []string{
				"count-mismatch fabrics[0].pods l-[1-3] 3: 3 leaves do not divide into 2 pods; name leaves that fill the pods, or another number of pods",
				"count-mismatch fabrics[0].pods s-[1-3] 3: 3 spines do not divide into 2 pods; name 4 spines, or another number of pods"}},
		{"an odd leaf of a pair", []string{"h-[1-2] server-1u-qsfp112", "l-[1-3] qm9700"},
			plan.Fabric{Topology: "leaf-spine", Homing: "dual", Hosts: "h-[1-2]", Leaves: "l-[1-3]"}, [3]int{4, 0, 0}, []string{
				"count-mismatch fabrics[0].leaves l-[1-3] 3: 3 leaves cannot be taken in pairs; homing dual puts every host on a pair of leaves; name one leaf more, or one fewer",
				"no-uplinks fabrics[0] f 3: fabric f has no spines, so its leaves are not joined; name spines, if hosts of different leaves are to reach each other"}},
		{"leaves that do not make whole units", []string{"d-[1-2] dgx-h100", "l-[1-12] qm9700", "s-[1-2] qm9700"},
			plan.Fabric{Topology: "rail-optimized", Hosts: "d-[1-2]", Leaves: "l-[1-12]", Spines: "s-[1-2]"}, [3]int{16, 24, 0}, []string{
				"count-mismatch fabrics[0].leaves l-[1-12] 12: 12 leaves do not make whole units: every unit has a leaf for each of 8 rails; name 16 leaves, or 8"}},
		{"more hosts than places", []string{"h-[1-5] server-1u-1x-osfp", "l-[1-2] qm9700"},
			plan.Fabric{Topology: "leaf-spine", Hosts: "h-[1-5]", HostsPerLeaf: ptr(2), Leaves: "l-[1-2]"}, [3]int{4, 0, 0}, []string{
				"count-mismatch fabrics[0].hosts h-[1-5] 1: 5 hosts for 4 places: 2 leaves of 2 hosts each; 1 host is left over; set hosts_per_leaf to 3, name more leaves, or name fewer hosts",
				"no-uplinks fabrics[0] f 2: fabric f has no spines, so its leaves are not joined; name spines, if hosts of different leaves are to reach each other"}},
		{"two switches for one", []string{"h server-1u-1x-osfp", "l-[1-2] qm9700"},
			plan.Fabric{Topology: "single-switch", Hosts: "h", Leaves: "l-[1-2]"}, [3]int{1, 0, 0}, []string{
				"count-mismatch fabrics[0].leaves l-[1-2] 2: 2 switches are named; a single-switch fabric has one, so l-1 counts; name one switch, or choose the topology leaf-spine"}},
		{"a fat tree short of an edge", []string{"h-[1-17] server-1u-1x-osfp", "e-[1-7] qm9700", "a-[1-9] qm9700", "c-[1-4] qm9700"},
			plan.Fabric{Topology: "fat-tree", K: ptr(4), Hosts: "h-[1-17]", Edges: "e-[1-7]", Aggregations: "a-[1-9]", Cores: "c-[1-4]"}, [3]int{14, 14, 16}, []string{
				"count-mismatch fabrics[0].edges e-[1-7] 7: a fat tree of k = 4 has 8 edges, and 7 are named; name 8, or set k to that of your switches",
				"count-mismatch fabrics[0].aggregations a-[1-9] 9: a fat tree of k = 4 has 8 aggregations, and 9 are named; name 8, or set k to that of your switches",
				"count-mismatch fabrics[0].hosts h-[1-17] 1: a fat tree of k = 4 has room for 16 hosts, 17 are named; 1 host is left over; name at most 16 hosts, or a larger k"}},
		{"hosts wider than an edge", []string{"h server-1u-qsfp112", "e-[1-2] qm9700", "a-[1-2] qm9700", "c qm9700"},
			plan.Fabric{Topology: "fat-tree", K: ptr(2), Hosts: "h", Edges: "e-[1-2]", Aggregations: "a-[1-2]", Cores: "c"}, [3]int{0, 2, 2}, []string{
				"count-mismatch fabrics[0].hosts h 1: an edge of a fat tree of k = 2 has 1 port for hosts, and a host has 2; name host_ports of at most 1 port, or a larger k",
				"single-spine fabrics[0].aggregations a-1 2: all edges of a pod hang on one aggregation; when it fails, fabric f falls apart; name a second aggregation"}},
		{"names the plan lacks", []string{"h-[1-2] server-1u-1x-osfp", "leaf-1 qm9700"},
			plan.Fabric{Topology: "single-switch", Hosts: "h-[1-3]", Leaves: "lead-1"}, [3]int{}, []string{
				`unknown-device fabrics[0].hosts h-3 1: device "h-3" is not in the plan; did you mean "h-1"?; add the device under devices, or correct its name`,
				`unknown-device fabrics[0].leaves lead-1 1: device "lead-1" is not in the plan; did you mean "leaf-1"?; add the device under devices, or correct its name`}},
		{"a device of no known type", []string{"h-[1-2] server-1u-1x-osfp", "leaf-1 no-such-type"},
			plan.Fabric{Topology: "single-switch", Hosts: "h-[1-2]", Leaves: "leaf-1"}, [3]int{}, []string{
				"unknown-type fabrics[0].leaves leaf-1 1: the type of leaf-1 is not known, so fabric f writes no link to it; give the device a type of the library, or define it under device_types"}},
		{"one device in two places", []string{"h-[1-2] server-1u-1x-osfp", "l-[1-2] qm9700"},
			plan.Fabric{Topology: "leaf-spine", Hosts: "h-[1-2]", Leaves: "l-[1-2]", Spines: "l-2"}, [3]int{2, 0, 0}, []string{
				"duplicate-name fabrics[0].spines l-2 1: fabric f names l-2 under leaves and under spines; the first counts; name the device in one place of the fabric",
				"single-spine fabrics[0].spines l-2 2: all leaves hang on one spine; when it fails, fabric f falls apart; name a second spine"}},
		{"ports the hosts lack", []string{"h-[1-2] hgx-8gpu-osfp", "l qm9700"},
			plan.Fabric{Topology: "single-switch", Hosts: "h-[1-2]", HostPorts: []string{"ib[7-10]", "ib7"}, Leaves: "l"}, [3]int{4, 0, 0}, []string{
				`unknown-port fabrics[0].host_ports[0] hgx-8gpu-osfp:ib9 4: hgx-8gpu-osfp does not have port "ib9" and 1 more (it has ib1 to ib8, st1 to st2, lan, bmc); name ports that every type of host has, or give each type a fabric of its own`,
				"duplicate-name fabrics[0].host_ports[1] hgx-8gpu-osfp:ib7 2: host_ports of fabric f names port ib7 of hgx-8gpu-osfp twice; name every port once"}},
		{"ports too slow", []string{"h hgx-8gpu-osfp", "l qm9700"},
			plan.Fabric{Topology: "single-switch", Hosts: "h", HostPorts: []string{"ib1", "st1"}, Leaves: "l"}, [3]int{1, 0, 0}, []string{
				"speed-unsupported fabrics[0].host_ports[1] hgx-8gpu-osfp:st1 1: port st1 of hgx-8gpu-osfp does not carry ndr (it lists ndr200, hdr, 200gbe-2x100, 200gbe, 100gbe); name ports that carry the speed, or choose another speed"}},
		{"hosts too slow", []string{"h-[1-2] server-1u-1x-qsfp56", "l qm9700"},
			plan.Fabric{Topology: "single-switch", Hosts: "h-[1-2]", Leaves: "l"}, [3]int{}, []string{
				"speed-unsupported fabrics[0].hosts server-1u-1x-qsfp56 2: h-1 and 1 more (server-1u-1x-qsfp56): no port for a fabric carries ndr; the fastest they list is hdr; choose a speed its ports list, or another type of host"}},
		{"leaves of the other protocol", []string{"h server-1u-1x-osfp", "l sn5600"},
			plan.Fabric{Topology: "single-switch", Hosts: "h", Leaves: "l"}, [3]int{}, []string{
				"protocol-mismatch fabrics[0].leaves sn5600 1: l (sn5600): no port for a fabric speaks InfiniBand, which ndr is; choose a type of leaf that speaks it, or a speed of its protocol"}},
		{"spines too slow", []string{"h server-1u-1x-osfp", "l qm9700", "s-[1-2] qm8700"},
			plan.Fabric{Topology: "leaf-spine", Hosts: "h", Leaves: "l", Spines: "s-[1-2]", LinksPerPair: ptr(1)}, [3]int{1, 0, 0}, []string{
				"speed-unsupported fabrics[0].spines qm8700 2: s-1 and 1 more (qm8700): no port for a fabric carries ndr; the fastest they list is hdr; choose a speed its ports list, or another type of spine"}},
		{"a speed nobody knows", []string{"h server-1u-1x-osfp", "l qm9700"},
			plan.Fabric{Topology: "single-switch", Speed: "warp", Hosts: "h", Leaves: "l"}, [3]int{}, []string{
				`speed-unsupported fabrics[0].speed f 1: speed "warp" is not known; write a speed of the catalog, such as ndr or 400gbe`}},
		{"fields of another topology", []string{"h server-1u-1x-osfp", "l qm9700", "s qm9700"},
			plan.Fabric{Topology: "single-switch", Hosts: "h", Leaves: "l", Spines: "s", Pods: ptr(1), Homing: "single"}, [3]int{1, 0, 0}, []string{
				"unused-field fabrics[0].spines f 1: fabric f has spines, which the topology single-switch does not use; take spines out, or choose a topology that uses it: leaf-spine or rail-optimized"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := newHall(t, tt.devices...)
			tt.f.Name = "f"
			if tt.f.Speed == "" {
				tt.f.Speed = "ndr"
			}
			s, findings := h.generate(t, tt.f)
			if diff := cmp.Diff(told(findings), tt.want); diff != "" {
				t.Error("findings, got - want +:\n" + diff)
			}
			if got := tiers(s); got != tt.links {
				t.Errorf("links by tier: got %v, want %v", got, tt.links)
			}
			for _, f := range findings {
				if plan.Severities[f.Code] == "" {
					t.Errorf("code %s is not listed", f.Code)
				}
			}
		})
	}
}

// One finding for all switches of a type that are short alike, and the other
// fabric numbers stay.
func TestShortSwitchesAreCountedTogether(t *testing.T) {
	t.Parallel()
	h := newHall(t, "h-[1-120] server-1u-1x-osfp", "l-[1-3] qm9700", "s-[1-2] qm9700")
	s, findings := h.generate(t, plan.Fabric{Name: "f", Topology: "leaf-spine", Speed: "ndr", Hosts: "h-[1-120]", Leaves: "l-[1-3]", Spines: "s-[1-2]"})
	if len(findings) != 1 || findings[0].Code != "not-enough-ports" || findings[0].Count != 3 || findings[0].Subject != "l-1" {
		t.Errorf("got %v, want not-enough-ports of 3 switches", told(findings))
	}
	if want := [...]int{120, 72, 0}; tiers(s) != want || s.Missing != 48 {
		t.Errorf("got %v links by tier and %d without a port, want %v and 48", tiers(s), s.Missing, want)
	}
}

// TestUplinkCountsAreExact: ceil(H x speed / (ratio x uplink speed)) in whole
// numbers, where a binary fraction would be a link off.
func TestUplinkCountsAreExact(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		hosts  int
		ratio  string
		uplink string
		want   int
	}{
		{30, "1", "ndr", 30}, {30, "1.1", "ndr", 28}, {33, "1.1", "ndr", 30}, {21, "0.7", "ndr", 30}, {30, "3", "ndr", 10},
		{31, "3", "ndr", 11}, {30, "1.5", "ndr200", 40}, {1, "100", "ndr", 1}, {27, "2.7", "ndr", 10},
	} {
		h := newHall(t, fmt.Sprintf("h-[1-%d] server-1u-1x-osfp", tt.hosts), "l qm9700", "s qm9700")
		s, _ := h.generate(t, plan.Fabric{Name: "f", Topology: "leaf-spine", Speed: "ndr", Hosts: fmt.Sprintf("h-[1-%d]", tt.hosts), Leaves: "l", Spines: "s",
			Oversubscription: tt.ratio, UplinkSpeed: tt.uplink})
		if s.Uplinks != tt.want {
			t.Errorf("%d hosts at %s to 1 over %s: got %d uplinks, want %d", tt.hosts, tt.ratio, tt.uplink, s.Uplinks, tt.want)
		}
	}
}
