package app

import (
	"context"
	"errors"
	"time"

	"lengthwise/internal/formats/planfile"
)

// A Store keeps plans. Every method is done whole or not at all; when it
// returns without an error, what it wrote survives the loss of the process and
// of the database server. Errors wrap ErrNotFound, ErrConflict or
// ErrUnavailable where those are what happened.
type Store interface {
	// CreatePlan stores a new plan with its first revision.
	CreatePlan(ctx context.Context, p NewPlan) (Plan, error)

	// Plan is one plan, deleted ones too.
	Plan(ctx context.Context, id string) (Plan, error)

	// Plans lists plans, newest change first, at most q.Limit and one page on
	// from q.After. More reports whether there are others behind it.
	Plans(ctx context.Context, q PlanQuery) (plans []Plan, more bool, err error)

	// SaveRevision appends a revision to a plan that is not deleted. It wraps
	// ErrConflict when base is not the newest revision: somebody else saved.
	SaveRevision(ctx context.Context, id string, base int, r NewRevision) (Plan, error)

	// Revision is one revision with its text.
	Revision(ctx context.Context, id string, number int) (Revision, error)

	// Revisions lists a plan's revisions without their texts, newest first, at
	// most limit, those below the number before; 0: from the newest. Change is
	// set where it is known.
	Revisions(ctx context.Context, id string, before, limit int) ([]Revision, error)

	// KeepChange keeps what a revision changed, unless that is known already.
	KeepChange(ctx context.Context, id string, number int, c RevisionChange) error

	// SetDeleted marks a plan deleted or brings it back.
	SetDeleted(ctx context.Context, id string, deleted bool, at time.Time) (Plan, error)

	// SetTags replaces the tags of a plan.
	SetTags(ctx context.Context, id string, tags []string, at time.Time) (Plan, error)

	// Remember keeps the answer to a request for a day, so that the same
	// request made again is answered and not done twice; Recall finds it, ok is
	// false where there is none. A key used again with another request hash
	// wraps ErrConflict.
	Remember(ctx context.Context, key, hash, planID string, at time.Time) error
	Recall(ctx context.Context, key, hash string) (planID string, ok bool, err error)

	OverlayStore
	FilterStore
	PartStore
	JobStore

	// StalePlans lists plans that are not deleted and whose summary is of
	// another catalog, by id, at most limit, those behind the id after.
	StalePlans(ctx context.Context, catalog, after string, limit int) ([]string, error)

	// Replan replaces the summary of a plan, if the plan still is at the
	// revision and its summary of the catalog r.From, and keeps what it was.
	// done is false where somebody was faster. Nothing else of the plan
	// changes.
	Replan(ctx context.Context, id string, revision int, r Replan) (done bool, err error)

	// Ping reports whether the store can be reached.
	Ping(ctx context.Context) error
}

// What a Store's errors wrap.
var (
	ErrConflict    = errors.New("conflict")
	ErrUnavailable = errors.New("the database cannot be reached")
)

// A Caller is who asks. Without accounts every caller is LocalUser.
type Caller struct{ Name string }

// LocalUser is the caller where there are no accounts.
var LocalUser = Caller{Name: "local"}

// A Plan is a stored plan as lists show it: its newest revision's name and
// summary, not its text.
type Plan struct {
	ID       string
	Name     string
	Tags     []string // sorted
	Revision int      // the newest, from 1
	Author   string   // of the newest revision
	Message  string   // of the newest revision
	Created  time.Time
	Changed  time.Time
	Deleted  time.Time // zero: not deleted
	Summary  PlanSummary

	// LastReplan is how the summary of the newest revision moved when the
	// catalog changed last; nil: it never moved.
	LastReplan *Replan
}

// A Replan is a revision planned again with another catalog.
type Replan struct {
	At            time.Time
	From, To      string // revisions of the catalog
	Before, After PlanSummary
}

// A NewRevision is what a save stores.
type NewRevision struct {
	Text      []byte // as given; compressed by the store
	MediaType planfile.MediaType
	Name      string // of the plan, from the document
	Author    string
	Message   string
	At        time.Time
	Summary   PlanSummary
	Change    *RevisionChange // against the revision before; nil: not worked out
}

// A NewPlan is a first revision and the tags it comes with.
type NewPlan struct {
	ID   string
	Tags []string
	NewRevision
}

// A Revision is one save. Text is nil in lists.
type Revision struct {
	PlanID    string
	Number    int
	Text      []byte
	MediaType planfile.MediaType
	Name      string
	Author    string
	Message   string
	At        time.Time
	Summary   PlanSummary
	Change    *RevisionChange // against the revision before; nil: not worked out, or the first. Only in lists
}

// A PlanQuery selects plans. The zero value is the first 50 that are not
// deleted.
type PlanQuery struct {
	Search  string // words of the name or a tag, any case
	Tag     string
	Deleted bool // only deleted ones
	Limit   int  // 1 to 200; 0: 50
	After   PlanCursor
}

// A PlanCursor is where a page of plans ends; the zero value is the beginning.
type PlanCursor struct {
	Changed time.Time
	ID      string
}
