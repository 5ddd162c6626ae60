package plan

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names is one name or a range of names as a document writes it, in the
// notation of ClusterShell and Slurm: "dgx-[001-032]", "leaf-[01,03,05-08]",
// "port[1-31/2]". Several brackets multiply, the first varies slowest; zero
// padding is kept. No name occurs twice. The zero Names holds none.
type Names struct {
	lead  string // what stands before the first bracket
	parts []part // nil: one name, lead
	count int
}

// A part is a bracket and what stands between it and the next.
type part struct {
	spans []span
	count int // numbers in the spans
	after string
}

// A span is the numbers first, first+step ... last. Width is the width they
// are padded to; 0: they are written without leading zeros.
type span struct {
	first, last, step uint64
	width             int
}

// maxDigits is how many digits a number of a range may have, so that it fits
// an int64.
const maxDigits = 18

// ParseNames reads a name or a range of names, trimmed. It does not expand: a
// range of more than MaxNames names is an error at once. Names have 1 to
// MaxName printable characters without ':', '[' and ']'.
func ParseNames(text string) (Names, error) { return parseNames(text, MaxName, false) }

// ParseLabels reads the label of a link or a range of labels. Labels are
// written like names, but may hold ':' and up to MaxLabel characters, so that
// "A01-40:IB1/1/1" is one.
func ParseLabels(text string) (Names, error) { return parseNames(text, MaxLabel, true) }

func parseNames(text string, limit int, colon bool) (Names, error) {
	s := strings.TrimSpace(text)
	if s == "" {
		return Names{}, fmt.Errorf("name is empty; write 1 to %d characters", limit)
	}
	lead, rest, err := literal(s, s, colon)
	if err != nil {
		return Names{}, err
	}
	n := Names{lead: lead, count: 1}
	longest := utf8.RuneCountInString(lead)
	total := uint64(1)
	for rest != "" {
		end := strings.IndexByte(rest, ']')
		if end < 0 {
			return Names{}, fmt.Errorf("range %s has a '[' without its ']'", quote(s))
		}
		p, err := parseBracket(rest[1:end])
		if err != nil {
			return Names{}, fmt.Errorf("range %s: %w", quote(s), err)
		}
		if p.after, rest, err = literal(rest[end+1:], s, colon); err != nil {
			return Names{}, err
		}
		size := countSpans(p.spans)
		if total = multiply(total, size); total > MaxNames {
			return Names{}, tooMany(s, total, MaxNames)
		}
		p.count = int(size)
		longest += widest(p.spans) + utf8.RuneCountInString(p.after)
		n.parts = append(n.parts, p)
	}
	n.count = int(total)
	if longest > limit {
		if len(n.parts) == 0 {
			return Names{}, fmt.Errorf("name %s is %d characters long; the limit is %d", quote(s), longest, limit)
		}
		return Names{}, fmt.Errorf("range %s holds names of %d characters; the limit is %d", quote(s), longest, limit)
	}
	if twice := n.repeated(); twice != "" {
		return Names{}, fmt.Errorf("range %s holds %s", quote(s), twice)
	}
	return n, nil
}

// literal cuts the text before the next '[' from s; whole is the text an error
// shows, colon says whether ':' may stand in it.
func literal(s, whole string, colon bool) (before, rest string, err error) {
	for i, c := range s {
		switch {
		case c == '[':
			return s[:i], s[i:], nil
		case c == ']':
			return "", "", fmt.Errorf("name %s has a ']' without its '['", quote(whole))
		case c == ':' && !colon:
			return "", "", fmt.Errorf("name %s holds ':', which separates a device from its port", quote(whole))
		case c == utf8.RuneError && !utf8.ValidString(s):
			return "", "", fmt.Errorf("name %s is not valid UTF-8", quote(whole))
		case c > unicode.MaxASCII && !unicode.IsPrint(c), c < ' ', c == 0x7f:
			return "", "", fmt.Errorf("name %s holds the unprintable character %U", quote(whole), c)
		}
	}
	return s, "", nil
}

// parseBracket reads what stands between '[' and ']'.
func parseBracket(text string) (part, error) {
	if text == "" {
		return part{}, fmt.Errorf("nothing between the brackets; write numbers, as in [01-08] or [1,3,5]")
	}
	p := part{spans: make([]span, 0, 1+strings.Count(text, ","))}
	for item := range strings.SplitSeq(text, ",") {
		x, err := parseSpan(item)
		if err != nil {
			return part{}, err
		}
		p.spans = append(p.spans, x)
	}
	return p, nil
}

// parseSpan reads "5", "05-08" or "1-31/2".
func parseSpan(item string) (span, error) {
	body, stepText, stepped := strings.Cut(item, "/")
	a, b, ranged := strings.Cut(body, "-")
	if !ranged {
		b = a
	}
	first, err := parseNumber(a, item)
	if err != nil {
		return span{}, err
	}
	last, err := parseNumber(b, item)
	if err != nil {
		return span{}, err
	}
	x := span{first: first, last: last, step: 1}
	if padded(a) || padded(b) {
		if len(a) != len(b) {
			return span{}, fmt.Errorf("%s has ends of different width; pad both to the same number of digits", quote(item))
		}
		x.width = len(a)
	}
	if stepped {
		if x.step, err = parseNumber(stepText, item); err != nil {
			return span{}, err
		}
		if !ranged {
			return span{}, fmt.Errorf("%s has a step but no range; write for example 1-31/2", quote(item))
		}
		if x.step == 0 {
			return span{}, fmt.Errorf("%s has the step 0; a step is 1 or more", quote(item))
		}
	}
	if last < first {
		return span{}, fmt.Errorf("%s runs down; write the smaller number first", quote(item))
	}
	x.last -= (last - first) % x.step
	return x, nil
}

// parseNumber reads digits and nothing else; item is what an error shows.
func parseNumber(text, item string) (uint64, error) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, fmt.Errorf("%s is no number or range; write digits, '-', '/' and ',' as in [1-31/2,40]", quote(item))
	}
	if len(text) > maxDigits {
		return 0, fmt.Errorf("%s has a number of %d digits; the limit is %d", quote(item), len(text), maxDigits)
	}
	return strconv.ParseUint(text, 10, 64)
}

func padded(digits string) bool { return len(digits) > 1 && digits[0] == '0' }

// tooMany is the error of a text that stands for more names than may be.
func tooMany(text string, count uint64, limit int) error {
	if count == math.MaxUint64 {
		return fmt.Errorf("range %s holds more names than can be counted; the limit is %d", quote(text), limit)
	}
	return fmt.Errorf("range %s holds %d names; the limit is %d", quote(text), count, limit)
}

// holds reports whether the span holds a number written with so many digits.
func (x span) holds(v uint64, digits int) bool {
	return x.first <= v && v <= x.last && (v-x.first)%x.step == 0 && x.digits(v) == digits
}

func (x span) count() uint64 { return (x.last-x.first)/x.step + 1 }

// digits is how many digits a number of the span is written with.
func (x span) digits(v uint64) int {
	n := 1
	for p := uint64(10); v >= p; p *= 10 {
		n++
	}
	return max(n, x.width)
}

// countSpans counts the numbers, MaxUint64 where that does not fit.
func countSpans(spans []span) uint64 {
	total := uint64(0)
	for _, x := range spans {
		sum, carry := bits.Add64(total, x.count(), 0)
		if carry != 0 {
			return math.MaxUint64
		}
		total = sum
	}
	return total
}

// multiply is a x b, MaxUint64 where that does not fit.
func multiply(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi != 0 {
		return math.MaxUint64
	}
	return lo
}

// widest is the most digits a number of the spans has.
func widest(spans []span) int {
	n := 0
	for _, x := range spans {
		n = max(n, x.digits(x.last))
	}
	return n
}

// quote shows a text in a message, at most 64 characters of it.
func quote(text string) string {
	const limit = 64
	n := 0
	for i := range text {
		if n++; n > limit {
			return strconv.Quote(text[:i] + "…")
		}
	}
	return strconv.Quote(text)
}
