package plan_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/plan"
)

func TestEveryCodeIsDocumentedOnce(t *testing.T) {
	t.Parallel()
	kebab := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	seen := map[plan.Code]bool{}
	for _, g := range plan.Codes {
		rank := 0
		for _, m := range g.Codes {
			severity, ok := plan.Severities[m.Code]
			if !ok {
				t.Errorf("code %s is documented and has no severity", m.Code)
			}
			if seen[m.Code] {
				t.Errorf("code %s is documented twice", m.Code)
			}
			seen[m.Code] = true
			if !kebab.MatchString(string(m.Code)) {
				t.Errorf("code %s is not kebab-case", m.Code)
			}
			if len(m.Meaning) < 20 || m.Meaning[len(m.Meaning)-1] == '.' {
				t.Errorf("meaning of %s is no sentence without a full stop: %q", m.Code, m.Meaning)
			}
			if severity.Rank() < rank {
				t.Errorf("code %s stands after a milder one in group %s", m.Code, g.Name)
			}
			rank = severity.Rank()
			if m.Code.Meaning() != m.Meaning {
				t.Errorf("meaning of %s: got %q, want %q", m.Code, m.Code.Meaning(), m.Meaning)
			}
		}
	}
	for code := range plan.Severities {
		if !seen[code] {
			t.Errorf("code %s has a severity and is not documented", code)
		}
	}
	if got := plan.Code("no-such-code").Meaning(); got != "" {
		t.Errorf("meaning of a code there is not: got %q, want none", got)
	}
}

func TestFindingsPage(t *testing.T) {
	t.Parallel()
	path := filepath.Join("..", "..", "docs", "findings.md")
	got := plan.FindingsPage()
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, string(want)); diff != "" {
		t.Errorf("docs/findings.md is not what codes.go says (UPDATE_GOLDEN=1 rewrites it), got - want +:\n%s", diff)
	}
}
