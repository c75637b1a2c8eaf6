package identity

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

func (h *harness) refresh(t *testing.T, token string) customer {
	t.Helper()
	return h.session(t, h.post(t, "refresh", object{"refreshToken": token}))
}

func (h *harness) refuseRefresh(t *testing.T, token string) {
	t.Helper()
	h.post(t, "refresh", object{"refreshToken": token}).Require(t, 401, "invalid_refresh_token")
}

func TestRefresh(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		log := eventbustest.Record(t, h.DB)
		next := h.refresh(t, ada.Refresh)
		if next.Refresh == ada.Refresh || next.ID != ada.ID {
			t.Error("not the next token")
		}
		next.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
		if got := eventNames(log); got != "session_refreshed" || log.Entries()[0].Actor != "user:"+ada.ID {
			t.Errorf("events: %v", log.Entries())
		}

		// A client that lost the answer gets the same successor, for ten seconds.
		h.Clock.Advance(3 * time.Second)
		if again := h.refresh(t, ada.Refresh); again.Refresh != next.Refresh {
			t.Error("another successor")
		}
		if got := eventNames(log); got != "session_refreshed" {
			t.Errorf("events: %s", got)
		}
		h.Clock.Advance(8 * time.Second)
		log = eventbustest.Record(t, h.DB)
		h.refuseRefresh(t, ada.Refresh)
		h.refuseRefresh(t, next.Refresh) // the session has ended
		requireTokenEnds(t, next.API)
		ended := eventbustest.Of[events.SessionsEnded](log)
		if len(ended) != 1 || ended[0].UserID != ada.ID || ended[0].Reason != "token_reuse" {
			t.Errorf("events: %+v", ended)
		}
	})
}

func TestOneRefreshTokenHasOneSuccessor(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		processes := h.processes(t)
		ada := h.customer(t, "ada@example.com")
		log := eventbustest.Record(t, h.DB)
		successors := kit.AtOnce(20, func(i int) string {
			return processes[i%len(processes)].post(t, "refresh", object{"refreshToken": ada.Refresh}).Text("refreshToken")
		})
		if len(successors) != 1 || successors[""] > 0 {
			t.Fatalf("successors: %v", successors)
		}
		if n := len(eventbustest.Of[events.SessionRefreshed](log)); n != 1 {
			t.Errorf("%d times moved on", n)
		}
		for successor := range successors {
			h.refresh(t, successor)
		}
	})
}

func TestSessionsExpire(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		idle := h.customer(t, "idle@example.com")
		h.Clock.Advance(30*24*time.Hour + time.Second)
		h.refuseRefresh(t, idle.Refresh)

		// Used every 20 days, a session lives for 90.
		busy := h.session(t, h.login(t, "idle@example.com", goodPassword))
		for range 4 {
			h.Clock.Advance(20 * 24 * time.Hour)
			busy = h.refresh(t, busy.Refresh)
		}
		last := h.post(t, "refresh", object{"refreshToken": busy.Refresh}).Require(t, 200)
		if left := last.Number("refreshExpiresIn"); left > 10*24*3600 || left < 10*24*3600-60 {
			t.Errorf("%v s are left, want 10 days", left)
		}
		h.Clock.Advance(10*24*time.Hour + time.Second)
		h.refuseRefresh(t, last.Text("refreshToken"))

		// Expired sessions are not listed.
		now := h.session(t, h.login(t, "idle@example.com", goodPassword))
		if list := now.Do(t, "GET", "/v1/auth/sessions", nil).Require(t, 200); list.Number("meta.total") != 1 {
			t.Errorf("sessions: %s", list.Body)
		}
	})
}

func TestForgedRefreshTokens(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		raw, err := base64.RawURLEncoding.DecodeString(ada.Refresh)
		if err != nil {
			t.Fatal(err)
		}
		raw[23]++ // the next number
		for _, token := range []string{
			"nonsense", strings.Repeat("x", 200), base64.RawURLEncoding.EncodeToString(raw), ada.Refresh[:len(ada.Refresh)-1], ada.Refresh + "A",
			ada.Access[:100],
		} {
			h.refuseRefresh(t, token)
		}
		h.refresh(t, ada.Refresh)
	})
}

func TestSessions(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		one := h.customer(t, "ada@example.com")
		two := h.session(t, h.login(t, one.Email, goodPassword))
		three := h.session(t, h.login(t, one.Email, goodPassword))
		other := h.customer(t, "bob@example.com")
		list := two.Do(t, "GET", "/v1/auth/sessions?limit=2", nil).Require(t, 200)
		if list.Number("meta.total") != 3 || list.Number("meta.totalPages") != 2 {
			t.Fatalf("sessions: %s", list.Body)
		}
		var second string
		var all struct {
			Data []struct {
				ID      string
				Current bool
			}
		}
		two.Do(t, "GET", "/v1/auth/sessions", nil).Decode(t, &all)
		for _, s := range all.Data {
			if s.Current {
				second = s.ID
			}
		}
		log := eventbustest.Record(t, h.DB)
		other.Do(t, "DELETE", "/v1/auth/sessions/"+second, nil).Require(t, 404, "not_found")
		one.Do(t, "DELETE", "/v1/auth/sessions/nonsense", nil).Require(t, 404, "not_found")
		one.Do(t, "DELETE", "/v1/auth/sessions/"+second, nil).Require(t, 204)
		one.Do(t, "DELETE", "/v1/auth/sessions/"+second, nil).Require(t, 404, "not_found")
		requireTokenEnds(t, two.API)
		h.refuseRefresh(t, two.Refresh)
		three.Do(t, "POST", "/v1/auth/logout", nil).Require(t, 204)
		requireTokenEnds(t, three.API)
		h.refuseRefresh(t, three.Refresh)
		one.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
		ended := eventbustest.Of[events.SessionsEnded](log)
		if len(ended) != 2 || ended[0].Reason != "ended" || ended[0].SessionIDs[0] != second || ended[1].Reason != "logout" {
			t.Errorf("events: %+v", ended)
		}
	})
}
