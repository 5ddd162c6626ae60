// Package app is what people do with Lengthwise, a method each: check a plan,
// export it, start from a template, ask the catalog; store plans, change and
// compare them, look through what comes of them. The command line, the API and
// the pages are thin faces over it.
//
// It promises that a request is done whole or answers an error, that nothing it
// is given is changed, and that it stops soon after its context ends. It
// refuses a document that cannot be read with *Invalid, which lists every
// problem at once; such a document is never stored, any other can be.
package app

import (
	"errors"
	"fmt"
	"time"

	"lengthwise/internal/catalog"
	"lengthwise/internal/plan"
)

// An App answers requests from one catalog. It is safe for concurrent use.
type App struct {
	catalog *catalog.Catalog
	version string
	limit   time.Duration // of planning one document
	queue   *queue        // nil: any number at a time
}

// New makes an App that plans with the catalog and names the version in what it
// writes.
func New(cat *catalog.Catalog, version string) *App { return newApp(cat, version, PlanningLimit) }

func newApp(cat *catalog.Catalog, version string, limit time.Duration) *App {
	return &App{catalog: cat, version: version, limit: limit}
}

// PlanningLimit is how long the planning of one document may take.
const PlanningLimit = 30 * time.Second

// ErrTooLong is wrapped where planning took longer than PlanningLimit.
var ErrTooLong = fmt.Errorf("planning takes longer than the limit of %s; cut the plan in parts", PlanningLimit)

// Version is the program's version, as given to New.
func (a *App) Version() string { return a.version }

// ErrNotFound is wrapped by answers to a name nothing has.
var ErrNotFound = errors.New("not found")

// An Invalid error says why a document, or a question about one, cannot be
// read. The path of a problem leads into the document, or is the name of the
// question's field ("status", "tags[2]").
type Invalid struct{ Problems *plan.Problems }

// Error is every problem, a line each.
func (e *Invalid) Error() string { return e.Problems.Error() }

// Unwrap gives the problems.
func (e *Invalid) Unwrap() error { return e.Problems }
