package templates

// A HistoryPage lists the revisions of a plan.
type HistoryPage struct {
	Rows         []RevisionRow
	Action       string // of the filter
	Author, Text string
	Filtered     bool
	Older        string // address of the next page
	Newer        string // of the first page; empty: this is it
	Compare      string // action of the form
	Restore      string
	Newest       int
	Deleted      bool
	Kept         []Option // what a form keeps of the address
}

// A RevisionRow is one revision.
type RevisionRow struct {
	Number                          int
	URL                             string
	When, Author, Message           string
	Mark                            Mark
	Word                            string
	Errors, Warnings, Links, Cables string
	From, To                        bool // proposed for the comparison
	Newest                          bool
	Change                          RevisionChange
}

// A RevisionChange is what a revision changed against the one before.
type RevisionChange struct {
	First     bool // there is none before
	Sentences []string
	More      string // "and 12 more changes", empty: none
	Same      bool
	URL       string // of the comparison
	Load      string // where it can be had; empty: it is here
	Number    int
}

// A ComparePage says what changed between two revisions.
type ComparePage struct {
	From, To  int
	Same      bool
	Verdict   string // one sentence
	Mark      Mark
	Sides     []CompareRow
	Changes   []ChangeList
	Products  []ProductDelta
	Gone, New []Cause
	Nothing   bool // no change is listed
	Swap      string
	History   string
	Select    []Option
	SelectTo  []Option
	Action    string
	Links     ChangedLinksPart
	CSV, JSON string
	Restore   string // action that brings the first one back; empty: it cannot be
	Newest    int
}

// A CompareRow is one figure of both revisions.
type CompareRow struct {
	Name, Was, Is, Delta string
	WasMark, IsMark      Mark
}

// A ChangeList is changes of one kind.
type ChangeList struct {
	Title string
	Rows  []ChangeRow
	More  string
}

// A ChangeRow is one change in words, with the drawings that show it.
type ChangeRow struct {
	Kind, Text string
	Places     []Option // address and words
}

// A ProductDelta is a product that is ordered otherwise.
type ProductDelta struct {
	Part                        PartLink
	Description, Was, Is, Delta string
}

// A RestoreConflict is a revision that is to be brought back, or tags that are
// to be set, while somebody else changed the plan.
type RestoreConflict struct {
	Verdict string
	Asked   string
	Theirs  *Theirs  // nil: no revision came, only tags differ
	Mine    []string // tags
	Newest  []string
	Both    string // the tags of both, with commas
	MineAll string
	Action  string
	Number  int // to be restored; 0: tags
	Base    int
	Back    string
	Was     string // the tags the form began with now
}
