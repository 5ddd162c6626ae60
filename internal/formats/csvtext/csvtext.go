// Package csvtext is the CSV dialect every table of ours is written in and read
// back from: RFC 4180 with UTF-8, CRLF, quotes only where needed, and one
// header line.
//
// It promises that what Write wrote Read gives back, cell for cell, whatever
// the texts hold, and that a spreadsheet runs none of them: a text cell that
// begins with = + - @ ' tab or CR gets one leading apostrophe, which Read takes
// off again. Number cells are never touched. It refuses a header that is not
// the expected one, rows of another width, bytes that are not UTF-8, and
// quotes where none belong, each with its line.
package csvtext

import (
	"fmt"
	"io"
	"iter"
	"strconv"
)

// Options say how a table is written. The zero value is comma, no byte-order
// mark, guarded. Reading finds the delimiter and the mark by itself; only Raw
// counts there.
type Options struct {
	Delimiter byte // ',' ';' or tab; 0: comma
	Excel     bool // begin with the byte-order mark Excel wants
	Raw       bool // no guard is written, none is taken off
}

// ParseDelimiter reads the delimiter a person asks for: "," ";" "tab" or a tab
// itself; empty means comma.
func ParseDelimiter(text string) (byte, error) {
	switch text {
	case "", ",", ";", "\t":
		if text == "" {
			return ',', nil
		}
		return text[0], nil
	case "tab", `\t`:
		return '\t', nil
	}
	return 0, fmt.Errorf("delimiter %q is not one of , ; tab", text)
}

func (o Options) delimiter() (byte, error) {
	switch o.Delimiter {
	case 0:
		return ',', nil
	case ',', ';', '\t':
		return o.Delimiter, nil
	}
	return 0, fmt.Errorf("delimiter %q is not one of , ; tab", rune(o.Delimiter))
}

// An Int is a number cell that may be empty. The zero value is empty.
type Int struct {
	N     int64
	Known bool
}

// Some is a cell that holds n.
func Some(n int64) Int { return Int{N: n, Known: true} }

// String is the cell's text.
func (i Int) String() string {
	if !i.Known {
		return ""
	}
	return strconv.FormatInt(i.N, 10)
}

// A Decimal is a number cell with decimals, written exactly as it reads:
// "13500.00", "0.3", or empty.
type Decimal string

// valid reports whether d is a plain decimal: digits, at most one point with
// digits on both sides, at most one leading minus.
func (d Decimal) valid() bool {
	s := string(d)
	if s != "" && s[0] == '-' {
		s = s[1:]
	}
	digits, dots := 0, 0
	for i := range len(s) {
		switch {
		case s[i] >= '0' && s[i] <= '9':
			digits++
		case s[i] == '.' && i > 0 && i < len(s)-1:
			dots++
		default:
			return false
		}
	}
	return digits > 0 && dots <= 1
}

// Write writes a header and a row for each of rows; put writes the cells of one
// row in the order of the header. Rows stream: memory does not grow with them.
func Write[R any](w io.Writer, header []string, rows iter.Seq[R], o Options, put func(*Writer, *R)) error {
	out, err := newWriter(w, o)
	if err != nil {
		return err
	}
	for _, name := range header {
		out.Text(name)
	}
	out.endRow()
	var row R // one for all rows, so that none is allocated
	for row = range rows {
		put(out, &row)
		out.endRow()
		if out.err != nil {
			return out.err
		}
	}
	return out.flush()
}

// Read reads a table whose header line must be exactly header; take reads the
// cells of one row in its order. The error names the line, and for a cell its
// column. How much may be read is the caller's to bound.
func Read[R any](r io.Reader, header []string, o Options, take func(*Reader) R) ([]R, error) {
	in, err := newReader(r, header, o.Raw)
	if err != nil {
		return nil, err
	}
	var rows []R
	for in.next() {
		row := take(in)
		if in.err != nil {
			return nil, in.err
		}
		rows = append(rows, row)
	}
	return rows, in.err
}
