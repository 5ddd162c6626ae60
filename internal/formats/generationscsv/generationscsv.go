// Package generationscsv is a plan's InfiniBand links at each generation as a
// table: a row for each generation. Lengths are whole millimetres, power is
// watts, money is in the currency column. It promises to read back what it
// wrote.
package generationscsv

import (
	"io"
	"iter"
	"slices"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

var header = []string{
	"generation", "links", "dac", "acc", "aec", "aoc", "optical", "nothing", "nothing_shortest_run_mm",
	"copper_host_mm", "copper_host", "copper_switch_mm", "copper_switch",
	"power_w", "power_at_least", "power_estimate", "cost", "cost_at_least", "currency",
	"parts", "source", "ethernet_left_out", "unknown_run_left_out", "no_speed_left_out", "note",
}

// A Row is one generation. A cell that is no number is empty where there is
// nothing to say; AtLeast and Estimate cells hold "yes" or nothing.
type Row struct {
	Generation                    string
	Links                         csvtext.Int // judged
	DAC, ACC, AEC, AOC, Optical   csvtext.Int // links by the first medium that does
	Nothing, ShortestRun          csvtext.Int
	CopperHostMM, CopperSwitchMM  csvtext.Int // the longest that may be chosen; empty: none
	CopperHost, CopperSwitch      string      // its medium
	Power                         csvtext.Decimal
	PowerAtLeast, PowerEstimate   string
	Cost                          csvtext.Decimal // empty: no price is known
	CostAtLeast, Currency         string
	Parts, Source                 []string
	Ethernet, UnknownRun, NoSpeed csvtext.Int // links of the plan that are not judged
	Note                          string
}

// Rows are the generations in order.
func Rows(g *planner.Generations) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for i := range g.List {
			if !yield(rowOf(g, &g.List[i])) {
				return
			}
		}
	}
}

func rowOf(g *planner.Generations, one *planner.Generation) Row {
	count := func(n int) csvtext.Int { return csvtext.Some(int64(n)) }
	r := Row{
		Generation: one.Name, Links: count(g.Judged), Nothing: count(one.Nothing),
		PowerAtLeast: yes(one.PowerAtLeast), PowerEstimate: yes(one.PowerEstimate),
		Ethernet: count(g.Ethernet), UnknownRun: count(g.UnknownRun), NoSpeed: count(g.NoSpeed), Note: planner.GenerationsNote,
	}
	by := func(m plan.Medium) csvtext.Int {
		if at := slices.Index(g.Media, m); at >= 0 {
			return count(one.ByMedium[at])
		}
		return count(0)
	}
	r.DAC, r.ACC, r.AEC, r.AOC, r.Optical = by(plan.DAC), by(plan.ACC), by(plan.AEC), by(plan.AOC), by(plan.Optical)
	if one.Nothing > 0 {
		r.ShortestRun = csvtext.Some(one.Shortest.CeilMM())
	}
	r.CopperHostMM, r.CopperHost = copper(&one.Pairs[0])
	r.CopperSwitchMM, r.CopperSwitch = copper(&one.Pairs[1])
	if one.Power > 0 || !one.PowerAtLeast { // at least nothing is no figure: a table would sort it first
		r.Power = csvtext.Decimal(one.Power.Watts())
	}
	if one.Cost != nil {
		r.CostAtLeast, r.Currency = yes(one.Cost.AtLeast), g.Currency
		if one.Cost.Amount > 0 || !one.Cost.AtLeast {
			r.Cost = csvtext.Decimal(one.Cost.Amount.String())
		}
	}
	for i := range one.Parts {
		p := &one.Parts[i]
		r.Parts = append(r.Parts, p.Part.ID())
		r.cite(p.Sources)
	}
	for _, pair := range one.Pairs {
		for i := range pair.Reaches {
			r.cite(pair.Reaches[i].Sources)
		}
	}
	return r
}

// cite adds the sources that are not there yet.
func (r *Row) cite(keys []string) {
	for _, key := range keys {
		if !slices.Contains(r.Source, key) {
			r.Source = append(r.Source, key)
		}
	}
}

func copper(p *planner.CagePair) (mm csvtext.Int, medium string) {
	if best := p.LongestCopper(); best != nil {
		return csvtext.Some(best.Limit), string(best.Medium)
	}
	return csvtext.Int{}, ""
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return ""
}

// Encode writes generations.csv.
func Encode(w io.Writer, g *planner.Generations, o csvtext.Options) error {
	return Write(w, Rows(g), o)
}

// Write writes a table of the given rows.
func Write(w io.Writer, rows iter.Seq[Row], o csvtext.Options) error {
	return csvtext.Write(w, header, rows, o, func(w *csvtext.Writer, row *Row) {
		w.Text(row.Generation)
		for _, n := range []csvtext.Int{row.Links, row.DAC, row.ACC, row.AEC, row.AOC, row.Optical, row.Nothing, row.ShortestRun, row.CopperHostMM} {
			w.Int(n)
		}
		w.Text(row.CopperHost)
		w.Int(row.CopperSwitchMM)
		w.Text(row.CopperSwitch)
		w.Decimal(row.Power)
		w.Text(row.PowerAtLeast)
		w.Text(row.PowerEstimate)
		w.Decimal(row.Cost)
		w.Text(row.CostAtLeast)
		w.Text(row.Currency)
		w.List(row.Parts)
		w.List(row.Source)
		w.Int(row.Ethernet)
		w.Int(row.UnknownRun)
		w.Int(row.NoSpeed)
		w.Text(row.Note)
	})
}

// Decode reads what Encode wrote, in any delimiter. Errors name the line.
func Decode(r io.Reader, o csvtext.Options) ([]Row, error) {
	return csvtext.Read(r, header, o, func(r *csvtext.Reader) Row {
		return Row{
			Generation: r.Text(),
			Links:      r.Int(), DAC: r.Int(), ACC: r.Int(), AEC: r.Int(), AOC: r.Int(), Optical: r.Int(),
			Nothing: r.Int(), ShortestRun: r.Int(),
			CopperHostMM: r.Int(), CopperHost: r.Text(), CopperSwitchMM: r.Int(), CopperSwitch: r.Text(),
			Power: r.Decimal(), PowerAtLeast: r.Text(), PowerEstimate: r.Text(),
			Cost: r.Decimal(), CostAtLeast: r.Text(), Currency: r.Text(),
			Parts: r.List(), Source: r.List(),
			Ethernet: r.Int(), UnknownRun: r.Int(), NoSpeed: r.Int(), Note: r.Text(),
		}
	})
}
