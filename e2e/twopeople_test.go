package e2e

import (
	"strings"
	"testing"
)

// sharedHall is a plan two people change: a leaf and two hosts.
const sharedHall = `version: 1
name: Shared hall
# the racks stand in one row
racks:
  - {name: R1, units: 48}
devices:
  - {name: "host-[1-2]", type: hgx-8gpu-osfp, rack: R1, u: [1, 9]}
  - {name: leaf-1, type: qm9700, rack: R1, u: 40, face: rear}
links:
  - {a: "host-[1-2]:ib1", b: "leaf-1:IB1/1/[1-2]", speed: ndr}
`

// Both change the text, in different places: both changes fit together, are
// shown, and are saved as one.
func TestTwoTextsThatFit(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, sharedHall)
	ada, bob := newTab(t, s), newTab(t, s)
	ada.script(false)
	bob.script(false) // the editor of plain HTML
	ada.visit("/plans/" + id + "/document")
	bob.visit("/plans/" + id + "/document")
	ada.fill("#text", strings.Replace(sharedHall, "u: 40", "u: 30", 1))
	ada.follow("button[name=save]")
	bob.fill("#text", strings.Replace(sharedHall, "name: Shared hall", "name: Hall of both", 1))
	bob.follow("button[name=save]")
	bob.reads(`[data-testid="conflict"]`, "somebody else saved first", "leaf-1 moved from U40 to U30 of R1")
	bob.reads(`[data-testid="merged"]`, "Both changes fit together", "renamed from Shared hall to Hall of both")
	bob.follow("button[name=both]")
	bob.reads("h1", "Hall of both")
	bob.reads(`[data-testid="plan-head"]`, "revision 3")
	if got := s.get(t, "/api/v1/plans/"+id); !strings.Contains(got, "u: 30") || !strings.Contains(got, "# the racks stand in one row") {
		t.Errorf("the document of both is\n%s\nwant Ada's unit, Bob's name and the comment", got)
	}
}

// A restore that comes second shows what came first and can still be made; then
// it is undone.
func TestRestoreThatComesSecond(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, sharedHall)
	ada, bob := newTab(t, s), newTab(t, s)
	rename := func(p *tab, name string) {
		p.visit("/plans/" + id + "/manage")
		p.write("#name", name)
		p.follow("form[action$='/rename'] button")
	}
	rename(ada, "Hall 2")
	bob.visit("/plans/" + id + "/history")
	rename(ada, "Hall 3")
	bob.follow(`button[aria-label="Restore revision 1"]`)
	bob.reads(`[data-testid="edit-verdict"]`, "saved revision 3 while you worked on revision 2")
	bob.reads(`[data-testid="theirs"]`, "renamed from Hall 2 to Hall 3")
	bob.follow("main form button.primary")
	bob.reads("h1", "Shared hall")
	bob.reads(`[data-testid="saved"]`, "restored revision 1")
	bob.follow(`[data-testid="undo"]`)
	bob.reads("h1", "Hall 3")
}

// A rename and tags that come second keep what was asked.
func TestRenameAndTagsThatComeSecond(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, sharedHall)
	ada, bob := newTab(t, s), newTab(t, s)
	ada.visit("/plans/" + id + "/manage")
	bob.visit("/plans/" + id + "/manage")
	ada.write("#name", "Ada's hall")
	ada.follow("form[action$='/rename'] button")
	bob.write("#name", "Bob's hall")
	bob.follow("form[action$='/rename'] button")
	bob.reads(`[data-testid="theirs"]`, "renamed from Shared hall to Ada's hall")
	bob.follow("button[name=do][value=save]")
	bob.reads("h1", "Bob's hall")

	ada.visit("/plans/" + id + "/manage")
	bob.visit("/plans/" + id + "/manage")
	ada.write("#tags", "review")
	ada.follow("form[action$='/tags'] button")
	bob.write("#tags", "hall-7")
	bob.follow("form[action$='/tags'] button")
	bob.reads(`[data-testid="edit-verdict"]`, "They are now: review")
	bob.follow("main form button.primary")
	bob.visit("/plans/" + id)
	bob.reads(`[data-testid="plan-head"]`, "review", "hall-7")
}

// The link of a change is gone meanwhile: what was asked for is shown with why
// it cannot be done, and what took the link.
func TestChangeOfALinkThatIsGone(t *testing.T) {
	t.Parallel()
	s := parts.journey.of(t)
	id := s.create(t, sharedHall)
	p := newTab(t, s)
	post := func(base, edits string) {
		p.visit("/plans/" + id + "/what-if")
		p.posts("/plans/"+id+"/edits", "base", base, "edits", edits, "do", "save")
	}
	post("1", `[{"edit": "remove", "path": "links[host-2:ib1]"}]`)
	p.reads(`[data-testid="saved"]`, "revision 2")
	post("1", `[{"edit": "set", "path": "links[host-2:ib1].cable", "value": {"medium": "optical"}}]`)
	p.reads(`[data-testid="edit-preview"]`, "saved revision 2 while you worked on revision 1", "link host-2:ib1 - leaf-1:IB1/1/2 removed")
	p.follow("button[name=do][value=save]")
	p.reads(`[data-testid="edit-preview"]`, "This cannot be done", "host-2:ib1")
}
