package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"lengthwise/internal/catalog"
)

// A PutRequest puts one row of the overlay. Key may be empty where the body
// says it. Base is the version it is a change of; 0: there is no such row yet.
// Message empty says what was put.
type PutRequest struct {
	Key     string
	Base    int
	Body    OverlayBody
	Message string
}

// PutOverlay puts one row, of a product with its sources. The catalog with it is
// tried first, so that no row is stored that cannot be used. The error is
// *Invalid, with a path in the body ("cells.length_mm"), or wraps ErrConflict
// where the row is not at its base. A body that is there already changes
// nothing.
func (p *Plans) PutOverlay(ctx context.Context, who Caller, req PutRequest) (OverlayRow, error) {
	key := req.Key
	var bad faults
	message := bad.message(req.Message, "put")
	if err := bad.err(); err != nil {
		return OverlayRow{}, err
	}
	out, err := p.changeOverlay(ctx, who, message, func(e *effective) ([]OverlayChange, error) {
		c := &bodyCheck{e: e}
		var body OverlayBody
		if key, body = c.body(req.Key, req.Body); len(c.list) > 0 {
			return nil, c.err()
		}
		return e.changes(key, body, req.Base)
	})
	if err != nil {
		return OverlayRow{}, fmt.Errorf("put %s %s: %w", req.Body.Kind(), clip(key), err)
	}
	return out.Rows[0], nil
}

// RemoveOverlay takes a row out. It wraps ErrNotFound where there is none, and
// ErrConflict where it is not at its base; it is *Invalid where other rows need
// it.
func (p *Plans) RemoveOverlay(ctx context.Context, who Caller, kind OverlayKind, key string, base int, message string) (OverlayRow, error) {
	var bad faults
	message = bad.message(message, "taken out")
	if err := bad.err(); err != nil {
		return OverlayRow{}, err
	}
	out, err := p.changeOverlay(ctx, who, message, func(e *effective) ([]OverlayChange, error) {
		row := e.row(kind, e.keyOf(kind, key))
		switch {
		case row.Version == 0:
			return nil, ErrNotFound
		case row.Version != base: // also of a row that a body equal to nothing would leave alone
			return nil, conflict(row, base)
		}
		return []OverlayChange{{Kind: kind, Key: row.Key, Base: base}}, nil
	})
	if err != nil {
		return OverlayRow{}, fmt.Errorf("%s %s: %w", clip(string(kind)), clip(key), err)
	}
	return out.Rows[0], nil
}

func conflict(row OverlayRow, base int) error {
	return fmt.Errorf("%w: the change is of version %d, the newest is %d by %s; look at it and make the change again", ErrConflict, base, row.Version, row.Author)
}

// needed says which rows name a product.
func (e *effective) needed(sku string) error {
	var bad faults
	for _, r := range e.rows {
		if id, _, _ := strings.Cut(r.Key, "|"); id == sku && (r.Kind == OverlayStatus || r.Kind == OverlayPrice) {
			bad.add(string(r.Kind), "%s %s names the product; take it out first", r.Kind, r.Key)
		}
	}
	return bad.err()
}

// changes are what putting a body takes. Sources that a product brings are rows
// of their own, and changed without a base: the last who writes one wins.
func (e *effective) changes(key string, body OverlayBody, base int) ([]OverlayChange, error) {
	product, brings := body.(ProductBody)
	sources := product.Sources
	if product.Sources = nil; brings {
		body = product
	}
	all := []OverlayChange{{Kind: body.Kind(), Key: key, Base: base}}
	bodies := []OverlayBody{body}
	for _, cells := range sources {
		row := e.row(OverlaySource, cells["key"])
		all = append(all, OverlayChange{Kind: OverlaySource, Key: row.Key, Base: row.Version})
		bodies = append(bodies, SourceBody{Cells: cells})
	}
	for i := range all {
		text, err := json.Marshal(bodies[i])
		if err != nil {
			return nil, fmt.Errorf("write body: %w", err)
		}
		all[i].Body = text
	}
	return all, nil
}

// errMoved is a change that somebody else's changes kept from being made.
var errMoved = fmt.Errorf("%w: others change the catalog at the same time; try again", ErrConflict)

// changeOverlay makes changes of the newest overlay once the catalog with them
// was tried. Where somebody changes the overlay meanwhile, they are made out
// anew.
func (p *Plans) changeOverlay(ctx context.Context, who Caller, message string,
	changes func(e *effective) ([]OverlayChange, error)) (OverlayOutcome, error) {
	for range maxTries {
		e, err := p.refresh(ctx, ctx)
		if err != nil {
			return OverlayOutcome{}, err
		}
		list, err := changes(e)
		if err != nil {
			return OverlayOutcome{}, err
		}
		if len(list) == 0 {
			return OverlayOutcome{Revision: e.revision}, nil
		}
		next, err := p.try(e, list)
		if err != nil {
			return OverlayOutcome{}, err
		}
		out, moved, err := p.store.ChangeOverlay(ctx, e.revision, list, who.Name, message, p.now().UTC().Truncate(time.Microsecond))
		switch {
		case err != nil:
			return OverlayOutcome{}, err
		case moved:
			continue
		case out.Changed > 0:
			next.settle(out)
			p.adopt(next)
		}
		return out, nil
	}
	return OverlayOutcome{}, errMoved
}

// try is the effective catalog with changes. It is *Invalid where they make the
// catalog refuse a row it did not refuse before.
func (p *Plans) try(e *effective, changes []OverlayChange) (*effective, error) {
	changed := make(map[rowKey]bool, len(changes))
	for _, c := range changes {
		changed[rowKey{c.Kind, c.Key}] = true
	}
	rows := slices.DeleteFunc(slices.Clone(e.rows), func(r OverlayRow) bool { return changed[rowKey{r.Kind, r.Key}] })
	mappings := true
	for _, c := range changes {
		mappings = mappings && c.Kind == OverlayMapping
		if c.Body != nil {
			rows = append(rows, OverlayRow{Kind: c.Kind, Key: c.Key, Body: c.Body})
		}
	}
	if mappings { // these are no part of the catalog
		return arranged(rows, e.revision, e.day, e.app, e.trouble), nil
	}
	if len(rows) > maxOverlay && len(rows) > len(e.rows) {
		var bad faults
		bad.add("overlay", "%d rows would be stored in all; the limit is %d; take out prices that have ended", len(rows), maxOverlay)
		return nil, bad.err()
	}
	next := p.extend(rows, e.revision, e.day)
	for _, c := range changes {
		if _, left := next.app.catalog.Part(c.Key); c.Kind == OverlayProduct && c.Body == nil && !left {
			if err := e.needed(c.Key); err != nil {
				return nil, err
			}
		}
	}
	known := make(map[catalog.Problem]bool, len(e.trouble))
	for _, x := range e.trouble {
		known[x] = true
	}
	var bad faults
	for _, x := range next.trouble {
		if !known[x] {
			bad.add(pathOf(x, changes[0]), "%s", x.Message)
		}
	}
	return next, bad.err()
}

// pathOf leads to what a problem of the catalog means: a field of the body that
// is put, or another row.
func pathOf(x catalog.Problem, put OverlayChange) string {
	id, _, _ := strings.Cut(put.Key, "|")
	if put.Body == nil || x.Table != tableNames[put.Kind] || x.Key != id {
		return strings.TrimSpace(x.Table + " " + x.Key + " " + x.Column)
	}
	switch put.Kind {
	case OverlayProduct, OverlaySource:
		return strings.TrimSuffix("cells."+x.Column, ".")
	case OverlayDeviceType:
		return strings.TrimSuffix("yaml."+x.Column, ".")
	}
	return x.Column
}

// settle gives the rows that were stored their versions.
func (e *effective) settle(out OverlayOutcome) {
	e.revision = out.Revision
	for _, r := range out.Rows {
		if i, ok := e.at[rowKey{r.Kind, r.Key}]; ok && !r.Removed {
			e.rows[i] = r
		}
	}
}
