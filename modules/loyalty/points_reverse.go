package loyalty

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/modules/loyalty/events"
	ordering "orderd/modules/ordering/events"
)

// goodsChange is a change of the goods for which an order has earned points, in cents.
type goodsChange struct {
	Order         ordering.Order
	Before, After int64
	EventID       string // of the event that published it
}

// reversePoints takes back the points of the goods that an order has lost, once for the event, and
// publishes it: first the available points, then those in unspent vouchers; the rest is a debt. It
// credits points when a refund has failed after all, so that the goods count again.
func reversePoints(ctx context.Context, tx *gorm.DB, c goodsChange, now time.Time) error {
	points := pointsEarned(c.Order, c.Before) - pointsEarned(c.Order, c.After)
	if points == 0 {
		return nil
	}
	m, apply, err := lockForEvent(tx, c.Order.UserID, c.EventID)
	if !apply || err != nil {
		return err
	}
	e := entry{UserID: m.UserID, Kind: events.EntryReversal, Points: -points, Reference: &c.Order.OrderID,
		EventID: &c.EventID}
	switch {
	case points < 0:
		e.Kind = events.EntryAdjustment
	case points > m.Balance:
		note := fmt.Sprintf("%d of %d points were no longer there. They are taken from unspent vouchers, else from the "+
			"next points.",
			points-m.Balance, points)
		e.Note = &note
	}
	if err := postAndPublish(ctx, tx, e, now); err != nil {
		return err
	}
	return requestVoids(ctx, tx, m.UserID)
}
