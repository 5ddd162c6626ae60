package planfile

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// scalarKind is what a scalar without quotes stands for.
type scalarKind uint8

const (
	isText scalarKind = iota
	isNull
	isBool
	isNumber
)

// resolve applies the core schema of YAML 1.2 to a plain scalar. It holds for
// JSON's scalars too. What YAML 1.1 read as a truth value, a time or a base-60
// number (yes, no, on, off, 2026-11-30, 1:30) is text.
func resolve(text string) scalarKind {
	switch text {
	case "", "~", "null", "Null", "NULL":
		return isNull
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return isBool
	}
	s := text
	if s[0] == '-' || s[0] == '+' {
		s = s[1:]
	}
	if s == "" || !(s[0] >= '0' && s[0] <= '9' || s[0] == '.') {
		return isText
	}
	switch s {
	case ".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN":
		return isNumber
	}
	if prefix := s[:min(2, len(s))]; prefix == "0x" && allOf(s[2:], "0123456789abcdefABCDEF") || prefix == "0o" && allOf(s[2:], "01234567") {
		return isNumber
	}
	mantissa := s
	if e := strings.IndexAny(s, "eE"); e >= 0 {
		exponent := s[e+1:]
		if exponent != "" && (exponent[0] == '-' || exponent[0] == '+') {
			exponent = exponent[1:]
		}
		if !allOf(exponent, digits) {
			return isText
		}
		mantissa = s[:e]
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	if whole+frac != "" && (whole == "" || allOf(whole, digits)) && (frac == "" || allOf(frac, digits)) {
		return isNumber
	}
	return isText
}

const digits = "0123456789"

// allOf reports whether s is not empty and holds only characters of set.
func allOf(s, set string) bool {
	for i := range len(s) {
		if strings.IndexByte(set, s[i]) < 0 {
			return false
		}
	}
	return s != ""
}

// parseDecimal reads a number written in plain digits as a whole number of
// units of 10^-places, exactly: parseDecimal("12.5", 2) is 1250. The literal
// text counts; no float is made of it.
func parseDecimal(text string, places int) (int64, error) {
	s := text
	negative := strings.HasPrefix(s, "-")
	if negative {
		s = s[1:]
	}
	whole, frac, dotted := strings.Cut(s, ".")
	if !allOf(whole, digits) || dotted && !allOf(frac, digits) {
		return 0, fmt.Errorf("number %s is not written in plain digits; write for example 12 or 12.5", clip(text))
	}
	if len(whole) > 1 && whole[0] == '0' {
		return 0, fmt.Errorf("number %s begins with 0; write it without", clip(text))
	}
	frac = strings.TrimRight(frac, "0")
	switch {
	case len(frac) > places && places == 0:
		return 0, fmt.Errorf("number %s is not whole", clip(text))
	case len(frac) > 1 && places == 1:
		return 0, fmt.Errorf("number %s has more than one decimal", clip(text))
	case len(frac) > places:
		return 0, fmt.Errorf("number %s has more than %d decimals", clip(text), places)
	case len(whole)+places > 18:
		return 0, fmt.Errorf("number %s is too large", clip(text))
	}
	v, err := strconv.ParseInt(whole+frac+strings.Repeat("0", places-len(frac)), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("number %s is too large", clip(text))
	}
	if negative {
		v = -v
	}
	return v, nil
}

// formatDecimal writes what parseDecimal reads, without trailing zeros.
func formatDecimal(v int64, places int) string {
	sign := ""
	if v < 0 {
		sign, v = "-", -v
	}
	s := strconv.FormatInt(v, 10)
	if len(s) <= places {
		s = strings.Repeat("0", places-len(s)+1) + s
	}
	whole, frac := s[:len(s)-places], strings.TrimRight(s[len(s)-places:], "0")
	if frac == "" {
		return sign + whole
	}
	return sign + whole + "." + frac
}

// maxEcho is how many characters of a value a message repeats.
const maxEcho = 64

// clip quotes a value for a message, its first 64 characters at most.
func clip(s string) string {
	n := 0
	for i := range s {
		if n == maxEcho {
			return strconv.Quote(s[:i] + "…")
		}
		n++
	}
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "?")
	}
	return strconv.Quote(s)
}
