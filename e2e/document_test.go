package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// editorText is what the form would send, the same as what the editor shows.
const editorText = `document.getElementById('text').value`

// inEditor reads something inside the editor's own root.
func inEditor(selector string) string {
	return fmt.Sprintf(`document.querySelector('.editor-host').shadowRoot.querySelector(%q)`, selector)
}

// types presses keys wherever the focus is.
func (p *tab) types(text string) {
	p.Helper()
	p.do("type "+text, chromedp.KeyEvent(text))
}

// editing opens the document of a new plan with the cursor at the end of a text.
func editing(t *testing.T, s *server, text string) *tab {
	t.Helper()
	p := newTab(t, s)
	p.visit("/plans/" + s.create(t, text) + "/document")
	p.waitFor(inEditor(".cm-content") + " !== null")
	run(p, "focus", chromedp.Evaluate[bool](inEditor(".cm-content")+".focus(), true"))
	p.do("go to the end", chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(2))) // Control
	return p
}

const smallPlan = `version: 1
name: Words # kept
site:
  rows:
    - {name: North, y: 0m}
racks:
  - {name: "A[1-2]", row: North, position: 1}
devices:
  - {name: "leaf-[1-2]", type: qm9700, rack: "A[1-2]", u: 40, face: rear}
# the end
`

// Whoever writes is offered fields where fields stand, and where a value stands
// the names that fit it; keys alone take them.
func TestEditorCompletes(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	for _, x := range []struct {
		name, typed, offers, text string
	}{
		{"a field of the document", "fabr", "fabrics", "fabrics:\n  - "},
		{"a field of an entry", "links:\n  - {spe", "speed", "{speed: "},
		{"a word", "settings:\n  choose: che", "cheapest", "choose: cheapest"},
		{"a medium", "settings:\n  media: [ao", "aoc", "media: [aoc"},
		{"a speed", "links:\n  - {speed: xd", "xdr", "speed: xdr"},
		{"a device of the plan", "overrides:\n  - {at: leaf-1", "leaf-1", `at: "leaf-1:`},
		{"a port of a device", "overrides:\n  - {at: \"leaf-2:IB1/7/2", "IB1/7/2", `at: "leaf-2:IB1/7/2"`},
		{"a part", "settings:\n  stock:\n    - {sku: MCP7Y00-N001", "MCP7Y00-N001", "sku: MCP7Y00-N001"},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := editing(t, s, smallPlan)
			for i, line := range strings.Split(x.typed, "\n") {
				if i > 0 {
					p.types(kb.Enter)
					p.do("to the left edge", chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.Home))
					p.do("and no indentation", chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(8)), chromedp.KeyEvent(kb.Delete)) // Shift
				}
				p.types(line)
			}
			p.do("ask", chromedp.KeyEvent(" ", chromedp.KeyModifiers(2)))
			p.waitFor(fmt.Sprintf("%s?.textContent.includes(%q)", inEditor(".cm-tooltip-autocomplete li"), x.offers))
			p.waitFor("(window.offered ??= performance.now()) < performance.now() - 100") // a list takes no key at once: it would be one meant for the text
			p.types(kb.Enter)
			got := run(p, "read", chromedp.Evaluate[string](editorText))
			if !strings.Contains(got, x.text) || !strings.HasPrefix(got, strings.TrimSuffix(smallPlan, "\n")) {
				t.Errorf("the text is\n%s\nwant %q in it, behind what was there", got, x.text)
			}
		})
	}
}

// What the field at the cursor is for is said beside the text, a problem at its
// line; the way from a problem leads into the text; comments stay.
func TestEditorHelpsAndFinds(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	p := editing(t, s, smallPlan)
	p.types("racks_: 1")
	p.reads(`[data-testid="places"]`, "line 11", "racks_")
	p.waitFor(inEditor(".sign.error") + " !== null")
	p.reads("#field", "Line 11", "racks_")
	p.do("find", chromedp.KeyEvent("f", chromedp.KeyModifiers(2)))
	p.waitFor(inEditor(".cm-search input[name=search]") + " !== null")
	p.types("position")
	p.types(kb.Enter)
	p.types(kb.Escape)
	p.reads("#field", "racks[].position", "place in the row")
	p.do("next problem", chromedp.KeyEvent(kb.F8))
	p.reads("#field", "Line 11")
	p.types(kb.Delete) // the whole line was marked
	p.waitFor(`document.querySelector('[data-testid="check"]').textContent.includes('link') && !document.querySelector('#gutter a')`)
	if got := run(p, "read", chromedp.Evaluate[string](editorText)); got != smallPlan {
		t.Errorf("the text is\n%s\nwant it as it was, byte for byte", got)
	}

	id := s.planOf(t, "EDR habit at NDR")
	p.visit("/plans/" + id + "/document#L5")
	p.waitFor(inEditor(".cm-activeLineGutter") + "?.textContent !== undefined && [..." +
		`document.querySelector('.editor-host').shadowRoot.querySelectorAll('.cm-activeLineGutter')].some(e => e.textContent === '5')`)
}

// What is not saved is kept for the tab, and offered when it comes back.
func TestEditorKeepsADraft(t *testing.T) {
	t.Parallel()
	p := editing(t, parts.journey.of(t), smallPlan)
	at := p.path()
	p.types("# mine")
	p.waitFor(`Object.values(sessionStorage).some(v => v.includes('# mine'))`)
	asked := make(chan struct{}, 8)
	err := chromedp.Listen(p.ctx, func(event any) {
		if e, ok := event.(*page.EventJavascriptDialogOpening); ok && e.Type == page.DialogTypeBeforeunload {
			asked <- struct{}{}
			go chromedp.Call(p.ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	p.visit("/catalog")
	select {
	case <-asked:
	default:
		t.Error("the page is left with words that are not saved, and nobody is asked")
	}
	p.visit(at)
	p.reads("#draft", "kept", "begun with revision 1")
	p.click("#draft button")
	p.waitFor(editorText + `.endsWith('# mine')`)
	p.reads(`[data-testid="check"]`, "0 errors")
	p.follow("button[name=save]")
	p.reads(`[data-testid="plan-head"]`, "revision 2")
	p.visit(at)
	p.waitFor(inEditor(".cm-content") + " !== null")
	if n := p.count("#draft:not([hidden])"); n != 0 {
		t.Error("a draft that was saved is offered again")
	}
}
