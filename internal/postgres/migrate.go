package postgres

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"lengthwise/db/migrations"
	"lengthwise/internal/app"
)

// The oldest server the queries are tested on: that of Debian 12.
const oldestServer = 15

// How long a server waits for another one that is migrating the same database:
// lockTries times a second.
const lockTries = 300

// Migrate brings the schema of the database at the URL up to date, a step at a
// time, each whole or not at all. Of several servers that start at once one
// does it and the others wait. It refuses a server older than 15, a database
// that is not UTF-8, and one a newer program has migrated. It wraps
// app.ErrUnavailable when the database cannot be reached.
func Migrate(ctx context.Context, url string) error {
	err := migrate(ctx, url)
	if err != nil && ctx.Err() == nil && unavailable(err) {
		return fmt.Errorf("migrate database: %w: %w", app.ErrUnavailable, err)
	}
	if err != nil {
		return fmt.Errorf("migrate database: %w", err)
	}
	return nil
}

func migrate(ctx context.Context, url string) error {
	config, err := configure(url)
	if err != nil {
		return err
	}
	for _, name := range []string{"statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"} {
		delete(config.ConnConfig.RuntimeParams, name) // a step may take its time
	}
	db := stdlib.OpenDB(*config.ConnConfig)
	defer func() { _ = db.Close() }() // what it wrote is committed
	if err := fitting(ctx, db); err != nil {
		return err
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, lockTries))
	if err != nil {
		return err
	}
	steps, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Files, goose.WithSessionLocker(locker), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	if _, err := steps.Up(ctx); err != nil {
		return err
	}
	current, known, err := steps.GetVersions(ctx)
	if err != nil {
		return err
	}
	if current > known {
		return fmt.Errorf("the database is at step %d and this program knows %d; use the newer program that migrated it", current, known)
	}
	return nil
}

// fitting refuses a server this program does not work with.
func fitting(ctx context.Context, db *sql.DB) error {
	var number int
	var version, encoding string
	err := db.QueryRowContext(ctx, "SELECT current_setting('server_version_num')::int, current_setting('server_version'), current_setting('server_encoding')").
		Scan(&number, &version, &encoding)
	switch {
	case err != nil:
		return err
	case number < oldestServer*10000:
		return fmt.Errorf("the server is PostgreSQL %s; use %d or later", version, oldestServer)
	case encoding != "UTF8":
		return fmt.Errorf("the database's encoding is %s; create it with ENCODING 'UTF8' TEMPLATE template0", encoding)
	}
	return nil
}
