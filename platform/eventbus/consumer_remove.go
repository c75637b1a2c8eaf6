package eventbus

import (
	"context"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// RemoveConsumer forgets a consumer that no binary has any more: its subscriptions and its deliveries, dead ones included. With events it forgets
// only those subscriptions and their deliveries. It is refused for what this binary hears; fault.Missing when there is nothing to forget.
func RemoveConsumer(ctx context.Context, db *gorm.DB, consumer string, events ...string) error {
	if b := of(db); b != nil && b.hears(consumer, events) {
		return fmt.Errorf("eventbus: remove %s: this binary hears it", consumer)
	}
	return database.InTx(ctx, db, func(tx *gorm.DB) error {
		removed, err := forget(tx, consumer, events)
		if err != nil {
			return fmt.Errorf("eventbus: remove %s: %w", consumer, err)
		}
		if removed == 0 {
			return fault.Missing()
		}
		return nil
	})
}

// hears tells whether a consumer of this bus hears one of the events; without events, whether there is such a consumer.
func (b *Bus) hears(consumer string, events []string) bool {
	c, known := b.consumers[consumer]
	return known && (len(events) == 0 || slices.ContainsFunc(events, func(event string) bool { return c.handlers[event] != nil }))
}

// forget returns the number of rows that said who the consumer is and what it hears.
func forget(tx *gorm.DB, consumer string, events []string) (int64, error) {
	whole := len(events) == 0
	subscriptions := tx.Exec("DELETE FROM event_subscriptions WHERE consumer = ? AND (? OR event_name IN ?)", consumer, whole, events)
	if subscriptions.Error != nil {
		return 0, subscriptions.Error
	}
	if whole { // there is nothing to hand over to
		if err := tx.Exec("UPDATE deliveries SET holding = FALSE WHERE consumer = ? AND holding", consumer).Error; err != nil {
			return 0, err
		}
	}
	if err := tx.Exec("DELETE FROM deliveries WHERE consumer = ? AND (? OR name IN ?)", consumer, whole, events).Error; err != nil {
		return 0, err
	}
	if !whole {
		return subscriptions.RowsAffected, nil
	}
	itself := tx.Exec("DELETE FROM event_consumers WHERE name = ?", consumer)
	return subscriptions.RowsAffected + itself.RowsAffected, itself.Error
}
