package app

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lengthwise/internal/catalog"
	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// LabelWords are the words in braces of a pattern of labels: what a link's ends
// are called and where they stand, and its number among the links chosen, from
// 1. A colon and a number of digits pads the number: "{n:3}" is 001.
var LabelWords = []string{"a_device", "a_port", "a_rack", "a_u", "b_device", "b_port", "b_rack", "b_u", "speed", "group", "fabric", "n"}

// A labelPattern is a pattern of labels taken apart.
type labelPattern []labelPart

// A labelPart is a text as it is, or a word with how many digits it has at least.
type labelPart struct {
	text   string
	word   string // empty: text
	digits int
}

// maxDigits is how far a number of a label may be padded.
const maxDigits = 9

// parseLabelPattern reads a pattern: "{a_rack}-{a_u}:{a_port}".
func parseLabelPattern(text string) (labelPattern, error) {
	if strings.ContainsAny(text, "[]") {
		return nil, fmt.Errorf("label %q has a bracket, which would be a range; write a pattern with words in braces, such as {a_rack}-{n}", clip(text))
	}
	var out labelPattern
	for rest := text; rest != ""; {
		before, after, found := strings.Cut(rest, "{")
		if before != "" {
			out = append(out, labelPart{text: before})
		}
		if !found {
			return out, nil
		}
		inside, behind, closed := strings.Cut(after, "}")
		if !closed {
			return nil, fmt.Errorf("label %q has a { without its }", clip(text))
		}
		word, digits, padded := strings.Cut(inside, ":")
		p := labelPart{word: word}
		if !slices.Contains(LabelWords, word) {
			hint := ""
			if near := catalog.Closest(word, LabelWords); near != "" {
				hint = fmt.Sprintf("; did you mean {%s}?", near)
			}
			return nil, fmt.Errorf("label has {%s}, which is not one of %s%s", clip(inside), strings.Join(LabelWords, ", "), hint)
		}
		if padded {
			n, err := strconv.Atoi(digits)
			if err != nil || n < 1 || n > maxDigits {
				return nil, fmt.Errorf("label has {%s}; write 1 to %d digits behind the colon", clip(inside), maxDigits)
			}
			p.digits = n
		}
		out, rest = append(out, p), behind
	}
	return out, nil
}

// of is the label of a link that is the n-th of those chosen.
func (p labelPattern) of(l *planner.Link, n int) string {
	var b strings.Builder
	for i := range p {
		if p[i].word == "" {
			b.WriteString(p[i].text)
			continue
		}
		text := wordOf(p[i].word, l, n)
		for range p[i].digits - len(text) {
			b.WriteByte('0')
		}
		b.WriteString(text)
	}
	return b.String()
}

func wordOf(word string, l *planner.Link, n int) string {
	end := &l.A
	if strings.HasPrefix(word, "b_") {
		end = &l.B
	}
	switch word {
	case "a_device", "b_device":
		return end.Device.Name
	case "a_port", "b_port":
		return end.Port
	case "a_rack", "b_rack":
		return end.Device.Rack
	case "a_u", "b_u":
		return unitOf(end.Device.U)
	case "speed":
		return l.Speed
	case "group":
		return l.Group
	case "fabric":
		return l.Fabric
	}
	return strconv.Itoa(n)
}

func unitOf(u units.RackUnits) string {
	if u <= 0 {
		return ""
	}
	return u.String()
}
