package planner

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestSegmentsAreNamed(t *testing.T) {
	t.Parallel()
	const site = `
		row A at 0m,0m side_pass 1
		rack A[1-5] row A
		rack B at 6m,4m faces south depth 1400mm
		tray over from 0m,1.2m to 7m,1.2m height 2.5m
		tray cross from 6.6m,0m to 6.6m,6m height 2.8m
		type rear units 1 ports rear
		type front units 1 ports front
		device a type rear rack A1 u 5
		device a2 type front rack A1 u 1
		device a3 type rear rack A1 u 6
		device n type front rack A2 u 9
		device far type rear rack A3 u 5
		device b type rear rack B u 1
		device nowhere type rear rack A5
		device out type rear external true
	`
	for _, c := range []struct {
		name, a, b string
		direct     bool
		want       string
	}{
		{"direct", "a", "a3", true, "exit; up in rack A1"},
		{"inside a rack, through it", "a", "a2", false, "exit, end a; down in rack A1; depth of rack A1; exit, end b"},
		{"through the side", "a", "n", false, "exit, end a; up in rack A1; side pass, rack A1 to A2; depth of rack A1; exit, end b"},
		{"over one tray", "a", "far", false, "exit, end a; up in rack A1; rack A1 to tray over; tray entry, end a; tray over; " +
			"tray entry, end b; tray over to rack A3; down in rack A3; exit, end b"},
		{"over two trays", "a", "b", false, "exit, end a; up in rack A1; rack A1 to tray over; tray entry, end a; tray over; " +
			"up from tray over to tray cross; tray cross; tray entry, end b; tray cross to rack B; down in rack B; exit, end b"},
		{"and back", "b", "a", false, "exit, end a; up in rack B; rack B to tray cross; tray entry, end a; tray cross; " +
			"down from tray cross to tray over; tray over; tray entry, end b; tray over to rack A1; down in rack A1; exit, end b"},
		{"a height that is not known", "a", "nowhere", false, "exit, end a; up in rack A1; rack A1 to tray over; tray entry, end a; tray over; " +
			"tray entry, end b; tray over to rack A5; rack A5, height not known; exit, end b"},
		{"unknown", "a", "out", false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := site
			if c.direct {
				text += "\nsetting direct=true"
			}
			w := siteOf(t, text)
			x := w.routeOf(t, c.a, c.b)
			checkRoute(t, x, w.routeOf(t, c.b, c.a))
			var names []string
			for _, s := range x.Segments() {
				names = append(names, s.Name)
			}
			if got := strings.Join(names, "; "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestNoWayIsExplained(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, trays, want string }{
		{"none at all", "", "no way from rack A to rack B: the site has no trays"},
		{"none near one of them", "tray t from 0m,1.2m to 2m,1.2m height 2.5m",
			"no way from rack A to rack B: no tray touches B or comes within 1.5 m of it"},
		{"not joined", "tray t from 0m,1.2m to 2m,1.2m height 2.5m\ntray u from 9m,1.2m to 12m,1.2m height 2.5m",
			"no way from rack A to rack B: their trays are not joined"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := siteOf(t, "rack A at 0m,0m\nrack B at 10m,0m\ntype box units 1 ports rear\ndevice a type box rack A u 1\ndevice b type box rack B u 1\n"+c.trays)
			a, b := w.places[0], w.places[1]
			if x := w.router.between(a, b); !x.NoWay || x.Known || x.Run != 0 || x.Segments() != nil {
				t.Fatalf("got %+v, want no way", x)
			}
			got, fix := w.router.whyNoWay(a, b)
			if got != c.want || fix == "" {
				t.Errorf("got %q (%s), want %q", got, fix, c.want)
			}
		})
	}
}

func TestRoutesAreTheSameFromSeveralGoroutines(t *testing.T) {
	t.Parallel()
	doc := bigSite(6, 8, 3)
	alone, shared := placed(doc), placed(doc)
	want := make([]string, 400)
	pair := func(w *work, i int) string {
		x := w.router.between(w.places[i%len(w.places)], w.places[i*7919%len(w.places)])
		return describeRun(x) + " " + describeTrays(x)
	}
	for i := range want {
		want[i] = pair(alone, i)
	}
	got := make([][]string, 4)
	var group sync.WaitGroup
	for g := range got {
		group.Go(func() {
			for i := range want {
				got[g] = append(got[g], pair(shared, i))
			}
		})
	}
	group.Wait()
	for g := range got {
		if !slices.Equal(got[g], want) {
			t.Errorf("goroutine %d found other routes", g)
		}
	}
}
