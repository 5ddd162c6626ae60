// Package drawing says where each box, line and word of a rack elevation goes,
// to scale: 22 px for each unit on a panel 220 px wide, close to the true 44.45
// to 482.6 mm. It decides everything a drawing shows, so that what prints it
// (formats/svg) only prints, and gives the same facts as the rows of a table
// for those who cannot see it.
//
// It promises that the same plan gives the same drawing, that no word is wider
// than its place, and that a drawing is bounded: what is above MaxRacks,
// MaxDevices or MaxMarks is left out and said to be. It refuses nothing: what
// has no place in a rack is listed under it.
package drawing

import (
	"strconv"

	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// Bounds of one drawing.
const (
	MaxRacks   = 200     // racks; the rest are counted in Elevation.Omitted
	MaxDevices = 4_000   // devices with a box; a rack with more room than this is not drawn further
	MaxMarks   = 200_000 // cages drawn one by one; further devices show a bar
)

// Px is a length on the drawing in tenths of a pixel.
type Px int32

// String is "12" or "12.5".
func (p Px) String() string { return string(p.Append(nil)) }

// Append adds the text of String to b.
func (p Px) Append(b []byte) []byte {
	if p < 0 {
		b, p = append(b, '-'), -p
	}
	b = strconv.AppendInt(b, int64(p/10), 10)
	if p%10 != 0 {
		b = append(b, '.', byte('0'+p%10))
	}
	return b
}

// UnitHeight is the height of one rack unit, PanelWidth the width of a panel.
const (
	UnitHeight Px = 220
	PanelWidth Px = 2200
)

// A Box is a rectangle; X and Y are its upper left corner.
type Box struct{ X, Y, W, H Px }

// A Text is one line of words. Y is its baseline, Size the height of its font.
type Text struct {
	X, Y, Size Px
	Anchor     string // start | middle | end
	Upright    bool   // turned to read from below, about X and Y
	Words      string // cut to fit; empty: there is no room
}

// A Status is the worst thing known of a rack, a device or a cage. None is what
// has no links.
type Status int8

// The statuses, best first.
const (
	None Status = iota
	OK
	Warning
	Unknown
	Error
)

// String is the word the wire uses; none is "none".
func (s Status) String() string {
	return [...]string{"none", "ok", "warning", "unknown", "error"}[s]
}

// statusOf is the status of a link on a drawing.
func statusOf(s planner.Status) Status {
	switch s {
	case planner.StatusOK:
		return OK
	case planner.StatusWarning:
		return Warning
	case planner.StatusError:
		return Error
	}
	return Unknown
}

// A State is how a cage is used.
type State int8

// The states of a cage.
const (
	Free       State = iota
	Partly           // some of its ports have a link, and those are ok
	Used             // every port has a link, and all are ok
	UsedWarned       // the worst of its links is a warning
	UsedUnknown
	UsedError
)

// States lists them as legends do.
var States = []State{Free, Partly, Used, UsedWarned, UsedUnknown, UsedError}

// String is the word of a state.
func (s State) String() string {
	return [...]string{"free", "partly", "used", "warning", "unknown", "error"}[s]
}

// An Air is which way air moves at one face of a device.
type Air int8

// The ways of air, as one looks at the face.
const (
	AirUnknown Air = iota
	AirIn          // away from who looks
	AirOut         // towards who looks
	AirEither      // the device is sold in both versions
)

// An Elevation is a drawing of racks.
type Elevation struct {
	Title, Desc string // what it shows, in words
	W, H        Px
	Captions    []Text // of lines of racks
	Racks       []Rack
	Legend      []Key
	Omitted     string // what was left out and why; empty: nothing
	OmittedAt   Text
}

// A Rack is one rack drawn: its faces side by side, its sums below, and the
// facts as rows.
type Rack struct {
	Place
	Box    Box
	Href   string // empty: no link
	Status Status
	Words  string // "2 errors, 1 warning"; empty: nothing is wrong
	Head   Text   // its name
	Mark   Box    // of its status, left of Head; W 0: none
	Faces  []Face
	Sums   []Sum
	Notes  []Note
	Rows   []Row // top to bottom, then what stands beside the units or nowhere
}

// A Face is one face of a rack.
type Face struct {
	Rear    bool
	Title   string    // "front of rack A05: 4 devices, 16 U free"
	Head    Text      // "front"
	Frame   Box       // outer edge of the rack
	Panel   Box       // between the posts: U1 at the bottom
	Figures [2][]Text // of the units, as marked, lowest first: left and right of the frame
	Slots   []Slot    // units free front and rear, lowest first; nil: they are no links
	Devices []Device
}

// A Device is a box of a device on one face. Texts without words are not drawn.
type Device struct {
	Name   string
	Label  string // "gpu-01, U1 to 8, GPU server, 1 error": what a reader hears
	Href   string // empty: no link
	Kind   string // of its type; empty: the type is unknown
	Status Status
	U      units.RackUnits // lowest unit; 0: beside the units
	Height units.RackUnits
	Deep   bool // it reaches from one face of the rack to the other
	Behind bool // seen from behind: it hangs at the far face and does not reach this one
	Beside bool // stands beside the units
	Chosen bool // the selected device
	Peer   bool // linked to the selected device
	Box    Box
	Band   Box // shows the kind
	Icon   Box // W 0: no room
	Mark   Box // of the status; W 0: none or no room
	Air    Air
	AirAt  Box // W 0: not known or no room
	Texts  []Text
	Cages  []Mark // on the faces its ports may look out of
	Bar    Box    // instead of cages too many to draw; W 0: none
	Fill   Px     // how much of Bar is used
}

// A Mark is a cage.
type Mark struct {
	State State
	Box   Box
}

// A Sum is what a rack holds of one thing.
type Sum struct {
	At   Text
	Over bool // above the limit; the words say so
	Mark Box  // where Over; else W 0
}

// A Note is what is wrong with a rack itself.
type Note struct {
	Status  Status
	Message string
}

// A Key explains one mark of the legend: a status, the state of a cage, or a
// way of air. One without a mark is a heading.
type Key struct {
	At     Text
	Mark   Box
	Status Status
	Cage   bool
	State  State // where Cage
	Air    Air
}
