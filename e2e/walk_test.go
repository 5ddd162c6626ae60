package e2e

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/go-chi/chi/v5"

	"lengthwise/internal/ui"
)

// A walkedPage is an address that is walked, with what it must say and must have.
type walkedPage struct{ name, path, says, has string }

// planPages are the pages of a plan.
func planPages(plan string) []walkedPage {
	return []walkedPage{
		{"overview", plan, "links", `[data-testid="sentence"]`},
		{"racks", plan + "/racks", "front", `[data-testid="elevation"]`},
		{"floor", plan + "/floor", "rack", "main"},
		{"fabrics", plan + "/fabrics", "fabric", "main"},
		{"links", plan + "/links", "ndr", `[data-testid="links"]`},
		{"cables", plan + "/cables", "MCP7Y00", `[data-testid="cables"]`},
		{"modules", plan + "/modules", "", "main"},
		{"order", plan + "/order", "order", `[data-testid="order"]`},
		{"findings", plan + "/findings", "", "main"},
		{"document", plan + "/document", "Save", "#document"},
		{"history", plan + "/history", "revision", `[data-testid="revisions"]`},
		{"compare", plan + "/compare?from=1&to=1", "OK", `[data-testid="verdicts"]`},
		{"manage", plan + "/manage", "Rename", "form[action$='/rename']"},
	}
}

// pages are those that read, of the program and of a plan.
func pages(plan string) []walkedPage {
	return append([]walkedPage{
		{"plans", "/", "EDR habit", `[data-testid="plans"]`},
		{"new-plan", "/plans/new", "example", "form[action='/plans']"},
		{"new-template", "/new/h100-unit", "", "main form"},
		{"account", "/account", "theme", "main form"},
		{"help", "/help", "", "main"},
		{"help-findings", "/help/findings", "too-short", "main"},
		{"help-page", "/help/glossary", "", "main"},
		{"fields", "/help/fields", "racks[].units", `[data-testid="fields"]`},
		{"reach", "/reach?speed=ndr&length=3m&medium=dac", "3 m", `[data-testid="reach-answer"]`},
		{"reach-empty", "/reach", "speed", "main form"},
		{"catalog", "/catalog", "device types", `[data-testid="counts"]`},
		{"reach-matrix", "/catalog/reach", "ndr", `[data-testid="matrix"]`},
		{"reach-cell", "/catalog/reach/ndr/dac?shape=splitter", "3 m can be ordered today", `[data-testid="figures"]`},
		{"reach-cell-empty", "/catalog/reach/xdr/dac", "does not exist", `[data-testid="limits"]`},
		{"specifications", "/catalog/specifications", "mpo12-apc-om4", `[data-testid="specs"]`},
		{"products", "/catalog/products?q=MCP7Y00", "MCP7Y00-N001", `[data-testid="products"]`},
		{"product", "/catalog/products/MCP7Y00-N001", "MCP7Y00-N001", "h1"},
		{"device-types", "/catalog/types", "qm9700", `[data-testid="types"]`},
		{"device-type", "/catalog/types/qm9700", "IB1/", "h1"},
		{"sources", "/catalog/sources", "pi4", `[data-testid="sources"]`},
		{"prices", "/catalog/prices", "Load a price list", "#f-file"},
		{"price", "/catalog/overlay/price?sku=MCP7Y00-N003", "Unit price", "#f-unit_price"},
		{"overlay", "/catalog/overlay", "Add a product", "main"},
		{"overlay-product", "/catalog/overlay/product", "Can it be trusted", "#f-sku"},
		{"overlay-status", "/catalog/overlay/status", "Status at this site", "#f-status"},
		{"overlay-type", "/catalog/overlay/device-type", "device-type library", "#f-yaml"},
		{"overlay-source", "/catalog/overlay/source", "Publisher", "#f-title"},
		{"overlay-history", "/catalog/overlay/history", "History of the overlay", "main"},
		{"overlay-row-history", "/catalog/overlay/status/history?key=MCP7Y00-N003", "", "main"},
	}, planPages(plan)...)
}

// walked are all pages of a server with the examples: of a plan that works, of
// one that does not, of one with nothing in it, and what is said where a page
// is asked for what it has not got.
func walked(t testing.TB, s *server) []walkedPage {
	t.Helper()
	good, bad := "/plans/"+s.planOf(t, "HGX rows"), "/plans/"+s.planOf(t, "EDR habit at NDR")
	empty := "/plans/" + s.create(t, "version: 1\nname: Nothing yet\n")
	link := s.firstLink(t, bad)
	out := append(pages(good), []walkedPage{
		{"link", bad + "/links/" + link, "exit, end a", "main"},
		{"links-edit", bad + "/links/edit?link=" + url.QueryEscape(link), "", "main"},
		{"start", empty + "/start", "", "main"},
		{"print", good + "/print", "", "main"},
		{"print-racks", good + "/print/racks", "", "main"},
		{"print-installer", good + "/print/installer", "", "main"},
		{"print-review", good + "/print/review", "", "main"},
		{"racks-one", good + "/racks?rack=A1", "", "main"},
		{"cable-product", good + "/cables/products?sku=MCP7Y00-N001", "", "main"},
		{"overview-errors", bad, "", "main"}, {"findings-errors", bad + "/findings", "", "main"}, {"links-errors", bad + "/links?status=error", "", "main"},
		{"document-errors", bad + "/document", "", "main"}, {"racks-errors", bad + "/racks", "", "main"},
		{"overview-empty", empty, "", "main"}, {"racks-empty", empty + "/racks", "", "main"}, {"floor-empty", empty + "/floor", "", "main"},
		{"links-empty", empty + "/links", "", "main"}, {"cables-empty", empty + "/cables", "", "main"}, {"order-empty", empty + "/order", "", "main"},
		{"fabrics-empty", empty + "/fabrics", "", "main"}, {"findings-empty", empty + "/findings", "", "main"},
		{"history-one", empty + "/history", "", "main"}, {"filters", good + "/filters", "", "main"}, {"what-if", good + "/what-if", "", "main form"},
		{"better", bad + "/better", "", "main"}, {"change", good + "/history/1/change", "", "main"},
		{"no-match", "/?q=nothing-is-called-so", "", "main"},
	}...)
	return out
}

// wrongs are addresses of which a page says what is wrong with them.
func wrongs(plan string) []walkedPage {
	return []walkedPage{
		{"not-found", "/nowhere", "Not found", `[data-testid="error"]`},
		{"no-plan", "/plans/0000000000000000", "Not found", `[data-testid="error"]`},
		{"no-revision", plan + "?rev=99", "", `[data-testid="error"]`},
		{"bad-number", plan + "/links?rev=x", "", `[data-testid="error"]`},
	}
}

// firstLink is the id of a link of a plan.
func (s *server) firstLink(t testing.TB, plan string) string {
	t.Helper()
	var list struct{ Links []struct{ ID string } }
	if err := json.Unmarshal([]byte(s.get(t, "/api/v1"+plan+"/links?limit=1")), &list); err != nil || len(list.Links) != 1 {
		t.Fatalf("the links of %s: %v, %d listed, want 1", plan, err, len(list.Links))
	}
	return list.Links[0].ID
}

// notPages are routes nobody opens in order to read.
var notPages = map[string]string{
	"/plans/{id}/export/{format}":  "files",
	"/plans/{id}/filters/{filter}": "a form is sent there",
}

// Every route of the pages is walked, but those that answer with a file or send
// the browser on: a page that is added to the router has to be added here.
func TestEveryPageIsWalked(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	all := walked(t, s)
	r := chi.NewRouter()
	ui.New(nil, ui.Options{}).Routes(r)
	seen := map[string]bool{}
	for _, p := range all {
		at, err := url.Parse(p.path)
		if err != nil {
			t.Fatal(err)
		}
		seen[strings.TrimSuffix(r.Find(chi.NewRouteContext(), http.MethodGet, at.Path), "/")] = true
	}
	plan := "/plans/" + s.planOf(t, "HGX rows")
	asked := 0
	err := chi.Walk(r, func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if method != http.MethodGet || seen[strings.TrimSuffix(route, "/")] || notPages[route] != "" {
			return nil
		}
		path := strings.Replace(route, "/plans/{id}", plan, 1)
		if strings.ContainsAny(path, "{*") {
			t.Errorf("the page %s is not walked; add one of its addresses to the pages", route)
			return nil
		}
		asked++
		a, err := s.ask(t.Context(), http.MethodGet, path, "", "")
		if err != nil {
			return err
		}
		if a.status == http.StatusOK && strings.HasPrefix(a.header.Get("Content-Type"), "text/html") && strings.Contains(string(a.body), "<html") && !sentOn(a) {
			t.Errorf("the page %s is not walked; add it to the pages", route)
		}
		return nil
	})
	if err != nil || asked == 0 {
		t.Fatalf("%d routes were asked: %v", asked, err)
	}
	var names []string
	for _, p := range append(all, wrongs(plan)...) {
		if slices.Contains(names, p.name) {
			t.Errorf("two pages are called %s", p.name)
		}
		names = append(names, p.name)
	}
}

// sentOn reports whether the answer came from another address.
func sentOn(a *answer) bool { return a.from != a.asked }

// walk reads a page and what it must have and say.
func (p *tab) walk(x walkedPage) bool {
	p.Helper()
	if status := p.visit(x.path); status != http.StatusOK {
		p.Errorf("%s: got status %d, want 200", x.path, status)
		return false
	}
	p.wait(x.has)
	if got := strings.ToLower(p.text("main")); !strings.Contains(got, strings.ToLower(x.says)) {
		p.Errorf("%s does not say %q:\n%s", x.path, x.says, got)
	}
	if title := run(p, "title", chromedp.Title()); !strings.Contains(title, "Lengthwise") {
		p.Errorf("%s is titled %q, want the program's name in it", x.path, title)
	}
	return true
}
