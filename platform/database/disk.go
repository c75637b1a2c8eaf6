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

// diskFullTime is how long CheckDisk reports a full disk. Only another write shows whether the disk
// has space again.
const diskFullTime = 5 * time.Second

var errDiskFull = errors.New("database: the disk is full")

// diskState remembers when a transaction last found the disk full, in microseconds.
type diskState struct{ lastFull atomic.Int64 }

// record takes the result of a transaction.
func (d *diskState) record(err error) {
	if isDiskFull(err) {
		d.lastFull.Store(clock.System().Now().UnixMicro())
	}
}

// CheckDisk returns an error when a transaction of this process found the database's disk full
// within the last 5 s. It makes no query.
func CheckDisk(db *gorm.DB) error {
	lastFull := time.UnixMicro(stateOf(db).disk.lastFull.Load())
	if clock.System().Now().Sub(lastFull) < diskFullTime {
		return errDiskFull
	}
	return nil
}

func isDiskFull(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == "53100" // disk_full
	}
	lite, ok := errors.AsType[*sqlite.Error](err)
	return ok && lite.Code()&0xff == sqlite3.SQLITE_FULL
}
