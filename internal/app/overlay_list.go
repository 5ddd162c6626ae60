package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// An OverlayQuery selects rows of the overlay; what is empty selects nothing.
// They come by kind, then by key in natural order.
type OverlayQuery struct {
	Kind OverlayKind
	Text string // words that all stand in the key or the body, in any case
}

// Overlay lists rows of the overlay as it is now, and its revision. While the
// store is away it is the last known. The error is *Invalid.
func (p *Plans) Overlay(ctx context.Context, _ Caller, q OverlayQuery) ([]OverlayRow, int64, error) {
	var bad faults
	word(&bad, "kind", q.Kind, OverlayKinds...)
	bad.text("q", q.Text, MaxSearch)
	if err := bad.err(); err != nil {
		return nil, 0, err
	}
	e, words := p.effective(ctx), strings.Fields(strings.ToLower(q.Text))
	var out []OverlayRow
	for _, r := range e.rows {
		if q.Kind != "" && r.Kind != q.Kind {
			continue
		}
		body := string(r.Body)
		if !slices.ContainsFunc(words, func(w string) bool { return !holds(r.Key, w) && !holds(body, w) }) {
			out = append(out, r)
		}
	}
	return out, e.revision, nil
}

// OverlayRow is one row as it is now. It wraps ErrNotFound where there is none.
func (p *Plans) OverlayRow(ctx context.Context, _ Caller, kind OverlayKind, key string) (OverlayRow, error) {
	e := p.effective(ctx)
	if r := e.row(kind, e.keyOf(kind, key)); r.Version > 0 {
		return r, nil
	}
	return OverlayRow{}, fmt.Errorf("overlay row %s %q: %w", clip(string(kind)), clip(key), ErrNotFound)
}

// keyOf is the key of a row of site status for a part number in any spelling;
// other keys are as they are.
func (e *effective) keyOf(kind OverlayKind, key string) string {
	if kind == OverlayStatus {
		if part, ok := e.app.catalog.Part(key); ok {
			return part.ID()
		}
	}
	return key
}

// OverlayHistory lists changes of the overlay, newest first, at most limit (0:
// 50), those with an id below before; 0: from the newest. Kind and key empty:
// of every row.
func (p *Plans) OverlayHistory(ctx context.Context, _ Caller, kind OverlayKind, key string, before int64, limit int) ([]OverlayEvent, error) {
	var bad faults
	limit = bad.limit(limit, MaxList)
	word(&bad, "kind", kind, OverlayKinds...)
	if key != "" {
		bad.text("key", key, maxKey)
	}
	if before < 0 {
		bad.add("before", "before is %d; write the id of a change", before)
	}
	if err := bad.err(); err != nil {
		return nil, err
	}
	events, err := p.store.OverlayHistory(ctx, kind, p.effective(ctx).keyOf(kind, key), before, limit)
	if err != nil {
		return nil, fmt.Errorf("list changes of the catalog overlay: %w", err)
	}
	return events, nil
}
