// Package migrations holds the schema of the database as numbered steps, up and
// down, in the form goose reads. A step that was released is never edited: a
// change is a new step. internal/postgres applies them.
package migrations

import "embed"

// Files are the steps, ordered by their names.
//
//go:embed *.sql
var Files embed.FS
