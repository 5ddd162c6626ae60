package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A numeral is a number as written: two are the same text when value and
// number of digits are the same.
type numeral struct {
	digits int
	value  uint64
}

func compareNumerals(a, b numeral) int {
	if a.digits != b.digits {
		return cmp.Compare(a.digits, b.digits)
	}
	return cmp.Compare(a.value, b.value)
}

func (x span) start() numeral { return numeral{x.digits(x.first), x.first} }
func (x span) end() numeral   { return numeral{x.digits(x.last), x.last} }

// repeated says which name occurs twice, empty: none does. A range is bounded
// by MaxNames before this is asked.
func (n Names) repeated() string {
	for _, p := range n.parts {
		if twice := repeatedNumeral(p.spans); twice != "" {
			return twice
		}
	}
	// Brackets that touch, or that only digits keep apart, can spell one name
	// in two ways when more than one of them varies in width: [1,11][1,11].
	for i := 0; i < len(n.parts); i++ {
		j, varying := i, vary(n.parts[i])
		for j+1 < len(n.parts) && strings.Trim(n.parts[j].after, "0123456789") == "" {
			j++
			varying += vary(n.parts[j])
		}
		if varying > 1 {
			if twice := spelledTwice(n.parts[i : j+1]); twice != "" {
				return twice
			}
		}
		i = j
	}
	return ""
}

// vary is 1 where the numbers of a bracket differ in width.
func vary(p part) int {
	low, high := p.spans[0].start().digits, 0
	for _, x := range p.spans {
		low, high = min(low, x.start().digits), max(high, x.end().digits)
	}
	if low != high {
		return 1
	}
	return 0
}

// maxSpelled bounds how many numbers are looked at one by one: enough for
// anything people write, few enough that a hostile document is refused quickly.
const maxSpelled = 1 << 14

// spelledTwice looks for a text that touching brackets spell in two ways.
func spelledTwice(parts []part) string {
	run := Names{parts: parts, count: 1}
	for _, p := range parts {
		run.count *= p.count // bounded by MaxNames as a whole
	}
	if run.count > maxSpelled {
		return fmt.Sprintf("brackets side by side with %d numbers of different width; pad the numbers to one width", run.count)
	}
	seen := make(map[string]bool, run.count)
	for text := range run.All() {
		if seen[text] {
			return fmt.Sprintf("the number %s twice, from brackets side by side; pad the numbers to one width", text)
		}
		seen[text] = true
	}
	return ""
}

// repeatedNumeral says which number is written twice in one bracket.
func repeatedNumeral(spans []span) string {
	rising := func(a, b span) bool { return compareNumerals(a.end(), b.start()) < 0 }
	ordered := true
	for i := 1; i < len(spans) && ordered; i++ {
		ordered = rising(spans[i-1], spans[i])
	}
	if ordered {
		return ""
	}
	sorted := slices.Clone(spans)
	slices.SortFunc(sorted, func(a, b span) int { return compareNumerals(a.start(), b.start()) })
	apart := true
	for i := 1; i < len(sorted) && apart; i++ {
		if apart = rising(sorted[i-1], sorted[i]); !apart && sorted[i-1].holds(sorted[i].first, sorted[i].start().digits) {
			return twice(sorted[i].start())
		}
	}
	if apart {
		return ""
	}
	// Spans interleave: look at every number.
	count := countSpans(spans)
	if count > maxSpelled {
		return fmt.Sprintf("%d numbers in ranges that interleave; write ranges that do not overlap", count)
	}
	all := make([]numeral, 0, count)
	for _, x := range spans {
		for v := x.first; ; v += x.step {
			all = append(all, numeral{x.digits(v), v})
			if v == x.last {
				break
			}
		}
	}
	slices.SortFunc(all, compareNumerals)
	for i := 1; i < len(all); i++ {
		if all[i] == all[i-1] {
			return twice(all[i])
		}
	}
	return ""
}

func twice(n numeral) string {
	x := span{width: n.digits}
	return fmt.Sprintf("the number %s twice", x.append(nil, n.value))
}
