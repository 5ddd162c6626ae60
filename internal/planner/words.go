package planner

import (
	"strconv"
	"strings"

	"lengthwise/internal/plan"
)

// mediumName is a medium in words: "passive copper".
func mediumName(m plan.Medium) string {
	switch m {
	case plan.DAC:
		return "passive copper"
	case plan.ACC:
		return "active copper"
	case plan.AEC:
		return "retimed copper"
	case plan.AOC:
		return "active optical cable"
	case plan.Optical:
		return "optics"
	}
	return "twisted pair"
}

// mediumShort is a medium as people say it before a length: "DAC".
func mediumShort(m plan.Medium) string {
	switch m {
	case plan.Optical:
		return "fibre"
	case plan.TwistedPair:
		return "twisted pair"
	}
	return strings.ToUpper(string(m))
}

// metres is whole millimetres in metres, without trailing zeros: "2.625 m".
func metres(mm int64) string { return string(appendMetres(nil, mm)) + " m" }

func appendMetres(b []byte, mm int64) []byte {
	if mm < 0 {
		b = append(b, '-')
		mm = -mm
	}
	b = strconv.AppendInt(b, mm/1000, 10)
	if rest := mm % 1000; rest > 0 {
		b = append(b, '.', byte('0'+rest/100))
		if rest%100 > 0 {
			b = append(b, byte('0'+rest/10%10))
		}
		if rest%10 > 0 {
			b = append(b, byte('0'+rest%10))
		}
	}
	return b
}
