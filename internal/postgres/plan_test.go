package postgres_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lengthwise/internal/app"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/postgres"
)

func TestCreatePlan(t *testing.T) {
	t.Parallel()
	s := open(t)
	want := app.Plan{ID: "p1", Name: "Hall 3, Zürich", Tags: []string{"east", "west"}, Revision: 1, Author: "ada", Message: "first version",
		Created: stored, Changed: stored, Summary: summary(0)}
	if diff := cmp.Diff(want, create(t, s, "p1", "Hall 3, Zürich", 0, "west", "east", "west")); diff != "" {
		t.Errorf("the plan made (-want +got):\n%s", diff)
	}
	got, err := s.Plan(t.Context(), "p1")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the plan read again (-want +got):\n%s", diff)
	}
	_, err = s.CreatePlan(t.Context(), app.NewPlan{ID: "p1", NewRevision: revision("other", 1)})
	refused(t, "an id that is taken", err, app.ErrConflict, `"p1"`, "taken")
	for _, id := range []string{"", "a\x00b", "a\xffb"} {
		if _, err := s.CreatePlan(t.Context(), app.NewPlan{ID: id, NewRevision: revision("other", 1)}); err == nil {
			t.Errorf("a plan with the id %q was stored", id)
		}
	}
}

func TestPoolOfTheCaller(t *testing.T) {
	t.Parallel()
	s := postgres.New(pgtest.New(t))
	create(t, s, "p1", "one", 0)
	if err := s.Ping(t.Context()); err != nil {
		t.Errorf("ping: %v", err)
	}
}

func TestUnknownPlans(t *testing.T) {
	t.Parallel()
	s := open(t)
	create(t, s, "p1", "one", 0)
	calls := map[string]func(id string) error{
		"Plan":         func(id string) error { _, err := s.Plan(t.Context(), id); return err },
		"SaveRevision": func(id string) error { _, err := s.SaveRevision(t.Context(), id, 1, revision("x", 1)); return err },
		"Revision":     func(id string) error { _, err := s.Revision(t.Context(), id, 1); return err },
		"Revisions":    func(id string) error { _, err := s.Revisions(t.Context(), id, 0, 0); return err },
		"SetDeleted":   func(id string) error { _, err := s.SetDeleted(t.Context(), id, true, noon); return err },
		"SetTags":      func(id string) error { _, err := s.SetTags(t.Context(), id, nil, noon); return err },
		"Remember":     func(id string) error { return s.Remember(t.Context(), "key", "hash", id, noon) },
	}
	for name, call := range calls {
		for _, id := range []string{"p2", "", "P1", "p1 ", "a\x00b", "a\xffb", strings.Repeat("long", 5000)} {
			if err := call(id); !errors.Is(err, app.ErrNotFound) {
				t.Errorf("%s of plan %.20q: got error %v, want one that wraps ErrNotFound", name, id, err)
			}
		}
	}
}

func TestSetTags(t *testing.T) {
	t.Parallel()
	s := open(t)
	create(t, s, "p1", "one", 0, "old")
	p, err := s.SetTags(t.Context(), "p1", []string{"b", "a", "b", "c\x00d"}, noon.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a", "b", "c\uFFFDd"}, p.Tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	if p.Revision != 1 || !p.Changed.Equal(stored.Add(time.Hour)) {
		t.Errorf("tagged plan is at revision %d, changed %s; want 1, an hour after it was made", p.Revision, p.Changed)
	}
	if p, err = s.SetTags(t.Context(), "p1", nil, noon); err != nil || len(p.Tags) != 0 || p.Tags == nil {
		t.Errorf("no tags: got %#v, %v", p.Tags, err)
	}
}

func TestDeleteAndBringBack(t *testing.T) {
	t.Parallel()
	s := open(t)
	before := create(t, s, "p1", "one", 0, "tag")
	gone, err := s.SetDeleted(t.Context(), "p1", true, noon.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if hour := stored.Add(time.Hour); !gone.Deleted.Equal(hour) || !gone.Changed.Equal(hour) || gone.Revision != 1 {
		t.Errorf("deleted plan: deleted %s, changed %s, revision %d; want %s twice and 1", gone.Deleted, gone.Changed, gone.Revision, hour)
	}
	again, err := s.SetDeleted(t.Context(), "p1", true, noon.Add(2*time.Hour))
	if diff := cmp.Diff(gone, again); err != nil || diff != "" {
		t.Errorf("deleted once more: %v (-first +second):\n%s", err, diff)
	}
	_, err = s.SaveRevision(t.Context(), "p1", 1, revision("two", 1))
	refused(t, "a save to a deleted plan", err, app.ErrNotFound, "deleted", "bring it back")
	_, err = s.SetTags(t.Context(), "p1", nil, noon)
	refused(t, "tags of a deleted plan", err, app.ErrNotFound, "deleted")
	if read, err := s.Plan(t.Context(), "p1"); err != nil || read.Deleted.IsZero() {
		t.Errorf("a deleted plan read: %v, deleted %s", err, read.Deleted)
	}
	if r, err := s.Revision(t.Context(), "p1", 1); err != nil || len(r.Text) == 0 {
		t.Errorf("a revision of a deleted plan: %d bytes, %v", len(r.Text), err)
	}
	if list, _, err := s.Plans(t.Context(), app.PlanQuery{}); err != nil || len(list) != 0 {
		t.Errorf("list with only a deleted plan: %q, %v", ids(list), err)
	}
	if list, _, err := s.Plans(t.Context(), app.PlanQuery{Deleted: true}); err != nil || ids(list) != "p1" {
		t.Errorf("list of deleted plans: %q, %v, want p1", ids(list), err)
	}

	back, err := s.SetDeleted(t.Context(), "p1", false, noon.Add(3*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	before.Changed = stored.Add(3 * time.Hour)
	if diff := cmp.Diff(before, back); diff != "" {
		t.Errorf("brought back (-want +got):\n%s", diff)
	}
	if _, err = s.SaveRevision(t.Context(), "p1", 1, revision("two", 200)); err != nil {
		t.Errorf("a save after it was brought back: %v", err)
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	s := open(t)
	create(t, s, "zurich", "Hall 3, ZÜRICH", 1, "Prod", "gen-5")
	create(t, s, "percent", "100% full_rack C:\\plans", 2, "draft")
	create(t, s, "h100", "H100 unit", 3, "prod")
	create(t, s, "nul", "a\x00b", 4)
	create(t, s, "deleted", "H100 unit, old", 5, "prod")
	if _, err := s.SetDeleted(t.Context(), "deleted", true, noon); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		query app.PlanQuery
		want  string
	}{
		{"nothing asked gives all that are not deleted, newest first", app.PlanQuery{}, "nul h100 percent zurich"},
		{"a word in any case, beyond ASCII too", app.PlanQuery{Search: "zürich"}, "zurich"},
		{"part of a word", app.PlanQuery{Search: "ÜRI"}, "zurich"},
		{"a word of a tag", app.PlanQuery{Search: "PROD"}, "h100 zurich"},
		{"every word must be there, in any order", app.PlanQuery{Search: " prod  hall "}, "zurich"},
		{"a word that is nowhere", app.PlanQuery{Search: "prod floor"}, ""},
		{"a percent sign is a percent sign", app.PlanQuery{Search: "0%"}, "percent"},
		{"an underscore is an underscore", app.PlanQuery{Search: "l_r"}, "percent"},
		{"an underscore is no other letter", app.PlanQuery{Search: "h_00"}, ""},
		{"a backslash is a backslash", app.PlanQuery{Search: `:\p`}, "percent"},
		{"a quote is a quote", app.PlanQuery{Search: `'; DROP TABLE plans; --`}, ""},
		{"no word runs from the name into a tag", app.PlanQuery{Search: "unitprod"}, ""},
		{"a zero byte is nowhere", app.PlanQuery{Search: "a\x00b"}, ""},
		{"bytes that are no text are nowhere", app.PlanQuery{Search: "\xff"}, ""},
		{"a word far too long", app.PlanQuery{Search: strings.Repeat("x", 100_000)}, ""},
		{"very many words", app.PlanQuery{Search: strings.Repeat("h 1 ", 50_000)}, "h100"},
		{"a tag is matched whole, as it is written", app.PlanQuery{Tag: "prod"}, "h100"},
		{"a tag with a zero byte", app.PlanQuery{Tag: "a\x00"}, ""},
		{"tag and word", app.PlanQuery{Tag: "Prod", Search: "hall"}, "zurich"},
		{"deleted ones only", app.PlanQuery{Search: "h100", Deleted: true}, "deleted"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, more, err := s.Plans(t.Context(), tt.query)
			if err != nil || ids(got) != tt.want || more {
				t.Errorf("words %.40q, tag %q, deleted %v: got %q, more %v, %v; want %q",
					tt.query.Search, tt.query.Tag, tt.query.Deleted, ids(got), more, err, tt.want)
			}
		})
	}
}

func TestSearchAfterRename(t *testing.T) {
	t.Parallel()
	s := open(t)
	create(t, s, "p1", "H100 unit", 0, "prod")
	if _, err := s.SaveRevision(t.Context(), "p1", 1, revision("B200 unit", 1)); err != nil {
		t.Fatal(err)
	}
	for search, want := range map[string]string{"h100": "", "b200 prod": "p1"} {
		if got, _, err := s.Plans(t.Context(), app.PlanQuery{Search: search}); err != nil || ids(got) != want {
			t.Errorf("search for %q after the plan became B200: got %q, %v; want %q", search, ids(got), err, want)
		}
	}
}

func TestPlansPages(t *testing.T) {
	t.Parallel()
	s := open(t)
	for i := range 23 {
		create(t, s, fmt.Sprintf("p%02d", i), "plan", i/5) // five at each moment, so that ids decide
	}
	all, more, err := s.Plans(t.Context(), app.PlanQuery{Limit: 200})
	if err != nil || len(all) != 23 || more {
		t.Fatalf("all plans: %d, more %v, %v; want 23 and no more", len(all), more, err)
	}
	for _, limit := range []int{1, 4, 22, 23} {
		var got []app.Plan
		query := app.PlanQuery{Limit: limit}
		for more := true; more; {
			var page []app.Plan
			if page, more, err = s.Plans(t.Context(), query); err != nil || len(page) == 0 {
				t.Fatalf("pages of %d: a page after %d plans has %d, %v", limit, len(got), len(page), err)
			}
			got = append(got, page...)
			last := page[len(page)-1]
			query.After = app.PlanCursor{Changed: last.Changed, ID: last.ID}
		}
		if diff := cmp.Diff(ids(all), ids(got)); diff != "" {
			t.Errorf("pages of %d (-whole list +pages):\n%s", limit, diff)
		}
	}
	for name, query := range map[string]app.PlanQuery{"a limit of 0": {}, "a limit below 0": {Limit: -5}, "a limit above the bound": {Limit: math.MaxInt}} {
		if got, _, err := s.Plans(t.Context(), query); err != nil || len(got) != 23 {
			t.Errorf("%s: got %d plans, %v; want 23", name, len(got), err)
		}
	}
	for name, after := range map[string]app.PlanCursor{
		"behind the last":           {Changed: time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC), ID: "p"},
		"a year PostgreSQL has not": {Changed: time.Date(400_000, 1, 1, 0, 0, 0, 0, time.UTC), ID: "p"},
		"a year before the first":   {Changed: time.Date(-9999, 1, 1, 0, 0, 0, 0, time.UTC), ID: "p"},
		"an id that is no text":     {Changed: noon, ID: "\x00"},
		"an id without a moment":    {ID: "p"},
	} {
		if got, more, err := s.Plans(t.Context(), app.PlanQuery{After: after}); err != nil || len(got) != 0 || more {
			t.Errorf("a cursor %s: got %q, more %v, %v; want nothing", name, ids(got), more, err)
		}
	}
}

// Who pages while others save, tag, delete and create meets every plan that
// stays as it is once, and none twice.
func TestPagesAreStableWhilePlansChange(t *testing.T) {
	t.Parallel()
	s := open(t)
	for i := range 40 {
		create(t, s, fmt.Sprintf("p%02d", i), "plan", i)
	}
	changes := []func(id string, at time.Time) error{
		func(id string, at time.Time) error {
			r := revision("changed", 0)
			r.At = at
			_, err := s.SaveRevision(t.Context(), id, 1, r)
			return err
		},
		func(id string, at time.Time) error {
			_, err := s.SetTags(t.Context(), id, []string{"x"}, at)
			return err
		},
		func(id string, at time.Time) error { _, err := s.SetDeleted(t.Context(), id, true, at); return err },
		func(id string, at time.Time) error {
			_, err := s.CreatePlan(t.Context(), app.NewPlan{ID: "new-" + id, NewRevision: revision("new", 1000)})
			return err
		},
	}
	seen, changed := map[string]int{}, map[string]bool{}
	query := app.PlanQuery{Limit: 3}
	for page, more := 0, true; more; page++ {
		var list []app.Plan
		var err error
		if list, more, err = s.Plans(t.Context(), query); err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			seen[p.ID]++
		}
		last := list[len(list)-1]
		query.After = app.PlanCursor{Changed: last.Changed, ID: last.ID}
		id := fmt.Sprintf("p%02d", page) // from the end of the list, towards who pages
		if err := changes[page%len(changes)](id, noon.Add(time.Duration(1000+page)*time.Minute)); err != nil {
			t.Fatal(err)
		}
		changed[id] = page%len(changes) != 3
	}
	for i := range 40 {
		id := fmt.Sprintf("p%02d", i)
		if !changed[id] && seen[id] != 1 {
			t.Errorf("plan %s stayed as it is and was met %d times, want once", id, seen[id])
		}
		if seen[id] > 1 {
			t.Errorf("plan %s was met %d times", id, seen[id])
		}
	}
}
