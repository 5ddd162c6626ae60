package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// twoRows is a hall with links along and across.
const twoRows = `version: 1
name: Two rows
site:
  rows:
    - {name: A, y: 0m}
    - {name: B, y: 3m, faces: north}
racks:
  - {name: "A[1-4]", row: A, power_kw: 20}
  - {name: "B[1-2]", row: B, power_kw: 20}
devices:
  - {name: "h[1-4]", type: hgx-8gpu-osfp, rack: "A[1-4]", u: 1}
  - {name: s, type: qm9700, rack: B1, u: 40, face: rear}
links:
  - {a: "h[1-4]:ib1", b: "s:IB1/[1-4]/1", speed: ndr}
`

// drag moves what a selector finds by millimetres of the hall, with the mouse.
func (p *tab) drag(selector string, east, north int) {
	p.Helper()
	p.waitFor(`document.querySelector('svg.fl a[tabindex="0"]') !== null`) // the script is ready
	at := run(p, "where "+selector, chromedp.Evaluate[[]float64](fmt.Sprintf(`(() => {
		const svg = document.querySelector("svg.fl"), e = document.querySelector(%q);
		e.scrollIntoView();
		const b = e.getBoundingClientRect(), px = svg.getScreenCTM().a * 1000 / Number(svg.dataset.um);
		const x = b.x + b.width / 2, y = b.y + b.height / 2;
		return [x, y, x + %d * px, y - %d * px];
	})()`, selector, east, north)))
	p.do("drag "+selector, chromedp.DragAndDropXY(at[0], at[1], at[2], at[3], 8))
}

// keys presses keys one after the other.
func (p *tab) keys(all ...string) {
	p.Helper()
	for _, key := range all {
		p.do("press "+key, chromedp.KeyEvent(key))
	}
}

func (p *tab) document(id string) string {
	p.Helper()
	return p.server.get(p, "/api/v1/plans/"+id)
}

// An architect begins with nothing: a row with racks, more racks, takes it back
// and again, drags a rack, and lets it stand after all.
func TestAFloorFromNothing(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, "version: 1\nname: From nothing\n")
	p := newTab(t, s)
	p.visit("/plans/" + id + "/floor")
	p.reads(`[data-testid="no-floor"]`, "Begin with a row")
	p.write("#add-row-name", "A")
	p.write("#add-row-racks", "{row}[1-4]")
	p.click(`[data-testid="add-row"] button[value="preview"]`)
	p.reads("#preview", "What this changes", "Racks")
	p.follow(`#preview button[value="save"]`)
	p.reads(`[data-testid="saved"]`, "Saved", "add row A")
	if n := p.count(`[data-testid="floor-rack"]`); n != 4 {
		t.Fatalf("the floor shows %d racks, want 4", n)
	}
	p.follow(`[data-testid="undo"]`)
	p.visit("/plans/" + id + "/floor")
	p.reads(`[data-testid="no-floor"]`, "no floor to draw")
	p.visit("/plans/" + id + "/history")
	p.visit("/plans/" + id + "/floor?add=row&done=3")
	p.follow(`[data-testid="undo"]`)
	p.visit("/plans/" + id + "/floor")
	p.waitFor(`document.querySelectorAll('[data-testid="floor-rack"]').length === 4`)

	p.opens(`nav[aria-label="Add to the floor"] a[href*="add=rack"]`, `[data-testid="add-rack"]`, "Name or range")
	p.write("#add-rack-name", "A[5-6]")
	p.click(`[data-testid="add-rack"] button[value="preview"]`)
	p.reads(`#preview [data-testid="changes"]`, "A[5-6]")
	p.follow(`#preview button[value="save"]`)
	p.reads(`[data-testid="floor-facts"]`, "6 racks in 1 row")

	p.drag(`svg.fl a[data-rack="A6"]`, 1700, 0)
	p.reads("#preview", "What this changes", "A6")
	if n := p.count("svg.fl .is-moved"); n != 1 {
		t.Errorf("%d racks are shown elsewhere before the move is saved, want 1", n)
	}
	p.click("#preview [data-cancel]")
	p.waitFor(`!document.querySelector("#preview").textContent && !document.querySelector("svg.fl .is-moved")`)
	if strings.Contains(p.document(id), "position: 9") {
		t.Error("a move that was cancelled is in the document")
	}
	p.drag(`svg.fl a[data-rack="A6"]`, 1700, 0)
	p.reads("#preview", "What this changes")
	p.follow(`#preview button[value="save"]`)
	p.reads(`[data-testid="saved"]`, "move rack A6 to row A, position 9")
	if got := p.document(id); !strings.Contains(got, "position: 9") {
		t.Errorf("the document after the move is %s, want position 9 in it", got)
	}
	p.drag(`svg.fl a[data-rack="A1"]`, 0, 2950)
	p.reads("#preview", "What this changes")
	p.follow(`#preview button[value="save"]`)
	p.reads(`[data-testid="saved"]`, "move rack A1 to 0mm east, 3000mm north")
}

// Without a mouse: one tab stop, arrows from rack to rack, m and arrows to move
// one, and what it changes before it is saved.
func TestTheFloorByKeys(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, twoRows)
	p := newTab(t, s)
	p.visit("/plans/" + id + "/floor")
	p.waitFor(`document.querySelectorAll('svg.fl a[tabindex="0"]').length === 1`)
	if n := p.count(`svg.fl a:not([tabindex="-1"])`) + p.count(`.floor-drawing[tabindex="0"]`); n != 1 {
		t.Errorf("the drawing has %d tab stops, want 1", n)
	}
	at := func(want string) {
		t.Helper()
		p.waitFor(fmt.Sprintf("document.activeElement?.dataset?.rack === %q", want))
	}
	run(p, "focus", chromedp.Evaluate[bool](`(document.querySelector('svg.fl a[data-rack="A1"]').focus(), true)`))
	p.keys(kb.ArrowRight, kb.ArrowRight)
	at("A3")
	p.keys(kb.ArrowUp)
	at("B2")
	p.keys("s")
	p.waitFor(`"tray" in (document.activeElement?.dataset ?? {})`)
	p.keys("m")
	p.reads("#announce", "default trays follow the racks")
	p.keys("s", kb.ArrowLeft)
	p.keys(kb.Enter)
	p.reads(`[data-testid="floor-rack"] h2, #chosen`, "Rack")
	if got := p.path(); !strings.Contains(got, "rack=") {
		t.Errorf("selecting a rack leads to %s, want rack= in it", got)
	}
	run(p, "focus", chromedp.Evaluate[bool](`(document.querySelector('svg.fl a[data-rack="B2"]').focus(), true)`))
	p.keys("m", kb.ArrowRight, kb.ArrowRight)
	p.reads("#announce", "B2: row B, position 4")
	p.keys(kb.ArrowLeft, kb.ArrowLeft, kb.ArrowLeft)
	p.reads("#announce", "row B, position 1", "in the place of B1")
	p.keys(kb.Escape)
	p.reads("#announce", "Left where it stood")
	p.keys("m", kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.Enter)
	p.reads("#preview", "What this changes", "B2")
	p.waitFor(`document.querySelector("#preview").contains(document.activeElement)`)
	p.follow(`#preview button[value="save"]`)
	p.reads(`[data-testid="saved"]`, "move rack B2 to row B, position 5")

	before := run(p, "part", chromedp.Evaluate[string](`document.querySelector("svg.fl").getAttribute("viewBox")`))
	run(p, "focus", chromedp.Evaluate[bool](`(document.querySelector('svg.fl a[data-rack="A1"]').focus(), true)`))
	p.keys("+")
	p.waitFor(fmt.Sprintf(`document.querySelector("svg.fl").getAttribute("viewBox") !== %q`, before))
	p.keys("0")
	p.waitFor(fmt.Sprintf(`document.querySelector("svg.fl").getAttribute("viewBox") === %q`, before))
}

// What is selected is drawn and listed, in each colour, with script and without.
func TestWhatTheFloorShows(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	plan := "/plans/" + s.create(t, twoRows)
	p := newTab(t, s)
	p.visit(plan + "/floor")
	for _, by := range []struct{ word, legend, value string }{
		{"units", "free units", "U free"}, {"run", "longest run", " m"}, {"status", "worst status", "OK"}, {"power", "kW used", "kW"},
	} {
		p.opens(`nav[aria-label="Colour by"] a[href*="by=`+by.word+`"]`, `nav[aria-label="Colour by"] a[href*="by=`+by.word+`"][aria-current]`, "")
		p.waitFor(fmt.Sprintf("document.querySelector('svg.fl')?.textContent.includes(%q)", by.legend))
		if got := run(p, "values", chromedp.Evaluate[string]("document.querySelector('svg.fl').textContent")); !strings.Contains(got, by.value) {
			t.Errorf("coloured by %s no rack says %q", by.word, by.value)
		}
	}
	p.click(`svg.fl a[data-rack="B1"]`)
	p.reads("#chosen", "Rack B1")
	p.reads(`[data-testid="floor-runs"]`, "A1", "A4")
	if n := p.count(`[data-testid="run"]`); n == 0 {
		t.Error("no run of the rack is drawn")
	}
	p.click(`[data-testid="floor-runs"] tbody td a`)
	p.visit(p.path())
	p.reads("#chosen", "Route of")
	p.reads(`[data-testid="floor-segments"]`, "exit, end a", "Run")
	if n := p.count(`[data-testid="leg"]`); n == 0 {
		t.Error("no part of the route is lit")
	}
	address := p.path()
	p.script(false)
	p.visit(address)
	p.reads(`[data-testid="floor-segments"]`, "exit, end a", "Run")
	p.follow(`svg.fl a[data-rack="A2"]`)
	p.reads(`[data-testid="floor-facts"]`, "6 racks in 2 rows")
	p.do("choose row B", chromedp.SetValue(chromedp.CSS("#move-rack-row"), "B"))
	p.write("#move-rack-position", "3")
	p.follow(`[data-testid="move-rack"] button[value="preview"]`)
	p.reads(`[data-testid="edit-preview"]`, "What this changes", "A2")
	p.follow(`[data-testid="edit-preview"] button[value="save"]`)
	p.reads(`[data-testid="saved"]`, "move rack A2 to row B, position 3")
}

// The default trays are written, and one is dragged and given a width; somebody
// else saved meanwhile, which is told and nothing is lost.
func TestTraysOfTheFloor(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, twoRows)
	p := newTab(t, s)
	p.visit("/plans/" + id + "/floor?tray=row+A")
	p.reads(`[data-testid="floor-tray-links"]`, "h2:ib1")
	p.write("#write-trays-width", "300mm")
	p.write("#write-trays-depth", "100mm")
	p.click(`[data-testid="write-trays"] button[value="preview"]`)
	p.reads("#preview", "What this changes", "row A")
	p.follow(`#preview button[value="save"]`)
	p.reads(`[data-testid="saved"]`, "write the default trays")
	p.reads(`[data-testid="floor-stretches"]`, "%")

	other := newTab(t, s)
	other.visit("/plans/" + id + "/floor")
	p.drag(`svg.fl [data-tray="row A"] .fl-tray`, 0, 600)
	p.reads("#preview", "What this changes")
	p.follow(`#preview button[value="save"]`)
	p.reads(`[data-testid="saved"]`, "move tray row A")

	other.drag(`svg.fl a[data-rack="B2"]`, 600, 0)
	other.reads("#preview", "saved revision 3", "Make it on revision 3")
	other.follow(`#preview button.primary[value="save"]`)
	other.reads(`[data-testid="saved"]`, "move rack B2")
	got := other.document(id)
	for _, want := range []string{"1800mm", "position: 3", "width: 300mm"} {
		if !strings.Contains(got, want) {
			t.Errorf("after both changes the document has no %s:\n%s", want, got)
		}
	}
}

// The floor in every look: none is wider than its window. With SCREENSHOTS=1 the
// pictures are kept in docs/screenshots.
func TestFloorLooks(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	p := newTab(t, s)
	p.visit("/new/b200-superpod?units=2")
	p.follow(`#parameters button[formmethod="post"]`)
	plan := p.path()
	dir := filepath.Join("..", "docs", "screenshots")
	for _, l := range looks {
		p.dress(l)
		for _, page := range []struct{ name, path string }{
			{"floor", "/floor"}, {"floor-rack", "/floor?rack=N1&by=run"}, {"floor-tray", "/floor?tray=row+A&by=units"},
			{"floor-row", "/floor?row=A&look=row&by=status"}, {"floor-add", "/floor?add=row"},
		} {
			p.visit(plan + page.path)
			p.wait("#floor")
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
