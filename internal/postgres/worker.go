package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"lengthwise/internal/app"
	"lengthwise/internal/postgres/internal/dbgen"
)

const (
	jobAttempts = 3 // servers that may die of one job
	settleEvery = 10 * time.Second
	workerConns = 4 // one listens; the others fetch and report

	// A job is over within app.SearchLimit; one that is not is cut off, and one
	// whose server is gone is taken by another.
	jobTimeout  = app.SearchLimit + 15*time.Second
	rescueAfter = app.SearchLimit + 30*time.Second
)

// jobArgs is what River carries: the rest stands in our table.
type jobArgs struct {
	ID string `json:"id"`
}

// Kind is how River tells kinds of jobs apart.
func (jobArgs) Kind() string { return "job" }

// WorkerOptions say how jobs are worked on.
type WorkerOptions struct {
	At     int           // jobs at a time; 0: 1
	Log    *slog.Logger  // nil: slog.Default
	Rescue time.Duration // after which a job whose server is gone is taken by another; 0: some more than app.SearchLimit
}

// Work takes jobs of the database at the URL, whose schema Migrate has brought
// up to date, and has run carry each out, until the function it gives is called:
// that one stops jobs under way, which another server then begins again, and
// waits for their end. A database that is away is waited for.
func Work(ctx context.Context, url string, run func(ctx context.Context, id string) error, opt WorkerOptions) (stop func(context.Context) error, err error) {
	config, err := configure(url)
	if err != nil {
		return nil, err
	}
	config.MaxConns = workerConns
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if opt.Log == nil {
		opt.Log = slog.Default()
	}
	workers := river.NewWorkers()
	river.AddWorker(workers, &worker{run: run, log: opt.Log, timeout: min(jobTimeout, cmp.Or(opt.Rescue, jobTimeout))})
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: max(1, opt.At)}}, Workers: workers,
		Logger:     slog.New(quiet{opt.Log.Handler()}),
		JobTimeout: min(jobTimeout, cmp.Or(opt.Rescue, jobTimeout)), RescueStuckJobsAfter: cmp.Or(opt.Rescue, rescueAfter),
	})
	if err == nil {
		err = client.Start(context.WithoutCancel(ctx))
	}
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("start jobs: %w", err)
	}
	settling, end := context.WithCancel(context.WithoutCancel(ctx))
	settled := make(chan struct{})
	go func() {
		defer close(settled)
		settle(settling, pool)
	}()
	return func(ctx context.Context) error {
		defer pool.Close()
		end()
		<-settled
		return client.StopAndCancel(ctx)
	}, nil
}

// settle ends, now and then, jobs that River has given up.
func settle(ctx context.Context, pool *pgxpool.Pool) {
	every := time.NewTicker(settleEvery)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-every.C:
			_ = dbgen.New(pool).SettleJobs(ctx, dbgen.SettleJobsParams{Failure: givenUp, At: at(now)}) // the next time is soon
		}
	}
}

// A worker carries jobs out.
type worker struct {
	river.WorkerDefaults[jobArgs]
	run     func(ctx context.Context, id string) error
	log     *slog.Logger
	timeout time.Duration
}

// Timeout is how long a job may take.
func (w *worker) Timeout(*river.Job[jobArgs]) time.Duration { return w.timeout }

// Work carries one job out. One that is stopped with the server waits again.
func (w *worker) Work(ctx context.Context, job *river.Job[jobArgs]) error {
	err := w.run(ctx, job.Args.ID)
	switch {
	case err == nil:
		return nil
	case errors.Is(context.Cause(ctx), river.ErrJobCancelledRemotely):
		return nil
	case ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded):
		return river.JobSnooze(0)
	}
	w.log.ErrorContext(ctx, "job not done", "job", job.Args.ID, "attempt", job.Attempt, "error", err)
	return err
}

// quiet leaves out what River says while all is well.
type quiet struct{ slog.Handler }

// Enabled leaves out what is below a warning.
func (h quiet) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelWarn }

// newRiver makes a client that only adds and cancels jobs.
func newRiver(pool *pgxpool.Pool) *river.Client[pgx.Tx] {
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		panic(fmt.Sprintf("postgres: a client without settings cannot be made: %v", err))
	}
	return client
}
