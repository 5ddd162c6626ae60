package postgres_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"lengthwise/internal/app"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/postgres"
)

// open makes a store on a new migrated database.
func open(t *testing.T) *postgres.Store {
	t.Helper()
	return openAt(t, pgtest.URL(t))
}

// openBoth makes a store on a new migrated database, and a connection beside it
// to look at what the store keeps.
func openBoth(t *testing.T) (*postgres.Store, *pgx.Conn) {
	t.Helper()
	at := pgtest.URL(t)
	return openAt(t, at), connect(t, at)
}

func openAt(t *testing.T, at string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func connect(t *testing.T, at string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// run runs a statement.
func run(t *testing.T, conn *pgx.Conn, sql string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// noon is when the plans of the tests are made; the nanoseconds are more than
// the database keeps.
var noon = time.Date(2026, 3, 29, 12, 0, 0, 123456789, time.FixedZone("", 2*60*60))

// stored is noon as the database gives it back.
var stored = time.Date(2026, 3, 29, 10, 0, 0, 123456000, time.UTC)

// revision is a save of a plan with the name, n minutes after noon.
func revision(name string, n int) app.NewRevision {
	return app.NewRevision{
		Text: []byte("# by hand\nname: " + name + "\n"), MediaType: planfile.YAML, Name: name, Author: "ada", Message: "first version",
		At: noon.Add(time.Duration(n) * time.Minute), Summary: summary(n),
	}
}

func summary(n int) app.PlanSummary {
	return app.PlanSummary{OK: n%2 == 0, Errors: n, Warnings: 2, Racks: 3, Devices: 4, Links: 5, Cables: 6, Modules: 7, LongestRunMM: 28410,
		CablesByMedium: map[string]int{"dac": 4, "aoc": 2}, LinksByStatus: map[string]int{"ok": 5}, CatalogRevision: "0123456789ab"}
}

// create stores a plan, n minutes after noon.
func create(t *testing.T, s *postgres.Store, id, name string, n int, tags ...string) app.Plan {
	t.Helper()
	p, err := s.CreatePlan(t.Context(), app.NewPlan{ID: id, Tags: tags, NewRevision: revision(name, n)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// refused checks what an error wraps, nil for none of ours, and what it says.
func refused(t *testing.T, what string, err, want error, words ...string) {
	t.Helper()
	if err == nil || want != nil && !errors.Is(err, want) {
		t.Errorf("%s: got error %v, want one that wraps %v", what, err, want)
		return
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%s: got error %q, want it to say %q", what, err, word)
		}
	}
}

func ids(plans []app.Plan) string {
	var all []string
	for _, p := range plans {
		all = append(all, p.ID)
	}
	return strings.Join(all, " ")
}
