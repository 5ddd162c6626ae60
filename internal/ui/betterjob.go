package ui

import (
	"fmt"
	"strconv"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/resultjson"
	"lengthwise/web/templates"
)

// betterJob is a search as the page shows it.
func betterJob(o *opened, j *app.Job) templates.BetterJob {
	v := templates.BetterJob{
		ID: j.ID, URL: betterURL(o, j.ID), Asked: sentenceCase(askedOf(j)), When: fmt.Sprintf("revision %d, %s", j.Revision, moment(j.Created)),
		Running: !j.State.Ended(), Cancel: o.url + "/better/cancel", Apply: o.url + "/better/apply", Base: o.plan.Revision,
	}
	v.Mark, v.Verdict = jobInWords(j)
	v.Verdict = sentenceCase(v.Verdict) + "."
	switch j.State {
	case app.JobWaiting, app.JobRunning:
		v.Percent, v.Progress = j.Progress.Percent(), progressOf(&j.Progress)
	case app.JobCancelled:
		v.Again = "Nothing was changed. Start it again below."
	case app.JobFailed:
		v.Again = "Nothing was changed. Change what is asked below, or start it again."
	case app.JobDone:
		fillLayout(&v, o, j)
	}
	return v
}

// fillLayout fills in what a search found.
func fillLayout(v *templates.BetterJob, o *opened, j *app.Job) {
	l := j.Layout
	v.Instead = sentence(l.Instead)
	v.Currency, v.Cost = l.Currency, l.Before.Cost != nil
	v.Figures = betterFigures(l)
	if len(l.Moves) > 0 && j.Revision != o.plan.Revision {
		v.Stale = fmt.Sprintf("The search was of revision %d, the plan is at revision %d: the figures are those of then. The preview works out what a move brings now.", j.Revision, o.plan.Revision)
	}
	for i := range l.Moves {
		v.Moves = append(v.Moves, betterMove(l, i))
	}
	if !l.Complete {
		v.Open = append(v.Open, "A bound ended the search: more moves, or a longer look, may find more.")
	}
	for _, k := range l.Kept {
		v.Kept = append(v.Kept, keptInWords(&k))
	}
	if len(l.Moves) == 0 {
		v.Again = "Everything may stay where it is. Try the other goal, more moves, a longer look, or leave fewer switches where they are."
	}
}

func betterMove(l *resultjson.Layout, i int) templates.BetterMove {
	m := &l.Moves[i]
	out := templates.BetterMove{
		Value: strconv.Itoa(i), Number: strconv.Itoa(i + 1), Text: m.Text, Copper: deltaOr(delta(m.Gain.Copper)), Watts: wattsGain(&m.Gain),
		CopperNow: number(m.After.Copper), WattsNow: wattsNow(&m.After),
	}
	for _, x := range m.Notes {
		out.Notes = append(out.Notes, sentence(x))
	}
	if m.Gain.Cost != nil {
		out.Cost = deltaOr(signedText(*m.Gain.Cost))
	}
	if m.After.Cost != nil {
		out.CostNow = grouped(m.After.Cost.Amount)
	}
	if len(m.Needs) > 0 {
		var needs []string
		for _, n := range m.Needs {
			needs = append(needs, strconv.Itoa(n+1))
		}
		out.Needs = "Needs move " + strings.Join(needs, " and ") + ", which makes room."
	}
	return out
}

// deltaOr is a change, or a dash where there is none.
func deltaOr(text string) string {
	if text == "" {
		return "–"
	}
	return text
}

// wattsDelta is by how many watts more cables and transceivers take, empty for
// none; a difference with a lower bound is not known.
func wattsDelta(g *resultjson.Gain) string {
	if g.PowerW == nil {
		return "not known"
	}
	return signedText(string(*g.PowerW))
}

func wattsGain(g *resultjson.Gain) string {
	if g.PowerW == nil {
		return wattsDelta(g)
	}
	return deltaOr(tenth(wattsDelta(g)))
}

func wattsNow(s *resultjson.Standing) string {
	text := tenth(grouped(string(s.PowerW)))
	if s.PowerAtLeast {
		return "at least " + text
	}
	return text
}

// tenth is a decimal that has a tenth, so that a column lines up.
func tenth(text string) string {
	if text == "" || strings.Contains(text, ".") {
		return text
	}
	return text + ".0"
}

// signedText is a decimal with its sign, empty for nothing.
func signedText(text string) string {
	switch {
	case strings.Trim(text, "-0.") == "":
		return ""
	case strings.HasPrefix(text, "-"):
		return grouped(text)
	}
	return "+" + grouped(text)
}

// betterFigures are the figures before and after all moves.
func betterFigures(l *resultjson.Layout) []templates.CompareRow {
	a, b := &l.Before, &l.After
	out := []templates.CompareRow{
		{Name: "Links on copper", Was: number(a.Copper), Is: number(b.Copper), Delta: delta(b.Copper - a.Copper)},
		{Name: "Share on copper, %", Was: shareOf(a), Is: shareOf(b)},
	}
	if a.Cost != nil && b.Cost != nil {
		row := templates.CompareRow{Name: "Cables, modules and cords, " + l.Currency, Was: atLeastText(a.Cost), Is: atLeastText(b.Cost)}
		if l.Gain.Cost != nil {
			row.Delta = signedText(*l.Gain.Cost)
		}
		out = append(out, row)
	}
	return append(out,
		templates.CompareRow{Name: "Cables and transceivers take, W", Was: watts(a), Is: watts(b), Delta: wattsDelta(&l.Gain)},
		templates.CompareRow{Name: "Cable, all together, m", Was: metres(a.CableMM), Is: metres(b.CableMM), Delta: deltaMetres(b.CableMM - a.CableMM)},
		templates.CompareRow{Name: "Longest run, m", Was: metres(a.LongestRunMM), Is: metres(b.LongestRunMM), Delta: deltaMetres(b.LongestRunMM - a.LongestRunMM)},
		templates.CompareRow{Name: "Errors", Was: number(a.Errors), Is: number(b.Errors), Delta: delta(b.Errors - a.Errors)},
		templates.CompareRow{Name: "Unknown links", Was: number(a.Unknown), Is: number(b.Unknown), Delta: delta(b.Unknown - a.Unknown)},
		templates.CompareRow{Name: "Warnings", Was: number(a.Warnings), Is: number(b.Warnings), Delta: delta(b.Warnings - a.Warnings)})
}

func atLeastText(c *resultjson.Cost) string {
	if c.AtLeast {
		return "at least " + grouped(c.Amount)
	}
	return grouped(c.Amount)
}

func watts(s *resultjson.Standing) string {
	if s.PowerAtLeast {
		return "at least " + grouped(string(s.PowerW))
	}
	return grouped(string(s.PowerW))
}

// shareOf is the share of links on copper in whole percent, rounded down: 100
// is all of them.
func shareOf(s *resultjson.Standing) string {
	if s.Links == 0 {
		return "–"
	}
	return strconv.Itoa(100 * s.Copper / s.Links)
}

// keptInWords says which switches were left where they are, and why.
func keptInWords(k *resultjson.Kept) string {
	names := strings.Join(k.Devices, ", ")
	if more := k.Count - len(k.Devices); more > 0 {
		names += fmt.Sprintf(" and %s more", number(more))
	}
	return fmt.Sprintf("Left where %s (%s): %s.", map[bool]string{true: "it is", false: "they are"}[k.Count == 1], k.Why, names)
}

// askedOf is what a search is for.
func askedOf(j *app.Job) string {
	text := goalWord[j.Asked.Goal]
	if text == "" {
		text = string(j.Asked.Goal)
	}
	return text
}

// jobInWords is a search in a sentence.
func jobInWords(j *app.Job) (templates.Mark, string) {
	switch j.State {
	case app.JobWaiting:
		return "info", "waits for its turn"
	case app.JobRunning:
		return "info", "searching"
	case app.JobFailed:
		return "error", "not done: " + j.Failure
	case app.JobCancelled:
		return "info", "cancelled"
	}
	l := j.Layout
	if l == nil || len(l.Moves) == 0 {
		why := ""
		if l != nil {
			why = ": " + l.Nothing
		}
		return "info", "nothing better was found" + why
	}
	said := []string{fmt.Sprintf("%s: %s links on copper instead of %s, of %s (%s %% instead of %s %%)", countOf(len(l.Moves), "move"),
		number(l.After.Copper), number(l.Before.Copper), number(l.After.Links), shareOf(&l.After), shareOf(&l.Before))}
	if l.Gain.Cost != nil && signedText(*l.Gain.Cost) != "" {
		said = append(said, signedText(*l.Gain.Cost)+" "+l.Currency)
	}
	if w := wattsDelta(&l.Gain); l.Gain.PowerW != nil && w != "" {
		said = append(said, w+" W")
	}
	return "ok", strings.Join(said, ", ")
}

// progressOf is how far a search is, in words.
func progressOf(p *app.JobProgress) string {
	if p.Total == 0 {
		return "not begun yet"
	}
	found := "no better place found yet"
	if p.Moves > 0 {
		found = fmt.Sprintf("%s with a better place so far, %s of %s links on copper", switchCount(p.Moves), number(p.Now.Copper), number(p.Now.Links))
	}
	return fmt.Sprintf("%d %% of its bound of %s links planned again; %s", p.Percent(), number(p.Total), found)
}

func switchCount(n int) string {
	if n == 1 {
		return "1 switch"
	}
	return number(n) + " switches"
}

// sentenceCase begins a text with a capital letter.
func sentenceCase(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
