package plan_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// rackHeight is low, so that packing often runs out of gaps.
const rackHeight = 8

// stand places the devices of a document the plain way: listed units first,
// then bottom, then top, each in natural order of name. A device of type tall
// takes two units. The place is "rack/u/face", u 0 where no gap is left.
func stand(t *rapid.T, doc *plan.Document) map[string]string {
	type waiting struct {
		name, rack, pack, face string
		height                 int
	}
	places := map[string]string{}
	taken := map[string]map[int]bool{}
	take := func(rack string, u, height int) {
		for i := range height {
			if taken[rack] == nil {
				taken[rack] = map[int]bool{}
			}
			taken[rack][u+i] = true
		}
	}
	var packed []waiting
	for _, d := range doc.Devices {
		s, err := plan.ExpandDevice(&d)
		if err != nil || s.Mismatch() != "" {
			t.Fatalf("entry %+v: %v %s", d, err, s.Mismatch())
		}
		height := 1
		if d.Type == "tall" {
			height = 2
		}
		for i, name := range s.Names {
			if _, twice := places[name]; twice {
				t.Fatalf("device %s is written twice in %+v", name, doc.Devices)
			}
			rack, u, ok := s.At(i)
			switch {
			case !ok:
				places[name] = "nowhere/0/" + d.Face
			case s.Pack == "":
				places[name] = fmt.Sprintf("%s/%s/%s", s.Racks[rack], u, d.Face)
				take(s.Racks[rack], int(u)/2, height)
			default:
				places[name] = s.Racks[rack] + "/0/" + d.Face
				packed = append(packed, waiting{name, s.Racks[rack], s.Pack, d.Face, height})
			}
		}
	}
	slices.SortFunc(packed, func(a, b waiting) int {
		if a.pack != b.pack {
			return units.CompareNatural(a.pack, b.pack) // bottom before top
		}
		return units.CompareNatural(a.name, b.name)
	})
	for _, w := range packed {
		fits := func(u int) bool {
			for i := range w.height {
				if taken[w.rack][u+i] {
					return false
				}
			}
			return u >= 1 && u+w.height-1 <= rackHeight
		}
		for i := range rackHeight {
			u := i + 1
			if w.pack == "top" {
				u = rackHeight - i
			}
			if fits(u) {
				places[w.name] = fmt.Sprintf("%s/%d/%s", w.rack, u, w.face)
				take(w.rack, u, w.height)
				break
			}
		}
	}
	return places
}

// entries draws device entries that fit their slots, the names of each with a
// letter of their own.
func entries(t *rapid.T) []plan.Device {
	var devices []plan.Device
	for i := range rapid.IntRange(1, 4).Draw(t, "entries") {
		letter := string(rune('a' + i))
		first := rapid.IntRange(8, 10).Draw(t, "first")
		n := rapid.IntRange(1, 9).Draw(t, "names")
		d := plan.Device{Name: fmt.Sprintf("%s[%d-%d]", letter, first, first+n-1), Type: rapid.SampledFrom([]string{"low", "tall"}).Draw(t, "type"),
			Face: rapid.SampledFrom([]string{"", "front", "rear"}).Draw(t, "face")}
		if rapid.Bool().Draw(t, "two brackets") {
			d.Name = fmt.Sprintf("%s[1-2]-[%d-%d]", letter, first, first+n-1)
			n *= 2
		}
		racks := rapid.IntRange(1, 4).Draw(t, "racks")
		d.Rack = fmt.Sprintf("A[%d-%d]", 5-racks, 4)
		switch rapid.IntRange(0, 4).Draw(t, "how") {
		case 0:
			d.Rack = ""
		case 1:
			d.U.Pack = "top"
		case 2:
			d.U.Pack = "bottom"
		default:
			slots := (n + racks - 1) / racks
			for u := range slots + rapid.IntRange(0, 1).Draw(t, "spare slots") {
				d.U.At = append(d.U.At, units.U(u+1))
			}
		}
		devices = append(devices, d)
	}
	return devices
}

func drawEdit(t *rapid.T, doc *plan.Document, names []string) (plan.Edit, string) {
	device := rapid.SampledFrom(names).Draw(t, "device")
	rack := rapid.SampledFrom([]string{"A1", "A2", "A4", "B1"}).Draw(t, "rack")
	u := rapid.SampledFrom([]string{"1", "4", "7", "8", "top", "bottom"}).Draw(t, "u")
	move := plan.Edit{Kind: plan.MoveDevice, Device: device, Rack: rack}
	switch rapid.IntRange(0, 9).Draw(t, "edit") {
	case 0:
		return plan.Edit{Kind: plan.TakeOut, Path: "devices[" + device + "]"}, device
	case 1:
		return plan.Edit{Kind: plan.SetField, Path: "devices[" + device + "].type", Value: "tall"}, device
	case 2:
		return plan.Edit{Kind: plan.SetField, Path: "devices[" + device + "].rack", Value: rack}, device
	case 3:
		return plan.Edit{Kind: plan.AddEntry, Path: "devices",
			Value: map[string]any{"name": "z1", "type": "tall", "rack": rack, "u": "top"}}, "z1"
	case 4:
		move.Face, move.Rack = "rear", ""
	case 5, 6:
		move.U = u
	case 7:
		move.U, move.Face = u, "front"
	}
	return move, device
}

func TestAnEditLeavesEveryOtherDeviceWhereItWas(t *testing.T) {
	t.Parallel()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		doc := &plan.Document{Version: 1, Name: "Test", Devices: entries(t)}
		for range rapid.IntRange(1, 3).Draw(t, "edits") {
			before := stand(t, doc)
			edit, device := drawEdit(t, doc, slices.SortedFunc(maps.Keys(before), units.CompareNatural))
			if _, ok := before[device]; ok && edit.Kind == plan.AddEntry {
				return // z1 is there already
			}
			ctx := plan.EditContext{Fields: planfile.Editor{Catalog: cat}, Placed: func(name string) (string, units.RackUnits, bool) {
				var rack string
				var u int
				if _, err := fmt.Sscanf(before[name], "%2s/%d/", &rack, &u); err != nil || u == 0 {
					return "", 0, false
				}
				return rack, units.U(u), true
			}}
			hash := planfile.Hash(doc)
			next, err := plan.Apply(doc, []plan.Edit{edit}, ctx)
			if err != nil {
				t.Fatalf("edit %+v of %+v: %v", edit, doc.Devices, err)
			}
			if planfile.Hash(doc) != hash {
				t.Fatalf("edit %+v changed the document it was given", edit)
			}
			after := stand(t, next)
			for _, name := range slices.SortedFunc(maps.Keys(before), units.CompareNatural) {
				was, is := before[name], after[name]
				if name != device && was != is && !noGap(was) {
					t.Fatalf("edit %+v of %+v\ngives %+v\nand %s, which stood at %s, at %s", edit, doc.Devices, next.Devices, name, was, is)
				}
			}
			want := len(before)
			if _, ok := before[device]; !ok {
				want++
			} else if edit.Kind == plan.TakeOut {
				want--
			}
			if len(after) != want {
				t.Fatalf("edit %+v of %+v\ngives %+v\nwith %d devices, want %d", edit, doc.Devices, next.Devices, len(after), want)
			}
			if doc = next; len(doc.Devices) == 0 {
				return
			}
		}
	})
}

// noGap reports whether a place is a rack in which no gap was left: such a
// device may find one after an edit.
func noGap(place string) bool {
	return len(place) > 4 && place[:2] != "no" && place[2:5] == "/0/"
}

func TestAnEditLeavesEveryOtherRackWhereItWas(t *testing.T) {
	t.Parallel()
	positions := func(t *rapid.T, doc *plan.Document) map[string]int {
		at := map[string]int{}
		for _, r := range doc.Racks {
			s, err := plan.ExpandRack(&r)
			if err != nil {
				t.Fatal(err)
			}
			for i, name := range s.Names {
				at[name] = s.Position(i)
			}
		}
		return at
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "racks")
		doc := &plan.Document{Version: 1, Name: "Test", Racks: []plan.Rack{{Name: fmt.Sprintf("A[%02d-%02d]", 8, 7+n), Row: "A"}, {Name: "B1", Row: "B"}}}
		if rapid.Bool().Draw(t, "position") {
			doc.Racks[0].Position = ptr(rapid.IntRange(1, 9).Draw(t, "first"))
		}
		name := fmt.Sprintf("A%02d", 8+rapid.IntRange(0, n-1).Draw(t, "rack"))
		edit := plan.Edit{Kind: plan.SetField, Path: "racks[" + name + "].position", Value: 99}
		if rapid.Bool().Draw(t, "remove") {
			edit = plan.Edit{Kind: plan.TakeOut, Path: "racks[" + name + "]"}
		}
		next, err := plan.Apply(doc, []plan.Edit{edit}, plan.EditContext{Fields: planfile.Editor{}})
		if err != nil {
			t.Fatal(err)
		}
		want := positions(t, doc)
		if edit.Kind == plan.TakeOut {
			delete(want, name)
		} else {
			want[name] = 99
		}
		if got := positions(t, next); !maps.Equal(got, want) {
			t.Fatalf("%+v of %+v: got %v, want %v", edit, doc.Racks, got, want)
		}
	})
}

func TestASwapLeavesEveryOtherLinkAsItWas(t *testing.T) {
	t.Parallel()
	links := func(t *rapid.T, doc *plan.Document) []string {
		var all []string
		for _, l := range doc.Links {
			a, errA := plan.ParseEnds(l.A)
			b, errB := plan.ParseEnds(l.B)
			id, errID := plan.ParseNames(l.ID)
			if errA != nil || errB != nil || errID != nil || a.Len() != b.Len() || id.Len() != a.Len() {
				t.Fatalf("link entry %+v: %v %v %v", l, errA, errB, errID)
			}
			as, bs, ids := a.Append(nil), b.Append(nil), id.Append(nil)
			for i := range as {
				all = append(all, as[i]+" "+bs[i]+" "+ids[i]+" "+l.Speed)
			}
		}
		slices.Sort(all)
		return all
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "hosts")
		doc := &plan.Document{Version: 1, Name: "Test", Links: []plan.Link{
			{A: fmt.Sprintf("h[1-%d]:p[1-2]", n), B: fmt.Sprintf("s:x[1-%d]", 2*n), ID: fmt.Sprintf("L[01-%02d]", 2*n), Speed: "ndr"},
			{A: "s:x[21-24]", B: "g[1-4]:p1", ID: "M[1-4]"},
		}}
		port := rapid.SampledFrom([]int{1, 2, 3, 5, 2 * n, 21, 22, 24, 30})
		x, y := port.Draw(t, "x"), port.Draw(t, "y")
		a, b := fmt.Sprintf("s:x%d", x), fmt.Sprintf("s:x%d", y)
		next, err := plan.Apply(doc, []plan.Edit{{Kind: plan.SwapLinks, A: a, B: b}}, plan.EditContext{})
		if err != nil {
			return // the same port, or no link on either
		}
		if slices.Equal(links(t, next), links(t, doc)) {
			t.Fatalf("swap of %s and %s changes nothing", a, b)
		}
		back, err := plan.Apply(next, []plan.Edit{{Kind: plan.SwapLinks, A: a, B: b}}, plan.EditContext{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := links(t, back), links(t, doc); !slices.Equal(got, want) {
			t.Fatalf("two swaps of %s and %s: got %q, want %q", a, b, got, want)
		}
		differ := 0
		was := links(t, doc)
		for _, l := range links(t, next) {
			if !slices.Contains(was, l) {
				differ++
			}
		}
		if differ > 2 {
			t.Fatalf("swap of %s and %s changes %d links", a, b, differ)
		}
	})
}

// BenchmarkMove is one device of a plan whose 200,000 devices are ranges.
func BenchmarkMove(b *testing.B) {
	doc := &plan.Document{Version: 1, Name: "Test", Devices: []plan.Device{
		{Name: "n[000001-180000]", Type: "host", Rack: "A[00001-18000]", U: at(1, 5, 9, 13, 17, 21, 25, 29, 33, 37)},
		{Name: "leaf-[00001-18000]", Type: "leaf", Rack: "A[00001-18000]", U: plan.Positions{Pack: "top"}},
	}}
	ctx := plan.EditContext{Placed: func(string) (string, units.RackUnits, bool) { return "A04000", units.U(48), true }}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := plan.Apply(doc, []plan.Edit{{Kind: plan.MoveDevice, Device: "n040000", U: "41"}}, ctx); err != nil {
			b.Fatal(err)
		}
	}
}
