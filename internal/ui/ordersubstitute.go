package ui

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/web/templates"
)

// plannedAtOnce is up to how many links of a plan all substitutes are planned
// for one page; of a larger plan one at a time.
const plannedAtOnce = 20_000

// substitute says what could take the place of a product of the order, and what
// each way comes to: ?product= which, ?option= one of the ways alone.
func (u *UI) substitute(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	asked := r.URL.Query()
	product := asked.Get("product")
	all, err := o.checked.Substitutes(product)
	if err != nil {
		return err
	}
	option := asked.Get("option")
	if option != "" && !slices.ContainsFunc(all, func(s app.Substitute) bool { return s.Key == option }) {
		return badRequest("option %q is none of product %s; choose one from the page of the product", clip(option), clip(product))
	}
	p := templates.SubstitutePage{
		Product: partLink(product), Action: o.url + "/order/substitute", Base: o.revision.Number, Back: o.url + "/order", Older: o.older,
		OrderURL: o.to("order"), UsedURL: o.to("cables", "product", product), Priced: o.result.Summary.Cost != nil, Money: o.result.Currency,
		Empty: "Nothing else joins what this product joins.",
	}
	for i := range all {
		s := &all[i]
		p.Links = counted(s.Links, "link")
		at := o.to("order/substitute", "product", product, "option", s.Key)
		if option != "" && s.Key != option || option == "" && len(o.result.Links) > plannedAtOnce {
			p.Rows = append(p.Rows, templates.SubstituteRow{Key: s.Key, Text: s.Text, PlanURL: at})
			continue
		}
		made, err := u.plans.Substituted(r.Context(), caller(r), o.plan.ID, o.revision.Number, *s)
		if err != nil {
			return err
		}
		if !made.Same {
			p.Rows = append(p.Rows, substituteRow(&made))
		}
	}
	f, h := u.planFrame(r, o, "order", "Instead of "+product, templates.Crumb{Text: "Order", URL: o.to("order")}, templates.Crumb{Text: "Instead of " + product})
	return write(r.Context(), w, http.StatusOK, templates.Substitute(f, h, p))
}

// substituteRow is what one way comes to.
func substituteRow(s *app.Substituted) templates.SubstituteRow {
	row := templates.SubstituteRow{Key: s.Key, Text: s.Text, Planned: true, Works: s.Failing <= s.Was, Mark: "ok", Word: "all " + counted(s.Links, "link")}
	if s.Links == 1 {
		row.Word = "1 link"
	}
	switch {
	case s.Failing > 0:
		row.Mark, row.Word = "error", fmt.Sprintf("%s of %s would fail", number(s.Failing), counted(s.Links, "link"))
		if s.Failing == s.Links {
			row.Word = "does not reach: " + row.Word
		}
		row.Why = sentence(s.Why)
	case !s.OK:
		row.Word += "; the plan is not OK for other reasons"
	}
	for _, x := range s.Products {
		text := fmt.Sprintf("%s %s", delta(x.To-x.From), x.Product)
		row.Products = append(row.Products, text)
	}
	const shown = 6
	if n := len(row.Products) - shown; n > 0 {
		row.Products = append(row.Products[:shown], "and "+number(n)+" more")
	}
	if !row.Works {
		row.Power = "–"
		if s.Priced {
			row.Money = "–"
		}
		return row
	}
	switch {
	case !s.Priced:
	case s.Unpriced > 0:
		row.Money, row.MoneyNote = "not known", counted(s.Unpriced, "product")+" without a price"
	default:
		row.Money = orZero(signed(grouped(s.Money.String()), int64(s.Money)))
	}
	row.Power = orZero(signed(grouped(s.Power.Watts()), int64(s.Power)))
	if s.Unrated > 0 {
		row.Power, row.PowerNote = "not known", counted(s.Unrated, "product")+" without watts"
	}
	return row
}

func orZero(text string) string {
	if text == "" {
		return "±0"
	}
	return text
}

// postSubstitute makes a product's links another way: shown first, or at once.
func (u *UI) postSubstitute(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return err
	}
	base, err := whole("base", r.PostForm.Get("base"), maxRevision)
	if err != nil {
		return err
	}
	product, option := r.PostForm.Get("product"), r.PostForm.Get("option")
	id := chi.URLParam(r, "id")
	checked, _, err := u.plans.Result(r.Context(), caller(r), id, base)
	if err != nil {
		return err
	}
	all, err := checked.Substitutes(product)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(all, func(s app.Substitute) bool { return s.Key == option })
	if at < 0 {
		return badRequest("option %q is none of product %s; choose one from the page of the product", clip(option), clip(product))
	}
	return u.propose(w, r, proposal{
		Edits: all[at].Edits, Base: base, Back: planURL(id) + "/order",
		Message: fmt.Sprintf("%s instead of %s, %s", all[at].Text, product, counted(all[at].Links, "link")),
	})
}
