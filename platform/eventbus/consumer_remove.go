package eventbus

import (
	"context"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// RemoveConsumer deletes a consumer that no binary has any more: its subscriptions and its
// deliveries, dead ones included. With events it deletes only those subscriptions and their
// deliveries. It returns an error when this binary has the consumer or subscription, and
// fault.Missing when there is nothing to delete.
func RemoveConsumer(ctx context.Context, db *gorm.DB, consumer string, events ...string) error {
	if b := busOf(db); b != nil && b.subscribesTo(consumer, events) {
		return fmt.Errorf("eventbus: remove %s: this binary handles its events", consumer)
	}
	return database.InTx(ctx, db, func(tx *gorm.DB) error {
		removed, err := deleteConsumer(tx, consumer, events)
		if err != nil {
			return fmt.Errorf("eventbus: remove %s: %w", consumer, err)
		}
		if removed == 0 {
			return fault.Missing()
		}
		return nil
	})
}

// subscribesTo reports whether a consumer of this bus subscribes to one of the events. Without
// events it reports whether this bus has the consumer.
func (b *Bus) subscribesTo(consumer string, events []string) bool {
	if b.outbox.is(consumer) {
		return true
	}
	c, ok := b.consumers[consumer]
	return ok && (len(events) == 0 || slices.ContainsFunc(events, func(event string) bool {
		return c.subscriptions[event] != nil
	}))
}

// deleteConsumer returns the number of rows of consumers and subscriptions that it has deleted.
func deleteConsumer(tx *gorm.DB, consumer string, events []string) (int64, error) {
	whole := len(events) == 0
	subscriptions := tx.Exec("DELETE FROM event_subscriptions WHERE consumer = ? AND (? OR event_name IN ?)", consumer,
		whole, events)
	if subscriptions.Error != nil {
		return 0, subscriptions.Error
	}
	if whole { // all of the queue goes: keep the trigger from passing the flag on
		if err := tx.Exec("UPDATE deliveries SET holding = FALSE WHERE consumer = ? AND holding",
			consumer).Error; err != nil {
			return 0, err
		}
	}
	if err := tx.Exec("DELETE FROM deliveries WHERE consumer = ? AND (? OR name IN ?)", consumer, whole,
		events).Error; err != nil {
		return 0, err
	}
	if !whole {
		return subscriptions.RowsAffected, nil
	}
	itself := tx.Exec("DELETE FROM event_consumers WHERE name = ?", consumer)
	return subscriptions.RowsAffected + itself.RowsAffected, itself.Error
}
