package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Someone asks what a longer exit does, without script so that all of it stands
// in the address; compares it with another answer; keeps one.
func TestWhatIfIsAskedComparedAndKept(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, sharedHall)
	p := newTab(t, s)
	p.script(false)
	p.visit("/plans/" + id)
	p.view("what-if")
	p.reads("main", "Nothing is saved until you keep it", "In the plan: DAC first")
	p.fill(`[name="exit"]`, "900")
	p.follow(`[data-testid="work-out"]`)
	p.reads(`[data-testid="what-if-verdict"]`, "Not worked out")
	p.reads(`[data-testid="wrong"]`, "900", "has no unit")

	p.fill(`[name="exit"]`, "1.2m")
	p.follow(`[data-testid="work-out"]`)
	p.reads(`[data-testid="what-if-asked"]`, "exit 1.2m instead of 300mm")
	p.reads(`[data-testid="verdicts"]`, "Revision 1", "What if", "Longest run, m")
	p.reads(`[data-testid="changed-links"]`, "host-1:ib1")
	if at := p.path(); at != "/plans/"+id+"/what-if?exit=1.2m" {
		t.Errorf("the address is %s, want only what is otherwise in it", at)
	}

	p.follow(`[data-testid="set-aside"]`)
	p.visit(p.path() + "&media=optical")
	p.reads("#answer", "Two answers side by side")
	p.reads(`[data-testid="what-if-asked"]`, "A", "B", "media optical instead of")
	p.reads(`[data-testid="verdicts"]`, "Cables: optical")
	p.follow(`[data-testid="keep"]`)
	p.reads(`[data-testid="saved"]`, "revision 2: what if:")
	if got := s.get(t, "/api/v1/plans/"+id); !strings.Contains(got, "exit: 1200mm") && !strings.Contains(got, "exit: 1.2m") || !strings.Contains(got, "optical") {
		t.Errorf("the document kept is\n%s\nwant the exit and the media in it", got)
	}
}

// One click asks for all links of a speed in optical; discarding leaves no
// trace.
func TestWhatIfOfOneClick(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, sharedHall)
	p := newTab(t, s)
	p.visit("/plans/" + id + "/what-if")
	p.follow(`nav[aria-label="Quick starts"] a[href*="pin="]`)
	p.reads(`[data-testid="what-if-asked"]`, "all NDR links optical")
	p.reads(`[data-testid="what-if-verdict"]`, "1 cable of DAC becomes 2 of optical")
	p.do("only the other medium", chromedp.SetValue(chromedp.CSS("#changed-what"), "medium"))
	p.reads(`[data-testid="changed-links"]`, "host-2:ib1", "optical")
	p.follow(`[data-testid="discard"]`)
	p.visit("/plans/" + id)
	p.reads(`[data-testid="plan-head"]`, "revision 1")
}
