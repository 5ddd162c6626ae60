package ui_test

import (
	"net/http"
	"strings"
	"testing"
)

// The checker takes two ends, tells every part between them in words, and works
// as a form without script.
func TestReachBetweenTwoEndsOnThePage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	home := s.get(t, "/").want(http.StatusOK, "Does it reach?")
	for _, want := range []string{`name="from"`, `name="to"`, `list="ends"`, `<option value="qm9700">`, `<option value="osfp-finned-2">`, `all that both ends do`} {
		if !strings.Contains(home.body, want) {
			t.Errorf("the form on the home page lacks %s", want)
		}
	}
	s.get(t, "/reach?from=qm9700%3AIB1%2F1%2F1&to=dgx-h100%3AOSFP1P1&speed=&length=2m&medium=").want(http.StatusOK,
		"Yes: 2 m at NDR and NDR200 by optical", "980-9I601-00N003", "By pin", "980-9I51A-00NS00", "Everything that fits, the shortest first",
		"is never chosen without a pin", "active", "transcribed", "34")
	s.get(t, "/reach?from=qm8700%3AIB1%2F1&to=qm9700%3AIB1%2F1%2F1&speed=").want(http.StatusOK, "980-9I11Z-00H005", "together they run HDR 200 Gb/s", "estimate")
	s.get(t, "/reach?from=q3400-ra&to=hgx-8gpu-osfp%3Aib1&speed=").want(http.StatusOK, "The catalog has nothing between q3400-ra and hgx-8gpu-osfp:ib1 like that", "do not slow down", "nv-200g-list")
	s.get(t, "/reach?from=qm970&to=dgx-h100&speed=").want(http.StatusNotFound, "did you mean qm9700?", "Check")
	s.get(t, "/reach?from=qm9700&to=&speed=").want(http.StatusBadRequest, "name both ends")
	s.get(t, "/reach?length=3m&speed=").want(http.StatusBadRequest, "name both ends")
}

// The overview shows what becomes of the links at each generation: a chart that
// is one image to who cannot see it, and a table that says the same.
func TestGenerationsStandOnTheOverview(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "edr-habit/ndr")
	page := s.get(t, at).want(http.StatusOK, "Generations side by side", "as single links; a real redesign regroups cages", "MCP1600-E01AE30", "MFS1S00-H003V", "MCP7Y00-N01A", "980-9IAO5-00X01A",
		"passive copper does not exist", "is retired", "1 of 2")
	if n := len(page.all(`[data-testid="chart"][role="img"]`)); n != 1 {
		t.Errorf("the overview has %d charts, want 1", n)
	}
	if n := len(page.all(`[data-testid="generations-table"] tbody tr`)); n != 4 {
		t.Errorf("the table has %d generations, want 4", n)
	}
	for _, name := range []string{"generations.csv", "generations.json", "generations.svg"} {
		s.get(t, at+"/export/"+name).want(http.StatusOK)
	}
}
