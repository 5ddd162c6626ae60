package app

import (
	"cmp"
	"slices"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// way is parts that go so far, with what they draw and cost.
func (k *reacher) way(span units.Length, parts ...catalog.Part) Way {
	w := Way{Parts: parts, Span: span}
	for _, p := range parts {
		if does, why := k.verdict(p); does > w.Does {
			w.Does, w.Why = does, p.ID()+" "+why
		}
		power := planner.PowerOf(k.cat, p)
		w.Power += power.Power
		w.PowerAtLeast, w.PowerEstimate = w.PowerAtLeast || !power.Known, w.PowerEstimate || power.Estimate
		price, ok := k.cat.PriceOf(p.ID(), k.currency)
		if w.PriceAtLeast = w.PriceAtLeast || !ok; ok {
			w.Price += price.Unit + price.Surcharge
			w.Priced = true
		}
	}
	return w
}

// verdict says whether the planner may choose a part by itself, and why not.
func (k *reacher) verdict(part catalog.Part) (Verdict, string) {
	p := part.Product
	switch {
	case p == nil && !part.Spec.Automatic():
		return Pinned, "is never chosen without a pin"
	case p == nil && part.Spec.Category != "" && part.Spec.Category != k.set.TwistedPair:
		return Pinned, "is not of the category that is ordered, " + k.set.TwistedPair
	case p == nil:
		return Sold, ""
	case k.cat.StatusOf(p.SKU) == catalog.Forbidden:
		return Forbidden, "is forbidden by the site"
	case p.Lifecycle == catalog.Planned:
		return Pinned, "is only planned"
	case !p.Automatic:
		return Pinned, "is never chosen without a pin"
	case p.Evidence.Rank() > k.set.Evidence.Rank():
		return Pinned, "rests on " + string(p.Evidence) + " evidence, which the settings do not allow"
	case p.Lifecycle == catalog.Retired && !k.set.AllowRetired:
		return Retired, "is retired"
	}
	return Sold, ""
}

// decide works out what an offer's ways do: the shortest that do the length, or
// the longest.
func (o *Offer) decide(length units.Length) {
	o.Asked = length
	slices.SortStableFunc(o.Ways, func(x, y Way) int { return cmp.Or(cmp.Compare(x.Span, y.Span), cmp.Compare(x.Does, y.Does)) })
	o.Does, o.Parts, o.Sources, o.Limit, o.At = None, nil, nil, 0, 0
	for i := range o.Ways {
		w := &o.Ways[i]
		if w.Does == Sold {
			o.Limit = max(o.Limit, w.Span)
		}
		switch {
		case w.Span >= length && w.Span > 0:
			o.Does = min(o.Does, w.Does)
		case w.Span > 0:
			w.Short = length - w.Span
		}
	}
	if !published(o.Ways) { // there is something, how far it goes nobody says
		for i := range o.Ways {
			o.take(&o.Ways[i])
		}
		return
	}
	for i := range o.Ways {
		w := &o.Ways[i]
		if w.Span == 0 || o.Does != None && (w.Does != o.Does || w.Span < length) {
			continue
		}
		longest := length == 0 || o.Does == None
		if o.At == 0 || longest && w.Span > o.At || !longest && w.Span < o.At {
			o.At, o.Parts, o.Sources = w.Span, nil, nil
		}
		if w.Span == o.At {
			o.take(w)
		}
	}
}

// take names the parts of a way and their sources.
func (o *Offer) take(w *Way) {
	for _, p := range w.Parts {
		o.Parts = union(o.Parts, []string{p.ID()})
		o.Sources = union(o.Sources, SourcesOf(p))
	}
}

// SourcesOf are the keys of the sources of a part.
func SourcesOf(p catalog.Part) []string {
	if p.Product != nil {
		return p.Product.Sources
	}
	return p.Spec.Sources
}

// Best is the way an offer stands for: the shortest that does what was asked, of
// as short ones the first; nil where none does.
func (o *Offer) Best() *Way {
	for i := range o.Ways {
		if w := &o.Ways[i]; o.Does != None && w.Does == o.Does && w.Span > 0 && w.Span >= o.Asked && (o.Asked > 0 || w.Span == o.At) {
			return w
		}
	}
	return nil
}

// WhyNot is why a way is not taken: too short for the length asked, or never
// chosen; empty where it is.
func (w *Way) WhyNot() string {
	switch {
	case w.Short == 0:
		return w.Why
	case w.Why == "":
		return w.Short.Metres() + " too short"
	}
	return w.Short.Metres() + " too short; " + w.Why
}

// IDs are the parts of a way: "MMA4Z00-NS + MMA4Z00-NS400 + MFP7E10-N003".
func (w *Way) IDs() string {
	var out []string
	for _, p := range w.Parts {
		out = append(out, p.ID())
	}
	return strings.Join(out, " + ")
}
