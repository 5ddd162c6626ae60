package api

import (
	"encoding/base64"
	"errors"
	"strconv"
)

// Paging is what every list takes.
type Paging struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"Rows in the answer"`
	Cursor string `query:"cursor" maxLength:"1000" doc:"Where the page before ended: its next"`
}

// pageOf is a page of rows that are all at hand, and the cursor of the page
// after it, nil where there is none.
func pageOf[T any](rows []T, p Paging) (page []T, next *string, err error) {
	from, err := readCursor(p.Cursor)
	if err != nil || from > len(rows) {
		return nil, nil, at("query.cursor", p.Cursor, errCursor)
	}
	to := min(from+p.Limit, len(rows))
	if to < len(rows) {
		c := writeCursor(to)
		next = &c
	}
	return append([]T{}, rows[from:to]...), next, nil
}

var errCursor = errors.New("cursor is none that this list gave; take next of the page before, or begin without")

// A cursor of a list at hand is the number of rows before it.
func writeCursor(n int) string {
	return base64.RawURLEncoding.EncodeToString([]byte("r" + strconv.Itoa(n)))
}

func readCursor(cursor string) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(text) < 2 || text[0] != 'r' {
		return 0, errCursor
	}
	n, err := strconv.Atoi(string(text[1:]))
	if err != nil || n < 0 {
		return 0, errCursor
	}
	return n, nil
}

// known is nil for what is not known.
func known[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// listed is never nil: a list is never null on the wire.
func listed[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}
