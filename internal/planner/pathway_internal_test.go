package planner

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lengthwise/internal/units"
)

// siteOf works a site written as in testdata/routes as far as the routes.
func siteOf(t *testing.T, lines string) *work {
	t.Helper()
	s := newScenario("site")
	for _, line := range strings.Split(lines, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if err := s.read(line); err != nil {
			t.Fatal(err)
		}
	}
	return placed(s.doc)
}

const threeRacks = `
	row A at 0m,0m
	rack A[1-3] row A
	tray t from 0m,1.2m to 1.8m,1.2m height 2.5m width 100mm depth 50mm kg_per_m 1
	tray unused from 9m,0m to 9m,4m height 2.5m width 100mm depth 50mm
	type box units 1 ports rear
	device d[1-3] type box rack A[1-3] u 1
	device d1b type box rack A1 u 5
`

func TestCrossSectionIsRoundedUpToHundredthsOfASquareMillimetre(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		od   int // hundredths of a millimetre
		want int64
	}{
		{0, 0},
		{1000, 7854}, // 10 mm: 100 x 355/452 = 78.5398
		{943, 6985},  // 9.43 mm: 88.9249 x 355/452 = 69.8415
		{300, 707},   // 3 mm: 9 x 355/452 = 7.0686
		{1, 1},
	} {
		if got := crossSection(c.od); got != c.want {
			t.Errorf("cross-section of %d hundredths of a mm: got %d, want %d", c.od, got, c.want)
		}
	}
}

func TestTraysHoldWhatLiesAlongTheWays(t *testing.T) {
	t.Parallel()
	w := siteOf(t, threeRacks)
	l := newTrayLoad(w)
	route := func(a, b string) *Route { return w.routeOf(t, a, b) }
	l.add(route("d1", "d2"), 1000, 100, false, false, units.MM(40))
	l.add(route("d3", "d1"), 1000, 100, true, false, units.MM(40))
	l.add(route("d2", "d3"), 0, 0, false, false, units.MM(40))
	l.add(route("d1", "d1b"), 1000, 100, false, false, units.MM(40)) // inside one rack
	l.add(nil, 1000, 100, false, false, units.MM(40))                // a measured run
	var got []string
	for _, u := range l.uses() {
		got = append(got, fmt.Sprintf("%s %s,%s-%s,%s: %d cables, %d known %v of %d, %d known %v of %d, estimate %v", u.Name,
			shortMetres(u.FromX), shortMetres(u.FromY), shortMetres(u.ToX), shortMetres(u.ToY),
			u.Cables, u.Area, u.AreaKnown, u.Capacity, u.Weight, u.WeightKnown, u.MaxWeight, u.Estimate))
	}
	want := []string{
		"t 0m,1.2m-0.3m,1.2m: 0 cables, 0 known true of 500000, 0 known true of 1000000, estimate false",
		"t 0.3m,1.2m-0.9m,1.2m: 2 cables, 15708 known true of 500000, 200000 known true of 1000000, estimate true",
		"t 0.9m,1.2m-1.5m,1.2m: 2 cables, 7854 known false of 500000, 100000 known false of 1000000, estimate true",
		"t 1.5m,1.2m-1.8m,1.2m: 0 cables, 0 known true of 500000, 0 known true of 1000000, estimate false",
		"unused 9m,0m-9m,4m: 0 cables, 0 known true of 500000, 0 known true of 0, estimate false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestTrayFindings(t *testing.T) {
	t.Parallel()
	type leg struct {
		n, od, weight    int
		estimate, copper bool
		bend             units.Length
	}
	fine := units.MM(40)
	for _, c := range []struct {
		name      string
		tray      string // width, depth and weight of the tray
		legs      []leg
		findings  []string
		unchecked []string
	}{
		{"just at the fill limit", "width 100mm depth 50mm kg_per_m 100", // 40 % of 5000 mm² are 2000: 25 x 80
			[]leg{{n: 25, od: 1009, weight: 10, bend: fine}}, nil, nil}, // 79.96 each
		{"above the fill limit", "width 100mm depth 50mm kg_per_m 100",
			[]leg{{n: 26, od: 1009, weight: 10, bend: fine}}, []string{"tray-overfull t 26"}, nil},
		{"an unknown diameter leaves it open", "width 100mm depth 50mm kg_per_m 100",
			[]leg{{n: 25, od: 1009, weight: 10, bend: fine}, {n: 2, weight: 10, bend: fine}}, nil,
			[]string{"tray-overfull t: no diameter is known of some cables x2"}},
		{"what is known is too much already", "width 100mm depth 50mm kg_per_m 100",
			[]leg{{n: 26, od: 1009, weight: 10, bend: fine}, {n: 2, weight: 10, bend: fine}}, []string{"tray-overfull t 28"}, nil},
		{"just at the weight limit", "width 100mm depth 50mm kg_per_m 1",
			[]leg{{n: 10, od: 100, weight: 100, bend: fine}}, nil, nil},
		{"too heavy", "width 100mm depth 50mm kg_per_m 1",
			[]leg{{n: 11, od: 100, weight: 100, bend: fine}}, []string{"tray-weight t 11"}, nil},
		{"the class weight of copper clears no tray", "width 100mm depth 50mm kg_per_m 1",
			[]leg{{n: 3, od: 100, weight: 45, estimate: true, copper: true, bend: fine}}, nil,
			[]string{"tray-weight t: the weight of copper cables is a class average that is implausibly low x3"}},
		{"but it may raise the warning", "width 100mm depth 50mm kg_per_m 1",
			[]leg{{n: 23, od: 100, weight: 45, estimate: true, copper: true, bend: fine}}, []string{"tray-weight t 23"}, nil},
		{"the class weight of fibre does clear one", "width 100mm depth 50mm kg_per_m 1",
			[]leg{{n: 3, od: 100, weight: 9, estimate: true, bend: fine}}, nil, nil},
		{"a weight nobody knows", "width 100mm depth 50mm kg_per_m 1",
			[]leg{{n: 3, od: 100, bend: fine}}, nil, []string{"tray-weight t: no weight is known of some cables x3"}},
		{"no figures of the tray", "",
			[]leg{{n: 3, od: 100, weight: 10, bend: fine}}, nil,
			[]string{"bend-radius t: the tray has no depth x1", "tray-overfull t: the tray has no width and depth x1",
				"tray-weight t: the tray has no max_kg_per_m x1"}},
		{"bent as tightly as the tray is deep", "width 100mm depth 50mm kg_per_m 100",
			[]leg{{n: 1, od: 100, weight: 10, bend: units.MM(50)}}, nil, nil},
		{"bent too tightly in the tray", "width 100mm depth 50mm kg_per_m 100",
			[]leg{{n: 2, od: 100, weight: 10, bend: units.MM(51)}, {n: 1, od: 100, weight: 10, bend: fine}}, []string{"bend-radius t 2"}, nil},
		{"bent too tightly at the exit", "width 100mm depth 400mm kg_per_m 100",
			[]leg{{n: 2, od: 100, weight: 10, bend: units.MM(301)}, {n: 1, od: 100, weight: 10, bend: units.MM(300)}}, []string{"bend-radius exit 2"}, nil},
		{"no bending radius", "width 100mm depth 50mm kg_per_m 100",
			[]leg{{n: 2, od: 100, weight: 10}}, nil,
			[]string{"bend-radius exit: no bending radius is known of some cables x2", "bend-radius t: no bending radius is known of some cables x2"}},
		{"nothing lies in it", "", nil, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := siteOf(t, strings.Replace(threeRacks, "width 100mm depth 50mm kg_per_m 1", c.tray, 1))
			w.report = report{}
			l := newTrayLoad(w)
			for _, g := range c.legs {
				for range g.n {
					l.add(w.routeOf(t, "d1", "d2"), g.od, g.weight, g.estimate, g.copper, g.bend)
				}
			}
			l.check()
			var findings, unchecked []string
			for _, f := range w.report.findings {
				findings = append(findings, fmt.Sprintf("%s %s %d", f.Code, f.Subject, f.Count))
				if f.Path == "" || f.Message == "" || f.Fix == "" {
					t.Errorf("%s lacks its path, message or fix: %+v", f.Code, f)
				}
			}
			for key, n := range w.report.unchecked {
				unchecked = append(unchecked, fmt.Sprintf("%s %s: %s x%d", key[0], key[1], key[2], n))
			}
			slices.Sort(unchecked)
			if !slices.Equal(findings, c.findings) {
				t.Errorf("findings: got %q, want %q", findings, c.findings)
			}
			if !slices.Equal(unchecked, c.unchecked) {
				t.Errorf("unchecked: got %q, want %q", unchecked, c.unchecked)
			}
		})
	}
}
