package resultjson

import (
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/formatstest"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// What is appended by hand is what encoding/json writes.
func TestAppendedLinksAreThoseOfTheStandardLibrary(t *testing.T) {
	t.Parallel()
	text := rapid.OneOf(rapid.SampledFrom(formatstest.Hostile), rapid.String())
	links := rapid.MakeCustom[Link](rapid.MakeConfig{Types: map[reflect.Type]*rapid.Generator[any]{
		reflect.TypeFor[string]():   text.AsAny(),
		reflect.TypeFor[Number]():   rapid.SampledFrom([]Number{"1", "12.5", "48"}).AsAny(),
		reflect.TypeFor[[]string](): rapid.Custom(func(t *rapid.T) []string { return listed(rapid.SliceOfN(text, 0, 3).Draw(t, "list")) }).AsAny(),
		reflect.TypeFor[[]Segment](): rapid.Custom(func(t *rapid.T) []Segment {
			return append([]Segment{}, rapid.SliceOfN(rapid.Make[Segment](), 0, 3).Draw(t, "route")...)
		}).AsAny(),
	}})
	rapid.Check(t, func(t *rapid.T) {
		l := links.Draw(t, "link")
		want, err := marshal(&l)
		if err != nil {
			t.Fatal(err)
		}
		if got := l.append(nil); string(got) != string(want) {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
	})
}

func TestFaceIsTheOneThePortsLookOutOf(t *testing.T) {
	t.Parallel()
	typ := func(side string, height units.RackUnits) *catalog.DeviceType {
		return &catalog.DeviceType{PortSide: side, Height: height}
	}
	tests := []struct {
		name   string
		device planner.Device
		want   string
	}{
		{"ports in front, front to the front", planner.Device{Rack: "A", Face: "front", Type: typ("front", 2)}, "front"},
		{"ports in front, front to the rear", planner.Device{Rack: "A", Face: "rear", Type: typ("front", 2)}, "rear"},
		{"ports at the back, front to the front", planner.Device{Rack: "A", Face: "front", Type: typ("rear", 2)}, "rear"},
		{"ports at the back, front to the rear", planner.Device{Rack: "A", Face: "rear", Type: typ("rear", 2)}, "front"},
		{"a device without units is at the rear", planner.Device{Rack: "A", Face: "front", Type: typ("front", 0)}, "rear"},
		{"a type that does not say", planner.Device{Rack: "A", Face: "front", Type: typ("", 2)}, ""},
		{"a device without a rack", planner.Device{Face: "front", Type: typ("front", 2)}, ""},
		{"a device of an unknown type", planner.Device{Rack: "A", Face: "front"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := portFace(&tt.device); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestSegmentsCarryTheExactLength(t *testing.T) {
	t.Parallel()
	got := segmentsOf([]planner.Segment{
		{Name: "exit, end a", MM: 300, Length: 300 * units.Millimetre},
		{Name: "up in rack A01", MM: 678, Length: 677_825 * units.Micrometre},
	})
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"name":"exit, end a","length_mm":300,"length":"300 mm"},{"name":"up in rack A01","length_mm":678,"length":"677.825 mm"}]`
	if string(text) != want {
		t.Errorf("got %s, want %s", text, want)
	}
}

func TestPartsOfAUnitPrintExactly(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{0: "0", 5: "0.05", 50: "0.5", 12_345: "123.45", -7: "-0.07", 100: "1"} {
		if got := hundredths(n); got != want {
			t.Errorf("%d hundredths print as %s, want %s", n, got, want)
		}
	}
	for n, want := range map[int64]string{135_500: "0.1355", 1: "0.000001", 20_000_000: "20"} {
		if got := millionths(n); got != want {
			t.Errorf("%d millionths print as %s, want %s", n, got, want)
		}
	}
}

func TestFillIsRoundedUp(t *testing.T) {
	t.Parallel()
	got := trayOf(&planner.TrayUse{Area: 1, Capacity: 3_000_000})
	if *got.FillPercent != "0.01" {
		t.Errorf("a thread in a tray fills %s percent, want 0.01", *got.FillPercent)
	}
}
