package notifications

import (
	"context"

	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/platform/copies"
	"orderd/platform/eventbus"
)

// settings are the shop's settings that notifications reads.
type settings struct {
	shop.Profile
}

const settingsTable = "notifications_settings"

// copySettings is the copy in memory.
func copySettings(s *copies.Store) *copies.Copy[settings] {
	return copies.OfOne[settings](s, settingsTable, string(shop.GroupProfile))
}

func onSettingsSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[shop.SettingsSaved]) error {
	return copies.Save(tx, settingsTable, m)
}
