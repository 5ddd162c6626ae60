package fabric_test

import (
	"math"
	"testing"

	"lengthwise/internal/fabric"
)

// within reports whether a value lies inside an estimate's interval. It is taken
// twice as wide: of many estimates some lie outside the simple one.
func within(e fabric.Estimate, v float64) bool { return math.Abs(e.Value-v) <= 2*e.Within }

func TestThrowsAgreeWithTheFormulas(t *testing.T) {
	t.Parallel()
	for _, b := range []fabric.Balls{
		{Flows: 4, Uplinks: 4, QueuePairs: 1, HostGbps: 400, UplinkGbps: 400},
		{Flows: 32, Uplinks: 32, QueuePairs: 1, HostGbps: 400, UplinkGbps: 400},
		{Flows: 16, Uplinks: 16, QueuePairs: 8, HostGbps: 400, UplinkGbps: 400},
		{Flows: 32, Uplinks: 16, QueuePairs: 1, HostGbps: 200, UplinkGbps: 400},
	} {
		want, exact := b.Exact()
		got := b.Throw(1, 2000)
		if !exact || !within(got.Busy, want.Busy) || !within(got.Mean, want.Mean) || !within(got.Fullest, want.Fullest) || !within(got.Slowest, want.Slowest) {
			t.Errorf("%+v: thrown %+v, want %+v (exact: %v) within the intervals", b, got, want, exact)
		}
		if got.Slowest.Within <= 0 || got.Slowest.Within > 0.02 {
			t.Errorf("%+v: 2,000 trials know the slowest within %v, want within 0 to 0.02", b, got.Slowest.Within)
		}
	}
}

func TestThrowsAreRepeated(t *testing.T) {
	t.Parallel()
	b := fabric.Balls{Flows: 32, Uplinks: 32, QueuePairs: 1, HostGbps: 400, UplinkGbps: 400}
	if first, second := b.Throw(7, 100), b.Throw(7, 100); first != second {
		t.Errorf("one seed gives %+v and %+v, want the same", first, second)
	}
	if first, second := b.Throw(7, 100), b.Throw(8, 100); first == second {
		t.Errorf("two seeds both give %+v, want different figures", first)
	}
}

func TestStaticFollowsTheDestination(t *testing.T) {
	t.Parallel()
	t.Run("one other leaf, every host of it is one destination: no two flows meet", func(t *testing.T) {
		t.Parallel()
		b := fabric.Balls{Flows: 8, Uplinks: 8, QueuePairs: 4, HostGbps: 400, UplinkGbps: 400}
		got := b.ThrowStatic(1, 50, fabric.Destinations{All: 16, OwnFirst: 0, OwnLast: 8})
		if got.Slowest != (fabric.Estimate{Value: 1}) || got.Fullest != (fabric.Estimate{Value: 1}) || got.Busy != (fabric.Estimate{Value: 8}) {
			t.Errorf("got %+v, want 8 busy uplinks with one flow each in every trial", got)
		}
	})
	t.Run("one destination for all: they share an uplink", func(t *testing.T) {
		t.Parallel()
		b := fabric.Balls{Flows: 4, Uplinks: 8, QueuePairs: 1, HostGbps: 400, UplinkGbps: 400}
		got := b.ThrowStatic(1, 50, fabric.Destinations{All: 5, OwnFirst: 0, OwnLast: 4})
		if got.Slowest != (fabric.Estimate{Value: 0.25}) || got.Busy != (fabric.Estimate{Value: 1}) {
			t.Errorf("got %+v, want one busy uplink and a quarter of the rate", got)
		}
	})
	t.Run("many leaves: a little better than hashing, queue pairs do not help", func(t *testing.T) {
		t.Parallel()
		b := fabric.Balls{Flows: 32, Uplinks: 32, QueuePairs: 1, HostGbps: 400, UplinkGbps: 400}
		to := fabric.Destinations{All: 1024, OwnFirst: 0, OwnLast: 32}
		hashed, _ := b.Exact()
		got := b.ThrowStatic(1, 2000, to)
		if got.Slowest.Value < hashed.Slowest || got.Slowest.Value > hashed.Slowest+0.03 {
			t.Errorf("slowest is %.3f, want a little above %.3f", got.Slowest.Value, hashed.Slowest)
		}
		b.QueuePairs = 16
		if more := b.ThrowStatic(1, 2000, to); more.Slowest != got.Slowest || more.Fullest != got.Fullest {
			t.Errorf("16 queue pairs give %+v, 1 gives %+v; want the same", more, got)
		}
	})
}
