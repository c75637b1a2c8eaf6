package loyalty

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/loyalty/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// redeem turns points into a voucher, which ordering takes over. It returns fault.InsufficientPoints.
func (s *service) redeem(ctx context.Context, tx *gorm.DB, userID string, points int64) (entry, error) {
	now := s.Clock.Now()
	v := voucher{
		ID: id.New(), UserID: userID, Code: newCode(), Points: points, Status: voucherAvailable,
		ExpiresAt: now.Add(time.Duration(s.Config.VoucherDays) * 24 * time.Hour), CreatedAt: now,
	}
	e := entry{UserID: userID, Kind: kindRedeem, Points: -points, Reference: &v.ID}
	if err := post(tx, &e, points, now); err != nil {
		return entry{}, err
	}
	if err := tx.Create(&v).Error; err != nil {
		return entry{}, err
	}
	return e, eventbus.Publish(ctx, tx, e.announcement(), events.VoucherIssued{
		VoucherID: v.ID, UserID: userID, Code: v.Code, Points: points, ExpiresAt: v.ExpiresAt,
	})
}
