// Package app is what people do with Lengthwise, a method each: check a plan,
// export it, start from a template, ask the catalog. The command line is a thin
// face over it.
//
// It promises that a request is done whole or answers an error, that nothing it
// is given is changed, and that it stops soon after its context ends. It
// refuses a document that cannot be read with *Invalid, which lists every
// problem at once.
package app

import (
	"errors"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// An App answers requests from one catalog. It is safe for concurrent use.
type App struct {
	catalog *catalog.Catalog
	version string
}

// New makes an App that plans with the catalog and names the version in what it
// writes.
func New(cat *catalog.Catalog, version string) *App { return &App{catalog: cat, version: version} }

// Version is the program's version, as given to New.
func (a *App) Version() string { return a.version }

// ErrNotFound is wrapped by answers to a name nothing has.
var ErrNotFound = errors.New("not found")

// An Invalid error says why a document cannot be read.
type Invalid struct{ Problems *plan.Problems }

// Error is every problem, a line each.
func (e *Invalid) Error() string { return e.Problems.Error() }

// Unwrap gives the problems.
func (e *Invalid) Unwrap() error { return e.Problems }
