package shop

import (
	"encoding/json"

	"orderd/modules/shop/events"
	"orderd/platform/fault"
)

// kind is what is known of a group beside its row. V is the type of its values.
type kind[V any] struct {
	Values[V]
	name events.Group
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
}

func newGroups(c Config) *groups {
	return &groups{
		profile: kind[events.Profile]{Values: c.Profile, name: events.GroupProfile, check: checkProfile,
			missing: func(v events.Profile) []string { return missingUnless(v.Email != nil, "email") }},
		seller: kind[events.Seller]{Values: c.Seller, name: events.GroupSeller, check: checkSeller,
			missing: func(v events.Seller) []string { return missingUnless(v.Name != nil, "name") }},
		bank: kind[events.Bank]{Values: c.Bank, name: events.GroupBank,
			missing: func(v events.Bank) []string { return missingUnless(v.IBAN != nil, "iban") }},
		tax:      kind[events.Tax]{Values: c.Tax, name: events.GroupTax, check: checkTax},
		checkout: kind[events.Checkout]{Values: c.Checkout, name: events.GroupCheckout, check: checkCheckout},
		loyalty:  kind[events.Loyalty]{Values: c.Loyalty, name: events.GroupLoyalty},
		mail:     kind[events.Mail]{Values: c.Mail, name: events.GroupMail},
	}
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
	tax     events.Tax
}

// settingsOf reads them of the rows.
func (g *groups) settingsOf(rows map[events.Group]group) (s settings, err error) {
	if s.profile, err = g.profile.valuesOf(rows); err != nil {
		return s, err
	}
	s.tax, err = g.tax.valuesOf(rows)
	return s, err
}

// valuesOf are the group's values; of one that has no row, those of the configuration.
func (k *kind[V]) valuesOf(rows map[events.Group]group) (v V, err error) {
	row, found := rows[k.name]
	if !found {
		return k.Given, nil
	}
	return v, json.Unmarshal([]byte(row.FieldValues), &v)
}
