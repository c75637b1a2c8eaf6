package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
)

// markPaid notes that the order's money is here, as an admin or the card provider tells. It returns fault.Missing and
// InvalidTransition.
func markPaid(ctx context.Context, tx *gorm.DB, orderID string, now time.Time) (order, error) {
	c, err := begin(tx, orderID, anybody, now)
	if err != nil {
		return order{}, err
	}
	if err := c.markPaid(c.now); err != nil {
		return order{}, err
	}
	c.say(events.OrderPaid{Order: c.entered(), PaidAt: c.now, Amount: int64(c.Paid)})
	return c.done(ctx)
}
