package planfile

import (
	"io"
	"strings"
	"unicode/utf8"

	"lengthwise/internal/units"
)

// A writer prints lists, maps and scalars as YAML or JSON. Lists and maps are
// spread over lines or kept on one, as their kinds say.
type writer struct {
	out     io.Writer
	err     error
	buf     []byte
	media   MediaType
	compact bool // JSON without any space: the canonical form
	frames  []frame
}

// A frame is a list or map that is open.
type frame struct {
	spread  bool
	isMap   bool
	n       int  // entries or fields so far
	indent  int  // of its entries, in spaces
	hanging bool // YAML: its first field stands behind "- "
}

// flushAt is how many bytes are gathered before they are written.
const flushAt = 64 << 10

func (w *writer) flush() error {
	if w.err == nil && len(w.buf) > 0 {
		_, w.err = w.out.Write(w.buf)
	}
	w.buf = w.buf[:0]
	return w.err
}

func (w *writer) put(s string) { w.buf = append(w.buf, s...) }

func (w *writer) top() *frame { return &w.frames[len(w.frames)-1] }

func (w *writer) openMap(spread bool)  { w.open(spread, true, "{") }
func (w *writer) openList(spread bool) { w.open(spread, false, "[") }

func (w *writer) open(spread, isMap bool, bracket string) {
	spread = spread && !w.compact
	f := frame{spread: spread, isMap: isMap}
	if len(w.frames) > 0 {
		parent := w.top()
		f.indent = parent.indent + 2
		f.spread = spread && parent.spread
		f.hanging = !parent.isMap
	}
	if w.media == JSON && len(w.frames) == 0 {
		f.indent = 2
	}
	w.frames = append(w.frames, f)
	if w.media == JSON || !f.spread {
		w.space(f.spread)
		w.put(bracket)
	}
}

// space stands between a key or "-" and what follows on the same line.
func (w *writer) space(spread bool) {
	if n := len(w.buf); w.media == YAML && n > 0 && (w.buf[n-1] == ':' || w.buf[n-1] == '-') && !spread {
		w.put(" ")
	}
}

func (w *writer) closeMap()  { w.close("}") }
func (w *writer) closeList() { w.close("]") }

func (w *writer) close(bracket string) {
	f := *w.top()
	w.frames = w.frames[:len(w.frames)-1]
	if w.media == JSON || !f.spread {
		if f.spread && f.n > 0 {
			w.newLine(f.indent - 2)
		}
		w.put(bracket)
	}
	if len(w.frames) == 0 && !w.compact {
		w.put("\n")
	}
	if len(w.buf) >= flushAt {
		w.flush()
	}
}

func (w *writer) newLine(indent int) {
	w.put("\n")
	for range indent {
		w.put(" ")
	}
}

// begin separates an entry or field from the one before.
func (w *writer) begin() {
	f := w.top()
	f.n++
	if w.media == YAML && f.spread {
		switch {
		case f.hanging && f.n == 1:
			w.put(" ")
		case len(w.buf) > 0 || f.n > 1 || len(w.frames) > 1:
			w.newLine(f.indent)
		}
		return
	}
	if f.n > 1 {
		w.put(",")
	}
	switch {
	case f.spread:
		w.newLine(f.indent)
	case f.n > 1 && !w.compact:
		w.put(" ")
	}
}

// key begins a field of a map.
func (w *writer) key(name string) {
	if w.media == YAML && len(w.frames) == 1 && name != "version" && name != "name" && name != "description" {
		w.put("\n")
	}
	w.begin()
	if w.media == YAML {
		w.put(name + ":")
		return
	}
	w.buf = appendQuoted(w.buf, name)
	w.put(":")
	if !w.compact {
		w.put(" ")
	}
}

// entry begins an entry of a list.
func (w *writer) entry() {
	w.begin()
	if w.media == YAML && w.top().spread {
		w.put("-")
	}
}

// raw writes a number or truth value.
func (w *writer) raw(s string) {
	w.space(false)
	w.put(s)
}

// length writes a length in millimetres, exactly.
func (w *writer) length(l units.Length) {
	if w.media == YAML {
		w.raw(l.Text())
		return
	}
	w.text(l.Text())
}

// text writes a text, in YAML without quotes where no reader could take it for
// anything else.
func (w *writer) text(s string) {
	w.space(false)
	if w.media == YAML && isPlain(s) {
		w.put(s)
		return
	}
	w.buf = appendQuoted(w.buf, s)
}

// isPlain reports whether a text needs no quotes in YAML 1.1 or 1.2: it begins
// with a letter, or digits and a letter that is part of no number, holds only
// letters, digits and a few marks, and is no word with a meaning.
func isPlain(s string) bool {
	begin := strings.TrimLeft(s, digits)
	if begin == "" || s[len(s)-1] == ' ' || len(begin) < len(s) && strings.IndexByte("eExXoObB", begin[0]) >= 0 {
		return false
	}
	for i := range len(begin) {
		c := begin[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || !(c >= '0' && c <= '9') && strings.IndexByte("-_./+ ", c) < 0) {
			return false
		}
	}
	switch strings.ToLower(s) {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return false
	}
	return true
}

// appendQuoted writes a text in double quotes, the same way for YAML and JSON.
func appendQuoted(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			// What YAML takes for a line end or may not print stands as an escape.
			if r == utf8.RuneError && size == 1 || r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff || r >= 0xfff0 && r <= 0xffff {
				b = append(b, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
			} else {
				b = append(b, s[i:i+size]...)
			}
			i += size
			continue
		}
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\t':
			b = append(b, '\\', 't')
		case c < ' ' || c == 0x7f:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
		i++
	}
	return append(b, '"')
}
