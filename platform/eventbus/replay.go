package eventbus

import (
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// Replay queues all events of the log that the consumer subscribes to, from the first on, and
// returns their number. Pending deliveries keep their place; dead ones become due again with all
// their attempts. With reset it empties the read model first, by the consumer's OnReset function,
// in the same transaction. Personal fields of erased subjects come blank.
//
// It returns an error for a consumer that is no ReadModel, because only upserts may be done twice;
// fault.Missing for an unknown consumer; ErrTrimmed when the retention has deleted events.
func Replay(ctx context.Context, db *gorm.DB, consumer string, reset bool) (queued int64, err error) {
	return replay(ctx, db, consumer, replayOptions{reset: reset})
}

// ReplayRetained is Replay of the events that the log still has. With reset the read model then
// lacks the deleted ones.
func ReplayRetained(ctx context.Context, db *gorm.DB, consumer string, reset bool) (queued int64, err error) {
	return replay(ctx, db, consumer, replayOptions{reset: reset, allowTrimmed: true})
}

type replayOptions struct{ reset, allowTrimmed bool }

func replay(ctx context.Context, db *gorm.DB, consumer string, o replayOptions) (queued int64, err error) {
	err = database.InTx(ctx, db, func(tx *gorm.DB) error {
		queued, err = replayInTx(tx, consumer, o)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("eventbus: replay %s: %w", consumer, err)
	}
	return queued, nil
}

func replayInTx(tx *gorm.DB, consumer string, o replayOptions) (int64, error) {
	if err := requireReadModel(tx, consumer); err != nil {
		return 0, err
	}
	if err := waitForBatches(tx, consumer); err != nil {
		return 0, err
	}
	log, err := lockEventLog(tx)
	if err != nil {
		return 0, err
	}
	if log.TrimmedTo > 0 && !o.allowTrimmed {
		return 0, fmt.Errorf("%w: events up to sequence %d are deleted", ErrTrimmed, log.TrimmedTo)
	}
	if o.reset {
		if err := resetReadModel(tx, consumer); err != nil {
			return 0, err
		}
	}
	queued := tx.Exec(`INSERT INTO deliveries (consumer, seq, name, key, request_id, prompt)
		SELECT s.consumer, e.seq, e.name, e.key, '', FALSE FROM events e
		JOIN event_subscriptions s ON s.event_name = e.name WHERE s.consumer = ?
		ON CONFLICT (consumer, seq) DO UPDATE SET attempts = 0, due_at = NULL, last_error = NULL, dead_id = NULL,
			died_at = NULL`, consumer)
	if queued.Error != nil {
		return 0, queued.Error
	}
	database.AfterCommit(tx, func() { database.Broadcast(tx, wakeTopic, consumer) })
	return queued.RowsAffected, nil
}

func requireReadModel(tx *gorm.DB, consumer string) error {
	var found []struct{ ReadModel bool }
	if err := tx.Raw(`SELECT read_model FROM event_consumers WHERE name = ?`, consumer).Scan(&found).Error; err != nil {
		return err
	}
	switch {
	case len(found) == 0:
		return fault.Missing()
	case !found[0].ReadModel:
		return errors.New("not a read model: its effects would happen twice")
	}
	return nil
}

// waitForBatches locks the consumer's deliveries, so that no batch under way writes to the read
// model after the reset. It lifts the usual limits of a statement, because a log is long.
func waitForBatches(tx *gorm.DB, consumer string) error {
	if database.Dialect(tx) != database.Postgres {
		return nil // this transaction is the only writer
	}
	if err := waitForLocks(tx); err != nil {
		return err
	}
	var locked int64
	return tx.Raw(`SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE consumer = ? ORDER BY seq FOR UPDATE) AS pending`,
		consumer).Scan(&locked).Error
}

func resetReadModel(tx *gorm.DB, name string) error {
	var c *registeredConsumer
	if b := busOf(tx); b != nil {
		c = b.consumers[name]
	}
	if c == nil || c.reset == nil {
		return errors.New("this binary does not know how to reset it")
	}
	return c.reset(tx.Statement.Context, tx)
}
