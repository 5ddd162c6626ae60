// Package pgtest gives tests a PostgreSQL of their own: every call a new
// database with the program's schema, cloned from a template in milliseconds
// and dropped when the test ends. Only tests import it.
//
// The server is, in this order, the one TEST_DATABASE_URL names (of a user who
// may create databases), a container where Docker answers, or PostgreSQL
// binaries of this machine (LENGTHWISE_POSTGRES_BINARIES, else where the program
// looks for them), started once for a test program in a temporary folder that
// goes with it, however it ends. Where there is none the test is skipped with
// the reason, and fails when CI=true.
//
// Databases sort and fold text as the one the program brings along does, and
// sessions live in an odd time zone, so that a time read as local shows.
package pgtest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"lengthwise/db/migrations"
	"lengthwise/internal/postgres"
)

const (
	// zone is 5:45 ahead of UTC and known to be mistaken for 5:30 and 6:00.
	zone = "Asia/Kathmandu"

	// patience bounds what is not a test: starting a server, cloning, dropping.
	patience = 2 * time.Minute

	templateLock = 0x1e6715 // of the advisory lock under which a template is made
)

// New is a pool of connections to a new database with the program's schema. The
// pool is closed and the database dropped when the test ends.
func New(t testing.TB) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), URL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// URL names a new database with the program's schema, dropped when the test
// ends.
func URL(t testing.TB) string {
	t.Helper()
	s := need(t)
	template, err := s.template()
	if err != nil {
		t.Fatalf("make the template of test databases: %v", err)
	}
	return s.create(t, "TEMPLATE "+template)
}

// Empty names a new database without a schema, dropped when the test ends.
func Empty(t testing.TB) string {
	t.Helper()
	return need(t).create(t, asEmbedded)
}

// asEmbedded makes a database like the one embeddedpg makes.
const asEmbedded = "TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'"

// A server is where the databases of this test program are.
type server struct {
	url      *url.URL // of a database to create others from
	template func() (string, error)
}

var theServer = sync.OnceValues(func() (*server, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	text, err := find(ctx)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme == "" {
		return nil, errors.New("TEST_DATABASE_URL is no URL; write postgres://user:password@host:5432/database")
	}
	s := &server{url: u}
	s.template = sync.OnceValues(s.makeTemplate)
	return s, nil
})

// errNone is that this machine has no PostgreSQL for tests.
var errNone = errors.New("no PostgreSQL for tests: set TEST_DATABASE_URL, start Docker, or install the package postgresql")

// find answers the URL of a server, starting one where none is named.
func find(ctx context.Context) (string, error) {
	if named := os.Getenv("TEST_DATABASE_URL"); named != "" {
		return named, nil
	}
	contained, dockerErr := startContainer(ctx)
	if dockerErr == nil {
		return contained, nil
	}
	local, err := startBinaries(ctx)
	switch {
	case err == nil:
		return local, nil
	case errors.Is(err, errNone) && !errors.Is(dockerErr, errNone):
		return "", fmt.Errorf("start a container: %w", dockerErr) // Docker answers and does not do it
	default:
		return "", err
	}
}

// need is the server, or the end of the test.
func need(t testing.TB) *server {
	t.Helper()
	s, err := theServer()
	switch {
	case err == nil:
	case errors.Is(err, errNone) && os.Getenv("CI") != "true":
		t.Skip(err)
	default:
		t.Fatal(err)
	}
	return s
}

// named is the server's URL for one of its databases.
func (s *server) named(database string) string {
	u := *s.url
	u.Path = "/" + database
	q := u.Query()
	q.Set("timezone", zone)
	u.RawQuery = q.Encode()
	return u.String()
}

// run runs a statement on a connection to the first database.
func (s *server) run(ctx context.Context, sql string) error {
	c, err := pgx.Connect(ctx, s.url.String())
	if err != nil {
		return err
	}
	_, err = c.Exec(ctx, sql)
	return errors.Join(err, c.Close(ctx))
}

// create makes a database for one test.
func (s *server) create(t testing.TB, like string) string {
	t.Helper()
	name := "lengthwise_test_" + suffix()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := s.run(ctx, "CREATE DATABASE "+name+" "+like); err != nil {
		t.Fatalf("make a test database: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := s.run(ctx, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("drop a test database: %v", err)
		}
	})
	return s.named(name)
}

// suffix is an unlikely end of a name.
func suffix() string {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return fmt.Sprintf("%x", b)
}

// makeTemplate answers the database with the schema of this program, making it
// where the server has none. It gets its name when it is whole; test programs
// that share a server make it once.
func (s *server) makeTemplate() (name string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	sum, err := hash(migrations.Files)
	if err != nil {
		return "", err
	}
	name = "lengthwise_template_" + sum
	c, err := pgx.Connect(ctx, s.url.String())
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, c.Close(ctx)) }() // and give the lock back
	if _, err := c.Exec(ctx, "SELECT pg_advisory_lock($1)", templateLock); err != nil {
		return "", err
	}
	var there bool
	if err := c.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&there); err != nil || there {
		return name, err
	}
	return name, s.build(ctx, c, name, "lengthwise_building_"+sum)
}

// build makes the template under another name first. What has that name was left
// over by a test program that was killed.
func (s *server) build(ctx context.Context, c *pgx.Conn, name, building string) error {
	for _, sql := range []string{"DROP DATABASE IF EXISTS " + building + " WITH (FORCE)", "CREATE DATABASE " + building + " " + asEmbedded} {
		if _, err := c.Exec(ctx, sql); err != nil {
			return err
		}
	}
	if err := postgres.Migrate(ctx, s.named(building)); err != nil {
		return err
	}
	// The server may still be ending the session that migrated.
	end := "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1"
	if _, err := c.Exec(ctx, end, building); err != nil {
		return err
	}
	_, err := c.Exec(ctx, "ALTER DATABASE "+building+" RENAME TO "+name)
	return err
}

// hash tells schemas apart: 12 hex digits over the steps that make them.
func hash(steps fs.FS) (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(steps, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(steps, name)
		if err != nil {
			return err
		}
		_, err = io.WriteString(sum, fmt.Sprintf("%s %d\n%s", name, len(text), text))
		return err
	})
	return fmt.Sprintf("%x", sum.Sum(nil)[:6]), err
}
