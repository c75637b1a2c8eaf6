package mailer

import (
	"slices"
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/modules/mailer/events"
	ordering "orderd/modules/ordering/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/platform/mailbox"
	"orderd/platform/onetimecode"
	"orderd/test/kit"
)

// sentEmail is an event and the email that it sends.
type sentEmail struct {
	event eventbus.Event
	kind  events.MailKind
	code  onetimecode.Purpose // of the code in it, or ""
	says  string
}

// staffEmails are the events with an email to one of the staff.
func staffEmails(userID, challenge string) []sentEmail {
	const name = "Maria Schmidt"
	return []sentEmail{
		{
			event: identity.StaffInvited{
				InvitationID: challenge, ChallengeID: challenge, AddressID: kit.AddressID(maria), RoleID: challenge, RoleName: "Packer",
				Locale: "en", Email: maria, FullName: name,
			},
			kind: events.KindStaffInvitation, code: onetimecode.Invitation, says: "Packer",
		}, {
			event: identity.StaffAlerted{
				UserID: userID, Alert: identity.AlertWebhookDisabled, Host: "hooks.example.com", Locale: "en", Email: maria, FullName: name,
			},
			kind: events.KindWebhookDisabled, says: "hooks.example.com has not answered for 72 hours",
		}, {
			event: identity.StaffAlerted{
				UserID: userID, Alert: identity.AlertNotices, Locale: "de", Email: maria, FullName: name,
				Notices: []identity.StaffNotice{{Title: "Neue Bestellung ORD-4071826651", Body: "3 Stück, 59,97 €."}},
			},
			kind: events.KindStaffNotices, says: "Neue Bestellung ORD-4071826651",
		}, {
			event: identity.SecondFactorChanged{
				UserID: userID, Change: identity.FactorRemoved, FactorID: challenge, Kind: identity.FactorTOTP, Locale: "de", Email: maria,
				FullName: name,
			},
			kind: events.KindSecondFactor, says: "die Authenticator-App Ihres Kontos",
		},
	}
}

// accountEmails are the events with an email about an account or an application. challenge is the
// challenge of the codes.
func accountEmails(userID, challenge string) []sentEmail {
	const name = "Maria Schmidt"
	applied := application(maria)
	return []sentEmail{
		{
			event: identity.RegistrationRequested{
				RegistrationID: userID, ChallengeID: challenge, Locale: "en", RequestedAt: requested, Email: maria, FullName: name,
			},
			kind: events.KindRegistrationCode, code: onetimecode.Registration, says: "on 20 November 2026 at 13:05 UTC",
		}, {
			event: identity.RegistrationRefused{UserID: userID, Locale: "de", Email: maria, FullName: name},
			kind:  events.KindAccountExists, says: "schon ein Konto",
		}, {
			event: identity.RegistrationUnclear{AddressID: kit.AddressID(maria), Locale: "en", Email: maria},
			kind:  events.KindRegisterAgain, says: "Please register again",
		}, {
			event: identity.PasswordCodeRequested{UserID: userID, ChallengeID: challenge, Locale: "de", Email: maria, FullName: name},
			kind:  events.KindPasswordCode, code: onetimecode.Password, says: "neues Passwort",
		}, {
			event: identity.EmailChangeRequested{
				UserID: userID, ChangeID: challenge, ChallengeID: challenge, AddressID: kit.AddressID(maria), Locale: "de", Email: maria,
			},
			kind: events.KindEmailCode, code: onetimecode.EmailChange, says: "machen Sie diese Adresse zu der Ihres Kontos",
		}, {
			event: identity.EmailUndoOffered{UserID: userID, ChallengeID: challenge, Locale: "en", Email: maria},
			kind:  events.KindEmailChanged, code: onetimecode.EmailUndo, says: "It belongs to the change " + challenge,
		}, {
			event: ordering.LookupRequested{
				OrderID: userID, Number: "ORD-1", GuestID: userID, LookupID: challenge, Locale: "en", Email: maria, FullName: name,
			},
			kind: events.KindOrderLookup, code: onetimecode.OrderLookup, says: "see your order ORD-1",
		}, {
			event: identity.PasswordChanged{UserID: userID, How: identity.PasswordChangedWithOld, Locale: "en", Email: maria, FullName: name},
			kind:  events.KindPasswordChanged, says: "has just been changed",
		}, {
			event: identity.WholesaleAccessGranted{
				UserID: userID, TrackingID: "WHS-1", ChallengeID: challenge, Locale: "en", NewAccount: true,
				Email: maria, FullName: name, BusinessName: "Lindner GmbH",
			},
			kind: events.KindWholesaleApproved, code: onetimecode.Password, says: "Set its password",
		}, {
			event: applied,
			kind:  events.KindWholesaleReceived, says: "WHS-1",
		}, {
			event: wholesale.ApplicationRejected{
				ApplicationID: applied.ApplicationID, TrackingID: "WHS-1", Locale: "en", ContactEmail: maria,
				AddressID: kit.AddressID(maria), Reason: "too far away",
			},
			kind: events.KindWholesaleRejected, says: "> too far away",
		}, {
			event: wholesale.InfoRequested{
				ApplicationID: applied.ApplicationID, TrackingID: "WHS-1", Locale: "en", ContactEmail: maria,
				AddressID: kit.AddressID(maria), Question: "What do you sell?",
			},
			kind: events.KindWholesaleQuestion, says: "> What do you sell?",
		},
	}
}

// Every event with an email sends that email, once, with the code that its challenge has.
func TestEveryEventSendsItsEmail(t *testing.T) {
	challenge := id.New()
	all := slices.Concat(accountEmails(id.New(), challenge), staffEmails(id.New(), challenge), orderEmails(maria))
	each(t, func(t *testing.T, s *setup) {
		for _, row := range all {
			s.server.Clear()
			if err := s.DB.Where("recipient = ?", maria).Delete(&email{}).Error; err != nil {
				t.Fatal(err)
			}
			log := eventbustest.Record(t, s.DB)
			s.Publish(t, row.event)
			got := s.awaitMessages(t, maria, 1)[0]
			if !strings.Contains(got.Text, row.says) || got.HTML == "" || got.Header.Get("From") != `"Kaffeehaus" <shop@example.com>` {
				t.Errorf("%s: from %s\n%s", row.kind, got.Header.Get("From"), got.Text)
			}
			e := s.awaitStatus(t, maria, emailSent)
			want := events.EmailSent{EmailID: e.ID, Kind: row.kind, SentAt: *e.SentAt}
			if row.code != "" {
				want.ChallengeID = challenge
				requireCode(t, got, codeOf(challenge, row.code))
				if strings.Contains(e.Data, codeOf(challenge, row.code)) {
					t.Errorf("%s: the code is stored", row.kind)
				}
			}
			log.RequireExactly(t, row.event, want)
		}
	})
}

// requireCode checks that the code stands by itself in the text and in the HTML, and not in the
// subject.
func requireCode(t *testing.T, m mailbox.Message, code string) {
	t.Helper()
	if !strings.Contains(m.Text, "\n    "+code+"\n") || !strings.Contains(m.HTML, ">"+code+"<") || strings.Contains(m.Subject, code) {
		t.Errorf("%s: no code %s in\n%s", m.Subject, code, m.Text)
	}
}

// A first password is no change, and an event whose personal fields were erased before it was
// handled has no recipient.
func TestEventsWithoutEmail(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.Publish(t,
			identity.SecondFactorChanged{UserID: id.New(), Change: identity.FactorStarted, Locale: "en", Email: maria},
			identity.PasswordChanged{UserID: id.New(), How: identity.PasswordSetWithCode, First: true, Locale: "en", Email: maria},
			identity.RegistrationRequested{RegistrationID: id.New(), ChallengeID: id.New(), Locale: "en"},
			ordering.OrderPaid{Order: orderOf(maria), Implied: true},
			ordering.OrderPaid{Order: orderOf("")},
			identity.PasswordCodeRefused{AddressID: id.New()},
			ordering.LookupRefused{GuestID: id.New()},
		)
		if n := rows(t, s.DB, "1 = 1"); n != 0 {
			t.Errorf("%d emails", n)
		}
	})
}

// A handler that runs twice for one event (a replay after a restore) enqueues one email.
func TestOneEmailAnEvent(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		d := registerAgainDraft(maria)
		d.Locale = "fr"
		event := id.New()
		for range 2 {
			e := makeEmail(t, d, event, s.Clock.Now())
			if e.Locale != "en" {
				t.Errorf("locale %s", e.Locale)
			}
			s.insert(t, e)
		}
		if n := rows(t, s.DB, "event_id = ?", event); n != 1 {
			t.Errorf("%d emails", n)
		}
	})
}
