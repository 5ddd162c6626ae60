package app

import (
	"strings"

	"lengthwise/internal/plan"
	"lengthwise/internal/planner"
)

// linkAt is the link at an end "device:port" in any spelling, -1 where none is.
func (x *index) linkAt(device, port string) int32 {
	d := x.device(device)
	if d < 0 {
		return -1
	}
	if t := x.result.Devices[d].Type; t != nil {
		if at, ok := t.Find(port); ok {
			port = t.Name(at)
		}
	}
	for _, i := range x.linksAt(d) {
		l := &x.result.Links[i]
		if x.a[i] == d && l.A.Port == port || x.b[i] == d && l.B.Port == port {
			return i
		}
	}
	return -1
}

// pinnedKey keeps which links are pinned beside those findings of a code name;
// no code is written so.
const pinnedKey = "+pinned"

// pinned says of each link whether the document pins something of its cable.
func (x *index) pinned() []bool {
	x.lock.Lock()
	defer x.lock.Unlock()
	if links, ok := x.codes[pinnedKey]; ok {
		return links
	}
	links := make([]bool, len(x.result.Links))
	for i := range x.result.Links {
		e := x.entryOf(&x.result.Links[i])
		links[i] = e != nil && !e.Cable.IsZero()
	}
	for i := range x.document.Overrides {
		o := &x.document.Overrides[i]
		if o.Cable.IsZero() {
			continue
		}
		ends, err := plan.ParseEnds(o.At)
		if err != nil {
			continue // a finding says so
		}
		for device, port := range ends.All() {
			if at := x.linkAt(device, port); at >= 0 {
				links[at] = true
			}
		}
	}
	x.codes[pinnedKey] = links
	return links
}

// entryOf is the entry of links that writes a link, nil where a fabric does.
func (x *index) entryOf(l *planner.Link) *plan.Link {
	i, ok := entryIndex("links", l.Path)
	if !ok || i >= len(x.document.Links) || strings.Contains(l.Path, "].") {
		return nil
	}
	return &x.document.Links[i]
}
