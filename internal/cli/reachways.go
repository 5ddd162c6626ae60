package cli

import (
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
)

// ways prints everything that fits between two ends, the shortest first; of
// optics the pair of transceivers with the shortest cord that does.
func (p *page) ways(q app.ReachQuery, a *app.ReachAnswer) {
	t := table{header: []string{"medium", "goes", "parts", "watts"}}
	if a.Currency != "" {
		t.header = append(t.header, a.Currency)
	}
	t.header = append(t.header, "lifecycle", "evidence", "why not")
	t.right = make([]bool, len(t.header))
	t.right[1] = true
	rows := 0
	for i := range a.Offers {
		o := &a.Offers[i]
		for j := range o.Ways {
			w := &o.Ways[j]
			cells := []string{string(o.Medium) + variant(q, *o), goes(w), w.IDs(), power(w)}
			if a.Currency != "" {
				cells = append(cells, price(w))
			}
			t.add(append(cells, lifecycles(w), evidences(w), w.WhyNot())...)
			rows++
		}
	}
	if rows == 0 {
		return
	}
	p.line()
	p.line(p.styled(bold, fmt.Sprintf("what fits between %s and %s, the shortest first", q.From, q.To)))
	p.line()
	t.print(p)
}

func goes(w *app.Way) string {
	if w.Span == 0 {
		return "?"
	}
	if len(w.Parts) > 1 {
		return "to " + w.Span.Metres()
	}
	return w.Span.Metres()
}

// power is the watts of a way with all its ends.
func power(w *app.Way) string {
	if w.PowerAtLeast && w.Power == 0 {
		return "?"
	}
	text := w.Power.Watts()
	if w.PowerAtLeast {
		text = "at least " + text
	}
	if w.PowerEstimate {
		text += " (estimate)"
	}
	return text
}

func price(w *app.Way) string {
	switch {
	case !w.Priced:
		return "?"
	case w.PriceAtLeast:
		return "at least " + w.Price.String()
	}
	return w.Price.String()
}

// lifecycles are those of a way's parts, each once.
func lifecycles(w *app.Way) string {
	return each(w, "active", func(x *catalog.Product) string { return string(x.Lifecycle) })
}

func evidences(w *app.Way) string {
	return each(w, "transcribed", func(x *catalog.Product) string { return string(x.Evidence) })
}

// each is a word of every part, each once; what is made to specification has one
// of its own.
func each(w *app.Way, specified string, word func(*catalog.Product) string) string {
	var out []string
	for _, part := range w.Parts {
		text := specified
		if part.Product != nil {
			text = word(part.Product)
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return strings.Join(out, ", ")
}

// notes prints what is to be known beside the offers.
func (p *page) notes(a *app.ReachAnswer) {
	for i, n := range a.Notes {
		if i == 0 {
			p.line()
		}
		text := n.Text
		if len(n.Sources) > 0 {
			text += " [" + strings.Join(n.Sources, " ") + "]"
		}
		p.wrapped("note: ", "      ", text)
	}
}
