// Package postgres keeps plans in PostgreSQL, 15 or later: it is the app.Store
// of the server, and brings the schema of a database up to date.
//
// It promises that a change is done whole or not at all, that what it
// acknowledged survives a crash of the database, that a revision never changes
// once it is saved, and that of two who save on the same revision one wins and
// the other gets app.ErrConflict. A database that is away, restarts or has no
// room makes app.ErrUnavailable, and the next call after it is back succeeds.
// It refuses a database that is older than 15, not UTF-8, or newer than the
// program.
package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"lengthwise/internal/app"
	"lengthwise/internal/postgres/internal/dbgen"
)

// How long the store waits before it calls the database unavailable.
const (
	connectTimeout   = 5 * time.Second
	pingTimeout      = 2 * time.Second
	statementTimeout = 20 * time.Second
	lockTimeout      = 10 * time.Second
	idleTimeout      = 60 * time.Second // of a transaction nobody continues
	callTimeout      = 30 * time.Second // of one method of Store, waiting for a connection included
	rollbackTimeout  = 2 * time.Second
)

// A Store is an app.Store on a pool of connections. It is safe for concurrent
// use.
type Store struct {
	pool    *pgxpool.Pool
	queries *dbgen.Queries
	texts   *packer
	river   *river.Client[pgx.Tx] // adds and cancels jobs
}

var _ app.Store = (*Store)(nil)

// Open makes a store of the database at the URL, whose schema Migrate has
// brought up to date. It does not connect: a database that is away now is found
// when it is back. The URL may set what the store would set itself, such as
// statement_timeout or pool_max_conns. Close it after use.
func Open(ctx context.Context, url string) (*Store, error) {
	config, err := configure(url)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	return New(pool), nil
}

// New makes a store on a pool of the caller, who closes it.
func New(pool *pgxpool.Pool) *Store {
	return &Store{pool: pool, queries: dbgen.New(pool), texts: newPacker(), river: newRiver(pool)}
}

// Close waits for the calls that run and closes every connection.
func (s *Store) Close() { s.pool.Close() }

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	return s.read(ctx, func(ctx context.Context, _ *dbgen.Queries) error { return s.pool.Ping(ctx) })
}

// configure reads a URL and adds what it leaves open.
func configure(url string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read database URL: %w", err)
	}
	config.PingTimeout = pingTimeout
	if c := config.ConnConfig; c.ConnectTimeout == 0 || c.ConnectTimeout > connectTimeout {
		c.ConnectTimeout = connectTimeout
	}
	ours := map[string]string{
		"application_name":                    "lengthwise",
		"client_encoding":                     "UTF8",
		"synchronous_commit":                  "on", // a database set to "off" would lose what it acknowledged
		"statement_timeout":                   milliseconds(statementTimeout),
		"lock_timeout":                        milliseconds(lockTimeout),
		"idle_in_transaction_session_timeout": milliseconds(idleTimeout),
	}
	for name, value := range ours {
		if _, said := config.ConnConfig.RuntimeParams[name]; !said {
			config.ConnConfig.RuntimeParams[name] = value
		}
	}
	return config, nil
}

func milliseconds(d time.Duration) string { return fmt.Sprint(d.Milliseconds()) }

// read runs a query, or several that need not see the same moment. One that
// meets a connection from before a restart of the database is run again.
func (s *Store) read(ctx context.Context, work func(context.Context, *dbgen.Queries) error) error {
	return bounded(ctx, func(ctx context.Context) error {
		err := work(ctx, s.queries)
		if s.lostConnection(ctx, err) {
			err = work(ctx, s.queries)
		}
		return err
	})
}

// write runs a transaction. One that could not begin on a connection from
// before a restart of the database begins again; one that began does not, for
// nobody knows how far it came.
func (s *Store) write(ctx context.Context, work func(context.Context, *dbgen.Queries) error) error {
	return s.writeTx(ctx, func(ctx context.Context, _ pgx.Tx, q *dbgen.Queries) error { return work(ctx, q) })
}

// writeTx is write for those that have others write in the same transaction.
func (s *Store) writeTx(ctx context.Context, work func(context.Context, pgx.Tx, *dbgen.Queries) error) error {
	return bounded(ctx, func(ctx context.Context) error {
		tx, err := s.pool.Begin(ctx)
		if s.lostConnection(ctx, err) {
			tx, err = s.pool.Begin(ctx)
		}
		if err != nil {
			return err
		}
		if err = work(ctx, tx, s.queries.WithTx(tx)); err == nil {
			err = tx.Commit(ctx)
		}
		if err != nil {
			// What cannot be rolled back is closed by the pool, and the database forgets it.
			undo, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackTimeout)
			defer cancel()
			_ = tx.Rollback(undo)
			s.lostConnection(ctx, err)
		}
		return err
	})
}

// bounded runs one call under callTimeout and makes its error one of app's. It
// says why, not what was asked: that is the caller's to say.
func bounded(ctx context.Context, call func(context.Context) error) error {
	inner, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	err := call(inner)
	switch {
	case err == nil || decided(err):
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case inner.Err() != nil:
		return fmt.Errorf("%w: no answer within %s", app.ErrUnavailable, callTimeout)
	case unavailable(err):
		return fmt.Errorf("%w: %w", app.ErrUnavailable, err)
	}
	return err
}

// lostConnection reports whether an error broke an open connection. If so the
// others are likely dead too, so the pool opens new ones from here on.
func (s *Store) lostConnection(ctx context.Context, err error) bool {
	if ctx.Err() != nil || !broken(err) {
		return false
	}
	s.pool.Reset()
	return true
}
