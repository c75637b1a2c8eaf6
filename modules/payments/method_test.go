package payments

import (
	"errors"
	"fmt"
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/test/kit"
)

// A payment that is to be made in another way is ended at the provider, and begun anew when the
// buyer comes back to the card.
func TestTheMethodIsChanged(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		change := func(from, to ordering.PaymentMethod) {
			t.Helper()
			o.PaymentMethod = to
			s.Publish(t, ordering.PaymentMethodChanged{
				Order: o, From: from, Status: ordering.OrderStatusPendingPayment, PaymentStatus: ordering.PaymentStatusUnpaid, Due: 3990,
			})
		}
		change(ordering.PaymentMethodCard, ordering.PaymentMethodBankTransfer)
		kit.Eventually(t, "the intent is ended", func() error {
			if s.stripe.Intents(o.OrderID)[0]["status"] != "canceled" {
				return errors.New("it is not")
			}
			return nil
		})
		if got := s.payment(t, o); got.Text("method") != "bank_transfer" || got.At("clientSecret") != nil {
			t.Errorf("by transfer: %s", got.Body)
		}
		change(ordering.PaymentMethodBankTransfer, ordering.PaymentMethodCard)
		kit.Eventually(t, "another intent is made", func() error {
			if got := s.payment(t, o).At("clientSecret"); got == nil || got == atStripe["client_secret"] {
				return fmt.Errorf("the secret is %v", got)
			}
			return nil
		})
		renewed := s.stripe.Intent(o.OrderID)
		if renewed["id"] == atStripe["id"] || renewed["amount"] != int64(3990) {
			t.Errorf("the new intent: %v", renewed)
		}
		s.sendWebhook(t, s.stripe.Pay(renewed))
		s.awaitPayment(t, o, ordering.PaymentStatusPaid)

		first := s.place(t, ordering.PaymentMethodBankTransfer, 1000)
		first.PaymentMethod = ordering.PaymentMethodCard
		s.Publish(t, ordering.PaymentMethodChanged{
			Order: first, From: ordering.PaymentMethodBankTransfer, PaymentStatus: ordering.PaymentStatusUnpaid, Due: 1000,
		})
		s.awaitSecret(t, first)
	})
}

// When less is due than the provider takes, the buyer is asked to pay in another way, and no intent
// is made that the provider would refuse.
func TestTooLittleIsDue(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, _ := s.placeByCard(t, 1000)
		s.Publish(t, ordering.ItemsCancelled{Order: o, Amount: 970, Due: 30})
		s.awaitTask(t, taskCancelIntent, o.OrderID, taskDone)
		for range 3 {
			s.payment(t, o).RequireFields(t, kit.Fields{
				"clientSecret": nil, "publishableKey": nil, "due": 0.3,
				"instructions": "This amount can't be paid by card. Please choose another way to pay.",
			})
			s.Clock.Advance(knowledgeLife + time.Second)
		}
		var tasks int64
		if err := s.DB.Model(&task{}).Where("kind = ? AND order_id = ?", taskCreateIntent, o.OrderID).Count(&tasks).Error; err != nil ||
			tasks != 1 {
			t.Errorf("%d intents were asked for, %v", tasks, err)
		}
	}, func(c *Config) { c.CardProvider.Least, c.CardProvider.Most = 50, 99_999_999 })
}

// When units of an unpaid order are cancelled, the card is asked for what is still due.
func TestLessIsDue(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, first := s.placeByCard(t, 4990)
		s.Publish(t, ordering.ItemsCancelled{Order: o, Amount: 1990, Due: 3000})
		s.awaitTask(t, taskCancelIntent, o.OrderID, taskDone)
		s.awaitSecret(t, o)
		if renewed := s.stripe.Intent(o.OrderID); renewed["id"] == first["id"] || renewed["amount"] != int64(3000) {
			t.Errorf("the new intent: %v", renewed)
		}
	})
}
