package templates

// A GenerationsPart is a plan's links at each generation, side by side.
type GenerationsPart struct {
	Chart    string // SVG
	Caption  string
	Media    []string // heads of the columns
	Currency string   // empty: no price list is loaded
	Rows     []GenerationRow
	Parts    []GenerationPart
	Reaches  []GenerationReach
	Notes    []string
	Files    []Download
}

// A GenerationRow is one generation. Lengths are metres, "–": none.
type GenerationRow struct {
	Name          string
	Links         []string // beside Media
	Nothing       string
	Shortest      string
	Host, Between string // the longest copper to a host, between switches
	Watts, Cost   string
}

// A GenerationPart is a part the links of a generation take.
type GenerationPart struct {
	Generation, Medium string
	Part               PartLink
	Uses, Share        string
	Watts, Cost        string
	Lifecycle          string
	Evidence           string
	Sources            []SourceRow
}

// A GenerationReach is how far a medium goes at a generation.
type GenerationReach struct {
	Generation, Medium, Joins string
	Limit                     string // metres, "–": none
	Parts                     []PartLink
	More                      string // how many parts are not shown; empty: none
	Why                       string
	Sources                   []SourceRow
}
