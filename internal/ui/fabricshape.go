package ui

import (
	"fmt"

	"lengthwise/internal/fabric"
	"lengthwise/internal/planner"
	"lengthwise/web/templates"
)

// partWords are the parts of a fabric as a fat tree and as others call them.
func partWords(f *planner.FabricUse) [4]string {
	if f.Topology == "fat-tree" {
		return [4]string{"host", "edge", "aggregation", "core"}
	}
	return [4]string{"host", "leaf", "spine", "core"}
}

// partWord is what a part of a switch is called in this fabric.
func partWord(f *planner.FabricUse, part string) string {
	all := partWords(f)
	switch part {
	case planner.SpinePart:
		return all[2]
	case planner.CorePart:
		return all[3]
	}
	return all[1]
}

// several is a part in the plural.
func several(part string) string {
	switch part {
	case "leaf":
		return "leaves"
	case "switch":
		return "switches"
	}
	return part + "s"
}

// tierWords is a tier of links: "leaf to spine".
func tierWords(f *planner.FabricUse, t fabric.Tier) string {
	all := partWords(f)
	return all[t] + " to " + all[t+1]
}

// fabricCounts is what a fabric is made of.
func (o *opened) fabricCounts(f *planner.FabricUse) []templates.Count {
	s, part := f.Shape, partWords(f)
	var out []templates.Count
	add := func(name string, n int, url string) {
		if n > 0 {
			out = append(out, templates.Count{Name: name, Number: number(n), URL: url})
		}
	}
	for i, n := range []int{len(s.Hosts), len(s.Leaves), len(s.Spines), len(s.Cores)} {
		add(several(part[i]), n, "")
	}
	if s.Pods > 1 {
		add("pods", s.Pods, "")
	}
	add("rails", s.Rails, "")
	add("links", len(s.Links), o.to("links", "fabric", f.Name))
	for t, n := range f.Judgement.Links {
		add("links "+tierWords(f, fabric.Tier(t)), n, "")
	}
	add("links that found no port", s.Missing, o.to("findings", "code", "not-enough-ports"))
	add("explicit links between its switches, beside it", f.Beside, "")
	return out
}

// fabricJudged is how good the shape is.
func fabricJudged(f *planner.FabricUse) []templates.Pair {
	j, s, part := &f.Judgement, f.Shape, partWords(f)
	var out facts
	worst, up := j.Worst()
	out.add("Worst oversubscription", ratioText(worst.Ratio, up))
	out.add("Bisection", fmt.Sprintf("%d %% of what the hosts send, rounded down", bisection(f)))
	out.add("Equal-cost paths", pathsText(f)+" between hosts on different "+several(part[1]))
	if len(s.Spines) > 0 {
		pair := fmt.Sprintf("%s with each %s of its pod", counted(j.MostPair, "link"), part[2])
		if j.LeastPair != j.MostPair {
			pair = fmt.Sprintf("%d to %d links with each %s of its pod", j.LeastPair, j.MostPair, part[2])
		}
		if j.UnevenPairs > 0 {
			pair += fmt.Sprintf("; %s unlike most", counted(j.UnevenPairs, "pair"))
		}
		out.add("Balance, each "+part[1], pair)
	}
	free := 0
	for i := range f.Spare {
		free += f.Spare[i].Free
	}
	out.add("Spare ports", number(free)+" on all switches together")
	if s.Rails > 0 {
		out.add("Rails crossed", number(len(f.Crossed)))
	}
	return out
}

// fabricTiers is the oversubscription of each tier.
func (o *opened) fabricTiers(f *planner.FabricUse) templates.Grid {
	g := templates.Grid{ID: "fabric-tiers", Caption: "What can come into the switches from below against what they can pass up, by tier",
		Heads: heads("Tier", "#In from below, Gb/s", "#Up, Gb/s", "Ratio", "Worst switch", "Its ratio")}
	for _, t := range f.Judgement.Tiers {
		worst := o.result.Devices[t.Worst.Device].Name
		g.Rows = append(g.Rows, templates.GridRow{Cells: []templates.GridCell{
			{Text: tierWords(f, t.Tier)}, {Text: grouped(fmt.Sprint(t.All.Down))}, {Text: grouped(fmt.Sprint(t.All.Up))}, ratioCell(t.All),
			{Text: worst, URL: o.to("racks", "device", worst)}, ratioCell(t.Worst.Ratio)}})
	}
	if len(g.Rows) == 0 {
		g.More = "Nothing goes up: there is no tier of uplinks."
	}
	return g
}

// ratioCell is a ratio with what it means.
func ratioCell(r fabric.Ratio) templates.GridCell {
	if r.Over() {
		return templates.GridCell{Mark: "warning", Text: ratioText(r, true)}
	}
	return templates.GridCell{Mark: "ok", Text: ratioText(r, true)}
}

// more says how many rows a table leaves out.
func more(all, shown int, noun string) string {
	if all <= shown {
		return ""
	}
	return "and " + counted(all-shown, "more "+noun)
}

// fabricOver are the switches above 1:1.
func (o *opened) fabricOver(f *planner.FabricUse) *templates.Grid {
	all := f.Judgement.Over
	if len(all) == 0 {
		return nil
	}
	g := &templates.Grid{ID: "fabric-over", Caption: "Switches above 1:1", Heads: heads("Switch", "Part", "#In from below, Gb/s", "#Up, Gb/s", "Ratio")}
	shown := min(len(all), shownOfFabric)
	for _, x := range all[:shown] {
		name := o.result.Devices[x.Device].Name
		g.Rows = append(g.Rows, templates.GridRow{Cells: []templates.GridCell{{Text: name, URL: o.to("racks", "device", name)},
			{Text: partWord(f, planner.PartBelow(x.Tier))}, {Text: grouped(fmt.Sprint(x.Down))}, {Text: grouped(fmt.Sprint(x.Up))}, ratioCell(x.Ratio)}})
	}
	g.More = more(len(all), shown, "switch")
	if n := len(all) - shown; n > 1 {
		g.More = "and " + number(n) + " more switches"
	}
	return g
}

// fabricUneven are the pairs of leaf and spine unlike most.
func (o *opened) fabricUneven(f *planner.FabricUse) *templates.Grid {
	j := &f.Judgement
	if j.UnevenPairs == 0 {
		return nil
	}
	part := partWords(f)
	g := &templates.Grid{ID: "fabric-uneven", Caption: "Pairs that have not as many links as most", Heads: heads(sentenceStart(part[1]), sentenceStart(part[2]), "#Links")}
	shown := min(len(j.Uneven), shownOfFabric)
	for _, x := range j.Uneven[:shown] {
		g.Rows = append(g.Rows, templates.GridRow{Cells: words(o.result.Devices[x.Leaf].Name, o.result.Devices[x.Spine].Name, number(x.Links))})
	}
	g.More = more(j.UnevenPairs, shown, "pair")
	return g
}

// fabricSpare is what is left on the switches: one row for all that are alike.
func fabricSpare(f *planner.FabricUse) templates.Grid {
	g := templates.Grid{ID: "fabric-spare", Caption: "Ports that carry a speed of the fabric; a port with one split child in use is in use",
		Heads: heads("Part", "#Switches", "Which", "#Ports", "#Used", "#Free")}
	type alike struct {
		part              string
		ports, used, free int
	}
	at := map[alike]int{}
	var firsts, lasts []string
	var counts []int
	var kinds []alike
	for i := range f.Spare {
		x := &f.Spare[i]
		k := alike{x.Part, x.Ports, x.Used, x.Free}
		n, known := at[k]
		if !known {
			n = len(kinds)
			at[k] = n
			kinds, firsts, lasts, counts = append(kinds, k), append(firsts, x.Device.Name), append(lasts, ""), append(counts, 0)
		}
		counts[n]++
		lasts[n] = x.Device.Name
	}
	for n, k := range kinds[:min(len(kinds), shownOfFabric)] {
		which := firsts[n]
		switch counts[n] {
		case 1:
		case 2:
			which += " and " + lasts[n]
		default:
			which += " … " + lasts[n]
		}
		g.Rows = append(g.Rows, templates.GridRow{Cells: words(partWord(f, k.part), number(counts[n]), which, number(k.ports), number(k.used), number(k.free))})
	}
	g.More = more(len(kinds), shownOfFabric, "row")
	return g
}

// fabricCrossed are the host ports whose link leaves their rail.
func fabricCrossed(f *planner.FabricUse) *templates.Grid {
	if len(f.Crossed) == 0 {
		return nil
	}
	g := &templates.Grid{ID: "fabric-crossed", Caption: "Host ports for which a link leads to another rail already", Heads: heads("Port")}
	shown := min(len(f.Crossed), shownOfFabric)
	for _, port := range f.Crossed[:shown] {
		g.Rows = append(g.Rows, templates.GridRow{Cells: words(port)})
	}
	g.More = more(len(f.Crossed), shown, "port")
	return g
}

// fabricFailures is the worst that one switch, cage or cable does.
func (o *opened) fabricFailures(f *planner.FabricUse) templates.Grid {
	g := templates.Grid{ID: "fabric-failures", Caption: "The worst that one switch, one cage with its module, or one cable does when it fails alone, over the finished cables",
		Heads: heads("What fails", "Which", "#As bad", "#Hosts cut off", "Links lost", "#Of its uplinks, %", "#Hardest hit switch, %", "#Groups left")}
	for i := range f.Failures {
		x := &f.Failures[i]
		what := "one " + x.Kind + ", " + tierWords(f, x.Tier)
		if x.Kind == planner.SwitchFails {
			what = "one " + partWord(f, x.Part)
		}
		name := templates.GridCell{Text: x.Name}
		if x.Kind == planner.CableFails && x.Label != "" {
			name = templates.GridCell{Text: x.Label}
		} else if x.Kind == planner.SwitchFails {
			name.URL = o.to("racks", "device", x.Name)
		}
		lost := ""
		for t, n := range x.Loss.Links {
			if n > 0 {
				if lost != "" {
					lost += ", "
				}
				lost += number(n) + " " + tierWords(f, fabric.Tier(t))
			}
		}
		hosts := templates.GridCell{Text: number(x.Loss.Hosts)}
		if x.Loss.Hosts > 0 {
			hosts.Mark = "warning"
		}
		g.Rows = append(g.Rows, templates.GridRow{Cells: []templates.GridCell{{Text: what}, name, {Text: number(x.Like)}, hosts, {Text: lost},
			{Text: shareUp(x.Loss.Uplinks)}, {Text: shareUp(x.Loss.Hardest)}, {Text: number(x.Groups)}}})
	}
	return g
}

// shareUp is a share in whole percent, rounded up.
func shareUp(p fabric.Part) string {
	if p.Of == 0 {
		return "–"
	}
	return number((100*p.Some + p.Of - 1) / p.Of)
}
