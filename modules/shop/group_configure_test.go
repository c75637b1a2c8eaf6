package shop

import (
	"slices"
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// pinned are the defaults with vouchers of so many days, as the configuration sets them.
func pinned(days int64) Config {
	c := defaults()
	c.Given.Loyalty.VoucherDays = days
	c.Pinned = map[events.Group][]events.Pin{events.GroupLoyalty: {{Field: "voucherDays", Key: "loyalty.voucher_days"}}}
	return c
}

// saved counts the events of the group.
func (s *setup) saved(t *testing.T, group events.Group) (n int) {
	t.Helper()
	entries, _, err := eventbus.ListLog(t.Context(), s.DB, eventbus.LogFilter{Name: "shop.settings_saved.v1"}, 1000, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Key == string(group) {
			n++
		}
	}
	return n
}

// restart starts the module anew, with another configuration.
func (s *setup) restart(t *testing.T, c Config) {
	t.Helper()
	if err := build(c)(moduletest.Deps{DB: s.DB, Clock: s.Clock, Copies: s.Copies}).Configure(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A key of the configuration decides about its field until it is taken out; the value stays then.
func TestPinnedFields(t *testing.T) {
	eachWith(t, pinned(90), func(t *testing.T, s *setup) {
		p := path(events.GroupLoyalty)
		s.admin.Do(t, "GET", p, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"version": 1, "values.voucherDays": 90, "pinned.0.field": "voucherDays", "pinned.0.key": "loyalty.voucher_days",
		})
		for _, days := range []any{91, nil} {
			refused := s.admin.Do(t, "PUT", p, body{"voucherDays": days}).Require(t, 422, "validation_failed")
			if got := refused.Pointers(); !slices.Equal(got, []string{"/voucherDays not_allowed"}) {
				t.Errorf("%q", got)
			}
		}
		s.admin.Do(t, "PUT", p, body{"voucherDays": 90, "pointsPerEuro": 5}).Require(t, 200).RequireFields(t, kit.Fields{"version": 2})

		s.restart(t, pinned(90)) // nothing new
		s.admin.Do(t, "GET", p, nil).Require(t, 200).RequireFields(t, kit.Fields{"version": 2, "updatedBy.id": s.adminID})
		s.restart(t, pinned(30))
		s.admin.Do(t, "GET", p, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"version": 3, "values.voucherDays": 30, "values.pointsPerEuro": 5, "updatedBy": nil,
		})
		s.restart(t, defaults()) // the key is taken out
		s.admin.Do(t, "GET", p, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"version": 4, "values.voucherDays": 30, "values.pointsPerEuro": 5,
		})
		s.admin.Do(t, "PUT", p, body{"voucherDays": nil}).Require(t, 200).RequireFields(t, kit.Fields{"values.voucherDays": 365})
		if n := s.saved(t, events.GroupLoyalty); n != 5 {
			t.Errorf("%d events", n)
		}
	})
}

// Replicas that start at once make each group once.
func TestStartsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		if err := s.DB.Exec("DELETE FROM shop_groups").Error; err != nil {
			t.Fatal(err)
		}
		made := s.saved(t, events.GroupTax)
		results := kit.AtOnce(5, func(int) error {
			return build(pinned(90))(moduletest.Deps{DB: s.DB, Clock: s.Clock, Copies: s.Copies}).Configure(t.Context())
		})
		if results[nil] != 5 || s.saved(t, events.GroupTax) != made+1 || s.saved(t, events.GroupLoyalty) != made+1 {
			t.Errorf("%v; %d events before, %d after", results, made, s.saved(t, events.GroupTax))
		}
	})
}

// The name of who saved a group goes with the account.
func TestErasure(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.admin.Do(t, "PUT", path(events.GroupLoyalty), body{"voucherDays": 90}).Require(t, 200)
		other := id.New()
		s.AsUser(t, auth.Principal{UserID: other, SessionID: id.New(), Role: auth.RoleAdmin}).
			Do(t, "PUT", path(events.GroupMail), body{"senderName": "Moka"}).Require(t, 200)
		s.Publish(t, identity.AccountErased{UserID: s.adminID})
		s.admin.Do(t, "GET", path(events.GroupLoyalty), nil).Require(t, 200).
			RequireFields(t, kit.Fields{"updatedBy": nil, "values.voucherDays": 90, "version": 2})
		s.admin.Do(t, "GET", path(events.GroupMail), nil).Require(t, 200).RequireFields(t, kit.Fields{"updatedBy.id": other})
	})
}

// A field that is new with an upgrade has its default, and the copies get it.
func TestFieldsFromBeforeAnUpgrade(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		p := path(events.GroupCheckout)
		s.admin.Do(t, "PUT", p, body{"lowStock": 7}).Require(t, 200)
		var g group
		if err := s.DB.Take(&g, "name = ?", events.GroupCheckout).Error; err != nil {
			t.Fatal(err)
		}
		former := strings.Replace(g.FieldValues, `,"defaultGrams":500,"packagingGrams":0`, "", 1)
		before := len(g.FieldValues)
		if err := s.DB.Model(&g).Update("field_values", former).Error; err != nil || len(former) == before {
			t.Fatal(former, err)
		}
		for range 2 {
			s.restart(t, defaults())
			s.admin.Do(t, "GET", p, nil).Require(t, 200).RequireFields(t, kit.Fields{
				"version": 3, "values.lowStock": 7, "values.defaultGrams": 500, "values.packagingGrams": 0,
			})
		}
		if n := s.saved(t, events.GroupCheckout); n != 3 {
			t.Errorf("%d events", n)
		}
	})
}
