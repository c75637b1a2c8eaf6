package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
)

// markPaid notes that the order's money has arrived, as an admin or the card provider reports. It
// returns fault.Missing and InvalidTransition.
func markPaid(ctx context.Context, tx *gorm.DB, orderID string, now time.Time) (*order, error) {
	c, err := lockOrder(tx, orderID, now)
	if err != nil {
		return nil, err
	}
	if err := c.markPaid(c.now); err != nil {
		return nil, err
	}
	c.record(events.OrderPaid{Order: c.withTimeline(), PaidAt: c.now, Amount: int64(c.Paid)})
	return &c.order, c.save(ctx)
}
