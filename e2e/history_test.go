package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// posts sends a form as another page of the same server would.
func (p *tab) posts(action string, pairs ...string) {
	p.Helper()
	var js strings.Builder
	fmt.Fprintf(&js, "(() => { const f = document.createElement('form'); f.method = 'post'; f.action = %q;", action)
	for i := 0; i+1 < len(pairs); i += 2 {
		fmt.Fprintf(&js, "{ const i = document.createElement('input'); i.type = 'hidden'; i.name = %q; i.value = %q; f.append(i); }", pairs[i], pairs[i+1])
	}
	js.WriteString("const b = document.createElement('button'); b.id = 'posted'; b.textContent = 'post'; f.append(b); document.querySelector('main').prepend(f); return true; })()")
	run(p, "a form of another page", chromedp.Evaluate[bool](js.String()))
	p.follow("#posted")
}

// fill sets a field of a page whose scripts are off.
func (p *tab) fill(selector, text string) {
	p.Helper()
	p.do("fill "+selector, chromedp.SetValue(chromedp.CSS(selector), text))
}

// put saves a text as the next revision of a plan.
func (s *server) put(t *testing.T, id string, base int, text string) {
	t.Helper()
	got, err := s.ask(t.Context(), http.MethodPut, "/api/v1/plans/"+id, "application/yaml", text, "If-Match", fmt.Sprintf("%q", fmt.Sprint(base)))
	if err != nil || got.status != http.StatusOK {
		t.Fatalf("save plan %s on revision %d: %v, %+v", id, base, err, got)
	}
}

// Someone moves a leaf, reads in the history what it did, compares, follows a
// link on both sides, and brings the first revision back.
func TestHistorySaysWhatChanged(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, sharedHall)
	s.put(t, id, 1, strings.Replace(sharedHall, "u: 40", "u: 20", 1))
	s.put(t, id, 2, strings.NewReplacer("u: 40", "u: 20", "speed: ndr", "speed: ndr, cable: {medium: optical}").Replace(sharedHall))
	p := newTab(t, s)
	p.visit("/plans/" + id + "/history")
	p.reads("#r2", "leaf-1 moved from U40 to U20 of R1")
	p.reads("#r3", "cable.medium set to optical", "1 cable of DAC becomes 2 of optical")
	p.visit("/plans/" + id + "/history?q=moved")
	if n := p.count(`[data-testid="revisions"] tbody tr`); n != 1 {
		t.Errorf("searching for what moved lists %d revisions, want 1", n)
	}
	p.visit("/plans/" + id + "/history?q=nobody+wrote+this")
	p.reads(`[data-testid="no-revisions"]`, "No revision is like that")

	p.visit("/plans/" + id + "/history")
	p.click("input[name=from][value='1']")
	p.click("input[name=to][value='3']")
	p.follow("button[form=compare]")
	p.reads("main", "leaf-1 moved from U40 to U20 of R1", "drawn before", "drawn after")
	p.reads(`[data-testid="changed-links"]`, "host-1:ib1", "DAC", "optical")
	run(p, "only those of host-2", chromedp.Evaluate[bool](
		"(() => { const e = document.getElementById('changed-device'); e.value = 'host-2'; return e.dispatchEvent(new Event('change', {bubbles: true})); })()"))
	p.waitFor(`document.querySelectorAll('[data-testid="changed-links"] tbody tr').length === 1`)
	file := p.download(`a[href*="changes.csv"]`)
	if !strings.HasSuffix(file, "changes-1-3.csv") {
		t.Errorf("the table is called %s, want changes-1-3.csv", file)
	}
	p.visit("/plans/" + id + "/compare?from=1&to=3")
	p.follow("main form[action$='/restore'] button")
	p.reads(`[data-testid="saved"]`, "revision 4: restored revision 1")
}
