package payments

import (
	"context"
	"time"

	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/platform/copies"
	"orderd/platform/eventbus"
)

// settings are the shop's settings that payments reads: who has the account for transfers.
type settings struct {
	profile shop.Profile
	seller  shop.Seller
	bank    shop.Bank

	zone *time.Location // where the shop's days begin
}

const settingsTable = "payments_settings"

// copiedGroups are the groups of settings that payments reads.
var copiedGroups = []shop.Group{shop.GroupProfile, shop.GroupSeller, shop.GroupBank}

// copySettings is the copy in memory. No start waits for it.
func copySettings(s *copies.Store) *copies.Copy[settings] {
	return copies.Of(s, settingsTable, nil, func(rows copies.Rows) (v settings, err error) {
		for group, values := range map[shop.Group]any{
			shop.GroupProfile: &v.profile, shop.GroupSeller: &v.seller, shop.GroupBank: &v.bank,
		} {
			if err := rows.Decode(string(group), values); err != nil {
				return v, err
			}
		}
		v.zone, err = time.LoadLocation(v.profile.TimeZone)
		return v, err
	})
}

func onSettingsSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[shop.SettingsSaved]) error {
	return copies.Save(tx, settingsTable, m)
}
