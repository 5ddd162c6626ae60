//go:build unix

package embeddedpg_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lengthwise/internal/embeddedpg"
)

func TestDatabaseIsMadeAndFoundAgain(t *testing.T) {
	t.Parallel()
	needBinaries(t)
	dir := openDir(t)
	s, err := embeddedpg.Start(t.Context(), config(dir))
	if err != nil {
		t.Fatal(err)
	}
	ask(t, s.URL(), "CREATE TABLE kept AS SELECT 'every revision' AS what")
	stop(t, s)
	stop(t, s) // again: no effect
	if _, open := <-s.Done(); open {
		t.Error("Done gave an error for a database that was stopped")
	}
	again := start(t, dir)
	if got, want := ask(t, again.URL(), "SELECT what FROM kept"), "every revision"; got != want {
		t.Errorf("after a restart the table holds %q, want %q", got, want)
	}
}

func TestDatabaseIsPrivateAndDurable(t *testing.T) {
	t.Setenv("PGDATA", filepath.Join(t.TempDir(), "elsewhere")) // of somebody else: no concern of ours
	t.Setenv("PGPORT", "1")
	t.Setenv("LC_ALL", "no_SUCH.locale")
	needBinaries(t)
	dir := madeDir(t)
	url := start(t, dir).URL()
	tests := []struct{ setting, want string }{
		{"listen_addresses", ""},
		{"unix_socket_directories", `"` + filepath.Join(dir, "postgres") + `"`},
		{"fsync", "on"},
		{"synchronous_commit", "on"},
		{"full_page_writes", "on"},
		{"data_checksums", "on"},
		{"server_encoding", "UTF8"},
		{"data_directory", dataDir(dir)},
	}
	for _, tt := range tests {
		if got := ask(t, url, "SELECT current_setting('"+tt.setting+"')"); got != tt.want {
			t.Errorf("setting %s = %q, want %q", tt.setting, got, tt.want)
		}
	}
	if got, want := ask(t, url, "SELECT datcollate || ' ' || datctype FROM pg_database WHERE datname = current_database()"), "C C"; got != want {
		t.Errorf("collation and character types = %q, want %q", got, want)
	}
	info, err := os.Stat(filepath.Join(dir, "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := info.Mode().Perm(), os.FileMode(0o700); got != want {
		t.Errorf("mode of the folder = %04o, want %04o", got, want)
	}
}

func TestDatabaseDoesNotRunAsRoot(t *testing.T) {
	t.Parallel()
	needBinaries(t)
	dir := openDir(t)
	start(t, dir)
	for _, name := range []string{"", "data", "lock", "log", "data/PG_VERSION"} {
		info, err := os.Stat(filepath.Join(dir, "postgres", name))
		if err != nil {
			t.Fatal(err)
		}
		uid := info.Sys().(*syscall.Stat_t).Uid
		if uid == 0 || os.Geteuid() != 0 && int(uid) != os.Geteuid() {
			t.Errorf("postgres/%s belongs to user %d; want one who is not root, and this one where it is none", name, uid)
		}
	}
}

// A person without root's rights starts it too, in a folder nobody else sees.
func TestOrdinaryUserStartsDatabase(t *testing.T) {
	t.Parallel()
	needBinaries(t)
	dir := openDir(t)
	var as *syscall.Credential
	if os.Geteuid() == 0 {
		as = nobody(t)
		if err := os.Chown(dir, int(as.Uid), int(as.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	p := startParent(t, dir, as)
	if got, want := ask(t, p.url, "SELECT 'served'"), "served"; got != want {
		t.Errorf("answer = %q, want %q", got, want)
	}
	pid := serverPID(t, dir)
	p.stop.Close()
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("the program that was told to stop: %v", err)
	}
	if running(pid) {
		t.Errorf("process %d still serves after the program ended", pid)
	}
}

func TestSecondInstanceIsRefused(t *testing.T) {
	t.Parallel()
	needBinaries(t)
	dir := madeDir(t)
	p := startParent(t, dir, nil)
	_, err := embeddedpg.Start(t.Context(), config(dir))
	wantError(t, err, "in use by process "+pidOf(p), "--state-dir")
	if got, want := ask(t, p.url, "SELECT 'alive'"), "alive"; got != want {
		t.Errorf("the first instance answers %q, want %q", got, want)
	}
}

func TestOtherVersionIsRefused(t *testing.T) {
	t.Parallel()
	needBinaries(t)
	dir := madeDir(t)
	if err := os.WriteFile(filepath.Join(dataDir(dir), "PG_VERSION"), []byte("9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := listing(t, dataDir(dir))
	_, err := embeddedpg.Start(t.Context(), config(dir))
	wantError(t, err, "was made by PostgreSQL 9", "install PostgreSQL 9", "nothing was changed")
	if after := listing(t, dataDir(dir)); after != before {
		t.Errorf("data of another version was touched:\n%s\nwant\n%s", after, before)
	}
}

func TestFolderThatIsNoDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	needBinaries(t)
	dir := openDir(t)
	if err := os.MkdirAll(dataDir(dir), 0o700); err != nil {
		t.Fatal(err)
	}
	thesis := filepath.Join(dataDir(dir), "thesis.txt")
	if err := os.WriteFile(thesis, []byte("years of work"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := embeddedpg.Start(t.Context(), config(dir))
	wantError(t, err, "PG_VERSION", "move it away")
	if got, err := os.ReadFile(thesis); err != nil || string(got) != "years of work" {
		t.Errorf("the file in the folder holds %q, %v; want it untouched", got, err)
	}
}

// A start that is broken off leaves nothing half made behind that is taken for
// a database.
func TestInterruptedStartIsBegunAnew(t *testing.T) {
	t.Parallel()
	needBinaries(t)
	dir := openDir(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := embeddedpg.Start(ctx, config(dir))
	wantError(t, err, context.Canceled.Error())
	if _, err := os.Stat(dataDir(dir)); err == nil {
		t.Errorf("a start that was broken off left %s", dataDir(dir))
	}
	// What a killed start leaves.
	left := filepath.Join(dir, "postgres", "data.new-1")
	if err := os.MkdirAll(filepath.Join(left, "base"), 0o700); err != nil {
		t.Fatal(err)
	}
	s := start(t, dir)
	if got, want := ask(t, s.URL(), "SELECT 'whole'"), "whole"; got != want {
		t.Errorf("answer = %q, want %q", got, want)
	}
	if _, err := os.Stat(left); err == nil {
		t.Errorf("%s is still there", left)
	}
}

func TestStopInAHurryLosesNothing(t *testing.T) {
	t.Parallel()
	needBinaries(t)
	dir := madeDir(t)
	s, err := embeddedpg.Start(t.Context(), config(dir))
	if err != nil {
		t.Fatal(err)
	}
	ask(t, s.URL(), "CREATE TABLE kept AS SELECT 'all' AS what")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	if got, want := ask(t, start(t, dir).URL(), "SELECT what FROM kept"), "all"; got != want {
		t.Errorf("after a stop in a hurry the table holds %q, want %q", got, want)
	}
}

func TestUnfitFoldersAreRefused(t *testing.T) {
	t.Parallel()
	needBinaries(t)
	file := filepath.Join(openDir(t), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		dir  string
		want []string
	}{
		{"a path too long for a socket", filepath.Join(openDir(t), strings.Repeat("x", 90)), []string{"bytes long", "--state-dir"}},
		{"a path that drivers take for two", filepath.Join(openDir(t), "a,b"), []string{"comma", "--state-dir"}},
		{"a file", file, []string{file, "--state-dir"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := embeddedpg.Start(t.Context(), config(tt.dir))
			wantError(t, err, tt.want...)
		})
	}
}

// Below a folder that is closed to others root cannot start a database, since
// it runs as somebody else; the owner of the folder can.
func TestClosedFolderIsForItsOwner(t *testing.T) {
	t.Parallel()
	needBinaries(t)
	dir := openDir(t)
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := embeddedpg.Start(t.Context(), config(filepath.Join(dir, "state")))
	if os.Geteuid() == 0 {
		wantError(t, err, "cannot reach", dir+" has mode 0700 and belongs to root", "--state-dir")
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	stop(t, s)
}

func TestUnfitUsersAreRefused(t *testing.T) {
	t.Parallel()
	needBinaries(t)
	if os.Geteuid() != 0 { // the setting is for root alone
		s, err := embeddedpg.Start(t.Context(), embeddedpg.Config{StateDir: openDir(t), Binaries: binaries(), User: "nobody-of-this-name"})
		if err != nil {
			t.Fatal(err)
		}
		stop(t, s)
		return
	}
	for user, want := range map[string]string{"root": "PostgreSQL refuses", "nobody-of-this-name": "does not exist"} {
		_, err := embeddedpg.Start(t.Context(), embeddedpg.Config{StateDir: openDir(t), Binaries: binaries(), User: user})
		wantError(t, err, user, want)
	}
}

// A start is what a newcomer waits for: cold makes the database, warm finds it.
func BenchmarkStart(b *testing.B) {
	for name, again := range map[string]bool{"cold": false, "warm": true} {
		b.Run(name, func(b *testing.B) {
			dir := openDir(b)
			for b.Loop() {
				if !again {
					dir = openDir(b)
				}
				s, err := embeddedpg.Start(b.Context(), config(dir))
				if err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				if err := s.Stop(b.Context()); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
		})
	}
}

// wantError fails unless the sentence says all of it.
func wantError(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("started; want an error with %q", words)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
}
