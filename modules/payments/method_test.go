package payments

import (
	"errors"
	"fmt"
	"testing"

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
