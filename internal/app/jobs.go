package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lengthwise/internal/formats/resultjson"
)

// A JobStore keeps jobs and carries each to one server that runs them: one that
// waits is taken soon, one whose server died is taken by another. Methods are
// as those of Store.
type JobStore interface {
	// AddJob stores a job and queues it. It wraps ErrFull when the plan has a
	// job of the kind that waits or runs, and ErrBusy when so many of all plans do.
	AddJob(ctx context.Context, j NewJob, most int) (Job, error)

	// Job is one job. One that ended more than JobsKept ago is not found.
	Job(ctx context.Context, id string) (Job, error)

	// Jobs lists the jobs of a plan, newest first, at most limit.
	Jobs(ctx context.Context, planID string, limit int) ([]Job, error)

	// BeginJob says that a job is being worked on. It wraps ErrNotFound when it
	// neither waits nor runs.
	BeginJob(ctx context.Context, id string, at time.Time) (Job, error)

	// ReportJob says how far a job is. It wraps ErrNotFound when the job no
	// longer runs: it was cancelled.
	ReportJob(ctx context.Context, id string, p JobProgress, at time.Time) error

	// PutBackJob lets another server begin a job again.
	PutBackJob(ctx context.Context, id string, at time.Time) error

	// EndJob keeps what came of a job: a layout, or why there is none. What was
	// cancelled meanwhile stays so.
	EndJob(ctx context.Context, id string, layout *resultjson.Layout, failure string, at time.Time) error

	// CancelJob ends a job that waits or runs; another stays as it is.
	CancelJob(ctx context.Context, id string, at time.Time) (Job, error)
}

// The bounds of jobs.
const (
	MaxJobs   = 32                 // that wait or run, of all plans
	JobsKept  = 7 * 24 * time.Hour // after their end
	reportGap = 400 * time.Millisecond
)

// ErrFull is wrapped where a plan has a job under way and would get another.
var ErrFull = errors.New("one at a time")

// OptimizeJob is the kind of a search for a better layout.
const OptimizeJob = "optimize"

// A JobState says what became of a job.
type JobState string

// The states of a job. The last three are its end.
const (
	JobWaiting   JobState = "waiting"
	JobRunning   JobState = "running"
	JobDone      JobState = "done"
	JobFailed    JobState = "failed"
	JobCancelled JobState = "cancelled"
)

// Ended reports whether a job has come to its end.
func (s JobState) Ended() bool { return s != JobWaiting && s != JobRunning }

// A NewJob is a job on its way into the store.
type NewJob struct {
	ID, Kind string
	PlanID   string
	Revision int
	Author   string
	Asked    OptimizeRequest
	At       time.Time
}

// A Job is work that takes longer than a request.
type Job struct {
	ID       string
	Kind     string
	PlanID   string
	Revision int
	Author   string
	Asked    OptimizeRequest
	State    JobState
	Progress JobProgress
	Layout   *resultjson.Layout // of a job that is done
	Failure  string             // why a job failed
	Created  time.Time
	Changed  time.Time
	Ended    time.Time // zero: it has not
}

// JobProgress is how far a job is: work done of its bound, and what it has found.
type JobProgress struct {
	Done  int                 `json:"done"`
	Total int                 `json:"total"`
	Moves int                 `json:"moves"`
	Now   resultjson.Standing `json:"now"`
}

// Percent is how much of its bound a job has used, 0 to 100.
func (p JobProgress) Percent() int {
	if p.Total <= 0 {
		return 0
	}
	return min(100, int(int64(p.Done)*100/int64(p.Total)))
}

// Job is one job.
func (p *Plans) Job(ctx context.Context, _ Caller, id string) (Job, error) {
	if !wellFormed(id) {
		return Job{}, noJob(id)
	}
	j, err := p.store.Job(ctx, id)
	if err != nil {
		return Job{}, fmt.Errorf("job %s: %w", id, err)
	}
	return j, nil
}

func noJob(id string) error { return fmt.Errorf("job %q: %w", clip(id), ErrNotFound) }

// Jobs lists the jobs of a plan, newest first, at most limit (0: 50).
func (p *Plans) Jobs(ctx context.Context, who Caller, id string, limit int) ([]Job, error) {
	var bad faults
	limit = bad.limit(limit, MaxList)
	if err := bad.err(); err != nil {
		return nil, err
	}
	if _, err := p.Find(ctx, who, id); err != nil {
		return nil, err
	}
	list, err := p.store.Jobs(ctx, id, limit)
	if err != nil {
		return nil, fmt.Errorf("list jobs of plan %s: %w", id, err)
	}
	return list, nil
}

// CancelJob ends a job that waits or runs, wherever it runs; one that has ended
// stays as it is.
func (p *Plans) CancelJob(ctx context.Context, who Caller, id string) (Job, error) {
	if _, err := p.Job(ctx, who, id); err != nil {
		return Job{}, err
	}
	j, err := p.store.CancelJob(ctx, id, p.now().UTC())
	if err != nil {
		return Job{}, fmt.Errorf("cancel job %s: %w", id, err)
	}
	return j, nil
}

// WorkJob carries a job out and stores what came of it. The error is that of
// the context where it ended first, and the job waits again; it wraps
// ErrUnavailable where the store is away, and the job is to be tried again.
func (p *Plans) WorkJob(ctx context.Context, id string) error {
	j, err := p.store.BeginJob(ctx, id, p.now().UTC())
	if errors.Is(err, ErrNotFound) {
		return nil // cancelled before it began
	}
	if err != nil {
		return fmt.Errorf("begin job %s: %w", id, err)
	}
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	last := time.Time{}
	layout, err := p.optimize(working, j, func(at JobProgress) {
		now := p.now().UTC()
		if now.Sub(last) < reportGap && !last.IsZero() {
			return
		}
		last = now
		if errors.Is(p.store.ReportJob(ctx, id, at, now), ErrNotFound) {
			cancel() // nobody waits for it any more; of other faults the end of the job tells
		}
	})
	if working.Err() != nil && ctx.Err() == nil {
		return nil
	}
	if stoppedSearch(ctx, err) && !errors.Is(err, ErrTooLong) {
		return p.putBack(ctx, id)
	}
	failure := ""
	switch {
	case errors.Is(err, ErrUnavailable):
		return fmt.Errorf("job %s: %w", id, err)
	case err != nil:
		failure = failureOf(err)
	}
	if err := p.store.EndJob(ctx, id, layout, failure, p.now().UTC()); err != nil {
		return fmt.Errorf("end job %s: %w", id, err)
	}
	return nil
}

// failureOf is what people are told of a job that failed: what only we can know
// is in the log.
func failureOf(err error) string {
	var invalid *Invalid
	if errors.As(err, &invalid) || errors.Is(err, ErrNotFound) || errors.Is(err, ErrTooLong) || errors.Is(err, ErrBusy) {
		return err.Error()
	}
	return "something went wrong in the program, not in the plan"
}

// putBackTime is how long a server that ends tries to give a job back.
const putBackTime = 2 * time.Second

// putBack gives a job back when the server ends. The error is the context's.
func (p *Plans) putBack(ctx context.Context, id string) error {
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), putBackTime)
	defer cancel()
	if err := p.store.PutBackJob(ending, id, p.now().UTC()); err != nil {
		return fmt.Errorf("give job %s back: %w", id, err)
	}
	return context.Cause(ctx)
}
