package e2e

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/test/kit"
)

// What is saved is in the next mail; the preview shows it before, and a test mail sends it to who
// asks, ten times an hour.
func TestMailTexts(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		const settings = "/v1/admin/settings/mail"
		productID, methodID := s.newProduct("Moka pot")
		texts := object{"color": "#ffcc00", "footers": []object{{"locale": "en", "text": "Moka & Co GmbH"}}, "texts": []object{
			{"kind": "order_placed", "locale": "en", "subject": "Thank you: {number}", "intro": "You pay {total} until {dueAt}."},
		}}
		preview := object{"kind": "order_placed", "locale": "en"}
		maps.Copy(preview, texts)
		shown := s.admin.Do(t, "POST", settings+"/preview", preview).Require(t, 200)
		if !strings.HasPrefix(shown.Text("subject"), "Thank you: ORD-") || !strings.Contains(shown.Text("html"), "#ffcc00") {
			t.Errorf("%s", shown.Body)
		}
		s.admin.Do(t, "PUT", settings, texts).Require(t, 200)
		email := someone("guest")
		placed := s.guestOrder(email, productID, methodID).Require(t, 201)
		number := placed.Text("number")
		if got := s.awaitMails(email, 1)[0]; got.Subject != "Thank you: "+number || !strings.Contains(got.Text, "You pay €") ||
			!strings.HasSuffix(got.Text, "Moka & Co GmbH\n") {
			t.Errorf("%s\n%s", got.Subject, got.Text)
		}
		ofOrder := object{"kind": "order_shipped", "locale": "en", "orderId": placed.Text("id")}
		shown = s.admin.Do(t, "POST", settings+"/preview", ofOrder).Require(t, 200)
		if text := shown.Text("text"); !strings.Contains(text, number) || !strings.Contains(text, "Moka pot") || strings.Contains(text, "Ada") {
			t.Errorf("%s", text)
		}

		to := s.admin.Do(t, "POST", settings+"/test", object{"kind": "order_placed", "locale": "en"}).Require(t, 202).Text("to")
		if to != adminEmail {
			t.Errorf("a test mail goes to %s", to)
		}
		for range 9 {
			s.admin.Do(t, "POST", settings+"/test", ofOrder).Require(t, 202)
		}
		s.admin.Do(t, "POST", settings+"/test", ofOrder).Require(t, 429, "rate_limited")
		tests := func(m mail) bool {
			return strings.Contains(m.Subject, "Your order") || strings.HasPrefix(m.Subject, "Thank you: ")
		}
		kit.Eventually(t, "ten test mails", func() error {
			if got := slices.DeleteFunc(s.mails(adminEmail), func(m mail) bool { return !tests(m) }); len(got) != 10 {
				return fmt.Errorf("%d", len(got))
			}
			return nil
		})
		s.advance(time.Hour)
		s.session(s.login(adminEmail, adminPassword)).Do(t, "POST", settings+"/test", ofOrder).Require(t, 202)
	}, "ORDERD_LIMITS_ENABLED=true")
}

// The settings and their preview refuse the same values with the same words.
func TestPreviewRefusesWhatSettingsRefuse(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		const settings = "/v1/admin/settings/mail"
		for i, sent := range []object{
			{"senderName": "", "replyTo": "nobody", "color": "red"},
			{"senderName": strings.Repeat("x", 101), "color": "#12345g"},
			{"footers": []object{{"locale": "fr", "text": " "}, {"locale": "de", "text": strings.Repeat("x", 1001)}}},
			{"footers": []object{{"locale": "de", "text": "A"}, {"locale": "de", "text": "B"}}},
			{"footers": slices.Repeat([]object{{"locale": "de", "text": "A"}}, 11)},
			{"texts": []object{{"kind": "staff_invitation", "locale": "de", "intro": "A"}, {"locale": "de"}}},
			{"texts": []object{{"kind": "order_paid", "locale": "de", "subject": "{colour}", "intro": "{carrier}"}}},
			{"texts": []object{{"kind": "order_paid", "locale": "de"}, {"kind": "order_paid", "locale": "de", "subject": "a\nb"}}},
			{"texts": []object{{"kind": "order_paid", "locale": "de", "subject": strings.Repeat("x", 201), "intro": strings.Repeat("x", 2001)}}},
			{"texts": slices.Repeat([]object{{"kind": "order_paid", "locale": "de", "subject": "A"}}, 201)},
		} {
			for _, language := range []string{"en", "de"} {
				admin := s.admin.With("Accept-Language", language)
				saved := admin.Do(t, "PUT", settings, sent).Require(t, 422)
				sent["kind"], sent["locale"] = "order_paid", "en"
				shown := admin.Do(t, "POST", settings+"/preview", sent).Require(t, 422)
				delete(sent, "kind")
				delete(sent, "locale")
				if a, b := fmt.Sprint(saved.At("errors")), fmt.Sprint(shown.At("errors")); a != b {
					t.Errorf("%d: the settings say\n%s\nthe preview\n%s", i, a, b)
				}
			}
		}
	})
}
