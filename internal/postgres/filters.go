package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/postgres/internal/dbgen"
)

// Filters lists the filters of a plan and those for all plans, by name.
func (s *Store) Filters(ctx context.Context, planID string) ([]app.Filter, error) {
	if !storable(planID) {
		return nil, nil
	}
	var list []app.Filter
	err := s.read(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		rows, err := q.Filters(ctx, planID)
		if err != nil {
			return err
		}
		list = make([]app.Filter, len(rows))
		for i, r := range rows {
			if list[i], err = filterOf(r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

func filterOf(r dbgen.SavedFilter) (app.Filter, error) {
	f := app.Filter{ID: r.ID, PlanID: r.PlanID.String, Name: r.Name, Author: r.Author, Changed: moment(r.ChangedAt)}
	if err := json.Unmarshal(r.View, &f.View); err != nil {
		return app.Filter{}, fmt.Errorf("filter %s as it is stored: %w", r.ID, err)
	}
	return f, nil
}

// AddFilter stores a new filter, unless there are most of its kind already: then
// full is true. It wraps ErrConflict when the name is taken, and ErrNotFound when
// there is no such plan.
func (s *Store) AddFilter(ctx context.Context, f app.Filter, most int) (full bool, err error) {
	view, err := json.Marshal(f.View)
	if err != nil {
		return false, fmt.Errorf("filter %s: %w", f.ID, err)
	}
	if !storable(f.ID) || !storable(f.PlanID) {
		return false, app.ErrNotFound
	}
	err = s.write(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		n, err := q.AddFilter(ctx, dbgen.AddFilterParams{ID: f.ID, Plan: f.PlanID, Name: readable(f.Name), View: view, Author: readable(f.Author),
			At: at(f.Changed), Most: int64(most)})
		full = err == nil && n == 0
		return filterErr(err, f.Name)
	})
	return full, err
}

// RenameFilter gives a filter another name.
func (s *Store) RenameFilter(ctx context.Context, planID, id, name, author string, when time.Time) (app.Filter, error) {
	if !storable(id) || !storable(planID) {
		return app.Filter{}, app.ErrNotFound
	}
	var f app.Filter
	err := s.write(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		row, err := q.RenameFilter(ctx, dbgen.RenameFilterParams{Name: readable(name), Author: readable(author), At: at(when), ID: id, Plan: planID})
		if errors.Is(err, pgx.ErrNoRows) {
			return app.ErrNotFound
		}
		if err != nil {
			return filterErr(err, name)
		}
		f, err = filterOf(row)
		return err
	})
	return f, err
}

// RemoveFilter takes a filter away. It wraps ErrNotFound when there is none.
func (s *Store) RemoveFilter(ctx context.Context, planID, id string) error {
	if !storable(id) || !storable(planID) {
		return app.ErrNotFound
	}
	return s.write(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		n, err := q.RemoveFilter(ctx, dbgen.RemoveFilterParams{ID: id, Plan: planID})
		if err == nil && n == 0 {
			err = app.ErrNotFound
		}
		return err
	})
}

// filterErr says what an error of the database means for a filter.
func filterErr(err error, name string) error {
	switch codeOf(err) {
	case uniqueViolation:
		return fmt.Errorf("%w: the name %q is taken", app.ErrConflict, readable(name))
	case foreignKeyViolation:
		return app.ErrNotFound
	}
	return err
}
