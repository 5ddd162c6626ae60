package fabric

import (
	"math"
	"math/rand/v2"
)

// An Estimate is the mean of some trials and how far the true one may lie from
// it: in 95 of 100 cases no farther than Within.
type Estimate struct{ Value, Within float64 }

// quantile is how many standard errors hold 95 of 100 normal cases.
const quantile = 1.96

// estimate takes the trials in order, so that the sum does not depend on who
// worked them out.
func estimate(trials []float64) Estimate {
	sum := 0.0
	for _, x := range trials {
		sum += x
	}
	n := float64(len(trials))
	e := Estimate{Value: sum / n}
	if len(trials) < 2 {
		return e
	}
	squares := 0.0
	for _, x := range trials {
		squares += float64((x - e.Value) * (x - e.Value))
	}
	e.Within = float64(quantile * math.Sqrt(squares/(n-1)/n))
	return e
}

// A Thrown is what trials say of one leaf: estimates of what Hashed holds.
type Thrown struct{ Busy, Mean, Fullest, Slowest Estimate }

// Hashed is the estimates without their intervals.
func (t Thrown) Hashed() Hashed {
	return Hashed{Busy: t.Busy.Value, Mean: t.Mean.Value, Fullest: t.Fullest.Value, Slowest: t.Slowest.Value}
}

// seeded is the generator of a trial. Trials may be worked out in any order.
func seeded(seed uint64, trial int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(trial))) }

// Throw is what trials say under ecmp: every ball falls anywhere.
func (b Balls) Throw(seed uint64, trials int) Thrown {
	return b.trials(seed, trials, func(r *rand.Rand, on []int) {
		for range b.balls() {
			on[r.Int32N(int32(b.Uplinks))]++
		}
	})
}

// Destinations are the host links a leaf's flows may go to, numbered leaf by
// leaf: 0 to All, without the leaf's own.
type Destinations struct{ All, OwnFirst, OwnLast int }

// ThrowStatic is what trials say under static: every flow goes to a destination
// of its own, drawn at random, and the queue pairs of a flow stay together.
// Where flows are more than destinations, each destination gets equally many,
// give or take one. There must be at least one destination.
func (b Balls) ThrowStatic(seed uint64, trials int, to Destinations) Thrown {
	other := to.All - (to.OwnLast - to.OwnFirst)
	drawn := make([]int, other)
	for i := range drawn {
		drawn[i] = i
	}
	swaps := make([]int, b.Flows)
	return b.trials(seed, trials, func(r *rand.Rand, on []int) {
		for f := range swaps {
			next := f % other
			at := next + int(r.Int32N(int32(other-next)))
			swaps[f] = at
			drawn[next], drawn[at] = drawn[at], drawn[next]
			d := drawn[next]
			if d >= to.OwnFirst {
				d += to.OwnLast - to.OwnFirst
			}
			on[d%b.Uplinks] += b.QueuePairs
		}
		for f := len(swaps) - 1; f >= 0; f-- { // a trial does not depend on those before it
			next, at := f%other, swaps[f]
			drawn[next], drawn[at] = drawn[at], drawn[next]
		}
	})
}

// trials averages over trials; throw puts the balls of one on the uplinks.
func (b Balls) trials(seed uint64, trials int, throw func(r *rand.Rand, on []int)) Thrown {
	busy, mean := make([]float64, trials), make([]float64, trials)
	top, slowest := make([]float64, trials), make([]float64, trials)
	on := make([]int, b.Uplinks)
	carries := make([]float64, b.balls()+1) // by an uplink with so many balls
	for balls := range carries {
		carries[balls] = float64(balls) * b.rate(balls)
	}
	source := rand.NewPCG(0, 0)
	random := rand.New(source)
	for trial := range trials {
		clear(on)
		source.Seed(seed, uint64(trial))
		throw(random, on)
		most, carried := 0, 0.0
		for _, balls := range on {
			if balls == 0 {
				continue
			}
			busy[trial]++
			most = max(most, balls)
			carried += carries[balls]
		}
		mean[trial] = carried / float64(b.balls())
		top[trial] = float64(most) / float64(b.QueuePairs)
		slowest[trial] = b.rate(most)
	}
	return Thrown{Busy: estimate(busy), Mean: estimate(mean), Fullest: estimate(top), Slowest: estimate(slowest)}
}
