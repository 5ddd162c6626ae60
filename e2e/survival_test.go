package e2e

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// saves is how many saves are made until the server is killed, and writers by
// how many at once, a plan each.
const (
	saves   = 100
	writers = 4
)

// document is revision number of a plan.
func document(plan, number int) string {
	return fmt.Sprintf("version: 1\nname: Plan %d\n# revision %d\nracks:\n  - {name: A1, units: %d}\n", plan, number, 10+number%40)
}

// The server is killed in the middle of saves and started again on the same
// folder: the database comes up by itself and every revision that was
// acknowledged is there.
func TestKilledWhileSaving(t *testing.T) {
	t.Parallel()
	state := newStateDir(t)
	s := startServer(t, state)
	ids := make([]string, writers)
	for i := range ids {
		ids[i] = s.create(t, document(i, 1))
	}
	var (
		mu    sync.Mutex
		total int
		acked = make([]int, writers) // the newest revision acknowledged
		group sync.WaitGroup
	)
	for i, id := range ids {
		acked[i] = 1
		group.Go(func() {
			for number := 2; ; number++ {
				a, err := s.ask(t.Context(), http.MethodPut, "/api/v1/plans/"+id, "application/yaml", document(i, number), "If-Match", fmt.Sprintf("%q", strconv.Itoa(number-1)))
				if err != nil {
					return // the kill
				}
				if a.status != http.StatusOK {
					t.Errorf("save revision %d of plan %d: got status %d, want 200: %s", number, i, a.status, a.body)
					return
				}
				mu.Lock()
				acked[i] = number
				if total++; total == saves/2 {
					_ = s.cmd.Process.Kill() // the others are at it
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	<-s.over

	again := startServer(t, state)
	for i, id := range ids {
		for number := 1; number <= acked[i]; number++ {
			got := again.get(t, fmt.Sprintf("/api/v1/plans/%s/revisions/%d", id, number))
			if !strings.Contains(got, fmt.Sprintf("# revision %d", number)) {
				t.Errorf("revision %d of plan %d reads %q, want what was saved", number, i, got)
			}
		}
	}
	t.Logf("killed after %d saves; all of %v are there", total, acked)
	a, err := again.ask(t.Context(), http.MethodPost, "/api/v1/plans", "application/yaml", document(99, 1))
	if err != nil || a.status != http.StatusCreated {
		t.Errorf("a save after the new start: got %+v (%v), want status 201", a, err)
	}
}

// A second program on the same folder says what is the matter and ends.
func TestSecondInstance(t *testing.T) {
	t.Parallel()
	state := newStateDir(t)
	s := startServer(t, state)
	second, err := start(state)
	if err == nil {
		second.end(syscall.SIGTERM)
		t.Fatal("a second program on the same folder served")
	}
	for _, words := range []string{state, "another", "--state-dir"} {
		if !strings.Contains(err.Error(), words) {
			t.Errorf("the second says %q, want %q in it", err, words)
		}
	}
	s.get(t, "/readyz")
}

// PostgreSQL is killed under the server and kept from starting: pages that need
// it say so with 503 and when to come again; once it may start, everything
// works without a start of the server.
func TestDatabaseKilled(t *testing.T) {
	t.Parallel()
	found := needPostgreSQL(t)
	hold := filepath.Join(newStateDir(t), "hold")
	binaries := heldBinaries(t, found, hold)
	state := newStateDir(t)
	s := startServer(t, state, "--postgres-binaries", binaries)
	id := s.create(t, document(1, 1))
	p := newTab(t, s)
	if status := p.visit("/plans/" + id); status != http.StatusOK {
		t.Fatalf("before: got status %d, want 200", status)
	}

	if err := os.WriteFile(hold, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	killPostgreSQL(t, state)
	for _, path := range []string{"/", "/plans/" + id, "/plans/" + id + "/links", "/api/v1/plans", "/readyz"} {
		a, err := s.ask(t.Context(), http.MethodGet, path, "", "")
		if err != nil {
			t.Fatal(err)
		}
		if a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
			t.Errorf("%s without a database: got status %d, Retry-After %q, want 503 and a time", path, a.status, a.header.Get("Retry-After"))
		}
	}
	if status := p.visit("/plans/" + id); status != http.StatusServiceUnavailable {
		t.Errorf("the page without a database: got status %d, want 503", status)
	}
	p.reads(`[data-testid="error"]`, "database")
	for _, path := range []string{"/reach", "/catalog", "/healthz"} {
		s.get(t, path) // needs none
	}

	if err := os.Remove(hold); err != nil {
		t.Fatal(err)
	}
	s.until(t, "/readyz", http.StatusOK)
	if status := p.visit("/plans/" + id); status != http.StatusOK {
		t.Errorf("after: got status %d, want 200", status)
	}
	a, err := s.ask(t.Context(), http.MethodPut, "/api/v1/plans/"+id, "application/yaml", document(1, 2), "If-Match", `"1"`)
	if err != nil || a.status != http.StatusOK {
		t.Errorf("a save after: got %+v (%v), want status 200", a, err)
	}
}

// heldBinaries are PostgreSQL's programs, of which postgres waits as long as a
// file is there.
func heldBinaries(t *testing.T, found, hold string) string {
	t.Helper()
	dir := newStateDir(t)
	programs := map[string]string{
		"initdb":   fmt.Sprintf("exec '%s/initdb' \"$@\"\n", found),
		"postgres": fmt.Sprintf("case \"$1\" in --version) ;; *) while [ -e '%s' ]; do sleep 0.1; done ;; esac\nexec '%s/postgres' \"$@\"\n", hold, found),
	}
	for name, script := range programs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command(filepath.Join(dir, "postgres"), "--version").CombinedOutput(); err != nil {
		t.Fatalf("run the held postgres: %v\n%s", err, out)
	}
	return dir
}

// killPostgreSQL ends the database of a state folder without a word and waits
// until it is gone.
func killPostgreSQL(t *testing.T, state string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(state, "postgres", "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	wait(t, "the end of the database", func() bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) })
}

// until asks again and again until the answer has a status.
func (s *server) until(t *testing.T, path string, status int) {
	t.Helper()
	wait(t, fmt.Sprintf("status %d of %s", status, path), func() bool {
		a, err := s.ask(t.Context(), http.MethodGet, path, "", "")
		return err == nil && a.status == status
	})
}

// wait asks every few milliseconds, for as long as patience lasts.
func wait(t *testing.T, what string, done func() bool) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for !done() {
		select {
		case <-ctx.Done():
			t.Fatalf("%s did not come in %s", what, patience)
		case <-again.C:
		}
	}
}
