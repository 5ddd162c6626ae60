package planner_test

import (
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/planner/plantest"
)

// planYAML plans a YAML document and holds the result to its laws.
func planYAML(t *testing.T, text string) (*plan.Document, *planner.Result) {
	t.Helper()
	return planYAMLWith(t, text, load(t))
}

func planYAMLWith(t *testing.T, text string, cat *catalog.Catalog) (*plan.Document, *planner.Result) {
	t.Helper()
	doc, _, err := planfile.Decode([]byte(text), planfile.YAML, cat)
	if err != nil {
		t.Fatal(err)
	}
	return doc, planChecked(t, doc, cat)
}

func planChecked(t *testing.T, doc *plan.Document, cat *catalog.Catalog) *planner.Result {
	t.Helper()
	res, err := planner.Plan(doc, cat, planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	plantest.Check(t, doc, cat, res)
	return res
}

const twoSwitches = `
version: 1
name: two switches
settings: {media: [dac]}
site: {rows: [{name: A, y: 0m}]}
racks: [{name: "A[01-04]", row: A, position: 1}]
devices:
`

// TestFixesWork applies the edits of a fix and plans again: what the fix
// promised must be so, and the finding must be gone.
func TestFixesWork(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		text string
		code plan.Code
		fix  string // begins so
	}{
		{"a retired part is named with the setting that allows it", twoSwitches + `
  - {name: host, type: server-1u-1x-qsfp56, rack: A01, u: 38}
  - {name: leaf, type: qm8700, rack: A01, u: 40, face: rear}
links: [{a: "host:ib1", b: "leaf:IB1/1", speed: hdr}]
`, "no-cable", "allow retired products: MCP1650-H01AE30, 1.5 m DAC"},
		{"two settings are named at once", strings.Replace(twoSwitches, "[dac]", "[dac], evidence: transcribed", 1) + `
  - {name: "host-[1-2]", type: server-1u-1x-qsfp56, rack: A01, u: [37, 38]}
  - {name: leaf, type: qm8700, rack: A01, u: 40, face: rear}
links: [{a: "host-[1-2]:ib1", b: "leaf:IB1/1/[1-2]", speed: hdr100}]
`, "no-cable", "allow retired products and reseller evidence: MCP7H50-H01AR30, 1.5 m DAC 1:2"},
		{"a medium the plan leaves out", twoSwitches + `
  - {name: "leaf-[1-2]", type: qm9700, rack: "A[01,04]", u: 40, face: rear}
links: [{a: "leaf-1:IB1/1/[1-2]", b: "leaf-2:IB1/1/[1-2]"}]
`, "no-cable", "allow active copper: 980-9I602-00N005, 5 m ACC"},
		{"a pin of an entry is taken out", twoSwitches + `
  - {name: "host-[1-2]", type: server-1u-1x-osfp, rack: A01, u: [37, 38]}
  - {name: leaf, type: qm9700, rack: A01, u: 40, face: rear}
links: [{a: "host-[1-2]:ib1", b: "leaf:IB1/1/[1-2]", cable: {medium: dac, length: 5m}}]
`, "beyond-reach", "let the planner choose: MCP7Y00-N01A, 1.5 m DAC 1:2"},
		{"a pin of an override is taken out", twoSwitches + `
  - {name: "host-[1-2]", type: server-1u-1x-osfp, rack: A01, u: [37, 38]}
  - {name: leaf, type: qm9700, rack: A01, u: 40, face: rear}
links: [{a: "host-[1-2]:ib1", b: "leaf:IB1/1/[1-2]"}]
overrides: [{at: "leaf:IB1/1/1", cable: {sku: MCP4Y10-N001}}]
`, "wrong-connector", "let the planner choose: MCP7Y00-N01A, 1.5 m DAC 1:2"},
		{"module pins of two links of one cage go together", twoSwitches + `
  - {name: "host-[1-2]", type: server-1u-1x-osfp, rack: A01, u: [37, 38]}
  - {name: leaf, type: qm9700, rack: A01, u: 40, face: rear}
links:
  - {a: "host-1:ib1", b: "leaf:IB1/1/1", cable: {module_a: MMA4Z00-NS}}
  - {a: "host-2:ib1", b: "leaf:IB1/1/2", cable: {module_b: MMA4Z00-NS400}}
`, "wrong-connector", "let the planner choose: MCP7Y00-N01A, 1.5 m DAC 1:2"},
		{"a link pinned by its entry and by an override", twoSwitches + `
  - {name: "host-[1-2]", type: server-1u-1x-osfp, rack: A01, u: [37, 38]}
  - {name: leaf, type: qm9700, rack: A01, u: 40, face: rear}
links: [{a: "host-[1-2]:ib1", b: "leaf:IB1/1/[1-2]", cable: {module_b: MMA4Z00-NS400}}]
overrides: [{at: "leaf:IB1/1/1", cable: {module_b: MMA4Z00-NS}}]
`, "wrong-connector", "let the planner choose: MCP7Y00-N01A, 1.5 m DAC 1:2"},
		{"a link pinned alike by its entry and by an override", twoSwitches + `
  - {name: "host-[1-2]", type: server-1u-1x-osfp, rack: A01, u: [37, 38]}
  - {name: leaf, type: qm9700, rack: A01, u: 40, face: rear}
links: [{a: "host-[1-2]:ib1", b: "leaf:IB1/1/[1-2]", cable: {module_b: MMA4Z00-NS400}}]
overrides: [{at: "leaf:IB1/1/1", cable: {module_a: MMA4Z00-NS400}}]
`, "wrong-connector", "let the planner choose: MCP7Y00-N01A, 1.5 m DAC 1:2"},
		{"a link pinned from both its ends", twoSwitches + `
  - {name: "host-[1-2]", type: server-1u-1x-osfp, rack: A01, u: [37, 38]}
  - {name: leaf, type: qm9700, rack: A01, u: 40, face: rear}
links: [{a: "host-[1-2]:ib1", b: "leaf:IB1/1/[1-2]"}]
overrides:
  - {at: "leaf:IB1/1/1", cable: {module_a: MMA4Z00-NS400}}
  - {at: "host-1:ib1", cable: {medium: optical}}
`, "wrong-connector", "let the planner choose: MCP7Y00-N01A, 1.5 m DAC 1:2"},
		{"a link of a fabric pinned by an override", twoSwitches + `
  - {name: "host-[1-2]", type: server-1u-1x-osfp, rack: A01, u: [37, 38]}
  - {name: leaf, type: qm9700, rack: A01, u: 40, face: rear}
fabrics: [{name: f, topology: leaf-spine, speed: ndr, hosts: "host-[1-2]", leaves: leaf}]
overrides: [{at: "host-1:ib1", cable: {sku: MCP4Y10-N001}}]
`, "wrong-connector", "let the planner choose: "},
		{"a pinned cable that is too short", twoSwitches + `
  - {name: "leaf-[1-2]", type: qm9700, rack: A01, u: [30, 40], face: rear}
links: [{a: "leaf-1:IB1/1/[1-2]", b: "leaf-2:IB1/1/[1-2]", cable: {length: 1m}}]
`, "too-short", "let the planner choose: 980-9IA0Q-00N01A, 1.5 m DAC"},
		{"crossed ports change places", strings.Replace(twoSwitches, "[dac]", "[dac, acc, aec, aoc, twisted-pair]", 1) + `
  - {name: "leaf-[1-2]", type: qm9700, rack: A01, u: [38, 40], face: rear}
links:
  - {a: "leaf-1:IB1/1/1", b: "leaf-2:IB1/1/2"}
  - {a: "leaf-1:IB1/1/2", b: "leaf-2:IB1/1/1"}
`, "no-cable", "allow optics: "},
		{"another unit of the rack", strings.Replace(twoSwitches, "[dac]", "[dac, acc, aec, aoc, optical], multimode: om5, evidence: maker", 1) + `
  - {name: "host-[1-2]", type: server-1u-1x-osfp224, rack: A01, u: [1, 2]}
  - {name: leaf, type: q3400-ra, rack: A01, u: 40}
links: [{a: "host-[1-2]:ib1", b: "leaf:sw1p[1-2]"}]
`, "no-cable", "allow reseller evidence: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			doc, res := planYAML(t, tt.text)
			f := findingOf(t, res, tt.code)
			if !strings.HasPrefix(f.Fix, tt.fix) {
				t.Errorf("fix of %s: got %q, want it to begin with %q", tt.code, f.Fix, tt.fix)
			}
			checkEdits(t, doc, f)
		})
	}
}

// TestSwapsAndMovesWork plans rooms in which only a swap or a move helps: every
// setting is as loose as it can be.
func TestSwapsAndMovesWork(t *testing.T) {
	t.Parallel()
	loose := `
version: 1
name: as loose as can be
settings: {media: [dac, acc, aec, aoc, optical, twisted-pair], allow_retired: true}
site: {rows: [{name: A, y: 0m}]}
racks: [{name: "A[01-30]", row: A, position: 1, pitch: PITCH}]
devices:
`
	tests := []struct {
		name, text, fix string
	}{
		{"a nearer rack", strings.Replace(loose, ", pitch: PITCH", "", 1) + `
  - {name: edge, type: sn3420, rack: A01, u: 40, face: rear}
  - {name: core, type: sn4600c, rack: A30, u: 40, face: rear}
links: [{a: "edge:swp1", b: "core:swp1s0", speed: 25gbe}]
`, "move "},
		{"another unit of the rack", strings.Replace(strings.Replace(loose, ", pitch: PITCH", "", 1), "[dac, acc, aec, aoc, optical, twisted-pair]", "[dac, acc, aec, aoc, optical, twisted-pair], slack: {percent: 100}", 1) + `
  - {name: edge, type: sn3420, rack: A01, u: 1, face: rear}
  - {name: core, type: sn4600c, rack: A01, u: 47, face: rear}
links: [{a: "edge:swp1", b: "core:swp1s0", speed: 25gbe}]
`, "move "},
		{"near links share a cage", strings.Replace(loose, ", pitch: PITCH", "", 1) + `
  - {name: "host-[1-4]", type: server-1u-1x-qsfp56, rack: A01, u: [1, 2, 3, 4]}
  - {name: leaf, type: qm9700, rack: A01, u: 40, face: rear}
links:
  - {a: "host-1:ib1", b: "leaf:IB1/1/1", speed: hdr}
  - {a: "host-2:ib1", b: "leaf:IB1/1/2", speed: hdr, run: 40m}
  - {a: "host-3:ib1", b: "leaf:IB1/2/1", speed: hdr}
  - {a: "host-4:ib1", b: "leaf:IB1/2/2", speed: hdr, run: 40m}
`, "swap leaf:IB1/1/1 and leaf:IB1/2/2: 980-9I41X-00H003, 3 m AOC 1:2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			doc, res := planYAML(t, tt.text)
			for _, f := range res.Findings {
				if f.Severity == plan.Error && len(f.Edits) > 0 {
					if !strings.HasPrefix(f.Fix, tt.fix) {
						t.Errorf("fix: got %q, want it to begin with %q", f.Fix, tt.fix)
					}
					checkEdits(t, doc, f)
					return
				}
			}
			t.Errorf("no error has edits: got %+v", res.Findings)
		})
	}
}

func findingOf(t *testing.T, res *planner.Result, code plan.Code) plan.Finding {
	t.Helper()
	for _, f := range res.Findings {
		if f.Code == code {
			return f
		}
	}
	t.Fatalf("no finding %s: got %+v", code, res.Findings)
	return plan.Finding{}
}

// checkEdits applies the edits of a finding and plans again.
func checkEdits(t *testing.T, doc *plan.Document, f plan.Finding) {
	t.Helper()
	if len(f.Edits) == 0 {
		t.Fatalf("the fix %q has no edits", f.Fix)
	}
	after, err := plan.Apply(doc, f.Edits, plan.EditContext{Fields: planfile.Editor{Catalog: load(t)}})
	if err != nil {
		t.Fatalf("apply %+v: %v", f.Edits, err)
	}
	res := planChecked(t, after, load(t))
	for i := range res.Links {
		l := &res.Links[i]
		if l.A.String()+" - "+l.B.String() == f.Subject && (!l.HasCable || l.Status == planner.StatusError) {
			t.Errorf("after %q link %s has status %s: %s", f.Fix, f.Subject, l.Status, l.Reason)
		}
	}
	for _, g := range res.Findings {
		if g.Code == f.Code && g.Subject == f.Subject {
			t.Errorf("after %q the finding is still there: %s", f.Fix, g.Message)
		}
	}
}
