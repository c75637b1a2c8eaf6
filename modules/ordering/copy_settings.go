package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/copies"
	"orderd/platform/eventbus"
)

// saleTerms are the settings of the shop at one moment, by which it sells, and the configuration. A
// request takes them once, so that it never mixes old ones with new ones.
type saleTerms struct {
	*Config
	shop.Checkout
	profile shop.Profile
	seller  shop.Seller
	bank    shop.Bank
	tax     shop.Tax
	loyalty shop.Loyalty

	automatic []automaticPromotion // the active ones, the first that was made first

	zone           *time.Location       // where the shop's days begin
	paymentMethods []shop.MethodSetting // those that the shop takes
	version        int64                // of the copy: of the Rows that they and automatic come from
}

const settingsTable = "ordering_settings"

// copiedGroups are the groups of settings that ordering reads.
var copiedGroups = []shop.Group{
	shop.GroupProfile, shop.GroupSeller, shop.GroupBank, shop.GroupTax, shop.GroupCheckout, shop.GroupLoyalty,
}

// copyTerms is the copy in memory.
func copyTerms(s *copies.Store, c *Config) *copies.Copy[saleTerms] {
	names := convert.All(copiedGroups, func(g shop.Group) string { return string(g) })
	return copies.Of(s, settingsTable, names, func(rows copies.Rows) (saleTerms, error) {
		t := saleTerms{Config: c, version: rows.Version()}
		for group, values := range map[shop.Group]any{
			shop.GroupProfile: &t.profile, shop.GroupSeller: &t.seller, shop.GroupBank: &t.bank, shop.GroupTax: &t.tax,
			shop.GroupCheckout: &t.Checkout, shop.GroupLoyalty: &t.loyalty,
		} {
			if err := rows.Decode(string(group), values); err != nil {
				return t, err
			}
		}
		if err := rows.Decode(automaticRow, &t.automatic); err != nil {
			return t, err
		}
		return t, t.derive()
	})
}

// derive works out what every request needs.
func (t *saleTerms) derive() (err error) {
	t.paymentMethods = t.Taken(t.bank, t.CardProvider)
	t.zone, err = time.LoadLocation(t.profile.TimeZone)
	return err
}

func onSettingsSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[shop.SettingsSaved]) error {
	return copies.Save(tx, settingsTable, m)
}
