package ui

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/drawing"
	"lengthwise/internal/fabric"
	"lengthwise/internal/formats/svg"
	"lengthwise/internal/planner"
	"lengthwise/web/templates"
)

// shownOfFabric is how many switches, pairs or ports a table of a fabric lists.
const shownOfFabric = 20

// fabrics lists the fabrics of a plan, and shows one in full: ?fabric= or the
// only one there is. With ?simulate=1 collectives are sent over it.
func (u *UI) fabrics(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	all, asked := o.result.Fabrics, r.URL.Query()
	p := templates.FabricsPage{DocumentURL: o.to("document")}
	at := slices.IndexFunc(all, func(f planner.FabricUse) bool { return f.Name == asked.Get("fabric") })
	switch {
	case len(all) == 0:
		p.Empty = "This plan has no fabrics, so nothing is said of its shape."
	case asked.Get("fabric") != "" && at < 0:
		return fmt.Errorf("fabric %q of plan %s: %w", clip(asked.Get("fabric")), o.revision.Name, app.ErrNotFound)
	case len(all) == 1:
		at = 0
	}
	if len(all) > 1 {
		grid := o.fabricList(asked.Get("fabric"))
		p.All = &grid
	}
	status, view := http.StatusOK, "Fabrics"
	if at >= 0 {
		p.One = o.fabricPart(&all[at], at)
		if status, err = u.simulated(r, o, &all[at], &p.One.Simulation); err != nil {
			return err
		}
		view = "Fabric " + all[at].Name
	}
	f, h := u.planFrame(r, o, "fabrics", view)
	h.View = "Fabrics"
	return write(r.Context(), w, status, templates.Fabrics(f, h, p))
}

// fabricURL is the page of one fabric.
func (o *opened) fabricURL(name string) string { return o.to("fabrics", "fabric", name) }

// fabricList is a row for each fabric.
func (o *opened) fabricList(chosen string) templates.Grid {
	g := templates.Grid{ID: "fabrics", Caption: counted(len(o.result.Fabrics), "fabric") + " of the plan", Heads: heads(
		"Fabric", "Verdict", "Topology", "Speed", "#Hosts", "#Switches", "#Links", "#Worst oversubscription", "#Bisection, %", "#Equal-cost paths")}
	for i := range o.result.Fabrics {
		f := &o.result.Fabrics[i]
		mark, word := fabricWord(f)
		row := templates.GridRow{Strong: f.Name == chosen, Cells: []templates.GridCell{
			{Text: f.Name, URL: o.fabricURL(f.Name)}, {Mark: mark, Text: word}, {Text: f.Topology}, {Text: f.Speed}}}
		if s := f.Shape; s != nil {
			worst, up := f.Judgement.Worst()
			row.Cells = append(row.Cells, words(number(len(s.Hosts)), number(len(s.Leaves)+len(s.Spines)+len(s.Cores)), number(len(s.Links)),
				ratioText(worst.Ratio, up), number(bisection(f)), pathsText(f))...)
		} else {
			row.Cells = append(row.Cells, words("–", "–", "–", "–", "–", "–")...)
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// heads are the heads of columns; those of numbers begin with #.
func heads(all ...string) []templates.GridHead {
	out := make([]templates.GridHead, len(all))
	for i, text := range all {
		out[i].Text, out[i].Numbers = strings.CutPrefix(text, "#")
	}
	return out
}

// words are cells of plain words.
func words(all ...string) []templates.GridCell {
	out := make([]templates.GridCell, len(all))
	for i, text := range all {
		out[i].Text = text
	}
	return out
}

// ratioText is "1.5:1"; without uplinks there is none.
func ratioText(r fabric.Ratio, up bool) string {
	switch {
	case !up:
		return "no uplinks"
	case r.Up == 0:
		return "nothing goes up"
	}
	return r.Text() + ":1"
}

// bisection is that of a fabric in whole percent, rounded down.
func bisection(f *planner.FabricUse) int {
	b := f.Judgement.Bisection
	return int(int64(b.Some) * 100 / int64(max(1, b.Of)))
}

// pathsText is "16" or "4 to 16".
func pathsText(f *planner.FabricUse) string {
	least, most := f.Judgement.LeastPaths, f.Judgement.MostPaths
	if least == most {
		return grouped(fmt.Sprint(most))
	}
	return grouped(fmt.Sprint(least)) + " to " + grouped(fmt.Sprint(most))
}

// slowestOf is the least the slowest flow of a leaf gets under the fabric's
// routing; false where no leaf sends to another.
func slowestOf(f *planner.FabricUse) (at *planner.LeafHashing, row planner.HashingRow, ok bool) {
	for i := range f.Hashing {
		for _, x := range f.Hashing[i].Rows {
			if x.Routing == f.Routing && (!ok || x.Slowest.Value < row.Slowest.Value) {
				at, row, ok = &f.Hashing[i], x, true
			}
		}
	}
	return at, row, ok
}

// fairShare is what is warned below: half of line rate (uneven-hashing).
const fairShare = 0.5

// fabricWord is the verdict on a fabric in a few words.
func fabricWord(f *planner.FabricUse) (templates.Mark, string) {
	if f.Shape == nil {
		return "unknown", "Speed not known"
	}
	_, slow, hashed := slowestOf(f)
	switch {
	case len(f.Shape.Links) == 0:
		return "unknown", "No links"
	case f.Shape.Missing > 0:
		return "error", counted(f.Shape.Missing, "link") + " without a port"
	case f.Judgement.Bisection.Some == 0 && len(f.Shape.Leaves) > 1:
		return "warning", "Not all hosts are joined"
	case len(f.Judgement.Over) > 0:
		return "warning", "Oversubscribed"
	case hashed && slow.Slowest.Value < fairShare:
		return "warning", "Non-blocking on paper only"
	case f.Judgement.UnevenPairs > 0:
		return "warning", "Not balanced"
	case len(f.Judgement.Tiers) == 0:
		return "ok", "One switch, no uplinks"
	}
	return "ok", "Non-blocking"
}

// fabricSentence is the verdict in sentences: the shape, then what flows get.
func fabricSentence(f *planner.FabricUse) string {
	if f.Shape == nil {
		return fmt.Sprintf("Nothing can be said of this fabric: its speed %q is not known.", clip(f.Speed))
	}
	j := &f.Judgement
	var say string
	worst, up := j.Worst()
	switch {
	case len(f.Shape.Links) == 0:
		return "This fabric has no links yet; its findings say why."
	case j.Bisection.Some == 0 && len(f.Shape.Leaves) > 1:
		say = "Hosts on different leaves cannot all reach each other: the bisection is 0 %."
	case !up:
		say = fmt.Sprintf("All hosts meet in %s: nothing goes up, and nothing can be too narrow.", counted(len(f.Shape.Leaves), "switch without uplinks"))
		if len(f.Shape.Leaves) == 1 {
			say = "All hosts meet in one switch: nothing goes up, and nothing can be too narrow."
		}
	case len(j.Over) > 0:
		say = fmt.Sprintf("Oversubscribed: the worst switch can take in %s what it can pass up, bisection %d %%, %s equal-cost paths.",
			ratioWords(worst.Ratio), bisection(f), pathsText(f))
	default:
		say = fmt.Sprintf("Non-blocking on paper: no switch above 1:1, bisection %d %%, %s equal-cost paths between hosts on different leaves.", bisection(f), pathsText(f))
	}
	if f.Shape.Missing > 0 {
		say += fmt.Sprintf(" %s found no port, so the shape is not as written.", counted(f.Shape.Missing, "link"))
	}
	if at, row, ok := slowestOf(f); ok {
		say += fmt.Sprintf(" When all %s of a leaf leave it over its %s by %s routing, the slowest is expected to get %s %% of line rate.",
			counted(at.Flows, "flow"), counted(at.Uplinks, "uplink"), row.Routing, fabric.Digits(100*row.Slowest.Value))
		for _, x := range at.Rows {
			if x.Routing == fabric.ECMP && row.Routing != fabric.ECMP {
				say += fmt.Sprintf(" If flows were hashed (ecmp), it would be %s %%.", fabric.Digits(100*x.Slowest.Value))
			}
		}
	}
	return say
}

func ratioWords(r fabric.Ratio) string {
	if r.Up == 0 {
		return fmt.Sprintf("%s Gb/s and none of", grouped(fmt.Sprint(r.Down)))
	}
	return r.Text() + " times"
}

// fabricPart is everything about one fabric, the simulation aside.
func (o *opened) fabricPart(f *planner.FabricUse, at int) *templates.FabricPart {
	p := &templates.FabricPart{Name: f.Name, Sentence: fabricSentence(f), Unknown: f.Shape == nil}
	p.Mark, _ = fabricWord(f)
	p.Facts = []string{f.Topology, f.Speed}
	if f.UplinkSpeed != f.Speed {
		p.Facts = append(p.Facts, "uplinks "+f.UplinkSpeed)
	}
	if f.Routing != "" {
		p.Facts = append(p.Facts, "judged under "+f.Routing+" routing")
	}
	p.Notes = o.fabricFindings(at)
	if f.Shape == nil {
		return p
	}
	o.drawFabric(p, f)
	p.Counts, p.Judged = o.fabricCounts(f), fabricJudged(f)
	p.Tiers, p.Over = o.fabricTiers(f), o.fabricOver(f)
	p.Uneven, p.Spare, p.Crossed = o.fabricUneven(f), fabricSpare(f), fabricCrossed(f)
	p.Failures = o.fabricFailures(f)
	p.Hashing, p.HashingNotes = fabricHashing(f)
	return p
}

// fabricFindings are the findings whose place is the fabric.
func (o *opened) fabricFindings(at int) []templates.Place {
	path := fmt.Sprintf("fabrics[%d]", at)
	var out []templates.Place
	for i := range o.result.Findings {
		f := &o.result.Findings[i]
		if f.Path == path || strings.HasPrefix(f.Path, path+".") {
			out = append(out, templates.Place{Mark: severityMark(f.Severity), At: string(f.Code), Message: sentence(f.Message), Fix: sentence(f.Fix)})
		}
		if len(out) == shownOfFabric {
			break
		}
	}
	return out
}

// drawFabric draws a fabric and lists the lines of the drawing.
func (o *opened) drawFabric(p *templates.FabricPart, f *planner.FabricUse) {
	drawn := drawing.NewFabric(o.result, f, drawing.FabricOptions{DeviceHref: func(name string) string { return o.to("racks", "device", name) }})
	p.Drawing, p.Grouped = string(svg.FabricBytes(drawn, svg.Options{})), drawn.Grouped
	p.Download = templates.Download{Name: "fabric.svg", URL: o.to("export/fabric.svg", "fabric", f.Name)}
	p.Groups = templates.Grid{ID: "fabric-lines", Caption: "Lines of the drawing: from the lower to the upper end", Heads: heads("From", "To", "#Switches or hosts", "#Links")}
	for _, l := range drawn.Lines {
		from, to := &drawn.Boxes[l.From], &drawn.Boxes[l.To]
		p.Groups.Rows = append(p.Groups.Rows, templates.GridRow{Cells: words(from.Full, to.Full, number(from.Members)+" and "+number(to.Members), number(l.Links))})
	}
}
