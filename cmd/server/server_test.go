package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"lengthwise/internal/cli"
	"lengthwise/internal/pgtest"
)

// output is what a program writes, readable while it runs.
type output struct {
	lock sync.Mutex
	b    bytes.Buffer
	line chan struct{} // gets a value when something was written
}

func newOutput() *output { return &output{line: make(chan struct{}, 1)} }

func (o *output) Write(p []byte) (int, error) {
	o.lock.Lock()
	defer o.lock.Unlock()
	select {
	case o.line <- struct{}{}:
	default:
	}
	return o.b.Write(p)
}

func (o *output) String() string {
	o.lock.Lock()
	defer o.lock.Unlock()
	return o.b.String()
}

// A program is one that runs.
type program struct {
	out, err *output
	code     chan int
	end      context.CancelFunc
}

func start(t *testing.T, args ...string) *program {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	p := &program{out: newOutput(), err: newOutput(), code: make(chan int, 1), end: cancel}
	go func() {
		p.code <- run(ctx, args, cli.Streams{In: strings.NewReader(""), Out: p.out, Err: p.err, Env: func(string) string { return "" }})
	}()
	t.Cleanup(cancel)
	return p
}

// address waits until the program serves and gives where.
func (p *program) address(t *testing.T) string {
	t.Helper()
	for {
		if _, rest, ok := strings.Cut(p.out.String(), "Lengthwise is at "); ok && strings.Contains(rest, " ") {
			address, _, _ := strings.Cut(rest, " ")
			return strings.TrimSuffix(address, "/")
		}
		select {
		case <-p.out.line:
		case code := <-p.code:
			t.Fatalf("ended with %d:\n%s", code, p.err)
		}
	}
}

func get(t *testing.T, address string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(text)
}

func TestServe(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	for round, want := range []string{"examples stored", "configuration"} {
		p := start(t, "serve", "--addr", "127.0.0.1:0", "--database-url", database, "--examples")
		address := p.address(t)
		if status, text := get(t, address+"/readyz"); status != 200 {
			t.Errorf("round %d: ready = %d %s", round, status, text)
		}
		status, text := get(t, address+"/api/v1/plans?tag=example")
		if n := strings.Count(text, `"revision":1`); status != 200 || n < 5 || strings.Contains(text, `"revision":2`) {
			t.Errorf("round %d: %d with %d examples, want them stored once:\n%.500s", round, status, n, text)
		}
		p.end()
		if code := <-p.code; code != 0 {
			t.Errorf("round %d: ended with %d, want 0:\n%s", round, code, p.err)
		}
		if !strings.Contains(p.err.String(), want) {
			t.Errorf("round %d: the log lacks %q:\n%s", round, want, p.err)
		}
	}
}

func TestFlagsWithoutACommandServe(t *testing.T) {
	t.Parallel()
	p := start(t, "--addr", "127.0.0.1:0", "--database-url", pgtest.URL(t), "--log", "json")
	if status, text := get(t, p.address(t)+"/healthz"); status != 200 || text != "ok\n" {
		t.Errorf("health = %d %s", status, text)
	}
	p.end()
	if code := <-p.code; code != 0 {
		t.Errorf("ended with %d", code)
	}
	if !strings.HasPrefix(p.err.String(), "{") {
		t.Errorf("the log is no JSON:\n%s", p.err)
	}
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	p := start(t, "migrate", "--database-url", pgtest.Empty(t))
	if code := <-p.code; code != 0 || p.out.String() != "the database is up to date\n" {
		t.Errorf("migrate = %d\n%s%s", code, p.out, p.err)
	}
}

func TestWhatIsRefusedAtTheStart(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		args string
		code int
		says []string
	}{
		{"every address without accounts", "--addr 0.0.0.0:0", 2, []string{"127.0.0.1:8080", "--no-accounts-on=0.0.0.0:0"}},
		{"the same by leaving the host out", "serve --addr :0", 2, []string{"--no-accounts-on=:0"}},
		{"a name that is not this machine alone", "serve --addr planner.example:0", 2, []string{"--no-accounts-on=planner.example:0"}},
		{"leave for another address", "serve --addr 0.0.0.0:0 --no-accounts-on 10.0.0.1:80", 2, []string{"it says 10.0.0.1:80"}},
		{"no address", "serve --addr 8080", 2, []string{"host:port"}},
		{"a host that is an address of the web", "serve --hosts http://x", 2, []string{"no host name"}},
		{"a cache of nothing", "serve --cache-mb 0", 2, []string{"write a number from 1"}},
		{"a database that is none", "serve --addr 127.0.0.1:0 --database-url mysql://x", 3, []string{"database URL"}},
		{"a command that is none", "chek plan.yaml", 2, []string{"check"}},
		{"a flag that is none", "--adr x", 2, []string{"--addr"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := start(t, strings.Fields(tt.args)...)
			code, said := <-p.code, p.err.String()
			if code != tt.code {
				t.Errorf("%s = %d, want %d:\n%s", tt.args, code, tt.code, said)
			}
			for _, s := range tt.says {
				if !strings.Contains(said, s) {
					t.Errorf("%s says\n%s\nwant %q in it", tt.args, said, s)
				}
			}
		})
	}
}

func TestConfiguration(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		config    config
		openTo    string
		names     string
		addresses bool
	}{
		{"loopback", config{Addr: "127.0.0.1:8080", CacheMB: 1}, "", "", false},
		{"loopback by another number", config{Addr: "127.7.7.7:8080", CacheMB: 1}, "", "", false},
		{"loopback by name", config{Addr: "localhost:0", CacheMB: 1}, "", "localhost", false},
		{"loopback with a name", config{Addr: "[::1]:8080", Hosts: []string{"planner"}, CacheMB: 1}, "", "planner", false},
		{"every address with leave", config{Addr: "0.0.0.0:8080", NoAccountsOn: "0.0.0.0:8080", CacheMB: 1}, "0.0.0.0:8080", "", true},
		{"a name with leave", config{Addr: "planner:80", NoAccountsOn: "planner:80", Hosts: []string{"p2"}, CacheMB: 1}, "planner:80", "planner,p2", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if err := tt.config.check(); err != nil {
				t.Fatal(err)
			}
			h := tt.config.hosts()
			if tt.config.openTo() != tt.openTo || strings.Join(h.Names, ",") != tt.names || h.Addresses != tt.addresses {
				t.Errorf("open to %q, hosts %+v; want %q, %q, %v", tt.config.openTo(), h, tt.openTo, tt.names, tt.addresses)
			}
		})
	}
}

func TestSecretsAreNotLogged(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"postgres://me:s3cret@db:5432/x?sslmode=disable": "postgres://me:xxxxx@db:5432/x?sslmode=disable",
		"postgres://db/x?user=me&password=s3cret":        "postgres://db/x?password=xxxxx&user=me",
		"host=db password=s3cret":                        "(given, not shown)",
	} {
		if got := masked(text); got != want {
			t.Errorf("masked %q = %q, want %q", text, got, want)
		}
	}
}
