package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
)

// processOrder begins the work in the warehouse. It returns fault.Missing and InvalidTransition.
func processOrder(ctx context.Context, tx *gorm.DB, orderID string, now time.Time) (*order, error) {
	c, err := lockOrder(tx, orderID, now)
	if err != nil {
		return nil, err
	}
	if err := c.process(c.now); err != nil {
		return nil, err
	}
	c.record(events.OrderProcessing{Order: c.withTimeline(), StartedAt: c.now})
	return &c.order, c.save(ctx)
}
