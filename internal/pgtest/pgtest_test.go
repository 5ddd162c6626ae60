package pgtest_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"lengthwise/internal/pgtest"
)

func TestDatabasesAreSeparate(t *testing.T) {
	t.Parallel()
	one, two := pgtest.New(t), pgtest.New(t)
	if _, err := one.Exec(t.Context(), "CREATE TABLE mine (x int)"); err != nil {
		t.Fatal(err)
	}
	tables := func(pool *pgxpool.Pool, name string) (n int) {
		t.Helper()
		if err := pool.QueryRow(t.Context(), "SELECT count(*) FROM pg_tables WHERE tablename = $1", name).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if got := tables(two, "mine"); got != 0 {
		t.Errorf("the second database has %d tables of the first, want 0", got)
	}
	for _, pool := range []*pgxpool.Pool{one, two} {
		if got := tables(pool, "plans"); got != 1 {
			t.Errorf("a database has %d tables named plans, want the program's schema", got)
		}
	}
}

func TestDatabasesAreLikeTheEmbeddedOne(t *testing.T) {
	t.Parallel()
	empty, err := pgxpool.New(t.Context(), pgtest.Empty(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(empty.Close)
	for name, pool := range map[string]*pgxpool.Pool{"empty": empty, "with a schema": pgtest.New(t)} {
		for _, tt := range []struct{ sql, want string }{
			{"SHOW timezone", "Asia/Kathmandu"},
			{"SHOW server_encoding", "UTF8"},
			{"SELECT datcollate || ' ' || datctype FROM pg_database WHERE datname = current_database()", "C C"},
		} {
			var got string
			if err := pool.QueryRow(t.Context(), tt.sql).Scan(&got); err != nil {
				t.Fatal(err)
			}
			if got != tt.want {
				t.Errorf("database %s: %s = %q, want %q", name, tt.sql, got, tt.want)
			}
		}
	}
}

// Clones are what every test of the store pays for.
func BenchmarkNew(b *testing.B) {
	pgtest.URL(b) // starts the server and makes the template
	for b.Loop() {
		pgtest.URL(b)
	}
}
