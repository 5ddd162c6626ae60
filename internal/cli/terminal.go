package cli

import (
	"io"
	"os"
	"strings"
	"unicode"
)

// A page is text for a person: plain, or coloured and wrapped where it goes to
// a terminal.
type page struct {
	b      strings.Builder
	colour bool
	width  int // columns; 0: do not wrap
}

// newPage sizes a page for where it will be printed. NO_COLOR (any value) and
// TERM=dumb switch colour off, as https://no-color.org asks.
func newPage(w io.Writer, env func(string) string) *page {
	f, ok := w.(*os.File)
	if !ok {
		return &page{}
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return &page{}
	}
	return &page{colour: env("NO_COLOR") == "" && env("TERM") != "dumb", width: terminalWidth(f)}
}

// The styles of a page, as ANSI codes.
const (
	bold   = "1"
	dim    = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
	blue   = "34"
)

// styled is the text in a style where the page has colour.
func (p *page) styled(style, text string) string {
	if !p.colour || style == "" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// line writes its parts as one line.
func (p *page) line(parts ...string) {
	for _, s := range parts {
		p.b.WriteString(s)
	}
	p.b.WriteByte('\n')
}

// wrapped writes text after a first indent, broken at spaces to the page's
// width, further lines with the indent of next.
func (p *page) wrapped(first, next, text string) {
	if p.width == 0 || columns(first+text) <= p.width {
		p.line(first, text)
		return
	}
	indent, column := first, columns(first)
	start := column
	var row strings.Builder
	for _, word := range strings.Fields(text) {
		n := columns(word)
		if column > start && column+1+n > p.width {
			p.line(indent, row.String())
			row.Reset()
			indent, column = next, columns(next)
			start = column
		}
		if column > start {
			row.WriteByte(' ')
			column++
		}
		row.WriteString(word)
		column += n
	}
	p.line(indent, row.String())
}

// columns is how many columns text takes: a character each, styles none.
func columns(s string) int {
	n, in := 0, false
	for _, r := range s {
		switch {
		case r == '\x1b':
			in = true
		case in:
			in = r != 'm'
		default:
			n++
		}
	}
	return n
}

// A table is rows of cells under a header; numbers go to the right.
type table struct {
	header []string
	right  []bool // by column
	rows   [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// print writes the table, the header dimmed. The last column is
// not padded and is wrapped under itself.
func (t *table) print(p *page) {
	widths := make([]int, len(t.header))
	for i, h := range t.header {
		widths[i] = columns(h)
	}
	for _, r := range t.rows {
		for i, c := range r {
			widths[i] = max(widths[i], columns(c))
		}
	}
	last := len(t.header) - 1
	row := func(cells []string) (before, end string) {
		var b strings.Builder
		for i, c := range cells {
			pad := strings.Repeat(" ", widths[i]-columns(c))
			switch {
			case i == last && !t.right[i]:
				return b.String(), c
			case t.right[i]:
				b.WriteString(pad + c)
			default:
				b.WriteString(c + pad)
			}
			if i < last {
				b.WriteString("  ")
			}
		}
		return b.String(), ""
	}
	before, end := row(t.header)
	p.line(p.styled(dim, strings.TrimRight(before+end, " ")))
	for _, r := range t.rows {
		before, end := row(r)
		if end == "" {
			p.line(strings.TrimRight(before, " "))
			continue
		}
		p.wrapped(before, strings.Repeat(" ", columns(before)), end)
	}
}

// printable makes text from a document safe for a terminal: control and format
// characters, which could move the cursor, ring the bell or turn the direction
// of writing round, become "?".
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return '?'
		}
		return r
	}, s)
}
