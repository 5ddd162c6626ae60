package app

import (
	"context"
	"fmt"
)

// A PartStore finds plans by what they need.
type PartStore interface {
	// PlansWithPart lists plans that are not deleted and whose summary counts
	// pieces of a part, newest change first, at most limit. More reports
	// whether there are others.
	PlansWithPart(ctx context.Context, part string, limit int) (plans []Plan, more bool, err error)
}

// A PartUse is a plan that needs a part.
type PartUse struct {
	Plan     Plan
	Quantity int // pieces its newest revision places, spares not counted
}

// maxPartUses is how many plans PlansUsing lists.
const maxPartUses = 50

// PlansUsing lists plans that need a part, newest change first; the part is a
// number in any spelling, or the id of a part made to specification. More
// reports whether there are others. The error wraps ErrNotFound for a part the
// catalog has not.
func (p *Plans) PlansUsing(ctx context.Context, _ Caller, id string) (uses []PartUse, more bool, err error) {
	part, ok := p.Current(ctx).catalog.Part(id)
	if !ok {
		return nil, false, fmt.Errorf("part %q: %w", id, ErrNotFound)
	}
	plans, more, err := p.store.PlansWithPart(ctx, part.ID(), maxPartUses)
	if err != nil {
		return nil, false, fmt.Errorf("list the plans that need %s: %w", part.ID(), err)
	}
	for _, plan := range plans {
		uses = append(uses, PartUse{Plan: plan, Quantity: plan.Summary.Parts[part.ID()]})
	}
	return uses, more, nil
}
