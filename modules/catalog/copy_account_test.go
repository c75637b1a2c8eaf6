package catalog

import (
	"fmt"
	"slices"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/test/kit"
)

const noTiers, cupTiers = "[]", "[map[minQuantity:24 price:8.9] map[minQuantity:100 price:7.5]]"

// requireTiers wants the wholesale prices of cup that a caller sees: of the product and in a list.
func (s *setup) requireTiers(t *testing.T, caller string, api *kit.API, want string) {
	t.Helper()
	for path, field := range map[string]string{
		"/v1/products/espresso-cup": "variants.0.wholesalePrices",
		"/v1/products?q=cup":        "data.0.variants.0.wholesalePrices",
	} {
		if got := fmt.Sprint(api.Do(t, "GET", path, nil).Require(t, 200).At(field)); got != want {
			t.Errorf("%s sees at %s %s, want %s", caller, path, got, want)
		}
	}
}

func TestWholesalePricesAreForWholesaleAccountsAlone(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, cup())
		customer, customerID := s.As(t, auth.RoleCustomer)
		claimant := s.AsUser(t, auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleCustomer, AccountType: "wholesale"})
		s.requireTiers(t, "an anonymous caller", s.API, noTiers)
		s.requireTiers(t, "a customer", customer, noTiers)
		s.requireTiers(t, "a token that claims to be of a wholesale account", claimant, noTiers)
		s.requireTiers(t, "an admin", s.admin, cupTiers)

		s.Publish(t, identity.AccountCreated{UserID: customerID, AccountType: identity.RetailAccount, Email: "a@example.com", FullName: "A"})
		s.requireTiers(t, "a retail account", customer, noTiers)
		s.Publish(t, identity.AccountTypeChanged{UserID: customerID, AccountType: identity.WholesaleAccount})
		s.requireTiers(t, "a wholesale account", customer, cupTiers)
		if held, err := s.Module.Export(t.Context(), s.DB, customerID); err != nil || fmt.Sprint(held) != "map[wholesalePrices:true]" {
			t.Errorf("export: %v, %v", held, err)
		}
		s.Publish(t, identity.AccountErased{UserID: customerID, AddressID: id.New()},
			identity.AccountTypeChanged{UserID: customerID, AccountType: identity.WholesaleAccount})
		s.requireTiers(t, "an erased account", customer, noTiers)
	})
}

func TestWholesalePricesAreCachedApart(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		path := "/v1/products/" + s.product(t, cup()).Text("id")
		customer, customerID := s.As(t, auth.RoleCustomer)
		public := s.requireCacheHeaders(t, s.API, path, "public, no-cache")
		s.API.With("If-None-Match", public).Do(t, "GET", path, nil).Require(t, 304)
		customer.With("If-None-Match", public).Do(t, "GET", path, nil).Require(t, 304)

		s.Publish(t, identity.AccountCreated{UserID: customerID, AccountType: identity.WholesaleAccount, Email: "a@example.com", FullName: "A"})
		customer.With("If-None-Match", public).Do(t, "GET", path, nil).Require(t, 200)
		private := s.requireCacheHeaders(t, customer, path, "private, no-cache")
		if private == public {
			t.Errorf("ETag with wholesale prices and without: %s", public)
		}
		s.API.With("If-None-Match", private).Do(t, "GET", path, nil).Require(t, 200)
	})
}

// requireCacheHeaders returns the ETag.
func (s *setup) requireCacheHeaders(t *testing.T, api *kit.API, path, cacheControl string) string {
	t.Helper()
	header := api.Do(t, "GET", path, nil).Require(t, 200).Header
	if got := header.Get("Cache-Control"); got != cacheControl {
		t.Errorf("Cache-Control: %q, want %q", got, cacheControl)
	}
	if got := header.Values("Vary"); !slices.Contains(got, "Authorization") {
		t.Errorf("Vary: %q", got)
	}
	if header.Get("ETag") == "" {
		t.Error("no ETag")
	}
	return header.Get("ETag")
}
