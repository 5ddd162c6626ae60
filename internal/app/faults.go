package app

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// The bounds of what people say about plans.
const (
	MaxMessage = 500 // characters
	MaxTags    = 32  // of a plan
	MaxTag     = 64  // characters
	MaxSearch  = 200 // characters
)

// faults collects what is wrong with a question, all of it.
type faults struct{ list []plan.Problem }

func (f *faults) add(field, format string, args ...any) {
	f.list = append(f.list, plan.Problem{Path: field, Message: fmt.Sprintf(format, args...)})
}

// err is *Invalid, or nil where nothing is wrong.
func (f *faults) err() error {
	if len(f.list) == 0 {
		return nil
	}
	return &Invalid{Problems: &plan.Problems{List: f.list}}
}

// message is what somebody says of a change, in one line; otherwise where
// nothing is said.
func (f *faults) message(text, otherwise string) string {
	text = strings.TrimSpace(text)
	f.text("message", text, MaxMessage)
	if text == "" {
		return otherwise
	}
	return text
}

// tags are tags trimmed, sorted, each once.
func (f *faults) tags(tags []string) []string {
	out := make([]string, 0, len(tags))
	for i, t := range tags {
		field := fmt.Sprintf("tags[%d]", i)
		if t = strings.TrimSpace(t); t == "" {
			f.add(field, "tag is empty; write a word or leave it out")
		}
		f.text(field, t, MaxTag)
		out = append(out, t)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	if len(out) > MaxTags {
		f.add("tags", "%d tags; the limit is %d", len(out), MaxTags)
	}
	return out
}

// text checks a line of text: its length, and that it can be printed.
func (f *faults) text(field, text string, limit int) {
	if n := utf8.RuneCountInString(text); n > limit {
		f.add(field, "text is %d characters long; the limit is %d", n, limit)
		return
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		f.add(field, "text %q holds a character that cannot be printed; take it out", clip(text))
	}
}

// DefaultPage is how many rows a list gives where nothing is said.
const DefaultPage = 50

// limit is how many rows to list.
func (f *faults) limit(n, most int) int {
	if n < 0 || n > most {
		f.add("limit", "limit is %d; write a number from 1 to %d", n, most)
	}
	if n <= 0 {
		return DefaultPage
	}
	return n
}

// word checks a word of a fixed list; empty is none.
func word[W ~string](f *faults, field string, w W, allowed ...W) {
	if w == "" || slices.Contains(allowed, w) {
		return
	}
	words := make([]string, len(allowed))
	for i, a := range allowed {
		words[i] = string(a)
	}
	hint := ""
	if near := catalog.Closest(string(w), words); near != "" {
		hint = fmt.Sprintf("; did you mean %s?", near)
	}
	f.add(field, "%q is not one of %s%s", clip(string(w)), strings.Join(words, ", "), hint)
}

// maxEcho is how many characters of what somebody wrote a message repeats.
const maxEcho = 64

// clip shortens a text for a message.
func clip(text string) string {
	if utf8.RuneCountInString(text) <= maxEcho {
		return text
	}
	return string([]rune(text)[:maxEcho-1]) + "…"
}

// plural is "1 link" or "2 links".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// copyName is the name of a copy: "Pod A (copy)".
func copyName(name string) string {
	const end = " (copy)"
	if r := []rune(name); len(r) > plan.MaxName-len(end) {
		name = strings.TrimSpace(string(r[:plan.MaxName-len(end)]))
	}
	return name + end
}
