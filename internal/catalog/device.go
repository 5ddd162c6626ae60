package catalog

import (
	"slices"

	"lengthwise/internal/units"
)

// A DeviceType is a model of switch, server or panel with its ports. The
// exported fields up to RailPorts are facts as written; Compile works out the
// rest.
type DeviceType struct {
	Slug         string
	Model, Maker string
	Kind         string // ib-switch | eth-switch | gpu-server | server | nic | dpu | patch-panel | pdu
	Rackable     bool
	Height       units.RackUnits // 0 for parts
	Width        string          // full | half | ""
	Depth        units.Length    // 0: not known
	Weight       units.Mass      // 0: not known
	PowerMax     units.Power     // 0: not known
	PowerTypical units.Power     // 0: not known
	Airflow      string          // front-to-rear | rear-to-front | reversible | ""
	PortSide     string          // front | rear | ""
	Cooling      string
	Protocols    []Protocol
	Lifecycle    Lifecycle
	Evidence     Evidence
	Note         string
	Local        bool // a plan's or a site's own, not built in
	Citation
	Groups []PortGroup
	Rails  []Rail // what is known of rails, GPUs and RDMA names, rail 0 first; rows without a rail (Number -1) say no order

	// Worked out by Compile; ports and cages in file order.
	Ports []Port
	Cages []Cage
	names map[string]PortName

	written *DeviceType // as it was before Compile, nil for built-in types
}

// facts is a copy of what was written: no ports, no cages, no names.
func (t *DeviceType) facts() *DeviceType {
	f := *t
	f.Groups, f.Rails = slices.Clone(t.Groups), slices.Clone(t.Rails)
	f.Ports, f.Cages, f.names, f.written = nil, nil, nil, nil
	return &f
}

// Written is the type as it was given to Compile, without the defaults and the
// ports worked out there: what a codec writes and an edit changes. A built-in
// type, or one not compiled yet, is given back without its ports.
func (t *DeviceType) Written() *DeviceType {
	if t.written != nil {
		return t.written.facts()
	}
	return t.facts()
}

// A PortGroup is a run of like cages.
type PortGroup struct {
	Number       int
	Role         string // fabric | storage | mgmt | uplink | oob
	CageFirst    int
	CageCount    int
	Form         *FormFactor
	PortsPerCage int
	CagePower    units.Power // 0: not known
	Speeds       []*Speed    // fastest first
	PortPattern  string
	CagePattern  string
	SplitSuffix  string // "/{i}" | "s{i0}" | ""
	Aliases      []string
	PCIeGen      int // 0: not known
	PCIeLanes    int
	Adapter      string // each | 1..9 | ""
	Citation
}

// PortLanes is how many lanes one port of the group has.
func (g *PortGroup) PortLanes() int { return g.Form.Lanes / g.PortsPerCage }

// Lists reports whether the group's ports list the speed.
func (g *PortGroup) Lists(s *Speed) bool {
	for _, x := range g.Speeds {
		if x == s {
			return true
		}
	}
	return false
}

// Children is how many children a port splits into at a speed: 2 or 4, or 0
// where it does not split so.
func (g *PortGroup) Children(s *Speed) int {
	if g.SplitSuffix == "" {
		return 0
	}
	return splitsInto(g.PortLanes(), s.Lanes)
}

// splitsInto is lanes of the port / lanes of the speed where that is 2 or 4: no
// other split is offered.
func splitsInto(portLanes, lanes int) int {
	if lanes == 0 || portLanes%lanes != 0 {
		return 0
	}
	if n := portLanes / lanes; n == 2 || n == 4 {
		return n
	}
	return 0
}

// A Rail says which port serves which GPU.
type Rail struct {
	Number   int // -1: not known
	Port     string
	GPU      int // -1: not known
	RDMAName string
	Citation
}

// A Port is one port of a type.
type Port struct {
	Name  string // as results print it
	Group *PortGroup
	Cage  int // index into DeviceType.Cages
	Index int // 1-based position in its cage
	// Children holds the printed names of the port's split children, at most
	// four; empty where the port does not split.
	Children []string
}

// A Cage is one cage of a type.
type Cage struct {
	Name  string
	Group *PortGroup
	Ports []int // indexes into DeviceType.Ports
}

// PortName is what a written name stands for: a port, and the child of it (1
// to 4) or 0 for the whole port.
type PortName struct {
	Port  int32
	Child int32
}

// Find looks a port up by any name the type knows: printed names, aliases and
// names of split children.
func (t *DeviceType) Find(name string) (PortName, bool) {
	n, ok := t.names[name]
	return n, ok
}

// Name is the printed name of a port or of a child of it.
func (t *DeviceType) Name(n PortName) string {
	p := &t.Ports[n.Port]
	if n.Child == 0 {
		return p.Name
	}
	return p.Children[n.Child-1]
}

// IsSwitch reports whether the type is a switch.
func (t *DeviceType) IsSwitch() bool { return t.Kind == "ib-switch" || t.Kind == "eth-switch" }
