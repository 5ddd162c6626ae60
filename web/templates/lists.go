package templates

// A LinksPage is a table of links.
type LinksPage struct {
	Action  string // of the filter form
	Rev     string
	Filter  LinkFilter
	Sort    string // kept by the form
	Desc    bool
	Heads   LinkHeads
	Rows    []LinkRow
	Pager   Pager
	Exports []Download
	Empty   string
}

// A LinkFilter is what the links are filtered by.
type LinkFilter struct {
	Text, Rack, Device, Min, Max            string
	Statuses, Media, Fabrics, Groups, Codes []Option
}

// LinkHeads are the columns that can be sorted by.
type LinkHeads struct{ Status, ARack, A, B, Medium, Speed, Run, Required, Limit, Length, Spare SortHead }

// A LinkRow is one link.
type LinkRow struct {
	ID, Box, URL                        string // Box is the id of the row its details open in
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

// An OrderPage is the bill of materials with what is to be bought.
type OrderPage struct {
	OK        bool
	Refused   string // why there is no order, empty: there is
	Decide    string // how many rows need a decision, empty: none
	Spares    string // the rule
	Priced    bool
	Money     string // currency of the prices
	Cost      string
	Total     string // of the prices of all rows
	TotalOf   string // what the total is of: "128 rows"; of some it is at least that
	PriceNote string // which prices these are, or why there are none
	PriceURL  string // where prices are loaded
	PriceWay  string // its words
	Rows      []OrderRow
	Short     []ShortRow
	Downloads []Download
	Order     Download
	Empty     string
}

// A ShortRow is a part at hand in fewer pieces than the plan takes.
type ShortRow struct {
	Part                            PartLink
	Needed, AtHand, Short, LeadTime string
}

// An OrderRow is one thing to buy.
type OrderRow struct {
	Attention, Part                      string
	PartURL                              string
	AltSKUs, Description, Medium, Length string
	Quantity, Spares, Stock, Order       string
	Unit, Price, LeadTime                string
	Lifecycle, Evidence                  string
	Sources                              []SourceRow
	UsedURL                              string
}
