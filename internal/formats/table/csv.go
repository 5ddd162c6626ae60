package table

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// readCSV reads a table of RFC 4180 in any of the usual delimiters.
func readCSV(data []byte, known func(string) bool) ([]sheet, error) {
	text, err := decode(data)
	if err != nil {
		return nil, err
	}
	text, delimiter := cutSep(text)
	if delimiter == 0 {
		delimiter = detect(text, known)
	}
	in := newCSV(text, delimiter)
	s := sheet{}
	cells := 0
	for {
		row, err := in.next()
		if errors.Is(err, io.EOF) {
			return []sheet{s}, nil
		}
		if err != nil {
			return nil, err
		}
		if row = trimRow(row); len(row) == 0 {
			continue
		}
		for _, c := range row {
			if err := check(c); err != nil {
				return nil, err
			}
		}
		if cells += len(row); cells > maxCells {
			return nil, fmt.Errorf("row %d: the table has more than %d cells; send it in parts", row[0].Row, maxCells)
		}
		s.rows = append(s.rows, row)
	}
}

// The byte-order marks.
const (
	markUTF8   = "\xef\xbb\xbf"
	markLittle = "\xff\xfe"
	markBig    = "\xfe\xff"
)

// decode gives the text of a file in UTF-8, or in UTF-16 with a byte-order mark,
// with line ends as \n.
func decode(data []byte) (string, error) {
	var text string
	var err error
	switch {
	case bytes.HasPrefix(data, []byte(markLittle)):
		text, err = decodeUTF16(data[2:], binary.LittleEndian)
	case bytes.HasPrefix(data, []byte(markBig)):
		text, err = decodeUTF16(data[2:], binary.BigEndian)
	default:
		text = string(bytes.TrimPrefix(data, []byte(markUTF8)))
	}
	if err != nil {
		return "", err
	}
	if !utf8.ValidString(text) {
		at := 0
		for at < len(text) {
			r, size := utf8.DecodeRuneInString(text[at:])
			if r == utf8.RuneError && size == 1 {
				break
			}
			at += size
		}
		return "", fmt.Errorf("row %d: byte 0x%02x is not UTF-8; save the file as CSV UTF-8", strings.Count(text[:at], "\n")+1, text[at])
	}
	if at := strings.IndexByte(text, 0); at >= 0 {
		return "", fmt.Errorf("row %d: the file holds a zero byte and is no text; save it as CSV UTF-8 or as .xlsx", strings.Count(text[:at], "\n")+1)
	}
	if !strings.Contains(text, "\n") { // the line ends of an old Macintosh
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	return text, nil
}

func decodeUTF16(data []byte, order binary.ByteOrder) (string, error) {
	if len(data)%2 != 0 {
		return "", errors.New("the file is UTF-16 and ends within a character; save it again as CSV UTF-8")
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	var b strings.Builder
	for i := 0; i < len(units); i++ {
		r := rune(units[i])
		if utf16.IsSurrogate(r) {
			pair := utf8.RuneError
			if i+1 < len(units) {
				pair = utf16.DecodeRune(r, rune(units[i+1]))
			}
			if pair == utf8.RuneError {
				return "", fmt.Errorf("row %d: half a character of UTF-16; save the file as CSV UTF-8", strings.Count(b.String(), "\n")+1)
			}
			r, i = pair, i+1
		}
		b.WriteRune(r)
	}
	return b.String(), nil
}

// cutSep takes off the line "sep=;" that some spreadsheets write and hide.
func cutSep(text string) (rest string, delimiter byte) {
	line, after, _ := strings.Cut(text, "\n")
	line = strings.Trim(strings.TrimSuffix(line, "\r"), `"`)
	if value, ok := strings.CutPrefix(strings.ToLower(line), "sep="); ok && len(value) == 1 && strings.Contains(delimiters, value) {
		return after, value[0]
	}
	return text, 0
}

const delimiters = ",;\t|"

// How much of a file the delimiter is told from.
const (
	sampleBytes = 64 << 10
	sampleRows  = 50
)

// detect is the delimiter under which the first rows look most like a table:
// most headers known, then most rows of one width, then the widest.
func detect(text string, known func(string) bool) byte {
	sample := text
	if len(sample) > sampleBytes {
		sample = sample[:strings.LastIndexByte(sample[:sampleBytes], '\n')+1]
	}
	best, score := byte(','), [3]int{-1}
	for _, d := range []byte(delimiters) {
		in := newCSV(sample, d)
		widths := map[int]int{}
		var now [3]int
		for range sampleRows {
			row, err := in.next()
			if err != nil {
				break // the end, or a row the sample cuts
			}
			if row = trimRow(row); len(row) == 0 {
				continue
			}
			now[0] = max(now[0], knownIn(row, known))
			if widths[len(row)]++; len(row) > 1 {
				now[1] = max(now[1], widths[len(row)])
				now[2] = max(now[2], len(row))
			}
		}
		if now[0] > score[0] || now[0] == score[0] && (now[1] > score[1] || now[1] == score[1] && now[2] > score[2]) {
			best, score = d, now
		}
	}
	return best
}

// A csvReader gives the rows of a text with their numbers.
type csvReader struct {
	in    *csv.Reader
	extra int // line ends within cells so far: a row of a spreadsheet may take several lines
}

func newCSV(text string, delimiter byte) *csvReader {
	in := csv.NewReader(strings.NewReader(text))
	in.Comma = rune(delimiter)
	in.FieldsPerRecord = -1
	in.ReuseRecord = true
	return &csvReader{in: in}
}

// next is the next row that is not blank, its guards taken off.
func (r *csvReader) next() ([]Cell, error) {
	record, err := r.in.Read()
	if p := (*csv.ParseError)(nil); errors.As(err, &p) {
		return nil, quoteError(p, p.StartLine-r.extra)
	}
	if err != nil {
		return nil, err
	}
	line, _ := r.in.FieldPos(0)
	number := line - r.extra
	row := make([]Cell, len(record))
	for i, text := range record {
		r.extra += strings.Count(text, "\n")
		row[i] = Cell{Text: strings.TrimPrefix(text, "'"), Row: int32(number), Column: int32(i + 1)}
		if row[i].Text != "" {
			row[i].Kind = Text
		}
	}
	return row, nil
}

// quoteError says what is wrong with a quote.
func quoteError(p *csv.ParseError, row int) error {
	switch {
	case errors.Is(p.Err, csv.ErrBareQuote):
		return fmt.Errorf(`row %d: a quote (") stands in a cell that does not begin with one; put the cell in quotes and double the quote`, row)
	case errors.Is(p.Err, csv.ErrQuote):
		return fmt.Errorf(`row %d: a cell in quotes is not closed, or goes on after its closing quote (line %d); double the quotes within it`, row, p.Line)
	}
	return fmt.Errorf("row %d: %w", row, p.Err)
}
