package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"lengthwise/internal/app"
)

func TestUnavailable(t *testing.T) {
	t.Parallel()
	reported := func(code string) error { return fmt.Errorf("query: %w", &pgconn.PgError{Code: code}) }
	tests := []struct {
		name                string
		err                 error
		unavailable, broken bool
	}{
		{"no error", nil, false, false},
		{"an administrator ended the session", reported("57P01"), true, true},
		{"another backend crashed", reported("57P02"), true, true},
		{"the server is starting", reported("57P03"), true, false},
		{"a statement took too long", reported("57014"), true, false},
		{"a lock took too long", reported("55P03"), true, false},
		{"a transaction idled too long", reported("25P03"), true, true},
		{"the disk is full", reported("53100"), true, false},
		{"too many connections", reported("53300"), true, false},
		{"the disk is broken", reported("58030"), true, false},
		{"a deadlock", reported("40P01"), true, false},
		{"a standby", reported("25006"), true, false},
		{"another instance changed the schema", reported("0A000"), true, false},
		{"a duplicate", reported("23505"), false, false},
		{"a table that is not there", reported("42P01"), false, false},
		{"a trigger's refusal", reported("23001"), false, false},
		{"damaged data", reported("XX001"), false, false},
		{"a code that is none", reported(""), false, false},
		{"a connection that ended", io.ErrUnexpectedEOF, true, true},
		{"a connection that is closed", fmt.Errorf("write: %w", net.ErrClosed), true, true},
		{"a connection that was reset", &net.OpError{Op: "read", Err: errors.New("reset by peer")}, true, true},
		{"a fault of ours", errors.New("cannot scan"), false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.err != nil && unavailable(tt.err); got != tt.unavailable {
				t.Errorf("unavailable(%v) = %v, want %v", tt.err, got, tt.unavailable)
			}
			if got := broken(tt.err); got != tt.broken {
				t.Errorf("broken(%v) = %v, want %v", tt.err, got, tt.broken)
			}
		})
	}
}

// Whose time is up decides what the error says.
func TestBounded(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	tests := []struct {
		name string
		ctx  context.Context
		err  error
		want error
	}{
		{"the caller left", ended, io.ErrUnexpectedEOF, context.Canceled},
		{"the caller left after the answer", ended, fmt.Errorf("%w: other", app.ErrConflict), app.ErrConflict},
		{"the connection broke", t.Context(), io.ErrUnexpectedEOF, app.ErrUnavailable},
		{"nothing is there", t.Context(), app.ErrNotFound, app.ErrNotFound},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := bounded(tt.ctx, func(context.Context) error { return tt.err })
			if !errors.Is(err, tt.want) {
				t.Errorf("got %v, want one that wraps %v", err, tt.want)
			}
			if errors.Is(err, app.ErrUnavailable) != errors.Is(tt.want, app.ErrUnavailable) {
				t.Errorf("got %v, which blames the database wrongly", err)
			}
		})
	}
}
