package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lengthwise/internal/plan"
)

// A FixQuery says whose ways out are wanted: those of all findings of a code,
// of one cause, or of one finding. The first that is not empty counts, from the
// last to the first.
type FixQuery struct {
	Code    plan.Code
	Cause   string // of FindingGroup.Key
	Finding string // of FindingKey
}

// Fixes are the ways out of several findings as one list of edits that can be
// made together. A finding's own edits are in it all or not at all.
type Fixes struct {
	Edits   []plan.Edit
	Fixed   int          // findings whose way out is among Edits
	Without int          // findings whose way out the document cannot express
	Refused []RefusedFix // in the order of the findings
	Left    int          // findings beyond MaxFixes ways out, for another time
	What    string       // a few words: "too-short, 8 times"
}

// A RefusedFix is a way out that cannot be made beside the ones before it.
type RefusedFix struct {
	Subject string // of the finding
	Reason  string // lower case, without a full stop
}

// MaxFixes is how many different ways out are put together at a time.
const MaxFixes = 1000

// Key names a cause in addresses and forms: the same in every result that has it.
func (g *FindingGroup) Key() string {
	return digest("cause", string(g.Code), g.Message, g.Fix)[:keyDigits]
}

// FindingKey names one finding the same way.
func FindingKey(f *plan.Finding) string {
	return digest("finding", string(f.Code), f.Path, f.Subject, f.Message)[:keyDigits]
}

// keyDigits is how long keys are, in hex digits: 64 bits do not collide among
// the findings of a plan.
const keyDigits = 16

// Fixes puts the ways out of findings of revision base together: equal ones
// once, and those left out, with the reason, that touch what an earlier one
// changes otherwise or that cannot be made after it. It wraps ErrNotFound where
// the revision has no such finding.
func (p *Plans) Fixes(ctx context.Context, who Caller, id string, base int, q FixQuery) (Fixes, error) {
	checked, r, err := p.Result(ctx, who, id, base)
	if err != nil {
		return Fixes{}, err
	}
	found, what := checked.asked(q)
	if len(found) == 0 {
		return Fixes{}, fmt.Errorf("a finding like that in revision %d of plan %s: %w; the catalog may have changed: look at the findings again", r.Number, id, ErrNotFound)
	}
	out := Fixes{What: what}
	ways := checked.ways(found, &out)
	ways = apart(ways, p.App().editContext(checked), &out)
	if len(ways) == 0 {
		return out, nil
	}
	full, err := p.store.Revision(ctx, id, r.Number)
	if err != nil {
		return Fixes{}, fmt.Errorf("read plan %s, revision %d: %w", id, r.Number, err)
	}
	t := &togetherness{tries: maxFixTries, try: func(edits []plan.Edit) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, err := p.App().edit(full, edits, checked)
		return err
	}}
	t.take(ways)
	if err := ctx.Err(); err != nil {
		return Fixes{}, err
	}
	out.Refused = append(out.Refused, t.refused...)
	for _, w := range t.taken {
		out.Fixed += w.findings
	}
	out.Edits = editsOf(t.taken)
	return out, nil
}

// asked are the findings a query names, and what they are in a few words.
func (c *Checked) asked(q FixQuery) (found []int32, what string) {
	all := c.Result.Findings
	switch {
	case q.Finding != "":
		for i := range all {
			if FindingKey(&all[i]) == q.Finding {
				return []int32{int32(i)}, string(all[i].Code) + " of " + clip(all[i].Subject)
			}
		}
	case q.Cause != "":
		groups := c.FindingGroups()
		for i := range groups {
			if groups[i].Key() == q.Cause {
				return groups[i].Findings, timesOf(groups[i].Code, len(groups[i].Findings))
			}
		}
	default:
		for i := range all {
			if all[i].Code == q.Code {
				found = append(found, int32(i))
			}
		}
		return found, timesOf(q.Code, len(found))
	}
	return nil, ""
}

func timesOf(code plan.Code, n int) string {
	if n == 1 {
		return string(code) + ", once"
	}
	return fmt.Sprintf("%s, %d times", code, n)
}

// A way is a way out and how many findings it is that of.
type way struct {
	subject  string // of the first of them
	edits    []plan.Edit
	findings int
}

// ways are the different ways out of findings, at most MaxFixes of them.
func (c *Checked) ways(found []int32, out *Fixes) []way {
	var ways []way
	at := map[string]int{}
	like := c.Likenesses()
	for _, i := range found {
		f := &c.Result.Findings[i]
		edits := like.Edits(f)
		if len(edits) == 0 {
			out.Without++
			continue
		}
		k := wordsOf(edits)
		n, ok := at[k]
		switch {
		case ok:
			ways[n].findings++
		case len(ways) == MaxFixes:
			out.Left++
		default:
			at[k] = len(ways)
			ways = append(ways, way{f.Subject, edits, 1})
		}
	}
	return ways
}

// Likenesses finds the ways out of findings that are like another's: the
// planner works one out for each class of links and points the others to it.
type Likenesses struct {
	all   []plan.Finding
	first map[wayKey]int32 // with edits, by what the others say of it; nil: not looked at yet
}

type wayKey struct {
	code         plan.Code
	subject, fix string
}

// Likenesses serves the findings of a result.
func (c *Checked) Likenesses() *Likenesses { return &Likenesses{all: c.Result.Findings} }

// Edits are those of a finding: its own, or those of the finding it is like
// with its own port in them; empty where there are none.
func (l *Likenesses) Edits(f *plan.Finding) []plan.Edit {
	rest, ok := strings.CutPrefix(f.Fix, "as for ")
	if len(f.Edits) > 0 || !ok {
		return f.Edits
	}
	other, fix, ok := strings.Cut(rest, ": ")
	end, _, pair := strings.Cut(f.Subject, " - ")
	if !ok || !pair {
		return nil
	}
	if l.first == nil {
		l.first = map[wayKey]int32{}
		for i := range l.all {
			if x := &l.all[i]; len(x.Edits) > 0 {
				l.first[wayKey{x.Code, x.Subject, x.Fix}] = int32(i)
			}
		}
	}
	i, ok := l.first[wayKey{f.Code, other, fix}]
	if !ok {
		return nil
	}
	edits := slices.Clone(l.all[i].Edits)
	for n := range edits {
		switch edits[n].Kind {
		case plan.OverrideLink:
			edits[n].At = []string{end}
		case plan.SetField: // of a setting: the same for all
		default:
			return nil // a swap or a move is that of its own ports
		}
	}
	return edits
}

func wordsOf(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("%#v", v) // a value JSON cannot hold equals itself only
	}
	return string(text)
}
