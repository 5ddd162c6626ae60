package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"lengthwise/internal/app"
	"lengthwise/internal/postgres/internal/dbgen"
)

// StalePlans lists plans whose summary is of another catalog, by id. A limit
// out of range is brought into it.
func (s *Store) StalePlans(ctx context.Context, catalog, after string, limit int) (ids []string, err error) {
	err = s.read(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		ids, err = q.StalePlans(ctx, dbgen.StalePlansParams{Catalog: catalog, After: after, Most: limited(limit)})
		return err
	})
	return ids, err
}

// Replan replaces the summary of a plan that has not moved on and keeps what
// it was.
func (s *Store) Replan(ctx context.Context, id string, revision int, r app.Replan) (done bool, err error) {
	number, ok := small(revision)
	if !ok || !storable(id) {
		return false, app.ErrNotFound
	}
	before, err := r.Before.JSON()
	if err != nil {
		return false, fmt.Errorf("write summary: %w", err)
	}
	after, err := r.After.JSON()
	if err != nil {
		return false, fmt.Errorf("write summary: %w", err)
	}
	err = s.write(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		n, err := q.ReplacePlanSummary(ctx, dbgen.ReplacePlanSummaryParams{Summary: after, ID: id, Revision: number, CatalogFrom: r.From})
		if err != nil || n == 0 {
			return err
		}
		done = true
		return q.InsertReplan(ctx, dbgen.InsertReplanParams{PlanID: id, Revision: number, At: at(r.At), CatalogFrom: r.From, CatalogTo: r.To,
			SummaryBefore: before, SummaryAfter: after})
	})
	return done && err == nil, err
}

// replanned adds to plans how the catalog moved them last.
func replanned(ctx context.Context, q *dbgen.Queries, plans ...*app.Plan) error {
	ids := make([]string, len(plans))
	of := make(map[string]*app.Plan, len(plans))
	for i, p := range plans {
		ids[i], of[p.ID] = p.ID, p
	}
	rows, err := q.LastReplans(ctx, ids)
	if err != nil {
		return err
	}
	for _, row := range rows {
		r := &app.Replan{At: moment(row.At), From: row.CatalogFrom, To: row.CatalogTo}
		for from, to := range map[*[]byte]*app.PlanSummary{&row.SummaryBefore: &r.Before, &row.SummaryAfter: &r.After} {
			if err := json.Unmarshal(*from, to); err != nil {
				return fmt.Errorf("read how plan %q moved: %w", row.PlanID, err)
			}
		}
		of[row.PlanID].LastReplan = r
	}
	return nil
}
