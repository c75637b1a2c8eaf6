package eventbus

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// horizonPause is the pause between two looks at transactions that are still open.
const horizonPause = 10 * time.Millisecond

// Horizon is the place in the log up to which nothing can appear any more: a reader who goes on
// from there misses nothing. Sequence numbers are given before the commit, so that an event may
// appear before one with a lower number. The zero value is ready to use; one serves a whole
// process.
type Horizon struct {
	begun atomic.Int64 // looks
	mu    sync.Mutex
	at    int64
	done  int64 // the number of the last look that ended well
}

// Advance moves the horizon as far as it can until wait is over, and returns it. It stays before an
// event whose transaction is open. Callers look one after the other; who waited for a look that
// began after its call takes the result over, so that no caller waits for more than two looks.
//
// On PostgreSQL whoever publishes holds a lock on the table events until the transaction ends, and
// takes it before the first sequence number. So what was visible at a moment is final when all have
// ended who held the lock then. On SQLite writers come one after the other: all is final.
func (h *Horizon) Advance(ctx context.Context, db *gorm.DB, wait time.Duration) (int64, error) {
	before := h.begun.Load()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.done > before {
		return h.at, nil
	}
	look := h.begun.Add(1)
	if err := h.look(ctx, db, wait); err != nil {
		return h.at, err
	}
	h.done = look
	return h.at, nil
}

// look moves the horizon. The caller holds mu.
func (h *Horizon) look(ctx context.Context, db *gorm.DB, wait time.Duration) error {
	last, err := lastSeq(ctx, db)
	if err != nil || last <= h.at {
		return err
	}
	if database.Dialect(db) == database.SQLite {
		h.at = last
		return nil
	}
	deadline := time.NewTimer(wait)
	defer deadline.Stop()
	open, err := publishers(ctx, db, nil)
	for err == nil && len(open) > 0 {
		select {
		case <-deadline.C:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(horizonPause):
		}
		open, err = publishers(ctx, db, open)
	}
	if err != nil {
		return err
	}
	h.at = last
	return nil
}

// lastSeq returns the highest sequence number that is visible.
func lastSeq(ctx context.Context, db *gorm.DB) (last int64, err error) {
	if err := db.WithContext(ctx).Raw("SELECT coalesce(max(seq), 0) FROM events").Scan(&last).Error; err != nil {
		return 0, fmt.Errorf("eventbus: read: %w", err)
	}
	return last, nil
}

// publishers returns the open transactions that may have published, of those in among unless it is
// nil.
func publishers(ctx context.Context, db *gorm.DB, among []string) (open []string, err error) {
	err = db.WithContext(ctx).Raw(`SELECT virtualtransaction FROM pg_locks WHERE locktype = 'relation'
		AND mode = 'RowExclusiveLock' AND granted
		AND relation = 'events'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`).
		Scan(&open).Error
	if err != nil {
		return nil, fmt.Errorf("eventbus: open transactions: %w", err)
	}
	if among != nil {
		open = slices.DeleteFunc(open, func(tx string) bool { return !slices.Contains(among, tx) })
	}
	return open, nil
}

// ReadForward returns the first entries that a filter selects, oldest first.
func ReadForward(ctx context.Context, db *gorm.DB, f LogFilter, limit int) ([]LogEntry, error) {
	db = db.WithContext(ctx)
	query := f.apply(db)
	if isOfNames(f) {
		seqs, err := firstSeqs(db, f, limit)
		if err != nil || len(seqs) == 0 {
			return nil, err
		}
		query = db.Table("events AS e").Where("e.seq IN ?", seqs)
	}
	var rows []logRow
	if err := query.Select(logColumns).Order("e.seq").Limit(limit).Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("eventbus: read: %w", err)
	}
	entries := make([]LogEntry, len(rows))
	for i, r := range rows {
		entries[i] = r.entry()
	}
	return entries, nil
}

// isOfNames reports whether a filter selects by names and sequence numbers alone.
func isOfNames(f LogFilter) bool {
	return len(f.Names) > 0 && len(f.Except) == 0 && f.Name == "" && f.Key == "" && f.RequestID == "" && f.Actor == "" &&
		f.From.IsZero() && f.To.IsZero()
}

// firstSeqs returns the sequence numbers of the first entries that have one of the names of a
// filter. It takes the first of each name from the index of names and numbers: in a log of a
// million events a page took 190 ms where PostgreSQL read and sorted all that follow. As pairs and
// in the order of the index, the conditions suit no other plan, whatever the statistics say.
func firstSeqs(db *gorm.DB, f LogFilter, limit int) (seqs []int64, err error) {
	before := f.Before
	if before == 0 {
		before = math.MaxInt64
	}
	var each []string
	var values []any
	for _, name := range f.Names {
		each = append(each, `SELECT seq FROM (SELECT seq FROM events WHERE (name, seq) > (?, ?)
			AND (name, seq) < (?, ?) ORDER BY name, seq LIMIT ?) AS n`)
		values = append(values, name, f.After, name, before, limit)
	}
	err = db.Raw(strings.Join(each, " UNION ALL ")+" ORDER BY seq LIMIT ?", append(values, limit)...).Scan(&seqs).Error
	if err != nil {
		return nil, fmt.Errorf("eventbus: read: %w", err)
	}
	return seqs, nil
}
