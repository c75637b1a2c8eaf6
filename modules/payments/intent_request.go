package payments

import (
	"time"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/id"
	"orderd/platform/money"
)

// requestIntent saves the intent of an order that is paid by card and is not paid yet, and queues
// its creation at the provider. It does nothing when the order has an intent.
func requestIntent(tx *gorm.DB, tasks taskQueue, o ordering.OrderPlaced, seq int64, now time.Time) error {
	if o.PaymentStatus != ordering.PaymentStatusUnpaid {
		return nil
	}
	inserted, err := insertIntent(tx, intent{
		OrderID: o.OrderID, PaymentID: id.New(), UserID: buyerOf(o), Amount: money.Cents(o.Total), Status: intentWanted, CreatedAt: now,
	})
	if err != nil || !inserted {
		return err
	}
	return tasks.add(tx, task{Kind: taskCreateIntent, SubjectID: o.OrderID, OrderID: o.OrderID, Seq: seq}, now)
}

// cancelIntent queues the cancellation of the order's intent at the provider, unless the intent has
// succeeded or there is none.
func cancelIntent(tx *gorm.DB, tasks taskQueue, orderID string, seq int64, now time.Time) error {
	i, found, err := lockIntent(tx, orderID)
	if err != nil || !found || i.Status == intentSucceeded {
		return err
	}
	return tasks.add(tx, task{Kind: taskCancelIntent, SubjectID: orderID, OrderID: orderID, Seq: seq}, now)
}
