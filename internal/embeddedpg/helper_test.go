//go:build unix

package embeddedpg_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"lengthwise/internal/embeddedpg"
)

// parentOf names the state folder of a test program that is run as a server's
// parent, to be killed.
const parentOf = "EMBEDDEDPG_PARENT_OF"

func TestMain(m *testing.M) {
	if dir := os.Getenv(parentOf); dir != "" {
		os.Exit(beParent(dir))
	}
	status := m.Run()
	if template != "" {
		os.RemoveAll(template)
	}
	os.Exit(status)
}

var (
	template string // a state folder with a database that was made and stopped

	makeTemplate = sync.OnceValue(func() error {
		dir, err := os.MkdirTemp("", "embeddedpg")
		if err != nil {
			return err
		}
		template = dir
		if err := os.Chmod(dir, 0o755); err != nil {
			return err
		}
		s, err := embeddedpg.Start(context.Background(), config(dir))
		if err != nil {
			return err
		}
		return s.Stop(context.Background())
	})
)

// madeDir is a state folder with a database that was made before.
func madeDir(t *testing.T) string {
	t.Helper()
	if err := makeTemplate(); err != nil {
		t.Fatal(err)
	}
	dir := openDir(t)
	if out, err := exec.Command("cp", "-a", filepath.Join(template, "postgres"), dir).CombinedOutput(); err != nil {
		t.Fatalf("copy a database: %v: %s", err, out)
	}
	return dir
}

// beParent starts a database, prints its URL and waits to be killed or told to
// stop by the end of its input.
func beParent(dir string) int {
	s, err := embeddedpg.Start(context.Background(), config(dir))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Println(s.URL())
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err := s.Stop(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// A parent is a process other than this one with a database of its own.
type parent struct {
	cmd  *exec.Cmd
	stop io.Closer
	url  string
}

// startParent runs this test program as the parent of a database; as is the
// user it runs as, nil for the one of this process.
func startParent(t *testing.T, dir string, as *syscall.Credential) parent {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if as != nil { // where it can be reached
		text, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		program = filepath.Join(openDir(t), "parent")
		if err := os.WriteFile(program, text, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), parentOf+"="+dir)
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	var said strings.Builder
	cmd.Stderr = &said
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		cmd.Wait()
		t.Fatalf("the parent printed no URL: %v; it said %s", err, said.String())
	}
	return parent{cmd: cmd, stop: in, url: strings.TrimSpace(url)}
}

// binaries is the folder the environment names, as it does for the server.
func binaries() string { return os.Getenv("LENGTHWISE_POSTGRES_BINARIES") }

// config is what these tests start: everything as a person gets it, in dir.
func config(dir string) embeddedpg.Config {
	return embeddedpg.Config{StateDir: dir, Binaries: binaries()}
}

// needBinaries ends the test where there is no PostgreSQL.
func needBinaries(t *testing.T) string {
	t.Helper()
	dir, _, err := embeddedpg.Find(binaries())
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatalf("with CI=true this must be tested: %v", err)
	default:
		t.Skip(err)
	}
	return dir
}

// openDir is a temporary folder that the database's user can reach.
func openDir(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{filepath.Dir(dir), dir} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// start starts a database that is stopped at the end of the test.
func start(t *testing.T, dir string) *embeddedpg.Server {
	t.Helper()
	s, err := embeddedpg.Start(t.Context(), config(dir))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, s) })
	return s
}

func stop(t *testing.T, s *embeddedpg.Server) {
	t.Helper()
	if err := s.Stop(context.Background()); err != nil {
		t.Error(err)
	}
}

// ask runs one statement and answers its one value, or "".
func ask(t *testing.T, url, sql string) string {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	rows, err := c.Query(t.Context(), sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return strings.Join(got, ",")
}

// connects waits until a connection succeeds; the test's deadline ends it.
func connects(t *testing.T, url string) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		c, err := pgx.Connect(t.Context(), url)
		if err == nil {
			c.Close(t.Context())
			return
		}
		select {
		case <-t.Context().Done():
			t.Fatal(err)
		case <-tick.C:
		}
	}
}

func dataDir(state string) string { return filepath.Join(state, "postgres", "data") }

// serverPID is the process that serves a state folder.
func serverPID(t *testing.T, state string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dataDir(state), "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// running reports whether there is such a process that was not collected.
func running(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !strings.Contains(string(text), ") Z ")
}

// kill kills a process the hard way.
func kill(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatalf("kill process %d: %v", pid, err)
	}
}

// nobody is a user without rights, for a test that runs as root.
func nobody(t *testing.T) *syscall.Credential {
	t.Helper()
	u, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		t.Fatal(err)
	}
	gid, err := strconv.Atoi(u.Gid)
	if err != nil {
		t.Fatal(err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// listing is what a folder holds: names, sizes and times.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintln(&b, name, info.Mode(), info.Size(), info.ModTime().UnixNano())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
