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

// copySettings is the copy in memory. A start does not wait for it: without a profile each user is
// notified in the own language.
func copySettings(s *copies.Store) *copies.Copy[settings] {
	return copies.Of(s, settingsTable, nil, func(rows copies.Rows) (v settings, err error) {
		return v, rows.Decode(string(shop.GroupProfile), &v)
	})
}

func onSettingsSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[shop.SettingsSaved]) error {
	return copies.Save(tx, settingsTable, m)
}
