package planner

import (
	"fmt"
	"math/big"

	"lengthwise/internal/catalog"
	"lengthwise/internal/fabric"
	"lengthwise/internal/plan"
)

// The trials behind the figures of a result that no formula gives exactly.
const (
	HashingSeed   = 1
	HashingTrials = 2000
)

// A LeafHashing is what equal flows, one for each host link and each able to
// fill it, get on the uplinks of one leaf when all leave it.
type LeafHashing struct {
	Leaf           *Device // the first of its kind
	Leaves         int     // with as many host links and uplinks
	Flows, Uplinks int
	Rows           []HashingRow // as the fabric's protocol routes; see docs/fabrics.md
}

// A HashingRow is one routing model. Of an exact row the intervals are 0 and
// there are no trials.
type HashingRow struct {
	Routing string // ecmp | static | adaptive
	Exact   bool
	Trials  int
	Clean   float64 // probability that no two flows meet; exact rows only
	fabric.Thrown
}

// RoutingNote is what has to be said beside figures under a routing model; empty:
// nothing.
func RoutingNote(s *fabric.Shape, routing string) string {
	if routing == fabric.ECMP && s.Speed.Protocol == catalog.InfiniBand {
		return "InfiniBand does not hash flows unless HBF is on"
	}
	return ""
}

// hashing works out one leaf for each different pair of host links and uplinks.
// Leaves that hosts of no other leaf can be reached from have no row.
func (w *work) hashing(s *fabric.Shape, g *fabric.Graph) []LeafHashing {
	var out []LeafHashing
	at := map[[2]int]int{}
	for _, l := range g.Loads() {
		pair := [2]int{l.Flows, l.Uplinks}
		if i, known := at[pair]; known {
			out[i].Leaves++
			continue
		}
		at[pair] = len(out)
		out = append(out, LeafHashing{Leaf: &w.devices[l.Leaf], Leaves: 1, Flows: l.Flows, Uplinks: l.Uplinks, Rows: w.hashingRows(s, l)})
	}
	return out
}

// A hashingKey is all that the figures of a leaf follow from: leaves of several
// fabrics that agree in it share their rows.
type hashingKey struct {
	balls    fabric.Balls
	protocol catalog.Protocol
	routing  string
	to       fabric.Destinations
}

// routings are the models a fabric's figures are shown under: those of its
// protocol, and its own.
func routings(s *fabric.Shape) []string {
	if s.Speed.Protocol != catalog.Ethernet {
		return []string{fabric.Static, fabric.Adaptive, fabric.ECMP}
	}
	if s.Routing != fabric.ECMP {
		return []string{fabric.ECMP, s.Routing}
	}
	return []string{fabric.ECMP}
}

// hashingRows are the rows of a leaf, worked out once for each key of a plan.
func (w *work) hashingRows(s *fabric.Shape, l fabric.Load) []HashingRow {
	b := fabric.Balls{Flows: l.Flows, Uplinks: l.Uplinks, QueuePairs: 1, HostGbps: s.Speed.Gbps, UplinkGbps: s.Uplink.Gbps}
	key := hashingKey{b, s.Speed.Protocol, s.Routing, l.To}
	if rows, known := w.hashed[key]; known {
		return rows
	}
	var rows []HashingRow
	for _, routing := range routings(s) {
		row := HashingRow{Routing: routing, Exact: true}
		switch h, exact := b.Exact(); {
		case routing == fabric.Adaptive:
			row.take(b.Even())
		case routing == fabric.Static:
			row.Exact, row.Trials = false, HashingTrials
			row.Thrown = b.ThrowStatic(HashingSeed, HashingTrials, l.To)
		case exact:
			row.take(h)
		default:
			row.Exact, row.Trials = false, HashingTrials
			row.Thrown = b.Throw(HashingSeed, HashingTrials)
		}
		rows = append(rows, row)
	}
	if w.hashed == nil {
		w.hashed = map[hashingKey][]HashingRow{}
	}
	w.hashed[key] = rows
	return rows
}

// take fills a row with exact figures.
func (r *HashingRow) take(h fabric.Hashed) {
	value := func(v float64) fabric.Estimate { return fabric.Estimate{Value: v} }
	r.Clean = h.Clean
	r.Thrown = fabric.Thrown{Busy: value(h.Busy), Mean: value(h.Mean), Fullest: value(h.Fullest), Slowest: value(h.Slowest)}
}

// findOversubscribed warns of a fabric some switch of which can take in more
// than it can pass up.
func (w *work) findOversubscribed(i int, use *FabricUse) {
	worst, _ := use.Judgement.Worst()
	if len(use.Judgement.Over) == 0 {
		return
	}
	f := &w.doc.Fabrics[i]
	part := PartBelow(worst.Tier)
	name, n := w.devices[worst.Device].Name, len(use.Judgement.Over)
	found := plan.Finding{Code: "oversubscribed", Path: "fabrics[" + itoa(i) + "]", Subject: f.Name, Count: n}
	if worst.Up == 0 {
		found.Message = fmt.Sprintf("%s %s of fabric %s can take in %d Gb/s and pass nothing up", part, name, f.Name, worst.Down)
	} else {
		found.Message = fmt.Sprintf("%s %s of fabric %s can take in %d Gb/s and pass %d Gb/s up, %s",
			part, name, f.Name, worst.Down, worst.Up, worst.Text()+":1")
	}
	if n > 1 {
		found.Message += fmt.Sprintf("; %d switches are above 1:1, this is the worst", n)
	}
	found.Fix = "add uplinks, or take hosts off the switch"
	if asked(f.Oversubscription, worst.Ratio) {
		found.Message += fmt.Sprintf("; the fabric asks for %s:1", f.Oversubscription)
		found.Fix = "it is as written: keep it if the hosts never send all at once, or write a smaller oversubscription"
	}
	w.report.find(found)
}

// asked reports whether a document asks for such a ratio, or a worse one.
func asked(written string, r fabric.Ratio) bool {
	want, ok := new(big.Rat).SetString(written)
	return ok && r.Up > 0 && want.Cmp(big.NewRat(r.Down, r.Up)) >= 0
}

// fairShare is what the slowest flow must get at least: half of line rate
// (docs/planning-rules.md, uneven-hashing).
const fairShare = 0.5

// findUnevenHashing warns where the slowest flow of a leaf gets less than half of
// line rate under the fabric's routing, with one queue pair.
func (w *work) findUnevenHashing(i int, use *FabricUse) {
	var (
		worst  *LeafHashing
		figure HashingRow
		leaves int
	)
	for k := range use.Hashing {
		h := &use.Hashing[k]
		for _, row := range h.Rows {
			if row.Routing != use.Routing || row.Slowest.Value >= fairShare {
				continue
			}
			leaves += h.Leaves
			if worst == nil || row.Slowest.Value < figure.Slowest.Value {
				worst, figure = h, row
			}
		}
	}
	if worst == nil {
		return
	}
	f := &w.doc.Fabrics[i]
	fix := "let the switches spread flows (adaptive) and say routing: adaptive, send each flow as several queue pairs, or add uplinks"
	if figure.Routing == fabric.Adaptive {
		fix = "add uplinks: spread as evenly as can be, there are too few"
	}
	w.report.find(plan.Finding{Code: "uneven-hashing", Path: "fabrics[" + itoa(i) + "]", Subject: f.Name, Count: leaves,
		Message: fmt.Sprintf("when all %d flows of leaf %s of fabric %s leave it over its %d uplinks by %s routing, the slowest is expected to get %s %% of line rate, below 50 %%",
			worst.Flows, worst.Leaf.Name, f.Name, worst.Uplinks, figure.Routing, fabric.Digits(100*figure.Slowest.Value)),
		Fix: fix})
}
