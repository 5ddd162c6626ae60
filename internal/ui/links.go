package ui

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// links is the table of links: filtered, sorted, a page at a time.
func (u *UI) links(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	asked := r.URL.Query()
	q := app.LinkQuery{
		Status: asked.Get("status"), Medium: asked.Get("medium"), Rack: asked.Get("rack"), Device: asked.Get("device"), Fabric: asked.Get("fabric"),
		Group: asked.Get("group"), Code: asked.Get("code"), Text: asked.Get("q"), Sort: asked.Get("sort"), Desc: asked.Get("desc") == "1", After: asked.Get("after"),
	}
	if q.Limit, err = whole("limit", asked.Get("limit"), app.MaxPage); err != nil {
		return err
	}
	if q.MinMM, q.MaxMM, err = span(asked); err != nil {
		return err
	}
	page, err := o.checked.Links(q)
	if err != nil {
		return err
	}
	view := view{o: o, name: "links", asked: asked}
	p := templates.LinksPage{
		Action: o.url + "/links", Rev: asked.Get("rev"), Sort: asked.Get("sort"), Desc: q.Desc, Filter: o.linkFilter(u.glances.of(o), q, asked),
		Heads: linkHeads(view), Pager: pager(len(page.Links), page.Total, "link", page.Prev, page.Next, view.after), Empty: noLinks(page.Total, len(asked)),
		Exports: []templates.Download{
			{Name: "links.csv", URL: o.to("export/links.csv")}, {Name: "cables.csv", URL: o.to("export/cables.csv")},
		},
	}
	if page.Total > len(page.Links) && q.Limit == 0 {
		p.Pager.All = []templates.Option{{Text: "200 a page", Value: view.with("limit", "200", "after", "")}, {Text: "1,000 a page", Value: view.with("limit", "1000", "after", "")}}
	}
	for n, i := range page.Links {
		p.Rows = append(p.Rows, o.linkRow(&o.result.Links[i], n))
	}
	f, h := u.planFrame(r, o, "links", "Links")
	return u.show(w, r, templates.Links(f, h, p), templates.LinksList(p))
}

func noLinks(total, filters int) string {
	if total == 0 && filters == 0 {
		return "The plan has no links yet."
	}
	return "No link is like that."
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

// A view is a list of a plan as it is asked for: its addresses keep what the
// query says and change a part of it.
type view struct {
	o     *opened
	name  string
	asked url.Values
}

// with is the address with pairs of keys and values changed; an empty value
// takes the key out.
func (v view) with(pairs ...string) string {
	q := url.Values{}
	for key, values := range v.asked {
		if len(values) > 0 && values[0] != "" {
			q.Set(key, values[0])
		}
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			q.Del(pairs[i])
		} else {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	at := v.o.url + "/" + v.name
	if len(q) > 0 {
		at += "?" + q.Encode()
	}
	return at
}

func (v view) after(cursor string) string { return v.with("after", cursor) }

// head is the head of a column sorted by a word. Choosing it again turns the
// order around; first says that the list is sorted so where nothing is asked.
func (v view) head(text, by string, numbers, first bool) templates.SortHead {
	h := templates.SortHead{Text: text, Numbers: numbers}
	mine := v.asked.Get("sort") == by || first && v.asked.Get("sort") == ""
	desc := v.asked.Get("desc") == "1"
	switch {
	case mine && desc:
		h.Sorted, h.URL = "descending", v.with("sort", by, "desc", "", "after", "")
	case mine:
		h.Sorted, h.URL = "ascending", v.with("sort", by, "desc", "1", "after", "")
	default:
		h.URL = v.with("sort", by, "desc", "", "after", "")
	}
	return h
}

func linkHeads(v view) templates.LinkHeads {
	start := func(h templates.SortHead) templates.SortHead { h.Start = true; return h }
	return templates.LinkHeads{
		Status: v.head("Status", "status", false, true),
		A:      start(v.head("Port", "a", false, false)), ARack: v.head("Rack", "rack", false, false), B: start(v.head("Port", "b", false, false)),
		Medium: start(v.head("Medium", "medium", false, false)), Speed: v.head("Speed", "speed", false, false),
		Run: start(v.head("Run", "run", true, false)), Required: v.head("Needed", "required", true, false), Limit: v.head("Limit", "limit", true, false),
		Length: start(v.head("Length", "length", true, false)), Spare: v.head("Spare", "spare", true, false),
	}
}

// maxChoices is how many fabrics or groups a select offers; of more the words
// of the search find the links.
const maxChoices = 200

func (o *opened) linkFilter(at *glance, q app.LinkQuery, asked url.Values) templates.LinkFilter {
	f := templates.LinkFilter{Text: q.Text, Rack: q.Rack, Device: q.Device, Min: asked.Get("min"), Max: asked.Get("max")}
	s := o.result.Summary
	f.Statuses = []templates.Option{{Text: "any", Chosen: q.Status == ""}}
	for _, st := range severity {
		f.Statuses = append(f.Statuses, templates.Option{
			Value: string(st), Text: fmt.Sprintf("%s (%s)", statusWord[st], number(s.LinksByStatus[st])), Chosen: string(st) == q.Status,
		})
	}
	f.Media = []templates.Option{{Text: "any", Chosen: q.Medium == ""}}
	for _, m := range plan.Media {
		f.Media = append(f.Media, templates.Option{Value: string(m), Text: mediumWord[string(m)], Chosen: string(m) == q.Medium})
	}
	f.Media = append(f.Media, templates.Option{Value: "none", Text: "no cable", Chosen: q.Medium == "none"})
	groups := make([]string, len(at.groups))
	for i := range at.groups {
		groups[i] = at.groups[i].name
	}
	f.Fabrics, f.Groups = choices(at.fabrics, q.Fabric), choices(groups, q.Group)
	if codes := o.codes(q.Code); len(codes) > 1 {
		f.Codes = codes
	}
	return f
}

// choices are names as a select offers them; nil where there is nothing to
// choose between and nothing chosen.
func choices(names []string, chosen string) []templates.Option {
	if len(names) > maxChoices {
		names = nil
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

func (o *opened) linkRow(l *planner.Link, n int) templates.LinkRow {
	row := templates.LinkRow{
		ID: l.ID, Box: "more-" + strconv.Itoa(n), URL: o.to("links/" + url.PathEscape(l.ID)), Mark: templates.Mark(l.Status), Word: statusWord[l.Status],
		A: o.end(l.A.Device, l.A.Port), B: o.end(l.B.Device, l.B.Port), Medium: mediumWord[string(l.Medium)], Speed: l.Speed, Existing: l.Existing,
		Run: "–", Required: "–", Limit: "–", Length: "–", Spare: "–",
	}
	if l.RunKnown {
		row.Run, row.Required = least(l.Run.CeilMM(), l.RunAtLeast), least(l.Required, l.RequiredAtLeast)
	}
	if l.Limit >= 0 {
		row.Limit = metres(l.Limit)
	}
	if l.HasCable {
		row.Spare = metres(l.Spare)
	}
	for _, c := range l.Cables {
		if c < 0 {
			continue
		}
		cable := &o.result.Cables[c]
		if cable.Length > 0 {
			row.Length = metres(cable.Length.FloorMM())
		}
		if !cable.Part.Nil() {
			row.Part = append(row.Part, partLink(cable.Part.ID()))
		}
	}
	return row
}

// least is a length in metres that may be more.
func least(mm int64, atLeast bool) string {
	if atLeast {
		return "≥ " + metres(mm)
	}
	return metres(mm)
}

// end is one end of a link or cable.
func (o *opened) end(d *planner.Device, port string) templates.EndCell {
	e := templates.EndCell{Device: d.Name, Port: port, Rack: d.Rack, Place: d.Rack, DeviceURL: o.to("links", "device", d.Name)}
	if d.Rack != "" {
		e.RackURL = o.to("racks", "rack", d.Rack, "device", d.Name)
	}
	if d.U > 0 {
		e.U = d.U.String()
		e.Place = d.Rack + " U" + e.U
	}
	return e
}

// hasDevice reports whether the plan has a device of that name.
func (o *opened) hasDevice(name string) bool {
	_, ok := slices.BinarySearchFunc(o.result.Devices, name, func(d planner.Device, name string) int { return units.CompareNatural(d.Name, name) })
	return ok && !strings.Contains(name, ":")
}
