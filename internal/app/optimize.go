package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lengthwise/internal/formats/resultjson"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// SearchLimit is how long a search for a better layout may take. It is there
// for what nobody foresaw: the bound of a search is a count of work, so that it
// finds the same on any machine.
const SearchLimit = 2 * time.Minute

// MaxKeep is how many names and ranges of switches to keep one may list.
const MaxKeep = 200

// An OptimizeRequest asks for a better layout of a plan. It is kept with its
// job as JSON.
type OptimizeRequest struct {
	Goal  planner.Goal `json:"goal"`
	Moves int          `json:"moves"` // switches that may change their place; 0: planner.DefaultMoves
	Steps int          `json:"steps"` // links planned again; 0: planner.DefaultSearchSteps
	Keep  []string     `json:"keep"`  // switches that stay: names or ranges
}

// check says what is wrong with a question about a plan, whose result may be
// nil where it is not known yet.
func (req *OptimizeRequest) check(result *planner.Result) error {
	var bad faults
	if req.Goal == "" {
		bad.add("goal", "goal is empty; write copper or cost")
	}
	word(&bad, "goal", req.Goal, planner.Goals...)
	if req.Moves < 0 || req.Moves > planner.MaxMoves {
		bad.add("moves", "moves is %d; write a number from 1 to %d", req.Moves, planner.MaxMoves)
	}
	if req.Steps < 0 || req.Steps > planner.MaxSearchSteps {
		bad.add("steps", "steps is %d; write a number from 1 to %d", req.Steps, planner.MaxSearchSteps)
	}
	if n := len(req.Keep); n > MaxKeep {
		bad.add("keep", "%d names and ranges; the limit is %d", n, MaxKeep)
		return bad.err()
	}
	for i, text := range req.Keep {
		field := fmt.Sprintf("keep[%d]", i)
		names, err := plan.ParseNames(text)
		switch {
		case err != nil:
			bad.add(field, "%s", err)
		case result != nil && !slices.ContainsFunc(result.Devices, func(d planner.Device) bool { return names.Index(d.Name) >= 0 }):
			bad.add(field, "no device is called %q", clip(text))
		}
	}
	return bad.err()
}

// Optimize searches for a better layout of a checked plan. What is wrong with
// the question is *Invalid; the error wraps ErrTooLong where it takes longer
// than SearchLimit. Progress may be nil.
func (a *App) Optimize(ctx context.Context, c *Checked, req OptimizeRequest, progress func(planner.Progress)) (*planner.Layout, error) {
	if err := req.check(c.Result); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, SearchLimit, longSearch{})
	defer cancel()
	l, err := planner.Search(c.Document, c.Catalog, req.Goal, planner.SearchOptions{
		Moves: req.Moves, Steps: req.Steps, Keep: req.Keep, Progress: progress, Stop: func() bool { return ctx.Err() != nil },
	})
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("search a better layout: %w", err)
	}
	return l, nil
}

// longSearch is ErrTooLong with the way out of a search.
type longSearch struct{}

func (longSearch) Error() string {
	return fmt.Sprintf("the search takes longer than the limit of %s; ask for fewer steps", SearchLimit)
}

func (longSearch) Is(target error) bool { return target == ErrTooLong }

// StartOptimize queues a search for a better layout of a revision, 0 is the
// newest, and gives its job. It wraps ErrFull where the plan has a search under
// way, and ErrBusy where as many as may wait do.
func (p *Plans) StartOptimize(ctx context.Context, who Caller, id string, number int, req OptimizeRequest) (Job, error) {
	found, err := p.Find(ctx, who, id)
	if err != nil {
		return Job{}, err
	}
	if !found.Deleted.IsZero() {
		return Job{}, fmt.Errorf("plan %s: %w: it is deleted; bring it back first", id, ErrNotFound)
	}
	checked, r, err := p.Result(ctx, who, id, number)
	if err != nil {
		return Job{}, err
	}
	if err := req.check(checked.Result); err != nil {
		return Job{}, err
	}
	j, err := p.store.AddJob(ctx, NewJob{ID: p.newID(), Kind: OptimizeJob, PlanID: id, Revision: r.Number, Author: who.Name, Asked: req, At: p.now().UTC()}, MaxJobs)
	if err != nil {
		return Job{}, fmt.Errorf("search a better layout of plan %s: %w", id, err)
	}
	return j, nil
}

// optimize carries a job out.
func (p *Plans) optimize(ctx context.Context, j Job, report func(JobProgress)) (*resultjson.Layout, error) {
	checked, _, err := p.Result(ctx, Caller{Name: j.Author}, j.PlanID, j.Revision)
	if err != nil {
		return nil, err
	}
	l, err := p.App().Optimize(ctx, checked, j.Asked, func(at planner.Progress) {
		report(JobProgress{Done: at.Done, Total: at.Total, Moves: at.Moves, Now: resultjson.StandingOf(&at.Now)})
	})
	if err != nil {
		return nil, err
	}
	out := resultjson.LayoutOf(l)
	return &out, nil
}

// EditsOf are the edits of some moves of a layout, by their place in it, and a
// message that says what they are. A move whose place another one leaves needs
// that one too; what is wrong is *Invalid.
func EditsOf(l *resultjson.Layout, moves []int) ([]plan.Edit, string, error) {
	var bad faults
	chosen := map[int]bool{}
	for _, m := range moves {
		if m < 0 || m >= len(l.Moves) {
			bad.add("move", "there is no move %d; the layout has %d", m+1, len(l.Moves))
		}
		chosen[m] = true
	}
	if len(moves) == 0 {
		bad.add("move", "no move is chosen; choose at least one")
	}
	var edits []plan.Edit
	var said []string
	for i := range l.Moves {
		if !chosen[i] {
			continue
		}
		for _, n := range l.Moves[i].Needs {
			if !chosen[n] {
				bad.add("move", "move %d goes where move %d makes room; choose that one too", i+1, n+1)
			}
		}
		for _, e := range l.Moves[i].Edits {
			edits = append(edits, plan.Edit(e))
		}
		said = append(said, l.Moves[i].Text)
	}
	if err := bad.err(); err != nil {
		return nil, "", err
	}
	message := "better layout: " + strings.Join(said, "; ")
	if len([]rune(message)) > MaxMessage {
		message = fmt.Sprintf("better layout: %s", plural(len(said), "move"))
	}
	return edits, message, nil
}

// stoppedSearch reports whether a search ended because its context did.
func stoppedSearch(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, planner.ErrStopped)
}
