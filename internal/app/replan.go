package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// replan replaces the stored summary of a plan that checked is the newest
// revision of, where the summary is of another catalog.
func (p *Plans) replan(ctx context.Context, r Revision, checked *Checked) error {
	if len(p.Trouble()) > 0 { // what is missing is no news of the plan
		return nil
	}
	found, err := p.store.Plan(ctx, r.PlanID)
	if err != nil {
		return fmt.Errorf("read plan %s: %w", r.PlanID, err)
	}
	from, to := found.Summary.CatalogRevision, checked.Result.CatalogRevision
	if found.Revision != r.Number || from == to || !found.Deleted.IsZero() {
		return nil
	}
	_, err = p.store.Replan(ctx, r.PlanID, r.Number, Replan{
		At: p.now().UTC().Truncate(time.Microsecond), From: from, To: to, Before: found.Summary, After: SummaryOf(checked.Result),
	})
	if err != nil {
		return fmt.Errorf("replan %s: %w", r.PlanID, err)
	}
	return nil
}

// How often the catalog is looked at where nobody asks for anything, and how
// long a fault of the store is waited out.
const (
	lookEvery   = 30 * time.Second
	lookAgainIn = 5 * time.Second
)

// KeepFresh plans stored plans again, one at a time, whenever the catalog
// becomes another one: by a change of the overlay here or at another server, a
// price that begins or ends today, a newer program. It returns when the context
// ends. Several servers may do it at once; each summary is replaced once.
func (p *Plans) KeepFresh(ctx context.Context, log *slog.Logger) {
	for ctx.Err() == nil {
		wait := lookEvery
		if _, err := p.refresh(ctx, ctx); err != nil {
			wait = lookAgainIn
		} else if err := p.ReplanStale(ctx, log); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "plans not planned again", "error", err)
			wait = lookAgainIn
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-p.changed:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// staleAtOnce is how many plans are asked for at a time.
const staleAtOnce = 50

// ReplanStale plans every stored plan whose summary is of another catalog than
// the newest. A plan that cannot be planned, such as one whose document the
// catalog no longer reads, keeps its summary and is logged.
func (p *Plans) ReplanStale(ctx context.Context, log *slog.Logger) error {
	known := p.known.Load()
	if len(known.trouble) > 0 {
		return nil
	}
	revision := known.app.CatalogRevision()
	for after := ""; ; {
		ids, err := p.store.StalePlans(ctx, revision, after, staleAtOnce)
		if err != nil {
			return fmt.Errorf("list plans of another catalog: %w", err)
		}
		for _, id := range ids {
			if p.known.Load().app.CatalogRevision() != revision { // begin again, with that
				return nil
			}
			if err := p.replanNewest(ctx, id); errors.Is(err, ErrUnavailable) || ctx.Err() != nil {
				return err
			} else if err != nil {
				log.WarnContext(ctx, "plan not planned again", "plan", id, "catalog", revision, "error", err)
			}
			after = id
		}
		if len(ids) < staleAtOnce {
			return nil
		}
	}
}

// replanNewest plans the newest revision of a plan, from memory where it is
// there.
func (p *Plans) replanNewest(ctx context.Context, id string) error {
	checked, r, err := p.Result(ctx, LocalUser, id, 0)
	if err != nil {
		return err
	}
	return p.replan(ctx, r, checked)
}
