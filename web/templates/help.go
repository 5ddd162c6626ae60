package templates

// A HelpPage explains the numbers of the pages and leads to the documents.
type HelpPage struct {
	Numbers []NumberHelp
	Manuals []Starter
}

// A NumberHelp explains one number.
type NumberHelp struct {
	ID, Name, Unit string
	What, How      string // sentences
	Rule           string // address of the rule
}

// A CodesPage explains every code of findings.
type CodesPage struct{ Groups []CodeGroup }

// A CodeGroup is the codes about one part of a plan.
type CodeGroup struct {
	Name, ID string
	Codes    []CodeHelp
}

// A CodeHelp explains one code.
type CodeHelp struct {
	Code                         string
	Mark                         Mark
	Word                         string // of its severity
	Meaning, Cause, Matters, Out string
	Rule, RuleURL                string
}
