package identity

import (
	"cmp"
	"context"

	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/platform/copies"
	"orderd/platform/eventbus"
	"orderd/platform/locale"
)

// settings are the shop's settings that identity reads.
type settings struct {
	shop.Profile
}

// defaultLocale is the language of those whose own is not known: the shop's.
func (s *settings) defaultLocale() string { return cmp.Or(s.Locale, string(locale.English)) }

const settingsTable = "identity_settings"

// copySettings is the copy in memory.
func copySettings(s *copies.Store) *copies.Copy[settings] {
	return copies.OfOne[settings](s, settingsTable, string(shop.GroupProfile))
}

func onSettingsSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[shop.SettingsSaved]) error {
	return copies.Save(tx, settingsTable, m)
}
