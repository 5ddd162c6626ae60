package planner

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// drawHall draws a small hall of parallel rows with devices in its racks, or of
// racks under written trays. Lengths are whole tenths of a metre, so that they
// can be scaled; trays hang above every rack or lie under the floor.
func drawHall(t *rapid.T) *plan.Document {
	tenths := func(lo, hi int, what string) *units.Length {
		l := units.Length(rapid.IntRange(lo, hi).Draw(t, what)) * 100 * units.Millimetre
		return &l
	}
	doc := &plan.Document{Version: 1, Name: "drawn"}
	doc.DeviceTypes = []*catalog.DeviceType{
		{Slug: "rear", Rackable: true, Height: units.U(8), PortSide: "rear"},
		{Slug: "front", Rackable: true, Height: units.U(1), PortSide: "front"},
		{Slug: "odd", Rackable: true, Height: units.U(1)},
	}
	turned := rapid.Bool().Draw(t, "rows run north")
	faces := []string{"south", "north"}
	if turned {
		faces = []string{"east", "west"}
	}
	names := []string{}
	rows := rapid.IntRange(1, 4).Draw(t, "rows")
	for i := range rows {
		row := plan.Row{Name: fmt.Sprintf("row%d", i), X: tenths(0, 10, "x"), Y: tenths(0, 100, "y"),
			Pitch: tenths(6, 8, "pitch"), Faces: rapid.SampledFrom(faces).Draw(t, "faces")}
		pass := rapid.IntRange(0, 2).Draw(t, "side pass")
		row.SidePass = &pass
		if turned {
			row.X, row.Y = row.Y, row.X
		}
		doc.Site.Rows = append(doc.Site.Rows, row)
		for p := range rapid.IntRange(1, 4).Draw(t, "racks") {
			position := 1 + 2*p
			if rapid.Bool().Draw(t, "next to the one before") {
				position--
			}
			position = max(position, 1)
			k := plan.Rack{Name: fmt.Sprintf("%s-%d", row.Name, p), Row: row.Name, Position: &position,
				Depth: tenths(8, 13, "depth"), Base: tenths(0, 1, "base"), Width: tenths(6, 6, "width")}
			doc.Racks = append(doc.Racks, k)
			names = append(names, k.Name)
		}
	}
	if rapid.Bool().Draw(t, "trays are written") {
		for i := range rapid.IntRange(1, 6).Draw(t, "trays") {
			tray := plan.Tray{Name: fmt.Sprintf("t%d", i), FromX: *tenths(-10, 60, "from x"), FromY: *tenths(-10, 110, "from y")}
			tray.Height = rapid.SampledFrom([]units.Length{2600 * units.Millimetre, 3 * units.Metre, -300 * units.Millimetre}).Draw(t, "height")
			tray.ToX, tray.ToY = tray.FromX, tray.FromY
			if rapid.Bool().Draw(t, "east") {
				tray.ToX = *tenths(-10, 60, "to x")
			} else {
				tray.ToY = *tenths(-10, 110, "to y")
			}
			doc.Site.Trays = append(doc.Site.Trays, tray)
		}
	}
	direct := rapid.Bool().Draw(t, "direct")
	doc.Settings.Direct = &direct
	for i := range rapid.IntRange(2, 8).Draw(t, "devices") {
		d := plan.Device{Name: fmt.Sprintf("d%d", i), Type: rapid.SampledFrom([]string{"rear", "front", "odd"}).Draw(t, "type"),
			Rack: rapid.SampledFrom(names).Draw(t, "rack"), Face: rapid.SampledFrom([]string{"front", "rear"}).Draw(t, "face")}
		d.U.At = []units.RackUnits{units.RackUnits(rapid.IntRange(2, 80).Draw(t, "u in halves"))}
		doc.Devices = append(doc.Devices, d)
	}
	return doc
}

// runs lists every run of a site by the names of its ends.
func runs(w *work) []string {
	var list []string
	for i := range w.devices {
		for j := range i {
			x := w.router.between(w.places[i], w.places[j])
			list = append(list, fmt.Sprintf("%s %s %s %s %v", w.devices[i].Name, w.devices[j].Name, describeRun(x), describeTrays(x), x.Estimate))
		}
	}
	return list
}

func TestRoutesHoldTheirLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := placed(drawHall(t))
		for i := range w.devices {
			for j := range w.devices {
				checkRoute(t, w.router.between(w.places[i], w.places[j]), w.router.between(w.places[j], w.places[i]))
			}
		}
	})
}

func TestOrderInTheDocumentChangesNoRun(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := drawHall(t)
		before := placed(doc)
		other := *doc
		other.Racks = rapid.Permutation(doc.Racks).Draw(t, "racks")
		other.Devices = rapid.Permutation(doc.Devices).Draw(t, "devices")
		other.Site.Rows = rapid.Permutation(doc.Site.Rows).Draw(t, "rows")
		if len(doc.Site.Trays) > 0 {
			other.Site.Trays = rapid.Permutation(doc.Site.Trays).Draw(t, "trays")
		}
		after := placed(&other)
		if a, b := runs(before), runs(after); !slices.Equal(a, b) {
			t.Errorf("runs: got %q, want %q", b, a)
		}
		if a, b := findingKeys(before), findingKeys(after); !slices.Equal(a, b) {
			t.Errorf("findings: got %q, want %q", b, a)
		}
	})
}

func findingKeys(w *work) []string {
	var keys []string
	for _, f := range w.report.findings {
		keys = append(keys, string(f.Code)+" "+f.Subject+" "+f.Message)
	}
	slices.Sort(keys)
	return keys
}

func TestAFreeRackChangesNoRun(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := drawHall(t)
		for i := range doc.Site.Rows {
			doc.Site.Rows[i].SidePass = nil // a rack more may close a gap of a bay
		}
		before := placed(doc)
		row := before.racks[rapid.IntRange(0, len(before.racks)-1).Draw(t, "beside")]
		deepest, outline := units.Length(0), [2]units.Length{row.x, row.x + row.dx}
		if !row.runsEast() {
			outline = [2]units.Length{row.y, row.y + row.dy}
		}
		for i := range before.racks {
			k := &before.racks[i]
			if k.row == row.row {
				deepest = max(deepest, k.depth)
			}
			if lo, hi := k.along(row.runsEast()); len(doc.Site.Rows) > 1 || k.row == row.row {
				outline = [2]units.Length{min(outline[0], lo), max(outline[1], hi)}
			}
		}
		depth := deepest - units.Length(rapid.IntRange(0, 3).Draw(t, "less deep"))*100*units.Millimetre
		with := func(position int) *work {
			other := *doc
			other.Racks = append(slices.Clone(doc.Racks), plan.Rack{Name: "free", Row: row.row, Position: &position, Depth: &depth})
			return placed(&other)
		}
		inside := func(position int) bool {
			after := with(position)
			lo, hi := after.racks[after.rackByName["free"]].along(row.runsEast())
			return lo >= outline[0] && hi <= outline[1]
		}
		after := with(rapid.IntRange(1, 12).Filter(inside).Draw(t, "position"))
		if a, b := runs(before), runs(after); !slices.Equal(a, b) {
			t.Errorf("runs: got %q, want %q", b, a)
		}
	})
}

func TestAWiderSiteShortensNoRun(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := drawHall(t)
		direct := false // a direct patch is as long as it is high
		doc.Settings.Direct = &direct
		factor := units.Length(rapid.IntRange(10, 30).Draw(t, "tenths"))
		a, b := placed(doc), placed(scaled(doc, factor))
		for i := range a.devices {
			for j := range i {
				before, after := a.router.between(a.places[i], a.places[j]), b.router.between(b.places[i], b.places[j])
				if before.NoWay != after.NoWay || after.Run < before.Run {
					t.Errorf("%s to %s: got %s after scaling by %d/10, %s before", a.devices[i].Name, a.devices[j].Name,
						describeRun(after), factor, describeRun(before))
				}
			}
		}
	})
}

// scaled multiplies every distance of a document by factor/10. Rack units stay.
func scaled(doc *plan.Document, factor units.Length) *plan.Document {
	times := func(l *units.Length, otherwise units.Length) *units.Length {
		v := lengthOr(l, otherwise) * factor / 10
		return &v
	}
	out := *doc
	out.Settings.Exit = times(nil, doc.Settings.Effective().Exit)
	out.Settings.TrayEntry = times(nil, doc.Settings.Effective().TrayEntry)
	out.Settings.TraySearch = times(nil, doc.Settings.Effective().TraySearch)
	out.Site.Rows = slices.Clone(doc.Site.Rows)
	for i := range out.Site.Rows {
		r := &out.Site.Rows[i]
		r.X, r.Y, r.Pitch = times(r.X, 0), times(r.Y, 0), times(r.Pitch, defaultPitch)
	}
	out.Site.Trays = slices.Clone(doc.Site.Trays)
	for i := range out.Site.Trays {
		y := &out.Site.Trays[i]
		for _, l := range []*units.Length{&y.FromX, &y.FromY, &y.ToX, &y.ToY, &y.Height} {
			*l = *l * factor / 10
		}
	}
	out.Racks = slices.Clone(doc.Racks)
	for i := range out.Racks {
		k := &out.Racks[i]
		k.Width, k.Depth, k.Base = times(k.Width, defaultRackWidth), times(k.Depth, defaultRackDepth), times(k.Base, 0)
	}
	return &out
}

func TestPackingLeavesNoTwoDevicesInOneUnit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := &plan.Document{Version: 1, Name: "packed", Racks: []plan.Rack{{Name: "A[1-3]"}}}
		for h := range 4 {
			doc.DeviceTypes = append(doc.DeviceTypes, &catalog.DeviceType{Slug: fmt.Sprint(h), Rackable: true, Height: units.RackUnits(h + 1), PortSide: "rear"})
		}
		for i := range rapid.IntRange(1, 6).Draw(t, "entries") {
			n := rapid.IntRange(1, 30).Draw(t, "names")
			doc.Devices = append(doc.Devices, plan.Device{Name: fmt.Sprintf("d%d-[1-%d]", i, n), Rack: "A[1-3]",
				Type: fmt.Sprint(rapid.IntRange(0, 3).Draw(t, "height")),
				U:    plan.Positions{Pack: rapid.SampledFrom([]string{"top", "bottom"}).Draw(t, "word")}})
		}
		w := placed(doc)
		taken := map[[2]int32]string{}
		lost := 0
		for i, p := range w.places {
			if p.u == 0 {
				lost++
				continue
			}
			if p.u < units.U(1) || p.u+p.height > units.U(49) {
				t.Errorf("%s stands at U%s, %sU high", w.devices[i].Name, p.u, p.height)
			}
			for h := range p.height {
				at := [2]int32{p.rack, int32(p.u + h)}
				if other := taken[at]; other != "" {
					t.Errorf("%s and %s share half unit %d of rack %d", w.devices[i].Name, other, at[1], at[0])
				}
				taken[at] = w.devices[i].Name
			}
		}
		if n := w.report.counts["unit-out-of-range"]; n != lost || w.report.counts["unit-overlap"] > 0 {
			t.Errorf("%d devices have no place, %d findings say so, %d overlap", lost, n, w.report.counts["unit-overlap"])
		}
	})
}
