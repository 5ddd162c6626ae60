package templates

// A ReachPage answers a reach question. Asked is false before a question.
type ReachPage struct {
	Form     ReachForm
	From, To string
	Ends     []string // what From and To may be, as proposals
	Problem  string   // what is wrong with the question, empty: nothing
	Asked    bool
	Mark     Mark
	Verdict  string // one sentence
	Offers   []OfferRow
	Sources  []SourceRow
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
	Why     string
	Sources []SourceRow
}
