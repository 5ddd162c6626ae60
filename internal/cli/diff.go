package cli

import (
	"encoding/json"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/csvtext"
)

type planDiffCommand struct {
	Old    string `arg:"" help:"The older plan, YAML or JSON; - is standard input."`
	New    string `arg:"" help:"The newer plan."`
	Format string `help:"How to print what changed: ${enum}." enum:"text,json,csv" default:"text"`
}

// Run plans two documents and says what changed from one to the other: exit code
// 0 where they say the same, 1 where they do not.
func (c *planDiffCommand) Run(r *run) error {
	if c.Old == "-" && c.New == "-" {
		return UsageError("both plans are -; standard input holds one")
	}
	checked := [2]*app.Checked{}
	for i, name := range []string{c.Old, c.New} {
		src, err := r.source(name)
		if err != nil {
			return err
		}
		if checked[i], err = r.app.Check(r.ctx, app.CheckRequest{Source: src}); err != nil {
			return err
		}
	}
	d := app.CompareChecked(checked[0], checked[1])
	if err := r.printDiff(c, &d); err != nil {
		return err
	}
	if !d.Same && d.Differs() {
		return status(exitFails)
	}
	return nil
}

func (r *run) printDiff(c *planDiffCommand, d *app.Comparison) error {
	switch c.Format {
	case "json":
		enc := json.NewEncoder(r.io.Out)
		enc.SetEscapeHTML(false)
		return enc.Encode(d.Diff())
	case "csv":
		return d.WriteCSV(r.io.Out, csvtext.Options{})
	}
	p := newPage(r.io.Out, r.io.Env)
	p.planDifference(c.Old, c.New, d)
	return p.writeTo(r.io.Out)
}

// shownDiffLinks is how many changed links the text lists; the CSV has all.
const shownDiffLinks = 20

// planDifference prints what changed from one plan to another.
func (p *page) planDifference(before, after string, d *app.Comparison) {
	if !d.Differs() {
		p.line("no difference: ", printable(before), " and ", printable(after), " say the same")
		return
	}
	p.line(p.styled(bold, printable(before)+" to "+printable(after)))
	for _, f := range d.Figures() {
		if f.Was != f.Is {
			name := f.Name
			if f.Unit != "" {
				name += ", " + f.Unit
			}
			p.line("  ", name, ": ", known(f.Was), " -> ", known(f.Is))
		}
	}
	for _, text := range d.Sentences(app.MaxChanges) {
		p.wrapped("  ", "    ", printable(text))
	}
	findings := func(title string, groups []app.FindingGroup) {
		if len(groups) > 0 {
			p.line(p.styled(bold, title))
		}
		for _, g := range groups {
			p.wrapped("  ", "    ", string(g.Severity)+" "+string(g.Code)+", "+count(g.Count, "time")+": "+printable(g.Message))
		}
	}
	findings("findings that came", d.FindingsNew)
	findings("findings that went", d.FindingsGone)
	for i, x := range d.Products {
		if i == 0 {
			p.line(p.styled(bold, "ordered otherwise"))
		}
		p.line("  ", printable(x.Product), ": ", count(x.From, "piece"), " -> ", count(x.To, "piece"))
	}
	rows, err := d.ChangedLinks(app.ChangedLinkQuery{Limit: shownDiffLinks})
	if err != nil || rows.Total == 0 { // the query is ours
		return
	}
	p.line(p.styled(bold, "links made otherwise: "+count(rows.Total, "link")))
	for i := range rows.Rows {
		x := &rows.Rows[i]
		w := x.Diff()
		p.wrapped("  ", "    ", printable(w.A+" - "+w.B)+": "+known(x.Was.Made())+" -> "+known(x.Is.Made()))
	}
	if more := rows.Total - len(rows.Rows); more > 0 {
		p.line("  and ", count(more, "more link"), "; --format csv has all")
	}
}

// known is a value of one side, or that there is none.
func known(text string) string {
	if text == "" {
		return "none"
	}
	return text
}
