package payments

import (
	"fmt"
	"maps"
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/payments/events"
	"orderd/platform/clock"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
	"orderd/test/kit/stripe"
)

func TestACardPaymentFromItsIntentToTheMoney(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		if atStripe["amount"] != int64(4990) || atStripe["currency"] != "eur" ||
			s.payment(t, o).Text("clientSecret") != atStripe["client_secret"] {
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
		log.RequireExactly(t, events.PaymentFailed{PaymentID: asked.PaymentID, OrderID: o.OrderID, Type: "card"},
			events.PaymentReceived{
				PaymentID: asked.PaymentID, OrderID: o.OrderID, Amount: 4990, ReceivedAt: published[0].ReceivedAt, Total: 4990, Type: "card",
			})
	})
}

// Another amount, or the same amount in another currency, pays nothing and is published, with what
// the order has at the provider.
func TestMoneyThatIsNotWhatWasAskedFor(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		at := clock.System().Now().UTC().Truncate(time.Second)
		for name, paid := range map[string]struct {
			cents, total int64
			currency     string
		}{"less": {4000, 4000, "eur"}, "more": {5000, 5000, "eur"}, "another currency": {4990, 0, "usd"}} {
			o, atStripe := s.placeByCard(t, 4990)
			log := eventbustest.Record(t, s.DB)
			s.stripe.SetCurrency(atStripe, paid.currency)
			event := s.stripe.Receive(atStripe, paid.cents, at)
			s.sendWebhook(t, event)
			s.sendWebhook(t, event)
			s.sendWebhook(t, s.stripe.Receive(atStripe, paid.cents, at))
			published := eventbustest.Of[events.PaymentMismatched](log)
			if len(published) != 1 {
				t.Fatalf("%s: announced %v", name, log.Names())
			}
			log.RequireExactly(t, events.PaymentMismatched{
				PaymentID: published[0].PaymentID, OrderID: o.OrderID, ProviderID: atStripe["id"].(string), Asked: 4990,
				Received: paid.total, Total: paid.total, ReceivedAt: at, Type: "card",
			})
			s.payment(t, o).RequireFields(t, kit.Fields{
				"status": "unpaid", "clientSecret": nil, "publishableKey": nil,
				"instructions": "This amount can't be paid by card. Please choose another way to pay.",
			})
		}
	})
}

// When the provider has taken less than what was due, the rest is paid in another way: the intent
// is spent, and another would take the refunds from it.
func TestTheRestOfAnotherAmount(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 2000)
		s.sendWebhook(t, s.stripe.Receive(atStripe, 1500, s.Clock.Now()))
		s.Publish(t, ordering.PaymentDueChanged{Order: o, Due: 500, ChangedAt: s.Clock.Now()})
		for range 2 {
			s.payment(t, o).RequireFields(t, kit.Fields{
				"status": "unpaid", "due": 5.0, "clientSecret": nil, "publishableKey": nil,
				"instructions": "This amount can't be paid by card. Please choose another way to pay.",
			})
			s.comeBack(t, knowledgeLife+time.Second)
		}
		if all := s.stripe.Intents(o.OrderID); len(all) != 1 {
			t.Errorf("the intents: %v", all)
		}
		s.Publish(t, ordering.OrderPaid{Order: o, PaidAt: s.Clock.Now()})
		s.payment(t, o).RequireFields(t, kit.Fields{"status": "paid", "instructions": nil})
	})
}

// While the provider has not ended an intent that the order does not ask for any more, its secret
// is withheld.
func TestASecretThatWaitsForItsEnd(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for name, after := range map[string]func(o ordering.Order) eventbus.Event{
			"cancelled": func(o ordering.Order) eventbus.Event {
				return ordering.OrderCancelled{Order: o, Reason: "customer", Actor: "customer", CancelledAt: s.Clock.Now()}
			},
			"paid in another way": func(o ordering.Order) eventbus.Event {
				return ordering.OrderPaid{Order: o, PaidAt: s.Clock.Now()}
			},
			"less is due": func(o ordering.Order) eventbus.Event {
				return ordering.ItemsCancelled{Order: o, Amount: 1990, Due: 3000}
			},
		} {
			o, atStripe := s.placeByCard(t, 4990)
			s.stripe.Leave(true)
			s.Publish(t, after(o))
			if got := s.payment(t, o); got.At("clientSecret") != nil || s.stripe.Intent(o.OrderID)["status"] == "canceled" {
				t.Errorf("%s: %s, %v", name, got.Body, atStripe)
			}
			s.stripe.Leave(false)
		}
	})
}

// What an event says counts for nothing: the intent still waits for a method at the provider.
func TestASignedEventThatIsNotTrue(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		log := eventbustest.Record(t, s.DB)
		claimed := maps.Clone(atStripe)
		claimed["status"], claimed["amount_received"] = "succeeded", 4990
		s.sendWebhook(t, stripe.Event("payment_intent.succeeded", claimed))
		claimed["status"] = "canceled"
		s.sendWebhook(t, stripe.Event("payment_intent.canceled", claimed))
		log.RequireExactly(t)
		if got := s.payment(t, o); got.Text("status") != "unpaid" || got.At("clientSecret") == nil {
			t.Errorf("%s", got.Body)
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

		// Paid at the same moment: Stripe cancels nothing, and the payment is published, once,
		// whether its event comes or not.
		late, atStripeLate := s.placeByCard(t, 1000)
		log := eventbustest.Record(t, s.DB)
		event := s.stripe.Pay(atStripeLate)
		s.Publish(t, ordering.OrderCancelled{Order: late, Reason: "customer", Actor: "customer", CancelledAt: s.Clock.Now()})
		s.awaitTask(t, taskCancelIntent, late.OrderID, taskDone)
		if published := eventbustest.Of[events.PaymentReceived](log); len(published) != 1 || published[0].Amount != 1000 {
			t.Errorf("announced %v", log.Names())
		}
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
		s.Publish(t, ordering.OrderPaymentFailed{Order: o, FailedAt: s.Clock.Now()}, ordering.OrderCancelled{
			Order: o, Reason: "customer", Actor: "customer", CancelledAt: s.Clock.Now(),
		})
		s.awaitTask(t, taskCancelIntent, o.OrderID, taskDone)
		if got := s.payment(t, o); got.Text("status") != "failed" {
			t.Errorf("cancelled: %s", got.Body)
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
		if err := s.DB.Model(&task{}).Where("kind = ? AND order_id = ?", taskCancelIntent, byCard.OrderID).Count(&cancels).Error; err != nil ||
			cancels != 0 {
			t.Errorf("%d tasks to cancel what was paid by card, %v", cancels, err)
		}
	})
}

// Money that the provider has when an admin marks the order as paid is that money. What comes
// afterwards is more of it, and published as such.
func TestMarkedAsPaidWhileTheProviderHasTheMoney(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		same, atStripe := s.placeByCard(t, 2000)
		log := eventbustest.Record(t, s.DB)
		now := s.Clock.Now()
		s.stripe.Receive(atStripe, 2000, now.Add(-time.Minute))
		s.Publish(t, ordering.OrderPaid{Order: same, PaidAt: now})
		s.awaitTask(t, taskCancelIntent, same.OrderID, taskDone)
		if got := eventbustest.Of[events.PaymentReceived](log); len(got) != 1 || got[0].Total != 2000 ||
			len(eventbustest.Of[events.PaymentMismatched](log)) > 0 {
			t.Errorf("announced %v", log.Names())
		}

		twice, atStripe := s.placeByCard(t, 2000)
		s.stripe.Receive(atStripe, 2000, now.Add(time.Minute))
		log = eventbustest.Record(t, s.DB)
		s.Publish(t, ordering.OrderPaid{Order: twice, PaidAt: now})
		s.awaitTask(t, taskCancelIntent, twice.OrderID, taskDone)
		if got := eventbustest.Of[events.PaymentMismatched](log); len(got) != 1 || got[0].Asked != 0 || got[0].Received != 2000 ||
			got[0].Total != 2000 {
			t.Errorf("paid twice: %v", log.Names())
		}
	})
}
