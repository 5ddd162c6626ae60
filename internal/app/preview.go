package app

import (
	"context"
	"fmt"

	"lengthwise/internal/plan"
)

// Preview says what edits would change in a revision; 0 is the newest. Nothing
// is stored: the edited document is planned, and To has no revision. An edit
// that cannot be made is *Invalid.
func (p *Plans) Preview(ctx context.Context, who Caller, id string, number int, edits []plan.Edit) (Comparison, error) {
	was, is, r, err := p.Edited(ctx, who, id, number, edits)
	if err != nil {
		return Comparison{}, err
	}
	c := compare(was, is)
	c.From.Revision = r
	return c, nil
}

// Edited is a revision, 0 is the newest, as it is and as edits would make it.
// Nothing is stored; an edit that cannot be made is *Invalid.
func (p *Plans) Edited(ctx context.Context, who Caller, id string, number int, edits []plan.Edit) (was, is *Checked, r Revision, err error) {
	source, was, r, err := p.edited(ctx, who, id, number, edits)
	if err != nil {
		return nil, nil, Revision{}, err
	}
	if is, err = p.Check(ctx, who, CheckRequest{Source: source}); err != nil {
		return nil, nil, Revision{}, err
	}
	return was, is, r, nil
}

// edited is the text edits make of a revision, and what the revision is the
// text of.
func (p *Plans) edited(ctx context.Context, who Caller, id string, number int, edits []plan.Edit) (Source, *Checked, Revision, error) {
	var bad faults
	if len(edits) == 0 || len(edits) > MaxEdits {
		bad.add("edits", "%d edits; send 1 to %d at a time", len(edits), MaxEdits)
	}
	if err := bad.err(); err != nil {
		return Source{}, nil, Revision{}, err
	}
	checked, r, err := p.Result(ctx, who, id, number)
	if err != nil {
		return Source{}, nil, Revision{}, err
	}
	full, err := p.store.Revision(ctx, id, r.Number)
	if err != nil {
		return Source{}, nil, Revision{}, fmt.Errorf("read plan %s, revision %d: %w", id, r.Number, err)
	}
	text, err := p.App().edit(full, edits, checked)
	if err != nil {
		return Source{}, nil, Revision{}, err
	}
	return Source{Name: fileName(full), Text: text, Media: full.MediaType}, checked, r, nil
}
