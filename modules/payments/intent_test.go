package payments

import (
	"fmt"
	"testing"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/payments/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
	"orderd/test/kit/stripe"
)

func TestACardPaymentFromItsIntentToTheMoney(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		if atStripe["amount"] != int64(4990) || atStripe["currency"] != "eur" || s.payment(t, o).Text("clientSecret") != atStripe["client_secret"] {
			t.Errorf("the intent: %v", atStripe)
		}
		log := eventbustest.Record(t, s.DB)
		s.sendWebhook(t, s.stripe.Refuse(atStripe))
		s.sendWebhook(t, s.stripe.Refuse(atStripe)) // another card, refused too
		if got := s.payment(t, o); got.Text("status") != "failed" || got.At("clientSecret") == nil {
			t.Errorf("refused: %s", got.Body)
		}
		succeeds := s.stripe.Pay(atStripe)
		s.sendWebhook(t, succeeds)
		s.sendWebhook(t, succeeds) // the same event again
		// The same news in another event, and an older one that arrives late.
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		s.sendWebhook(t, stripe.Event("payment_intent.payment_failed", atStripe))
		if got := s.payment(t, o); got.Text("status") != "paid" {
			t.Errorf("paid: %s", got.Body)
		}
		var asked intent
		if err := s.DB.Take(&asked).Error; err != nil {
			t.Fatal(err)
		}
		published := eventbustest.Of[events.PaymentReceived](log)
		if len(published) != 1 {
			t.Fatalf("announced %v", log.Names())
		}
		log.RequireExactly(t, events.PaymentFailed{PaymentID: asked.PaymentID, OrderID: o.OrderID},
			events.PaymentReceived{PaymentID: asked.PaymentID, OrderID: o.OrderID, Amount: 4990, ReceivedAt: published[0].ReceivedAt})
	})
}

// Another amount, or the same amount in another currency, pays nothing and is published.
func TestMoneyThatIsNotWhatWasAskedFor(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		log := eventbustest.Record(t, s.DB)
		var asked intent
		if err := s.DB.Take(&asked).Error; err != nil {
			t.Fatal(err)
		}
		received := func(cents int64, currency string) []byte {
			return stripe.Event("payment_intent.succeeded", map[string]any{
				"id": atStripe["id"], "object": "payment_intent", "amount": 4990, "amount_received": cents, "currency": currency, "metadata": atStripe["metadata"],
			})
		}
		less := received(1, "eur")
		s.sendWebhook(t, less)
		s.sendWebhook(t, less)
		s.sendWebhook(t, received(4990, "usd"))
		published := events.PaymentMismatched{PaymentID: asked.PaymentID, OrderID: o.OrderID, ProviderID: *asked.ProviderID, Asked: 4990, Received: 1}
		inDollars := published
		inDollars.Received = 0
		log.RequireExactly(t, published, inDollars)
		if got := s.payment(t, o); got.Text("status") != "unpaid" {
			t.Errorf("status: %s", got.Body)
		}
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		if got := s.payment(t, o); got.Text("status") != "paid" {
			t.Errorf("paid in full: %s", got.Body)
		}
	})
}

func TestAnIntentThatStripeRefusesFails(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		o := s.place(t, ordering.PaymentMethodCard, 49) // Stripe takes 50 cents at least
		kit.Eventually(t, "the payment fails", func() error {
			if got := s.payment(t, o); got.Text("status") != "failed" {
				return fmt.Errorf("%s", got.Body)
			}
			return nil
		})
		if published := eventbustest.Of[events.PaymentFailed](log); len(published) != 1 || published[0].OrderID != o.OrderID {
			t.Errorf("announced %v", log.Names())
		}
	})
}

func TestACancelledOrderAsksForNothing(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, _ := s.placeByCard(t, 4990)
		s.Publish(t, ordering.OrderCancelled{Order: o, Reason: "customer", Actor: "customer", CancelledAt: s.Clock.Now()})
		s.awaitTask(t, taskCancelIntent, o.OrderID, taskDone)
		if atStripe := s.stripe.Intent(o.OrderID); atStripe["status"] != "canceled" {
			t.Errorf("the intent: %v", atStripe)
		}

		// Paid at the same moment: Stripe cancels nothing, and the payment is published.
		late, atStripeLate := s.placeByCard(t, 1000)
		log := eventbustest.Record(t, s.DB)
		event := s.stripe.Pay(atStripeLate)
		s.Publish(t, ordering.OrderCancelled{Order: late, Reason: "customer", Actor: "customer", CancelledAt: s.Clock.Now()})
		s.awaitTask(t, taskCancelIntent, late.OrderID, taskDone)
		s.sendWebhook(t, event)
		if published := eventbustest.Of[events.PaymentReceived](log); len(published) != 1 || published[0].Amount != 1000 {
			t.Errorf("announced %v", log.Names())
		}
	})
}

// A payment that has failed stays failed when its intent is cancelled.
func TestARefusedCardOfACancelledOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		s.sendWebhook(t, s.stripe.Refuse(atStripe))
		s.Publish(t, ordering.OrderPaymentFailed{Order: o, FailedAt: s.Clock.Now()}, ordering.OrderCancelled{Order: o, Reason: "customer", Actor: "customer", CancelledAt: s.Clock.Now()})
		s.awaitTask(t, taskCancelIntent, o.OrderID, taskDone)
		if got := s.payment(t, o); got.Text("status") != "failed" {
			t.Errorf("cancelled: %s", got.Body)
		}
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		if got := s.payment(t, o); got.Text("status") != "paid" {
			t.Errorf("paid all the same: %s", got.Body)
		}
	})
}

// An admin has recorded the money of a bank transfer: the card must not pay a second time.
func TestAnOrderThatIsPaidAnotherWayAsksForNothing(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, _ := s.placeByCard(t, 4990)
		s.Publish(t, ordering.OrderPaid{Order: o, PaidAt: s.Clock.Now()})
		s.awaitTask(t, taskCancelIntent, o.OrderID, taskDone)
		if atStripe := s.stripe.Intent(o.OrderID); atStripe["status"] != "canceled" || s.payment(t, o).Text("status") != "paid" {
			t.Errorf("the intent: %v", atStripe)
		}
		byCard, atStripe := s.placeByCard(t, 1000)
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		s.Publish(t, ordering.OrderPaid{Order: byCard, PaidAt: s.Clock.Now()})
		var cancels int64
		if err := s.DB.Model(&task{}).Where("kind = ? AND order_id = ?", taskCancelIntent, byCard.OrderID).Count(&cancels).Error; err != nil || cancels != 0 {
			t.Errorf("%d tasks to cancel what was paid by card, %v", cancels, err)
		}

		twice, atStripe := s.placeByCard(t, 2000)
		event := s.stripe.Pay(atStripe)
		log := eventbustest.Record(t, s.DB)
		s.Publish(t, ordering.OrderPaid{Order: twice, PaidAt: s.Clock.Now()})
		s.sendWebhook(t, event)
		if published := eventbustest.Of[events.PaymentMismatched](log); len(published) != 1 || published[0].OrderID != twice.OrderID || published[0].Asked != 0 || published[0].Received != 2000 {
			t.Errorf("paid twice: %v", log.Names())
		}
	})
}
