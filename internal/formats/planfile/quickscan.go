package planfile

import "unicode/utf8"

// The quick reader within one line. Everything here is false where it meets what
// it does not know; the reader then gives the entry up.

// place is a node of a kind at the current position.
func (q *quickReader) place(kind nodeKind) node {
	q.column += utf8.RuneCountInString(q.source[q.counted:q.pos])
	q.counted = q.pos
	return node{kind: kind, line: uint32(q.line), column: uint32(q.column)}
}

// maxQuickNesting is how deep braces and brackets may be nested here.
const maxQuickNesting = 8

// flow reads a map in braces or a list in brackets that ends before limit.
func (q *quickReader) flow(limit, depth int) bool {
	if depth > maxQuickNesting {
		return false
	}
	open := q.source[q.pos]
	kind, closing := listNode, byte(']')
	if open == '{' {
		kind, closing = mapNode, '}'
	}
	n, mark := q.place(kind), len(q.stack)
	q.pos++
	for first := true; ; first = false {
		q.spaces(limit)
		if q.pos >= limit {
			return false
		}
		if first && q.source[q.pos] == closing {
			q.pos++
			return q.close(mark, n) == nil
		}
		if kind == mapNode && !q.key(limit) || !q.value(limit, depth) {
			return false
		}
		q.spaces(limit)
		if q.pos >= limit {
			return false
		}
		c := q.source[q.pos]
		q.pos++
		if c == closing {
			return q.close(mark, n) == nil
		}
		if c != ',' {
			return false
		}
	}
}

func (q *quickReader) spaces(limit int) {
	for q.pos < limit && q.source[q.pos] == ' ' {
		q.pos++
	}
}

// key reads a key with its colon and the spaces after it.
func (q *quickReader) key(limit int) bool {
	if q.pos >= limit {
		return false
	}
	start := q.pos
	if c := q.source[q.pos]; c == '"' || c == '\'' {
		if !q.quoted(limit) {
			return false
		}
	} else {
		for q.pos < limit && isKeyByte(q.source[q.pos]) {
			q.pos++
		}
		n := q.pos - start
		q.pos = start
		if n == 0 || q.scalar(plainNode, start, n) != nil {
			return false
		}
		q.pos = start + n
	}
	if q.pos-start > 128 || q.pos+1 >= limit || q.source[q.pos] != ':' || q.source[q.pos+1] != ' ' {
		return false
	}
	q.pos++
	q.spaces(limit)
	return true
}

func isKeyByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

// scalar pushes source[at:at+n], at or just after the current position.
func (q *quickReader) scalar(kind nodeKind, at, n int) error {
	v := q.place(kind)
	v.at, v.n = uint32(at), uint32(n)
	return q.push(v)
}

// value reads the value of a field or an entry of a list; depth is that of the
// braces or brackets around it, -1 where there are none.
func (q *quickReader) value(limit, depth int) bool {
	if q.pos >= limit {
		return false
	}
	switch q.source[q.pos] {
	case '{', '[':
		return q.flow(limit, depth+1)
	case '"', '\'':
		return q.quoted(limit)
	}
	return q.plain(limit, depth >= 0)
}

// quoted reads a text in quotes without escapes.
func (q *quickReader) quoted(limit int) bool {
	quote := q.source[q.pos]
	for i := q.pos + 1; i < limit; i++ {
		switch c := q.source[i]; {
		case c == quote:
			if i+1 < limit && q.source[i+1] == quote {
				return false
			}
			if q.scalar(quotedNode, q.pos+1, i-q.pos-1) != nil {
				return false
			}
			q.pos = i + 1
			return true
		case c == '\\' && quote == '"', c == '\t':
			return false
		}
	}
	return false
}

// plain reads a text without quotes, made of characters that mean nothing in
// YAML where they stand.
func (q *quickReader) plain(limit int, inFlow bool) bool {
	start := q.pos
	c := q.source[start]
	if !isPlainFirst(c) && !(c == '-' && start+1 < limit && q.source[start+1] >= '0' && q.source[start+1] <= '9') {
		return false
	}
	i, end := start+1, start+1 // end is after the last character that is no space
	for ; i < limit; i++ {
		c := q.source[i]
		if isPlainFirst(c) || isPlainMark(c) {
			end = i + 1
			continue
		}
		if c == ' ' {
			continue
		}
		if c == ':' && i+1 < limit && isPlainFirst(q.source[i+1]) {
			continue
		}
		if inFlow && (c == ',' || c == '}' || c == ']') || c == '#' && !inFlow && q.source[i-1] == ' ' {
			break
		}
		return false
	}
	if q.scalar(plainNode, start, end-start) != nil {
		return false
	}
	q.pos = end
	return true
}

func isPlainFirst(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c == '_' || c == '/' || c == '.' || c >= utf8.RuneSelf
}

func isPlainMark(c byte) bool {
	return c == '-' || c == '+' || c == '(' || c == ')' || c == '\'' || c == '"' || c == '='
}
