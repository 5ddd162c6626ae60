package csvtext

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxCell is how many bytes one cell may hold.
const MaxCell = 1 << 20

// A Reader reads the cells of a row one after another, as a Writer wrote them.
// The first error is kept and ends the reading.
type Reader struct {
	in     *bufio.Reader
	header []string
	delim  byte
	raw    bool
	line   int      // of the next byte, 1-based
	start  int      // line the current row begins on
	text   []byte   // cells of the current row, one after another
	ends   []int    // where each cell ends in text
	cells  []string // of the current row
	at     int      // next cell
	err    error
}

func newReader(r io.Reader, header []string, raw bool) (*Reader, error) {
	in := &Reader{in: bufio.NewReaderSize(r, 64<<10), header: header, raw: raw, line: 1, delim: ','}
	if mark, _ := in.in.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		in.in.Discard(len(byteOrderMark))
	}
	in.delim = in.detect()
	ok, err := in.read()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("the file is empty; its first line must be %s", strings.Join(header, ","))
	}
	if len(in.cells) != len(header) {
		return nil, fmt.Errorf("line %d: the header has %d columns, not %d; it must be %s",
			in.start, len(in.cells), len(header), strings.Join(header, ","))
	}
	for i, name := range in.cells {
		if name != header[i] {
			return nil, fmt.Errorf("line %d: column %d is %q, not %q; the header must be %s",
				in.start, i+1, name, header[i], strings.Join(header, ","))
		}
	}
	return in, nil
}

// detect is the first comma, semicolon or tab of the header line. Names of
// columns hold none of them.
func (r *Reader) detect() byte {
	head, _ := r.in.Peek(r.in.Size())
	if i := bytes.IndexAny(head, ",;\t\n"); i >= 0 && head[i] != '\n' {
		return head[i]
	}
	return ','
}

// next goes to the next row and reports whether there is one.
func (r *Reader) next() bool {
	if r.err != nil {
		return false
	}
	ok, err := r.read()
	switch {
	case err != nil:
		r.err = err
	case ok && len(r.cells) != len(r.header):
		r.err = fmt.Errorf("line %d: the row has %d cells, the header %d columns", r.start, len(r.cells), len(r.header))
	}
	r.at = 0
	return ok && r.err == nil
}

// read reads one row into cells; blank lines are passed over.
func (r *Reader) read() (bool, error) {
	for {
		r.text, r.ends, r.start = r.text[:0], r.ends[:0], r.line
		last, err := false, error(nil)
		for !last {
			if last, err = r.cell(); err == io.EOF && len(r.ends) == 0 && len(r.text) == 0 {
				return false, nil
			} else if err != nil && err != io.EOF {
				return false, err
			}
			r.ends = append(r.ends, len(r.text))
		}
		if len(r.ends) == 1 && len(r.text) == 0 {
			continue
		}
		if !utf8.Valid(r.text) {
			return false, fmt.Errorf("line %d: the row is not UTF-8; save the file as CSV UTF-8", r.start)
		}
		all, from := string(r.text), 0
		r.cells = r.cells[:0]
		for _, end := range r.ends {
			r.cells = append(r.cells, all[from:end])
			from = end
		}
		return true, nil
	}
}

// cell appends the next cell to text and reports whether the row ends with it;
// the error is io.EOF where the file ends with it too.
func (r *Reader) cell() (last bool, err error) {
	begin := len(r.text)
	c, err := r.byte()
	if err != nil {
		return true, err
	}
	if c == '"' {
		if err := r.quoted(); err != nil {
			return true, err
		}
		if c, err = r.byte(); err != nil {
			return true, err
		}
		return r.ending(c, "text follows a closing quote; write a quote inside quotes twice")
	}
	for {
		switch c {
		case r.delim, '\n', '\r':
			return r.ending(c, "")
		case '"':
			return true, fmt.Errorf("line %d: a quote stands inside a cell without quotes; put the cell in quotes and the quote twice", r.line)
		}
		if r.text = append(r.text, c); len(r.text)-begin > MaxCell {
			return true, r.tooLong()
		}
		if c, err = r.byte(); err != nil {
			return true, err
		}
	}
}

// ending takes the byte after a cell: a delimiter or a line end.
func (r *Reader) ending(c byte, otherwise string) (last bool, err error) {
	switch c {
	case r.delim:
		return false, nil
	case '\n':
		return true, nil
	case '\r':
		if c, err = r.byte(); err == io.EOF {
			return true, err
		} else if err != nil {
			return true, err
		} else if c == '\n' {
			return true, nil
		}
		return true, fmt.Errorf("line %d: a carriage return stands alone; rows end with CR LF or LF", r.line)
	}
	return true, fmt.Errorf("line %d: %s", r.line, otherwise)
}

// quoted appends the rest of a quoted cell to text.
func (r *Reader) quoted() error {
	begin, opened := len(r.text), r.line
	for {
		c, err := r.byte()
		if err == io.EOF {
			return fmt.Errorf("line %d: a quote is opened and never closed", opened)
		}
		if err != nil {
			return err
		}
		if c == '"' {
			if after, _ := r.in.Peek(1); len(after) == 0 || after[0] != '"' {
				return nil
			}
			r.in.Discard(1)
		}
		if r.text = append(r.text, c); len(r.text)-begin > MaxCell {
			return r.tooLong()
		}
	}
}

func (r *Reader) tooLong() error {
	return fmt.Errorf("line %d: a cell is longer than %d bytes", r.start, MaxCell)
}

func (r *Reader) byte() (byte, error) {
	c, err := r.in.ReadByte()
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, fmt.Errorf("line %d: %w", r.line, err)
	}
	if c == '\n' && err == nil {
		r.line++
	}
	return c, err
}

// Text reads a text cell and takes one leading apostrophe off, unless the
// options say raw.
func (r *Reader) Text() string {
	s := r.take()
	if !r.raw && strings.HasPrefix(s, "'") {
		return s[1:]
	}
	return s
}

// List reads texts joined by ";"; an empty cell is nil.
func (r *Reader) List() []string {
	items, err := splitList(r.Text())
	if err != nil {
		r.fail("%s", err)
	}
	return items
}

// Int reads a whole number, or nothing.
func (r *Reader) Int() Int {
	s := r.take()
	if s == "" {
		return Int{}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		r.fail("%q is not a whole number", s)
	}
	return Some(n)
}

// Decimal reads a number with a point, or nothing.
func (r *Reader) Decimal() Decimal {
	d := Decimal(r.take())
	if d != "" && !d.valid() {
		r.fail("%q is not a number; write digits and a point", string(d))
	}
	return d
}

// Halves reads a number of at least 0 in steps of a half, as a count of halves;
// an empty cell is 0.
func (r *Reader) Halves() int {
	s := r.take()
	if s == "" {
		return 0
	}
	whole, half := strings.CutSuffix(s, ".5")
	n, err := strconv.ParseUint(whole, 10, 24)
	if err != nil {
		r.fail("%q is not a number in steps of a half", s)
	}
	if half {
		return 2*int(n) + 1
	}
	return 2 * int(n)
}

func (r *Reader) take() string {
	r.at++
	return r.cells[r.at-1]
}

// fail keeps the first error, with the line of the row and the column.
func (r *Reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("line %d, column %s: "+format, append([]any{r.start, r.header[r.at-1]}, args...)...)
	}
}
