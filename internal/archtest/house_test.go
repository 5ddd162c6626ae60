package archtest

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// maxLines is how long a Go file may be that nobody generates.
const maxLines = 400

// longFiles are the files that may be longer, with the reason.
var longFiles = map[string]string{}

func TestFilesFitOnePurpose(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, f := range sources(t, 0) {
		if f.generated || f.lines <= maxLines {
			continue
		}
		seen[f.name] = true
		if longFiles[f.name] == "" {
			t.Errorf("%s has %d lines, more than %d; cut it where its second subject begins", f.name, f.lines, maxLines)
		}
	}
	for name := range longFiles {
		if !seen[name] {
			t.Errorf("%s is excused for its length but is not too long; take it off the list", name)
		}
	}
}

func TestPackagesSayWhatTheyAreFor(t *testing.T) {
	t.Parallel()
	said := map[string]bool{}
	code := map[string]bool{}
	for _, f := range sources(t, 0) {
		if f.test && f.dir != "internal/archtest" {
			continue
		}
		code[f.dir] = true
		if f.file.Doc != nil {
			said[f.dir] = true
		}
	}
	for dir := range code {
		if !said[dir] {
			t.Errorf("%s has no package comment; say what it is for, what it promises and what it refuses", dir)
		}
	}
}

func TestNothingIsLeftForLater(t *testing.T) {
	t.Parallel()
	later := regexp.MustCompile(`\b(` + strings.Join([]string{"TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"}, "|") + `)\b`)
	for _, f := range sources(t, 0) {
		for _, group := range f.file.Comments {
			if word := later.FindString(group.Text()); word != "" && !f.generated {
				t.Errorf("%s: a comment says %s; finish it or leave it out", f.name, word)
			}
		}
	}
}

// unwelcome finds what no committed file may say: a path of the machine it was
// written on, or the host of a package registry.
var unwelcome = regexp.MustCompile(
	`(^|[^\w./}-])/(work|root|tmp|home|Users)/` +
		`|\b(registry\.npmjs|proxy\.golang|sum\.golang|pypi|files\.pythonhosted|crates)\.(org|io)\b`)

func TestFilesNameNoMachine(t *testing.T) {
	t.Parallel()
	files(t, func(name string, text []byte) {
		if name == "internal/archtest/house_test.go" {
			return
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if m := unwelcome.Find(line); m != nil {
				t.Errorf("%s:%d names %q; nothing we commit depends on one machine or registry", name, i+1, m)
			}
		}
	})
}

func TestUnwelcomeTextIsSeen(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       bool
	}{
		{"a home folder", "see /root/notes.md", true},
		{"a temporary file in quotes", `open "/tmp/plan.yaml"`, true},
		{"a registry", "from https://" + "proxy." + "golang.org/x", true},
		{"a path of the repository", "internal/planner/work.go", false},
		{"a folder named work", "docs/work/plan.md", false},
		{"a folder of the system", "/var/lib/lengthwise", false},
		{"a page on the web", "https://example.com/home/page", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := unwelcome.MatchString(tt.text); got != tt.want {
				t.Errorf("unwelcome in %q = %v, want %v", tt.text, got, tt.want)
			}
		})
	}
}
