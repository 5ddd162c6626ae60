package app

import (
	"errors"
	"fmt"
	"strings"

	"lengthwise/internal/plan"
)

// apart keeps the ways out that touch different things, or the same in the same
// way; each of the others is refused for the first it meets.
func apart(ways []way, ctx plan.EditContext, out *Fixes) []way {
	type claim struct{ value, subject string }
	taken := map[string]claim{}
	var kept []way
	for _, w := range ways {
		touched := touches(w.edits, ctx)
		clash := ""
		for _, t := range touched {
			if c, ok := taken[t.what]; ok && c.value != t.value {
				clash = fmt.Sprintf("it changes %s, which the way out of %s changes otherwise; look again when that is saved", t.what, clip(c.subject))
				break
			}
		}
		if clash != "" {
			out.Refused = append(out.Refused, RefusedFix{w.subject, clash})
			continue
		}
		for _, t := range touched {
			if _, ok := taken[t.what]; !ok {
				taken[t.what] = claim{t.value, w.subject}
			}
		}
		kept = append(kept, w)
	}
	return kept
}

// A touch is a thing an edit changes and what it makes of it.
type touch struct{ what, value string }

// touches are what edits change. A move also fills the rack it goes to: two of
// one rack were worked out without each other.
func touches(edits []plan.Edit, ctx plan.EditContext) []touch {
	var out []touch
	port := func(end, value string) { out = append(out, touch{"the link at " + ctx.Port(end), value}) }
	for _, e := range edits {
		switch e.Kind {
		case plan.MoveDevice:
			out = append(out, touch{"the place of " + e.Device, wordsOf(e)})
			if rack := e.Rack; rack != "" {
				out = append(out, touch{"what stands in rack " + rack, wordsOf(e)})
			} else if rack, _, ok := ctx.Placed(e.Device); ok {
				out = append(out, touch{"what stands in rack " + rack, wordsOf(e)})
			}
		case plan.SwapLinks:
			port(e.A, wordsOf(e))
			port(e.B, wordsOf(e))
		case plan.OverrideLink:
			for _, text := range e.At {
				ends, err := plan.ParseEnds(text)
				if err != nil {
					continue // the edit itself says so
				}
				for _, end := range ends.Append(nil) {
					port(end, wordsOf(e.Set))
				}
			}
		default:
			out = append(out, touch{e.Path, wordsOf(e.Value)})
		}
	}
	return out
}

// editsOf are the edits of ways out in the order they can be made in: those that
// name a position before those that may move positions; overrides of one kind
// as one.
func editsOf(ways []way) []plan.Edit {
	var fields, overrides, others []plan.Edit
	seen := map[string]bool{}
	at := map[string]int{} // into overrides, by what they set
	ends := map[string]bool{}
	for _, w := range ways {
		for _, e := range w.edits {
			if e.Kind == plan.OverrideLink {
				k := wordsOf(e.Set)
				n, ok := at[k]
				if !ok {
					n = len(overrides)
					at[k] = n
					overrides = append(overrides, plan.Edit{Kind: e.Kind, Set: e.Set})
				}
				for _, end := range e.At {
					if !ends[k+end] {
						ends[k+end] = true
						overrides[n].At = append(overrides[n].At, end)
					}
				}
				continue
			}
			k := wordsOf(e)
			switch {
			case seen[k]:
			case e.Kind == plan.SetField:
				fields = append(fields, e)
			default:
				others = append(others, e)
			}
			seen[k] = true
		}
	}
	return append(append(fields, overrides...), others...)
}

// maxFixTries bounds how often edits are tried on the document to find those
// that cannot be made together.
const maxFixTries = 64

// togetherness finds the ways out that can be made in one go.
type togetherness struct {
	try     func([]plan.Edit) error
	tries   int // that are left
	taken   []way
	refused []RefusedFix
}

// take adds ways out to those taken, or refuses those that fail: all at once
// where that goes, else by halves.
func (t *togetherness) take(ways []way) {
	if t.tries == 0 {
		for _, w := range ways {
			t.refused = append(t.refused, RefusedFix{w.subject, "others that cannot be made were looked for long enough; look again when these are saved"})
		}
		return
	}
	t.tries--
	both := append(t.taken[:len(t.taken):len(t.taken)], ways...)
	err := t.try(editsOf(both))
	switch {
	case err == nil:
		t.taken = both
	case len(ways) == 1:
		t.refused = append(t.refused, RefusedFix{ways[0].subject, whyNot(err)})
	default:
		t.take(ways[:len(ways)/2])
		t.take(ways[len(ways)/2:])
	}
}

// whyNot is the reason an edit cannot be made, without which of the list it is.
func whyNot(err error) string {
	text := err.Error()
	if invalid := (*Invalid)(nil); errors.As(err, &invalid) && len(invalid.Problems.List) > 0 {
		text = invalid.Problems.List[0].Message
	}
	if strings.HasPrefix(text, "edit ") {
		if _, rest, ok := strings.Cut(text, ": "); ok {
			return rest
		}
	}
	return text
}
