package identity

import (
	"testing"
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit/moduletest"
)

// networks counts the events that name the client's network.
func (h *harness) networks(t *testing.T) (n int64) {
	t.Helper()
	if err := h.DB.Table("events").Where("personal LIKE ? OR payload LIKE ?", "%"+moduletest.Network+"%", "%"+moduletest.Network+"%").
		Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// The log names the network of a login or a failed one for 30 days, by a keyed digest, and not
// after an erasure.
func TestNetworksAreErasedFromTheLog(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		deps := Deps{DB: h.DB, Clock: h.Clock, Log: h.Log}
		ada, bob := h.customer(t, "ada@example.com"), h.customer(t, "bob@example.com")
		log := eventbustest.Record(t, h.DB)
		h.login(t, bob.Email, goodPassword).Require(t, 200)
		h.login(t, bob.Email, "not the password").Require(t, 401)
		h.login(t, ada.Email, "not the password").Require(t, 401)
		ada.Do(t, "POST", "/v1/auth/change-password", object{"currentPassword": "not the password", "newPassword": "nine bridges at dawn"}).
			Require(t, 401)
		in, failed := eventbustest.Of[events.LoggedIn](log), eventbustest.Of[events.LoginFailed](log)
		if len(in) != 1 || in[0].Network != moduletest.Network || len(failed) != 3 || failed[0].Network != moduletest.Network ||
			failed[2].Network != moduletest.Network {
			t.Errorf("in %+v, failed %+v", in, failed)
		}
		if n := h.networks(t); n != 6 { // with the two verifications
			t.Errorf("%d events name the network, want 6", n)
		}
		ada.Do(t, "DELETE", "/v1/users/me", object{"password": goodPassword}).Require(t, 202)
		if n := h.networks(t); n != 3 {
			t.Errorf("%d events name the network after an erasure, want 3", n)
		}
		for _, step := range []struct {
			by   time.Duration
			left int64
		}{{29 * 24 * time.Hour, 3}, {25 * time.Hour, 0}} {
			h.Clock.Advance(step.by)
			if err := deps.deleteExpired(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := h.networks(t); n != step.left {
				t.Errorf("%d events name the network, want %d", n, step.left)
			}
		}
	})
}
