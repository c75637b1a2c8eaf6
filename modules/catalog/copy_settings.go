package catalog

import (
	"context"

	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/platform/copies"
	"orderd/platform/eventbus"
)

// settings are the shop's settings that catalog reads.
type settings struct {
	shop.Checkout
}

const settingsTable = "catalog_settings"

// copySettings is the copy in memory.
func copySettings(s *copies.Store) *copies.Copy[settings] {
	group := string(shop.GroupCheckout)
	return copies.Of(s, settingsTable, []string{group}, func(rows copies.Rows) (v settings, err error) {
		return v, rows.Decode(group, &v.Checkout)
	})
}

func onSettingsSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[shop.SettingsSaved]) error {
	return copies.Save(tx, settingsTable, m)
}
