package e2e

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"orderd/test/kit"
)

// momentInMail is a time to the second, where the shop is.
var momentInMail = regexp.MustCompile(`\d{2}:\d{2}:\d{2} \(Europe/Berlin\)`)

// A withdrawal is confirmed by a mail with what was declared and when. Staff get a notice of one
// whose order they are to find, and its author a mail when they contest it.
func TestWithdrawalsAreMailed(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada, stranger := s.customer("ada"), someone("stranger")
		order := s.orderFor(ada, productID, methodID, toAda)
		s.settled()
		before := len(s.mails(ada.Email))

		withdrawn := ada.Do(t, "POST", "/v1/orders/"+order.Text("id")+"/withdraw", object{}).Require(t, 201)
		if withdrawn.Text("state") != "settled" { // none of its money has come
			t.Errorf("%s", withdrawn.Body)
		}
		receipt := s.mailWith(ada.Email, before, "received your declaration")
		if !momentInMail.MatchString(receipt) || !strings.Contains(receipt, order.Text("number")) || !strings.Contains(receipt, "Moka pot") {
			t.Errorf("the receipt: %s", receipt)
		}

		declared := s.api.With("Accept-Language", "de").Do(t, "POST", "/v1/withdrawals", object{
			"orderNumber": "ORD-0000000000", "fullName": "Grace Hopper", "email": stranger,
			"items": []object{{"text": "Zwei Tassen", "quantity": 2}},
		}).Require(t, 202)
		receipt = s.mailWith(stranger, 0, "eingegangen")
		for _, part := range []string{"2 × Zwei Tassen", "Grace Hopper", stranger, "ORD-0000000000", "Uhr (Europe/Berlin)"} {
			if !strings.Contains(receipt, part) {
				t.Errorf("the receipt lacks %s: %s", part, receipt)
			}
		}
		kit.Eventually(t, "staff get a notice", func() error {
			if count(kindsIn(t, s.admin, nil), "new_withdrawal") != 1 {
				return errors.New("not yet")
			}
			return nil
		})
		s.admin.Do(t, "POST", "/v1/admin/withdrawals/"+declared.Text("id")+"/contest", object{"reason": "Wir kennen keine solche Bestellung."}).
			Require(t, 200)
		s.mailWith(stranger, 1, "Wir kennen keine solche Bestellung.")
	})
}

// mailWith awaits a mail to the address after the first ones whose text has the words, and returns
// the text.
func (s *shop) mailWith(address string, after int, words string) (text string) {
	s.t.Helper()
	kit.Eventually(s.t, "a mail says "+words, func() error {
		all := s.mails(address)
		for _, m := range all[:max(0, len(all)-after)] { // the newest are the first
			if text = m.Text; strings.Contains(text, words) {
				return nil
			}
		}
		return errors.New("none")
	})
	return text
}
