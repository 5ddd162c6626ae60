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
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
	"lengthwise/web/templates"
)

// revisionsPerPage is how many revisions one page lists.
const revisionsPerPage = 50

func (u *UI) historyRoutes(r chi.Router) {
	r.Get("/history", u.page(u.history))
	r.Get("/history/{number}/change", u.page(u.revisionChange))
	r.Get("/compare", u.page(u.compare))
	r.Get("/compare/changes.csv", u.page(u.compareCSV))
	r.Post("/restore", u.page(u.restore))
	r.Post("/document/mine", u.page(u.myDocument))
}

// history lists the revisions of a plan, each with what it changed.
func (u *UI) history(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	before, err := whole("before", q.Get("before"), maxRevision)
	if err != nil {
		return err
	}
	page, err := u.plans.History(r.Context(), caller(r), o.plan.ID,
		app.HistoryQuery{Author: q.Get("author"), Text: q.Get("q"), Before: before, Limit: revisionsPerPage})
	if err != nil {
		return err
	}
	p := templates.HistoryPage{
		Action: o.url + "/history", Author: q.Get("author"), Text: q.Get("q"), Compare: o.url + "/compare", Restore: o.url + "/restore",
		Newest: o.plan.Revision, Deleted: !o.plan.Deleted.IsZero(),
	}
	p.Filtered = p.Author != "" || p.Text != ""
	list := page.Revisions
	for i := range list {
		x := &list[i]
		row := templates.RevisionRow{
			Number: x.Number, URL: o.url + "?rev=" + strconv.Itoa(x.Number), When: moment(x.At), Author: x.Author, Message: x.Message,
			Errors: number(x.Summary.Errors), Warnings: number(x.Summary.Warnings), Links: number(x.Summary.Links), Cables: number(x.Summary.Cables),
			To: i == 0, From: i == 1 || len(list) == 1, Newest: x.Number == o.plan.Revision, Change: o.changeOf(x.Number, x.Change),
		}
		row.Mark, row.Word = verdictOf(x.Summary.OK, x.Summary.Warnings)
		p.Rows = append(p.Rows, row)
	}
	at := view{o: o, name: "history", asked: q}
	if page.Next > 0 {
		p.Older = at.with("before", strconv.Itoa(page.Next), "done", "")
	}
	if before > 0 {
		p.Newer = at.with("before", "", "done", "")
	}
	f, h := u.planFrame(r, o, "history", "History")
	return write(r.Context(), w, http.StatusOK, templates.History(f, h, p))
}

// changeOf is what a revision changed as the history shows it; nil: it is to be
// asked for.
func (o *opened) changeOf(number int, c *app.RevisionChange) templates.RevisionChange {
	out := templates.RevisionChange{First: number <= 1, Number: number, URL: fmt.Sprintf("%s/compare?from=%d&to=%d", o.url, number-1, number)}
	switch {
	case out.First:
	case c == nil:
		out.Load = fmt.Sprintf("%s/history/%d/change", o.url, number)
	default:
		out.Sentences, out.Same = c.Sentences, c.Same
		if more := c.Total - len(c.Sentences); more > 0 {
			out.More = "and " + counted(more, "more change")
		}
	}
	return out
}

// revisionChange works out what a revision changed. Without script it leads to
// the comparison.
func (u *UI) revisionChange(w http.ResponseWriter, r *http.Request) error {
	id := chi.URLParam(r, "id")
	n, err := whole("revision", chi.URLParam(r, "number"), maxRevision)
	if err != nil {
		return err
	}
	o := &opened{url: planURL(id)}
	if !partial(r) {
		return redirect(w, r, fmt.Sprintf("%s/compare?from=%d&to=%d", o.url, max(1, n-1), n))
	}
	c, err := u.plans.ChangeOf(r.Context(), caller(r), id, n)
	if err != nil {
		return err
	}
	return write(r.Context(), w, http.StatusOK, templates.Change(o.changeOf(n, &c)))
}

// compared are the two revisions an address asks for: by default the one before
// the newest and the newest.
func (u *UI) compared(r *http.Request) (o *opened, c app.Comparison, from, to int, err error) {
	q := r.URL.Query()
	if from, err = whole("from", q.Get("from"), maxRevision); err != nil {
		return nil, c, 0, 0, err
	}
	if to, err = whole("to", q.Get("to"), maxRevision); err != nil {
		return nil, c, 0, 0, err
	}
	if o, err = u.open(r); err != nil {
		return nil, c, 0, 0, err
	}
	if to == 0 {
		to = o.plan.Revision
	}
	if from == 0 {
		from = max(1, to-1)
	}
	c, err = u.plans.Compare(r.Context(), caller(r), o.plan.ID, from, to)
	return o, c, from, to, err
}

// compare says what changed from one revision to another, and lists the links
// that are made otherwise.
func (u *UI) compare(w http.ResponseWriter, r *http.Request) error {
	o, c, from, to, err := u.compared(r)
	if err != nil {
		return err
	}
	sidesOf := url.Values{"from": {strconv.Itoa(from)}, "to": {strconv.Itoa(to)}}
	x := linkComparison{action: o.url + "/compare", kept: sidesOf, fromRev: from, toRev: to, o: o,
		before: "Revision " + strconv.Itoa(from), aft: "Revision " + strconv.Itoa(to)}
	links, err := x.changedLinks(&c, r.URL.Query())
	if err != nil {
		return err
	}
	p := templates.ComparePage{
		From: from, To: to, Same: c.Same, Sides: sides(c), History: o.url + "/history", Action: o.url + "/compare", Links: links,
		Swap: fmt.Sprintf("%s/compare?from=%d&to=%d", o.url, to, from), Select: revisionOptions(o.plan.Revision, from), SelectTo: revisionOptions(o.plan.Revision, to),
		New: u.causesOf(o, weighty(c.FindingsNew), nil), Gone: u.causesOf(o, weighty(c.FindingsGone), nil), Changes: u.placedChanges(r, o, c, from, to),
		CSV: o.url + "/compare/changes.csv?" + sidesOf.Encode(), JSON: "/api/v1" + o.url + "/diff?" + sidesOf.Encode(), Newest: o.plan.Revision,
	}
	if from != o.plan.Revision && o.plan.Deleted.IsZero() {
		p.Restore = o.url + "/restore"
	}
	p.Mark, p.Verdict = comparedIn(c, from, to)
	p.Nothing = len(p.Changes) == 0
	p.Products = u.productDeltas(&c)
	f, h := u.planFrame(r, o, "history", "Compare", templates.Crumb{Text: "History", URL: o.url + "/history"},
		templates.Crumb{Text: fmt.Sprintf("Revision %d to %d", from, to)})
	return u.show(w, r, templates.Compare(f, h, p), templates.ChangedLinks(links))
}

// compareCSV is a comparison as a table.
func (u *UI) compareCSV(w http.ResponseWriter, r *http.Request) error {
	_, c, from, to, err := u.compared(r)
	if err != nil {
		return err
	}
	return changesCSV(w, &c, fmt.Sprintf("changes-%d-%d.csv", from, to))
}

// placedChanges are the changes with the drawings of what moved, lit in both.
func (u *UI) placedChanges(r *http.Request, o *opened, c app.Comparison, from, to int) []templates.ChangeList {
	lists := changeLists(c)
	moved := map[string]bool{}
	for _, x := range c.Devices.List {
		moved[x.Text] = x.Kind == app.Moved || x.Kind == app.Altered
	}
	for _, list := range lists {
		if list.Title != deviceChanges {
			continue
		}
		for i := range list.Rows {
			row := &list.Rows[i]
			name, _, _ := strings.Cut(row.Text, " ")
			for _, side := range []struct {
				rev  int
				word string
			}{{from, "drawn before"}, {to, "drawn after"}} {
				if rack := u.rackOf(r, o.plan.ID, side.rev, name); moved[row.Text] && rack != "" {
					q := url.Values{"rack": {rack}, "device": {name}, "rev": {strconv.Itoa(side.rev)}}
					row.Places = append(row.Places, templates.Option{Value: o.url + "/racks?" + q.Encode(), Text: side.word})
				}
			}
		}
	}
	return lists
}

// rackOf is the rack of a device as a revision has it, empty where that is not
// known.
func (u *UI) rackOf(r *http.Request, id string, rev int, device string) string {
	checked, _, err := u.plans.Result(r.Context(), caller(r), id, rev)
	if err != nil {
		return "" // what was compared a moment ago; the drawing is not worth an error
	}
	at, ok := slices.BinarySearchFunc(checked.Result.Devices, device, func(d planner.Device, name string) int { return units.CompareNatural(d.Name, name) })
	if !ok {
		return ""
	}
	return checked.Result.Devices[at].Rack
}

func (u *UI) productDeltas(c *app.Comparison) []templates.ProductDelta {
	var out []templates.ProductDelta
	for _, x := range c.Products {
		out = append(out, templates.ProductDelta{
			Part: partOf(x.Product, u.plans.App()), Description: x.Description, Was: number(x.From), Is: number(x.To), Delta: delta(x.To - x.From),
		})
	}
	return out
}

// partOf is a product of an order, which may be a switch.
func partOf(id string, a *app.App) templates.PartLink {
	if a.Type(id) != nil {
		return templates.PartLink{Text: id, URL: typeURL(id)}
	}
	return partLink(id)
}

// maxRevisionOptions is how many revisions a select offers, the newest.
const maxRevisionOptions = 200

func revisionOptions(newest, chosen int) []templates.Option {
	var out []templates.Option
	least := max(1, newest-maxRevisionOptions+1)
	for n := newest; n >= least; n-- {
		out = append(out, templates.Option{Value: strconv.Itoa(n), Text: strconv.Itoa(n), Chosen: n == chosen})
	}
	if chosen < least {
		out = append(out, templates.Option{Value: strconv.Itoa(chosen), Text: strconv.Itoa(chosen), Chosen: true})
	}
	return out
}

// comparedIn is the comparison in one sentence.
func comparedIn(c app.Comparison, from, to int) (templates.Mark, string) {
	if c.Same {
		return "info", fmt.Sprintf("Revisions %d and %d are the same plan.", from, to)
	}
	var what []string
	if n := len(weighty(c.FindingsNew)); n > 0 {
		what = append(what, counted(n, "cause")+" of findings came")
	}
	if n := len(weighty(c.FindingsGone)); n > 0 {
		what = append(what, counted(n, "cause")+" went")
	}
	changes := c.Settings.Total + c.Racks.Total + c.Devices.Total + c.Links.Total
	what = append(what, counted(changes, "change")+" in the plan")
	if n := len(c.Products); n > 0 {
		what = append(what, counted(n, "product")+" ordered otherwise")
	}
	said := strings.Join(what, ", ") + "."
	switch {
	case c.From.OK && !c.To.OK:
		return "error", fmt.Sprintf("Revision %d was OK, revision %d is not: %s", from, to, said)
	case !c.From.OK && c.To.OK:
		return "ok", fmt.Sprintf("Revision %d was not OK, revision %d is: %s", from, to, said)
	case !c.To.OK:
		return "error", fmt.Sprintf("Neither revision %d nor %d is OK: %s", from, to, said)
	}
	return "ok", fmt.Sprintf("Both revisions %d and %d are OK: %s", from, to, said)
}

// sides are the figures of both revisions.
func sides(c app.Comparison) []templates.CompareRow {
	was, is := c.From.Summary, c.To.Summary
	first := templates.CompareRow{Name: "Verdict"}
	first.WasMark, first.Was = verdictOf(c.From.OK, was.Warnings)
	first.IsMark, first.Is = verdictOf(c.To.OK, is.Warnings)
	out := []templates.CompareRow{first}
	add := func(name string, a, b int) {
		if a != 0 || b != 0 || name == "Errors" || name == "Warnings" {
			out = append(out, templates.CompareRow{Name: name, Was: number(a), Is: number(b), Delta: delta(b - a)})
		}
	}
	add("Errors", was.Errors, is.Errors)
	add("Unknown links", was.LinksByStatus[planner.StatusUnknown], is.LinksByStatus[planner.StatusUnknown])
	add("Warnings", was.Warnings, is.Warnings)
	add("Racks", was.Racks, is.Racks)
	add("Devices", was.Devices, is.Devices)
	add("Links", was.Links, is.Links)
	add("Cables", was.Cables, is.Cables)
	for _, m := range plan.Media {
		add("Cables: "+mediumWord[string(m)], was.CablesByMedium[m], is.CablesByMedium[m])
	}
	add("Transceivers", was.Modules, is.Modules)
	out = append(out,
		templates.CompareRow{Name: "Longest run, m", Was: metres(was.LongestRun.CeilMM()), Is: metres(is.LongestRun.CeilMM()), Delta: deltaMetres(is.LongestRun.CeilMM() - was.LongestRun.CeilMM())},
		templates.CompareRow{Name: "Cables and transceivers take, W", Was: grouped(was.Power.Watts()), Is: grouped(is.Power.Watts()), Delta: signed(grouped((is.Power - was.Power).Watts()), int64(is.Power-was.Power))})
	if was.Cost != nil && is.Cost != nil && c.From.Currency == c.To.Currency {
		out = append(out, templates.CompareRow{Name: "Cost, " + c.To.Currency, Was: costIn(was.Cost), Is: costIn(is.Cost),
			Delta: signed(grouped((is.Cost.Amount - was.Cost.Amount).String()), int64(is.Cost.Amount-was.Cost.Amount))})
	}
	return out
}

// costIn is a cost without its currency.
func costIn(c *planner.Cost) string {
	if c.AtLeast {
		return "at least " + grouped(c.Amount.String())
	}
	return grouped(c.Amount.String())
}

// delta is a change with its sign, empty where there is none.
func delta(n int) string { return signed(number(n), int64(n)) }

func deltaMetres(mm int64) string { return signed(metres(mm), mm) }

func signed(text string, n int64) string {
	switch {
	case n == 0:
		return ""
	case n > 0:
		return "+" + text
	}
	return text
}

// deviceChanges is the title of what changed of devices.
const deviceChanges = "Devices"

// shownChanges is how many changes of one kind a page lists.
const shownChanges = 100

func changeLists(c app.Comparison) []templates.ChangeList {
	var out []templates.ChangeList
	add := func(title string, changes app.Changes) {
		if changes.Total == 0 {
			return
		}
		l := templates.ChangeList{Title: title}
		for _, x := range changes.List[:min(len(changes.List), shownChanges)] {
			l.Rows = append(l.Rows, templates.ChangeRow{Kind: string(x.Kind), Text: x.Text})
		}
		if n := changes.Total - len(l.Rows); n > 0 {
			l.More = "and " + number(n) + " more"
		}
		out = append(out, l)
	}
	add("Settings", c.Settings)
	add("Racks", c.Racks)
	add(deviceChanges, c.Devices)
	add("Links", c.Links)
	if len(c.Media) > 0 {
		l := templates.ChangeList{Title: "Cables"}
		for _, m := range c.Media {
			l.Rows = append(l.Rows, templates.ChangeRow{Kind: "changed", Text: m.Text})
		}
		out = append(out, l)
	}
	return out
}
