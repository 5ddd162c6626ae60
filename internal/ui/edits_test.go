package ui_test

import (
	"net/http"
	"strings"
	"testing"
)

const slowly = `[{"edit":"set","path":"settings.exit","value":"900mm"}]`

// A change is foreseen, saved and undone, and each leads back to where it was
// asked for.
func TestAChangeIsForeseenSavedAndUndone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "h100-unit")
	back := at + "/links?status=error"
	page := s.post(t, at+"/edits", "base", "1", "edits", slowly, "back", back).want(http.StatusOK, "What this changes", "Set settings.exit.", "Longest run, m")
	if got, _ := attr(page.all(`input[name="edits"]`)[0], "value"); got != slowly {
		t.Errorf("the preview holds the edits %s, want %s", got, slowly)
	}
	s.get(t, at).want(http.StatusOK, "revision 1,")

	to := s.post(t, at+"/edits", "base", "1", "edits", slowly, "back", back, "message", "as measured", "do", "save").follow()
	if want := at + "/links?done=2&status=error"; to != want {
		t.Fatalf("saving leads to %s, want %s", to, want)
	}
	saved := s.get(t, to).want(http.StatusOK, "Saved revision 2: as measured")
	if got, _ := attr(saved.all(`[data-testid="saved"] input[name="back"]`)[0], "value"); got != back {
		t.Errorf("undo leads back to %s, want %s", got, back)
	}
	to = s.post(t, at+"/restore", "number", "1", "base", "2", "back", back).follow()
	s.get(t, to).want(http.StatusOK, "Saved revision 3: restored revision 1")
	if n := len(s.get(t, at+"?done=2").all(`[data-testid="saved"]`)); n != 0 {
		t.Error("a page tells of a save that another followed")
	}
}

// What comes second is shown beside what came first, and can be made on it.
func TestAChangeThatComesSecondIsNotLost(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "h100-unit")
	theirs := `[{"edit":"set","path":"settings.exit","value":"400mm"}]`
	s.post(t, at+"/edits", "base", "1", "edits", theirs, "message", "theirs", "do", "save").follow()
	for _, do := range []string{"save", "preview"} {
		page := s.post(t, at+"/edits", "base", "1", "edits", slowly, "message", "mine", "do", do).
			want(http.StatusConflict, "Changed meanwhile", "saved revision 2", "Theirs.", "settings.exit", "Make it on revision 2")
		for name, want := range map[string]string{"base": "2", "edits": slowly, "message": "mine"} {
			if got, _ := attr(page.all(`[data-testid="edit-preview"] input[name="` + name + `"]`)[0], "value"); got != want {
				t.Errorf("%s: the form holds %s %q, want %q", do, name, got, want)
			}
		}
	}
	to := s.post(t, at+"/edits", "base", "2", "edits", slowly, "do", "save").follow()
	s.get(t, to).want(http.StatusOK, "Saved revision 3")
}

func TestAChangeThatCannotBeMade(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "h100-unit")
	for name, edits := range map[string]string{
		"no device": `[{"edit":"move","device":"nobody","u":"3"}]`, "none": `[]`, "no edits": `nothing`, "unknown": `[{"edit":"paint"}]`,
		"bad value": `[{"edit":"set","path":"settings.exit","value":"far"}]`,
	} {
		for _, do := range []string{"save", "preview"} {
			got := s.post(t, at+"/edits", "base", "1", "edits", edits, "do", do)
			if got.status != http.StatusBadRequest {
				t.Errorf("%s, %s: status %d, want 400", name, do, got.status)
			}
		}
	}
	s.post(t, at+"/edits", "base", "1", "edits", `[{"edit":"move","device":"nobody","u":"3"}]`, "back", "//elsewhere/").
		want(http.StatusBadRequest, "nothing was changed", "nobody", "Back")
	if to := s.post(t, at+"/edits", "base", "1", "edits", slowly, "back", "https://elsewhere/", "do", "save").follow(); !strings.HasPrefix(to, at+"?") {
		t.Errorf("saving leads to %s, want the plan", to)
	}
	s.get(t, at+"/edits").follow()
	s.post(t, "/plans/nothing/edits", "base", "1", "edits", slowly).want(http.StatusNotFound)
}
