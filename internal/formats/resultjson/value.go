package resultjson

import (
	"strconv"
	"strings"

	"lengthwise/internal/planner"
	"lengthwise/internal/units"
)

// placeOf is the rack, the lowest unit and the rack face the device's ports
// look out of, each nil where it is not known.
func placeOf(d *planner.Device) (rack *string, u *Number, face *string) {
	if d.U > 0 {
		u = number(d.U.String())
	}
	return known(d.Rack), u, known(portFace(d))
}

// portFace is the device's face turned by its type's port side; the ports of a
// device without units are at the rear (planning rules, Geometry).
func portFace(d *planner.Device) string {
	if d.Rack == "" || d.Face == "" || d.Type == nil {
		return ""
	}
	if d.Type.Height == 0 {
		return "rear"
	}
	switch d.Type.PortSide {
	case "front":
		return d.Face
	case "rear":
		if d.Face == "front" {
			return "rear"
		}
		return "front"
	}
	return ""
}

// known is nil for an empty text.
func known(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// listed is never nil.
func listed(items []string) []string {
	if items == nil {
		return []string{}
	}
	return items
}

func number(s string) *Number { n := Number(s); return &n }

func whole(n int64) string { return strconv.FormatInt(n, 10) }

// millimetres is a length that is ordered, nil for 0.
func millimetres(l units.Length) *int64 {
	if l == 0 {
		return nil
	}
	mm := l.FloorMM()
	return &mm
}

func money(m *units.Money) *string {
	if m == nil {
		return nil
	}
	s := m.String()
	return &s
}

// hundredths and millionths print a count of parts as a number, without
// trailing zeros.
func hundredths(n int64) string { return parts(n, 100, 2) }
func millionths(n int64) string { return parts(n, 1_000_000, 6) }

func parts(n, unit int64, digits int) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	s := sign + strconv.FormatInt(n/unit, 10)
	frac := strconv.FormatInt(n%unit, 10)
	frac = strings.TrimRight(strings.Repeat("0", digits-len(frac))+frac, "0")
	if frac == "" {
		return s
	}
	return s + "." + frac
}
