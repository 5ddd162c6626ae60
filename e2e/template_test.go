package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// An architect chooses a template, sees what it would make while typing, is told
// what cannot be, and makes the plan.
func TestNewPlanFromATemplate(t *testing.T) {
	t.Parallel()
	p := newTab(t, parts.journey.of(t))
	p.visit("/plans/new")
	p.follow(`a[href="/new/b200-superpod"]`)
	p.reads("h1", "B200 SuperPOD")
	p.reads(`[data-testid="sentence"]`, "This works: all 2,048 links")

	p.write("#p-units", "16")
	p.reads(`[data-testid="sentence"]`, "This works: all 12,288 links")
	p.reads(`ul[aria-label="Counts"]`, "512 hosts", "320 switches", "288 racks")
	if at := p.path(); !strings.Contains(at, "units=16") {
		t.Errorf("the address while typing is %s, want the parameters in it", at)
	}
	p.write("#p-units", "17")
	p.reads("#preview", "1 parameter to change", "the nearest that do are 16 and 20")
	p.reads("#wrong-units", "does not fill pods of 4")
	p.write("#p-units", "2")
	p.reads(`[data-testid="sentence"]`, "This works: all 1,024 links")
	p.waitFor(`document.querySelector("#wrong-units").innerText === ""`)

	p.write("#p-name", "Hall of two units")
	p.do("choose row-end", chromedp.SetValue(chromedp.CSS("#p-network"), "end"))
	p.follow(`#parameters button[formmethod="post"]`)
	p.reads("h1", "Hall of two units")
	p.reads(`[data-testid="verdict"]`, "1,024 links")
}

// The same without script: the Preview button answers with the page.
func TestTemplateWithoutScript(t *testing.T) {
	t.Parallel()
	p := newTab(t, parts.journey.of(t))
	p.script(false)
	p.visit("/new/fat-tree?k=8")
	if got := p.text(`[data-testid="sentence"]`); !strings.Contains(got, "384 links") {
		t.Errorf("k = 8 without script: %q, want 384 links", got)
	}
	p.do("ask for more", chromedp.SetValue(chromedp.CSS("#p-k"), "4"))
	p.follow(`#parameters button:not([formmethod])`)
	if got := p.text(`[data-testid="sentence"]`); !strings.Contains(got, "48 links") {
		t.Errorf("k = 4 without script: %q, want 48 links", got)
	}
	p.follow(`#parameters button[formmethod="post"]`)
	if got := p.text("h1"); !strings.HasPrefix(got, "Fat tree") {
		t.Errorf("after making the plan the page is %q", got)
	}
}
