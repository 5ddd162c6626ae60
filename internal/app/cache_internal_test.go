package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// result is a planned document of so many bytes.
func result(name string, bytes int64) *planned {
	return &planned{key: resultKey{name, "c"}, document: &plan.Document{Name: name}, result: &planner.Result{Name: name}, views: &views{}, bytes: bytes}
}

func TestTheCacheKeepsWhatWasUsedLast(t *testing.T) {
	t.Parallel()
	c := newResultCache(100)
	for _, name := range []string{"a", "b", "c"} {
		c.keep(result(name, 30))
	}
	if c.find(resultKey{"a", "c"}) == nil { // and is used now
		t.Fatal("a is gone although there was room")
	}
	c.keep(result("d", 30))
	for name, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if got := c.find(resultKey{name, "c"}) != nil; got != want {
			t.Errorf("%s kept: %v, want %v: b was not used for longest", name, got, want)
		}
	}
	if c.find(resultKey{"a", "another catalog"}) != nil {
		t.Error("a result of one catalog was found under another")
	}
	c.keep(result("huge", 101))
	if c.find(resultKey{"huge", "c"}) != nil || c.find(resultKey{"a", "c"}) == nil {
		t.Error("a result above the limit was kept, or made others go")
	}
	if c.used > c.limit || c.used != 90 {
		t.Errorf("%d bytes used of %d, want 90", c.used, c.limit)
	}
}

func TestRevisionsGoWithTheirResult(t *testing.T) {
	t.Parallel()
	c := newResultCache(4 * bytesPerRevision)
	p := result("a", bytesPerRevision)
	at := func(number int, when int64) Revision {
		return Revision{PlanID: "p", Number: number, At: time.UnixMicro(when), Text: []byte("text")}
	}
	checked := &Checked{Result: p.result, key: p.key}
	c.keepAt(at(1, 5), checked)
	if c.at(placeOf(at(1, 5), "c")) != nil {
		t.Error("a revision was kept without its result")
	}
	c.keep(p)
	c.keepAt(at(1, 5), checked)
	c.keepAt(at(1, 5), checked)
	c.keepAt(at(1, 9), checked)
	if c.at(placeOf(at(1, 5), "c")) != checked || c.used != 3*bytesPerRevision {
		t.Errorf("revision 1 kept as %v in %d bytes, want %d", c.at(placeOf(at(1, 5), "c")), c.used, 3*bytesPerRevision)
	}
	if known, ok := c.known("p", 1, "c"); !ok || known.revision.At.UnixMicro() != 9 || known.revision.Text != nil {
		t.Errorf("known of revision 1: %+v, %v; want that of 9 without its text", known.revision, ok)
	}
	if _, ok := c.known("p", 2, "c"); ok {
		t.Error("a revision nobody kept is known")
	}
	c.keep(result("b", 2*bytesPerRevision))
	if _, ok := c.known("p", 1, "c"); ok || c.at(placeOf(at(1, 9), "c")) != nil || len(c.places) != 0 {
		t.Error("a revision is known although its result is gone")
	}
	if c.used != 2*bytesPerRevision {
		t.Errorf("%d bytes used, want %d", c.used, 2*bytesPerRevision)
	}
}

const twoSwitches = `version: 1
name: Lab
racks: [{name: R1}]
devices:
  - {name: leaf-1, type: sb7800, rack: R1, u: 20}
  - {name: leaf-2, type: sb7800, rack: R1, u: 21}
links:
  - {a: "leaf-1:IB1/1", b: "leaf-2:IB1/1", run: 9m, cable: {medium: dac}}
`

func loadApp(t *testing.T, limit time.Duration) *App {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	return newApp(cat, "test", limit)
}

// Every caller has a text of its own, with its own lines; the document is
// planned once.
func TestOneDocumentIsPlannedOnceForAllItsTexts(t *testing.T) {
	t.Parallel()
	const callers = 6
	p := NewPlans(loadApp(t, PlanningLimit), nil, PlansOptions{})
	started, release := make(chan resultKey, callers), make(chan struct{})
	runs := 0
	var lock sync.Mutex
	progress := func(int, int) { // told by the one who plans
		lock.Lock()
		runs++
		lock.Unlock()
		for key := range p.planning.calls {
			started <- key
		}
		<-release
	}
	checked := make([]*Checked, callers)
	var group sync.WaitGroup
	ask := func(i int) {
		text := strings.Repeat("# a line more\n", i) + twoSwitches
		var err error
		checked[i], err = p.Check(t.Context(), LocalUser, CheckRequest{Source: Source{Name: fmt.Sprint(i), Text: []byte(text)}, Progress: progress})
		if err != nil {
			t.Error(err)
		}
	}
	group.Go(func() { ask(0) })
	key := <-started
	for i := 1; i < callers; i++ {
		group.Go(func() { ask(i) })
	}
	waitFor(t, &p.planning, key, callers)
	close(release)
	group.Wait()
	ask(callers - 1) // from memory
	if runs != 1 {
		t.Errorf("%d texts of one document: planned %d times, want once", callers, runs)
	}
	for i, c := range checked {
		if f := c.Result.Findings[0]; f.Line != 8+i || c.Result.Findings[0].Code != "beyond-reach" {
			t.Errorf("text %d: first finding %s at line %d, want beyond-reach at its own line %d", i, f.Code, f.Line, 8+i)
		}
		if &c.Result.Links[0] != &checked[0].Result.Links[0] {
			t.Errorf("text %d has a result of its own", i)
		}
	}
}

func TestASimulationHasALimit(t *testing.T) {
	t.Parallel()
	text := `version: 1
name: Two leaves and two spines
devices:
  - {name: "h-[1-8]", type: server-1u-1x-osfp, external: true}
  - {name: "s-[1-4]", type: qm9700, external: true}
fabrics: [{name: f, topology: leaf-spine, speed: ndr, hosts: "h-[1-8]", leaves: "s-[1-2]", spines: "s-[3-4]"}]
`
	a := loadApp(t, PlanningLimit)
	checked, err := a.Check(t.Context(), CheckRequest{Source: Source{Name: "plan.yaml", Text: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	a.limit = time.Nanosecond
	_, err = a.Simulate(t.Context(), checked, SimulateRequest{})
	if !errors.Is(err, ErrTooLong) || !strings.Contains(err.Error(), "ask for fewer trials") {
		t.Errorf("got %v, want ErrTooLong that says to ask for fewer trials", err)
	}
}

func TestPlanningHasALimit(t *testing.T) {
	t.Parallel()
	a := loadApp(t, time.Nanosecond)
	req := CheckRequest{Source: Source{Name: "plan.yaml", Text: []byte(twoSwitches)}}
	if _, err := a.Check(t.Context(), req); !errors.Is(err, ErrTooLong) {
		t.Errorf("check: %v, want ErrTooLong", err)
	}
	p := NewPlans(a, nil, PlansOptions{})
	if _, err := p.Check(t.Context(), LocalUser, req); !errors.Is(err, ErrTooLong) {
		t.Errorf("check of plans: %v, want ErrTooLong", err)
	}
	if len(p.cache.results) != 0 {
		t.Error("what was not finished is kept")
	}
}

// Callers come and go while results are evicted: nothing races, and whoever
// stays is answered.
func TestTheCacheUnderManyCallers(t *testing.T) {
	t.Parallel()
	p := NewPlans(loadApp(t, PlanningLimit), nil, PlansOptions{CacheBytes: 2 * (bytesPerPlan + 4096)})
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			for i := range 25 {
				ctx, cancel := context.WithCancel(t.Context())
				if i%5 == worker%5 {
					go cancel()
				}
				text := strings.Replace(twoSwitches, "name: Lab", fmt.Sprint("name: Lab ", i%6), 1)
				c, err := p.Check(ctx, LocalUser, CheckRequest{Source: Source{Name: "plan.yaml", Text: []byte(text)}})
				switch {
				case err == nil:
					if page, err := c.Links(LinkQuery{Status: "error"}); err != nil || page.Total != 1 {
						t.Errorf("links with errors: %d, %v; want 1", page.Total, err)
					}
				case !errors.Is(err, context.Canceled):
					t.Errorf("got %v, want a result or context.Canceled", err)
				}
				cancel()
			}
		})
	}
	group.Wait()
	if p.cache.used > p.cache.limit {
		t.Errorf("%d bytes kept, above the limit of %d", p.cache.used, p.cache.limit)
	}
}
