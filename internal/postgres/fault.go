package postgres

import (
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"

	"lengthwise/internal/app"
)

// Error codes of PostgreSQL (appendix A of its manual) that mean something
// other than a fault of ours.
const (
	foreignKeyViolation = "23503"
	uniqueViolation     = "23505"
)

// unavailableCodes are the codes, or classes of codes, of a database that may
// do the same later.
var unavailableCodes = map[string]bool{
	"08":    true, // connection exception
	"0A000": true, // cached plan must not change result type: another instance has just changed the schema
	"25006": true, // read-only transaction: connected to a standby
	"40":    true, // transaction rollback: a deadlock, say
	"53":    true, // insufficient resources: disk full, out of memory, too many connections
	"55P03": true, // lock not available in time
	"57":    true, // operator intervention: shutdown, crash, statement timeout
	"58":    true, // system error: the disk
}

// unavailable reports whether the same call may succeed later.
func unavailable(err error) bool {
	if connecting(err) || broken(err) {
		return true
	}
	code := codeOf(err)
	return code != "" && (unavailableCodes[code] || unavailableCodes[code[:2]])
}

// connecting reports that no connection could be opened.
func connecting(err error) bool {
	var connect *pgconn.ConnectError
	return errors.As(err, &connect)
}

// broken reports that a connection which was open has ended.
func broken(err error) bool {
	if err == nil || connecting(err) {
		return false
	}
	switch codeOf(err) {
	case "57P01", "57P02", "57P05", "25P03": // shutdown, crash, session or transaction idle too long: the session is ended
		return true
	case "":
	default:
		return false
	}
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		pgconn.SafeToRetry(err)
}

// codeOf is the five-character code of an error the database reported, or "".
func codeOf(err error) string {
	var reported *pgconn.PgError
	if errors.As(err, &reported) && len(reported.Code) == 5 {
		return reported.Code
	}
	return ""
}

// decided reports an answer that stands, whatever became of the caller.
func decided(err error) bool {
	return errors.Is(err, app.ErrNotFound) || errors.Is(err, app.ErrConflict) || errors.Is(err, app.ErrFull) || errors.Is(err, app.ErrBusy)
}
