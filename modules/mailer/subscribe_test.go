package mailer

import (
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/modules/mailer/events"
	ordering "orderd/modules/ordering/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/platform/onetimecode"
	"orderd/test/kit"
)

// Every event that a mail belongs to sends that mail, once, with the code that its challenge has.
func TestEveryEventSendsItsMail(t *testing.T) {
	const email, name = "maria@example.com", "Maria Schmidt"
	user, challenge := id.New(), id.New()
	type row struct {
		event eventbus.Event
		kind  string
		code  onetimecode.Purpose
		says  string
	}
	rows := []row{
		{identity.RegistrationRequested{RegistrationID: user, ChallengeID: challenge, Locale: "en", RequestedAt: requested, Email: email, FullName: name}, "registration_code", onetimecode.Registration, "on 20 November 2026 at 13:05 UTC"},
		{identity.RegistrationRefused{UserID: user, Locale: "de", Email: email, FullName: name}, "account_exists", "", "schon ein Konto"},
		{identity.RegistrationUnclear{AddressID: kit.AddressID(email), Locale: "en", Email: email}, "register_again", "", "Please register again"},
		{identity.PasswordCodeRequested{UserID: user, ChallengeID: challenge, Locale: "de", Email: email, FullName: name}, "password_code", onetimecode.Password, "neues Passwort"},
		{identity.PasswordChanged{UserID: user, How: identity.PasswordChangedWithOld, Locale: "en", Email: email, FullName: name}, "password_changed", "", "has just been changed"},
		{identity.WholesaleAccessGranted{UserID: user, TrackingID: "WHS-1", ChallengeID: challenge, Locale: "en", NewAccount: true, Email: email, FullName: name, BusinessName: "Lindner GmbH"},
			"wholesale_approved", onetimecode.Password, "Set its password"},
		{wholesale.ApplicationSubmitted{ApplicationID: user, TrackingID: "WHS-1", Locale: "en", ContactEmail: email, AddressID: kit.AddressID(email), ContactFullName: name}, "wholesale_received", "", "WHS-1"},
		{wholesale.ApplicationRejected{ApplicationID: user, TrackingID: "WHS-1", Locale: "en", ContactEmail: email, AddressID: kit.AddressID(email), Reason: "too far away"}, "wholesale_rejected", "", "> too far away"},
		{wholesale.InfoRequested{ApplicationID: user, TrackingID: "WHS-1", Locale: "en", ContactEmail: email, AddressID: kit.AddressID(email), Question: "What do you sell?"}, "wholesale_question", "", "> What do you sell?"},
	}
	for _, e := range orderEvents(email) {
		rows = append(rows, row{event: e.event, kind: e.kind, says: "ORD-4071826651"})
	}
	each(t, func(t *testing.T, s *setup) {
		for _, row := range rows {
			s.mail.Clear()
			if err := s.DB.Where("recipient = ?", email).Delete(&letter{}).Error; err != nil {
				t.Fatal(err)
			}
			log := eventbustest.Record(t, s.DB)
			s.Publish(t, row.event)
			got := s.arrived(t, email, 1)[0]
			if !strings.Contains(got.Text, row.says) || got.HTML == "" || got.Header.Get("From") != `"Kaffeehaus" <shop@example.com>` {
				t.Errorf("%s: from %s\n%s", row.kind, got.Header.Get("From"), got.Text)
			}
			l := s.awaitStatus(t, email, sent)
			want := events.LetterSent{LetterID: l.ID, Kind: row.kind, SentAt: *l.SentAt}
			if row.code != "" {
				want.ChallengeID = challenge
				code := codeOf(challenge, row.code)
				if !strings.Contains(got.Text, "\n    "+code+"\n") || !strings.Contains(got.HTML, ">"+code+"<") || strings.Contains(got.Subject, code) {
					t.Errorf("%s: no code %s in\n%s", row.kind, code, got.Text)
				}
				if strings.Contains(l.Data, code) {
					t.Errorf("%s: the code is stored", row.kind)
				}
			}
			log.RequireExactly(t, row.event, want)
		}
	})
}

// The first password is no change, and an event whose personal fields were erased before it was handled has nobody to write to.
func TestEventsWithoutMail(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.Publish(t,
			identity.PasswordChanged{UserID: id.New(), How: identity.PasswordSetWithCode, First: true, Locale: "en", Email: "maria@example.com"},
			identity.RegistrationRequested{RegistrationID: id.New(), ChallengeID: id.New(), Locale: "en"},
			ordering.OrderPaid{Order: orderOf("maria@example.com"), Implied: true},
			ordering.OrderPaid{Order: orderOf("")},
			identity.PasswordCodeRefused{AddressID: id.New()},
		)
		if n := rows(t, s.DB, "1 = 1"); n != 0 {
			t.Errorf("%d letters", n)
		}
	})
}

// A handler that runs twice for one event (a replay after a restore) queues one letter.
func TestOneLetterAnEvent(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		d := draft{Kind: "register_again", To: "maria@example.com", Locale: "fr", About: id.New()}
		event := id.New()
		for range 2 {
			l, err := d.post(kit.AddressID(d.To), event, "", "example.com", s.Clock.Now())
			if err != nil {
				t.Fatal(err)
			}
			if l.Locale != "en" {
				t.Errorf("locale %s", l.Locale)
			}
			if err := insert(s.DB, l); err != nil {
				t.Fatal(err)
			}
		}
		if n := rows(t, s.DB, "event_id = ?", event); n != 1 {
			t.Errorf("%d letters", n)
		}
	})
}
