package table

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Day numbers of 1970-01-01 in the two calendars of workbooks: one counts from
// 1899-12-31 and has a 29 February 1900, the other from 1904-01-01
// (ISO/IEC 29500-1, 18.17.4).
const (
	unixDay1900 = 25569
	unixDay1904 = 24107
)

// dateFormats are the number formats of dates and times that every workbook has
// without naming them (ISO/IEC 29500-1, 18.8.30; 27 to 36 and 50 to 58 are those
// of East Asia).
func dateFormat(id int) bool {
	return id >= 14 && id <= 22 || id >= 27 && id <= 36 || id >= 45 && id <= 47 || id >= 50 && id <= 58
}

// readStyles learns which styles show a number as a date.
func (w *workbook) readStyles(part string) error {
	var content struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Styles []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	if err := w.unmarshal(part, &content); err != nil {
		return err
	}
	own := map[int]string{}
	for _, f := range content.Formats {
		own[f.ID] = f.Code
	}
	for _, s := range content.Styles {
		code, ok := own[s.Format]
		w.dates = append(w.dates, ok && showsDate(code) || !ok && dateFormat(s.Format))
		if !ok && (s.Format == 9 || s.Format == 10) {
			code = "0%"
		}
		w.shown = append(w.shown, w.markOf(code))
	}
	return nil
}

// maxMark bounds what a format shows beside a number, in bytes; a currency takes
// a few.
const maxMark = 20

// markOf is the number of what a format shows beside a number, 0 for nothing.
func (w *workbook) markOf(code string) uint16 {
	mark := shows(code)
	if mark == "" || len(mark) > maxMark {
		return 0
	}
	at := slices.Index(w.marks, mark)
	if at < 0 {
		if len(w.marks) == math.MaxUint16 {
			return 0
		}
		w.marks = append(w.marks, mark)
		at = len(w.marks) - 1
	}
	return uint16(at + 1)
}

// shows is the text that a number format puts beside a number: in quotes, after
// a backslash, as [$€-407], or a plain sign. The formats that every workbook has
// show the currency of whoever looks, which says nothing.
func shows(code string) string {
	code, _, _ = strings.Cut(code, ";")
	var b strings.Builder
	for i := 0; i < len(code); i++ {
		switch c := code[i]; {
		case c == '_' || c == '*': // room as wide as the next character, and filling
			i++
		case c == '\\' && i+1 < len(code):
			_, size := utf8.DecodeRuneInString(code[i+1:])
			b.WriteString(code[i+1 : i+1+size])
			i += size
		case c == '"' || c == '[':
			closing := map[byte]string{'"': `"`, '[': "]"}[c]
			inner, _, ok := strings.Cut(code[i+1:], closing)
			if !ok {
				return strings.TrimSpace(b.String())
			}
			if c == '"' {
				b.WriteString(inner)
			} else if sign, ok := strings.CutPrefix(inner, "$"); ok {
				sign, _, _ = strings.Cut(sign, "-")
				b.WriteString(sign)
			}
			i += len(inner) + 1
		case c == '$' || c == '%' || c >= utf8.RuneSelf:
			b.WriteByte(c)
		}
	}
	return strings.TrimSpace(b.String())
}

// showsDate reports whether a number format is one of dates or times: it has a
// letter of a day, month, year, hour or second outside quotes, escapes and
// brackets such as [Red].
func showsDate(code string) bool {
	code, _, _ = strings.Cut(code, ";") // what follows is for numbers below zero and texts
	if strings.EqualFold(strings.TrimSpace(code), "general") {
		return false
	}
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '\\', '_', '*':
			i++
		case '"', '[':
			closing := byte('"')
			if c == '[' {
				closing = ']'
			}
			end := strings.IndexByte(code[i+1:], closing)
			if end < 0 {
				return false
			}
			if inner := strings.ToLower(code[i+1 : i+1+end]); c == '[' && slices.Contains([]string{"h", "hh", "m", "mm", "s", "ss"}, inner) {
				return true // elapsed hours, minutes or seconds
			}
			i += end + 1
		case 'd', 'D', 'm', 'M', 'y', 'Y', 'h', 'H', 's', 'S':
			return true
		}
	}
	return false
}

// dateText is the day of a date as a workbook stores it, "2026-11-30"; the time
// of day is left off. A number that is no day the calendar has stays as it is.
func (w *workbook) dateText(number string) (string, bool) {
	whole, fraction, _ := strings.Cut(number, ".")
	if whole == "" || len(whole) > 7 || strings.Trim(whole+fraction, "0123456789") != "" {
		return number, false
	}
	day := int64(0)
	for _, c := range whole {
		day = 10*day + int64(c-'0')
	}
	if w.base == unixDay1900 {
		if day == 0 || day == 60 { // a time without a day, and the 29 February that never was
			return number, false
		}
		if day < 60 {
			day++
		}
	}
	t := time.Unix((day-w.base)*24*60*60, 0).UTC()
	if t.Year() > 9999 {
		return number, false
	}
	return t.Format(time.DateOnly), true
}
