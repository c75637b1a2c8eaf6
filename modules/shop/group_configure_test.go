package shop

import (
	"encoding/json"
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

// The first start makes each group in its first version, by the system, from nothing.
func TestFirstStart(t *testing.T) {
	eachWith(t, pinned(90), func(t *testing.T, s *setup) {
		entries, _, err := eventbus.ListLog(t.Context(), s.DB, eventbus.LogFilter{Name: "shop.settings_saved.v1"}, 1000, 0)
		if err != nil {
			t.Fatal(err)
		}
		groups := map[string]bool{}
		for _, e := range entries {
			var saved events.SettingsSaved
			if err := json.Unmarshal(e.Payload, &saved); err != nil {
				t.Fatal(err)
			}
			if saved.Version != 1 || string(saved.Before) != "null" || e.Actor != "system" || e.Key != string(saved.Group) || groups[e.Key] {
				t.Errorf("%s by %q: %s", e.Key, e.Actor, e.Payload)
			}
			groups[e.Key] = true
			if saved.Group == events.GroupLoyalty && (len(saved.Pinned) != 1 || !strings.Contains(string(saved.After), `"voucherDays":90`)) {
				t.Errorf("%s", e.Payload)
			}
		}
		if len(groups) != len(events.Group("").Values()) {
			t.Errorf("%v", groups)
		}
	})
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
			if detail := refused.Text("errors.0.detail"); !strings.Contains(detail, "loyalty.voucher_days") {
				t.Errorf("the detail names no key: %s", detail)
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

// A pinned field takes its own value in any form in which people write it, and null where that is
// the default; nothing is changed by it.
func TestPinnedValueInAnotherForm(t *testing.T) {
	c := defaults()
	iban, vatID := "DE02120300000000202051", "EL123456789"
	c.Given.Bank.IBAN, c.Given.Seller.VATID = &iban, &vatID
	c.Pinned = map[events.Group][]events.Pin{
		events.GroupBank: {{Field: "iban", Key: "seller.iban"}}, events.GroupSeller: {{Field: "vatId", Key: "seller.vat_id"}},
		events.GroupCheckout: {{Field: "paymentDeadline", Key: "payments.deadline"}},
		events.GroupTax:      {{Field: "rates", Key: "shop.tax_rates"}},
	}
	eachWith(t, c, func(t *testing.T, s *setup) {
		for _, row := range []struct {
			group events.Group
			sent  body
			other body // refused
		}{
			{events.GroupBank, body{"iban": "de02 1203 0000 0000 2020 51"}, body{"iban": "DE89370400440532013000"}},
			{events.GroupSeller, body{"vatId": "gr 123-456.789"}, body{"vatId": nil}},
			{events.GroupCheckout, body{"paymentDeadline": "4320m"}, body{"paymentDeadline": "4321m"}},
			{events.GroupCheckout, body{"paymentDeadline": nil}, body{"paymentDeadline": "1s"}},
			{events.GroupTax, body{"rates": []body{{"country": "DE", "from": nil, "standard": 19, "reduced": 7}}},
				body{"rates": []body{{"country": "DE", "standard": 19, "reduced": 7}, {"country": "AT", "standard": 20, "reduced": 10}}}},
		} {
			s.admin.Do(t, "PUT", path(row.group), row.sent).Require(t, 200).RequireFields(t, kit.Fields{"version": 1})
			refused := s.admin.Do(t, "PUT", path(row.group), row.other).Require(t, 422, "validation_failed").Pointers()
			if len(refused) != 1 || !strings.HasSuffix(refused[0], " not_allowed") {
				t.Errorf("%v: %q", row.other, refused)
			}
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
		former := g.FieldValues
		for _, added := range []string{`,"defaultGrams":500,"packagingGrams":0`, `,"processingDeadline":"336h","invoiceDays":14`} {
			without := strings.Replace(former, added, "", 1)
			if without == former {
				t.Fatalf("%s has no %s", former, added)
			}
			former = without
		}
		if err := s.DB.Model(&g).Update("field_values", former).Error; err != nil {
			t.Fatal(err)
		}
		for range 2 {
			s.restart(t, defaults())
			s.admin.Do(t, "GET", p, nil).Require(t, 200).RequireFields(t, kit.Fields{
				"version": 3, "values.lowStock": 7, "values.defaultGrams": 500, "values.packagingGrams": 0,
				"values.processingDeadline": "336h", "values.invoiceDays": 14,
			})
		}
		if n := s.saved(t, events.GroupCheckout); n != 3 {
			t.Errorf("%d events", n)
		}
	})
}
