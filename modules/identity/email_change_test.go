package identity

import (
	"strings"
	"testing"
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/platform/onetimecode"
	"orderd/test/kit"
)

const emailPath = "/v1/users/me/email"

// requestEmail asks for another address and returns the change's id and its code.
func (h *harness) requestEmail(t *testing.T, c customer, email string) (changeID, code string) {
	t.Helper()
	a := patiently(t, c.API, "POST", emailPath, object{"email": email, "password": goodPassword}).Require(t, 202)
	changeID = a.Text("changeId")
	return changeID, h.codeOfChange(t, changeID, onetimecode.EmailChange)
}

func (h *harness) codeOfChange(t *testing.T, changeID string, purpose onetimecode.Purpose) string {
	t.Helper()
	return onetimecode.Derive(secrets.First(), purpose, h.challengeOfChange(t, changeID, purpose).CodeID)
}

func (h *harness) challengeOfChange(t *testing.T, changeID string, purpose onetimecode.Purpose) challenge {
	t.Helper()
	var c challenge
	if err := h.DB.Where("change_id = ? AND purpose = ?", changeID, purpose).Take(&c).Error; err != nil {
		t.Fatal(err)
	}
	return c
}

// undo is the body that the mail to the former address has.
func (h *harness) undo(t *testing.T, changeID string) object {
	t.Helper()
	return object{
		"changeId": h.challengeOfChange(t, changeID, onetimecode.EmailUndo).ID,
		"code":     h.codeOfChange(t, changeID, onetimecode.EmailUndo),
	}
}

func (h *harness) confirmEmail(t *testing.T, c customer, changeID, code string) kit.Answer {
	t.Helper()
	return c.Do(t, "POST", emailPath+"/confirm", object{"changeId": changeID, "code": code})
}

// changeEmail changes the address of the user and returns the change's id.
func (h *harness) changeEmail(t *testing.T, c customer, email string) string {
	t.Helper()
	changeID, code := h.requestEmail(t, c, email)
	h.confirmEmail(t, c, changeID, code).Require(t, 200).RequireFields(t, kit.Fields{"email": email})
	return changeID
}

func TestChangeOfEmail(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		other := h.session(t, h.login(t, ada.Email, goodPassword))
		log := eventbustest.Record(t, h.DB)
		a := ada.Do(t, "POST", emailPath, object{"email": "ADA@example.org", "password": goodPassword}).Require(t, 202)
		changeID := a.Text("changeId")
		a.RequireFields(t, kit.Fields{"email": "ada@example.org"})
		asked := h.challengeOfChange(t, changeID, onetimecode.EmailChange)
		if at := moment(t, a.Text("codeExpiresAt")); !at.Equal(asked.MadeAt.Add(15 * time.Minute).Truncate(time.Millisecond)) {
			t.Errorf("codeExpiresAt %s", at)
		}
		log.RequireExactly(t, events.EmailChangeRequested{
			UserID: ada.ID, ChangeID: changeID, ChallengeID: asked.ID, AddressID: kit.AddressID("ada@example.org"), Locale: "en",
			Email: "ada@example.org",
		})
		code := h.codeOfChange(t, changeID, onetimecode.EmailChange)
		h.confirmEmail(t, other, changeID, wrong(code)).Require(t, 400, "invalid_code")
		log = eventbustest.Record(t, h.DB)
		h.Clock.Advance(time.Minute)
		profile := h.confirmEmail(t, ada, changeID, " "+code[:4]+"-"+code[4:]).Require(t, 200)
		profile.RequireFields(t, kit.Fields{"id": ada.ID, "email": "ada@example.org"})
		if at := moment(t, profile.Text("emailVerifiedAt")); at.Before(asked.MadeAt.Add(time.Minute).Truncate(time.Millisecond)) {
			t.Errorf("verified at %s", at)
		}
		if got := eventNames(log); got != "email_changed email_undo_offered sessions_ended" {
			t.Errorf("events: %s", got)
		}
		changed := eventbustest.Of[events.EmailChanged](log)[0]
		if changed.Email != "ada@example.org" || changed.FormerEmail != ada.Email || changed.Undone || changed.ChangeID != changeID {
			t.Errorf("%+v", changed)
		}
		requireTokenEnds(t, other.API)
		h.confirmEmail(t, ada, changeID, code).Require(t, 400, "invalid_code")
		h.login(t, ada.Email, goodPassword).Require(t, 401, "invalid_credentials")
		h.login(t, "ada@example.org", goodPassword).Require(t, 200)
		// The token in hand has the former address, and its session goes on.
		ada.Do(t, "POST", "/v1/auth/change-password", object{"currentPassword": goodPassword, "newPassword": otherPassword}).
			Require(t, 204)
		h.refresh(t, ada.Refresh)
		export := ada.Do(t, "GET", "/v1/users/me/export", nil).Require(t, 200)
		export.RequireFields(t, kit.Fields{
			"identity.emailChanges.0.email": "ada@example.org", "identity.emailChanges.0.formerEmail": "ada@example.com",
		})
	})
}

func TestChangeOfEmailRefuses(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada, bob := h.customer(t, "ada@example.com"), h.customer(t, "bob@example.com")
		ask := func(body object) kit.Answer { return patiently(t, ada.API, "POST", emailPath, body) }
		log := eventbustest.Record(t, h.DB)
		ask(object{"email": "Ada@Example.com", "password": "not the password"}).Require(t, 422, "validation_failed").
			RequireFields(t, kit.Fields{"errors.0.pointer": "/email", "errors.0.code": "not_allowed"})
		ask(object{"email": "nonsense"}).Require(t, 422, "validation_failed")
		log.RequireExactly(t)
		changeID, code := h.requestEmail(t, ada, "ada@example.org")
		h.confirmEmail(t, bob, changeID, code).Require(t, 400, "invalid_code") // another's
		h.confirmEmail(t, ada, id.New(), code).Require(t, 400, "invalid_code")
		h.confirmEmail(t, ada, "nonsense", code).Require(t, 422, "validation_failed")
		h.confirmEmail(t, ada, changeID, "123").Require(t, 422, "validation_failed")
		for range maxAttempts {
			h.confirmEmail(t, ada, changeID, wrong(code)).Require(t, 400, "invalid_code")
		}
		h.confirmEmail(t, ada, changeID, code).Require(t, 400, "invalid_code")
		late, lateCode := h.requestEmail(t, ada, "ada@example.net")
		if err := h.DB.Model(&challenge{}).Where("change_id = ?", late).Update("expires_at", h.Clock.Now()).Error; err != nil {
			t.Fatal(err)
		}
		h.confirmEmail(t, ada, late, lateCode).Require(t, 400, "invalid_code")
	})
}

// Wrong passwords lock the session out, as at the other operations that ask for the password.
func TestChangeOfEmailLocksOut(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		other := h.session(t, h.login(t, ada.Email, goodPassword))
		for range freeFailures {
			patiently(t, ada.API, "POST", emailPath, object{"email": "a@example.org", "password": "not the password"}).
				Require(t, 401, "invalid_credentials")
		}
		ask := object{"email": "a@example.org", "password": goodPassword}
		patiently(t, ada.API, "POST", emailPath, ask).Require(t, 429, "rate_limited")
		patiently(t, other.API, "POST", emailPath, ask).Require(t, 202)
	})
}

// The answer and the statements are the same for an address that has an account and for one that is
// held; a code that is guessed is not accepted.
func TestChangeToAKnownAddressLooksTheSame(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada, bob := h.customer(t, "ada@example.com"), h.customer(t, "bob@example.com")
		h.changeEmail(t, bob, "bob@example.org")
		ask := func(email string) (changeID, body, writes string) {
			h.statements.take()
			a := ada.Do(t, "POST", emailPath, object{"email": email, "password": goodPassword}).Require(t, 202)
			writes = h.statements.take()
			body = strings.NewReplacer(a.Text("changeId"), "ID", a.Text("codeExpiresAt"), "T", email, "E").Replace(string(a.Body))
			return a.Text("changeId"), body, writes
		}
		_, body, writes := ask("new@example.com")
		for _, email := range []string{"bob@example.org", "bob@example.com"} {
			log := eventbustest.Record(t, h.DB)
			changeID, sameBody, sameWrites := ask(email)
			if sameBody != body || sameWrites != writes {
				t.Errorf("%s:\n%s\n%s\n%s\n%s", email, body, sameBody, writes, sameWrites)
			}
			refused := eventbustest.Of[events.RegistrationRefused](log)
			if len(refused) != 1 || len(log.Names()) != 1 || refused[0].UserID != bob.ID || refused[0].Email != email {
				t.Errorf("%s: %+v", email, log.Entries())
			}
			h.confirmEmail(t, ada, changeID, h.codeOfChange(t, changeID, onetimecode.EmailChange)).Require(t, 400, "invalid_code")
		}
	})
}

// A former address is no other account's while it can be undone: registrations, invitations, other
// changes and the operator are refused, and the constraint refuses whoever does not look.
func TestFormerAddressIsHeld(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		ada, eve := h.customer(t, "ada@example.com"), h.customer(t, "eve@example.com")
		early, earlyCode := h.register(t, "ada@example.org") // the new address: ends with the change
		changeID := h.changeEmail(t, ada, "ada@example.org")
		h.post(t, "verify-email", object{"email": "ada@example.org", "code": earlyCode, "registrationId": early}).
			Require(t, 400, "invalid_code")

		log := eventbustest.Record(t, h.DB)
		registrationID, code := h.register(t, ada.Email)
		if got := eventNames(log); got != "registration_refused" {
			t.Errorf("events: %s", got)
		}
		verify := object{"email": ada.Email, "code": code, "registrationId": registrationID}
		h.post(t, "verify-email", verify).Require(t, 400, "invalid_code")
		role := admin.role(t, "Packer", "orders:read")
		admin.Do(t, "POST", "/v1/admin/staff/invitations", object{"email": ada.Email, "fullName": "A", "roleId": role}).
			Require(t, 422, "validation_failed").RequireFields(t, kit.Fields{"errors.0.pointer": "/email", "errors.0.code": "not_allowed"})
		for _, change := range []string{
			"UPDATE identity_users SET email = 'ada@example.com' WHERE id = '" + eve.ID + "'",
			"INSERT INTO identity_users (id, email, full_name, role, account_type, locale, search, created_at, updated_at) SELECT '" + id.New() +
				"', 'ada@example.com', 'Eve', 'customer', 'retail', 'en', '', created_at, updated_at FROM identity_users WHERE id = '" + eve.ID + "'",
		} {
			if err := h.DB.Exec(change).Error; err == nil {
				t.Errorf("the constraint accepts %s", change)
			}
		}
		// Its own account may have it again.
		back := h.changeEmail(t, ada, "ada@example.com")
		h.changeEmail(t, ada, "ada@example.net")

		// When the time is over, the address is free, and the code that undoes the change is not good.
		undo := h.undo(t, changeID)
		h.Clock.Advance(mailDeadline + undoTTL)
		h.post(t, "undo-email-change", undo).Require(t, 400, "invalid_code")
		h.customer(t, "ada@example.com")
		h.post(t, "undo-email-change", h.undo(t, back)).Require(t, 400, "invalid_code")
	})
}

// Who has the session and the password, and not the mailbox, loses all of it by the code in the
// mail: the address, the sessions, the password, later changes, and the account by other addresses.
func TestUndoOfAChange(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		log := eventbustest.Record(t, h.DB)
		first := h.changeEmail(t, ada, "eve@example.com")
		offered := eventbustest.Of[events.EmailUndoOffered](log)
		if len(offered) != 1 || offered[0].Email != ada.Email || offered[0].UserID != ada.ID {
			t.Errorf("%+v", offered)
		}
		undo := h.undo(t, first)
		eve := h.session(t, h.login(t, "eve@example.com", goodPassword))
		second := h.changeEmail(t, eve, "eve@example.org")
		pending, pendingCode := h.requestEmail(t, eve, "eve@example.net")
		named := h.post(t, "forgot-password", object{"email": "eve@example.org"}).Require(t, 202).Text("challengeId")
		stolen := h.codeOf(t, "id", named)

		// The thief knows the id of the change, and uses up the attempts that name it, and no other.
		for range maxAttempts {
			h.post(t, "undo-email-change", object{"changeId": first, "code": wrong(undo["code"].(string))}).Require(t, 400, "invalid_code")
		}
		h.post(t, "undo-email-change", object{"changeId": first, "code": undo["code"]}).Require(t, 400, "invalid_code")

		log = eventbustest.Record(t, h.DB)
		if a := h.post(t, "undo-email-change", undo).Require(t, 204); len(a.Body) != 0 {
			t.Errorf("answer: %s", a.Body)
		}
		if got := eventNames(log); got != "email_changed password_code_requested sessions_ended" {
			t.Errorf("events: %s", got)
		}
		if e := eventbustest.Of[events.EmailChanged](log)[0]; !e.Undone || e.Email != ada.Email || e.FormerEmail != "eve@example.org" {
			t.Errorf("%+v", e)
		}
		requireTokenEnds(t, eve.API)
		requireTokenEnds(t, ada.API)
		for _, email := range []string{"eve@example.com", "eve@example.org", ada.Email} {
			h.login(t, email, goodPassword).Require(t, 401, "invalid_credentials")
			h.login(t, email, " ").Require(t, 401, "invalid_credentials")
		}
		h.post(t, "undo-email-change", undo).Require(t, 400, "invalid_code")
		h.post(t, "undo-email-change", h.undo(t, second)).Require(t, 400, "invalid_code")
		for _, email := range []string{"eve@example.org", ada.Email} {
			h.post(t, "set-password", object{"email": email, "code": stolen, "password": otherPassword, "challengeId": named}).
				Require(t, 400, "invalid_code")
		}
		mailed := eventbustest.Of[events.PasswordCodeRequested](log)[0]
		if mailed.Email != ada.Email {
			t.Errorf("%+v", mailed)
		}
		set := object{"email": ada.Email, "code": h.codeOf(t, "id", mailed.ChallengeID), "password": otherPassword,
			"challengeId": mailed.ChallengeID}
		owner := h.session(t, h.post(t, "set-password", set))
		h.confirmEmail(t, owner, pending, pendingCode).Require(t, 400, "invalid_code")
		h.customer(t, "eve@example.com") // nothing holds the thief's address
	})
}

// A later change does not end an earlier undo; the later one is good before it.
func TestUndoOneAfterTheOther(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "a@example.com")
		first := h.changeEmail(t, ada, "b@example.com")
		second := h.changeEmail(t, ada, "c@example.com")
		h.post(t, "undo-email-change", object{"changeId": second, "code": h.undo(t, second)["code"]}).Require(t, 204)
		h.Clock.Advance(6 * 24 * time.Hour)
		h.post(t, "undo-email-change", h.undo(t, first)).Require(t, 204)
		var u user
		if err := h.DB.Take(&u, "id = ?", ada.ID).Error; err != nil || u.Email != "a@example.com" {
			t.Errorf("%s, %v", u.Email, err)
		}
	})
}

// Of one of the staff the second factors go that were added since the change was requested.
func TestUndoRemovesNewFactors(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		pat := h.admin(t, "pat@example.com")
		changeID := h.changeEmail(t, pat, "eve@example.com")
		h.enrol(t, pat)
		h.post(t, "undo-email-change", h.undo(t, changeID)).Require(t, 204)
		if n := h.count(t, "identity_factors") + h.count(t, "identity_recovery_codes"); n != 0 {
			t.Errorf("%d rows of factors are left", n)
		}
	})
}

// Of the staff a change asks for a recent proof where sensitive operations do; of customers never.
func TestChangeOfEmailStepsUp(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		pat := h.admin(t, "pat@example.com")
		h.enrol(t, pat)
		h.Clock.Advance(10*time.Minute + 2*time.Second)
		pat = h.refresh(t, pat.Refresh)
		pat.Do(t, "POST", emailPath, object{"email": "pat@example.org", "password": goodPassword}).Require(t, 403, "step_up_required")
		pat.Do(t, "POST", emailPath+"/confirm", object{"changeId": id.New(), "code": "00000000"}).Require(t, 403, "step_up_required")
	})
}

// Simultaneous confirmations, of one change and of two, and a registration of the same address:
// exactly one of them gets the address.
func TestSimultaneousConfirmations(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada, bob := h.customer(t, "ada@example.com"), h.customer(t, "bob@example.com")
		changeID, code := h.requestEmail(t, ada, "one@example.com")
		if n := winners(
			func() kit.Answer { return h.confirmEmail(t, ada, changeID, code) },
			func() kit.Answer { return h.confirmEmail(t, ada, changeID, code) },
		); n != 1 {
			t.Errorf("%d of two confirmations of one change", n)
		}
		ofAda, adasCode := h.requestEmail(t, ada, "new@example.com")
		ofBob, bobsCode := h.requestEmail(t, bob, "new@example.com")
		registrationID, registrationCode := h.register(t, "new@example.com")
		if n := winners(
			func() kit.Answer { return h.confirmEmail(t, ada, ofAda, adasCode) },
			func() kit.Answer { return h.confirmEmail(t, bob, ofBob, bobsCode) },
			func() kit.Answer {
				return h.API.Do(t, "POST", "/v1/auth/verify-email", object{"email": "new@example.com", "code": registrationCode,
					"registrationId": registrationID})
			},
		); n != 1 {
			t.Errorf("%d got the address", n)
		}
		var owners int64
		if err := h.DB.Model(&user{}).Where("email = ?", "new@example.com").Count(&owners).Error; err != nil || owners != 1 {
			t.Errorf("%d owners, %v", owners, err)
		}
	})
}

// An undo beside a second change: whichever is first, the former address is back.
func TestUndoBesideAChange(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		undo := h.undo(t, h.changeEmail(t, ada, "eve@example.com"))
		second, code := h.requestEmail(t, ada, "eve@example.org")
		winners(
			func() kit.Answer { return h.confirmEmail(t, ada, second, code) },
			func() kit.Answer { return h.API.Do(t, "POST", "/v1/auth/undo-email-change", undo).Require(t, 204) },
		)
		var u user
		if err := h.DB.Take(&u, "id = ?", ada.ID).Error; err != nil || u.Email != "ada@example.com" || *u.PasswordHash != voidPassword {
			t.Errorf("%+v, %v", u, err)
		}
		if n := h.count(t, "identity_sessions"); n != 0 {
			t.Errorf("%d sessions are left", n)
		}
	})
}

// winners calls all at once and returns how many succeed.
func winners(calls ...func() kit.Answer) (n int) {
	won := make(chan bool)
	for _, call := range calls {
		go func() { won <- call().Status < 300 }()
	}
	for range calls {
		if <-won {
			n++
		}
	}
	return n
}

// The erasure reaches the addresses that the account had and no other account has.
func TestErasureAfterAChange(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada.lovelace@example.com")
		h.changeEmail(t, ada, "ada.lovelace@example.org")
		h.requestEmail(t, ada, "ada.lovelace@example.net")
		log := eventbustest.Record(t, h.DB)
		ada.Do(t, "DELETE", "/v1/users/me", object{"password": goodPassword}).Require(t, 202)
		erased := eventbustest.Of[events.AccountErased](log)[0]
		if erased.AddressID != kit.AddressID("ada.lovelace@example.org") || len(erased.FormerAddressIDs) != 1 ||
			erased.FormerAddressIDs[0] != kit.AddressID("ada.lovelace@example.com") {
			t.Errorf("%+v", erased)
		}
		if found := h.find(t, "ada.lovelace"); len(found) != 0 {
			t.Errorf("personal data stands in %v", found)
		}
		h.customer(t, "ada.lovelace@example.com")
	})
}

// The job forgets the addresses of changes that are over, and the erasure still reaches the former
// address until another account takes it.
func TestEmailChangesAreForgotten(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		h.changeEmail(t, ada, "ada@example.org")
		h.requestEmail(t, ada, "ada@example.net")
		h.Clock.Advance(mailDeadline + undoTTL + time.Hour)
		if err := deleteExpiredRows(h.DB, h.Clock.Now()); err != nil {
			t.Fatal(err)
		}
		var left []emailChange
		if err := h.DB.Find(&left).Error; err != nil || len(left) != 1 || left[0].Email != nil || left[0].FormerEmail != nil || left[0].Held {
			t.Fatalf("%+v, %v", left, err)
		}
		h.customer(t, "ada@example.com")
		if n := h.count(t, "identity_email_changes"); n != 0 {
			t.Errorf("%d changes of an address that another account has", n)
		}
	})
}
