package ui_test

import (
	"net/http"
	"strings"
	"testing"

	"lengthwise/docs"
	"lengthwise/internal/plan"
)

func TestTheHelpExplainsEveryCode(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	page := s.get(t, "/help/findings").want(http.StatusOK)
	for _, g := range plan.Codes {
		for _, m := range g.Codes {
			all := page.all("#" + string(m.Code))
			if len(all) != 1 {
				t.Errorf("%s is explained %d times, want once", m.Code, len(all))
				continue
			}
			got := strings.ToLower(words(all[0]))
			for field, text := range map[string]string{"meaning": m.Meaning, "cause": m.Cause, "why it matters": m.Matters, "way out": m.Out} {
				if !strings.Contains(got, strings.ToLower(text)) {
					t.Errorf("the help on %s does not hold its %s, %q", m.Code, field, text)
				}
			}
		}
	}
}

// Every link within the help leads to a page, and to a place that it has.
func TestLinksOfTheHelpLeadSomewhere(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := map[string]*answer{}
	open := func(path string) *answer {
		if pages[path] == nil {
			pages[path] = s.get(t, path).want(http.StatusOK)
		}
		return pages[path]
	}
	starts := []string{"/help", "/help/findings"}
	for _, name := range docs.Pages {
		starts = append(starts, "/help/"+name)
	}
	seen := map[string]bool{}
	for _, start := range starts {
		for _, a := range open(start).all("main a[href]") {
			href, _ := attr(a, "href")
			path, place, _ := strings.Cut(href, "#")
			if path == "" {
				path = start
			}
			if seen[path+"#"+place] || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "/api/") {
				continue
			}
			seen[path+"#"+place] = true
			to := open(path)
			if place != "" && len(to.all(`[id="`+place+`"]`)) != 1 {
				t.Errorf("%s leads to %s, where no such place is", start, href)
			}
		}
	}
	if len(seen) < 80 {
		t.Errorf("only %d links were followed, want at least one for each code", len(seen))
	}
	s.get(t, "/help/nothing").want(http.StatusNotFound, "/help lists")
}

func TestTheGlossaryCanBeLinkedToByWord(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	page := s.get(t, "/help/glossary").want(http.StatusOK, "The field's words")
	for word, says := range map[string]string{"run": "length of the route", "rail": "GPU number n", "headroom": "limit less required"} {
		if got := page.one("#" + word); !strings.Contains(got, says) {
			t.Errorf("the glossary says of %s: %q, want %q in it", word, got, says)
		}
	}
	if n := len(page.all("[style]")); n > 0 {
		t.Errorf("%d elements have a style of their own, which the policy forbids", n)
	}
}

func TestNumbersAndCodesLeadToTheirExplanation(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at, bad := s.example(t, "h100-unit"), s.example(t, "edr-habit/ndr")
	help := s.get(t, "/help").want(http.StatusOK)
	for _, view := range []string{"", "/findings", "/cables/products", "/order"} {
		page := s.get(t, at+view).want(http.StatusOK)
		links := page.all(`a[href^="/help#"]`)
		if len(links) == 0 && view != "/findings" {
			t.Errorf("no number of %s%s leads to its explanation", at, view)
		}
		for _, a := range links {
			href, _ := attr(a, "href")
			if _, place, _ := strings.Cut(href, "#"); len(help.all(`[id="`+place+`"]`)) != 1 {
				t.Errorf("%s leads to %s, which is not explained", view, href)
			}
		}
	}
	if len(s.get(t, bad+"/findings").all(`a[href="/help/findings#beyond-reach"]`)) != 1 {
		t.Error("the code of the finding does not lead to its explanation")
	}
}

func TestSettingsAreKeptByTheBrowser(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.get(t, "/account").want(http.StatusOK, "Feet in brackets")
	to := s.post(t, "/account", "theme", "dark", "feet", "on")
	cookies := map[string]string{}
	for _, c := range (&http.Response{Header: to.header}).Cookies() {
		cookies[c.Name] = c.Value
	}
	if cookies["theme"] != "dark" || cookies["feet"] != "on" || cookies["keys"] != "off" {
		t.Errorf("kept %v, want dark, feet on, keys off", cookies)
	}
	if to.follow() != "/account?saved=1" {
		t.Error("keeping does not lead back to the settings")
	}
	page := s.get(t, "/account?saved=1", "Cookie", "theme=dark; feet=on; keys=off").want(http.StatusOK, "Kept")
	if len(page.all(`html[data-theme="dark"]`)) != 1 || len(page.all(`input[name="feet"][checked]`)) != 1 || len(page.all(`input[name="keys"][checked]`)) != 0 {
		t.Error("the page does not show what is kept")
	}
	s.post(t, "/account", "theme", "pink").want(http.StatusBadRequest, `Theme "pink"`)
}

func TestFeetStandBesideMetresWhereTheyAreAskedFor(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "h100-unit")
	for _, view := range []string{"", "/links?sort=run&desc=1", "/cables", "/cables/products", "/order"} {
		if got := s.get(t, at+view).body; strings.Contains(got, " ft)") {
			t.Errorf("%s shows feet that nobody asked for", view)
		}
		if got := s.get(t, at+view, "Cookie", "feet=on"); len(got.all("td .feet")) == 0 {
			t.Errorf("%s shows no feet", view)
		}
	}
	if got := s.get(t, at, "Cookie", "feet=on").one(`[data-testid="verdict"]`); !strings.Contains(got, "7.045 m longest run (23.11 ft)") {
		t.Errorf("the verdict reads %q, want the longest run in feet too", got)
	}
}
