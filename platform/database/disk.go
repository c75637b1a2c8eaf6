package database

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"orderd/platform/clock"
)

// fullTime is how long a full disk is told of: whether there is room again shows only when something is written.
const fullTime = 5 * time.Second

var errFull = errors.New("database: the disk is full")

// room remembers when a transaction last found the disk full, in microseconds.
type room struct{ lacked atomic.Int64 }

func (r *room) note(err error) {
	if isFull(err) {
		r.lacked.Store(clock.System().Now().UnixMicro())
	}
}

// CheckDisk returns an error when the database's disk was full for a transaction of this process within the last 5 s. It asks nobody.
func CheckDisk(db *gorm.DB) error {
	lacked := time.UnixMicro(stateOf(db).room.lacked.Load())
	if clock.System().Now().Sub(lacked) < fullTime {
		return errFull
	}
	return nil
}

func isFull(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == "53100" // disk_full
	}
	lite, ok := errors.AsType[*sqlite.Error](err)
	return ok && lite.Code()&0xff == sqlite3.SQLITE_FULL
}
