// Package plan is the document people write: its fields and defaults, the
// ranges its names may be, the findings that point into it, and the edits that
// change it. It computes nothing about cables.
//
// A Document holds what was written and no more: ranges are not expanded and
// defaults are not filled in, so it can be written out again as it came. Its
// codec is formats/planfile.
package plan

import (
	"lengthwise/internal/catalog"
	"lengthwise/internal/units"
)

// Bounds of a document. Each is named in the error that enforces it.
const (
	MaxBytes   = 64 << 20 // document text, unpacked
	MaxNesting = 64       // levels of lists and maps
	MaxRows    = 2_000
	MaxTrays   = 2_000
	MaxRacks   = 20_000    // after expansion
	MaxDevices = 200_000   // after expansion
	MaxLinks   = 2_000_000 // after expansion
	MaxNames   = 4_000_000 // after expansion, all together
	MaxName    = 64        // characters of one name
	MaxLabel   = 300       // characters of a label, colour or group; the longest default label has 269
)

// A Document is one plan, version 1. Pointers are nil and strings empty where
// nothing was written.
type Document struct {
	Version     int
	Name        string
	Description string
	Settings    Settings
	Site        Site
	Racks       []Rack
	DeviceTypes []*catalog.DeviceType // compiled, Local set
	Devices     []Device
	Links       []Link
	Overrides   []Override
	Fabrics     []Fabric
}

// Settings are the choices of a plan. See Effective for the defaults.
type Settings struct {
	Media        []Medium // nil: not written
	Choose       string   // preference | cheapest
	Multimode    string   // om3 | om4 | om5
	TwistedPair  string   // cat6 | cat6a
	AllowRetired *bool
	Evidence     catalog.Evidence
	Slack        *Slack
	Exit         *units.Length
	Direct       *bool
	TrayEntry    *units.Length
	TraySearch   *units.Length
	Headroom     *units.Length
	Excess       *units.Length
	Spares       *Spares
	Stock        []Stock
	UseStock     *bool
	TrayFill     *int // percent
	RearSpace    *units.Length
	PatchPanels  *int
	Connectors   string // low-loss | standard
	Currency     string
	Energy       *Energy
}

// Medium is one of settings.media: dac, acc, aec, aoc, optical, twisted-pair.
type Medium string

// The media a link can take, in the default order of preference.
const (
	DAC         Medium = "dac"
	ACC         Medium = "acc"
	AEC         Medium = "aec"
	AOC         Medium = "aoc"
	Optical     Medium = "optical"
	TwistedPair Medium = "twisted-pair"
)

// Media lists the media of links in the default order.
var Media = []Medium{DAC, ACC, AEC, AOC, Optical, TwistedPair}

// Slack is what a run is lengthened by. Percent is in hundredths of a percent.
type Slack struct {
	Percent         *int
	PerEnd          *units.Length
	Copper, Optical *Slack // only in settings.slack itself
}

// Spares is the spare rule; Percent is in hundredths of a percent. ByMedium
// holds the rules of single media of products.
type Spares struct {
	Percent  *int
	Minimum  *int
	ByMedium map[catalog.Medium]*Spares // nil inside a rule of one medium
}

// Stock is a number of parts at hand.
type Stock struct {
	SKU      string
	Quantity int
}

// Energy is what a watt costs. Price is in ten-thousandths of the currency per
// kWh, PUE in thousandths.
type Energy struct {
	PricePerKWh *int
	PUE         *int
	Years       *int
}

// A Site is one hall.
type Site struct {
	Rows  []Row
	Trays []Tray
}

// A Row is a line of racks. See planning-rules, Geometry, in docs.
type Row struct {
	Name     string
	X, Y     *units.Length
	Pitch    *units.Length
	Faces    string // south | north | east | west
	Runs     string // east | west | north | south
	SidePass *int
}

// A Tray carries cables from one point to another, both in plan coordinates.
type Tray struct {
	Name         string
	FromX, FromY units.Length
	ToX, ToY     units.Length
	Height       units.Length
	Width        *units.Length
	Depth        *units.Length
	MaxKgPerM    *units.Mass // grams per metre
}

// A Rack entry; Name may be a range.
type Rack struct {
	Name      string
	Row       string
	Position  *int
	X, Y      *units.Length
	Faces     string
	Units     *int
	Width     *units.Length
	Depth     *units.Length
	Base      *units.Length
	FirstUnit *int
	Numbering string // bottom-up | top-down
	Power     *units.Power
	MaxWeight *units.Mass
}

// Positions are the u of a device entry: a list, or a packing word.
type Positions struct {
	At   []units.RackUnits
	Pack string // top | bottom | ""
}

// A Device entry; Name and Rack may be ranges.
type Device struct {
	Name     string
	Type     string
	Rack     string // empty: not placed yet
	U        Positions
	Face     string // front | rear
	Slot     string // left | right, half-width types
	Side     string // left | right, 0U devices
	From, To *units.Length
	External bool
}

// A Cable pins what a link is made with. Empty means not pinned.
type Cable struct {
	Medium  Medium
	Length  units.Length // 0: not pinned
	SKU     string
	ModuleA string
	ModuleB string
}

// IsZero reports whether nothing is pinned.
func (c Cable) IsZero() bool { return c == Cable{} }

// A Link entry; A, B, ID and Label may be ranges of one count.
type Link struct {
	A, B     string // "device:port"
	Speed    string // empty: the fastest both ports list
	Run      *units.Length
	Cable    Cable
	Existing *bool
	ID       string
	Label    string
	Color    string
	Group    string
}

// An Override says more about links found by one of their ends.
type Override struct {
	At       string // "device:port", may be a range
	Run      *units.Length
	Cable    Cable
	Existing *bool
	Label    string
	Color    string
	Group    string
}

// A Fabric writes links between devices the plan places. Names of devices and
// ports may be ranges. See docs/fabrics.md for what each topology uses.
type Fabric struct {
	Name                  string
	Topology              string // single-switch | leaf-spine | rail-optimized | fat-tree
	Speed                 string
	Hosts                 string
	HostPorts             []string // in rail order; nil: all fabric ports that carry the speed
	HostsPerUnit          *int
	HostsPerLeaf          *int // homing dual: of a pair of leaves
	Leaves, Spines, Cores string
	K                     *int
	Edges, Aggregations   string
	Pods                  *int
	Homing                string // single | dual
	UplinkSpeed           string // empty: as Speed
	Oversubscription      string // a decimal ratio as written
	LinksPerPair          *int
	Split                 *int   // 1, 2 or 4
	Routing               string // ecmp | static | adaptive
}
