package planner_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// hall is the beginning of a plan: one row of four racks.
const hall = `
version: 1
name: a hall
site: {rows: [{name: A, y: 0m}]}
racks: [{name: "A[01-04]", row: A, position: 1}]
`

// TestFindings holds each finding against the smallest plan that has it: the
// code, where it points, what it says (value, limit, way out).
func TestFindings(t *testing.T) {
	t.Parallel()
	pair := func(devices, links string) string { return hall + "devices:\n" + devices + "links:\n" + links }
	leaves := `
  - {name: "leaf-[1-2]", type: qm9700, rack: A01, u: [38, 40], face: rear}
`
	fabricOf := func(fields string) string {
		return pair(leaves+`  - {name: "h-[1-2]", type: server-1u-1x-osfp, rack: A02, u: [1, 2]}
  - {name: "spine-[1-3]", type: qm9700, rack: A03, u: [36, 38, 40], face: rear}
  - {name: gpu, type: hgx-8gpu-osfp, rack: A04, u: 1}
  - {name: odd, type: qm97, rack: A04, u: 20}
`, "  []\n") + "fabrics: [{name: f, topology: leaf-spine, speed: ndr, " + fields + "}]\n"
	}
	tests := []struct {
		name string
		text string
		code plan.Code
		path string
		says []string // words of the message or the fix
	}{
		{"a device the plan lacks", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-3:IB1/1/1"}`), "unknown-device", "links[0].b", []string{`"leaf-3"`, "did you mean"}},
		{"a port the type lacks", pair(leaves, `  - {a: "leaf-1:IB1/33/1", b: "leaf-2:IB1/1/1"}`), "unknown-port", "links[0].a", []string{`"IB1/33/1"`, "IB1/1/1 to IB1/32/2"}},
		{"a type nobody knows", pair("  - {name: x, type: qm970, rack: A01, u: 1}\n", "  []"), "unknown-type", "devices[0].type", []string{`"qm970"`, "did you mean qm9700"}},
		{"a rack nobody wrote", pair("  - {name: x, type: qm9700, rack: A09, u: 1}\n", "  []"), "unknown-rack", "devices[0].rack", []string{"A09"}},
		{"a row nobody wrote", `
version: 1
name: x
racks: [{name: R1, row: Z, position: 1}]
`, "unknown-row", "racks[0].row", []string{"Z"}},
		{"a product nobody sells", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1", cable: {sku: MCP4Y10-N009}}`), "unknown-product", "links[0].cable.sku", []string{"MCP4Y10-N009", "did you mean"}},
		{"a name given twice", pair("  - {name: x, type: qm9700, rack: A01, u: 1}\n  - {name: x, type: qm9700, rack: A01, u: 2}\n", "  []"), "duplicate-name", "devices[1]", []string{"x"}},
		{"an id given twice", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1", id: one}
  - {a: "leaf-1:IB1/2/1", b: "leaf-2:IB1/2/1", id: one}`), "duplicate-name", "links[1]", []string{`"one"`, "IB1/2/1"}},
		{"four ports against one name", pair(leaves, `  - {a: "leaf-1:IB1/[1-4]/1", b: "leaf-2:IB1/1/1"}`), "count-mismatch", "links[0]", []string{"4", "1"}},
		{"more names than slots", pair("  - {name: \"x-[1-3]\", type: qm9700, rack: A01, u: [1, 2]}\n", "  []"), "count-mismatch", "devices[0]", []string{"3", "2"}},
		{"two sayings about one link", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1", run: 1m}
  - {a: "leaf-2:IB1/1/1", b: "leaf-1:IB1/1/1", run: 2m}`), "contradicting-links", "links[1]", []string{"2000 mm", "links[0]", "1000 mm"}},
		{"an override against its link", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1", group: first}
overrides: [{at: "leaf-2:IB1/1/1", group: second}]`), "contradicting-links", "overrides[0]", []string{"second", "first", "links[0]"}},
		{"two pins in one cage", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1", cable: {length: 1m}}
  - {a: "leaf-1:IB1/1/2", b: "leaf-2:IB1/1/2", cable: {length: 2m}}`), "contradicting-links", "links[0]", []string{"length"}},
		{"an override without a link", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1"}
overrides: [{at: "leaf-2:IB1/9/1", run: 1m}]`), "unused-override", "overrides[0]", []string{"IB1/9/1"}},
		{"a local type nobody uses", pair(leaves, "  []\n"+`device_types:
  - {slug: mine, model: Mine, units: 1, ports: [{role: fabric, cage: qsfp56, cages: 1, speeds: [hdr], name: "p{cage}"}]}`), "unused-device-type", "device_types[0]", []string{"mine"}},

		{"two devices in one unit", pair("  - {name: x, type: qm9700, rack: A01, u: 5}\n  - {name: y, type: dgx-h100, rack: A01, u: 1}\n", "  []"), "unit-overlap", "", []string{"A01"}},
		{"above the rack", pair("  - {name: x, type: dgx-h100, rack: A01, u: 44}\n", "  []"), "unit-out-of-range", "devices[0]", []string{"48"}},
		{"two racks in one place", `
version: 1
name: x
site: {rows: [{name: A, y: 0m}]}
racks: [{name: R1, row: A, position: 1}, {name: R2, row: A, position: 1}]
`, "rack-overlap", "racks[1]", []string{"R1", "R2"}},
		{"a card in a rack", pair("  - {name: x, type: mcx75310aas-neat, rack: A01, u: 1}\n", "  []"), "not-a-rack-device", "devices[0].type", []string{"mcx75310aas-neat"}},
		{"racks no tray joins", `
version: 1
name: x
settings: {tray_search: 0.5m}
site:
  rows: [{name: A, y: 0m}]
  trays: [{name: t, from: [0m, 1.2m], to: [1m, 1.2m], height: 3m}]
racks: [{name: "A[01-04]", row: A, position: 1}]
devices: [{name: "leaf-[1-2]", type: qm9700, rack: "A[01,04]", u: 40, face: rear}]
links: [{a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1"}]
`, "no-route", "links[0]", []string{"A01", "A04", "site.trays"}},
		{"more power than the rack has", strings.Replace(pair("  - {name: x, type: dgx-h100, rack: A01, u: 1}\n", "  []"), "position: 1}", "position: 1, power_kw: 8}", 1), "rack-power", "", []string{"8", "10"}},
		{"more weight than the rack bears", strings.Replace(pair("  - {name: x, type: dgx-h100, rack: A01, u: 1}\n", "  []"), "position: 1}", "position: 1, max_weight_kg: 100}", 1), "rack-weight", "", []string{"100"}},
		{"a device deeper than the rack", strings.Replace(pair("  - {name: x, type: dgx-h100, rack: A01, u: 1}\n", "  []"), "position: 1}", "position: 1, depth: 900mm}", 1), "rack-depth", "", []string{"898", "900"}},
		{"air against the others", pair("  - {name: \"x-[1-3]\", type: dgx-h100, rack: A01, u: [1, 9, 17]}\n  - {name: y, type: dgx-h100, rack: A01, u: 25, face: rear}\n", "  []"), "airflow", "", []string{"y"}},

		{"a port used twice", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1"}
  - {a: "leaf-2:IB1/2/1", b: "leaf-1:IB1/1/1"}`), "port-in-use", "links[1]", []string{"leaf-1:IB1/1/1", "links[0]"}},
		{"a port and its split child", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1"}
  - {a: "leaf-1:IB1/1/1/1", b: "leaf-2:IB1/2/1", speed: ndr200}`), "port-in-use", "links[1]", []string{"exclude each other"}},
		{"a link to itself", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-1:IB1/1/2"}`), "self-link", "links[0]", []string{"leaf-1"}},
		{"a speed one end lacks", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1", speed: xdr}`), "speed-unsupported", "links[0]", []string{"xdr", "ndr"}},
		{"InfiniBand to Ethernet", pair(leaves+"  - {name: eth, type: sn5600, rack: A01, u: 30}\n", `  - {a: "leaf-1:IB1/1/1", b: "eth:swp1"}`), "protocol-mismatch", "links[0]", []string{"no protocol in common"}},
		{"half a cage", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1"}`), "half-used-cage", "links[0]", []string{"IB1/1", "1 of its 2"}},
		{"more than the host bus", pair("  - {name: leaf, type: qm8700, rack: A01, u: 40, face: rear}\n  - {name: dgx, type: dgx-h100, rack: A01, u: 1}\n  - {name: eth, type: sn5600, rack: A01, u: 30}\n  - {name: ndr, type: hgx-8gpu-qsfp112, rack: A01, u: 10}\n", `  - {a: "dgx:slot1p1", b: "ndr:ib1", speed: ndr}
  - {a: "dgx:slot1p2", b: "eth:swp1", speed: 400gbe}`), "host-bus-limit", "devices[1]", []string{"800", "504"}},

		{"nothing allowed reaches", strings.Replace(pair("  - {name: \"leaf-[1-2]\", type: qm9700, rack: \"A[01,04]\", u: 40, face: rear}\n", `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1"}`), "name: a hall", "name: a hall\nsettings: {media: [dac]}", 1), "no-cable", "links[0]", []string{"MCP4Y10-N002 is 2.874 m too short", "allow active copper"}},
		{"0.01 m short of a 2.5 m part", pair("  - {name: \"h-[1-2]\", type: server-1u-1x-osfp, rack: A01, u: [1, 2]}\n  - {name: leaf, type: qm9700, rack: A01, u: 40, face: rear}\n", `  - {a: "h-[1-2]:ib1", b: "leaf:IB1/1/[1-2]", run: 2.51m, cable: {length: 2.5m}}`), "too-short", "links[0]", []string{"2.5 m", "2.51 m", "0.01 m too short"}},
		{"a finned plug in a flat cage", pair("  - {name: h, type: hgx-8gpu-osfp, rack: A01, u: 1}\n"+leaves[1:], `  - {a: "h:ib1", b: "leaf-1:IB1/1/1", cable: {module_a: MMA4Z00-NS}}`), "wrong-connector", "links[0]", []string{"osfp-finned-2", "osfp-flat-1"}},
		{"an APC cord on UPC modules", strings.Replace(pair("  - {name: \"s-[1-2]\", type: sn4600c, rack: A01, u: [30, 40], face: rear}\n", `  - {a: "s-1:swp1", b: "s-2:swp1", speed: 100gbe, cable: {sku: MFP7E10-N005}}`), "name: a hall", "name: a hall\nsettings: {allow_retired: false}", 1), "polish-mismatch", "links[0]", []string{"APC", "UPC"}},
		{"multimode fibre on single-mode modules", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1", cable: {module_a: MMS4X00-NS, sku: MFP7E10-N005}}`), "wrong-fibre", "links[0]", []string{"multimode", "single-mode"}},
		{"HDR optics on an NDR port", pair("  - {name: h, type: hgx-8gpu-qsfp112, rack: A01, u: 1}\n"+leaves[1:], `  - {a: "h:ib1", b: "leaf-1:IB1/1/1", speed: ndr, cable: {module_a: MMS1W50-HM}}`), "wrong-speed", "links[0]", []string{"hdr", "ndr"}},
		{"Ethernet parts on InfiniBand", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1", cable: {module_a: MMA4Z00-NS-T}}`), "wrong-protocol", "links[0]", []string{"Ethernet", "InfiniBand"}},
		{"two kinds of optics", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1", cable: {module_a: MMA4Z00-NS, module_b: MMS4X00-NS}}`), "mixed-optics", "links[0]", []string{"SR4", "DR4"}},
		{"a straight cable where a splitter belongs", pair("  - {name: \"h-[1-2]\", type: server-1u-1x-osfp, rack: A01, u: [1, 2]}\n"+leaves[1:], `  - {a: "leaf-1:IB1/1/[1-2]", b: "leaf-2:IB1/[1-2]/1", cable: {sku: MCP4Y10-N001}}`), "wrong-shape", "links[0]", []string{"MCP4Y10-N001"}},
		{"two split children", pair(leaves, `  - {a: "leaf-1:IB1/1/1/1", b: "leaf-2:IB1/1/1/1", speed: ndr200, cable: {medium: optical}}`), "wrong-shape", "links[0]", []string{"split children"}},
		{"a cord below the modules' minimum", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1", run: 0.4m, cable: {module_a: MMS4X00-NS, length: 1m}}`), "below-minimum", "links[0]", []string{"1 m", "2 m"}},
		{"a cord beyond the modules", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1", run: 60m, cable: {module_a: MMA4Z00-NS}}`), "beyond-reach", "links[0]", []string{"60 m", "50 m"}},
		{"XDR passive copper", pair("  - {name: \"h-[1-2]\", type: server-1u-1x-osfp224, rack: A01, u: [1, 2]}\n  - {name: leaf, type: q3400-ra, rack: A01, u: 10}\n", `  - {a: "h-[1-2]:ib1", b: "leaf:sw1p[1-2]", cable: {medium: dac}}`), "beyond-reach", "links[0]", []string{"does not exist at XDR"}},
		{"two speeds in one cage", pair(leaves+"  - {name: h, type: server-1u-1x-qsfp56, rack: A01, u: 1}\n", `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1", speed: ndr}
  - {a: "leaf-1:IB1/1/2", b: "h:ib1", speed: hdr}`), "mixed-cage", "links[1]", []string{"ndr", "hdr"}},
		{"too many panels", strings.Replace(pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1", cable: {module_a: MMS4X00-NS}}`), "name: a hall", "name: a hall\nsettings: {patch_panels: 2, connectors: standard}", 1), "loss-budget", "links[0]", []string{"4 mated pairs", "3.00 dB"}},
		{"a retired part", strings.Replace(pair("  - {name: h, type: server-1u-1x-qsfp56, rack: A01, u: 38}\n  - {name: leaf, type: qm8700, rack: A01, u: 40, face: rear}\n", `  - {a: "h:ib1", b: "leaf:IB1/1", speed: hdr}`), "name: a hall", "name: a hall\nsettings: {allow_retired: true}", 1), "retired-product", "", []string{"MCP1650-H01AE30"}},
		{"weak evidence", strings.Replace(pair("  - {name: h, type: server-1u-1x-qsfp56, rack: A01, u: 38}\n  - {name: leaf, type: qm8700, rack: A01, u: 40, face: rear}\n", `  - {a: "h:ib1", b: "leaf:IB1/1", speed: hdr}`), "name: a hall", "name: a hall\nsettings: {allow_retired: true}", 1), "weak-evidence", "", []string{"reseller"}},
		{"little headroom", strings.Replace(pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1", run: 1.9m}`), "name: a hall", "name: a hall\nsettings: {headroom: 200mm}", 1), "low-headroom", "links[0]", []string{"0.1 m", "0.2 m"}},
		{"far too long", strings.Replace(pair("  - {name: \"s-[1-2]\", type: sn4600c, rack: A01, u: [30, 40], face: rear}\n", `  - {a: "s-1:swp1", b: "s-2:swp1", speed: 100gbe}`), "name: a hall", "name: a hall\nsettings: {media: [aoc]}", 1), "excess-length", "links[0]", []string{"30 m"}},
		{"one far leg keeps a cage optical", pair("  - {name: \"h-[1-2]\", type: server-1u-1x-osfp, rack: \"A[01,04]\", u: 1}\n  - {name: leaf, type: qm9700, rack: A01, u: 20, face: rear}\n", `  - {a: "h-[1-2]:ib1", b: "leaf:IB1/1/[1-2]"}`), "split-by-distance", "links[0]", []string{"copper ends at 3 m", "IB1/2"}},
		{"HDR to NDR over 30 m", pair("  - {name: h, type: server-1u-qsfp112, rack: A01, u: 1}\n  - {name: leaf, type: qm8700, rack: A01, u: 40, face: rear}\n", `  - {a: "h:ib1", b: "leaf:IB1/1", speed: hdr, run: 40m}`), "known-limitation", "links[0]", []string{"3261861", "40 m"}},
		{"400GbE from a ConnectX-7 to a QSFP-DD DR4", pair("  - {name: h, type: hgx-8gpu-qsfp112, rack: A01, u: 1}\n  - {name: eth, type: sn5400, rack: A01, u: 30}\n", `  - {a: "h:ib1", b: "eth:swp1", speed: 400gbe}`), "known-limitation", "links[0]", []string{"3363753"}},
		{"a device without a rack", pair("  - {name: h, type: server-1u-1x-osfp}\n"+leaves[1:], `  - {a: "h:ib1", b: "leaf-1:IB1/1/1"}`), "unknown-run", "links[0]", []string{"h has no rack"}},
		{"a slanted tray", `
version: 1
name: x
site:
  rows: [{name: A, y: 0m}]
  trays: [{name: t, from: [0m, 1.2m], to: [3m, 2m], height: 3m}]
racks: [{name: "A[01-04]", row: A, position: 1}]
`, "slanted-tray", "site.trays[0]", []string{"t"}},
		{"a fabric over a device the plan lacks", fabricOf("hosts: \"h-[1-3]\", leaves: leaf-1"), "unknown-device", "fabrics[0].hosts", []string{`"h-3"`, "did you mean"}},
		{"a fabric over a device of no known type", fabricOf("hosts: \"h-[1-2]\", leaves: odd"), "unknown-type", "fabrics[0].leaves", []string{"odd", "writes no link"}},
		{"a fabric over ports its hosts lack", fabricOf("hosts: \"h-[1-2]\", leaves: leaf-1, host_ports: \"ib[1-2]\""), "unknown-port", "fabrics[0].host_ports[0]", []string{`"ib2"`, "server-1u-1x-osfp"}},
		{"a leaf in two places of a fabric", fabricOf("hosts: \"h-[1-2]\", leaves: \"leaf-[1-2]\", spines: leaf-2"), "duplicate-name", "fabrics[0].spines", []string{"leaf-2", "under leaves"}},
		{"leaves that do not divide into pods", fabricOf("hosts: \"h-[1-2]\", leaves: leaf-1, spines: leaf-2, pods: 2"), "count-mismatch", "fabrics[0].pods", []string{"1 leaf", "2 pods"}},
		{"a fabric faster than its hosts", strings.Replace(fabricOf("hosts: \"h-[1-2]\", leaves: leaf-1"), "speed: ndr", "speed: xdr", 1), "speed-unsupported", "fabrics[0].hosts", []string{"xdr", "fastest they list is ndr"}},
		{"a fabric of the other protocol", strings.Replace(fabricOf("hosts: \"h-[1-2]\", leaves: leaf-1"), "speed: ndr", "speed: 400gbe", 1), "protocol-mismatch", "fabrics[0].leaves", []string{"Ethernet", "400gbe"}},
		{"two uplinks over three spines", fabricOf("hosts: \"h-[1-2]\", leaves: leaf-1, spines: \"spine-[1-3]\""), "uneven-uplinks", "fabrics[0].spines", []string{"2 uplinks", "3 spines", "2 spines would"}},
		{"more uplinks than ports", fabricOf("hosts: \"h-[1-2]\", leaves: leaf-1, spines: leaf-2, links_per_pair: 63"), "not-enough-ports", "fabrics[0].leaves", []string{"63 uplinks", "65 of its ports", "64 are free", "1 link is not written"}},
		{"a host port linked elsewhere", strings.Replace(fabricOf("hosts: \"h-[1-2]\", leaves: leaf-1"), "  []", `  - {a: "h-1:ib1", b: "leaf-2:IB1/1/1"}`, 1), "rail-crossed", "fabrics[0]", []string{"leaf-2:IB1/1/1", "leaf-1"}},
		{"one spine", fabricOf("hosts: \"h-[1-2]\", leaves: leaf-1, spines: leaf-2"), "single-spine", "fabrics[0].spines", []string{"one spine"}},
		{"a field of another topology", fabricOf("hosts: \"h-[1-2]\", leaves: leaf-1, hosts_per_unit: 2"), "unused-field", "fabrics[0].hosts_per_unit", []string{"leaf-spine", "rail-optimized"}},
		{"no spines", fabricOf("hosts: \"h-[1-2]\", leaves: leaf-1"), "no-uplinks", "fabrics[0]", []string{"no spines"}},
		{"GPUs in an order nobody knows", fabricOf("hosts: gpu, leaves: \"leaf-[1-2]\""), "rail-order-unknown", "", []string{"hgx-8gpu-osfp", "host_ports"}},
		{"a lifecycle nobody knows", pair(leaves, `  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/1", run: 10m}`), "unknown-lifecycle", "", []string{"MMA4Z00-NS"}},
		{"a cord by description", pair("  - {name: h, type: server-1u-1x-osfp, rack: A01, u: 1}\n  - {name: oob, type: sn2201, rack: A01, u: 40, face: rear}\n", `  - {a: "h:bmc", b: "oob:swp1"}`), "to-specification", "", []string{"spec:cat6a:3m"}},
	}
	for _, tt := range tests {
		t.Run(string(tt.code)+": "+tt.name, func(t *testing.T) {
			t.Parallel()
			_, res := planYAML(t, tt.text)
			var near []string
			for _, f := range res.Findings {
				near = append(near, fmt.Sprintf("%s %s at %s: %s | %s", f.Severity, f.Code, f.Path, f.Message, f.Fix))
				if f.Code == tt.code && f.Path == tt.path && says(f, tt.says) {
					return
				}
				if f.Code == tt.code && tt.path == "" && says(f, tt.says) {
					return
				}
			}
			slices.Sort(near)
			t.Errorf("no finding %s at %q that says %q: got\n%s", tt.code, tt.path, tt.says, strings.Join(near, "\n"))
		})
	}
}

func says(f plan.Finding, words []string) bool {
	for _, w := range words {
		if !strings.Contains(f.Message+" "+f.Fix, w) {
			return false
		}
	}
	return true
}

// TestCagePower lowers what the catalog says a QM9700 cage allows: no module of
// the built-in data exceeds its cage.
func TestCagePower(t *testing.T) {
	t.Parallel()
	data := fstest.MapFS{}
	entries, err := os.ReadDir("../catalog/data")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile("../catalog/data/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		data[e.Name()] = &fstest.MapFile{Data: bytes.ReplaceAll(text, []byte("osfp-finned-2,2,17000"), []byte("osfp-finned-2,2,12000"))}
	}
	cat, err := catalog.LoadFS(data)
	if err != nil {
		t.Fatal(err)
	}
	doc, _, err := planfile.Decode([]byte(hall+`devices:
  - {name: "leaf-[1-2]", type: qm9700, rack: A01, u: [38, 40], face: rear}
links: [{a: "leaf-1:IB1/1/[1-2]", b: "leaf-2:IB1/1/[1-2]", run: 10m}]
`), planfile.YAML, cat)
	if err != nil {
		t.Fatal(err)
	}
	res, err := planner.Plan(doc, cat, planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := findingOf(t, res, "cage-power")
	if !says(f, []string{"17 W", "12 W", "IB1/1"}) || res.OK {
		t.Errorf("got %q, ok %t; want an error that names 17 W and 12 W", f.Message, res.OK)
	}
}

// TestNoHeadroomIsFine: 2.50 m on a 2.5 m part fits with nothing left.
func TestNoHeadroomIsFine(t *testing.T) {
	t.Parallel()
	_, res := planYAML(t, hall+`devices:
  - {name: "h-[1-2]", type: server-1u-1x-osfp, rack: A01, u: [1, 2]}
  - {name: leaf, type: qm9700, rack: A01, u: 40, face: rear}
links: [{a: "h-[1-2]:ib1", b: "leaf:IB1/1/[1-2]", run: 2.50m, cable: {length: 2.5m}}]
`)
	for _, l := range res.Links {
		if l.Status != planner.StatusOK || l.Spare != 0 || l.Required != 2500 {
			t.Errorf("link %s: got status %s, %d mm required, %d mm to spare; want ok, 2500, 0", l.A, l.Status, l.Required, l.Spare)
		}
	}
}

// TestIncompleteOrderNamesEveryLink: whatever keeps a link from its cable, the
// incomplete order counts it.
func TestIncompleteOrderNamesEveryLink(t *testing.T) {
	t.Parallel()
	_, res := planYAML(t, hall+`
settings: {media: [dac]}
devices:
  - {name: "leaf-[1-2]", type: qm9700, rack: "A[01,04]", u: 40, face: rear}
  - {name: "host-[1-3]", type: server-1u-1x-osfp}
links:
  - {a: "leaf-1:IB1/1/[1-2]", b: "leaf-2:IB1/1/[1-2]"}
  - {a: "leaf-1:IB1/2/1", b: "leaf-2:IB1/2/1", run: 1m}
  - {a: "leaf-2:IB1/2/1", b: "leaf-1:IB1/2/1", run: 2m}
  - {a: "leaf-1:IB1/3/1", b: "host-1:ib1"}
  - {a: "leaf-1:IB1/4/1", b: "host-2:ib1", speed: xdr}
  - {a: "leaf-1:IB1/5/1", b: "host-9:ib1"}
  - {a: "leaf-1:IB1/6/1", b: "leaf-1:IB1/6/2"}
  - {a: "leaf-1:IB1/1/1", b: "host-3:ib1"}
  - {a: "leaf-1:IB1/7/1", b: "leaf-2:IB1/7/1", existing: true}
`)
	lacking := 0
	for i := range res.Links {
		if !res.Links[i].HasCable && !res.Links[i].Existing {
			lacking++
		}
	}
	counted := 0
	for _, m := range res.Missing {
		counted += m.Links
		if m.Description == "" {
			t.Errorf("a group of %d links has no description", m.Links)
		}
	}
	if lacking != 8 || counted != lacking {
		t.Errorf("%d links lack a cable and the order counts %d: %+v; want 8 and 8", lacking, counted, res.Missing)
	}
}
