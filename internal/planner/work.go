package planner

import (
	"runtime"

	"lengthwise/internal/catalog"
	"lengthwise/internal/fabric"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// A work is one run of the planner: the document, the catalog and what the
// stages have found out so far. Each stage reads what the stage before it left.
type work struct {
	doc *plan.Document
	cat *catalog.Catalog
	set plan.Effective

	racks      []rack // natural order of name
	rackByName map[string]int32

	devices      []Device // natural order of name
	places       []place  // beside devices
	deviceByName map[string]int32

	router *router
	report report
	opt    Options

	links     []link
	out       []Link             // beside links: what the result says of them
	pinnedToo map[int32][]string // of links that several places pin: the paths beside that of the pin
	strangers map[string]*Device
	said      map[saidKey]string
	shapes    []*fabric.Shape             // of the document's fabrics
	hashed    map[hashingKey][]HashingRow // worked out for fabrics

	portBase []int32 // of each device: where its ports begin in portHead
	portHead []int32 // of each port: its first link end, see head
	portNext []int32 // of each link end: the next on its port
	cageBase []int32 // of each device: where its cages are numbered from

	pairings map[pairingKey]*pairing
	lastKey  pairingKey
	lastPair *pairing
	routes   map[uint64]*Route

	grouped    []int32 // links by component
	components []component
	ranks      map[*catalog.DeviceType]*ranks

	cables     []Cable
	modules    []Module
	splits     []splitCase
	swapTrials int // swaps planned again so far

	stocked      map[int32]catalog.Part    // parts at hand, by the first link of their component; nil: none
	stockedCords map[cordSpot]catalog.Part // cords at hand

	trial       bool    // plans links again for a fix
	lifted      bool    // a trial that does without what the site forbids
	caches      *caches // of a trial; nil: each selector has its own
	trialCaches map[string]*caches
	moves       []move // shown to help so far
}

// workers is how many goroutines the run may use.
func (w *work) workers() int {
	if w.opt.Workers > 0 {
		return w.opt.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// A rack stands in the hall. Its edges are in plan coordinates.
type rack struct {
	name      string
	path      string       // of its entry
	row       string       // empty: stands alone
	position  int          // in its row
	faces     string       // south | north | east | west: where its front looks
	x, y      units.Length // south-west corner of its footprint
	dx, dy    units.Length // size of its footprint, east and north
	placed    bool         // false: it has no row and no coordinates
	units     int
	depth     units.Length
	base      units.Length
	power     units.Power // -1: not written
	maxWeight units.Mass  // -1: not written
}

// A place is where a device's ports are. All ports of a device share it.
type place struct {
	rack   int32           // index into work.racks, -1: not placed
	u      units.RackUnits // lowest unit, 0 for a device without units
	height units.RackUnits // units it takes
	middle units.Length    // of its ports above the floor
	rear   bool            // the ports look out of the rack's rear face
	guess  string          // what about the ports' side is a guess, empty: nothing
}

// A report collects findings and unchecked entries.
type report struct {
	findings  []plan.Finding
	about     []int32 // beside findings: the link one is about, -1: none
	counts    map[plan.Code]int
	unchecked map[[3]string]int
}

// find adds a finding; it fills in the severity, and a count of 1 where none is given.
func (r *report) find(f plan.Finding) { r.findAbout(f, -1) }

// findAbout adds a finding about a link.
func (r *report) findAbout(f plan.Finding, link int32) {
	if r.counts == nil {
		r.counts = map[plan.Code]int{}
	}
	f.Severity = plan.Severities[f.Code]
	if f.Severity == "" {
		panic("planner: finding code " + string(f.Code) + " is not listed in plan.Severities")
	}
	if f.Count == 0 {
		f.Count = 1
	}
	r.counts[f.Code]++
	if r.counts[f.Code] <= MaxFindings {
		r.findings = append(r.findings, f)
		r.about = append(r.about, link)
	}
}

// add takes in another report.
func (r *report) add(other *report) {
	for i, f := range other.findings {
		r.findAbout(f, other.about[i])
	}
	if r.counts == nil {
		r.counts = map[plan.Code]int{}
	}
	// What the other report counted but did not list is counted here too.
	listed := map[plan.Code]int{}
	for i := range other.findings {
		listed[other.findings[i].Code]++
	}
	for code, n := range other.counts {
		r.counts[code] += n - listed[code]
	}
	for key, n := range other.unchecked {
		if r.unchecked == nil {
			r.unchecked = map[[3]string]int{}
		}
		r.unchecked[key] += n
	}
}

// unlisted is how many findings of each code were counted and not listed; nil
// where all are listed.
func (r *report) unlisted() map[plan.Code]int {
	var out map[plan.Code]int
	for code, n := range r.counts {
		if n > MaxFindings {
			if out == nil {
				out = map[plan.Code]int{}
			}
			out[code] = n - MaxFindings
		}
	}
	return out
}

// skip notes a check that was not made.
func (r *report) skip(check, subject, why string) {
	if r.unchecked == nil {
		r.unchecked = map[[3]string]int{}
	}
	r.unchecked[[3]string{check, subject, why}]++
}
