package app

import (
	"context"
	"encoding/json"
	"time"
)

// An OverlayKind is what a row of the overlay is about.
type OverlayKind string

// The kinds of overlay rows, and what their keys are.
const (
	OverlayProduct    OverlayKind = "product"     // a part number
	OverlaySource     OverlayKind = "source"      // the key products name it by
	OverlayDeviceType OverlayKind = "device-type" // its slug
	OverlayStatus     OverlayKind = "status"      // a part number, or the id spec:… of a part to specification
	OverlayPrice      OverlayKind = "price"       // part|supplier|currency|first day
	OverlayMapping    OverlayKind = "mapping"     // the digest of a header row of a price list
)

// OverlayKinds are all of them, in the order they are listed.
var OverlayKinds = []OverlayKind{OverlayProduct, OverlaySource, OverlayDeviceType, OverlayStatus, OverlayPrice, OverlayMapping}

// An OverlayRow is one thing a site adds to the built-in catalog, as it stands.
// Its body is that of its kind: ProductBody, SourceBody and so on.
type OverlayRow struct {
	Kind    OverlayKind
	Key     string
	Version int // from 1; the next change names it
	Body    json.RawMessage
	Author  string // of the last change
	Message string // of the last change
	Changed time.Time
	Removed bool // of a row that a change took out; lists leave it out
}

// An OverlayChange puts a row, or takes it out where Body is nil. Base is the
// version it is a change of; 0: there is no such row.
type OverlayChange struct {
	Kind OverlayKind
	Key  string
	Base int
	Body json.RawMessage
}

// An OverlayOutcome is the overlay after a change.
type OverlayOutcome struct {
	Revision int64        // of the overlay; the one before where nothing changed
	Rows     []OverlayRow // the rows named, in the order of the changes; zero: was not there and was taken out
	Changed  int          // how many of them are other than before
}

// An OverlayEvent is one change of one row.
type OverlayEvent struct {
	ID            int64 // rises with time
	Revision      int64 // of the overlay, which the change made; changes made together share it
	Kind          OverlayKind
	Key           string
	Version       int
	Before, After json.RawMessage // nil: there was no row, the row was taken out
	Author        string
	Message       string
	At            time.Time
}

// An OverlayStore keeps what a site adds to the catalog, and its history.
type OverlayStore interface {
	// OverlayRevision is a number that rises with every change.
	OverlayRevision(ctx context.Context) (int64, error)

	// OverlayRows are all rows that stand, by kind and key, and the revision
	// they are of.
	OverlayRows(ctx context.Context) ([]OverlayRow, int64, error)

	// ChangeOverlay makes all changes or none and keeps them in the history. It
	// wraps ErrConflict, naming the row, where a row is not at its base; a
	// change that leaves a row as it stands is none, whatever its base. Where
	// the overlay is no longer at the revision on, which the caller tried the
	// changes on, nothing is changed and moved is true.
	ChangeOverlay(ctx context.Context, on int64, changes []OverlayChange, author, message string, at time.Time) (out OverlayOutcome, moved bool, err error)

	// OverlayHistory lists changes, the newest first, those with an id below
	// before (0: all), at most limit. Kind and key empty: of every row.
	OverlayHistory(ctx context.Context, kind OverlayKind, key string, before int64, limit int) ([]OverlayEvent, error)
}
