package postgres_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"lengthwise/internal/app"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/postgres"
)

// price is a change that puts a price on version base.
func price(key string, base int, amount string) app.OverlayChange {
	body, err := json.Marshal(app.PriceBody{SKU: key, UnitPrice: amount, Currency: "USD"})
	if err != nil {
		panic(err) // texts only
	}
	return app.OverlayChange{Kind: app.OverlayPrice, Key: key, Base: base, Body: body}
}

func takeOut(key string, base int) app.OverlayChange {
	return app.OverlayChange{Kind: app.OverlayPrice, Key: key, Base: base}
}

// apply makes changes on the overlay's revision and fails the test where they
// are not made.
func apply(t *testing.T, s *postgres.Store, on int64, changes ...app.OverlayChange) app.OverlayOutcome {
	t.Helper()
	out, moved, err := s.ChangeOverlay(t.Context(), on, changes, "ada", "because", noon)
	if err != nil || moved {
		t.Fatalf("change the overlay at revision %d: moved %v, %v", on, moved, err)
	}
	return out
}

// amounts are the prices that stand, by key.
func amounts(t *testing.T, s *postgres.Store) string {
	t.Helper()
	rows, _, err := s.OverlayRows(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, r := range rows {
		body, err := app.ReadOverlayBody(r.Kind, r.Body)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprintf("%s=%s@%d", r.Key, body.(app.PriceBody).UnitPrice, r.Version))
	}
	return strings.Join(all, " ")
}

func TestOverlayFromNothingToNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	rows, revision, err := s.OverlayRows(t.Context())
	if err != nil || len(rows) != 0 || revision != 0 {
		t.Fatalf("a new overlay has %d rows at revision %d (%v), want none at 0", len(rows), revision, err)
	}
	out := apply(t, s, 0, price("a", 0, "1.00"), price("b", 0, "2.00"))
	if out.Revision != 1 || out.Changed != 2 || out.Rows[1].Key != "b" || out.Rows[1].Version != 1 || out.Rows[1].Author != "ada" || !out.Rows[1].Changed.Equal(stored) {
		t.Errorf("two new rows: %+v, want revision 1, b at version 1 by ada at %s", out, stored)
	}
	if out = apply(t, s, 1, price("a", 1, "1.50"), price("b", 1, "2.00")); out.Revision != 2 || out.Changed != 1 || out.Rows[0].Version != 2 || out.Rows[1].Version != 1 {
		t.Errorf("one of two changed: %+v, want revision 2, a at version 2, b at 1", out)
	}
	for _, base := range []int{2, 1, 0} { // made again, also by who does not know that it was made
		if out = apply(t, s, 2, price("a", base, "1.50")); out.Revision != 2 || out.Changed != 0 || out.Rows[0].Version != 2 {
			t.Errorf("the same again on version %d: %+v, want nothing changed at revision 2", base, out)
		}
	}
	if out = apply(t, s, 2, takeOut("a", 2)); out.Revision != 3 || !out.Rows[0].Removed || out.Rows[0].Version != 3 {
		t.Errorf("a taken out: %+v, want version 3, removed", out)
	}
	if got := amounts(t, s); got != "b=2.00@1" {
		t.Errorf("stand %q, want b alone", got)
	}
	if out = apply(t, s, 3, takeOut("a", 3), takeOut("never", 0)); out.Changed != 0 || out.Revision != 3 {
		t.Errorf("what is not there taken out: %+v, want nothing changed", out)
	}
	if out = apply(t, s, 3, price("a", 0, "9.00")); out.Rows[0].Version != 4 || out.Rows[0].Removed {
		t.Errorf("a comes back: %+v, want version 4", out)
	}
	if got := amounts(t, s); got != "a=9.00@4 b=2.00@1" {
		t.Errorf("stand %q, want a at version 4 and b", got)
	}
}

func TestOverlayHistoryKeepsEveryChange(t *testing.T) {
	t.Parallel()
	s, conn := openBoth(t)
	apply(t, s, 0, price("a", 0, "1.00"), price("b", 0, "2.00"))
	apply(t, s, 1, price("a", 1, "1.50"))
	apply(t, s, 2, takeOut("a", 2))
	apply(t, s, 3, price("a", 0, "3.00"))
	events, err := s.OverlayHistory(t.Context(), app.OverlayPrice, "a", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range events {
		amount := func(body []byte) string {
			if body == nil {
				return "-"
			}
			var b app.PriceBody
			if err := json.Unmarshal(body, &b); err != nil {
				t.Fatal(err)
			}
			return b.UnitPrice
		}
		got = append(got, fmt.Sprintf("%d: %s>%s r%d", e.Version, amount(e.Before), amount(e.After), e.Revision))
	}
	if want := "4: ->3.00 r4, 3: 1.50>- r3, 2: 1.00>1.50 r2, 1: ->1.00 r1"; strings.Join(got, ", ") != want {
		t.Errorf("history of a: %s\nwant           %s", strings.Join(got, ", "), want)
	}
	if e := events[0]; e.Author != "ada" || e.Message != "because" || !e.At.Equal(stored) {
		t.Errorf("the last change is by %s, %q at %s; want ada, because, %s", e.Author, e.Message, e.At, stored)
	}
	all, err := s.OverlayHistory(t.Context(), "", "", events[2].ID+1, 2)
	if err != nil || len(all) != 2 || all[0].ID != events[2].ID || all[1].Key != "b" {
		t.Errorf("two changes of all rows from %d on: %+v (%v), want that of a and then b's", events[2].ID, all, err)
	}
	for _, sql := range []string{"UPDATE overlay_history SET author = 'eve'", "DELETE FROM overlay_history"} {
		_, err := conn.Exec(t.Context(), sql)
		refused(t, sql, err, nil, "is kept as it is")
	}
}

func TestOverlayChangesAreMadeOnWhatTheyWereMadeOf(t *testing.T) {
	t.Parallel()
	s := open(t)
	apply(t, s, 0, price("a", 0, "1.00"), price("b", 0, "1.00"))
	apply(t, s, 1, price("a", 1, "2.00"))
	tests := []struct {
		name  string
		of    []app.OverlayChange
		words []string
	}{
		{"an old version", []app.OverlayChange{price("b", 1, "3.00"), price("a", 1, "3.00")}, []string{`price "a"`, "version 1", "newest is 2", "ada"}},
		{"a row that is there, as new", []app.OverlayChange{price("a", 0, "3.00")}, []string{`price "a"`, "newest is 2"}},
		{"a row that is not there, as old", []app.OverlayChange{price("c", 4, "3.00")}, []string{`price "c"`, "version 4", "no such row"}},
		{"an old version taken out", []app.OverlayChange{takeOut("a", 1)}, []string{`price "a"`}},
		{"one row twice", []app.OverlayChange{price("b", 1, "3.00"), price("b", 1, "4.00")}, []string{`price "b"`, "two changes"}},
	}
	for _, tt := range tests {
		_, moved, err := s.ChangeOverlay(t.Context(), 2, tt.of, "bob", "", noon)
		if moved {
			t.Errorf("%s: moved, want a conflict", tt.name)
		}
		refused(t, tt.name, err, app.ErrConflict, tt.words...)
	}
	if _, moved, err := s.ChangeOverlay(t.Context(), 1, []app.OverlayChange{price("b", 1, "3.00")}, "bob", "", noon); err != nil || !moved {
		t.Errorf("on an old revision of the overlay: moved %v (%v), want moved", moved, err)
	}
	if got := amounts(t, s); got != "a=2.00@2 b=1.00@1" {
		t.Errorf("stand %q after what was refused, want all as before", got)
	}
}

// Of two who change one row one wins, and nothing the winner wrote is lost; who
// changes other rows tries again.
func TestTwoWritersOfOneOverlay(t *testing.T) {
	t.Parallel()
	s := open(t)
	apply(t, s, 0, price("shared", 0, "0.00"))
	const writers, rounds = 4, 5
	won := make([]int, writers)
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			for n := range rounds {
				for version := 1; ; version++ { // of the shared row, as last seen
					revision, err := s.OverlayRevision(t.Context())
					if err != nil {
						t.Error(err)
						return
					}
					own := price(fmt.Sprintf("w%d-%d", w, n), 0, "1.00")
					_, moved, err := s.ChangeOverlay(t.Context(), revision, []app.OverlayChange{price("shared", version, fmt.Sprintf("%d.%02d", w, n)), own}, "ada", "", noon)
					if err == nil && !moved {
						won[w]++
						break
					}
					if moved {
						version--
					} else if !errors.Is(err, app.ErrConflict) {
						t.Errorf("writer %d: %v, want a conflict or nothing", w, err)
						return
					}
				}
			}
		})
	}
	group.Wait()
	rows, revision, err := s.OverlayRows(t.Context())
	if err != nil || revision != 1+writers*rounds || len(rows) != 1+writers*rounds {
		t.Errorf("%d rows at revision %d (%v), want %d of each: every change is there", len(rows), revision, err, 1+writers*rounds)
	}
	if shared := rows[0]; shared.Version != 1+writers*rounds {
		t.Errorf("shared row is at version %d, want %d", shared.Version, 1+writers*rounds)
	}
}

func TestAPlanIsReplannedOnceAndStaysWhatItWas(t *testing.T) {
	t.Parallel()
	s := open(t)
	made := create(t, s, "p", "Hall", 0)
	create(t, s, "q", "Other", 1)
	gone := create(t, s, "r", "Gone", 2)
	if _, err := s.SetDeleted(t.Context(), gone.ID, true, noon); err != nil {
		t.Fatal(err)
	}
	stale := func(catalog, after string, limit int) string {
		t.Helper()
		ids, err := s.StalePlans(t.Context(), catalog, after, limit)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(ids, " ")
	}
	if got := stale("ffff", "", 10) + "|" + stale("ffff", "p", 10) + "|" + stale("ffff", "", 1) + "|" + stale("0123456789ab", "", 10); got != "p q|q|p|" {
		t.Errorf("plans of another catalog: %s, want p and q, q behind p, p alone, none", got)
	}
	after := made.Summary
	after.CatalogRevision, after.Cost, after.Currency = "ffff", "12.00", "USD"
	again := app.Replan{At: noon, From: "0123456789ab", To: "ffff", Before: made.Summary, After: after}
	if done, err := s.Replan(t.Context(), "p", 1, again); err != nil || !done {
		t.Fatalf("replan: done %v (%v), want done", done, err)
	}
	for what, tt := range map[string]struct {
		id       string
		revision int
	}{"once more": {"p", 1}, "at a revision that is not the newest": {"q", 2}, "a plan there is not": {"x", 1}} {
		if done, err := s.Replan(t.Context(), tt.id, tt.revision, again); err != nil || done {
			t.Errorf("replan %s: done %v (%v), want nothing done", what, done, err)
		}
	}
	found, err := s.Plan(t.Context(), "p")
	if err != nil || found.Summary.Cost != "12.00" || found.Summary.CatalogRevision != "ffff" || !found.Changed.Equal(made.Changed) || found.Revision != 1 {
		t.Errorf("replanned %+v (%v), want the new summary and nothing else changed", found, err)
	}
	if r := found.LastReplan; r == nil || r.From != "0123456789ab" || r.To != "ffff" || r.Before.Cost != "" || r.After.Cost != "12.00" || !r.At.Equal(stored) {
		t.Errorf("last replan %+v, want that one", r)
	}
	if r, err := s.Revision(t.Context(), "p", 1); err != nil || r.Summary.CatalogRevision != "0123456789ab" {
		t.Errorf("revision 1 has the summary of catalog %s (%v), want that it was saved with", r.Summary.CatalogRevision, err)
	}
	listed, _, err := s.Plans(t.Context(), app.PlanQuery{})
	if err != nil || ids(listed) != "q p" || listed[0].LastReplan != nil || listed[1].LastReplan == nil || listed[1].Summary.Cost != "12.00" {
		t.Errorf("list %s (%v), want q, and p with its replan", ids(listed), err)
	}

	quiet := again
	quiet.From, quiet.To, quiet.Before = "ffff", "eeee", after
	quiet.After.CatalogRevision = "eeee"
	if done, err := s.Replan(t.Context(), "p", 1, quiet); err != nil || !done {
		t.Fatalf("replan with nothing moved: done %v (%v)", done, err)
	}
	if found, err = s.Plan(t.Context(), "p"); err != nil || found.LastReplan == nil || found.LastReplan.To != "ffff" || found.Summary.CatalogRevision != "eeee" {
		t.Errorf("after a catalog that moved nothing the last replan is %+v (%v), want the one that moved the cost", found.LastReplan, err)
	}
	if saved, err := s.SaveRevision(t.Context(), "p", 1, revision("Hall", 5)); err != nil || saved.LastReplan != nil {
		t.Errorf("a new revision has the replan %+v (%v), want none", saved.LastReplan, err)
	}
}

func BenchmarkOverlayOf5000Prices(b *testing.B) {
	s := postgres.New(pgtest.New(b))
	changes := make([]app.OverlayChange, 5000)
	for b.Loop() {
		revision, err := s.OverlayRevision(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		for i := range changes {
			changes[i] = price(fmt.Sprintf("EX-%04d", i), int(revision), fmt.Sprintf("%d.%02d", i, revision%100))
		}
		began := time.Now()
		if _, moved, err := s.ChangeOverlay(b.Context(), revision, changes, "ada", "", noon); err != nil || moved {
			b.Fatal(moved, err)
		}
		b.ReportMetric(float64(time.Since(began).Milliseconds()), "ms/change")
		rows, _, err := s.OverlayRows(b.Context())
		if err != nil || len(rows) != len(changes) {
			b.Fatal(len(rows), err)
		}
	}
}
