package templates

// A PartLink is a part number and its page; a part made to specification has
// no page.
type PartLink struct{ Text, URL string }

// A SourceRow is a source of facts.
type SourceRow struct {
	Key, URL  string // of its row on the page of sources
	Title     string
	Publisher string
	Address   string // where it was read; empty: not known
	Read      string
	Kind      string
}

// A MatrixPage is the reach matrix: a row a medium and shape, a column a class.
type MatrixPage struct {
	Classes []string
	Rows    []MatrixRow
}

// A MatrixRow is one medium in one shape.
type MatrixRow struct {
	Medium, Shape string
	Cells         []MatrixCell
}

// A MatrixCell is how far a medium goes. Today empty: nothing can be ordered.
type MatrixCell struct {
	Any     bool
	Today   string // "3 m"
	Ever    string // longer, no longer sold
	Pinned  string // longer, only by pin
	Parts   []PartLink
	More    string
	Sources []SourceRow
	URL     string // the products of the cell
	Count   string
}

// A ProductsPage lists parts.
type ProductsPage struct {
	Text, Form, Min, Max string
	Media, Classes       []Option
	Shapes               []Option
	Problem              string
	Rows                 []ProductRow
	Said                 string
	Pager                Pager
}

// A ProductRow is one part.
type ProductRow struct {
	SKU, URL    string
	Medium      string
	Length      string // metres; of a module its reach
	Speeds      string
	Ends        string
	Lifecycle   string
	Evidence    string
	Chosen      string
	Description string
}

// A ProductPage is all that is known of a part or a device type.
type ProductPage struct {
	Title, Description string
	Kind               string // "part" | "device type"
	Facts              []Pair
	FitsA, FitsB       []PartLink
	TitleA, TitleB     string
	Others             []Other
	Ports              []PortRow
	Sources            []SourceRow
	Locator            string
}

// A Pair is a fact and its name.
type Pair struct{ Name, Value string }

// An Other is a part to look at next, and why.
type Other struct {
	Why  string
	Part PartLink
}

// A PortRow is a run of like ports of a device type.
type PortRow struct {
	Names, Count, Form, Speeds, Power, Rails string
}

// A TypesPage lists device types.
type TypesPage struct {
	Text string
	Rows []TypeRow
	Said string
}

// A TypeRow is one device type.
type TypeRow struct {
	Slug, URL, Kind, Height, Model, Ports, Evidence string
}

// A SourcesPage lists every source of the catalog.
type SourcesPage struct{ Sources []SourceRow }
