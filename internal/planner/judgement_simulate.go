package planner

import (
	"fmt"
	"slices"

	"lengthwise/internal/fabric"
)

// A SimulationQuestion asks what collectives get of a whole fabric.
type SimulationQuestion struct {
	Collectives []string // beside the two rings, which are always simulated
	QueuePairs  []int    // of each flow, under ecmp
	Seed        uint64
	Trials      int
}

// QueuePairs are those simulated where nothing else is asked.
var QueuePairs = []int{1, 2, 4, 8, 16}

// Collectives are those that can be asked for.
var Collectives = []string{fabric.RingInOrder, fabric.RingShuffled, fabric.RingStrided, fabric.AllToAll}

// A Simulation is what was asked and what came of it. It is a model, no
// measurement.
type Simulation struct {
	Fabric      *FabricUse
	Seed        uint64
	Trials      int
	Verdict     string // the headline: what the slowest flow of a shuffled ring gets
	Runs        []SimulationRun
	Assumptions []string
}

// A SimulationRun is one collective under one routing model.
type SimulationRun struct {
	Collective, Routing string
	QueuePairs          int
	Note                string // what has to be said beside it; empty: nothing
	fabric.Answer
}

// questions are the runs of a simulation in the order they are shown.
func (q SimulationQuestion) questions() []fabric.Question {
	var out []fabric.Question
	for _, c := range Collectives {
		if c != fabric.RingInOrder && c != fabric.RingShuffled && !slices.Contains(q.Collectives, c) {
			continue
		}
		for _, pairs := range q.QueuePairs {
			out = append(out, fabric.Question{Collective: c, Routing: fabric.ECMP, QueuePairs: pairs, Seed: q.Seed, Trials: q.Trials})
		}
		for _, routing := range []string{fabric.Static, fabric.Adaptive} {
			out = append(out, fabric.Question{Collective: c, Routing: routing, QueuePairs: 1, Seed: q.Seed, Trials: q.Trials})
		}
	}
	return out
}

// Work is how many flows all trials of a simulation send, of them those of
// every single trial, and the most flows any one trial of one run sends.
func (q SimulationQuestion) Work(use *FabricUse) (all, each, most int) {
	g := fabric.NewGraph(use.Shape)
	for _, x := range q.questions() {
		x.Trials = 2 // tells runs of one trial from those of many
		flows, trials := fabric.Work(g, x)
		most = max(most, flows)
		if trials == 1 {
			all += flows
			continue
		}
		each += flows
		all += flows * q.Trials
	}
	return all, each, most
}

// WaySteps is what a fabric that lacks links takes beside the flows of any trial:
// steps, and about as many bytes.
func WaySteps(use *FabricUse) int { return fabric.WaySteps(fabric.NewGraph(use.Shape)) }

// Simulate works a simulation out; use must have a shape. The only error is
// fabric.ErrStopped. Progress is told how many runs are done.
func Simulate(use *FabricUse, q SimulationQuestion, opt Options) (*Simulation, error) {
	g := fabric.NewGraph(use.Shape)
	out := &Simulation{Fabric: use, Seed: q.Seed, Trials: q.Trials, Assumptions: assumptions}
	questions := q.questions()
	for i, x := range questions {
		a, err := fabric.Simulate(g, x, fabric.Options{Stop: opt.Stop, Workers: opt.Workers})
		if err != nil {
			return nil, err
		}
		out.Runs = append(out.Runs, SimulationRun{x.Collective, x.Routing, x.QueuePairs, RoutingNote(use.Shape, x.Routing), a})
		if opt.Progress != nil {
			opt.Progress(i+1, len(questions))
		}
	}
	out.Verdict = headline(use, out.Runs)
	return out, nil
}

// headline says what the slowest flow of a shuffled ring gets under the fabric's
// own routing, with the fewest queue pairs asked for.
func headline(use *FabricUse, runs []SimulationRun) string {
	for i := range runs {
		r := &runs[i]
		if r.Collective != fabric.RingShuffled || r.Routing != use.Routing {
			continue
		}
		if r.Leaving == 0 {
			return "no flow leaves its leaf: the uplinks are not used"
		}
		pairs := ""
		if r.Routing == fabric.ECMP {
			pairs = fmt.Sprintf(" with %d %s", r.QueuePairs, plural(r.QueuePairs, "queue pair"))
		}
		return fmt.Sprintf("a ring in random order under %s routing%s: flows get %s %% of line rate on average, the slowest %s %%, and the ring waits for it",
			r.Routing, pairs, fabric.Digits(100*r.Mean.Value), fabric.Digits(100*r.Slowest.Value))
	}
	return ""
}

// assumptions are what every simulation rests on; see docs/fabrics.md.
var assumptions = []string{
	"a model, not a measurement: all flows of a collective run at once, each could fill the link of its host, and none waits for another",
	"a flow gets 1 / (flows on the fullest link of its way), upward and downward links alike; what one flow leaves is not given to others",
	"only flows that leave their leaf count; the links of the hosts themselves are never the fullest",
	"in a ring every host sends to the next, in the order the hosts are written, in a random order that is another in every trial (shuffled), or from leaf to leaf (strided); each rail, or each port of the hosts, has a ring of its own, all in one order of hosts",
	"in all-to-all every host sends to every other, to each an equal share of its line rate, and shares are of that",
	"ecmp: every queue pair takes one of the equally short ways at random at each switch; with q queue pairs a flow is q parts that count apart",
	"static: the way follows from the destination alone, as InfiniBand's does; more queue pairs to one destination do not spread",
	"adaptive: what a leaf or pod sends is spread evenly over all its links up, and what it receives over all links down",
	"mean and slowest are means over the trials; the interval is 1.96 standard errors of that mean, 95 %",
}
