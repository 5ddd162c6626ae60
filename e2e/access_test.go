package e2e

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

const axeDir = "testdata/axe-core-4.14.1"

// axe is the script of axe-core, byte for byte as published.
func axe(t testing.TB) string {
	t.Helper()
	sums, err := os.ReadFile(filepath.Join(axeDir, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	script := ""
	for line := range strings.Lines(string(sums)) {
		want, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		text, err := os.ReadFile(filepath.Join(axeDir, name))
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s is not what was published as axe-core 4.14.1", name)
		}
		if name == "axe.min.js" {
			script = string(text)
		}
	}
	if script == "" {
		t.Fatal("SHA256SUMS names no axe.min.js")
	}
	return script
}

// everyRule asks for WCAG 2.2 A and AA and for what axe recommends beyond.
const everyRule = `{runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations']}`

// Of these the colours and the room for fingers differ with theme and width.
const (
	colourRules = `{runOnly: {type: 'rule', values: ['color-contrast', 'link-in-text-block']}, resultTypes: ['violations']}`
	narrowRules = `{runOnly: {type: 'rule', values: ['target-size', 'scrollable-region-focusable', 'color-contrast', 'aria-hidden-focus']}, resultTypes: ['violations']}`
)

// A violation is a rule a page breaks, and where.
type violation struct {
	ID, Help string
	Nodes    []struct {
		HTML           string
		Target         []any
		FailureSummary string
	}
}

// A drawing names a thing and shows figures of it; its accessible name has to
// hold the name it shows, which drawingsSayTheirNames asks for. axe would have
// all words shown be said in one run.
const outsideDrawings = "axe.configure({rules: [{id: 'label-content-name-mismatch', selector: ':not(svg *)'}]});\n"

// drawingsSayTheirNames gives the links of drawings whose accessible name lacks
// the first words they show, up to where those are cut.
const drawingsSayTheirNames = `[...document.querySelectorAll("main svg a[aria-label]")].filter((a) => {
	const shown = a.querySelector("text")?.textContent.trim().replace(/…$/, "") ?? "";
	return !a.getAttribute("aria-label").toLowerCase().includes(shown.toLowerCase());
}).slice(0, 3).map((a) => a.outerHTML.slice(0, 200)).join("\n")`

// violations asks axe about what the tab shows.
func (p *tab) violations(script, options string) []violation {
	p.Helper()
	ask := script + ";\n" + outsideDrawings + "axe.run(document, " + options + ").then((r) => JSON.stringify(r.violations.map(({id, help, nodes}) => ({id, help, nodes: nodes.slice(0, 4)}))))"
	text := run(p, "ask axe", chromedp.Evaluate[string](ask, chromedp.EvalAwaitPromise))
	var out []violation
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		p.Fatal(err)
	}
	return out
}

// accessible fails for each rule of axe the page breaks.
func (p *tab) accessible(what, script, options string) {
	p.Helper()
	if nameless := run(p, "names in drawings", chromedp.Evaluate[string](drawingsSayTheirNames)); nameless != "" {
		p.Errorf("%s: links of a drawing do not say the name they show:\n%s", what, nameless)
	}
	for _, v := range p.violations(script, options) {
		var at []string
		for _, n := range v.Nodes {
			at = append(at, fmt.Sprintf("%v %.160s\n      %s", n.Target, n.HTML, strings.ReplaceAll(n.FailureSummary, "\n", " ")))
		}
		p.Errorf("%s breaks %s: %s\n    %s", what, v.ID, v.Help, strings.Join(at, "\n    "))
	}
}

// axe-core finds nothing on any page: light, dark, and 400 px wide; forms with
// mistakes, previews and what came second included.
func TestEveryPageIsAccessible(t *testing.T) {
	t.Parallel()
	script := axe(t)
	for _, part := range []struct {
		look
		rules string
	}{{looks[0], everyRule}, {looks[1], colourRules}, {looks[3], narrowRules}} {
		t.Run(part.name, func(t *testing.T) {
			t.Parallel()
			s := parts.journey.of(t)
			p := newTab(t, s)
			p.dress(part.look)
			for _, x := range append(walked(t, s), wrongs("/plans/"+s.planOf(t, "HGX rows"))...) {
				p.visit(x.path)
				p.wait(x.has)
				p.accessible(x.name+" ("+x.path+")", script, part.rules)
			}
			for _, x := range sentForms(t, s) {
				p.send(x)
				p.accessible(x.name, script, part.rules)
			}
		})
	}
}

// A sentForm is a form as a browser sends it, and what the page it comes to
// must have.
type sentForm struct {
	name, path string
	fields     url.Values
	has        string
}

// sentForms are those that come to pages without an address of their own.
func sentForms(t testing.TB, s *server) []sentForm {
	t.Helper()
	plan := "/plans/" + s.create(t, smallPlan)
	edit := `[{"edit": "set", "path": "settings.exit", "value": "400mm"}]`
	form := func(pairs ...string) url.Values {
		out := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			out.Set(pairs[i], pairs[i+1])
		}
		return out
	}
	taken := "/plans/" + s.create(t, smallPlan)
	first := form("base", "1", "text", smallPlan+"# first\n", "message", "first").Encode()
	if a, err := s.ask(t.Context(), http.MethodPost, taken+"/document", "application/x-www-form-urlencoded", first); err != nil || a.status != http.StatusOK {
		t.Fatalf("save a second revision: %v, %+v", err, a)
	}
	return []sentForm{
		{"a plan that cannot be read", "/plans", form("text", "version: one\nracks: {}\n"), `[data-testid="error"], .wrong, [data-testid="places"]`},
		{"a text with a mistake", plan + "/document/check", form("base", "1", "text", smallPlan+"x: 1\n"), `[data-testid="places"]`},
		{"a save that cannot be read", plan + "/document", form("base", "1", "text", "racks: 1\n"), `[data-testid="places"]`},
		{"a preview", plan + "/edits", form("base", "1", "edits", edit, "do", "preview"), "main form"},
		{"edits that cannot be made", plan + "/edits", form("base", "1", "edits", strings.Replace(edit, "exit", "exits", 1)), "main"},
		{"a save that came second", taken + "/document", form("base", "1", "text", smallPlan+"\n"), `[data-testid="conflict"]`},
		{"edits that came second", taken + "/edits", form("base", "1", "edits", edit, "do", "save"), "main form"},
	}
}

// submitted sends a form with fields to a path.
const submitted = `(() => {
	const form = document.createElement("form");
	form.method = "post";
	form.action = %q;
	for (const [name, values] of Object.entries(%s)) {
		const field = document.createElement("textarea");
		field.name = name;
		field.value = values[0];
		form.append(field);
	}
	document.body.append(form);
	setTimeout(() => form.submit());
	return true;
})()`

// send sends a form as a page of this server would.
func (p *tab) send(x sentForm) {
	p.Helper()
	p.visit("/account")
	fields, err := json.Marshal(x.fields)
	if err != nil {
		p.Fatal(err)
	}
	ctx, stop := context.WithTimeout(p.ctx, stepPatience)
	defer stop()
	_, err = chromedp.RunResponse(ctx, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Evaluate[bool](fmt.Sprintf(submitted, x.path, fields))(ctx, t)
		return chromedp.Void{}, err
	})
	if err != nil {
		p.Fatalf("send %s: %v", x.name, err)
	}
	p.wait(x.has)
}

// A page is read without pushing it to and fro at 200 % (half the window), and
// with the spacing of text WCAG 1.4.12 asks for.
func TestPagesReflow(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	p := newTab(t, s)
	p.dress(look{"200 %", 640, 400, "screen", "light"})
	const spaced = `(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-bottom: 2em !important; }");
		document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
		return true;
	})()`
	for _, x := range walked(t, s) {
		p.visit(x.path)
		p.wait(x.has)
		for _, spacing := range []string{"", "with spaced text "} {
			if spacing != "" {
				run(p, "space", chromedp.Evaluate[bool](spaced))
			}
			if wide := run(p, "measure", chromedp.Evaluate[int64]("document.documentElement.scrollWidth")); wide > 640 {
				t.Errorf("%s (%s) %sis %d px wide in a window of 640: %s", x.name, x.path, spacing, wide, p.widest(640))
			}
		}
	}
}

// widest names what sticks out of a window, for whoever has to mend it.
func (p *tab) widest(width int) string {
	p.Helper()
	return run(p, "what sticks out", chromedp.Evaluate[string](fmt.Sprintf(`[...document.querySelectorAll("body *")]
		.filter((e) => e.getBoundingClientRect().right > %d && !e.closest(".scroll, .sticky, [role=region], pre, svg *"))
		.slice(0, 3).map((e) => e.outerHTML.slice(0, 120)).join(" | ")`, width)))
}

// Where the system has its own colours the marks of a status are still there,
// and where it asks for calm nothing moves.
func TestForcedColoursAndCalm(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	p := newTab(t, s)
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "screen", Features: []*emulation.MediaFeature{
		{Name: "forced-colors", Value: "active"}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	bad := "/plans/" + s.planOf(t, "EDR habit at NDR")
	for _, path := range []string{bad, bad + "/links", bad + "/racks", bad + "/findings", bad + "/document", "/"} {
		p.visit(path)
		p.wait("main .mark")
		unseen := run(p, "marks", chromedp.Evaluate[string](`(() => {
			const paper = getComputedStyle(document.body).backgroundColor;
			return [...document.querySelectorAll("main .mark")].filter((m) => m.checkVisibility()).filter((m) => {
				const drawn = [...m.querySelectorAll("*")].map((e) => getComputedStyle(e)).flatMap((c) => [c.stroke, c.fill]);
				const size = m.getBoundingClientRect();
				return size.width < 8 || drawn.every((c) => c === "none" || c === paper);
			}).slice(0, 2).map((m) => m.outerHTML).join(" ");
		})()`))
		if unseen != "" {
			t.Errorf("%s: marks cannot be seen in forced colours: %s", path, unseen)
		}
		if n := run(p, "motion", chromedp.Evaluate[int]("document.getAnimations().length")); n != 0 {
			t.Errorf("%s: %d things move where nothing should", path, n)
		}
	}
}

// Keys lead where the dialog says, not while somebody types, and not where they
// are switched off.
func TestKeys(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	p := newTab(t, s)
	bad := "/plans/" + s.planOf(t, "EDR habit at NDR")
	p.visit(bad + "/links")
	p.wait("#q")
	p.types("/")
	p.waitFor(`document.activeElement.matches("main input")`)
	p.types("e?")
	p.waitFor(`document.activeElement.value?.endsWith("e?") && !document.querySelector("dialog[open]")`)
	run(p, "leave the field", chromedp.Evaluate[bool]("document.activeElement.blur(), true"))
	p.types("?")
	p.reads("dialog[open]", "Next error", "Search")
	p.accessible("the dialog of keys", axe(t), everyRule)
	p.do("close", chromedp.KeyEvent("\x1b"))
	p.waitFor(`!document.querySelector("dialog[open]")`)
	p.visit(bad + "/findings")
	p.types("e")
	p.waitFor(`document.activeElement !== document.body && document.activeElement.closest("main") !== null`)

	p.visit("/account")
	p.click(`input[name="keys"]`)
	p.follow(`main form[action="/account"] button`)
	p.visit(bad + "/links")
	p.types("?")
	if n := p.count("dialog[open]"); n != 0 {
		t.Error("a key acts though keys are switched off")
	}
}
