package plan

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lengthwise/internal/units"
)

// A checker collects the problems of a document.
type checker struct {
	problems []Problem
	total    int  // names of the whole document, after expansion
	over     bool // some bound of the whole document was passed
}

// A spot is an entry of a list ("devices" 3), or with index -1 a map
// ("settings"); its list is empty for the document itself.
type spot struct {
	list  string
	index int
}

// String is the path of the entry or map.
func (s spot) String() string {
	if s.index < 0 {
		return s.list
	}
	return s.list + "[" + strconv.Itoa(s.index) + "]"
}

func (s spot) field(name string) string {
	if s.list == "" {
		return name
	}
	return s.String() + "." + name
}

func (c *checker) fail(at spot, field, format string, args ...any) {
	if len(c.problems) < MaxProblems {
		c.problems = append(c.problems, Problem{Path: at.field(field), Message: fmt.Sprintf(format, args...)})
	}
}

// full reports whether it is useless to look further.
func (c *checker) full() bool { return c.over || len(c.problems) >= MaxProblems }

// bound adds n to a total that may not pass the limit.
func (c *checker) bound(total, n, limit int, path, what string) int {
	total += n
	if total > limit && !c.over {
		c.over = true
		c.problems = append(c.problems, Problem{Path: path,
			Message: fmt.Sprintf("document holds %d %s and more after expansion; the limit is %d", total, what, limit)})
	}
	return total
}

// count adds n names to those of the document.
func (c *checker) count(n int) int {
	c.total = c.bound(c.total, n, MaxNames, "", "names")
	return n
}

func (c *checker) required(at spot, field, value string) bool {
	if strings.TrimSpace(value) == "" {
		c.fail(at, field, "required field is missing")
		return false
	}
	return true
}

// names checks a name or range of names and counts it.
func (c *checker) names(at spot, field, text string, required bool) int {
	if text == "" && (!required || !c.required(at, field, text)) {
		return 0
	}
	n, err := ParseNames(text)
	if err != nil {
		c.fail(at, field, "%s", err)
		return 0
	}
	return c.count(n.Len())
}

// single checks a name that may not be a range.
func (c *checker) single(at spot, field, text string, required bool) {
	if text == "" && (!required || !c.required(at, field, text)) {
		return
	}
	n, err := ParseNames(text)
	switch {
	case err != nil:
		c.fail(at, field, "%s", err)
	case n.Ranged():
		c.fail(at, field, "%s is a range; this field takes one name", quote(text))
	default:
		c.count(1)
	}
}

// ends checks a required "device:port" and counts it.
func (c *checker) ends(at spot, field, text string) int {
	if !c.required(at, field, text) {
		return 0
	}
	e, err := ParseEnds(text)
	if err != nil {
		c.fail(at, field, "%s", err)
		return 0
	}
	return c.count(e.Len())
}

// labels checks a label or range of labels and counts it.
func (c *checker) labels(at spot, field, text string) {
	if text == "" {
		return
	}
	n, err := ParseLabels(text)
	if err != nil {
		c.fail(at, field, "%s", err)
		return
	}
	c.count(n.Len())
}

// label checks a short text of one line; empty is not written.
func (c *checker) label(at spot, field, text string) {
	if n := utf8.RuneCountInString(text); n > MaxLabel {
		c.fail(at, field, "text %s is %d characters long; the limit is %d", quote(text), n, MaxLabel)
		return
	}
	c.printable(at, field, text, "")
}

// title checks the name of the plan. It is no name others refer to, so ':' and
// brackets may stand in it.
func (c *checker) title(at spot, field, text string) {
	if !c.required(at, field, text) {
		return
	}
	if n := utf8.RuneCountInString(strings.TrimSpace(text)); n > MaxName {
		c.fail(at, field, "name %s is %d characters long; the limit is %d", quote(text), n, MaxName)
		return
	}
	c.printable(at, field, text, "")
}

// prose checks a text that may have lines.
func (c *checker) prose(at spot, field, text string) {
	if n := utf8.RuneCountInString(text); n > MaxText {
		c.fail(at, field, "text is %d characters long; the limit is %d", n, MaxText)
		return
	}
	c.printable(at, field, text, "\r\n\t")
}

// printable checks that a text holds printable characters and those of also.
func (c *checker) printable(at spot, field, text, also string) {
	if !utf8.ValidString(text) {
		c.fail(at, field, "text %s is not valid UTF-8", quote(text))
		return
	}
	for _, r := range text {
		if !unicode.IsPrint(r) && !strings.ContainsRune(also, r) {
			c.fail(at, field, "text %s holds the unprintable character %U", quote(text), r)
			return
		}
	}
}

// check reports whether a word is one of those allowed; empty is not written.
func check[W ~string](c *checker, at spot, field string, word W, allowed ...W) bool {
	if word == "" {
		return true
	}
	for _, a := range allowed {
		if word == a {
			return true
		}
	}
	c.fail(at, field, "%s is not one of %s", quote(string(word)), list(allowed))
	return false
}

func list[W ~string](words []W) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = string(w)
	}
	return strings.Join(texts, ", ")
}

// length checks a length; nil is not written.
func (c *checker) length(at spot, field string, l *units.Length, low, high units.Length) {
	if l != nil && (*l < low || *l > high) {
		c.fail(at, field, "length %s is not between %s and %s", l.Text(), low.Text(), high.Metres())
	}
}

// number checks a whole number; nil is not written.
func (c *checker) number(at spot, field string, n *int, low, high int) {
	if n != nil && (*n < low || *n > high) {
		c.fail(at, field, "number %d is not between %d and %d", *n, low, high)
	}
}

// decimal checks a number of so many parts to the whole; nil is not written.
// The message shows what was written.
func (c *checker) decimal(at spot, field string, n *int, parts, low, high int) {
	if n == nil || *n >= low*parts && *n <= high*parts {
		return
	}
	sign, v := "", *n
	if v < 0 {
		sign, v = "-", -v
	}
	text := strconv.Itoa(v / parts)
	if frac := v % parts; frac > 0 {
		text += "." + strings.TrimRight(strconv.Itoa(parts + frac)[1:], "0")
	}
	c.fail(at, field, "number %s%s is not between %d and %d", sign, text, low, high)
}

// bounded checks a power or mass; nil is not written.
func bounded[Q interface {
	units.Power | units.Mass
	fmt.Stringer
}](c *checker, at spot, field string, q *Q, low, high Q) {
	if q != nil && (*q < low || *q > high) {
		c.fail(at, field, "%s is not above 0 and at most %s", *q, high)
	}
}
