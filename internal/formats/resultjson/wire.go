// Package resultjson is the JSON shape of a planner's Result that scripts rely
// on: the same object from the command line and the API. Names, key order and
// meaning are stable.
//
// It promises that every key of a part is always there, that a list is never
// null, and that memory does not grow with the rows. Null means not known or
// not there: the place of a device that has none, the limit, headroom or spare
// length that could not be worked out, the price while no list is loaded, the
// line in a document that was not YAML. A text the document may leave out
// (group, label, fabric) is empty instead. Lengths are whole millimetres, needs
// rounded up and supplies down; watts, kilograms and rack units are numbers
// with exact decimals; money is a decimal string.
package resultjson

import (
	"encoding/json"

	"lengthwise/internal/plan"
)

// A Number is a JSON number with exact decimals.
type Number = json.Number

// A Result is the whole object. A part that was not asked for is nil.
type Result struct {
	OK              bool        `json:"ok"`
	Version         string      `json:"version"`
	CatalogRevision string      `json:"catalog_revision"`
	Summary         Summary     `json:"summary"`
	Findings        []Finding   `json:"findings"`
	Links           []Link      `json:"links"`
	Cables          []Cable     `json:"cables"`
	Modules         []Module    `json:"modules"`
	BOM             []BOMRow    `json:"bom"`
	Shortages       []Shortage  `json:"shortages"`
	Racks           []Rack      `json:"racks"`
	Trays           []Tray      `json:"trays"`
	Fabrics         []Fabric    `json:"fabrics"`
	Unchecked       []Unchecked `json:"unchecked"`
}

// Summary counts the plan. Power is of cables and modules, all ends, without
// spares.
type Summary struct {
	Racks             int               `json:"racks"`
	Devices           int               `json:"devices"`
	Links             int               `json:"links"`
	Cables            int               `json:"cables"`
	Modules           int               `json:"modules"`
	Existing          int               `json:"existing"`
	Errors            int               `json:"errors"`
	Warnings          int               `json:"warnings"`
	LinksByStatus     LinksByStatus     `json:"links_by_status"`
	LinksByGeneration LinksByGeneration `json:"links_by_generation"`
	CablesByMedium    CablesByMedium    `json:"cables_by_medium"`
	PowerW            Number            `json:"power_w"`
	PowerAtLeast      bool              `json:"power_at_least"`
	Cost              *Cost             `json:"cost"` // null while no price list is loaded
	Currency          string            `json:"currency"`
	LongestRunMM      int64             `json:"longest_run_mm"`
}

// LinksByStatus counts links.
type LinksByStatus struct {
	OK      int `json:"ok"`
	Error   int `json:"error"`
	Warning int `json:"warning"`
	Unknown int `json:"unknown"`
}

// LinksByGeneration counts links.
type LinksByGeneration struct {
	EDR      int `json:"edr"`
	HDR      int `json:"hdr"`
	NDR      int `json:"ndr"`
	XDR      int `json:"xdr"`
	Ethernet int `json:"ethernet"`
}

// CablesByMedium counts cables; optical counts cords.
type CablesByMedium struct {
	DAC         int `json:"dac"`
	ACC         int `json:"acc"`
	AEC         int `json:"aec"`
	AOC         int `json:"aoc"`
	Optical     int `json:"optical"`
	TwistedPair int `json:"twisted-pair"`
}

// Cost is a sum of extended prices. AtLeast: some product has no price, or some
// link no part.
type Cost struct {
	Amount   string `json:"amount"`
	AtLeast  bool   `json:"at_least"`
	Unpriced int    `json:"unpriced"`
}

// A Finding is a problem in the plan. Line and Column are null where the
// document was not YAML or the finding has no place in it.
type Finding struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Path     string `json:"path"`
	Line     *int   `json:"line"`
	Column   *int   `json:"column"`
	Subject  string `json:"subject"`
	Count    int    `json:"count"`
	Message  string `json:"message"`
	Fix      string `json:"fix"`
	Edits    []Edit `json:"edits"`
	Source   string `json:"source"`
}

// An Edit is a change of the document a fix would make. Only the fields of its
// kind are there; the value of a set is there even when it is null.
type Edit plan.Edit

// MarshalJSON writes the edit as PATCH takes it.
func (e Edit) MarshalJSON() ([]byte, error) {
	if e.Kind == plan.SetField && e.Value == nil {
		return marshal(struct {
			Kind  string `json:"edit"`
			Path  string `json:"path"`
			Value any    `json:"value"`
		}{Kind: e.Kind, Path: e.Path})
	}
	return marshal(plan.Edit(e))
}

// A Link is two ports that must talk, and how.
type Link struct {
	ID              string    `json:"id"`
	A               LinkEnd   `json:"a"`
	B               LinkEnd   `json:"b"`
	Speed           *string   `json:"speed"`
	Fabric          string    `json:"fabric"`
	Group           string    `json:"group"`
	Label           string    `json:"label"`
	Existing        bool      `json:"existing"`
	Route           []Segment `json:"route"`
	RunMM           *int64    `json:"run_mm"`
	RunAtLeast      bool      `json:"run_at_least"`
	RequiredMM      *int64    `json:"required_mm"`
	RequiredAtLeast bool      `json:"required_at_least"`
	Estimate        []string  `json:"estimate"`
	LimitMM         *int64    `json:"limit_mm"`
	HeadroomMM      *int64    `json:"headroom_mm"`
	SpareMM         *int64    `json:"spare_mm"`
	Medium          *string   `json:"medium"`
	Cables          []string  `json:"cables"`
	Status          string    `json:"status"`
	Reason          string    `json:"reason"`
}

// A LinkEnd is a port and where it is. Face is the rack face the port looks
// out of.
type LinkEnd struct {
	Device string  `json:"device"`
	Port   string  `json:"port"`
	Rack   *string `json:"rack"`
	U      *Number `json:"u"`
	Face   *string `json:"face"`
}

// A Segment is one part of a route. The whole millimetres add up to the run;
// Length is exact ("677.825 mm").
type Segment struct {
	Name     string `json:"name"`
	LengthMM int64  `json:"length_mm"`
	Length   string `json:"length"`
}

// A Cable is one thing that is pulled.
type Cable struct {
	ID         string     `json:"id"`
	Label      string     `json:"label"`
	Shape      string     `json:"shape"`
	Medium     string     `json:"medium"`
	LengthMM   *int64     `json:"length_mm"`
	Existing   bool       `json:"existing"`
	UnusedLegs int        `json:"unused_legs"`
	Links      []string   `json:"links"`
	Product    Product    `json:"product"`
	Ends       []CableEnd `json:"ends"`
}

// A Product is a SKU or an id "spec:…"; the other is null.
type Product struct {
	SKU  *string `json:"sku"`
	Spec *string `json:"spec"`
}

// A CableEnd is one plug: leg 0 is the hub of a splitter, a straight cable has
// legs 0 and 1. Module is the id of the transceiver it plugs into.
type CableEnd struct {
	Device string   `json:"device"`
	Cage   string   `json:"cage"`
	Ports  []string `json:"ports"`
	Rack   *string  `json:"rack"`
	U      *Number  `json:"u"`
	Face   *string  `json:"face"`
	Leg    int      `json:"leg"`
	Module *string  `json:"module"`
}

// A Module is one transceiver in its cage.
type Module struct {
	ID       string   `json:"id"`
	Device   string   `json:"device"`
	Cage     string   `json:"cage"`
	Product  Product  `json:"product"`
	Existing bool     `json:"existing"`
	Cables   []string `json:"cables"`
}

// A BOMRow is one thing to have: exactly one of SKU, Spec and DeviceType is
// set. PowerW is of one piece with all its ends; UnitPrice is landed: the price
// list's unit price and surcharge together.
type BOMRow struct {
	SKU           *string  `json:"sku"`
	Spec          *string  `json:"spec"`
	DeviceType    *string  `json:"device_type"`
	AltSKUs       []string `json:"alt_skus"`
	Description   string   `json:"description"`
	Maker         string   `json:"maker"`
	Medium        *string  `json:"medium"`
	LengthMM      *int64   `json:"length_mm"`
	Quantity      int      `json:"quantity"`
	Spares        int      `json:"spares"`
	FromStock     int      `json:"from_stock"`
	OrderQuantity int      `json:"order_quantity"`
	UnitPrice     *string  `json:"unit_price"`
	ExtendedPrice *string  `json:"extended_price"`
	Currency      string   `json:"currency"`
	PowerW        *Number  `json:"power_w"`
	Lifecycle     string   `json:"lifecycle"`
	Evidence      string   `json:"evidence"`
	Source        string   `json:"source"`
	Estimate      []string `json:"estimate"`
}

// A Shortage is a part of which some pieces are at hand, but not as many as the
// plan takes, spares included; exactly one of SKU and Spec is set. Short is how
// many have to be bought, LeadTimeDays how long they take; null: not known.
type Shortage struct {
	SKU          *string `json:"sku"`
	Spec         *string `json:"spec"`
	Needed       int     `json:"needed"`
	AtHand       int     `json:"at_hand"`
	Short        int     `json:"short"`
	LeadTimeDays *int    `json:"lead_time_days"`
}

// A Rack is what a rack holds.
type Rack struct {
	Name     string `json:"name"`
	Units    Use    `json:"units"`
	PowerW   Use    `json:"power_w"`
	WeightKg Use    `json:"weight_kg"`
	Ports    Use    `json:"ports"`
}

// A Use is a figure against its limit, null where none is written. Unknown is
// how many devices have no figure.
type Use struct {
	Used    Number  `json:"used"`
	Limit   *Number `json:"limit"`
	Unknown int     `json:"unknown"`
}

// A Tray is one stretch of a tray between two points where cables join or
// leave. Area and weight are at least what they say where AtLeast is true;
// what was not written of the tray is null. Estimated: it rests on averages of
// a class of cables.
type Tray struct {
	Name          string  `json:"name"`
	FromXMM       int64   `json:"from_x_mm"`
	FromYMM       int64   `json:"from_y_mm"`
	ToXMM         int64   `json:"to_x_mm"`
	ToYMM         int64   `json:"to_y_mm"`
	HeightMM      int64   `json:"height_mm"`
	Cables        int     `json:"cables"`
	AreaMM2       Number  `json:"area_mm2"`
	AreaAtLeast   bool    `json:"area_at_least"`
	CapacityMM2   *Number `json:"capacity_mm2"`
	FillPercent   *Number `json:"fill_percent"` // rounded up
	KgPerM        Number  `json:"kg_per_m"`
	WeightAtLeast bool    `json:"weight_at_least"`
	MaxKgPerM     *Number `json:"max_kg_per_m"`
	Estimated     bool    `json:"estimated"`
}

// An Unchecked entry is a check that was not made.
type Unchecked struct {
	Check   string `json:"check"`
	Subject string `json:"subject"`
	Why     string `json:"why"`
	Count   int    `json:"count"`
}
