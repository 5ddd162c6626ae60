package ui

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// linksPerPage is how many rows of the table a page has where nothing is said.
const linksPerPage = 200

// linksRoutes adds the pages of links to the router of a plan.
func (u *UI) linksRoutes(r chi.Router) {
	r.Get("/links", u.page(u.links))
	r.Get("/links/edit", func(w http.ResponseWriter, r *http.Request) { to(planURL(chi.URLParam(r, "id"))+"/links")(w, r) })
	r.Post("/links/edit", u.page(u.editLinks))
	r.Get("/links/{link}", u.page(u.link))
	u.filterRoutes(r)
}

// A linksView is the list of links as it is asked for.
type linksView struct {
	view
	u      *UI
	glance *glance
	query  app.LinkQuery
	shown  []*linkColumn
	custom bool // other columns than at first
	by     string
}

// links is the table of links: filtered, sorted, a page at a time, or grouped.
func (u *UI) links(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	v, err := u.linksView(o, r.URL.Query())
	if err != nil {
		return err
	}
	p, err := v.page()
	if err != nil {
		return err
	}
	if err := v.saved(r, &p, keptFilter{}); err != nil {
		return err
	}
	f, h := u.planFrame(r, o, "links", "Links")
	if partial(r) {
		w.Header().Set("Hx-Push-Url", v.with())
	}
	return u.show(w, r, templates.LinksTable(f, h, p), templates.LinksTableList(p))
}

// linksView reads what is asked for; what says nothing is left out of the
// addresses of the view.
func (u *UI) linksView(o *opened, asked url.Values) (*linksView, error) {
	v := &linksView{view: view{o: o, name: "links", asked: url.Values{}}, u: u, glance: u.glances.of(o), by: asked.Get("by")}
	for key, values := range asked {
		if key != columnKey && key != doneKey && values[0] != "" {
			v.asked.Set(key, values[0])
		}
	}
	var err error
	if v.shown, v.custom, err = askedColumns(asked); err != nil {
		return nil, err
	}
	if v.asked.Del(columnsKey); v.custom {
		v.asked.Set(columnsKey, strings.Join(append([]string{"status"}, columnsOf(v.shown)...), ","))
	}
	if v.query, err = linkQuery(v.asked); err != nil {
		return nil, err
	}
	if v.query.Limit, err = whole("limit", v.asked.Get("limit"), app.MaxPage); err != nil {
		return nil, err
	}
	if v.query.Limit == 0 {
		v.query.Limit = linksPerPage
	}
	v.query.After = v.asked.Get("after")
	return v, nil
}

func columnsOf(shown []*linkColumn) []string {
	keys := make([]string, len(shown))
	for i, c := range shown {
		keys[i] = c.key
	}
	return keys
}

// page is the page of a view.
func (v *linksView) page() (templates.LinksView, error) {
	p := templates.LinksView{
		Action: v.o.url + "/links", Filter: v.fields(), Kept: v.kept(), Chips: v.chips(), Choice: v.choice(),
		Exports: []templates.Download{{Name: "links.csv", URL: v.export()}, {Name: "cables.csv", URL: v.o.to("export/cables.csv")}},
	}
	if v.custom {
		p.Reset = v.with(columnsKey, "", "after", "")
	}
	var total int
	var err error
	if v.by != "" {
		total, err = v.groups(&p)
	} else {
		total, err = v.rows(&p)
	}
	if err != nil {
		return p, err
	}
	if !v.o.older && v.o.plan.Deleted.IsZero() && total > 0 {
		p.Bulk = v.bulk(total, bulkForm{})
	}
	return p, nil
}

// rows are the rows of the table and its columns.
func (v *linksView) rows(p *templates.LinksView) (int, error) {
	page, err := v.o.checked.Links(v.query)
	if err != nil {
		return 0, err
	}
	p.Pager = pager(len(page.Links), page.Total, "link", page.Prev, page.Next, v.after)
	p.Empty = noLinks(page.Total, len(p.Chips))
	if p.Way = (templates.Door{Text: "Show all", URL: v.o.to("links")}); len(p.Chips) == 0 {
		p.Way = templates.Door{Text: "Write some in the document", URL: v.o.to("document")}
	}
	if page.Total > len(page.Links) && v.asked.Get("limit") == "" {
		p.Pager.All = []templates.Option{{Text: "1,000 a page, to print", Value: v.with("limit", "1000", "after", "")}}
	}
	p.Columns = append(p.Columns, templates.LinkColumn{Key: "status", Head: v.head("Status", "status", false, true)})
	for i, c := range v.shown {
		h := templates.SortHead{Text: c.head, Numbers: c.number}
		if c.sort != "" {
			h = v.head(c.head, c.sort, c.number, false)
		}
		if h.Start = i == 0 || v.shown[i-1].span != c.span; h.Start {
			p.Spans = append(p.Spans, templates.ColumnSpan{Text: c.span})
		}
		p.Spans[len(p.Spans)-1].Columns++
		x := templates.LinkColumn{Key: c.key, Head: h}
		if c.box != nil {
			x.Box = c.box(v)
		}
		p.Columns = append(p.Columns, x)
	}
	p.Lines = make([]templates.LinkLine, len(page.Links))
	cells := make([]templates.LinkCell, len(page.Links)*len(v.shown))
	for n, i := range page.Links {
		l := &v.o.result.Links[i]
		line := &p.Lines[n]
		*line = templates.LinkLine{
			ID: l.ID, Box: "more-" + fmt.Sprint(n), URL: v.o.to("links/" + url.PathEscape(l.ID)), Name: l.A.String() + " to " + l.B.String(),
			Mark: templates.Mark(l.Status), Word: statusWord[l.Status], Cells: cells[:len(v.shown):len(v.shown)],
		}
		cells = cells[len(v.shown):]
		for k, c := range v.shown {
			line.Cells[k] = c.cell(v.o, l)
			line.Cells[k].Start = p.Columns[k+1].Head.Start
		}
	}
	return page.Total, nil
}

func noLinks(total, filters int) string {
	if total == 0 && filters == 0 {
		return "The plan has no links yet."
	}
	return "No link is like that."
}

// fields are the boxes above the table.
func (v *linksView) fields() templates.LinkFields {
	f := templates.LinkFields{Text: v.query.Text, Rack: v.query.Rack, ToRack: v.query.ToRack, Device: v.query.Device}
	f.Statuses = []templates.Option{{Text: "any", Chosen: v.query.Status == ""}}
	for _, st := range severity {
		f.Statuses = append(f.Statuses, templates.Option{
			Value: string(st), Text: fmt.Sprintf("%s (%s)", statusWord[st], number(v.o.result.Summary.LinksByStatus[st])), Chosen: string(st) == v.query.Status,
		})
	}
	if codes := v.o.codes(v.query.Code); len(codes) > 1 {
		if v.query.Code != "none" {
			codes = append(codes, templates.Option{Value: "none", Text: "none names it"})
		}
		f.Codes = codes
	}
	f.Are = []templates.Option{{Text: "any", Chosen: v.query.Is == ""}}
	for _, is := range app.LinkIs {
		f.Are = append(f.Are, templates.Option{Value: is, Text: isWord[is], Chosen: is == v.query.Is})
	}
	f.By = []templates.Option{{Text: "nothing", Chosen: v.by == ""}}
	for _, by := range app.LinkGroupings {
		f.By = append(f.By, templates.Option{Value: by, Text: groupingWord[by], Chosen: by == v.by})
	}
	return f
}

// isWord is what a link can be beside its status.
var isWord = map[string]string{
	"existing": "existing", "new": "new: to be ordered", "pinned": "pinned", "unpinned": "not pinned", "measured": "measured run",
}

// boxes are the keys of the boxes the page shows.
func (v *linksView) boxes() []string {
	out := []string{"q", "status", "rack", "to_rack", "device", "is", "by"}
	if len(v.o.codes(v.query.Code)) > 1 {
		out = append(out, "code")
	}
	if v.by != "" {
		return out
	}
	for _, c := range v.shown {
		if c.box != nil {
			b := c.box(v)
			out = append(out, b.Name, b.To)
		}
	}
	return out
}

// kept are the fields of the filter form that have no box.
func (v *linksView) kept() []templates.KeptField {
	keys := []string{"rev", "sort", "desc", "limit"}
	if v.by != "" {
		keys = append(keys, columnsKey)
	}
	for _, f := range linkFields {
		keys = append(keys, f.key)
	}
	boxes := v.boxes()
	var out []templates.KeptField
	for _, k := range keys {
		if value := v.asked.Get(k); value != "" && !slices.Contains(boxes, k) {
			out = append(out, templates.KeptField{Name: k, Value: value})
		}
	}
	return out
}

// chips are what the links are filtered by.
func (v *linksView) chips() []templates.Chip {
	var out []templates.Chip
	for _, f := range linkFields {
		value := v.asked.Get(f.key)
		if value == "" {
			continue
		}
		said := value
		switch f.key {
		case "status":
			said = statusWord[planner.Status(value)]
		case "medium":
			if said = mediumWord[value]; value == "none" {
				said = "no cable"
			}
		case "is":
			said = isWord[value]
		}
		out = append(out, templates.Chip{Text: f.says + " " + said, Without: v.with(f.key, "", "after", "", "from", "")})
	}
	return out
}

// choice are the columns there are.
func (v *linksView) choice() []templates.Option {
	out := make([]templates.Option, len(linkColumns))
	for i := range linkColumns {
		c := &linkColumns[i]
		name := c.head
		if strings.HasPrefix(c.span, "End ") {
			name = c.span + ": " + strings.ToLower(c.head[:1]) + c.head[1:]
		}
		out[i] = templates.Option{Value: c.key, Text: name, Chosen: slices.Contains(v.shown, c)}
	}
	return out
}

// export is the address of the file of what is shown.
func (v *linksView) export() string {
	return strings.Replace(v.with("by", "", "from", "", "limit", "", "after", "", columnsKey, "", "done", ""), "/links", "/export/links.csv", 1)
}

// span reads the bounds of a length, in whole millimetres.
func span(asked url.Values) (low, high int64, err error) {
	from, err := lengthOf("at least", asked.Get("min"))
	if err != nil {
		return 0, 0, err
	}
	to, err := lengthOf("at most", asked.Get("max"))
	return from.FloorMM(), to.FloorMM(), err
}

// maxChoices is how many fabrics or groups a select offers; of more a text
// finds the links.
const maxChoices = 200

// choices are names as a select offers them; nil where there is nothing to
// choose between and nothing chosen.
func choices(names []string, chosen string) []templates.Option {
	if len(names) > maxChoices {
		return nil
	}
	if chosen != "" && !slices.Contains(names, chosen) {
		names = append(slices.Clip(names), chosen)
	}
	if len(names) == 0 {
		return nil
	}
	out := []templates.Option{{Text: "any", Chosen: chosen == ""}}
	for _, n := range names {
		out = append(out, templates.Option{Value: n, Text: n, Chosen: n == chosen})
	}
	return out
}

// least is a length in metres that may be more.
func least(mm int64, atLeast bool) string {
	if atLeast {
		return "≥ " + metres(mm)
	}
	return metres(mm)
}

// hasDevice reports whether the plan has a device of that name.
func (o *opened) hasDevice(name string) bool {
	_, ok := slices.BinarySearchFunc(o.result.Devices, name, func(d planner.Device, name string) int { return units.CompareNatural(d.Name, name) })
	return ok && !strings.Contains(name, ":")
}
