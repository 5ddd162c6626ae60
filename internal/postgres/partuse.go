package postgres

import (
	"context"

	"lengthwise/internal/app"
	"lengthwise/internal/postgres/internal/dbgen"
)

// PlansWithPart lists plans that are not deleted and whose summary counts pieces
// of a part, newest change first. A limit out of range is brought into it; more
// reports whether there are others.
func (s *Store) PlansWithPart(ctx context.Context, part string, limit int) (plans []app.Plan, more bool, err error) {
	if !storable(part) {
		return nil, false, nil
	}
	most := limited(limit)
	err = s.read(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		rows, err := q.PlansWithPart(ctx, dbgen.PlansWithPartParams{Part: part, Most: most + 1})
		if err != nil {
			return err
		}
		more = len(rows) > int(most)
		plans = make([]app.Plan, 0, min(len(rows), int(most)))
		for _, row := range rows[:min(len(rows), int(most))] {
			p, err := planOf(row)
			if err != nil {
				return err
			}
			plans = append(plans, p)
		}
		return nil
	})
	if err != nil {
		return nil, false, err
	}
	return plans, more, nil
}
