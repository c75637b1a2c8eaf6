package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
)

// process begins the work in the warehouse. It returns fault.Missing and InvalidTransition.
func process(ctx context.Context, tx *gorm.DB, orderID string, now time.Time) (order, error) {
	c, err := begin(tx, orderID, anybody, now)
	if err != nil {
		return order{}, err
	}
	if err := c.process(c.now); err != nil {
		return order{}, err
	}
	c.say(events.OrderProcessing{Order: c.entered(), StartedAt: c.now})
	return c.done(ctx)
}
