package fabric

import (
	"errors"
	"sync"
	"sync/atomic"
)

// The collectives: who sends to whom, all at once. In a ring every host sends to
// the next; every host port has a ring of its own, and every rail.
const (
	RingInOrder  = "ring-in-order" // hosts as written: what a launcher that knows the racks gives
	RingStrided  = "ring-strided"  // from leaf to leaf, so that every hop leaves
	RingShuffled = "ring-shuffled" // another random order in every trial: what a scheduler's leftovers give
	AllToAll     = "all-to-all"    // everybody to everybody, each a like share of what the host can send
)

// A Question is one simulation of a whole fabric.
type Question struct {
	Collective string // one of the constants
	Routing    string // ecmp | static | adaptive
	QueuePairs int    // of every flow; 0 is 1
	Seed       uint64
	Trials     int // at least 1
}

// An Answer is what the flows of a collective get. Shares are of what a flow
// would get alone, 0 to 1: of a host's line rate, in all-to-all of its part of
// that. Only flows that leave their leaf count.
type Answer struct {
	Trials  int     // made; 1 where every trial would be the same
	Flows   int     // of one trial
	Leaving float64 // of them, that leave their leaf; the mean over the trials
	Lost    float64 // of those, that find no way; they count no further
	Mean    Estimate
	Slowest Estimate
	Fullest Estimate  // flows' worth on the fullest link above the leaves
	Load    []float64 // share of the leaves' uplinks that carry nothing, up to one flow's worth, up to two ...
}

// ErrStopped says that stop ended a simulation.
var ErrStopped = errors.New("the simulation was stopped")

// Options tie a simulation to its caller. Nil functions are not called.
type Options struct {
	Stop     func() bool           // polled every few thousand flows
	Progress func(done, total int) // trials; called from one goroutine at a time
	Workers  int                   // 0: one
}

// Simulate sends the flows of a collective over the links of a fabric, trial by
// trial. A flow gets 1 / (flows on the fullest link of its way), upward and
// downward links alike; nothing is redistributed. The answer is the same for
// any number of workers. The only error is ErrStopped.
func Simulate(g *Graph, q Question, opt Options) (Answer, error) {
	q = q.settled()
	trials := q.Trials
	n := newNet(g, q)
	outcomes := make([]outcome, trials)
	var (
		next, done atomic.Int64
		stopped    atomic.Bool
		progress   sync.Mutex
		group      sync.WaitGroup
	)
	for range max(1, min(opt.Workers, trials)) {
		group.Go(func() {
			t := n.newTrial(opt.Stop)
			for !stopped.Load() {
				i := int(next.Add(1)) - 1
				if i >= trials {
					return
				}
				if !t.run(seeded(q.Seed, i), &outcomes[i]) {
					stopped.Store(true)
				}
				if opt.Progress != nil {
					progress.Lock()
					opt.Progress(int(done.Add(1)), trials)
					progress.Unlock()
				}
			}
		})
	}
	group.Wait()
	if stopped.Load() {
		return Answer{}, ErrStopped
	}
	return n.answer(outcomes), nil
}

// settled is the question as it is worked out: queue pairs of one flow take one
// way, or all ways, unless they are hashed; and what is the same in every trial
// is worked out once.
func (q Question) settled() Question {
	if q.QueuePairs < 1 || q.Routing != ECMP {
		q.QueuePairs = 1
	}
	if q.Routing != ECMP && q.Collective != RingShuffled {
		q.Trials = 1
	}
	return q
}

// Work is how many flows, queue pairs counted, a trial of a question sends, and
// how many trials are made.
func Work(g *Graph, q Question) (flows, trials int) {
	q = q.settled()
	n := &net{graph: g, question: q}
	n.findRings()
	return n.flows() * q.QueuePairs, q.Trials
}

// An outcome is what one trial gave.
type outcome struct {
	leaving, lost          int
	mean, slowest, fullest float64
	load                   []int // uplinks by how many flows' worth they carry, rounded up
}

// answer takes the trials together, in their order.
func (n *net) answer(outcomes []outcome) Answer {
	a := Answer{Trials: len(outcomes), Flows: n.flows()}
	var mean, slowest, fullest []float64
	var load []int
	leaving, lost, uplinks := 0, 0, 0
	for i := range outcomes {
		o := &outcomes[i]
		leaving, lost = leaving+o.leaving, lost+o.lost
		mean, slowest, fullest = append(mean, o.mean), append(slowest, o.slowest), append(fullest, o.fullest)
		for len(load) < len(o.load) {
			load = append(load, 0)
		}
		for worth, links := range o.load {
			load[worth] += links
			uplinks += links
		}
	}
	a.Leaving, a.Lost = float64(leaving)/float64(a.Trials), float64(lost)/float64(a.Trials)
	a.Mean, a.Slowest, a.Fullest = estimate(mean), estimate(slowest), estimate(fullest)
	for _, links := range load {
		a.Load = append(a.Load, float64(links)/float64(max(1, uplinks)))
	}
	return a
}
