package mailer

import (
	"strings"
	"testing"

	"orderd/modules/mailer/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/id"
)

// Mails have the name of the shop and of the sender that are set when they leave.
func TestSettings(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		require := func(to, from, replyTo, name string) {
			t.Helper()
			s.register(t, to)
			m := s.awaitMessages(t, to, 1)[0]
			if m.Header.Get("From") != from || m.Header.Get("Reply-To") != replyTo || !strings.Contains(m.Text, name) {
				t.Errorf("from %s, answers to %s: %s", m.Header.Get("From"), m.Header.Get("Reply-To"), m.Text)
			}
		}
		require("maria@example.com", `"Kaffeehaus" <shop@example.com>`, "", "Kaffeehaus")
		s.configure(t, 2, shop.Profile{Name: "Teehaus Nord"}, shop.Mail{SenderName: "Teehaus", ReplyTo: new("service@example.com")})
		require("jana@example.com", `"Teehaus" <shop@example.com>`, "<service@example.com>", "Teehaus Nord")
	})
}

// A mail is in its recipient's language if the shop speaks that, else in the shop's own.
func TestLanguage(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.configure(t, 2, shop.Profile{Name: "Kaffeehaus", Locales: []string{"de"}, Locale: "de"}, shop.Mail{SenderName: "Kaffeehaus"})
		s.register(t, maria) // in English
		if m := s.awaitMessages(t, maria, 1)[0]; m.Subject != "Ihr Code für Kaffeehaus" || m.Header.Get("Content-Language") != "de" {
			t.Errorf("%s in %s", m.Subject, m.Header.Get("Content-Language"))
		}
		// One that waited is in a language that the shop speaks when it leaves.
		e := s.newEmail(t, draft{Kind: events.KindRegisterAgain, To: "jana@example.com", Locale: "en", SubjectID: id.New()})
		s.insert(t, e)
		s.mailer.enqueued.Send()
		if m := s.awaitMessages(t, "jana@example.com", 1)[0]; m.Header.Get("Content-Language") != "de" {
			t.Errorf("%s in %s", m.Subject, m.Header.Get("Content-Language"))
		}
	})
}

// Mails have the color, the footer and the words that are set when they leave.
func TestSettingsOfTexts(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.configure(t, 2, shop.Profile{Name: "Kaffeehaus"}, shop.Mail{
			SenderName: "Kaffeehaus", Color: "#ffcc00", Footers: []shop.MailFooter{{Locale: "en", Text: "Moka & Co GmbH"}},
			Texts: []shop.MailText{{Kind: "registration_code", Locale: "en", Subject: new("Welcome to {shop}"), Intro: new("Come in, {name}!")}},
		})
		s.register(t, maria)
		m := s.awaitMessages(t, maria, 1)[0]
		if m.Subject != "Welcome to Kaffeehaus" || !strings.Contains(m.Text, "Come in, !") || !strings.HasSuffix(m.Text, "\nMoka & Co GmbH\n") ||
			!strings.Contains(m.HTML, "#ffcc00") || !strings.Contains(m.HTML, "Moka &amp; Co GmbH") {
			t.Errorf("%s\n%s\n%s", m.Subject, m.Text, m.HTML)
		}
	})
}
