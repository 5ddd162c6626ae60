// Package units holds the physical quantities a plan is made of, as whole
// numbers of one base unit each, so that nothing that is compared or printed
// ever passes through a binary float.
//
// It parses the text people write ("2.7m", "8' 6\""), refuses a number without
// a unit, and prints quantities back exactly or rounded against ourselves:
// needs up, supplies down.
package units

import "strconv"

// A Length is a distance in whole nanometres. Lengths in a plan lie between
// -100 km and 100 km, so a length times 10,000 still fits.
type Length int64

// The units people write, in nanometres. A foot is 0.3048 m exactly
// (international yard and pound agreement, 1959).
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

// MM is a whole number of millimetres as a Length.
func MM(mm int64) Length { return Length(mm) * Millimetre }

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
func (l Length) String() string { return decimal(int64(l), int64(Millimetre)) + " mm" }

// Text is the length as a document writes it: "600mm", "677.825mm".
func (l Length) Text() string { return decimal(int64(l), int64(Millimetre)) + "mm" }

// Metres is the length in metres, exact and without trailing zeros: "2.5 m".
func (l Length) Metres() string { return decimal(int64(l), int64(Metre)) + " m" }

// Feet is the length in feet with two decimals, rounded to the nearest, halves
// away from zero: to be read beside metres, never to be reckoned with.
func (l Length) Feet() string {
	const hundredth = int64(Foot) / 100
	n := (int64(l.Abs()) + hundredth/2) / hundredth
	text := strconv.FormatInt(n/100, 10) + "." + string([]byte{byte('0' + n%100/10), byte('0' + n%10)})
	if l < 0 && n > 0 {
		return "-" + text
	}
	return text
}

// decimal is v in units of one, exact and without trailing zeros; one is a
// power of ten.
func decimal(v, one int64) string {
	var b [32]byte
	out := b[:0]
	n := uint64(v)
	if v < 0 {
		out = append(out, '-')
		n = -n
	}
	u := uint64(one)
	out = strconv.AppendUint(out, n/u, 10)
	frac := n % u
	if frac == 0 {
		return string(out)
	}
	out = append(out, '.')
	for u /= 10; frac > 0; u /= 10 {
		out = append(out, byte('0'+frac/u))
		frac %= u
	}
	return string(out)
}
