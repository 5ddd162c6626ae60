package planner

import (
	"slices"

	"lengthwise/internal/fabric"
)

// What can fail.
const (
	SwitchFails = "switch"
	CageFails   = "cage"
	CableFails  = "cable"
)

// A Failure is the worst that one switch, cage or cable of a tier can do to a
// fabric when it fails alone. Of equally bad ones it is the first, in natural
// order of the device, then as the type lists its cages; cables in the order of
// the result. A link of two cables is lost with either.
type Failure struct {
	Kind   string // switch | cage | cable
	Part   string // of a switch: leaf | spine | core; else empty
	Tier   fabric.Tier
	Name   string // "leaf-01", "leaf-01:IB1/15", the cable's id
	Label  string // of a cable
	Like   int    // how many of the kind and tier do as much harm, this one counted
	Loss   fabric.Loss
	Groups int // into how many groups, that cannot reach each other, the hosts fall that have a link left
}

// failures are the worst failures of a fabric: switches from leaf to core, then
// cages and cables by the lowest tier of links they carry. A cage fails with
// its module.
func (w *work) failures(s *fabric.Shape, g *fabric.Graph) []Failure {
	f := failing{work: w, shape: s, graph: g, losses: fabric.NewLosses(g)}
	var switches, cages, cables []uint64
	ids := w.linksOf(s)
	for i := range s.Links {
		l := &s.Links[i]
		for side, e := range []fabric.End{l.A, l.B} {
			cage := w.cageBase[e.Device] + int32(w.devices[e.Device].Type.Ports[e.Port.Port].Cage)
			cages = append(cages, key(cage, i))
			if side == 1 || l.Tier != fabric.HostTier {
				switches = append(switches, key(e.Device, i))
			}
		}
		if id := ids[i]; id >= 0 && w.out[id].HasCable {
			for _, c := range w.out[id].Cables {
				if c >= 0 {
					cables = append(cables, key(c, i))
				}
			}
		}
	}
	f.worst(SwitchFails, switches)
	f.worst(CageFails, cages)
	f.worst(CableFails, cables)
	return f.out
}

// key sorts links by what they hang on.
func key(thing int32, link int) uint64 { return uint64(thing)<<32 | uint64(link) }

// failing works the failures of one fabric out.
type failing struct {
	*work
	shape  *fabric.Shape
	graph  *fabric.Graph
	losses *fabric.Losses
	out    []Failure
}

// worst adds the worst failures of one kind; keys hold a thing and one of its
// links each.
func (f *failing) worst(kind string, keys []uint64) {
	slices.Sort(keys)
	var (
		found [fabric.Tiers]*Failure
		lost  [fabric.Tiers][]int32
		links []int32
	)
	for first := 0; first < len(keys); {
		thing := int32(keys[first] >> 32)
		links = links[:0]
		last := first
		for ; last < len(keys) && int32(keys[last]>>32) == thing; last++ {
			links = append(links, int32(uint32(keys[last])))
		}
		first = last
		failed := int32(-1)
		if kind == SwitchFails {
			failed = thing
		}
		tier := f.tierOf(kind, thing, links)
		loss := f.losses.Of(links, failed)
		switch worst := found[tier]; {
		case worst == nil || loss.Compare(worst.Loss) > 0:
			found[tier] = &Failure{Kind: kind, Tier: tier, Name: f.nameOf(kind, thing, links[0]), Like: 1, Loss: loss}
			lost[tier] = slices.Clone(links)
			if kind == CableFails {
				found[tier].Label = f.cables[thing].Label
			}
		case loss.Compare(worst.Loss) == 0:
			worst.Like++
		}
	}
	for tier, worst := range found {
		if worst == nil {
			continue
		}
		if kind == SwitchFails {
			worst.Part = []string{LeafPart, SpinePart, CorePart}[tier]
		}
		worst.Groups = f.graph.Groups(lost[tier])
		f.out = append(f.out, *worst)
	}
}

// tierOf files a failure: a switch by the tier below it, others by the lowest
// tier of their links.
func (f *failing) tierOf(kind string, thing int32, links []int32) fabric.Tier {
	lowest := fabric.Tier(fabric.Tiers - 1)
	for _, i := range links {
		tier := f.shape.Links[i].Tier
		if kind == SwitchFails && f.shape.Links[i].B.Device != thing {
			tier-- // a link up: where none is below, that tells what it is
		}
		lowest = min(lowest, tier)
	}
	return lowest
}

// nameOf is the name of what fails; of a cage it is found by one of its links.
func (f *failing) nameOf(kind string, thing, link int32) string {
	switch kind {
	case SwitchFails:
		return f.devices[thing].Name
	case CableFails:
		return f.cables[thing].ID
	}
	l := &f.shape.Links[link]
	e := l.A
	if at := f.cageBase[l.B.Device]; thing >= at && thing < at+int32(len(f.devices[l.B.Device].Type.Cages)) {
		e = l.B
	}
	t := f.devices[e.Device].Type
	return f.devices[e.Device].Name + ":" + t.Cages[t.Ports[e.Port.Port].Cage].Name
}
