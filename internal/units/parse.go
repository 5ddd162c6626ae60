package units

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// lengthUnits are the units people write after a number.
var lengthUnits = map[string]Length{
	"nm": Nanometre, "um": Micrometre, "µm": Micrometre, "mm": Millimetre, "cm": Centimetre, "m": Metre, "km": Kilometre,
	"in": Inch, "inch": Inch, "inches": Inch, `"`: Inch, "″": Inch,
	"ft": Foot, "foot": Foot, "feet": Foot, "'": Foot, "′": Foot,
}

// maxLengthText is the longest text, in bytes, that is looked at as a length.
const maxLengthText = 64

const lengthExamples = "write for example 600mm, 2.7m, 8ft, 30in or 8' 6\""

// ParseLength reads a length with its unit: "600mm", "2.7 m", "8ft", "30in",
// `8' 6"`, "-3m". A number without a unit, an unknown unit, a part finer than a
// nanometre or a length beyond 100 km is an error that says so.
func ParseLength(text string) (Length, error) {
	s := strings.TrimSpace(text)
	switch {
	case s == "":
		return 0, errors.New("length is empty; " + lengthExamples)
	case len(s) > maxLengthText:
		return 0, fmt.Errorf("length %s has %d bytes, more than %d; "+lengthExamples, shown(s), len(s), maxLengthText)
	}
	rest, negative := strings.CutPrefix(s, "-")
	if rest == "" {
		return 0, fmt.Errorf("length %q has no number; "+lengthExamples, s)
	}
	var sum Length
	var feet bool
	for part := 0; rest != ""; part++ {
		number, unit, after := cutQuantity(rest)
		size, fault := quantityUnit(number, unit, after)
		if fault != "" {
			return 0, fmt.Errorf("length %q %s", s, fault)
		}
		if part > 1 || part == 1 && !(feet && size == Inch) {
			return 0, fmt.Errorf("length %q has more than one number; only feet and inches may stand together, as in 8' 6\"", s)
		}
		v, fault := scale(number, size)
		if fault != "" {
			return 0, fmt.Errorf("length %q %s", s, fault)
		}
		if part == 1 && v >= Foot {
			return 0, fmt.Errorf("length %q has 12 inches or more beside the feet; write them as feet", s)
		}
		if sum += v; sum > MaxLength {
			return 0, fmt.Errorf("length %q %s", s, aboveLimit)
		}
		feet = size == Foot
		rest = after
	}
	if negative {
		sum = -sum
	}
	return sum, nil
}

const aboveLimit = "is above the limit of 100 km"

// cutQuantity takes the first number and its unit off a text. White space may
// stand between them and after the unit.
func cutQuantity(s string) (number, unit, after string) {
	n := 0
	for n < len(s) && (digit(s[n]) || s[n] == '.') {
		n++
	}
	number, after = s[:n], strings.TrimLeft(s[n:], " ")
	u := 0
	for u < len(after) && !digit(after[u]) && after[u] != ' ' && after[u] != '.' {
		u++
	}
	return number, after[:u], strings.TrimLeft(after[u:], " ")
}

// quantityUnit is the size of a unit, or what is wrong with the quantity.
func quantityUnit(number, unit, after string) (Length, string) {
	whole, frac, point := strings.Cut(number, ".")
	switch {
	case whole+frac == "" || strings.Contains(frac, ".") || point && frac == "":
		return 0, "is not a number with a unit; " + lengthExamples
	case strings.HasPrefix(unit, ","):
		return 0, "has a comma; write a point as the decimal mark and nothing between thousands, as in 2.5m"
	case unit == "":
		return 0, "has no unit; write mm, cm, m, in or ft"
	case strings.EqualFold(strings.TrimRight(unit, "+-"), "e") && after != "":
		return 0, "has an exponent; write the digits out, as in 1000m"
	}
	size, ok := lengthUnits[unit]
	if !ok {
		return 0, fmt.Sprintf("has the unknown unit %q; write mm, cm, m, in or ft", unit)
	}
	return size, ""
}

// scale multiplies a decimal number by a unit, exactly, or says why it cannot.
func scale(number string, unit Length) (Length, string) {
	whole, frac, _ := strings.Cut(number, ".")
	whole = strings.TrimLeft(whole, "0")
	frac = strings.TrimRight(frac, "0")
	// 100 km are 15 digits of nanometres; whole is at most that.
	const mostDigits = 15
	if len(whole) > mostDigits {
		return 0, aboveLimit
	}
	n, _ := strconv.ParseInt("0"+whole, 10, 64)
	if n > int64(MaxLength/unit) {
		return 0, aboveLimit
	}
	sum := Length(n) * unit
	if frac == "" {
		return sum, ""
	}
	// A fraction without trailing zeros is a multiple of 10^-k for no smaller k.
	// The largest unit, 10^12 nm, makes it whole for k up to 12 and no further;
	// a foot, 2^8 x 5^5 x 381 nm, up to 8.
	const mostDecimals = 12
	if len(frac) > mostDecimals {
		return 0, finerThanNanometre
	}
	f, _ := strconv.ParseUint(frac, 10, 64)
	one := uint64(1)
	for range frac {
		one *= 10
	}
	hi, lo := bits.Mul64(f, uint64(unit))
	q, r := bits.Div64(hi, lo, one) // f < one, so the quotient is below the unit
	if r != 0 {
		return 0, finerThanNanometre
	}
	return sum + Length(q), ""
}

const finerThanNanometre = "is finer than a nanometre; round it to whole nanometres, which is 6 decimals of a millimetre"
