package planner

import (
	"cmp"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/fabric"
)

// A FabricUse is one fabric as it was written out, and how good it is. Of a
// fabric whose speed is not known only the words of the document are set.
type FabricUse struct {
	Name, Topology, Speed, UplinkSpeed, Routing string

	Shape     *fabric.Shape // device indexes are into Result.Devices; nil: its speed is not known
	Judgement fabric.Judgement
	Beside    int      // explicit links between its switches that are none of its own
	Spare     []Spare  // leaves, spines, cores
	Crossed   []string // host ports ("hgx-07:ib3") whose link leaves their rail
	Failures  []Failure
	Hashing   []LeafHashing
}

// Part of a switch in a fabric.
const (
	LeafPart  = "leaf"
	SpinePart = "spine"
	CorePart  = "core"
)

// PartBelow is the part of the switches below a tier of uplinks.
func PartBelow(t fabric.Tier) string {
	if t == fabric.CoreTier {
		return SpinePart
	}
	return LeafPart
}

// A Spare says what is left on a switch of the ports that carry a speed of the
// fabric. A port with one split child in use is in use.
type Spare struct {
	Device            *Device
	Part              string // leaf | spine | core
	Ports, Used, Free int
}

// judgeFabrics judges every fabric over the finished cables; false: it was
// stopped.
func (w *work) judgeFabrics() ([]FabricUse, bool) {
	uses := make([]FabricUse, len(w.doc.Fabrics))
	beside := w.linksBeside()
	for i := range w.doc.Fabrics {
		f, use := &w.doc.Fabrics[i], &uses[i]
		use.Name, use.Topology, use.Speed, use.UplinkSpeed, use.Routing = f.Name, f.Topology, f.Speed, cmp.Or(f.UplinkSpeed, f.Speed), f.Routing
		if i >= len(w.shapes) || w.shapes[i] == nil || w.shapes[i].Speed == nil || w.shapes[i].Uplink == nil {
			continue
		}
		s := w.shapes[i]
		g := fabric.NewGraph(s)
		use.Shape, use.Routing, use.Beside = s, s.Routing, beside[i]
		judgement, err := fabric.Judge(g, w.opt.Stop)
		if err != nil || w.stopped() {
			return nil, false
		}
		use.Judgement = judgement
		use.Spare = w.sparePorts(s)
		for _, e := range s.Crossed {
			use.Crossed = append(use.Crossed, w.endOf(e).String())
		}
		use.Failures = w.failures(s, g)
		use.Hashing = w.hashing(s, g)
		w.findOversubscribed(i, use)
		w.findUnevenHashing(i, use)
	}
	return uses, true
}

// linksBeside counts, for each fabric, the explicit links between two of its
// switches that belong to no fabric.
func (w *work) linksBeside() []int {
	count := make([]int, len(w.doc.Fabrics))
	if len(w.shapes) == 0 {
		return count
	}
	member := make([][]int, len(w.devices))
	for i, s := range w.shapes {
		if s == nil {
			continue
		}
		for _, part := range [][]int32{s.Leaves, s.Spines, s.Cores} {
			for _, d := range part {
				member[d] = append(member[d], i)
			}
		}
	}
	for i := range w.links {
		a, b := w.links[i].ends[0].device, w.links[i].ends[1].device
		if w.out[i].Fabric != "" || a < 0 || b < 0 || w.links[i].broken {
			continue
		}
		for _, f := range member[a] {
			if slices.Contains(member[b], f) {
				count[f]++
			}
		}
	}
	return count
}

// sparePorts counts the ports of each switch.
func (w *work) sparePorts(s *fabric.Shape) []Spare {
	var out []Spare
	carries := map[*catalog.PortGroup]bool{}
	for _, part := range []struct {
		name    string
		devices []int32
	}{{LeafPart, s.Leaves}, {SpinePart, s.Spines}, {CorePart, s.Cores}} {
		for _, d := range part.devices {
			t := w.devices[d].Type
			if t == nil {
				continue
			}
			spare := Spare{Device: &w.devices[d], Part: part.name}
			for p := range t.Ports {
				group := t.Ports[p].Group
				fits, known := carries[group]
				if !known {
					fits = (group.Role == "fabric" || group.Role == "uplink") && (carriesRate(group, s.Speed) || carriesRate(group, s.Uplink))
					carries[group] = fits
				}
				if !fits {
					continue
				}
				spare.Ports++
				if *w.head(port{device: d, port: int32(p)}) != 0 {
					spare.Used++
				}
			}
			spare.Free = spare.Ports - spare.Used
			out = append(out, spare)
		}
	}
	return out
}

// carriesRate reports whether ports of a group, or children of them, list a rate.
func carriesRate(g *catalog.PortGroup, rate *catalog.Speed) bool {
	return slices.ContainsFunc(g.Speeds, func(s *catalog.Speed) bool { return s.Rate == rate.Rate })
}

// linksOf are the links of a shape as the plan counts them; -1: not listed.
func (w *work) linksOf(s *fabric.Shape) []int32 {
	out := make([]int32, len(s.Links))
	for i := range s.Links {
		id, _ := w.linkAt(portOf(s.Links[i].A))
		out[i] = id
	}
	return out
}
