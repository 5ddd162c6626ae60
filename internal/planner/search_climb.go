package planner

import (
	"cmp"
	"slices"

	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// How wide a search looks.
const (
	maxHot      = 48 // switches looked at in a round, those with most to gain first
	maxVerified = 8  // candidates of a round that are planned whole
	maxTogether = 12 // switches of which two are moved together
	maxEach     = 8  // places of each of the two
)

// widths are how many places of a switch are tried, the nearest to its peers
// first, before two are moved together.
var widths = []int{12, 48, 1 << 30}

// A candidate is a change of places and what it is worth by the links it
// touches.
type candidate struct {
	moved map[int32]place
	worth tally
}

// climb takes the best change it finds as long as there is one: of one switch,
// then of two that change places, then of two that move together.
func (s *search) climb() error {
	for len(s.net(s.now)) <= s.opt.Moves && !s.spent() {
		done, err := s.step()
		if err != nil || !done {
			return err
		}
	}
	return nil
}

// step makes one change; done is false where none is left.
func (s *search) step() (done bool, err error) {
	hot := s.hot()
	for _, width := range widths {
		widest := 0
		for first := 0; first < len(hot); first += maxHot {
			list, most, err := s.singles(hot[first:min(first+maxHot, len(hot))], width)
			if err != nil {
				return false, err
			}
			widest = max(widest, most)
			if done, err := s.take(list); done || err != nil {
				return done, err
			}
		}
		if widest <= width {
			break
		}
	}
	for _, find := range []func([]int32) ([]candidate, error){s.exchanges, s.together} {
		list, err := find(hot)
		if err != nil {
			return false, err
		}
		if done, err := s.take(list); done || err != nil {
			return done, err
		}
	}
	return false, nil
}

// hot are the switches that may gain, those with the most to gain first.
func (s *search) hot() []int32 {
	worth := map[int32]int64{}
	var out []int32
	for _, d := range s.switches {
		if w := s.potential(d); w > 0 {
			worth[d] = w
			out = append(out, d)
		}
	}
	slices.SortStableFunc(out, func(a, b int32) int { return cmp.Compare(worth[b], worth[a]) })
	return out
}

// potential is what a switch may gain at most, in the unit of the aim.
func (s *search) potential(device int32) int64 {
	w := s.now.work
	n := int64(0)
	w.eachLink(device, func(id int32, _ port) {
		if l := &w.out[id]; !onTwistedPair(l) && !onCopper(l) {
			n++
		}
	})
	switch s.aim {
	case aimCost:
		return int64(s.around(device).price)
	case aimWatts:
		return n<<32 + int64(s.around(device).power)
	}
	return n
}

// around is the tally of the links around a switch as they are now.
func (s *search) around(device int32) tally {
	t, ok := s.now.tallies[device]
	if !ok {
		t = s.now.work.tally(s.now.work.around([]int32{device}, nil))
		s.now.tallies[device] = t
	}
	return t
}

// singles tries places of each switch; most is how many places one of them has.
func (s *search) singles(devices []int32, width int) (list []candidate, most int, err error) {
	for _, d := range devices {
		if !s.mayMove(d) {
			continue
		}
		all := s.berths(s.now, d, nil)
		most = max(most, len(all))
		links := s.now.work.around([]int32{d}, nil)
		for _, b := range all[:min(len(all), width)] {
			if s.spent() {
				return list, most, nil
			}
			if s.stopped() {
				return nil, 0, ErrStopped
			}
			moved := map[int32]place{d: b.to}
			if worth := s.worth(s.try(links, moved), s.around(d)); s.aim.promising(worth) {
				list = append(list, candidate{moved, worth})
			}
		}
		s.tell()
	}
	return list, most, nil
}

// exchanges tries two switches in each other's places.
func (s *search) exchanges(hot []int32) ([]candidate, error) {
	var list []candidate
	for _, a := range hot {
		for _, b := range s.switches {
			if a == b || b < a && slices.Contains(hot, b) || !s.mayMove(a, b) {
				continue
			}
			p, q := s.now.work.places[a], s.now.work.places[b]
			moved := map[int32]place{a: s.now.work.movedPlace(a, q.rack, q.u), b: s.now.work.movedPlace(b, p.rack, p.u)}
			c, end, err := s.both(moved)
			if end || err != nil {
				return list, err
			}
			if c != nil {
				list = append(list, *c)
			}
		}
		s.tell()
	}
	return list, nil
}

// together tries two switches in places that are free, or that the other one
// leaves.
func (s *search) together(hot []int32) ([]candidate, error) {
	hot = hot[:min(len(hot), maxTogether)]
	near := map[int32][]berth{}
	for _, d := range s.switches {
		if slices.Contains(hot, d) || len(s.switches) <= maxTogether {
			all := s.berths(s.now, d, nil)
			near[d] = all[:min(len(all), maxEach)]
		}
	}
	var list []candidate
	for _, a := range hot {
		for _, b := range s.switches {
			if a == b || near[b] == nil || b < a && slices.Contains(hot, b) || !s.mayMove(a, b) {
				continue
			}
			for _, moved := range s.pairsOf(a, b, near) {
				c, end, err := s.both(moved)
				if end || err != nil {
					return list, err
				}
				if c != nil {
					list = append(list, *c)
				}
			}
		}
		s.tell()
	}
	return list, nil
}

// pairsOf are the places two switches are tried at together.
func (s *search) pairsOf(a, b int32, near map[int32][]berth) []map[int32]place {
	w := s.now.work
	p, q := w.places[a], w.places[b]
	of := func(d int32, left place) []place {
		out := []place{w.movedPlace(d, left.rack, left.u)}
		for _, x := range near[d] {
			out = append(out, x.to)
		}
		return out
	}
	var out []map[int32]place
	for _, x := range of(a, q) {
		for _, y := range of(b, p) {
			out = append(out, map[int32]place{a: x, b: y})
		}
	}
	return out
}

// both tries a change of two switches; nil: it is not allowed or brings nothing.
func (s *search) both(moved map[int32]place) (c *candidate, end bool, err error) {
	switch {
	case s.spent():
		return nil, true, nil
	case s.stopped():
		return nil, true, ErrStopped
	case !s.fits(s.now, moved):
		return nil, false, nil
	}
	links := s.now.work.around(sorted(moved), nil)
	worth := s.worth(s.try(links, moved), s.now.work.tally(links))
	if !s.aim.promising(worth) {
		return nil, false, nil
	}
	return &candidate{moved, worth}, false, nil
}

// try plans links again with devices moved.
func (s *search) try(links []int32, moved map[int32]place) tally {
	sub := s.now.work.run(&trial{links: links, target: -1, moved: moved})
	s.steps += len(links)
	all := make([]int32, len(links))
	for i := range all {
		all[i] = int32(i)
	}
	return sub.tally(all)
}

// mayMove reports whether so many switches may move within the bound.
func (s *search) mayMove(devices ...int32) bool {
	away := s.net(s.now)
	for _, d := range devices {
		if !slices.Contains(away, d) {
			away = append(away, d)
		}
	}
	if len(away) > s.opt.Moves {
		s.bounded = true
		return false
	}
	return true
}

// net are the switches that stand elsewhere than at the start.
func (s *search) net(st *state) []int32 {
	var out []int32
	for _, d := range s.switches {
		if p, q := &st.work.places[d], &s.first.work.places[d]; p.rack != q.rack || p.u != q.u {
			out = append(out, d)
		}
	}
	return out
}

// take plans the best candidates whole and goes on with the first that keeps
// the rules and brings what it promised.
func (s *search) take(list []candidate) (bool, error) {
	slices.SortStableFunc(list, func(a, b candidate) int { return s.aim.gain(b.worth, a.worth) })
	for i, c := range list {
		if i == maxVerified {
			break
		}
		next, err := s.moved(s.now, c.moved)
		if err != nil {
			return false, err
		}
		if next != nil && next.keeps(s.first) && s.aim.compare(&next.standing, &s.now.standing) > 0 {
			s.now = next
			s.tell()
			return true, nil
		}
	}
	return false, nil
}

// moved is a state with devices moved; nil: an edit cannot be made.
func (s *search) moved(st *state, moved map[int32]place) (*state, error) {
	var edits []plan.Edit
	for _, d := range sorted(moved) {
		edits = append(edits, st.work.moveEdit(d, moved[d]))
	}
	doc, err := plan.Apply(st.doc, edits, st.context())
	if err != nil {
		return nil, nil //nolint:nilerr // a place the document cannot say is no candidate
	}
	return s.plan(doc)
}

// context tells edits where the planner put the devices of a state.
func (st *state) context() plan.EditContext {
	return plan.EditContext{Placed: func(name string) (string, units.RackUnits, bool) {
		i, ok := st.work.deviceByName[name]
		if !ok {
			return "", 0, false
		}
		d := &st.work.devices[i]
		return d.Rack, d.U, d.Rack != "" && d.U > 0
	}}
}
