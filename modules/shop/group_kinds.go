package shop

import (
	"encoding/json"

	"gorm.io/gorm"

	"orderd/modules/shop/events"
	"orderd/platform/fault"
)

// kind is what is known of a group beside its row. V is the type of its values.
type kind[V any] struct {
	name     events.Group
	defaults V            // for null
	given    V            // of a group that has no row
	pinned   []events.Pin // fields of given that the configuration decides about
	// resolve fills in what follows from the values, and returns the faults of what it does not find.
	resolve func(tx *gorm.DB, v *V) ([]fault.Field, error)
	// check returns the faults of values that concern several fields, or other groups.
	check func(v V, others *settings) []fault.Field
	// missing are the fields without which a shop should not sell.
	missing func(v V) []string
}

// groups are the kinds of all groups.
type groups struct {
	profile  kind[events.Profile]
	seller   kind[events.Seller]
	bank     kind[events.Bank]
	tax      kind[events.Tax]
	checkout kind[events.Checkout]
	loyalty  kind[events.Loyalty]
	mail     kind[events.Mail]

	storefront kind[events.Storefront]
}

func newGroups(c Config) *groups {
	d, g := &c.Defaults, &c.Given
	all := &groups{
		profile: newKind(c, events.GroupProfile, d.Profile, g.Profile),
		seller:  newKind(c, events.GroupSeller, d.Seller, g.Seller),
		bank:    newKind(c, events.GroupBank, d.Bank, g.Bank), tax: newKind(c, events.GroupTax, d.Tax, g.Tax),
		checkout: newKind(c, events.GroupCheckout, d.Checkout, g.Checkout),
		loyalty:  newKind(c, events.GroupLoyalty, d.Loyalty, g.Loyalty), mail: newKind(c, events.GroupMail, d.Mail, g.Mail),
		storefront: newKind(c, events.GroupStorefront, d.Storefront, g.Storefront),
	}
	all.profile.resolve, all.storefront.resolve = resolveProfile, resolveStorefront
	all.profile.check, all.seller.check = checkProfile, checkSeller
	all.tax.check = checkTax
	all.profile.missing = func(v events.Profile) []string { return missingUnless(v.Email != nil, "email") }
	all.seller.missing = func(v events.Seller) []string { return missingUnless(v.Name != nil, "name") }
	all.bank.missing = func(v events.Bank) []string { return missingUnless(v.IBAN != nil, "iban") }
	return all
}

func newKind[V any](c Config, name events.Group, defaults, given V) kind[V] {
	return kind[V]{name: name, defaults: defaults, given: given, pinned: c.Pinned[name]}
}

func missingUnless(has bool, field string) []string {
	if has {
		return []string{}
	}
	return []string{field}
}

// settings are the values of the groups that rules of others look at.
type settings struct {
	profile events.Profile
	seller  events.Seller
	tax     events.Tax
	today   string // in the shop's time zone
}

// settingsOf reads them of the rows.
func (g *groups) settingsOf(rows map[events.Group]group) (s settings, err error) {
	if s.profile, err = g.profile.valuesOf(rows); err != nil {
		return s, err
	}
	if s.seller, err = g.seller.valuesOf(rows); err != nil {
		return s, err
	}
	s.tax, err = g.tax.valuesOf(rows)
	return s, err
}

// valuesOf are the group's values; of one that has no row, those of the configuration.
func (k *kind[V]) valuesOf(rows map[events.Group]group) (v V, err error) {
	row, found := rows[k.name]
	if !found {
		return k.given, nil
	}
	return v, json.Unmarshal([]byte(row.FieldValues), &v)
}
