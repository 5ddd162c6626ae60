package ui

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/drawing"
	"lengthwise/internal/fabric"
	"lengthwise/internal/formats/svg"
	"lengthwise/internal/planner"
	"lengthwise/web/templates"
)

// fabricHashing is what equal flows get on the uplinks of one leaf of each kind,
// with the routing models side by side and what has to be said of them.
func fabricHashing(f *planner.FabricUse) (*templates.Grid, []string) {
	if len(f.Hashing) == 0 {
		return nil, []string{"No leaf sends to hosts of another, so there is nothing to spread over uplinks."}
	}
	notes := []string{fmt.Sprintf("One flow for each of the F host links of a leaf, each able to fill it, all leaving at once over its N uplinks. This fabric is judged under %s routing.", f.Routing)}
	part := partWords(f)
	g := &templates.Grid{ID: "fabric-hashing", Caption: "Flows on the uplinks of one " + part[1] + ", expected values: of line rate, by routing model",
		Heads: heads(sentenceStart(part[1]), "#As it", "#F flows", "#N uplinks", "Routing", "#Busy uplinks", "#Mean rate, %", "#No two meet, probability", "#Flows on the fullest", "#Slowest flow, %", "How")}
	for i := range f.Hashing {
		h := &f.Hashing[i]
		for _, row := range h.Rows {
			cells := words(h.Leaf.Name, number(h.Leaves), number(h.Flows), number(h.Uplinks), row.Routing, fabric.Digits(row.Busy.Value),
				within(row.Mean, 100), "–", within(row.Fullest, 1), within(row.Slowest, 100), "formula")
			if row.Exact && row.Routing == fabric.ECMP {
				cells[7].Text = fabric.Digits(row.Clean)
			}
			if !row.Exact {
				cells[10].Text = fmt.Sprintf("%s trials, seed %d, 95 %% interval", number(row.Trials), planner.HashingSeed)
			}
			if row.Routing == f.Routing {
				cells[4].Note = "judged under this"
				if row.Slowest.Value < fairShare {
					cells[9].Mark = "warning"
				}
			}
			if note := planner.RoutingNote(f.Shape, row.Routing); note != "" && !slices.Contains(notes, note+".") {
				notes = append(notes, note+".")
			}
			g.Rows = append(g.Rows, templates.GridRow{Cells: cells, Strong: row.Routing == f.Routing})
		}
	}
	return g, notes
}

// within is an estimate times something, with its interval where it has one.
func within(e fabric.Estimate, times float64) string {
	text := fabric.Digits(times * e.Value)
	if e.Within > 0 {
		text += " ± " + fabric.Digits(times*e.Within)
	}
	return text
}

// simulated fills in the form of a simulation and, where one is asked for, what
// came of it. What is wrong with the question stands at the form; the status
// says so.
func (u *UI) simulated(r *http.Request, o *opened, f *planner.FabricUse, p *templates.SimulationPart) (int, error) {
	asked := r.URL.Query()
	*p = templates.SimulationPart{Action: o.url + "/fabrics#simulation", Fabric: f.Name, Rev: asked.Get("rev"), Seed: asked.Get("seed"), Trials: asked.Get("trials"),
		MaxTrials: number(app.MaxTrials), AddressAnswers: "The same seed gives the same answer; the address holds the question, so it can be passed on."}
	if p.Seed == "" {
		p.Seed = "1"
	}
	collective := asked.Get("collective")
	p.Collectives = []templates.Option{{Text: "nothing else"}}
	for _, c := range planner.Collectives {
		if c != fabric.RingInOrder && c != fabric.RingShuffled {
			p.Collectives = append(p.Collectives, templates.Option{Value: c, Text: c, Chosen: c == collective})
		}
	}
	if asked.Get("simulate") == "" || f.Shape == nil {
		return http.StatusOK, nil
	}
	req, err := simulateRequest(f.Name, collective, p.Seed, p.Trials)
	if err == nil {
		var s *planner.Simulation
		if s, err = u.plans.App().Simulate(r.Context(), o.checked, req); err == nil {
			showSimulation(p, s)
			return http.StatusOK, nil
		}
	}
	var invalid *app.Invalid
	var wrong *failure
	switch {
	case errors.As(err, &invalid):
		var all []string
		for _, x := range invalid.Problems.List {
			all = append(all, x.Message)
		}
		p.Problem = sentence(strings.Join(all, "; "))
	case errors.As(err, &wrong):
		p.Problem = sentence(wrong.what)
	default:
		return 0, err
	}
	return http.StatusBadRequest, nil
}

// simulateRequest reads the question of a form.
func simulateRequest(name, collective, seed, trials string) (app.SimulateRequest, error) {
	req := app.SimulateRequest{Fabric: name}
	if collective != "" {
		req.Collectives = []string{collective}
	}
	var err error
	if req.Seed, err = strconv.ParseUint(seed, 10, 53); err != nil {
		return req, badRequest("seed %q is not a whole number from 0 to 9,007,199,254,740,991", clip(seed))
	}
	req.Trials, err = whole("trials", trials, app.MaxTrials)
	return req, err
}

// loadBins is how many amounts of load the table tells apart.
const loadBins = 9

// showSimulation is what came of a simulation.
func showSimulation(p *templates.SimulationPart, s *planner.Simulation) {
	p.Verdicts = simulationVerdicts(s)
	p.Said = fmt.Sprintf("%s trials with seed %d. The interval holds the true mean in 95 of 100 cases. A model, no measurement.", number(s.Trials), s.Seed)
	p.Assumptions = s.Assumptions
	p.Runs = templates.Grid{ID: "simulation-runs", Caption: "What the flows of each collective get, in percent of line rate; only flows that leave their leaf count",
		Heads: heads("Collective", "Routing", "#Queue pairs", "#Flows that leave", "#of", "#Mean, %", "#Slowest, %", "#Flows on the fullest link", "#Trials")}
	p.Loads = templates.Grid{ID: "simulation-loads", Caption: "Share of the leaves' uplinks that carry so much, in percent", Heads: heads("Collective", "Routing", "#Queue pairs")}
	widest := 0
	var drawn []*planner.SimulationRun
	for i := range s.Runs {
		run := &s.Runs[i]
		p.Runs.Rows = append(p.Runs.Rows, runRow(run))
		if run.Note != "" && !slices.Contains(p.Notes, run.Note+".") {
			p.Notes = append(p.Notes, run.Note+".")
		}
		names, shares := drawing.LoadBins(run, loadBins)
		for len(p.Loads.Heads)-3 < len(names) {
			p.Loads.Heads = append(p.Loads.Heads, templates.GridHead{Text: names[len(p.Loads.Heads)-3], Numbers: true})
		}
		for i := range names { // the last one may share its column with more
			p.Loads.Heads[3+i] = templates.GridHead{Text: longer(p.Loads.Heads[3+i].Text, names[i]), Numbers: true}
		}
		widest = max(widest, len(names))
		cells := words(run.Collective, run.Routing, queuePairs(run))
		for _, share := range shares {
			cells = append(cells, templates.GridCell{Text: fabric.Digits(100 * share)})
		}
		p.Loads.Rows = append(p.Loads.Rows, templates.GridRow{Cells: cells})
		if (run.Routing == s.Fabric.Routing || run.Routing == fabric.ECMP) &&
			!slices.ContainsFunc(drawn, func(x *planner.SimulationRun) bool { return x.Collective == run.Collective && x.Routing == run.Routing }) {
			drawn = append(drawn, run)
		}
	}
	for i := range p.Loads.Rows {
		for len(p.Loads.Rows[i].Cells) < 3+widest {
			p.Loads.Rows[i].Cells = append(p.Loads.Rows[i].Cells, templates.GridCell{Text: "0"})
		}
	}
	title := "How many of the leaves' uplinks carry how many flows"
	p.Chart = string(svg.LoadBytes(drawing.NewLoadChart(title, drawn), svg.Options{}))
}

// simulationVerdicts are the headline under the fabric's own routing and, where
// that is another, what a ring in random order would get if its flows were
// hashed.
func simulationVerdicts(s *planner.Simulation) []string {
	out := []string{sentence(s.Verdict)}
	if s.Fabric.Routing == fabric.ECMP {
		return out
	}
	for i := range s.Runs {
		run := &s.Runs[i]
		if run.Collective != fabric.RingShuffled || run.Routing != fabric.ECMP || run.Leaving == 0 {
			continue
		}
		say := fmt.Sprintf("If flows were hashed (ecmp, %s), the same ring would get %s %% on average and its slowest flow %s %%",
			counted(run.QueuePairs, "queue pair"), fabric.Digits(100*run.Mean.Value), fabric.Digits(100*run.Slowest.Value))
		if run.Note != "" {
			say += "; " + run.Note
		}
		return append(out, say+".")
	}
	return out
}

// longer is the longer of two words: "more than 7" of "more than 7" and "up to 8".
func longer(a, b string) string {
	if len(b) > len(a) {
		return b
	}
	return a
}

func queuePairs(run *planner.SimulationRun) string {
	if run.Routing != fabric.ECMP {
		return "any"
	}
	return number(run.QueuePairs)
}

func runRow(run *planner.SimulationRun) templates.GridRow {
	row := templates.GridRow{Cells: words(run.Collective, run.Routing, queuePairs(run), fabric.Digits(run.Leaving), number(run.Flows),
		within(run.Mean, 100), within(run.Slowest, 100), within(run.Fullest, 1), number(run.Trials))}
	if run.Leaving == 0 {
		row.Cells[5].Text, row.Cells[6].Text = "–", "–"
	}
	if run.Lost > 0 {
		row.Cells[3].Note = "of them " + fabric.Digits(run.Lost) + " find no way"
	}
	return row
}
