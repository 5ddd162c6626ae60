package templates

// A TemplatePage asks what a template needs and shows what would come of it.
type TemplatePage struct {
	Name, Title, About string
	Action             string // address of the page
	Fields             []TemplateField
	Preview            TemplatePreview
}

// A TemplateField is one parameter. Its inputs are named like it.
type TemplateField struct {
	Name, Label, Help string
	Value             string
	Least, Most       string   // numbers; empty: no number
	Options           []Option // a choice; nil: none
	MaxLength         string   // text; empty: no text
	Problem           string   // what is wrong with the value; empty: nothing
}

// A TemplatePreview is what the parameters would make.
type TemplatePreview struct {
	Problems []TemplateProblem // nil: it was planned
	Mark     Mark
	Sentence string
	Facts    []Fact
	Media    []TemplateCount
	Floor    []TemplateRow
	FloorSum string // "4 rows, 72 racks"
	More     string // of the rows; empty: none
	Causes   []Place
	Document string // the head of the plan: what it is and what to replace
}

// A TemplateProblem is a parameter that is wrong, and where to change it.
type TemplateProblem struct{ Label, URL, Message string }

// A TemplateCount is how many cables there are of a medium.
type TemplateCount struct{ Medium, Count string }

// A TemplateRow is a row of racks.
type TemplateRow struct{ Name, Racks, Hosts, Switches string }
