package postgres_test

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"lengthwise/db/migrations"
	"lengthwise/internal/app"
	"lengthwise/internal/pgtest"
	"lengthwise/internal/postgres"
)

// goosed is the migrations over a database, to walk them down.
func goosed(t *testing.T, at string) *goose.Provider {
	t.Helper()
	config, err := pgx.ParseConfig(at)
	if err != nil {
		t.Fatal(err)
	}
	db := stdlib.OpenDB(*config)
	t.Cleanup(func() { db.Close() })
	steps, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		t.Fatal(err)
	}
	return steps
}

// tables are the tables, functions and indexes of ours that a database holds.
func tables(t *testing.T, conn *pgx.Conn) []string {
	t.Helper()
	rows, err := conn.Query(t.Context(), `
		SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname NOT LIKE 'goose%'
		UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func migrate(t *testing.T, at string) {
	t.Helper()
	if err := postgres.Migrate(t.Context(), at); err != nil {
		t.Fatal(err)
	}
}

// Each step goes up, down and up again in a database with plans; what a step
// does not speak of stays as it was.
func TestMigrationsUpDownUp(t *testing.T) {
	t.Parallel()
	at := pgtest.Empty(t)
	migrate(t, at)
	conn := connect(t, at)
	whole := tables(t, conn)
	s := openAt(t, at)
	fill := func() app.Revision {
		create(t, s, "p1", "one", 0, "tag")
		create(t, s, "p2", "two", 1)
		if _, err := s.SaveRevision(t.Context(), "p1", 1, revision("three", 2)); err != nil {
			t.Fatal(err)
		}
		if err := s.Remember(t.Context(), "key", "hash", "p2", noon); err != nil {
			t.Fatal(err)
		}
		r, err := s.Revision(t.Context(), "p1", 2)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	want := fill()

	steps := goosed(t, at)
	sources := steps.ListSources()
	for i := len(sources) - 1; i >= 0; i-- {
		if _, err := steps.DownTo(t.Context(), sources[i].Version-1); err != nil {
			t.Fatalf("down from step %d: %v", sources[i].Version, err)
		}
		if i == 0 {
			break
		}
		migrate(t, at)
		if diff := cmp.Diff(whole, tables(t, conn)); diff != "" {
			t.Errorf("after down and up of step %d (-want +got):\n%s", sources[i].Version, diff)
		}
		got, err := s.Revision(t.Context(), "p1", 2)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("a revision after down and up of step %d: %v (-want +got):\n%s", sources[i].Version, err, diff)
		}
	}
	if left := tables(t, conn); len(left) != 0 {
		t.Errorf("after all steps down there are still %q", left)
	}
	migrate(t, at)
	if diff := cmp.Diff(whole, tables(t, conn)); diff != "" {
		t.Errorf("after all steps down and up (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, fill()); diff != "" {
		t.Errorf("a revision stored after all steps down and up (-want +got):\n%s", diff)
	}
	migrate(t, at) // nothing to do
}

func TestServersThatMigrateAtOnce(t *testing.T) {
	t.Parallel()
	at := pgtest.Empty(t)
	var all sync.WaitGroup
	for i := range 3 {
		all.Go(func() {
			if err := postgres.Migrate(t.Context(), at); err != nil {
				t.Errorf("server %d: %v", i, err)
			}
		})
	}
	all.Wait()
	create(t, openAt(t, at), "p1", "one", 0)
}

func TestDatabasesThatDoNotFit(t *testing.T) {
	t.Parallel()
	newer := pgtest.Empty(t)
	migrate(t, newer)
	beside := connect(t, newer)
	run(t, beside, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9000, true)")
	latin := "latin_" + nameOf(t, newer)
	run(t, beside, "CREATE DATABASE "+latin+" TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'")
	defer run(t, beside, "DROP DATABASE "+latin+" WITH (FORCE)")
	for name, tt := range map[string]struct{ at, want string }{
		"a newer program migrated it": {newer, "step 9000"},
		"it cannot hold every letter": {renamed(t, newer, latin), "LATIN1"},
		"the URL is none":             {"postgres://%zz", "database URL"},
	} {
		refused(t, name, postgres.Migrate(t.Context(), tt.at), nil, tt.want)
	}
	refused(t, "a database that does not exist", postgres.Migrate(t.Context(), renamed(t, newer, "nowhere")), app.ErrUnavailable, "nowhere")
	refused(t, "a server that is not there", postgres.Migrate(t.Context(), "postgres://x@/x?host="+url.QueryEscape(t.TempDir())), app.ErrUnavailable)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	refused(t, "a caller who left", postgres.Migrate(ended, newer), context.Canceled)
}

// What the store sets for itself, unless the URL does.
func TestSettingsOfASession(t *testing.T) {
	t.Parallel()
	at := pgtest.URL(t)
	run(t, connect(t, at), "ALTER DATABASE "+nameOf(t, at)+" SET synchronous_commit = off")
	for _, tt := range []struct{ add, want string }{
		{"", "on 20s 10s lengthwise"},
		{"&statement_timeout=1234&synchronous_commit=remote_apply&application_name=x", "remote_apply 1234ms 10s x"},
	} {
		s := openAt(t, at+tt.add)
		var got string
		err := postgres.PoolOf(s).QueryRow(t.Context(), `SELECT concat_ws(' ', current_setting('synchronous_commit'), current_setting('statement_timeout'),
			current_setting('lock_timeout'), current_setting('application_name'))`).Scan(&got)
		if err != nil || got != tt.want {
			t.Errorf("with %q: got %q, %v; want %q", tt.add, got, err, tt.want)
		}
	}
}

// nameOf is the name of the database at a URL.
func nameOf(t *testing.T, at string) string {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(u.Path, "/")
}

// renamed is the URL of another database of the same server.
func renamed(t *testing.T, at, name string) string {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}
