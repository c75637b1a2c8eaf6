package identity

import (
	"fmt"
	"testing"
	"time"

	"orderd/test/kit"
)

// from is the harness with requests from another network.
func (h *harness) from(network string) *harness {
	other := *h.Runner
	other.API = h.API.With("X-Forwarded-For", network)
	return &harness{Runner: &other, statements: h.statements}
}

// fail sends n wrong passwords from the network.
func (h *harness) fail(t *testing.T, network, email string, n int) {
	t.Helper()
	for range n {
		h.from(network).login(t, email, "not the password").Require(t, 401, "invalid_credentials")
	}
}

const (
	foreignNetwork = "198.51.100.1" // a stranger's
	newNetwork     = "203.0.113.7"  // the owner's, for the first time
)

// A stranger's failures lock out the stranger's network, and no other.
func TestFailuresLockOutTheirOwnNetwork(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		owner := h.customer(t, "ada@example.com")
		h.fail(t, foreignNetwork, owner.Email, 10)
		h.from(foreignNetwork).login(t, owner.Email, goodPassword).Require(t, 429, "rate_limited")
		h.login(t, owner.Email, goodPassword).Require(t, 200)
		h.from(newNetwork).login(t, owner.Email, goodPassword).Require(t, 200)
		h.from(foreignNetwork).login(t, owner.Email, goodPassword).Require(t, 429, "rate_limited")
	})
}

// nearlyLocked gives an address 99 failures within this hour, from seven networks.
func (h *harness) nearlyLocked(t *testing.T, email string) {
	t.Helper()
	h.nearlyLockedBy(t, email, hourlyNetworks-1)
}

func (h *harness) nearlyLockedBy(t *testing.T, email string, networks int) {
	t.Helper()
	now := h.Clock.Now()
	for n := range networks {
		if err := h.DB.Save(&loginSource{AddressID: kit.AddressID(email), Source: fmt.Sprint("network ", n), Failures: 14,
			FailedAt: &now}).Error; err != nil {
			t.Fatal(err)
		}
	}
	if err := h.DB.Save(&loginFailures{AddressID: kit.AddressID(email), Failures: 99, FailedAt: now, CountedFrom: &now}).Error; err != nil {
		t.Fatal(err)
	}
}

// A hundred failures in an hour lock an address, known or not, for all networks except those that
// recently logged in. Refused requests write no more rows.
func TestAHundredFailuresLockTheAddress(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		owner := h.customer(t, "ada@example.com")
		for _, email := range []string{owner.Email, "nobody@example.com"} {
			h.nearlyLocked(t, email)
			h.fail(t, foreignNetwork, email, 1)
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
		h.from(newNetwork).login(t, owner.Email, goodPassword).Require(t, 429, "rate_limited")
		h.login(t, owner.Email, goodPassword).Require(t, 200)
		h.login(t, owner.Email, "not the password").Require(t, 401, "invalid_credentials")

		// A mailed code lets the owner in from any network, which is then trusted.
		h.post(t, "forgot-password", object{"email": owner.Email}).Require(t, 202)
		h.from(newNetwork).post(t, "set-password", object{"email": owner.Email, "code": h.codeOf(t, "user_id", owner.ID),
			"password": otherPassword}).Require(t, 200)
		h.from(newNetwork).login(t, owner.Email, otherPassword).Require(t, 200)
		h.from("203.0.113.8").login(t, owner.Email, otherPassword).Require(t, 429, "rate_limited")
		h.Clock.Advance(time.Hour)
		h.from("203.0.113.8").login(t, owner.Email, otherPassword).Require(t, 200)
	})
}

// A hundred failures from fewer than eight networks lock those alone.
func TestFewNetworksLockNoAddress(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		owner := h.customer(t, "ada@example.com")
		h.nearlyLockedBy(t, owner.Email, hourlyNetworks-3)
		h.fail(t, foreignNetwork, owner.Email, 2)
		h.from(newNetwork).login(t, owner.Email, goodPassword).Require(t, 200)
		// The networks of one home are one.
		for n := range 5 {
			h.fail(t, fmt.Sprintf("2001:db8:0:%x::1", n), owner.Email, 1)
		}
		h.fail(t, "203.0.113.8", owner.Email, 1)
		h.from("203.0.113.9").login(t, owner.Email, goodPassword).Require(t, 429, "rate_limited")
	})
}

// A network that logged in a month ago is not trusted any more.
func TestTrustEnds(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		owner := h.customer(t, "ada@example.com")
		h.Clock.Advance(31 * 24 * time.Hour)
		h.nearlyLocked(t, owner.Email)
		h.fail(t, foreignNetwork, owner.Email, 1)
		h.login(t, owner.Email, goodPassword).Require(t, 429, "rate_limited")
	})
}

// The failures of others do not lock out a caller with a valid token. A stolen token does not allow
// unlimited attempts at the password either.
func TestABearerIsLockedOutByItsOwnFailuresOnly(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		one := h.customer(t, "ada@example.com")
		change := func(c customer, current, fresh string) kit.Answer {
			return patiently(t, c.API, "POST", "/v1/auth/change-password", object{"currentPassword": current, "newPassword": fresh})
		}
		h.fail(t, "127.0.0.1", one.Email, 10) // from the owner's own network
		h.nearlyLocked(t, one.Email)
		h.fail(t, foreignNetwork, one.Email, 1)
		h.login(t, one.Email, goodPassword).Require(t, 429)
		change(one, goodPassword, otherPassword).Require(t, 204)

		one = h.refresh(t, one.Refresh)
		for range 10 {
			change(one, goodPassword, "another one that is fine").Require(t, 401, "invalid_credentials")
		}
		change(one, otherPassword, "another one that is fine").Require(t, 429, "rate_limited")
		erase := func() kit.Answer {
			return patiently(t, one.API, "DELETE", "/v1/users/me", object{"password": otherPassword})
		}
		erase().Require(t, 429, "rate_limited")
		h.Clock.Advance(time.Minute)
		// The failures of the session do not count at login.
		h.login(t, one.Email, otherPassword).Require(t, 200)
		if n := h.count(t, "identity_login_sources"); n < 3 {
			t.Errorf("%d sources", n)
		}
		erase().Require(t, 202)
		for _, table := range []string{"identity_login_sources", "identity_login_failures"} {
			if n := h.count(t, table); n != 0 {
				t.Errorf("%d rows are left in %s", n, table)
			}
		}
	})
}

// Of simultaneous attempts from many networks none beyond the hundredth gets an answer, not even
// for the right password.
func TestNoAttemptBeyondTheHundredth(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		owner := h.customer(t, "ada@example.com")
		processes := h.processes(t)
		h.nearlyLocked(t, owner.Email)
		statuses := kit.AtOnce(8, func(i int) int {
			caller := processes[i%len(processes)].from(fmt.Sprintf("192.0.2.%d", i))
			return caller.login(t, owner.Email, "not the password").Status
		})
		if statuses[401] != 1 || statuses[401]+statuses[429]+statuses[503] != 8 {
			t.Errorf("8 attempts from 8 networks after 99: %v", statuses)
		}
		h.from(newNetwork).login(t, owner.Email, goodPassword).Require(t, 429)
	})
}

// A wrong password costs the same statements for the address of an account as for any other, while
// it is counted and while it is refused.
func TestWrongPasswordsCostTheSame(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		owner := h.customer(t, "ada@example.com")
		work := func(email string, status int) string {
			h.statements.take()
			h.from(foreignNetwork).login(t, email, "not the password").Require(t, status)
			return h.statements.take()
		}
		compare := func(status int) {
			t.Helper()
			if known, unknown := work(owner.Email, status), work("bob@example.com", status); known != unknown {
				t.Errorf("status %d: known\n%s\nunknown\n%s", status, known, unknown)
			}
		}
		compare(401)
		for _, email := range []string{owner.Email, "bob@example.com"} {
			h.fail(t, foreignNetwork, email, 8)
		}
		compare(401)
		compare(429)
	})
}
