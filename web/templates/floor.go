package templates

// A FloorPage is the hall from above, and the same as tables.
type FloorPage struct {
	Empty   string // nothing stands anywhere; empty: something does
	Facts   []Fact // of the floor, in numbers
	URL     string // of the page, without its query
	Older   string // why nothing can be changed here; empty: it can
	Base    string // the revision that is shown
	Here    string // the address of the page as it is shown
	Add     []Tab  // what can be added
	Said    string // what was put together or left out; empty: nothing
	Choices []Choices
	Rows    []Option // to look at; nil: one row
	RowForm []Pair   // of the form that chooses one, kept
	Drawing string   // SVG
	Hall    string   // the rows as JSON, for the script that moves racks
	Written bool     // the trays stand in the document
	Chosen  *FloorChosen
	Form    *FloorForm // of what is added
	Tables  []FloorTable

	Download Download
	Missing  string // why what was asked for is not shown; empty: it is
}

// A FloorTable is one of the tables below the drawing.
type FloorTable struct {
	ID, Title string
	Grid      Grid
	Note      string
	Pages     []Tab
}

// A FloorChosen is the rack, tray, row or link that is selected.
type FloorChosen struct {
	Kind     string // rack | tray | row | link
	Title    string
	Mark     Mark
	Word     string
	Said     string
	Facts    []Pair
	Links    []Tab // where there is more of it
	CloseURL string
	Tables   []Grid
	Notes    []Place // its findings
	Forms    []FloorForm
}

// A FloorForm changes the floor.
type FloorForm struct {
	ID, Title, About string
	Action           string
	Open             bool
	Hidden           []Pair
	Fields           []FloorField
	Do               string // what its button says: "Show what moves"
}

// A FloorField is a field of a form. With options it is a choice.
type FloorField struct {
	Name, Label, Hint, Value string
	Options                  []Option
	Wide                     bool
}
