package templates

// An OverlayPage lists what the site added to the catalog, by kind.
type OverlayPage struct {
	Text    string // searched for
	Kind    string // the one that is listed; empty: all
	Trouble []string
	Parts   []OverlayPart
}

// An OverlayPart is the rows of one kind.
type OverlayPart struct {
	ID, Title, About string
	Add, AddURL      string // empty: rows of it are not written by hand
	Rows             []OverlayRow
	Said             string
	AllURL           string // of all rows where not all are shown; empty: they are
	Pager            *Pager // nil: one page
	Empty            string
}

// An OverlayRow is one row of the overlay.
type OverlayRow struct {
	Key, URL, What      string
	Part                PartLink // its page in the catalog; empty: none
	Changed, Author     string
	EditURL, HistoryURL string
}

// An OverlayForm is the form of one row.
type OverlayForm struct {
	Title, About string
	Action       string
	Kind, Key    string
	Base, Opened string // the version it is a change of, and the one it began with
	Back         string // where to go afterwards; empty: the list
	Groups       []FieldGroup
	Suggest      []Suggestions
	Problems     []FieldProblem
	Conflict     *RowConflict
	Report       *TypeReport
	NetBox       bool // offers to read a file of the device-type library
	ReadOnly     bool // it can only be looked at and taken out
	Saved        string
	HistoryURL   string
	CopyURL      string
	ListURL      string
	Save         string
}

// A FieldGroup is fields of a form that belong together.
type FieldGroup struct {
	Legend string
	Fields []Field
}

// A Field is one field of a form.
type Field struct {
	Name, Label, Help, Value string
	Need, Fixed, Long        bool
	Options                  []Option
	List                     string // id of what it suggests; empty: nothing
	Problem                  string
	Gutter                   []GutterLine // lines of a long text with problems
}

// Suggestions are values that fields can take.
type Suggestions struct {
	ID     string
	Values []string
}

// A RowConflict is a row that somebody else saved first.
type RowConflict struct {
	Said   string
	Stored string // head of the column of what is stored now
	Rows   []ConflictRow
}

// A ConflictRow is a field on which the two differ, or which one of them changed.
type ConflictRow struct {
	Label, Opened, Stored, Yours string
	Long                         bool
	Theirs, Mine                 bool // who changed it
}

// A TypeReport says what became of each field of a device type's file.
type TypeReport struct {
	Said  string
	Parts []TypeReportPart
}

// A TypeReportPart is the fields of one fate.
type TypeReportPart struct {
	Title string
	Rows  []TypeReportRow
}

// A TypeReportRow is one field of the file.
type TypeReportRow struct{ Field, Line, Value, Became, Why string }

// An OverlayHistoryPage lists changes of rows.
type OverlayHistoryPage struct {
	Title   string
	ListURL string
	EditURL string // of the row, where it stands; empty: it does not, or they are several
	Whole   bool   // of more than one row
	Rows    []OverlayEvent
	Older   string
	Empty   string
}

// An OverlayEvent is one change.
type OverlayEvent struct {
	When, Author, Message string
	Kind, Key, KeyURL     string
	What                  []string
	Restore               string // words of the button that puts the row back; empty: none
	Action, ID, Base      string
	RowKey                string
}
