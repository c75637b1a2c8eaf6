package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"
	"gorm.io/gorm"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"orderd/platform/fault"
)

// IsUnique reports whether err violates a UNIQUE or PRIMARY KEY constraint with one of the names.
// Without names any such violation counts.
//
// PostgreSQL reports the name of the constraint and SQLite its columns, so pass both: IsUnique(err,
// "users_email_key", "users.email"). Several columns are "t.a, t.b". For an index on an expression
// both report its name.
func IsUnique(err error, names ...string) bool {
	if !errors.Is(err, gorm.ErrDuplicatedKey) {
		return false
	}
	return len(names) == 0 || slices.Contains(names, violatedConstraint(err))
}

// violatedConstraint returns the constraint (PostgreSQL), the columns or the index (SQLite) that
// err names.
func violatedConstraint(err error) string {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.ConstraintName
	}
	var lite *sqlite.Error
	if !errors.As(err, &lite) {
		return ""
	}
	// "constraint failed: UNIQUE constraint failed: t.a, t.b (2067)", or "… failed: index 'name'
	// (2067)"
	_, what, _ := strings.Cut(lite.Error(), "UNIQUE constraint failed: ")
	if end := strings.LastIndex(what, " ("); end >= 0 {
		what = what[:end]
	}
	if index, ok := strings.CutPrefix(what, "index "); ok {
		what = strings.Trim(index, "'")
	}
	return what
}

// AsUnavailable turns an error that IsUnavailable into a fault.Unavailable. It returns all other
// errors, faults included, as they are. InTx does this itself; callers do it for the error of a
// plain read.
func AsUnavailable(err error) error {
	var f *fault.Fault
	if err == nil || errors.As(err, &f) || !IsUnavailable(err) {
		return err
	}
	return fault.Busy(err, RetryAfter)
}

// IsUnavailable reports whether err means that the database can't be reached or can't answer in
// time, so that the same statement may succeed later: lost or refused connections, timeouts, lock
// waits, conflicts, a full disk, a server that starts or stops. A cancelled context is not such an
// error: its caller has gone.
func IsUnavailable(err error) bool {
	if errors.Is(err, context.Canceled) {
		return false
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return isUnavailableCode(pg.Code)
	}
	if lite, ok := errors.AsType[*sqlite.Error](err); ok {
		return isUnavailableSQLite(lite.Code())
	}
	for _, target := range []error{
		context.DeadlineExceeded, errWriterQueue, driver.ErrBadConn, sql.ErrConnDone, puddle.ErrClosedPool,
		puddle.ErrNotAvailable,
		io.EOF, io.ErrUnexpectedEOF, net.ErrClosed,
	} {
		if errors.Is(err, target) {
			return true
		}
	}
	var network *net.OpError
	var connect *pgconn.ConnectError
	return errors.As(err, &network) || errors.As(err, &connect) || pgconn.Timeout(err) || pgconn.SafeToRetry(err)
}

// isUnavailableCode knows PostgreSQL's SQLSTATEs (its manual, appendix A).
func isUnavailableCode(code string) bool {
	switch code {
	case "25006", // read_only_sql_transaction: the server has become a standby
		"25P03", // idle_in_transaction_session_timeout
		"40001", // serialization_failure
		"40P01", // deadlock_detected
		"55P03", // lock_not_available
		"57014", // query_canceled
		"57P01", // admin_shutdown
		"57P02", // crash_shutdown
		"57P03", // cannot_connect_now
		"57P05": // idle_session_timeout
		return true
	}
	class := code[:min(2, len(code))]
	// connection exception, insufficient resources, system error
	return class == "08" || class == "53" || class == "58"
}

func isUnavailableSQLite(code int) bool {
	switch code & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN,
		sqlite3.SQLITE_READONLY, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_PROTOCOL:
		return true
	}
	return false
}

// isInterrupted reports whether err is the driver's error for a statement whose context has ended.
func isInterrupted(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == "57014" // query_canceled
	}
	var lite *sqlite.Error
	return errors.Is(err, sql.ErrTxDone) || errors.As(err, &lite) && lite.Code()&0xff == sqlite3.SQLITE_INTERRUPT
}

// isConflict reports whether PostgreSQL rolled the transaction back so that another could go on:
// the same transaction may succeed at once. A lock_timeout is no conflict: to wait once more would
// only take the client's time.
func isConflict(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}
