package planner

import (
	"cmp"
	"slices"
	"sync"

	"lengthwise/internal/units"
)

// A Route is the path a cable takes from port to port: up or down inside each
// rack, and along the trays between them. Its run is what the cable must cover,
// before slack. A Route must not be changed; its long part is shared with other
// routes.
type Route struct {
	Run      units.Length // 0 where not Known
	Known    bool         // false: nothing is known of the run
	AtLeast  bool         // a part is unknown, Run holds the others
	NoWay    bool         // no way along the trays between the two racks
	Estimate []string     // what the run rests on that is a guess; nil: nothing

	kind    routeKind
	flipped bool // way leads from end b to end a
	hall    *hall
	way     *way
	ends    [2]routeEnd
}

// routeKind is the line of the table of planning rules, section 1, that applies.
type routeKind uint8

const (
	routeUnknown routeKind = iota
	routeDirect
	routeRack // inside one rack
	routeSide // through the sides of bayed racks of a row
	routeTray
)

// A routeEnd is where a cable begins: the middle of a device's ports.
type routeEnd struct {
	middle units.Length
	rack   int32
	rear   bool
}

// unknownHeight is the middle of a place whose height is not known: a device
// in a rack without a unit. Such a part of a run counts as nothing, and the run
// is "at least".
const unknownHeight = units.Length(-1 << 62)

// directReach is how far apart in height the ports of a direct patch may be.
const directReach = 88_900 * units.Micrometre // 2U

// A hall is what all routes share: names, edges and settings.
type hall struct {
	racks            []rack
	trays            []tray
	exit, trayEntry  units.Length
	direct           bool
	sidePass         []int32 // of each rack's row, in positions
	bay              []int32 // beside racks: racks of one row that stand side by side share a number
	unknown, blocked Route   // for a and b without a place, without a way
}

// A router finds routes. It may be used by several goroutines at once.
type router struct {
	hall   *hall
	index  *trayIndex
	finder trayFinder

	lock      sync.Mutex
	dropsOf   [][]drop // by face, 2 x rack + 1 for the rear; nil: not asked for
	ways      map[uint64]*way
	estimates map[[2]string][]string
}

// newRouter lays the trays and prepares the search. Racks must be placed.
func newRouter(w *work) *router {
	trays, level := w.layTrays()
	h := &hall{racks: w.racks, trays: trays, exit: w.set.Exit, trayEntry: w.set.TrayEntry, direct: w.set.Direct}
	h.blocked.NoWay = true
	h.sidePass, h.bay = w.readBays()
	r := &router{
		hall:      h,
		index:     newTrayIndex(trays, w.set.TraySearch),
		dropsOf:   make([][]drop, 2*len(w.racks)),
		ways:      map[uint64]*way{},
		estimates: map[[2]string][]string{},
	}
	if level != nil {
		r.finder = &hallFinder{trays: trays, defaultHall: level}
	} else {
		r.finder = newTrayNet(trays, w.stopped)
	}
	return r
}

// readBays gives each rack the side pass of its row and a number it shares with
// the racks it stands side by side with: those at the next positions of its
// row, without a gap.
func (w *work) readBays() (sidePass, bay []int32) {
	pass := map[string]int32{}
	for i := range w.doc.Site.Rows {
		r := &w.doc.Site.Rows[i]
		if _, twice := pass[r.Name]; !twice {
			pass[r.Name] = int32(intOr(r.SidePass, 0))
		}
	}
	order := make([]int32, len(w.racks))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		x, y := &w.racks[a], &w.racks[b]
		return cmp.Or(cmp.Compare(x.row, y.row), cmp.Compare(x.position, y.position), cmp.Compare(a, b))
	})
	sidePass, bay = make([]int32, len(w.racks)), make([]int32, len(w.racks))
	for n, i := range order {
		k := &w.racks[i]
		sidePass[i], bay[i] = pass[k.row], int32(n)
		if n > 0 && k.row != "" {
			if left := &w.racks[order[n-1]]; left.row == k.row && k.position <= left.position+1 {
				bay[i] = bay[order[n-1]]
			}
		}
	}
	return sidePass, bay
}

// between is the route from one place to another. Where the side a device's
// ports look out of is a guess, it is the longer of both, and Estimate says so.
func (r *router) between(a, b place) *Route {
	h := r.hall
	if a.rack < 0 || b.rack < 0 || a.rack != b.rack && !(h.racks[a.rack].placed && h.racks[b.rack].placed) {
		return &h.unknown
	}
	var found Route
	if a.guess == "" && b.guess == "" {
		found = r.route(a, b)
	} else {
		found = r.worse(a, b)
	}
	if found.NoWay {
		return &h.blocked
	}
	return &found
}

// worse tries both sides of every end whose side is a guess. A side from which
// there is no way counts only where no other has one.
func (r *router) worse(a, b place) Route {
	sidesOf := func(p place) []bool {
		if p.guess == "" {
			return []bool{p.rear}
		}
		return []bool{false, true}
	}
	worst := Route{NoWay: true}
	first, second := &a, &b
	if a.rack > b.rack { // of equally long ones the same is kept in both directions
		first, second = second, first
	}
	for _, first.rear = range sidesOf(*first) {
		for _, second.rear = range sidesOf(*second) {
			if x := r.route(a, b); !x.NoWay && (worst.NoWay || x.Run > worst.Run) {
				worst = x
			}
		}
	}
	if !worst.NoWay {
		worst.Estimate = r.estimate(a.guess, b.guess)
	}
	return worst
}

// estimate is the list of both guesses, one list for all routes that have them.
func (r *router) estimate(a, b string) []string {
	key := [2]string{min(a, b), max(a, b)}
	r.lock.Lock()
	defer r.lock.Unlock()
	list, ok := r.estimates[key]
	if !ok {
		for i, s := range key {
			if s != "" && (i == 0 || s != key[0]) {
				list = append(list, s)
			}
		}
		r.estimates[key] = list
	}
	return list
}

// route is the route between two known faces: the first line of the table that
// applies, even if a tray were shorter.
func (r *router) route(a, b place) Route {
	h := r.hall
	x := Route{Known: true, hall: h,
		ends: [2]routeEnd{{a.middle, a.rack, a.rear}, {b.middle, b.rack, b.rear}}}
	x.AtLeast = a.middle == unknownHeight || b.middle == unknownHeight
	switch {
	case a.rack == b.rack && h.direct && a.rear == b.rear && x.rise() <= directReach:
		x.kind = routeDirect
		x.Run = h.exit + x.rise()
	case a.rack == b.rack:
		x.kind = routeRack
		x.Run = 2*h.exit + x.rise() + x.through()
	case h.sideBySide(a.rack, b.rack):
		x.kind = routeSide
		x.Run = 2*h.exit + x.rise() + x.sideways() + x.through()
	default:
		x.kind = routeTray
		if !r.overTrays(&x) {
			return Route{NoWay: true}
		}
	}
	return x
}

// sideBySide reports whether a cable may go from one rack to the other through
// their sides: one row, no more positions apart than its side pass, and a rack
// at every position between.
func (h *hall) sideBySide(a, b int32) bool {
	x, y := &h.racks[a], &h.racks[b]
	if x.row == "" || x.row != y.row || h.bay[a] != h.bay[b] || h.sidePass[a] == 0 {
		return false
	}
	apart := x.position - y.position
	return max(apart, -apart) <= int(h.sidePass[a])
}

// rise is the vertical difference of the ends, 0 where it is not known.
func (x *Route) rise() units.Length {
	if x.AtLeast {
		return 0
	}
	return (x.ends[0].middle - x.ends[1].middle).Abs()
}

// through is the way through the rack where the ports look out of different
// faces; of two depths the larger counts.
func (x *Route) through() units.Length {
	if x.ends[0].rear == x.ends[1].rear {
		return 0
	}
	return max(x.hall.racks[x.ends[0].rack].depth, x.hall.racks[x.ends[1].rack].depth)
}

// sideways is the distance between the centres of two racks along their row,
// in whole nanometres rounded up.
func (x *Route) sideways() units.Length {
	a, b := &x.hall.racks[x.ends[0].rack], &x.hall.racks[x.ends[1].rack]
	alo, ahi := a.along(a.runsEast())
	blo, bhi := b.along(b.runsEast())
	return ((alo + ahi - blo - bhi).Abs() + 1) / 2
}

// climb is the vertical distance from an end to a height, 0 where it is not known.
func (e *routeEnd) climb(to units.Length) units.Length {
	if e.middle == unknownHeight {
		return 0
	}
	return (to - e.middle).Abs()
}

// overTrays fills in the run and the way of a route that takes the trays; it
// is false where there is no way.
func (r *router) overTrays(x *Route) bool {
	a, b := &x.ends[0], &x.ends[1]
	if a.face() > b.face() { // a way is found in one direction only, so that both directions agree
		a, b, x.flipped = b, a, true
	}
	h := x.hall
	for y := r.wayBetween(a.face(), b.face()); y != nil; y = y.next {
		ha, hb := y.heights(h)
		run := 2*(h.exit+h.trayEntry) + a.climb(ha) + y.reach[0] + y.length + y.reach[1] + b.climb(hb)
		if x.way == nil || run < x.Run {
			x.way, x.Run = y, run
		}
	}
	return x.way != nil
}

// face numbers the rack faces: 2 x rack, and 1 more for the rear.
func (e *routeEnd) face() int32 {
	if e.rear {
		return 2*e.rack + 1
	}
	return 2 * e.rack
}
