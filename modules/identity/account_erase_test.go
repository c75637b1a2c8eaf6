package identity

import (
	"strings"
	"testing"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

func TestErasure(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		ada := h.customer(t, "ada.lovelace@example.com")
		h.API.With("Idempotency-Key", "kept").Do(t, "POST", "/v1/auth/register",
			object{"email": ada.Email, "password": otherPassword, "fullName": "Zacharias"}).Require(t, 202)
		caller := ada.With("Idempotency-Key", "kept")
		caller.Do(t, "PATCH", "/v1/users/me", object{"phone": "+49 89 7654321", "fullName": "Zacharias Erasmus"}).Require(t, 200)
		street := someAddress()
		street["line1"] = "Vergissmeinnichtweg 7"
		caller.Do(t, "POST", addresses, street).Require(t, 201)
		admin.With("Idempotency-Key", "kept").Do(t, "PATCH", "/v1/admin/users/"+ada.ID, object{"role": "customer"}).Require(t, 200)
		h.login(t, ada.Email, "not the password").Require(t, 401)
		h.approve(t, ada.Email)

		ada.Do(t, "DELETE", "/v1/users/me", object{"password": "not the password"}).Require(t, 401, "invalid_credentials")
		ada.Do(t, "DELETE", "/v1/users/me", object{}).Require(t, 422, "validation_failed")
		log := eventbustest.Record(t, h.DB)
		if done := ada.Do(t, "DELETE", "/v1/users/me", object{"password": goodPassword}).Require(t, 202); string(done.Body) != "{}" {
			t.Errorf("answer: %s", done.Body)
		}
		if got := eventNames(log); got != "account_erased sessions_ended" {
			t.Errorf("events: %s", got)
		}
		erased := eventbustest.Of[events.AccountErased](log)
		if len(erased) != 1 || erased[0].UserID != ada.ID || erased[0].AddressID != kit.AddressID(ada.Email) ||
			log.Entries()[0].Actor != "user:"+ada.ID {
			t.Errorf("events: %v", log.Entries())
		}
		requireTokenEnds(t, ada.API)
		h.refuseRefresh(t, ada.Refresh)
		h.login(t, ada.Email, goodPassword).Require(t, 401, "invalid_credentials")
		admin.Do(t, "GET", "/v1/admin/users/"+ada.ID, nil).Require(t, 404, "not_found")
		for _, personal := range []string{ada.Email, "Zacharias", "Erasmus", "+49 89 7654321", "Vergissmeinnichtweg 7"} {
			for _, found := range h.find(t, personal) {
				if !strings.Contains(found, "admin@example.com") {
					t.Errorf("%s stands in %s", personal, found)
				}
			}
		}

		// The address is free again.
		again := h.customer(t, ada.Email)
		if again.ID == ada.ID {
			t.Error("the erased account is back")
		}
	})
}
