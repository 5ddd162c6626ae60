package postgres_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/resultjson"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/planner"
	"lengthwise/internal/postgres"
)

// riverSchema is everything of River a database holds, a line each.
func riverSchema(t *testing.T, at string) []string {
	t.Helper()
	rows, err := connect(t, at).Query(t.Context(), `
		SELECT format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid))
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
		WHERE c.relkind = 'r' AND c.relname LIKE 'river%'
		UNION ALL SELECT format('%s %s', c.relname, c.relpersistence) FROM pg_class c WHERE c.relkind = 'r' AND c.relname LIKE 'river%'
		UNION ALL SELECT indexdef FROM pg_indexes WHERE tablename LIKE 'river%'
		UNION ALL SELECT format('%s %s %s', r.relname, n.conname, pg_get_constraintdef(n.oid)) FROM pg_constraint n JOIN pg_class r ON r.oid = n.conrelid WHERE r.relname LIKE 'river%'
		UNION ALL SELECT format('%s %s', row_number() OVER (ORDER BY e.enumsortorder), e.enumlabel) FROM pg_enum e JOIN pg_type y ON y.oid = e.enumtypid WHERE y.typname = 'river_job_state'
		UNION ALL SELECT format('%s(%s) %s %s', proname, pg_get_function_arguments(oid), provolatile, prosrc) FROM pg_proc WHERE proname LIKE 'river%'
		UNION ALL SELECT format('trigger %s', tgname) FROM pg_trigger WHERE NOT tgisinternal AND tgname LIKE 'river%'
		UNION ALL SELECT format('step %s %s', line, version) FROM river_migration
		ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for i := range lines {
		lines[i] = strings.ToLower(strings.Join(strings.Fields(lines[i]), " "))
		lines[i] = strings.ReplaceAll(lines[i], "river_migration_pkey1", "river_migration_pkey") // River made that table twice
	}
	return lines
}

// River brings migrations of its own; ours must make what they make.
func TestRiversTablesAreThoseOfRiver(t *testing.T) {
	t.Parallel()
	theirs := pgtest.Empty(t)
	pool, err := pgxpool.New(t.Context(), theirs)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	steps, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := steps.Migrate(t.Context(), rivermigrate.DirectionUp, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(riverSchema(t, theirs), riverSchema(t, pgtest.URL(t))); diff != "" {
		t.Errorf("write a migration that follows River (-River's +ours):\n%s", diff)
	}
}

func newJob(id, plan string) app.NewJob {
	return app.NewJob{ID: id, Kind: app.OptimizeJob, PlanID: plan, Revision: 1, Author: "ada", At: noon,
		Asked: app.OptimizeRequest{Goal: planner.GoalCopper, Moves: 3, Keep: []string{"leaf-[1-2]"}}}
}

func add(t *testing.T, s *postgres.Store, id, plan string) app.Job {
	t.Helper()
	j, err := s.AddJob(t.Context(), newJob(id, plan), 10)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestJobs(t *testing.T) {
	t.Parallel()
	s, conn := openBoth(t)
	create(t, s, "p1", "one", 0)
	create(t, s, "p2", "two", 0)
	create(t, s, "p3", "three", 0)
	want := app.Job{ID: "j1", Kind: app.OptimizeJob, PlanID: "p1", Revision: 1, Author: "ada", Asked: newJob("", "").Asked, State: app.JobWaiting, Created: stored, Changed: stored}
	if diff := cmp.Diff(want, add(t, s, "j1", "p1")); diff != "" {
		t.Errorf("a job added (-want +got):\n%s", diff)
	}
	_, err := s.AddJob(t.Context(), newJob("j2", "p1"), 10)
	refused(t, "a second job of a plan", err, app.ErrFull, "job j1", "cancel it")
	add(t, s, "j3", "p2")
	_, err = s.AddJob(t.Context(), newJob("j4", "p3"), 2)
	refused(t, "a job above the limit", err, app.ErrBusy, "2 jobs wait or run")
	_, err = s.AddJob(t.Context(), newJob("j4", "nobody"), 10)
	refused(t, "a job of no plan", err, app.ErrNotFound)

	if _, err := s.BeginJob(t.Context(), "j1", noon); err != nil {
		t.Fatal(err)
	}
	p := app.JobProgress{Done: 5, Total: 10, Moves: 1, Now: resultjson.Standing{Copper: 3, Links: 4, PowerW: "1.5"}}
	if err := s.ReportJob(t.Context(), "j1", p, noon); err != nil {
		t.Fatal(err)
	}
	got, err := s.Job(t.Context(), "j1")
	want.State, want.Progress = app.JobRunning, p
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("a job that runs: %v (-want +got):\n%s", err, diff)
	}
	layout := &resultjson.Layout{Goal: "copper", Before: p.Now, After: p.Now, Moves: []resultjson.LayoutMove{}, Kept: []resultjson.Kept{}, Steps: 10}
	if err := s.EndJob(t.Context(), "j1", layout, "", noon); err != nil {
		t.Fatal(err)
	}
	got, err = s.Job(t.Context(), "j1")
	want.State, want.Layout, want.Ended = app.JobDone, layout, got.Ended
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("a job that is done: %v (-want +got):\n%s", err, diff)
	}

	ended, err := s.CancelJob(t.Context(), "j1", noon)
	if err != nil || ended.State != app.JobDone {
		t.Errorf("cancelling a job that is done: %v, %v", ended.State, err)
	}
	cancelled, err := s.CancelJob(t.Context(), "j3", time.Now())
	if err != nil || cancelled.State != app.JobCancelled {
		t.Errorf("cancelling a job that waits: %v, %v", cancelled.State, err)
	}
	_, err = s.BeginJob(t.Context(), "j3", noon)
	refused(t, "beginning a cancelled job", err, app.ErrNotFound)
	refused(t, "reporting on a cancelled job", s.ReportJob(t.Context(), "j3", p, noon), app.ErrNotFound)
	if err := s.EndJob(t.Context(), "j3", layout, "", noon); err != nil {
		t.Fatal(err)
	}
	if again, err := s.Job(t.Context(), "j3"); err != nil || again.State != app.JobCancelled {
		t.Errorf("a cancelled job whose end comes late: %v, %v", again.State, err)
	}
	add(t, s, "j5", "p2")
	list, err := s.Jobs(t.Context(), "p2", 5)
	if err != nil || len(list) != 2 {
		t.Errorf("jobs of p2: %d, %v; want 2", len(list), err)
	}
	run(t, conn, "UPDATE jobs SET ended_at = now() - interval '8 days' WHERE id = 'j3'")
	_, err = s.Job(t.Context(), "j3")
	refused(t, "a job that ended eight days ago", err, app.ErrNotFound)
}

// work carries jobs out until the test, or the function it gives, ends it.
func work(t *testing.T, at string, rescue time.Duration, do func(ctx context.Context, id string) error) (stop func()) {
	t.Helper()
	end, err := postgres.Work(t.Context(), at, do, postgres.WorkerOptions{Log: slog.New(slog.DiscardHandler), Rescue: rescue})
	if err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	stop = func() {
		once.Do(func() {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
			defer cancel()
			if err := end(ctx); err != nil {
				t.Errorf("stop jobs: %v", err)
			}
		})
	}
	t.Cleanup(stop)
	return stop
}

func receive[T any](t *testing.T, what string, from <-chan T) T {
	t.Helper()
	select {
	case x := <-from:
		return x
	case <-time.After(time.Minute):
		t.Fatalf("%s: nothing within a minute", what)
		panic("unreachable")
	}
}

func TestAJobIsStoppedWithItsServerAndBegunByAnother(t *testing.T) {
	t.Parallel()
	at := pgtest.URL(t)
	s := openAt(t, at)
	create(t, s, "p1", "one", 0)
	begun := make(chan string, 8)
	stop := work(t, at, 0, func(ctx context.Context, id string) error {
		begun <- id
		<-ctx.Done()
		return ctx.Err()
	})
	add(t, s, "j1", "p1")
	if id := receive(t, "the first server", begun); id != "j1" {
		t.Errorf("began %s", id)
	}
	stop()
	work(t, at, 0, func(_ context.Context, id string) error {
		begun <- id
		return nil
	})
	if id := receive(t, "the second server", begun); id != "j1" {
		t.Errorf("began %s", id)
	}
}

func TestACancelledJobStopsWhereverItRuns(t *testing.T) {
	t.Parallel()
	at := pgtest.URL(t)
	s := openAt(t, at)
	create(t, s, "p1", "one", 0)
	begun, ended := make(chan string, 1), make(chan error, 1)
	work(t, at, 0, func(ctx context.Context, id string) error {
		begun <- id
		<-ctx.Done()
		ended <- ctx.Err()
		return ctx.Err()
	})
	add(t, s, "j1", "p1")
	receive(t, "begin", begun)
	if _, err := s.CancelJob(t.Context(), "j1", time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := receive(t, "end", ended); !errors.Is(err, context.Canceled) {
		t.Errorf("the job ended with %v", err)
	}
}

// A server that is killed says nothing more: its job is found running for too
// long, and another takes it.
func TestAJobOfAKilledServerIsTakenByAnother(t *testing.T) {
	t.Parallel()
	at := pgtest.URL(t)
	s, conn := openAt(t, at), connect(t, at)
	create(t, s, "p1", "one", 0)
	add(t, s, "j1", "p1")
	// What the killed server leaves: River's job running, ours too.
	run(t, conn, `UPDATE river_job SET state = 'running', attempt = 1, attempted_at = now() - interval '1 hour', attempted_by = '{gone}'`)
	if _, err := s.BeginJob(t.Context(), "j1", time.Now()); err != nil {
		t.Fatal(err)
	}
	begun := make(chan string, 1)
	work(t, at, 0, func(_ context.Context, id string) error {
		begun <- id
		return nil
	})
	if id := receive(t, "the second server", begun); id != "j1" {
		t.Errorf("began %s", id)
	}
}

// Jobs that River has given up do not stand in the way of others for ever.
func TestAJobThatWasGivenUpFails(t *testing.T) {
	t.Parallel()
	s, conn := openBoth(t)
	create(t, s, "p1", "one", 0)
	add(t, s, "j1", "p1")
	run(t, conn, `UPDATE river_job SET state = 'discarded', finalized_at = now()`)
	j := add(t, s, "j2", "p1")
	if j.State != app.JobWaiting {
		t.Errorf("the next job is %s", j.State)
	}
	if j, err := s.Job(t.Context(), "j1"); err != nil || j.State != app.JobFailed || !strings.Contains(j.Failure, "start it again") {
		t.Errorf("the job that was given up: %+v, %v", j, err)
	}
}
