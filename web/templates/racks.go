package templates

// A RacksPage is racks drawn to scale with the same facts as tables: one rack
// with its devices, or a row of them.
type RacksPage struct {
	Title     string // "Rack A05", "Row A"
	Mark      Mark   // of the rack; empty: nothing is wrong, or several racks
	Word      string // "2 devices with errors"
	Where     string // "row A, position 5"
	One       bool   // one rack is shown
	Notes     []Place
	Uses      []RackRow // of the racks whose devices are listed
	Choices   []Choices // rows and faces to look at
	Prev      Neighbour
	Next      Neighbour
	Said      string // "racks 1 to 12 of 60"
	Line      RackLine
	Legend    string // SVG: what the marks mean
	Devices   []RackDevice
	Caption   string // of the table of devices
	Side      RackSide
	Missing   string // why the device asked for is not drawn; empty: it is, or none was asked for
	Downloads []Download
	PrintURL  string // draws every rack of the row; empty: all are drawn
	Empty     string // there are no racks; empty: there are
	Change    []RackForm
	PlaceURL  string // where a device is placed
	RackURL   string // where a rack is added
	Waiting   []WaitingDevice
	More      string // how many of those are not listed; empty: none
	Move      RackMove
}

// A RackLine is racks side by side, each a drawing of one size.
type RackLine struct {
	Tiles   []RackTile
	Overlay string // SVG over all of them; empty: nothing is selected
}

// A RackTile is the drawing of one rack, or the place it will have once it comes
// into view.
type RackTile struct {
	ID, Name string
	Drawing  string // SVG; empty: not drawn yet
	Load     string // where the drawing comes from
	URL      string // page of the rack
	W, H     string // px
}

// A RackSide is what stands beside the drawing: the selected device or a form.
type RackSide struct {
	Chosen *ChosenDevice
	Forms  []RackForm
	Lists  []RackList // what fields suggest
}

// A RackForm changes a device or a rack.
type RackForm struct {
	ID, Title string
	Action    string
	Folded    bool
	Hidden    []Pair
	Fields    []Field
	Checks    []RackCheck
	Facts     []string // what goes, in numbers
	Problems  []FieldProblem
	Button    string // of the preview
	Save      string // of saving at once
	CancelURL string // empty: it is folded up instead
}

// A RackCheck is a box to tick.
type RackCheck struct {
	Name, Label string
	On          bool
}

// A RackList is values a field suggests, with words to find them by.
type RackList struct {
	ID     string
	Values []Option
}

// A RackMove is what a script needs to move devices in the drawing: the form
// they are moved by, and the address the move leads back to.
type RackMove struct {
	Action, Base, Back string
	Row                string // that is shown; empty: one rack
}

// A WaitingDevice stands in no rack yet.
type WaitingDevice struct{ Name, Type, URL string }

// Choices are ways to look at the same thing, each an address.
type Choices struct {
	Name string
	All  []Tab
}

// A Neighbour is the rack or the page beside this one; without an address there is
// none.
type Neighbour struct{ Text, URL string }

// A RackDevice is one device, or units that are free.
type RackDevice struct {
	Rack, RackURL string // where several racks are drawn
	U, Marked     string // Marked: the figures on the rack where they are others
	Free          bool   // units without a device; Word says how many
	PlaceURL      string // where a device is placed at the lowest of them
	Name, URL     string
	Type, TypeURL string
	Kind          string
	Face, Ports   string // rack faces its front and its ports look out of
	Airflow       string
	Used          string // ports: "9 of 13"
	Power, Weight string
	Mark          Mark
	Word          string // "2 links with errors, 6 links ok"
	LinksURL      string
	Notes         []string
	Chosen        bool
}

// A ChosenDevice is the selected device with its links.
type ChosenDevice struct {
	Name      string
	Facts     []Pair
	Notes     []string
	Mark      Mark
	Word      string
	Links     []NearLink
	More      string // how many links are not shown; empty: none
	LinksURL  string
	SourceURL string // its line in the document
	CloseURL  string
	Said      string // what a selection says to those who do not see it
}

// A NearLink is a link as one sees it from one of its devices.
type NearLink struct {
	URL            string
	Mark           Mark
	Word           string
	Port           string
	Far            EndCell
	FarURL         string // where the far device is drawn; empty: nowhere
	Medium, Length string
	Reason         string // where it is not OK
}

// A LoadRow is what a rack holds before and after a change.
type LoadRow struct {
	Rack, What string
	First      bool // of its rack
	Was, Is    string
	Over       bool
}
