package templates

// A Grid is a table whose rows are all made alike: the first cell of a row is
// its head.
type Grid struct {
	ID      string // data-testid
	Caption string
	Heads   []GridHead
	Rows    []GridRow
	More    string // how many rows are not shown; empty: none
}

// A GridHead is the head of a column.
type GridHead struct {
	Text    string
	Numbers bool
}

// A GridRow is one row; Strong ones stand out, and their first cell says why.
type GridRow struct {
	Cells  []GridCell
	Strong bool
}

// A GridCell is words, with a mark, an address and a note below where there are.
type GridCell struct {
	Text, URL string
	Mark      Mark
	Note      string
}

// A FabricsPage is the fabrics of a plan: all as a table, one in full.
type FabricsPage struct {
	All         *Grid // nil: there is one fabric only
	One         *FabricPart
	Empty       string
	DocumentURL string // where Empty
}

// A FabricPart is everything about one fabric.
type FabricPart struct {
	Name     string
	Facts    []string // "fat tree, k = 8", "NDR", "judged under ecmp routing"
	Mark     Mark
	Sentence string
	Notes    []Place // its findings
	Unknown  bool    // its speed is not known: there is nothing below

	Drawing  string // SVG; empty: nothing to draw
	Grouped  string // what was put together to keep the drawing readable; empty: nothing
	Groups   Grid   // the lines of the drawing
	Download Download

	Counts   []Count
	Judged   []Pair
	Tiers    Grid
	Over     *Grid // switches above 1:1; nil: none
	Uneven   *Grid // pairs of leaf and spine; nil: none
	Spare    Grid
	Crossed  *Grid // host ports; nil: none
	Failures Grid

	HashingNotes []string
	Hashing      *Grid // nil: no leaf sends to others
	Simulation   SimulationPart
}

// A SimulationPart asks what is simulated, and shows what came of it.
type SimulationPart struct {
	Action         string
	Fabric, Rev    string // kept by the form
	Seed, Trials   string
	MaxTrials      string
	Collectives    []Option
	Problem        string   // what is wrong with the question; empty: nothing
	Verdicts       []string // nil: nothing was simulated
	Said           string   // seed, trials, interval
	Chart          string   // SVG
	Runs           Grid
	Loads          Grid
	Notes          []string
	Assumptions    []string
	AddressAnswers string // that the address holds the question
}
