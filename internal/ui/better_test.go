package ui_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lengthwise/internal/app"
)

func TestBetterLayoutFromTheFormToTheMoves(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "hgx-rows") + "/better"
	s.get(t, at).want(http.StatusOK, "Better layout", "nothing changes until you save", "the lowest cost")
	typed := s.post(t, at, "goal", "cost", "moves", "many", "steps", "500000", "keep", "leaf-[1").want(http.StatusBadRequest, `moves "many" is no whole number`)
	for _, kept := range []string{`#keep[value="leaf-[1"]`, `#moves[value="many"]`, `input[value="cost"][checked]`, `option[value="500000"][selected]`} {
		if len(typed.all(kept)) != 1 {
			t.Errorf("%s: what was typed is not kept", kept)
		}
	}
	s.post(t, at, "goal", "copper", "moves", "65", "steps", "2000000").want(http.StatusBadRequest, "from 1 to 64")
	to := s.post(t, at, "goal", "copper", "moves", "2", "steps", "2000000", "keep", "leaf-[1,2], spine-1").follow()
	s.get(t, to).want(http.StatusOK, "Waits for its turn", "Cancel", "Look again")
	s.post(t, at, "goal", "cost").want(http.StatusConflict, "wait for its end or cancel it")

	id := mustQuery(t, to, "job")
	if err := s.plans.WorkJob(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	part := s.get(t, to, "Hx-Request", "true").want(http.StatusOK, "links on copper instead of 192, of 256", "A bound ended the search", "asked to stay")
	if len(part.all("h1")) != 0 || len(part.all("[hx-trigger]")) != 0 {
		t.Error("the answer to htmx is a whole page, or asks again although the search has ended")
	}
	s.post(t, at+"/apply", "job", id, "base", "1", "do", "preview").want(http.StatusBadRequest, "no move is chosen")
	s.post(t, at+"/apply", "job", id, "base", "1", "do", "preview", "move", "7").want(http.StatusBadRequest, "there is no move 8")
	s.post(t, at+"/apply", "job", id, "base", "1", "do", "preview", "move", "0").want(http.StatusOK, "The plan stays OK")
	saved := s.post(t, at+"/apply", "job", id, "base", "1", "do", "save", "move", "0").follow()
	s.get(t, saved).want(http.StatusOK, "revision 2", "The search was of revision 1")
	s.post(t, at+"/apply", "job", id, "base", "1", "do", "save", "move", "0").want(http.StatusConflict, "revision 2")

	other := s.example(t, "edr-habit") + "/better"
	s.get(t, other+"?job="+id).want(http.StatusNotFound, "not found")
	s.post(t, other+"/cancel", "job", id).want(http.StatusNotFound, "not found")
}

func mustQuery(t *testing.T, address, key string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query().Get(key)
}

func TestBetterLayoutSaysWhereItHasNothingToMove(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const head = "version: 1\nname: p\nracks: [{name: R1}]\ndevices:\n  - {name: \"h-[1-2]\", type: server-1u-1x-osfp, rack: R1, u: [1, 2]}\n"
	s.get(t, s.add(t, head)+"/better").want(http.StatusOK, "no switches", "Place a switch")
	leaf := head + "  - {name: leaf, type: qm9700, rack: R1, u: 3, face: rear}\n"
	s.get(t, s.add(t, leaf)+"/better").want(http.StatusOK, "no links yet", "Write links")
	s.get(t, s.example(t, "edr-habit/ndr")+"/better").want(http.StatusOK, "The plan is not OK: 8 errors", "Look at them")

	at := s.add(t, leaf+"links: [{a: \"h-[1-2]:ib1\", b: \"leaf:IB1/1/[1-2]\", speed: ndr}]\n") + "/better"
	to := s.post(t, at, "goal", "cost").follow()
	if err := s.plans.WorkJob(t.Context(), mustQuery(t, to, "job")); err != nil {
		t.Fatal(err)
	}
	s.get(t, to).want(http.StatusOK, "Nothing better was found: every link is on copper already", "no price list is loaded", "Everything may stay where it is")

	again := s.post(t, at, "goal", "copper").follow()
	gone := s.post(t, at+"/cancel", "job", mustQuery(t, again, "job")).follow()
	page := s.get(t, gone).want(http.StatusOK, "Cancelled", "Nothing was changed", "Searches of this week")
	if n := len(page.all(`[data-testid="better-others"] li`)); n != 1 {
		t.Errorf("%d other searches listed, want 1", n)
	}
	if list, err := s.plans.Jobs(t.Context(), app.LocalUser, strings.TrimPrefix(strings.TrimSuffix(at, "/better"), "/plans/"), 0); err != nil || len(list) != 2 {
		t.Errorf("%d jobs, %v; want 2", len(list), err)
	}
}
