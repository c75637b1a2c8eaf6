package loyalty

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/loyalty/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// adjustPoints gives a user points or, below 0, takes them, and publishes it. It returns
// fault.NotFound for an unknown user, and codeInsufficientPoints when more would be taken than is
// available.
func adjustPoints(
	ctx context.Context, tx *gorm.DB, userID string, points int64, reason string, now time.Time,
) (entry, error) {
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
	e := entry{UserID: userID, Kind: events.EntryAdjustment, Points: points, Note: &reason}
	if err := postEntry(tx, &e, 0, now); err != nil {
		return entry{}, err
	}
	return e, eventbus.Publish(ctx, tx, e.pointsChanged(), events.PointsAdjusted{
		EntryID: e.ID, UserID: userID, Points: points, Balance: e.Balance, Reason: reason,
	})
}
