package plan_test

import (
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// TestAnEditMovesNoOtherDeviceForThePlanner asks the planner itself, whose types
// are as tall as real ones, where the devices stand before and after an edit.
func TestAnEditMovesNoOtherDeviceForThePlanner(t *testing.T) {
	t.Parallel()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]string{"low": "qm9700", "tall": "dgx-h100"}
	rapid.Check(t, func(t *rapid.T) {
		doc := &plan.Document{Version: 1, Name: "Test", Devices: entries(t),
			Site:  plan.Site{Rows: []plan.Row{{Name: "A", Y: ptr(units.Length(0))}, {Name: "B", Y: ptr(3 * units.Metre)}}},
			Racks: []plan.Rack{{Name: "A[1-4]", Row: "A", Units: ptr(14)}, {Name: "B1", Row: "B"}}}
		for i := range doc.Devices {
			doc.Devices[i].Type = types[doc.Devices[i].Type]
		}
		result := func(d *plan.Document) map[string]planner.Device {
			r, err := planner.Plan(d, cat, planner.Options{})
			if err != nil {
				t.Fatal(err)
			}
			m := map[string]planner.Device{}
			for _, x := range r.Devices {
				m[x.Name] = x
			}
			return m
		}
		before := result(doc)
		var names []string
		for _, d := range doc.Devices {
			n, err := plan.ParseNames(d.Name)
			if err != nil {
				t.Fatal(err)
			}
			names = n.Append(names)
		}
		edit, device := drawEdit(t, doc, names)
		if edit.Value == "tall" {
			edit.Value = "dgx-h100"
		}
		if edit.Kind == plan.AddEntry {
			edit.Value.(map[string]any)["type"] = "dgx-h100"
		}
		ctx := plan.EditContext{Fields: planfile.Editor{Catalog: cat}, Placed: func(name string) (string, units.RackUnits, bool) {
			d := before[name]
			return d.Rack, d.U, d.Rack != "" && d.U > 0
		}}
		next, err := plan.Apply(doc, []plan.Edit{edit}, ctx)
		if err != nil {
			t.Fatal(err)
		}
		after := result(next)
		for _, name := range names {
			was, is := before[name], after[name]
			if name == device || was.U == 0 && was.Rack != "" {
				continue
			}
			if was.Rack != is.Rack || was.U != is.U || was.Face != is.Face {
				t.Fatalf("edit %+v of %+v\ngives %+v\nand %s, which stood in %s at %s facing %s, stands in %s at %s facing %s",
					edit, doc.Devices, next.Devices, name, was.Rack, was.U, was.Face, is.Rack, is.U, is.Face)
			}
		}
	})
}
