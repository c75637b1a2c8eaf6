package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
)

// markUnpaid takes back that an admin marked the order as paid. It returns fault.Missing and the
// fault of order.markUnpaid.
func markUnpaid(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, orderID, reason string, now time.Time,
) (*order, error) {
	c, err := lockOrder(tx, orderID, now)
	if err != nil {
		return nil, err
	}
	earned, goods := c.earned(), c.goods()
	if err := c.markUnpaid(c.now.Add(terms.deadline(c.PaymentMethod)), c.now); err != nil {
		return nil, err
	}
	if c.BuyerErased {
		reason = ""
	}
	c.record(events.OrderUnpaid{
		Order: c.eventOrder(), Amount: int64(c.before.Paid - c.Paid), Status: c.Status, PaymentStatus: c.PaymentStatus,
		Earned: earned && !c.isPaid(), GoodsBefore: int64(goods), Due: new(int64(c.due())), DueAt: c.PaymentDueAt,
		UnpaidAt: c.now, Reason: reason,
	})
	return &c.order, c.saveWithDue(ctx, terms)
}
