package postgres

import (
	"context"
	"fmt"
	"math"
	"time"

	"lengthwise/internal/app"
	"lengthwise/internal/postgres/internal/dbgen"
)

// OverlayRevision is a number that rises with every change of the overlay.
func (s *Store) OverlayRevision(ctx context.Context) (revision int64, err error) {
	err = s.read(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		revision, err = q.OverlayRevision(ctx)
		return err
	})
	return revision, err
}

// OverlayRows are all rows that stand, by kind and key. A change made meanwhile
// may be among them although the revision does not say so; never the other way
// round.
func (s *Store) OverlayRows(ctx context.Context) (all []app.OverlayRow, revision int64, err error) {
	err = s.read(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		if revision, err = q.OverlayRevision(ctx); err != nil {
			return err
		}
		rows, err := q.OverlayRows(ctx)
		if err != nil {
			return err
		}
		all = make([]app.OverlayRow, len(rows))
		for i, r := range rows {
			all[i] = overlayRow(r)
		}
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	return all, revision, nil
}

func overlayRow(r dbgen.OverlayRow) app.OverlayRow {
	return app.OverlayRow{Kind: app.OverlayKind(r.Kind), Key: r.Key, Version: int(r.Version), Body: r.Body, Author: r.Author,
		Message: r.Message, Changed: moment(r.ChangedAt), Removed: r.Removed}
}

// ChangeOverlay makes all changes or none. Changes come one after the other:
// each holds the row of the overlay's revision.
func (s *Store) ChangeOverlay(ctx context.Context, on int64, changes []app.OverlayChange, author, message string, when time.Time) (app.OverlayOutcome, bool, error) {
	author, message = readable(author), readable(message)
	var out app.OverlayOutcome
	moved := false
	err := s.write(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		revision, err := q.LockOverlay(ctx)
		if err != nil {
			return err
		}
		if out.Revision, moved = revision, revision != on; moved {
			return nil
		}
		batch, err := compare(ctx, q, changes)
		if err != nil {
			return err
		}
		out.Rows, out.Changed = batch.rows, len(batch.kinds)
		if out.Changed == 0 {
			return nil
		}
		if out.Revision, err = q.AdvanceOverlay(ctx); err != nil {
			return err
		}
		written, err := q.WriteOverlayRows(ctx, dbgen.WriteOverlayRowsParams{Author: author, Message: message, At: at(when),
			Kinds: batch.kinds, Keys: batch.keys, Versions: batch.versions, Bodies: batch.afters})
		if err != nil {
			return err
		}
		for _, w := range written {
			out.Rows[batch.places[place{w.Kind, w.Key}]] = app.OverlayRow{Kind: app.OverlayKind(w.Kind), Key: w.Key, Version: int(w.Version),
				Body: w.Body, Author: author, Message: message, Changed: moment(at(when)), Removed: w.Removed}
		}
		return q.WriteOverlayHistory(ctx, dbgen.WriteOverlayHistoryParams{Revision: out.Revision, Author: author, Message: message, At: at(when),
			Kinds: batch.kinds, Keys: batch.keys, Versions: batch.versions, Befores: batch.befores, Afters: batch.afters})
	})
	if err != nil {
		return app.OverlayOutcome{}, false, err
	}
	return out, moved, nil
}

// A place is where a row of the overlay is.
type place struct{ kind, key string }

// A batch is what changes leave to be written, column by column, and the rows
// as they stand. An empty body is none.
type batch struct {
	kinds, keys     []string
	versions        []int32
	befores, afters []string

	rows   []app.OverlayRow // in the order of the changes
	places map[place]int    // of the rows among the changes
}

// compare holds changes against the rows there are. It wraps app.ErrConflict
// where one is not at its base, or two are of one row.
func compare(ctx context.Context, q *dbgen.Queries, changes []app.OverlayChange) (*batch, error) {
	b := &batch{rows: make([]app.OverlayRow, len(changes)), places: make(map[place]int, len(changes))}
	args := dbgen.OverlayComparedParams{}
	for i, c := range changes {
		if !storable(c.Key) || !storable(string(c.Body)) {
			return nil, fmt.Errorf("%s %q of the catalog overlay is not text", c.Kind, readable(c.Key))
		}
		if _, twice := b.places[place{string(c.Kind), c.Key}]; twice {
			return nil, fmt.Errorf("%w: two changes are of the %s %q", app.ErrConflict, c.Kind, c.Key)
		}
		b.places[place{string(c.Kind), c.Key}] = i
		args.Places, args.Kinds = append(args.Places, int32(i)), append(args.Kinds, string(c.Kind))
		args.Keys, args.Bodies = append(args.Keys, c.Key), append(args.Bodies, string(c.Body))
	}
	known, err := q.OverlayCompared(ctx, args)
	if err != nil {
		return nil, err
	}
	there := make([]*dbgen.OverlayComparedRow, len(changes))
	for i := range known {
		there[known[i].Place] = &known[i]
	}
	for i, c := range changes {
		if err := b.add(i, c, there[i]); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// add is one change of a row; there is nil where the row never was.
func (b *batch) add(i int, c app.OverlayChange, there *dbgen.OverlayComparedRow) error {
	version, standing, before := int32(0), 0, ""
	if there != nil {
		b.rows[i] = overlayRow(dbgen.OverlayRow{Kind: string(c.Kind), Key: c.Key, Version: there.Version, Body: there.Body,
			Author: there.Author, Message: there.Message, ChangedAt: there.ChangedAt, Removed: there.Removed})
		if there.Same {
			return nil
		}
		if version = there.Version; !there.Removed {
			standing, before = int(version), string(there.Body)
		}
	}
	switch {
	case there == nil && c.Body == nil:
		return nil
	case c.Base != standing && standing == 0:
		return fmt.Errorf("%w: the change of the %s %q is of version %d, and there is no such row any more; look at its history", app.ErrConflict, c.Kind, c.Key, c.Base)
	case c.Base != standing:
		return fmt.Errorf("%w: the change of the %s %q is of version %d, the newest is %d by %s; look at it and make the change again",
			app.ErrConflict, c.Kind, c.Key, c.Base, version, there.Author)
	case version == math.MaxInt32:
		return fmt.Errorf("the %s %q was changed too often", c.Kind, c.Key)
	}
	b.kinds, b.keys, b.versions = append(b.kinds, string(c.Kind)), append(b.keys, c.Key), append(b.versions, version+1)
	b.befores, b.afters = append(b.befores, before), append(b.afters, string(c.Body))
	return nil
}

// OverlayHistory lists changes, the newest first. A limit out of range is
// brought into it.
func (s *Store) OverlayHistory(ctx context.Context, kind app.OverlayKind, key string, before int64, limit int) ([]app.OverlayEvent, error) {
	if !storable(string(kind)) || !storable(key) {
		return nil, nil
	}
	if before <= 0 {
		before = math.MaxInt64
	}
	var events []app.OverlayEvent
	err := s.read(ctx, func(ctx context.Context, q *dbgen.Queries) error {
		rows, err := q.OverlayHistory(ctx, dbgen.OverlayHistoryParams{Kind: string(kind), Key: key, Below: before, Most: limited(limit)})
		if err != nil {
			return err
		}
		events = make([]app.OverlayEvent, len(rows))
		for i, r := range rows {
			events[i] = app.OverlayEvent{ID: r.ID, Revision: r.Revision, Kind: app.OverlayKind(r.Kind), Key: r.Key, Version: int(r.Version),
				Before: r.Before, After: r.After, Author: r.Author, Message: r.Message, At: moment(r.At)}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return events, nil
}
