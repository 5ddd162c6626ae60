package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Whoever doubts a figure of the matrix follows it to its parts, a part, and
// the document that says so.
func TestFromAFigureOfTheMatrixToItsSource(t *testing.T) {
	t.Parallel()
	p := newTab(t, parts.journey.of(t))
	p.visit("/catalog")
	p.reads(`[data-testid="counts"]`, "products", "device types", "sources")
	p.follow(`nav[aria-label="Views of the catalog"] a[href="/catalog/reach"]`)
	p.reads(`[data-testid="legend"]`, "ordered today", "no longer sold", "pins it by number")
	const cell = `[data-testid="matrix"] a.figure[href="/catalog/reach/ndr/dac?shape=splitter"]`
	p.reads(cell, "3 m")
	p.follow(cell)
	p.reads("h1", "How far does a DAC splitter go at NDR?")
	p.reads(`[data-testid="verdict"]`, "3 m can be ordered today")
	p.reads(`[data-testid="figures"]`, "Orderable today", "MCP7Y00-N003", "nv-mcp7y00-order")
	p.reads(`[data-testid="limits"]`, "finned", "as MCP7Y00-N003", "the maker's own page")
	p.follow(`nav[aria-label="Shapes"] a[href$="shape=1%3A4"]`)
	p.reads(`[data-testid="products"]`, "MCP7Y40-N003", "only by pin")

	p.visit("/catalog/reach/ndr/dac?shape=splitter")
	p.follow(`[data-testid="figures"] a[href="/catalog/products/MCP7Y00-N003"]`)
	p.reads("h1", "MCP7Y00-N003")
	p.reads(`[data-testid="facts"]`, "Length 3 m", "estimate")
	p.reads(`[data-testid="sources"]`, "nv-mcp7y00-order", "NVIDIA", "2026-11-30", "https://docs.nvidia.com/")
	p.follow(`[data-testid="sources"] a[href="/catalog/sources#nv-mcp7y00-order"]`)
	p.reads(`tr[id="nv-mcp7y00-order"]`, "MCP7Y00-Nxxx product specification")

	p.visit("/catalog/reach")
	p.follow(`[data-testid="matrix"] a.figure[href="/catalog/reach/xdr/dac?shape=straight"]`)
	p.reads(`[data-testid="verdict"]`, "It does not exist")
	p.reads(`[data-testid="reason"]`, "Passive copper does not exist", "NVIDIA")
	p.reads(`[data-testid="others"]`, "ACC", "transceiver")
}

// Somebody has half a number, finds the part, and narrows the list down; the
// address holds what they asked.
func TestSearchOfProducts(t *testing.T) {
	t.Parallel()
	p := newTab(t, parts.journey.of(t))
	p.visit("/catalog/products")
	p.write("#q", "9809i92n")
	p.waitFor(`document.querySelectorAll('[data-testid="products"] tbody tr').length === 1`)
	p.reads(`[data-testid="products"]`, "1 product", "MCP7Y00-N003")
	p.do("choose NDR", chromedp.SetValue(chromedp.CSS("#generation"), "ndr"))
	p.write("#q", "splitter")
	p.reads(`[data-testid="counts"]`, "DAC", "ACC")
	p.waitFor(`!document.querySelector('[data-testid="products"]').textContent.includes('MCP4Y10')`)
	p.opens(`[data-testid="products"] thead a[href*="sort=length"]`, `[data-testid="products"] th[aria-sort="ascending"] a[href*="sort=length"]`, "Length")
	if at := p.path(); !strings.Contains(at, "sort=length") || !strings.Contains(at, "generation=ndr") || !strings.Contains(at, "q=splitter") {
		t.Errorf("the address is %s, want filter and order in it", at)
	}
	p.write("#q", "nothing is called so")
	p.reads(`[data-testid="empty"]`, "No product is like that", "show all products")
	p.follow(`[data-testid="empty"] a[href="/catalog/products"]`)
	p.reads(`[data-testid="products"]`, "1 to 100 of")
	p.click(`a[rel="next"]`)
	p.reads(`[data-testid="products"]`, "101 to 200 of")
}

// The cages of a type are drawn; each leads to its row, by mouse and by
// keyboard.
func TestPageOfADeviceType(t *testing.T) {
	t.Parallel()
	p := newTab(t, parts.journey.of(t))
	p.visit("/catalog/types?kind=gpu-server")
	p.follow(`[data-testid="types"] a[href="/catalog/types/dgx-h100"]`)
	p.reads("h1", "dgx-h100")
	p.reads(`[data-testid="rails"]`, "OSFP4P2", "mlx5_0")
	if n := p.count(`[data-testid="port-drawing"] a`); n != 10 {
		t.Errorf("%d cages are drawn, want 10", n)
	}
	p.click(`[data-testid="port-drawing"] a[aria-label^="slot2p1"]`)
	p.waitFor(`document.querySelector('tr:target th')?.textContent.trim() === 'slot2p1'`)
	p.visit("/catalog/types/dgx-h100")
	p.do("tab to the first cage", chromedp.Focus(chromedp.CSS(`.ports-drawing`)), chromedp.KeyEvent(kb.Tab))
	if got := run(p, "what has the focus", chromedp.Evaluate[string]("document.activeElement.getAttribute('aria-label')")); !strings.HasPrefix(got, "OSFP1, osfp-flat-2") {
		t.Errorf("the key tab leads to %q, want the first cage", got)
	}
	p.do("open its row", chromedp.KeyEvent(kb.Enter))
	p.waitFor(`document.querySelector('tr:target th')?.textContent.trim() === 'OSFP1 to OSFP4'`)
}
