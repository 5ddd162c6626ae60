package templates

import "strings"

// A DocumentPage is the text of a plan and what is wrong with it.
type DocumentPage struct {
	Text     string
	Lines    []GutterLine // runs of lines, so that a long text has a short gutter
	Media    string       // "YAML"
	Base     int          // revision the text began as
	Message  string
	Editable bool
	TooLong  string // why it cannot be edited here, empty: it can
	Check    CheckView
	Action   string // of the save
	CheckURL string
	WordsURL string // names and fields to complete from
	Download []Download
	Conflict *Conflict
}

// A GutterLine is a run of line numbers, or one line with a problem.
type GutterLine struct {
	Text string // "1\n2\n3\n"
	Line int    // of a problem; 0: a run without
	URL  string
	Mark Mark
}

// A CheckView says what comes of a text.
type CheckView struct {
	Mark       Mark
	Word       string
	Sentence   string
	Places     []Place
	More       string
	Gutter     []GutterLine
	Unreadable bool // there is no result
	Partial    bool // answered to htmx: brings the gutter along
}

// A Conflict is a save that came second.
type Conflict struct {
	Newest  int
	Who     string // "by local at …: message"
	Theirs  string
	Compare string // address of what they changed
}

// A HistoryPage lists the revisions of a plan.
type HistoryPage struct {
	Rows    []RevisionRow
	Older   string // address of the next page
	Compare string // action of the form
	Restore string
	Newest  int
	Deleted bool
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
	Text                            string // address of its text
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

// A ChangeRow is one change in words.
type ChangeRow struct{ Kind, Text string }

// A ProductDelta is a product that is ordered otherwise.
type ProductDelta struct {
	Part                        PartLink
	Description, Was, Is, Delta string
}

// lastLine is how many lines a gutter counts, at least enough to write in.
func lastLine(lines []GutterLine) int {
	n := 0
	for _, l := range lines {
		if l.Line > 0 {
			n++
		}
		n += strings.Count(l.Text, "\n")
	}
	return max(n, fewestLines)
}

// fewestLines is how high an editor is at least.
const fewestLines = 12
