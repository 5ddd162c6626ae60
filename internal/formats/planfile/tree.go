package planfile

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"lengthwise/internal/plan"
)

// Bounds of one document, so that a body of 64 MiB of "[1,1,1,..." costs 20
// bytes for each value up to here and then no more. The largest document of
// explicit links that fits plan.MaxBytes stays below them.
const (
	maxValues  = 8_000_000               // keys, values, lists and maps
	maxEntries = plan.MaxLinks + 100_000 // those of the lists and maps that are open at one place
)

type nodeKind uint8

const (
	mapNode    nodeKind = iota + 1 // children: key, value, key, value, ...
	listNode                       // children: the entries
	plainNode                      // a scalar without quotes: text, a number, true, false or null
	quotedNode                     // a scalar in quotes (or a block of text): always text
)

// A node is one value of a document. Nodes hold no pointers, so a large tree
// costs the garbage collector nothing.
type node struct {
	// Of a list or map: the first child in tree.nodes and their number. Of a
	// scalar: offset and length in tree.source, or with length decoded the
	// index in tree.extra.
	at, n        uint32
	line, column uint32 // 1-based, columns in characters
	kind         nodeKind
}

const decoded = math.MaxUint32

// A tree is a document as it was written, whatever the format: every key and
// value with its place, duplicates included.
type tree struct {
	source string
	extra  []string // scalars that are not written literally: escapes, folded lines
	nodes  []node
	root   node
}

// text is the text of a scalar.
func (t *tree) text(n *node) string {
	if n.n == decoded {
		return t.extra[n.at]
	}
	return t.source[n.at : n.at+n.n]
}

// children are the entries of a list, or keys and values of a map in turn.
func (t *tree) children(n *node) []node {
	if n.kind == listNode || n.kind == mapNode {
		return t.nodes[n.at : n.at+n.n]
	}
	return nil
}

// find is the value of the last field of that name, nil where there is none.
func (t *tree) find(n *node, name string) *node {
	if n.kind != mapNode {
		return nil
	}
	pairs := t.children(n)
	for i := len(pairs) - 2; i >= 0; i -= 2 {
		if pairs[i].kind >= plainNode && t.text(&pairs[i]) == name {
			return &pairs[i+1]
		}
	}
	return nil
}

// A syntaxError is the first place where a text stops being YAML or JSON, or
// goes beyond a bound; nothing after it is looked at.
type syntaxError struct {
	line, column int
	message      string
}

func (e *syntaxError) Error() string { return e.message }

// A builder grows a tree from the leaves: children are pushed, then their list
// or map is closed over them.
type builder struct {
	tree
	stack []node
	full  error // once a bound was reached
}

// push adds a scalar, or a list or map that is closed.
func (b *builder) push(n node) error {
	if !b.room(1, &n) {
		return b.full
	}
	b.stack = append(b.stack, n)
	return nil
}

// pushAll adds entries that are closed already.
func (b *builder) pushAll(entries []node) error {
	if len(entries) > 0 && !b.room(len(entries), &entries[0]) {
		return b.full
	}
	b.stack = append(b.stack, entries...)
	return nil
}

// room reports whether so many nodes more are within the bounds.
func (b *builder) room(more int, n *node) bool {
	what, limit := "", 0
	switch {
	case len(b.nodes)+len(b.stack)+more > maxValues:
		what, limit = "values", maxValues
	case len(b.stack)+more > maxEntries:
		what, limit = "values in one list or map", maxEntries
	default:
		return true
	}
	b.full = &syntaxError{int(n.line), int(n.column), tooMany(what, limit)}
	return false
}

func tooMany(what string, limit int) string {
	return fmt.Sprintf("document holds more than %d %s; write ranges such as \"dgx-[001-032]\" instead of single entries", limit, what)
}

// close makes what was pushed since mark the children of n and pushes n.
func (b *builder) close(mark int, n node) error {
	n.at, n.n = uint32(len(b.nodes)), uint32(len(b.stack)-mark)
	b.nodes = append(b.nodes, b.stack[mark:]...)
	b.stack = b.stack[:mark]
	return b.push(n)
}

// pushText adds a scalar whose text is not a part of the source.
func (b *builder) pushText(text string, n node) error {
	for _, c := range text {
		if unicode.IsControl(c) && c != '\n' && c != '\r' && c != '\t' {
			return &syntaxError{int(n.line), int(n.column), fmt.Sprintf("text holds the control character %U; take it out", c)}
		}
	}
	n.at, n.n = uint32(len(b.extra)), decoded
	b.extra = append(b.extra, text)
	return b.push(n)
}

// finish makes the one node left the root.
func (b *builder) finish() *tree {
	b.root = b.stack[0]
	b.stack = nil
	return &b.tree
}

// checkText refuses what neither format may hold, with its place: bytes that
// are no UTF-8, and control characters.
func checkText(text string) error {
	// A comma stands between two values, or two names of a range; no text that
	// plan accepts holds so many otherwise.
	if strings.Count(text, ",") > maxValues {
		return &syntaxError{message: tooMany("values", maxValues)}
	}
	for i := 0; i < len(text); {
		c := text[i]
		if c >= ' ' && c < 0x7f || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return errAt(text, i, fmt.Sprintf("byte 0x%02x is not UTF-8; save the document as UTF-8", c))
		case r < ' ' || r >= 0x7f && r < 0xa0 && r != 0x85 || r == 0xfffe || r == 0xffff:
			return errAt(text, i, fmt.Sprintf("document holds the control character %U; take it out", r))
		}
		i += size
	}
	return nil
}

func errTooLarge(size int) error {
	return &syntaxError{message: fmt.Sprintf("document is %d bytes; the limit is %d (64 MiB); write ranges or fabrics instead of single links",
		size, plan.MaxBytes)}
}

// errAt is a syntax error at a byte of the text.
func errAt(text string, offset int, message string) error {
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	return &syntaxError{
		line:    strings.Count(text[:offset], "\n") + 1,
		column:  utf8.RuneCountInString(text[start:offset]) + 1,
		message: message,
	}
}

func errNesting(line, column int) error {
	return &syntaxError{line, column, fmt.Sprintf("lists and maps are nested more than %d deep", plan.MaxNesting)}
}
