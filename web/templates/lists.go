package templates

// A LinkRow is one link.
type LinkRow struct {
	ID, URL                             string
	Mark                                Mark
	Word                                string
	A, B                                EndCell
	Medium, Speed                       string
	Run, Required, Limit, Length, Spare string
	Part                                []PartLink
	Existing                            bool
}

// An EndCell is one end of a link or cable.
type EndCell struct {
	Rack, RackURL string
	U             string
	Device, Port  string
	Place         string // "A01 U12"
	DeviceURL     string
}

// A LinkPage is everything about one link.
type LinkPage struct {
	Title     string
	Box       string // of the row it opened in; empty: a page of its own
	Mark      Mark
	Word      string
	Reason    string
	A, B      EndCell
	Facts     []Pair
	Steps     []Step
	Route     string // why there is none, empty: there is
	Findings  []FindingRow
	Cables    []CableRow
	Why       *WhyView // what was tried; nil: it cannot be told
	URL       string
	FloorURL  string // where its route is lit; empty: it has none
	SourceURL string // its line in the document
}

// A Step is one line of the arithmetic of a length.
type Step struct {
	Name, MM string
	Sum      bool // of the lines above it
}

// A CablesPage is a table of cables.
type CablesPage struct {
	Action                  string
	Rev                     string
	Text, Rack, Device      string
	Min, Max                string
	Product                 string
	Sort                    string
	Desc                    bool
	Media                   []Option
	Heads                   CableHeads
	Rows                    []CableRow
	Pager                   Pager
	ModulesURL, ModulesSaid string
	ProductsURL             string // cables by product and length
	Exports                 []Download
	Empty                   string
}

// CableHeads are the columns that can be sorted by.
type CableHeads struct{ End, Medium, Length, Required, Product SortHead }

// A CableRow is one cable.
type CableRow struct {
	ID, Label, Shape, Medium, Length, Required string
	Words                                      string // "optical 1:1, 10 m"
	Part                                       PartLink
	Ends                                       []CableEndCell
	Links                                      string
	LinksURL                                   string
	Existing                                   bool
	Unused                                     string
}

// A CableEndCell is one plug of a cable.
type CableEndCell struct {
	Leg    string // "hub", "leg 1"; empty: of a straight cable
	At     EndCell
	Module PartLink // empty: none
}

// A ModulesPage is a table of transceivers.
type ModulesPage struct {
	Action, Rev, Text, Product, Rack, Device string
	CablesURL                                string
	Rows                                     []ModuleRow
	Pager                                    Pager
	Empty                                    string
}

// A ModuleRow is one transceiver.
type ModuleRow struct {
	At       EndCell
	Part     PartLink
	Cables   string
	Existing bool
}
