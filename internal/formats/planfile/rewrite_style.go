package planfile

import (
	"bytes"
	"encoding/json"
	"strings"
)

// A style is how a text is written, told from the text.
type style struct {
	media MediaType
	crlf  bool // lines end in CR LF
	blank bool // YAML: sections stand apart

	// JSON: no line ends at all; a space behind ":" and ","; every list and map
	// spread over lines, and what a level is indented by.
	oneLine, spaced, expanded bool
	unit                      string
}

func (o *original) styleOf(media MediaType) style {
	s := style{media: media, unit: "  ", spaced: true, crlf: strings.Contains(o.source, "\r\n")}
	pairs := o.children(&o.tree.root)
	if media == YAML {
		for i := 2; i+1 < len(pairs) && !s.blank; i += 2 {
			from, err := o.end(&pairs[i-1])
			to, ok := o.offset(&pairs[i])
			s.blank = err == nil && ok && from <= to && blankLine(o.source[from:to])
		}
		return s
	}
	if len(pairs) == 0 {
		return s
	}
	s.oneLine = len(o.starts) == 1 || !strings.ContainsAny(strings.TrimSpace(o.source), "\r\n")
	if first, ok := o.offset(&pairs[0]); ok && !s.oneLine {
		s.unit = o.source[o.lineStart(first):first]
		if strings.Trim(s.unit, " \t") != "" || s.unit == "" {
			s.unit = "  "
		}
	}
	if end, err := o.end(&pairs[0]); err == nil {
		behind := strings.TrimLeft(o.source[end:], " \t\r\n")
		s.spaced = strings.HasPrefix(behind, ": ") || strings.HasPrefix(behind, ":\n")
	}
	s.expanded = !s.oneLine && o.isExpanded(pairs)
	return s
}

func blankLine(between string) bool {
	lines := strings.Split(between, "\n")
	for _, line := range lines[1 : len(lines)-min(1, len(lines)-1)] {
		if strings.TrimSpace(line) == "" {
			return true
		}
	}
	return false
}

// isExpanded reports whether the first list or map within a section takes more
// than a line.
func (o *original) isExpanded(pairs []node) bool {
	for i := 1; i < len(pairs); i += 2 {
		for _, n := range o.children(&pairs[i]) {
			if n.kind >= plainNode || n.n == 0 {
				continue
			}
			start, ok := o.offset(&n)
			end, err := o.end(&n)
			return ok && err == nil && strings.Contains(o.source[start:end], "\n")
		}
	}
	return false
}

// spreads reports whether a value takes a line for each of its entries or
// fields where it may: lists of maps, and maps that hold some.
func (v value) spreads() bool {
	switch v.kind() {
	case listNode:
		for _, e := range v.entries() {
			if e.kind() == mapNode {
				return true
			}
		}
	case mapNode:
		for _, m := range v.members() {
			if m.value.spreads() {
				return true
			}
		}
	}
	return false
}

// inline is a value on one line.
func (s style) inline(v value) string {
	w := &writer{out: &strings.Builder{}, media: s.media, compact: !s.spaced, frames: []frame{{isMap: true}}}
	w.value(v, false)
	return w.gathered()
}

// inFlow is a value within braces or brackets, at depth lists and maps of the
// document, on a line with the given indentation.
func (s style) inFlow(v value, depth int, indent string) string {
	switch {
	case s.media == YAML || s.oneLine || v.kind() >= plainNode:
		return s.inline(v)
	case s.expanded:
		var b bytes.Buffer
		if json.Indent(&b, []byte(v), indent, s.unit) == nil {
			return b.String()
		}
	case depth == 1 || v.spreads():
		w := &writer{out: &strings.Builder{}, media: JSON, frames: []frame{{spread: true, isMap: true, indent: len(indent)}}}
		w.value(v, true)
		return w.gathered()
	}
	return s.inline(v)
}

// field is a field of a YAML map with a line for itself, the line end included;
// what it holds may take more lines. whole says that a map or list with nothing
// to spread is spread.
func (s style) field(m member, indent int, whole bool) string {
	w := blockWriter(indent)
	w.key(m.key)
	w.value(m.value, whole || m.value.spreads())
	return w.gathered()[1:] + "\n"
}

// entry is an entry of a YAML list on lines of its own, as inline or spread.
func (s style) entry(v value, indent int, spread bool) string {
	w := blockWriter(0)
	w.frames = append(w.frames, frame{spread: true, indent: indent})
	w.entry()
	w.value(v, spread)
	return w.gathered()[1:] + "\n"
}

// blockWriter writes fields of a YAML map, each behind a line end.
func blockWriter(indent int) *writer {
	f := frame{spread: true, isMap: true, indent: indent}
	return &writer{out: &strings.Builder{}, media: YAML, frames: []frame{f, f}}
}

// gathered is what a writer into memory wrote.
func (w *writer) gathered() string {
	_ = w.flush() // a strings.Builder takes everything
	return w.out.(*strings.Builder).String()
}

// value writes a value of the canonical form, its text as text of this form.
func (w *writer) value(v value, spread bool) {
	switch v.kind() {
	case mapNode:
		w.openMap(spread && len(v) > 2)
		for _, m := range v.members() {
			w.key(m.key)
			w.value(m.value, m.value.spreads())
		}
		w.closeMap()
	case listNode:
		w.openList(spread && len(v) > 2)
		for _, e := range v.entries() {
			w.entry()
			w.value(e, e.spreads())
		}
		w.closeList()
	case quotedNode:
		if text := v.scalarText(); w.media == YAML && isMillimetres(text) {
			w.raw(text)
		} else {
			w.text(text)
		}
	default:
		w.raw(string(v))
	}
}

// isMillimetres reports whether a text is a length as the canonical form writes
// it, which needs no quotes.
func isMillimetres(text string) bool {
	number, ok := strings.CutSuffix(strings.TrimPrefix(text, "-"), "mm")
	whole, fraction, dotted := strings.Cut(number, ".")
	return ok && allOf(whole, digits) && (!dotted || allOf(fraction, digits))
}
