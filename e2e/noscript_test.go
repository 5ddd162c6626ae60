package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// No page needs script to be read: each page by its address, a
// filter, a sort, the reason of a link, the check of a document.
func TestWithoutScript(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	plan := "/plans/" + s.planOf(t, "HGX rows")
	p := newTab(t, s)
	p.script(false)
	for _, x := range walked(t, s) {
		p.walk(x)
	}

	p.visit(plan + "/links")
	p.do("choose a medium", chromedp.SetValue(chromedp.CSS("#box-medium"), "optical"))
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
