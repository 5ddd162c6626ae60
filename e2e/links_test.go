package e2e

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// example is a plan of the examples under a name of its own.
func example(t *testing.T, path, was, name string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Replace(string(text), was, name, 1)
}

// An architect finds the links that took optics, reads why one did, keeps the
// filter, pins them to another medium, sees what that would do, saves and takes
// it back.
func TestManyLinksAtOnce(t *testing.T) {
	t.Parallel()
	p := newTab(t, parts.journey.of(t))
	plan := "/plans/" + p.server.create(t, example(t, "../examples/h100-unit/plan.yaml", "name: H100 unit", "name: Links of a unit"))
	p.visit(plan + "/links")
	p.reads(`[data-testid="links"] caption`, "512 links")
	p.do("choose DAC", chromedp.SetValue(chromedp.CSS("#box-medium"), "dac"))
	run(p, "say so", chromedp.Evaluate[bool](`document.querySelector("#box-medium").dispatchEvent(new Event('change', {bubbles: true}))`))
	p.reads(`[data-testid="links"] caption`, "128 links")
	if got := p.text("#announce"); !strings.Contains(got, "128 links") {
		t.Errorf("the live region says %q, want how many links are left", got)
	}
	if at := p.path(); at != plan+"/links?medium=dac" {
		t.Errorf("the address is %s, want the filter and nothing else", at)
	}
	p.opens(`[data-testid="links"] a[aria-expanded="false"][data-htmx-powered]`, `[data-testid="why"]`, "What was tried", "Chosen")

	p.do("open saved filters", chromedp.Click(chromedp.CSS(".links-saved > summary")))
	p.do("name the filter", chromedp.SetValue(chromedp.CSS("#keep-name"), "Copper"))
	p.follow("#keep button")
	p.visit(plan + "/links")
	p.do("open saved filters again", chromedp.Click(chromedp.CSS(".links-saved > summary")))
	p.follow(`[data-testid="saved-filters"] a`)
	p.reads(`[data-testid="links"] caption`, "128 links")

	p.do("open the form", chromedp.Click(chromedp.CSS(".links-bulk > summary")))
	p.click("#which-all")
	p.do("pin optics", chromedp.SetValue(chromedp.CSS("#bulk-medium"), "optical"))
	p.click("#bulk button.primary")
	p.reads(`#preview [data-testid="edit-preview"]`, "What this changes", "64 cables of DAC become 128 of optical")
	p.follow(`#preview button[value="save"]`)
	p.reads(`[data-testid="saved"]`, "128 links: optical pinned")
	p.reads(`[data-testid="links"]`, "No link is like that")
	p.follow(`[data-testid="undo"]`)
	p.reads(`[data-testid="links"] caption`, "128 links")
}

// Links in groups lead to the links of each.
func TestLinksInGroups(t *testing.T) {
	t.Parallel()
	p := newTab(t, parts.journey.of(t))
	plan := "/plans/" + p.server.planOf(t, "EDR habit")
	p.visit(plan + "/links?by=racks")
	p.reads(`[data-testid="link-groups"] caption`, "8 links")
	p.follow(`[data-testid="link-groups"] tr.group th a`)
	p.reads(`[data-testid="links"] caption`, "link")
	if at := p.path(); !strings.Contains(at, "rack=") || !strings.Contains(at, "to_rack=") {
		t.Errorf("a group leads to %s, want the links between its racks", at)
	}
}

// Without script a few rows are ticked and changed.
func TestLinksAreChangedWithoutScript(t *testing.T) {
	t.Parallel()
	p := newTab(t, parts.journey.of(t))
	plan := "/plans/" + p.server.create(t, example(t, "../examples/edr-habit/plan.yaml", "name: EDR habit", "name: Links without script"))
	p.script(false)
	p.visit(plan + "/links")
	p.do("tick a row", chromedp.Click(chromedp.CSS(`[data-testid="links"] input[name="link"]`)))
	p.do("open the form", chromedp.Click(chromedp.CSS(".links-bulk > summary")))
	p.do("write a colour", chromedp.SendKeys(chromedp.CSS("#bulk-color"), "orange"))
	if status := p.follow("#bulk button.primary"); status != 200 {
		t.Errorf("the preview answers %d", status)
	}
	p.wait(`[data-testid="edit-preview"] button[value="save"]`)
}
