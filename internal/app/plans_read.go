package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"lengthwise/internal/formats"
	"lengthwise/internal/formats/planfile"
)

// MaxList is how many plans or revisions a list may give at a time.
const MaxList = 200

// List lists plans, newest change first. More: there are others behind the last.
func (p *Plans) List(ctx context.Context, _ Caller, q PlanQuery) (plans []Plan, more bool, err error) {
	var bad faults
	q.Limit = bad.limit(q.Limit, MaxList)
	bad.text("q", q.Search, MaxSearch)
	bad.text("tag", q.Tag, MaxTag)
	if q.After.ID != "" && !wellFormed(q.After.ID) {
		bad.add("cursor", badCursor)
	}
	if err := bad.err(); err != nil {
		return nil, false, err
	}
	if plans, more, err = p.store.Plans(ctx, q); err != nil {
		return nil, false, fmt.Errorf("list plans: %w", err)
	}
	return plans, more, nil
}

// Find is one plan, a deleted one too.
func (p *Plans) Find(ctx context.Context, _ Caller, id string) (Plan, error) {
	if !wellFormed(id) {
		return Plan{}, noPlan(id)
	}
	found, err := p.store.Plan(ctx, id)
	if err != nil {
		return Plan{}, fmt.Errorf("plan %s: %w", id, err)
	}
	return found, nil
}

// wellFormed reports whether an id can be that of a plan: what no plan is
// called is not asked of the store.
func wellFormed(id string) bool {
	for i := range len(id) {
		if c := id[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return id != "" && len(id) <= 64
}

func noPlan(id string) error { return fmt.Errorf("plan %q: %w", clip(id), ErrNotFound) }

// Delete marks a plan deleted; it can be brought back.
func (p *Plans) Delete(ctx context.Context, who Caller, id string) (Plan, error) {
	return p.setDeleted(ctx, who, id, true)
}

// Undelete brings a deleted plan back.
func (p *Plans) Undelete(ctx context.Context, who Caller, id string) (Plan, error) {
	return p.setDeleted(ctx, who, id, false)
}

func (p *Plans) setDeleted(ctx context.Context, who Caller, id string, deleted bool) (Plan, error) {
	found, err := p.Find(ctx, who, id)
	if err != nil || found.Deleted.IsZero() != deleted {
		return found, err
	}
	if found, err = p.store.SetDeleted(ctx, id, deleted, p.now().UTC()); err != nil {
		return Plan{}, fmt.Errorf("plan %s: %w", id, err)
	}
	return found, nil
}

// Tag replaces the tags of a plan. They are kept sorted, each once.
func (p *Plans) Tag(ctx context.Context, _ Caller, id string, tags []string) (Plan, error) {
	var bad faults
	tags = bad.tags(tags)
	if err := bad.err(); err != nil {
		return Plan{}, err
	}
	if !wellFormed(id) {
		return Plan{}, noPlan(id)
	}
	tagged, err := p.store.SetTags(ctx, id, tags, p.now().UTC())
	if err != nil {
		return Plan{}, fmt.Errorf("tag plan %s: %w", id, err)
	}
	return tagged, nil
}

// Revisions lists a plan's revisions without their texts, newest first, at most
// limit (0: 50), those below the number before; 0: from the newest.
func (p *Plans) Revisions(ctx context.Context, _ Caller, id string, before, limit int) ([]Revision, error) {
	var bad faults
	limit = bad.limit(limit, MaxList)
	if before < 0 || before > maxRevision {
		bad.add("before", "before is %d; write a revision from 1 to %d", before, maxRevision)
	}
	if err := bad.err(); err != nil {
		return nil, err
	}
	if !wellFormed(id) {
		return nil, noPlan(id)
	}
	list, err := p.store.Revisions(ctx, id, before, limit)
	if err != nil {
		return nil, fmt.Errorf("list revisions of plan %s: %w", id, err)
	}
	return list, nil
}

// maxRevision is above any number a revision can have; stores count in 32 bits.
const maxRevision = 1<<31 - 2

// revision is a revision without its text. Number 0 is the newest.
func (p *Plans) revision(ctx context.Context, _ Caller, id string, number int) (Revision, error) {
	switch {
	case !wellFormed(id):
		return Revision{}, noPlan(id)
	case number < 0 || number > maxRevision:
		return Revision{}, fmt.Errorf("plan %s, revision %d: %w", id, number, ErrNotFound)
	}
	before := 0
	if number > 0 {
		before = number + 1
	}
	list, err := p.store.Revisions(ctx, id, before, 1)
	switch {
	case err != nil:
		return Revision{}, fmt.Errorf("read plan %s: %w", id, err)
	case len(list) == 0 && number == 0:
		return Revision{}, noPlan(id)
	case len(list) == 0, number > 0 && list[0].Number != number:
		return Revision{}, fmt.Errorf("plan %s, revision %d: %w", id, number, ErrNotFound)
	}
	return list[0], nil
}

// Text is a revision with its text; number 0 is the newest. Want empty gives the
// text as it was stored, otherwise the document in that form.
func (p *Plans) Text(ctx context.Context, who Caller, id string, number int, want planfile.MediaType) (Revision, error) {
	r, err := p.revision(ctx, who, id, number)
	if err != nil {
		return Revision{}, err
	}
	if r, err = p.store.Revision(ctx, id, r.Number); err != nil {
		return Revision{}, fmt.Errorf("read plan %s, revision %d: %w", id, number, err)
	}
	if want == "" || want == r.MediaType {
		return r, nil
	}
	checked, err := p.Current(ctx).read(ctx, CheckRequest{Source: Source{Name: fileName(r), Text: r.Text, Media: r.MediaType}})
	if err != nil {
		return Revision{}, err
	}
	var b bytes.Buffer
	if err := planfile.Encode(&b, checked.Document, want); err != nil {
		return Revision{}, fmt.Errorf("plan %s: %w", id, err)
	}
	r.Text, r.MediaType = b.Bytes(), want
	return r, nil
}

// Result is what comes of a revision, which is given without its text; number 0
// is the newest. Findings stand at the lines of its own text. A revision asked
// for by its number is answered from memory while the store is away.
func (p *Plans) Result(ctx context.Context, who Caller, id string, number int) (*Checked, Revision, error) {
	a := p.Current(ctx)
	r, err := p.revision(ctx, who, id, number)
	if errors.Is(err, ErrUnavailable) && number > 0 {
		if known, ok := p.cache.known(id, number, a.CatalogRevision()); ok {
			return known.checked, known.revision, nil
		}
	}
	if err != nil {
		return nil, Revision{}, err
	}
	at := placeOf(r, a.CatalogRevision())
	if checked := p.cache.at(at); checked != nil {
		return checked, r, nil
	}
	checked, err := p.loading.do(ctx, at, func(ctx context.Context) (*Checked, error) {
		full, err := p.store.Revision(ctx, id, r.Number)
		if err != nil {
			return nil, fmt.Errorf("read plan %s, revision %d: %w", id, r.Number, err)
		}
		checked, err := p.check(ctx, a, Source{Name: fileName(full), Text: full.Text, Media: full.MediaType}, nil)
		if err != nil {
			return nil, err
		}
		p.cache.keepAt(full, checked)
		_ = p.replan(ctx, r, checked) // a better summary is not what was asked for; KeepFresh says what is wrong
		return checked, nil
	})
	if err != nil {
		return nil, Revision{}, err
	}
	return checked, r, nil
}

// Check is App.Check, answered from memory where the same document was planned
// before. Progress is told only to who asks for a document first.
func (p *Plans) Check(ctx context.Context, _ Caller, req CheckRequest) (*Checked, error) {
	return p.check(ctx, p.Current(ctx), req.Source, req.Progress)
}

// check plans with the catalog of the App, whatever becomes of the overlay
// meanwhile.
func (p *Plans) check(ctx context.Context, a *App, src Source, progress func(done, total int)) (*Checked, error) {
	checked, positions, err := a.decode(src)
	if err != nil {
		return nil, err
	}
	key := resultKey{planfile.Hash(checked.Document), a.CatalogRevision()}
	found := p.cache.find(key)
	if found == nil {
		found, err = p.planning.do(ctx, key, func(ctx context.Context) (*planned, error) {
			if found := p.cache.find(key); found != nil { // finished since
				return found, nil
			}
			result, err := a.plan(ctx, src.Name, checked.Document, progress)
			if err != nil {
				return nil, err
			}
			made := &planned{key: key, document: checked.Document, result: result, catalog: a.catalog, views: &views{},
				bytes: bytesOf(checked.Document, result, len(src.Text))}
			p.cache.keep(made)
			return made, nil
		})
	}
	if err != nil {
		return nil, err
	}
	checked.Document, checked.Result, checked.Catalog, checked.views, checked.key = found.document, found.result, found.catalog, found.views, key
	if checked.Media == planfile.YAML {
		checked.Result = located(found.result, positions)
	}
	return checked, nil
}

// Export is a revision's result in a format; number 0 is the newest. The
// document of req is the revision's.
func (p *Plans) Export(ctx context.Context, who Caller, id string, number int, req ExportRequest) (*Export, error) {
	format, err := formats.Find(req.Format)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	checked, r, err := p.Result(ctx, who, id, number)
	if err != nil {
		return nil, err
	}
	if req.Name == "" {
		req.Name = fileName(r)
	}
	order, err := p.orderOptions(ctx, who, id, OrderQuery{By: req.By, Since: req.Since})
	if err != nil {
		return nil, err
	}
	return p.App().export(checked, format, req, order)
}
