package templates

// A LinksView is the table of links: filtered, sorted, a page at a time, or
// grouped.
type LinksView struct {
	Action  string // of the filter form
	Problem *EditView
	Filter  LinkFields
	Kept    []KeptField // what the filter form keeps of the list: it is replaced with it
	Chips   []Chip      // what the links are filtered by, each with the way without it
	Columns []LinkColumn
	Spans   []ColumnSpan
	Choice  []Option // columns that can be shown or hidden
	Reset   string   // address with the columns as they are at first; empty: they are
	Lines   []LinkLine
	Groups  *LinkGroups // nil: the links themselves
	Pager   Pager
	Exports []Download
	Empty   string
	Way     Door // the next step where nothing is found
	Bulk    *LinkBulk
	Saved   SavedFilters
}

// ticks reports whether rows can be ticked.
func (p *LinksView) ticks() bool { return p.Bulk != nil }

// firstColumns are the columns before the first span.
func (p *LinksView) firstColumns() int {
	if p.ticks() {
		return 2
	}
	return 1
}

// allColumns are all columns of the table.
func (p *LinksView) allColumns() int { return p.firstColumns() + len(p.Columns) - 1 }

// LinkFields are the boxes above the table; the others stand in its head.
type LinkFields struct {
	Text, Rack, Device, ToRack string
	Statuses, Codes, Are, By   []Option
}

// A KeptField is a name and a value that a form keeps.
type KeptField struct{ Name, Value string }

// A Chip is one thing a list is filtered by.
type Chip struct{ Text, Without string }

// A LinkColumn is a column of the table, with its box where it has one.
type LinkColumn struct {
	Key  string
	Head SortHead // without an address: it cannot be sorted by
	Box  ColumnBox
}

// A ColumnBox filters by a column: a text, one of some words, or a span.
type ColumnBox struct {
	Name, Label, Value, Hint string
	Options                  []Option // one of these words instead of a text
	To, ToLabel, ToValue     string   // the end of a span; empty: it is none
	Narrow                   bool
}

// A ColumnSpan is the head over some columns.
type ColumnSpan struct {
	Text    string
	Columns int
}

// A LinkLine is a row of the table: one link.
type LinkLine struct {
	ID, Box, URL string // Box is the id of the row its details open in
	Name         string // "host-01:ib1 to leaf-01:IB1/1/1"
	Mark         Mark
	Word         string
	Cells        []LinkCell
}

// A LinkCell is a cell of it.
type LinkCell struct {
	Text, URL, Note        string
	Parts                  []PartLink
	Row, ID, Number, Start bool // Row: the head of its row
	Metres                 bool // Text is a length in metres
}

// LinkGroups are links in groups.
type LinkGroups struct {
	Title string // what they have in common
	Heads []SortHead
	Rows  []LinkGroupRow
	Note  string // what may surprise: "a link stands at both its devices"
}

// A LinkGroupRow is a group, or a part of the group above it.
type LinkGroupRow struct {
	Text, URL                  string
	Sub                        bool
	Mark                       Mark
	Word                       string // of the group; of a part none
	Links, Run, Longest        string
	Cables, Ordered            string
	Errors, Warnings, Unknowns string
}

// A LinkBulk is the form that changes many links at once.
type LinkBulk struct {
	Action, Base string
	Query        string // the filter, as in an address
	All          string // "All 1,234 links that match"
	TickedOff    bool   // there are no rows to tick
	WhichAll     bool
	Open         bool
	Media        []Option
	Existing     []Option
	SKUs         []Option // numbers that can be completed to
	Length, SKU  string
	Run, Color   string
	Group, Label string
	Words        string // those of a pattern
	Out          []Option
	Ticked       map[string]bool
}

// SavedFilters are the filters people kept, and the form that keeps this one.
type SavedFilters struct {
	Action   string // of the form
	Back     string
	Query    string // what would be kept; empty: nothing is filtered
	List     []Tab
	EditURL  string
	Name     string // typed and refused
	AllPlans bool
	Wrong    []string
}

// A FiltersPage lists kept filters to be renamed and removed.
type FiltersPage struct {
	LinksURL string
	Rows     []FilterRow
	Wrong    string
}

// A FilterRow is one of them.
type FilterRow struct {
	ID, Name, URL, Says string
	Typed               string // what its box of a new name holds
	Wrong               bool   // what was typed was refused
	For                 string // this plan | all plans
	Saved               string // when and by whom
	Action              string // of its forms
	Version             string
}

// A WhyView is why a link is made as it is: every medium in the order they are
// tried, with what speaks for or against it.
type WhyView struct {
	Rule   string
	Note   string // what holds for the whole
	Shares string // which links share the choice; empty: none
	Media  []WhyMedium
}

// A WhyMedium is one medium.
type WhyMedium struct {
	Name            string
	Mark            Mark
	Word            string // chosen | rejected | would do
	Reason          string
	Required, Limit string
	Parts           []WhyPart
	More            string
	Sources         []SourceRow
}

// A WhyPart is one part of a medium, or one set of transceivers with its cords.
type WhyPart struct {
	Parts         []PartLink
	Length, Limit string
	Mark          Mark
	Word, Reason  string
	Sources       []SourceRow
}
