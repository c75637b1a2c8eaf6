package database

import (
	"context"
	"fmt"
	"sync/atomic"

	"gorm.io/gorm"
)

// scrubRounds is how often a Scrubber empties the log for one erasure: other parts of the service
// erase a few seconds later.
const scrubRounds = 9

// Scrubber removes what was erased from SQLite's files while the service runs. A deletion is
// written to the log, and the pages in the file, as well as older versions of them in the log, hold
// what was deleted until the log is moved into the file and emptied, which on its own happens only
// when the log is long. On PostgreSQL it does nothing.
type Scrubber struct {
	db     *gorm.DB
	rounds atomic.Int32
}

// NewScrubber makes a Scrubber. It begins as after an erasure: an earlier process may have been
// killed after one.
func NewScrubber(db *gorm.DB) *Scrubber {
	s := &Scrubber{db: db}
	s.Request()
	return s
}

// Request has the next calls of Scrub empty the log. Call it when something was erased.
func (s *Scrubber) Request() {
	if Dialect(s.db) == SQLite {
		s.rounds.Store(scrubRounds)
	}
}

// Scrub empties the log if that was requested. Call it every few seconds. While a transaction reads
// or writes it does nothing, and the next call tries again: no writer waits for it.
func (s *Scrubber) Scrub(ctx context.Context) error {
	left := s.rounds.Load()
	if left == 0 {
		return nil
	}
	emptied, err := emptyLog(ctx, s.db)
	if err == nil && emptied {
		s.rounds.CompareAndSwap(left, left-1)
	}
	return err
}

// emptyLog moves SQLite's log into the file and empties it, unless that would have to wait.
func emptyLog(ctx context.Context, db *gorm.DB) (emptied bool, err error) {
	pool, err := db.DB()
	if err != nil {
		return false, err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.ExecContext(ctx, "PRAGMA busy_timeout = 0"); err != nil {
		return false, err
	}
	defer func() {
		_, restored := conn.ExecContext(context.WithoutCancel(ctx),
			fmt.Sprintf("PRAGMA busy_timeout = %d", sqliteBusyTimeout))
		if err == nil {
			err = restored
		}
	}()
	var busy, pages, moved int
	err = conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved)
	return busy == 0, err
}
