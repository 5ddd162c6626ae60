package fabric

import "strconv"

// The routing models: how a flow finds its uplink. They are never mixed.
const (
	ECMP     = "ecmp"     // hashed: each flow takes an uplink at random, whatever the others took
	Static   = "static"   // by destination: uplink = index of the destination mod uplinks
	Adaptive = "adaptive" // spread evenly over every way that is equally short
)

// A Balls question is about one leaf: equal flows, each able to fill a host's
// link, on equal uplinks. Every flow is cut into so many queue pairs, each of
// which finds its uplink alone.
type Balls struct {
	Flows, Uplinks, QueuePairs int
	HostGbps, UplinkGbps       int // what a host's link and an uplink carry
}

// Hashed is what comes of flows on the uplinks of one leaf: expected values.
// Shares are of what a host's link carries, 0 to 1. They are the only floating
// point numbers of the core; every product is rounded before it is added, so
// that all machines give the same bits.
type Hashed struct {
	Busy    float64 // uplinks that carry anything
	Mean    float64 // share a flow gets, over all flows
	Clean   float64 // probability that no two flows meet
	Fullest float64 // flows on the fullest uplink; parts of one count as parts
	Slowest float64 // share the slowest flow gets; a collective waits for it
}

// maxExact is how many balls, flows times queue pairs, and how many uplinks the
// exact formulas are worked out for: some tens of milliseconds at most. Beyond,
// balls are thrown.
const maxExact = 512

// certain is when the rest of a distribution no longer shows in its means.
const certain = 1 - 1e-13

// rate is what a ball gets of its share where so many are on its uplink.
func (b Balls) rate(balls int) float64 {
	have, want := b.QueuePairs*b.UplinkGbps, balls*b.HostGbps
	if have >= want {
		return 1
	}
	return float64(have) / float64(want)
}

// balls is what is thrown.
func (b Balls) balls() int { return b.Flows * b.QueuePairs }

// Exact is the expectation under ecmp by the formulas of docs/fabrics.md. It is
// false where that would take too long: ask Throw.
func (b Balls) Exact() (Hashed, bool) {
	n, balls := b.Uplinks, b.balls()
	if n <= 0 || balls <= 0 || balls > maxExact || n > maxExact {
		return Hashed{}, false
	}
	h := Hashed{Clean: 1}
	for i := range balls { // N! / ((N - F)! N^F)
		h.Clean = h.Clean * float64(max(0, n-i)) / float64(n)
	}
	h.Busy, h.Mean = b.means()
	before := 0.0
	fullest := newFullest(n, balls)
	for m := 0; before < certain && m <= balls; m++ {
		upTo := fullest.atMost(m)
		share := upTo - before
		h.Fullest += float64(share * float64(m) / float64(b.QueuePairs))
		h.Slowest += float64(share * b.rate(m))
		before = upTo
	}
	return h, true
}

// means works out the busy uplinks and the mean share from the balls on one
// uplink, which are binomial: balls tries of 1/N each.
func (b Balls) means() (busy, mean float64) {
	n, balls := float64(b.Uplinks), b.balls()
	if b.Uplinks == 1 {
		return 1, b.rate(balls)
	}
	p := 1.0 // of no ball on it
	for range balls {
		p = p * (1 - 1/n)
	}
	busy = float64(n * (1 - p))
	for k := 1; k <= balls; k++ {
		p = p * float64(balls-k+1) / (float64(k) * (n - 1))
		mean += float64(p * float64(k) * b.rate(k))
	}
	return busy, float64(mean*n) / float64(balls)
}

// A fullest knows how likely it is that no uplink holds more than m balls:
//
//	P(max <= m) = B!/N^B [x^B] (sum over j <= m of x^j/j!)^N
//
// worked out uplink by uplink, all terms positive.
type fullest struct {
	uplinks, balls int
	weight         [][]float64 // [j][b]: b over j, times N^-j
}

func newFullest(uplinks, balls int) *fullest {
	f := &fullest{uplinks: uplinks, balls: balls}
	ones := make([]float64, balls+1)
	for b := range ones {
		ones[b] = 1
	}
	f.weight = [][]float64{ones}
	return f
}

// atMost is P(max <= m). Calls must count m up from 0.
func (f *fullest) atMost(m int) float64 {
	if m > 0 {
		last := f.weight[m-1]
		next := make([]float64, f.balls+1)
		for b := m; b <= f.balls; b++ {
			next[b] = last[b] * float64(b-m+1) / float64(m*f.uplinks)
		}
		f.weight = append(f.weight, next)
	}
	if m*f.uplinks < f.balls {
		return 0
	}
	now, then := make([]float64, f.balls+1), make([]float64, f.balls+1)
	then[0] = 1
	for u := 1; u <= f.uplinks; u++ {
		for b := range min(f.balls, u*m) + 1 {
			sum := 0.0
			for j := max(0, b-(u-1)*m); j <= min(m, b); j++ {
				sum += float64(f.weight[j][b] * then[b-j])
			}
			now[b] = sum
		}
		now, then = then, now
	}
	return min(1, then[f.balls])
}

// Even is the expectation where flows are spread evenly over all uplinks.
func (b Balls) Even() Hashed {
	h := Hashed{Busy: float64(b.Uplinks), Clean: 1, Fullest: float64(b.Flows) / float64(b.Uplinks), Mean: 1, Slowest: 1}
	if have, want := b.Uplinks*b.UplinkGbps, b.Flows*b.HostGbps; have < want {
		h.Mean = float64(have) / float64(want)
		h.Slowest = h.Mean
	}
	if b.Flows > b.Uplinks {
		h.Clean = 0
	}
	return h
}

// Digits prints a figure of the hashing model: three digits, or all before the
// point.
func Digits(v float64) string {
	if v >= 1000 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
