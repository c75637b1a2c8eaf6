package vat

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	shop "orderd/modules/shop/events"
	"orderd/platform/copies"
	"orderd/platform/eventbus"
)

// settings are the shop's settings that vat reads.
type settings struct {
	requester string        // the shop's own VAT id, or ""
	maxAge    time.Duration // for how long a proof counts
}

const settingsTable = "vat_settings"

// copiedGroups are the groups of settings that vat reads.
var copiedGroups = []shop.Group{shop.GroupSeller, shop.GroupTax}

// copySettings is the copy in memory. No start waits for it.
func copySettings(s *copies.Store) *copies.Copy[settings] {
	return copies.Of(s, settingsTable, nil, func(rows copies.Rows) (settings, error) {
		var seller shop.Seller
		tax := shop.Tax{VATIDMaxAge: shop.Duration(shop.DefaultVATIDMaxAge)}
		err := errors.Join(rows.Decode(string(shop.GroupSeller), &seller), rows.Decode(string(shop.GroupTax), &tax))
		v := settings{maxAge: time.Duration(tax.VATIDMaxAge)}
		if seller.VATID != nil {
			v.requester = *seller.VATID
		}
		return v, err
	})
}

func onSettingsSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[shop.SettingsSaved]) error {
	return copies.Save(tx, settingsTable, m)
}
