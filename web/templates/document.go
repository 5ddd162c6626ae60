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
	Changes []ChangeList
	MineURL string // gives the text back as a file

	Merged  string // both texts in one; empty: they touch
	Mark    Mark
	Verdict string       // what both would change in the newest revision
	Both    []ChangeList // the same in words
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
