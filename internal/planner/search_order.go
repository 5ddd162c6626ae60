package planner

import (
	"slices"
	"strings"

	"lengthwise/internal/plan"
)

// order writes what the search found as moves from the start, those that bring
// the most first, each planned whole. Moves that bring nothing are left out.
func (s *search) order(l *Layout) error {
	rest := map[int32]place{}
	for _, d := range s.net(s.now) {
		rest[d] = s.now.work.places[d]
	}
	if err := s.prune(rest); err != nil {
		return err
	}
	at := s.first
	var made []map[int32]place
	for len(rest) > 0 {
		group, next, err := s.best(at, rest)
		if err != nil {
			return err
		}
		m := LayoutMove{After: next.standing}
		for _, d := range sorted(group) {
			p, q := &s.first.work.places[d], group[d]
			w := s.first.work
			r := Relocation{Device: w.devices[d].Name, FromRack: w.racks[p.rack].name, From: p.u, Rack: w.racks[q.rack].name, U: q.u}
			m.Steps = append(m.Steps, r)
			m.Edits = append(m.Edits, w.moveEdit(d, q))
			if q.rack != p.rack {
				m.Notes = append(m.Notes, next.openLimits(q.rack)...)
			}
			delete(rest, d)
		}
		slices.Sort(m.Notes)
		m.Notes = slices.Compact(m.Notes)
		m.Text = m.say()
		m.Needs = s.needs(group, made)
		made = append(made, group)
		l.Moves = append(l.Moves, m)
		at = next
	}
	l.After = at.standing
	return nil
}

// say is a move in words.
func (m *LayoutMove) say() string {
	if a := m.Steps; len(a) == 2 && a[0].Rack == a[1].FromRack && a[1].Rack == a[0].FromRack && a[0].U == a[1].From && a[1].U == a[0].From {
		return a[0].Device + " (" + a[0].FromRack + " U" + a[0].From.String() + ") and " + a[1].Device + " (" + a[1].FromRack + " U" + a[1].From.String() + ") change places"
	}
	var parts []string
	for i := range m.Steps {
		parts = append(parts, m.Steps[i].say())
	}
	return strings.Join(parts, ", and ")
}

// prune takes moves out that the others do without.
func (s *search) prune(rest map[int32]place) error {
	if len(rest) < 2 {
		return nil
	}
	for _, d := range sorted(rest) {
		without := map[int32]place{}
		for o, p := range rest {
			if o != d {
				without[o] = p
			}
		}
		if !s.fits(s.first, without) {
			continue
		}
		st, err := s.moved(s.first, without)
		if err != nil {
			return err
		}
		if st != nil && st.keeps(s.first) && s.aim.compare(&st.standing, &s.now.standing) >= 0 {
			delete(rest, d)
			s.now = st
		}
	}
	return nil
}

// best is the group of moves that brings the most next: one move, else two,
// else all that are left, which are known to bring something.
func (s *search) best(at *state, rest map[int32]place) (map[int32]place, *state, error) {
	list := sorted(rest)
	var groups []map[int32]place
	for _, d := range list {
		groups = append(groups, map[int32]place{d: rest[d]})
	}
	singles := len(groups)
	for i, a := range list {
		for _, b := range list[i+1:] {
			groups = append(groups, map[int32]place{a: rest[a], b: rest[b]})
		}
	}
	s.now = at // what tries are made in
	var ranked []candidate
	for i, g := range groups {
		if i == singles {
			if group, next, err := s.verified(at, ranked); next != nil || err != nil {
				return group, next, err
			}
			ranked = nil
		}
		if !s.fits(at, g) {
			continue
		}
		if s.stopped() {
			return nil, nil, ErrStopped
		}
		links := at.work.around(sorted(g), nil)
		ranked = append(ranked, candidate{g, s.worth(s.try(links, g), at.work.tally(links))})
	}
	if group, next, err := s.verified(at, ranked); next != nil || err != nil {
		return group, next, err
	}
	next, err := s.moved(at, rest)
	if err != nil {
		return nil, nil, err
	}
	if next == nil {
		panic("planner: moves a search made one by one cannot be made together")
	}
	all := map[int32]place{}
	for d, p := range rest {
		all[d] = p
	}
	return all, next, nil
}

// verified is the best of some groups that, planned whole, keeps the rules and is
// better than what is; nil: none is.
func (s *search) verified(at *state, ranked []candidate) (map[int32]place, *state, error) {
	slices.SortStableFunc(ranked, func(a, b candidate) int { return s.aim.gain(b.worth, a.worth) })
	for _, c := range ranked {
		if !s.aim.promising(c.worth) {
			continue
		}
		next, err := s.moved(at, c.moved)
		if err != nil {
			return nil, nil, err
		}
		if next != nil && next.keeps(s.first) && s.aim.compare(&next.standing, &at.standing) > 0 {
			return c.moved, next, nil
		}
	}
	return nil, nil, nil
}

// needs are the moves made before whose devices stand, at the start, where this
// one goes.
func (s *search) needs(group map[int32]place, made []map[int32]place) []int {
	var out []int
	for i, m := range made {
		both := map[int32]place{}
		for d, p := range group {
			both[d] = p
		}
		for d := range m {
			both[d] = s.first.work.places[d]
		}
		if !s.fits(s.first, both) && s.blocks(group, m) {
			out = append(out, i)
		}
	}
	return out
}

// blocks reports whether a device of m stands at the start where one of the
// group goes.
func (s *search) blocks(group, m map[int32]place) bool {
	st := s.first
	for _, d := range sorted(group) {
		p := group[d]
		sh := newShelf(&st.work.racks[p.rack], nil)
		for _, o := range sorted(m) {
			if st.work.places[o].rack == p.rack {
				sh.put(o, st.work.bodyOf(o))
			}
		}
		b := st.work.bodyOf(d)
		b.u = p.u
		if other, _ := sh.taken(st.work, b); other >= 0 {
			return true
		}
	}
	return false
}

// Edits are the edits of all moves in order.
func (l *Layout) Edits() []plan.Edit {
	var out []plan.Edit
	for i := range l.Moves {
		out = append(out, l.Moves[i].Edits...)
	}
	return out
}
