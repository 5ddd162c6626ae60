// Package fabric writes the links of a fabric from its few numbers, and judges
// the shape that comes of it. The rules are those of docs/fabrics.md.
//
// It promises the same links for the same plant and fabric, and that no port is
// used twice. It refuses to bend a shape silently: what does not come out even
// is a finding, and what can be written is written.
package fabric

import "lengthwise/internal/catalog"

// A Device is what a fabric knows of a device.
type Device struct {
	Name string
	Type *catalog.DeviceType // nil: not known
}

// An End is one port of a device, or one child of a split port.
type End struct {
	Device int32 // index into Plant.Devices
	Port   catalog.PortName
}

// A Plant is what stands in the hall before a fabric is written. Generate does
// not change it.
type Plant struct {
	Catalog *catalog.Catalog
	Devices []Device
	ByName  map[string]int32 // into Devices

	// Uses calls f with every link end that explicit links and earlier fabrics
	// have on a port: the child of the port (0: the whole port) and the end the
	// link leads to. A link whose other end does not exist leads to device -1.
	Uses func(device, port int32, f func(child int32, far End))
}

// A Tier is a level of a fabric's links, from the hosts up.
type Tier uint8

// The tiers.
const (
	HostTier  Tier = iota // host to leaf (fat tree: to edge)
	SpineTier             // leaf to spine (edge to aggregation)
	CoreTier              // spine to core (aggregation to core)
	Tiers     = 3
)

// A Link is one link of a fabric. A is the lower end: host, leaf, spine.
type Link struct {
	A, B     End
	Tier     Tier
	Explicit bool // written in the document already; it counts as this link
}

// A Shape is a fabric written out.
type Shape struct {
	Name, Topology string
	Speed, Uplink  *catalog.Speed // one variant of each rate; rates count
	Routing        string         // ecmp | static | adaptive

	Hosts    []int32 // indexes into Plant.Devices, those there are, as written
	Leaves   []int32 // edges of a fat tree
	Spines   []int32 // aggregations of a fat tree
	Cores    []int32
	Pods     int // at least 1
	PerLeaf  int // host links reserved for each leaf
	Uplinks  int // of each leaf; 0: none
	Rails    int // host ports that each have a leaf of their own; 0: not rail-optimized
	Links    []Link
	Crossed  []End // host ports for which a link leads elsewhere already, so that none was written
	Missing  int   // links that found no port
	LeafRail []int // rail of each leaf beside Leaves; nil: not rail-optimized

	// The pod of each leaf beside Leaves, and of each spine, counted from 0 and
	// never falling; nil: all are in one.
	LeafPod, SpinePod []int32

	// Unordered holds the types of hosts whose ports were taken in port order,
	// since nobody knows which serves which GPU.
	Unordered []*catalog.DeviceType
}
