package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// pages are those that read, of the program and of a plan, each with what it
// must say and must have.
func pages(plan string) []struct{ name, path, says, has string } {
	return []struct{ name, path, says, has string }{
		{"plans", "/", "EDR habit", `[data-testid="plans"]`},
		{"new-plan", "/plans/new", "example", "form[action='/plans']"},
		{"reach", "/reach?speed=ndr&length=3m&medium=dac", "3 m", `[data-testid="reach-answer"]`},
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
		{"overview", plan, "links", `[data-testid="sentence"]`},
		{"racks", plan + "/racks", "front", `[data-testid="elevation"]`},
		{"links", plan + "/links", "ndr", `[data-testid="links"]`},
		{"cables", plan + "/cables", "MCP7Y00", `[data-testid="cables"]`},
		{"modules", plan + "/modules", "", "main"},
		{"order", plan + "/order", "order", `[data-testid="order"]`},
		{"findings", plan + "/findings", "", "main"},
		{"document", plan + "/document", "Save", "#text"},
		{"history", plan + "/history", "revision", `[data-testid="revisions"]`},
		{"compare", plan + "/compare?from=1&to=1", "OK", `[data-testid="verdicts"]`},
		{"manage", plan + "/manage", "Rename", "form[action$='/rename']"},
	}
}

// No page needs script to be read: each page by its address, a
// filter, a sort, the reason of a link, the check of a document.
func TestWithoutScript(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	plan := "/plans/" + s.planOf(t, "HGX rows")
	p := newTab(t, s)
	p.script(false)
	for _, page := range pages(plan) {
		if status := p.visit(page.path); status != 200 {
			t.Errorf("%s: got status %d, want 200", page.path, status)
			continue
		}
		p.wait(page.has)
		if got := strings.ToLower(p.text("main")); !strings.Contains(got, strings.ToLower(page.says)) {
			t.Errorf("%s does not say %q:\n%s", page.path, page.says, got)
		}
		if title := run(p, "title", chromedp.Title()); !strings.Contains(title, "Lengthwise") {
			t.Errorf("%s is titled %q, want the program's name in it", page.path, title)
		}
	}

	p.visit(plan + "/links")
	p.do("choose a medium", chromedp.SetValue(chromedp.CSS("#medium"), "optical"))
	p.follow("form.filters button")
	if at := p.path(); !strings.Contains(at, "medium=optical") {
		t.Errorf("the filter without script leads to %s, want medium=optical in it", at)
	}
	p.visit(plan + "/links")
	p.follow(`[data-testid="links"] thead a`)
	if at := p.path(); !strings.Contains(at, "sort=") {
		t.Errorf("a head of the table leads to %s, want sort= in it", at)
	}
	p.follow(`[data-testid="links"] a[aria-expanded]`)
	p.reads(`[data-testid="route"]`, "exit, end a")
	if p.text(`[data-testid="reason"]`) == "" {
		t.Error("the page of a link gives no reason")
	}

	p.visit(plan + "/document")
	p.do("write a mistake", chromedp.SetValue(chromedp.CSS("#text"), "version: 1\nname: x\nracks:\n  - {name: A, units: many}\n"))
	p.follow("button[formaction]")
	p.reads(`[data-testid="places"]`, "line 4", "a whole number")
	p.reads("#gutter #L4", "4")
}
