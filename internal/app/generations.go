package app

import (
	"context"

	"lengthwise/internal/planner"
)

// Generations judges the plan's InfiniBand links at each generation, with the
// catalog it was planned with. It is worked out once and must not be changed.
func (c *Checked) Generations() *planner.Generations {
	compare := func() *planner.Generations { return planner.CompareGenerations(c.Result, c.Document, c.Catalog) }
	if c.views == nil {
		return compare()
	}
	c.views.compared.Do(func() { c.views.generations = compare() })
	return c.views.generations
}

// Generations judges the InfiniBand links of a revision at each generation;
// number 0 is the newest.
func (p *Plans) Generations(ctx context.Context, who Caller, id string, number int) (*planner.Generations, Revision, error) {
	checked, r, err := p.Result(ctx, who, id, number)
	if err != nil {
		return nil, Revision{}, err
	}
	return checked.Generations(), r, nil
}
