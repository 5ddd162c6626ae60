package planner

import (
	"cmp"
	"slices"

	"lengthwise/internal/units"
)

// A hallFinder finds ways along the default trays by adding up: rows' trays of
// one extent, joined by a cross tray at either end, all level.
type hallFinder struct {
	trays []tray
	*defaultHall
}

// isCross reports which cross tray it is: 0 at the low end, 1 at the high end,
// -1 for a row's tray.
func (h *hallFinder) isCross(t int32) int { return slices.Index(h.cross[:], t) }

func (h *hallFinder) cost(a, b drop) (wayCost, bool) {
	s, t := &h.trays[a.tray], &h.trays[b.tray]
	if a.tray == b.tray {
		return wayCost{(a.at - b.at).Abs(), 1}, true
	}
	crossA, crossB := h.isCross(a.tray), h.isCross(b.tray)
	switch {
	case crossA >= 0 && crossB >= 0:
		return wayCost{(t.line - s.line).Abs() + h.detour(a.at, b.at), 3}, true
	case crossA >= 0 || crossB >= 0:
		return wayCost{(a.at - t.line).Abs() + (b.at - s.line).Abs(), 2}, true
	case s.line == t.line:
		return wayCost{(a.at - b.at).Abs(), 2}, true
	}
	return wayCost{min(h.over(0, a, b), h.over(1, a, b)), 3}, true
}

// over is the length from one row's tray to another's over a cross tray.
func (h *hallFinder) over(end int, a, b drop) units.Length {
	at := h.trays[h.cross[end]].line
	return (a.at - at).Abs() + (b.at - at).Abs() + (h.trays[a.tray].line - h.trays[b.tray].line).Abs()
}

// detour is how far a cable runs across the rows from one cross tray to the
// other: over a row between where it leaves and where it arrives, else over
// the nearest beyond.
func (h *hallFinder) detour(from, to units.Length) units.Length {
	lo, hi := min(from, to), max(from, to)
	extra := units.Length(-1)
	i := h.rowAt(lo)
	if i < len(h.byLine) {
		extra = max(0, h.trays[h.byLine[i]].line-hi)
	}
	if i > 0 {
		if below := lo - h.trays[h.byLine[i-1]].line; extra < 0 || below < extra {
			extra = below
		}
	}
	return hi - lo + 2*extra
}

// rowAt is the first of byLine that is not below a line.
func (h *hallFinder) rowAt(line units.Length) int {
	i, _ := slices.BinarySearchFunc(h.byLine, line, func(t int32, at units.Length) int {
		return cmp.Compare(h.trays[t].line, at)
	})
	return i
}

func (h *hallFinder) steps(a, b drop) []wayStep {
	s, t := &h.trays[a.tray], &h.trays[b.tray]
	if a.tray == b.tray {
		return []wayStep{{a.tray, a.at, b.at}}
	}
	crossA, crossB := h.isCross(a.tray), h.isCross(b.tray)
	switch {
	case crossA >= 0 && crossB >= 0:
		row := h.between(a.at, b.at)
		line := h.trays[row].line
		return []wayStep{{a.tray, a.at, line}, {row, s.line, t.line}, {b.tray, line, b.at}}
	case crossA >= 0 || crossB >= 0:
		return []wayStep{{a.tray, a.at, t.line}, {b.tray, s.line, b.at}}
	case s.line == t.line:
		return []wayStep{{a.tray, a.at, b.at}, {b.tray, b.at, b.at}}
	}
	end := 0
	if low, high := h.over(0, a, b), h.over(1, a, b); high < low || high == low && h.cross[1] < h.cross[0] {
		end = 1
	}
	at := h.trays[h.cross[end]].line
	return []wayStep{{a.tray, a.at, at}, {h.cross[end], s.line, t.line}, {b.tray, at, b.at}}
}

// between is the row's tray a cable takes from one cross tray to the other; of
// equally good ones the first by name.
func (h *hallFinder) between(from, to units.Length) int32 {
	lo, hi := min(from, to), max(from, to)
	extra := (h.detour(from, to) - (hi - lo)) / 2
	best := int32(-1)
	for _, line := range [2][2]units.Length{{lo - extra, lo}, {lo, hi + extra}} {
		for i := h.rowAt(line[0]); i < len(h.byLine) && h.trays[h.byLine[i]].line <= line[1]; i++ {
			t := h.byLine[i]
			beyond := max(lo-h.trays[t].line, h.trays[t].line-hi, 0)
			if beyond == extra && (best < 0 || t < best) {
				best = t
			}
		}
	}
	return best
}
