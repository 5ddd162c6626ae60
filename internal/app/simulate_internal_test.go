package app

import (
	"context"
	"errors"
	"strings"
	"testing"

	"lengthwise/internal/catalog"
	"lengthwise/internal/fabric"
	"lengthwise/internal/planner"
)

// pods is a plan of 64 hosts with eight rails in two units.
const pods = `version: 1
name: Two units
site: {rows: [{name: A, y: 0m}]}
racks: [{name: "A[01-16]", row: A, position: 1}]
devices:
  - {name: "dgx-[01-64]", type: dgx-h100, rack: "A[01-16]", u: [1, 9, 17, 25]}
  - {name: "leaf-[01-16]", type: qm9700, rack: "A[01-16]", u: 40, face: rear}
  - {name: "spine-[01-08]", type: qm9700, rack: "A[01-08]", u: 42, face: rear}
fabrics:
  - {name: compute, topology: rail-optimized, speed: ndr, hosts: "dgx-[01-64]", hosts_per_unit: 32, leaves: "leaf-[01-16]", spines: "spine-[01-08]"}
`

func checkedPods(t *testing.T) (*App, *Checked) {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	a := New(cat, "test")
	checked, err := a.Check(t.Context(), CheckRequest{Source: Source{Name: "plan.yaml", Text: []byte(pods)}})
	if err != nil {
		t.Fatal(err)
	}
	return a, checked
}

func TestTheWorkOfASimulationIsBounded(t *testing.T) {
	t.Parallel()
	_, checked := checkedPods(t)
	use := &checked.Result.Fabrics[0]
	tests := []struct {
		name   string
		req    SimulateRequest
		trials int    // 0: refused
		says   string // of a refusal
	}{
		// 64 hosts x 8 rails send 512 flows; both rings under ecmp with one queue
		// pair, the shuffled one under static and adaptive are 4 x 512 in each
		// trial, the ring in order 2 x 512 once.
		{"as nobody asks, where it fits", SimulateRequest{QueuePairs: []int{1}}, DefaultTrials, ""},
		{"as many as fit exactly", SimulateRequest{QueuePairs: []int{1}, Trials: (MaxFlows - 1024) / 2048}, (MaxFlows - 1024) / 2048, ""},
		{"one more", SimulateRequest{QueuePairs: []int{1}, Trials: (MaxFlows-1024)/2048 + 1}, 0, "ask for at most 24413 trials"},
		{"as nobody asks, where it does not fit", SimulateRequest{}, (MaxFlows - 1024) / (64 * 512), ""},
		{"more than there may be", SimulateRequest{Trials: MaxTrials + 1}, 0, "write a number from 1 to 100000"},
		{"one trial too large", SimulateRequest{Collectives: []string{fabric.AllToAll}, QueuePairs: []int{64}, Trials: 1}, 0, "the limit is 2000000: leave out all-to-all"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			q, err := tt.req.question(use)
			var invalid *Invalid
			switch {
			case tt.trials == 0:
				if !errors.As(err, &invalid) || !strings.Contains(err.Error(), tt.says) {
					t.Errorf("error %v, want one that says %q", err, tt.says)
				}
			case err != nil || q.Trials != tt.trials:
				t.Errorf("%d trials, error %v; want %d", q.Trials, err, tt.trials)
			}
		})
	}
}

func TestASimulationEndsWithItsCaller(t *testing.T) {
	t.Parallel()
	a, checked := checkedPods(t)
	ctx, cancel := context.WithCancel(t.Context())
	runs := 0
	_, err := a.Simulate(ctx, checked, SimulateRequest{Trials: 100, Progress: func(done, _ int) {
		runs = done
		cancel()
	}})
	if !errors.Is(err, context.Canceled) || runs != 1 {
		t.Errorf("error %v after %d runs, want that of the context after the first", err, runs)
	}
}

// A fabric that lacks links takes tables of every spine and leaf: bounded too.
func TestTheWaysOfASimulationAreBounded(t *testing.T) {
	t.Parallel()
	a, checked := checkedPods(t)
	use := checked.Result.Fabrics[0]
	shape := *use.Shape
	shape.Links = shape.Links[:len(shape.Links)-1]
	use.Shape = &shape
	if _, err := (SimulateRequest{Trials: 1}).question(&use); err != nil {
		t.Errorf("one link fewer: %v, want no error", err)
	}
	for len(shape.Leaves) < 20_000 {
		shape.Leaves, shape.Spines = append(shape.Leaves, 0), append(shape.Spines, 0)
	}
	other := *checked
	result := *checked.Result
	result.Fabrics = []planner.FabricUse{use}
	other.Result = &result
	_, err := a.Simulate(t.Context(), &other, SimulateRequest{Trials: 1})
	if err == nil || !strings.Contains(err.Error(), "the limit is 400000000") {
		t.Errorf("20,000 leaves and spines: got %v, want a refusal with the limit", err)
	}
}
