package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"lengthwise/examples"
	"lengthwise/internal/api"
	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/postgres"
)

// A client asks an API over the real store.
type client struct {
	t   *testing.T
	url string
	app *app.App
}

func newClient(t *testing.T) *client {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	return newClientOf(t, app.New(cat, "test"))
}

func newClientOf(t *testing.T, a *app.App) *client {
	t.Helper()
	r := chi.NewRouter()
	api.New(app.NewPlans(a, postgres.New(pgtest.New(t)), app.PlansOptions{}), slog.New(slog.DiscardHandler)).Routes(r)
	s := httptest.NewServer(r)
	t.Cleanup(s.Close)
	return &client{t: t, url: s.URL, app: a}
}

// An answer is one that was read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// ask sends a request. Headers are "Name: value".
func (c *client) ask(method, path, body string, headers ...string) answer {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.url+"/api/v1"+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Add(name, value)
	}
	return c.send(r)
}

func (c *client) send(r *http.Request) answer {
	c.t.Helper()
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		c.t.Fatalf("%s %s: %v", r.Method, r.URL, err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatalf("%s %s: read answer: %v", r.Method, r.URL, err)
	}
	return answer{res.StatusCode, res.Header, text}
}

// into reads the answer's JSON, which must hold no field that v does not know.
func (a answer) into(t *testing.T, v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(a.body))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		t.Fatalf("answer %d: %v\n%.2000s", a.status, err, a.body)
	}
}

// problem reads a problem document and checks what holds of all of them.
func (a answer) problem(t *testing.T) api.Problem {
	t.Helper()
	if got := a.header.Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("status %d has content type %q, want application/problem+json: %.300s", a.status, got, a.body)
	}
	var p api.Problem
	a.into(t, &p)
	if p.Status != a.status || p.Title == "" || p.Detail == "" {
		t.Errorf("problem of status %d = %+v, want status, title and detail", a.status, p)
	}
	return p
}

// create stores a plan and gives it.
func (c *client) create(text string) api.Plan {
	c.t.Helper()
	a := c.ask(http.MethodPost, "/plans", text)
	if a.status != http.StatusCreated {
		c.t.Fatalf("create plan: status %d: %s", a.status, a.body)
	}
	var p api.Plan
	a.into(c.t, &p)
	return p
}

// fine is a plan that is ok, with a comment that edits must leave alone.
const fine = `version: 1
name: Two in a rack
racks: [{name: R1}]
devices:
  - {name: host-1, type: server-1u-1x-qsfp28, rack: R1, u: 20}
  # the switch stays at the rear
  - {name: leaf-1, type: sb7800, rack: R1, u: 21, face: rear}
links:
  - {a: "host-1:ib1", b: "leaf-1:IB1/1"}
`

// tooLong is one whose only link no cable does.
var tooLong = strings.Replace(fine, `"leaf-1:IB1/1"}`, `"leaf-1:IB1/1", run: 20m, cable: {medium: dac}}`, 1)

// asJSON is fine in the other form.
const asJSON = `{"version": 1, "name": "Two in a rack", "racks": [{"name": "R1"}],
 "devices": [{"name": "host-1", "type": "server-1u-1x-qsfp28", "rack": "R1", "u": 20},
  {"name": "leaf-1", "type": "sb7800", "rack": "R1", "u": 21, "face": "rear"}],
 "links": [{"a": "host-1:ib1", "b": "leaf-1:IB1/1"}]}`

// example is the text of one of the examples.
func example(t testing.TB, name string) string {
	t.Helper()
	for _, e := range examples.All() {
		if e.Name == name {
			return string(e.Text)
		}
	}
	t.Fatalf("no example is called %s", name)
	return ""
}
