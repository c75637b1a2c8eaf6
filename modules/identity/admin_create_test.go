package identity

import (
	"strings"
	"testing"

	"orderd/modules/identity/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

func TestFirstAdmin(t *testing.T) {
	eachWith(t, Config{AdminEmail: "Boss@Example.com", AdminPassword: goodPassword}, func(t *testing.T, h *harness) {
		boss := h.session(t, h.login(t, "boss@example.com", goodPassword))
		verifiedProfile(t, boss).RequireFields(t, kit.Fields{"role": "admin"})
		// Started again, it finds one.
		h.processes(t)
		if err := h.Module.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := h.count(t, "identity_users"); n != 1 {
			t.Errorf("%d accounts", n)
		}
	})
}

func TestTheFirstAdminHasTheLanguageOfTheShop(t *testing.T) {
	eachWith(t, Config{AdminEmail: "boss@example.com", AdminPassword: goodPassword}, func(t *testing.T, h *harness) {
		if err := h.DB.Exec("DELETE FROM identity_users").Error; err != nil {
			t.Fatal(err)
		}
		german := shop.Profile{Name: "Kaffeehaus Wien", Locale: "de", Locales: []string{"de"}}
		h.Publish(t, shop.SettingsSaved{Group: shop.GroupProfile, Version: 2, After: kit.JSON(t, german)})
		if err := h.Module.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.login(t, "boss@example.com", goodPassword).Require(t, 200).RequireFields(t, kit.Fields{"user.locale": "de"})
	})
}

func TestReplicasThatStartAtOnceMakeOneFirstAdmin(t *testing.T) {
	eachWith(t, Config{AdminEmail: "boss@example.com", AdminPassword: goodPassword}, func(t *testing.T, h *harness) {
		if err := h.DB.Exec("DELETE FROM identity_users").Error; err != nil {
			t.Fatal(err)
		}
		log := eventbustest.Record(t, h.DB)
		if errs := kit.AtOnce(3, func(int) error { return h.Module.Start(t.Context()) }); errs[nil] != 3 {
			t.Fatalf("%v", errs)
		}
		if got := eventNames(log); got != "account_created email_verified" {
			t.Errorf("events: %s", got)
		}
	})
}

func TestTheFirstAdminMayHaveAnAccount(t *testing.T) {
	eachWith(t, Config{AdminEmail: "boss@example.com", AdminPassword: otherPassword}, func(t *testing.T, h *harness) {
		if err := h.DB.Exec("DELETE FROM identity_users").Error; err != nil {
			t.Fatal(err)
		}
		before := h.customer(t, "boss@example.com")
		if err := h.Module.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		requireTokenEnds(t, before.API)
		h.login(t, before.Email, goodPassword).Require(t, 401)
		h.login(t, before.Email, otherPassword).Require(t, 200).RequireFields(t, kit.Fields{"user.role": "admin", "user.id": before.ID})
	})
}

func TestAdminCreate(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		run := func(args ...string) (string, error) {
			var out strings.Builder
			err := h.Module.Commands[0].Run(t.Context(), args, &out)
			return out.String(), err
		}
		for _, bad := range [][]string{nil, {"--email"}, {"--email", "nonsense"}, {"--email", "a@example.com", "more"}} {
			if _, err := run(bad...); err == nil {
				t.Errorf("%v is taken", bad)
			}
		}
		log := eventbustest.Record(t, h.DB)
		message, err := run("--email", "Boss@example.com")
		if err != nil {
			t.Fatal(err)
		}
		boss := h.session(t, h.login(t, "boss@example.com", strings.TrimSpace(message[strings.LastIndex(message, " "):])))
		boss.Do(t, "GET", "/v1/admin/users", nil).Require(t, 200)
		if got := eventNames(log); got != "account_created email_verified logged_in" || log.Entries()[0].Actor != "cli" {
			t.Errorf("events: %v", log.Entries())
		}
		if _, err := run("--email", "boss@example.com"); err == nil {
			t.Error("made twice")
		}

		ada := h.customer(t, "ada@example.com")
		log = eventbustest.Record(t, h.DB)
		if message, err := run("--email", ada.Email); err != nil || strings.Contains(message, "Password") {
			t.Errorf("%q, %v", message, err)
		}
		log.RequireExactly(t, events.RoleChanged{UserID: ada.ID, Role: "admin"})
		h.login(t, ada.Email, goodPassword).Require(t, 200)

		h.approve(t, "babbage@example.com") // an account that has no password yet gets one
		message, err = run("--email", "babbage@example.com")
		if err != nil {
			t.Fatal(err)
		}
		h.login(t, "babbage@example.com", strings.TrimSpace(message[strings.LastIndex(message, " "):])).Require(t, 200)

		off := h.customer(t, "off@example.com")
		boss.Do(t, "PATCH", "/v1/admin/users/"+off.ID, object{"disabled": true}).Require(t, 200)
		if _, err := run("--email", off.Email); err == nil {
			t.Error("a disabled account was made an admin's")
		}
	})
}
