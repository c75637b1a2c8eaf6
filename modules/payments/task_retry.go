package payments

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/payments/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// retryTask makes a task due again at an admin's request, and publishes it. Its id, the idempotency
// key at the provider, stays: a call whose answer was lost has no second effect while the provider
// remembers the key, which is 24 hours. It returns NotFound, and the faults of task.retry.
func (q taskQueue) retryTask(ctx context.Context, tx *gorm.DB, taskID string, now time.Time) (task, error) {
	t, err := lockTask(tx, taskID)
	if err != nil {
		return task{}, err
	}
	i, _, err := lockIntent(tx, t.OrderID) // the row of the event's key
	if err != nil {
		return task{}, err
	}
	if err := t.retry(i, now); err != nil {
		return task{}, err
	}
	if err := tx.Save(&t).Error; err != nil {
		return task{}, err
	}
	database.AfterCommit(tx, q.wake.Send)
	return t, eventbus.Publish(ctx, tx, events.TaskRetried{TaskID: t.ID, OrderID: t.OrderID, Kind: string(t.Kind)})
}
