package app

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/planner"
)

// The bounds of a simulation.
const (
	DefaultTrials   = 2_000
	MaxTrials       = 100_000
	MaxQueuePairs   = 64          // of a flow
	MaxQueueChoices = 8           // numbers of queue pairs in one simulation
	MaxFlows        = 50_000_000  // of all runs and trials: some ten seconds on one core
	MaxTrialFlows   = 2_000_000   // of one trial of one run: they are in memory at a time
	MaxWaySteps     = 400_000_000 // to find the ways of a fabric that lacks links: a byte each
)

// A SimulateRequest asks what collectives get of one fabric. The rings in order
// and shuffled are always simulated.
type SimulateRequest struct {
	Fabric      string   // its name; may be empty where the plan has only one
	Collectives []string // of planner.Collectives, beside the two rings
	Seed        uint64   // 0: 1
	Trials      int      // 0: DefaultTrials, or as many as the work allows
	QueuePairs  []int    // empty: planner.QueuePairs
	Progress    func(done, total int)
}

// Simulate sends the flows of collectives over a fabric of a checked plan. What
// is wrong with the question, a fabric the plan lacks too, is *Invalid; the error
// wraps ErrTooLong and ErrBusy as that of planning does.
func (a *App) Simulate(ctx context.Context, c *Checked, req SimulateRequest) (*planner.Simulation, error) {
	use, err := fabricOf(c, req.Fabric)
	if err != nil {
		return nil, err
	}
	q, err := req.question(use)
	if err != nil {
		return nil, err
	}
	leave, err := a.queue.enter(ctx)
	if err != nil {
		return nil, fmt.Errorf("simulate fabric %s: %w", use.Name, err)
	}
	defer leave()
	ctx, cancel := context.WithTimeoutCause(ctx, a.limit, longSimulation{})
	defer cancel()
	s, err := planner.Simulate(use, q, planner.Options{
		Stop: func() bool { return ctx.Err() != nil }, Progress: req.Progress, Workers: runtime.GOMAXPROCS(0),
	})
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("simulate fabric %s: %w", use.Name, err)
	}
	return s, nil
}

// longSimulation is ErrTooLong with the way out of a simulation.
type longSimulation struct{}

func (longSimulation) Error() string {
	return fmt.Sprintf("the simulation takes longer than the limit of %s; ask for fewer trials, collectives or numbers of queue pairs", PlanningLimit)
}

func (longSimulation) Is(target error) bool { return target == ErrTooLong }

// Simulate sends the flows of collectives over a fabric of a revision; number 0
// is the newest.
func (p *Plans) Simulate(ctx context.Context, who Caller, id string, number int, req SimulateRequest) (*planner.Simulation, Revision, error) {
	checked, r, err := p.Result(ctx, who, id, number)
	if err != nil {
		return nil, Revision{}, err
	}
	s, err := p.App().Simulate(ctx, checked, req)
	return s, r, err
}

// fabricOf finds the fabric a question is about.
func fabricOf(c *Checked, name string) (*planner.FabricUse, error) {
	var names []string
	for i := range c.Result.Fabrics {
		f := &c.Result.Fabrics[i]
		if f.Name == name || name == "" && len(c.Result.Fabrics) == 1 {
			if f.Shape == nil {
				return nil, fault("fabric", "fabric %s has no links to simulate: its speed %q is not known; see its findings", f.Name, clip(f.Speed))
			}
			return f, nil
		}
		names = append(names, f.Name)
	}
	switch {
	case len(names) == 0:
		return nil, fault("fabric", "the plan has no fabric; write one under fabrics")
	case name == "":
		return nil, fault("fabric", "the plan has %d fabrics; name one of %s", len(names), clip(strings.Join(names, ", ")))
	}
	hint := ""
	if near := catalog.Closest(name, names); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return nil, fault("fabric", "fabric %q is not in the plan%s", clip(name), hint)
}

// fault is one thing wrong with a question.
func fault(field, format string, args ...any) error {
	var bad faults
	bad.add(field, format, args...)
	return bad.err()
}

// question checks what is asked and bounds its work.
func (req SimulateRequest) question(use *planner.FabricUse) (planner.SimulationQuestion, error) {
	q := planner.SimulationQuestion{Collectives: req.Collectives, QueuePairs: req.QueuePairs, Seed: max(1, req.Seed), Trials: req.Trials}
	var bad faults
	for i, c := range req.Collectives {
		if c == "" {
			bad.add(fmt.Sprintf("collectives[%d]", i), "collective is empty; write one of %s", strings.Join(planner.Collectives, ", "))
		}
		word(&bad, fmt.Sprintf("collectives[%d]", i), c, planner.Collectives...)
	}
	if len(q.QueuePairs) == 0 {
		q.QueuePairs = planner.QueuePairs
	}
	if n := len(q.QueuePairs); n > MaxQueueChoices {
		bad.add("queue_pairs", "%d numbers of queue pairs; the limit is %d", n, MaxQueueChoices)
	}
	for i, n := range q.QueuePairs {
		if n < 1 || n > MaxQueuePairs {
			bad.add(fmt.Sprintf("queue_pairs[%d]", i), "queue pairs is %d; write a number from 1 to %d", n, MaxQueuePairs)
		}
	}
	if q.Trials < 0 || q.Trials > MaxTrials {
		bad.add("trials", "trials is %d; write a number from 1 to %d", q.Trials, MaxTrials)
	}
	if err := bad.err(); err != nil {
		return q, err
	}
	return q, bounded(use, &q)
}

// bounded refuses what would take too long, and chooses the trials where nobody
// did.
func bounded(use *planner.FabricUse, q *planner.SimulationQuestion) error {
	asked := q.Trials
	if asked == 0 {
		q.Trials = DefaultTrials
	}
	all, each, most := q.Work(use)
	fit := q.Trials
	if all > MaxFlows {
		fit = max(0, MaxFlows-(all-each*q.Trials)) / max(1, each)
	}
	switch steps := planner.WaySteps(use); {
	case steps > MaxWaySteps:
		return fault("fabric", "fabric %s lacks links, and finding the ways that are left between its %d leaves takes %d steps; the limit is %d: see its findings for the links it lacks",
			use.Name, len(use.Shape.Leaves), steps, MaxWaySteps)
	case most > MaxTrialFlows:
		return fault("collectives", "one trial sends %d flows; the limit is %d: leave out all-to-all, or ask for fewer queue pairs", most, MaxTrialFlows)
	case fit == 0:
		return fault("trials", "one trial of all runs sends %d flows; the limit is %d: ask for fewer collectives or fewer numbers of queue pairs", all-each*(q.Trials-1), MaxFlows)
	case asked > 0 && fit < asked:
		return fault("trials", "%d trials send %d flows; the limit is %d: ask for at most %d trials, fewer collectives or fewer numbers of queue pairs", asked, all, MaxFlows, fit)
	}
	q.Trials = min(q.Trials, fit)
	return nil
}
