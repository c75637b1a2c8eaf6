package payments

import (
	"context"
	"time"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/id"
	"orderd/platform/money"
)

// requestIntent saves the intent of an order that is paid through a provider and is not paid yet,
// and queues its creation there. It does nothing when the order has an intent.
func requestIntent(tx *gorm.DB, tasks taskQueue, o ordering.OrderPlaced, seq int64, now time.Time) error {
	if o.PaymentStatus != ordering.PaymentStatusUnpaid {
		return nil
	}
	i := intent{
		OrderID: o.OrderID, UserID: buyerOf(o), Amount: money.Cents(o.Total), Provider: providerOf(o.PaymentMethod),
	}
	_, err := requestFirst(tx, tasks, i, seq, now)
	return err
}

// requestFirst saves the order's first intent and queues its creation. It returns false when the
// order has one.
func requestFirst(tx *gorm.DB, tasks taskQueue, i intent, seq int64, now time.Time) (bool, error) {
	i.PaymentID, i.Status, i.CreatedAt = id.New(), intentWanted, now
	if inserted, err := insertIntent(tx, i); err != nil || !inserted {
		return false, err
	}
	return true, tasks.add(tx, task{Kind: taskCreateIntent, SubjectID: i.PaymentID, OrderID: i.OrderID, Seq: seq}, now)
}

// requestAnother has an intent made for an order that is to be paid through a provider now. One
// from before that has ended is replaced; one whose end is still queued is, when it has ended and
// the buyer comes to pay.
func requestAnother(tx *gorm.DB, tasks taskQueue, e ordering.PaymentMethodChanged, seq int64, now time.Time) error {
	i := intent{OrderID: e.OrderID, Amount: money.Cents(e.Due), Provider: providerOf(e.PaymentMethod)}
	if e.Email != "" { // else it was erased
		i.UserID = &e.UserID
	}
	made, err := requestFirst(tx, tasks, i, seq, now)
	if err != nil || made {
		return err
	}
	o := order{
		OrderID: e.OrderID, Method: e.PaymentMethod, Status: e.PaymentStatus, Due: new(money.Cents(e.Due)), Seq: seq,
	}
	_, err = renewIntent(tx, tasks, o, now)
	return err
}

// renewIntent replaces an intent that has ended by another one over what is due, and queues its
// creation. It returns the order's intent, which another request may have renewed before.
func renewIntent(tx *gorm.DB, tasks taskQueue, o order, now time.Time) (intent, error) {
	i, found, err := lockIntent(tx, o.OrderID)
	if err != nil || !found || !i.renewable(o, now) {
		return i, err
	}
	i.renew(o, now)
	if err := saveIntent(tx, &i); err != nil {
		return i, err
	}
	return i, tasks.add(tx, task{Kind: taskCreateIntent, SubjectID: i.PaymentID, OrderID: i.OrderID, Seq: o.Seq}, now)
}

// cancelIntent queues the end of the order's intent at the provider, unless it has ended or there
// is none. Whether it was paid meanwhile is read then.
func cancelIntent(tx *gorm.DB, tasks taskQueue, orderID string, seq int64, now time.Time) error {
	i, found, err := lockIntent(tx, orderID)
	if err != nil || !found || i.ended() {
		return err
	}
	return tasks.add(tx, task{Kind: taskCancelIntent, SubjectID: i.PaymentID, OrderID: orderID, Seq: seq}, now)
}

// endOtherAmount is cancelIntent for an intent that asks for another amount than what is due.
func endOtherAmount(tx *gorm.DB, tasks taskQueue, orderID string, due money.Cents, seq int64, now time.Time) error {
	i, found, err := lockIntent(tx, orderID)
	if err != nil || !found || i.ended() || i.Amount == due {
		return err
	}
	return tasks.add(tx, task{Kind: taskCancelIntent, SubjectID: i.PaymentID, OrderID: orderID, Seq: seq}, now)
}

// endOverdue does what cancelIntent does for an order whose term has passed. It publishes at once
// that nothing will come when the intent has ended before, and that money is on its way, of which
// ordering may not know: while an order counts as paid by hand, ordering forgets that.
func endOverdue(ctx context.Context, tx *gorm.DB, tasks taskQueue, orderID string, seq int64, now time.Time) error {
	i, found, err := lockIntent(tx, orderID)
	switch {
	case err != nil || !found:
		return err
	case i.Status == intentCancelled || i.Mismatched:
		return publishEnded(ctx, tx, i)
	case i.Status == intentProcessing:
		if err := publishProcessing(ctx, tx, i); err != nil {
			return err
		}
	}
	return cancelIntent(tx, tasks, orderID, seq, now)
}
