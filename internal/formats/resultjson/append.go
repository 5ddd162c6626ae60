package resultjson

import (
	"strconv"
	"unicode/utf8"
)

// Links are by far the most rows, so they are appended by hand: the bytes are
// those of encoding/json, in a third of the time.

func (l *Link) append(b []byte) []byte {
	b = appendText(append(b, `{"id":`...), l.ID)
	b = l.A.append(append(b, `,"a":`...))
	b = l.B.append(append(b, `,"b":`...))
	b = appendKnown(append(b, `,"speed":`...), l.Speed)
	b = appendText(append(b, `,"fabric":`...), l.Fabric)
	b = appendText(append(b, `,"group":`...), l.Group)
	b = appendText(append(b, `,"label":`...), l.Label)
	b = strconv.AppendBool(append(b, `,"existing":`...), l.Existing)
	b = append(b, `,"route":[`...)
	for i := range l.Route {
		if i > 0 {
			b = append(b, ',')
		}
		s := &l.Route[i]
		b = appendText(append(b, `{"name":`...), s.Name)
		b = strconv.AppendInt(append(b, `,"length_mm":`...), s.LengthMM, 10)
		b = append(appendText(append(b, `,"length":`...), s.Length), '}')
	}
	b = appendWhole(append(b, `],"run_mm":`...), l.RunMM)
	b = strconv.AppendBool(append(b, `,"run_at_least":`...), l.RunAtLeast)
	b = appendWhole(append(b, `,"required_mm":`...), l.RequiredMM)
	b = strconv.AppendBool(append(b, `,"required_at_least":`...), l.RequiredAtLeast)
	b = appendTexts(append(b, `,"estimate":`...), l.Estimate)
	b = appendWhole(append(b, `,"limit_mm":`...), l.LimitMM)
	b = appendWhole(append(b, `,"headroom_mm":`...), l.HeadroomMM)
	b = appendWhole(append(b, `,"spare_mm":`...), l.SpareMM)
	b = appendKnown(append(b, `,"medium":`...), l.Medium)
	b = appendTexts(append(b, `,"cables":`...), l.Cables)
	b = appendText(append(b, `,"status":`...), l.Status)
	b = appendText(append(b, `,"reason":`...), l.Reason)
	return append(b, '}')
}

func (e *LinkEnd) append(b []byte) []byte {
	b = appendText(append(b, `{"device":`...), e.Device)
	b = appendText(append(b, `,"port":`...), e.Port)
	b = appendKnown(append(b, `,"rack":`...), e.Rack)
	b = append(b, `,"u":`...)
	if e.U == nil {
		b = append(b, "null"...)
	} else {
		b = append(b, *e.U...)
	}
	return append(appendKnown(append(b, `,"face":`...), e.Face), '}')
}

func appendTexts(b []byte, items []string) []byte {
	b = append(b, '[')
	for i, s := range items {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(b, s)
	}
	return append(b, ']')
}

func appendKnown(b []byte, s *string) []byte {
	if s == nil {
		return append(b, "null"...)
	}
	return appendText(b, *s)
}

func appendWhole(b []byte, n *int64) []byte {
	if n == nil {
		return append(b, "null"...)
	}
	return strconv.AppendInt(b, *n, 10)
}

// appendText appends a JSON string; what needs an escape is left to
// encoding/json.
func appendText(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf || c == 0x7f {
			quoted, _ := marshal(s) // a string always has a JSON form
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}
