package ui_test

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// variants is how many addresses of one pattern a walk visits: enough to meet
// each kind of link on each kind of page.
const variants = 5

// pattern is what an address is one of: without ids, and with the names of its
// query but not their values.
func pattern(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return address
	}
	var keys []string
	for key := range at.Query() {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	path := regexp.MustCompile(`^/plans/[a-z0-9]{16}`).ReplaceAllString(at.Path, "/plans/ID")
	path = regexp.MustCompile(`/(links|products|types|reach/[^/]+)/[^/]+$`).ReplaceAllString(path, "/$1/ONE")
	return path + "?" + strings.Join(keys, "&")
}

// Every page that a link leads to is there and keeps the house rules.
func TestEveryLinkLeadsToAPageThatKeepsTheRules(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.example(t, "h100-unit")
	failing := s.example(t, "edr-habit/ndr")
	s.example(t, "mixed-generations")
	s.post(t, failing+"/document", "base", "1", "text", strings.Replace(habit(t, s), "5m", "1m", 1), "message", "shorter").follow()

	todo := []string{"/", "/?deleted=1", "/plans/new", "/reach?speed=ndr&length=3m", "/reach?speed=400gbe"}
	seen, visited := map[string]bool{}, map[string]int{}
	pages := 0
	for len(todo) > 0 {
		address := todo[0]
		todo = todo[1:]
		path, _, _ := strings.Cut(address, "#")
		if seen[path] || visited[pattern(path)] >= variants || strings.HasPrefix(path, "/api/") {
			continue
		}
		seen[path] = true
		visited[pattern(path)]++
		a := s.get(t, path)
		if a.status != http.StatusOK {
			t.Errorf("%s: status %d: %.300s", path, a.status, a.body)
			continue
		}
		if a.page == nil {
			continue // a file
		}
		pages++
		for _, fault := range faults(a) {
			t.Errorf("%s: %s", path, fault)
		}
		for _, link := range a.all("main a[href], header a[href], footer a[href]") {
			href, _ := attr(link, "href")
			if strings.HasPrefix(href, "/") {
				todo = append(todo, href)
			}
		}
	}
	if pages < 60 {
		t.Errorf("the walk met %d pages, want at least 60", pages)
	}
	for _, want := range []string{"/plans/ID/racks", "/plans/ID/links/ONE", "/plans/ID/modules", "/plans/ID/order", "/plans/ID/findings", "/plans/ID/document",
		"/plans/ID/history", "/plans/ID/compare", "/plans/ID/manage", "/catalog/products/ONE", "/catalog/types/ONE", "/catalog/sources",
		"/catalog", "/catalog/reach", "/catalog/reach/ndr/ONE", "/catalog/specifications"} {
		if !slices.ContainsFunc(keysOf(visited), func(p string) bool { return strings.HasPrefix(p, want+"?") }) {
			t.Errorf("no link led to a page like %s", want)
		}
	}
}

func keysOf(m map[string]int) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	return out
}

// habit is the text of the example edr-habit/ndr.
func habit(t testing.TB, s *site) string {
	t.Helper()
	x, err := s.plans.App().Template("edr-habit/ndr")
	if err != nil {
		t.Fatal(err)
	}
	return string(x.Text)
}

// faults are the house rules a page breaks.
func faults(a *answer) []string {
	var out []string
	add := func(found []*html.Node, why string) {
		for _, n := range found {
			out = append(out, why+": <"+n.Data+"> "+words(n))
		}
	}
	if n := len(a.all("h1")); n != 1 {
		out = append(out, "not one h1")
	}
	if n := a.all("main#main"); len(n) != 1 || len(a.all(`a.skip[href="#main"]`)) != 1 {
		out = append(out, "no main, or no way to skip to it")
	}
	if len(a.all("html[lang]")) != 1 || words(a.all("title")[0]) == "" {
		out = append(out, "no language or no title")
	}
	add(a.all("style, [style], script:not([src]), iframe, object, embed, base"), "inline or foreign content")
	add(a.all(`a[href="#"], a:not([href])`), "a dead link")
	add(a.all("main table:not(:has(caption))"), "a table without a caption")
	add(a.all("th:not([scope])"), "a head without a scope")
	add(a.all("img:not([alt])"), "a picture without words")
	add(a.all("form:not([action])"), "a form that goes nowhere")
	ids := map[string]bool{}
	for _, n := range a.all("*") {
		for _, x := range n.Attr {
			switch {
			case strings.HasPrefix(x.Key, "on") || strings.HasPrefix(x.Key, "hx-on"):
				out = append(out, "a handler in "+n.Data+" "+x.Key)
			case x.Key == "src" || n.Data == "link" && x.Key == "href" || n.Data == "form" && x.Key == "action" || strings.HasPrefix(x.Key, "hx-get") || strings.HasPrefix(x.Key, "hx-post"):
				if !strings.HasPrefix(x.Val, "/") || strings.HasPrefix(x.Val, "//") {
					out = append(out, "fetches from another origin: "+x.Val)
				}
			case x.Key == "id":
				if ids[x.Val] {
					out = append(out, "the id "+x.Val+" twice")
				}
				ids[x.Val] = true
			}
		}
	}
	for _, n := range a.all(`input:not([type="hidden"]), select, textarea`) {
		id, _ := attr(n, "id")
		label, _ := attr(n, "aria-label")
		if label == "" && !within(n, "label") && (id == "" || len(a.all(`label[for="`+id+`"]`)) != 1) {
			out = append(out, "a field without a label: "+n.Data+" "+id)
		}
	}
	for _, n := range a.all("a, button, summary") {
		label, _ := attr(n, "aria-label")
		if label == "" && words(n) == "" && len(a.all("svg title")) == 0 {
			out = append(out, "a "+n.Data+" without words")
		}
	}
	for _, n := range a.all(`[aria-controls], [aria-labelledby]`) {
		for _, key := range []string{"aria-controls", "aria-labelledby"} {
			if id, ok := attr(n, key); ok && !ids[id] {
				out = append(out, key+" names "+id+", which is not there")
			}
		}
	}
	return out
}

func TestBrokenRulesAreSeen(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"two heads":        `<h1>a</h1><h1>b</h1>`,
		"an inline style":  `<h1>a</h1><p style="color:red">x</p>`,
		"an inline script": `<h1>a</h1><script>x()</script>`,
		"a foreign script": `<h1>a</h1><script src="https://cdn.example/x.js"></script>`,
		"a handler":        `<h1>a</h1><p onclick="x()">x</p>`,
		"no label":         `<h1>a</h1><input name="x">`,
		"no caption":       `<h1>a</h1><table><tr><th scope="col">x</th></tr></table>`,
		"an id twice":      `<h1>a</h1><p id="x"></p><p id="x"></p>`,
	} {
		page, err := html.Parse(strings.NewReader(`<!doctype html><html lang="en"><title>t</title><a class="skip" href="#main">s</a><main id="main">` + body + `</main>`))
		if err != nil {
			t.Fatal(err)
		}
		if got := faults(&answer{t: t, page: page, body: body}); len(got) != 1 {
			t.Errorf("%s: faults %q, want one", name, got)
		}
	}
}

// within reports whether an element of a kind holds the node.
func within(n *html.Node, kind string) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Type == html.ElementNode && p.Data == kind {
			return true
		}
	}
	return false
}
