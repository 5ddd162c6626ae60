package server_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/postgres"
	"lengthwise/internal/server"
)

// newServer is the whole server over a store; nil is a database of the test's
// own.
func newServer(t *testing.T, store app.Store, hosts server.Hosts) *server.Server {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	if store == nil {
		store = postgres.New(pgtest.New(t))
	}
	s, err := server.New(server.Options{
		Plans: app.NewPlans(app.New(cat, "test"), store, app.PlansOptions{}), Hosts: hosts, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// away is a store whose database is not there.
func away(t *testing.T) app.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), "postgres://nobody@/nothing?host="+t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// ask sends a request; headers are "Name: value", Host too.
func ask(s http.Handler, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = "localhost"
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if name == "Host" {
			r.Host = value
			continue
		}
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestEveryAnswerSaysWhatBrowsersMayDo(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil, server.Hosts{})
	for _, path := range []string{"/", "/nothing", "/api/v1/plans", "/api/v1/nothing", "/healthz", "/metrics", "/static/nothing", "/api/v1/docs"} {
		h := ask(s, http.MethodGet, path, "").Header()
		csp := h.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "frame-ancestors 'none'") || strings.Contains(csp, "unsafe") {
			t.Errorf("GET %s: policy %q", path, csp)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "X-Frame-Options": "DENY", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := h.Get(name); got != want {
				t.Errorf("GET %s: %s is %q, want %q", path, name, got, want)
			}
		}
		if h.Get("X-Request-Id") == "" {
			t.Errorf("GET %s: the answer has no name for the log", path)
		}
	}
}

func TestOtherNamesAreRefused(t *testing.T) {
	t.Parallel()
	store := away(t)
	own, open := newServer(t, store, server.Hosts{Names: []string{"planner.example"}}), newServer(t, store, server.Hosts{Addresses: true})
	tests := []struct {
		host      string
		own, open int
	}{
		{"localhost", 200, 200},
		{"localhost:8080", 200, 200},
		{"LOCALHOST.", 200, 200},
		{"127.0.0.1:80", 200, 200},
		{"[::1]:8080", 200, 200},
		{"[::1]", 200, 200},
		{"planner.example:8080", 200, 421},
		{"evil.example", 421, 421},
		{"localhost.evil.example", 421, 421},
		{"192.168.1.7:8080", 421, 200},
		{"[fe80::1]:8080", 421, 200},
		{"", 421, 421},
	}
	for _, tt := range tests {
		if got := ask(own, http.MethodGet, "/healthz", "", "Host: "+tt.host).Code; got != tt.own {
			t.Errorf("host %q on loopback = %d, want %d", tt.host, got, tt.own)
		}
		if got := ask(open, http.MethodGet, "/healthz", "", "Host: "+tt.host).Code; got != tt.open {
			t.Errorf("host %q on another address = %d, want %d", tt.host, got, tt.open)
		}
	}
	w := ask(own, http.MethodGet, "/api/v1/templates", "", "Host: evil.example")
	if got := w.Header().Get("Content-Type"); got != "application/problem+json" || !strings.Contains(w.Body.String(), "--hosts") {
		t.Errorf("the API's refusal = %s %s, want a problem with the way out", got, w.Body)
	}
}

func TestPagesOfOtherSitesChangeNothing(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil, server.Hosts{})
	for _, headers := range [][]string{{"Sec-Fetch-Site: cross-site"}, {"Sec-Fetch-Site: same-site"}, {"Origin: http://evil.example"}, {"Origin: null"}} {
		for _, path := range []string{"/api/v1/templates/xdr-rack", "/plans"} {
			if got := ask(s, http.MethodPost, path, "", headers...).Code; got != http.StatusForbidden {
				t.Errorf("POST %s with %v = %d, want 403", path, headers, got)
			}
		}
	}
	for _, headers := range [][]string{nil, {"Sec-Fetch-Site: same-origin"}, {"Origin: http://localhost"}} {
		if got := ask(s, http.MethodPost, "/api/v1/templates/xdr-rack", "", headers...).Code; got != http.StatusCreated {
			t.Errorf("POST with %v = %d, want 201", headers, got)
		}
	}
}

func TestAnswersArePacked(t *testing.T) {
	t.Parallel()
	s := newServer(t, away(t), server.Hosts{})
	plain := ask(s, http.MethodGet, "/api/v1/catalog/products", "").Body.String()
	for accept, coding := range map[string]string{"gzip": "gzip", "zstd": "zstd", "gzip, zstd": "zstd", "br": "", "gzip;q=0": ""} {
		w := ask(s, http.MethodGet, "/api/v1/catalog/products", "", "Accept-Encoding: "+accept)
		if got := w.Header().Get("Content-Encoding"); got != coding || !strings.Contains(strings.Join(w.Header().Values("Vary"), ","), "Accept-Encoding") {
			t.Errorf("accept-encoding %s: %q, vary %v, want %q", accept, got, w.Header().Values("Vary"), coding)
		}
		var in io.Reader = w.Body
		switch coding {
		case "gzip":
			in, _ = gzip.NewReader(in)
		case "zstd":
			in, _ = zstd.NewReader(in)
		}
		if text, err := io.ReadAll(in); err != nil || string(text) != plain {
			t.Errorf("accept-encoding %s: %d bytes unpacked, %v, want %d", accept, len(text), err, len(plain))
		}
	}
}

func TestWithoutItsDatabaseItSaysSo(t *testing.T) {
	t.Parallel()
	s := newServer(t, away(t), server.Hosts{})
	for path, want := range map[string]int{
		"/healthz": 200, "/readyz": 503, "/metrics": 200, "/api/v1/plans": 503, "/api/v1/plans/x/result": 503, "/": 503, "/plans/x": 503,
		"/catalog": 200, "/api/v1/catalog/speeds": 200, "/api/v1/openapi.json": 200,
	} {
		w := ask(s, http.MethodGet, path, "")
		if w.Code != want {
			t.Errorf("GET %s = %d, want %d: %.300s", path, w.Code, want, w.Body)
		}
		if retry := w.Header().Get("Retry-After"); (retry != "") != (w.Code == 503) {
			t.Errorf("GET %s = %d with Retry-After %q", path, w.Code, retry)
		}
	}
	if w := ask(s, http.MethodPost, "/api/v1/templates/xdr-rack", ""); w.Code != 503 || w.Header().Get("Retry-After") == "" {
		t.Errorf("a save = %d, Retry-After %q, want 503 with it", w.Code, w.Header().Get("Retry-After"))
	}
	if w := ask(s, http.MethodPost, "/api/v1/check", "version: 1\nname: x\n"); w.Code != 200 {
		t.Errorf("a check, which needs no database = %d: %s", w.Code, w.Body)
	}
}

func TestHeadIsGetWithoutTheBody(t *testing.T) {
	t.Parallel()
	s := newServer(t, away(t), server.Hosts{})
	for _, path := range []string{"/healthz", "/api/v1/catalog/speeds", "/catalog"} {
		if got := ask(s, http.MethodHead, path, "").Code; got != 200 {
			t.Errorf("HEAD %s = %d, want 200", path, got)
		}
	}
}

func TestFiguresNameRoutesNotAddresses(t *testing.T) {
	t.Parallel()
	s := newServer(t, away(t), server.Hosts{})
	ask(s, http.MethodGet, "/api/v1/plans/secret-name/links", "")
	ask(s, "BREW", "/made-up-address", "")
	text := ask(s, http.MethodGet, "/metrics", "").Body.String()
	for _, want := range []string{
		`lengthwise_http_requests_total{method="GET",route="/api/v1/plans/{id}/links",status="503"} 1`,
		`method="other",route="none"`, `lengthwise_build_info{`, "go_goroutines", "lengthwise_http_panics_total 0",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("figures lack %s", want)
		}
	}
	if strings.Contains(text, "secret-name") || strings.Contains(text, "made-up") {
		t.Error("figures name an address somebody made up")
	}
}

func TestStaticFilesAreKeptForEver(t *testing.T) {
	t.Parallel()
	s := newServer(t, away(t), server.Hosts{})
	page := ask(s, http.MethodGet, "/api/v1/docs", "").Body.String()
	for _, attribute := range []string{`href="/static/`, `src="/static/`} {
		_, rest, ok := strings.Cut(page, attribute)
		address, _, _ := strings.Cut(rest, `"`)
		w := ask(s, http.MethodGet, "/static/"+address, "")
		if !ok || w.Code != 200 || w.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("GET /static/%s = %d, cache %q", address, w.Code, w.Header().Get("Cache-Control"))
		}
	}
	if strings.Contains(page, "http://") || strings.Contains(page, "https://") {
		t.Error("the API's page names another origin")
	}
}

// broken is a store that panics.
type broken struct{ app.Store }

func (broken) Ping(context.Context) error { panic("a fault nobody foresaw") }

func TestAPanicReachesNobody(t *testing.T) {
	t.Parallel()
	s := newServer(t, broken{}, server.Hosts{})
	w := ask(s, http.MethodGet, "/readyz", "")
	if w.Code != 500 || strings.Contains(w.Body.String(), "nobody foresaw") || strings.Contains(w.Body.String(), ".go:") {
		t.Errorf("a panic is answered %d:\n%.500s\nwant 500 without its words", w.Code, w.Body)
	}
	if text := ask(s, http.MethodGet, "/metrics", "").Body.String(); !strings.Contains(text, "lengthwise_http_panics_total 1") {
		t.Error("the panic was not counted")
	}
	w = ask(s, http.MethodGet, "/api/v1/plans", "") // the embedded store is nil
	if got := w.Header().Get("Content-Type"); w.Code != 500 || got != "application/problem+json" {
		t.Errorf("a panic behind the API = %d %s, want a problem", w.Code, got)
	}
}

func TestServeFinishesWhatIsUnderWay(t *testing.T) {
	t.Parallel()
	s := newServer(t, away(t), server.Hosts{})
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l, time.Minute) }()

	body, end := io.Pipe()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+l.Addr().String()+"/api/v1/check", body)
	if err != nil {
		t.Fatal(err)
	}
	answered := make(chan int, 1)
	go func() {
		res, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			answered <- 0
			return
		}
		res.Body.Close()
		answered <- res.StatusCode
	}()
	if _, err := io.WriteString(end, "version: 1\n"); err != nil {
		t.Fatal(err)
	}
	for !strings.Contains(ask(s, http.MethodGet, "/metrics", "").Body.String(), "requests_in_flight 2") { // it, and this question
		if t.Context().Err() != nil {
			t.Fatal("the request never came")
		}
	}
	cancel()
	if _, err := io.WriteString(end, "name: x\n"); err != nil {
		t.Fatal(err)
	}
	_ = end.Close()
	if got := <-answered; got != 200 {
		t.Errorf("a request that came before the end = %d, want 200", got)
	}
	if err := <-ended; err != nil {
		t.Errorf("end = %v", err)
	}
}
