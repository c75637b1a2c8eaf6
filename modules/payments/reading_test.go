package payments

import (
	"fmt"
	"testing"
	"time"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/payments/events"
	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// comeBack lets time pass and logs the buyer in again: a token lives shorter.
func (s *setup) comeBack(t *testing.T, after time.Duration) {
	t.Helper()
	s.Clock.Advance(after)
	s.buyer = s.AsUser(t, auth.Principal{UserID: s.userID, SessionID: id.New(), Role: auth.RoleCustomer})
}

// Money whose event was lost is found by itself, after the first pause or one of the longer ones.
func TestPaidAndTheEventIsLost(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		soon, atStripe := s.placeByCard(t, 4990)
		late, lateAtStripe := s.placeByCard(t, 1000)
		log := eventbustest.Record(t, s.DB)
		s.stripe.Pay(atStripe)
		s.comeBack(t, readAfter+time.Second)
		s.awaitPayment(t, soon, ordering.PaymentStatusPaid)
		s.awaitRead(t)
		s.stripe.Pay(lateAtStripe)
		s.comeBack(t, readAfter+time.Second) // the second pause is twice as long
		if got := eventbustest.Of[events.PaymentReceived](log); len(got) != 1 || got[0].OrderID != soon.OrderID {
			t.Errorf("announced %v", log.Names())
		}
		s.comeBack(t, readAfter)
		kit.Eventually(t, "the second payment is found", func() error {
			if got := eventbustest.Of[events.PaymentReceived](log); len(got) != 2 || got[1].OrderID != late.OrderID {
				return fmt.Errorf("announced %v", log.Names())
			}
			return nil
		})
	})
}

func TestSchedule(t *testing.T) {
	t.Parallel()
	s, now := schedule{first: 15 * time.Minute}, clock.System().Now()
	for unchanged, want := range map[int]time.Duration{0: 15 * time.Minute, 1: 30 * time.Minute, 4: 4 * time.Hour} {
		if got := s.next(intentSucceeded, unchanged, now); got == nil || got.Sub(now) != want {
			t.Errorf("after %d answers: %v", unchanged, got)
		}
	}
	for _, final := range []*time.Time{s.next(intentCancelled, 0, now), s.next(intentSucceeded, 14, now), s.next(intentOpen, 1000, now)} {
		if final != nil {
			t.Errorf("a final one is read at %v", final)
		}
	}
}

// A refund that the bank takes its time for is read until it is settled, without an event.
func TestARefundIsSettledAndTheEventIsLost(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		s.stripe.SlowBank()
		asked := ordering.RefundRequested{Order: o, RefundID: id.New(), Amount: 1000}
		s.Publish(t, asked)
		s.awaitTask(t, taskRefund, asked.RefundID, taskDone)
		log := eventbustest.Record(t, s.DB)
		s.stripe.SettleRefund(s.stripe.Refund(asked.RefundID), "succeeded")
		s.Clock.Advance(time.Hour)
		kit.Eventually(t, "the refund is settled", func() error {
			if got := eventbustest.Of[events.RefundConfirmed](log); len(got) != 1 || got[0].RefundID != asked.RefundID {
				return fmt.Errorf("announced %v", log.Names())
			}
			return nil
		})
	})
}

// An order that is overdue is ended at the provider. Money that it has counts, and money that is on
// its way is announced, for the order may wait for it.
func TestOverdue(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		overdue := func(o ordering.Order) { s.Publish(t, ordering.PaymentOverdue{Order: o, OverdueAt: s.Clock.Now()}) }
		unpaid, _ := s.placeByCard(t, 4990)
		paid, atStripe := s.placeByCard(t, 1000)
		s.stripe.Pay(atStripe)
		slow, slowAtStripe := s.placeByCard(t, 2000)
		s.stripe.Process(slowAtStripe)
		odd, oddAtStripe := s.placeByCard(t, 3000)
		s.sendWebhook(t, s.stripe.Receive(oddAtStripe, 2999, s.Clock.Now()))
		refused := s.place(t, ordering.PaymentMethodCard, 49)
		s.awaitTask(t, taskCreateIntent, refused.OrderID, taskFailed)
		for _, o := range []ordering.Order{unpaid, paid, slow, odd, refused} {
			overdue(o)
		}
		ended := func() map[string]int {
			n := map[string]int{}
			for _, e := range eventbustest.Of[events.PaymentEnded](log) {
				n[e.OrderID]++
			}
			return n
		}
		kit.Eventually(t, "what has no money is ended", func() error {
			if n := ended(); n[unpaid.OrderID] != 1 || n[odd.OrderID] != 1 || n[refused.OrderID] != 1 || len(n) != 3 {
				return fmt.Errorf("ended %v", n)
			}
			return nil
		})
		s.awaitPayment(t, paid, ordering.PaymentStatusPaid)
		s.awaitTask(t, taskCancelIntent, slow.OrderID, taskDone)
		if got := eventbustest.Of[events.PaymentProcessing](log); len(got) != 1 || got[0].OrderID != slow.OrderID {
			t.Errorf("announced %v", log.Names())
		}
		s.stripe.Pay(slowAtStripe)
		overdue(slow) // past the deadline for money on its way: it is read once more
		kit.Eventually(t, "it is paid", func() error {
			if got := eventbustest.Of[events.PaymentReceived](log); len(got) != 2 || got[1].OrderID != slow.OrderID {
				return fmt.Errorf("announced %v", log.Names())
			}
			return nil
		})
	})
}

// Of two calls at once, the answer that was asked for first may come last.
func TestAnOlderAnswerChangesNothing(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		before := s.Clock.Now()
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		older := intentAnswer{ID: atStripe["id"].(string), OrderID: o.OrderID, Status: intentCancelled}
		err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			return (settler{schedule: schedule{readAfter}}).settle(t.Context(), tx, o.OrderID, older, 0, before, s.Clock.Now())
		})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := readingOf(s.DB, older.ID); err != nil || got.Status != intentSucceeded || got.Received != 4990 {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// A payment that was ended in the dashboard is replaced by another when the buyer comes back, once.
func TestAnEndedIntentIsRenewed(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		s.stripe.End(atStripe)
		s.comeBack(t, knowledgeLife+time.Second)
		if got := s.payment(t, o); got.At("clientSecret") != nil {
			t.Errorf("a dead secret was handed out: %s", got.Body)
		}
		s.awaitSecret(t, o)
		renewed := s.stripe.Intent(o.OrderID)
		if len(s.stripe.Intents(o.OrderID)) != 2 || s.payment(t, o).Text("clientSecret") != renewed["client_secret"] ||
			renewed["amount"] != int64(4990) {
			t.Errorf("the intents: %v", s.stripe.Intents(o.OrderID))
		}
		s.sendWebhook(t, s.stripe.Pay(renewed))
		s.awaitPayment(t, o, ordering.PaymentStatusPaid)

		cancelled, atStripe := s.placeByCard(t, 1000)
		s.Publish(t, ordering.OrderCancelled{Order: cancelled, Reason: "customer", Actor: "customer", CancelledAt: s.Clock.Now()})
		s.awaitTask(t, taskCancelIntent, cancelled.OrderID, taskDone)
		s.comeBack(t, knowledgeLife+time.Second)
		if got := s.payment(t, cancelled); got.At("clientSecret") != nil || len(s.stripe.Intents(cancelled.OrderID)) != 1 || atStripe == nil {
			t.Errorf("a cancelled order is asked for again: %s", got.Body)
		}
	})
}

// When a part of an order has come by transfer, its buyer is asked for the rest by card, and for no
// more.
func TestThePaymentAsksForTheRest(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, _ := s.placeByCard(t, 4990)
		s.Publish(t, ordering.PaymentDueChanged{Order: o, Due: 2990, ChangedAt: s.Clock.Now()})
		s.awaitTask(t, taskCancelIntent, o.OrderID, taskDone)
		s.comeBack(t, knowledgeLife+time.Second)
		s.awaitSecret(t, o)
		if rest := s.stripe.Intent(o.OrderID); rest["amount"] != int64(2990) || len(s.stripe.Intents(o.OrderID)) != 2 {
			t.Errorf("the intents: %v", s.stripe.Intents(o.OrderID))
		}
		// It asks for that already.
		s.Publish(t, ordering.PaymentDueChanged{Order: o, Due: 2990, ChangedAt: s.Clock.Now()})
		if i, err := intentOf(s.DB, o.OrderID); err != nil || i.Status != intentOpen {
			t.Errorf("the intent: %+v, %v", i, err)
		}
	})
}

// An order that is cancelled while the provider is read for its buyer gets no other payment.
func TestAnOrderIsCancelledWhileTheBuyerComes(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		s.stripe.End(atStripe)
		before, err := intentOf(s.DB, o.OrderID)
		if err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(knowledgeLife + time.Second)
		s.stripe.Overtake(func() {
			s.Publish(t, ordering.OrderCancelled{Order: o, Reason: "customer", Actor: "customer", CancelledAt: s.Clock.Now()})
		})
		s.payment(t, o)
		after, err := intentOf(s.DB, o.OrderID)
		if err != nil || after.PaymentID != before.PaymentID || after.Status != intentCancelled {
			t.Errorf("the intent: %+v, before %+v, %v", after, before, err)
		}
	})
}

// While the provider does not answer, no secret is handed out whose payment may have ended.
func TestTheBuyerComesWhileTheProviderIsAway(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		s.stripe.Leave(true)
		if got := s.payment(t, o); got.Text("clientSecret") != atStripe["client_secret"] {
			t.Errorf("what is known for less than 10 s: %s", got.Body)
		}
		s.comeBack(t, knowledgeLife+time.Second)
		if got := s.payment(t, o); got.At("clientSecret") != nil || got.Text("status") != "unpaid" {
			t.Errorf("without an answer: %s", got.Body)
		}
		s.stripe.Leave(false)
		if got := s.payment(t, o); got.Text("clientSecret") != atStripe["client_secret"] {
			t.Errorf("with an answer: %s", got.Body)
		}
	})
}
