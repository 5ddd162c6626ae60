// Package templates holds the pages and the structs they print. A template
// decides nothing and fetches nothing: what a page says is worked out by
// internal/ui and stands in its struct, words and addresses included. Every
// text is escaped, there is no inline script and no inline style, and what a
// drawing needs is in static/css.
package templates

import "strconv"

// A Frame is what surrounds every page.
type Frame struct {
	Title           string // of the browser's tab
	Section         string // plans | reach | catalog: the entry of the menu that is current
	Theme           string // light | dark; empty: as the system says
	Here            string // path and query of the page, where a change of theme comes back to
	OpenTo          string // address that anyone can reach without an account; empty: none
	KeysOff         bool   // keys of one letter do nothing
	Version         string
	CatalogRevision string
	Assets          Assets
	Crumbs          []Crumb
}

// Assets are the addresses of the files a page loads.
type Assets struct{ CSS, JS, HTMX, Icon, Editor string }

// A Crumb is a step of the way to a page. The last one has no URL.
type Crumb struct{ Text, URL string }

// A Mark is a status: ok | unknown | warning | error | info | neutral.
type Mark string

// A Fact is a number of the verdict line and the rows behind it.
type Fact struct {
	Mark   Mark // empty: none
	Number string
	Words  string
	URL    string // empty: nothing behind it
	Metres bool   // Number is a length in metres
}

// A PlanHead stands on top of every page of a plan.
type PlanHead struct {
	ID, Name string
	View     string // "Links": what of the plan the page shows
	OK       bool
	Mark     Mark
	Word     string // of the verdict: "OK"
	Facts    []Fact
	Tabs     []Tab
	Revision int
	Newest   int
	Older    bool   // Revision is not the newest
	Saved    string // "saved 2026-11-30 17:54 UTC by local: first version"
	Deleted  string // when it was deleted; empty: it was not
	Tags     []string
	URL      string // of the plan, "/plans/…"
	PrintURL string // what can be printed of the revision
	Done     *Saved // what a change has just saved; nil: nothing
}

// A Tab is one view of a plan.
type Tab struct {
	Text, URL string
	Count     string // behind the word; empty: none
	Current   bool
}

// A SortHead is the head of a column that can be sorted by.
type SortHead struct {
	Text    string
	URL     string // sorts by it, or turns the order around
	Sorted  string // ascending | descending; empty: not by this column
	Numbers bool
	Start   bool // first of a group of columns
}

// A Pager leads through a list. Addresses are empty where there is nothing.
type Pager struct {
	Said       string // "1 to 50 of 512 links"
	Prev, Next string
	First      string
	All        []Option // other sizes of a page
}

// An Option is a choice of a select, or a link among several.
type Option struct {
	Value, Text string
	Chosen      bool
}

// An ErrorPage says what went wrong and the way out.
type ErrorPage struct {
	Status int
	Title  string
	What   string // what is wrong, a sentence
	Lines  []Place
	Way    string // the way out
	URL    string // where that is
	Link   string // its words
}

// A Place is a problem of a document and where it is.
type Place struct {
	Mark    Mark
	Line    int // 0: not known
	At      string
	Message string
	Fix     string
}

func itoa(n int) string { return strconv.Itoa(n) }
