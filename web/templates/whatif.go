package templates

import "strings"

// A WhatIfPage is a form of what may be supposed of a plan, and what comes of
// it.
type WhatIfPage struct {
	Action   string // of the form
	Hidden   []Option
	Revision int // what is asked of
	Older    bool

	Starts     []Option // suppositions of one click: Value is the address
	Media      []MediumRank
	MediaWrong string
	Groups     []SettingGroup
	Fabrics    []SettingInput
	PinSpeeds  []Option
	PinMedia   []Option
	PinWrong   string
	Faults     int // fields that cannot be so

	Asked   []string // what is supposed, in words
	Against []string // what it is compared with; none: the plan as it is

	Answered      bool
	Same          bool
	Mark          Mark
	Verdict       string
	Before, After string // heads of the two sides
	Sides         []CompareRow
	Changes       []ChangeList
	Products      []ProductDelta
	New, Gone     []Cause
	Links         ChangedLinksPart
	CSV           string

	Keep      string // action of the form that saves it
	KeepQuery string
	Message   string
	Base      int
	Discard   string
	SetAside  string // where it becomes A of two
	Alone     string // where it is compared with the plan again
	Swap      string
}

// A SettingGroup is settings that belong together.
type SettingGroup struct {
	Title  string
	Fields []SettingInput
}

// A SettingInput is a setting as it is and as it is supposed.
type SettingInput struct {
	Key, Label, Value string
	Options           []Option // none: a text is written
	Unit, Limit       string
	Now, NowText      string // in the plan
	Default, Meaning  string
	Changed           bool
	Wrong             string
}

// named is the label with its unit: "Exit, each end".
func (x SettingInput) named() string {
	if x.Unit == "" {
		return x.Label
	}
	return x.Label + ", " + x.Unit
}

// meaning begins with a capital letter, as a sentence.
func (x SettingInput) meaning() string {
	return strings.ToUpper(x.Meaning[:1]) + x.Meaning[1:]
}

// A MediumRank is the place of a medium among those that are preferred.
type MediumRank struct {
	Key, Name, Now string
	Options        []Option
}

// A ChangedLinksPart lists links that are made otherwise.
type ChangedLinksPart struct {
	Action        string
	Kept          []Option // what the address says beside the filter
	Before, After string
	What          []Option
	Text, Device  string
	All           int
	Rows          []ChangedLinkRow
	Pager         Pager
	Clear         string
	Empty         string
	EmptyURL      string // where there are rows of another kind
}

// A ChangedLinkRow is one link on both sides.
type ChangedLinkRow struct {
	A, B    string
	What    []string
	Was, Is MadeCell
	Reason  string
}

// A MadeCell is how one side makes a link.
type MadeCell struct {
	None                bool // there is no such link
	Mark                Mark
	Word                string
	Medium, Length, Run string
	Parts               []PartLink
	URL                 string // of the link; empty: that side is not stored
}
