package loyalty

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/loyalty/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// adjust gives a user points or, below 0, takes them. It returns fault.NotFound for nobody's id and fault.InsufficientPoints
// when more is taken than there is.
func adjust(ctx context.Context, tx *gorm.DB, userID string, points int64, reason string, now time.Time) (entry, error) {
	since, err := memberSince(tx, userID)
	if err != nil {
		return entry{}, err
	}
	if since == nil {
		return entry{}, fault.Missing()
	}
	if err := enrol(tx, userID); err != nil {
		return entry{}, err
	}
	e := entry{UserID: userID, Kind: kindAdjustment, Points: points, Note: &reason}
	if err := post(tx, &e, 0, now); err != nil {
		return entry{}, err
	}
	return e, eventbus.Publish(ctx, tx, e.announcement(), events.PointsAdjusted{
		EntryID: e.ID, UserID: userID, Points: points, Balance: e.Balance, Reason: reason,
	})
}
