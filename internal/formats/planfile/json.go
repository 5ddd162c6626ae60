package planfile

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"lengthwise/internal/plan"
)

// parseJSON reads one JSON value (RFC 8259) and nothing after it. Numbers keep
// their literal text and duplicate keys stay in the tree: encoding/json's token
// stream would lose the one and is a tenth as fast. A test holds it to
// json.Valid.
func parseJSON(source string) (*tree, error) {
	p := jsonParser{line: 1, column: 1}
	p.source = source
	p.nodes = make([]node, 0, estimate(source))
	if err := p.value(0); err != nil {
		return nil, err
	}
	p.space()
	if p.pos < len(source) {
		return nil, p.fail("there is text after the end of the document: %s", p.next())
	}
	return p.finish(), nil
}

// estimate guesses the number of nodes from the commas and lines of a text, each
// of which stands between two pairs of a key and a value.
func estimate(source string) int {
	return min(2*(strings.Count(source, ",")+strings.Count(source, "\n"))+16, maxValues)
}

type jsonParser struct {
	builder
	pos          int
	line, column uint32 // of the byte at counted
	counted      int
}

// place is a node of a kind at the current position.
func (p *jsonParser) place(kind nodeKind) node {
	p.count()
	return node{kind: kind, line: p.line, column: p.column}
}

// count moves the column up to the current position; no line ends in between.
func (p *jsonParser) count() {
	p.column += uint32(utf8.RuneCountInString(p.source[p.counted:p.pos]))
	p.counted = p.pos
}

func (p *jsonParser) fail(format string, args ...any) error {
	p.count()
	return &syntaxError{int(p.line), int(p.column), fmt.Sprintf(format, args...)}
}

// next describes what stands at the current position.
func (p *jsonParser) next() string {
	if p.pos >= len(p.source) {
		return "the end of the document"
	}
	r, _ := utf8.DecodeRuneInString(p.source[p.pos:])
	return fmt.Sprintf("%q", r)
}

func (p *jsonParser) space() {
	for p.pos < len(p.source) {
		switch p.source[p.pos] {
		case '\n':
			p.pos++
			p.line++
			p.column, p.counted = 1, p.pos
		case ' ', '\t', '\r':
			p.pos++
		default:
			return
		}
	}
}

// take steps over the byte c and the space around it.
func (p *jsonParser) take(c byte) bool {
	p.space()
	if p.pos < len(p.source) && p.source[p.pos] == c {
		p.pos++
		p.space()
		return true
	}
	return false
}

func (p *jsonParser) value(depth int) error {
	p.space()
	if p.pos >= len(p.source) {
		return p.fail("document ends where a value should stand")
	}
	switch c := p.source[p.pos]; {
	case c == '{' || c == '[':
		if depth == plan.MaxNesting {
			p.count()
			return errNesting(int(p.line), int(p.column))
		}
		if c == '{' {
			return p.object(depth)
		}
		return p.list(depth)
	case c == '"':
		return p.str()
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	}
	for _, word := range []string{"true", "false", "null"} {
		if strings.HasPrefix(p.source[p.pos:], word) {
			return p.scalar(plainNode, p.pos, len(word), p.pos+len(word))
		}
	}
	return p.fail("%s where a value should stand", p.next())
}

// scalar pushes source[at:at+n], which begins at or just after the current
// position, and goes on to end.
func (p *jsonParser) scalar(kind nodeKind, at, n, end int) error {
	v := p.place(kind)
	v.at, v.n = uint32(at), uint32(n)
	p.pos = end
	return p.push(v)
}

func (p *jsonParser) object(depth int) error {
	n, mark := p.place(mapNode), len(p.stack)
	p.pos++
	if p.take('}') {
		return p.close(mark, n)
	}
	for {
		p.space()
		if p.pos >= len(p.source) || p.source[p.pos] != '"' {
			return p.fail("%s where a key in double quotes should stand", p.next())
		}
		if err := p.str(); err != nil {
			return err
		}
		if !p.take(':') {
			return p.fail("%s where \":\" should follow the key", p.next())
		}
		if err := p.value(depth + 1); err != nil {
			return err
		}
		if p.take(',') {
			continue
		}
		if p.take('}') {
			return p.close(mark, n)
		}
		return p.fail("%s where \",\" or \"}\" should follow a value", p.next())
	}
}

func (p *jsonParser) list(depth int) error {
	n, mark := p.place(listNode), len(p.stack)
	p.pos++
	if p.take(']') {
		return p.close(mark, n)
	}
	for {
		if err := p.value(depth + 1); err != nil {
			return err
		}
		if p.take(',') {
			continue
		}
		if p.take(']') {
			return p.close(mark, n)
		}
		return p.fail("%s where \",\" or \"]\" should follow a value", p.next())
	}
}

func (p *jsonParser) str() error {
	start, escaped := p.pos, false
	for i := start + 1; i < len(p.source); i++ {
		switch c := p.source[i]; {
		case c == '\\':
			escaped = true
			i++
		case c < ' ':
			p.pos = i
			return p.fail("a text in quotes holds a line end or tab; write \\n or \\t")
		case c == '"' && !escaped:
			return p.scalar(quotedNode, start+1, i-start-1, i+1)
		case c == '"':
			text, err := unescape(p.source[start+1 : i])
			if err != nil {
				return p.fail("%s", err)
			}
			v := p.place(quotedNode)
			p.pos = i + 1
			return p.pushText(text, v)
		}
	}
	return p.fail("text in quotes does not end")
}

// number checks the grammar of RFC 8259: no leading zero, no "+", digits on
// both sides of the point.
func (p *jsonParser) number() error {
	s, i := p.source, p.pos
	digits := func() bool {
		from := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i > from
	}
	if s[i] == '-' {
		i++
	}
	whole := i
	ok := digits() && (s[whole] != '0' || i == whole+1)
	if ok && i < len(s) && s[i] == '.' {
		i++
		ok = digits()
	}
	if ok && i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		ok = digits()
	}
	if !ok {
		return p.fail("%s is not a JSON number", clip(s[p.pos:min(len(s), i+1)]))
	}
	return p.scalar(plainNode, p.pos, i-p.pos, i)
}

// unescape is the text between the quotes with its escapes read.
func unescape(s string) (string, error) {
	const letters, meaning = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	var b strings.Builder
	b.Grow(len(s))
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			b.WriteString(s)
			return b.String(), nil
		}
		b.WriteString(s[:i])
		s = s[i+1:]
		if k := strings.IndexByte(letters, s[0]); k >= 0 {
			b.WriteByte(meaning[k])
			s = s[1:]
			continue
		}
		r, err := hexEscape(s)
		if err != nil {
			return "", err
		}
		s = s[5:]
		if utf16.IsSurrogate(r) {
			low := rune(utf8.RuneError)
			if strings.HasPrefix(s, `\u`) {
				low, err = hexEscape(s[1:])
			}
			if r = utf16.DecodeRune(r, low); err != nil || r == utf8.RuneError {
				return "", errors.New("text holds half a surrogate pair")
			}
			s = s[6:]
		}
		b.WriteRune(r)
	}
}

// hexEscape reads "u" and four hex digits.
func hexEscape(s string) (rune, error) {
	if len(s) >= 5 && s[0] == 'u' && allOf(s[1:5], "0123456789abcdefABCDEF") {
		v, err := strconv.ParseUint(s[1:5], 16, 16)
		return rune(v), err
	}
	return 0, fmt.Errorf("text holds the escape %s, which JSON does not know", clip(`\`+s[:min(len(s), 5)]))
}
