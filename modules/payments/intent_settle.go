package payments

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/payments/events"
	"orderd/platform/eventbus"
)

// settleIntent saves a locked intent with its new status, if its present status allows the change,
// and publishes that it has failed or ended. Money that it has received is published by the caller.
func settleIntent(ctx context.Context, tx *gorm.DB, i intent, to intentStatus) error {
	changed := i.transition(to)
	if err := saveIntent(tx, &i); err != nil || !changed {
		return err
	}
	switch to {
	case intentFailed:
		return eventbus.Publish(ctx, tx, events.PaymentFailed{PaymentID: i.PaymentID, OrderID: i.OrderID})
	case intentCancelled:
		return publishEnded(ctx, tx, i)
	default:
		return nil
	}
}

// publishEnded publishes that nothing can come of the intent any more.
func publishEnded(ctx context.Context, tx *gorm.DB, i intent) error {
	return eventbus.Publish(ctx, tx, events.PaymentEnded{PaymentID: i.PaymentID, OrderID: i.OrderID})
}
