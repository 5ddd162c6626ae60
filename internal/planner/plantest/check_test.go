package plantest_test

import (
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/planner/plantest"
	"lengthwise/internal/units"
)

// small is a rack with a leaf, two hosts on one splitter, and two more leaves
// joined by optics.
func small() *plan.Document {
	run, far := 2*units.Metre, 20*units.Metre
	position, y := 1, units.Length(0)
	at := func(u int) plan.Positions { return plan.Positions{At: []units.RackUnits{units.U(u)}} }
	return &plan.Document{Version: 1, Name: "small",
		Site:  plan.Site{Rows: []plan.Row{{Name: "A", Y: &y}}},
		Racks: []plan.Rack{{Name: "A1", Row: "A", Position: &position}},
		Devices: []plan.Device{
			{Name: "h1", Type: "server-1u-1x-osfp", Rack: "A1", U: at(1)},
			{Name: "h2", Type: "server-1u-1x-osfp", Rack: "A1", U: at(2)},
			{Name: "leaf-1", Type: "qm9700", Rack: "A1", U: at(40)},
			{Name: "leaf-2", Type: "qm9700", Rack: "A1", U: at(41)}},
		Links: []plan.Link{
			{A: "h1:ib1", B: "leaf-1:IB1/1/1", Speed: "ndr", Run: &run},
			{A: "h2:ib1", B: "leaf-1:IB1/1/2", Speed: "ndr", Run: &run},
			{A: "leaf-1:IB1/2/1", B: "leaf-2:IB1/2/1", Speed: "ndr", Run: &far},
			{A: "leaf-1:IB1/2/2", B: "leaf-2:IB1/2/2", Speed: "ndr", Run: &far}}}
}

// TestCheckSeesWhatIsWrong breaks a good result in one place at a time; a law
// that lets that through checks nothing.
func TestCheckSeesWhatIsWrong(t *testing.T) {
	t.Parallel()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	doc := small()
	fresh := func() *planner.Result {
		res, err := planner.Plan(doc, cat, planner.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	good := fresh()
	if broken := plantest.Broken(doc, cat, good); len(broken) > 0 {
		t.Fatalf("a good result breaks laws: %v", broken)
	}
	if len(good.Cables) != 3 || len(good.Modules) != 2 || len(good.BOM) < 4 {
		t.Fatalf("got %d cables, %d modules and %d rows; want 3, 2 and at least 4", len(good.Cables), len(good.Modules), len(good.BOM))
	}
	splitter := func(r *planner.Result) *planner.Cable {
		for i := range r.Cables {
			if r.Cables[i].Shape == "1:2" {
				return &r.Cables[i]
			}
		}
		t.Fatal("there is no splitter")
		return nil
	}
	cord := func(r *planner.Result) *planner.Cable {
		for i := range r.Cables {
			if r.Cables[i].Medium == plan.Optical {
				return &r.Cables[i]
			}
		}
		t.Fatal("there is no cord")
		return nil
	}
	for _, c := range []struct {
		name  string
		spoil func(*planner.Result)
	}{
		{"a verdict that does not follow", func(r *planner.Result) { r.OK = !r.OK }},
		{"a miscounted cable", func(r *planner.Result) { r.Summary.Cables++ }},
		{"a miscounted status", func(r *planner.Result) { r.Summary.LinksByStatus[planner.StatusOK]-- }},
		{"a miscounted medium", func(r *planner.Result) { r.Summary.CablesByMedium[plan.DAC]++ }},
		{"a longest run that is none", func(r *planner.Result) { r.Summary.LongestRun++ }},
		{"a miscounted generation", func(r *planner.Result) { r.Summary.LinksByGeneration["ndr"]-- }},
		{"watts out of nowhere", func(r *planner.Result) { r.Summary.Power++ }},
		{"a cost without prices", func(r *planner.Result) { r.Summary.Cost = &planner.Cost{} }},
		{"a finding nobody listed", func(r *planner.Result) {
			r.Findings = append([]plan.Finding{{Code: "no-such-code", Severity: plan.Error, Count: 1, Message: "x"}}, r.Findings...)
		}},
		{"a finding of the wrong severity", func(r *planner.Result) {
			r.Findings = append(r.Findings, plan.Finding{Code: "no-cable", Severity: plan.Info, Count: 1, Message: "x", Path: "z"})
		}},
		{"an error that leaves its link ok", func(r *planner.Result) {
			r.Summary.Errors, r.OK = 1, false
			r.Findings = append([]plan.Finding{{Code: "no-cable", Severity: plan.Error, Count: 1, Message: "x",
				Subject: r.Links[0].A.String() + " - " + r.Links[0].B.String()}}, r.Findings...)
		}},
		{"a link in error for no reason", func(r *planner.Result) {
			r.Links[0].Status = planner.StatusError
			r.Summary.LinksByStatus[planner.StatusOK]--
			r.Summary.LinksByStatus[planner.StatusError]++
		}},
		{"a cable shorter than required", func(r *planner.Result) { r.Links[0].Required = 3001 }},
		{"headroom that does not add up", func(r *planner.Result) { r.Links[0].Headroom++ }},
		{"spare length that does not add up", func(r *planner.Result) { r.Links[0].Spare++ }},
		{"a link without an id", func(r *planner.Result) { r.Links[0].ID = "" }},
		{"two links with one id", func(r *planner.Result) { r.Links[0].ID = r.Links[1].ID }},
		{"a port used twice", func(r *planner.Result) { r.Links[1].B.Port = r.Links[0].B.Port }},
		{"a link on another's cable", func(r *planner.Result) { r.Links[0].Cables[0] = r.Links[3].Cables[0] }},
		{"a link on two cables", func(r *planner.Result) { r.Links[2].Cables[1] = r.Links[3].Cables[0] }},
		{"a cable that carries nothing", func(r *planner.Result) { splitter(r).Links = nil }},
		{"a leg that is used and unused", func(r *planner.Result) { splitter(r).UnusedLegs = 1 }},
		{"a splitter called straight", func(r *planner.Result) { splitter(r).Shape = "1:1" }},
		{"two cables with one id", func(r *planner.Result) { r.Cables[0].ID = r.Cables[1].ID }},
		{"a cable that is not as long as its part", func(r *planner.Result) { r.Cables[0].Length += units.Metre }},
		{"a cable that exists by itself", func(r *planner.Result) { r.Cables[0].Existing = true }},
		{"an end at a port of another cage", func(r *planner.Result) { splitter(r).Ends[0].Ports[0] = "IB1/9/1" }},
		{"a cord without its module", func(r *planner.Result) { cord(r).Ends[0].Module = -1 }},
		{"a cord in another's module", func(r *planner.Result) { cord(r).Ends[0].Module = cord(r).Ends[1].Module }},
		{"a cord beyond its reach", func(r *planner.Result) {
			reach := *r.Modules[0].Product
			reach.FibreReach = catalog.FibreReach{OM3: units.Metre, OM4: units.Metre}
			r.Modules[0].Product = &reach
		}},
		{"a module that does not know its cord", func(r *planner.Result) { r.Modules[0].Cables = r.Modules[0].Cables[:1] }},
		{"a module named after another cage", func(r *planner.Result) { r.Modules[0].ID = "leaf-1:IB1/3" }},
		{"an order for one too many", func(r *planner.Result) { r.BOM[0].Quantity++ }},
		{"a spare too few", func(r *planner.Result) { r.BOM[0].Spares--; r.BOM[0].Order-- }},
		{"an order that does not add up", func(r *planner.Result) { r.BOM[0].Order++ }},
		{"stock nobody has", func(r *planner.Result) { r.BOM[0].FromStock++; r.BOM[0].Order-- }},
		{"a part missing from the order", func(r *planner.Result) { r.BOM = r.BOM[1:] }},
		{"an order in another order", func(r *planner.Result) { r.BOM[0], r.BOM[1] = r.BOM[1], r.BOM[0] }},
		{"devices in another order", func(r *planner.Result) { r.Devices[0], r.Devices[1] = r.Devices[1], r.Devices[0] }},
		{"an unchecked entry that says nothing", func(r *planner.Result) { r.Unchecked[0].Why = "" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := fresh()
			c.spoil(res)
			if len(plantest.Broken(doc, cat, res)) == 0 {
				t.Error("no law was broken, one is wanted")
			}
		})
	}
}
