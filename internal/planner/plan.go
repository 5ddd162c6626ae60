// Package planner works a plan out: document in, Result out. It places devices,
// routes links, groups links into cables, selects parts, checks everything and
// counts the order. The rules are those of docs/planning-rules.md.
//
// It promises the same bytes for the same document and catalog on any machine
// and any number of cores, never a cable shorter than its run, and a reason for
// every choice. It refuses to guess: what is not known is unknown or unchecked.
package planner

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
)

// Options tie a long run to its caller. Nil fields are not called.
type Options struct {
	Stop     func() bool           // polled every few thousand steps; true ends the run with ErrStopped
	Progress func(done, total int) // links planned so far
	Workers  int                   // how many goroutines select parts; 0: one for each core
	// NoFixes leaves out the ways out that must be planned again to be shown to work.
	NoFixes bool
}

// ErrStopped says that Options.Stop ended the run.
var ErrStopped = errors.New("planning was stopped")

// Plan works a document out. The document must have been accepted by its codec;
// neither it nor the catalog is changed. The errors are ErrStopped, and
// *plan.Problems where the fabrics have more links than a plan may hold.
func Plan(doc *plan.Document, cat *catalog.Catalog, opt Options) (*Result, error) {
	_, r, err := workOut(doc, cat, opt)
	return r, err
}

// workOut is Plan with the work the result came of, for those who plan parts
// of it again.
func workOut(doc *plan.Document, cat *catalog.Catalog, opt Options) (*work, *Result, error) {
	w := &work{doc: doc, cat: cat, set: doc.Settings.Effective(), opt: opt}
	w.placeRacks()
	w.placeDevices()
	w.router = newRouter(w)
	if w.stopped() {
		return nil, nil, ErrStopped
	}
	w.expandLinks()
	if err := w.expandFabrics(); err != nil {
		return nil, nil, err
	}
	w.applyOverrides()
	w.routeLinks()
	if w.stopped() {
		return nil, nil, ErrStopped
	}
	w.group()
	w.prepareOrder()
	w.assignStock()
	if !w.selectParts() {
		return nil, nil, ErrStopped
	}
	r, err := w.finish()
	return w, r, err
}

func (w *work) stopped() bool { return w.opt.Stop != nil && w.opt.Stop() }

// A batch is a run of components one worker plans, and what came of it.
type batch struct {
	first, last int
	cables      chunks[Cable]
	modules     chunks[Module]
	keys        []uint64 // beside cables: their place in the order
	moduleKeys  []uint64
	splits      []splitCase
	report      report

	skipped skipCount

	ends  arena[CableEnd]
	ports arena[string]
	links arena[int32]
}

// batchSize is how many components a worker takes at a time.
const batchSize = 2048

// selectParts plans every component. Batches are worked on side by side and put
// together in order, so the result does not depend on how many workers there
// are. It is false when the run was stopped.
func (w *work) selectParts() bool {
	var batches []*batch
	for i := 0; i < len(w.components); i += batchSize {
		batches = append(batches, &batch{first: i, last: min(i+batchSize, len(w.components)),
			skipped: skipCount{map[cageClass]int{}, map[*catalog.Optics]int{}}})
	}
	workers := max(1, min(w.workers(), len(batches)))
	var (
		lock    sync.Mutex
		next    int
		stopped bool
		group   sync.WaitGroup
	)
	take := func() *batch {
		lock.Lock()
		defer lock.Unlock()
		if stopped || next == len(batches) {
			return nil
		}
		if w.stopped() {
			stopped = true
			return nil
		}
		if w.opt.Progress != nil {
			w.opt.Progress(int(w.components[batches[next].first].first), len(w.links))
		}
		next++
		return batches[next-1]
	}
	for range workers {
		group.Go(func() {
			s := newSelector(w)
			for b := take(); b != nil; b = take() {
				s.batch = b
				for i := b.first; i < b.last; i++ {
					s.component(w.components[i])
				}
			}
		})
	}
	group.Wait()
	if stopped {
		return false
	}
	w.gather(batches)
	return true
}

// component plans one component.
func (s *selector) component(c component) {
	links := s.w.grouped[c.first:c.last]
	ks := s.sockets(links)
	if s.unknownRuns(links) {
		return
	}
	var p pick
	if s.pinned(links) {
		p = s.choosePinned(ks, links)
	} else {
		p = s.choose(ks)
		if s.w.stocked != nil {
			p = s.takeStock(ks, links, p)
		}
	}
	s.emit(ks, links, p)
}

// unknownRuns leaves a component whole if some run in it is not known.
func (s *selector) unknownRuns(links []int32) bool {
	unknown := false
	for _, id := range links {
		out := &s.w.out[id]
		unknown = unknown || !out.RunKnown || out.RunAtLeast
	}
	if !unknown {
		return false
	}
	for _, id := range links {
		out := &s.w.out[id]
		out.Limit = -1
		out.Required, out.RequiredAtLeast = s.w.required(id, s.set.Media[0]), out.RunAtLeast
		s.w.blame(id, StatusUnknown)
		switch {
		case out.Route != nil && out.Route.NoWay:
			out.Reason = "there is no way between the racks"
			s.w.blame(id, StatusError)
		case !out.RunKnown || out.RunAtLeast:
			out.Reason = "the run is not known: " + s.w.unplaced(id)
			s.batch.report.find(s.w.unknownRun(id))
		default:
			out.Reason = "it shares a cage with a link whose run is not known"
		}
	}
	return true
}

// unplaced says what is missing of a link's run.
func (w *work) unplaced(link int32) string {
	var names []string
	for _, p := range w.links[link].ends {
		pl := &w.places[p.device]
		d := &w.devices[p.device]
		switch {
		case d.External:
			names = append(names, d.Name+" stands outside the plan")
		case pl.rack < 0:
			names = append(names, d.Name+" has no rack")
		case !w.racks[pl.rack].placed && len(w.racks) > 1:
			names = append(names, "rack "+w.racks[pl.rack].name+" has no place in the hall")
		case pl.middle == unknownHeight:
			names = append(names, d.Name+" has no unit in rack "+w.racks[pl.rack].name)
		}
	}
	if len(names) == 0 {
		return "the way between the racks is not known"
	}
	return strings.Join(slices.Compact(names), ", ")
}

// findUnknownRuns says of links that share a mixed cage, and are errors for it,
// that their run is not known either.
func (w *work) findUnknownRuns() {
	for i := range w.links {
		out := &w.out[i]
		if w.links[i].mixed && (!out.RunKnown || out.RunAtLeast) && (out.Route == nil || !out.Route.NoWay) {
			w.report.find(w.unknownRun(int32(i)))
		}
	}
}

// unknownRun is the finding about a link whose run is not known.
func (w *work) unknownRun(id int32) plan.Finding {
	return plan.Finding{Code: "unknown-run", Path: w.out[id].Path, Subject: subject(&w.out[id]),
		Message: "the run of this link is not known: " + w.unplaced(id),
		Fix:     "place the device in a rack, or write the measured run"}
}

// findNoRoutes reports the pairs of racks between which there is no way.
func (w *work) findNoRoutes() {
	type pair struct{ a, b int32 }
	count, first := map[pair]int{}, map[pair]int32{}
	var order []pair
	for i := range w.links {
		out := &w.out[i]
		if out.Route == nil || !out.Route.NoWay {
			continue
		}
		a, b := w.places[w.links[i].ends[0].device].rack, w.places[w.links[i].ends[1].device].rack
		p := pair{min(a, b), max(a, b)}
		if count[p]++; count[p] == 1 {
			order = append(order, p)
			first[p] = int32(i)
		}
	}
	for _, p := range order {
		ends := w.links[first[p]].ends
		message, fix := w.router.whyNoWay(w.places[ends[0].device], w.places[ends[1].device])
		w.report.find(plan.Finding{Code: "no-route", Path: w.out[first[p]].Path, Subject: w.racks[p.a].name + " - " + w.racks[p.b].name, Count: count[p],
			Message: message, Fix: fix + "; or write the measured run of the links"})
	}
}

// prepareOrder ranks the cages and ports of every type in natural order of
// their names, so that cables can be sorted by numbers.
func (w *work) prepareOrder() {
	w.ranks = map[*catalog.DeviceType]*ranks{}
	for i := range w.devices {
		t := w.devices[i].Type
		if t == nil || w.ranks[t] != nil {
			continue
		}
		names := make([]string, len(t.Cages))
		for c := range t.Cages {
			names[c] = t.Cages[c].Name
		}
		w.ranks[t] = &ranks{cage: naturalRanks(names)}
	}
}

// ranks hold the natural order of a type's cages.
type ranks struct{ cage []int32 }

func naturalRanks(names []string) []int32 {
	order := make([]int32, len(names))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return units.CompareNatural(names[a], names[b]) })
	rank := make([]int32, len(names))
	for r, i := range order {
		rank[i] = int32(r)
	}
	return rank
}

// orderKey places an end: device, then cage, then port.
func (w *work) orderKey(device, cage int32, port int) uint64 {
	rank := w.ranks[w.devices[device].Type].cage[cage]
	return uint64(device)<<40 | uint64(rank)<<16 | uint64(port)
}
