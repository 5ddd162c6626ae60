package drawing_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/drawing"
)

// racksAndDevices are entries of a few racks with devices thrown in: many
// overlap, stand outside or find no gap.
func racksAndDevices(t *rapid.T) (racks string, devices []string) {
	racks = fmt.Sprintf("racks:\n  - {name: \"R[1-2]\", units: %d, depth: %dmm, first_unit: %d, numbering: %s}\n", rapid.IntRange(1, 14).Draw(t, "units"),
		rapid.IntRange(300, 1500).Draw(t, "depth"), rapid.IntRange(0, 200).Draw(t, "first"), rapid.SampledFrom([]string{"bottom-up", "top-down"}).Draw(t, "numbering"))
	for i := range rapid.IntRange(0, 25).Draw(t, "devices") {
		name := fmt.Sprintf("%s-%d", rapid.StringMatching(`[a-zA-Z]{1,40}`).Draw(t, "name"), i)
		kind := rapid.SampledFrom([]string{"full-1", "half-1", "flat", "shallow-2", "dgx-a100", "no-such-type", "pdu-0", "q3400-ra"}).Draw(t, "type")
		face := rapid.SampledFrom([]string{"front", "rear"}).Draw(t, "face")
		side := rapid.SampledFrom([]string{"left", "right"}).Draw(t, "side")
		d := fmt.Sprintf("  - {name: %q, type: %s, rack: R%d, face: %s", name, kind, rapid.IntRange(1, 2).Draw(t, "rack"), face)
		switch u := rapid.SampledFrom([]string{"at", "half", "top"}).Draw(t, "u"); {
		case kind == "pdu-0":
			from := rapid.IntRange(0, 500).Draw(t, "from")
			d += fmt.Sprintf(", side: %s, from: %dmm, to: %dmm", side, from, from+rapid.IntRange(1, 500).Draw(t, "tall"))
		case u == "at":
			d += fmt.Sprintf(", u: %d", rapid.IntRange(1, 16).Draw(t, "at"))
		case u == "half":
			d += fmt.Sprintf(", u: %d.5", rapid.IntRange(1, 16).Draw(t, "at"))
		default:
			d += ", u: top"
		}
		if kind == "half-1" {
			d += ", slot: " + side
		}
		devices = append(devices, d+"}\n")
	}
	return racks, devices
}

func plan(racks string, devices []string) string {
	if len(devices) == 0 {
		return types + racks
	}
	return types + racks + "devices:\n" + strings.Join(devices, "")
}

// within reports whether a box lies in another, a hair allowed.
func within(in, out drawing.Box) bool {
	const hair = 12
	return in.W >= 0 && in.H >= 0 && in.X >= out.X-hair && in.Y >= out.Y-hair && in.X+in.W <= out.X+out.W+hair && in.Y+in.H <= out.Y+out.H+hair
}

func apart(a, b drawing.Box) bool {
	return a.X+a.W <= b.X || b.X+b.W <= a.X || a.Y+a.H <= b.Y || b.Y+b.H <= a.Y
}

func TestEveryDeviceHasItsOwnPlaceAndARow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		racks, devices := racksAndDevices(rt)
		h := hallOf(t, plan(racks, devices))
		e := h.Elevation(h.Lines(drawing.Both), drawing.Options{Legend: true})
		rows := 0
		for i := range e.Racks {
			k := &e.Racks[i]
			listed := map[string]bool{}
			for _, r := range k.Rows {
				if r.Device != "" {
					rows++
					listed[r.Device] = true
				}
			}
			for j := range k.Faces {
				checkFace(rt, e, k, &k.Faces[j], listed)
			}
		}
		if rows != len(devices) {
			rt.Errorf("%d devices have a row, want %d", rows, len(devices))
		}
	})
}

func checkFace(t *rapid.T, e *drawing.Elevation, k *drawing.Rack, f *drawing.Face, listed map[string]bool) {
	paper := drawing.Box{W: e.W, H: e.H}
	if !within(k.Box, paper) || !within(f.Frame, k.Box) || !within(f.Panel, f.Frame) {
		t.Errorf("rack %s: panel %v in frame %v in rack %v on paper %v", k.Name, f.Panel, f.Frame, k.Box, paper)
	}
	seen := map[string]bool{}
	for i := range f.Devices {
		d := &f.Devices[i]
		if seen[d.Name] || !listed[d.Name] {
			t.Errorf("%s at the %s is drawn twice or has no row", d.Name, f.Head.Words)
		}
		seen[d.Name] = true
		if beside := d.Kind == "pdu"; !beside && !within(d.Box, f.Panel) || !within(d.Box, k.Box) {
			t.Errorf("%s at %v is outside panel %v", d.Name, d.Box, f.Panel)
		}
		for _, b := range []drawing.Box{d.Band, d.Icon, d.Mark, d.AirAt, d.Bar} {
			if b.W > 0 && !within(b, d.Box) {
				t.Errorf("%s at %v: a mark at %v is outside", d.Name, d.Box, b)
			}
		}
		for _, c := range d.Cages {
			if !within(c.Box, d.Box) {
				t.Errorf("%s at %v: a cage at %v is outside", d.Name, d.Box, c.Box)
			}
		}
		for n := range i { // what stands at a face stands in nobody's place
			if o := &f.Devices[n]; !o.Behind && !d.Behind && o.Kind != "pdu" && d.Kind != "pdu" && !apart(d.Box, o.Box) {
				t.Errorf("%s at %v and %s at %v are drawn over each other", d.Name, d.Box, o.Name, o.Box)
			}
		}
	}
}

// The order of the document's devices changes nothing that is drawn.
func TestOrderOfTheDocumentDoesNotMatter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		racks, devices := racksAndDevices(rt)
		draw := func(devices []string) *drawing.Elevation {
			h := hallOf(t, plan(racks, devices))
			return h.Elevation(h.Lines(drawing.Both), drawing.Options{})
		}
		want := draw(devices)
		got := draw(rapid.Permutation(slices.Clone(devices)).Draw(rt, "order"))
		for i := range want.Racks {
			if !reflect.DeepEqual(got.Racks[i].Faces, want.Racks[i].Faces) {
				rt.Errorf("rack %s is drawn otherwise", want.Racks[i].Name)
			}
		}
	})
}
