package csvtext

import (
	"io"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// flushAt is how many bytes a Writer gathers before it hands them on.
const flushAt = 32 << 10

// byteOrderMark tells Excel that a file is UTF-8.
const byteOrderMark = "\ufeff"

// A Writer writes the cells of a row one after another. Errors of the
// underlying writer are kept and end the writing.
type Writer struct {
	w       io.Writer
	buf     []byte
	list    []byte    // scratch of List
	special [256]bool // bytes that make a cell need quotes
	delim   byte
	raw     bool
	inRow   bool // a cell of this row is written already
	err     error
}

func newWriter(w io.Writer, o Options) (*Writer, error) {
	delim, err := o.delimiter()
	if err != nil {
		return nil, err
	}
	out := &Writer{w: w, delim: delim, raw: o.Raw, buf: make([]byte, 0, flushAt+4096)}
	for _, c := range []byte{delim, '"', '\r', '\n'} {
		out.special[c] = true
	}
	if o.Excel {
		out.buf = append(out.buf, byteOrderMark...)
	}
	return out, nil
}

// Text writes a text cell, guarded unless the options say raw.
func (w *Writer) Text(s string) {
	w.separate()
	guard := !w.raw && guarded(s)
	if !w.needsQuotes(s, guard) {
		if guard {
			w.buf = append(w.buf, '\'')
		}
		w.buf = append(w.buf, s...)
		return
	}
	w.buf = append(w.buf, '"')
	if guard {
		w.buf = append(w.buf, '\'')
	}
	start := 0
	for i := range len(s) {
		if s[i] == '"' {
			w.buf = append(append(w.buf, s[start:i]...), '"')
			start = i
		}
	}
	w.buf = append(append(w.buf, s[start:]...), '"')
}

// List writes texts joined by ";" as one text cell. A text that holds ";" or
// begins with a quote is quoted inside the cell, so no list is ever read back
// as another.
func (w *Writer) List(items []string) {
	if len(items) == 1 && items[0] != "" && !itemNeedsQuotes(items[0]) {
		w.Text(items[0])
		return
	}
	w.list = appendList(w.list[:0], items)
	w.Text(string(w.list))
}

// Int writes a number cell, empty where nothing is known.
func (w *Writer) Int(i Int) {
	w.separate()
	if i.Known {
		w.buf = strconv.AppendInt(w.buf, i.N, 10)
	}
}

// Decimal writes a number cell.
func (w *Writer) Decimal(d Decimal) {
	w.separate()
	w.buf = append(w.buf, d...)
}

// Halves writes a number counted in halves ("12", "12.5"), empty for 0.
func (w *Writer) Halves(n int) {
	w.separate()
	if n == 0 {
		return
	}
	w.buf = strconv.AppendInt(w.buf, int64(n/2), 10)
	if n%2 != 0 {
		w.buf = append(w.buf, ".5"...)
	}
}

func (w *Writer) separate() {
	if w.inRow {
		w.buf = append(w.buf, w.delim)
	}
	w.inRow = true
}

func (w *Writer) endRow() {
	w.buf = append(w.buf, "\r\n"...)
	w.inRow = false
	if len(w.buf) >= flushAt {
		w.flush()
	}
}

func (w *Writer) flush() error {
	if w.err == nil {
		_, w.err = w.w.Write(w.buf)
	}
	w.buf = w.buf[:0]
	return w.err
}

// needsQuotes decides as encoding/csv does: a delimiter, a quote or a line end
// in it, white space before it, or the end mark of PostgreSQL's COPY.
func (w *Writer) needsQuotes(s string, guard bool) bool {
	if s == "" {
		return false
	}
	for i := range len(s) {
		if w.special[s[i]] {
			return true
		}
	}
	if guard {
		return false
	}
	if s[0] < utf8.RuneSelf {
		return s[0] == ' ' || s[0] >= '\t' && s[0] <= '\r' || s == `\.`
	}
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsSpace(first)
}

// guarded reports whether a spreadsheet could take the text for something to
// run, or for a guarded text.
func guarded(s string) bool {
	if s == "" {
		return false
	}
	switch s[0] {
	case '=', '+', '-', '@', '\'', '\t', '\r':
		return true
	}
	return false
}
