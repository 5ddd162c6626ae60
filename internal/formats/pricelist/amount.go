package pricelist

import (
	"errors"
	"fmt"
	"strings"

	"lengthwise/internal/formats/table"
	"lengthwise/internal/units"
)

// A point is which of the two signs parts the decimals of an amount.
type point byte

// The decimal signs. unclear: the text can be read with either ("1,234").
const (
	unclear point = 0
	dot     point = '.'
	comma   point = ','
)

// An amount is a text cut into what it says: "$ 1,234.50" is the mark "$" and
// the digits "1234" and "50".
type amount struct {
	mark            string // what stands before or behind the number
	whole, decimals string
	point           point  // that it is written with; unclear also where it has neither sign
	clear           bool   // it can be read one way only
	other           string // digits of the other reading, where it is not clear
}

// parseAmount reads the text of a price. The error says what is wrong with it as
// a whole sentence without the text.
func parseAmount(text string) (amount, error) {
	var a amount
	s := strings.TrimSpace(spaces.Replace(text))
	if s != "" && strings.ContainsRune("=#", rune(s[0])) {
		return a, notAnAmount(s)
	}
	first := strings.IndexAny(s, "0123456789")
	last := strings.LastIndexAny(s, "0123456789")
	if first < 0 {
		return a, notAnAmount(s)
	}
	if first > 0 && strings.ContainsRune(".,", rune(s[first-1])) { // ".50"
		first--
	}
	before, number, after := strings.TrimSpace(s[:first]), s[first:last+1], strings.TrimSpace(s[last+1:])
	if strings.HasPrefix(before, "-") || strings.HasSuffix(before, "-") || after == "-" || strings.HasPrefix(before, "(") && strings.HasSuffix(after, ")") {
		return a, errors.New("is below zero; write the price of one piece, zero or above")
	}
	if strings.Contains(before+after, "%") {
		return a, errors.New("is a percentage and no amount; write the amount for one piece")
	}
	for _, none := range []string{".--", ",--", ".-", ",-", "."} { // "12,-" has no cents
		if rest, ok := strings.CutPrefix(after, none); ok {
			after = strings.TrimSpace(rest)
			break
		}
	}
	switch {
	case before != "" && after != "":
		return a, notAnAmount(s)
	case before != "":
		a.mark = before
	default:
		a.mark = after
	}
	return a, a.split(number)
}

// spaces makes every kind of blank a plain one, and every minus a hyphen.
var spaces = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ", "\u2007", " ", "\t", " ", "\u2212", "-", "\u2013", "-", "\u2019", "'")

func notAnAmount(s string) error {
	switch {
	case strings.HasPrefix(s, "="):
		return errors.New("is a formula whose result is not in the file; open the list in a spreadsheet and save it again")
	case strings.HasPrefix(s, "#"):
		return errors.New("is an error of the spreadsheet; mend the formula behind it")
	}
	return errors.New("is no amount; write it in digits, such as 1234.50")
}

// split cuts a number at its decimal sign and takes its separators of thousands
// off.
func (a *amount) split(number string) error {
	bad := errors.New("is no amount; write it in digits, such as 1234.50")
	if strings.Trim(number, "0123456789., '") != "" {
		return bad
	}
	blanks := strings.ContainsAny(number, " '")
	if strings.Contains(number, " ") && strings.Contains(number, "'") {
		return bad
	}
	dots, commas := strings.Count(number, "."), strings.Count(number, ",")
	sign := "" // the decimal sign
	switch {
	case dots > 0 && commas > 0:
		sign = number[strings.LastIndexAny(number, ".,"):][:1]
		if strings.Count(number, sign) > 1 || blanks {
			return bad
		}
	case dots+commas == 1:
		sign = map[bool]string{true: ".", false: ","}[dots == 1]
	case dots+commas > 1 && blanks:
		return bad
	case dots > 1: // thousands, so a decimal sign would be the other
		a.point = comma
	case commas > 1:
		a.point = dot
	}
	whole, decimals := number, ""
	if sign != "" {
		at := strings.LastIndex(number, sign)
		whole, decimals = number[:at], number[at+1:]
		a.point = point(sign[0])
	}
	digits, ok := ungroup(whole)
	if !ok || strings.Trim(decimals, "0123456789") != "" {
		return bad
	}
	a.whole, a.decimals, a.clear = digits, decimals, true
	// One sign, three digits behind it and one to three before: thousands as well
	// as decimals, but for a leading zero.
	if dots+commas == 1 && !blanks && len(decimals) == 3 && len(whole) >= 1 && len(whole) <= 3 && whole[0] != '0' {
		a.clear, a.other = false, whole+decimals
	}
	return nil
}

// ungroup takes separators of thousands off: groups of three, all parted by the
// same sign.
func ungroup(whole string) (string, bool) {
	at := strings.IndexAny(whole, "., '")
	if at < 0 {
		return whole, true
	}
	groups := strings.Split(whole, whole[at:at+1])
	for i, g := range groups {
		if strings.Trim(g, "0123456789") != "" || i > 0 && len(g) != 3 || i == 0 && (len(g) < 1 || len(g) > 3) {
			return "", false
		}
	}
	return strings.Join(groups, ""), true
}

// money is the amount in hundredths.
func money(whole, decimals string) (units.Money, error) {
	if extra := strings.TrimRight(decimals, "0"); len(extra) > 2 {
		return 0, errors.New("has more than two decimals; round it to the cent")
	}
	digits := strings.TrimLeft(whole+(decimals + "00")[:2], "0")
	if len(digits) > len("1000000000") {
		return 0, tooMuch()
	}
	var m units.Money
	for _, c := range digits {
		m = 10*m + units.Money(c-'0')
	}
	if m > MaxPrice {
		return 0, tooMuch()
	}
	return m, nil
}

func tooMuch() error { return fmt.Errorf("is above the limit of %s", MaxPrice) }

// stored is the amount of a number as a workbook stores it: "1234.5", "1.5E+3",
// and "19.989999999999998" for 19.99.
func stored(text string) (units.Money, error) {
	mantissa, exponent, _ := strings.Cut(strings.ToUpper(text), "E")
	if strings.HasPrefix(mantissa, "-") && strings.Trim(mantissa, "-0.") != "" {
		return 0, errors.New("is below zero; write the price of one piece, zero or above")
	}
	whole, decimals, _ := strings.Cut(strings.TrimLeft(mantissa, "+-"), ".")
	shift, err := smallInt(exponent)
	if err != nil {
		return 0, err
	}
	for ; shift > 0; shift-- {
		decimals += "0"
		whole, decimals = whole+decimals[:1], decimals[1:]
	}
	for ; shift < 0; shift++ {
		whole = "0" + whole
		whole, decimals = whole[:len(whole)-1], whole[len(whole)-1:]+decimals
	}
	return money(significant(whole, decimals))
}

// significantDigits is how many digits of a stored number count. A spreadsheet
// keeps 15 and writes the binary number they became with up to 17 (Excel
// specifications and limits, number precision).
const significantDigits = 15

// significant rounds a number to the digits that count, in decimal.
func significant(whole, decimals string) (string, string) {
	digits := []byte(whole + decimals)
	first := 0
	for first < len(digits) && digits[first] == '0' {
		first++
	}
	last := first + significantDigits
	if last >= len(digits) {
		return whole, decimals
	}
	up := digits[last] >= '5'
	for i := last; i < len(digits); i++ {
		digits[i] = '0'
	}
	for i := last - 1; up && i >= 0; i-- {
		if up = digits[i] == '9'; up {
			digits[i] = '0'
		} else {
			digits[i]++
		}
	}
	if up {
		digits = append([]byte{'1'}, digits...)
	}
	at := len(digits) - len(decimals)
	return string(digits[:at]), string(digits[at:])
}

// smallInt reads an exponent; those of no amount are refused.
func smallInt(text string) (int, error) {
	negative := strings.HasPrefix(text, "-")
	digits := strings.TrimLeft(text, "+-")
	n := 0
	for _, c := range digits {
		if n = 10*n + int(c-'0'); n > 400 {
			return 0, errors.New("is no amount; write it in digits, such as 1234.50")
		}
	}
	if negative {
		n = -n
	}
	return n, nil
}

// writtenWith tells the decimal sign of a column from the cells that can be read
// one way only: unclear where none says it, or where they contradict each other.
func writtenWith(cells []table.Cell) (p point, contradict bool) {
	for _, c := range cells {
		if c.Kind != table.Text {
			continue
		}
		a, err := parseAmount(c.Text)
		if err != nil || !a.clear || a.point == unclear {
			continue
		}
		if p != unclear && p != a.point {
			return unclear, true
		}
		p = a.point
	}
	return p, false
}

// price reads a cell of a column whose decimal sign is p, unclear where nothing
// says it; mark is what a number's format shows beside it. It gives the currencies a mark beside the number may mean; nil: there
// is no mark.
func price(c table.Cell, mark string, p point, contradict bool) (units.Money, []string, error) {
	switch c.Kind {
	case table.Date:
		return 0, nil, errors.New("is a date where a price belongs; format the column as number and enter the price again")
	case table.Bool:
		return 0, nil, errors.New("is a truth value where a price belongs")
	case table.Number:
		m, err := stored(c.Text)
		if strings.Contains(mark, "%") {
			err = errors.New("is a percentage and no amount; write the amount for one piece")
		}
		return m, mayMean(mark), err
	case table.Formula:
		return 0, nil, notAnAmount(c.Text)
	}
	a, err := parseAmount(c.Text)
	if err != nil {
		return 0, nil, err
	}
	var may []string
	if a.mark != "" {
		if may = mayMean(a.mark); may == nil {
			if looksLikeDate(c.Text) {
				return 0, nil, errors.New("is a date where a price belongs; enter the price again")
			}
			return 0, nil, fmt.Errorf("is no amount: %q is neither a currency code of ISO 4217 nor a sign known here; write the number alone", clip(a.mark))
		}
	}
	if !a.clear {
		switch {
		case contradict:
			return 0, nil, fmt.Errorf("can be read as %s.00 or as %s.%s, and the column writes decimals both with a point and with a comma; write two decimals",
				a.other, a.whole, a.decimals)
		case p == unclear:
			return 0, nil, fmt.Errorf("can be read as %s.00 or as %s.%s, and no other cell of the column says which; write two decimals", a.other, a.whole, a.decimals)
		case p != a.point: // the sign parts thousands
			a.whole, a.decimals = a.other, ""
		}
	}
	m, err := money(a.whole, a.decimals)
	return m, may, err
}

// clip cuts a text that a message shows.
func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
