package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// markPaid notes that the rest of the order's money has come by hand, as an admin says. It returns
// fault.Missing and InvalidTransition.
func markPaid(ctx context.Context, tx *gorm.DB, orderID string, now time.Time) (*order, error) {
	c, err := lockOrder(tx, orderID, now)
	if err != nil {
		return nil, err
	}
	if err := c.markPaid(c.now); err != nil {
		return nil, err
	}
	c.recordPaid(false)
	return &c.order, c.save(ctx)
}
