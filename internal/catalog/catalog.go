// Package catalog is what can be bought and what it reaches: cables, optics,
// fibres, the cages they fit and the devices those cages belong to. It is data
// with sources (data/*.csv), not code; Load checks every row and reports every
// bad one at once.
//
// It promises that an unknown figure stays unknown (zero or empty, never a
// guess) and that a loaded Catalog never changes. It refuses a row without a
// source.
package catalog

import "lengthwise/internal/units"

// A Catalog is one consistent set of product data. It is safe for concurrent
// use; nobody may change it or what it points to.
type Catalog struct {
	Revision string // 12 hex digits over the data files, and over the overlay where there is one

	Sources         []*Source
	Speeds          []*Speed
	Forms           []*FormFactor
	Optics          []*Optics
	Fibres          []*Fibre
	ConnectorLosses []*ConnectorLoss
	Products        []*Product // file order
	Specifications  []*Specification
	MediaLimits     []*MediaLimit
	ClassDefaults   []*ClassDefault
	Standards       []*Standard
	Types           []*DeviceType // file order

	index index
	site  site // status and prices of the overlay
}

// A Source is a document facts were taken from.
type Source struct {
	Key, Title, Publisher string
	Address               string // empty: "source not identified", or our own
	DateRead              string // 2026-11-30
	Kind                  string // maker | transcription | reseller | standard | third-party
}

// Citation says where a row's facts come from.
type Citation struct {
	Sources []string // keys, at least one
	Locator string   // where in them: page, table
}

// Protocol is ib or eth.
type Protocol string

// The protocols.
const (
	InfiniBand Protocol = "ib"
	Ethernet   Protocol = "eth"
)

// A Speed is a rate with its lanes and modulation. Name is what a port lists
// ("400gbe-8x50"), Rate what a link names ("400gbe"); InfiniBand speeds have no
// variants, so both are the same.
type Speed struct {
	Name, Rate string
	Protocol   Protocol
	Generation string // edr | hdr | ndr | xdr, empty for Ethernet
	Gbps       int
	Lanes      int
	LaneGbps   int
	Modulation string // nrz | pam4 | base-t
	Label      string // "NDR 400 Gb/s"
	Order      int    // position in the file
	Citation
}

// A FormFactor is a cage, the plug that fits it, or both.
type FormFactor struct {
	Name        string
	Cage, Plug  bool
	Family      string // qsfp | osfp | qsfp-dd | sfp | rj45 | mpo | lc
	Shell       string // finned | flat | ""
	Lanes       int    // 0: not known
	Ports       int    // ports a plug of this form carries: 1 or 2
	MaxLaneGbps int    // 0: not limited here
	Accepts     []string
	Label       string
	Citation
}

// Accept reports whether the cage takes the plug and works with it.
func (f *FormFactor) Accept(plug string) bool {
	for _, a := range f.Accepts {
		if a == plug {
			return true
		}
	}
	return false
}

// Optics is a family of optical interfaces that interoperate. Reaches are 0
// where the family does not run on that fibre.
type Optics struct {
	Family, Label string
	LaneGbps      int
	Modulation    string
	WavelengthNM  int
	Mode          Mode
	Connector     string // mpo-12 | mpo-16 | lc
	Polish        string // apc | upc | "" not known
	FibresPerPort int
	WDM           bool // wavelength-multiplexed: never split by fibre
	Reach         FibreReach
	SplitterReach units.Length // 0: cannot be split
	ChannelLoss   int          // hundredths of dB; 0: not published
	MatedPairs    int          // assumed by the makers' reach; 0: not known
	Interoperates []string
	Citation
}

// FibreReach is a reach by fibre grade; 0: none or not known.
type FibreReach struct{ OM3, OM4, OM5, OS2 units.Length }

// On is the reach on a grade. OM5 counts as OM4 until a source gives more.
func (r FibreReach) On(grade string) units.Length {
	switch grade {
	case "om3":
		return r.OM3
	case "om4":
		return r.OM4
	case "om5":
		return max(r.OM5, r.OM4)
	case "os2":
		return r.OS2
	}
	return 0
}

// Mode is mm or sm.
type Mode string

// The fibre modes.
const (
	Multimode  Mode = "mm"
	SingleMode Mode = "sm"
)

// A Fibre is a grade of glass. Attenuations are hundredths of dB per km, 0
// where not known.
type Fibre struct {
	Grade          string // om3 | om4 | om5 | os2
	Mode           Mode
	Attenuation    int
	AttenuationMax int
	Colour         string
	Citation
}

// A ConnectorLoss is what one mated pair of connectors costs, in hundredths of dB.
type ConnectorLoss struct {
	Connector  string
	Grade      string // low-loss | standard
	Mode       Mode
	Loss       int
	ReturnLoss int // dB, 0: not known
	Polish     string
	Citation
}

// Medium is the kind of part a product is.
type Medium string

// The media, in the order every list shows them.
const (
	DAC         Medium = "dac"
	ACC         Medium = "acc"
	AEC         Medium = "aec"
	AOC         Medium = "aoc"
	Transceiver Medium = "transceiver"
	FibreCord   Medium = "fibre"
	TwistedPair Medium = "twisted-pair"
)

// Media lists the media of products in order.
var Media = []Medium{DAC, ACC, AEC, AOC, Transceiver, FibreCord, TwistedPair}

// Evidence says how well a row is founded.
type Evidence string

// The evidence levels, strongest first.
const (
	Maker       Evidence = "maker"
	Transcribed Evidence = "transcribed"
	Reseller    Evidence = "reseller"
	Unverified  Evidence = "unverified"
)

// Rank is 0 for maker to 3 for unverified.
func (e Evidence) Rank() int {
	for i, x := range []Evidence{Maker, Transcribed, Reseller, Unverified} {
		if e == x {
			return i
		}
	}
	return 4
}

// Lifecycle says whether a part is still sold.
type Lifecycle string

// The lifecycles.
const (
	Active           Lifecycle = "active"
	Retired          Lifecycle = "retired"
	Planned          Lifecycle = "planned"
	UnknownLifecycle Lifecycle = "unknown"
)

// A Product is a part with a number. Zero and empty mean not known.
type Product struct {
	SKU         string
	AltSKUs     []string
	Maker       string
	Family      string
	Medium      Medium
	Description string
	Protocols   []Protocol
	Speeds      []*Speed    // carried by each port; of a splitter, by each leg
	EndA, EndB  *FormFactor // EndA is the hub of a splitter; EndB nil for transceivers
	Shape       string      // 1:1 | 1:2 | 1:4
	Legs        int         // 1, 2 or 4
	Length      units.Length
	Reach       units.Length
	FibreReach  FibreReach
	MinReach    units.Length
	Optics      *Optics // transceivers only
	Fibre       *Fibre  // cords only
	ConnectorA  string
	ConnectorB  string
	Polish      string
	Pins        string // male | female | none
	PowerA      units.Power
	PowerB      units.Power
	AWG         string
	OD          int // tenths of a millimetre
	BendRadius  units.Length
	Weight      units.Mass
	Lifecycle   Lifecycle
	Evidence    Evidence
	Automatic   bool // may be chosen without a pin
	Note        string
	Row         int  // line in products.csv, 0 for an own row
	Own         bool // a row of the site's overlay
	Citation
}

// Carries reports whether the product carries the speed.
func (p *Product) Carries(s *Speed) bool {
	for _, x := range p.Speeds {
		if x == s {
			return true
		}
	}
	return false
}

// A Specification is a cord bought by description: no number, no maker. Each
// of its lengths is one part, with the id spec:<key>:<length>.
type Specification struct {
	Key         string
	Medium      Medium // fibre | twisted-pair
	Shape       string
	Legs        int
	ConnectorA  string
	ConnectorB  string
	Polish      string
	Polarity    string // type-b | a-b | "" not known: for pinning only
	Pins        string
	Fibre       *Fibre // nil for twisted pair
	Category    string // cat6 | cat6a, empty for fibre
	Optics      []*Optics
	Speeds      []*Speed // twisted pair only
	Reach       units.Length
	Lengths     []units.Length // rising
	Description string
	Note        string
	Row         int
	Citation
}

// Automatic reports whether the row may be chosen without a pin: a fibre row
// without a polarity may not.
func (s *Specification) Automatic() bool { return s.Medium == TwistedPair || s.Polarity != "" }

// A Part is one thing that can be ordered: a product, or one length of a
// specification row. Exactly one of Product and Spec is set.
type Part struct {
	Product *Product
	Spec    *Specification
	Length  units.Length
}

// Nil reports whether there is no part at all.
func (p Part) Nil() bool { return p.Product == nil && p.Spec == nil }

// ID is the SKU, or "spec:<key>:<length>" with the length in metres
// ("spec:mpo12-apc-om4-split2:10m").
func (p Part) ID() string {
	if p.Product != nil {
		return p.Product.SKU
	}
	return p.Spec.ID(p.Length)
}

// A MediaLimit is a limit people quote, with its source; 0: the medium does
// not exist at that generation.
type MediaLimit struct {
	Generation string
	Medium     Medium
	Shape      string // empty: any
	Head       string // finned | flat | "" any
	Limit      units.Length
	Note       string
	Citation
}

// A ClassDefault is a planning average for a class of cables; every use of it
// is an estimate and is marked as one.
type ClassDefault struct {
	Medium     Medium
	FormFamily string // empty: any
	AWG        string // empty: any
	Field      string // od_mm | bend_radius_mm | power_mw | weight_g_per_m
	Value      int    // hundredths of the unit in the field's name
	Note       string
	Citation
}

// A Standard is a limit of IEEE, TIA or an MSA, for comparison only.
type Standard struct {
	Name, Clause string
	Gbps, Lanes  int
	Medium       string
	Fibre        string
	Reach        units.Length
	ChannelLoss  int // hundredths of dB
	Connector    string
	Evidence     Evidence
	Citation
}
