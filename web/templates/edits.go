package templates

// An EditView answers what a form asks to be changed: what it would change, why
// it cannot be done, or what somebody else changed meanwhile.
type EditView struct {
	Title   string
	Mark    Mark
	Verdict string // one sentence
	Asked   []string
	More    string   // of what was asked: "and 12 more"
	Notes   []string // what of what was asked is left out, and why

	Refused  bool // the edits cannot be made: Problems says why
	Problems []Place
	Theirs   *Theirs // what came first; nil: nothing did

	Same      bool // the edits change nothing
	Sides     []CompareRow
	Loads     []LoadRow // of racks that hold something else then
	Changes   []ChangeList
	Products  []ProductDelta
	New, Gone []Cause

	Action  string // where the edits are sent to
	Base    int    // the revision they are to be made on
	Edits   string // as JSON
	Message string // of the revision
	Saying  string // the message where none is written
	Back    string
}

// Theirs is what somebody saved while a form was open.
type Theirs struct {
	Base, Newest       int
	Who, When, Message string
	Same               bool
	Changes            []ChangeList
	Compare            string
}

// Saved is a revision that a change has just saved.
type Saved struct {
	Revision int
	Message  string
	Action   string // of the form that undoes it
	Back     string
	Compare  string // address of what it changed
}
