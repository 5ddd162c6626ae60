package templates

// A HomePage lists the plans.
type HomePage struct {
	Priced      bool // some plan's cost is known
	Search, Tag string
	Deleted     bool
	Plans       []PlanRow
	Said        string // "3 plans"
	Next        string // address of the next page
	Clear       string // address without search and tag, empty where there is none
	Empty       string // what to say where there is no plan
	Reach       ReachForm
	First       *FirstRun // of somebody who has no plan yet; nil: there are plans
}

// A FirstRun is what to begin with.
type FirstRun struct{ Examples, Templates []Starter }

// A PlanRow is one plan of the list.
type PlanRow struct {
	Name, URL        string
	Mark             Mark
	Word             string
	Errors, Warnings string // empty: none
	ErrorsURL        string
	WarningsURL      string
	Racks, Links     string
	Cables, Longest  string
	Cost             string // with its currency; empty: not known
	Tags             []string
	Changed, Author  string
	Revision         int
	Message          string
	Deleted          string // when; empty: not
}

// A ReachForm asks what does a length at a speed, or what fits between two ends.
type ReachForm struct {
	Speeds, Media []Option
	Currencies    []Option // of the price list; none: no prices
	Length        string
	From, To      string
	Ends          []string // what From and To may be, as proposals
}

// A NewPage makes a plan.
type NewPage struct {
	Templates []Starter // ask for parameters
	Examples  []Starter
	Text      string
	Tags      string
	Problems  []Place
	Said      string // what is wrong, empty: nothing
	Limit     string // of a file
}

// A Starter is a plan to start from.
type Starter struct{ Name, URL, Description string }

// A ManagePage renames, copies, tags and deletes a plan without script.
type ManagePage struct {
	Plan   PlanRow
	Tags   string
	Copy   string // proposed name of a copy
	Losing string // what a deletion takes out of the list, in numbers
}
