package planner

import (
	"fmt"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// bigSite is a hall of rows x racks with ten one-unit devices a rack; crossing
// is how many trays cross each row's own, 0 leaves the default trays.
func bigSite(rows, racks, crossing int) *plan.Document {
	doc := &plan.Document{Version: 1, Name: "big"}
	doc.DeviceTypes = []*catalog.DeviceType{{Slug: "box", Rackable: true, Height: units.U(1), PortSide: "rear", Depth: 700 * units.Millimetre}}
	for i := range rows {
		name := fmt.Sprintf("R%03d", i)
		y := units.Length(i) * 3 * units.Metre
		doc.Site.Rows = append(doc.Site.Rows, plan.Row{Name: name, Y: &y})
		doc.Racks = append(doc.Racks, plan.Rack{Name: fmt.Sprintf("%s-[001-%03d]", name, racks), Row: name})
		if crossing > 0 {
			line := y + defaultRackDepth
			doc.Site.Trays = append(doc.Site.Trays, plan.Tray{Name: name, FromY: line, ToY: line,
				ToX: units.Length(racks) * defaultPitch, Height: 2600 * units.Millimetre})
		}
		doc.Devices = append(doc.Devices, plan.Device{Name: fmt.Sprintf("d%03d-[0001-%04d]", i, 10*racks), Type: "box",
			Rack: fmt.Sprintf("%s-[001-%03d]", name, racks), U: plan.Positions{At: []units.RackUnits{2, 6, 10, 14, 18, 22, 26, 30, 34, 38}}})
	}
	for i := range crossing {
		x := units.Length(i) * units.Length(racks) * defaultPitch / units.Length(max(crossing-1, 1))
		doc.Site.Trays = append(doc.Site.Trays, plan.Tray{Name: fmt.Sprintf("X%03d", i), FromX: x, ToX: x,
			ToY: units.Length(rows) * 3 * units.Metre, Height: 2800 * units.Millimetre})
	}
	return doc
}

// 20,000 racks and 200,000 devices, the most a plan may hold.
func BenchmarkPlaceDevices(b *testing.B) {
	doc := bigSite(100, 200, 0)
	for b.Loop() {
		w := &work{doc: doc, cat: &catalog.Catalog{}, set: doc.Settings.Effective()}
		w.placeRacks()
		w.placeDevices()
		if len(w.devices) != 200_000 || len(w.report.findings) > 0 {
			b.Fatalf("%d devices, findings %v", len(w.devices), w.report.findings)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/200_000, "ns/device")
}

// Cold: every rack pair for the first time. Warm: the pair is known.
func BenchmarkBetween(b *testing.B) {
	for _, site := range []struct {
		name     string
		crossing int
	}{{"default trays", 0}, {"10 cross trays", 10}} {
		doc := bigSite(100, 200, site.crossing)
		w := placed(doc)
		n := len(w.places)
		for _, warm := range []bool{false, true} {
			name := site.name + "/cold"
			if warm {
				name = site.name + "/warm"
			}
			b.Run(name, func(b *testing.B) {
				r := newRouter(w)
				i := 0
				b.ReportAllocs()
				for b.Loop() {
					if warm && i == 1000 {
						i = 0
					}
					// links in the order of their first end, to spines all over the hall
					x := r.between(w.places[i/100%n], w.places[(i*7919+n/2)%n])
					if !x.Known {
						b.Fatal("no way")
					}
					i++
				}
			})
		}
	}
}
