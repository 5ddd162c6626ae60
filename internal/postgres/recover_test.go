package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/embeddedpg"
)

// terminate ends every session of the database but the one that asks.
func terminate(t *testing.T, conn *pgx.Conn) (ended int) {
	t.Helper()
	err := conn.QueryRow(t.Context(), `SELECT count(*) FILTER (WHERE pg_terminate_backend(pid, 10000)) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid()`).Scan(&ended)
	if err != nil {
		t.Fatal(err)
	}
	return ended
}

// Sessions that a restart of the database ended are replaced without anybody
// noticing: neither who reads nor who writes.
func TestSessionsEndedBetweenCalls(t *testing.T) {
	t.Parallel()
	s, conn := openBoth(t)
	create(t, s, "p0", "plan", 0)
	calls := []func(i int) error{
		func(int) error { _, err := s.Plan(t.Context(), "p0"); return err },
		func(i int) error {
			_, err := s.CreatePlan(t.Context(), app.NewPlan{ID: fmt.Sprint("new", i), NewRevision: revision("plan", i)})
			return err
		},
		func(int) error { return s.Ping(t.Context()) },
		func(i int) error { _, err := s.SetTags(t.Context(), "p0", []string{fmt.Sprint(i)}, noon); return err },
		func(int) error { _, err := s.Revision(t.Context(), "p0", 1); return err },
	}
	for i := range 2 * len(calls) {
		var busy sync.WaitGroup // several sessions
		for range 4 {
			busy.Go(func() {
				if _, _, err := s.Plans(t.Context(), app.PlanQuery{}); err != nil {
					t.Error(err)
				}
			})
		}
		busy.Wait()
		if terminate(t, conn) == 0 {
			t.Fatal("the store had no session to end")
		}
		if err := calls[i%len(calls)](i); err != nil {
			t.Errorf("call %d after its session was ended: %v", i, err)
		}
	}
}

// A save whose session ends in the middle says so, is not half done, and the
// next one succeeds.
func TestSessionEndedInTheMiddle(t *testing.T) {
	t.Parallel()
	s, conn := openBoth(t)
	create(t, s, "p1", "one", 0)
	hold, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := hold.Exec(t.Context(), "SELECT FROM plans WHERE id = 'p1' FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	saved := make(chan error, 1)
	go func() {
		_, err := s.SaveRevision(t.Context(), "p1", 1, revision("two", 1))
		saved <- err
	}()
	for waiting := 0; waiting == 0; { // until the save waits for the row
		err := conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&waiting)
		if err != nil {
			t.Fatal(err)
		}
	}
	terminate(t, conn)
	refused(t, "a save whose session was ended", <-saved, app.ErrUnavailable, `"p1"`)
	if err := hold.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Plan(t.Context(), "p1"); err != nil || p.Revision != 1 || p.Name != "one" {
		t.Errorf("after it the plan is %q at revision %d, %v; want one at 1", p.Name, p.Revision, err)
	}
	if p, err := s.SaveRevision(t.Context(), "p1", 1, revision("two", 1)); err != nil || p.Revision != 2 {
		t.Errorf("the save made again: revision %d, %v; want 2", p.Revision, err)
	}
}

// A row that is held for too long, a statement that takes too long and a caller
// who leaves end the wait, each with its own error.
func TestWaitsEnd(t *testing.T) {
	t.Parallel()
	at := newDatabase(t, "TEMPLATE migrated")
	conn := connect(t, at)
	create(t, openAt(t, at), "p1", "one", 0)
	hold, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := hold.Exec(t.Context(), "SELECT FROM plans FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{"lock_timeout", "statement_timeout"} {
		_, err = openAt(t, at+"&"+setting+"=50").SaveRevision(t.Context(), "p1", 1, revision("two", 1))
		refused(t, setting, err, app.ErrUnavailable, strings.ReplaceAll(setting, "_", " "))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = openAt(t, at).SaveRevision(ctx, "p1", 1, revision("two", 1))
	refused(t, "a caller who leaves", err, context.DeadlineExceeded)
	if errors.Is(err, app.ErrUnavailable) {
		t.Errorf("a caller who leaves: got %v, which blames the database", err)
	}
}

// Before any connection: a server that is not there and one that never answers.
func TestServersThatAreAway(t *testing.T) {
	t.Parallel()
	s := openAt(t, "postgres://x@/x?host="+filepath.ToSlash(t.TempDir()))
	refused(t, "ping of a server that is not there", s.Ping(t.Context()), app.ErrUnavailable)
	_, _, err := s.Plans(t.Context(), app.PlanQuery{})
	refused(t, "plans of a server that is not there", err, app.ErrUnavailable)
	_, err = s.SaveRevision(t.Context(), "p1", 1, revision("x", 1))
	refused(t, "a save on a server that is not there", err, app.ErrUnavailable)

	mute, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer mute.Close()
	s = openAt(t, fmt.Sprintf("postgres://x@%s/x?connect_timeout=1&sslmode=disable", mute.Addr()))
	refused(t, "ping of a server that never answers", s.Ping(t.Context()), app.ErrUnavailable)
}

// kill ends the server that wrote the file, as a crash would.
func kill(t *testing.T, pidFile string) {
	t.Helper()
	text, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil || pid <= 1 {
		t.Fatalf("process %q, %v", first, err)
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
}

// The database dies while people save, and is started again: every revision
// that was acknowledged is there, and the store needs no restart.
func TestServerKilledWhileSaving(t *testing.T) {
	t.Parallel()
	emptyDatabase(t) // skips where there is no PostgreSQL
	dir, err := os.MkdirTemp("", "lengthwise-killed")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // the database's user passes through
		t.Fatal(err)
	}
	server, err := embeddedpg.Start(t.Context(), embeddedpg.Config{StateDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	migrate(t, server.URL())
	s := openAt(t, server.URL())
	create(t, s, "p1", "revision 1", 0)

	acknowledged, away := 1, 0
	for n := 1; acknowledged < 100; n++ {
		if n%30 == 0 {
			kill(t, filepath.Join(dir, "postgres", "data", "postmaster.pid"))
		}
		p, err := s.Plan(t.Context(), "p1")
		if err == nil {
			p, err = s.SaveRevision(t.Context(), "p1", p.Revision, revision(fmt.Sprint("revision ", p.Revision+1), n))
		}
		switch {
		case err == nil:
			acknowledged = p.Revision
		case errors.Is(err, app.ErrUnavailable):
			away++
			for s.Ping(t.Context()) != nil && t.Context().Err() == nil { // until it is back
			}
		default:
			t.Fatalf("save %d: %v", n, err)
		}
	}
	for n := 1; n <= acknowledged; n++ {
		r, err := s.Revision(t.Context(), "p1", n)
		if err != nil || r.Name != fmt.Sprint("revision ", n) {
			t.Errorf("revision %d of %d acknowledged: %q, %v", n, acknowledged, r.Name, err)
		}
	}
	t.Logf("%d revisions acknowledged, %d calls found the database away", acknowledged, away)
}
