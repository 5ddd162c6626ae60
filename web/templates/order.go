package templates

// An OrderPage is the bill of materials with what is to be bought, whole or
// divided for deliveries.
type OrderPage struct {
	OK        bool
	Refused   string // why there is no order, empty: there is
	Said      string // "12 rows, 340 pieces to order"
	Decide    string // how many rows need a decision, empty: none
	Spares    string // the rule
	Sum       string // that the deliveries add up to the order; empty: it is not divided
	Priced    bool
	Money     string // currency of the prices
	Cost      string
	Total     string // of the prices of all rows
	Pieces    string // of all rows
	TotalOf   string // what the total is of: "128 rows"; of some it is at least that
	PriceNote string // which prices these are, or why there are none
	PriceURL  string // where prices are loaded
	PriceWay  string // its words
	Action    string // of the form that divides and compares
	Rev       string
	By, Since []Option
	Compared  string // "revision 3"; empty: with nothing
	Groups    []OrderGroup
	Pager     Pager
	Short     []ShortRow
	Files     []Download // of what the page shows
	Downloads []Download
	LengthsAt string // address of the cables by product and length
	Empty     string
}

// Columns is how many columns the table has.
func (p *OrderPage) Columns() int {
	n := 13
	if p.Compared != "" {
		n++
	}
	if p.Priced {
		n += 3
	}
	return n
}

// BeforeOrder is how many columns stand before the pieces to order.
func (p *OrderPage) BeforeOrder() int { return 8 }

// An OrderGroup is one delivery, or the whole order where Name is empty.
type OrderGroup struct {
	Name, URL string
	Said      string // "4 rows, 64 pieces, 1,234.00 USD"
	Rows      []OrderRow
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
	Change                               string
	Gone                                 bool // ordered before and no more
	Unit, Price, LeadTime                string
	Lifecycle, Evidence                  string
	Ended                                bool // no longer sold
	Sources                              []SourceRow
	Locator                              string // page or table of the source
	NoSource                             bool
	UsedURL                              string
	SubstituteURL                        string // empty: nothing takes its place
}

// A SubstitutePage says what could take the place of a product of the order.
type SubstitutePage struct {
	Product  PartLink
	Links    string // "64 links"
	Action   string
	Base     int
	Back     string
	Older    bool // an older revision is shown: nothing can be changed
	OrderURL string
	UsedURL  string
	Priced   bool
	Money    string
	Rows     []SubstituteRow
	Empty    string
}

// AfterWay is how many columns stand beside the way.
func (p *SubstitutePage) AfterWay() int {
	n := 3
	if p.Priced {
		n++
	}
	if !p.Older {
		n++
	}
	return n
}

// A SubstituteRow is one way, and what it comes to where it was planned.
type SubstituteRow struct {
	Key, Text        string
	Planned          bool
	PlanURL          string // where it is planned
	Works            bool
	Mark             Mark
	Word, Why        string
	Money, MoneyNote string
	Power, PowerNote string
	Products         []string // "+64 MCP7Y00-N002"
}

// A CableProductsPage is the cables by length and by product.
type CableProductsPage struct {
	Said                            string
	Drawing                         string // SVG
	Note                            string // what was put together in it; empty: nothing
	Lengths                         Grid
	Products                        []CableProductRow
	CablesURL, OrderURL, ModulesURL string
	Empty, DocumentURL              string
}

// A CableProductRow is the cables of one product.
type CableProductRow struct {
	Part                    PartLink
	Medium, Length          string
	Cables, Existing, Links string
	Shortest, Longest       string // needed, m
	Spare                   string // of the tightest, m
	Unused                  string // legs; empty: none
	UsedURL, SubstituteURL  string
}
