package app

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MaxPage is how many rows of a result a page may have.
const MaxPage = 1000

const badCursor = "cursor cannot be read; take the one a page gave, unchanged, or leave it out for the first page"

// A listing is one question for a page of rows: how many there are, in what
// order, which of them match, and what each is called for ever.
type listing struct {
	order []int32              // every row, sorted
	sort  string               // names the order; a cursor of another order is refused
	match func(i int32) bool   // nil: all
	name  func(i int32) string // of a row, the same in every result that has it
	limit int
	after string
}

// sorted gives the listing its order: n rows of a kind by a word, downwards if
// desc.
func (l *listing) sorted(x *index, kind, by string, desc bool, n int, key func(by string) func(i int32) int64) {
	l.sort = kind + " by " + by
	if desc {
		l.sort += " down"
	}
	l.order = x.order(kind+" by "+by, desc, n, func() func(i int32) int64 { return key(by) })
}

// A cut is a page of rows.
type cut struct {
	rows       []int32
	total      int // rows that match, on all pages
	next, prev string
}

// page picks the rows that match, in order, and cuts the page out of them.
func (l *listing) page(bad *faults) cut {
	at, err := l.cursor()
	if err != nil {
		bad.add("cursor", "%s", err)
		return cut{}
	}
	rows, before := l.matching(at.row)
	first := 0
	switch {
	case at.row < 0:
	case at.back:
		first = max(0, before-l.limit)
	default:
		first = before
		if before < len(rows) && rows[before] == at.row {
			first++
		}
	}
	last := min(first+l.limit, len(rows))
	first = min(first, last)
	c := cut{rows: rows[first:last:last], total: len(rows)}
	if first < last {
		if last < len(rows) {
			c.next = l.mark(rows[last-1], false)
		}
		if first > 0 {
			c.prev = l.mark(rows[first], true)
		}
	}
	return c
}

// matching are the rows that match, in order, and how many of them stand before
// one row, which need not match.
func (l *listing) matching(row int32) (rows []int32, before int) {
	if l.match == nil {
		return l.order, max(0, slices.Index(l.order, row))
	}
	for _, i := range l.order {
		if i == row {
			before = len(rows)
		}
		if l.match(i) {
			rows = append(rows, i)
		}
	}
	return rows, before
}

// A cursor is the row a page ends at, or begins with for the page before.
type cursor struct {
	row  int32 // -1: none
	back bool
}

const cursorMark = "1" // of the form of cursors

// mark is the cursor of a row. It holds the name of the row too, so that it
// finds its place again when the plan changed in between.
func (l *listing) mark(row int32, back bool) string {
	way := "+"
	if back {
		way = "-"
	}
	return base64.RawURLEncoding.EncodeToString([]byte(strings.Join([]string{cursorMark, l.sort, way, strconv.Itoa(int(row)), l.name(row)}, "|")))
}

// cursor reads l.after. Where its row has another name now, it is looked for by
// its name; where it is gone, the row that has its number stands for it.
func (l *listing) cursor() (cursor, error) {
	if l.after == "" {
		return cursor{row: -1}, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(l.after)
	parts := strings.SplitN(string(text), "|", 5)
	if err != nil || len(parts) != 5 || parts[0] != cursorMark {
		return cursor{}, fmt.Errorf("%s", badCursor)
	}
	number, err := strconv.ParseUint(parts[3], 10, 31)
	if err != nil || parts[2] != "+" && parts[2] != "-" {
		return cursor{}, fmt.Errorf("%s", badCursor)
	}
	if parts[1] != l.sort {
		return cursor{}, fmt.Errorf("cursor is of rows in another order; begin with the first page of this one")
	}
	c := cursor{row: int32(number), back: parts[2] == "-"}
	if n := len(l.order); int(number) >= n || l.name(c.row) != parts[4] {
		at := slices.IndexFunc(l.order, func(i int32) bool { return l.name(i) == parts[4] })
		switch {
		case at >= 0:
			c.row = l.order[at]
		case n == 0:
			c.row = -1
		default:
			c.row = min(c.row, int32(n-1))
		}
	}
	return c, nil
}

// Token is the cursor in a form to be handed out and taken back by
// ParsePlanCursor; empty for the zero value.
func (c PlanCursor) Token() string {
	if c.ID == "" {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(c.Changed.UnixMicro(), 10) + "|" + c.ID))
}

// ParsePlanCursor reads a cursor's token; empty is the beginning. The error is
// *Invalid.
func ParsePlanCursor(token string) (PlanCursor, error) {
	if token == "" {
		return PlanCursor{}, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(token)
	micros, id, ok := strings.Cut(string(text), "|")
	at, numberErr := strconv.ParseInt(micros, 10, 64)
	const most = 1 << 53 // the year 2255; stores hold more
	if err != nil || !ok || numberErr != nil || at < 0 || at > most || !wellFormed(id) {
		var bad faults
		bad.add("cursor", badCursor)
		return PlanCursor{}, bad.err()
	}
	return PlanCursor{Changed: time.UnixMicro(at).UTC(), ID: id}, nil
}
