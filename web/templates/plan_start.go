package templates

// A StartPart says what a plan lacks and how to go on.
type StartPart struct {
	Said     string
	Steps    []StartStep
	Document string // address of the document, where all of it can be written too
}

// A StartStep is one thing a plan is made of.
type StartStep struct {
	Name, What string
	Have       string // "12 racks"; empty: none yet
	Ways       []Crumb
}

// A StartPage is where the first links and fabrics of a plan are written.
type StartPage struct {
	Steps      []StartStep
	Document   string
	Action     string // of the forms, without what they write
	Base       int
	Back       string
	Newest     bool // an older revision, or a deleted plan, takes none
	Speeds     []Option
	Topologies []Option
	Devices    []string
}
