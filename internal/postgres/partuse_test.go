package postgres_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"lengthwise/internal/app"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/postgres"
)

// needs stores a plan that needs pieces of parts.
func needs(t testing.TB, s *postgres.Store, id string, changed int, parts map[string]int) {
	t.Helper()
	r := revision("Plan "+id, 1)
	r.At = stored.Add(time.Duration(changed) * time.Minute)
	r.Summary.Parts = parts
	if _, err := s.CreatePlan(t.Context(), app.NewPlan{ID: id, NewRevision: r}); err != nil {
		t.Fatal(err)
	}
}

func TestPlansWithPart(t *testing.T) {
	t.Parallel()
	s := open(t)
	const spec = "spec:mpo12-apc-om4-split2:10m"
	needs(t, s, "p1", 1, map[string]int{"EX-DAC-1": 4, "EX-DAC-10": 1})
	needs(t, s, "p2", 3, map[string]int{"EX-DAC-1": 8, spec: 2})
	needs(t, s, "p3", 2, map[string]int{"EX-DAC-10": 2})
	needs(t, s, "p4", 4, nil)
	needs(t, s, "p5", 5, map[string]int{"EX-DAC-1": 1})
	if _, err := s.SetDeleted(t.Context(), "p5", true, noon); err != nil {
		t.Fatal(err)
	}
	find := func(part string, limit int) (ids []string, more bool) {
		plans, more, err := s.PlansWithPart(t.Context(), part, limit)
		if err != nil {
			t.Fatalf("plans with %q: %v", part, err)
		}
		for _, p := range plans {
			ids = append(ids, p.ID)
			if p.Summary.Parts[part] == 0 {
				t.Errorf("plan %s is said to need %s, of which its summary counts none", p.ID, part)
			}
		}
		return ids, more
	}
	tests := []struct {
		part  string
		limit int
		want  []string
		more  bool
	}{
		{"EX-DAC-1", 50, []string{"p2", "p1"}, false},
		{"EX-DAC-1", 1, []string{"p2"}, true},
		{"EX-DAC-10", 0, []string{"p3", "p1"}, false},
		{spec, 50, []string{"p2"}, false},
		{"ex-dac-1", 50, nil, false},
		{"", 50, nil, false},
		{"a\x00b", 50, nil, false},
		{"a\xff", 50, nil, false},
	}
	for _, tt := range tests {
		if got, more := find(tt.part, tt.limit); !slices.Equal(got, tt.want) || more != tt.more {
			t.Errorf("plans with %q, at most %d: %v, more %t; want %v, %t", tt.part, tt.limit, got, more, tt.want, tt.more)
		}
	}
	if _, err := s.SaveRevision(t.Context(), "p2", 1, revision("Plan p2", 2)); err != nil {
		t.Fatal(err)
	}
	if got, _ := find("EX-DAC-1", 50); !slices.Equal(got, []string{"p1"}) {
		t.Errorf("after p2 needs it no longer: %v, want p1 alone", got)
	}
}

// Looking through ten thousand plans of sixty parts each.
func BenchmarkPlansWithPart(b *testing.B) {
	pool := pgtest.New(b)
	s := postgres.New(pool)
	needs(b, s, "p0", 0, map[string]int{"EX-RARE": 1})
	parts := map[string]int{}
	for i := range 60 {
		parts[fmt.Sprint("EX-DAC-", i)] = i + 1
	}
	needs(b, s, "p1", 0, parts)
	if _, err := pool.Exec(b.Context(), `
		WITH made AS (INSERT INTO plans SELECT 'x' || n, name, tags, search_text, revision, author, message, summary, created_at, changed_at
			FROM plans, generate_series(1, 10000) AS n WHERE id = 'p1' RETURNING id)
		INSERT INTO revisions SELECT made.id, number, text, media_type, name, author, message, summary, saved_at FROM revisions, made WHERE plan_id = 'p1'`); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if plans, _, err := s.PlansWithPart(b.Context(), "EX-RARE", 50); err != nil || len(plans) != 1 {
			b.Fatalf("%d plans, %v", len(plans), err)
		}
	}
}
