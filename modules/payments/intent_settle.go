package payments

import (
	"context"
	"time"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/payments/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// settleIntent saves the new status of a locked intent and publishes it, if its present status
// allows the change.
func settleIntent(ctx context.Context, tx *gorm.DB, i intent, to intentStatus, now time.Time) error {
	if !i.transition(to) {
		return nil
	}
	if err := tx.Save(&i).Error; err != nil {
		return err
	}
	switch to {
	case intentSucceeded:
		return eventbus.Publish(ctx, tx, events.PaymentReceived{
			PaymentID: i.PaymentID, OrderID: i.OrderID, Amount: int64(i.Amount), ReceivedAt: now,
		})
	case intentFailed:
		return eventbus.Publish(ctx, tx, events.PaymentFailed{PaymentID: i.PaymentID, OrderID: i.OrderID})
	default:
		return nil
	}
}

// updateIntent applies an update of the provider's to the shop's intent that it names, if there is
// one. Another amount than the requested one pays nothing. That, and money for an order that was
// paid in another way before, is published for the admins.
func updateIntent(ctx context.Context, tx *gorm.DB, u intentUpdate, now time.Time) error {
	i, found, err := lockIntentOf(tx, u)
	if err != nil || !found {
		return err
	}
	if u.Status == intentSucceeded && i.Status != intentSucceeded {
		if err := publishMismatch(ctx, tx, i, u); err != nil || u.Received != i.Amount {
			return err
		}
	}
	i.ProviderID = &u.ID // the answer to the call that created it may still come, or never
	return settleIntent(ctx, tx, i, u.Status, now)
}

// lockIntentOf locks the intent that the update is about: the order's, unless that has another id
// at the provider. Other users of the same account may name their orders as they like.
func lockIntentOf(tx *gorm.DB, u intentUpdate) (i intent, found bool, err error) {
	if !id.Valid(u.OrderID) {
		return i, false, nil
	}
	i, found, err = lockIntent(tx, u.OrderID)
	return i, found && (i.ProviderID == nil || *i.ProviderID == u.ID), err
}

// publishMismatch publishes money that is not the amount due. Nothing is due for an order that was
// paid in another way.
func publishMismatch(ctx context.Context, tx *gorm.DB, i intent, u intentUpdate) error {
	o, err := orderOf(tx, i.OrderID)
	if err != nil {
		return err
	}
	due := i.Amount
	if o.Status == ordering.PaymentStatusPaid {
		due = 0
	}
	if u.Received == due {
		return nil
	}
	return eventbus.Publish(ctx, tx, events.PaymentMismatched{
		PaymentID: i.PaymentID, OrderID: i.OrderID, ProviderID: u.ID, Asked: int64(due), Received: int64(u.Received),
	})
}
