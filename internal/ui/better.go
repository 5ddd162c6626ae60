package ui

import (
	"errors"
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
	"lengthwise/web/templates"
)

// shownJobs is how many searches of a plan the page lists.
const shownJobs = 10

// betterRoutes are the search for a better layout, and what comes of it.
func (u *UI) betterRoutes(r chi.Router) {
	r.Get("/better", u.page(u.better))
	r.Post("/better", u.page(u.startBetter))
	for path, h := range map[string]handler{"/better/cancel": u.cancelBetter, "/better/apply": u.applyBetter} {
		r.Post(path, u.page(h))
		r.Get(path, func(w http.ResponseWriter, r *http.Request) { to(planURL(chi.URLParam(r, "id"))+"/better")(w, r) })
	}
}

// depths are how long one may look, in links planned again.
var depths = []struct {
	steps int
	text  string
}{{500_000, "a moment"}, {planner.DefaultSearchSteps, "as usual"}, {planner.MaxSearchSteps, "as long as it takes"}}

var goalWord = map[planner.Goal]string{planner.GoalCopper: "the most links on copper", planner.GoalCost: "the lowest cost"}

// better shows a search: ?job=, or the newest of the plan.
func (u *UI) better(w http.ResponseWriter, r *http.Request) error {
	o, err := u.open(r)
	if err != nil {
		return err
	}
	return u.showBetter(w, r, o, nil)
}

// showBetter answers with the page; wrong is a form that could not be done.
func (u *UI) showBetter(w http.ResponseWriter, r *http.Request, o *opened, wrong *betterForm) error {
	list, err := u.plans.Jobs(r.Context(), caller(r), o.plan.ID, shownJobs)
	if err != nil {
		return err
	}
	p := templates.BetterPage{Action: o.url + "/better", Revision: o.revision.Number, Older: o.older, MostEver: planner.MaxMoves}
	j, err := u.jobOf(r, o, list)
	if err != nil {
		return err
	}
	form := betterForm{goal: string(planner.GoalCopper), moves: strconv.Itoa(planner.DefaultMoves), steps: strconv.Itoa(planner.DefaultSearchSteps)}
	if j != nil {
		view := betterJob(o, j)
		p.Job = &view
		if partial(r) && wrong == nil {
			return write(r.Context(), w, http.StatusOK, templates.BetterResult(view))
		}
		form = formOf(&j.Asked)
	}
	status := http.StatusOK
	if wrong != nil {
		form, status, p.Problems = *wrong, wrong.status, wrong.problems
	}
	form.fill(&p)
	p.Hint, p.HintURL, p.HintLink = betterHint(o)
	for i := range list {
		if x := &list[i]; j == nil || x.ID != j.ID {
			mark, text := jobInWords(x)
			p.Others = append(p.Others, templates.BetterOther{URL: betterURL(o, x.ID), Text: askedOf(x) + ": " + text, When: moment(x.Created), Mark: mark})
		}
	}
	f, h := u.planFrame(r, o, "better", "Better layout")
	return write(r.Context(), w, status, templates.Better(f, h, p))
}

// jobOf is the search a request names, else the newest of the plan; nil: there
// is none.
func (u *UI) jobOf(r *http.Request, o *opened, list []app.Job) (*app.Job, error) {
	id := r.URL.Query().Get("job")
	if id == "" {
		if len(list) == 0 {
			return nil, nil
		}
		return &list[0], nil
	}
	return u.jobOfPlan(r, o, id)
}

func (u *UI) jobOfPlan(r *http.Request, o *opened, id string) (*app.Job, error) {
	j, err := u.plans.Job(r.Context(), caller(r), id)
	if err != nil {
		return nil, err
	}
	if j.PlanID != o.plan.ID {
		return nil, fmt.Errorf("search %s of this plan: %w", clip(id), app.ErrNotFound)
	}
	return &j, nil
}

func betterURL(o *opened, job string) string { return o.url + "/better?job=" + url.QueryEscape(job) }

// betterHint is what to know of a plan before one searches.
func betterHint(o *opened) (text, at, link string) {
	switches := slices.ContainsFunc(o.result.Devices, func(d planner.Device) bool { return d.Type != nil && d.Type.IsSwitch() })
	switch s := &o.result.Summary; {
	case !switches:
		return "The plan has no switches, so nothing can be moved.", o.to("racks", "form", "place"), "Place a switch"
	case s.Links == 0:
		return "The plan has no links yet, so no place is better than another.", o.to("document"), "Write links"
	case !o.result.OK:
		return fmt.Sprintf("The plan is not OK: %s. A search adds none and may mend some; it brings more once they are mended.", countOf(s.Errors, "error")),
			o.to("findings", "severity", "error"), "Look at them"
	}
	return "", "", ""
}

func countOf(n int, noun string) string { return number(n) + " " + plural(n, noun) }

// A betterForm is what somebody typed.
type betterForm struct {
	goal, moves, steps, keep string
	status                   int
	problems                 []templates.Place
}

func formOf(req *app.OptimizeRequest) betterForm {
	f := betterForm{goal: string(req.Goal), moves: strconv.Itoa(req.Moves), steps: strconv.Itoa(req.Steps), keep: strings.Join(req.Keep, " ")}
	if req.Moves == 0 {
		f.moves = strconv.Itoa(planner.DefaultMoves)
	}
	if req.Steps == 0 {
		f.steps = strconv.Itoa(planner.DefaultSearchSteps)
	}
	return f
}

func (f *betterForm) fill(p *templates.BetterPage) {
	for _, g := range planner.Goals {
		p.Goals = append(p.Goals, templates.Option{Value: string(g), Text: goalWord[g], Chosen: string(g) == f.goal})
	}
	p.Moves, p.Keep = f.moves, f.keep
	known := false
	for _, d := range depths {
		value := strconv.Itoa(d.steps)
		known = known || value == f.steps
		p.Depths = append(p.Depths, templates.Option{Value: value, Text: d.text, Chosen: value == f.steps})
	}
	if steps, err := strconv.Atoi(f.steps); !known && err == nil {
		p.Depths = append(p.Depths, templates.Option{Value: f.steps, Text: number(steps) + " links", Chosen: true})
	}
}

// startBetter queues a search and goes to it.
func (u *UI) startBetter(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return err
	}
	rev, err := whole("rev", r.PostForm.Get("rev"), maxRevision)
	if err != nil {
		return err
	}
	f := betterForm{goal: r.PostForm.Get("goal"), moves: strings.TrimSpace(r.PostForm.Get("moves")), steps: r.PostForm.Get("steps"), keep: r.PostForm.Get("keep"), status: http.StatusBadRequest}
	req := app.OptimizeRequest{Goal: planner.Goal(f.goal), Keep: nameList(f.keep)}
	bad := f.number("moves", f.moves, &req.Moves)
	bad = f.number("steps", f.steps, &req.Steps) || bad
	if !bad {
		j, err := u.plans.StartOptimize(r.Context(), caller(r), chi.URLParam(r, "id"), rev, req)
		invalid := (*app.Invalid)(nil)
		switch {
		case err == nil:
			return redirect(w, r, planURL(j.PlanID)+"/better?job="+url.QueryEscape(j.ID))
		case errors.As(err, &invalid):
			f.problems = places(invalid.Problems)
		case errors.Is(err, app.ErrFull):
			f.status = http.StatusConflict
			f.problems = []templates.Place{{Mark: "error", Message: "a search of this plan waits or runs; wait for its end or cancel it"}}
		default:
			return err
		}
	}
	o, err := u.open(r)
	if err != nil {
		return err
	}
	return u.showBetter(w, r, o, &f)
}

// number reads a field that may be empty; bad is true where it cannot be read.
func (f *betterForm) number(field, text string, to *int) (bad bool) {
	if text == "" {
		return false
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		f.problems = append(f.problems, templates.Place{Mark: "error", At: field, Message: fmt.Sprintf("%s %q is no whole number", field, clip(text))})
		return true
	}
	*to = n
	return false
}

// nameList cuts a list of names and ranges at its spaces and at the commas
// outside of brackets.
func nameList(text string) []string {
	inside := 0
	return strings.FieldsFunc(text, func(c rune) bool {
		switch c {
		case '[':
			inside++
		case ']':
			inside--
		}
		return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ';' || c == ',' && inside <= 0
	})
}

// cancelBetter ends a search.
func (u *UI) cancelBetter(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return err
	}
	o, err := u.open(r)
	if err != nil {
		return err
	}
	j, err := u.jobOfPlan(r, o, r.PostForm.Get("job"))
	if err != nil {
		return err
	}
	if _, err := u.plans.CancelJob(r.Context(), caller(r), j.ID); err != nil {
		return err
	}
	return redirect(w, r, betterURL(o, j.ID))
}

// applyBetter proposes the moves that are ticked.
func (u *UI) applyBetter(w http.ResponseWriter, r *http.Request) error {
	if err := parseForm(w, r, maxSmallForm); err != nil {
		return err
	}
	o, err := u.open(r)
	if err != nil {
		return err
	}
	base, err := whole("base", r.PostForm.Get("base"), maxRevision)
	if err != nil {
		return err
	}
	j, err := u.jobOfPlan(r, o, r.PostForm.Get("job"))
	if err != nil {
		return err
	}
	if j.Layout == nil {
		return badRequest("the search has found no moves; look at it again")
	}
	p := proposal{Back: betterURL(o, j.ID), Base: base}
	var moves []int
	for _, text := range r.PostForm["move"] {
		n, err := whole("move", text, planner.MaxMoves)
		if err != nil {
			return err
		}
		moves = append(moves, n)
	}
	var edits []plan.Edit
	if edits, p.Message, err = app.EditsOf(j.Layout, moves); err != nil {
		return u.cannot(w, r, &p, err)
	}
	p.Edits = edits
	return u.propose(w, r, p)
}
