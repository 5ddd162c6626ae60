package ui_test

import (
	"net/http"
	"strings"
	"testing"
)

// Prints hold what is asked for and say what is not there.
func TestPrints(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.example(t, "h100-unit")
	s.get(t, at+"/print").want(http.StatusOK, "Rack sheets", "Installer pack", "Review hand-out")
	if n := len(s.get(t, at+"/print/racks?rack=A[01-02]").want(http.StatusOK, "Scale 1:").all(`[data-testid="rack-sheet"]`)); n != 2 {
		t.Errorf("two racks have %d sheets", n)
	}
	pack := s.get(t, at+"/print/installer").want(http.StatusOK, "384 pulls between 19 pairs of racks")
	if n := len(pack.all(`[data-testid="pair-sheet"] tbody tr`)); n != 384 {
		t.Errorf("the pack has %d rows, want one a cable", n)
	}
	s.get(t, at+"/print/review?paper=letter").want(http.StatusOK, "This works", "Order", "Scale 1:")
	for path, why := range map[string]string{
		"/print/racks?paper=a5": "a4 and letter", "/print/installer?row=nowhere": "has no rack", "/print/racks?rack=A[": "without its", "/print/racks?part=7": "from 0 to 1",
		"/print/title.css?what=x": "racks, installer or review",
	} {
		s.get(t, at+path).want(http.StatusBadRequest, why)
	}
}

// What a plan is called cannot leave the string of the title block.
func TestTheTitleBlockHoldsAnyName(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	text := strings.Replace(habit(t, s), "name: EDR habit at NDR", `name: 'a"; } body { display: none } \ </style>'`, 1)
	at := s.post(t, "/plans", "text", text).follow()
	css := s.get(t, at+"/print/title.css?what=racks").want(http.StatusOK).body
	if !strings.Contains(css, `content: "a\000022; } body { display: none } \00005c \00003c/style\00003e · Rack sheets"`) {
		t.Errorf("the style sheet is\n%s", css)
	}
}
