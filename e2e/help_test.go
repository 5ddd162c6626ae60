package e2e

import "testing"

// From a finding to what its code means, to the rule behind it, and to the
// word in it that is not known.
func TestFromAFindingToItsRule(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	p := newTab(t, s)
	p.visit("/plans/" + s.planOf(t, "EDR habit at NDR"))
	p.follow(`[data-testid="causes"] a.code`)
	if at := p.path(); at != "/help/findings#beyond-reach" {
		t.Errorf("the code leads to %s, want its explanation", at)
	}
	p.reads("#beyond-reach", "Comes about when", "Matters because", "Way out", "Rule")
	p.follow("#beyond-reach dl a")
	p.reads("h1", "How a plan is worked out")
	p.visit("/plans/" + s.planOf(t, "H100 unit"))
	p.follow(`main a.explained[href="/help#headroom"]`)
	p.reads("#headroom", "Limit less required")
	p.follow(`[data-testid="manuals"] a[href="/help/glossary"]`)
	p.reads("#headroom", "limit less required")
}

// Feet stand beside metres for who asks for them, and for nobody else; the
// theme is kept too.
func TestSettingsOfOneBrowser(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	p, other := newTab(t, s), newTab(t, s)
	p.visit("/account")
	p.click(`input[name="feet"]`)
	p.click(`input[name="keys"]`)
	p.follow("main form button.primary")
	p.reads(`[data-testid="account-saved"]`, "Kept")
	at := "/plans/" + s.planOf(t, "H100 unit")
	p.visit(at)
	p.reads(`[data-testid="verdict"]`, "7.045 m longest run (23.11 ft)")
	other.visit(at)
	if n := other.count(".feet"); n != 0 {
		t.Errorf("another browser sees feet %d times", n)
	}
	p.visit("/account")
	if n := p.count(`input[name="keys"]:checked`); n != 0 {
		t.Error("single letters are still commands")
	}
}
