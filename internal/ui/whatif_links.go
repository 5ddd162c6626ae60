package ui

import (
	"net/url"
	"strconv"
	"strings"

	"lengthwise/internal/app"
	"lengthwise/internal/plan"
	"lengthwise/web/templates"
)

// aspectWord is what pages call what is otherwise about a link.
var aspectWord = map[app.LinkAspect]string{
	app.LinkStatus: "status", app.LinkMedium: "medium", app.LinkLength: "length", app.LinkProduct: "part", app.LinkAdded: "new", app.LinkRemoved: "gone", app.LinkRun: "run",
}

// A linkComparison is where the rows of changed links stand: the page they are
// on and what its address says beside their filter.
type linkComparison struct {
	action      string     // of the page
	kept        url.Values // what its address says beside the filter
	fromRev     int        // 0: that side is not stored
	toRev       int
	o           *opened
	before, aft string // heads of the two sides
}

// linkKeys are the keys of the filter of changed links.
var linkKeys = []string{"what", "q", "device", "after"}

// changedLinks is the part of a page that lists links made otherwise.
func (x linkComparison) changedLinks(c *app.Comparison, q url.Values) (templates.ChangedLinksPart, error) {
	ask := app.ChangedLinkQuery{What: q.Get("what"), Text: q.Get("q"), Device: q.Get("device"), After: q.Get("after")}
	page, err := c.ChangedLinks(ask)
	if err != nil {
		return templates.ChangedLinksPart{}, err
	}
	with := func(pairs ...string) string {
		out := url.Values{}
		for key, values := range x.kept {
			out[key] = values
		}
		for _, key := range linkKeys {
			if v := q.Get(key); v != "" {
				out.Set(key, v)
			}
		}
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i+1] == "" {
				out.Del(pairs[i])
			} else {
				out.Set(pairs[i], pairs[i+1])
			}
		}
		return x.action + "?" + out.Encode()
	}
	p := templates.ChangedLinksPart{
		Action: x.action, Kept: hidden(x.kept), Before: x.before, After: x.aft, Text: ask.Text, Device: ask.Device, All: c.LinksChanged,
		Pager: pager(len(page.Rows), page.Total, "link", page.Prev, page.Next, func(after string) string { return with("after", after) + "#links" }),
		Clear: with("what", "", "q", "", "device", "", "after", "") + "#links",
	}
	p.What = []templates.Option{{Text: "how it is made (" + number(c.LinksChanged) + ")", Chosen: ask.What == ""}}
	for _, a := range app.LinkAspects {
		if n := page.Counts[a]; n > 0 || ask.What == string(a) {
			p.What = append(p.What, templates.Option{Value: string(a), Text: aspectWord[a] + " (" + number(n) + ")", Chosen: ask.What == string(a)})
		}
	}
	for i := range page.Rows {
		p.Rows = append(p.Rows, x.row(&page.Rows[i]))
	}
	switch {
	case c.LinksChanged == 0 && len(page.Counts) == 0:
		p.Empty = "Every link is made as before, and runs as before."
	case c.LinksChanged == 0 && ask.What == "":
		p.Empty = "Every link is made of the same parts; " + counted(page.Counts[app.LinkRun], "link") + " with another run."
		p.EmptyURL = with("what", string(app.LinkRun)) + "#links"
	default:
		p.Empty = "No changed link is like that."
	}
	return p, nil
}

// hidden are the fields a form keeps, in the order of an address.
func hidden(q url.Values) []templates.Option {
	var out []templates.Option
	for part := range strings.SplitSeq(q.Encode(), "&") {
		key, value, _ := strings.Cut(part, "=")
		name, err := url.QueryUnescape(key)
		text, errText := url.QueryUnescape(value)
		if err == nil && errText == nil && name != "" {
			out = append(out, templates.Option{Value: name, Text: text})
		}
	}
	return out
}

func (x linkComparison) row(l *app.ChangedLink) templates.ChangedLinkRow {
	link := l.Is.Link
	if link == nil {
		link = l.Was.Link
	}
	r := templates.ChangedLinkRow{A: link.A.String(), B: link.B.String(), Was: x.side(&l.Was, x.fromRev), Is: x.side(&l.Is, x.toRev)}
	for _, a := range l.What {
		r.What = append(r.What, aspectWord[a])
	}
	if l.Is.Link != nil {
		r.Reason = sentence(l.Is.Reason)
	} else {
		r.Reason = "There is no such link any more."
	}
	return r
}

// side is how one side makes a link; revision 0 has no page to lead to.
func (x linkComparison) side(m *app.MadeLink, revision int) templates.MadeCell {
	if m.Link == nil {
		return templates.MadeCell{None: true}
	}
	c := templates.MadeCell{Mark: templates.Mark(m.Status), Word: statusWord[m.Status], Medium: mediumWord[string(m.Medium)], Run: "–"}
	if m.Medium == plan.Medium("") {
		c.Medium = "no cable"
	}
	if m.Length > 0 {
		c.Length = m.Length.Metres()
	}
	for _, id := range m.Products {
		c.Parts = append(c.Parts, partLink(id))
	}
	if m.RunKnown {
		c.Run = least(m.Run.CeilMM(), m.RunAtLeast)
	}
	if revision > 0 {
		c.URL = x.o.url + "/links/" + url.PathEscape(m.ID)
		if revision != x.o.plan.Revision {
			c.URL += "?rev=" + strconv.Itoa(revision)
		}
	}
	return c
}
