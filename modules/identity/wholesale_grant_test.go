package identity

import (
	"testing"
	"time"

	"orderd/modules/identity/events"
	applications "orderd/modules/wholesale/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func (h *harness) approval(email string) applications.ApplicationApproved {
	return applications.ApplicationApproved{
		ApplicationID: id.New(), TrackingID: "WHS-1", Locale: "de", DecidedAt: h.Clock.Now(), DecidedBy: id.New(),
		BusinessName: "Analytical Engines Ltd", ContactFullName: "Charles Babbage", ContactPhone: "+44 20 1", ContactEmail: email,
		AddressID: kit.AddressID(email),
	}
}

// approve approves an application of the address.
func (h *harness) approve(t *testing.T, email string) applications.ApplicationApproved {
	t.Helper()
	e := h.approval(email)
	h.Publish(t, e)
	return e
}

func (h *harness) user(t *testing.T, email string) user {
	t.Helper()
	u, ok, err := userByEmail(h.DB, email)
	if err != nil || !ok {
		t.Fatalf("no account of %s: %v", email, err)
	}
	return u
}

func TestApprovalMakesAnAccount(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		log := eventbustest.Record(t, h.DB)
		approved := h.approve(t, "Babbage@Example.com")
		u := h.user(t, "babbage@example.com")
		c := h.challenge(t, "user_id", u.ID)
		business, phone := approved.BusinessName, approved.ContactPhone
		granted := events.WholesaleAccessGranted{
			UserID: u.ID, ApplicationID: approved.ApplicationID, TrackingID: "WHS-1", ChallengeID: c.ID, Locale: "de", NewAccount: true,
			Email: "babbage@example.com", FullName: "Charles Babbage", BusinessName: business,
		}
		log.RequireExactly(t, approved, events.AccountCreated{
			UserID: u.ID, Origin: "wholesale", Role: "customer", AccountType: "wholesale", Locale: "de", CreatedAt: u.CreatedAt,
			Email: "babbage@example.com", FullName: "Charles Babbage", Phone: &phone, BusinessName: &business,
		}, granted)

		h.login(t, u.Email, goodPassword).Require(t, 401, "invalid_credentials")
		h.sent(t, c)
		h.Clock.Advance(23 * time.Hour)
		code := h.codeOf(t, "user_id", u.ID)
		session := h.session(t, h.post(t, "set-password", object{"email": u.Email, "code": code, "password": goodPassword}))
		verifiedProfile(t, session).RequireFields(t, kit.Fields{"accountType": "wholesale", "businessName": business, "locale": "de"})
		h.login(t, u.Email, goodPassword).Require(t, 200)

		// The code of an approval lives for a day.
		h.approve(t, "late@example.com")
		late := h.user(t, "late@example.com")
		h.sent(t, h.challenge(t, "user_id", late.ID))
		h.Clock.Advance(25 * time.Hour)
		h.post(t, "set-password", object{"email": late.Email, "code": h.codeOf(t, "user_id", late.ID), "password": goodPassword}).
			Require(t, 400, "invalid_code")
		h.post(t, "forgot-password", object{"email": late.Email}).Require(t, 202)
		h.post(t, "set-password", object{"email": late.Email, "code": h.codeOf(t, "user_id", late.ID), "password": goodPassword}).Require(t, 200)
	})
}

func TestApprovalTurnsAnAccount(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		log := eventbustest.Record(t, h.DB)
		approved := h.approve(t, ada.Email)
		business := approved.BusinessName
		c := h.challenge(t, "user_id", ada.ID)
		log.RequireExactly(t, approved,
			events.AccountTypeChanged{UserID: ada.ID, AccountType: "wholesale", BusinessName: &business},
			events.WholesaleAccessGranted{
				UserID: ada.ID, ApplicationID: approved.ApplicationID, TrackingID: "WHS-1", ChallengeID: c.ID, Locale: "de",
				Email: ada.Email, FullName: "Ada Lovelace", BusinessName: business,
			})
		verifiedProfile(t, ada).RequireFields(t, kit.Fields{"accountType": "wholesale", "businessName": business})
		h.login(t, ada.Email, goodPassword).Require(t, 200)
		h.post(t, "refresh", object{"refreshToken": ada.Refresh}).Require(t, 200)

		// A second application of the same business changes nothing but sends its own mail.
		log = eventbustest.Record(t, h.DB)
		h.approve(t, ada.Email)
		if got := eventNames(log); got != "wholesale.application_approved wholesale_access_granted" {
			t.Errorf("events: %s", got)
		}
	})
}

func TestAnApplicationIsGrantedOnce(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		log := eventbustest.Record(t, h.DB)
		approved := h.approve(t, "babbage@example.com")
		h.Publish(t, approved)
		if n := len(eventbustest.Of[events.WholesaleAccessGranted](log)); n != 1 {
			t.Errorf("one application was granted %d times", n)
		}
	})
}

func TestApprovalsOfErasedPeopleMakeNoAccount(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		late := h.approval(ada.Email) // decided before the erasure, heard after it
		ada.Do(t, "DELETE", "/v1/users/me", object{"password": goodPassword}).Require(t, 202)
		h.Publish(t, late)
		blank := h.approval("")
		h.Publish(t, blank)
		if n := h.count(t, "identity_users"); n != 0 {
			t.Errorf("%d accounts", n)
		}
		h.approve(t, ada.Email) // applied for anew
		h.user(t, ada.Email)
	})
}
