package plan_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
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
			for field, text := range map[string]string{"cause": m.Cause, "why it matters": m.Matters, "way out": m.Out} {
				if len(text) < 15 || text[len(text)-1] == '.' {
					t.Errorf("%s of %s is no sentence without a full stop: %q", field, m.Code, text)
				}
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

// Every code names a section that there is: a heading as Markdown viewers make
// an anchor of it.
func TestRulesOfCodesAreSectionsOfTheDocs(t *testing.T) {
	t.Parallel()
	anchors := map[string]bool{}
	unwanted := regexp.MustCompile(`[^a-z0-9 -]`)
	pages, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if head := strings.TrimLeft(line, "#"); len(head) < len(line) {
				slug := unwanted.ReplaceAllString(strings.ToLower(strings.TrimSpace(head)), "")
				anchors[filepath.Base(page)+"#"+strings.ReplaceAll(slug, " ", "-")] = true
			}
		}
	}
	for _, g := range plan.Codes {
		for _, m := range g.Codes {
			if !anchors[m.Rule] {
				t.Errorf("rule of %s is %q, which is no section of the docs", m.Code, m.Rule)
			}
		}
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
