package app

import (
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/plan"
)

// diffHeader is the header of changes.csv. section says what a row is about;
// before and after are a number of pieces, a cost, or how a link is made.
var diffHeader = []string{"section", "kind", "subject", "count", "before", "after", "text"}

type diffRow struct {
	section, kind, subject string
	count                  csvtext.Int
	before, after, text    string
}

// WriteCSV writes all that changed as one table: figures, changes of the plan,
// media, products, findings, then every link that is made otherwise.
func (c *Comparison) WriteCSV(w io.Writer, o csvtext.Options) error {
	return csvtext.Write(w, diffHeader, c.csvRows(), o, func(w *csvtext.Writer, r *diffRow) {
		w.Text(r.section)
		w.Text(r.kind)
		w.Text(r.subject)
		w.Int(r.count)
		w.Text(r.before)
		w.Text(r.after)
		w.Text(r.text)
	})
}

func (c *Comparison) csvRows() iter.Seq[diffRow] {
	return func(yield func(diffRow) bool) {
		for _, part := range []func() []diffRow{c.figureRows, c.changeRows, c.resultRows} {
			for _, r := range part() {
				if !yield(r) {
					return
				}
			}
		}
		if c.pairs == nil {
			return
		}
		for _, d := range c.deltas {
			if d.what&^bitRun == 0 {
				continue
			}
			x := c.pairs.row(d)
			l := c.pairs.either(d)
			what := make([]string, len(x.What))
			for i, a := range x.What {
				what[i] = string(a)
			}
			r := diffRow{section: "links", kind: strings.Join(what, ";"), subject: l.A.String() + " - " + l.B.String(), count: csvtext.Some(1),
				before: statusAndMade(x.Was), after: statusAndMade(x.Is)}
			if x.Is.Link != nil {
				r.text = x.Is.Reason
			}
			if !yield(r) {
				return
			}
		}
	}
}

func statusAndMade(m MadeLink) string {
	if m.Link == nil {
		return ""
	}
	return string(m.Status) + ": " + m.Made()
}

// A Figure is a number both sides of a comparison have.
type Figure struct {
	Name     string // "errors", "cables", "cost"
	Was, Is  string // as exports write it; empty: not known
	WasN     int64  // in the base unit; money in hundredths, power in milliwatts, lengths in millimetres
	IsN      int64
	Both     bool // both are known and of one unit, so that they have a difference
	Unit     string
	Estimate bool // one of them is a lower bound
}

// Figures are the numbers of both sides that are not both zero; verdicts and
// cost are always among them.
func (c *Comparison) Figures() []Figure {
	was, is := c.From.Summary, c.To.Summary
	var out []Figure
	count := func(name string, a, b int, always bool) {
		if a != 0 || b != 0 || always {
			out = append(out, Figure{Name: name, Was: strconv.Itoa(a), Is: strconv.Itoa(b), WasN: int64(a), IsN: int64(b), Both: true})
		}
	}
	count("errors", was.Errors, is.Errors, true)
	count("unknown links", was.LinksByStatus["unknown"], is.LinksByStatus["unknown"], false)
	count("warnings", was.Warnings, is.Warnings, true)
	count("racks", was.Racks, is.Racks, false)
	count("devices", was.Devices, is.Devices, false)
	count("links", was.Links, is.Links, false)
	count("cables", was.Cables, is.Cables, false)
	for _, m := range plan.Media {
		count("cables: "+mediumName(m), was.CablesByMedium[m], is.CablesByMedium[m], false)
	}
	count("transceivers", was.Modules, is.Modules, false)
	a, b := was.LongestRun.CeilMM(), is.LongestRun.CeilMM()
	out = append(out,
		Figure{Name: "longest run", Unit: "mm", Was: strconv.FormatInt(a, 10), Is: strconv.FormatInt(b, 10), WasN: a, IsN: b, Both: true},
		Figure{Name: "watts in cables and transceivers", Unit: "W", Was: was.Power.Watts(), Is: is.Power.Watts(), WasN: int64(was.Power), IsN: int64(is.Power),
			Both: true, Estimate: was.PowerAtLeast || is.PowerAtLeast})
	return append(out, c.costFigure())
}

func (c *Comparison) costFigure() Figure {
	a, b := c.From.Summary.Cost, c.To.Summary.Cost
	f := Figure{Name: "cost", Was: costText(a, c.From.Currency), Is: costText(b, c.To.Currency)}
	if c.From.Currency == c.To.Currency {
		f.Unit = c.To.Currency
	}
	if a != nil && b != nil {
		f.WasN, f.IsN, f.Both, f.Estimate = int64(a.Amount), int64(b.Amount), f.Unit != "", a.AtLeast || b.AtLeast
	}
	return f
}

func (c *Comparison) figureRows() []diffRow {
	var out []diffRow
	for _, f := range c.Figures() {
		name := f.Name
		if f.Unit != "" {
			name += ", " + f.Unit
		}
		out = append(out, diffRow{section: "figures", kind: kindOf(f.Was, f.Is), subject: name, before: f.Was, after: f.Is})
	}
	return out
}

func kindOf(was, is string) string {
	if was == is {
		return "same"
	}
	return string(Altered)
}

func (c *Comparison) changeRows() []diffRow {
	var out []diffRow
	for _, part := range []struct {
		name    string
		changes Changes
	}{{"settings", c.Settings}, {"racks", c.Racks}, {"devices", c.Devices}, {"plan of links", c.Links}} {
		for _, x := range part.changes.List {
			out = append(out, diffRow{section: part.name, kind: string(x.Kind), subject: x.Subject, count: csvtext.Some(int64(x.Count)), text: x.Text})
		}
		if more := part.changes.Total - len(part.changes.List); more > 0 {
			out = append(out, diffRow{section: part.name, kind: "more", count: csvtext.Some(int64(more)), text: plural(more, "more change")})
		}
	}
	return out
}

func (c *Comparison) resultRows() []diffRow {
	var out []diffRow
	for _, m := range c.Media {
		out = append(out, diffRow{section: "media", kind: string(Altered), count: csvtext.Some(int64(m.Cables)), before: string(m.From), after: string(m.To), text: m.Text})
	}
	for _, p := range c.Products {
		out = append(out, diffRow{section: "products", kind: string(Altered), subject: p.Product, before: strconv.Itoa(p.From), after: strconv.Itoa(p.To), text: p.Description})
	}
	finding := func(kind string, groups []FindingGroup) {
		for _, g := range groups {
			subjects := slices.Clone(g.Subjects[:min(len(g.Subjects), shownRanges)])
			out = append(out, diffRow{section: "findings", kind: kind, subject: strings.Join(subjects, "; "), count: csvtext.Some(int64(g.Count)), text: string(g.Code) + ": " + g.Message})
		}
	}
	finding("new", c.FindingsNew)
	finding("gone", c.FindingsGone)
	return out
}
