package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const racksPlan = `version: 1
name: Moving
site: {rows: [{name: A, y: 0m}]}
racks: [{name: "A[1-2]", row: A, units: 24, power_kw: 20}]
devices:
  - {name: leaf-1, type: qm9700, rack: A1, u: 10, face: rear}
  - {name: spine-1, type: qm9700, rack: A1, u: 14, face: rear}
links:
  - {a: "leaf-1:IB1/[1-4]/[1-2]", b: "spine-1:IB1/[1-4]/[1-2]", speed: ndr}
`

// unitOf is where the newest revision writes a device.
func unitOf(t *testing.T, s *server, id, device string) string {
	t.Helper()
	for _, line := range strings.Split(s.get(t, "/api/v1/plans/"+id), "\n") {
		if strings.Contains(line, "name: "+device) {
			return line
		}
	}
	return ""
}

// An architect places a switch at a free unit, sees what it does before it is
// saved, and takes it back.
func TestRacksPlaceAndUndo(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, racksPlan)
	p := newTab(t, s)
	p.visit("/plans/" + id + "/racks?rack=A2")
	p.wait(`[data-testid="devices"]`)
	p.click(`[data-testid="devices"] a[href*="form=place"]`)
	p.wait("#f-type")
	p.write("#f-type", "qm9700")
	p.write("#f-name", "leaf-2")
	p.write("#f-u", "5")
	p.click(`[data-testid="place-form"] button[value="preview"]`)
	p.reads("#racks-preview", "leaf-2", "What racks hold", "1 of 24 U")
	p.follow(`#racks-preview button[value="save"]`)
	p.reads(`[data-testid="saved"]`, "revision 2", "add leaf-2")
	p.wait(`[data-testid="device-leaf-2-front"]`)
	p.follow(`[data-testid="undo"]`)
	p.reads(`[data-testid="saved"]`, "revision 3")
	if got := unitOf(t, s, id, "leaf-2"); got != "" {
		t.Errorf("after the undo the plan still writes %s", got)
	}
}

// Selecting a device changes a part of the page and keeps the focus; m and
// arrows move it; a place that is taken is said before anything is saved.
func TestRacksByKeyboard(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, racksPlan)
	p := newTab(t, s)
	p.visit("/plans/" + id + "/racks?rack=A1&face=rear")
	leaf := `[data-testid="device-leaf-1-rear"]`
	p.wait(leaf)
	run(p, "mark the page", chromedp.Evaluate[bool](`window.same = true`))
	p.do("focus", chromedp.Focus(chromedp.CSS(leaf)))
	p.do("select", chromedp.KeyEvent(kb.Enter))
	p.reads(`[data-testid="device-links"]`, "spine-1", "IB1/1/1")
	p.waitFor(`document.querySelectorAll('[data-testid="overlay"] .el-strand').length === 4`)
	p.waitFor(`window.same && document.activeElement.dataset.device === "leaf-1" && location.search.includes("device=leaf-1")`)

	p.do("begin to move", chromedp.KeyEvent("m"))
	for range 4 {
		p.do("up", chromedp.KeyEvent(kb.ArrowUp))
	}
	p.waitFor(`document.querySelector('[data-testid="ghost"]').textContent.includes("taken by spine-1")`)
	p.reads("#racks-preview", "unit-overlap")
	p.do("up once more", chromedp.KeyEvent(kb.ArrowUp))
	p.waitFor(`document.querySelector('[data-testid="ghost"]').textContent.includes("leaf-1 to U15")`)
	p.waitFor(`!document.querySelector('#racks-preview').textContent.includes("unit-overlap") && document.querySelector('#racks-preview button[value=save]') !== null`)
	p.do("cancel", chromedp.KeyEvent(kb.Escape))
	p.waitFor(`!document.querySelector('[data-testid="ghost"]') && document.activeElement.dataset.device === "leaf-1"`)
	p.do("begin again", chromedp.KeyEvent("m"))
	p.do("down", chromedp.KeyEvent(kb.ArrowDown))
	p.wait(`#racks-preview button[value="save"]`)
	p.do("confirm", chromedp.KeyEvent(kb.Enter))
	p.reads(`[data-testid="saved"]`, "move leaf-1 to U9")
	if got := unitOf(t, s, id, "leaf-1"); !strings.Contains(got, "u: 9") {
		t.Errorf("the plan writes %s, want u: 9", got)
	}
}

// A device is dragged to the other rack of the row.
func TestRacksByDrag(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, racksPlan)
	p := newTab(t, s)
	p.do("a high window", chromedp.EmulateViewport(1280, 1200))
	p.visit("/plans/" + id + "/racks?row=A&face=rear")
	p.wait(`[data-testid="device-leaf-1-rear"]`)
	at := func(selector string) (x, y float64) {
		v := run(p, "where", chromedp.Evaluate[[]float64](fmt.Sprintf(
			`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, selector)))
		return v[0], v[1]
	}
	x, y := at(`[data-testid="device-leaf-1-rear"] .el-box`)
	x2, y2 := at(`[data-testid="face-A2-rear"] .el-panel`)
	p.mouse("press", input.DispatchMouseEventTypeMousePressed, x, y)
	p.mouse("a little", input.DispatchMouseEventTypeMouseMoved, x+8, y)
	p.mouse("over", input.DispatchMouseEventTypeMouseMoved, x2, y2+11)
	p.wait(`[data-testid="ghost"]`)
	p.mouse("drop", input.DispatchMouseEventTypeMouseReleased, x2, y2+11)
	p.reads("#racks-preview", "A2", "What racks hold")
	p.follow(`#racks-preview button[value="save"]`)
	p.reads(`[data-testid="saved"]`, "move leaf-1", "of A2")
	if got := unitOf(t, s, id, "leaf-1"); !strings.Contains(got, "rack: A2") {
		t.Errorf("the plan writes %s, want it in A2", got)
	}
}

func (p *tab) mouse(what string, kind input.DispatchMouseEventType, x, y float64) {
	p.Helper()
	e := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1}
	if _, err := chromedp.Call(p.ctx, input.DispatchMouseEvent, e); err != nil {
		p.Fatalf("%s: %v", what, err)
	}
}

// Two people move one device: the second sees what the first did, and what was
// asked for is kept. Without script, by the form.
func TestRacksTwoPeople(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, racksPlan)
	ada, bob := newTab(t, s), newTab(t, s)
	for _, p := range []*tab{ada, bob} {
		p.script(false)
		p.visit("/plans/" + id + "/racks?device=leaf-1")
		p.click("#change-form summary")
	}
	move := func(p *tab, u string) {
		p.do("write the unit", chromedp.SetValue(chromedp.CSS("#f-u"), u))
		p.follow(`[data-testid="change-form"] button[value="save"]`)
	}
	move(ada, "3")
	ada.reads(`[data-testid="saved"]`, "move leaf-1 to U3")
	move(bob, "6")
	bob.reads(`[data-testid="edit-preview"]`, "saved revision 2", "You asked for", "leaf-1")
	bob.follow(`[data-testid="edit-preview"] button[value="save"]`)
	if got := unitOf(t, s, id, "leaf-1"); !strings.Contains(got, "u: 6") {
		t.Errorf("the plan writes %s, want u: 6", got)
	}
}
