package ui_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestManyLinksAreChangedAtOnceAndUndone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "h100-unit")
	page := s.get(t, at+"/links?medium=dac").want(http.StatusOK, "128 links", "All 128 links that match")
	if n := len(page.all(`[data-testid="links"] input[name="link"][form="bulk"]`)); n != 128 {
		t.Errorf("%d rows can be ticked, want 128", n)
	}
	filter, _ := attr(page.all(`input[form="bulk"][name="filter"]`)[0], "value")
	asked := []string{"base", "1", "filter", filter, "which", "all", "set_group", "first wave", "set_color", "blue"}
	preview := s.post(t, at+"/links/edit", asked...).want(http.StatusOK, "What this changes")
	if got, _ := attr(preview.all("#edit-message")[0], "value"); got != "128 links: colour blue, group first wave" {
		t.Errorf("the message offered is %q", got)
	}
	s.get(t, at).want(http.StatusOK, "revision 1,") // a preview saves nothing
	to := s.post(t, at+"/links/edit", append(asked, "do", "save")...).follow()
	if !strings.Contains(to, "medium=dac") || !strings.Contains(to, "done=2") {
		t.Errorf("a save leads to %s, want the list it came from", to)
	}
	s.get(t, to).want(http.StatusOK, "Saved", "128 links: colour blue", "Undo")
	s.get(t, at+"/links?color=blue&group=first+wave").want(http.StatusOK, "128 links")

	one, _ := attr(page.all(`input[name="link"]`)[0], "value")
	refused := s.post(t, at+"/links/edit", "base", "2", "filter", filter, "which", "ticked", "link", one, "set_run", "2", "set_label", "{a_rck}").
		want(http.StatusBadRequest, "has no unit", "{a_rack}")
	if n := len(refused.all(`input[name="link"][value="` + one + `"][checked]`)); n != 1 {
		t.Error("the row that was ticked is no longer")
	}
	if got, _ := attr(refused.all("#bulk-run")[0], "value"); got != "2" {
		t.Errorf("the run typed is %q, want it kept", got)
	}
	s.post(t, at+"/links/edit", "base", "1", "filter", filter, "which", "ticked", "link", one, "set_color", "red").want(http.StatusConflict, "Changed meanwhile")
	s.post(t, at+"/links/edit", "base", "2", "which", "ticked", "link", "l-none", "set_color", "red").want(http.StatusBadRequest, "l-none")
}

func TestFiltersAreKeptRenamedAndRemoved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at, other := s.example(t, "h100-unit"), s.example(t, "edr-habit")
	query := "medium=optical&min=3m&sort=run&desc=1&cols=status%2Ca%2Cb%2Crun&by="
	to := s.post(t, at+"/filters", "query", query, "name", "Long optics", "all_plans", "1").follow()
	if !strings.Contains(to, "cols=status%2Ca%2Cb%2Crun") || strings.Contains(to, "by=") {
		t.Errorf("keeping a filter leads to %s, want the list it keeps", to)
	}
	s.post(t, at+"/filters", "query", "status=error", "name", "Wrong").follow()
	s.post(t, at+"/filters", "query", "", "name", "Wrong").want(http.StatusBadRequest, "called \"Wrong\" already")
	s.post(t, at+"/filters", "query", "", "name", " ").want(http.StatusBadRequest, "ame is empty")
	mine := s.get(t, at+"/links").want(http.StatusOK, "Long optics", "Wrong")
	link := mine.all(`[data-testid="saved-filters"] a`)[0]
	if got, _ := attr(link, "href"); !strings.Contains(got, "min=3+m") || !strings.Contains(got, "desc=1") {
		t.Errorf("the filter leads to %s, want what was kept", got)
	}
	if got := s.get(t, other+"/links").want(http.StatusOK).one(`[data-testid="saved-filters"]`); !strings.Contains(got, "Long optics") || strings.Contains(got, "Wrong") {
		t.Errorf("another plan has the filters %q, want those for all plans", got)
	}
	list := s.get(t, at+"/filters").want(http.StatusOK, "medium optical, run at least 3 m")
	action, _ := attr(list.all(`form[action*="/filters/"]`)[0], "action")
	s.post(t, action, "do", "rename", "name", "Optics").follow()
	refused := s.post(t, action, "do", "rename", "name", strings.Repeat("o", 65)).want(http.StatusBadRequest, "65")
	if got, _ := attr(refused.all(`input[aria-invalid="true"]`)[0], "value"); got != strings.Repeat("o", 65) {
		t.Errorf("a refused name is %q in its box, want what was typed", got)
	}
	s.get(t, at+"/filters").want(http.StatusOK, "Optics")
	s.post(t, action, "do", "rename", "name", "").want(http.StatusBadRequest, "ame is empty")
	s.post(t, action, "do", "remove").follow()
	s.post(t, action, "do", "remove").want(http.StatusNotFound)
}

func TestGroupsColumnsAndTheFileShowWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "h100-unit")
	for _, by := range []string{"racks", "device", "fabric", "group", "cause"} {
		page := s.get(t, at+"/links?by="+by).want(http.StatusOK, "512 links")
		heads := page.all(`[data-testid="link-groups"] tr.group`)
		if len(heads) == 0 {
			t.Fatalf("by %s there is no group", by)
		}
		href, _ := attr(page.all(`[data-testid="link-groups"] tr.group th a`)[0], "href")
		count := strings.Fields(words(page.all(`[data-testid="link-groups"] tr.group td.num`)[0]))[0]
		s.get(t, href).want(http.StatusOK, count+" link")
	}
	page := s.get(t, at+"/links?cols=status,a,label").want(http.StatusOK)
	if n := len(page.all(`[data-testid="links"] thead tr:nth-child(2) th`)); n != 3 {
		t.Errorf("%d columns, want status, end a and label", n)
	}
	s.get(t, at+"/links?cols=colour").want(http.StatusBadRequest, "is not one of")
	href, _ := attr(s.get(t, at+"/links?medium=dac&sort=run").want(http.StatusOK).all(`a[download][href*="links.csv"]`)[0], "href")
	file := s.get(t, href).want(http.StatusOK)
	if rows := strings.Count(file.body, "\r\n"); rows != 129 {
		t.Errorf("the file of 128 links has %d lines", rows)
	}
	if u, err := url.Parse(href); err != nil || u.Query().Get("medium") != "dac" {
		t.Errorf("the file is at %s, want the filter in it", href)
	}
	s.get(t, at+"/export/links.csv?status=bad").want(http.StatusBadRequest, "ok, error, warning")
}

func TestALinkTellsWhatWasTried(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "h100-unit")
	href, _ := attr(s.get(t, at+"/links?medium=optical").want(http.StatusOK).all(`[data-testid="links"] td a[aria-controls]`)[0], "href")
	page := s.get(t, href).want(http.StatusOK, "What was tried", "DAC", "Chosen", "Rejected")
	if n := len(page.all(`[data-testid="why"] details`)); n != 6 {
		t.Errorf("%d media are explained, want all 6", n)
	}
}
