package templates

// A PartLink is a part number, or the id of a part made to specification, and
// its page.
type PartLink struct{ Text, URL string }

// A SourceRow is a source of facts.
type SourceRow struct {
	Key, URL  string // of its row on the page of sources
	Title     string
	Publisher string
	Address   string // where it was read; empty: not known
	Read      string
	Kind      string
	Own       bool // a row the site wrote
}

// A CatalogPage says what the catalog has and leads to it.
type CatalogPage struct {
	Facts   []Fact
	Pairs   []Pair // revision, prices, what the site added
	Doors   []Door
	Trouble []string // what of the site's own rows is left out, and why
}

// A Door is a way on, and what is behind it.
type Door struct{ Text, URL, For string }

// A MatrixPage is the reach matrix, InfiniBand and Ethernet apart.
type MatrixPage struct{ Parts []MatrixPart }

// A MatrixPart is a row a medium and shape, a column a class.
type MatrixPart struct {
	Title   string
	Classes []string
	Rows    []MatrixRow
}

// A MatrixRow is one medium in one shape.
type MatrixRow struct {
	Medium, Shape string
	Cells         []MatrixCell
}

// A MatrixCell is how far a medium goes. All figures empty: Why says what is
// known of that.
type MatrixCell struct {
	Name    string // "NDR DAC splitter"
	URL     string // its page
	Today   string // "3 m"
	Ever    string // longer than Today, no longer sold
	Pinned  string // longer than Ever, only by pin
	Spec    string // of cords to specification
	Why     string // "does not exist"; "–": nothing is known
	Banned  bool   // the site forbids all that Today rests on
	Parts   []PartLink
	More    string
	Sources []SourceRow
}

// A CellPage is one cell of the matrix with what it rests on.
type CellPage struct {
	Title    string
	Mark     Mark
	Verdict  string // one sentence
	Reason   string // behind it, where nothing can be ordered; empty: none
	Shapes   []Tab
	Figures  []FigureRow
	Between  []BetweenRow
	Limits   []LimitRow
	Price    string // head of the column of prices; empty: no price list is loaded
	Rows     []CellRow
	Evidence []Pair // what its levels mean
	Specs    []SpecRow
	Others   []Door
	Sources  []SourceRow
	Products string // address of the list of its products; empty: none
}

// A FigureRow is one of the figures of a cell and what it rests on.
type FigureRow struct {
	Name, Length string
	Means        string
	Parts        []PartLink
	Sources      []SourceRow
}

// A BetweenRow is how far a cell goes between one pair of plugs, in metres.
type BetweenRow struct {
	Joins               string
	Today, Ever, Pinned string
	Parts               []PartLink
	More                string
}

// A LimitRow is a limit a source states.
type LimitRow struct {
	Limit, Shape, Head, Note string
	Sources                  []SourceRow
	Locator, Evidence        string
}

// A CellRow is a product of a cell.
type CellRow struct {
	Part                                               PartLink
	Length, Ends, Counts, Lifecycle, Evidence, Locator string
	Price                                              string
	Sources                                            []SourceRow
}

// A SpecsPage lists the parts made to specification.
type SpecsPage struct{ Rows []SpecRow }

// A SpecRow is a row of parts made to specification.
type SpecRow struct {
	Key, URL, Description, Reach, Lengths, Serves, Chosen, Note, Locator string
	Sources                                                              []SourceRow
	Prices                                                               []Pair // id and landed price
}

// A SourcesPage lists every source of the catalog.
type SourcesPage struct{ Sources []SourceRow }

// A TypesPage lists device types.
type TypesPage struct {
	Text             string
	Kinds, Protocols []Option
	Problem          string
	Rows             []TypeRow
	Said             string
}

// A TypeRow is one device type.
type TypeRow struct {
	Slug, URL, Kind, Height, Model, Ports, Evidence string
	Own                                             bool
}

// A TypePage is all that is known of a device type.
type TypePage struct {
	Slug, Model string
	Own         bool
	Facts       []Known
	Drawing     []byte // SVG of its cages; nil: it has none
	Groups      []PortGroupRow
	Rails       []RailRow
	RailNote    string // where there is no order, or where it is written
	RailSources []SourceRow
	Sources     []SourceRow
	Locator     string
}

// A PortGroupRow is a run of like cages of a device type.
type PortGroupRow struct {
	ID                               string
	Role, Cages, Form, Ports, Names  string
	Aliases                          []string // patterns
	Speeds, Children, Power, Adapter string
	Sources                          []SourceRow
	Locator                          string
}

// A RailRow says which port serves which GPU.
type RailRow struct{ Rail, Port, GPU, RDMA string }
