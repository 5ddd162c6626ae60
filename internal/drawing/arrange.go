package drawing

// maxLanes is how many devices that are in each other's place are drawn beside
// each other; more are only listed.
const maxLanes = 8

// A span is what a device covers of a face: cells from..to upwards, and of the
// width the left half, the right half or both.
type span struct {
	f           *facts
	from, to    int // half units from the bottom; to is the first above
	left, right bool
	lane, lanes int // lanes > 1: it shares its place, which is an error
}

// arrange are the devices one sees at a face, those seen from behind first, so
// that what stands at the face is drawn over them. A device is seen from behind
// where nothing stands before it.
func (p *Place) arrange(all []*facts, rear bool) []span {
	var own, far []span
	for _, f := range all {
		if f.beside() || !p.drawn(f) {
			continue
		}
		s := span{f: f, left: true, right: true, lanes: 1}
		s.from, s.to = p.cells(f)
		if half, left := f.half(); half {
			s.left, s.right = left != rear, left == rear // mirrored at the rear
		}
		if f.rear() == rear {
			own = append(own, s)
		} else {
			far = append(far, s)
		}
	}
	share(own, 2*p.Units)
	taken := make([][2]bool, 2*p.Units)
	for _, s := range own {
		for i := s.from; i < s.to; i++ {
			taken[i][0], taken[i][1] = taken[i][0] || s.left, taken[i][1] || s.right
		}
	}
	seen := unhidden(far, taken)
	share(seen, 2*p.Units) // which may make some wider
	return append(unhidden(seen, taken), own...)
}

// unhidden are the parts of spans before which nothing stands.
func unhidden(far []span, taken [][2]bool) []span {
	seen := far[:0]
	for _, s := range far {
		if s.from, s.to = s.open(taken); s.from < s.to {
			seen = append(seen, s)
		}
	}
	return seen
}

// open is the highest run of cells of a device before which nothing stands, the
// longest where there are several; from == to where there is none.
func (s *span) open(taken [][2]bool) (from, to int) {
	run := 0
	for i := s.from; i < s.to; i++ {
		if s.left && taken[i][0] || s.right && taken[i][1] {
			run = 0
			continue
		}
		if run++; run >= to-from {
			from, to = i+1-run, i+1
		}
	}
	return from, to
}

// share gives devices in each other's place a lane each. The lanes go over the
// whole width, so those of half the width beside them take part.
func share(spans []span, cells int) {
	group := touching(spans, cells)
	for widened := true; widened; {
		widened = false
		members := map[int]int{}
		for _, g := range group {
			members[g]++
		}
		for i := range spans {
			if s := &spans[i]; members[group[i]] > 1 && !(s.left && s.right) {
				s.left, s.right, widened = true, true, true
			}
		}
		if widened {
			group = touching(spans, cells)
		}
	}
	lanes := map[int][]int{} // of a group: the first cell free in each lane
	for i := range spans {
		s, free := &spans[i], lanes[group[i]]
		s.lane = len(free)
		for n, cell := range free {
			if cell <= s.from {
				s.lane = n
				break
			}
		}
		if s.lane == len(free) {
			free = append(free, 0)
		}
		free[s.lane] = s.to
		lanes[group[i]] = free
	}
	for i := range spans {
		spans[i].lanes = min(len(lanes[group[i]]), maxLanes)
	}
}

// touching gives each span the number of the first of those it is in the place
// of, directly or over others.
func touching(spans []span, cells int) []int {
	group := make([]int, len(spans))
	for i := range group {
		group[i] = i
	}
	find := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	owner := make([][2]int, cells) // span + 1
	for i := range spans {
		s := &spans[i]
		for c := s.from; c < s.to; c++ {
			for side, covers := range [2]bool{s.left, s.right} {
				switch {
				case !covers:
				case owner[c][side] == 0:
					owner[c][side] = i + 1
				default:
					a, b := find(i), find(owner[c][side]-1)
					group[max(a, b)] = min(a, b)
				}
			}
		}
	}
	for i := range group {
		group[i] = find(i)
	}
	return group
}
