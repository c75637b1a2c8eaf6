package eventbus

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// DeclareConsumers writes the consumers and their subscriptions into the database; Start does so
// too. From then on every Publish of every process makes a delivery for each of them. Rows that
// another binary has written stay, because it may be running beside this one. The rows are written
// in one order, so that replicas that start at the same time do not deadlock; the second one waits
// for the first, on a busy machine for longer than a request would.
func (b *Bus) DeclareConsumers(ctx context.Context) error {
	err := database.InTx(ctx, b.db, func(tx *gorm.DB) error {
		if err := waitForLocks(tx); err != nil {
			return err
		}
		for _, name := range b.consumerNames() {
			if err := b.consumers[name].declare(tx); err != nil {
				return err
			}
		}
		if b.outbox != nil {
			return b.outbox.consumer(b.consumers).declare(tx)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("eventbus: declare the consumers: %w", err)
	}
	return nil
}

// waitForLocks lifts, for the rest of the transaction, the limits that keep requests short.
func waitForLocks(tx *gorm.DB) error {
	if database.Dialect(tx) != database.Postgres {
		return nil // it is the only writer
	}
	for _, statement := range []string{"SET LOCAL statement_timeout = 0", "SET LOCAL lock_timeout = '60s'"} {
		if err := tx.Exec(statement).Error; err != nil {
			return err
		}
	}
	return nil
}

// ConsumersDeclared reports whether any binary has declared its consumers. An event published
// before that reaches no consumer, then or later.
func ConsumersDeclared(ctx context.Context, db *gorm.DB) (declared bool, err error) {
	if err := db.WithContext(ctx).Raw(`SELECT EXISTS (SELECT 1 FROM event_consumers)`).Scan(&declared).Error; err != nil {
		return false, fmt.Errorf("eventbus: %w", err)
	}
	return declared, nil
}

func (c *registeredConsumer) declare(tx *gorm.DB) error {
	awaited := (c.ReadModel || c.Awaited) && !c.MayLag
	err := tx.Exec(`INSERT INTO event_consumers (name, read_model, prompt) VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET read_model = excluded.read_model, prompt = excluded.prompt`, c.Name, c.ReadModel,
		awaited).Error
	if err != nil {
		return err
	}
	for _, event := range c.events() {
		err := tx.Exec(`INSERT INTO event_subscriptions (event_name, consumer, prompt) VALUES (?, ?, ?)
			ON CONFLICT (event_name, consumer) DO UPDATE SET prompt = excluded.prompt`, event, c.Name, awaited).Error
		if err != nil {
			return err
		}
	}
	return nil
}
