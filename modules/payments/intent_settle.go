package payments

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/payments/events"
	"orderd/platform/eventbus"
)

// settleIntent saves a locked intent with its new status, if its present status allows the change,
// and publishes that it is being processed, or has failed or ended. Money that it has received is
// published by the caller. paymentType is by what the buyer has paid, or tried to, or "".
func settleIntent(ctx context.Context, tx *gorm.DB, i intent, to intentStatus, paymentType string) error {
	from := i.Status
	changed := i.transition(to)
	if changed && paymentType != "" {
		i.PaymentType = &paymentType
	}
	if err := saveIntent(tx, &i); err != nil || !changed {
		return err
	}
	switch {
	case to == intentProcessing:
		return publishProcessing(ctx, tx, i)
	case to == intentFailed, from == intentProcessing && to == intentOpen:
		return eventbus.Publish(ctx, tx, events.PaymentFailed{
			PaymentID: i.PaymentID, OrderID: i.OrderID, Type: paymentType,
		})
	case to == intentCancelled:
		return publishEnded(ctx, tx, i)
	default:
		return nil
	}
}

// publishProcessing publishes that the money of the intent is on its way.
func publishProcessing(ctx context.Context, tx *gorm.DB, i intent) error {
	e := events.PaymentProcessing{PaymentID: i.PaymentID, OrderID: i.OrderID}
	if i.PaymentType != nil {
		e.Type = *i.PaymentType
	}
	return eventbus.Publish(ctx, tx, e)
}

// publishEnded publishes that nothing can come of the intent any more.
func publishEnded(ctx context.Context, tx *gorm.DB, i intent) error {
	return eventbus.Publish(ctx, tx, events.PaymentEnded{PaymentID: i.PaymentID, OrderID: i.OrderID})
}
