package plan

import (
	"fmt"
	"iter"
	"strings"
)

// Ends are ports of devices as a document writes them: "leaf-01:IB1/1/1", or a
// range of both, "dgx-[001-032]:OSFP[1-4]P[1-2]". The device varies slower
// than the port.
type Ends struct {
	Device Names
	Port   Names
}

// ParseEnds reads "device:port", each a name or a range. Exactly one ':'
// separates them. More than MaxLinks ends are an error at once.
func ParseEnds(text string) (Ends, error) {
	device, port, ok := strings.Cut(text, ":")
	if !ok {
		return Ends{}, fmt.Errorf("%s names no port; write device:port", quote(text))
	}
	if strings.Contains(port, ":") {
		return Ends{}, fmt.Errorf("%s has more than one ':'; write device:port", quote(text))
	}
	var e Ends
	var err error
	if e.Device, err = ParseNames(device); err != nil {
		return Ends{}, fmt.Errorf("device of %s: %w", quote(text), err)
	}
	if e.Port, err = ParseNames(port); err != nil {
		return Ends{}, fmt.Errorf("port of %s: %w", quote(text), err)
	}
	if e.Len() > MaxLinks {
		return Ends{}, tooMany(text, uint64(e.Len()), MaxLinks)
	}
	return e, nil
}

// Len is how many ends there are.
func (e Ends) Len() int { return e.Device.Len() * e.Port.Len() }

// All gives device and port of each end in written order.
func (e Ends) All() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		ports := e.Port.Append(nil)
		for device := range e.Device.All() {
			for _, port := range ports {
				if !yield(device, port) {
					return
				}
			}
		}
	}
}

// Append adds the ends to dst as "device:port", in written order.
func (e Ends) Append(dst []string) []string { return e.names().Append(dst) }

// String is the text ParseEnds reads these ends from.
func (e Ends) String() string { return e.Device.String() + ":" + e.Port.String() }

// names joins both parts into one range, whose names hold the ':'.
func (e Ends) names() Names {
	d, p := e.Device, e.Port
	if d.parts == nil && p.parts == nil {
		return Names{lead: d.lead + ":" + p.lead, count: 1}
	}
	n := Names{lead: d.lead, count: e.Len()}
	n.parts = append(append(n.parts, d.parts...), p.parts...)
	if len(d.parts) == 0 {
		n.lead += ":" + p.lead
	} else {
		n.parts[len(d.parts)-1].after += ":" + p.lead
	}
	return n
}
