package planner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// maxKept is how many names of a Kept are listed.
const maxKept = 12

// chooseSwitches finds the switches that may move, and why others may not.
func (s *search) chooseSwitches() error {
	w := s.first.work
	asked := make([]plan.Names, len(s.opt.Keep))
	for i, text := range s.opt.Keep {
		n, err := plan.ParseNames(text)
		if err != nil {
			return fmt.Errorf("keep[%d]: %w", i, err)
		}
		asked[i] = n
	}
	for i := range w.devices {
		d := &w.devices[i]
		if d.Type == nil || !d.Type.IsSwitch() {
			continue
		}
		if slices.ContainsFunc(asked, func(n plan.Names) bool { return n.Index(d.Name) >= 0 }) {
			s.keep("asked to stay", d.Name)
			continue
		}
		if why := w.fixed(int32(i)); why != "" {
			s.keep(why, d.Name)
			continue
		}
		s.switches = append(s.switches, int32(i))
	}
	return nil
}

// fixed says why a switch stays where it is; empty: it may move.
func (w *work) fixed(device int32) string {
	switch p := &w.places[device]; {
	case w.devices[device].External:
		return "outside the plan"
	case p.rack < 0:
		return "no rack"
	case p.u == 0 || p.height == 0:
		return "no unit"
	}
	links, existing, measured, ours := 0, false, false, false
	w.eachLink(device, func(id int32, _ port) {
		links++
		existing = existing || w.out[id].Existing
		measured = measured || w.links[id].measured
		ours = ours || !onTwistedPair(&w.out[id])
	})
	switch {
	case links == 0:
		return "no links"
	case existing:
		return "cables that are there already"
	case measured:
		return "measured runs, which would no longer be true"
	case !ours:
		return "links of twisted pair only"
	}
	return ""
}

// eachLink calls f with every link of a device that can be planned, and its
// other end.
func (w *work) eachLink(device int32, f func(link int32, other port)) {
	for p := range w.portHead[w.portBase[device]:w.portBase[device+1]] {
		w.onPort(device, int32(p), func(link int32, side int) {
			if !w.links[link].broken {
				f(link, w.links[link].ends[1-side])
			}
		})
	}
}

func (s *search) keep(why, name string) {
	if s.kept[why] == nil {
		s.keptWhy = append(s.keptWhy, why)
	}
	s.kept[why] = append(s.kept[why], name)
}

func (s *search) keptList() []Kept {
	slices.Sort(s.keptWhy)
	var out []Kept
	for _, why := range s.keptWhy {
		names := s.kept[why]
		out = append(out, Kept{Why: why, Devices: names[:min(len(names), maxKept)], Count: len(names)})
	}
	return out
}

// A berth is a place a switch could take; far is how far its peers are from it,
// each as often as it has links: an estimate that ranks places.
type berth struct {
	to  place
	far units.Length
}

// maxNear is how many racks, the nearest to a switch's peers, are looked at.
const maxNear = 32

// berths are the free places of a switch, the nearest to its peers first;
// moved devices stand where they are moved to.
func (s *search) berths(st *state, device int32, moved map[int32]place) []berth {
	w := st.work
	peers := map[int32]int{}
	w.eachLink(device, func(_ int32, other port) { peers[other.device]++ })
	var list []int32
	for p := range peers {
		list = append(list, p)
	}
	slices.Sort(list)
	var out []berth
	for _, rack := range w.nearRacks(device, list, peers) {
		if !s.holds(st, rack, device, moved) {
			continue
		}
		sh := st.shelfOf(rack, device, moved)
		for _, u := range w.fitting(&sh, device) {
			b := berth{to: w.movedPlace(device, rack, u)}
			if b.to == w.places[device] {
				continue
			}
			for _, p := range list {
				b.far += units.Length(peers[p]) * w.farFrom(&b.to, st.placeOf(p, moved))
			}
			out = append(out, b)
		}
	}
	slices.SortStableFunc(out, func(a, b berth) int {
		return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.to.rack, b.to.rack), cmp.Compare(b.to.u, a.to.u))
	})
	return out
}

func (st *state) placeOf(device int32, moved map[int32]place) *place {
	if p, ok := moved[device]; ok {
		return &p
	}
	return &st.work.places[device]
}

// farFrom is about how far two places are from one another: along the rack, or
// over its top and across the floor.
func (w *work) farFrom(a, b *place) units.Length {
	if a.rack < 0 || b.rack < 0 || a.middle == unknownHeight || b.middle == unknownHeight {
		return 0
	}
	if a.rack == b.rack {
		return (a.middle - b.middle).Abs()
	}
	j, k := &w.racks[a.rack], &w.racks[b.rack]
	return (j.top() - a.middle).Abs() + (k.top() - b.middle).Abs() + across(j, k)
}

// across is how far the middles of two racks are apart along the floor.
func across(j, k *rack) units.Length {
	return (j.x + j.dx/2 - k.x - k.dx/2).Abs() + (j.y + j.dy/2 - k.y - k.dy/2).Abs()
}

// nearRacks lists the racks nearest to the peers of a device, its own among
// them. A rack without a place in the hall is near to none but itself.
func (w *work) nearRacks(device int32, peers []int32, links map[int32]int) []int32 {
	own := w.places[device].rack
	if !w.racks[own].placed {
		return []int32{own}
	}
	weight := map[int32]int{}
	var at []int32
	for _, p := range peers {
		if r := w.places[p].rack; r >= 0 && w.racks[r].placed {
			if weight[r] == 0 {
				at = append(at, r)
			}
			weight[r] += links[p]
		}
	}
	type near struct {
		rack int32
		far  units.Length
	}
	var list []near
	for i := range w.racks {
		if !w.racks[i].placed {
			continue
		}
		n := near{rack: int32(i)}
		for _, r := range at {
			n.far += units.Length(weight[r]) * across(&w.racks[i], &w.racks[r])
		}
		list = append(list, n)
	}
	slices.SortStableFunc(list, func(a, b near) int { return cmp.Compare(a.far, b.far) })
	out := make([]int32, 0, maxNear+1)
	for _, n := range list[:min(len(list), maxNear)] {
		out = append(out, n.rack)
	}
	if !slices.Contains(out, own) {
		out = append(out, own)
	}
	return out
}

// shelfOf is the space of a rack without a device, moved devices where they are
// moved to.
func (st *state) shelfOf(rack, without int32, moved map[int32]place) shelf {
	w := st.work
	sh := newShelf(&w.racks[rack], nil)
	for _, d := range st.tenants[rack] {
		if _, gone := moved[d]; !gone && d != without && w.places[d].u != 0 {
			sh.put(d, w.bodyOf(d))
		}
	}
	for _, d := range sorted(moved) {
		if p := moved[d]; d != without && p.rack == rack {
			b := w.bodyOf(d)
			b.u = p.u
			sh.put(d, b)
		}
	}
	return sh
}

// sorted are the devices of a map in their order.
func sorted(moved map[int32]place) []int32 {
	out := make([]int32, 0, len(moved))
	for d := range moved {
		out = append(out, d)
	}
	slices.Sort(out)
	return out
}

// fitting lists the positions of a shelf a device could take, lowest first.
// Devices of whole units are offered whole positions.
func (w *work) fitting(sh *shelf, device int32) []units.RackUnits {
	b := w.bodyOf(device)
	b.height = w.devices[device].Type.Height
	step := units.U(1)
	if b.height%2 != 0 {
		step = 1
	}
	var free []units.RackUnits
	for b.u = units.U(1); int(b.u-units.U(1))+int(b.height) <= len(sh.cells); b.u += step {
		if other, _ := sh.taken(w, b); other < 0 {
			free = append(free, b.u)
		}
	}
	return free
}

// fits reports whether moved devices find their places free.
func (s *search) fits(st *state, moved map[int32]place) bool {
	for _, d := range sorted(moved) {
		p := moved[d]
		sh := st.shelfOf(p.rack, d, moved)
		b := st.work.bodyOf(d)
		b.u = p.u
		if int(b.u-units.U(1))+int(b.height) > len(sh.cells) || !s.holds(st, p.rack, d, moved) {
			return false
		}
		if other, _ := sh.taken(st.work, b); other >= 0 {
			return false
		}
	}
	return true
}

// holds reports whether a rack takes a device by the watts, kilograms and depth
// that are known: one it holds already it goes on holding.
func (s *search) holds(st *state, rack, device int32, moved map[int32]place) bool {
	w := st.work
	if w.places[device].rack == rack {
		return true
	}
	k, t := &w.racks[rack], w.devices[device].Type
	if t.Depth != 0 && t.Depth+w.set.RearSpace > k.depth {
		return false
	}
	sum := w.sumRack(append(st.present(rack, device, moved), device))
	return (k.power < 0 || sum.power <= k.power) && (k.maxWeight < 0 || sum.weight <= k.maxWeight)
}

// present are the devices of a rack without one, moved devices where they are
// moved to.
func (st *state) present(rack, without int32, moved map[int32]place) []int32 {
	var out []int32
	for _, d := range st.tenants[rack] {
		if _, gone := moved[d]; !gone && d != without {
			out = append(out, d)
		}
	}
	for _, d := range sorted(moved) {
		if d != without && moved[d].rack == rack {
			out = append(out, d)
		}
	}
	return out
}

// openLimits says which limits of a rack cannot be checked with a device in it,
// for want of figures.
func (st *state) openLimits(rack int32) []string {
	w := st.work
	k, devices := &w.racks[rack], st.tenants[rack]
	sum := w.sumRack(devices)
	var out []string
	if k.power >= 0 && sum.noPower > 0 {
		out = append(out, fmt.Sprintf("the limit of %s of rack %s is not checked: %s", k.power, k.name,
			w.missingFigure("maximum power", devices, func(t *catalog.DeviceType) bool { return t.PowerMax == 0 })))
	}
	if k.maxWeight >= 0 && sum.noWeight > 0 {
		out = append(out, fmt.Sprintf("the limit of %s of rack %s is not checked: %s", k.maxWeight, k.name,
			w.missingFigure("weight", devices, func(t *catalog.DeviceType) bool { return t.Weight == 0 })))
	}
	return out
}

// say is a relocation in words: "leaf-3 from A1 U42 to A2 U20".
func (r *Relocation) say() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s from %s U%s to ", r.Device, r.FromRack, r.From)
	if r.Rack != r.FromRack {
		b.WriteString(r.Rack + " ")
	}
	fmt.Fprintf(&b, "U%s", r.U)
	return b.String()
}
