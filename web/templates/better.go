package templates

// BetterPage is the search for a better layout: what to ask, and the job that
// is looked at.
type BetterPage struct {
	Action   string
	Revision int
	Older    bool
	Goals    []Option
	Moves    string
	MostEver int // moves
	Depths   []Option
	Keep     string
	Problems []Place
	Hint     string // what to know of this plan before one asks; empty: nothing
	HintURL  string
	HintLink string
	Job      *BetterJob
	Others   []BetterOther
}

// A BetterOther is another search of the plan.
type BetterOther struct {
	URL, Text, When string
	Mark            Mark
}

// BetterJob is one search: how far it is, or what it found.
type BetterJob struct {
	ID       string
	URL      string // of the page with this job
	Asked    string
	When     string
	Running  bool
	Mark     Mark
	Verdict  string
	Percent  int
	Progress string // in words
	Cancel   string // address of the form
	Again    string // what to try next; empty: nothing
	Instead  string
	Stale    string // the plan is at another revision than the search; empty: the same
	Figures  []CompareRow
	Cost     bool // costs are known
	Currency string
	Moves    []BetterMove
	Apply    string // address of the form
	Base     int
	Kept     []string
	Open     []string // bounds that ended it, limits that were not checked
}

// BetterMove is a row of the moves.
type BetterMove struct {
	Value, Number, Text string
	Copper, Cost, Watts string // gains
	CopperNow, CostNow  string
	WattsNow            string
	Needs               string
	Notes               []string
}
