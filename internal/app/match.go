package app

import (
	"strings"
	"unicode/utf8"

	"lengthwise/internal/plan"
)

// chosen are the names a query asks for.
type chosen struct {
	one   string // a single name
	names plan.Names
	many  bool
}

// choose reads a name or range; nil where nothing is asked for.
func choose(bad *faults, field, text string) *chosen {
	if text == "" {
		return nil
	}
	names, err := plan.ParseNames(text)
	if err != nil {
		bad.add(field, "%s", err)
		return nil
	}
	return &chosen{one: strings.TrimSpace(text), names: names, many: names.Ranged()}
}

func (c *chosen) has(name string) bool {
	if !c.many {
		return name == c.one
	}
	return c.names.Index(name) >= 0
}

// inRacks says of each device whether it stands in one of the racks; nil where
// nothing is asked for.
func (x *index) inRacks(c *chosen) []bool {
	if c == nil {
		return nil
	}
	racks := make([]bool, len(x.racks))
	for i, name := range x.racks {
		racks[i] = c.has(name)
	}
	in := make([]bool, len(x.rack))
	for d, r := range x.rack {
		in[d] = r >= 0 && racks[r]
	}
	return in
}

// holds reports whether a text holds a word in small letters, in any case.
func holds(text, word string) bool {
	if len(word) == 0 {
		return true
	}
	if !plain(text) || !plain(word) {
		return strings.Contains(strings.ToLower(text), word)
	}
	for i := 0; i+len(word) <= len(text); i++ {
		if small(text[i]) == word[0] && same(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

// same reports whether a text is a word in small letters of as many bytes.
func same(text, word string) bool {
	for i := range len(word) {
		if small(text[i]) != word[i] {
			return false
		}
	}
	return true
}

func small(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func plain(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
