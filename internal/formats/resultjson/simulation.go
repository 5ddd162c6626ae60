package resultjson

import (
	"lengthwise/internal/fabric"
	"lengthwise/internal/planner"
)

// A Simulation is what collectives get of a whole fabric: a model, no
// measurement.
type Simulation struct {
	Fabric          string          `json:"fabric"`
	Topology        string          `json:"topology"`
	Speed           string          `json:"speed"`
	Routing         string          `json:"routing"` // of the fabric
	Hosts           int             `json:"hosts"`
	Seed            uint64          `json:"seed"`
	Trials          int             `json:"trials"`
	IntervalPercent int             `json:"interval_percent"` // of the trials' means that lie within
	Verdict         string          `json:"verdict"`
	Runs            []SimulationRun `json:"runs"`
	Assumptions     []string        `json:"assumptions"`
}

// A SimulationRun is one collective under one routing model. Percent are of line
// rate, three digits; Within is half of the interval. Trials is 1 where every
// trial is the same. Leaving is the mean number of flows that leave their leaf,
// Lost that of those that find no way.
type SimulationRun struct {
	Collective     string       `json:"collective"`
	Routing        string       `json:"routing"`
	QueuePairs     int          `json:"queue_pairs"`
	Trials         int          `json:"trials"`
	Flows          int          `json:"flows"`
	Leaving        Number       `json:"leaving"`
	Lost           Number       `json:"lost"`
	MeanPercent    Number       `json:"mean_percent"`
	MeanWithin     Number       `json:"mean_within"`
	SlowestPercent Number       `json:"slowest_percent"`
	SlowestWithin  Number       `json:"slowest_within"`
	FullestFlows   Number       `json:"fullest_flows"`
	FullestWithin  Number       `json:"fullest_within"`
	UplinkLoad     []UplinkLoad `json:"uplink_load"`
	Note           string       `json:"note"`
}

// An UplinkLoad is how many of the leaves' uplinks carry more than Flows - 1 and
// up to Flows flows' worth; 0: nothing.
type UplinkLoad struct {
	Flows   int    `json:"flows"`
	Percent Number `json:"percent"`
}

// SimulationOf is a simulation on the wire.
func SimulationOf(s *planner.Simulation) Simulation {
	f := s.Fabric
	out := Simulation{Fabric: f.Name, Topology: f.Topology, Speed: f.Speed, Routing: f.Routing, Hosts: len(f.Shape.Hosts),
		Seed: s.Seed, Trials: s.Trials, IntervalPercent: 95, Verdict: s.Verdict, Runs: make([]SimulationRun, len(s.Runs)), Assumptions: s.Assumptions}
	digits := func(v float64) Number { return Number(fabric.Digits(v)) }
	for i := range s.Runs {
		r := &s.Runs[i]
		run := SimulationRun{Collective: r.Collective, Routing: r.Routing, QueuePairs: r.QueuePairs, Trials: r.Trials, Flows: r.Flows,
			Leaving: digits(r.Leaving), Lost: digits(r.Lost),
			MeanPercent: digits(100 * r.Mean.Value), MeanWithin: digits(100 * r.Mean.Within),
			SlowestPercent: digits(100 * r.Slowest.Value), SlowestWithin: digits(100 * r.Slowest.Within),
			FullestFlows: digits(r.Fullest.Value), FullestWithin: digits(r.Fullest.Within),
			UplinkLoad: make([]UplinkLoad, len(r.Load)), Note: r.Note}
		for flows, share := range r.Load {
			run.UplinkLoad[flows] = UplinkLoad{flows, digits(100 * share)}
		}
		out.Runs[i] = run
	}
	return out
}
