package drawing

import (
	"fmt"
	"strconv"
	"strings"

	"lengthwise/internal/fabric"
	"lengthwise/internal/planner"
)

// Bounds of a drawing of a fabric: what is more is put together in groups.
const (
	MaxFabricBoxes = 16  // of one tier
	MaxFabricLines = 128 // of one tier of links, where the upper switches are not in pods
)

// A FabricDrawing is a fabric in tiers, hosts below: a box for each switch or
// group of switches, a line for each pair of boxes with links.
type FabricDrawing struct {
	Title, Desc string
	W, H        Px
	Tiers       []Text // their names, from the top
	Boxes       []FabricBox
	Lines       []FabricLine // by tier from the hosts up, lower end, upper end
	Labels      []FabricLabel
	Grouped     string // what was put together, a sentence; empty: every switch has its own box
}

// A FabricBox is one switch, or several devices of a tier.
type FabricBox struct {
	Full    string // "leaf-01", "pod 3: leaf-017 to leaf-024"
	Members int
	Rail    int    // of a single leaf, from 1; 0: none
	Href    string // of a single device; empty: no link
	Box     Box
	Texts   []Text
}

// A FabricLine is all links between two boxes. Width grows with the links.
type FabricLine struct {
	From, To       int // indexes into Boxes, lower and upper end
	Links          int
	X1, Y1, X2, Y2 Px
	Width          Px
}

// A FabricLabel is a number on a line, or on all lines of a box that have as
// many links each.
type FabricLabel struct {
	At    Text
	Plate Box
}

// FabricOptions say how a fabric is drawn.
type FabricOptions struct {
	DeviceHref func(name string) string // nil: no links
}

// The drawing's places.
const (
	fabricWidth  Px = 11_400
	fabricLeft   Px = 1_150 // room for the names of tiers
	fabricBox    Px = 470   // height
	fabricPitch  Px = 1_750
	fabricTop    Px = 120
	fabricGap    Px = 90 // between boxes
	widestBox    Px = 1_900
	fabricLetter Px = 120
)

// tierNames are the tiers from the hosts up, and one of each.
func tierNames(topology string) (names, one [4]string) {
	if topology == "fat-tree" {
		return [4]string{"Hosts", "Edges", "Aggregations", "Cores"}, [4]string{"host", "edge", "aggregation", "core"}
	}
	return [4]string{"Hosts", "Leaves", "Spines", "Cores"}, [4]string{"host", "leaf", "spine", "core"}
}

// fabricSketch is a fabric while it is drawn.
type fabricSketch struct {
	*FabricDrawing
	res     *planner.Result
	use     *planner.FabricUse
	options FabricOptions
	tiers   [4]fabricTier // hosts, leaves, spines, cores
}

// A fabricTier is one row of boxes.
type fabricTier struct {
	first, boxes int       // in Boxes
	group        []int32   // of each device of the plan, -1: not in this tier
	members      [][]int32 // of each box
	word         string    // what a group is: "pod", "unit"; empty: just a run of switches
}

// NewFabric draws a fabric; use must have a shape.
func NewFabric(res *planner.Result, use *planner.FabricUse, o FabricOptions) *FabricDrawing {
	s := use.Shape
	k := &fabricSketch{FabricDrawing: &FabricDrawing{W: fabricWidth}, res: res, use: use, options: o}
	k.Title = fmt.Sprintf("Fabric %s: %s, %s and %s", use.Name, use.Topology, counted(len(s.Hosts), "host", "hosts"),
		counted(len(s.Leaves)+len(s.Spines)+len(s.Cores), "switch", "switches"))
	k.groupSwitches()
	k.groupHosts()
	k.place()
	k.join()
	k.say()
	return k.FabricDrawing
}

// groupSwitches divides leaves, spines and cores into boxes: pods where there
// are any, units where a fabric has rails, else runs of switches.
func (k *fabricSketch) groupSwitches() {
	s := k.use.Shape
	leaf, word := 1, ""
	if len(s.Leaves) > MaxFabricBoxes && s.Rails > 1 {
		leaf, word = s.Rails, "unit"
	}
	if s.Pods > 1 {
		podOf := func(n int) int { return (n + s.Pods - 1) / s.Pods }
		k.tiers[1] = k.group(s.Leaves, podOf(len(s.Leaves)), MaxFabricBoxes, "pod")
		k.tiers[2] = k.group(s.Spines, max(1, podOf(len(s.Spines))), MaxFabricBoxes, "pod")
	} else {
		k.tiers[1] = k.group(s.Leaves, leaf, MaxFabricBoxes, word)
		k.tiers[2] = k.group(s.Spines, 1, fitting(k.tiers[1].boxes), "")
	}
	k.tiers[3] = k.group(s.Cores, 1, fitting(k.tiers[2].boxes), "")
}

// fitting is how many boxes an upper tier may have so that the lines between
// it and the lower one can be told apart.
func fitting(lower int) int { return min(MaxFabricBoxes, max(4, MaxFabricLines/max(1, lower))) }

// group divides devices, in order, into boxes of whole natural groups.
func (k *fabricSketch) group(devices []int32, size, most int, word string) fabricTier {
	t := fabricTier{word: word, group: make([]int32, len(k.res.Devices))}
	for i := range t.group {
		t.group[i] = -1
	}
	if n := (len(devices) + size - 1) / size; n > most {
		size *= (n + most - 1) / most
	}
	for i, d := range devices {
		at := i / size
		if at == len(t.members) {
			t.members = append(t.members, nil)
		}
		t.members[at] = append(t.members[at], d)
		t.group[d] = int32(at)
	}
	t.boxes = len(t.members)
	return t
}

// groupHosts puts the hosts into boxes by the box of the leaf their first link
// leads to. Hosts without a link have no box.
func (k *fabricSketch) groupHosts() {
	s := k.use.Shape
	t := fabricTier{group: make([]int32, len(k.res.Devices))}
	for i := range t.group {
		t.group[i] = -1
	}
	boxOf := make([]int32, k.tiers[1].boxes) // of hosts, by box of leaves
	for i := range boxOf {
		boxOf[i] = -1
	}
	by := make([][]int32, k.tiers[1].boxes)
	for i := range s.Links {
		l := &s.Links[i]
		if l.Tier != fabric.HostTier || t.group[l.A.Device] >= 0 {
			continue
		}
		if leaf := k.tiers[1].group[l.B.Device]; leaf >= 0 {
			t.group[l.A.Device] = leaf
			by[leaf] = append(by[leaf], l.A.Device)
		}
	}
	for leaf, hosts := range by {
		if len(hosts) > 0 {
			boxOf[leaf] = int32(len(t.members))
			t.members = append(t.members, hosts)
		}
	}
	for d, leaf := range t.group {
		if leaf >= 0 {
			t.group[d] = boxOf[leaf]
		}
	}
	t.boxes = len(t.members)
	k.tiers[0] = t
}

// place puts the boxes of each tier side by side, the top tier first.
func (k *fabricSketch) place() {
	names, one := tierNames(k.use.Topology)
	y := fabricTop
	grouped := ""
	for tier := 3; tier >= 0; tier-- {
		t := &k.tiers[tier]
		if t.boxes == 0 {
			continue
		}
		k.Tiers = append(k.Tiers, Text{X: 0, Y: baseline(y+fabricBox/2, 130), Size: 130, Anchor: "start", Words: names[tier]})
		t.first = len(k.Boxes)
		slot := (fabricWidth - fabricLeft) / Px(t.boxes)
		width := min(slot-fabricGap, widestBox)
		for i, members := range t.members {
			b := FabricBox{Members: len(members), Box: Box{X: fabricLeft + Px(i)*slot + (slot-width)/2, Y: y, W: width, H: fabricBox}}
			k.name(&b, tier, i, members, one[tier])
			k.Boxes = append(k.Boxes, b)
		}
		if tier > 0 && len(t.members[0]) > 1 {
			if grouped != "" {
				grouped += ", "
			}
			grouped += fmt.Sprintf("%s by up to %d", strings.ToLower(names[tier]), len(t.members[0]))
		}
		y += fabricPitch
	}
	if grouped != "" {
		k.Grouped = "Put together to be readable: " + grouped + " in a box."
	}
	k.H = y - fabricPitch + fabricBox + fabricTop
}

// name writes on a box what it holds: a switch its name and rail, a group its
// number and how many it holds.
func (k *fabricSketch) name(b *FabricBox, tier, at int, members []int32, one string) {
	t := &k.tiers[tier]
	first, last := k.res.Devices[members[0]].Name, k.res.Devices[members[len(members)-1]].Name
	head, below := first, one
	b.Full = first
	if len(members) == 1 {
		if rails := k.use.Shape.LeafRail; tier == 1 && rails != nil {
			b.Rail = k.railOf(members[0]) + 1
			below = "rail " + strconv.Itoa(b.Rail)
		}
		if k.options.DeviceHref != nil {
			b.Href = k.options.DeviceHref(first)
		}
	} else {
		many := counted(len(members), one, plurals[one])
		b.Full = first + " to " + last
		head, below = many, first+" … "+last
		if t.word != "" && tier > 0 {
			head, below = k.groupWords(t, at, tier), many
			b.Full = head + ": " + b.Full
		}
	}
	room := b.Box.W - 60
	head, size := fit(head, room, 130, 75)
	b.Texts = append(b.Texts, Text{X: b.Box.X + b.Box.W/2, Y: b.Box.Y + 200, Size: size, Anchor: "middle", Words: head})
	below, size = fit(below, room, 110, 70)
	b.Texts = append(b.Texts, Text{X: b.Box.X + b.Box.W/2, Y: b.Box.Y + 370, Size: size, Anchor: "middle", Words: below})
}

var plurals = map[string]string{"host": "hosts", "leaf": "leaves", "spine": "spines", "core": "cores", "edge": "edges", "aggregation": "aggregations"}

// railOf is the rail of a leaf, from 0.
func (k *fabricSketch) railOf(leaf int32) int {
	for i, d := range k.use.Shape.Leaves {
		if d == leaf {
			return k.use.Shape.LeafRail[i]
		}
	}
	return 0
}

// groupWords is "pod 3" or "units 5 to 8".
func (k *fabricSketch) groupWords(t *fabricTier, at, tier int) string {
	s := k.use.Shape
	natural := s.Rails
	if t.word == "pod" {
		n := len(s.Leaves)
		if tier == 2 {
			n = len(s.Spines)
		}
		natural = (n + s.Pods - 1) / s.Pods
	}
	each := (len(t.members[0]) + natural - 1) / max(1, natural)
	if each <= 1 {
		return t.word + " " + strconv.Itoa(at+1)
	}
	return fmt.Sprintf("%ss %d to %d", t.word, at*each+1, min((at+1)*each, at*each+(len(t.members[at])+natural-1)/natural))
}
