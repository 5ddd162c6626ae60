package planner

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/units"
)

func TestFreeUnits(t *testing.T) {
	t.Parallel()
	w := siteOf(t, `
		row A at 0m,0m
		rack A[1-2] row A units 10 depth 1000mm
		type box units 2 ports rear depth 400mm
		type deep units 2 ports rear
		type thin units 0.5 ports rear
		type half units 1 ports rear width half depth 400mm
		type pdu kind pdu
		device a type box rack A1 u 1
		device b type box rack A1 u 5
		device c type box rack A1 u 8
		device r type box rack A2 u 9 face rear
		device d type deep rack A2 u 1
		device s type thin rack A2 u 5
		device h type half rack A1 u 10 slot right
		device g type half rack A2 u 3
		device p type pdu rack A1
		device new type box
	`)
	for _, c := range []struct{ device, rack, want string }{
		{"a", "A1", "1 2 3"}, // its own place counts as free; U9 is half taken
		{"d", "A1", "3"},
		{"r", "A1", "1 2 3 4 5 6 7 8 9"}, // from the other face, over shallow devices
		{"new", "A2", "6 7 8 9"},         // looks out of the front; r leaves depth
		{"d", "A2", "1 6 7"},
		{"g", "A1", "3 4 7 10"}, // left, beside h
		{"h", "A2", "3 4 6 7 8 9 10"},
		{"p", "A1", ""},
	} {
		var got []string
		for _, u := range w.freeUnits(w.rackByName[c.rack], w.deviceByName[c.device]) {
			got = append(got, u.String())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("free units of %s for %s: got %q, want %q", c.rack, c.device, got, c.want)
		}
	}
	halves := w.freeUnits(w.rackByName["A1"], w.deviceByName["s"])
	if want := []units.RackUnits{6, 7, 8, 9, 14, 15}; !slices.Equal(halves, want) {
		t.Errorf("free half units of A1 for s: got %v, want %v", halves, want)
	}
}

func TestMovedPlaceIsWhereTheDeviceWouldStand(t *testing.T) {
	t.Parallel()
	w := siteOf(t, `
		row A at 0m,0m
		rack A[1-2] row A base 100mm
		type box units 2
		device a type box rack A1 u top face rear
		device b type box rack A2 u 3
	`)
	for i := range w.devices {
		if got, want := w.movedPlace(int32(i), w.places[i].rack, w.places[i].u), w.places[i]; got != want {
			t.Errorf("%s moved to where it is: got %+v, want %+v", w.devices[i].Name, got, want)
		}
	}
	got := w.movedPlace(w.deviceByName["b"], w.rackByName["A1"], units.U(5))
	if want := 100*units.Millimetre + units.U(5).Height(); got.middle != want || got.rack != w.rackByName["A1"] || got.u != units.U(5) {
		t.Errorf("b at U5 of A1: got %+v, want its middle at %s", got, want)
	}
}

func TestRackUses(t *testing.T) {
	t.Parallel()
	w := siteOf(t, `
		row A at 0m,0m
		rack A[1-3] row A units 10 power 2 weight 30
		rack B units 48
		type box units 2 ports rear depth 400mm watts 700 grams 9500
		type dark units 1.5 ports rear depth 400mm
		device a type box rack A1 u 1
		device r type box rack A1 u 2 face rear
		device d type dark rack A1 u 9.5
		device n type box rack A2
		device m type mystery rack A2 u 1
	`)
	uses := w.rackUses(func(device int32) int { return int(device) })
	var got []string
	for _, u := range uses {
		got = append(got, fmt.Sprintf("%s %v %v %v %v", u.Name, u.Units, u.Power, u.Weight, u.Ports))
	}
	want := []string{
		// U1 to U3 and U9.5 to U10.5 of 10; a, d and r are devices 0, 1 and 4
		"A1 {9 20 0} {1400 2000 1} {19000 30000 1} {5 0 0}",
		// n stands nowhere in particular, of m nothing is known
		"A2 {0 20 2} {700 2000 1} {9500 30000 1} {3 0 1}",
		"A3 {0 20 0} {0 2000 0} {0 30000 0} {0 0 0}",
		"B {0 96 0} {0 -1 0} {0 -1 0} {0 0 0}",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
