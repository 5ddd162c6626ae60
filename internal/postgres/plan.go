package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"lengthwise/internal/app"
	"lengthwise/internal/postgres/internal/dbgen"
)

// How many rows a list gives.
const (
	defaultLimit = 50
	maxLimit     = 200
)

// CreatePlan stores a new plan with its first revision. It wraps ErrConflict
// when the id is taken.
func (s *Store) CreatePlan(ctx context.Context, p app.NewPlan) (app.Plan, error) {
	if !storable(p.ID) || p.ID == "" {
		return app.Plan{}, fmt.Errorf("id %q of a plan is empty or not text", p.ID)
	}
	packed, summary, err := s.encode(p.NewRevision)
	if err != nil {
		return app.Plan{}, err
	}
	name, tags := readable(p.Name), sortedTags(p.Tags)
	var made app.Plan
	err = s.write(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		row, err := q.InsertPlan(ctx, dbgen.InsertPlanParams{ID: p.ID, Name: name, Tags: tags, SearchText: searchText(name, tags),
			Author: readable(p.Author), Message: readable(p.Message), Summary: summary, At: at(p.At)})
		if codeOf(err) == uniqueViolation {
			return fmt.Errorf("%w: the id %q is taken", app.ErrConflict, p.ID)
		}
		if err != nil {
			return err
		}
		if err := q.InsertRevision(ctx, revisionRow(p.ID, 1, p.NewRevision, packed, summary)); err != nil {
			return err
		}
		made, err = planOf(row)
		return err
	})
	return made, err
}

// Plan is one plan, deleted ones too.
func (s *Store) Plan(ctx context.Context, id string) (app.Plan, error) {
	var found app.Plan
	err := s.read(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		row, err := existing(id, q.Plan)(ctx)
		if err != nil {
			return err
		}
		if found, err = planOf(row); err != nil {
			return err
		}
		return replanned(ctx, q, &found)
	})
	if err != nil {
		return app.Plan{}, err
	}
	return found, nil
}

// Plans lists plans, newest change first. A plan that changes while somebody
// pages moves to the front: it may be met once more or missed by who is past
// the front, but no other plan is met twice or missed. A limit out of range is
// brought into it.
func (s *Store) Plans(ctx context.Context, query app.PlanQuery) (plans []app.Plan, more bool, err error) {
	words, ok := wordsOf(query.Search)
	after, behind := cursor(query.After)
	if !ok || !behind || !storable(query.Tag) {
		return nil, false, nil
	}
	limit := limited(query.Limit)
	err = s.read(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		rows, err := q.Plans(ctx, dbgen.PlansParams{Listed: !query.Deleted, AfterChanged: after, AfterID: query.After.ID,
			Tag: query.Tag, Words: words, Most: limit + 1})
		if err != nil {
			return err
		}
		more = len(rows) > int(limit)
		plans = make([]app.Plan, 0, min(len(rows), int(limit)))
		for _, row := range rows[:min(len(rows), int(limit))] {
			p, err := planOf(row)
			if err != nil {
				return err
			}
			plans = append(plans, p)
		}
		all := make([]*app.Plan, len(plans))
		for i := range plans {
			all[i] = &plans[i]
		}
		return replanned(ctx, q, all...)
	})
	if err != nil {
		return nil, false, err
	}
	return plans, more, nil
}

// SetDeleted marks a plan deleted or brings it back; a plan that is so already
// stays as it is.
func (s *Store) SetDeleted(ctx context.Context, id string, deleted bool, when time.Time) (app.Plan, error) {
	return s.change(ctx, id, func(ctx context.Context, q *dbgen.Queries, row dbgen.Plan) (dbgen.Plan, error) {
		if row.DeletedAt.Valid == deleted {
			return row, nil
		}
		mark := pgtype.Timestamptz{}
		if deleted {
			mark = at(when)
		}
		return q.SetPlanDeleted(ctx, dbgen.SetPlanDeletedParams{ID: id, DeletedAt: mark, At: at(when)})
	})
}

// SetTags replaces the tags of a plan that is not deleted.
func (s *Store) SetTags(ctx context.Context, id string, tags []string, when time.Time) (app.Plan, error) {
	return s.change(ctx, id, func(ctx context.Context, q *dbgen.Queries, row dbgen.Plan) (dbgen.Plan, error) {
		if row.DeletedAt.Valid {
			return row, errDeleted
		}
		sorted := sortedTags(tags)
		return q.SetPlanTags(ctx, dbgen.SetPlanTagsParams{ID: id, Tags: sorted, SearchText: searchText(row.Name, sorted), At: at(when)})
	})
}

// errDeleted refuses a change of a plan that is deleted.
var errDeleted = fmt.Errorf("%w: the plan is deleted; bring it back first", app.ErrNotFound)

// change holds a plan's row, so that nobody else changes it, and gives it to
// the step that returns the new one.
func (s *Store) change(ctx context.Context, id string,
	step func(context.Context, *dbgen.Queries, dbgen.Plan) (dbgen.Plan, error)) (app.Plan, error) {
	var changed app.Plan
	err := s.write(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		row, err := existing(id, q.LockPlan)(ctx)
		if err != nil {
			return err
		}
		if row, err = step(ctx, q, row); err != nil {
			return err
		}
		if changed, err = planOf(row); err != nil {
			return err
		}
		return replanned(ctx, q, &changed)
	})
	if err != nil {
		return app.Plan{}, err
	}
	return changed, nil
}

// existing is a query by plan id that wraps ErrNotFound where there is none.
func existing(id string, query func(context.Context, string) (dbgen.Plan, error)) func(context.Context) (dbgen.Plan, error) {
	return func(ctx context.Context) (dbgen.Plan, error) {
		if !storable(id) {
			return dbgen.Plan{}, app.ErrNotFound
		}
		row, err := query(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) {
			err = app.ErrNotFound
		}
		return row, err
	}
}

func planOf(row dbgen.Plan) (app.Plan, error) {
	p := app.Plan{ID: row.ID, Name: row.Name, Tags: row.Tags, Revision: int(row.Revision), Author: row.Author, Message: row.Message,
		Created: moment(row.CreatedAt), Changed: moment(row.ChangedAt), Deleted: moment(row.DeletedAt)}
	if err := json.Unmarshal(row.Summary, &p.Summary); err != nil {
		return app.Plan{}, fmt.Errorf("read summary of plan %q: %w", row.ID, err)
	}
	return p, nil
}

// limited is a limit brought into its range.
func limited(limit int) int32 {
	if limit <= 0 {
		return defaultLimit
	}
	return int32(min(limit, maxLimit))
}

// cursor is where a page begins; ok is false for one that no page ended at,
// which has nothing behind it.
func cursor(c app.PlanCursor) (after pgtype.Timestamptz, ok bool) {
	if c == (app.PlanCursor{}) {
		return pgtype.Timestamptz{InfinityModifier: pgtype.Infinity, Valid: true}, true
	}
	year := c.Changed.UTC().Year()
	return at(c.Changed), storable(c.ID) && year >= 1 && year <= 9999
}
