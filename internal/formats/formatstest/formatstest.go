// Package formatstest gives tests of formats a result to write: made by hand,
// small, and with one of everything a format has to show. It also compares with
// golden files. Only tests import it.
package formatstest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// Golden compares got with the file testdata/name, byte for byte;
// UPDATE_GOLDEN=1 writes the file instead.
func Golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	g, w := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range min(len(g), len(w)) {
		if !bytes.Equal(g[i], w[i]) {
			t.Fatalf("%s, line %d:\n got %q\nwant %q\n(UPDATE_GOLDEN=1 rewrites it)", path, i+1, g[i], w[i])
		}
	}
	t.Fatalf("%s: got %d lines, want %d (UPDATE_GOLDEN=1 rewrites it)", path, len(g), len(w))
}

// Hostile are texts that break careless tables: formulas, quotes, delimiters,
// line ends, look-alikes of guards, numbers and marks.
var Hostile = []string{
	"", " ", "'", "''", "'=1", "=", `=HYPERLINK("https://example.com","click")`, "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "\r\n",
	"a\nb", "a\r\nb", "a\rb", `say "hi"`, `"`, `""`, "a,b", "a;b", "a\tb", ";", ",", `\.`, " lead", "trail ", "\u00a0x", "\ufeffx", "żółć", "a;\"b\";",
	"1,5", "1e9", "0012", "nul\x00byte",
}

// devices of the hall the results are about. The place of new-1 is not known,
// nothing is known of ghost-1 but its name.
type hall struct {
	leaf, spine, hgx1, hgx2, eth1, eth2, quiet, fresh, ghost planner.Device
}

func newHall() *hall {
	qm := &catalog.DeviceType{Slug: "qm9700", Model: "QM9700", Maker: "NVIDIA", Kind: "ib-switch", Height: units.U(1), PortSide: "front"}
	sn := &catalog.DeviceType{Slug: "sn5600", Model: "SN5600", Maker: "NVIDIA", Kind: "eth-switch", Height: units.U(2), PortSide: "front"}
	hgx := &catalog.DeviceType{Slug: "hgx-8gpu-osfp", Model: "Generic 8-GPU server", Maker: "generic", Kind: "gpu-server", Height: units.U(8), PortSide: "rear"}
	unsaid := &catalog.DeviceType{Slug: "acme-1", Model: "Acme 1", Maker: "Acme", Kind: "server", Height: units.U(1), Local: true}
	return &hall{
		leaf:  planner.Device{Name: "leaf-01", Type: qm, Rack: "A01", U: units.U(40), Face: "rear", Path: "devices[2]"},
		spine: planner.Device{Name: "spine-01", Type: qm, Rack: "N01", U: units.U(42), Face: "rear", Path: "devices[3]"},
		hgx1:  planner.Device{Name: "hgx-001", Type: hgx, Rack: "A01", U: units.U(1), Face: "front", Path: "devices[0]"},
		hgx2:  planner.Device{Name: "hgx-002", Type: hgx, Rack: "A01", U: units.U(9), Face: "front", Path: "devices[0]"},
		eth1:  planner.Device{Name: "eth-1", Type: sn, Rack: "N01", U: units.U(30), Face: "rear", Path: "devices[4]"},
		eth2:  planner.Device{Name: "eth-2", Type: sn, Rack: "N02", U: units.U(30), Face: "rear", Path: "devices[4]"},
		quiet: planner.Device{Name: "=quiet", Type: unsaid, Rack: "A01", U: units.U(12) + 1, Face: "front", Path: "devices[5]"},
		fresh: planner.Device{Name: "new-1", Type: hgx, Path: "devices[6]"},
		ghost: planner.Device{Name: "ghost-1"},
	}
}

func mm(n int64) units.Length { return units.MM(n) }

// Result is a plan that is not ok: a link without a part, one of unknown run,
// one whose device does not exist, and beside them a 1:2 splitter with a free
// leg's worth of warnings, a straight copper cable, an optical link over two
// modules, an 800GbE link over two fibres, and no prices.
func Result() *planner.Result {
	h := newHall()
	dac := &catalog.Product{SKU: "MCP7Y00-N003", AltSKUs: []string{"980-9I92N-00N003", "980-9I92N-alt"}, Maker: "NVIDIA", Medium: catalog.DAC, Length: mm(3000)}
	acc := &catalog.Product{SKU: "MCA4J80-N004", Maker: "NVIDIA", Medium: catalog.ACC, Length: mm(4000)}
	module := &catalog.Product{SKU: "MMA4Z00-NS", AltSKUs: []string{"980-9I510-00NS00"}, Maker: "NVIDIA", Medium: catalog.Transceiver}
	dr8 := &catalog.Product{SKU: "EX-DR8", Maker: "Example, Inc.", Medium: catalog.Transceiver}
	cord := &catalog.Product{SKU: "MFP7E10-N010", Maker: "NVIDIA", Medium: catalog.FibreCord, Length: mm(10_000)}
	spec := &catalog.Specification{Key: "mpo12-apc-os2", Medium: catalog.FibreCord, Shape: "1:1"}
	fibre := catalog.Part{Spec: spec, Length: mm(5000)}

	r := &planner.Result{CatalogRevision: "0123456789ab", Name: "Pod A", Currency: "USD"}
	r.Devices = []planner.Device{h.quiet, h.eth1, h.eth2, h.hgx1, h.hgx2, h.leaf, h.fresh, h.spine}
	end := func(d *planner.Device, port string) planner.End { return planner.End{Device: d, Port: port} }
	r.Links = []planner.Link{
		0: {ID: "l-000000000001", A: end(&h.quiet, "p1"), B: end(&h.leaf, "IB1/9/1"), Speed: "ndr", Generation: "ndr", Path: "links[4]",
			Run: mm(1800), RunKnown: true, Required: 2190, Estimate: []string{"port side of acme-1"}, Limit: 2000, Headroom: -190,
			Cables: [2]int32{-1, -1}, Status: planner.StatusError, Reason: "no cable of 2.19 m joins osfp-flat-1 and osfp-finned-2"},
		1: {ID: "l-000000000002", A: end(&h.eth1, "swp1"), B: end(&h.eth2, "swp1"), Speed: "800gbe", Generation: "ethernet", Group: "second wave", Path: "links[2]",
			Run: 2*units.Metre + 345*units.Micrometre, RunKnown: true, Required: 2401, Limit: 100_000, Headroom: 97_599, Spare: 2599, HasCable: true,
			Medium: plan.Optical, Cables: [2]int32{1, 2}, Status: planner.StatusOK, Reason: "optical, two fibres: the modules are twin-port"},
		2: {ID: "l-000000000003", A: end(&h.ghost, "ib9"), B: end(&h.leaf, "IB1/31/1"), Path: "links[6]", Limit: -1, RunAtLeast: true,
			Cables: [2]int32{-1, -1}, Status: planner.StatusError, Reason: "device ghost-1 does not exist"},
		3: {ID: "l-000000000004", A: end(&h.hgx1, "ib1"), B: end(&h.leaf, "IB1/1/1"), Speed: "ndr", Generation: "ndr", Fabric: "compute", Group: "first-wave", Path: "links[0]",
			Run: mm(2214), RunKnown: true, Required: 2625, Limit: 3000, Headroom: 375, Spare: 375, HasCable: true, Medium: plan.DAC,
			Cables: [2]int32{3, -1}, Status: planner.StatusOK, Reason: "3 m DAC: the run is 2.22 m"},
		4: {ID: "l-000000000005", A: end(&h.hgx2, "ib1"), B: end(&h.leaf, "IB1/1/2"), Speed: "ndr", Generation: "ndr", Fabric: "compute", Label: `-1 "west"`, Path: "links[0]",
			Run: mm(1503), RunKnown: true, Required: 1879, Limit: 3000, Headroom: 1121, Spare: 1121, HasCable: true, Medium: plan.DAC,
			Cables: [2]int32{3, -1}, Status: planner.StatusWarning, Reason: "3 m DAC: the run is 1.51 m"},
		5: {ID: "l-000000000006", A: end(&h.hgx2, "ib2"), B: end(&h.spine, "IB1/5/1"), Speed: "ndr", Generation: "ndr", Path: "links[3]", Existing: true,
			Run: mm(7000), RunKnown: true, Required: 7650, Limit: 30_000, Headroom: 22_350, Spare: 2350, HasCable: true, Medium: plan.Optical,
			Cables: [2]int32{0, -1}, Status: planner.StatusOK, Reason: "10 m fibre: the run is 7 m"},
		6: {ID: "l-000000000007", A: end(&h.leaf, "IB1/29/1"), B: end(&h.spine, "IB1/1/1"), Speed: "ndr", Generation: "ndr", Path: "links[1]",
			Run: mm(3100), RunKnown: true, Required: 3555, Limit: 5000, Headroom: 1445, Spare: 445, HasCable: true, Medium: plan.ACC,
			Cables: [2]int32{4, -1}, Status: planner.StatusOK, Reason: "4 m ACC: passive copper ends at 3 m"},
		7: {ID: "l-000000000008", A: end(&h.leaf, "IB1/29/2"), B: end(&h.spine, "IB1/1/2"), Speed: "ndr", Generation: "ndr", Path: "links[1]",
			Run: mm(3100), RunKnown: true, Required: 3555, Limit: 5000, Headroom: 1445, Spare: 445, HasCable: true, Medium: plan.ACC,
			Cables: [2]int32{4, -1}, Status: planner.StatusOK, Reason: "4 m ACC: passive copper ends at 3 m"},
		8: {ID: "l-000000000009", A: end(&h.fresh, "ib1"), B: end(&h.leaf, "IB1/13/1"), Speed: "ndr", Generation: "ndr", Path: "links[5]", RunAtLeast: true, RequiredAtLeast: true,
			Limit: -1, Cables: [2]int32{-1, -1}, Status: planner.StatusUnknown, Reason: "new-1 has no rack yet"},
	}
	cableEnd := func(d *planner.Device, cage string, leg int, module, link int32, ports ...string) planner.CableEnd {
		return planner.CableEnd{Device: d, Cage: cage, Ports: ports, Leg: leg, Module: module, Link: link}
	}
	r.Cables = []planner.Cable{
		0: {ID: "c-000000000001", Label: "A01-09:ib2/N01-42:IB1/5", Shape: "1:1", Medium: plan.Optical, Part: catalog.Part{Product: cord}, Length: mm(10_000),
			Existing: true, Links: []int32{5}, Required: 7650,
			Ends: []planner.CableEnd{cableEnd(&h.hgx2, "ib2", 0, 2, -1, "ib2"), cableEnd(&h.spine, "IB1/5", 1, 3, -1, "IB1/5/1")}},
		1: {ID: "c-000000000002", Label: "N01-30:swp1/N02-30:swp1", Shape: "1:1", Medium: plan.Optical, Part: fibre, Length: mm(5000), Links: []int32{1}, Required: 2401,
			Ends: []planner.CableEnd{cableEnd(&h.eth1, "swp1", 0, 0, -1, "swp1"), cableEnd(&h.eth2, "swp1", 1, 1, -1, "swp1")}},
		2: {ID: "c-000000000003", Label: "N01-30:swp1/N02-30:swp1#2", Shape: "1:1", Medium: plan.Optical, Part: fibre, Length: mm(5000), Links: []int32{1}, Required: 2401,
			Ends: []planner.CableEnd{cableEnd(&h.eth1, "swp1", 0, 0, -1, "swp1"), cableEnd(&h.eth2, "swp1", 1, 1, -1, "swp1")}},
		3: {ID: "c-000000000004", Label: "A01-40:IB1/1/A01-01:ib1", Shape: "1:2", Medium: plan.DAC, Part: catalog.Part{Product: dac}, Length: mm(3000), Links: []int32{3, 4}, Required: 2625,
			Ends: []planner.CableEnd{cableEnd(&h.leaf, "IB1/1", 0, -1, -1, "IB1/1/1", "IB1/1/2"),
				cableEnd(&h.hgx1, "ib1", 1, -1, 3, "ib1"), cableEnd(&h.hgx2, "ib1", 2, -1, 4, "ib1")}},
		4: {ID: "c-000000000005", Label: "A01-40:IB1/29/N01-42:IB1/1", Shape: "1:1", Medium: plan.ACC, Part: catalog.Part{Product: acc}, Length: mm(4000), Links: []int32{6, 7}, Required: 3555,
			Ends: []planner.CableEnd{cableEnd(&h.leaf, "IB1/29", 0, -1, -1, "IB1/29/1", "IB1/29/2"), cableEnd(&h.spine, "IB1/1", 1, -1, -1, "IB1/1/1", "IB1/1/2")}},
	}
	r.Modules = []planner.Module{
		0: {ID: "eth-1:swp1", Device: &h.eth1, Cage: "swp1", Product: dr8, Cables: []int32{1, 2}},
		1: {ID: "eth-2:swp1", Device: &h.eth2, Cage: "swp1", Product: dr8, Cables: []int32{1, 2}},
		2: {ID: "hgx-002:ib2", Device: &h.hgx2, Cage: "ib2", Product: module, Existing: true, Cables: []int32{0}},
		3: {ID: "spine-01:IB1/5", Device: &h.spine, Cage: "IB1/5", Product: module, Existing: true, Cables: []int32{0}},
	}
	row := func(p catalog.Part, text string, quantity, spares int, e catalog.Evidence, attention ...string) planner.BOMRow {
		return planner.BOMRow{Part: p, Description: text, Quantity: quantity, Spares: spares, Order: quantity + spares, LeadTimeDays: -1,
			Lifecycle: catalog.Active, Evidence: e, Sources: []string{"nv-lenovo", "nv-400g"}, Attention: attention}
	}
	r.BOM = []planner.BOMRow{
		row(catalog.Part{Product: dac}, `Twin-port OSFP to 2x OSFP, 800G to 2x400G, "flat" heads`, 1, 1, catalog.Maker),
		row(catalog.Part{Product: acc}, "OSFP to OSFP, active copper", 1, 1, catalog.Reseller, "verify part number"),
		row(catalog.Part{Product: dr8}, "Example 2xDR4", 2, 1, catalog.Transcribed),
		row(catalog.Part{Product: module}, "Twin-port OSFP, multimode", 0, 0, catalog.Transcribed),
		row(catalog.Part{Product: cord}, "MPO-12 APC cord, OM3", 0, 0, catalog.Transcribed),
		row(fibre, "MPO-12/APC cord, OS2, type B", 2, 1, catalog.Transcribed, "to specification"),
		{DeviceType: h.eth1.Type, Description: "SN5600", Quantity: 2, Order: 2, LeadTimeDays: -1, Lifecycle: catalog.Active, Evidence: catalog.Maker,
			Sources: []string{"nv-sn5600"}, Attention: []string{"verify part number"}},
		{DeviceType: h.leaf.Type, Airflow: "C2P", Description: "QM9700, connector-to-power (C2P)", Quantity: 2, Order: 2, LeadTimeDays: -1, Lifecycle: catalog.Active,
			Evidence: catalog.Transcribed, Sources: []string{"rackula"}, Attention: []string{"verify part number"}},
	}
	r.BOM[0].Power, r.BOM[0].PowerKnown = 300, true
	r.BOM[0].Estimate = []string{"od_mm"}
	r.BOM[2].Power, r.BOM[2].PowerKnown = 17*units.Watt, true
	r.Missing = []planner.MissingPart{{Description: "400 Gb/s NDR, osfp-flat-1 to osfp-finned-2, 2.19 m", Medium: plan.DAC, Links: 1}}
	r.Findings = findings()
	r.Racks = []planner.RackUse{
		{Name: "A01", Units: planner.Use{Used: 35, Limit: 96}, Power: planner.Use{Used: 1720, Limit: 45_000, Unknown: 3},
			Weight: planner.Use{Used: 14_800, Limit: -1, Unknown: 3}, Ports: planner.Use{Used: 9, Limit: 83}},
	}
	r.Trays = []planner.TrayUse{
		{Name: "over-A", ToX: mm(6000), FromY: mm(1200), ToY: mm(1200), Height: mm(2700), Cables: 3, Area: 12_345, AreaKnown: true,
			Capacity: 3_000_000, Weight: 135_500, Estimate: true},
		{Name: "over-B", FromX: mm(-300), Height: mm(-400), Area: 50, Weight: 1_000_000, WeightKnown: true, MaxWeight: 20_000_000},
	}
	r.Unchecked = []planner.Unchecked{{Check: "rack-weight", Subject: "A01", Why: "no max_weight_kg is written", Count: 1}}
	r.Summary = planner.Summary{
		Racks: 3, Devices: 8, Links: 9, Cables: 5, Modules: 4, Existing: 1, Errors: 2, Warnings: 2,
		LinksByStatus:     map[planner.Status]int{planner.StatusOK: 5, planner.StatusError: 2, planner.StatusWarning: 1, planner.StatusUnknown: 1},
		LinksByGeneration: map[string]int{"edr": 0, "hdr": 0, "ndr": 7, "xdr": 0, "ethernet": 1},
		CablesByMedium:    map[plan.Medium]int{plan.DAC: 1, plan.ACC: 1, plan.AEC: 0, plan.AOC: 0, plan.Optical: 3, plan.TwistedPair: 0},
		Power:             34_300, PowerAtLeast: true, LongestRun: mm(7000),
	}
	return r
}

func findings() []plan.Finding {
	return []plan.Finding{
		{Code: "no-cable", Severity: plan.Error, Path: "links[4]", Line: 31, Column: 5, Subject: "=quiet:p1 - leaf-01:IB1/9/1", Count: 1,
			Message: "no allowed part does 2.19 m, passive copper ends at 2 m", Fix: "move =quiet to U30 of rack A01",
			Edits:  []plan.Edit{{Kind: plan.MoveDevice, Device: "=quiet", U: "30"}, {Kind: plan.OverrideLink, At: []string{"leaf-01:IB1/9/1"}, Set: map[string]any{"cable": nil}}},
			Source: "nv-lenovo;nv-400g"},
		{Code: "unknown-device", Severity: plan.Error, Path: "links[6].a", Line: 33, Column: 9, Subject: "ghost-1", Count: 1,
			Message: `device "ghost-1" does not exist`, Fix: "add it to devices, or did you mean hgx-001?"},
		{Code: "retired-product", Severity: plan.Warning, Subject: "MCA4J80-N004", Count: 2,
			Message: "MCA4J80-N004 is no longer sold by its maker", Edits: []plan.Edit{{Kind: plan.SetField, Path: "settings.allow_retired"}}, Source: "nv-400g"},
		{Code: "unknown-run", Severity: plan.Warning, Path: "links[5]", Subject: "new-1:ib1 - leaf-01:IB1/13/1", Count: 1,
			Message: "new-1 has no rack, so the run is not known", Fix: "give new-1 a rack, or the link {run: 3m}"},
		{Code: "unpriced", Severity: plan.Info, Subject: "EX-DR8", Count: 2, Message: "EX-DR8 has no price"},
	}
}

// Priced is a plan that is ok: the splitter of Result alone, with a price list.
func Priced() *planner.Result {
	r := Result()
	r.OK = true
	unit, extended := units.Money(10_000), units.Money(1_350_005)
	r.Links, r.Cables = r.Links[3:5], r.Cables[3:4]
	for i := range r.Links {
		r.Links[i].Cables = [2]int32{0, -1}
	}
	r.Cables[0].Links = []int32{0, 1}
	r.Cables[0].Ends[1].Link, r.Cables[0].Ends[2].Link = 0, 1
	r.Modules, r.Missing, r.Findings, r.Unchecked, r.Trays, r.Racks = nil, nil, nil, nil, nil, nil
	r.BOM = r.BOM[:1]
	r.BOM[0].UnitPrice, r.BOM[0].ExtendedPrice, r.BOM[0].Currency, r.BOM[0].LeadTimeDays = &unit, &extended, "USD", 42
	r.BOM[0].Quantity, r.BOM[0].Spares, r.BOM[0].FromStock, r.BOM[0].Order = 128, 7, 12, 123
	r.Shortages = []planner.Shortage{{ID: r.BOM[0].Part.ID(), Needed: 135, AtHand: 12, Short: 123, LeadTimeDays: 42},
		{ID: "spec:mpo12-apc-os2:5m", Needed: 3, AtHand: 1, Short: 2, LeadTimeDays: -1}}
	r.Summary = planner.Summary{
		Racks: 1, Devices: 3, Links: 2, Cables: 1,
		LinksByStatus:     map[planner.Status]int{planner.StatusOK: 2},
		LinksByGeneration: map[string]int{"ndr": 2},
		CablesByMedium:    map[plan.Medium]int{plan.DAC: 1},
		Power:             300, Cost: &planner.Cost{Amount: extended, AtLeast: true, Unpriced: 5}, LongestRun: mm(2214),
	}
	return r
}
