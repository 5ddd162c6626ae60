package fabric_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/fabric"
	"lengthwise/internal/plan"
)

// TestAnyFabricIsWritten draws fabrics whose numbers fit or do not: each is
// written as far as it goes, without a port twice (the hall checks it), and what
// is missing is told.
func TestAnyFabricIsWritten(t *testing.T) {
	t.Parallel()
	hosts := []string{"server-1u-1x-osfp", "server-1u-qsfp112", "hgx-8gpu-osfp", "dgx-h100", "server-1u-1x-qsfp56", "patch-panel-mpo-1u"}
	switches := []string{"qm9700", "qm8700", "sn5600", "sn3420", "sn2201", "q3400-ra", "server-1u-1x-osfp"}
	rapid.Check(t, func(rt *rapid.T) {
		pick := func(name string, words ...string) string { return rapid.SampledFrom(words).Draw(rt, name) }
		names := func(what string, most int) string {
			return fmt.Sprintf("%s-[1-%d]", what, rapid.IntRange(1, most).Draw(rt, what))
		}
		maybe := func(name string, most int) *int {
			if n := rapid.IntRange(0, most).Draw(rt, name); n > 0 {
				return &n
			}
			return nil
		}
		h := newHall(t, "h-[1-6] "+pick("host", hosts...), "h-[7-9] "+pick("other host", hosts...), "l-[1-12] "+pick("leaf", switches...),
			"s-[1-6] "+pick("spine", switches...), "c-[1-6] "+pick("core", switches...), "x no-such-type")
		f := plan.Fabric{Name: "f", Topology: pick("topology", "single-switch", "leaf-spine", "rail-optimized", "fat-tree"),
			Speed: pick("speed", "ndr", "hdr", "400gbe", "25gbe", "1gbe", "400gbe-8x50"), UplinkSpeed: pick("uplink", "", "", "ndr", "800gbe", "100gbe"),
			Hosts: names("h", 10), Leaves: names("l", 13), Spines: pick("spines", "", names("s", 7)), Cores: pick("cores", "", names("c", 7)),
			HostsPerUnit: maybe("hosts a unit", 4), HostsPerLeaf: maybe("hosts a leaf", 4), Pods: maybe("pods", 3), LinksPerPair: maybe("links a pair", 40),
			Homing: pick("homing", "", "dual"), Oversubscription: pick("ratio", "", "1", "0.3", "1.5", "7"),
			Split: rapid.SampledFrom([]*int{nil, ptr(1), ptr(2), ptr(4)}).Draw(rt, "split")}
		if rapid.Bool().Draw(rt, "ports") {
			f.HostPorts = []string{pick("host ports", "ib[1-2]", "ib1", "OSFP[1-4]P[1-2]", "eth[1-2]", "nic[1-9]")}
		}
		if f.Topology == "fat-tree" {
			f.K = ptr(2 * rapid.IntRange(1, 3).Draw(rt, "k"))
			f.Edges, f.Aggregations, f.Cores = names("l", 13), names("s", 7), names("c", 7) // all are required
		}
		for range rapid.IntRange(0, 3).Draw(rt, "links before") {
			l, s := h.end(t, pick("leaf port", "l-1:", "l-2:")+h.Devices[h.ByName["l-1"]].Type.Ports[0].Name), h.end(t, "s-1:"+h.Devices[h.ByName["s-1"]].Type.Ports[0].Name)
			h.join(l, s)
		}
		s, findings := h.generate(t, f)
		for _, x := range findings {
			if plan.Severities[x.Code] == "" || x.Message == "" || x.Fix == "" || x.Count < 1 || x.Subject == "" {
				rt.Fatalf("got the finding %+v", x)
			}
		}
		told := map[plan.Code]bool{}
		for _, x := range findings {
			told[x.Code] = true
		}
		if s.Missing > 0 && !told["not-enough-ports"] && !told["speed-unsupported"] && !told["protocol-mismatch"] {
			rt.Fatalf("%d links found no port and no finding says so: %v", s.Missing, findings)
		}
		if len(s.Crossed) > 0 != told["rail-crossed"] {
			rt.Fatalf("%d host ports are crossed, told: %t", len(s.Crossed), told["rail-crossed"])
		}
		for _, l := range s.Links {
			if l.Tier == fabric.CoreTier && len(s.Cores) == 0 || l.Tier == fabric.SpineTier && len(s.Spines) == 0 || l.A.Device == l.B.Device {
				rt.Fatalf("got the link %s - %s of tier %d", h.name(l.A), h.name(l.B), l.Tier)
			}
		}
	})
}
