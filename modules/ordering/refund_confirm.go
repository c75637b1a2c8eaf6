package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// confirmRefund notes that staff have sent the money of a refund by hand. It returns fault.Missing,
// and InvalidTransition for one that is not pending or goes through the provider.
func confirmRefund(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, refundID string, reference *string, now time.Time,
) (refund, error) {
	return settleByHand(ctx, tx, terms, refundID, refundSucceeded, now, func(r *refund) { r.Reference = reference })
}

// failRefund notes that staff cannot send the money of a refund by hand: its amount is refundable
// again. The faults are those of confirmRefund.
func failRefund(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, refundID, reason string, now time.Time,
) (refund, error) {
	return settleByHand(ctx, tx, terms, refundID, refundFailed, now, func(r *refund) { r.Failure = &reason })
}

func settleByHand(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, refundID string, status refundStatus, now time.Time,
	note func(*refund),
) (refund, error) {
	found, err := database.ByID[refund](tx, refundID)
	if err != nil {
		return refund{}, err
	}
	c, err := lockOrder(tx, found.OrderID, now)
	if err != nil {
		return refund{}, err
	}
	r, err := loadRefund(tx, c.ID, refundID) // under the lock
	if err != nil {
		return refund{}, err
	}
	if r.Channel != byHand || r.Status != refundPending {
		return refund{}, invalidTransition()
	}
	if !c.BuyerErased {
		note(&r)
	}
	settled, err := c.settle(&r, status)
	if err == nil && !settled {
		err = invalidTransition()
	}
	if err != nil {
		return refund{}, err
	}
	r.Order = &c.order
	return r, c.saveWithDue(ctx, terms)
}
