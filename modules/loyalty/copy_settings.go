package loyalty

import (
	"context"
	"time"

	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/platform/copies"
	"orderd/platform/eventbus"
)

// settings are the shop's settings that loyalty reads.
type settings struct {
	shop.Loyalty
}

const settingsTable = "loyalty_settings"

// copySettings is the copy in memory.
func copySettings(s *copies.Store) *copies.Copy[settings] {
	return copies.OfOne[settings](s, settingsTable, string(shop.GroupLoyalty))
}

// voucherLife is how long a voucher may be spent.
func (s *settings) voucherLife() time.Duration { return time.Duration(s.VoucherDays) * 24 * time.Hour }

// sharePoints are what a share earns.
func (s *settings) sharePoints() int64 {
	if !s.Enabled {
		return 0
	}
	return s.PointsPerShare
}

func onSettingsSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[shop.SettingsSaved]) error {
	return copies.Save(tx, settingsTable, m)
}
