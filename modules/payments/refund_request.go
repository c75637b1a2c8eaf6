package payments

import (
	"time"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/money"
)

// requestRefund saves the refund of an order that was paid through a provider, and queues it. It
// does nothing for a refund that is known.
func requestRefund(tx *gorm.DB, tasks taskQueue, r ordering.RefundRequested, seq int64, now time.Time) error {
	inserted, err := insertRefund(tx, refund{
		RefundID: r.RefundID, OrderID: r.OrderID, Amount: money.Cents(r.Amount), Status: refundPending, CreatedAt: now,
	})
	if err != nil || !inserted {
		return err
	}
	return tasks.add(tx, task{Kind: taskRefund, SubjectID: r.RefundID, OrderID: r.OrderID, Seq: seq}, now)
}
