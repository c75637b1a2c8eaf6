package ordering

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// overdueBatch is how many orders one look finds.
const overdueBatch = 100

// deadline is how long an order waits for a payment of this kind. A card is paid at once or not at all.
func (c *Config) deadline(method paymentMethod) time.Duration {
	if method == payByCard {
		return c.CardDeadline
	}
	return c.PaymentDeadline
}

// cancelOverdue cancels the orders whose payment has not come in time. One that is paid at that moment stays.
func (s *service) cancelOverdue(ctx context.Context) error {
	for {
		var overdue []string
		err := s.DB.WithContext(ctx).Model(&order{}).Where("status = ? AND payment_due_at <= ?", orderPendingPayment, s.Clock.Now()).
			Order("payment_due_at").Limit(overdueBatch).Pluck("id", &overdue).Error
		if err != nil {
			return err
		}
		var failed error // the others are not to wait for one that can't be cancelled
		for _, orderID := range overdue {
			err := database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
				_, err := cancelOrder(ctx, tx, orderID, anybody, cancelledByPaymentTimeout, nil, s.Clock.Now())
				return err
			})
			if err != nil && !fault.Is(err, fault.InvalidTransition) { // paid or cancelled meanwhile
				failed = errors.Join(failed, err)
			}
		}
		if len(overdue) < overdueBatch || failed != nil {
			return failed
		}
	}
}
