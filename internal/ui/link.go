package ui

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/planner"
	"lengthwise/web/templates"
)

// link is everything about one link: its reason, and its route with the length
// of each part.
func (u *UI) link(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	id := chi.URLParam(r, "link")
	at := slices.IndexFunc(o.result.Links, func(l planner.Link) bool { return l.ID == id })
	if at < 0 {
		return fmt.Errorf("link %q in revision %d: %w; list the links and search", clip(id), o.revision.Number, app.ErrNotFound)
	}
	p := u.linkPage(o, &o.result.Links[at])
	p.Why = o.why(int32(at))
	if partial(r) {
		p.Box = boxOf(r)
	}
	f, h := u.planFrame(r, o, "links", "Link "+p.Title, templates.Crumb{Text: "Links", URL: o.to("links")}, templates.Crumb{Text: p.Title})
	h.View = "Links"
	return u.show(w, r, templates.Link(f, h, p), templates.LinkDetails(p))
}

// boxOf is the id of the element htmx puts the answer into: "td#more-3".
func boxOf(r *http.Request) string {
	_, id, _ := strings.Cut(r.Header.Get("Hx-Target"), "#")
	return id
}

func (u *UI) linkPage(o *opened, l *planner.Link) templates.LinkPage {
	row := o.linkRow(l)
	p := templates.LinkPage{
		Title: l.A.String() + " to " + l.B.String(), Mark: row.Mark, Word: row.Word, Reason: sentence(l.Reason), A: row.A, B: row.B, URL: row.URL,
		Steps: steps(o, l), Route: noRoute(l), Facts: linkFacts(o, l),
	}
	subject, turned := l.A.String()+" - "+l.B.String(), l.B.String()+" - "+l.A.String()
	for i := range o.result.Findings {
		if f := &o.result.Findings[i]; f.Subject == subject || f.Subject == turned {
			p.Findings = append(p.Findings, u.findingRow(o, f))
		}
	}
	for _, c := range l.Cables {
		if c >= 0 {
			p.Cables = append(p.Cables, o.cableRow(&o.result.Cables[c]))
		}
	}
	if l.Route != nil && l.Route.Known {
		p.FloorURL = o.to("floor", "link", l.ID)
	}
	if line := o.lineOf(l.Path); line > 0 {
		p.SourceURL = o.lineURL(line)
	}
	return p
}

// lineOf is the line of a path of the document, where a finding that was looked
// up points there too; 0: not known.
func (o *opened) lineOf(path string) int {
	for i := range o.result.Findings {
		if f := &o.result.Findings[i]; f.Line > 0 && f.Path == path {
			return f.Line
		}
	}
	return 0
}

// noRoute says why there is no route.
func noRoute(l *planner.Link) string {
	switch {
	case l.Route != nil:
		return ""
	case l.RunKnown:
		return "The run is given in the plan, not worked out from a route."
	}
	return "No route is known between the two ends."
}

// steps are the arithmetic of a link's length: the parts of its route, what is
// added to them, and what that leaves of the cable and the limit.
func steps(o *opened, l *planner.Link) []templates.Step {
	if !l.RunKnown {
		return nil
	}
	var out []templates.Step
	add := func(name string, mm int64, sum bool) {
		out = append(out, templates.Step{Name: name, MM: grouped(fmt.Sprint(mm)), Sum: sum})
	}
	for _, s := range segments(l) {
		add(s.Name, s.MM, false)
	}
	run := l.Run.CeilMM()
	add(orMore("Run", l.RunAtLeast), run, true)
	if slack := l.Required - run; slack > 0 {
		add("Slack", slack, false)
	}
	add(orMore("Needed", l.RequiredAtLeast), l.Required, true)
	if c := l.Cables[0]; c >= 0 && o.result.Cables[c].Length > 0 {
		add("Cable as ordered", o.result.Cables[c].Length.FloorMM(), false)
	}
	if l.HasCable {
		add("Spare: cable less needed", l.Spare, false)
	}
	if l.Limit >= 0 {
		add("Limit", l.Limit, false)
		add("Headroom: limit less needed", l.Headroom, false)
	}
	return out
}

func segments(l *planner.Link) []planner.Segment {
	if l.Route == nil {
		return nil
	}
	return l.Route.Segments()
}

func orMore(name string, more bool) string {
	if more {
		return name + ", at least"
	}
	return name
}

func linkFacts(o *opened, l *planner.Link) []templates.Pair {
	var f facts
	f.add("Speed", l.Speed)
	f.add("Medium", mediumWord[string(l.Medium)])
	f.add("Fabric", l.Fabric)
	f.add("Group", l.Group)
	label := l.Label
	if c := l.Cables[0]; c >= 0 && label == "" {
		label = o.result.Cables[c].Label
	}
	f.add("Label", label)
	f.add("Colour", l.Color)
	if l.Existing {
		f.add("Existing", "yes: nothing is ordered for it")
	}
	f.add("Rests on", strings.Join(l.Estimate, ", "))
	f.add("In the document", l.Path)
	f.add("Id", l.ID)
	return f
}

// facts are pairs; what is not known is left out.
type facts []templates.Pair

func (f *facts) add(name, value string) {
	if value != "" {
		*f = append(*f, templates.Pair{Name: name, Value: value})
	}
}
