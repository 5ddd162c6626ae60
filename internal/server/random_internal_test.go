package server

import (
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/postgres"
)

// The random requests of one run and what no answer to one may exceed: the
// viewer's script is the largest.
const (
	randomRequests = 2_000 // RANDOM_REQUESTS asks for others
	maxAnswer      = 4 << 20
)

// Whatever is asked of any route, pages too, the answer is no 5xx but 503, has
// the headers, and is bounded.
func TestRandomRequestsToEveryRoute(t *testing.T) {
	t.Parallel()
	n := randomRequests
	if text := os.Getenv("RANDOM_REQUESTS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	plans := app.NewPlans(app.New(cat, "test"), postgres.New(pgtest.New(t)), app.PlansOptions{})
	s, err := New(Options{Plans: plans, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	g := &generator{Rand: rand.New(rand.NewPCG(3, 9))}
	for _, name := range []string{"xdr-rack", "edr-habit/ndr"} {
		template, err := plans.App().Template(name)
		if err != nil {
			t.Fatal(err)
		}
		g.texts = append(g.texts, string(template.Text))
		made, err := plans.Create(t.Context(), app.LocalUser, app.CreateRequest{Source: app.Source{Name: name, Text: template.Text}})
		if err != nil {
			t.Fatal(err)
		}
		g.ids = append(g.ids, made.ID)
	}
	if err := chi.Walk(s.handler.(chi.Router), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		g.routes = append(g.routes, [2]string{method, route})
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	statuses := map[int]int{}
	for i := range n {
		r := g.request()
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		statuses[w.Code]++
		switch {
		case w.Code >= 500 && w.Code != http.StatusServiceUnavailable:
			t.Errorf("request %d, %s %s = %d: %.500s", i, r.Method, r.URL, w.Code, w.Body)
		case w.Body.Len() > maxAnswer:
			t.Errorf("request %d, %s %s = %d with %d bytes", i, r.Method, r.URL, w.Code, w.Body.Len())
		case w.Header().Get("Content-Security-Policy") == "":
			t.Errorf("request %d, %s %s = %d without a policy", i, r.Method, r.URL, w.Code)
		}
	}
	t.Logf("%d routes, statuses %v", len(g.routes), statuses)
	if statuses[200] < n/20 || statuses[303] == 0 {
		t.Errorf("statuses %v; the generator does not reach the pages", statuses)
	}
}

type generator struct {
	*rand.Rand
	routes [][2]string
	ids    []string
	texts  []string
}

var parameter = regexp.MustCompile(`\{\w+\}|\*`)

func (g *generator) pick(from ...string) string { return from[g.IntN(len(from))] }

// request is a random request to a random route; half are meant to succeed.
func (g *generator) request() *http.Request {
	route := g.routes[g.IntN(len(g.routes))]
	right := g.IntN(2) == 0
	path := parameter.ReplaceAllStringFunc(route[1], func(name string) string {
		if !right {
			return url.PathEscape(g.garbage())
		}
		switch name {
		case "{id}":
			return g.pick(g.ids...)
		case "{sku}":
			return "MCP7Y00-N003"
		case "{slug}":
			return "qm9700"
		case "{format}":
			return g.pick("links.csv", "plan.yaml", "elevation.svg")
		}
		return g.pick("1", "xdr-rack", "x")
	})
	values := url.Values{}
	for range g.IntN(5) {
		values.Set(g.pick("q", "tag", "status", "sort", "after", "cursor", "limit", "page", "rack", "device", "face", "from", "to", "revision", "speed", "length",
			"medium", "text", "base", "message", "name", "tags", "theme", "deleted", "template", "code", "desc", "min", "max", "document"),
			g.pick(append(g.texts, "1", "ndr", "3m", "error", "R1", "dac", "light", "run", g.garbage(), g.garbage())...))
	}
	method, body := route[0], ""
	if method != http.MethodGet && method != http.MethodHead {
		body = values.Encode()
		values = url.Values{}
	}
	r := httptest.NewRequest(http.MethodGet, "/", strings.NewReader(body))
	u, err := url.Parse(path)
	if err != nil || path == "" || path[0] != '/' {
		u = &url.URL{Path: "/"}
	}
	u.RawQuery = values.Encode()
	r.URL, r.RequestURI, r.Method, r.Host = u, u.RequestURI(), method, "localhost"
	r.Header.Set("Content-Type", g.pick("application/x-www-form-urlencoded", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data", "application/json", ""))
	if g.IntN(4) == 0 {
		r.Header.Set("HX-Request", "true")
		r.Header.Set(g.pick("HX-Target", "Accept", "Cookie", "If-Match", "If-None-Match", "Accept-Encoding", "Range"), g.pick("rows", "a;,b", `"1"`, "*", "theme=dark", "theme=\x22", "gzip", "bytes=0-1,5-2"))
	}
	return r
}

// garbage is text that means nothing.
func (g *generator) garbage() string {
	return g.pick("", " ", "x", "%", "%zz", "\x00", "\xff\xfe", "é", "..", "a/b", "*", "-1", "0", "1e9", "99999999999999999999", "NaN", "[1-999999]", "A[01-99",
		"'; drop table plans; --", "<script>alert(1)</script>", "{{7*7}}", strings.Repeat("y", 65), strings.Repeat("z", 3000), "\u202e", "a\nb", "MXxsaW5rc3wrfDF8eA")
}
