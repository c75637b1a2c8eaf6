package eventbus

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/background"
	"orderd/platform/database"
)

const (
	trimInterval = time.Hour
	trimPause    = 50 * time.Millisecond // between two batches
	// trimBatchSize is how many events one transaction looks at. This takes SQLite's only writer
	// for a few milliseconds.
	trimBatchSize = 200
)

// ErrTrimmed is the error of a Replay that needs events which the retention has deleted.
var ErrTrimmed = errors.New("the log does not reach back to its beginning any more (events.keep)")

// eventLog is the one row that records up to where the log is trimmed. Trim and Replay lock it, so
// that no event is deleted while a replay queues it.
type eventLog struct {
	ID        int
	TrimmedTo int64
	TrimmedAt *time.Time
}

func (eventLog) TableName() string { return "event_log" }

// lockEventLog reads the row and locks it until the transaction ends.
func lockEventLog(tx *gorm.DB) (l eventLog, err error) {
	err = database.ForUpdate(tx).First(&l).Error
	return l, err
}

// TrimmedTo returns the last sequence number that the retention has deleted, 0 when it has deleted
// none. Events before it may still be there, because they are needed.
func TrimmedTo(ctx context.Context, db *gorm.DB) (seq int64, err error) {
	var l eventLog
	err = db.WithContext(ctx).First(&l).Error
	return l.TrimmedTo, err
}

// runRetention deletes events older than retention, at once and then every hour, until ctx ends.
func (b *Bus) runRetention(ctx context.Context, retention time.Duration) {
	trim := func(ctx context.Context) error {
		deleted, err := b.trimLog(ctx, b.clock.Now().Add(-retention))
		if deleted > 0 {
			b.log.Info("trimmed the event log", zap.Int("events", deleted))
		}
		return err
	}
	_ = background.Run(ctx, b.log, background.Job{Name: "trim the event log", Every: trimInterval, Do: trim})
}

// trimLog deletes the events that occurred before a moment and have no delivery, the oldest first,
// in short transactions. It ends at the first batch without an old event: sequence numbers and
// times have nearly the same order.
func (b *Bus) trimLog(ctx context.Context, before time.Time) (deleted int, err error) {
	pause := time.NewTicker(trimPause)
	defer pause.Stop()
	for after := int64(0); ; {
		var batch trimResult
		err := database.InTx(ctx, b.db, func(tx *gorm.DB) error {
			batch, err = b.trimBatch(tx, after, before)
			return err
		})
		deleted += batch.deleted
		if err != nil || batch.old == 0 {
			return deleted, err
		}
		after = batch.lastSeq
		select {
		case <-pause.C:
		case <-ctx.Done():
			return deleted, nil
		}
	}
}

// trimResult is the outcome of one batch.
type trimResult struct {
	lastSeq      int64 // the last sequence number that the batch has looked at
	old, deleted int
}

func (b *Bus) trimBatch(tx *gorm.DB, after int64, before time.Time) (t trimResult, err error) {
	l, err := lockEventLog(tx)
	if err != nil {
		return t, err
	}
	// Skip events that an erasure has locked: the next run deletes them.
	var rows []logRow
	skipLocked := clause.Locking{Strength: clause.LockingStrengthUpdate, Options: clause.LockingOptionsSkipLocked}
	err = tx.Table("events").Clauses(skipLocked).Select("seq, occurred_at").Where("seq > ?", after).Order("seq").
		Limit(trimBatchSize).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return t, err
	}
	t.lastSeq = rows[len(rows)-1].Seq
	needed, err := undeliveredSeqs(tx, rows[0].Seq, t.lastSeq)
	if err == nil {
		err = b.outbox.addUnsent(tx, rows[0].Seq, t.lastSeq, needed)
	}
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
	now := b.clock.Now()
	l.TrimmedTo, l.TrimmedAt = max(l.TrimmedTo, seqs[len(seqs)-1]), &now
	return t, tx.Save(&l).Error
}

// undeliveredSeqs returns the sequence numbers from from to to that have a delivery, be it pending,
// held or dead.
func undeliveredSeqs(tx *gorm.DB, from, to int64) (map[int64]bool, error) {
	var seqs []int64
	err := tx.Raw(`WITH RECURSIVE consumers (name) AS (
			SELECT min(consumer) FROM deliveries
			UNION ALL SELECT (SELECT min(d.consumer) FROM deliveries d WHERE d.consumer > c.name) FROM consumers c
			WHERE c.name IS NOT NULL
		) SELECT d.seq FROM consumers c JOIN deliveries d ON d.consumer = c.name AND d.seq BETWEEN ? AND ?`, from, to).
		Scan(&seqs).Error
	undelivered := map[int64]bool{}
	for _, seq := range seqs {
		undelivered[seq] = true
	}
	return undelivered, err
}
