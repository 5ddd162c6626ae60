package postgres_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/postgres"
)

// BenchmarkPlans lists from 10,000 plans.
func BenchmarkPlans(b *testing.B) {
	pool := pgtest.New(b)
	s := postgres.New(pool)
	err := pgx.BeginFunc(b.Context(), pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(b.Context(), `
			WITH p AS (
				INSERT INTO plans (id, name, tags, search_text, revision, author, message, summary, created_at, changed_at)
				SELECT 'plan-' || n, 'Hall ' || n % 7 || ' unit ' || n, ARRAY['prod', 'site-' || n % 50],
					'hall ' || n % 7 || ' unit ' || n || E'\nprod\nsite-' || n % 50, 1, 'ada', 'first version', '{"links": 512}', t, t
				FROM generate_series(1, 10000) n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 minute' AS t) AS at
				RETURNING *)
			INSERT INTO revisions (plan_id, number, text, media_type, name, author, message, summary, saved_at)
			SELECT id, 1, '', 'application/yaml', name, author, message, summary, changed_at FROM p`)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := pool.Exec(b.Context(), "ANALYSE plans"); err != nil {
		b.Fatal(err)
	}
	middle, err := s.Plan(b.Context(), "plan-5000")
	if err != nil {
		b.Fatal(err)
	}
	for _, bm := range []struct {
		name  string
		query app.PlanQuery
		want  int
	}{
		{"first page", app.PlanQuery{}, 50},
		{"page in the middle", app.PlanQuery{After: app.PlanCursor{Changed: middle.Changed, ID: middle.ID}}, 50},
		{"word many have", app.PlanQuery{Search: "hall"}, 50},
		{"word one has", app.PlanQuery{Search: "unit 4321"}, 1},
		{"word nobody has", app.PlanQuery{Search: "nowhere"}, 0},
		{"tag few have", app.PlanQuery{Tag: "site-13"}, 50},
		{"deleted ones, none", app.PlanQuery{Deleted: true}, 0},
	} {
		b.Run(bm.name, func(b *testing.B) {
			for b.Loop() {
				if plans, _, err := s.Plans(b.Context(), bm.query); err != nil || len(plans) != bm.want {
					b.Fatalf("%d plans, %v; want %d", len(plans), err, bm.want)
				}
			}
		})
	}
}

// BenchmarkText stores and reads a document of 18 MB, and one of a usual size.
func BenchmarkText(b *testing.B) {
	s := postgres.New(pgtest.New(b))
	ctx := context.Background()
	for _, bm := range []struct {
		name string
		text []byte
	}{{"18 MB", largeText()}, {"9 kB", largeText()[:9000]}} {
		r := revision("large", 0)
		r.Text = bm.text
		n := 0
		b.Run("store "+bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(bm.text)))
			for b.Loop() {
				n++
				if _, err := s.CreatePlan(ctx, app.NewPlan{ID: fmt.Sprint(bm.name, " ", n), NewRevision: r}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("read "+bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(bm.text)))
			for b.Loop() {
				if _, err := s.Revision(ctx, bm.name+" 1", 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
