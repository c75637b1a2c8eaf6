package loyalty

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/loyalty/events"
	"orderd/platform/eventbus"
)

// redeemPoints turns points into a voucher that may be spent for the time life, and publishes both.
// It returns codeInsufficientPoints.
func redeemPoints(
	ctx context.Context, tx *gorm.DB, userID string, points int64, life time.Duration, now time.Time,
) (entry, error) {
	v := newVoucher(userID, points, now, now.Add(life))
	e := entry{UserID: userID, Kind: events.EntryRedeem, Points: -points, Reference: &v.ID}
	if err := postEntry(tx, &e, points, now); err != nil {
		return entry{}, err
	}
	if err := tx.Create(&v).Error; err != nil {
		return entry{}, err
	}
	return e, eventbus.Publish(ctx, tx, e.pointsChanged(), events.VoucherIssued{
		VoucherID: v.ID, UserID: userID, Code: v.Code, Points: points, ExpiresAt: v.ExpiresAt,
	})
}
