package units

import (
	"fmt"
	"strconv"
	"strings"
)

// RackUnits counts rack units in halves: U(1) is 2. Both a height and a
// position are written so; position U(1) is the lowest unit of a rack.
type RackUnits int32

// U is a whole number of rack units.
func U(n int) RackUnits { return RackUnits(2 * n) }

// rackUnit is the height of one unit, 44.45 mm (EIA-310).
const rackUnit = 44_450 * Micrometre

// Height is the height of so many units. Convert totals, never unit by unit.
func (u RackUnits) Height() Length { return Length(u) * rackUnit / 2 }

// maxRackUnits is far above any rack: 1,000 units are 44 m.
const maxRackUnits = 1000

// ParseRackUnits reads a number of units, whole or half and not below zero:
// "8", "12.5".
func ParseRackUnits(text string) (RackUnits, error) {
	s := strings.TrimSpace(text)
	whole, frac, point := strings.Cut(s, ".")
	fault := whole == "" || strings.Trim(whole, "0123456789") != "" || point && frac == ""
	half := RackUnits(0)
	switch strings.TrimRight(frac, "0") {
	case "":
	case "5":
		half = 1
	default:
		fault = true
	}
	if fault {
		return 0, fmt.Errorf("rack units %s are not a number in steps of a half; write for example 12 or 12.5", shown(s))
	}
	n, err := strconv.Atoi(whole)
	if err != nil || n > maxRackUnits || n == maxRackUnits && half > 0 {
		return 0, fmt.Errorf("rack units %s are above the limit of %d", shown(s), maxRackUnits)
	}
	return U(n) + half, nil
}

// shown quotes a value in a message, shortened where it is very long.
func shown(s string) string {
	if len(s) > maxLengthText {
		s = strings.ToValidUTF8(s[:maxLengthText], "") + "…"
	}
	return strconv.Quote(s)
}

// String is "12" or "12.5".
func (u RackUnits) String() string {
	s := strconv.Itoa(int(u) / 2)
	if u < 0 && u > -2 {
		s = "-0"
	}
	if u%2 != 0 {
		s += ".5"
	}
	return s
}

// Power is in milliwatts.
type Power int64

// Watt is 1,000 milliwatts.
const Watt Power = 1000

// String is the power in watts, exact: "0.3 W".
func (p Power) String() string { return thousandths(int64(p)) + " W" }

// Watts is the power in watts as a JSON number: "0.3".
func (p Power) Watts() string { return thousandths(int64(p)) }

// Mass is in grams.
type Mass int64

// Kilogram is 1,000 grams.
const Kilogram Mass = 1000

// String is the mass in kilograms, exact: "14.8 kg".
func (m Mass) String() string { return thousandths(int64(m)) + " kg" }

// Kilograms is the mass in kilograms as a JSON number: "14.8".
func (m Mass) Kilograms() string { return thousandths(int64(m)) }

// Money is in hundredths of a currency unit.
type Money int64

// String is the amount with two digits: "13500.00".
func (m Money) String() string {
	sign, n := "", uint64(m)
	if m < 0 {
		sign, n = "-", -n
	}
	return fmt.Sprintf("%s%d.%02d", sign, n/100, n%100)
}

func thousandths(v int64) string { return decimal(v, 1000) }
