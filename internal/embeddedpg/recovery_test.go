//go:build unix

package embeddedpg_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"lengthwise/internal/embeddedpg"
)

func pidOf(p parent) string { return strconv.Itoa(p.cmd.Process.Pid) }

// The program is killed, and perhaps its database with it: the next start has
// everything that was acknowledged, and no server is left over.
func TestKilledProgramLosesNothing(t *testing.T) {
	t.Parallel()
	needBinaries(t)
	tests := []struct {
		name         string
		databaseToo  bool
		databaseLast bool
	}{
		{name: "the program alone"},
		{name: "the database before the program", databaseToo: true},
		{name: "the program before the database", databaseToo: true, databaseLast: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := madeDir(t)
			p := startParent(t, dir, nil)
			ask(t, p.url, "CREATE TABLE kept AS SELECT 'acknowledged' AS what")
			pid := serverPID(t, dir)
			if tt.databaseToo && !tt.databaseLast {
				kill(t, pid)
			}
			kill(t, p.cmd.Process.Pid)
			if tt.databaseLast {
				kill(t, pid)
			}
			p.cmd.Wait()
			s := start(t, dir)
			if got, want := ask(t, s.URL(), "SELECT what FROM kept"), "acknowledged"; got != want {
				t.Errorf("after kill -9 the table holds %q, want %q", got, want)
			}
			if running(pid) {
				t.Errorf("process %d of the killed program still runs", pid)
			}
		})
	}
}

// Where no signal reached it, a server left over is stopped by the next start.
func TestOrphanIsStopped(t *testing.T) {
	t.Parallel()
	programs := needBinaries(t)
	dir := madeDir(t)
	s, err := embeddedpg.Start(t.Context(), config(dir))
	if err != nil {
		t.Fatal(err)
	}
	url := s.URL()
	ask(t, url, "CREATE TABLE kept AS SELECT 'here' AS what")
	stop(t, s)

	folder := filepath.Join(dir, "postgres")
	info, err := os.Stat(folder)
	if err != nil {
		t.Fatal(err)
	}
	orphan := exec.Command(filepath.Join(programs, "postgres"), "-D", dataDir(dir), "-k", folder, "-p", "5432", "-c", "listen_addresses=")
	orphan.Dir = folder
	if os.Geteuid() == 0 {
		own := info.Sys().(*syscall.Stat_t)
		orphan.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: own.Uid, Gid: own.Gid}}
	}
	if err := orphan.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- orphan.Wait() }()
	t.Cleanup(func() { orphan.Process.Kill() })
	connects(t, url)

	again := start(t, dir)
	if err := <-ended; err != nil {
		t.Errorf("the server left over ended with %v, want an orderly stop", err)
	}
	if got, want := ask(t, again.URL(), "SELECT what FROM kept"), "here"; got != want {
		t.Errorf("the table holds %q, want %q", got, want)
	}
}

// The number of a server that is gone was given to another process: this one.
func TestNumberGivenToAnotherProcessIsNoServer(t *testing.T) {
	t.Parallel()
	needBinaries(t)
	dir := madeDir(t)
	stranger := exec.Command("sleep", "600")
	if err := stranger.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stranger.Process.Kill(); stranger.Wait() })
	text := strconv.Itoa(stranger.Process.Pid) + "\n" + dataDir(dir) + "\n1700000000\n5432\n\n\n\nready   \n"
	for _, file := range []string{filepath.Join(dataDir(dir), "postmaster.pid"), filepath.Join(dir, "postgres", ".s.PGSQL.5432.lock")} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	start(t, dir)
	if !running(stranger.Process.Pid) {
		t.Error("the stranger was stopped")
	}
}

// A file that names no process may be anything; it is left alone.
func TestUnreadableProcessFileIsRefused(t *testing.T) {
	t.Parallel()
	needBinaries(t)
	dir := madeDir(t)
	file := filepath.Join(dataDir(dir), "postmaster.pid")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := embeddedpg.Start(t.Context(), config(dir))
	wantError(t, err, file, "names no process", "remove the file")
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		t.Error("the file was removed")
	}
}

// PostgreSQL dies under the program: it is started again, and the same URL
// serves what was there.
func TestDatabaseThatDiedIsStartedAgain(t *testing.T) {
	t.Parallel()
	needBinaries(t)
	dir := madeDir(t)
	s := start(t, dir)
	ask(t, s.URL(), "CREATE TABLE kept AS SELECT 'still' AS what")
	for range 3 {
		pid := serverPID(t, dir)
		kill(t, pid)
		err := <-s.Done()
		if err == nil || !strings.Contains(err.Error(), "killed") {
			t.Errorf("Done gave %v, want that the database was killed", err)
		}
		connects(t, s.URL())
		if now := serverPID(t, dir); now == pid {
			t.Errorf("process %d serves, which was killed", now)
		}
	}
	if got, want := ask(t, s.URL(), "SELECT what FROM kept"), "still"; got != want {
		t.Errorf("after three deaths the table holds %q, want %q", got, want)
	}
}
