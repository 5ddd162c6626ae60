package templates

// A ProductsPage lists parts.
type ProductsPage struct {
	Text, Form, Min, Max string
	Picks                []Pick
	Sort                 string // kept by the form
	Desc                 bool
	Problem              string
	Counts               []Fact // by medium, each a way to those alone
	Heads                ProductHeads
	Rows                 []ProductRow
	Said                 string
	Pager                Pager
	Priced               bool
	SpecsSaid, SpecsURL  string // parts to specification are listed elsewhere
}

// A Pick is one choice of a form.
type Pick struct {
	Name, Label string
	Options     []Option
}

// ProductHeads are the columns that can be sorted by.
type ProductHeads struct{ Part, Medium, Length, Price, LeadTime, Lifecycle, Evidence SortHead }

// A ProductRow is one part.
type ProductRow struct {
	SKU, URL    string
	Own         bool
	Medium      string
	Length      string // metres; of a module its reach
	Speeds      string
	Ends        string
	Lifecycle   string
	Evidence    string
	Chosen      string
	Price       string // landed
	LeadTime    string // days
	Description string
}

// A ProductPage is all that is known of a part.
type ProductPage struct {
	Status           *StatusForm // sets the status at this site
	Edit             string      // address of the form of the site's own product; empty: it is none
	SKU, Description string
	Own              bool
	Lead             []Fact
	Facts            []Known
	Ends             []FitsEnd
	Others           []Other
	Beyond           []PartLink // to what goes farther or by another medium
	Prices           []PriceRow
	PriceNote        string // where there are none
	Plans            []PlanUse
	PlanNote         string // where none is listed, or not all
	Locator          string
	Sources          []SourceRow
	Note             string
}

// A Known is a fact, its source where that is another than the part's own, and
// whether it is known and no estimate.
type Known struct {
	Name, Value string
	Missing     bool // nobody says
	Estimate    bool
	Sources     []SourceRow
}

// A FitsEnd is one plug of a part and what takes it.
type FitsEnd struct {
	Title, Plug string
	Cages       string
	Types       []FitRow
}

// A FitRow is a device type with cages that take a plug.
type FitRow struct {
	Type  PartLink
	Where string // "fabric 32 × osfp-finned-2"
	Own   bool
}

// A PriceRow is what one supplier asks for a part.
type PriceRow struct {
	Supplier, Currency, Unit, Surcharge, Landed, LeadTime, Stock, Valid string
	Best                                                                bool // what a plan in that currency reckons with
}

// A PlanUse is a plan that needs a part.
type PlanUse struct {
	Name, URL, Quantity, Changed string
	Mark                         Mark
	Word                         string
}

// A Pair is a fact and its name.
type Pair struct{ Name, Value string }

// An Other is a part to look at next, and why.
type Other struct {
	Why    string
	Part   PartLink
	Length string
	Price  string // landed, with its currency; empty: none
}

// A StatusForm sets what the site thinks of a product.
type StatusForm struct {
	SKU, Key, Base, Note, Back string
	Choices                    []Option
	HistoryURL                 string // empty: it was never set
}
