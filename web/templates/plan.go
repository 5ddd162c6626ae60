package templates

// An OverviewPage says whether a plan works, then what it is made of.
type OverviewPage struct {
	Mark      Mark
	Sentence  string
	Causes    []Cause
	More      string // how many causes are not shown, empty: none
	MoreURL   string
	Cables    []LengthRow
	Modules   string // transceivers; empty: none
	ModuleAt  string
	Counts    []Count
	Groups    []GroupRow
	GroupNote string // how many groups are not shown
	Racks     []RackRow
	RackNote  string
	RacksURL  string
	Unchecked []UncheckedRow
	Downloads []Download
	Moved     *MovedPart // what a change of the catalog did; nil: nothing
	Compare   string     // address of the difference to the revision before; empty: there is none
	Changes   string     // address of what it changed in a few sentences

	Generations *GenerationsPart // nil: no InfiniBand link can be judged
	Start       *StartPart       // what the plan lacks; nil: nothing
}

// A MovedPart says what a change of the catalog did to a plan.
type MovedPart struct {
	Said string
	What []string
}

// A Count is a number of the plan and the rows behind it.
type Count struct {
	Name, Number, URL string
	Help              string // of the number: its ID in the help; empty: it needs none
	Metres            bool   // Number is a length in metres
}

// A LengthRow is how many cables there are of a medium and length.
type LengthRow struct {
	Medium, Length, Number, URL string
	First                       bool   // of its medium
	Total                       string // of the medium, in its first row
	Rows                        int    // of the medium
}

// A GroupRow is a group of links.
type GroupRow struct {
	Name, URL, Links, Media, Longest, Headroom string
	Mark                                       Mark
	Word                                       string
}

// A RackRow is what a rack holds.
type RackRow struct {
	Name, URL                   string
	Units, Power, Weight, Ports UseCell
}

// A UseCell is a figure and its limit; Bar is set where both are known.
type UseCell struct {
	Text        string // "33 of 48"
	Unknown     string // "4 without a figure", empty: none
	Over        bool
	Bar         bool
	Used, Limit string // of the bar
}

// An UncheckedRow is a check that was not made.
type UncheckedRow struct{ Check, Why, Subjects string }

// A Download is a file of the plan.
type Download struct{ Name, URL, For string }

// A Cause is what is said the same of one or more subjects.
type Cause struct {
	Mark     Mark
	Word     string
	Code     string
	Message  string
	Fix      string
	Count    string // "8 links"
	LinksURL string // the links it names
	AllURL   string // the findings one by one
	Places   []CausePlace
	More     string // how many subjects are not shown, empty: none
	Sources  []SourceRow
	Own      *FixForm // carries out its way out; nil: no edit expresses it
	All      *FixForm // carries out those of all causes of its code; nil: this is not the first, or there is one
}

// A FixForm carries out ways out: after a look at what that changes, or at once.
type FixForm struct {
	Action       string
	Base         int
	Field, Value string // whose ways out
	Back         string
	What         string // what the buttons are for, for those who hear them
}

// A CausePlace is a subject, where in a drawing it stands and where in the
// document it is written.
type CausePlace struct{ Subject, URL, Draw, DrawURL, Line, LineURL string }

// A FindingsPage lists what is wrong, by cause or one by one.
type FindingsPage struct {
	Severities, Codes []Option
	Text              string
	OneByOne          bool
	SwitchURL         string // to the other of the two
	Causes            []Cause
	Findings          []FindingRow
	Pager             Pager
	Dropped           string // that more were counted than are listed, empty: no
	Action            string // of the form
	Rev               string
	Empty             string
	DocumentURL       string
}

// A FindingRow is one finding.
type FindingRow struct {
	Mark                              Mark
	Word, Code, Subject, Message, Fix string
	SubjectURL, Line, LineURL, Path   string
	Draw, DrawURL                     string // "rack R1"; empty: it is in no drawing
	Sources                           []SourceRow
	FixForm                           *FixForm // nil: no edit expresses its way out
}

// A ChangesPart says what the last revision changed.
type ChangesPart struct {
	Mark      Mark
	Verdict   string
	Sentences []string
	More      string // how many changes are not told, empty: none
	URL       string // of the comparison
}
