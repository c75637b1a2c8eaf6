package identity

import (
	"fmt"
	"testing"
	"time"

	"orderd/test/kit"
)

// from calls from a network of its own.
func (h *house) from(network string) *house {
	other := *h.Runner
	other.API = h.API.With("X-Forwarded-For", network)
	return &house{Runner: &other, statements: h.statements}
}

// fail gives n wrong passwords from the network.
func (h *house) fail(t *testing.T, network, email string, n int) {
	t.Helper()
	for range n {
		h.from(network).login(t, email, "not the password").Require(t, 401, "invalid_credentials")
	}
}

const (
	strangers = "198.51.100.1"
	travels   = "203.0.113.7" // the owner's, for the first time
)

// A stranger's failures pause the stranger's network, and no other.
func TestFailuresPauseTheirOwnNetwork(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		owner := h.customer(t, "ada@example.com")
		h.fail(t, strangers, owner.Email, 10)
		h.from(strangers).login(t, owner.Email, phrase).Require(t, 429, "rate_limited")
		h.login(t, owner.Email, phrase).Require(t, 200)
		h.from(travels).login(t, owner.Email, phrase).Require(t, 200)
		h.from(strangers).login(t, owner.Email, phrase).Require(t, 429, "rate_limited")
	})
}

// nearlyPaused gives an address 99 failures within this hour.
func (h *house) nearlyPaused(t *testing.T, email string) {
	t.Helper()
	now := h.Clock.Now()
	if err := h.DB.Save(&loginFailures{AddressID: kit.AddressID(email), Failures: 99, FailedAt: now, CountedFrom: &now}).Error; err != nil {
		t.Fatal(err)
	}
}

// A hundred failures of an hour pause an address, known or not, for all networks but those that lately logged in, and they
// make no more rows.
func TestAHundredFailuresPauseAllOtherNetworks(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		owner := h.customer(t, "ada@example.com")
		for _, email := range []string{owner.Email, "nobody@example.com"} {
			h.nearlyPaused(t, email)
			h.fail(t, strangers, email, 1)
			rows := h.count(t, "identity_login_sources")
			for n := range 3 {
				network := fmt.Sprintf("192.0.2.%d", n)
				refused := h.from(network).login(t, email, "not the password").Require(t, 429, "rate_limited")
				if after := refused.Header.Get("Retry-After"); len(after) != 4 {
					t.Errorf("Retry-After %s, want nearly an hour", after)
				}
			}
			if n := h.count(t, "identity_login_sources"); n != rows {
				t.Errorf("%d rows of networks that are refused", n-rows)
			}
		}
		h.from(travels).login(t, owner.Email, phrase).Require(t, 429, "rate_limited")
		h.login(t, owner.Email, phrase).Require(t, 200)
		h.login(t, owner.Email, "not the password").Require(t, 401, "invalid_credentials")

		// The mailbox lets the owner in from any network, which is then known.
		h.post(t, "forgot-password", object{"email": owner.Email}).Require(t, 202)
		h.from(travels).post(t, "set-password", object{"email": owner.Email, "code": h.codeOf(t, "user_id", owner.ID), "password": better}).Require(t, 200)
		h.from(travels).login(t, owner.Email, better).Require(t, 200)
		h.from("203.0.113.8").login(t, owner.Email, better).Require(t, 429, "rate_limited")
		h.Clock.Advance(time.Hour)
		h.from("203.0.113.8").login(t, owner.Email, better).Require(t, 200)
	})
}

// A network that logged in a month ago is a stranger's again.
func TestTrustEnds(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		owner := h.customer(t, "ada@example.com")
		h.Clock.Advance(31 * 24 * time.Hour)
		h.nearlyPaused(t, owner.Email)
		h.fail(t, strangers, owner.Email, 1)
		h.login(t, owner.Email, phrase).Require(t, 429, "rate_limited")
	})
}

// Who has a valid token is not paused by what others do, and no oracle for a token that was stolen either.
func TestABearerIsPausedByItsOwnFailuresOnly(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		one := h.customer(t, "ada@example.com")
		change := func(c customer, current, fresh string) kit.Answer {
			return c.Do(t, "POST", "/v1/auth/change-password", object{"currentPassword": current, "newPassword": fresh})
		}
		h.fail(t, "127.0.0.1", one.Email, 10) // from the owner's own network
		h.nearlyPaused(t, one.Email)
		h.fail(t, strangers, one.Email, 1)
		h.login(t, one.Email, phrase).Require(t, 429)
		change(one, phrase, better).Require(t, 204)

		one = h.refresh(t, one.Refresh)
		for range 10 {
			change(one, phrase, "another one that is fine").Require(t, 401, "invalid_credentials")
		}
		change(one, better, "another one that is fine").Require(t, 429, "rate_limited")
		one.Do(t, "DELETE", "/v1/users/me", object{"password": better}).Require(t, 429, "rate_limited")
		h.Clock.Advance(time.Minute)
		h.login(t, one.Email, better).Require(t, 200) // of the session's failures none counts at login
		if n := h.count(t, "identity_login_sources"); n < 3 {
			t.Errorf("%d sources", n)
		}
		one.Do(t, "DELETE", "/v1/users/me", object{"password": better}).Require(t, 202)
		for _, table := range []string{"identity_login_sources", "identity_login_failures"} {
			if n := h.count(t, table); n != 0 {
				t.Errorf("%d rows are left in %s", n, table)
			}
		}
	})
}

// Of guesses at once from many networks none beyond the hundredth learns anything, not even from the right password.
func TestNoGuessBeyondTheHundredth(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		owner := h.customer(t, "ada@example.com")
		processes := h.processes(t)
		h.nearlyPaused(t, owner.Email)
		statuses := atOnce(8, func(i int) int {
			caller := processes[i%len(processes)].from(fmt.Sprintf("192.0.2.%d", i))
			return caller.login(t, owner.Email, "not the password").Status
		})
		if statuses[401] != 1 || statuses[401]+statuses[429]+statuses[503] != 8 {
			t.Errorf("8 guesses from 8 networks after 99: %v", statuses)
		}
		h.from(travels).login(t, owner.Email, phrase).Require(t, 429)
	})
}

// A wrong password costs the same work for the address of an account as for any other, counted and refused.
func TestFailuresTellNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		owner := h.customer(t, "ada@example.com")
		work := func(email string, status int) string {
			h.statements.since()
			h.from(strangers).login(t, email, "not the password").Require(t, status)
			return h.statements.since()
		}
		compare := func(status int) {
			t.Helper()
			if known, unknown := work(owner.Email, status), work("bob@example.com", status); known != unknown {
				t.Errorf("status %d: known\n%s\nunknown\n%s", status, known, unknown)
			}
		}
		compare(401)
		for _, email := range []string{owner.Email, "bob@example.com"} {
			h.fail(t, strangers, email, 8)
		}
		compare(401)
		compare(429)
	})
}
