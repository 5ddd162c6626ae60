package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// A sheet is a page of a PDF.
type sheet struct {
	text          string
	width, height float64 // points
}

// printed is what the browser prints of an address, as it saves a PDF.
func printed(p *tab, path string) []sheet {
	p.Helper()
	toText, err := exec.LookPath("pdftotext")
	if err != nil {
		lacking(p, fmt.Errorf("no pdftotext to read prints with: install the package poppler-utils (%w)", err))
	}
	if status := p.visit(path); status != 200 {
		p.Fatalf("%s: got status %d, want 200", path, status)
	}
	yes := true
	made, err := chromedp.Call(p.ctx, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PreferCSSPageSize: &yes, PrintBackground: &yes})
	if err != nil {
		p.Fatalf("print %s: %v", path, err)
	}
	file := filepath.Join(p.TempDir(), "print.pdf")
	if err := os.WriteFile(file, made.Data, 0o600); err != nil {
		p.Fatal(err)
	}
	out, err := exec.Command(toText, "-layout", file, "-").Output()
	if err != nil {
		p.Fatalf("read the print of %s: %v", path, err)
	}
	box := regexp.MustCompile(`/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]`)
	var sheets []sheet
	texts := strings.Split(strings.TrimSuffix(string(out), "\f"), "\f")
	boxes := box.FindAllSubmatch(made.Data, -1)
	if len(boxes) != len(texts) {
		p.Fatalf("%s: %d sheets have %d sizes", path, len(texts), len(boxes))
	}
	for i, text := range texts {
		s := sheet{text: strings.Join(strings.Fields(text), " ")}
		if _, err := fmt.Sscan(string(boxes[i][1]), &s.width); err != nil {
			p.Fatal(err)
		}
		if _, err := fmt.Sscan(string(boxes[i][2]), &s.height); err != nil {
			p.Fatal(err)
		}
		sheets = append(sheets, s)
	}
	return sheets
}

// Every sheet says what it is of: plan, revision, who and when, and its number.
func TestPrintsHaveATitleBlockOnEverySheet(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	p := newTab(t, s)
	plan := "/plans/" + s.planOf(t, "H100 unit")
	for _, paper := range []struct {
		word          string
		width, height float64
	}{{"a4", 842, 595}, {"letter", 792, 612}} {
		for _, what := range []struct{ word, title string }{{"racks", "Rack sheets"}, {"installer", "Installer pack"}, {"review", "Review hand-out"}} {
			sheets := printed(p, plan+"/print/"+what.word+"?paper="+paper.word)
			for i, x := range sheets {
				if x.width < paper.width-2 || x.width > paper.width+2 || x.height < paper.height-2 || x.height > paper.height+2 {
					t.Errorf("%s on %s: sheet %d is %.0f by %.0f points", what.word, paper.word, i+1, x.width, x.height)
				}
				for _, want := range []string{"H100 unit · " + what.title, "Revision 1, ", ", by local", fmt.Sprintf("Sheet %d of %d", i+1, len(sheets))} {
					if !strings.Contains(x.text, want) {
						t.Errorf("%s on %s: sheet %d does not say %q", what.word, paper.word, i+1, want)
					}
				}
				if strings.Contains(x.text, "Skip to") || strings.Contains(x.text, "save as PDF") {
					t.Errorf("%s on %s: controls are printed on sheet %d", what.word, paper.word, i+1)
				}
			}
		}
	}
}

// One rack a sheet, with its drawing to a stated scale and its devices.
func TestRackSheets(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	p := newTab(t, s)
	plan := "/plans/" + s.planOf(t, "H100 unit")
	p.visit(plan + "/print")
	p.reads(`[data-testid="print-racks"]`, "One rack a sheet")
	sheets := printed(p, plan+"/print/racks?rack=A[01-03]")
	if len(sheets) != 3 {
		t.Fatalf("three racks take %d sheets", len(sheets))
	}
	for i, x := range sheets {
		for _, want := range []string{fmt.Sprintf("Rack A0%d", i+1), "Scale 1:", "Devices of rack A0", "dgx-"} {
			if !strings.Contains(x.text, want) {
				t.Errorf("sheet %d does not say %q", i+1, want)
			}
		}
	}
	if got := printed(p, plan+"/print/racks"); len(got) != 10 {
		t.Errorf("10 racks take %d sheets", len(got))
	}
}

// Whoever pulls the cables finds each of them once, heads repeated on every
// sheet, also of one rack alone.
func TestInstallerPack(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	p := newTab(t, s)
	plan := "/plans/" + s.planOf(t, "H100 unit")
	sheets := printed(p, plan+"/print/installer")
	for i, x := range sheets {
		if !strings.Contains(x.text, "Device, port, label") || !strings.Contains(x.text, "end A in") {
			t.Errorf("sheet %d has no head of its table", i+1)
		}
	}
	if rows := p.count(`[data-testid="pair-sheet"] tbody tr`); rows != 384 {
		t.Errorf("the pack lists %d pulls, want the 384 cables", rows)
	}
	if boxes := p.count(`[data-testid="pair-sheet"] tbody .tickbox`); boxes != 2*384 {
		t.Errorf("the pack has %d boxes to tick, want two a cable", boxes)
	}
	p.visit(plan + "/print/installer?rack=A01")
	p.reads(`[data-testid="print-said"]`, "between")
	if all, some := 384, p.count(`[data-testid="pair-sheet"] tbody tr`); some == 0 || some >= all {
		t.Errorf("rack A01 alone has %d of %d pulls", some, all)
	}
	p.visit(plan + "/print/installer?row=nowhere")
	p.reads("main", "row", "nowhere", "has no rack")
}
