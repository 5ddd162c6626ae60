package pricelist

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"lengthwise/internal/formats/table"
)

// The bounds of what a row may say.
const (
	maxSKU      = 64 // characters
	maxSupplier = 200
	maxLeadDays = 3650
	maxStock    = 1_000_000_000
)

var (
	scientific = regexp.MustCompile(`^[+-]?\d+([.,]\d+)?[eE][+-]?\d+$`)
	// What spreadsheets make of a text that looks like a date to them.
	dateForms = regexp.MustCompile(`(?i)^(\d{4}-\d{1,2}-\d{1,2}([ t].*)?|\d{1,2}[./]\d{1,2}[./](\d{2}|\d{4})` +
		`|\d{1,2}[-. ]+(` + months + `)[a-z]*\.?([-. ]+(\d{2}|\d{4}))?|(` + months + `)[a-z]*[-. ]+(\d{2}|\d{4}))$`)
)

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez"

func looksLikeDate(text string) bool { return dateForms.MatchString(strings.TrimSpace(text)) }

// sku reads a part number. One that a spreadsheet turned into something else is
// refused: what it was cannot be told any more.
func sku(c table.Cell) (string, error) {
	const wayOut = "format the column as text and enter the number again"
	text := strings.TrimSpace(c.Text)
	switch {
	case c.Kind == table.Date, looksLikeDate(text):
		return "", errors.New("is a date where a part number belongs; " + wayOut)
	case scientific.MatchString(text):
		return "", errors.New("is a part number that a spreadsheet turned into a number; " + wayOut)
	case c.Kind == table.Number && strings.Trim(text, "0123456789") != "":
		return "", errors.New("is a number with decimals or a sign where a part number belongs; " + wayOut)
	case c.Kind == table.Number && len(text) > significantDigits:
		return "", fmt.Errorf("is a number of more than %d digits, of which a spreadsheet keeps %[1]d; %s", significantDigits, wayOut)
	case c.Kind == table.Bool:
		return "", errors.New("is a truth value where a part number belongs; " + wayOut)
	case c.Kind == table.Formula:
		return "", notAnAmount(c.Text)
	case strings.HasPrefix(text, "#"):
		return "", errors.New("is an error of the spreadsheet where a part number belongs; mend the formula behind it")
	}
	return text, printable(text, maxSKU)
}

// printable holds a name against its bound.
func printable(text string, most int) error {
	switch {
	case utf8.RuneCountInString(text) > most:
		return fmt.Errorf("is longer than %d characters", most)
	case strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }):
		return errors.New("has a character that does not print; take it out")
	}
	return nil
}

// unsaid reports whether a cell says that nothing is known.
func unsaid(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "", "-", "--", "n/a", "na", "n.a.", "tbd", "tba", "unknown", "k.a.", "k. a.":
		return true
	}
	return false
}

var (
	leadForm = regexp.MustCompile(`(?i)^(\d{1,4})(?:\s*(?:-|–|to|bis)\s*(\d{1,4}))?\s*([a-zä]*)\.?$`)
	// The number of a count, and zeros behind a decimal sign.
	countForm = regexp.MustCompile(`^[>≥]?\s*(\d{1,3}(?:[., ']\d{3})+|\d+)([.,]0+)?\s*\+?\s*(?i:pcs|pieces|ea|stk|stück|units)?\.?$`)
	// Thousands, or pieces with three decimals.
	unclearCount = regexp.MustCompile(`^(\d{1,3})([.,])000$`)
)

// leadTime reads a lead time as days, -1 where it is not known. Of a span ("6-8
// weeks") the longer counts. unit is that of the column: LeadTime says none.
func leadTime(c table.Cell, unit Field) (int, error) {
	if unsaid(c.Text) {
		return -1, nil
	}
	m := leadForm.FindStringSubmatch(strings.TrimSpace(spaces.Replace(c.Text)))
	if c.Kind == table.Date || c.Kind == table.Bool || m == nil {
		return 0, errors.New("is no lead time; write a whole number of days, or weeks such as 6 weeks")
	}
	n, _ := strconv.Atoi(m[1])
	if m[2] != "" {
		longer, _ := strconv.Atoi(m[2])
		n = max(n, longer)
	}
	days := 0
	switch word := strings.ToLower(m[3]); word {
	case "":
		days = map[Field]int{LeadTimeDays: 1, LeadTimeWeeks: 7}[unit]
		if days == 0 {
			return 0, errors.New("has no unit, and the header says none; write 42 days or 6 weeks, or name the column lead_time_days")
		}
	case "d", "day", "days", "tag", "tage", "tagen":
		days = 1
	case "w", "wk", "wks", "week", "weeks", "woche", "wochen":
		days = 7
	default:
		return 0, fmt.Errorf("has the unit %q, which is neither days nor weeks", clip(word))
	}
	if n *= days; n > maxLeadDays {
		return 0, fmt.Errorf("is above the limit of %d days", maxLeadDays)
	}
	return n, nil
}

// stock reads a number of pieces, -1 where it is not said. "100+" is at least
// 100, so 100 counts. "1,000" is refused unless the comma is among the signs that
// part thousands in the column: some programs write one piece so. A number that a
// workbook stores has no separators.
func stock(c table.Cell, thousands string) (int, error) {
	if unsaid(c.Text) {
		return -1, nil
	}
	number, sure := countOf(c)
	digits, ok := ungroup(number)
	m := unclearCount.FindStringSubmatch(number)
	switch {
	case c.Kind == table.Date || c.Kind == table.Bool || !ok || number == "" || c.Kind == table.Number && m == nil && digits != number:
		return 0, errors.New("is no number of pieces; write a whole number, zero or above")
	case c.Kind == table.Number && m != nil:
		digits = m[1]
	case !sure && !strings.Contains(thousands, m[2]):
		return 0, fmt.Errorf("can be read as %s pieces or as %s, and no other cell of the column says which; write it without separators", digits, m[1])
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n > maxStock {
		return 0, fmt.Errorf("is above the limit of %d pieces", maxStock)
	}
	return n, nil
}

// countOf is the number of a cell with its separators, without zeros behind a
// decimal sign; empty: it holds none. It is not clear where "1,000" may be one.
func countOf(c table.Cell) (number string, sure bool) {
	m := countForm.FindStringSubmatch(strings.TrimSpace(spaces.Replace(c.Text)))
	if m == nil {
		return "", false
	}
	return m[1], m[2] != "" || !unclearCount.MatchString(m[1])
}

// partsThousands lists the signs that part thousands in a column of counts.
func partsThousands(cells []table.Cell) string {
	signs := ""
	for _, c := range cells {
		if number, sure := countOf(c); sure && c.Kind == table.Text {
			signs += strings.Trim(number, "0123456789")
		}
	}
	return signs
}

var (
	isoDate   = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}([ T].*)?$`)
	dotDate   = regexp.MustCompile(`^(\d{1,2})\.(\d{1,2})\.(\d{4})$`)
	slashDate = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})/(\d{4})$`)
	wordDate  = regexp.MustCompile(`(?i)^(\d{1,2})[-. ]+([a-zä]{3,9})\.?[-. ,]+(\d{4})$`)
)

// day reads a date as 2026-11-30, empty where there is none. What can be read as
// two days is refused.
func day(c table.Cell) (string, error) {
	text := strings.TrimSpace(c.Text)
	if unsaid(text) {
		return "", nil
	}
	unread := errors.New("is no date; write it as 2026-11-30")
	if c.Kind == table.Bool || c.Kind == table.Number || c.Kind == table.Formula {
		return "", unread
	}
	if isoDate.MatchString(text) {
		return calendar(text[:4], text[5:7], text[8:10])
	}
	if m := dotDate.FindStringSubmatch(text); m != nil {
		return calendar(m[3], m[2], m[1])
	}
	if m := wordDate.FindStringSubmatch(text); m != nil {
		month, ok := monthNumbers[strings.ToLower(m[2])]
		if !ok {
			return "", unread
		}
		return calendar(m[3], month, m[1])
	}
	m := slashDate.FindStringSubmatch(text)
	if m == nil {
		return "", unread
	}
	american, err := calendar(m[3], m[1], m[2])
	british, other := calendar(m[3], m[2], m[1])
	if err == nil && other == nil && american != british {
		return "", fmt.Errorf("can be read as %s or as %s; write one of these", american, british)
	}
	if err != nil {
		return british, other
	}
	return american, nil
}

// monthNumbers are the months as lists write them, in English and German.
var monthNumbers = func() map[string]string {
	m := map[string]string{}
	for i, names := range []string{
		"jan january januar", "feb february februar", "mar march mär märz", "apr april", "may mai", "jun june juni", "jul july juli",
		"aug august", "sep sept september", "oct october okt oktober", "nov november", "dec december dez dezember",
	} {
		for _, n := range strings.Fields(names) {
			m[n] = fmt.Sprintf("%02d", i+1)
		}
	}
	return m
}()

// calendar is a day that exists.
func calendar(year, month, day string) (string, error) {
	text := fmt.Sprintf("%s-%02s-%02s", year, month, day)
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return "", errors.New("is no day of the calendar; write a date as 2026-11-30")
	}
	return text, nil
}
