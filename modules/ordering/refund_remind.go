package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

const (
	// refundPatience is how long a refund by hand may wait before staff are reminded of it.
	refundPatience = 3 * 24 * time.Hour
	// remindBatch is how many refunds one query reads.
	remindBatch = 100
)

// remindOfRefunds publishes once that staff have not sent a refund for refundPatience.
func (d *Deps) remindOfRefunds(ctx context.Context) error {
	for {
		now := d.Clock.Now()
		overdue, err := loadOverdueRefunds(d.DB.WithContext(ctx), now.Add(-refundPatience), remindBatch)
		if err != nil {
			return err
		}
		for _, r := range overdue {
			if err := database.InTx(ctx, d.DB, func(tx *gorm.DB) error { return remindOfRefund(ctx, tx, r, now) }); err != nil {
				return err
			}
		}
		if len(overdue) < remindBatch {
			return nil
		}
	}
}

// remindOfRefund reads the order again under its lock: its buyer may have been erased since the
// refund was found.
func remindOfRefund(ctx context.Context, tx *gorm.DB, r refund, now time.Time) error {
	c, err := lockOrder(tx, r.OrderID, now)
	if err != nil {
		return err
	}
	if marked, err := markReminded(tx, r.ID, now); err != nil || !marked {
		return err
	}
	return eventbus.Publish(ctx, tx, events.RefundOverdue{
		Order: c.eventOrder(), RefundID: r.ID, Amount: int64(r.Amount), RequestedAt: r.CreatedAt,
	})
}
