package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// twoCauses is a plan whose links are pinned by two overrides and one entry to
// lengths that are too short.
const twoCauses = `version: 1
name: Too short
racks: [{name: R1, units: 42}]
devices:
  - {name: "host-[1-3]", type: server-1u-1x-osfp, rack: R1, u: [1, 2, 3]}
  - {name: leaf-1, type: qm9700, rack: R1, u: 40, face: rear}
links:
  - {a: "host-[1-2]:ib1", b: "leaf-1:IB1/[1-2]/1", speed: ndr}
  - {a: "host-3:ib1", b: "leaf-1:IB1/3/1", speed: ndr, cable: {medium: dac, length: 1m}}
overrides:
  - {at: "host-[1-2]:ib1", cable: {medium: dac, length: 1m}}
`

// An architect looks at what a way out would change, makes it, and takes it
// back.
func TestAWayOutIsLookedAtMadeAndUndone(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, strings.Replace(s.get(t, "/api/v1/plans/"+s.planOf(t, "EDR habit at NDR")), "name: EDR habit at NDR", "name: Way out", 1))
	p := newTab(t, s)
	p.visit("/plans/" + id + "/findings")
	p.reads(`[data-testid="causes"]`, "beyond-reach", "8 times", "Way out", "Preview", "Apply", "rack R1")
	p.opens(`[data-testid="causes"] form.fix[data-htmx-powered] button[value="preview"]`, `#preview [data-testid="edit-verdict"]`, "would become OK", "−8 errors")
	p.reads(`#preview [data-testid="findings-gone"]`, "beyond-reach")
	if n := p.count(`[data-testid="saved"]`); n != 0 {
		t.Error("a preview saved something")
	}
	p.follow(`[data-testid="causes"] form.fix button[value="save"]`)
	p.reads(`[data-testid="saved"]`, "revision 2", "fix beyond-reach, 8 times")
	p.reads(`[data-testid="verdict"]`, "0 errors")
	p.follow(`[data-testid="undo"]`)
	p.reads(`[data-testid="verdict"]`, "8 errors")
	p.reads(`[data-testid="plan-head"]`, "revision 3")
}

// Without script the same form shows the preview as a page and saves from
// there; all ways out of a code go together from the overview's list.
func TestAllWaysOutOfACodeTogetherWithoutScript(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, twoCauses)
	p := newTab(t, s)
	p.script(false)
	p.visit("/plans/" + id + "/findings")
	p.reads(`[data-testid="causes"]`, "too-short", "ways out of too-short together")
	p.follow(`[data-testid="causes"] li.all button[value="preview"]`)
	p.reads("h1", "What this changes")
	p.reads(`[data-testid="edit-verdict"]`, "would become OK")
	p.follow(`[data-testid="edit-preview"] button[value="save"]`)
	p.reads(`[data-testid="saved"]`, "revision 2", "fix too-short, 3 times")
	p.reads(`[data-testid="verdict"]`, "OK", "0 errors")
	p.visit("/plans/" + id)
	p.reads("main", "What the last revision changed", "Compare it with the revision before")
	p.script(true)
	p.visit("/plans/" + id)
	p.reads(`[data-testid="changes-last"]`, "was not OK, revision 2 is")
}

// Somebody whose list is empty is led to a plan, and whose plan is empty to its
// racks, devices and links.
func TestFirstSteps(t *testing.T) {
	t.Parallel()
	s := startServer(t, newStateDir(t))
	p := newTab(t, s)
	p.visit("/")
	p.reads(`[data-testid="first-run"]`, "plans the cables of GPU clusters", "h100-unit", "does it reach?")
	p.follow(`[data-testid="first-run"] button[aria-label="Open the example edr-habit"]`)
	p.reads(`[data-testid="verdict"]`, "OK")

	id := s.create(t, "version: 1\nname: From nothing\n")
	p.visit("/plans/" + id)
	p.reads(`[data-testid="first-steps"]`, "This plan is empty", "Add racks", "Add devices", "Write a fabric")
	p.follow(`[data-testid="first-steps"] a[href$="/racks?form=rack"]`)
	p.wait(`form[action*="/racks"]`)

	id = s.create(t, strings.Split(twoCauses, "links:")[0])
	p.visit("/plans/" + id)
	p.reads(`[data-testid="first-steps"]`, "no links yet", "1 rack", "4 devices")
	p.follow(`[data-testid="first-steps"] a[href$="/start#fabric"]`)
	for selector, text := range map[string]string{"#fabric-name": "compute", "#fabric-hosts": "host-[1-3]", "#fabric-leaves": "leaf-1"} {
		p.write(selector, text)
	}
	p.do("choose the topology", chromedp.SetValue(chromedp.CSS("#fabric-topology"), "single-switch"))
	p.do("choose the speed", chromedp.SetValue(chromedp.CSS("#fabric-speed"), "ndr"))
	p.opens(`form[action$="/start/fabric"][data-htmx-powered] button[value="preview"]`, `#preview [data-testid="edit-preview"]`, "Findings", "links")
	p.follow(`form[action$="/start/fabric"] button[value="save"]`)
	p.reads(`[data-testid="saved"]`, "fabric compute")
	p.reads(`[data-testid="verdict"]`, "3 links")
}
