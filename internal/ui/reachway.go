package ui

import (
	"slices"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/web/templates"
)

// wayRows are everything an offer has, the shortest first.
func wayRows(o *app.Offer) []templates.WayRow {
	decimals := columnOf()
	for i := range o.Ways {
		decimals = max(decimals, columnOf(o.Ways[i].Span))
	}
	var out []templates.WayRow
	for i := range o.Ways {
		w := &o.Ways[i]
		row := templates.WayRow{Medium: mediumWord[string(o.Medium)] + ", " + o.Speed.Name, Goes: "not published", Watts: wayWatts(w), Price: wayPrice(w), Why: w.WhyNot(), Mark: "ok", Word: "Chosen"}
		switch {
		case w.Span > 0 && len(w.Parts) > 1:
			row.Goes = "to " + decimals.of(w.Span)
		case w.Span > 0:
			row.Goes = decimals.of(w.Span)
		}
		switch does := w.Does; {
		case w.Short > 0:
			row.Mark, row.Word = "error", "Too short"
		case does == app.Retired:
			row.Mark, row.Word = "warning", "Retired"
		case does == app.Pinned:
			row.Mark, row.Word = "warning", "By pin"
		case does == app.Forbidden:
			row.Mark, row.Word = "warning", "Forbidden"
		}
		for _, p := range w.Parts {
			row.Parts = append(row.Parts, partLink(p.ID()))
		}
		row.Lifecycle = wordsOf(w, lifecycleWords[catalog.Active], func(p *catalog.Product) string { return lifecycleWords[p.Lifecycle] })
		row.Evidence = wordsOf(w, evidenceWords[catalog.Transcribed], func(p *catalog.Product) string { return evidenceWords[p.Evidence] })
		out = append(out, row)
	}
	return out
}

// wordsOf are the words of a way's parts, each once. What is made to
// specification counts as active and transcribed.
func wordsOf(w *app.Way, specified string, word func(*catalog.Product) string) string {
	var out []string
	for _, p := range w.Parts {
		text := specified
		if p.Product != nil {
			text = word(p.Product)
		}
		if text, _, _ = strings.Cut(text, ":"); !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return strings.Join(out, ", ")
}

// wayWatts is what a way draws with all its ends.
func wayWatts(w *app.Way) string {
	if w.PowerAtLeast && w.Power == 0 {
		return "not known"
	}
	text := grouped(w.Power.Watts())
	if w.PowerAtLeast {
		text = "at least " + text
	}
	if w.PowerEstimate {
		text += ", estimate"
	}
	return text
}

// wayPrice is what its parts cost; empty where none has a price.
func wayPrice(w *app.Way) string {
	if !w.Priced {
		return ""
	}
	text := grouped(w.Price.String())
	if w.PriceAtLeast {
		text = "at least " + text
	}
	return text
}
