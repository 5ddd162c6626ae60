package e2e

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A newcomer opens an example that does not work, reads why, and follows it to
// the link and its way through the room.
func TestWhatDoesNotWorkAndWhy(t *testing.T) {
	t.Parallel()
	p := newTab(t, parts.journey.of(t))
	p.visit("/")
	p.reads("h1", "Plans")
	p.reads(`[data-testid="plans"]`, "EDR habit at NDR", "H100")
	p.follow(`[data-testid="plans"] a[href="/plans/` + p.server.planOf(t, "EDR habit at NDR") + `"]`)

	p.reads("h1", "EDR habit at NDR")
	p.reads(`[data-testid="verdict"]`, "Not OK", "8 errors", "8 links")
	p.reads(`[data-testid="sentence"]`, "8 of 8 links")
	p.reads(`[data-testid="causes"]`, "beyond-reach", "8 times", "the 3 m where passive copper ends")

	p.follow(`[data-testid="verdict"] a[href*="severity=error"]`)
	p.reads(`[data-testid="causes"]`, "beyond-reach", "Way out")

	p.view("links")
	p.do("choose errors", chromedp.SetValue(chromedp.CSS("#status"), "error"))
	p.write("#q", "host-3")
	p.waitFor(`document.querySelectorAll('[data-testid="links"] tbody tr:not(.more)').length === 1`)
	if at := p.path(); !strings.Contains(at, "status=error") || !strings.Contains(at, "q=host-3") {
		t.Errorf("the address after filtering is %s, want the filter in it", at)
	}
	p.opens(`[data-testid="links"] a[aria-expanded="false"][data-htmx-powered]`, `[data-testid="link-details"]`, "5 m", "beyond", "exit, end a")
	p.reads(`[data-testid="route"]`, "exit, end a")
}

// Whoever buys takes the order of a plan that works along.
func TestOrder(t *testing.T) {
	t.Parallel()
	p := newTab(t, parts.journey.of(t))
	p.visit("/plans/" + p.server.planOf(t, "EDR habit"))
	p.reads(`[data-testid="verdict"]`, "OK", "0 errors")
	p.view("order")
	p.wait(`[data-testid="order"]`)

	file := p.download(`[data-testid="download-order"]`)
	if filepath.Base(file) != "order.csv" {
		t.Errorf("the file is called %s, want order.csv", filepath.Base(file))
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil || len(rows) < 2 || rows[0][0] != "attention" || len(rows[0]) != 18 {
		t.Fatalf("the order has %d rows (%v), want 18 columns, the first attention:\n%s", len(rows), err, text)
	}
	if want := p.server.get(t, strings.TrimSuffix(p.path(), "/order")+"/export/order.csv"); string(text) != want {
		t.Errorf("the file differs from the export:\n%s\nwant\n%s", text, want)
	}
}

// Someone changes the document: wrong at first, which is said at its line while
// they type, then right; saves; and reads what it did to the verdict.
func TestEditTheDocument(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	text := strings.Replace(s.get(t, "/api/v1/plans/"+s.planOf(t, "EDR habit at NDR")), "name: EDR habit at NDR", "name: A change", 1)
	id := s.create(t, text)
	p := newTab(t, s)
	p.visit("/plans/" + id + "/document")
	p.reads(`[data-testid="check"]`, "8 errors")

	line := 1 + strings.Count(text[:strings.Index(text, "length: 5m")], "\n")
	at := fmt.Sprintf("#L%d", line)
	p.write("#text", strings.Replace(text, "length: 5m", "length: 5", 1))
	p.waitFor(`document.querySelector('[data-testid="places"]')?.textContent.includes('has no unit')`)
	p.reads(`[data-testid="places"]`, fmt.Sprintf("line %d", line), "length 5 has no unit")
	p.reads("#gutter "+at, fmt.Sprint(line))
	p.click(`[data-testid="places"] a[data-line]`)
	selected := run(p, "what is marked", chromedp.Evaluate[string](inEditor(".cm-activeLine")+".textContent"))
	if !strings.Contains(selected, "length: 5}") {
		t.Errorf("the problem's line leads to %q, want the line with the length", selected)
	}

	p.write("#text", strings.Replace(text, "length: 5m", "length: 2m", 1))
	p.waitFor(`document.querySelector('[data-testid="check"]').textContent.includes('OK') && !document.querySelector('#gutter a')`)
	p.write("#message", "shorter cables")
	p.follow("button[name=save]")
	p.reads(`[data-testid="verdict"]`, "OK", "0 errors")
	p.reads(`[data-testid="plan-head"]`, "revision 2")

	p.view("history")
	p.reads(`[data-testid="revisions"]`, "shorter cables", "Not OK")
	p.click("input[name=from][value='1']")
	p.click("input[name=to][value='2']")
	p.follow("button[form=compare]")
	p.reads(`[data-testid="verdicts"]`, "Not OK", "OK", "Errors 8 0")
	p.reads("main", "beyond-reach", "links")
}

// Two people change one plan: the second is told, loses nothing, and sees both.
func TestTwoWriters(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	const text = "version: 1\nname: Shared\nracks:\n  - {name: A1}\n"
	id := s.create(t, text)
	ada, bob := newTab(t, s), newTab(t, s)
	ada.visit("/plans/" + id + "/document")
	bob.visit("/plans/" + id + "/document")
	ada.write("#text", text+"  - {name: from-ada}\n")
	ada.follow("button[name=save]")
	bob.write("#text", text+"  - {name: from-bob}\n")
	bob.follow("button[name=save]")
	bob.reads(`[data-testid="conflict"]`, "somebody else saved first", "revision 1", "newest is 2")
	bob.reads("pre.source", "from-ada")
	if kept := run(bob, "the text", chromedp.Value(chromedp.CSS("#text"))); !strings.Contains(kept, "from-bob") {
		t.Errorf("after the conflict the editor holds %q, want what Bob wrote", kept)
	}
	bob.follow("button[name=save]")
	bob.reads(`[data-testid="plan-head"]`, "revision 3")
	if got := s.get(t, "/api/v1/plans/"+id); !strings.Contains(got, "from-bob") {
		t.Errorf("the newest revision is %q, want Bob's", got)
	}
}

// A new plan from an example, renamed, copied, deleted and brought back.
func TestLifeOfAPlan(t *testing.T) {
	t.Parallel()
	p := newTab(t, parts.journey.of(t))
	p.visit("/plans/new")
	p.follow("form[action='/plans'] button")
	p.visit(p.path() + "/manage")
	p.write("#name", "Hall 7")
	p.follow("form[action$='/rename'] button")
	p.reads("h1", "Hall 7")
	p.visit("/?q=Hall+7")
	p.reads(`[data-testid="plans"]`, "Hall 7")
	p.follow(`[data-testid="plans"] a[href$="/manage"]`)
	p.write("#copy-name", "Hall 8")
	p.follow("form[action$='/copy'] button")
	p.visit("/?q=Hall+8")
	p.follow(`[data-testid="plans"] a[href$="/manage"]`)
	p.follow("form[action$='/delete'] button")
	p.visit("/?q=Hall+8")
	if p.count(`[data-testid="plans"] tbody tr`) != 0 {
		t.Errorf("the deleted plan is still listed: %s", p.text("main"))
	}
	p.visit("/?deleted=1")
	p.reads(`[data-testid="plans"]`, "Hall 8")
	p.follow("form[action$='/undelete'] button")
	p.visit("/?q=Hall+8")
	p.reads(`[data-testid="plans"]`, "Hall 8")
}

// Whoever has no mouse gets past the navigation and into a plan.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	p := newTab(t, parts.journey.of(t))
	p.visit("/")
	p.do("tab to the first link", chromedp.KeyEvent(kb.Tab))
	focused := func() string {
		return run(p, "what has the focus", chromedp.Evaluate[string](
			"(() => { const e = document.activeElement; return e.tagName + ' ' + (e.id || e.getAttribute('href') || '') + ' ' + e.matches(':focus-visible'); })()"))
	}
	if got := focused(); got != "A #main true" {
		t.Fatalf("the first tab goes to %q, want the link to the contents, seen", got)
	}
	p.do("skip", chromedp.KeyEvent(kb.Enter))
	p.waitFor("document.activeElement.id === 'main'")
	plan := "/plans/" + p.server.planOf(t, "EDR habit at NDR")
	reached := false
	for range 200 {
		p.do("tab on", chromedp.KeyEvent(kb.Tab))
		if reached = strings.Contains(focused(), " "+plan+" true"); reached {
			break
		}
	}
	if !reached {
		t.Fatalf("200 tabs do not reach the plan; the focus is at %s", focused())
	}
	if _, err := chromedp.RunResponse(p.ctx, chromedp.KeyEvent(kb.Enter)); err != nil {
		t.Fatal(err)
	}
	p.reads("h1", "EDR habit at NDR")
}

// download clicks on a file and gives where it was stored, under its own name.
func (p *tab) download(selector string) string {
	p.Helper()
	dir := p.TempDir()
	own := chromedp.FromContext(p.ctx).BrowserContextID
	on := true
	_, err := chromedp.CallBrowser(p.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, BrowserContextID: own, DownloadPath: dir, EventsEnabled: &on, //nolint:misspell // the protocol spells so
	})
	if err != nil {
		p.Fatal(err)
	}
	events := chromedp.BrowserEvents(p.ctx, browser.DownloadProgress)
	p.click(selector)
	for e, err := range events {
		if err != nil {
			p.Fatalf("download %s: %v", selector, err)
		}
		if e.State == browser.DownloadProgressStateCompleted {
			break
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 {
		p.Fatalf("%s gave %d files (%v), want 1", selector, len(files), err)
	}
	return files[0]
}
