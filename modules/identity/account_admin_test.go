package identity

import (
	"strings"
	"testing"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// An admin reads everything that is held on a user, and the audit says so.
func TestAdminExports(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, ada := h.admin(t, "admin@example.com"), h.customer(t, "ada@example.com")
		path := "/v1/admin/users/" + ada.ID + "/export"
		h.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
		ada.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		for _, unknown := range []string{id.New(), "no-id"} {
			admin.Do(t, "GET", "/v1/admin/users/"+unknown+"/export", nil).Require(t, 404, "not_found")
		}
		log := eventbustest.Record(t, h.DB)
		want := ada.Do(t, "GET", "/v1/users/me/export", nil).Require(t, 200)
		got := admin.Do(t, "GET", path, nil).Require(t, 200)
		if string(got.Body) != string(want.Body) || !strings.Contains(string(got.Body), "ada@example.com") {
			t.Errorf("%s, want %s", got.Body, want.Body)
		}
		log.RequireExactly(t, events.AccountExported{UserID: ada.ID})
		if actor := log.Entries()[0].Actor; actor != "user:"+admin.ID {
			t.Errorf("by %s", actor)
		}
	})
}

// An admin erases a user as the user would, and the reason stays in the log.
func TestAdminErases(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, ada := h.admin(t, "admin@example.com"), h.customer(t, "ada.lovelace@example.com")
		path := "/v1/admin/users/" + ada.ID + "/erase"
		body := object{"reason": "Asked for on paper."}
		ada.Do(t, "POST", addresses, someAddress()).Require(t, 201)
		h.API.Do(t, "POST", path, body).Require(t, 401, "unauthenticated")
		ada.Do(t, "POST", path, body).Require(t, 403, "forbidden")
		for _, unknown := range []string{id.New(), "no-id"} {
			admin.Do(t, "POST", "/v1/admin/users/"+unknown+"/erase", body).Require(t, 404, "not_found")
		}
		for _, bad := range []object{{}, {"reason": " "}, {"reason": strings.Repeat("x", 2001)}, {"reason": "x", "password": "x"}} {
			admin.Do(t, "POST", path, bad).Require(t, 422)
		}

		log := eventbustest.Record(t, h.DB)
		keyed := admin.With("Idempotency-Key", "once")
		for range 2 {
			if done := keyed.Do(t, "POST", path, body).Require(t, 202); string(done.Body) != "{}" {
				t.Errorf("answer: %s", done.Body)
			}
		}
		if got := eventNames(log); got != "account_erased erasure_requested sessions_ended" {
			t.Errorf("events: %s", got)
		}
		erased := eventbustest.Of[events.AccountErased](log)[0]
		if erased.UserID != ada.ID || erased.AddressID != kit.AddressID(ada.Email) || log.Entries()[0].Actor != "user:"+admin.ID {
			t.Errorf("events: %v", log.Entries())
		}
		if why := eventbustest.Of[events.ErasureRequested](log); len(why) != 1 || why[0].Reason != "Asked for on paper." {
			t.Errorf("events: %v", log.Entries())
		}
		requireTokenEnds(t, ada.API)
		h.refuseRefresh(t, ada.Refresh)
		h.login(t, ada.Email, goodPassword).Require(t, 401, "invalid_credentials")
		admin.Do(t, "GET", "/v1/admin/users/"+ada.ID, nil).Require(t, 404, "not_found")
		admin.Do(t, "POST", path, body).Require(t, 404, "not_found")
		for _, found := range h.find(t, ada.Email) {
			t.Errorf("the address stands in %s", found)
		}
		if again := h.customer(t, ada.Email); again.ID == ada.ID {
			t.Error("the erased account is back")
		}
	})
}

// The guards of an erasure: the own account, the last admin, and the staff.
func TestWhomAnAdminErases(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		body := object{"reason": "Asked for on paper."}
		erase := func(who customer, userID string) kit.Answer {
			return who.Do(t, "POST", "/v1/admin/users/"+userID+"/erase", body)
		}
		admin := h.admin(t, "admin@example.com")
		erase(admin, admin.ID).Require(t, 409, "invalid_transition")
		second := h.admin(t, "second@example.com")
		erase(second, second.ID).Require(t, 409, "invalid_transition")

		clerk, _ := h.staff(t, admin, "clerk@example.com", "customers:write")
		erase(clerk, admin.ID).Require(t, 403, "forbidden")
		erase(clerk, clerk.ID).Require(t, 409, "invalid_transition")
		other, _ := h.staff(t, admin, "other@example.com", "stock:read")
		erase(clerk, other.ID).Require(t, 403, "forbidden")
		reader, _ := h.staff(t, admin, "reader@example.com", "customers:read")
		ada := h.customer(t, "ada@example.com")
		erase(reader, ada.ID).Require(t, 403, "forbidden")
		erase(clerk, ada.ID).Require(t, 202)
		erase(admin, other.ID).Require(t, 202)
		erase(admin, second.ID).Require(t, 202)

		boss, _ := h.staff(t, admin, "boss@example.com", "customers:write", "staff:write")
		erase(boss, admin.ID).Require(t, 403, "forbidden")
	})
}

// Of two admins who erase each other one succeeds.
func TestAdminsWhoEraseEachOtherAtOnce(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		processes := h.processes(t)
		one, two := h.admin(t, "one@example.com"), h.admin(t, "two@example.com")
		statuses := kit.AtOnce(2, func(i int) int {
			callers, targets := []customer{one, two}, []customer{two, one}
			api := processes[i%len(processes)].API.As(callers[i].Access)
			return api.Do(t, "POST", "/v1/admin/users/"+targets[i].ID+"/erase", object{"reason": "x"}).Status
		})
		n, err := countAdmins(h.DB)
		if err != nil || n != 1 || statuses[202] != 1 {
			t.Errorf("%v, %d admins are left, %v", statuses, n, err)
		}
	})
}
