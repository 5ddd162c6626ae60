package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A chrome is the one Chromium of all journeys.
type chrome struct {
	once sync.Once
	ctx  context.Context
	stop []func()
	err  error
}

// chromium finds the program.
func chromium() (string, error) {
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium for journeys: install the package chromium, or name the program with CHROMIUM")
}

func (b *chrome) open(t testing.TB) context.Context {
	t.Helper()
	path, err := chromium()
	if err != nil {
		lacking(t, err)
	}
	b.once.Do(func() { b.err = b.start(path) })
	if b.err != nil {
		t.Fatal(b.err)
	}
	return b.ctx
}

// start starts the browser itself; tabs are its children.
func (b *chrome) start(path string) error {
	dir, err := os.MkdirTemp("", "lengthwise-chromium")
	if err != nil {
		return err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(dir), chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(allocator)
	b.ctx, b.stop = ctx, []func(){stop, stopAllocator, func() { os.RemoveAll(dir) }}
	return chromedp.Do(ctx)
}

func (b *chrome) close() {
	for _, stop := range b.stop {
		stop()
	}
}

// stepPatience is how long one step of a journey may take.
const stepPatience = time.Minute

// A tab is one page of the browser, with cookies of its own.
type tab struct {
	testing.TB
	ctx    context.Context
	server *server

	mu       sync.Mutex
	troubles []string
}

// newTab opens a tab on a server. The test fails for whatever the page must not
// do, and then leaves a picture behind.
func newTab(t testing.TB, s *server) *tab {
	t.Helper()
	ctx, stop := chromedp.NewContext(parts.browser.open(t), chromedp.WithNewBrowserContext())
	p := &tab{TB: t, ctx: ctx, server: s}
	if err := errors.Join(chromedp.Listen(ctx, p.notice), chromedp.Do(ctx, chromedp.EmulateViewport(1280, 800))); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, emulation.SetScrollbarsHidden, emulation.SetScrollbarsHiddenParams{Hidden: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.mu.Lock()
		for _, trouble := range p.troubles {
			t.Error(trouble)
		}
		p.mu.Unlock()
		if t.Failed() {
			p.leave()
		}
		stop()
	})
	return p
}

// notice hears every event of the tab.
func (p *tab) notice(event any) {
	trouble := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		trouble = "a script failed: " + (&chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails}).Error()
	case *log.EventEntryAdded:
		// A status such as 503 is an error of source network; the journey looks at it itself.
		if e.Entry.Level == log.EntryLevelError && e.Entry.Source != log.EntrySourceNetwork {
			trouble = "the browser complains: " + e.Entry.Text
		}
	case *network.EventRequestWillBeSent:
		if at := e.Request.URL; !strings.HasPrefix(at, p.server.url+"/") && !strings.HasPrefix(at, "data:") && !strings.HasPrefix(at, "blob:") {
			trouble = "a page asks another origin: " + at
		}
	}
	if trouble != "" {
		p.mu.Lock()
		p.troubles = append(p.troubles, trouble)
		p.mu.Unlock()
	}
}

// leave writes down what the tab shows.
func (p *tab) leave() {
	dir := filepath.Join("..", "build", "e2e")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		p.Log(err)
		return
	}
	name := filepath.Join(dir, strings.NewReplacer("/", "-", " ", "_").Replace(p.Name()))
	ctx, stop := context.WithTimeout(p.ctx, stepPatience)
	defer stop()
	picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(name+".png", picture, 0o644)
	}
	page, pageErr := chromedp.Run(ctx, chromedp.OuterHTML(chromedp.CSS("html")))
	if pageErr == nil {
		pageErr = os.WriteFile(name+".html", []byte(page), 0o644)
	}
	p.Logf("what it showed is in build/e2e (%v, %v)", err, pageErr)
}

// do runs steps of the browser; what says what they are for.
func (p *tab) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, stop := context.WithTimeout(p.ctx, stepPatience)
	defer stop()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.Fatalf("%s: %v", what, err)
	}
}

func run[T any](p *tab, what string, a chromedp.Action[T]) T {
	p.Helper()
	ctx, stop := context.WithTimeout(p.ctx, stepPatience)
	defer stop()
	v, err := chromedp.Run(ctx, a)
	if err != nil {
		p.Fatalf("%s: %v", what, err)
	}
	return v
}

// visit opens an address of the server and gives its status.
func (p *tab) visit(path string) int {
	p.Helper()
	response := run(p, "open "+path, chromedp.NavigateResponse(p.server.url+path))
	return int(response.Status)
}

// follow clicks on what leads to another page, waits for it and gives its
// status. What only changes where the tab is within a page, as htmx does when
// it is answered, is no other page.
func (p *tab) follow(selector string) int {
	p.Helper()
	begun := run(p, "when the page began", chromedp.Evaluate[float64]("performance.timeOrigin"))
	p.click(selector)
	const every = 50 * time.Millisecond
	arrived := fmt.Sprintf(`performance.timeOrigin !== %v && document.readyState === "complete"
		? performance.getEntriesByType("navigation")[0].responseStatus : 0`, strconv.FormatFloat(begun, 'f', -1, 64))
	for end := time.Now().Add(stepPatience); time.Now().Before(end); time.Sleep(every) {
		// An error is one of asking while the pages change.
		if status, err := chromedp.Run(p.ctx, chromedp.Evaluate[int](arrived)); err == nil && status > 0 {
			return status
		}
	}
	p.Fatalf("follow %s: it leads to no other page", selector)
	return 0
}

// view goes to another view of the plan.
func (p *tab) view(name string) int {
	p.Helper()
	return p.follow(`nav[aria-label="Views of the plan"] a[href$="/` + name + `"]`)
}

// click clicks on what changes a part of the page.
func (p *tab) click(selector string) {
	p.Helper()
	p.do("click "+selector, chromedp.Click(chromedp.CSS(selector)))
}

// wait waits until something can be seen.
func (p *tab) wait(selector string) {
	p.Helper()
	p.do("wait for "+selector, chromedp.WaitVisible(chromedp.CSS(selector)))
}

// waitFor waits until an expression of the page is true.
func (p *tab) waitFor(expression string) {
	p.Helper()
	run(p, "wait for "+expression, chromedp.Poll[bool](expression))
}

// text is what can be read, spaces made one.
func (p *tab) text(selector string) string {
	p.Helper()
	return strings.Join(strings.Fields(run(p, "read "+selector, chromedp.Text(chromedp.CSS(selector)))), " ")
}

// reads waits until a part of the page says all the words: what is being
// replaced is read again. The test fails, with what was read last, when it
// never does.
func (p *tab) reads(selector string, words ...string) {
	p.Helper()
	p.readsAfter("", selector, words...)
}

// opens clicks on what opens a part of the page until that part says all the
// words: a click on what is just being replaced opens nothing and is made again.
func (p *tab) opens(closed, selector string, words ...string) {
	p.Helper()
	p.readsAfter(fmt.Sprintf("document.querySelector(%q)?.click()", closed), selector, words...)
}

// readsAfter reads a part of the page over and over, and while it is not there
// runs a script that may bring it.
func (p *tab) readsAfter(script, selector string, words ...string) {
	p.Helper()
	const every = 50 * time.Millisecond
	look := fmt.Sprintf("(() => { const e = document.querySelector(%q); if (e) return e.innerText; %s; return ''; })()", selector, script)
	got, missing := "", words
	for end := time.Now().Add(stepPatience); time.Now().Before(end); time.Sleep(every) {
		got = strings.Join(strings.Fields(run(p, "read "+selector, chromedp.Evaluate[string](look))), " ")
		missing = slices.DeleteFunc(slices.Clone(words), func(word string) bool { return strings.Contains(got, word) })
		if len(missing) == 0 && got != "" {
			return
		}
	}
	p.Errorf("%s reads %q, want %q in it", selector, got, missing)
}

// write puts text in a field as typing would, so that scripts notice.
func (p *tab) write(selector, text string) {
	p.Helper()
	p.do("write into "+selector, chromedp.SetValue(chromedp.CSS(selector), text))
	run(p, "say so", chromedp.Evaluate[bool](fmt.Sprintf("document.querySelector(%q).dispatchEvent(new Event('input', {bubbles: true}))", selector)))
}

// count is how many elements there are.
func (p *tab) count(selector string) int {
	p.Helper()
	return run(p, "count "+selector, chromedp.Evaluate[int](fmt.Sprintf("document.querySelectorAll(%q).length", selector)))
}

// path is where the tab is, query included.
func (p *tab) path() string {
	p.Helper()
	return strings.TrimPrefix(run(p, "where", chromedp.Location()), p.server.url)
}

// script turns scripts of pages on or off.
func (p *tab) script(on bool) {
	p.Helper()
	if _, err := chromedp.Call(p.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !on}); err != nil {
		p.Fatal(err)
	}
}
