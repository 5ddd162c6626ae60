// Package units holds the physical quantities a plan is made of, as whole
// numbers of one base unit each, so that nothing that is compared or printed
// ever passes through a binary float.
//
// It parses the text people write ("2.7m", "8' 6\""), refuses a number without
// a unit, and prints quantities back exactly or rounded against ourselves:
// needs up, supplies down.
package units

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// A Length is a distance in whole nanometres. Lengths in a plan lie between
// -100 km and 100 km, so a length times 10,000 still fits.
type Length int64

// The units people write, in nanometres.
const (
	Nanometre  Length = 1
	Micrometre        = 1000 * Nanometre
	Millimetre        = 1000 * Micrometre
	Centimetre        = 10 * Millimetre
	Metre             = 1000 * Millimetre
	Kilometre         = 1000 * Metre
	Inch              = 25_400_000 * Nanometre
	Foot              = 12 * Inch
)

// MaxLength is the longest length a plan may hold: 100 km.
const MaxLength = 100 * Kilometre

var lengthUnits = map[string]Length{
	"nm": Nanometre, "um": Micrometre, "µm": Micrometre, "mm": Millimetre, "cm": Centimetre, "m": Metre, "km": Kilometre,
	"in": Inch, "inch": Inch, "inches": Inch, `"`: Inch, "″": Inch,
	"ft": Foot, "foot": Foot, "feet": Foot, "'": Foot, "′": Foot,
}

// ParseLength reads a length with its unit: "600mm", "2.7 m", "8ft", "30in",
// `8' 6"`, "-3m". A number without a unit, an unknown unit, a part finer than a
// nanometre or a length beyond 100 km is an error that says so.
func ParseLength(text string) (Length, error) {
	s := strings.TrimSpace(text)
	if s == "" {
		return 0, fmt.Errorf("length is empty; write a number with mm, cm, m, in or ft")
	}
	if len(s) > 64 {
		return 0, fmt.Errorf("length %q is longer than 64 characters", s[:64]+"…")
	}
	sign := int64(1)
	rest := s
	if r, ok := strings.CutPrefix(rest, "-"); ok {
		sign, rest = -1, r
	}
	var sum Length
	for part := 0; rest != ""; part++ {
		n := 0
		for n < len(rest) && (rest[n] >= '0' && rest[n] <= '9' || rest[n] == '.') {
			n++
		}
		number, after := rest[:n], strings.TrimLeft(rest[n:], " ")
		u := 0
		for u < len(after) && !(after[u] >= '0' && after[u] <= '9') && after[u] != ' ' && after[u] != '.' {
			u++
		}
		unit := after[:u]
		rest = strings.TrimLeft(after[u:], " ")
		if number == "" || strings.Count(number, ".") > 1 || number == "." {
			return 0, fmt.Errorf("length %q is not a number with a unit; write for example 600mm, 2.7m, 8ft or 30in", s)
		}
		if unit == "" {
			return 0, fmt.Errorf("length %q has no unit; write mm, cm, m, in or ft", s)
		}
		size, ok := lengthUnits[unit]
		if !ok {
			return 0, fmt.Errorf("length %q has the unknown unit %q; write mm, cm, m, in or ft", s, unit)
		}
		// Only feet may be followed by inches.
		if part == 1 && !(size == Inch && strings.ContainsAny(s, "f'′")) || part > 1 {
			return 0, fmt.Errorf("length %q has more than one number; only feet and inches may stand together", s)
		}
		v, err := scale(number, size)
		if err != nil {
			return 0, fmt.Errorf("length %q %w", s, err)
		}
		if sum += v; sum > MaxLength {
			return 0, errTooLong(s)
		}
	}
	return Length(sign) * sum, nil
}

func errTooLong(s string) error {
	return fmt.Errorf("length %q is above the limit of 100 km", s)
}

// scale multiplies a decimal number by a unit, exactly.
func scale(number string, unit Length) (Length, error) {
	whole, frac, _ := strings.Cut(number, ".")
	frac = strings.TrimRight(frac, "0")
	if len(strings.TrimLeft(whole, "0"))+len(frac) <= 9 {
		digits, err := strconv.ParseInt("0"+whole+frac, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("is not a number")
		}
		pow := int64(1)
		for range frac {
			pow *= 10
		}
		hi := big.NewInt(digits)
		hi.Mul(hi, big.NewInt(int64(unit)))
		return quotient(hi, big.NewInt(pow))
	}
	digits, ok := new(big.Int).SetString("0"+whole+frac, 10)
	if !ok {
		return 0, fmt.Errorf("is not a number")
	}
	digits.Mul(digits, big.NewInt(int64(unit)))
	return quotient(digits, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(frac))), nil))
}

func quotient(n, d *big.Int) (Length, error) {
	q, r := new(big.Int).QuoRem(n, d, new(big.Int))
	if r.Sign() != 0 {
		return 0, fmt.Errorf("is finer than a nanometre")
	}
	if !q.IsInt64() || q.Int64() > int64(MaxLength) {
		return 0, fmt.Errorf("is above the limit of 100 km")
	}
	return Length(q.Int64()), nil
}

// CeilMM is the length in whole millimetres, rounded up: for needs.
func (l Length) CeilMM() int64 {
	q := int64(l) / int64(Millimetre)
	if int64(l)%int64(Millimetre) > 0 {
		q++
	}
	return q
}

// FloorMM is the length in whole millimetres, rounded down: for supplies.
func (l Length) FloorMM() int64 {
	q := int64(l) / int64(Millimetre)
	if int64(l)%int64(Millimetre) < 0 {
		q--
	}
	return q
}

// Abs is the length without its sign.
func (l Length) Abs() Length {
	if l < 0 {
		return -l
	}
	return l
}

// String is the length in millimetres, exact and without trailing zeros:
// "677.825 mm".
func (l Length) String() string { return l.decimal(Millimetre) + " mm" }

// Text is the length as a document writes it: "600mm", "677.825mm".
func (l Length) Text() string { return l.decimal(Millimetre) + "mm" }

// Metres is the length in metres, exact and without trailing zeros: "2.5 m".
func (l Length) Metres() string { return l.decimal(Metre) + " m" }

func (l Length) decimal(unit Length) string {
	var b [32]byte
	out := b[:0]
	v := int64(l)
	if v < 0 {
		out = append(out, '-')
		v = -v
	}
	out = strconv.AppendInt(out, v/int64(unit), 10)
	frac := v % int64(unit)
	if frac == 0 {
		return string(out)
	}
	out = append(out, '.')
	for u := int64(unit) / 10; frac > 0; u /= 10 {
		out = append(out, byte('0'+frac/u))
		frac %= u
	}
	return string(out)
}

// MM is a whole number of millimetres as a Length.
func MM(mm int64) Length { return Length(mm) * Millimetre }
