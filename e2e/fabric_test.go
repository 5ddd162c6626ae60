package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// makeTree makes the plan of a fat tree of k = 8 and gives its address.
func makeTree(p *tab) string {
	p.Helper()
	p.visit("/new/fat-tree?k=8")
	p.follow(`#parameters button[formmethod="post"]`)
	return p.path()
}

// An architect reads the verdict on a fat tree, asks what a ring gets of it when
// flows are hashed, and passes the address on.
func TestWhatARingGetsOfAFatTree(t *testing.T) {
	t.Parallel()
	p := newTab(t, parts.journey.of(t))
	makeTree(p)
	p.follow(`nav[aria-label="Views of the plan"] a[href$="/fabrics"]`)
	p.reads(`[data-testid="fabric-verdict"]`, "Non-blocking on paper", "bisection 100 %", "4 to 16 equal-cost paths")
	p.reads(`[data-testid="fabric-failures"]`, "one core")
	p.write("#trials", "200")
	p.follow(`[data-testid="simulate"]`)
	p.reads(`[data-testid="simulation-said"]`, "200 trials with seed 1")
	p.reads(`[data-testid="simulation-verdict"]`, "A ring in random order")
	at := p.path()
	for _, want := range []string{"simulate=1", "trials=200", "seed=1"} {
		if !strings.Contains(at, want) {
			t.Errorf("the address of the answer is %s, want %s in it", at, want)
		}
	}
	runs := p.text(`[data-testid="simulation-runs"]`)

	other := newTab(t, parts.journey.of(t))
	other.script(false)
	other.visit(at)
	if got := other.text(`[data-testid="simulation-runs"]`); got != runs {
		t.Errorf("without script the address answers %q, want %q", got, runs)
	}
}

// From a link's reason to its route on the floor.
func TestARouteOnTheFloor(t *testing.T) {
	t.Parallel()
	p := newTab(t, parts.journey.of(t))
	p.script(false)
	plan := makeTree(p)
	p.visit(plan + "/links?sort=run&desc=1")
	p.follow(`#list a[href*="/links/l-"]`)
	p.follow(`[data-testid="on-the-floor"]`)
	if got := p.text(`[data-testid="floor-route"]`); !strings.Contains(got, "Route of") {
		t.Errorf("the floor of a link says %q", got)
	}
	if n := run(p, "count legs", chromedp.Evaluate[int64](`document.querySelectorAll('[data-testid="leg"]').length`)); n == 0 {
		t.Error("no part of the route is lit")
	}
}

// Fabrics in every look: none is wider than its window. With
// SCREENSHOTS=1 the pictures are kept in docs/screenshots.
func TestFabricLooks(t *testing.T) {
	t.Parallel()
	p := newTab(t, parts.journey.of(t))
	plan := makeTree(p)
	dir := filepath.Join("..", "docs", "screenshots")
	for _, l := range looks {
		p.dress(l)
		for _, page := range []struct{ name, path string }{
			{"fabric", plan + "/fabrics"}, {"fabric-simulated", plan + "/fabrics?simulate=1&trials=200#simulation"},
		} {
			p.visit(page.path)
			p.wait("main")
			if wide := run(p, "measure", chromedp.Evaluate[int64]("document.documentElement.scrollWidth")); wide > l.width && l.media == "screen" {
				t.Errorf("%s, %s: the page is %d px wide in a window of %d", page.name, l.name, wide, l.width)
			}
			if os.Getenv("SCREENSHOTS") == "" {
				continue
			}
			picture, err := small(run(p, "picture of "+page.name, chromedp.CaptureScreenshot()))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, page.name+"-"+l.name+".png"), picture, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
