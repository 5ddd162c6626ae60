package planner

import (
	"cmp"
	"fmt"
	"slices"

	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// trayAbove is how far the default trays hang above the tallest rack of the
// site (planning rules, Default trays).
const trayAbove = 300 * units.Millimetre

// A tray is one straight, level tray, parallel to an axis of the plan.
type tray struct {
	name     string
	path     string       // of its entry; empty: a default tray
	east     bool         // runs east; false: runs north
	line     units.Length // the coordinate it keeps: y where it runs east, else x
	lo, hi   units.Length // where it begins and ends on the other axis
	height   units.Length // above the floor, negative under it
	width    units.Length // 0: not written
	depth    units.Length // 0: not written
	maxGrams units.Mass   // per metre, 0: not written
}

// point is the plan point of a position along the tray.
func (t *tray) point(at units.Length) (x, y units.Length) {
	if t.east {
		return at, t.line
	}
	return t.line, at
}

// touches reports whether the tray's plan line touches the rack's footprint,
// edges included.
func (t *tray) touches(k *rack) bool {
	if t.east {
		return t.line >= k.y && t.line <= k.y+k.dy && t.lo <= k.x+k.dx && t.hi >= k.x
	}
	return t.line >= k.x && t.line <= k.x+k.dx && t.lo <= k.y+k.dy && t.hi >= k.y
}

// nearest is the point of the tray nearest to a plan point, and how far it is:
// plan distance, first along one axis, then along the other.
func (t *tray) nearest(x, y units.Length) (at, distance units.Length) {
	along, across := y, x
	if t.east {
		along, across = x, y
	}
	at = min(max(along, t.lo), t.hi)
	return at, (along - at).Abs() + (across - t.line).Abs()
}

// layTrays gives the trays of the site in natural order of name: those
// written, or the default ones. hall is nil where the trays were written.
func (w *work) layTrays() (trays []tray, hall *defaultHall) {
	if len(w.doc.Site.Trays) == 0 {
		return w.defaultTrays()
	}
	seen := map[string]bool{}
	for i := range w.doc.Site.Trays {
		written := &w.doc.Site.Trays[i]
		path := fmt.Sprintf("site.trays[%d]", i)
		if seen[written.Name] {
			w.report.find(plan.Finding{Code: "duplicate-name", Path: path, Subject: written.Name,
				Message: fmt.Sprintf("tray %s is written twice; the first one counts", written.Name),
				Fix:     "give the second tray a name of its own"})
			continue
		}
		seen[written.Name] = true
		if written.FromX != written.ToX && written.FromY != written.ToY {
			w.report.find(plan.Finding{Code: "slanted-tray", Path: path, Subject: written.Name,
				Message: fmt.Sprintf("tray %s runs from (%s, %s) to (%s, %s), parallel to neither axis; it is left out",
					written.Name, written.FromX.Metres(), written.FromY.Metres(), written.ToX.Metres(), written.ToY.Metres()),
				Fix: "write it as two trays that meet, one along x and one along y"})
			continue
		}
		t := tray{name: written.Name, path: path, height: written.Height, east: written.FromY == written.ToY}
		if t.east {
			t.line, t.lo, t.hi = written.FromY, min(written.FromX, written.ToX), max(written.FromX, written.ToX)
		} else {
			t.line, t.lo, t.hi = written.FromX, min(written.FromY, written.ToY), max(written.FromY, written.ToY)
		}
		if written.Width != nil {
			t.width = *written.Width
		}
		if written.Depth != nil {
			t.depth = *written.Depth
		}
		if written.MaxKgPerM != nil {
			t.maxGrams = *written.MaxKgPerM
		}
		trays = append(trays, t)
	}
	slices.SortFunc(trays, func(a, b tray) int { return units.CompareNatural(a.name, b.name) })
	return trays, nil
}

// A defaultHall is what the default trays have in common: they are level, the
// rows' trays are parallel and of one extent, and two cross trays join their
// ends. So a way between two points of them is a sum, not a search.
type defaultHall struct {
	cross  [2]int32 // trays at the low and the high end; -1: one row, no cross trays
	byLine []int32  // the rows' trays by the line they keep, then by name
}

// defaultTrays are the trays of a site that writes none: one over each row
// along the rear edge of its deepest rack, and one across each end of the hall
// (planning rules, Default trays). None where no row holds a rack, or where
// rows with racks are not parallel.
func (w *work) defaultTrays() ([]tray, *defaultHall) {
	rows := map[string]*tray{} // by row name
	depth := map[string]units.Length{}
	var order []string
	var top units.Length
	anyPlaced := false
	east := false
	for i := range w.racks {
		k := &w.racks[i]
		if !k.placed {
			continue
		}
		if h := k.top(); !anyPlaced || h > top {
			top = h
		}
		anyPlaced = true
		if k.row == "" {
			continue
		}
		t := rows[k.row]
		if t == nil {
			if len(order) > 0 && east != k.runsEast() {
				return nil, nil
			}
			east = k.runsEast()
			order = append(order, k.row)
			t = &tray{name: "row " + k.row, east: east}
			t.lo, t.hi = k.along(east)
			rows[k.row] = t
		}
		lo, hi := k.along(east)
		t.lo, t.hi = min(t.lo, lo), max(t.hi, hi)
		if k.depth > depth[k.row] {
			depth[k.row] = k.depth
			t.line = k.rearEdge()
		}
	}
	if len(order) == 0 {
		return nil, nil
	}
	trays := make([]tray, 0, len(order)+2)
	for _, name := range order {
		t := rows[name]
		t.height = top + trayAbove
		trays = append(trays, *t)
	}
	if len(order) > 1 {
		trays = w.crossTrays(trays)
	}
	slices.SortFunc(trays, func(a, b tray) int { return units.CompareNatural(a.name, b.name) })
	hall := &defaultHall{cross: [2]int32{-1, -1}}
	for i := range trays {
		if trays[i].east == east {
			hall.byLine = append(hall.byLine, int32(i))
		} else if hall.cross[0] < 0 {
			hall.cross[0] = int32(i)
		} else {
			hall.cross[1] = int32(i)
		}
	}
	if c := hall.cross; c[1] >= 0 && trays[c[0]].line > trays[c[1]].line {
		hall.cross = [2]int32{c[1], c[0]}
	}
	slices.SortStableFunc(hall.byLine, func(a, b int32) int { return cmp.Compare(trays[a].line, trays[b].line) })
	return trays, hall
}

// crossTrays extends the rows' trays to both ends of the hall (the smallest and
// the largest edge of any rack) and adds the two trays that join them there.
func (w *work) crossTrays(rows []tray) []tray {
	east := rows[0].east
	lo, hi := rows[0].lo, rows[0].hi
	for i := range w.racks {
		if k := &w.racks[i]; k.placed {
			a, b := k.along(east)
			lo, hi = min(lo, a), max(hi, b)
		}
	}
	near, far := rows[0].line, rows[0].line
	for i := range rows {
		rows[i].lo, rows[i].hi = lo, hi
		near, far = min(near, rows[i].line), max(far, rows[i].line)
	}
	names := [2]string{"cross south", "cross north"}
	if east {
		names = [2]string{"cross west", "cross east"}
	}
	for i, line := range [2]units.Length{lo, hi} {
		rows = append(rows, tray{name: names[i], east: !east, line: line, lo: near, hi: far, height: rows[0].height})
	}
	return rows
}

// A drop is where a cable from a rack face meets a tray.
type drop struct {
	tray  int32
	at    units.Length // along the tray
	reach units.Length // plan distance from the face's middle
}

// A trayIndex finds the trays near a rack.
type trayIndex struct {
	trays       []tray
	east, north []int32 // trays by line
	search      units.Length
}

func newTrayIndex(trays []tray, search units.Length) *trayIndex {
	x := &trayIndex{trays: trays, search: search}
	for i := range trays {
		if trays[i].east {
			x.east = append(x.east, int32(i))
		} else {
			x.north = append(x.north, int32(i))
		}
	}
	byLine := func(a, b int32) int {
		return cmp.Or(cmp.Compare(trays[a].line, trays[b].line), cmp.Compare(a, b))
	}
	slices.SortFunc(x.east, byLine)
	slices.SortFunc(x.north, byLine)
	return x
}

// near calls visit for each tray whose line lies in lo..hi.
func (x *trayIndex) near(order []int32, lo, hi units.Length, visit func(int32)) {
	from, _ := slices.BinarySearchFunc(order, lo, func(t int32, at units.Length) int {
		return cmp.Compare(x.trays[t].line, at)
	})
	for _, t := range order[from:] {
		if x.trays[t].line > hi {
			return
		}
		visit(t)
	}
}

// drops are the drop points of a rack face: the nearest point of each tray that
// touches the rack's own footprint; only where none does, of each tray within
// the search distance. A cable never jumps an aisle to save length.
func (x *trayIndex) drops(k *rack, rear bool) []drop {
	px, py := k.face(rear)
	var found []drop
	add := func(t int32) {
		at, reach := x.trays[t].nearest(px, py)
		found = append(found, drop{tray: t, at: at, reach: reach})
	}
	touching := func(t int32) {
		if x.trays[t].touches(k) {
			add(t)
		}
	}
	x.near(x.east, k.y, k.y+k.dy, touching)
	x.near(x.north, k.x, k.x+k.dx, touching)
	if len(found) == 0 {
		within := func(t int32) {
			if _, reach := x.trays[t].nearest(px, py); reach <= x.search {
				add(t)
			}
		}
		x.near(x.east, py-x.search, py+x.search, within)
		x.near(x.north, px-x.search, px+x.search, within)
	}
	slices.SortFunc(found, func(a, b drop) int { return cmp.Compare(a.tray, b.tray) })
	return found
}
