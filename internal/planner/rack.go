package planner

import (
	"cmp"
	"fmt"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// Defaults of a rack and a row (plan format, Defaults).
const (
	defaultRackUnits = 48
	defaultRackWidth = 600 * units.Millimetre
	defaultRackDepth = 1200 * units.Millimetre
	defaultPitch     = 600 * units.Millimetre
	defaultFaces     = "south"
)

// A hallRow is a row with its defaults filled in.
type hallRow struct {
	x, y     units.Length
	pitch    units.Length
	faces    string
	backward bool // runs west or south
}

// top is the height of the rack's top above the floor.
func (k *rack) top() units.Length { return k.base + units.U(k.units).Height() }

// runsEast reports whether the rack's row, and so its width, lies along x.
func (k *rack) runsEast() bool { return k.faces == "south" || k.faces == "north" }

// along is the rack's extent along x (east) or y.
func (k *rack) along(east bool) (lo, hi units.Length) {
	if east {
		return k.x, k.x + k.dx
	}
	return k.y, k.y + k.dy
}

// rearEdge is the line its rear edge lies on.
func (k *rack) rearEdge() units.Length {
	switch k.faces {
	case "south":
		return k.y + k.dy
	case "west":
		return k.x + k.dx
	case "north":
		return k.y
	}
	return k.x
}

// face is the middle of the rack's front or rear face, in plan coordinates.
func (k *rack) face(rear bool) (x, y units.Length) {
	x, y = k.x+k.dx/2, k.y+k.dy/2
	switch k.faces {
	case "south":
		y = k.y
		if rear {
			y += k.dy
		}
	case "north":
		y = k.y + k.dy
		if rear {
			y = k.y
		}
	case "west":
		x = k.x
		if rear {
			x += k.dx
		}
	default:
		x = k.x + k.dx
		if rear {
			x = k.x
		}
	}
	return x, y
}

// placeRacks fills w.racks and w.rackByName: every rack of the document in
// natural order of name, standing where its row or its coordinates put it.
func (w *work) placeRacks() {
	rows := w.readRows()
	for i := range w.doc.Racks {
		w.expandRack(i, rows)
	}
	slices.SortStableFunc(w.racks, func(a, b rack) int { return units.CompareNatural(a.name, b.name) })
	w.rackByName = make(map[string]int32, len(w.racks))
	kept := w.racks[:0]
	for _, k := range w.racks {
		if first, twice := w.rackByName[k.name]; twice {
			w.report.find(plan.Finding{Code: "duplicate-name", Path: k.path, Subject: k.name,
				Message: fmt.Sprintf("rack %s is written twice, in %s and %s; the first one counts", k.name, kept[first].path, k.path),
				Fix:     "give the second rack a name of its own"})
			continue
		}
		w.rackByName[k.name] = int32(len(kept))
		kept = append(kept, k)
	}
	w.racks = kept
	w.checkOverlaps()
}

// readRows gives the rows by name, defaults filled in.
func (w *work) readRows() map[string]hallRow {
	rows := make(map[string]hallRow, len(w.doc.Site.Rows))
	for i := range w.doc.Site.Rows {
		r := &w.doc.Site.Rows[i]
		if _, twice := rows[r.Name]; twice {
			w.report.find(plan.Finding{Code: "duplicate-name", Path: fmt.Sprintf("site.rows[%d]", i), Subject: r.Name,
				Message: fmt.Sprintf("row %s is written twice; the first one counts", r.Name),
				Fix:     "give the second row a name of its own"})
			continue
		}
		rows[r.Name] = hallRow{
			x: lengthOr(r.X, 0), y: lengthOr(r.Y, 0),
			pitch:    lengthOr(r.Pitch, defaultPitch),
			faces:    cmp.Or(r.Faces, defaultFaces),
			backward: r.Runs == "west" || r.Runs == "south",
		}
	}
	return rows
}

// expandRack adds the racks of one entry to w.racks.
func (w *work) expandRack(i int, rows map[string]hallRow) {
	e := &w.doc.Racks[i]
	slots, err := plan.ExpandRack(e)
	if err != nil { // a document with such a name is not readable
		return
	}
	k := rack{
		path:  fmt.Sprintf("racks[%d]", i),
		faces: cmp.Or(e.Faces, defaultFaces),
		units: intOr(e.Units, defaultRackUnits),
		depth: lengthOr(e.Depth, defaultRackDepth),
		base:  lengthOr(e.Base, 0),
		power: -1, maxWeight: -1,
	}
	if e.Power != nil {
		k.power = *e.Power
	}
	if e.MaxWeight != nil {
		k.maxWeight = *e.MaxWeight
	}
	row, inRow := rows[e.Row]
	switch {
	case inRow:
		k.row, k.faces, k.placed = e.Row, row.faces, true
	case e.Row != "":
		w.report.find(plan.Finding{Code: "unknown-row", Path: k.path + ".row", Subject: e.Row, Count: len(slots.Names),
			Message: fmt.Sprintf("row %q of %s does not exist", e.Row, e.Name),
			Fix:     didYouMean(e.Row, w.rowNames(), "add it to site.rows, or name one that is there")})
	case e.X != nil && e.Y != nil:
		k.x, k.y, k.placed = *e.X, *e.Y, true
	}
	width := lengthOr(e.Width, defaultRackWidth)
	k.dx, k.dy = width, k.depth
	if !k.runsEast() {
		k.dx, k.dy = k.depth, width
	}
	for n, name := range slots.Names {
		k.name = name
		if inRow {
			k.position = slots.Position(n)
			row.stand(&k, width)
		}
		w.racks = append(w.racks, k)
	}
}

// stand puts a rack at its position: rows run east or north from their corner,
// or the other way round.
func (r *hallRow) stand(k *rack, width units.Length) {
	offset := units.Length(k.position-1) * r.pitch
	if r.backward {
		offset = -offset - width
	}
	k.x, k.y = r.x, r.y
	if k.runsEast() {
		k.x += offset
	} else {
		k.y += offset
	}
}

func (w *work) rowNames() []string {
	names := make([]string, len(w.doc.Site.Rows))
	for i := range w.doc.Site.Rows {
		names[i] = w.doc.Site.Rows[i].Name
	}
	return names
}

// checkOverlaps reports every rack that shares floor with a rack named before
// it, once each.
func (w *work) checkOverlaps() {
	order := make([]int32, 0, len(w.racks))
	for i := range w.racks {
		if w.racks[i].placed {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(w.racks[a].x, w.racks[b].x), cmp.Compare(a, b)) })
	type hit struct{ first, count int32 }
	hits := map[int32]hit{}
	var open []int32 // racks that may reach east of the next one's west edge
	for _, i := range order {
		k := &w.racks[i]
		kept := open[:0]
		for _, j := range open {
			o := &w.racks[j]
			if o.x+o.dx <= k.x {
				continue
			}
			kept = append(kept, j)
			if o.y+o.dy <= k.y || k.y+k.dy <= o.y {
				continue
			}
			a, b := min(i, j), max(i, j)
			h, ok := hits[b]
			if !ok || a < h.first {
				h.first = a
			}
			h.count++
			hits[b] = h
		}
		open = append(kept, i)
	}
	for i := range w.racks {
		h, ok := hits[int32(i)]
		if !ok {
			continue
		}
		k, o := &w.racks[i], &w.racks[h.first]
		others := ""
		if h.count > 1 {
			others = fmt.Sprintf(" and %d more", h.count-1)
		}
		w.report.find(plan.Finding{Code: "rack-overlap", Path: k.path, Subject: k.name,
			Message: fmt.Sprintf("rack %s (%s) stands in the place of %s (%s)%s", k.name, k.footprint(), o.name, o.footprint(), others),
			Fix:     "give it another position or coordinates, or its row a pitch of at least the racks' width"})
	}
}

// footprint is the floor the rack covers, in metres: "0 m to 0.6 m east, 0 m to 1.2 m north".
func (k *rack) footprint() string {
	return fmt.Sprintf("%s to %s east, %s to %s north", k.x.Metres(), (k.x + k.dx).Metres(), k.y.Metres(), (k.y + k.dy).Metres())
}

// didYouMean offers the nearest known name before the other way out.
func didYouMean(word string, known []string, otherwise string) string {
	if near := catalog.Closest(word, known); near != "" {
		return fmt.Sprintf("did you mean %s? else %s", near, otherwise)
	}
	return otherwise
}

func lengthOr(l *units.Length, otherwise units.Length) units.Length {
	if l == nil {
		return otherwise
	}
	return *l
}

func intOr(n *int, otherwise int) int {
	if n == nil {
		return otherwise
	}
	return *n
}
