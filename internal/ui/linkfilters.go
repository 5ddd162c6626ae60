package ui

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

func (u *UI) filterRoutes(r chi.Router) {
	r.Get("/filters", u.page(u.filters))
	r.Post("/filters", u.page(u.keepFilter))
	r.Get("/filters/{filter}", func(w http.ResponseWriter, r *http.Request) { to(planURL(chi.URLParam(r, "id"))+"/filters")(w, r) })
	r.Post("/filters/{filter}", u.page(u.changeFilter))
}

// A keptFilter is what was typed to keep a filter and was refused.
type keptFilter struct {
	name     string
	allPlans bool
	wrong    []string
}

// saved puts the filters people kept beside a view, and the form that keeps it.
// A part of the page needs only what the form keeps.
func (v *linksView) saved(r *http.Request, p *templates.LinksView, typed keptFilter) error {
	kept := v.asked.Encode()
	p.Saved = templates.SavedFilters{
		Action: v.o.url + "/filters", Back: v.o.url + "/links", Query: kept, EditURL: v.o.url + "/filters",
		Name: typed.name, AllPlans: typed.allPlans, Wrong: typed.wrong,
	}
	if partial(r) {
		return nil
	}
	list, err := v.u.plans.Filters(r.Context(), caller(r), v.o.plan.ID)
	if errors.Is(err, app.ErrUnavailable) {
		return nil // the links are there all the same
	}
	if err != nil {
		return err
	}
	now := v.filterView()
	for _, f := range list {
		t := templates.Tab{Text: f.Name, URL: v.o.to("links", viewPairs(f.View)...), Current: f.View.Same(now)}
		if f.PlanID == "" {
			t.Count = "all plans"
		}
		p.Saved.List = append(p.Saved.List, t)
	}
	return nil
}

// filterView is the view as a filter keeps it.
func (v *linksView) filterView() app.FilterView { return filterView(v.asked, v.query, v.by) }

// filterView is what a filter keeps of an address.
func filterView(asked url.Values, q app.LinkQuery, by string) app.FilterView {
	q.Limit, q.After = 0, ""
	x := app.FilterView{Links: q, By: by}
	if text := asked.Get(columnsKey); text != "" {
		x.Columns = strings.Split(text, ",")
	}
	return x
}

// viewPairs are the keys and values of an address that shows a kept filter.
func viewPairs(x app.FilterView) []string {
	q := x.Links
	pairs := []string{"by", x.By, columnsKey, strings.Join(x.Columns, ","), "sort", q.Sort}
	if q.Desc {
		pairs = append(pairs, "desc", "1")
	}
	for _, f := range linkFields {
		if f.of != nil {
			pairs = append(pairs, f.key, *f.of(&q))
		}
	}
	for _, l := range []struct {
		key string
		mm  int64
	}{{"min", q.MinMM}, {"max", q.MaxMM}, {"length", q.Length}} {
		if l.mm > 0 {
			pairs = append(pairs, l.key, units.MM(l.mm).Metres())
		}
	}
	return pairs
}

// keepFilter keeps the filter of the page it was sent from.
func (u *UI) keepFilter(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return err
	}
	o, err := u.open(r)
	if err != nil {
		return err
	}
	asked, err := url.ParseQuery(r.PostForm.Get("query"))
	if err != nil {
		return badRequest("the filter of the form cannot be read; load the page again")
	}
	v, err := u.linksView(o, asked)
	if err != nil {
		return err
	}
	typed := keptFilter{name: r.PostForm.Get("name"), allPlans: r.PostForm.Get("all_plans") == "1"}
	_, err = u.plans.KeepFilter(r.Context(), caller(r), o.plan.ID, app.NewFilter{Name: typed.name, AllPlans: typed.allPlans, View: v.filterView()})
	invalid := (*app.Invalid)(nil)
	switch {
	case err == nil:
		return redirect(w, r, v.with())
	case !errors.As(err, &invalid):
		return err
	}
	for _, p := range invalid.Problems.List {
		typed.wrong = append(typed.wrong, sentence(p.Message))
	}
	page, err := v.page()
	if err != nil {
		return err
	}
	if err := v.saved(r, &page, typed); err != nil {
		return err
	}
	f, h := u.planFrame(r, o, "links", "Links")
	return write(r.Context(), w, http.StatusBadRequest, templates.LinksTable(f, h, page))
}

// filters lists the kept filters, to be renamed and removed.
func (u *UI) filters(w http.ResponseWriter, r *http.Request) error {
	return u.showFilters(w, r, http.StatusOK, "", "", "")
}

// showFilters lists them; where a name was refused with what is wrong, the filter
// it is of is shown with what was typed.
func (u *UI) showFilters(w http.ResponseWriter, r *http.Request, status int, wrong, filter, typed string) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	list, err := u.plans.Filters(r.Context(), caller(r), o.plan.ID)
	if err != nil {
		return err
	}
	p := templates.FiltersPage{LinksURL: o.to("links"), Wrong: wrong}
	for i, f := range list {
		row := templates.FilterRow{
			ID: strconv.Itoa(i), Name: f.Name, Typed: f.Name, URL: o.to("links", viewPairs(f.View)...), For: "this plan", Says: saysView(f.View),
			Saved: moment(f.Changed) + " by " + f.Author, Action: o.url + "/filters/" + url.PathEscape(f.ID),
		}
		if f.PlanID == "" {
			row.For = "all plans"
		}
		if row.Wrong = wrong != "" && f.ID == filter; row.Wrong {
			row.Typed = typed
		}
		p.Rows = append(p.Rows, row)
	}
	f, h := u.planFrame(r, o, "links", "Saved filters", templates.Crumb{Text: "Links", URL: o.to("links")}, templates.Crumb{Text: "Saved filters"})
	return write(r.Context(), w, status, templates.Filters(f, h, p))
}

// saysView is a kept filter in words.
func saysView(x app.FilterView) string {
	var out []string
	pairs := viewPairs(x)
	for _, f := range linkFields {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == f.key && pairs[i+1] != "" {
				out = append(out, f.says+" "+pairs[i+1])
			}
		}
	}
	if x.By != "" {
		out = append(out, "grouped by "+groupingWord[x.By])
	}
	if x.Links.Sort != "" {
		out = append(out, "sorted by "+x.Links.Sort)
	}
	if len(out) == 0 {
		return "all links"
	}
	return strings.Join(out, ", ")
}

// changeFilter renames a kept filter or takes it away.
func (u *UI) changeFilter(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return err
	}
	id, filter := chi.URLParam(r, "id"), chi.URLParam(r, "filter")
	var err error
	switch do := r.PostForm.Get("do"); do {
	case "rename":
		_, err = u.plans.RenameFilter(r.Context(), caller(r), id, filter, r.PostForm.Get("name"))
	case "remove":
		err = u.plans.RemoveFilter(r.Context(), caller(r), id, filter)
	default:
		return badRequest("do %q is neither rename nor remove", clip(do))
	}
	if invalid := (*app.Invalid)(nil); errors.As(err, &invalid) {
		return u.showFilters(w, r, http.StatusBadRequest, sentence(invalid.Problems.List[0].Message), filter, r.PostForm.Get("name"))
	}
	if err != nil {
		return err
	}
	return redirect(w, r, planURL(id)+"/filters")
}
