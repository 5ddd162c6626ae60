package app

import (
	"strings"
	"unicode/utf8"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
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

// these says of each device whether it is one of the chosen; nil where nothing
// is asked for.
func (x *index) these(c *chosen) []bool {
	if c == nil {
		return nil
	}
	are := make([]bool, len(x.result.Devices))
	for i := range x.result.Devices {
		are[i] = c.has(x.result.Devices[i].Name)
	}
	return are
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

// A textWord is a word that must stand in one of the texts of a row, in small
// letters. A word with a colon is looked for in "device:port".
type textWord struct {
	word    string
	devices []bool // those whose name holds the word
	tail    []bool // those whose name ends with what stands before the colon; nil: there is none
	port    string // what stands behind it
}

// textWords are the words of a text.
func textWords(x *index, text string) []textWord {
	var words []textWord
	for _, word := range strings.Fields(strings.ToLower(text)) {
		w := textWord{word: word, devices: make([]bool, len(x.result.Devices))}
		before, after, ok := strings.Cut(word, ":")
		if ok {
			w.port, w.tail = after, make([]bool, len(x.result.Devices))
		}
		for i := range x.result.Devices {
			name := strings.ToLower(x.result.Devices[i].Name)
			w.devices[i] = strings.Contains(name, word)
			if ok {
				w.tail[i] = strings.HasSuffix(name, before)
			}
		}
		words = append(words, w)
	}
	return words
}

// at reports whether "device:port" holds the word. Number is that of the
// device, -1 where it is not in the plan.
func (w *textWord) at(device *planner.Device, number int32, port string) bool {
	switch {
	case number < 0:
		return holds(device.Name+":"+port, w.word)
	case w.tail != nil:
		return w.tail[number] && len(port) >= len(w.port) && holds(port[:len(w.port)], w.port)
	}
	return w.devices[number] || holds(port, w.word)
}

// holds reports whether a text holds a word in small letters, in any case.
func holds(text, word string) bool {
	if word == "" {
		return true
	}
	if !plain(word) {
		return strings.Contains(strings.ToLower(text), word)
	}
	for len(text) >= len(word) {
		i := strings.IndexByte(text, word[0])
		if c := word[0]; c >= 'a' && c <= 'z' {
			if j := strings.IndexByte(text, c-('a'-'A')); j >= 0 && (i < 0 || j < i) {
				i = j
			}
		}
		if i < 0 || i+len(word) > len(text) {
			return false
		}
		if same(text[i:i+len(word)], word) {
			return true
		}
		text = text[i+1:]
	}
	return false
}

// same reports whether a text is a word in small letters of as many bytes.
func same(text, word string) bool {
	for i := range len(word) {
		c := text[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != word[i] {
			return false
		}
	}
	return true
}

func plain(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
