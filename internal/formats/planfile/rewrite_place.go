package planfile

import (
	"strings"
	"unicode/utf8"
)

// An original is a text with the places of its values: a tree knows where a
// value begins, an original also where it ends.
type original struct {
	*tree
	starts []int // offsets of the lines
	ascii  bool

	// Where offset was last asked for, as lines may be long.
	line, column, at int
}

func newOriginal(t *tree) original {
	o := original{tree: t, starts: []int{0}, ascii: true}
	s := t.source
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\n', c == '\r' && !strings.HasPrefix(s[i+1:], "\n"):
			o.starts = append(o.starts, i+1)
		case c >= utf8.RuneSelf:
			o.ascii = false
			r, size := utf8.DecodeRuneInString(s[i:])
			if i += size - 1; r == 0x85 || r == 0x2028 || r == 0x2029 { // YAML ends lines there, too
				o.starts = append(o.starts, i+1)
			}
		}
	}
	return o
}

// offset is where a value begins; ok is false where the text does not show it.
func (o *original) offset(n *node) (at int, ok bool) {
	if n.line == 0 || int(n.line) > len(o.starts) {
		return 0, false
	}
	at = o.starts[n.line-1]
	column := int(n.column) - 1
	if o.ascii {
		at += column
		return at, at <= len(o.source)
	}
	from := 0
	if int(n.line) == o.line && column >= o.column {
		at, from = o.at, o.column
	}
	for ; from < column; from++ {
		if at >= len(o.source) {
			return 0, false
		}
		_, size := utf8.DecodeRuneInString(o.source[at:])
		at += size
	}
	o.line, o.column, o.at = int(n.line), column, at
	return at, true
}

// begin is offset, with an error for "no".
func (o *original) begin(n *node) (int, error) {
	at, ok := o.offset(n)
	if !ok {
		return 0, errOdd
	}
	return at, nil
}

// isFlow reports whether a value is a list or map in brackets or braces.
func (o *original) isFlow(n *node) bool {
	at, ok := o.offset(n)
	return ok && (n.kind == mapNode || n.kind == listNode) && at < len(o.source) && (o.source[at] == '{' || o.source[at] == '[')
}

// end is the offset behind a value, comments and space not counted.
func (o *original) end(n *node) (int, error) {
	at, ok := o.offset(n)
	switch {
	case !ok:
		return 0, errOdd
	case n.kind == plainNode:
		return o.plainEnd(n, at)
	case at >= len(o.source):
		return 0, errOdd
	case n.kind == quotedNode:
		return o.quotedEnd(at)
	}
	children := o.children(n)
	if len(children) == 0 {
		return o.bracketEnd(at + 1)
	}
	last, err := o.end(&children[len(children)-1])
	if err != nil || !o.isFlow(n) {
		return last, err
	}
	return o.bracketEnd(last)
}

// plainEnd is the end of a text without quotes; where it goes on over lines, a
// space or line end of it stands for all the space in between.
func (o *original) plainEnd(n *node, at int) (int, error) {
	text := o.text(n)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case at < len(o.source) && o.source[at] == c && c != ' ' && c != '\n':
			at++
		case c == ' ' || c == '\n':
			next := o.skipBlank(at)
			if next == at {
				return 0, errOdd
			}
			for at = next; i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\n'); {
				i++
			}
		default:
			return 0, errOdd
		}
	}
	return at, nil
}

func (o *original) skipBlank(at int) int {
	for at < len(o.source) && strings.IndexByte(" \t\r\n", o.source[at]) >= 0 {
		at++
	}
	return at
}

// quotedEnd is the end of a text in quotes or of a block of text.
func (o *original) quotedEnd(at int) (int, error) {
	s := o.source
	switch quote := s[at]; quote {
	case '"':
		for i := at + 1; i < len(s); i++ {
			if s[i] == '\\' {
				i++
			} else if s[i] == '"' {
				return i + 1, nil
			}
		}
	case '\'':
		for i := at + 1; i < len(s); i++ {
			if s[i] == '\'' {
				if i+1 < len(s) && s[i+1] == '\'' {
					i++
					continue
				}
				return i + 1, nil
			}
		}
	case '|', '>':
		return o.blockTextEnd(at), nil
	}
	return 0, errOdd
}

// blockTextEnd is the end of the last line of a block of text, behind its "|"
// or ">". Its lines are indented deeper than the line it begins on, unless that
// line holds a dash; then they are deeper than what follows the dash.
func (o *original) blockTextEnd(at int) int {
	header := o.lineEnd(at)
	keep := strings.Contains(o.source[at:header], "+")
	end, deep := header, -1
	for next := o.nextLine(header); next < len(o.source); next = o.nextLine(next) {
		line := strings.TrimRight(o.source[next:o.lineEnd(next)], " \t\r")
		if line == "" {
			if keep {
				end = o.lineEnd(next)
			}
			continue
		}
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if deep < 0 {
			start := o.lineStart(at)
			deep = len(o.source[start:at]) - len(strings.TrimLeft(o.source[start:at], " -")) + 1
		}
		if indent < deep {
			break
		}
		end = o.lineEnd(next)
	}
	return end
}

// bracketEnd is behind the bracket or brace that closes what was read up to at.
func (o *original) bracketEnd(at int) (int, error) {
	at = o.skipComments(at)
	if at < len(o.source) && o.source[at] == ',' {
		at = o.skipComments(at + 1)
	}
	if at < len(o.source) && (o.source[at] == '}' || o.source[at] == ']') {
		return at + 1, nil
	}
	return 0, errOdd
}

// skipComments steps over space, line ends and comments. In JSON there are no
// comments, and no "#" where one could stand.
func (o *original) skipComments(at int) int {
	for {
		at = o.skipBlank(at)
		if at >= len(o.source) || o.source[at] != '#' {
			return at
		}
		at = o.lineEnd(at)
	}
}

// lineStart is where the line of an offset begins, lineEnd where its text ends
// and nextLine where the next one begins, or the end of the text.
func (o *original) lineStart(at int) int { return strings.LastIndexByte(o.source[:at], '\n') + 1 }

func (o *original) lineEnd(at int) int {
	if i := strings.IndexByte(o.source[at:], '\n'); i >= 0 {
		if i > 0 && o.source[at+i-1] == '\r' {
			i--
		}
		return at + i
	}
	return len(o.source)
}

func (o *original) nextLine(at int) int {
	if i := strings.IndexByte(o.source[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(o.source)
}

// isFirst reports whether nothing stands before an offset on its line.
func (o *original) isFirst(at int) bool {
	return strings.Trim(o.source[o.lineStart(at):at], " ") == ""
}

// isLast reports whether nothing but a comment stands behind an offset on its
// line.
func (o *original) isLast(at int) bool {
	line := o.source[at:o.lineEnd(at)]
	text := strings.TrimLeft(line, " \t")
	return text == "" || text[0] == '#' && len(text) < len(line)
}

// isComment reports whether the line that begins at an offset holds a comment
// and nothing else, and how far it is indented.
func (o *original) isComment(start int) (indent int, ok bool) {
	line := o.source[start:o.lineEnd(start)]
	text := strings.TrimLeft(line, " ")
	return len(line) - len(text), strings.HasPrefix(text, "#")
}

// tail is the start of the line after a value that ends at an offset and what
// belongs to it: comments on lines of their own that are indented deeper than
// its key.
func (o *original) tail(end, indent int) int {
	at := o.nextLine(end)
	for next := at; next < len(o.source); next = o.nextLine(next) {
		deep, ok := o.isComment(next)
		if ok && deep > indent {
			at = o.nextLine(next)
		} else if ok || strings.TrimSpace(o.source[next:o.lineEnd(next)]) != "" {
			break
		}
	}
	return at
}

// above is where the comments right above the line of an offset begin, or that
// line.
func (o *original) above(at int) int {
	start := o.lineStart(at)
	for start > 0 {
		line := o.lineStart(start - 1)
		if _, ok := o.isComment(line); !ok {
			break
		}
		start = line
	}
	return start
}
