package catalog

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/copies"
	"orderd/platform/eventbus"
	"orderd/platform/money"
)

// settings are the shop's settings that catalog reads.
type settings struct {
	shop.Checkout
	profile shop.Profile
	tax     shop.Tax
	zone    *time.Location // where the shop's days begin
}

const settingsTable = "catalog_settings"

// copiedGroups are the groups of settings that catalog reads.
var copiedGroups = []shop.Group{shop.GroupProfile, shop.GroupTax, shop.GroupCheckout}

// copySettings is the copy in memory.
func copySettings(s *copies.Store) *copies.Copy[settings] {
	names := convert.All(copiedGroups, func(g shop.Group) string { return string(g) })
	return copies.Of(s, settingsTable, names, func(rows copies.Rows) (v settings, err error) {
		for group, values := range map[shop.Group]any{
			shop.GroupProfile: &v.profile, shop.GroupTax: &v.tax, shop.GroupCheckout: &v.Checkout,
		} {
			if err := rows.Decode(string(group), values); err != nil {
				return v, err
			}
		}
		v.zone, err = time.LoadLocation(v.profile.TimeZone)
		return v, err
	})
}

// taxRates are the VAT rates of the shop's country on one day.
type taxRates struct{ standard, reduced money.Rate }

func (r taxRates) of(class taxClass) money.Rate {
	switch class {
	case events.TaxReduced:
		return r.reduced
	case events.TaxZero:
		return 0
	}
	return r.standard
}

// taxRates returns the rates of the shop's country at a moment: those of its last row that has
// begun, or without one the standard rate of the table, 0 outside the EU.
func (s *settings) taxRates(now time.Time) taxRates {
	if row, known := s.tax.RateOn(s.profile.Country, now.In(s.zone).Format(time.DateOnly)); known {
		return taxRates{row.Standard, row.Reduced}
	}
	standard, _ := shop.TableRate(s.profile.Country)
	return taxRates{standard, standard}
}

// productRules are what the settings ask of products.
func (s *settings) productRules() productRules {
	return productRules{requireManufacturer: s.RequireGPSR}
}

func onSettingsSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[shop.SettingsSaved]) error {
	return copies.Save(tx, settingsTable, m)
}
