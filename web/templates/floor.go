package templates

// A FloorPage is the hall from above, and the same as tables.
type FloorPage struct {
	Empty    string // nothing stands anywhere; empty: something does
	Said     string // what was put together or left out; empty: nothing
	Choices  []Choices
	Drawing  string // SVG
	Download Download
	Route    *FloorRoute // of the link that is lit; nil: none
	Missing  string      // why the route asked for is not lit; empty: it is, or none was asked for
	Racks    Grid
	Trays    Grid
}

// A FloorRoute is the way of one link.
type FloorRoute struct {
	Title    string
	URL      string // of the link
	Mark     Mark
	Word     string
	Said     string // "12.445 m run of 30 m limit"
	Segments Grid
	CloseURL string
}
