package cli

import (
	"encoding/json"
	"fmt"
	"strconv"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/resultjson"
	"lengthwise/internal/planner"
)

type optimizeCommand struct {
	Plan   string   `arg:"" help:"The plan, YAML or JSON; - is standard input."`
	Goal   string   `help:"What to bring: copper is the most links on copper, cost the lowest cost of cables and modules." enum:"copper,cost" default:"copper"`
	Moves  int      `placeholder:"N" help:"How many switches may change their place, at most; without it 8."`
	Steps  int      `placeholder:"N" help:"How many links may be planned again, at most; without it 2000000."`
	Keep   []string `placeholder:"NAME" sep:"none" help:"A switch, or a range of them, that stays where it is; may be given again."`
	Format string   `help:"How to print what was found: ${enum}." enum:"text,json" default:"text"`
}

// Run searches a better layout and prints its moves; json holds them as edits.
func (c *optimizeCommand) Run(r *run) error {
	src, err := r.source(c.Plan)
	if err != nil {
		return err
	}
	checked, err := r.app.Check(r.ctx, app.CheckRequest{Source: src})
	if err != nil {
		return err
	}
	found, err := r.app.Optimize(r.ctx, checked, app.OptimizeRequest{Goal: planner.Goal(c.Goal), Moves: c.Moves, Steps: c.Steps, Keep: c.Keep}, nil)
	if err != nil {
		return err
	}
	l := resultjson.LayoutOf(found)
	if c.Format == "json" {
		out := json.NewEncoder(r.io.Out)
		out.SetEscapeHTML(false)
		out.SetIndent("", "  ")
		return out.Encode(l)
	}
	p := newPage(r.io.Out, r.io.Env)
	p.layout(&l)
	return p.writeTo(r.io.Out)
}

// layout prints the verdict, then the moves with what each brings, then the
// figures before and after.
func (p *page) layout(l *resultjson.Layout) {
	verdict := "nothing better was found: " + l.Nothing
	if len(l.Moves) > 0 {
		verdict = fmt.Sprintf("%s: %d links on copper instead of %d, of %d", count(len(l.Moves), "move"), l.After.Copper, l.Before.Copper, l.After.Links)
	}
	p.wrapped("", "", p.styled(bold, verdict))
	if l.Instead != "" {
		p.wrapped("", "", l.Instead)
	}
	if len(l.Moves) > 0 {
		p.line()
		p.layoutMoves(l)
	}
	p.line()
	t := table{header: []string{"", "before", "after"}, right: []bool{false, true, true}}
	a, b := &l.Before, &l.After
	t.add("links on copper", strconv.Itoa(a.Copper), strconv.Itoa(b.Copper))
	if a.Cost != nil && b.Cost != nil {
		t.add("cost of cables and modules, "+l.Currency, orMoreOf(a.Cost.Amount, a.Cost.AtLeast), orMoreOf(b.Cost.Amount, b.Cost.AtLeast))
	}
	t.add("cables and modules take, W", orMoreOf(string(a.PowerW), a.PowerAtLeast), orMoreOf(string(b.PowerW), b.PowerAtLeast))
	t.add("errors", strconv.Itoa(a.Errors), strconv.Itoa(b.Errors))
	t.add("warnings", strconv.Itoa(a.Warnings), strconv.Itoa(b.Warnings))
	t.print(p)
	p.layoutNotes(l)
}

// layoutMoves prints what each move brings on top of those before it; cost only
// where there are prices.
func (p *page) layoutMoves(l *resultjson.Layout) {
	t := table{header: []string{"", "copper", "W"}, right: []bool{true, true, true}}
	priced := l.Before.Cost != nil
	if priced {
		t.header, t.right = append(t.header, l.Currency), append(t.right, true)
	}
	t.header, t.right = append(t.header, "move"), append(t.right, false)
	for i := range l.Moves {
		m := &l.Moves[i]
		row := []string{strconv.Itoa(i + 1), withSign(strconv.Itoa(m.Gain.Copper)), "?"}
		if m.Gain.PowerW != nil {
			row[2] = withSign(string(*m.Gain.PowerW))
		}
		switch {
		case m.Gain.Cost != nil:
			row = append(row, withSign(*m.Gain.Cost))
		case priced:
			row = append(row, "?")
		}
		t.add(append(row, printable(m.Text))...)
	}
	t.print(p)
}

// layoutNotes prints what the search left out.
func (p *page) layoutNotes(l *resultjson.Layout) {
	var notes []string
	for i := range l.Moves {
		notes = append(notes, l.Moves[i].Notes...)
	}
	for _, k := range l.Kept {
		notes = append(notes, fmt.Sprintf("left where they are, %d: %s", k.Count, k.Why))
	}
	if !l.Complete {
		notes = append(notes, "a bound ended the search: more --moves or --steps may find more")
	}
	if len(notes) > 0 {
		p.line()
	}
	for _, n := range notes {
		p.wrapped("- ", "  ", n)
	}
}

func orMoreOf(text string, more bool) string {
	if more {
		return "at least " + text
	}
	return text
}

// withSign is a decimal with its sign.
func withSign(text string) string {
	if text[0] == '-' || text == "0" {
		return text
	}
	return "+" + text
}
