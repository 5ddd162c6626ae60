package ui_test

import (
	"bytes"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/andybalholm/cascadia"
	"github.com/go-chi/chi/v5"
	"golang.org/x/net/html"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/postgres"
	"lengthwise/internal/ui"
	"lengthwise/static"
)

// A site is the pages over the real use cases and a database of their own.
type site struct {
	plans   *app.Plans
	handler http.Handler
}

func newSite(t testing.TB) *site {
	t.Helper()
	return siteOver(t, postgres.New(pgtest.New(t)))
}

func siteOver(t testing.TB, store app.Store) *site {
	t.Helper()
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	files, err := static.Load()
	if err != nil {
		t.Fatal(err)
	}
	s := &site{plans: app.NewPlans(app.New(cat, "test"), store, app.PlansOptions{})}
	pages := ui.New(s.plans, ui.Options{Asset: files.URL, Log: slog.New(slog.DiscardHandler)})
	r := chi.NewRouter()
	pages.Routes(r)
	r.NotFound(pages.NotFound)
	r.Handle(static.Prefix+"*", files)
	s.handler = r
	return s
}

// add stores a plan and gives its address.
func (s *site) add(t testing.TB, text string, tags ...string) string {
	t.Helper()
	made, err := s.plans.Create(t.Context(), app.LocalUser, app.CreateRequest{Source: app.Source{Name: "plan.yaml", Text: []byte(text)}, Tags: tags})
	if err != nil {
		t.Fatal(err)
	}
	return "/plans/" + made.ID
}

// example stores one of the examples.
func (s *site) example(t testing.TB, name string) string {
	t.Helper()
	for _, x := range s.plans.App().Examples() {
		if x.Name == name {
			return s.add(t, string(x.Text), "example")
		}
	}
	t.Fatalf("no example is called %s", name)
	return ""
}

// An answer is what came of a request. Page is nil where it is no HTML.
type answer struct {
	t      testing.TB
	status int
	header http.Header
	body   string
	page   *html.Node
}

// get asks for an address; pairs are names and values of headers.
func (s *site) get(t testing.TB, address string, pairs ...string) *answer {
	t.Helper()
	return s.do(t, httptest.NewRequest(http.MethodGet, address, nil), pairs...)
}

// post sends a form; pairs are names and values of fields.
func (s *site) post(t testing.TB, address string, pairs ...string) *answer {
	t.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	r := httptest.NewRequest(http.MethodPost, address, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return s.do(t, r)
}

// upload sends a form with a file; pairs are names and values of other fields.
func (s *site) upload(t testing.TB, address, name, text string, pairs ...string) *answer {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for i := 0; i+1 < len(pairs); i += 2 {
		if err := form.WriteField(pairs[i], pairs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	file, err := form.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(file, text); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, address, &b)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return s.do(t, r)
}

func (s *site) do(t testing.TB, r *http.Request, pairs ...string) *answer {
	t.Helper()
	for i := 0; i+1 < len(pairs); i += 2 {
		r.Header.Set(pairs[i], pairs[i+1])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	a := &answer{t: t, status: w.Code, header: w.Header(), body: w.Body.String()}
	if strings.HasPrefix(a.header.Get("Content-Type"), "text/html") {
		page, err := html.Parse(strings.NewReader(a.body))
		if err != nil {
			t.Fatalf("%s: %v", r.URL, err)
		}
		a.page = page
	}
	return a
}

// all are the elements a selector finds.
func (a *answer) all(selector string) []*html.Node {
	a.t.Helper()
	if a.page == nil {
		a.t.Fatalf("no page to look for %s in: %d %s", selector, a.status, a.body)
	}
	return cascadia.QueryAll(a.page, cascadia.MustCompile(selector))
}

// one is the words of the only element a selector finds.
func (a *answer) one(selector string) string {
	a.t.Helper()
	found := a.all(selector)
	if len(found) != 1 {
		a.t.Fatalf("%d elements are %s, want 1:\n%s", len(found), selector, a.body)
	}
	return words(found[0])
}

// want checks the status, and that each text stands in the page.
func (a *answer) want(status int, texts ...string) *answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("status %d, want %d:\n%s", a.status, status, a.body)
	}
	if a.page == nil {
		return a
	}
	said := words(a.page)
	for _, text := range texts {
		if !strings.Contains(said, text) {
			a.t.Errorf("page does not say %q:\n%s", text, said)
		}
	}
	return a
}

// follow checks that a change answered with a redirect, and gives where to.
func (a *answer) follow() string {
	a.t.Helper()
	a.want(http.StatusSeeOther)
	return a.header.Get("Location")
}

// words are the texts of an element, with one space between them.
func words(n *html.Node) string {
	var all []string
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			all = append(all, strings.Fields(n.Data)...)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(n)
	return strings.Join(all, " ")
}

func attr(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}
