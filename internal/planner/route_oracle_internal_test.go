package planner

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// An obviousRoute is what the slow oracle finds: the run without the ends'
// exits and tray entries, the segments along trays, the trays taken.
type obviousRoute struct {
	run      units.Length
	segments int
	trays    []int32
}

// obviously tries every list of trays that join one another, none twice, from
// every drop point of one face to every one of the other.
func obviously(h *hall, search units.Length, a, b place) (best obviousRoute, found bool) {
	type spot struct{ x, y units.Length }
	at := func(t int32, p units.Length) spot { x, y := h.trays[t].point(p); return spot{x, y} }
	apart := func(p, q spot) units.Length { return (p.x - q.x).Abs() + (p.y - q.y).Abs() }
	within := func(v, lo, hi units.Length) units.Length { return max(lo, min(v, hi)) }
	drops := func(p place) (list []drop) {
		k := &h.racks[p.rack]
		fx, fy := k.face(p.rear)
		for _, touching := range []bool{true, false} {
			for t := range h.trays {
				y := &h.trays[t]
				x0, y0 := y.point(y.lo)
				x1, y1 := y.point(y.hi)
				p := spot{within(fx, x0, x1), within(fy, y0, y1)}
				reach := apart(p, spot{fx, fy})
				touches := x0 <= k.x+k.dx && x1 >= k.x && y0 <= k.y+k.dy && y1 >= k.y
				if touches == touching && (touching || reach <= search) {
					along := p.y
					if y.east {
						along = p.x
					}
					list = append(list, drop{int32(t), along, reach})
				}
			}
			if len(list) > 0 {
				break
			}
		}
		return list
	}
	// joints are the points two trays have in common, among those that can matter
	joints := func(t, u int32, extra []spot) (list []spot) {
		a, b := &h.trays[t], &h.trays[u]
		candidates := append([]spot{at(t, a.lo), at(t, a.hi), at(u, b.lo), at(u, b.hi)}, extra...)
		if a.east != b.east {
			e, n := a, b
			if !e.east {
				e, n = b, a
			}
			candidates = append(candidates, spot{n.line, e.line})
		}
		on := func(y *tray, p spot) bool {
			x0, y0 := y.point(y.lo)
			x1, y1 := y.point(y.hi)
			return p.x >= x0 && p.x <= x1 && p.y >= y0 && p.y <= y1
		}
		for _, p := range candidates {
			if on(a, p) && on(b, p) && !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
		return list
	}
	for _, da := range drops(a) {
		for _, db := range drops(b) {
			start, end := at(da.tray, da.at), at(db.tray, db.at)
			base := da.reach + db.reach + (h.trays[da.tray].height - a.middle).Abs() + (h.trays[db.tray].height - b.middle).Abs()
			var walk func(taken []int32, here spot, run units.Length, segments int)
			walk = func(taken []int32, here spot, run units.Length, segments int) {
				t := taken[len(taken)-1]
				if t == db.tray {
					x := obviousRoute{base + run + apart(here, end), segments, slices.Clone(taken)}
					if !found || cmp.Or(cmp.Compare(x.run, best.run), cmp.Compare(x.segments, best.segments), slices.Compare(x.trays, best.trays)) < 0 {
						best, found = x, true
					}
					return
				}
				for u := range int32(len(h.trays)) {
					if slices.Contains(taken, u) {
						continue
					}
					rise := (h.trays[u].height - h.trays[t].height).Abs()
					n := segments + 1
					if rise != 0 {
						n++
					}
					for _, p := range joints(t, u, []spot{start, end}) {
						walk(append(slices.Clone(taken), u), p, run+apart(here, p)+rise, n)
					}
				}
			}
			walk([]int32{da.tray}, start, 0, 1)
		}
	}
	return best, found
}

// randomSite is a few racks and trays on a coarse grid, so that trays often
// touch, overlap and tie.
func randomSite(r *rand.Rand, trays int) *plan.Document {
	grid := func(n int) units.Length { return units.Length(r.IntN(n)) * 600 * units.Millimetre }
	length := func(l units.Length) *units.Length { return &l }
	doc := &plan.Document{Version: 1, Name: "random"}
	search := units.Length(r.IntN(7)) * 300 * units.Millimetre
	doc.Settings.TraySearch = &search
	heights := []units.Length{2400 * units.Millimetre, 2400 * units.Millimetre, 2700 * units.Millimetre, -300 * units.Millimetre, 1 * units.Metre}
	for i := range trays {
		t := plan.Tray{Name: fmt.Sprintf("t%d", i+1), Height: heights[r.IntN(len(heights))], FromX: grid(8), FromY: grid(8)}
		t.ToX, t.ToY = t.FromX, t.FromY
		far := 7 * 600 * units.Millimetre
		switch r.IntN(4) { // long ones cross, short ones touch or end in nothing
		case 0:
			t.ToX = grid(8)
		case 1:
			t.ToY = grid(8)
		case 2:
			t.FromX, t.ToX = 0, far
		case 3:
			t.FromY, t.ToY = 0, far
		}
		doc.Site.Trays = append(doc.Site.Trays, t)
	}
	faces := []string{"south", "north", "east", "west"}
	for i := range 4 {
		doc.Racks = append(doc.Racks, plan.Rack{Name: fmt.Sprintf("r%d", i), X: length(grid(6)), Y: length(grid(6)), Faces: faces[r.IntN(4)]})
	}
	return doc
}

func TestRouterAgreesWithTryingEveryWay(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 7))
	routes, noWay, several := 0, 0, 0
	for site := range 2000 {
		doc := randomSite(r, 2+r.IntN(5))
		w := placed(doc)
		h := w.router.hall
		for range 4 {
			random := func() place {
				return place{rack: int32(r.IntN(len(w.racks))), rear: r.IntN(2) == 0,
					middle: units.Length(r.IntN(2100)) * units.Millimetre}
			}
			a, b := random(), random()
			if a.rack == b.rack {
				continue
			}
			if a.rack > b.rack { // the router's own direction
				a, b = b, a
			}
			x := w.router.between(a, b)
			checkRoute(t, x, w.router.between(b, a))
			want, found := obviously(h, w.set.TraySearch, a, b)
			routes++
			if !found {
				noWay++
			}
			if x.NoWay != !found {
				t.Fatalf("site %d: got no way %v, want %v\n%+v", site, x.NoWay, !found, doc.Site.Trays)
			}
			if !found {
				continue
			}
			var trays []int32
			for _, s := range x.way.steps {
				trays = append(trays, s.tray)
			}
			ends := 2 * (w.set.Exit + w.set.TrayEntry)
			if x.Run != want.run+ends || !slices.Equal(trays, want.trays) {
				t.Fatalf("site %d, %+v to %+v: got %s over %v, want %s over %v\n%+v\n%+v",
					site, a, b, x.Run, trays, want.run+ends, want.trays, doc.Site.Trays, w.racks)
			}
			if want.segments > 1 {
				several++
			}
		}
	}
	if routes < 5000 || noWay < 500 || routes-noWay < 2000 || several < 700 {
		t.Errorf("too few cases of a kind: %d routes, %d without a way, %d over several trays", routes, noWay, several)
	}
}

// randomHall is a hall of parallel rows without trays.
func randomHall(r *rand.Rand) *plan.Document {
	length := func(l units.Length) *units.Length { return &l }
	doc := &plan.Document{Version: 1, Name: "random"}
	faces := [][2]string{{"south", "north"}, {"east", "west"}}[r.IntN(2)]
	for i := range 1 + r.IntN(5) {
		name := fmt.Sprintf("row%d", i+1)
		row := plan.Row{Name: name, Faces: faces[r.IntN(2)]}
		step := units.Length(r.IntN(6)) * 1200 * units.Millimetre
		shift := units.Length(r.IntN(4)) * 300 * units.Millimetre
		row.X, row.Y = length(shift), length(step)
		if faces[0] == "east" {
			row.X, row.Y = length(step), length(shift)
		}
		if r.IntN(3) == 0 {
			row.Runs = map[string]string{"south": "west", "east": "south"}[faces[0]]
		}
		doc.Site.Rows = append(doc.Site.Rows, row)
		for p := range 1 + r.IntN(4) {
			position := 1 + 2*p
			doc.Racks = append(doc.Racks, plan.Rack{Name: fmt.Sprintf("%s-%d", name, p), Row: name, Position: &position,
				Depth: length(units.Length(1000+200*r.IntN(3)) * units.Millimetre)})
		}
	}
	if r.IntN(3) == 0 {
		doc.Racks = append(doc.Racks, plan.Rack{Name: "alone", Faces: faces[0],
			X: length(units.Length(r.IntN(8)) * 600 * units.Millimetre), Y: length(units.Length(r.IntN(8)) * 600 * units.Millimetre)})
	}
	return doc
}

func TestDefaultTraysAddUpToWhatASearchFinds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 1))
	over := 0
	for site := range 400 {
		w := placed(randomHall(r))
		search := newRouter(w)
		search.finder = newTrayNet(search.hall.trays, w.stopped)
		if _, ok := w.router.finder.(*hallFinder); !ok {
			t.Fatalf("site %d has no default trays", site)
		}
		for range 10 {
			a := place{rack: int32(r.IntN(len(w.racks))), rear: r.IntN(4) > 0, middle: units.Metre}
			b := place{rack: int32(r.IntN(len(w.racks))), rear: r.IntN(4) > 0, middle: units.Metre / 2}
			got, want := w.router.between(a, b), search.between(a, b)
			checkRoute(t, got, w.router.between(b, a))
			if describeRun(got) != describeRun(want) || describeTrays(got) != describeTrays(want) {
				t.Fatalf("site %d, rack %s to %s: got %s over %s, want %s over %s\n%+v", site, w.racks[a.rack].name, w.racks[b.rack].name,
					describeRun(got), describeTrays(got), describeRun(want), describeTrays(want), w.router.hall.trays)
			}
			if got.way != nil && len(got.way.steps) > 1 {
				over++
			}
		}
	}
	if over < 300 {
		t.Errorf("only %d routes took more than one tray", over)
	}
}

func TestForgettingTreesChangesNoRoute(t *testing.T) {
	t.Parallel()
	doc := bigSite(8, 12, 5)
	whole, forgetful := placed(doc), placed(doc)
	net := forgetful.router.finder.(*trayNet)
	net.keep = 1
	for i := range whole.places {
		j := (i*31 + 7) % len(whole.places)
		got := forgetful.router.between(forgetful.places[i], forgetful.places[j])
		want := whole.router.between(whole.places[i], whole.places[j])
		if describeRun(got) != describeRun(want) || describeTrays(got) != describeTrays(want) {
			t.Fatalf("got %s over %s, want %s over %s", describeRun(got), describeTrays(got), describeRun(want), describeTrays(want))
		}
	}
	if len(net.trees) != keptTrees {
		t.Errorf("%d trees are kept, want %d", len(net.trees), keptTrees)
	}
}

func TestAStoppedRunEndsTheSearch(t *testing.T) {
	t.Parallel()
	w := placed(bigSite(100, 4, 60)) // 6,000 crossings
	a, b := w.places[0], w.places[len(w.places)-1]
	if x := w.router.between(a, b); !x.Known {
		t.Fatalf("got %s, want a run", describeRun(x))
	}
	w.opt.Stop = func() bool { return true }
	if x := newRouter(w).between(a, b); x.Known {
		t.Errorf("got %s of a stopped run, want none", describeRun(x))
	}
}
