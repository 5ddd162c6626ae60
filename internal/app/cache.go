package app

import (
	"container/list"
	"slices"
	"sync"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// DefaultCacheBytes is how much memory finished results may take where nothing
// else is said.
const DefaultCacheBytes = 1 << 30

// A resultKey names everything a result follows from.
type resultKey struct {
	hash    string // of the document, planfile.Hash
	catalog string // its revision
}

// A place names one revision as it was stored and planned. The time is there for databases
// that are restored from a copy: their numbers come again with other texts.
type place struct {
	plan    string
	number  int
	at      int64  // when it was saved, Unix microseconds
	catalog string // the revision it was planned with
}

// A planned document is a result and what it follows from. It is shared by all
// texts of the document and must not be changed.
type planned struct {
	key      resultKey
	document *plan.Document
	result   *planner.Result // findings without lines
	catalog  *catalog.Catalog
	views    *views
	bytes    int64
}

// Rough sizes in memory, for the bound of the cache: those of the planner are
// kept by its benchmarks (at most 1 KiB a link), the rest is measured by
// BenchmarkPlannedBytes.
const (
	bytesPerPlan     = 32 << 10
	bytesPerLink     = 1<<10 + bytesPerView
	bytesPerView     = 256 // of the orders a link is sorted in
	bytesPerEntry    = 320 // of a link, device, rack or override as written
	bytesPerDevice   = 512
	bytesPerFinding  = 640
	bytesPerPlace    = 256 // of a finding with the line of one text
	bytesPerRevision = 1 << 10
)

// bytesOf estimates what a planned document keeps alive. Its texts are cut from
// the document's.
func bytesOf(doc *plan.Document, r *planner.Result, text int) int64 {
	entries := len(doc.Links) + len(doc.Devices) + len(doc.Racks) + len(doc.Overrides) + len(doc.Site.Trays) + len(doc.DeviceTypes)
	return int64(bytesPerPlan + text + entries*bytesPerEntry + len(r.Links)*bytesPerLink + len(r.Devices)*bytesPerDevice +
		len(r.Racks)*bytesPerDevice + len(r.Findings)*bytesPerFinding)
}

// A resultCache keeps what was planned last, up to a number of bytes. It is safe
// for concurrent use.
type resultCache struct {
	limit int64

	lock    sync.Mutex
	used    int64
	recent  list.List // of *kept, the last used first
	results map[resultKey]*list.Element
	places  map[place]*list.Element // revisions whose document is kept
}

// kept is a planned document and the revisions it is known to be the document
// of, each with the findings at the lines of its own text.
type kept struct {
	*planned
	stored map[place]stored
	bytes  int64 // with those of stored
}

// stored is a revision, without its text, and what comes of it.
type stored struct {
	revision Revision
	checked  *Checked
}

func placeOf(r Revision, catalog string) place {
	return place{r.PlanID, r.Number, r.At.UnixMicro(), catalog}
}

func newResultCache(limit int64) *resultCache {
	if limit == 0 {
		limit = DefaultCacheBytes
	}
	return &resultCache{limit: limit, results: map[resultKey]*list.Element{}, places: map[place]*list.Element{}}
}

// find is what is kept of a document, nil where nothing is.
func (c *resultCache) find(key resultKey) *planned {
	c.lock.Lock()
	defer c.lock.Unlock()
	e := c.results[key]
	if e == nil {
		return nil
	}
	c.recent.MoveToFront(e)
	return e.Value.(*kept).planned
}

// at is what is kept of a revision, nil where nothing is.
func (c *resultCache) at(at place) *Checked {
	c.lock.Lock()
	defer c.lock.Unlock()
	e := c.places[at]
	if e == nil {
		return nil
	}
	c.recent.MoveToFront(e)
	return e.Value.(*kept).stored[at].checked
}

// known is what is kept under a plan and number, the last saved and best planned
// with that catalog, for when the store cannot say when it was saved.
func (c *resultCache) known(plan string, number int, catalog string) (stored, bool) {
	c.lock.Lock()
	defer c.lock.Unlock()
	var last place
	for at := range c.places {
		if at.plan == plan && at.number == number && (at.at > last.at || at.at == last.at && at.catalog == catalog) {
			last = at
		}
	}
	e := c.places[last]
	if e == nil {
		return stored{}, false
	}
	return e.Value.(*kept).stored[last], true
}

// keep remembers a planned document and makes room for it. One above the limit
// is not kept.
func (c *resultCache) keep(p *planned) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.results[p.key] != nil || p.bytes > c.limit {
		return
	}
	c.results[p.key] = c.recent.PushFront(&kept{planned: p, stored: map[place]stored{}, bytes: p.bytes})
	c.used += p.bytes
	c.shrink()
}

// keepAt remembers that a revision is one of a planned document, if that is
// kept.
func (c *resultCache) keepAt(r Revision, checked *Checked) {
	c.lock.Lock()
	defer c.lock.Unlock()
	e, at := c.results[checked.key], placeOf(r, checked.key.catalog)
	if e == nil || c.places[at] != nil {
		return
	}
	r.Text = nil
	k := e.Value.(*kept)
	k.stored[at] = stored{r, checked}
	c.places[at] = e
	bytes := int64(bytesPerRevision + len(checked.Result.Findings)*bytesPerPlace)
	k.bytes += bytes
	c.used += bytes
	c.shrink()
}

// keepOnly lets go of what was planned with other catalogs than these.
func (c *resultCache) keepOnly(catalogs ...string) {
	c.lock.Lock()
	defer c.lock.Unlock()
	for key, e := range c.results {
		if !slices.Contains(catalogs, key.catalog) {
			c.drop(e)
		}
	}
}

// shrink lets go of what was not used for longest until the rest is within the
// limit.
func (c *resultCache) shrink() {
	for c.used > c.limit {
		c.drop(c.recent.Back())
	}
}

func (c *resultCache) drop(e *list.Element) {
	k := c.recent.Remove(e).(*kept)
	delete(c.results, k.key)
	for at := range k.stored {
		delete(c.places, at)
	}
	c.used -= k.bytes
}
