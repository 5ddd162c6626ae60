package fabric_test

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"lengthwise/internal/fabric"
)

func simulate(t *testing.T, s *fabric.Shape, q fabric.Question) fabric.Answer {
	t.Helper()
	if q.Seed == 0 {
		q.Seed = 1
	}
	a, err := fabric.Simulate(fabric.NewGraph(s), q, fabric.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestHashedRingsOfAFatTree is the story of docs/fabrics.md: sixteen ways
// between any two pods, non-blocking on paper, and what a ring gets of it.
func TestHashedRingsOfAFatTree(t *testing.T) {
	t.Parallel()
	s := fatTree(8).shape()
	tests := []struct {
		collective    string
		leaving       float64
		mean, slowest float64 // percent
	}{
		{fabric.RingInOrder, 32, 100, 100},
		{fabric.RingStrided, 128, 68.3, 30.1},
		{fabric.RingShuffled, 125, 44.5, 23.8},
	}
	for _, tt := range tests {
		t.Run(tt.collective, func(t *testing.T) {
			t.Parallel()
			a := simulate(t, s, fabric.Question{Collective: tt.collective, Routing: fabric.ECMP, QueuePairs: 1, Trials: 2000})
			if a.Trials != 2000 || a.Flows != 128 || math.Abs(a.Leaving-tt.leaving) > 0.5 {
				t.Errorf("%d trials of %d flows of which %.1f leave, want 2000 of 128 of which %.0f", a.Trials, a.Flows, a.Leaving, tt.leaving)
			}
			const printed = 0.05 // the figures are printed with one digit
			if got := 100 * a.Mean.Value; math.Abs(got-tt.mean) > 100*a.Mean.Within+printed {
				t.Errorf("mean is %.2f %% ± %.2f, want %.1f %%", got, 100*a.Mean.Within, tt.mean)
			}
			if got := 100 * a.Slowest.Value; math.Abs(got-tt.slowest) > 100*a.Slowest.Within+printed {
				t.Errorf("slowest is %.2f %% ± %.2f, want %.1f %%", got, 100*a.Slowest.Within, tt.slowest)
			}
		})
	}
}

func TestAdaptiveRoutingLosesNothing(t *testing.T) {
	t.Parallel()
	for _, collective := range []string{fabric.RingInOrder, fabric.RingStrided, fabric.RingShuffled, fabric.AllToAll} {
		for name, tr := range map[string]tree{"k = 8": fatTree(8), "rails": {leaves: 16, spines: 4, perLeaf: 8, pair: 2, rails: 8}} {
			a := simulate(t, tr.shape(), fabric.Question{Collective: collective, Routing: fabric.Adaptive, Trials: 20})
			if a.Mean.Value < 1-1e-9 || a.Slowest.Value < 1-1e-9 || a.Fullest.Value > 1+1e-9 {
				t.Errorf("%s, %s: mean %v, slowest %v, fullest %v; want all of the line rate and at most 1 flow a link",
					name, collective, a.Mean.Value, a.Slowest.Value, a.Fullest.Value)
			}
		}
	}
}

// TestStaticShiftsAreFree: routing by destination sends a shift, in which every
// host of a leaf sends to the same place of another, without collisions.
func TestStaticShiftsAreFree(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*fabric.Shape{
		"k = 8":          fatTree(8).shape(),
		"leaf and spine": tree{leaves: 8, spines: 4, perLeaf: 32, pair: 8}.shape(),
		"rails":          tree{leaves: 16, spines: 4, perLeaf: 32, pair: 8, rails: 8}.shape(),
	} {
		a := simulate(t, s, fabric.Question{Collective: fabric.RingStrided, Routing: fabric.Static, Trials: 50})
		if a.Trials != 1 || a.Mean.Value != 1 || a.Slowest.Value != 1 || a.Lost != 0 {
			t.Errorf("%s: %+v, want one trial in which every flow gets the line rate", name, a)
		}
	}
	shuffled := simulate(t, fatTree(8).shape(), fabric.Question{Collective: fabric.RingShuffled, Routing: fabric.Static, Trials: 200})
	if v := shuffled.Slowest.Value; v < 0.2 || v > 0.45 {
		t.Errorf("k = 8, shuffled: the slowest flow gets %.3f, want between 0.2 and 0.45: destinations collide as hashes do", v)
	}
}

func TestOneLeafIsTheFormula(t *testing.T) {
	t.Parallel()
	// Two leaves, strided: every flow of one goes to the other, so each uplink's
	// load is that of the balls, and so is that of the links down.
	for _, q := range []int{1, 4} {
		s := tree{leaves: 2, spines: 16, perLeaf: 16, pair: 1}.shape()
		a := simulate(t, s, fabric.Question{Collective: fabric.RingStrided, Routing: fabric.ECMP, QueuePairs: q, Trials: 2000})
		want, _ := fabric.Balls{Flows: 16, Uplinks: 16, QueuePairs: q, HostGbps: 400, UplinkGbps: 400}.Exact()
		if !within(a.Mean, want.Mean) {
			t.Errorf("%d queue pairs: mean is %+v, the formula says %.4f", q, a.Mean, want.Mean)
		}
		if a.Slowest.Value > want.Slowest {
			t.Errorf("%d queue pairs: the slower of two leaves gets %.4f, more than one leaf alone, %.4f", q, a.Slowest.Value, want.Slowest)
		}
		idle := 1 - want.Busy/16
		if math.Abs(a.Load[0]-idle) > 0.01 {
			t.Errorf("%d queue pairs: %.4f of the uplinks carry nothing, the formula says %.4f", q, a.Load[0], idle)
		}
	}
}

func TestAnyNumberOfWorkersGivesTheSame(t *testing.T) {
	t.Parallel()
	s := tree{leaves: 32, spines: 16, cores: 8, pods: 4, perLeaf: 4, pair: 1, corePair: 2, rails: 4}.shape()
	g := fabric.NewGraph(s)
	for _, routing := range []string{fabric.ECMP, fabric.Static, fabric.Adaptive} {
		q := fabric.Question{Collective: fabric.RingShuffled, Routing: routing, QueuePairs: 4, Seed: 9, Trials: 33}
		var first fabric.Answer
		for workers := range 5 {
			a, err := fabric.Simulate(g, q, fabric.Options{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			if workers == 0 {
				first = a
			}
			if !reflect.DeepEqual(a, first) {
				t.Errorf("%s: %d workers give %+v, one gives %+v", routing, workers, a, first)
			}
		}
		q.Seed++
		if a, _ := fabric.Simulate(g, q, fabric.Options{}); routing != fabric.Adaptive && reflect.DeepEqual(a, first) {
			t.Errorf("%s: another seed gives the same answer", routing)
		}
	}
}

func TestLinksThatAreMissing(t *testing.T) {
	t.Parallel()
	whole := tree{leaves: 4, spines: 4, perLeaf: 4, pair: 1}.shape()
	q := fabric.Question{Collective: fabric.RingStrided, Routing: fabric.Static, Trials: 1}
	t.Run("a leaf that lacks one spine uses the others", func(t *testing.T) {
		t.Parallel()
		s := without(whole, func(l fabric.Link) bool { return l.A.Device == whole.Leaves[0] && l.B.Device == whole.Spines[0] })
		a := simulate(t, s, q)
		if a.Lost != 0 || a.Fullest.Value != 2 || a.Slowest.Value != 0.5 {
			t.Errorf("%+v, want no flow lost and two of four flows on one of three uplinks", a)
		}
	})
	t.Run("a leaf without uplinks loses what goes in or out", func(t *testing.T) {
		t.Parallel()
		s := without(whole, func(l fabric.Link) bool { return l.A.Device == whole.Leaves[0] })
		for _, routing := range []string{fabric.ECMP, fabric.Static, fabric.Adaptive} {
			q := q
			q.Routing = routing
			if a := simulate(t, s, q); a.Leaving != 16 || a.Lost != 8 {
				t.Errorf("%s: %v leave, %v are lost; want 16 and the 8 of the leaf", routing, a.Leaving, a.Lost)
			}
		}
	})
	t.Run("a pod reached over half the cores", func(t *testing.T) {
		t.Parallel()
		f := fatTree(4).shape()
		s := without(f, func(l fabric.Link) bool { return l.A.Device == f.Spines[0] && l.Tier == fabric.CoreTier })
		for _, routing := range []string{fabric.ECMP, fabric.Static} {
			a := simulate(t, s, fabric.Question{Collective: fabric.AllToAll, Routing: routing, Trials: 3})
			if a.Lost != 0 || a.Fullest.Value <= 1 {
				t.Errorf("%s: %+v, want no flow lost and a link with more than its share", routing, a)
			}
		}
	})
}

func TestASimulationCanBeStopped(t *testing.T) {
	t.Parallel()
	g := fabric.NewGraph(fatTree(8).shape())
	q := fabric.Question{Collective: fabric.AllToAll, Routing: fabric.ECMP, Seed: 1, Trials: 50}
	polls := 0
	_, err := fabric.Simulate(g, q, fabric.Options{Stop: func() bool { polls++; return polls > 2 }})
	if !errors.Is(err, fabric.ErrStopped) || polls > 4 {
		t.Errorf("got error %v after %d polls, want ErrStopped soon after the third", err, polls)
	}
	var told []int
	if _, err := fabric.Simulate(g, fabric.Question{Collective: fabric.RingShuffled, Routing: fabric.ECMP, Trials: 5},
		fabric.Options{Progress: func(done, _ int) { told = append(told, done) }}); err != nil || !reflect.DeepEqual(told, []int{1, 2, 3, 4, 5}) {
		t.Errorf("told %v with error %v, want every trial", told, err)
	}
}

func TestWorkCountsFlows(t *testing.T) {
	t.Parallel()
	g := fabric.NewGraph(fatTree(8).shape())
	for _, tt := range []struct {
		q    fabric.Question
		want int
	}{
		{fabric.Question{Collective: fabric.RingShuffled, Routing: fabric.ECMP, QueuePairs: 1}, 128},
		{fabric.Question{Collective: fabric.RingShuffled, Routing: fabric.ECMP, QueuePairs: 16}, 2048},
		{fabric.Question{Collective: fabric.RingShuffled, Routing: fabric.Adaptive, QueuePairs: 16}, 128},
		{fabric.Question{Collective: fabric.AllToAll, Routing: fabric.ECMP, QueuePairs: 1}, 128 * 127},
	} {
		if got, _ := fabric.Work(g, tt.q); got != tt.want {
			t.Errorf("%+v sends %d flows, want %d", tt.q, got, tt.want)
		}
	}
}

func BenchmarkSimulate(b *testing.B) {
	for name, s := range map[string]*fabric.Shape{
		"k=8":     fatTree(8).shape(),
		"64units": tree{leaves: 512, spines: 512, cores: 256, pods: 16, perLeaf: 32, pair: 1, corePair: 4, rails: 8}.shape(),
	} {
		g := fabric.NewGraph(s)
		for _, routing := range []string{fabric.ECMP, fabric.Adaptive} {
			q := fabric.Question{Collective: fabric.RingShuffled, Routing: routing, QueuePairs: 4, Seed: 1, Trials: 4}
			flows, trials := fabric.Work(g, q)
			b.Run(name+"/"+routing, func(b *testing.B) {
				for b.Loop() {
					if _, err := fabric.Simulate(g, q, fabric.Options{}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*trials*flows), "ns/flow")
			})
		}
	}
}
