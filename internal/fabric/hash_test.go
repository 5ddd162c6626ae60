package fabric_test

import (
	"math"
	"strconv"
	"testing"

	"lengthwise/internal/fabric"
)

// digits prints a figure as docs/fabrics.md does: with so many digits after the
// point, or so many in all where it is written with an exponent.
func digits(v float64, format byte, n int) string { return strconv.FormatFloat(v, format, n, 64) }

// TestHashingTable is the table of docs/fabrics.md to its printed digits.
func TestHashingTable(t *testing.T) {
	t.Parallel()
	tests := []struct {
		uplinks, flows       int
		mean                 string
		clean                string
		cleanFormat          byte
		cleanDigits          int
		fullest, slowestRate string
	}{
		{4, 4, "68.4", "0.094", 'f', 3, "2.12", "51.2"},
		{8, 8, "65.6", "0.0024", 'f', 4, "2.60", "41.0"},
		{16, 16, "64.4", "1.1e-06", 'e', 1, "3.08", "34.5"},
		{32, 8, "89.7", "0.386", 'f', 3, "1.66", "68.5"},
		{32, 16, "79.7", "0.010", 'f', 3, "2.39", "44.2"},
		{32, 32, "63.8", "1.8e-13", 'e', 1, "3.53", "29.5"},
		{16, 8, "80.7", "0.121", 'f', 3, "2.06", "53.1"},
	}
	for _, tt := range tests {
		t.Run(strconv.Itoa(tt.flows)+" flows on "+strconv.Itoa(tt.uplinks)+" uplinks", func(t *testing.T) {
			t.Parallel()
			b := fabric.Balls{Flows: tt.flows, Uplinks: tt.uplinks, QueuePairs: 1, HostGbps: 400, UplinkGbps: 400}
			h, exact := b.Exact()
			if !exact {
				t.Fatal("not worked out exactly")
			}
			for _, x := range []struct{ what, got, want string }{
				{"mean rate %", digits(100*h.Mean, 'f', 1), tt.mean},
				{"P(no collision)", digits(h.Clean, tt.cleanFormat, tt.cleanDigits), tt.clean},
				{"E[fullest link]", digits(h.Fullest, 'f', 2), tt.fullest},
				{"E[slowest rate] %", digits(100*h.Slowest, 'f', 1), tt.slowestRate},
			} {
				if x.got != x.want {
					t.Errorf("%s is %s, want %s", x.what, x.got, x.want)
				}
			}
			n, f := float64(tt.uplinks), float64(tt.flows)
			busy := n * (1 - math.Pow(1-1/n, f))
			if math.Abs(h.Busy-busy) > 1e-12 || math.Abs(h.Mean-busy/f) > 1e-12 {
				t.Errorf("busy uplinks %v and mean %v, want N(1-(1-1/N)^F) = %v and that over F", h.Busy, h.Mean, busy)
			}
		})
	}
}

func TestQueuePairs(t *testing.T) {
	t.Parallel()
	for i, want := range []float64{34.5, 42.7, 51.8, 60.7, 68.8} {
		q := 1 << i
		h, exact := fabric.Balls{Flows: 16, Uplinks: 16, QueuePairs: q, HostGbps: 400, UplinkGbps: 400}.Exact()
		if !exact || math.Abs(100*h.Slowest-want) > 0.3 {
			t.Errorf("slowest of 16 flows with %d queue pairs on 16 uplinks is %.2f %% (exact: %v), want %.1f %% within 0.3", q, 100*h.Slowest, exact, want)
		}
	}
}

// TestExactCountsEveryCase compares with every way the flows can fall.
func TestExactCountsEveryCase(t *testing.T) {
	t.Parallel()
	for _, b := range []fabric.Balls{
		{Flows: 1, Uplinks: 1, QueuePairs: 1, HostGbps: 400, UplinkGbps: 400},
		{Flows: 3, Uplinks: 1, QueuePairs: 1, HostGbps: 400, UplinkGbps: 400},
		{Flows: 5, Uplinks: 3, QueuePairs: 1, HostGbps: 400, UplinkGbps: 400},
		{Flows: 2, Uplinks: 4, QueuePairs: 3, HostGbps: 400, UplinkGbps: 400},
		{Flows: 6, Uplinks: 3, QueuePairs: 1, HostGbps: 400, UplinkGbps: 800},
		{Flows: 4, Uplinks: 4, QueuePairs: 2, HostGbps: 400, UplinkGbps: 200},
		{Flows: 6, Uplinks: 4, QueuePairs: 1, HostGbps: 100, UplinkGbps: 400},
	} {
		got, exact := b.Exact()
		if want := enumerate(b); !exact || !near(got, want) {
			t.Errorf("%+v: got %+v (exact: %v), want %+v", b, got, exact, want)
		}
	}
}

func near(a, b fabric.Hashed) bool {
	const most = 1e-12
	return math.Abs(a.Busy-b.Busy) < most && math.Abs(a.Mean-b.Mean) < most && math.Abs(a.Clean-b.Clean) < most &&
		math.Abs(a.Fullest-b.Fullest) < most && math.Abs(a.Slowest-b.Slowest) < most
}

// enumerate averages over all N^B ways.
func enumerate(b fabric.Balls) fabric.Hashed {
	balls, ways := b.Flows*b.QueuePairs, 1
	for range balls {
		ways *= b.Uplinks
	}
	var sum fabric.Hashed
	for way := range ways {
		on := make([]int, b.Uplinks)
		for i, rest := 0, way; i < balls; i, rest = i+1, rest/b.Uplinks {
			on[rest%b.Uplinks]++
		}
		fullest, carried := 0, 0.0
		for _, n := range on {
			fullest = max(fullest, n)
			load := float64(n) / float64(b.QueuePairs) * float64(b.HostGbps)
			carried += min(load, float64(b.UplinkGbps)) / float64(b.HostGbps)
			if n > 0 {
				sum.Busy++
			}
		}
		if fullest == 1 {
			sum.Clean++
		}
		load := float64(fullest) / float64(b.QueuePairs)
		sum.Fullest += load
		sum.Mean += carried / float64(b.Flows)
		sum.Slowest += min(1, float64(b.UplinkGbps)/float64(b.HostGbps)/load)
	}
	n := float64(ways)
	return fabric.Hashed{Busy: sum.Busy / n, Mean: sum.Mean / n, Clean: sum.Clean / n, Fullest: sum.Fullest / n, Slowest: sum.Slowest / n}
}

func TestEvenSharesWhatThereIs(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		b    fabric.Balls
		want fabric.Hashed
	}{
		{"as many uplinks as flows", fabric.Balls{Flows: 32, Uplinks: 32, QueuePairs: 1, HostGbps: 400, UplinkGbps: 400},
			fabric.Hashed{Busy: 32, Mean: 1, Clean: 1, Fullest: 1, Slowest: 1}},
		{"two flows for each uplink", fabric.Balls{Flows: 32, Uplinks: 16, QueuePairs: 1, HostGbps: 400, UplinkGbps: 400},
			fabric.Hashed{Busy: 16, Mean: 0.5, Fullest: 2, Slowest: 0.5}},
		{"half as many uplinks of twice the speed", fabric.Balls{Flows: 32, Uplinks: 16, QueuePairs: 1, HostGbps: 400, UplinkGbps: 800},
			fabric.Hashed{Busy: 16, Mean: 1, Fullest: 2, Slowest: 1}},
	}
	for _, tt := range tests {
		if got := tt.b.Even(); got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
	}
}
