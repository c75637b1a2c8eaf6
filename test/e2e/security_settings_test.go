package e2e

import (
	"testing"
	"time"

	"orderd/test/kit"
)

// TestTheShopWithEachSecuritySetting runs the flows of customers and guests with each setting for
// security that differs from the default: none may get in the way of who it does not concern. The
// settings have nothing to do with the database.
func TestTheShopWithEachSecuritySetting(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		settings []string
		enrol    bool // the admin has a second factor
		later    time.Duration
		noGuests bool
	}{
		"second factor required":   {settings: []string{"ORDERD_AUTH_STAFF_SECOND_FACTOR=required"}, enrol: true},
		"second factor, not asked": {enrol: true},
		"short proof": {
			settings: []string{"ORDERD_AUTH_STEP_UP_AGE=1m", "ORDERD_AUTH_STAFF_SECOND_FACTOR=required"}, enrol: true,
			later: 2 * time.Minute, // the proof is over
		},
		"limits":    {settings: []string{"ORDERD_LIMITS_ENABLED=true"}},
		"no guests": {settings: []string{"ORDERD_SHOP_GUEST_CHECKOUT=false"}, noGuests: true},
		"staff elsewhere": {
			settings: []string{"ORDERD_AUTH_STAFF_ORIGIN=https://staff.example", "ORDERD_AUTH_STAFF_SECOND_FACTOR=required"}, enrol: true,
		},
		"open orders not counted": {settings: []string{"ORDERD_ORDERING_OPEN_ORDERS=0,0,0", "ORDERD_ORDERING_OPEN_UNITS=0,0,0"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, kit.Dialects[0], row.settings...)
			owner := s.session(s.login(adminEmail, adminPassword).Require(t, 200))
			s.usesOwnAccount(owner) // before the second factor: the staff shop, too
			if row.enrol {
				s.enrolAdmin()
			}
			if row.later > 0 {
				s.settled()
				s.advance(row.later)
			}
			day := newFirstDay(t, s)
			day.run()
			s.shopsAsGuest(day, row.noGuests)
			s.usesOwnAccount(day.ada)
		})
	}
}

// shopsAsGuest orders without an account, opens the order with a mailed code, and cancels it.
func (s *shop) shopsAsGuest(d *firstDay, refused bool) {
	s.t.Helper()
	email := someone("guest")
	made := s.guestOrder(email, d.productID, d.methodID)
	if refused {
		made.Require(s.t, 401, "unauthenticated")
		return
	}
	made.Require(s.t, 201)
	s.awaitMails(email, 1)
	number := object{"number": made.Text("number"), "email": email}
	s.api.Do(s.t, "POST", "/v1/orders/lookup", number).Require(s.t, 202)
	number["code"] = code(s.t, s.awaitMails(email, 2)[0])
	opened := s.api.Do(s.t, "POST", "/v1/orders/lookup/verify", number).Require(s.t, 200)
	guest := s.api.With("X-Order-Token", opened.Text("orderToken"))
	guest.Do(s.t, "POST", "/v1/orders/"+made.Text("id")+"/cancel", nil).Require(s.t, 200)
}

// usesOwnAccount does what everybody does with an account, and logs out.
func (s *shop) usesOwnAccount(c session) {
	s.t.Helper()
	for _, path := range []string{"/v1/users/me", "/v1/users/me/export", "/v1/orders", "/v1/cart", "/v1/notifications", "/v1/auth/sessions"} {
		c.Do(s.t, "GET", path, nil).Require(s.t, 200)
	}
	c.Do(s.t, "PATCH", "/v1/users/me", object{"locale": "de"}).Require(s.t, 200)
	again := s.session(s.api.Do(s.t, "POST", "/v1/auth/refresh", object{"refreshToken": c.Refresh}).Require(s.t, 200))
	again.Do(s.t, "POST", "/v1/auth/logout", nil).Require(s.t, 204)
}
