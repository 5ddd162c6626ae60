package ui

import (
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

// reach answers what does a length at a speed.
func (u *UI) reach(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	q := app.ReachQuery{
		Speed: strings.ToLower(asked.Get("speed")), Medium: plan.Medium(asked.Get("medium")),
		From: strings.TrimSpace(asked.Get("from")), To: strings.TrimSpace(asked.Get("to")),
	}
	p := templates.ReachPage{Form: u.reachForm(q, asked.Get("length")), From: q.From, To: q.To, Ends: u.ends(), Asked: q.Speed != ""}
	status := http.StatusOK
	if p.Asked {
		var err error
		if q.Length, err = lengthOf("length", asked.Get("length")); err == nil {
			err = u.answer(&p, q)
		}
		if known := (*failure)(nil); errors.As(err, &known) || errors.Is(err, app.ErrNotFound) {
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

// reachForm is the form with what was asked in it.
func (u *UI) reachForm(q app.ReachQuery, length string) templates.ReachForm {
	f := templates.ReachForm{Length: clip(length), Media: []templates.Option{{Text: "any", Chosen: q.Medium == ""}}}
	chosen := q.Speed
	if chosen == "" {
		chosen = "ndr"
	}
	var rates []string
	for _, s := range u.plans.App().BuiltIn().Speeds {
		if slices.Contains(rates, s.Rate) {
			continue
		}
		rates = append(rates, s.Rate)
		text := s.Label
		if s.Protocol == catalog.Ethernet {
			text = fmt.Sprintf("%d GbE", s.Gbps)
		}
		f.Speeds = append(f.Speeds, templates.Option{Value: s.Rate, Text: text, Chosen: s.Rate == chosen})
	}
	for _, m := range plan.Media {
		f.Media = append(f.Media, templates.Option{Value: string(m), Text: mediumWord[string(m)], Chosen: m == q.Medium})
	}
	return f
}

// ends are proposals for what a link may be plugged into.
func (u *UI) ends() []string {
	var out []string
	for _, t := range u.plans.App().Types("") {
		out = append(out, t.Slug)
	}
	for _, f := range u.plans.App().BuiltIn().Forms {
		out = append(out, f.Name)
	}
	return out
}

// answer asks and puts the answer into the page.
func (u *UI) answer(p *templates.ReachPage, q app.ReachQuery) error {
	if q.Medium != "" && !slices.Contains(plan.Media, q.Medium) {
		return badRequest("medium %q is not one of dac, acc, aec, aoc, optical, twisted-pair", clip(string(q.Medium)))
	}
	answer, err := u.plans.App().Reach(q)
	if err != nil {
		return err
	}
	offers := answer.Offers
	var does, cited []string
	decimals := columnOf()
	for _, o := range offers {
		decimals = max(decimals, columnOf(o.Limit, o.At))
	}
	for _, o := range offers {
		if o.Does == app.Sold && !slices.Contains(does, mediumWord[string(o.Medium)]) {
			does = append(does, mediumWord[string(o.Medium)])
		}
		for _, key := range o.Sources {
			if !slices.Contains(cited, key) {
				cited = append(cited, key)
			}
		}
		p.Offers = append(p.Offers, u.offerRow(q, o, decimals))
	}
	at := rateWord(q.Speed)
	switch {
	case len(offers) == 0:
		p.Mark, p.Verdict = "error", "The catalog has nothing for "+at+" like that."
	case q.Length == 0:
		p.Mark, p.Verdict = "info", "How far each medium goes at "+at+"."
	case len(does) > 0:
		p.Mark, p.Verdict = "ok", fmt.Sprintf("Yes: %s at %s by %s; between which plugs, see below.", q.Length.Metres(), at, listed(does))
	default:
		p.Mark, p.Verdict = "error", fmt.Sprintf("No: nothing that is still sold and chosen automatically does %s at %s.", q.Length.Metres(), at)
	}
	p.Sources = sourceRows(u.plans.App().Sources(cited))
	return nil
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

func (u *UI) offerRow(q app.ReachQuery, o app.Offer, decimals column) templates.OfferRow {
	row := templates.OfferRow{Medium: mediumWord[string(o.Medium)], Joins: joined(o), Limit: "–", Why: because(q, o), Sources: sourceRows(u.plans.App().Sources(o.Sources))}
	row.Mark, row.Word = offerMark(q, o)
	if o.Speed.Name != o.Speed.Rate {
		row.Medium += ", " + o.Speed.Name
	}
	if o.Limit > 0 {
		row.Limit = decimals.of(o.Limit)
	}
	if o.At > 0 {
		row.At = decimals.of(o.At)
	}
	row.Parts, row.More = partLinks(o.Parts)
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
