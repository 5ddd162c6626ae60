package resultjson

import (
	"lengthwise/internal/fabric"
	"lengthwise/internal/planner"
)

// A Fabric is one fabric of the document, as written out and judged. Where its
// speed is not known nothing was written: counts are 0, lists empty. Shares are
// in percent; figures of the hashing model have three digits.
type Fabric struct {
	Name             string           `json:"name"`
	Topology         string           `json:"topology"`
	Speed            string           `json:"speed"`
	UplinkSpeed      string           `json:"uplink_speed"`
	Routing          string           `json:"routing"`
	Counts           FabricCounts     `json:"counts"`
	Links            LinksByTier      `json:"links"`
	LinksMissing     int              `json:"links_missing"` // that found no port
	LinksBeside      int              `json:"links_beside"`  // explicit ones between its switches, not judged
	Oversubscription Oversubscription `json:"oversubscription"`
	BisectionPercent *Number          `json:"bisection_percent"` // rounded down
	Paths            Span             `json:"paths"`             // between host ports on different leaves
	Balance          Balance          `json:"balance"`
	SparePorts       []SparePorts     `json:"spare_ports"`
	RailsCrossed     []string         `json:"rails_crossed"` // host ports, "hgx-07:ib3"
	Failures         []Failure        `json:"failures"`
	Hashing          []LeafHashing    `json:"hashing"`
}

// FabricCounts counts what a fabric is made of. Rails is 0 where it is not
// rail-optimized.
type FabricCounts struct {
	Hosts  int `json:"hosts"`
	Leaves int `json:"leaves"`
	Spines int `json:"spines"`
	Cores  int `json:"cores"`
	Pods   int `json:"pods"`
	Rails  int `json:"rails"`
}

// LinksByTier counts links.
type LinksByTier struct {
	HostLeaf  int `json:"host-leaf"`
	LeafSpine int `json:"leaf-spine"`
	SpineCore int `json:"spine-core"`
}

// Oversubscription is what can come into switches from below against what they
// can pass up. Worst is null where nothing goes up. Tiers are those with links,
// Switches those above 1:1.
type Oversubscription struct {
	Worst    *SwitchRatio  `json:"worst"`
	Tiers    []TierRatio   `json:"tiers"`
	Switches []SwitchRatio `json:"switches"`
}

// A SwitchRatio is one switch: Ratio is down against up, rounded up, null where
// nothing goes up.
type SwitchRatio struct {
	Device   string  `json:"device"`
	Part     string  `json:"part"`
	DownGbps int64   `json:"down_gbps"`
	UpGbps   int64   `json:"up_gbps"`
	Ratio    *Number `json:"ratio"`
}

// A TierRatio is all switches below a tier of links together.
type TierRatio struct {
	Tier     string  `json:"tier"`
	DownGbps int64   `json:"down_gbps"`
	UpGbps   int64   `json:"up_gbps"`
	Ratio    *Number `json:"ratio"`
}

// A Span is the least and the most of something.
type Span struct {
	Least int64 `json:"least"`
	Most  int64 `json:"most"`
}

// Balance is how evenly leaves and spines of one pod are joined. Uneven lists
// the pairs that have not as many links as most have, at most 1,000.
type Balance struct {
	LinksPerPair Span         `json:"links_per_pair"`
	Uneven       []UnevenPair `json:"uneven"`
	UnevenPairs  int          `json:"uneven_pairs"`
}

// An UnevenPair is a leaf, a spine of its pod, and the links between them.
type UnevenPair struct {
	Leaf  string `json:"leaf"`
	Spine string `json:"spine"`
	Links int    `json:"links"`
}

// SparePorts are the ports of a switch that carry a speed of the fabric.
type SparePorts struct {
	Device string `json:"device"`
	Part   string `json:"part"`
	Ports  int    `json:"ports"`
	Used   int    `json:"used"`
	Free   int    `json:"free"`
}

// A Failure is the worst one switch, cage or cable of a tier does when it fails
// alone. Name is a device, "device:cage" or the id of a cable; Part is empty but
// for switches, Label but for cables. UplinksPercent is gone of the tier of
// uplinks hit hardest, SwitchPercent of the uplinks of the switch hit hardest
// that did not fail. Like says how many would do the same, Groups into how many
// parts the hosts fall that have a link left.
type Failure struct {
	Kind           string      `json:"kind"`
	Part           string      `json:"part"`
	Tier           string      `json:"tier"`
	Name           string      `json:"name"`
	Label          string      `json:"label"`
	Like           int         `json:"like"`
	HostsCutOff    int         `json:"hosts_cut_off"`
	LinksLost      LinksByTier `json:"links_lost"`
	UplinksPercent Number      `json:"uplinks_percent"`
	SwitchPercent  Number      `json:"switch_percent"`
	Groups         int         `json:"groups"`
}

// LeafHashing is what equal flows, one for each host link of a leaf, get on its
// uplinks. Leaf is the first of Leaves like it.
type LeafHashing struct {
	Leaf    string         `json:"leaf"`
	Leaves  int            `json:"leaves"`
	Flows   int            `json:"flows"`
	Uplinks int            `json:"uplinks"`
	Models  []HashingModel `json:"models"`
}

// A HashingModel is one way to route. Percent are of line rate, flows are
// flows' worth on the fullest uplink; Within is half of the 95 % interval, 0 of
// exact figures, which have no seed and no trials. NoCollision is the
// probability that no two flows meet, null where it is not worked out.
type HashingModel struct {
	Routing        string  `json:"routing"`
	QueuePairs     int     `json:"queue_pairs"`
	Exact          bool    `json:"exact"`
	Seed           *uint64 `json:"seed"`
	Trials         int     `json:"trials"`
	MeanPercent    Number  `json:"mean_percent"`
	MeanWithin     Number  `json:"mean_within"`
	SlowestPercent Number  `json:"slowest_percent"`
	SlowestWithin  Number  `json:"slowest_within"`
	FullestFlows   Number  `json:"fullest_flows"`
	FullestWithin  Number  `json:"fullest_within"`
	BusyUplinks    Number  `json:"busy_uplinks"`
	NoCollision    *Number `json:"no_collision"`
	Note           string  `json:"note"`
}

// tiers are the names of a fabric's tiers of links.
var tiers = [fabric.Tiers]string{"host-leaf", "leaf-spine", "spine-core"}

func linksByTier(n [fabric.Tiers]int) LinksByTier {
	return LinksByTier{n[fabric.HostTier], n[fabric.SpineTier], n[fabric.CoreTier]}
}

// percentOf is a share of some parts, in hundredths of a percent: what is
// supplied is rounded down, what is lost up.
func percentOf(p fabric.Part, up bool) Number {
	if p.Of == 0 {
		return "0"
	}
	n := int64(p.Some) * 10_000
	if up {
		n += int64(p.Of) - 1
	}
	return Number(hundredths(n / int64(p.Of)))
}

func fabricOf(r *planner.Result, f *planner.FabricUse) Fabric {
	j := &f.Judgement
	out := Fabric{Name: f.Name, Topology: f.Topology, Speed: f.Speed, UplinkSpeed: f.UplinkSpeed, Routing: f.Routing,
		Links: linksByTier(j.Links), LinksBeside: f.Beside,
		Oversubscription: Oversubscription{Tiers: []TierRatio{}, Switches: []SwitchRatio{}},
		Balance:          Balance{Uneven: []UnevenPair{}},
		SparePorts:       []SparePorts{}, RailsCrossed: listed(f.Crossed), Failures: []Failure{}, Hashing: []LeafHashing{}}
	s := f.Shape
	if s == nil {
		return out
	}
	out.Counts = FabricCounts{len(s.Hosts), len(s.Leaves), len(s.Spines), len(s.Cores), s.Pods, s.Rails}
	out.LinksMissing = s.Missing
	ratio := func(x fabric.SwitchRatio) SwitchRatio {
		return SwitchRatio{r.Devices[x.Device].Name, planner.PartBelow(x.Tier), x.Down, x.Up, decimal(x.Ratio)}
	}
	if worst, ok := j.Worst(); ok {
		w := ratio(worst)
		out.Oversubscription.Worst = &w
	}
	for _, t := range j.Tiers {
		out.Oversubscription.Tiers = append(out.Oversubscription.Tiers, TierRatio{tiers[t.Tier], t.All.Down, t.All.Up, decimal(t.All)})
	}
	for _, x := range j.Over {
		out.Oversubscription.Switches = append(out.Oversubscription.Switches, ratio(x))
	}
	bisection := percentOf(j.Bisection, false)
	out.BisectionPercent = &bisection
	out.Paths = Span{j.LeastPaths, j.MostPaths}
	out.Balance.LinksPerPair, out.Balance.UnevenPairs = Span{int64(j.LeastPair), int64(j.MostPair)}, j.UnevenPairs
	for _, p := range j.Uneven {
		out.Balance.Uneven = append(out.Balance.Uneven, UnevenPair{r.Devices[p.Leaf].Name, r.Devices[p.Spine].Name, p.Links})
	}
	for _, x := range f.Spare {
		out.SparePorts = append(out.SparePorts, SparePorts{x.Device.Name, x.Part, x.Ports, x.Used, x.Free})
	}
	for i := range f.Failures {
		out.Failures = append(out.Failures, failureOf(&f.Failures[i]))
	}
	for i := range f.Hashing {
		out.Hashing = append(out.Hashing, hashingOf(s, &f.Hashing[i]))
	}
	return out
}

func decimal(r fabric.Ratio) *Number {
	if text := r.Text(); text != "" {
		return number(text)
	}
	return nil
}

func failureOf(f *planner.Failure) Failure {
	return Failure{Kind: f.Kind, Part: f.Part, Tier: tiers[f.Tier], Name: f.Name, Label: f.Label, Like: f.Like,
		HostsCutOff: f.Loss.Hosts, LinksLost: linksByTier(f.Loss.Links),
		UplinksPercent: percentOf(f.Loss.Uplinks, true), SwitchPercent: percentOf(f.Loss.Hardest, true), Groups: f.Groups}
}

func hashingOf(s *fabric.Shape, h *planner.LeafHashing) LeafHashing {
	out := LeafHashing{Leaf: h.Leaf.Name, Leaves: h.Leaves, Flows: h.Flows, Uplinks: h.Uplinks, Models: make([]HashingModel, len(h.Rows))}
	percent := func(v float64) Number { return Number(fabric.Digits(100 * v)) }
	for i := range h.Rows {
		row := &h.Rows[i]
		m := HashingModel{Routing: row.Routing, QueuePairs: 1, Exact: row.Exact, Trials: row.Trials,
			MeanPercent: percent(row.Mean.Value), MeanWithin: percent(row.Mean.Within),
			SlowestPercent: percent(row.Slowest.Value), SlowestWithin: percent(row.Slowest.Within),
			FullestFlows: Number(fabric.Digits(row.Fullest.Value)), FullestWithin: Number(fabric.Digits(row.Fullest.Within)),
			BusyUplinks: Number(fabric.Digits(row.Busy.Value)), Note: planner.RoutingNote(s, row.Routing)}
		if row.Exact {
			m.NoCollision = number(fabric.Digits(row.Clean))
		} else {
			seed := uint64(planner.HashingSeed)
			m.Seed = &seed
		}
		out.Models[i] = m
	}
	return out
}
