package identity

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"orderd/modules/identity/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestProfile(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		patch := func(body string) kit.Answer { return ada.Do(t, "PATCH", "/v1/users/me", body) }
		log := eventbustest.Record(t, h.DB)
		patch(`{"fullName":" Ada King ","phone":"+49 30 2","locale":"de"}`).Require(t, 200).
			RequireFields(t, kit.Fields{"fullName": "Ada King", "phone": "+49 30 2", "locale": "de"})
		phone := "+49 30 2"
		log.RequireExactly(t, events.ProfileChanged{UserID: ada.ID, Locale: "de", Email: ada.Email, FullName: "Ada King", Phone: &phone})
		patch(`{"fullName":"Ada King"}`).Require(t, 200)
		if got := eventNames(log); got != "profile_changed" {
			t.Errorf("a change that changes nothing publishes %s", got)
		}
		patch(`{"phone":null}`).Require(t, 200).RequireFields(t, kit.Fields{"phone": nil, "fullName": "Ada King"})
		for body, pointer := range map[string]string{
			`{"fullName":null}`: "/fullName wrong_type", `{"fullName":" "}`: "/fullName too_short", `{"locale":null}`: "/locale wrong_type",
			`{"locale":"fr"}`: "/locale not_allowed",
			`{"phone":5}`:     "/phone wrong_type", `{"role":"admin"}`: "/role unexpected_field",
			`{"email":"x@example.com"}`: "/email unexpected_field",
			`{"fullName":"a\u0000b"}`:   "/fullName bad_format", `{"fullName":"` + strings.Repeat("x", 201) + `"}`: "/fullName too_long",
		} {
			if got := patch(body).Require(t, 422).Pointers(); len(got) != 1 || got[0] != pointer {
				t.Errorf("%.40s: %v, want %s", body, got, pointer)
			}
		}
	})
}

func TestTheProfileIsOneQuery(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		h.statements.take()
		ada.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
		if got := h.statements.take(); !strings.HasPrefix(got, "1:") {
			t.Errorf("statements: %s", got)
		}
	})
}

const addresses = "/v1/users/me/addresses"

func someAddress() object {
	return object{"fullName": "Ada Lovelace", "line1": "Unter den Linden 1", "city": "Berlin", "postalCode": "10117", "country": "DE"}
}

func TestAddresses(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		if empty := ada.Do(t, "GET", addresses, nil).Require(t, 200); string(empty.Body) != "[]" {
			t.Errorf("addresses: %s", empty.Body)
		}
		log := eventbustest.Record(t, h.DB)
		saved := func(addressID string, isDefault bool) events.AddressSaved {
			return events.AddressSaved{
				UserID: ada.ID, AddressID: addressID, IsDefault: isDefault, FullName: "Ada Lovelace", Line1: "Unter den Linden 1", City: "Berlin",
				PostalCode: "10117", Country: "DE",
			}
		}
		add := func(isDefault bool) string {
			body := someAddress()
			body["isDefault"] = isDefault
			a := ada.Do(t, "POST", addresses, body).Require(t, 201)
			if a.Header.Get("Location") != addresses+"/"+a.Text("id") {
				t.Errorf("Location %q", a.Header.Get("Location"))
			}
			return a.Text("id")
		}
		defaults := func(want ...bool) {
			t.Helper()
			var all []struct{ IsDefault bool }
			ada.Do(t, "GET", addresses, nil).Require(t, 200).Decode(t, &all)
			var got []bool
			for _, a := range all {
				got = append(got, a.IsDefault)
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("defaults %v, want %v", got, want)
			}
		}
		put := func(addressID string, isDefault bool) {
			t.Helper()
			body := someAddress()
			body["isDefault"] = isDefault
			if a := ada.Do(t, "PUT", addresses+"/"+addressID, body).Require(t, 200); a.Text("id") != addressID {
				t.Errorf("address: %s", a.Body)
			}
		}

		first := add(false) // the first one is the default whatever was asked for
		second := add(false)
		third := add(true)
		defaults(false, false, true)
		put(second, true)
		defaults(false, true, false)
		put(second, false) // it stays: another has to take its place
		defaults(false, true, false)
		ada.Do(t, "DELETE", addresses+"/"+second, nil).Require(t, 204)
		ada.Do(t, "DELETE", addresses+"/"+second, nil).Require(t, 404, "not_found")
		defaults(true, false) // the oldest
		ada.Do(t, "DELETE", addresses+"/"+third, nil).Require(t, 204)
		log.RequireExactly(t, saved(first, true), saved(second, false), saved(first, false), saved(third, true),
			saved(third, false), saved(second, true), saved(second, true),
			events.AddressDeleted{UserID: ada.ID, AddressID: second}, saved(first, true), events.AddressDeleted{UserID: ada.ID, AddressID: third})
	})
}

func TestAddressFaults(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada, bob := h.customer(t, "ada@example.com"), h.customer(t, "bob@example.com")
		own := addresses + "/" + ada.Do(t, "POST", addresses, someAddress()).Require(t, 201).Text("id")
		for _, method := range []string{"GET", "PUT", "DELETE"} {
			var body any
			if method == "PUT" {
				body = someAddress()
			}
			bob.Do(t, method, own, body).Require(t, 404, "not_found")
			ada.Do(t, method, addresses+"/nonsense", body).Require(t, 404, "not_found")
			h.API.Do(t, method, own, body).Require(t, 401, "unauthenticated")
		}
		for field, bad := range map[string][]any{
			"fullName": {nil, "", 5, strings.Repeat("x", 201)}, "line1": {nil, " "}, "city": {nil, ""}, "postalCode": {nil, strings.Repeat("1", 21)},
			"country": {nil, "XX", "de", "DEU", ""}, "isDefault": {"yes"}, "label": {5}, "state": {true}, "nonsense": {1},
		} {
			for _, value := range bad {
				body := someAddress()
				body[field] = value
				got := ada.Do(t, "POST", addresses, body).Require(t, 422).Pointers()
				if len(got) != 1 || !strings.HasPrefix(got[0], "/"+field+" ") {
					t.Errorf("%s = %v: %v", field, value, got)
				}
			}
		}
		// Countries without postcodes, cities without a country around, and Kosovo.
		for country, without := range map[string][]string{"HK": {"city", "postalCode"}, "QA": {"postalCode"}, "SG": {"city"}, "XK": {}} {
			body := someAddress()
			body["country"] = country
			for _, field := range without {
				delete(body, field)
			}
			made := ada.Do(t, "POST", addresses, body).Require(t, 201)
			ada.Do(t, "DELETE", addresses+"/"+made.Text("id"), nil).Require(t, 204)
		}
		body := someAddress()
		body["label"], body["line2"], body["phone"] = nil, "", "+49"
		ada.Do(t, "PUT", own, body).Require(t, 200).RequireFields(t, kit.Fields{"label": nil, "line2": nil, "phone": "+49"})
		for range maxAddresses - 1 {
			ada.Do(t, "POST", addresses, someAddress()).Require(t, 201)
		}
		ada.Do(t, "POST", addresses, someAddress()).Require(t, 422, "validation_failed")
	})
}

func TestAddressesAtOnceLeaveOneDefault(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		statuses := kit.AtOnce(10, func(int) int {
			body := someAddress()
			body["isDefault"] = true
			return ada.Do(t, "POST", addresses, body).Status
		})
		var defaults int64
		if err := h.DB.Model(&address{}).Where("is_default").Count(&defaults).Error; err != nil {
			t.Fatal(err)
		}
		if statuses[201] != 10 || defaults != 1 {
			t.Errorf("statuses %v, %d defaults", statuses, defaults)
		}
	})
}

func TestExport(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		ada.Do(t, "POST", addresses, someAddress()).Require(t, 201)
		ada.Do(t, "GET", "/v1/users/me/export", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"identity.profile.email": ada.Email, "identity.addresses.0.city": "Berlin", "identity.sessions.#": 1,
		})
	})
}

// A language that the shop does not speak is refused as an unknown one, and Accept-Language
// does not choose it.
func TestLanguagesOfTheShop(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		h.Publish(t, shop.SettingsSaved{Group: shop.GroupProfile, Version: 2, After: kit.JSON(t, shop.Profile{
			Name: "Kaffeehaus", Locales: []string{"de"}, Locale: "de",
		})})
		for _, refused := range []kit.Answer{
			ada.Do(t, "PATCH", "/v1/users/me", object{"locale": "en"}),
			h.post(t, "register", object{"email": "b@example.com", "password": goodPassword, "fullName": "Berta", "locale": "en"}),
			h.callers(t).admin.Do(t, "POST", "/v1/admin/staff/invitations",
				object{"email": "c@example.com", "fullName": "Carla", "roleId": id.New(), "locale": "en"}),
		} {
			if got := refused.Require(t, 422, "validation_failed").Pointers(); !slices.Equal(got, []string{"/locale not_allowed"}) {
				t.Errorf("%s", refused.Body)
			}
		}
		ada.Do(t, "PATCH", "/v1/users/me", object{"locale": "de"}).Require(t, 200)
		log := eventbustest.Record(t, h.DB)
		patiently(t, h.API.With("Accept-Language", "en"), "POST", "/v1/auth/register",
			object{"email": "d@example.com", "password": goodPassword, "fullName": "Dora"}).Require(t, 202)
		if asked := eventbustest.Of[events.RegistrationRequested](log); len(asked) != 1 || asked[0].Locale != "de" {
			t.Errorf("%+v", asked)
		}
	})
}
