package eventbus

import (
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// Replay queues every event of the log that the consumer hears, from the first on, and returns their number. What is pending keeps its place, what is
// dead gets another life. With reset it empties the read model first, with the consumer's OnReset, in the same transaction.
//
// It is refused for a consumer that is no ReadModel, because only upserts may be done twice; fault.Missing when the consumer is not known.
// Where events were deleted (Options.Retention) it is ErrTrimmed. Personal fields of erased subjects come blank.
func Replay(ctx context.Context, db *gorm.DB, consumer string, reset bool) (queued int64, err error) {
	return replayFrom(ctx, db, consumer, reset, false)
}

// ReplayRetained is Replay of what the log still has. With reset the read model is left without what was deleted.
func ReplayRetained(ctx context.Context, db *gorm.DB, consumer string, reset bool) (queued int64, err error) {
	return replayFrom(ctx, db, consumer, reset, true)
}

func replayFrom(ctx context.Context, db *gorm.DB, consumer string, reset, retained bool) (queued int64, err error) {
	err = database.InTx(ctx, db, func(tx *gorm.DB) error {
		queued, err = replay(tx, consumer, reset, retained)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("eventbus: replay %s: %w", consumer, err)
	}
	return queued, nil
}

func replay(tx *gorm.DB, consumer string, reset, retained bool) (int64, error) {
	var known []struct{ ReadModel bool }
	if err := tx.Raw(`SELECT read_model FROM event_consumers WHERE name = ?`, consumer).Scan(&known).Error; err != nil {
		return 0, err
	}
	switch {
	case len(known) == 0:
		return 0, fault.Missing()
	case !known[0].ReadModel:
		return 0, errors.New("not a read model: its effects would happen twice")
	}
	if err := settleDown(tx, consumer); err != nil {
		return 0, err
	}
	log, err := lockLog(tx)
	if err != nil {
		return 0, err
	}
	if log.TrimmedTo > 0 && !retained {
		return 0, fmt.Errorf("%w: events up to sequence %d are deleted", ErrTrimmed, log.TrimmedTo)
	}
	if reset {
		if err := resetReadModel(tx, consumer); err != nil {
			return 0, err
		}
	}
	queued := tx.Exec(`INSERT INTO deliveries (consumer, seq, name, key, request_id, prompt)
		SELECT s.consumer, e.seq, e.name, e.key, '', FALSE FROM events e JOIN event_subscriptions s ON s.event_name = e.name WHERE s.consumer = ?
		ON CONFLICT (consumer, seq) DO UPDATE SET attempts = 0, due_at = NULL, last_error = NULL, dead_id = NULL, died_at = NULL`, consumer)
	if queued.Error != nil {
		return 0, queued.Error
	}
	database.AfterCommit(tx, func() { database.Broadcast(tx, wakeTopic, consumer) })
	return queued.RowsAffected, nil
}

// settleDown waits for the batches under way, so that none of them writes to the read model behind the reset's back. A log is
// longer than the usual limits of a statement.
func settleDown(tx *gorm.DB, consumer string) error {
	if database.Dialect(tx) != database.Postgres {
		return nil // there is one writer
	}
	for _, statement := range []string{"SET LOCAL statement_timeout = 0", "SET LOCAL lock_timeout = '60s'"} {
		if err := tx.Exec(statement).Error; err != nil {
			return err
		}
	}
	var locked int64
	return tx.Raw(`SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE consumer = ? ORDER BY seq FOR UPDATE) AS pending`, consumer).Scan(&locked).Error
}

func resetReadModel(tx *gorm.DB, name string) error {
	var c *consumer
	if b := of(tx); b != nil {
		c = b.consumers[name]
	}
	if c == nil || c.reset == nil {
		return errors.New("this binary does not know how to reset it")
	}
	return c.reset(tx.Statement.Context, tx)
}
