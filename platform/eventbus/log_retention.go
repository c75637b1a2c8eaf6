package eventbus

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
)

const (
	trimEvery = time.Hour
	trimAtOne = 200                   // events that one transaction looks at: a few milliseconds of SQLite's only writer
	trimPause = 50 * time.Millisecond // between two
)

// ErrTrimmed is the fault of a replay that the log no longer reaches back for.
var ErrTrimmed = errors.New("the log does not reach back to its beginning any more (events.keep)")

// eventLog is the one row that says up to where the log was trimmed. Who trims or replays locks it, so that no event goes while a replay queues it.
type eventLog struct {
	ID        int
	TrimmedTo int64
	TrimmedAt *time.Time
}

func (eventLog) TableName() string { return "event_log" }

// lockLog reads the row, and locks it until the transaction ends.
func lockLog(tx *gorm.DB) (l eventLog, err error) {
	return l, database.ForUpdate(tx).First(&l).Error
}

// retain deletes at once and then every hour what is older than keep, until ctx ends.
func (b *Bus) retain(ctx context.Context, keep time.Duration) {
	tick := time.NewTicker(trimEvery)
	defer tick.Stop()
	for {
		deleted, err := b.trim(ctx, b.clock.Now().Add(-keep))
		if err != nil && ctx.Err() == nil {
			b.log.Warn("trimming the event log failed; it is tried again in an hour", zap.Error(err))
		}
		if deleted > 0 {
			b.log.Info("trimmed the event log", zap.Int("events", deleted))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// trim deletes the events that occurred before a moment and have no delivery, the oldest first, in short transactions. It ends at the first look
// that finds none old enough: sequence and time go together but for a little.
func (b *Bus) trim(ctx context.Context, before time.Time) (deleted int, err error) {
	pause := time.NewTicker(trimPause)
	defer pause.Stop()
	for after := int64(0); ; {
		var looked trimmed
		err := database.InTx(ctx, b.db, func(tx *gorm.DB) error {
			looked, err = trimSome(tx, after, before, b.clock.Now())
			return err
		})
		deleted += looked.deleted
		if err != nil || looked.old == 0 {
			return deleted, err
		}
		after = looked.last
		select {
		case <-pause.C:
		case <-ctx.Done():
			return deleted, nil
		}
	}
}

// trimmed is what a look found.
type trimmed struct {
	last         int64 // sequence
	old, deleted int
}

func trimSome(tx *gorm.DB, after int64, before, now time.Time) (t trimmed, err error) {
	l, err := lockLog(tx)
	if err != nil {
		return t, err
	}
	// An erasure that has events locked is not waited for: they go next time.
	var rows []row
	skip := clause.Locking{Strength: clause.LockingStrengthUpdate, Options: clause.LockingOptionsSkipLocked}
	err = tx.Table("events").Clauses(skip).Select("seq, occurred_at").Where("seq > ?", after).Order("seq").Limit(trimAtOne).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return t, err
	}
	t.last = rows[len(rows)-1].Seq
	needed, err := undelivered(tx, rows[0].Seq, t.last)
	if err != nil {
		return t, err
	}
	var seqs []int64
	for _, r := range rows {
		if !r.OccurredAt.Before(before) {
			continue
		}
		if t.old++; !needed[r.Seq] {
			seqs = append(seqs, r.Seq)
		}
	}
	if t.deleted = len(seqs); t.deleted == 0 {
		return t, nil
	}
	if err := tx.Exec("DELETE FROM events WHERE seq IN ?", seqs).Error; err != nil {
		return t, err
	}
	l.TrimmedTo, l.TrimmedAt = max(l.TrimmedTo, seqs[len(seqs)-1]), &now
	return t, tx.Save(&l).Error
}

// undelivered are the sequences between two, both included, that have a delivery: pending, held or dead.
func undelivered(tx *gorm.DB, from, to int64) (map[int64]bool, error) {
	var seqs []int64
	err := tx.Raw(`WITH RECURSIVE consumers (name) AS (
			SELECT min(consumer) FROM deliveries
			UNION ALL SELECT (SELECT min(d.consumer) FROM deliveries d WHERE d.consumer > c.name) FROM consumers c WHERE c.name IS NOT NULL
		) SELECT d.seq FROM consumers c JOIN deliveries d ON d.consumer = c.name AND d.seq BETWEEN ? AND ?`, from, to).Scan(&seqs).Error
	needed := map[int64]bool{}
	for _, seq := range seqs {
		needed[seq] = true
	}
	return needed, err
}
