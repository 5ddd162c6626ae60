package ui

import (
	"fmt"
	"strings"

	"lengthwise/internal/drawing"
	"lengthwise/internal/formats/svg"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// generations are the plan's links at each generation; nil where it has none
// that could be judged.
func (u *UI) generations(o *opened) *templates.GenerationsPart {
	g := o.checked.Generations()
	if g.Judged == 0 {
		return nil
	}
	sources := func(keys []string) []templates.SourceRow { return sourceRows(u.plans.App().Sources(keys)) }
	p := &templates.GenerationsPart{
		Chart:   string(svg.ChartBytes(drawing.NewChart(g), svg.Options{})),
		Caption: counted(g.Judged, "InfiniBand link") + ", by the first medium that does at each generation",
		Notes:   generationNotes(g),
	}
	if g.Priced {
		p.Currency = g.Currency
	}
	for _, m := range g.Media {
		p.Media = append(p.Media, mediumWord[string(m)])
	}
	for _, name := range []string{"generations.csv", "generations.json", "generations.svg"} {
		p.Files = append(p.Files, templates.Download{Name: name, URL: o.to("export/" + name)})
	}
	for i := range g.List {
		one := &g.List[i]
		name := strings.ToUpper(one.Name)
		p.Rows = append(p.Rows, generationRow(g, one))
		for j := range one.Parts {
			row := generationPart(&one.Parts[j])
			row.Generation, row.Sources = name, sources(one.Parts[j].Sources)
			p.Parts = append(p.Parts, row)
		}
		for j := range one.Pairs {
			for _, row := range generationReaches(one, j) {
				row.reach.Generation, row.reach.Sources = name, sources(row.keys)
				p.Reaches = append(p.Reaches, row.reach)
			}
		}
	}
	return p
}

// generationNotes say how the figures are to be read.
func generationNotes(g *planner.Generations) []string {
	notes := []string{
		"The racks, the ways and the links stay; every link is given what each generation offers between its usual cages, " + planner.GenerationsNote + ".",
	}
	var left []string
	for _, x := range []struct {
		n    int
		what string
	}{{g.Ethernet, "of Ethernet"}, {g.UnknownRun, "of unknown run"}, {g.NoSpeed, "of no known speed"}} {
		if x.n > 0 {
			left = append(left, counted(x.n, "link")+" "+x.what)
		}
	}
	if len(left) > 0 {
		notes = append(notes, "Left out: "+listed(left)+".")
	}
	return notes
}

func generationRow(g *planner.Generations, one *planner.Generation) templates.GenerationRow {
	row := templates.GenerationRow{Name: strings.ToUpper(one.Name), Nothing: number(one.Nothing), Shortest: "–", Host: copperWord(&one.Pairs[0]), Between: copperWord(&one.Pairs[1]), Watts: grouped(one.Power.Watts())}
	for i := range g.Media {
		row.Links = append(row.Links, number(one.ByMedium[i]))
	}
	if one.Nothing > 0 {
		row.Shortest = metres(one.Shortest.CeilMM())
	}
	if one.PowerAtLeast {
		row.Watts = "at least " + row.Watts
	}
	if one.PowerEstimate {
		row.Watts += ", estimate"
	}
	if one.Cost != nil {
		row.Cost = costWords(one.Cost)
	}
	return row
}

// copperWord is the longest copper between a pair of cages: "3 DAC".
func copperWord(p *planner.CagePair) string {
	best := p.LongestCopper()
	if best == nil {
		return "–"
	}
	return strings.TrimSuffix(units.MM(best.Limit).Metres(), " m") + " " + mediumWord[string(best.Medium)]
}

func generationPart(p *planner.PartShare) templates.GenerationPart {
	row := templates.GenerationPart{
		Medium: mediumWord[string(p.Medium)], Part: partLink(p.Part.ID()), Uses: number(p.Links), Share: "all", Watts: "not known",
		Lifecycle: string(p.Lifecycle), Evidence: string(p.Evidence),
	}
	if p.Per > 1 {
		row.Share = fmt.Sprintf("1 of %d", p.Per)
	}
	if p.PowerKnown {
		if row.Watts = grouped(p.Power.Watts()); p.PowerEstimate {
			row.Watts += ", estimate"
		}
	}
	if p.Price != nil {
		row.Cost = grouped(p.Cost.String())
	}
	return row
}

// A reachRow is a row with the keys of its sources.
type reachRow struct {
	reach templates.GenerationReach
	keys  []string
}

// generationReaches are how far the media go between a pair of cages of a
// generation. Where both pairs are of the same cages the first stands for both.
func generationReaches(one *planner.Generation, pair int) []reachRow {
	p := &one.Pairs[pair]
	if p.A == nil || p.B == nil || pair == 1 && one.Pairs[0].B == p.B {
		return nil
	}
	var out []reachRow
	for i := range p.Reaches {
		r := &p.Reaches[i]
		row := templates.GenerationReach{Medium: mediumWord[string(r.Medium)], Joins: p.A.Name + " to " + p.B.Name, Limit: "–", Why: r.Why}
		if p.Shape != "1:1" && r.Medium != "optical" {
			row.Joins = p.A.Name + " to " + strings.TrimPrefix(p.Shape, "1:") + " × " + p.B.Name
		}
		if r.Limit > 0 {
			row.Limit = strings.TrimSuffix(units.MM(r.Limit).Metres(), " m")
		}
		row.Parts, row.More = partLinks(r.Parts)
		out = append(out, reachRow{row, r.Sources})
	}
	return out
}
