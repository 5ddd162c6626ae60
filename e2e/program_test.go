package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

	"lengthwise/internal/embeddedpg"
)

// patience is how long anything may take before a test gives up.
const patience = 3 * time.Minute

// A program is the server's binary, built once for all tests.
type program struct {
	once sync.Once
	dir  string
	err  error
}

func (p *program) path() (string, error) {
	p.once.Do(func() {
		if p.dir, p.err = os.MkdirTemp("", "lengthwise-e2e"); p.err != nil {
			return
		}
		out, err := exec.Command("go", "build", "-o", filepath.Join(p.dir, "server"), "../cmd/server").CombinedOutput()
		if err != nil {
			p.err = fmt.Errorf("build the server: %w\n%s", err, out)
		}
	})
	return filepath.Join(p.dir, "server"), p.err
}

func (p *program) close() {
	if p.dir != "" {
		os.RemoveAll(p.dir)
	}
}

// A server is a running program.
type server struct {
	cmd  *exec.Cmd
	url  string // without a slash at the end
	log  *logged
	over chan struct{} // closed when it ended
	err  error         // how, once over
}

// logged is what a process wrote.
type logged struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// needPostgreSQL ends a test where the program could not start a database.
func needPostgreSQL(t testing.TB) string {
	t.Helper()
	dir, _, err := embeddedpg.Find(os.Getenv("LENGTHWISE_POSTGRES_BINARIES"))
	if err != nil {
		lacking(t, err)
	}
	return dir
}

// stateDir is a folder the database's user can reach, with a path short enough
// for a socket.
func stateDir() (string, error) {
	dir, err := os.MkdirTemp("", "lw")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	return dir, err
}

func newStateDir(t testing.TB) string {
	t.Helper()
	dir, err := stateDir()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// start starts the program on a free port and waits until it serves. Where it
// ends before, the error is what it said.
func start(state string, args ...string) (*server, error) {
	path, err := parts.program.path()
	if err != nil {
		return nil, err
	}
	s := &server{log: &logged{}, over: make(chan struct{})}
	s.cmd = exec.Command(path, append([]string{"serve", "--addr", "127.0.0.1:0", "--state-dir", state}, args...)...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "DATABASE_URL=") && (!strings.HasPrefix(v, "LENGTHWISE_") || strings.HasPrefix(v, "LENGTHWISE_POSTGRES_")) {
			s.cmd.Env = append(s.cmd.Env, v)
		}
	}
	s.cmd.Stderr = s.log
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	if err := s.watch(); err != nil {
		_ = s.cmd.Process.Kill()
		return nil, errors.Join(err, s.cmd.Wait())
	}
	late := time.AfterFunc(patience, func() { _ = s.cmd.Process.Kill() })
	defer late.Stop()
	lines := bufio.NewReader(out)
	line, readErr := lines.ReadString('\n')
	go func() {
		_, _ = io.Copy(s.log, lines)
		s.err = s.cmd.Wait()
		close(s.over)
	}()
	_, at, ok := strings.Cut(line, "http://")
	if !ok {
		<-s.over
		return nil, fmt.Errorf("the server ended before it served (%w, %w): %s%s", s.err, readErr, line, s.log)
	}
	address, _, _ := strings.Cut(at, "/")
	s.url = "http://" + address
	return s, nil
}

// watch has the server ended when this test program ends without doing so
// itself, which is when the input of a shell ends.
func (s *server) watch() error {
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	defer read.Close()
	shell := exec.Command("sh", "-c", `trap "" INT HUP TERM; cat >/dev/null; kill -TERM "$1"`, "sh", strconv.Itoa(s.cmd.Process.Pid))
	shell.Stdin = read
	if err := shell.Start(); err != nil {
		return errors.Join(err, write.Close())
	}
	go func() {
		<-s.over
		_ = shell.Process.Kill() // first: the number may be another process's by now
		_ = shell.Wait()
		write.Close()
	}()
	return nil
}

func startServer(t testing.TB, state string, args ...string) *server {
	t.Helper()
	needPostgreSQL(t)
	s, err := start(state, args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.end(syscall.SIGTERM)
		if t.Failed() {
			lines := strings.SplitAfter(s.log.String(), "\n")
			t.Logf("the end of the server's log:\n%s", strings.Join(lines[max(0, len(lines)-30):], ""))
		}
	})
	return s
}

// end sends a signal and waits for the end.
func (s *server) end(signal syscall.Signal) {
	_ = s.cmd.Process.Signal(signal)
	select {
	case <-s.over:
	case <-time.After(patience):
		_ = s.cmd.Process.Kill()
		<-s.over
	}
}

// shared is the server of all journeys that harm nothing, with the examples in
// it.
type shared struct {
	once   sync.Once
	server *server
	dir    string
	err    error
}

func (s *shared) of(t testing.TB) *server {
	t.Helper()
	needPostgreSQL(t)
	s.once.Do(func() {
		if s.dir, s.err = stateDir(); s.err == nil {
			s.server, s.err = start(s.dir, "--examples")
		}
	})
	if s.err != nil {
		t.Fatal(s.err)
	}
	return s.server
}

func (s *shared) close() {
	if s.server != nil {
		s.server.end(syscall.SIGTERM)
	}
	if s.dir != "" {
		os.RemoveAll(s.dir)
	}
}

// An answer is what a request came to.
type answer struct {
	asked  string // address
	from   string // address that answered, another where the browser is sent on
	status int
	header http.Header
	body   []byte
}

// ask sends one request to the API or a page; no connection is kept, so that a
// server that went away is noticed.
func (s *server) ask(ctx context.Context, method, path, contentType, body string, header ...string) (*answer, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.url+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Close = true
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return &answer{s.url + path, resp.Request.URL.String(), resp.StatusCode, resp.Header, text}, err
}

// get is the body of a page or file that must be there.
func (s *server) get(t testing.TB, path string) string {
	t.Helper()
	a, err := s.ask(t.Context(), http.MethodGet, path, "", "")
	if err != nil {
		t.Fatal(err)
	}
	if a.status != http.StatusOK {
		t.Fatalf("GET %s: got status %d, want 200: %s", path, a.status, a.body)
	}
	return string(a.body)
}

// planOf is the id of the stored plan of that name.
func (s *server) planOf(t testing.TB, name string) string {
	t.Helper()
	var list struct {
		Plans []struct{ ID, Name string }
	}
	if err := json.Unmarshal([]byte(s.get(t, "/api/v1/plans?limit=200")), &list); err != nil {
		t.Fatal(err)
	}
	for _, p := range list.Plans {
		if p.Name == name {
			return p.ID
		}
	}
	t.Fatalf("no plan is called %q among %d", name, len(list.Plans))
	return ""
}

// create stores a document as a new plan and gives its id.
func (s *server) create(t testing.TB, text string) string {
	t.Helper()
	a, err := s.ask(t.Context(), http.MethodPost, "/api/v1/plans", "application/yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	var made struct{ ID string }
	if err := json.Unmarshal(a.body, &made); err != nil || a.status != http.StatusCreated {
		t.Fatalf("create a plan: got status %d, want 201 (%v): %s", a.status, err, a.body)
	}
	return made.ID
}
