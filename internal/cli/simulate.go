package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/fabric"
	"lengthwise/internal/formats/resultjson"
	"lengthwise/internal/planner"
)

type simulateCommand struct {
	Plan       string   `arg:"" help:"The plan, YAML or JSON; - is standard input."`
	Fabric     string   `placeholder:"NAME" help:"Which fabric; may be left out where the plan has only one."`
	Collective []string `placeholder:"NAME" help:"Beside the rings in order and shuffled, which are always simulated: ring-strided, all-to-all."`
	QueuePairs []int    `placeholder:"N,..." help:"Queue pairs of each flow under ecmp; without it 1,2,4,8,16."`
	Seed       uint64   `help:"The same seed gives the same figures." default:"1"`
	Trials     int      `help:"How many trials; without it 2000, or as many as the work allows."`
	Format     string   `help:"How to print what came of it: ${enum}." enum:"text,json" default:"text"`
}

// Run plans the document and simulates collectives on one of its fabrics.
func (c *simulateCommand) Run(r *run) error {
	src, err := r.source(c.Plan)
	if err != nil {
		return err
	}
	checked, err := r.app.Check(r.ctx, app.CheckRequest{Source: src})
	if err != nil {
		return err
	}
	s, err := r.app.Simulate(r.ctx, checked, app.SimulateRequest{
		Fabric: c.Fabric, Collectives: c.Collective, Seed: c.Seed, Trials: c.Trials, QueuePairs: c.QueuePairs,
	})
	if err != nil {
		return err
	}
	if c.Format == "json" {
		out := json.NewEncoder(r.io.Out)
		out.SetEscapeHTML(false)
		out.SetIndent("", "  ")
		return out.Encode(resultjson.SimulationOf(s))
	}
	p := newPage(r.io.Out, r.io.Env)
	p.simulation(s)
	return p.writeTo(r.io.Out)
}

// simulation prints the verdict, then a line for each run, then what it rests on.
func (p *page) simulation(s *planner.Simulation) {
	f := s.Fabric
	p.line(p.styled(bold, printable(f.Name)), fmt.Sprintf(" · %s, %s, %s · seed %d, %s", f.Topology, f.Speed, count(len(f.Shape.Hosts), "host"), s.Seed, count(s.Trials, "trial")))
	p.wrapped("", "", s.Verdict)
	p.line()
	t := table{header: []string{"collective", "routing", "pairs", "leave", "mean %", "±", "slowest %", "±", "fullest", "uplinks % by flows' worth: none, up to 1, up to 2 ..."},
		right: []bool{2: true, 3: true, 4: true, 5: true, 6: true, 7: true, 8: true, 9: false}}
	var notes []string
	for i := range s.Runs {
		r := &s.Runs[i]
		pairs := ""
		if r.Routing == fabric.ECMP {
			pairs = strconv.Itoa(r.QueuePairs)
		}
		if r.Note != "" && !slices.Contains(notes, r.Routing+": "+r.Note) {
			notes = append(notes, r.Routing+": "+r.Note)
		}
		if r.Lost > 0 {
			notes = append(notes, fmt.Sprintf("%s, %s: %s of the flows that leave find no way and count no further", r.Collective, r.Routing, fabric.Digits(r.Lost)))
		}
		percent := func(v float64) string { return fabric.Digits(100 * v) }
		t.add(r.Collective, r.Routing, pairs, fabric.Digits(r.Leaving), percent(r.Mean.Value), percent(r.Mean.Within),
			percent(r.Slowest.Value), percent(r.Slowest.Within), fabric.Digits(r.Fullest.Value), loads(r.Load))
	}
	t.print(p)
	p.line()
	for _, a := range slices.Concat(notes, s.Assumptions) {
		p.wrapped("- ", "  ", a)
	}
}

// loads prints the distribution of load over the uplinks.
func loads(shares []float64) string {
	parts := make([]string, len(shares))
	for i, s := range shares {
		parts[i] = fabric.Digits(100 * s)
	}
	return strings.Join(parts, " ")
}
