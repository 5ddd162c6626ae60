package planner

import (
	"cmp"
	"slices"
	"strings"

	"lengthwise/internal/plan"
)

// A missingKey groups like links without a cable.
type missingKey struct {
	speed, forms string
	medium       plan.Medium // pinned; empty: none is
	required     int64       // whole mm, -1: not known
}

// missingParts lists the groups of links that the order lacks a cable for,
// whatever the reason: nothing fits, a run or an end is not known, the document
// contradicts itself. Existing links need none.
func (w *work) missingParts() []MissingPart {
	groups := map[missingKey]int{}
	var keys []missingKey
	for i := range w.out {
		if w.out[i].HasCable || w.out[i].Existing {
			continue
		}
		k := w.missingKey(int32(i))
		if groups[k]++; groups[k] == 1 {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b missingKey) int {
		return cmp.Or(strings.Compare(a.speed, b.speed), strings.Compare(a.forms, b.forms), strings.Compare(string(a.medium), string(b.medium)),
			cmp.Compare(a.required, b.required))
	})
	out := make([]MissingPart, len(keys))
	for i, k := range keys {
		length := "run not known"
		if k.required >= 0 {
			length = metres(k.required) + " required"
		}
		out[i] = MissingPart{Description: k.speed + ", " + k.forms + ", " + length, Medium: k.medium, Links: groups[k]}
	}
	return out
}

func (w *work) missingKey(id int32) missingKey {
	l, out := &w.links[id], &w.out[id]
	k := missingKey{speed: "speed not known", forms: "an end that does not exist", required: -1}
	if out.Speed != "" {
		k.speed = out.Speed
		if s := w.cat.Rate(out.Speed); len(s) > 0 {
			k.speed = s[0].Label
		}
	}
	if l.ends[0].device >= 0 && l.ends[1].device >= 0 {
		k.forms = w.formsOf(id)
		if out.RunKnown && !out.RunAtLeast {
			k.required = out.Required
		}
	}
	if l.pin != nil {
		if k.medium = l.pin.Medium; k.medium == "" {
			k.medium = impliedMedium(l.pin.part)
		}
	}
	return k
}

// formsOf names the cage forms a link joins.
func (w *work) formsOf(id int32) string {
	a, b := w.portType(w.links[id].ends[0]).Group.Form.Name, w.portType(w.links[id].ends[1]).Group.Form.Name
	if b < a {
		a, b = b, a
	}
	return a + " and " + b
}
