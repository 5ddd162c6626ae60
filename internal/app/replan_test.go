package app_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"lengthwise/internal/app"
	"lengthwise/internal/catalog"
)

func TestACatalogThatChangesMovesStoredPlansAndSaysSo(t *testing.T) {
	t.Parallel()
	p, store, c := newSite(t)
	ctx, log := t.Context(), slog.New(slog.DiscardHandler)
	first, second := create(t, p, small), create(t, p, strings.Replace(small, "name: Lab", "name: Lab 2", 1))
	put(t, p, "", 0, usd(theDAC, "100.00"))
	if err := p.ReplanStale(ctx, log); err != nil {
		t.Fatal(err)
	}
	found, err := p.Find(ctx, ann, first.ID)
	if err != nil || found.LastReplan == nil || found.Summary.CatalogRevision != p.App().CatalogRevision() || found.Summary.Cost == "" {
		t.Fatalf("after a first price: %+v (%v), want a cost", found, err)
	}
	if got := app.WhatMoved(found.LastReplan.Before, found.LastReplan.After); !slices.Equal(got, []string{"the cost is known now: at least 200.00 USD"}) {
		t.Errorf("said %q, want that the cost is known now", got)
	}

	put(t, p, "", 1, usd(theDAC, "103.10"))
	other := site(t, store, c)
	if _, _, err := other.Result(ctx, bob, second.ID, 0); err != nil { // opened before anybody came by
		t.Fatal(err)
	}
	opened, err := p.Find(ctx, ann, second.ID)
	if err != nil || opened.LastReplan == nil {
		t.Fatalf("a plan that was opened: %+v (%v), want it planned again", opened, err)
	}
	if got := app.WhatMoved(opened.LastReplan.Before, opened.LastReplan.After); len(got) != 1 || !strings.HasPrefix(got[0], "prices changed: cost moved +3.1 % (") {
		t.Errorf("said %q, want prices changed: cost moved +3.1 %%", got)
	}
	if opened.Revision != 1 || !opened.Changed.Equal(second.Changed) {
		t.Errorf("the plan is at revision %d, changed %s; want it untouched at 1, %s", opened.Revision, opened.Changed, second.Changed)
	}

	put(t, p, theDAC, 0, app.StatusBody{Status: catalog.Forbidden})
	if err := other.ReplanStale(ctx, log); err != nil { // which has not heard of it yet: nothing is stale by its catalog but the first
		t.Fatal(err)
	}
	other.Current(ctx)
	if err := other.ReplanStale(ctx, log); err != nil {
		t.Fatal(err)
	}
	if found, err = p.Find(ctx, ann, first.ID); err != nil || found.Summary.Parts[theDAC] != 0 || len(found.Summary.Parts) == 0 {
		t.Fatalf("with its part forbidden: %+v (%v), want another part", found.Summary, err)
	}
	got := app.WhatMoved(found.LastReplan.Before, found.LastReplan.After)
	if len(got) == 0 || !strings.HasPrefix(strings.Join(got, "; "), "1 x "+theDAC+" became ") {
		t.Errorf("said %q, want that the part became another", got)
	}
	if r, err := p.Revisions(ctx, ann, first.ID, 0, 0); err != nil || len(r) != 1 || r[0].Summary.CatalogRevision != first.Summary.CatalogRevision {
		t.Errorf("history %+v (%v), want the one revision as it was saved", r, err)
	}
}

func TestPlansAreKeptFreshInTheBackground(t *testing.T) {
	t.Parallel()
	p, store, c := newSite(t)
	made := create(t, p, small)
	ctx, cancel := contextOf(t)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.KeepFresh(ctx, slog.New(slog.DiscardHandler))
	}()
	put(t, p, "", 0, usd(theDAC, "10.00"))
	other := site(t, store, c)
	for deadline := time.Now().Add(20 * time.Second); ; {
		found, err := other.Find(t.Context(), bob, made.ID)
		if err != nil {
			t.Fatal(err)
		}
		if found.Summary.Cost != "" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the summary is still that of catalog %s", found.Summary.CatalogRevision)
		}
		<-time.After(10 * time.Millisecond)
	}
	cancel()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("it goes on after its context ended")
	}
}

func contextOf(t *testing.T) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return ctx, cancel
}
