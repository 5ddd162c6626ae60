package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/resultjson"
	"lengthwise/internal/postgres/internal/dbgen"
)

// jobsLock is the advisory lock under which a job is added.
const jobsLock = 0x1e6716

// givenUp is what people are told of a job that River has given up.
const givenUp = "every server that began it ended before it was done; start it again"

// AddJob stores a job and queues it in the same transaction.
func (s *Store) AddJob(ctx context.Context, j app.NewJob, most int) (app.Job, error) {
	revision, ok := small(j.Revision)
	if !ok || !storable(j.PlanID) || !storable(j.ID) {
		return app.Job{}, app.ErrNotFound
	}
	asked, err := json.Marshal(j.Asked)
	if err != nil {
		return app.Job{}, fmt.Errorf("write what was asked: %w", err)
	}
	var added app.Job
	err = s.writeTx(ctx, func(ctx context.Context, tx pgx.Tx, q *dbgen.Queries) error {
		if err := q.LockJobs(ctx, jobsLock); err != nil {
			return err
		}
		if err := q.ForgetJobs(ctx); err != nil {
			return err
		}
		if err := q.SettleJobs(ctx, dbgen.SettleJobsParams{Failure: givenUp, At: at(j.At)}); err != nil {
			return err
		}
		if err := free(ctx, q, j, most); err != nil {
			return err
		}
		queued, err := s.river.InsertTx(ctx, tx, jobArgs{ID: j.ID}, &river.InsertOpts{MaxAttempts: jobAttempts})
		if err != nil {
			return err
		}
		row, err := q.InsertJob(ctx, dbgen.InsertJobParams{ID: j.ID, RiverID: queued.Job.ID, Kind: j.Kind, PlanID: j.PlanID, Revision: revision,
			Author: readable(j.Author), Asked: asked, At: at(j.At)})
		if codeOf(err) == foreignKeyViolation {
			return app.ErrNotFound
		}
		if err != nil {
			return err
		}
		added, err = jobOf(row)
		return err
	})
	return added, err
}

// free makes sure that there is room for a job.
func free(ctx context.Context, q *dbgen.Queries, j app.NewJob, most int) error {
	id, err := q.PlanJobUnderWay(ctx, dbgen.PlanJobUnderWayParams{PlanID: j.PlanID, Kind: j.Kind})
	switch {
	case err == nil:
		return fmt.Errorf("%w: job %s of this plan waits or runs; wait for its end or cancel it", app.ErrFull, id)
	case !errors.Is(err, pgx.ErrNoRows):
		return err
	}
	n, err := q.JobsUnderWay(ctx)
	if err == nil && n >= int64(most) {
		err = fmt.Errorf("%w: %d jobs wait or run, which is the limit", app.ErrBusy, n)
	}
	return err
}

// Job is one job.
func (s *Store) Job(ctx context.Context, id string) (app.Job, error) {
	if !storable(id) {
		return app.Job{}, app.ErrNotFound
	}
	var found app.Job
	err := s.read(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		row, err := q.Job(ctx, id)
		if err != nil {
			return noJob(err)
		}
		found, err = jobOf(row)
		return err
	})
	return found, err
}

// Jobs lists the jobs of a plan. A limit out of range is brought into it.
func (s *Store) Jobs(ctx context.Context, planID string, limit int) (jobs []app.Job, err error) {
	if !storable(planID) {
		return nil, nil
	}
	err = s.read(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		rows, err := q.PlanJobs(ctx, dbgen.PlanJobsParams{PlanID: planID, Most: limited(limit)})
		if err != nil {
			return err
		}
		jobs = make([]app.Job, len(rows))
		for i, row := range rows {
			if jobs[i], err = jobOf(row); err != nil {
				return err
			}
		}
		return nil
	})
	return jobs, err
}

// BeginJob says that a job is being worked on.
func (s *Store) BeginJob(ctx context.Context, id string, when time.Time) (app.Job, error) {
	var begun app.Job
	err := s.write(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		row, err := q.BeginJob(ctx, dbgen.BeginJobParams{ID: id, At: at(when)})
		if err != nil {
			return noJob(err)
		}
		begun, err = jobOf(row)
		return err
	})
	return begun, err
}

// ReportJob says how far a job is.
func (s *Store) ReportJob(ctx context.Context, id string, p app.JobProgress, when time.Time) error {
	progress, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("write progress: %w", err)
	}
	return s.write(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		n, err := q.ReportJob(ctx, dbgen.ReportJobParams{ID: id, Progress: progress, At: at(when)})
		if err == nil && n == 0 {
			err = app.ErrNotFound
		}
		return err
	})
}

// PutBackJob lets another server begin a job again.
func (s *Store) PutBackJob(ctx context.Context, id string, when time.Time) error {
	return s.write(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		return q.PutBackJob(ctx, dbgen.PutBackJobParams{ID: id, At: at(when)})
	})
}

// EndJob keeps what came of a job.
func (s *Store) EndJob(ctx context.Context, id string, layout *resultjson.Layout, failure string, when time.Time) error {
	p := dbgen.EndJobParams{ID: id, State: string(app.JobFailed), Failure: readable(failure), At: at(when)}
	if layout != nil && failure == "" {
		result, err := json.Marshal(layout)
		if err != nil {
			return fmt.Errorf("write result: %w", err)
		}
		p.State, p.Result = string(app.JobDone), result
	}
	return s.write(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		_, err := q.EndJob(ctx, p)
		return err
	})
}

// CancelJob ends a job that waits or runs, and tells the server it runs on.
func (s *Store) CancelJob(ctx context.Context, id string, when time.Time) (app.Job, error) {
	if !storable(id) {
		return app.Job{}, app.ErrNotFound
	}
	var ended app.Job
	err := s.writeTx(ctx, func(ctx context.Context, tx pgx.Tx, q *dbgen.Queries) error {
		row, err := q.CancelJob(ctx, dbgen.CancelJobParams{ID: id, At: at(when)})
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			if row, err = q.Job(ctx, id); err != nil {
				return noJob(err)
			}
		case err != nil:
			return err
		default:
			if _, err := s.river.JobCancelTx(ctx, tx, row.RiverID); err != nil && !errors.Is(err, river.ErrNotFound) {
				return err
			}
		}
		ended, err = jobOf(row)
		return err
	})
	return ended, err
}

func noJob(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return app.ErrNotFound
	}
	return err
}

// jobOf is the job of a row.
func jobOf(row dbgen.Job) (app.Job, error) {
	j := app.Job{ID: row.ID, Kind: row.Kind, PlanID: row.PlanID, Revision: int(row.Revision), Author: row.Author, State: app.JobState(row.State),
		Failure: row.Failure, Created: moment(row.CreatedAt), Changed: moment(row.ChangedAt), Ended: moment(row.EndedAt)}
	if err := json.Unmarshal(row.Asked, &j.Asked); err != nil {
		return app.Job{}, fmt.Errorf("read what job %s asks: %w", row.ID, err)
	}
	if err := json.Unmarshal(row.Progress, &j.Progress); err != nil {
		return app.Job{}, fmt.Errorf("read the progress of job %s: %w", row.ID, err)
	}
	if row.Result != nil {
		j.Layout = &resultjson.Layout{}
		if err := json.Unmarshal(row.Result, j.Layout); err != nil {
			return app.Job{}, fmt.Errorf("read the result of job %s: %w", row.ID, err)
		}
	}
	return j, nil
}
