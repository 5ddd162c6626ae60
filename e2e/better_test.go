package e2e

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// rowsOf stores the plan of hgx-rows under a name of its own.
func rowsOf(t testing.TB, s *server, name string) string {
	t.Helper()
	text := s.get(t, "/api/v1/plans/"+s.planOf(t, "HGX rows"))
	return s.create(t, strings.Replace(text, "name: HGX rows", "name: "+name, 1))
}

// An architect asks where the switches stand better, sees it found, makes some
// of the moves, and takes them back.
func TestBetterLayout(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := rowsOf(t, s, "Better rows")
	p := newTab(t, s)
	p.visit("/plans/" + id)
	p.follow(`a[href="/plans/` + id + `/better"]`)
	p.reads("h1", "Better rows Better layout")
	p.reads("main", "nothing changes until you save")

	p.write("#keep", "leaf-9")
	if status := p.follow(`[data-testid="better-start"]`); status != http.StatusBadRequest {
		t.Errorf("a switch there is not: got status %d, want 400", status)
	}
	p.reads(`[data-testid="places"]`, `no device is called "leaf-9"`)
	p.write("#keep", "leaf-1")
	p.follow(`[data-testid="better-start"]`)
	p.wait(`[data-testid="better-moves"]`) // the page asks again by itself until the search ends
	p.reads(`[data-testid="better-verdict"]`, "links on copper instead of 192, of 256")
	p.reads(`[data-testid="better-kept"]`, "asked to stay", "leaf-1")
	promised := copperOf(t, p.text(`[data-testid="better-verdict"]`))
	if promised <= 192 {
		t.Errorf("%d links on copper, want more than 192", promised)
	}

	p.click(`[data-testid="better-moves"] tr:last-child input`)
	p.opens(`[data-testid="better-preview"]`, `[data-testid="edit-preview"]`, "The plan stays OK", "Cables: ACC 0 32", "leaf-3 moved from U20")
	p.click(`[data-testid="better-moves"] tr:last-child input`)
	p.follow(`[data-testid="better-save"]`)
	p.reads(`[data-testid="saved"]`, "revision 2", "better layout:")
	p.reads(`[data-testid="better-stale"]`, "The search was of revision 1, the plan is at revision 2")
	if got := s.copper(t, id); got != promised {
		t.Errorf("saved, the plan has %d links on copper, promised were %d", got, promised)
	}
	p.follow(`[data-testid="undo"]`)
	p.reads(`[data-testid="plan-head"]`, "revision 3")
	if got := s.copper(t, id); got != 192 {
		t.Errorf("taken back, the plan has %d links on copper, want 192", got)
	}
}

// copperOf is the number of links on copper that a verdict promises.
func copperOf(t testing.TB, verdict string) int {
	t.Helper()
	m := regexp.MustCompile(`(\d+) links on copper`).FindStringSubmatch(verdict)
	if m == nil {
		t.Fatalf("the verdict %q promises no links on copper", verdict)
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// copper counts the links of a plan that run on DAC, ACC or AEC.
func (s *server) copper(t testing.TB, id string) int {
	t.Helper()
	n := 0
	for _, medium := range []string{"dac", "acc", "aec"} {
		n += strings.Count(s.get(t, "/api/v1/plans/"+id+"/export/links.csv"), ","+medium+",")
	}
	return n
}

// A long search is cancelled, without script too, and then nothing is changed.
func TestCancelBetterLayout(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	text := s.get(t, "/api/v1/plans/"+s.planOf(t, "H100 unit"))
	id := s.create(t, strings.Replace(text, "name: H100 unit", "name: Better unit", 1))
	p := newTab(t, s)
	p.script(false)
	p.visit("/plans/" + id + "/better")
	p.do("look long", chromedp.SetValue(chromedp.CSS("#steps"), "10000000"))
	p.follow(`[data-testid="better-start"]`)
	p.reads(`[data-testid="better-job"]`, "Cancel", "Look again")
	p.follow(`[data-testid="better-cancel"]`)
	p.reads(`[data-testid="better-verdict"]`, "Cancelled")
	p.reads(`[data-testid="better-job"]`, "Nothing was changed")
	p.reads(`[data-testid="plan-head"]`, "revision 1")
	if list := s.get(t, fmt.Sprintf("/api/v1/plans/%s/jobs", id)); !strings.Contains(list, `"state":"cancelled"`) {
		t.Errorf("the jobs of the plan: %s", list)
	}
}
