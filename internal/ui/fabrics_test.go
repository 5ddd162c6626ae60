package ui_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lengthwise/internal/app"
)

// fromTemplate stores what a template makes of parameters.
func (s *site) fromTemplate(t testing.TB, name string, values map[string]string) string {
	t.Helper()
	src, err := s.plans.App().FromTemplate(name, values)
	if err != nil {
		t.Fatal(err)
	}
	made, err := s.plans.Create(t.Context(), app.LocalUser, app.CreateRequest{Source: src})
	if err != nil {
		t.Fatal(err)
	}
	return "/plans/" + made.ID
}

// The story: non-blocking on paper, and what a ring gets when flows are hashed.
func TestAFabricSaysWhatItIsWorth(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.fromTemplate(t, "fat-tree", map[string]string{"k": "8"}) + "/fabrics"
	page := s.get(t, at).want(http.StatusOK)
	if got := page.one(`[data-testid="fabric-verdict"]`); !strings.Contains(got, "Non-blocking on paper") || !strings.Contains(got, "bisection 100 %, 4 to 16 equal-cost paths") ||
		!strings.Contains(got, "If flows were hashed (ecmp), it would be 51.2 %") {
		t.Errorf("the verdict on k = 8: %q", got)
	}
	if got := page.one(`[data-testid="fabric-counts"] tbody`); !strings.HasPrefix(got, "hosts 128 edges 32 aggregations 32 cores 16 pods 8 links 384") {
		t.Errorf("the counts of k = 8: %q", got)
	}
	page.want(http.StatusOK, "InfiniBand does not hash flows unless HBF is on", "one aggregation", "edge to aggregation")
	if n := len(page.all(`[data-testid="simulation-verdict"]`)); n != 0 {
		t.Errorf("%d verdicts of a simulation nobody asked for", n)
	}

	page = s.get(t, at+"?simulate=1&seed=1&trials=300&collective=ring-strided").want(http.StatusOK, "300 trials with seed 1", "ring-strided", "a model, not a measurement")
	verdicts := page.all(`[data-testid="simulation-verdict"]`)
	if len(verdicts) != 2 {
		t.Fatalf("%d verdicts of the simulation, want that of the fabric's routing and that of hashing", len(verdicts))
	}
	if n := len(page.all(`svg[data-testid="load"]`)); n != 1 {
		t.Errorf("%d charts of load, want 1", n)
	}
	again := s.get(t, at+"?simulate=1&seed=1&trials=300&collective=ring-strided")
	if page.one(`[data-testid="simulation-runs"]`) != again.one(`[data-testid="simulation-runs"]`) {
		t.Error("the same seed gave another answer")
	}

	for query, want := range map[string]string{
		"trials=x": `"x" is not a number`, "seed=-1": `"-1" is not a whole number`, "collective=ring": "ring-in-order", "trials=100001": "from 0 to 100000",
	} {
		wrong := s.get(t, at+"?simulate=1&"+query)
		if got := wrong.one(`[data-testid="simulation-problem"]`); wrong.status != http.StatusBadRequest || !strings.Contains(got, want) {
			t.Errorf("%s: status %d and %q, want 400 and %q", query, wrong.status, got, want)
		}
	}
}

func TestFabricsOfAPlan(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	none := s.add(t, "version: 1\nname: No fabric\nracks: [{name: A}]\n")
	s.get(t, none+"/fabrics").want(http.StatusOK, "This plan has no fabrics", "start from a template")
	s.get(t, none+"/export/fabric.svg").want(http.StatusBadRequest, "has no fabric to draw")

	at := s.fromTemplate(t, "two-networks", nil)
	page := s.get(t, at+"/fabrics").want(http.StatusOK)
	rows := page.all(`[data-testid="fabrics"] tbody a`)
	if len(rows) < 2 {
		t.Fatalf("%d fabrics are listed, want at least 2", len(rows))
	}
	for _, row := range rows {
		href, _ := attr(row, "href")
		s.get(t, href).want(http.StatusOK, "What one failure takes down")
		to, err := url.Parse(href)
		if err != nil {
			t.Fatal(err)
		}
		s.get(t, at+"/export/fabric.svg?"+to.RawQuery).want(http.StatusOK, "<svg", "<title>Fabric")
	}
	s.get(t, at+"/fabrics?fabric=nothing").want(http.StatusNotFound, "nothing")
	s.get(t, at+"/export/fabric.svg").want(http.StatusBadRequest, "name one of")
}
