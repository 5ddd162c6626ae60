package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/postgres/internal/dbgen"
)

// SaveRevision appends a revision to a plan. It wraps ErrConflict when base is
// not the newest revision, and ErrNotFound when the plan is deleted.
func (s *Store) SaveRevision(ctx context.Context, id string, base int, r app.NewRevision) (app.Plan, error) {
	packed, summary, err := s.encode(r)
	if err != nil {
		return app.Plan{}, err
	}
	return s.change(ctx, id, func(ctx context.Context, q *dbgen.Queries, row dbgen.Plan) (dbgen.Plan, error) {
		switch {
		case row.DeletedAt.Valid:
			return row, errDeleted
		case int(row.Revision) != base:
			return row, fmt.Errorf("%w: the plan is at revision %d, not at %d; read it again and repeat the change", app.ErrConflict, row.Revision, base)
		}
		next := row.Revision + 1
		if err := q.InsertRevision(ctx, revisionRow(id, next, r, packed, summary)); err != nil {
			return row, err
		}
		if err := keepChange(ctx, q, id, next, r.Change); err != nil {
			return row, err
		}
		name := readable(r.Name)
		return q.AdvancePlan(ctx, dbgen.AdvancePlanParams{ID: id, Revision: next, Name: name, SearchText: searchText(name, row.Tags),
			Author: readable(r.Author), Message: readable(r.Message), Summary: summary, At: at(r.At)})
	})
}

// Revision is one revision with its text, byte for byte as it was given.
func (s *Store) Revision(ctx context.Context, id string, number int) (app.Revision, error) {
	n, ok := small(number)
	if !ok || !storable(id) {
		return app.Revision{}, app.ErrNotFound
	}
	var found app.Revision
	err := s.read(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		row, err := q.Revision(ctx, dbgen.RevisionParams{PlanID: id, Number: n})
		if errors.Is(err, pgx.ErrNoRows) {
			return app.ErrNotFound
		}
		if err != nil {
			return err
		}
		if found, err = revisionOf(dbgen.RevisionsRow{PlanID: row.PlanID, Number: row.Number, MediaType: row.MediaType, Name: row.Name,
			Author: row.Author, Message: row.Message, Summary: row.Summary, SavedAt: row.SavedAt}); err != nil {
			return err
		}
		if found.Text, err = s.texts.unpack(row.Text); err != nil {
			return fmt.Errorf("revision %d of plan %q: %w", row.Number, row.PlanID, err)
		}
		return nil
	})
	if err != nil {
		return app.Revision{}, err
	}
	return found, nil
}

// Revisions lists a plan's revisions without their texts, newest first. It
// wraps ErrNotFound when there is no such plan. A limit out of range is brought
// into it.
func (s *Store) Revisions(ctx context.Context, id string, before, limit int) ([]app.Revision, error) {
	below, ok := small(before)
	if !ok {
		below = math.MaxInt32
	}
	var list []app.Revision
	err := s.read(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		if _, err := existing(id, q.Plan)(ctx); err != nil {
			return err
		}
		rows, err := q.Revisions(ctx, dbgen.RevisionsParams{PlanID: id, Below: below, Most: limited(limit)})
		if err != nil {
			return err
		}
		list = make([]app.Revision, 0, len(rows))
		for _, row := range rows {
			r, err := revisionOf(row)
			if err != nil {
				return err
			}
			list = append(list, r)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// KeepChange keeps what a revision changed, unless that is known. It wraps
// ErrNotFound where there is no such revision.
func (s *Store) KeepChange(ctx context.Context, id string, number int, c app.RevisionChange) error {
	n, ok := small(number)
	if !ok || !storable(id) {
		return app.ErrNotFound
	}
	return s.write(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		err := keepChange(ctx, q, id, n, &c)
		if codeOf(err) == foreignKeyViolation {
			return app.ErrNotFound
		}
		return err
	})
}

func keepChange(ctx context.Context, q *dbgen.Queries, id string, number int32, c *app.RevisionChange) error {
	if c == nil {
		return nil
	}
	said := *c
	said.Sentences = make([]string, len(c.Sentences))
	for i, text := range c.Sentences {
		said.Sentences[i] = readable(text)
	}
	text, err := json.Marshal(said)
	if err != nil {
		return fmt.Errorf("write what revision %d changed: %w", number, err)
	}
	return q.KeepChange(ctx, dbgen.KeepChangeParams{PlanID: id, Number: number, Changes: text})
}

// encode is what is worked out before the database is asked, so that no row is
// held meanwhile.
func (s *Store) encode(r app.NewRevision) (packed, summary []byte, err error) {
	if r.MediaType != planfile.YAML && r.MediaType != planfile.JSON {
		return nil, nil, fmt.Errorf("media type %q is not of a plan; it is %s or %s", r.MediaType, planfile.YAML, planfile.JSON)
	}
	if packed, err = s.texts.pack(r.Text); err != nil {
		return nil, nil, err
	}
	if summary, err = r.Summary.JSON(); err != nil {
		return nil, nil, fmt.Errorf("write summary: %w", err)
	}
	return packed, summary, nil
}

func revisionRow(id string, number int32, r app.NewRevision, packed, summary []byte) dbgen.InsertRevisionParams {
	return dbgen.InsertRevisionParams{PlanID: id, Number: number, Text: packed, MediaType: string(r.MediaType), Name: readable(r.Name),
		Author: readable(r.Author), Message: readable(r.Message), Summary: summary, SavedAt: at(r.At)}
}

func revisionOf(row dbgen.RevisionsRow) (app.Revision, error) {
	r := app.Revision{PlanID: row.PlanID, Number: int(row.Number), MediaType: planfile.MediaType(row.MediaType), Name: row.Name,
		Author: row.Author, Message: row.Message, At: moment(row.SavedAt)}
	if err := json.Unmarshal(row.Summary, &r.Summary); err != nil {
		return app.Revision{}, fmt.Errorf("read summary of revision %d of plan %q: %w", row.Number, row.PlanID, err)
	}
	if row.Changes != nil {
		r.Change = &app.RevisionChange{}
		if err := json.Unmarshal(row.Changes, r.Change); err != nil {
			return app.Revision{}, fmt.Errorf("read what revision %d of plan %q changed: %w", row.Number, row.PlanID, err)
		}
	}
	return r, nil
}
