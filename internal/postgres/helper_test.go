package postgres_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"lengthwise/internal/app"
	"lengthwise/internal/embeddedpg"
	"lengthwise/internal/formats/planfile"
	"lengthwise/internal/postgres"
)

// database is the server the tests of this package share.
var database struct {
	once   sync.Once
	server *embeddedpg.Server
	dir    string
	url    string
	err    error
	make   sync.Mutex // the template is cloned by one test at a time
}

func TestMain(m *testing.M) {
	code := m.Run()
	if database.server != nil {
		if err := database.server.Stop(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	if database.dir != "" {
		os.RemoveAll(database.dir)
	}
	os.Exit(code)
}

// emptyDatabase is the URL of a new database without tables.
func emptyDatabase(t *testing.T) string {
	t.Helper()
	return newDatabase(t, "")
}

// open makes a store on a new migrated database.
func open(t *testing.T) *postgres.Store {
	t.Helper()
	return openAt(t, newDatabase(t, "TEMPLATE migrated"))
}

// openBoth makes a store on a new migrated database, and a connection beside it
// to look at what the store keeps.
func openBoth(t *testing.T) (*postgres.Store, *pgx.Conn) {
	t.Helper()
	at := newDatabase(t, "TEMPLATE migrated")
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

// newDatabase is the URL of a new database in a time zone nobody's plans are
// in, dropped after the test.
func newDatabase(t *testing.T, options string) string {
	t.Helper()
	if _, _, err := embeddedpg.Find(""); err != nil && os.Getenv("CI") != "true" {
		t.Skipf("needs PostgreSQL: %v", err)
	}
	database.once.Do(startDatabase)
	if database.err != nil {
		t.Fatal(database.err)
	}
	name := "test_" + strings.ToLower(rand.Text())
	database.make.Lock()
	err := statement(database.url, "CREATE DATABASE "+name+" "+options)
	database.make.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := statement(database.url, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return at(database.url, name)
}

// at is the URL of another database of the same server.
func at(server, name string) string {
	u, err := url.Parse(server)
	if err != nil {
		panic(err)
	}
	u.Path = "/" + name
	q := u.Query()
	q.Set("timezone", "Pacific/Chatham") // 12:45 ahead, 13:45 in summer
	u.RawQuery = q.Encode()
	return u.String()
}

func startDatabase() {
	database.url, database.err = func() (string, error) {
		dir, err := os.MkdirTemp("", "lengthwise-postgres")
		if err != nil {
			return "", err
		}
		database.dir = dir
		if err := os.Chmod(dir, 0o755); err != nil { // the database's user passes through
			return "", err
		}
		s, err := embeddedpg.Start(context.Background(), embeddedpg.Config{StateDir: filepath.Join(dir, "state"), Throwaway: true})
		if err != nil {
			return "", err
		}
		database.server = s
		if err := statement(s.URL(), "CREATE DATABASE migrated"); err != nil {
			return "", err
		}
		return s.URL(), postgres.Migrate(context.Background(), at(s.URL(), "migrated"))
	}()
}

func statement(url, sql string) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, sql); err != nil {
		return fmt.Errorf("%s: %w", sql, err)
	}
	return nil
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

// pool is a pool on a new migrated database.
func pool(t *testing.T) *pgxpool.Pool {
	t.Helper()
	p, err := pgxpool.New(t.Context(), newDatabase(t, "TEMPLATE migrated"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}
