package ui

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// shownParts is how many part numbers a cell names before it says how many more.
const shownParts = 3

// reach answers what does a length at a speed, or what fits between two ends.
func (u *UI) reach(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	q := app.ReachQuery{
		Speed: strings.ToLower(asked.Get("speed")), Medium: plan.Medium(asked.Get("medium")),
		From: strings.TrimSpace(asked.Get("from")), To: strings.TrimSpace(asked.Get("to")), Currency: asked.Get("currency"),
	}
	now := u.plans.Current(r.Context())
	p := templates.ReachPage{Form: u.reachForm(now, q, asked.Get("length")), Asked: q.Speed != "" || q.From != "" && q.To != ""}
	lonely := !p.Asked && (q.From != "" || q.To != "" || asked.Get("length") != "")
	status := http.StatusOK
	if p.Asked || lonely {
		var err error
		if q.Length, err = lengthOf("length", asked.Get("length")); err == nil {
			err = answerReach(now, &p, q)
		}
		var invalid *app.Invalid
		if known := (*failure)(nil); errors.As(err, &known) || errors.As(err, &invalid) || errors.Is(err, app.ErrNotFound) {
			p.Asked, p.Problem = false, sentence(err.Error())
			status = explain(err).Status
		} else if err != nil {
			return err
		}
	}
	page := templates.Reach(u.frame(r, "reach", "Does it reach?"), p)
	if partial(r) {
		page = templates.ReachAnswer(p)
	}
	return write(r.Context(), w, status, page)
}

// lengthOf reads a length of a form; empty is 0.
func lengthOf(field, text string) (units.Length, error) {
	if strings.TrimSpace(text) == "" {
		return 0, nil
	}
	l, err := units.ParseLength(text)
	if err != nil {
		return 0, badRequest("%s: %s", field, err)
	}
	if l <= 0 {
		return 0, badRequest("%s %q is not above 0; write for example 3 m", field, clip(text))
	}
	return l, nil
}

// A reachOffer is what every form of the reach checker proposes: the same for
// one catalog.
type reachOffer struct {
	revision string
	ends     []string
	rates    []templates.Option // none chosen
}

// reachOffer is what the form proposes under a catalog, worked out once for it.
func (u *UI) reachOffer(now *app.App) *reachOffer {
	if known := u.reachForms.Load(); known != nil && known.revision == now.CatalogRevision() {
		return known
	}
	cat := now.Catalog()
	made := &reachOffer{revision: now.CatalogRevision()}
	for _, t := range cat.Types {
		made.ends = append(made.ends, t.Slug)
	}
	for _, f := range cat.Forms {
		made.ends = append(made.ends, f.Name)
	}
	for _, s := range cat.Speeds {
		if slices.ContainsFunc(made.rates, func(o templates.Option) bool { return o.Value == s.Rate }) {
			continue
		}
		text := s.Label
		if s.Protocol == catalog.Ethernet {
			text = fmt.Sprintf("%d GbE", s.Gbps)
		}
		made.rates = append(made.rates, templates.Option{Value: s.Rate, Text: text})
	}
	u.reachForms.Store(made)
	return made
}

// reachForm is the form with what was asked in it. Without a question NDR is
// chosen.
func (u *UI) reachForm(now *app.App, q app.ReachQuery, length string) templates.ReachForm {
	known := u.reachOffer(now)
	f := templates.ReachForm{
		Length: clip(length), From: clip(q.From), To: clip(q.To), Ends: known.ends,
		Media:  []templates.Option{{Text: "any", Chosen: q.Medium == ""}},
		Speeds: []templates.Option{{Text: "all that both ends do"}},
	}
	chosen := q.Speed
	if q == (app.ReachQuery{}) {
		chosen = "ndr"
	}
	for _, o := range known.rates {
		o.Chosen = o.Value == chosen
		f.Speeds = append(f.Speeds, o)
	}
	for _, m := range plan.Media {
		f.Media = append(f.Media, templates.Option{Value: string(m), Text: mediumWord[string(m)], Chosen: m == q.Medium})
	}
	for _, c := range now.Catalog().Currencies() {
		f.Currencies = append(f.Currencies, templates.Option{Value: c, Text: c, Chosen: c == q.Currency})
	}
	return f
}

// answerReach asks and puts the answer into the page.
func answerReach(now *app.App, p *templates.ReachPage, q app.ReachQuery) error {
	if q.Medium != "" && !slices.Contains(plan.Media, q.Medium) {
		return badRequest("medium %q is not one of dac, acc, aec, aoc, optical, twisted-pair", clip(string(q.Medium)))
	}
	answer, err := now.Reach(q)
	if err != nil {
		return err
	}
	var cited []string
	cite := func(keys []string) {
		for _, key := range keys {
			if !slices.Contains(cited, key) {
				cited = append(cited, key)
			}
		}
	}
	decimals := columnOf()
	for _, o := range answer.Offers {
		decimals = max(decimals, columnOf(o.Limit, o.At))
	}
	p.Currency = answer.Currency
	for i := range answer.Offers {
		o := &answer.Offers[i]
		cite(o.Sources)
		p.Offers = append(p.Offers, offerRow(now, q, *o, decimals))
		if q.From != "" && q.To != "" {
			p.Ways = append(p.Ways, wayRows(o)...)
		}
	}
	for _, n := range answer.Notes {
		cite(n.Sources)
		p.Notes = append(p.Notes, templates.ReachNote{Text: sentence(n.Text), Sources: sourceRows(now.Sources(n.Sources))})
	}
	at := reachAt(q, answer)
	switch {
	case len(answer.Offers) == 0:
		p.Mark, p.Verdict = "error", "The catalog has nothing "+at+" like that."
	case q.Length == 0:
		p.Mark, p.Verdict = "info", "How far each medium goes "+at+"."
	case len(answer.Doing()) > 0:
		p.Mark, p.Verdict = "ok", fmt.Sprintf("Yes: %s %s; between which plugs, see below.", q.Length.Metres(), doing(q, answer.Doing()))
	default:
		p.Mark, p.Verdict = "error", fmt.Sprintf("No: nothing that is still sold and chosen automatically does %s %s.", q.Length.Metres(), at)
	}
	p.Sources = sourceRows(now.Sources(cited))
	return nil
}

// doing is "at NDR by DAC and optical; at NDR200 by optical".
func doing(q app.ReachQuery, does []app.Doing) string {
	at := make([]string, len(does))
	for i, d := range does {
		var rates, media []string
		for _, rate := range d.Rates {
			rates = append(rates, rateWord(cmp.Or(q.Speed, rate)))
		}
		for _, m := range d.Media {
			media = append(media, mediumWord[string(m)])
		}
		at[i] = "at " + listed(rates) + " by " + listed(media)
	}
	return strings.Join(at, "; ")
}

// reachAt is "at NDR", or the speeds two ends do together.
func reachAt(q app.ReachQuery, a *app.ReachAnswer) string {
	if q.Speed != "" {
		return "at " + rateWord(q.Speed)
	}
	var names []string
	for _, s := range a.Speeds {
		if name := rateWord(s.Rate); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "between " + clip(q.From) + " and " + clip(q.To)
	}
	return "at " + listed(names)
}

func rateWord(rate string) string {
	if gbps, ok := strings.CutSuffix(rate, "gbe"); ok {
		return gbps + " GbE"
	}
	return strings.ToUpper(rate)
}

// listed is "a, b and c".
func listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

func offerRow(now *app.App, q app.ReachQuery, o app.Offer, decimals column) templates.OfferRow {
	row := templates.OfferRow{Medium: mediumWord[string(o.Medium)], Joins: joined(o), Limit: "–", Why: because(q, o), Sources: sourceRows(now.Sources(o.Sources))}
	row.Mark, row.Word = offerMark(q, o)
	if o.Speed.Name != q.Speed {
		row.Medium += ", " + o.Speed.Name
	}
	if o.Limit > 0 {
		row.Limit = decimals.of(o.Limit)
	}
	if o.At > 0 {
		row.At = decimals.of(o.At)
	}
	row.Parts, row.More = partLinks(o.Parts)
	if best := o.Best(); best != nil {
		row.Watts, row.Price = wayWatts(best), wayPrice(best)
	}
	return row
}

// partLinks are the first few of part numbers, and how many more there are.
func partLinks(ids []string) (parts []templates.PartLink, more string) {
	for _, id := range ids[:min(len(ids), shownParts)] {
		parts = append(parts, partLink(id))
	}
	if n := len(ids) - shownParts; n > 0 {
		more = "and " + number(n) + " more"
	}
	return parts, more
}

// partLink is a part and its page; of what is made to specification its row.
func partLink(id string) templates.PartLink {
	if rest, ok := strings.CutPrefix(id, "spec:"); ok {
		key, _, _ := strings.Cut(rest, ":")
		return templates.PartLink{Text: id, URL: "/catalog/specifications#" + url.PathEscape(key)}
	}
	return templates.PartLink{Text: id, URL: "/catalog/products/" + url.PathEscape(id)}
}

func offerMark(q app.ReachQuery, o app.Offer) (templates.Mark, string) {
	switch {
	case o.At == 0 && len(o.Parts) > 0:
		return "unknown", "Unknown"
	case o.At == 0:
		return "neutral", "None"
	case q.Length == 0 && o.Does == app.Sold:
		return "ok", "Sold"
	case o.Does == app.Sold:
		return "ok", "Yes"
	case o.Does == app.Retired:
		return "warning", "Retired"
	case o.Does == app.Pinned:
		return "warning", "By pin"
	case o.Does == app.Forbidden:
		return "warning", "Forbidden"
	}
	return "error", "No"
}

// joined is what an offer lies between: two plugs, or modules on a fibre.
func joined(o app.Offer) string {
	switch {
	case o.Optics != nil:
		return "modules on " + strings.ToUpper(o.Grade)
	case o.A == nil || o.B == nil:
		return ""
	case o.Shape == "1:1":
		return o.A.Name + " to " + o.B.Name
	}
	return o.A.Name + " to " + strings.TrimPrefix(o.Shape, "1:") + " × " + o.B.Name
}

// because is the reason for the verdict of an offer.
func because(q app.ReachQuery, o app.Offer) string {
	var why []string
	if o.Optics != nil {
		why = append(why, o.Optics.Label)
	}
	switch {
	case o.At == 0 && len(o.Parts) > 0:
		why = append(why, "how far it goes is not published")
	case o.At == 0:
	case o.Does == app.Retired:
		why = append(why, "retired: needs settings.allow_retired")
	case o.Does == app.Pinned:
		why = append(why, "has to be pinned by number")
	case o.Does == app.Forbidden:
		why = append(why, "forbidden by the site")
	case o.Does == app.None && q.Length > 0:
		why = append(why, (q.Length-o.At).Metres()+" too short")
	}
	if o.Note != "" {
		why = append(why, o.Note)
	}
	return strings.Join(why, "; ")
}

func sourceRows(all []*catalog.Source) []templates.SourceRow {
	var out []templates.SourceRow
	for _, s := range all {
		out = append(out, templates.SourceRow{
			Key: s.Key, URL: "/catalog/sources#" + url.PathEscape(s.Key), Title: s.Label(), Publisher: s.Publisher, Address: s.Address,
			Read: s.DateRead, Kind: s.Kind,
		})
	}
	return out
}
