package templates

// A RacksPage is racks drawn to scale with the same facts as tables: one rack
// with its devices, or a part of a row.
type RacksPage struct {
	Title    string // "Rack A05", "Row A"
	Mark     Mark   // of the rack; empty: nothing is wrong, or several racks
	Word     string // "2 devices with errors"
	Where    string // "row A, position 5"
	Notes    []Place
	Uses     []RackRow // of the racks drawn
	Choices  []Choices // rows and faces to look at
	Prev     Neighbour
	Next     Neighbour
	Said     string // "racks 1 to 12 of 60"
	Drawing  string // SVG, printed by formats/svg
	Devices  []RackDevice
	Caption  string // of the table of devices
	Chosen   *ChosenDevice
	Missing  string // why the device asked for is not drawn; empty: it is, or none was asked for
	Download Download
	Empty    string // there are no racks; empty: there are
}

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
