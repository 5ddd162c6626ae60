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
	"lengthwise/internal/pgtest"
)

// terminate ends the sessions of the connection's database that the condition
// names, but not its own, and says how many there were. The connection is in no
// transaction: one sees the same sessions until it ends.
func terminate(t *testing.T, conn *pgx.Conn, which string) (ended int) {
	t.Helper()
	others := " FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND " + which
	if err := conn.QueryRow(t.Context(), "SELECT count(pg_terminate_backend(pid))"+others).Scan(&ended); err != nil {
		t.Fatal(err)
	}
	for left := ended; left > 0; {
		if err := conn.QueryRow(t.Context(), "SELECT count(*)"+others).Scan(&left); err != nil {
			t.Fatal(err)
		}
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
	for i := range calls {
		var busy sync.WaitGroup // several sessions
		for range 4 {
			busy.Go(func() {
				if _, _, err := s.Plans(t.Context(), app.PlanQuery{}); err != nil {
					t.Error(err)
				}
			})
		}
		busy.Wait()
		if terminate(t, conn, "true") == 0 {
			t.Fatal("the store had no session to end")
		}
		if err := calls[i](i); err != nil {
			t.Errorf("call %d after its session was ended: %v", i, err)
		}
	}
}

// A save whose session ends in the middle says so, is not half done, and the
// next one succeeds.
func TestSessionEndedInTheMiddle(t *testing.T) {
	t.Parallel()
	at := pgtest.URL(t)
	s, holder := openAt(t, at), connect(t, at)
	create(t, s, "p1", "one", 0)
	run(t, holder, "BEGIN")
	run(t, holder, "SELECT FROM plans WHERE id = 'p1' FOR UPDATE")
	saved := make(chan error, 1)
	go func() {
		_, err := s.SaveRevision(t.Context(), "p1", 1, revision("two", 1))
		saved <- err
	}()
	for beside := connect(t, at); terminate(t, beside, "wait_event_type = 'Lock'") == 0; { // until the save waits for the row
	}
	refused(t, "a save whose session was ended", <-saved, app.ErrUnavailable)
	run(t, holder, "ROLLBACK")
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
	at := pgtest.URL(t)
	conn := connect(t, at)
	create(t, openAt(t, at), "p1", "one", 0)
	run(t, conn, "BEGIN")
	run(t, conn, "SELECT FROM plans FOR UPDATE")
	for _, setting := range []string{"lock_timeout", "statement_timeout"} {
		_, err := openAt(t, at+"&"+setting+"=50").SaveRevision(t.Context(), "p1", 1, revision("two", 1))
		refused(t, setting, err, app.ErrUnavailable, strings.ReplaceAll(setting, "_", " "))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := openAt(t, at).SaveRevision(ctx, "p1", 1, revision("two", 1))
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
	if _, _, err := embeddedpg.Find(os.Getenv("LENGTHWISE_POSTGRES_BINARIES")); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("needs a server that may be killed: %v", err)
	}
	dir := t.TempDir()
	for _, d := range []string{filepath.Dir(dir), dir} { // the database's user passes through
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	server, err := embeddedpg.Start(t.Context(), embeddedpg.Config{StateDir: dir, Binaries: os.Getenv("LENGTHWISE_POSTGRES_BINARIES")})
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
	for n := 1; acknowledged < 60; n++ {
		if n%25 == 0 {
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
