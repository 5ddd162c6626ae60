package planner

import (
	"cmp"
	"fmt"
	"slices"

	"lengthwise/internal/units"
)

// A way is the part of a route that all cables between two rack faces share:
// from the middle of one face over the trays to the middle of the other.
type way struct {
	reach  [2]units.Length // plan distance from the face's middle to the drop point
	length units.Length    // along the trays, height differences between them included
	steps  []wayStep
	next   *way // for other heights of the ports, another way may be shorter
}

// heights are those of the trays at both ends.
func (y *way) heights(h *hall) (a, b units.Length) {
	return h.trays[y.steps[0].tray].height, h.trays[y.steps[len(y.steps)-1].tray].height
}

// wayBetween gives the ways between two rack faces that may be the shortest
// for some heights of the ports, best first among equally long ones. It is
// found once.
func (r *router) wayBetween(a, b int32) *way {
	key := uint64(a)<<32 | uint64(b)
	r.lock.Lock()
	defer r.lock.Unlock()
	y, ok := r.ways[key]
	if !ok {
		y = r.findWays(r.dropsAt(a), r.dropsAt(b))
		r.ways[key] = y
	}
	return y
}

func (r *router) dropsAt(face int32) []drop {
	if r.dropsOf[face] == nil {
		r.dropsOf[face] = r.index.drops(&r.hall.racks[face/2], face%2 == 1)
	}
	return r.dropsOf[face]
}

// A wayOption is a way between two drop points that may turn out shortest.
type wayOption struct {
	a, b   drop
	cost   wayCost
	base   units.Length // all but the vertical parts inside the racks
	ha, hb units.Length
	steps  []wayStep
}

// findWays lists the ways between any two drop points of two faces, without
// those that another one beats whatever the heights of the ports.
func (r *router) findWays(as, bs []drop) *way {
	var list []wayOption
	for _, a := range as {
		for _, b := range bs {
			x := wayOption{a: a, b: b, ha: r.hall.trays[a.tray].height, hb: r.hall.trays[b.tray].height}
			beaten := func(o wayOption) bool { return o.always(&x) < 0 }
			x.base = a.reach + r.hall.apart(a, b) + b.reach // no way is shorter
			if slices.ContainsFunc(list, beaten) {
				continue
			}
			c, ok := r.finder.cost(a, b)
			if !ok {
				continue
			}
			x.cost, x.base = c, a.reach+c.length+b.reach
			if !slices.ContainsFunc(list, beaten) {
				list = append(list, x)
			}
		}
	}
	for i := range list {
		list[i].steps = r.finder.steps(list[i].a, list[i].b)
	}
	slices.SortFunc(list, func(x, y wayOption) int {
		return cmp.Or(cmp.Compare(x.cost.segments, y.cost.segments), compareSteps(x.steps, y.steps), cmp.Compare(x.base, y.base))
	})
	var first *way
	last := &first
	for i := range list {
		x := &list[i]
		beaten := false
		for j := range list {
			d := list[j].always(x)
			beaten = beaten || d < 0 || d == 0 && j < i
		}
		if !beaten {
			*last = &way{reach: [2]units.Length{x.a.reach, x.b.reach}, length: x.cost.length, steps: x.steps}
			last = &(*last).next
		}
	}
	return first
}

// apart is the distance between two drop points, plan distance and height.
func (h *hall) apart(a, b drop) units.Length {
	s, t := &h.trays[a.tray], &h.trays[b.tray]
	ax, ay := s.point(a.at)
	bx, by := t.point(b.at)
	return (ax - bx).Abs() + (ay - by).Abs() + (s.height - t.height).Abs()
}

// always is -1 where o is shorter than x whatever the heights of the ports, 0
// where it is never longer, 1 where it may be longer.
func (o *wayOption) always(x *wayOption) int {
	return cmp.Compare(o.base+(o.ha-x.ha).Abs()+(o.hb-x.hb).Abs(), x.base)
}

// whyNoWay says what keeps two racks apart, and the way out (no-route).
func (r *router) whyNoWay(a, b place) (message, fix string) {
	h := r.hall
	x, y := &h.racks[a.rack], &h.racks[b.rack]
	for _, k := range []*rack{x, y} {
		i := a.rack
		if k == y {
			i = b.rack
		}
		if r.noDrop(i) {
			if len(h.trays) == 0 {
				return fmt.Sprintf("no way from rack %s to rack %s: the site has no trays", x.name, y.name), "write the trays in site.trays"
			}
			return fmt.Sprintf("no way from rack %s to rack %s: no tray touches %s or comes within %s of it", x.name, y.name, k.name, r.index.search.Metres()),
				fmt.Sprintf("add a tray over %s to site.trays, or raise settings.tray_search", k.name)
		}
	}
	return fmt.Sprintf("no way from rack %s to rack %s: their trays are not joined", x.name, y.name),
		"add a tray to site.trays that touches or crosses the trays of both"
}

// noDrop reports whether a face of the rack reaches no tray.
func (r *router) noDrop(rack int32) bool {
	r.lock.Lock()
	defer r.lock.Unlock()
	return len(r.dropsAt(2*rack)) == 0 || len(r.dropsAt(2*rack+1)) == 0
}
