package templates

// A PrintChoicePage offers what can be printed.
type PrintChoicePage struct {
	Rev    string
	Papers []Option
	Rows   []string // of racks, to choose from
	Groups []string // of links
	Prints []PrintChoice
}

// A PrintChoice is one thing that can be printed.
type PrintChoice struct {
	Word, Title, Says, Action string
	Racks, Groups             bool // can be of some racks, of a group
}

// A PrintDoc is what every print begins with.
type PrintDoc struct {
	Title, Says      string
	Plan             string
	Revision         string // "revision 3, 2026-11-30 17:54 UTC, by local"
	Message          string
	Mark             Mark
	Verdict          string
	Said             string // how much it holds
	Prev, Next       string // addresses of other parts; empty: there is none
	Empty            string
	CSS              string // address of the title block
	Action, Back     string
	Rev              string
	Papers           []Option
	Rack, Row, Group string
}

// A RackSheet is the sheet of one rack.
type RackSheet struct {
	Name, Where, Said string
	Mark              Mark
	Word              string
	Scale             string
	Drawing           string // SVG
	Use               RackRow
	Notes             []Place
	Devices           []SheetDevice
}

// A SheetDevice is a device of a rack sheet.
type SheetDevice struct {
	U, Marked, Name, Type, Face, Ports, Air, Used, Power, Weight string
	Mark                                                         Mark
	Word                                                         string
	Notes                                                        []string
}

// A PairSheet is what is pulled between two racks.
type PairSheet struct {
	Title, A, B, Said string
	Rows              []PullRow
}

// A PullRow is one cable between two of its ends.
type PullRow struct {
	A, B                 PullEnd
	Length, Part, Medium string
	Leg                  string // "leg 1 of 2"; empty: a straight cable
	Color                string
	Route                string
}

// A PullEnd is one end of a pull.
type PullEnd struct{ U, Device, Port, Module, Hub, Label string }

// A ReviewPage is the hand-out of a design review.
type ReviewPage struct {
	Sentence     string
	Facts        []Fact
	Causes       []Cause
	More         string // how many causes are left out; empty: none
	Fabrics      Grid
	Order        []OrderRow
	OrderSaid    string
	OrderMore    string
	Decide       string
	Spares, Cost string
	Priced       bool
	Money        string
	Drawings     []DrawingSheet
	DrawingsMore string
}

// A DrawingSheet is a drawing with its scale.
type DrawingSheet struct {
	Title, Scale, Said, Drawing string
	Upright                     bool // fits better on a sheet that is higher than wide
}
