package identity

import (
	"testing"
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
)

// An account has 100 sessions at most: another login ends the oldest, and its tokens.
func TestSessionsAreBounded(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		oldest := h.customer(t, "ada@example.com")
		u := user{ID: oldest.ID}
		for i := range maxSessions - 1 {
			s := newSession(&u, "a device", h.Clock.Now().Add(time.Duration(i+1)*time.Millisecond))
			if err := h.DB.Create(&s).Error; err != nil {
				t.Fatal(err)
			}
		}
		h.Clock.Advance(time.Second)
		oldest.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
		log := eventbustest.Record(t, h.DB)
		h.session(t, h.login(t, oldest.Email, goodPassword))
		ended := eventbustest.Of[events.SessionsEnded](log)
		if n := h.count(t, "identity_sessions"); n != maxSessions || len(ended) != 1 || len(ended[0].SessionIDs) != 1 ||
			ended[0].Reason != "too_many" {
			t.Errorf("%d sessions, %+v", n, ended)
		}
		requireTokenEnds(t, oldest.API)
		h.refuseRefresh(t, oldest.Refresh)
	})
}
