package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"lengthwise/internal/catalog"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// A Source is a document as somebody gave it. Name is what messages call it and
// helps to tell YAML from JSON.
type Source struct {
	Name  string
	Text  []byte
	Media planfile.MediaType // empty: told from name and text
}

// A CheckRequest asks what comes of a plan. Progress, where not nil, is told
// how far the work is.
type CheckRequest struct {
	Source
	Progress func(done, total int)
}

// A Checked plan is its document and everything the planner worked out, with
// the line and column of each finding where the document is YAML.
type Checked struct {
	Document *plan.Document
	Media    planfile.MediaType
	Result   *planner.Result
	Catalog  *catalog.Catalog // it was planned with: parts, prices, site status
	Version  string

	views *views    // shared by all texts of one document; nil: nobody keeps them
	key   resultKey // where it is kept; zero: not asked of Plans
}

// Check plans a document. The error is *Invalid when it cannot be read, the
// context's when that ended first, and wraps ErrTooLong when it takes longer
// than PlanningLimit and ErrBusy where Bounded leaves no place for it.
func (a *App) Check(ctx context.Context, req CheckRequest) (*Checked, error) {
	checked, positions, err := a.decode(req.Source)
	if err != nil {
		return nil, err
	}
	result, err := a.plan(ctx, req.Name, checked.Document, req.Progress)
	if err != nil {
		return nil, err
	}
	checked.views = &views{}
	if checked.Media == planfile.YAML {
		result = located(result, positions)
	}
	checked.Result = result
	return checked, nil
}

// plan works a document out, within PlanningLimit and the life of the context.
// Name is what messages call it.
func (a *App) plan(ctx context.Context, name string, doc *plan.Document, progress func(done, total int)) (*planner.Result, error) {
	leave, err := a.queue.enter(ctx)
	if err != nil {
		return nil, fmt.Errorf("plan %s: %w", name, err)
	}
	defer leave()
	ctx, cancel := context.WithTimeoutCause(ctx, a.limit, ErrTooLong)
	defer cancel()
	result, err := planner.Plan(doc, a.catalog, planner.Options{
		Stop:     func() bool { return ctx.Err() != nil },
		Progress: progress,
	})
	if ctx.Err() != nil {
		return nil, fmt.Errorf("plan %s: %w", name, context.Cause(ctx))
	}
	if problems := (*plan.Problems)(nil); errors.As(err, &problems) {
		return nil, &Invalid{Problems: problems} // its fabrics have more links than a plan may
	}
	if err != nil {
		return nil, fmt.Errorf("plan %s: %w", name, err)
	}
	return result, nil
}

// read is Check without planning: the document and no result.
func (a *App) read(_ context.Context, req CheckRequest) (*Checked, error) {
	checked, _, err := a.decode(req.Source)
	return checked, err
}

func (a *App) decode(src Source) (*Checked, *planfile.Positions, error) {
	media := src.Media
	if media == "" {
		media = planfile.Detect(src.Name, src.Text)
	}
	doc, positions, err := planfile.Decode(src.Text, media, a.catalog)
	if problems := (*plan.Problems)(nil); errors.As(err, &problems) {
		named := *problems
		named.File = src.Name
		return nil, nil, &Invalid{Problems: &named}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", src.Name, err)
	}
	return &Checked{Document: doc, Media: media, Catalog: a.catalog, Version: a.version}, positions, nil
}

// located is the result with the place of each finding in the text. Equal
// documents have equal results, so the result itself is left alone.
func located(r *planner.Result, positions *planfile.Positions) *planner.Result {
	out := *r
	out.Findings = slices.Clone(r.Findings)
	for i := range out.Findings {
		if f := &out.Findings[i]; f.Path != "" {
			f.Line, f.Column = positions.Find(f.Path)
		}
	}
	return &out
}

// A FailOn says how bad a finding must be for a check to fail.
type FailOn string

// The levels a check can fail on.
const (
	FailNever   FailOn = "never"
	FailError   FailOn = "error"
	FailWarning FailOn = "warning"
)

// Fails reports whether a finding is at or above the level or a link is
// unknown; never with FailNever.
func (c *Checked) Fails(on FailOn) bool {
	s := c.Result.Summary
	switch {
	case on == FailNever:
		return false
	case s.Errors > 0 || s.LinksByStatus[planner.StatusUnknown] > 0:
		return true
	}
	return on == FailWarning && s.Warnings > 0
}
