package templates

// A ReachPage answers a reach question. Asked is false before a question.
type ReachPage struct {
	Form     ReachForm
	Problem  string // what is wrong with the question, empty: nothing
	Asked    bool
	Mark     Mark
	Verdict  string // one sentence
	Currency string // of prices, empty: no price list is loaded
	Offers   []OfferRow
	Ways     []WayRow // everything that fits between two ends
	Notes    []ReachNote
	Sources  []SourceRow
}

// A ReachNote is a remark with its sources.
type ReachNote struct {
	Text    string
	Sources []SourceRow
}

// An OfferRow is what one medium does between one pair of plugs.
type OfferRow struct {
	Mark    Mark
	Word    string
	Medium  string
	Joins   string
	Limit   string // metres; "–": none
	Parts   []PartLink
	More    string // how many parts are not shown, empty: none
	At      string // metres
	Watts   string // of the way the verdict is about; empty: none does
	Price   string // of the same; empty: not known
	Why     string
	Sources []SourceRow
}

// A WayRow is what one end to the other takes.
type WayRow struct {
	Mark      Mark
	Word      string
	Medium    string
	Goes      string // metres
	Parts     []PartLink
	Watts     string
	Price     string // empty: not known
	Lifecycle string
	Evidence  string
	Why       string
}
