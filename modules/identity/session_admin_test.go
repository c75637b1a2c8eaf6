package identity

import (
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/test/kit"
)

func leftOf(t *testing.T, a kit.Answer, want time.Duration) {
	t.Helper()
	if left := a.Require(t, 200).Number("refreshExpiresIn"); left > want.Seconds() || left < want.Seconds()-60 {
		t.Errorf("the session ends in %v s, want %v", left, want)
	}
}

func listed(t *testing.T, c customer) float64 {
	t.Helper()
	return c.Do(t, "GET", "/v1/auth/sessions", nil).Require(t, 200).Number("meta.total")
}

// The session of an admin ends after 12 hours without use, that of a customer after 30 days.
func TestIdleAdminSessionsEnd(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.admin(t, "admin@example.com")
		first := h.login(t, "admin@example.com", goodPassword)
		leftOf(t, first, 12*time.Hour)
		admin := h.session(t, first)
		h.Clock.Advance(11 * time.Hour)
		again := h.post(t, "refresh", object{"refreshToken": admin.Refresh})
		leftOf(t, again, 12*time.Hour)
		admin = h.session(t, again)
		h.Clock.Advance(12*time.Hour + time.Second)
		h.refuseRefresh(t, admin.Refresh)
		// The new one, and the one that the account began with.
		if n := listed(t, h.session(t, h.login(t, "admin@example.com", goodPassword))); n != 2 {
			t.Errorf("%v sessions are listed", n)
		}
		leftOf(t, h.post(t, "refresh", object{"refreshToken": h.customer(t, "ada@example.com").Refresh}), 30*24*time.Hour)
	})
}

// The sessions of a new admin end like an admin's, and after the demotion like a customer's again.
func TestANewAdminsSessionsEndSooner(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		ada, used := h.customer(t, "ada@example.com"), h.session(t, h.login(t, "ada@example.com", goodPassword))
		admin.Do(t, "PATCH", "/v1/admin/users/"+ada.ID, object{"role": auth.RoleAdmin}).Require(t, 200)
		h.Clock.Advance(11 * time.Hour)
		fresh := h.post(t, "refresh", object{"refreshToken": used.Refresh})
		leftOf(t, fresh, 12*time.Hour)
		h.Clock.Advance(time.Hour + time.Second)
		h.refuseRefresh(t, ada.Refresh)

		admin = h.session(t, h.login(t, "admin@example.com", goodPassword))
		admin.Do(t, "PATCH", "/v1/admin/users/"+ada.ID, object{"role": auth.RoleCustomer}).Require(t, 200)
		leftOf(t, h.post(t, "refresh", object{"refreshToken": fresh.Text("refreshToken")}), 30*24*time.Hour)
	})
}

// Sessions that an older version gave an admin for 30 days end 12 hours after the start.
func TestOldAdminSessionsAreShortened(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, ada := h.admin(t, "admin@example.com"), h.customer(t, "ada@example.com")
		if err := h.DB.Exec("UPDATE identity_sessions SET expires_at = ends_at").Error; err != nil {
			t.Fatal(err)
		}
		if err := h.Module.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.Clock.Advance(12*time.Hour + time.Second)
		h.refuseRefresh(t, admin.Refresh)
		h.refresh(t, ada.Refresh)
	})
}
