package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// A RevisionChange is what a revision changed against the one before it, in
// words, as it was when it was worked out: with the catalog of that day.
type RevisionChange struct {
	Sentences []string `json:"sentences" doc:"The first of them"`
	Total     int      `json:"total" doc:"How many there are"`
	Same      bool     `json:"same" doc:"The plan says the same as before"`
}

// keptSentences is how many changes of a revision are kept in words; the
// comparison has the rest.
const keptSentences = 6

// changeIn is a comparison in the words that are kept.
func changeIn(c *Comparison) *RevisionChange {
	out := &RevisionChange{Same: c.Same, Total: c.Settings.Total + c.Racks.Total + c.Devices.Total + c.Links.Total + len(c.Media)}
	list := c.Sentences(MaxChanges)
	plain := len(list) - len(c.Media)
	// What comes of a change is never pushed out by the change itself.
	keep := max(keptSentences-len(c.Media), keptSentences/2)
	if plain > keep {
		list = slices.Concat(list[:keep], list[plain:])
	}
	out.Sentences = slices.Clone(list[:min(len(list), keptSentences)])
	return out
}

// changeSince is what a checked plan changes against the revision base, where
// that is at hand; nil where it would have to be planned for it.
func (p *Plans) changeSince(ctx context.Context, who Caller, id string, base int, is *Checked) *RevisionChange {
	r, err := p.revision(ctx, who, id, base)
	if err != nil {
		return nil // the save will say what is wrong, or the history works it out
	}
	was := p.cache.at(placeOf(r, is.key.catalog))
	if was == nil {
		return nil
	}
	c := compare(was, is)
	return changeIn(&c)
}

// ChangeOf is what a revision changed against the one before it. Where it is not
// known yet it is worked out and kept. The first revision changed nothing.
func (p *Plans) ChangeOf(ctx context.Context, who Caller, id string, number int) (RevisionChange, error) {
	r, err := p.revision(ctx, who, id, number)
	if err != nil {
		return RevisionChange{}, err
	}
	switch {
	case r.Change != nil:
		return *r.Change, nil
	case r.Number <= 1:
		return RevisionChange{Sentences: []string{}}, nil
	}
	c, err := p.Compare(ctx, who, id, r.Number-1, r.Number)
	if err != nil {
		return RevisionChange{}, err
	}
	said := changeIn(&c)
	if err := p.store.KeepChange(ctx, id, r.Number, *said); err != nil {
		return RevisionChange{}, fmt.Errorf("keep what revision %d of plan %s changed: %w", r.Number, id, err)
	}
	return *said, nil
}

// A HistoryQuery selects revisions; what is empty selects nothing. The newest
// come first.
type HistoryQuery struct {
	Author string // any case, a part of it
	Text   string // words that all stand in author, message or what is known to have changed, in any case
	Before int    // only those below it; 0: from the newest
	Limit  int    // 1 to MaxList; 0: DefaultPage
}

// A HistoryPage is part of the revisions that match.
type HistoryPage struct {
	Revisions []Revision
	Next      int // Before of the next page; 0: there is none
}

// History lists the revisions of a plan that match.
func (p *Plans) History(ctx context.Context, who Caller, id string, q HistoryQuery) (HistoryPage, error) {
	var bad faults
	limit := bad.limit(q.Limit, MaxList)
	bad.text("author", q.Author, MaxSearch)
	bad.text("text", q.Text, MaxSearch)
	if err := bad.err(); err != nil {
		return HistoryPage{}, err
	}
	author, words := strings.ToLower(strings.TrimSpace(q.Author)), strings.Fields(strings.ToLower(q.Text))
	var out HistoryPage
	for before := q.Before; ; {
		list, err := p.Revisions(ctx, who, id, before, MaxList)
		if err != nil {
			return HistoryPage{}, err
		}
		for i := range list {
			if !list[i].matches(author, words) {
				continue
			}
			if len(out.Revisions) == limit {
				out.Next = out.Revisions[limit-1].Number
				return out, nil
			}
			out.Revisions = append(out.Revisions, list[i])
		}
		if len(list) < MaxList {
			return out, nil
		}
		before = list[len(list)-1].Number
	}
}

// matches reports whether a revision is by an author and all the words stand in
// it.
func (r *Revision) matches(author string, words []string) bool {
	if author != "" && !holds(r.Author, author) {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool {
		return !holds(r.Author, w) && !holds(r.Message, w) &&
			(r.Change == nil || !slices.ContainsFunc(r.Change.Sentences, func(s string) bool { return holds(s, w) }))
	})
}
