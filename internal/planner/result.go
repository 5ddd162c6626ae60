package planner

import (
	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// A Result is everything the planner worked out about one document: what the
// UI, the API and the exports show. None of them computes anything further.
// All slices are in a fixed order; a Result must not be changed.
type Result struct {
	OK              bool // no finding is an error and no link is unknown
	CatalogRevision string
	Name            string // of the plan
	Currency        string
	Summary         Summary
	Findings        []plan.Finding    // severity, code, path, subject; at most MaxFindings of one code
	Unlisted        map[plan.Code]int // findings that are counted and not listed, by code; nil: there are none
	Devices         []Device          // natural order of name
	Links           []Link            // natural order of the first end, then the second
	Cables          []Cable           // natural order of the first end
	Modules         []Module          // natural order of ID
	BOM             []BOMRow          // assemblies, modules, cords, switches
	Missing         []MissingPart     // groups of links without a cable
	Shortages       []Shortage        // natural order of ID: parts at hand that do not suffice
	Racks           []RackUse         // natural order of name
	Trays           []TrayUse         // tray name, then along it
	Fabrics         []FabricUse       // document order
	Unchecked       []Unchecked       // check, subject
}

// MaxFindings is how many findings of one code are listed; the rest are counted.
const MaxFindings = 10_000

// Summary counts the plan.
type Summary struct {
	Racks, Devices, Links, Cables, Modules, Existing int
	Errors, Warnings                                 int
	LinksByStatus                                    map[Status]int      // all four keys
	LinksByGeneration                                map[string]int      // edr hdr ndr xdr ethernet
	CablesByMedium                                   map[plan.Medium]int // all six keys; optical counts cords
	Power                                            units.Power         // cables and modules, all ends, no spares
	PowerAtLeast                                     bool
	Cost                                             *Cost // nil while no price list is loaded
	LongestRun                                       units.Length
}

// Cost is a sum of extended prices.
type Cost struct {
	Amount   units.Money
	AtLeast  bool // some product has no price, or some link no part
	Unpriced int  // how many products have no price
}

// Status of a link: the worst finding that names it.
type Status string

// The statuses, worst first.
const (
	StatusError   Status = "error"
	StatusUnknown Status = "unknown"
	StatusWarning Status = "warning"
	StatusOK      Status = "ok"
)

// Statuses lists them as the wire does.
var Statuses = []Status{StatusOK, StatusError, StatusWarning, StatusUnknown}

// A Device is one placed device. Of a device a link names but the document
// lacks only Name is set.
type Device struct {
	Name     string
	Type     *catalog.DeviceType // nil: unknown type
	Rack     string              // empty: not placed
	U        units.RackUnits     // lowest unit, physical; 0: not known
	Face     string              // rack face its front looks out of; empty: not known
	External bool
	Path     string // of its entry

	airflow string // version of a switch that is sold in two: P2C, C2P; empty: any other device
}

// An End is a device and a port of it, named as results print it.
type End struct {
	Device *Device
	Port   string
}

// String is "leaf-01:IB1/15/1".
func (e End) String() string { return e.Device.Name + ":" + e.Port }

// A Link is two ports that must talk, and how. There may be two million: what is
// true or false stands together.
type Link struct {
	ID         string
	A, B       End
	Speed      string // the rate; empty where none could be worked out
	Generation string // edr hdr ndr xdr ethernet; empty where no speed
	Fabric     string
	Group      string
	Label      string // as written; empty: the default label of its cable
	Color      string
	Path       string // of its entry
	Route      *Route // shared between links; nil: measured or unknown
	Run        units.Length
	Required   int64       // whole mm, of the link's own medium
	Estimate   []string    // what the run rests on that is a guess
	Limit      int64       // whole mm; -1: no limit could be worked out
	Headroom   int64       // Limit - Required
	Spare      int64       // ordered length - Required
	Medium     plan.Medium // empty: none
	Cables     [2]int32    // indexes into Result.Cables; -1: none
	Status     Status
	Reason     string

	Existing        bool
	RunKnown        bool // false: nothing is known of the run
	RunAtLeast      bool // some part of the run is unknown
	RequiredAtLeast bool
	HasCable        bool
}

// A Segment is one named part of a route.
type Segment struct {
	Name   string
	MM     int64        // whole millimetres; all segments add up to the run rounded up
	Length units.Length // exact
}

// A Cable is one thing that is pulled: an assembly or a cord.
type Cable struct {
	ID         string
	Label      string
	Color      string
	Shape      string // 1:1 | 1:2 | 1:4
	Medium     plan.Medium
	Part       catalog.Part
	Length     units.Length
	UnusedLegs int
	Links      []int32 // indexes into Result.Links
	Ends       []CableEnd
	Required   int64 // of its longest link, whole mm
	Existing   bool
	second     bool // the second fibre of one link
}

// A CableEnd is one plug of a cable. Leg 0 is the hub of a splitter; a straight
// cable has legs 0 and 1.
type CableEnd struct {
	Device *Device
	Cage   string
	Ports  []string
	Leg    int
	Module int32 // index into Result.Modules; -1: none
	Link   int32 // of a leg: the link it carries; -1 on a hub or a straight cable

	optical int8 // which optical port of a twin-port plug in a one-port cage; 0: does not matter
}

// A Module is one transceiver in its cage.
type Module struct {
	ID       string // device:cage
	Device   *Device
	Cage     string
	Product  *catalog.Product
	Existing bool
	Cables   []int32 // indexes into Result.Cables
}

// A BOMRow is one product, specification length or switch type.
type BOMRow struct {
	Part          catalog.Part        // nil part for switches
	DeviceType    *catalog.DeviceType // switches only
	Airflow       string              // switches only: version to order
	Description   string
	Quantity      int // placed and not existing
	Spares        int
	FromStock     int
	Order         int
	UnitPrice     *units.Money // landed: unit price and surcharge of the price list; nil: none in the plan's currency
	ExtendedPrice *units.Money // Order x UnitPrice
	Currency      string
	LeadTimeDays  int         // -1: not known
	Power         units.Power // one piece with all its ends
	PowerKnown    bool
	Lifecycle     catalog.Lifecycle
	Evidence      catalog.Evidence
	Sources       []string
	Locator       string
	Estimate      []string // figures that rest on a class average
	Attention     []string // what needs a decision, in the fixed order
}

// A Shortage is a part of which some pieces are at hand, but not as many as the
// plan takes: Short of them have to be bought.
type Shortage struct {
	ID           string // SKU, or the id of a part made to specification
	Needed       int    // pieces placed, and spares
	AtHand       int    // in settings.stock and, with use_stock, in the price list
	Short        int    // Needed - AtHand
	LeadTimeDays int    // until more can be here; -1: not known
}

// A MissingPart is a group of like links without a cable.
type MissingPart struct {
	Description string // "400 Gb/s NDR, osfp-finned-2 to osfp-flat-1, 12.4 m"
	Medium      plan.Medium
	Links       int
}

// Use is a figure against its limit. Unknown is how many devices have no figure.
type Use struct {
	Used    int64
	Limit   int64 // -1: none written
	Unknown int
}

// RackUse is what a rack holds: units in halves, watts, grams, ports.
type RackUse struct {
	Name                        string
	Floor                       Footprint
	Units, Power, Weight, Ports Use
}

// TrayUse is one stretch of a tray between two points where cables join or leave.
type TrayUse struct {
	Name         string
	FromX, FromY units.Length
	ToX, ToY     units.Length
	Height       units.Length
	Cables       int
	Area         int64 // hundredths of mm²
	AreaKnown    bool  // false: some cable has no diameter, Area is at least
	Capacity     int64 // width x depth in hundredths of mm²; 0: not written
	Weight       int64 // milligrams per metre
	WeightKnown  bool
	MaxWeight    int64 // milligrams per metre; 0: not written
	Estimate     bool  // rests on class averages
}

// An Unchecked entry is a check that was not made. Unchecked is not ok.
type Unchecked struct {
	Check, Subject, Why string
	Count               int
}
