package mailer

import (
	"context"

	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/platform/copies"
	"orderd/platform/eventbus"
)

// settings are the shop's settings that mailer reads.
type settings struct {
	profile shop.Profile
	mail    shop.Mail
}

const settingsTable = "mailer_settings"

// copySettings is the copy in memory.
func copySettings(s *copies.Store) *copies.Copy[settings] {
	profile, mail := string(shop.GroupProfile), string(shop.GroupMail)
	return copies.Of(s, settingsTable, []string{profile, mail}, func(rows copies.Rows) (v settings, err error) {
		if err := rows.Decode(profile, &v.profile); err != nil {
			return v, err
		}
		return v, rows.Decode(mail, &v.mail)
	})
}

func onSettingsSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[shop.SettingsSaved]) error {
	return copies.Save(tx, settingsTable, m)
}
