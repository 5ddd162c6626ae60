package plan

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Len is how many names there are.
func (n Names) Len() int { return n.count }

// Ranged reports whether the names were written as a range, with brackets.
func (n Names) Ranged() bool { return len(n.parts) > 0 }

// All gives the names in written order, the first bracket varying slowest.
func (n Names) All() iter.Seq[string] {
	return func(yield func(string) bool) {
		var buf []byte
		n.each(func(w *walk) bool {
			buf = w.append(buf[:0])
			return yield(string(buf))
		})
	}
}

// chunk is how much text Append joins into one piece of memory.
const chunk = 1 << 14

// Append adds the names to dst in written order. Names of one range share
// their memory.
func (n Names) Append(dst []string) []string {
	if n.count == 1 && len(n.parts) == 0 {
		return append(dst, n.lead)
	}
	dst = slices.Grow(dst, n.count)
	var buf []byte
	var ends []int
	flush := func() {
		text, from := string(buf), 0
		for _, end := range ends {
			dst = append(dst, text[from:end])
			from = end
		}
		buf, ends = buf[:0], ends[:0]
	}
	n.each(func(w *walk) bool {
		buf = w.append(buf)
		ends = append(ends, len(buf))
		if len(buf) >= chunk {
			flush()
		}
		return true
	})
	flush()
	return dst
}

// String is the text ParseNames reads these names from.
func (n Names) String() string {
	if len(n.parts) == 0 {
		return n.lead
	}
	b := []byte(n.lead)
	for _, p := range n.parts {
		b = appendSpans(b, p.spans)
		b = append(b, p.after...)
	}
	return string(b)
}

func appendSpans(b []byte, spans []span) []byte {
	single := len(spans) == 1 && spans[0].first == spans[0].last
	if !single {
		b = append(b, '[')
	}
	for i, x := range spans {
		if i > 0 {
			b = append(b, ',')
		}
		b = x.append(b, x.first)
		switch x.count() {
		case 1:
			continue
		case 2:
			if x.step > 1 {
				b = x.append(append(b, ','), x.last)
				continue
			}
		}
		b = x.append(append(b, '-'), x.last)
		if x.step > 1 {
			b = strconv.AppendUint(append(b, '/'), x.step, 10)
		}
	}
	if !single {
		b = append(b, ']')
	}
	return b
}

// append writes one number of the span.
func (x span) append(b []byte, v uint64) []byte {
	if x.width > 0 {
		for range x.width - (span{}).digits(v) {
			b = append(b, '0')
		}
	}
	return strconv.AppendUint(b, v, 10)
}

// A walk stands at one name of a range.
type walk struct {
	n  *Names
	at []cursor
}

type cursor struct {
	span  int
	value uint64
}

func (w *walk) append(b []byte) []byte {
	b = append(b, w.n.lead...)
	for i, p := range w.n.parts {
		b = p.spans[w.at[i].span].append(b, w.at[i].value)
		b = append(b, p.after...)
	}
	return b
}

// each visits the names in order until visit says no.
func (n Names) each(visit func(*walk) bool) {
	w := walk{n: &n, at: make([]cursor, len(n.parts))}
	for i, p := range n.parts {
		w.at[i].value = p.spans[0].first
	}
	for range n.count {
		if !visit(&w) {
			return
		}
		for i := len(w.at) - 1; i >= 0; i-- {
			c, spans := &w.at[i], n.parts[i].spans
			if x := spans[c.span]; c.value < x.last {
				c.value += x.step
				break
			}
			if c.span++; c.span < len(spans) {
				c.value = spans[c.span].first
				break
			}
			*c = cursor{value: spans[0].first}
		}
	}
}

// Index is the place of a name in written order, counted from 0; -1: it is not
// among them.
func (n Names) Index(name string) int {
	rest, ok := strings.CutPrefix(name, n.lead)
	if !ok || n.count == 0 {
		return -1
	}
	return indexIn(n.parts, rest)
}

func indexIn(parts []part, text string) int {
	if len(parts) == 0 {
		if text == "" {
			return 0
		}
		return -1
	}
	p := parts[0]
	for w := 1; w <= len(text) && w <= maxDigits && text[w-1] >= '0' && text[w-1] <= '9'; w++ {
		at := p.index(text[:w])
		after, ok := strings.CutPrefix(text[w:], p.after)
		if at < 0 || !ok {
			continue
		}
		if rest := indexIn(parts[1:], after); rest >= 0 {
			for _, q := range parts[1:] {
				at *= q.count
			}
			return at + rest
		}
	}
	return -1
}

// index is the place of a number in the bracket, -1: it is not there.
func (p part) index(digits string) int {
	v, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return -1
	}
	before := 0
	for _, x := range p.spans {
		if x.holds(v, len(digits)) {
			return before + int((v-x.first)/x.step)
		}
		before += int(x.count())
	}
	return -1
}

// ExpandNames gives the names a text stands for, at most limit of them.
func ExpandNames(text string, limit int) ([]string, error) {
	n, err := ParseNames(text)
	if err != nil {
		return nil, err
	}
	if n.count > limit {
		return nil, tooMany(text, uint64(n.count), limit)
	}
	return n.Append(nil), nil
}

// CountNames is how many names a text stands for, without expanding it.
func CountNames(text string) (int, error) {
	n, err := ParseNames(text)
	return n.count, err
}
