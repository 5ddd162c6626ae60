package planner

import (
	"fmt"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// A Goal is what a better layout is to bring.
type Goal string

// The goals.
const (
	GoalCopper Goal = "copper" // the most links on copper cables
	GoalCost   Goal = "cost"   // the lowest cost of the order
)

// Goals lists them.
var Goals = []Goal{GoalCopper, GoalCost}

// The bounds of a search.
const (
	DefaultMoves       = 8 // switches that may change their place
	MaxMoves           = 64
	DefaultSearchSteps = 2_000_000 // links planned again
	MaxSearchSteps     = 10_000_000
)

// SearchOptions bound a search and tie it to its caller. Nil fields are not
// called.
type SearchOptions struct {
	Moves    int      // how many switches may change their place, at most; 0: DefaultMoves
	Steps    int      // how many links may be planned again, at most; 0: DefaultSearchSteps
	Keep     []string // devices that stay where they are; names or ranges
	Stop     func() bool
	Progress func(Progress)
}

// Progress is how far a search is. Total is its bound; it may end long before.
type Progress struct {
	Done, Total int // links planned again
	Moves       int // switches in another place than at the start
	Now         Standing
}

// A Standing is what a layout is judged by.
type Standing struct {
	Errors, Warnings, Unknown int         // Unknown: links of that status
	Copper                    int         // links on a DAC, ACC or AEC, without an error
	Links                     int         // all but those of twisted pair
	Cost                      *Cost       // of cables, modules and cords; nil while no price list is loaded
	Power                     units.Power // cables and modules, all ends
	PowerAtLeast              bool
	Cable                     units.Length // of all cables together, as ordered
	LongestRun                units.Length
}

// A Layout is what a search found: moves of switches, in the order in which
// each brings the most, and what becomes of the plan. Applied to the document,
// all edits of Moves give exactly After; those of the first n exactly what
// stands at the n-th. It never has more errors or unknown links than the plan
// had, nor a rack or tray above a limit that was within it.
type Layout struct {
	Goal     Goal
	Currency string // of costs
	Instead  string // what was counted where the goal itself could not be, and why; empty: the goal
	Before   Standing
	After    Standing
	Moves    []LayoutMove
	Nothing  string // why there are no moves; empty: there are
	Complete bool   // every move within the rules was tried; false: Steps or the number of moves ended it
	Steps    int    // links planned again
	Switches int    // that could be moved
	Kept     []Kept // switches that were not; in a fixed order
}

// A LayoutMove is what is done at one time: one switch moves, two change
// places, or several move that bring something only together.
type LayoutMove struct {
	Text  string // "leaf-3 from A1 U42 to A2 U20"
	Steps []Relocation
	Edits []plan.Edit // of kind move
	After Standing    // once this move and those before it are made
	Needs []int       // moves before it, by index, without which a place is taken
	Notes []string    // limits that could not be checked
}

// A Relocation is a device in another place.
type Relocation struct {
	Device         string
	FromRack, Rack string
	From, U        units.RackUnits // the lowest unit, physical
}

// Kept is how many switches stay for one reason.
type Kept struct {
	Why     string
	Devices []string // the first few, in natural order
	Count   int
}

// Search finds moves of switches between free units and racks that bring the
// goal. It is a bounded local search: what it finds is better and keeps the
// rules, but need not be the best there is. The same document, catalog and
// bounds give the same layout. The document must have been accepted by its
// codec; the errors are those of Plan.
func Search(doc *plan.Document, cat *catalog.Catalog, goal Goal, opt SearchOptions) (*Layout, error) {
	s := &search{cat: cat, goal: goal, opt: opt, start: doc, kept: map[string][]string{}}
	if s.opt.Moves <= 0 {
		s.opt.Moves = DefaultMoves
	}
	if s.opt.Steps <= 0 {
		s.opt.Steps = DefaultSearchSteps
	}
	first, err := s.plan(doc)
	if err != nil {
		return nil, err
	}
	s.first, s.now = first, first
	s.chooseAim()
	if err := s.chooseSwitches(); err != nil {
		return nil, err
	}
	if len(s.switches) > 0 {
		if err := s.climb(); err != nil {
			return nil, err
		}
	}
	l := &Layout{Goal: goal, Currency: first.result.Currency, Instead: s.instead, Before: first.standing, After: first.standing,
		Switches: len(s.switches), Kept: s.keptList(), Complete: !s.bounded}
	if err := s.order(l); err != nil {
		return nil, err
	}
	l.Steps = s.steps
	if len(l.Moves) == 0 {
		l.Nothing = s.whyNothing()
	}
	return l, nil
}

// A search holds what a run of Search knows so far.
type search struct {
	cat   *catalog.Catalog
	goal  Goal
	opt   SearchOptions
	start *plan.Document

	aim     aim
	instead string

	first *state
	now   *state

	switches []int32 // that may move, natural order of name
	kept     map[string][]string
	keptWhy  []string

	steps   int
	bounded bool // a bound kept moves from being tried
}

// A state is a document and all that is known of it.
type state struct {
	doc      *plan.Document
	work     *work
	result   *Result
	standing Standing
	limits   map[plan.Code]int // findings about racks and trays
	tenants  [][]int32         // devices of each rack
	tallies  map[int32]tally   // of all links around a switch, as they are
	ordered  map[catalog.Part]int
	stock    map[string]int // pieces at hand, by id
}

// guarded are the findings, beside errors, of which a layout never has more.
var guarded = []plan.Code{"rack-power", "rack-weight", "rack-depth", "airflow", "tray-overfull", "tray-weight", "bend-radius"}

// plan works a document out.
func (s *search) plan(doc *plan.Document) (*state, error) {
	w, r, err := workOut(doc, s.cat, Options{Stop: s.opt.Stop, NoFixes: true})
	if err != nil {
		return nil, err
	}
	s.steps += len(r.Links)
	st := &state{doc: doc, work: w, result: r, standing: standingOf(r), limits: map[plan.Code]int{}, tallies: map[int32]tally{},
		ordered: map[catalog.Part]int{}, stock: w.stockAtHand()}
	for i := range r.BOM {
		if b := &r.BOM[i]; b.DeviceType == nil {
			st.ordered[b.Part] = b.Quantity
		}
	}
	for _, f := range r.Findings {
		st.limits[f.Code]++
	}
	for code, n := range r.Unlisted {
		st.limits[code] += n
	}
	list, first := w.inRacks()
	st.tenants = make([][]int32, len(w.racks))
	for i := range w.racks {
		st.tenants[i] = list[first[i]:first[i+1]]
	}
	return st, nil
}

// standingOf sums a result up.
func standingOf(r *Result) Standing {
	st := Standing{Errors: r.Summary.Errors, Warnings: r.Summary.Warnings, Unknown: r.Summary.LinksByStatus[StatusUnknown],
		Power: r.Summary.Power, PowerAtLeast: r.Summary.PowerAtLeast, LongestRun: r.Summary.LongestRun}
	for i := range r.Links {
		if onTwistedPair(&r.Links[i]) {
			continue
		}
		st.Links++
		if onCopper(&r.Links[i]) {
			st.Copper++
		}
	}
	for i := range r.Cables {
		st.Cable += r.Cables[i].Length
	}
	if r.Summary.Cost != nil { // switches have no price, and moving them changes none
		first := slices.IndexFunc(r.BOM, func(b BOMRow) bool { return b.DeviceType != nil })
		if first < 0 {
			first = len(r.BOM)
		}
		st.Cost = costOf(r.BOM[:first], len(r.Missing))
	}
	return st
}

// onCopper reports whether a link runs over a copper assembly that does.
func onCopper(l *Link) bool {
	return l.HasCable && l.Status != StatusError && (l.Medium == plan.DAC || l.Medium == plan.ACC || l.Medium == plan.AEC)
}

func onTwistedPair(l *Link) bool { return l.Medium == plan.TwistedPair }

// keeps reports whether a state breaks no rule another one kept.
func (st *state) keeps(rules *state) bool {
	if st.standing.Errors > rules.standing.Errors || st.standing.Unknown > rules.standing.Unknown {
		return false
	}
	for _, code := range guarded {
		if st.limits[code] > rules.limits[code] {
			return false
		}
	}
	return true
}

// stopped reports whether the search must end.
func (s *search) stopped() bool { return s.opt.Stop != nil && s.opt.Stop() }

// spent reports whether the bound of work is reached.
func (s *search) spent() bool {
	if s.steps < s.opt.Steps {
		return false
	}
	s.bounded = true
	return true
}

func (s *search) tell() {
	if s.opt.Progress != nil {
		s.opt.Progress(Progress{Done: min(s.steps, s.opt.Steps), Total: s.opt.Steps, Moves: len(s.net(s.now)), Now: s.now.standing})
	}
}

// whyNothing says why no move was found.
func (s *search) whyNothing() string {
	st := &s.first.standing
	switch {
	case len(s.first.result.Links) == 0:
		return "the plan has no links"
	case s.count(func(d *Device) bool { return d.Type != nil && d.Type.IsSwitch() }) == 0:
		return "the plan has no switches"
	case len(s.switches) == 0:
		return "no switch may be moved"
	case s.aim != aimCost && st.Copper == st.Links:
		return "every link is on copper already"
	case s.bounded:
		return fmt.Sprintf("no better place was found within the bound of %d links planned again", s.opt.Steps)
	}
	return "no move of one switch, and no change of places of two, brings more"
}

func (s *search) count(is func(*Device) bool) int {
	n := 0
	for i := range s.first.work.devices {
		if is(&s.first.work.devices[i]) {
			n++
		}
	}
	return n
}
