package mailer

import (
	"strings"
	"testing"

	shop "orderd/modules/shop/events"
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
