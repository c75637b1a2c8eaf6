package ordering

import (
	"context"
	"time"

	"orderd/platform/periodic"
)

// run does the module's periodic jobs until ctx ends.
func (d *Deps) run(ctx context.Context) error {
	return periodic.Run(ctx, d.Log,
		// The stock that other modules copy is at most a second old, its delivery included.
		periodic.Job{Name: "announce the stock", Every: time.Second / 2, Do: d.publishStock},
		periodic.Job{Name: "cancel orders that were not paid in time", Every: 10 * time.Second, Do: d.cancelOverdue},
		periodic.Job{Name: "remind of refunds that staff have not sent", Every: 10 * time.Minute, Do: d.remindOfRefunds},
		periodic.Job{Name: "expire vouchers", Every: time.Minute, Do: d.expireVouchers},
		periodic.Job{Name: "add up the sales of past months", Every: time.Hour, Do: d.sumPastMonths},
		periodic.Job{Name: "add up the changes of sales in past months", Every: time.Hour, Do: d.sumPastChanges},
		periodic.Job{Name: "delete old carts of guests", Every: time.Hour, Do: d.deleteStaleGuestCarts},
		periodic.Job{Name: "delete old look-ups of guests", Every: time.Hour, Do: d.deleteStaleLookups},
		orderIndex.Job(d.DB, d.Clock),
		parcelIndex.Job(d.DB, d.Clock),
	)
}
