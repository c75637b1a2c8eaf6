package shop

import (
	"slices"
	"testing"

	"orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/module"
)

// doctor names what the shop lacks to sell.
func TestCheck(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		require := func(want ...string) {
			t.Helper()
			got := convert.All(s.Module.Check(t.Context(), s.DB), func(f module.Finding) string { return f.Code + " " + f.Subject })
			if !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		}
		require("settings_incomplete settings.bank", "settings_incomplete settings.seller")
		s.admin.Do(t, "PUT", path(events.GroupBank), body{"iban": "DE02120300000000202051"}).Require(t, 200)
		s.admin.Do(t, "PUT", path(events.GroupSeller), body{"returnsAddress": "Torstraße 12, 10119 Berlin"}).Require(t, 200)
		require("settings_ok settings")
		// A tax number alone is not enough for the invoices of sales without VAT (EN 16931, BR-G-02 and
		// BR-IC-02).
		seller := body{"name": "Moka & Co", "line1": "Torstraße 12", "postalCode": "10119", "city": "Berlin",
			"email": "hello@shop.example", "taxNumber": "37/123/45678"}
		s.admin.Do(t, "PUT", path(events.GroupSeller), seller).Require(t, 200)
		require("settings_incomplete settings.seller")
		seller["vatId"] = "DE129273398"
		s.admin.Do(t, "PUT", path(events.GroupSeller), seller).Require(t, 200)
		require("settings_ok settings")
		// Another process has another configuration.
		s.restart(t, pinned(90))
		require("settings_differ settings.loyalty")
		s.restart(t, defaults())
		require("settings_ok settings")
		if err := s.DB.Exec("DELETE FROM shop_groups").Error; err != nil {
			t.Fatal(err)
		}
		require()
	})
}
