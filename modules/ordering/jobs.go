package ordering

import (
	"context"
	"time"

	"orderd/platform/background"
)

// run does the module's periodic jobs until ctx ends.
func (d *Deps) run(ctx context.Context) error {
	return background.Run(ctx, d.Log,
		// The stock that other modules copy is at most a second old, its delivery included.
		background.Job{Name: "announce the stock", Every: time.Second / 2, Do: d.publishStock},
		background.Job{Name: "cancel orders that were not paid in time", Every: 10 * time.Second, Do: d.cancelOverdue},
		background.Job{Name: "remind of refunds that staff have not sent", Every: 10 * time.Minute, Do: d.remindOfRefunds},
		background.Job{Name: "expire vouchers", Every: time.Minute, Do: d.expireVouchers},
		background.Job{Name: "add up the sales of past months", Every: time.Hour, Do: d.sumPastMonths},
		background.Job{Name: "add up the changes of sales in past months", Every: time.Hour, Do: d.sumPastChanges},
		background.Job{Name: "delete old carts of guests", Every: time.Hour, Do: d.deleteStaleGuestCarts},
		background.Job{Name: "delete old look-ups of guests", Every: time.Hour, Do: d.deleteStaleLookups},
		background.Job{Name: "delete old withdrawals without an order", Every: time.Hour, Do: d.deleteUnmatchedWithdrawals},
		orderIndex.Job(d.DB, d.Clock),
		parcelIndex.Job(d.DB, d.Clock),
		variantIndex.RefreshJob(d.DB),
	)
}
