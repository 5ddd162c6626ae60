//go:build !unix

// Package embeddedpg starts PostgreSQL as a child of this process on Linux,
// macOS and the like. On this system it refuses: give a database instead.
package embeddedpg

import (
	"context"
	"errors"
)

// Name is both the database that is made and its only user.
const Name = "lengthwise"

var errSystem = errors.New("this system cannot run the database that comes along; use one of your own with --database-url")

// A Config says where the database is and what runs it.
type Config struct {
	StateDir, Binaries, User string
	Throwaway                bool
}

// A Server is a database that runs; there is none here.
type Server struct{}

// DefaultStateDir refuses.
func DefaultStateDir() (string, error) { return "", errSystem }

// Find refuses.
func Find(string) (dir, version string, err error) { return "", "", errSystem }

// Start refuses.
func Start(context.Context, Config) (*Server, error) { return nil, errSystem }

// URL is empty.
func (*Server) URL() string { return "" }

// Done is never closed.
func (*Server) Done() <-chan error { return nil }

// Stop has nothing to stop.
func (*Server) Stop(context.Context) error { return nil }
