package ordering

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// overdueBatch is how many overdue orders one query reads.
const overdueBatch = 100

// deadline is how long an order waits for its payment. A card is paid at once or not at all.
func (c *Config) deadline(method paymentMethod) time.Duration {
	if method == payByCard {
		return c.CardDeadline
	}
	return c.PaymentDeadline
}

// cancelOverdue cancels the orders whose payment has not come in time. An order that is paid
// meanwhile stays. One that cannot be cancelled does not hold up the others.
func (d *Deps) cancelOverdue(ctx context.Context) error {
	for {
		overdue, err := loadOverdueOrders(d.DB.WithContext(ctx), d.Clock.Now(), overdueBatch)
		if err != nil {
			return err
		}
		var failures error
		for _, orderID := range overdue {
			err := database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
				_, err := cancelOrder(ctx, tx, orderID, cancelledByPaymentTimeout, nil, d.Clock.Now())
				return err
			})
			paidOrCancelled := fault.Is(err, fault.InvalidTransition)
			if err != nil && !paidOrCancelled {
				failures = errors.Join(failures, err)
			}
		}
		if len(overdue) < overdueBatch || failures != nil {
			return failures
		}
	}
}
