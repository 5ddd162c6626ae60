package ui

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
	"lengthwise/web/templates"
)

// maxBulkForm is the size of a form that names links: a page of them and its
// filter are within it.
const maxBulkForm = 1 << 20

// A bulkForm is what was filled in to change many links at once.
type bulkForm struct {
	change app.LinkChange
	all    bool // all that match, not those ticked
	ticked []string
}

// bulk is the form that changes the links of a view.
func (v *linksView) bulk(total int, f bulkForm) *templates.LinkBulk {
	b := &templates.LinkBulk{
		Action: v.o.url + "/links/edit", Base: strconv.Itoa(v.o.revision.Number), Query: v.asked.Encode(), TickedOff: v.by != "", WhichAll: f.all,
		Length: f.change.Length, SKU: f.change.SKU, Run: f.change.Run, Color: f.change.Color, Group: f.change.Group, Label: f.change.Label,
		SKUs: v.u.skusOf(v.o.checked.Catalog), Ticked: map[string]bool{},
	}
	switch {
	case total == 1:
		b.All = "The 1 link that matches"
	case len(v.chips()) == 0:
		b.All = "All " + counted(total, "link") + " of the plan"
	default:
		b.All = "All " + counted(total, "link") + " that match"
	}
	for _, id := range f.ticked {
		b.Ticked[id] = true
	}
	b.Media = []templates.Option{{Text: "leave as it is", Chosen: f.change.Medium == ""}}
	for _, m := range plan.Media {
		b.Media = append(b.Media, templates.Option{Value: string(m), Text: mediumWord[string(m)], Chosen: string(m) == f.change.Medium})
	}
	for _, x := range [][2]string{{"", "leave as it is"}, {"yes", "yes: nothing is ordered"}, {"no", "no: to be ordered"}} {
		b.Existing = append(b.Existing, templates.Option{Value: x[0], Text: x[1], Chosen: x[0] == f.change.Existing})
	}
	for _, field := range app.TakeOuts {
		chosen := false
		for _, out := range f.change.TakeOut {
			chosen = chosen || out == field
		}
		b.Out = append(b.Out, templates.Option{Value: field, Text: takeOutWord[field], Chosen: chosen})
	}
	b.Words = "A pin takes the place of what was pinned before. A label may hold {" + strings.Join(app.LabelWords, "}, {") + "}; {n} counts the links, {n:3} with zeros before."
	return b
}

// takeOutWord is what can be taken out.
var takeOutWord = map[string]string{
	"cable": "the pin", "run": "the measured run", "existing": "what is there already", "color": "the colour", "group": "the group", "label": "the label",
}

// skuList are the parts a form completes to, of one catalog.
type skuList struct {
	catalog *catalog.Catalog
	options []templates.Option
}

// skusOf are the parts that can be pinned as the cable of a link.
func (u *UI) skusOf(cat *catalog.Catalog) []templates.Option {
	if kept := u.pinnable.Load(); kept != nil && kept.catalog == cat {
		return kept.options
	}
	list := &skuList{catalog: cat}
	for _, p := range cat.Products {
		if p.Medium != catalog.Transceiver {
			list.options = append(list.options, templates.Option{Value: p.SKU, Text: strings.TrimSpace(mediumWord[string(p.Medium)] + " " + p.Length.Metres())})
		}
	}
	u.pinnable.Store(list)
	return list.options
}

// editLinks changes many links at once: those ticked, or all that match.
func (u *UI) editLinks(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxBulkForm); err != nil {
		return err
	}
	base, err := whole("base", r.PostForm.Get("base"), maxRevision)
	if err != nil {
		return err
	}
	form := bulkForm{all: r.PostForm.Get("which") == "all", ticked: r.PostForm["link"], change: app.LinkChange{
		Medium: r.PostForm.Get("set_medium"), SKU: r.PostForm.Get("set_sku"), Length: r.PostForm.Get("set_length"), Run: r.PostForm.Get("set_run"),
		Existing: r.PostForm.Get("set_existing"), Color: r.PostForm.Get("set_color"), Group: r.PostForm.Get("set_group"), Label: r.PostForm.Get("set_label"),
		TakeOut: r.PostForm["take_out"],
	}}
	asked, err := url.ParseQuery(r.PostForm.Get("filter"))
	if err != nil {
		return badRequest("the filter of the form cannot be read; load the page again")
	}
	delete(asked, "rev")
	id := chi.URLParam(r, "id")
	checked, _, err := u.plans.Result(r.Context(), caller(r), id, base) // what the form was made of
	if err != nil {
		return err
	}
	query, err := linkQuery(asked)
	if err != nil {
		return err
	}
	edits, n, err := bulkEdits(checked, query, &form)
	back := planURL(id) + "/links"
	if len(asked) > 0 {
		back += "?" + asked.Encode()
	}
	p := proposal{Edits: edits, Message: form.says(n), Back: back, Base: base}
	if err != nil {
		return u.refuseBulk(w, r, &p, asked, form, err)
	}
	return u.propose(w, r, p)
}

// bulkEdits are the edits of a form and how many links they speak of.
func bulkEdits(checked *app.Checked, q app.LinkQuery, form *bulkForm) ([]plan.Edit, int, error) {
	var links []int32
	var err error
	if form.all {
		links, err = checked.AllLinks(q)
	} else {
		links, err = checked.LinksNamed(form.ticked)
	}
	if err != nil {
		return nil, 0, err
	}
	edits, err := checked.LinkEdits(links, form.change)
	return edits, len(links), err
}

// refuseBulk says what is wrong with a form: beside it where htmx asked, else on
// the page with all that was typed and ticked.
func (u *UI) refuseBulk(w http.ResponseWriter, r *http.Request, p *proposal, asked url.Values, form bulkForm, err error) error {
	invalid := (*app.Invalid)(nil)
	if partial(r) || !errors.As(err, &invalid) {
		return u.cannot(w, r, p, err)
	}
	o, err := u.open(r)
	if err != nil {
		return err
	}
	v, err := u.linksView(o, asked)
	if err != nil {
		return err
	}
	page, err := v.page()
	if err != nil {
		return err
	}
	if page.Bulk != nil {
		all, err := o.checked.AllLinks(v.query)
		if err != nil {
			return err
		}
		page.Bulk = v.bulk(len(all), form)
		page.Bulk.Open = true
	}
	page.Problem = &templates.EditView{Verdict: "Nothing was changed; what you typed is still there.", Problems: places(invalid.Problems)}
	if err := v.saved(r, &page, keptFilter{}); err != nil {
		return err
	}
	f, h := u.planFrame(r, o, "links", "Links")
	return write(r.Context(), w, http.StatusBadRequest, templates.LinksTable(f, h, page))
}

// says is the message of the revision a form makes.
func (f *bulkForm) says(links int) string {
	c := &f.change
	var what []string
	var pins []string
	for _, pin := range []string{mediumWord[c.Medium], strings.TrimSpace(c.SKU), strings.TrimSpace(c.Length)} {
		if pin != "" {
			pins = append(pins, pin)
		}
	}
	if len(pins) > 0 {
		what = append(what, strings.Join(pins, " ")+" pinned")
	}
	for _, x := range [][2]string{{"measured run", c.Run}, {"existing", c.Existing}, {"colour", c.Color}, {"group", c.Group}, {"label", c.Label}} {
		if x[1] != "" {
			what = append(what, x[0]+" "+strings.TrimSpace(x[1]))
		}
	}
	for _, out := range c.TakeOut {
		if word := takeOutWord[out]; word != "" {
			what = append(what, word+" taken out")
		}
	}
	return counted(links, "link") + ": " + strings.Join(what, ", ")
}
