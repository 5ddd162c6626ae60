package ui

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/csvtext"
	"lengthwise/internal/plan"
	"lengthwise/web/templates"
)

func (u *UI) whatIfRoutes(r chi.Router) {
	r.Get("/what-if", u.page(u.whatIf))
	r.Get("/what-if/changes.csv", u.page(u.whatIfCSV))
	r.Get("/what-if/keep", func(w http.ResponseWriter, r *http.Request) { to(planURL(chi.URLParam(r, "id"))+"/what-if")(w, r) })
	r.Post("/what-if/keep", u.page(u.keepWhatIf))
}

// againstKey holds another supposition in an address, as a query of its own.
const againstKey = "against"

// whatIf is a form of what may be supposed of a plan and, where something is,
// what comes of it beside what comes of the plan. All of it stands in the
// address.
func (u *UI) whatIf(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	s, against := suppose(o, q), supposeAgainst(o, q)
	if q.Has("form") { // everything the form has: only what is otherwise stays in the address
		return redirect(w, r, whatIfAt(o, s.values, against.values))
	}
	p := u.whatIfPage(o, s, against)
	status := http.StatusOK
	switch {
	case len(s.faults) > 0:
		status = http.StatusBadRequest
	case len(s.edits) > 0:
		c, err := u.plans.WhatIf(r.Context(), caller(r), o.plan.ID, o.revision.Number, s.edits, against.edits)
		if err != nil {
			return err
		}
		if err := u.answer(&p, o, s, against, &c, q); err != nil {
			return err
		}
	}
	f, h := u.planFrame(r, o, "what-if", "What if")
	full := templates.WhatIf(f, h, p)
	if partial(r) && p.Answered {
		full = templates.ChangedLinks(p.Links)
	}
	return write(r.Context(), w, status, full)
}

// supposeAgainst is the other supposition of an address; empty: the plan as it
// is.
func supposeAgainst(o *opened, q url.Values) *supposition {
	values, err := url.ParseQuery(clipTo(q.Get(againstKey), maxAgainst))
	if err != nil {
		values = nil
	}
	s := suppose(o, values)
	if len(s.faults) > 0 { // nothing to compare with
		return suppose(o, nil)
	}
	return s
}

// maxAgainst is how long the query of the other supposition may be.
const maxAgainst = 4000

// whatIfAt is the address of a supposition.
func whatIfAt(o *opened, values, against url.Values) string {
	q := url.Values{}
	for key, v := range values {
		q[key] = v
	}
	if len(against) > 0 {
		q.Set(againstKey, against.Encode())
	}
	return o.to("what-if", flat(q)...)
}

// flat are the pairs of a query, in the order of its address.
func flat(q url.Values) []string {
	var out []string
	for _, x := range hidden(q) {
		out = append(out, x.Value, x.Text)
	}
	return out
}

// whatIfPage is the form and what leads on from it.
func (u *UI) whatIfPage(o *opened, s, against *supposition) templates.WhatIfPage {
	p := templates.WhatIfPage{
		Action: o.url + "/what-if", Revision: o.revision.Number, Older: o.older, Groups: s.inputs(o), Media: s.ranks(o), MediaWrong: s.faults["media"], PinWrong: s.faults["pin"],
		Asked: s.said, Against: against.said, Faults: len(s.faults), Discard: whatIfAt(o, nil, nil), Starts: starts(o),
	}
	if o.older {
		p.Hidden = append(p.Hidden, templates.Option{Value: "rev", Text: strconv.Itoa(o.revision.Number)})
	}
	if len(against.values) > 0 {
		p.Hidden = append(p.Hidden, templates.Option{Value: againstKey, Text: against.values.Encode()})
		p.Alone = whatIfAt(o, s.values, nil)
		p.Swap = whatIfAt(o, against.values, s.values)
	} else if len(s.edits) > 0 && len(s.faults) == 0 {
		p.SetAside = whatIfAt(o, s.values, s.values)
	}
	speed, medium, _ := strings.Cut(s.values.Get("pin"), ":")
	p.PinSpeeds, p.PinMedia = []templates.Option{{Text: "none"}}, []templates.Option{{Text: "none"}}
	for _, x := range o.checked.Speeds() {
		p.PinSpeeds = append(p.PinSpeeds, templates.Option{Value: x, Text: strings.ToUpper(x), Chosen: x == speed})
	}
	for _, m := range plan.Media {
		p.PinMedia = append(p.PinMedia, templates.Option{Value: string(m), Text: mediumWord[string(m)], Chosen: string(m) == medium})
	}
	p.Fabrics = s.fabrics(o)
	return p
}

// maxFabricInputs is how many fabrics the form lets run at another speed.
const maxFabricInputs = 20

// fabrics are the speeds of the plan's fabrics.
func (s *supposition) fabrics(o *opened) []templates.SettingInput {
	var out []templates.SettingInput
	for _, f := range o.checked.Document.Fabrics[:min(len(o.checked.Document.Fabrics), maxFabricInputs)] {
		key := "fabric." + f.Name
		in := templates.SettingInput{Key: key, Label: f.Name, Now: f.Speed, NowText: f.Speed, Value: f.Speed, Changed: s.values.Has(key), Wrong: s.faults[key]}
		if in.Changed {
			in.Value = s.values.Get(key)
		}
		for _, rate := range rates(o, in.Value) {
			in.Options = append(in.Options, templates.Option{Value: rate, Text: rate, Chosen: rate == in.Value})
		}
		out = append(out, in)
	}
	return out
}

// rates are the speeds of the catalog, and one more where it is none of them.
func rates(o *opened, more string) []string {
	var out []string
	for _, s := range o.checked.Catalog.Speeds {
		if !slices.Contains(out, s.Rate) {
			out = append(out, s.Rate)
		}
	}
	if !slices.Contains(out, more) {
		out = append(out, more)
	}
	return out
}

// starts are suppositions of one click.
func starts(o *opened) []templates.Option {
	var out []templates.Option
	set := o.checked.Document.Settings.Effective()
	add := func(text string, pairs ...string) {
		q := url.Values{}
		for i := 0; i+1 < len(pairs); i += 2 {
			q.Set(pairs[i], pairs[i+1])
		}
		out = append(out, templates.Option{Value: whatIfAt(o, q, nil), Text: text})
	}
	for _, m := range []plan.Medium{plan.ACC, plan.AOC} {
		rest := slices.DeleteFunc(slices.Clone(set.Media), func(x plan.Medium) bool { return x == m })
		if len(rest) < len(set.Media) && len(rest) > 0 {
			add("Without "+mediumWord[string(m)], "media", mediaText(rest))
		}
	}
	for _, speed := range o.checked.Speeds() {
		if gen := o.generationOf(speed); gen != "" && slices.Contains(set.Media, plan.Optical) {
			add("All "+strings.ToUpper(speed)+" links optical", "pin", speed+":"+string(plan.Optical))
		}
	}
	for _, c := range o.checked.Catalog.Currencies() {
		if c != set.Currency {
			add("Prices in "+c, "currency", c)
		}
	}
	if !set.Cheapest && len(o.checked.Catalog.Currencies()) > 0 {
		add("The cheapest that works", "choose", "cheapest")
	}
	if !set.AllowRetired {
		add("Retired parts allowed", "allow_retired", "true")
	}
	add("Twice the slack of copper", "slack.copper.percent", decimalText(min(2*set.Copper.Percent, plan.MaxPercent), 2), "slack.copper.per_end", min(2*set.Copper.PerEnd, plan.MaxAllowance).Text())
	return out
}

// generationOf is the InfiniBand generation of links of a speed, empty for
// others.
func (o *opened) generationOf(speed string) string {
	for i := range o.result.Links {
		if l := &o.result.Links[i]; l.Speed == speed && l.Generation != "ethernet" {
			return l.Generation
		}
	}
	return ""
}

// answer fills in what comes of a supposition.
func (u *UI) answer(p *templates.WhatIfPage, o *opened, s, against *supposition, c *app.Comparison, q url.Values) error {
	p.Answered, p.Same = true, c.Same
	p.Before, p.After = "Revision "+strconv.Itoa(o.revision.Number), "What if"
	p.Mark, p.Verdict = previewed(c)
	if len(against.values) > 0 {
		p.Before, p.After = "A", "B"
		p.Mark, p.Verdict = besides(c)
	}
	p.Sides, p.Products, p.Changes = sides(*c), u.productDeltas(c), changeLists(*c)
	p.New, p.Gone = u.causesOf(o, weighty(c.FindingsNew), nil), u.causesOf(o, weighty(c.FindingsGone), nil)
	kept := url.Values{}
	for key, v := range s.values {
		kept[key] = v
	}
	if len(against.values) > 0 {
		kept.Set(againstKey, against.values.Encode())
	}
	if o.older {
		kept.Set("rev", strconv.Itoa(o.revision.Number))
	}
	x := linkComparison{action: o.url + "/what-if", kept: kept, o: o, before: p.Before, aft: p.After}
	if len(against.values) == 0 {
		x.fromRev = o.revision.Number
	}
	var err error
	if p.Links, err = x.changedLinks(c, q); err != nil {
		return err
	}
	p.CSV = o.url + "/what-if/changes.csv?" + kept.Encode()
	p.Keep, p.KeepQuery, p.Base = o.url+"/what-if/keep", s.values.Encode(), o.revision.Number
	p.Message = clipTo("what if: "+strings.Join(s.said, ", "), maxMessage)
	return nil
}

// weighty are the causes that are more than information.
func weighty(groups []app.FindingGroup) []app.FindingGroup {
	return slices.DeleteFunc(slices.Clone(groups), func(g app.FindingGroup) bool { return g.Severity == plan.Info })
}

// maxMessage is how long the message proposed for a kept supposition may be.
const maxMessage = 400

// besides says how the second of two suppositions differs from the first.
func besides(c *app.Comparison) (templates.Mark, string) {
	mark, said := previewed(c)
	for _, x := range [][2]string{
		{"This changes nothing", "A and B come to the same"}, {"The plan would no longer be OK", "A is OK, B is not"}, {"The plan would become OK", "A is not OK, B is"},
		{"The plan is not OK before and after", "Neither A nor B is OK"}, {"The plan stays OK", "Both A and B are OK"},
	} {
		if rest, ok := strings.CutPrefix(said, x[0]); ok {
			if rest != "." {
				rest = strings.Replace(rest, ":", "; from A to B:", 1)
			}
			return mark, x[1] + rest
		}
	}
	return mark, said
}

// whatIfCSV is all that a supposition changes as a table.
func (u *UI) whatIfCSV(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	s, against := suppose(o, r.URL.Query()), supposeAgainst(o, r.URL.Query())
	if len(s.faults) > 0 || len(s.edits) == 0 {
		return badRequest("nothing that can be is supposed; fill in the form of what if first")
	}
	c, err := u.plans.WhatIf(r.Context(), caller(r), o.plan.ID, o.revision.Number, s.edits, against.edits)
	if err != nil {
		return err
	}
	return changesCSV(w, &c, "what-if.csv")
}

// changesCSV answers a comparison as a file.
func changesCSV(w http.ResponseWriter, c *app.Comparison, name string) error {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	_ = c.WriteCSV(w, csvtext.Options{}) // the client is gone; nobody is left to tell
	return nil
}

// keepWhatIf saves a supposition as a revision.
func (u *UI) keepWhatIf(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return err
	}
	base, err := whole("base", r.PostForm.Get("base"), maxRevision)
	if err != nil {
		return err
	}
	values, err := url.ParseQuery(r.PostForm.Get("suppose"))
	if err != nil {
		return badRequest("what is supposed cannot be read: %s; load the page again", clip(err.Error()))
	}
	q := r.URL.Query()
	q.Set("rev", strconv.Itoa(base))
	r.URL.RawQuery = q.Encode()
	o, err := u.open(r)
	if err != nil {
		return err
	}
	s := suppose(o, values)
	if len(s.faults) > 0 || len(s.edits) == 0 {
		return badRequest("nothing that can be is supposed; fill in the form of what if first")
	}
	r.URL.RawQuery = ""
	return u.propose(w, r, proposal{Edits: s.edits, Message: r.PostForm.Get("message"), Back: planURL(o.plan.ID), Base: base})
}
