package ui_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"lengthwise/internal/template"
)

func TestATemplateSaysWhatItWouldMake(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	page := s.get(t, "/new/b200-superpod?units=2").want(http.StatusOK, "B200 SuperPOD", "Scalable units", "1 to 64", "Whether port order is the order of the GPUs is not known")
	if got := page.one(`[data-testid="sentence"]`); !strings.Contains(got, "This works: all 1,024 links") {
		t.Errorf("the verdict of two units: %q, want 1,024 links that work", got)
	}
	if got := page.one(`ul[aria-label="Counts"]`); !strings.HasPrefix(got, "64 hosts 24 switches 1,024 links 960 cables 36 racks") {
		t.Errorf("the counts of two units: %q", got)
	}
	if got := page.one(`[data-testid="template-floor"] caption`); got != "Floor: 4 rows, 36 racks" {
		t.Errorf("the floor of two units: %q, want 4 rows, 36 racks", got)
	}
	if got := page.one(`[data-testid="template-media"] tbody`); got != "DAC 64 optical 896" {
		t.Errorf("the cables of two units: %q, want 64 DAC and 896 optical", got)
	}
	if v, _ := attr(page.all("#p-units")[0], "value"); v != "2" {
		t.Errorf("the field of units holds %q, want 2", v)
	}
	for _, x := range template.All() {
		s.get(t, "/new/"+x.Name).want(http.StatusOK, x.Title, "This works")
	}
	s.get(t, "/new/xdr-rack").want(http.StatusOK, "This works", "Name of the plan")
	s.get(t, "/new/edr-habit/ndr").want(http.StatusOK, "This does not work: 8 of 8 links fail")
	s.get(t, "/new/edr-habit%2Fndr").want(http.StatusOK, "EDR habit at NDR")
	s.get(t, "/new/b200-superpd").want(http.StatusNotFound, "did you mean b200-superpod?")
}

func TestWhatIsWrongStandsAtItsField(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	page := s.get(t, "/new/b200-superpod?units=99&network=top").want(http.StatusBadRequest, "2 parameters to change", "is not between 1 and 64")
	if got := page.one("#wrong-network"); !strings.Contains(got, "is not one of middle, end") {
		t.Errorf("beside the field network stands %q, want what there is", got)
	}
	page = s.get(t, "/new/b200-superpod?units=9").want(http.StatusBadRequest, "1 parameter to change", "the nearest that do are 8 and 12")
	if got := page.one("#wrong-units"); !strings.Contains(got, "units 9 does not fill pods of 4") {
		t.Errorf("beside the field units stands %q, want what is wrong with 9", got)
	}
	if n := len(page.all(`[role="alert"] a[href="#p-units"]`)); n != 1 {
		t.Error("the problem does not lead to its field")
	}
	part := s.get(t, "/new/b200-superpod?units=9", "Hx-Request", "true").want(http.StatusBadRequest)
	if len(part.all("h1")) != 0 || len(part.all(`#wrong-units[hx-swap-oob="true"]`)) != 1 {
		t.Errorf("htmx is answered with a whole page, or without what replaces the words at the field:\n%s", part.body)
	}
	part = s.get(t, "/new/b200-superpod?units=1", "Hx-Request", "true").want(http.StatusOK, "This works")
	if got := part.one("#wrong-units"); got != "" {
		t.Errorf("of a value that is right %q is said", got)
	}
}

func TestATemplateBecomesAPlan(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.post(t, "/new/fat-tree", "k", "4", "name", "Hall <7>").follow()
	s.get(t, at).want(http.StatusOK, "Hall <7>", "48 links", "This works")
	s.get(t, at+"/document").want(http.StatusOK, "# Made by the template fat-tree with k=4", "# - server-1u-1x-osfp is a stand-in")
	at = s.post(t, "/new/xdr-rack", "name", "My racks").follow()
	s.get(t, at).want(http.StatusOK, "My racks", "32 links")
	s.post(t, "/new/fat-tree", "k", "5").want(http.StatusBadRequest, "k 5 is odd")
	s.post(t, "/new/nothing").want(http.StatusNotFound)
}

// A preview ends with the request it is for.
func TestAPreviewEndsWithItsRequest(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := httptest.NewRequest(http.MethodGet, "/new/b200-superpod?units=64", nil).WithContext(ctx)
	if a := s.do(t, r); a.status != 499 {
		t.Errorf("a preview nobody waits for answers %d, want 499", a.status)
	}
}
